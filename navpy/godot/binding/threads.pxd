"""The present thread, the lock over the shared state of the nodes, and the clock of a frame's budgets."""
from libc.stdint cimport int32_t, int64_t
from navpy.godot.binding.gd cimport GdVariant

cdef extern from *:
    """
    #include <chrono>
    static int64_t navpy_now_us() {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    """
    int64_t now_us "navpy_now_us"() noexcept nogil      # microseconds

cdef bint on_main_thread() noexcept nogil
# false, after an error that names the call: too long taken. Take the GIL after it.
cdef bint lock(const char* what) noexcept nogil
cdef void unlock() noexcept nogil                       # once for every true `lock`; a thread may take it several times
cdef int32_t unlock_fully() noexcept nogil              # while scripts run; returns what `relock` takes
cdef void relock(int32_t depth) noexcept nogil
# By call_deferred: in this frame, after the threads have ended theirs. An object that is freed by then is not called.
cdef void call_later(void* object, const GdVariant* method, GdVariant* argument) noexcept nogil
cdef void set_physics_later(void* node, bint enable) noexcept nogil
cdef void emit_later(void* object, GdVariant* signal) noexcept nogil         # signal: its name as a Variant; without arguments
cdef void notify_later(void* object, int32_t what) noexcept nogil       # a notification, on the main thread
