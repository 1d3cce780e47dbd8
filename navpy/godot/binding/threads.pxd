"""Which thread this is, and whose turn it is in what the nodes share."""
from libc.stdint cimport int32_t

cdef bint on_main_thread() noexcept nogil
cdef bint begin_turn(const char* what) noexcept nogil       # false, after saying so: it was waited for in vain. Take the GIL after it.
cdef void end_turn() noexcept nogil                         # one for every begin_turn that was true
cdef int32_t pause_turn() noexcept nogil                    # while scripts run; gives what `resume_turn` takes
cdef void resume_turn(int32_t depth) noexcept nogil
cdef void set_physics_later(void* node, bint enable) noexcept nogil
cdef void notify_later(void* object, int32_t what) noexcept nogil          # a notification, on the main thread
