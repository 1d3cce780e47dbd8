"""NavAgent: what its methods and the engine call."""
from libc.stdint cimport int32_t
from navpy.godot.agent.nav_agent_data cimport NavAgent, RequestKind
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.gd cimport GdVariant, GdVector3

cdef GdVariant* velocity_computed_signal
cdef GdVariant* target_reached_signal
cdef GdVariant* navigation_finished_signal

cdef int ask(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil        # StatusCode
cdef int refuse(NavAgent* agent, int reason) noexcept nogil                                    # StatusCode
cdef void change_map(NavAgent* agent) noexcept nogil
cdef int status_of(NavAgent* agent) noexcept nogil
cdef int reason_of(NavAgent* agent) noexcept nogil
cdef void hand_over_params(NavAgent* agent) noexcept nogil
cdef bint take_over_link(NavAgent* agent) noexcept nogil
cdef void give_link_back(NavAgent* agent) noexcept nogil

cdef void on_made(NavAgent* agent) noexcept nogil
cdef void on_freed(NavAgent* agent) noexcept nogil
cdef void on_notification(NavAgent* agent, int32_t what) noexcept nogil
cdef void on_changed(NavAgent* agent, const char* property) noexcept nogil
cdef void configuration_warnings(NavAgent* agent, GdPackedStringArray* out) noexcept with gil
