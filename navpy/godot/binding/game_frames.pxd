from libc.stdint cimport int64_t

cdef int64_t game_frame() noexcept nogil
cdef int64_t last_game_frame() noexcept nogil
cdef int64_t walking_frame() noexcept nogil
