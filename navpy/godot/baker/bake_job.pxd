"""Jobs on the engine's worker threads, and deferred calls on the main thread."""
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

cdef class MainCall:                # a deferred call: `callback` gets it on the main thread, under the GIL
    cdef void* owner                # Baker that waits for the call; NULL after the baker has left: nothing is called
    cdef void (*callback)(MainCall call) noexcept

cdef class WorkerJob(MainCall):     # fields are read and written under the GIL; `owner` is written on the main thread only
    cdef int64_t task               # of the engine's WorkerThreadPool, -1: none
    cdef bint cancelled
    cdef bint done                  # its work has ended
    cdef void work(self) noexcept   # runs on a worker thread
    cdef void end_task(self) noexcept       # on the main thread, before the callback that follows the end of the work
    cdef void give_back(self) noexcept      # objects of the engine; once the owner has left and the work has ended

cdef class BakeJob(WorkerJob):
    cdef str error                  # None: the bake has not failed
    cdef double fraction            # part of the bake that is done
    cdef int bake(self) except -1   # runs on a worker thread

# from any thread; the call is made when the engine next flushes its message queue
cdef void call_on_main(MainCall call) noexcept
cdef void start_job(WorkerJob job) noexcept             # at once; its callback follows the end of its work
cdef void leave_job(WorkerJob job) noexcept             # its owner leaves
cdef void queue_job(BakeJob job, bint first) noexcept
cdef bint unqueue_job(BakeJob job) noexcept             # false: it wasn't in the queue
# The callback is called when the engine next flushes its message queue; until it calls cancel_call, `held` has the call.
cdef void defer_call(void* owner, PyObject** held, void (*callback)(MainCall call) noexcept) noexcept
cdef void cancel_call(PyObject** held) noexcept         # of a job, too: its result will be dropped
