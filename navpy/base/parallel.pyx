"""Does pieces of work here, or on the threads of an executor."""
from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic


cdef class Work:
    """What the threads take pieces from, called by each of them."""
    cdef Piece piece
    cdef void* userdata
    cdef int32_t count
    cdef atomic[int32_t] next           # that nobody has taken

    def __call__(self):
        cdef int32_t index
        with nogil:
            index = self.next.fetch_add(1)
            while index < self.count:
                self.piece(self.userdata, index)
                index = self.next.fetch_add(1)


cdef int one_by_one(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil:
    cdef int32_t i
    for i in range(count):
        piece(userdata, i)
    return 0


cdef int by_executor(Piece piece, void* userdata, int32_t count, void* how) except -1 with gil:
    """This thread takes pieces, too. It waits only for threads that are at one: those busy elsewhere hold nobody up."""
    import os
    cdef Work work = Work()
    work.piece, work.userdata, work.count = piece, userdata, count
    work.next.store(0)
    helpers = []
    try:
        for _helper in range(min(count, os.cpu_count() or 1) - 1):
            helpers.append((<object>how).submit(work))
    finally:
        work()                          # also where the executor takes nothing any more: who has begun must not outlive the data
        for helper in helpers:
            if not helper.cancel():
                helper.result()
    return 0


cdef int check_executor(executor) except -1:
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor: must be a concurrent.futures.Executor of threads, is {executor!r}")
    return 0
