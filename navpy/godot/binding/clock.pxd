"""The clock that budgets of a frame are kept by."""
from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <chrono>
    static int64_t navpy_now_us() {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    """
    int64_t now_us "navpy_now_us"() noexcept nogil                  # microseconds
