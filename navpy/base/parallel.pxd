"""Work in pieces that know nothing of each other, and who does them: whoever has threads."""
from libc.stdint cimport int32_t

cdef extern from "<thread>" namespace "std::this_thread" nogil:
    void let_others_run "std::this_thread::yield"()

ctypedef void (*Piece)(void* userdata, int32_t index) noexcept nogil
# Does all pieces 0 … count−1, in any order; over when it returns. how: the sharer's own.
ctypedef int (*Share)(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil

cdef int one_by_one(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil
cdef int by_executor(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil        # how: the concurrent.futures.Executor
cdef int check_executor(executor) except -1                 # None, or one; else ValueError
