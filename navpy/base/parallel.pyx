"""Runs tasks on the calling thread, or on it and the threads of an executor."""
from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic


cdef int run_serially(Task task, void* userdata, int32_t count, void* context) except -1 nogil:
    cdef int32_t index
    for index in range(count):
        task(userdata, index)
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

    def __call__(self):
        cdef int32_t index
        with nogil:
            index = self.next.fetch_add(1)
            while index < self.count:
                self.task(self.userdata, index)
                index = self.next.fetch_add(1)


cdef int32_t processors() except -1:
    import os
    return os.cpu_count() or 1


cdef int run_on_executor(Task task, void* userdata, int32_t count, void* context) except -1 with gil:
    """The calling thread runs tasks, too, and waits only for threads that have begun one: a thread that is busy elsewhere delays
    nobody. Userdata may be gone after the return, so an error is raised when all threads have ended."""
    cdef TaskQueue queue = TaskQueue()
    queue.task, queue.userdata, queue.count = task, userdata, count
    queue.next.store(0)
    futures, error = [], None
    try:
        for _helper in range(min(count, processors()) - 1):
            futures.append((<object>context).submit(queue))
        queue()
    except BaseException as raised:
        error = raised
    if error is not None:
        queue.next.store(count)             # begin no more
    for future in futures:
        if not future.cancel():
            error = future.exception() or error
    if error is not None:
        raise error
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
