"""Runs tasks on the calling thread, or on it and the threads of an executor."""
from _thread import allocate_lock

from libc.stdint cimport int32_t
from libcpp.atomic cimport atomic

from navpy.base.interrupts cimport Stop, check_signals, hold_back, is_held_back, obey


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
    cdef int32_t helpers                # threads other than the caller's that may be in a task; like what follows, the GIL's
    cdef object error                   # what a helper has raised first
    cdef object caller                  # the lock that the caller waits for, None: it does not wait
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
        self.helpers += 1
        try:
            with nogil:
                self.work()
        except BaseException as raised:
            if self.error is None and not (isinstance(raised, KeyboardInterrupt) and self.stop.is_set.load()):
                self.error = raised             # of a stopped one the caller has raised what counts
        obey(before)
        self.helpers -= 1
        if self.helpers == 0 and self.caller is not None:
            self.caller.release()
            self.caller = None

    cdef object wait_for_helpers(self):
        """Until none is in a task, also where a signal's handler raises meanwhile. → what was raised first, or None"""
        error = None
        while self.helpers > 0:
            lock = allocate_lock()
            lock.acquire()
            self.caller = lock
            try:
                lock.acquire()
            except BaseException as raised:
                if not hold_back(raised):
                    error = raised if error is None else error
                    self.end()
        return error

    cdef int end(self) except -1:
        """Begin no more tasks, and have those that run look up."""
        self.next.store(self.count)
        self.stop.set()
        return 0


cdef object fault_of(list futures):
    """Cancel the futures. → what the executor tells of one that has failed, or None"""
    error = None
    while futures:
        try:
            if not futures[len(futures) - 1].cancel() and futures[len(futures) - 1].done():
                error = error or futures[len(futures) - 1].exception()
            futures.pop()
        except BaseException as raised:
            futures.pop()
            if not hold_back(raised):
                error = error or raised
    return error


cdef int32_t processors() except -1:
    import os
    return os.cpu_count() or 1


cdef int run_on_executor(Task task, void* userdata, int32_t count, void* context) except -1 with gil:
    """The calling thread runs tasks, too, and waits only for threads that are in one: a thread that is busy elsewhere, or an executor
    that hangs behind the tasks, delays nobody. Userdata may be gone after the return, so an error, or what the handler of a signal
    raises, is raised when no thread is in a task any more. While signals are held the calling thread runs what the executor does
    not."""
    cdef TaskQueue queue = TaskQueue()
    queue.task, queue.userdata, queue.count, queue.stop, queue.helpers = task, userdata, count, Stop(), 0
    queue.next.store(0)
    futures, error = [], None
    try:
        try:
            for _helper in range(0 if is_held_back() else min(count, processors()) - 1):
                futures.append((<object>context).submit(queue))
        except BaseException as raised:
            if not hold_back(raised):
                raise
        with nogil:
            queue.work()
    except BaseException as raised:
        error = raised
        queue.end()
    others = queue.wait_for_helpers()
    faults = fault_of(futures)
    for raised in (error, others, queue.error, faults):
        if raised is not None:
            raise raised
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
