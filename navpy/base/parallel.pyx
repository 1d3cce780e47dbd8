"""Runs tasks on the calling thread, or on it and the threads of an executor."""
from time import sleep

from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic

from navpy.base.interrupts cimport Stop, check_signals, hold_back, obey


cdef int run_serially(Task task, void* userdata, int32_t count, void* context) except -1 nogil:
    cdef int32_t index
    for index in range(count):
        task(userdata, index)
        check_signals()
    return 0


cdef Runner serial_runner() noexcept nogil:
    cdef Runner runner
    runner.run, runner.context, runner.workers = run_serially, NULL, 1
    return runner


# ---- executors ----

cdef class TaskQueue:
    """The tasks that no thread has begun yet. Each thread calls the queue and runs tasks until none is left."""
    cdef Task task
    cdef void* userdata
    cdef int32_t count
    cdef atomic[int32_t] next
    cdef atomic[int32_t] helpers        # threads other than the caller's that may be in a task
    cdef Stop stop                      # of the helpers

    cdef int work(self) except -1 nogil:
        cdef int32_t index = self.next.fetch_add(1)
        while index < self.count:
            self.task(self.userdata, index)
            check_signals()
            index = self.next.fetch_add(1)
        return 0

    def __call__(self):
        cdef const atomic[int]* before = obey(&self.stop.is_set)
        self.helpers.fetch_add(1)
        try:
            with nogil:
                self.work()
        except KeyboardInterrupt:
            if self.stop.is_set.load() == 0:    # else the caller has raised what counts
                raise
        finally:
            self.helpers.fetch_sub(1)
            obey(before)

    cdef object wait_for(self, list futures):
        """Cancel the futures, or wait for them and for all helpers, also where a signal's handler raises meanwhile. → what was raised first, or None"""
        error = future = None
        while future is not None or futures or self.helpers.load() > 0:
            try:
                if future is None and futures:
                    future = futures.pop()
                if future is None:                      # a helper whose submit did not return, as a handler has raised in it
                    sleep(0.001)
                elif not future.cancel():
                    raised = future.exception()
                    error = raised if error is None else error
                future = None
            except BaseException as caught:
                if not hold_back(caught):
                    error = caught if error is None else error
                    self.end()
                if future is not None and future.done():
                    future = None
        return error

    cdef int end(self) except -1:
        """Begin no more tasks, and have those that run look up."""
        self.next.store(self.count)
        self.stop.set()
        return 0


cdef int32_t processors() except -1:
    import os
    return os.cpu_count() or 1


cdef int run_on_executor(Task task, void* userdata, int32_t count, void* context) except -1 with gil:
    """The calling thread runs tasks, too, and waits only for threads that have begun one: a thread that is busy elsewhere delays
    nobody. Userdata may be gone after the return, so an error, or what the handler of a signal raises, is raised when all threads have ended."""
    cdef TaskQueue queue = TaskQueue()
    queue.task, queue.userdata, queue.count, queue.stop = task, userdata, count, Stop()
    queue.next.store(0)
    queue.helpers.store(0)
    futures, error = [], None
    try:
        try:
            for _helper in range(min(count, processors()) - 1):
                futures.append((<object>context).submit(queue))
        except KeyboardInterrupt as raised:
            if not hold_back(raised):
                raise
        with nogil:
            queue.work()
    except BaseException as raised:
        error = raised
        queue.end()
    others = queue.wait_for(futures)
    if error is not None or others is not None:
        raise others if error is None else error
    return 0


cdef int check_executor(executor) except -1:
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor: must be a concurrent.futures.Executor of threads, is {executor!r}")
    return 0


cdef Runner executor_runner(executor) except *:
    cdef Runner runner = serial_runner()
    check_executor(executor)
    if executor is not None:
        runner.run, runner.context, runner.workers = run_on_executor, <void*>executor, processors()
    return runner
