"""Work shared by the engine's threads."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Piece

cdef int bind_pool() except -1
# All pieces 0 … count−1, in any order, by the engine's threads and this one; over when it returns.
cdef void share(void (*piece)(void* userdata, int32_t index) noexcept nogil, void* userdata, int32_t count) noexcept nogil
cdef int by_pool(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil     # likewise, a Share; how: NULL
cdef void close_pool() noexcept nogil           # before the engine takes its threads away
