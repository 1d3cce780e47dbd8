"""NavAgent: what its methods and the engine call."""
from libc.stdint cimport int32_t, uint8_t
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr, GdVector3
from navpy.godot.agent.nav_agent_data cimport NavAgent, RequestKind

cdef int ask(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil        # StatusCode
cdef int refuse(NavAgent* agent, int reason) noexcept nogil                                    # StatusCode
cdef void change_map(NavAgent* agent) noexcept nogil
cdef int status_of(NavAgent* agent) noexcept nogil
cdef int reason_of(NavAgent* agent) noexcept nogil
cdef void hand_over_params(NavAgent* agent) noexcept nogil
cdef bint take_over_link(NavAgent* agent) noexcept nogil
cdef void finish_link(NavAgent* agent) noexcept nogil

cdef void* make(void* owner) noexcept nogil
cdef void destroy(void* instance) noexcept nogil
cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil
cdef void changed(void* instance, const char* setter) noexcept nogil
cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil
