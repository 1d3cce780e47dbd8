"""Jobs on the engine's worker threads, and deferred calls on the main thread.

A job is a Python object to which its node and the worker both have a reference. Its only link to the node is a pointer, which the node
clears when it leaves. So a node may be freed at any time: the job is cancelled, and its result is dropped."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.string cimport memset
from navpy.godot.binding.engine cimport call_deferred_on_main, start_task, wait_for_task
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.threads cimport lock, unlock
from navpy.baking.pipeline import BakeCancelled

cdef int jobs_running = 0           # of any kind, guarded by the GIL
cdef bint is_baking = False         # one of them is a bake
cdef list jobs_waiting = []         # BakeJob: they run in turn, so that the engine keeps its other threads
cdef bint python_alive = True       # false once Python ends: the engine may call and free callables later than that


cdef class MainCall:
    def __cinit__(self):
        self.owner = NULL
        self.callback = NULL


cdef class WorkerJob(MainCall):
    def __cinit__(self):
        self.task = -1

    cdef void work(self) noexcept:
        pass

    cdef void end_task(self) noexcept:
        wait_for_task(self.task)                # returns at once: the pool frees a task only after a wait for it
        self.task = -1

    cdef void give_back(self) noexcept:
        pass


cdef class BakeJob(WorkerJob):
    """A bake. The object is also the pipeline's progress callback."""

    def __call__(self, stage, fraction):
        self.fraction = fraction
        if not self.cancelled and self.task >= 0:
            call_on_main(self)
        return not self.cancelled

    cdef int bake(self) except -1:
        return 0

    cdef void work(self) noexcept:
        try:
            self.bake()
        except BakeCancelled:
            self.error = "the bake was cancelled"
        except Exception as error:              # the user reads the message, and the game goes on
            self.error = str(error) or type(error).__name__

    cdef void end_task(self) noexcept:
        global is_baking
        WorkerJob.end_task(self)
        is_baking = False
        start_next()


cdef void run_on_worker(void* userdata) noexcept nogil:
    with gil:
        work_and_report(<WorkerJob>userdata)


cdef void work_and_report(WorkerJob job) noexcept:
    global jobs_running
    job.work()
    job.done = True
    if job.owner == NULL:
        job.give_back()
    call_on_main(job)
    jobs_running -= 1
    Py_DECREF(job)                              # the worker's reference, from start_job


cdef void call_on_main(MainCall call) noexcept:
    cdef GDExtensionCallableCustomInfo2 info
    cdef GdCallable callable
    cdef GdVariant variant
    memset(&info, 0, sizeof(info))
    Py_INCREF(call)                             # the callable's reference, released in free_callable
    info.callable_userdata = <void*>call
    info.token = navpy_gd.library
    info.call_func = on_message
    info.is_valid_func = always_valid
    info.free_func = free_callable
    navpy_gd.callable_custom_create2(&callable, &info)
    navpy_gd.var_from[<int>CALLABLE](&variant, &callable)
    navpy_gd.dtor[<int>CALLABLE](&callable)
    call_deferred_on_main(&variant)
    navpy_gd.variant_destroy(&variant)


cdef GDExtensionBool always_valid(void* userdata) noexcept nogil:
    return True


cdef void free_callable(void* userdata) noexcept nogil:
    if python_alive:
        with gil:
            Py_DECREF(<object>userdata)


cdef void on_message(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                     GDExtensionCallError* error) noexcept nogil:
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if python_alive and lock(b"call_on_main"):  # the engine flushes its message queue once more after the extension has ended
        with gil:
            run_call(<MainCall>userdata)
        unlock()


cdef void run_call(MainCall call) noexcept:
    cdef WorkerJob job
    if isinstance(call, WorkerJob):
        job = <WorkerJob>call
        if job.done and job.task < 0:           # a progress call that arrives after the end
            return
        if job.done:
            job.end_task()
    if call.owner != NULL:
        call.callback(call)


cdef void queue_job(BakeJob job, bint first) noexcept:
    jobs_waiting.insert(0 if first else len(jobs_waiting), job)
    start_next()


cdef bint unqueue_job(BakeJob job) noexcept:
    if job not in jobs_waiting:
        return False
    jobs_waiting.remove(job)
    return True


cdef void start_next() noexcept:
    """Starts the first bake of the queue, unless one is running."""
    global is_baking
    if is_baking or not jobs_waiting:
        return
    is_baking = True
    start_job(<BakeJob>jobs_waiting.pop(0))


cdef void start_job(WorkerJob job) noexcept:
    global jobs_running
    Py_INCREF(job)                              # the worker's reference
    jobs_running += 1
    job.done = False
    job.task = 0                                # not -1: progress may be reported before start_task returns
    job.task = start_task(run_on_worker, <void*>job, b"NavMeshBaker")


cdef void leave_job(WorkerJob job) noexcept:
    """The job itself may last longer: where the engine ends, messages that refer to it are never called."""
    job.owner = NULL
    if job.done:
        job.give_back()


cdef void defer_call(void* owner, PyObject** held, void (*callback)(MainCall) noexcept) noexcept:
    cdef MainCall call = MainCall()
    call.owner, call.callback = owner, callback
    Py_INCREF(call)
    held[0] = <PyObject*>call
    call_on_main(call)


cdef void cancel_call(PyObject** held) noexcept:
    cdef MainCall call
    if held[0] != NULL:
        call = <MainCall>held[0]
        held[0] = NULL
        call.owner = NULL
        if isinstance(call, WorkerJob):
            leave_job(<WorkerJob>call)
        if isinstance(call, BakeJob):
            unqueue_job(<BakeJob>call)
        Py_DECREF(call)


def wait_for_jobs():
    """Waits, before Python ends, until no worker runs Python. The bakers are freed by now, so their jobs are cancelled."""
    global python_alive
    from time import sleep
    while jobs_running:
        sleep(0.001)
    python_alive = False
