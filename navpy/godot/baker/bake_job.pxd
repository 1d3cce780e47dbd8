"""Bakes on the engine's worker threads, and calls that are made on the main thread later."""
from libc.stdint cimport int64_t

cdef class MainCall:                # `callback` is called with it on the main thread, under the GIL
    cdef void* owner                # whom it concerns; cleared when that one goes
    cdef void (*callback)(MainCall call) noexcept

cdef class BakeJob(MainCall):       # everything is read and written under the GIL; `owner` only on the main thread
    cdef int64_t task               # of the engine's pool, -1: none
    cdef str error
    cdef double fraction
    cdef bint cancelled
    cdef bint done
    cdef int bake(self) except -1   # a worker's part
    cdef void work(self) noexcept

cdef void call_on_main(MainCall call) noexcept          # when the engine next flushes its messages; from any thread
cdef void queue_job(BakeJob job, bint first) noexcept
cdef bint unqueue_job(BakeJob job) noexcept             # false: it wasn't waiting
