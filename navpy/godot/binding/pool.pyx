"""Tasks on the threads of the engine's WorkerThreadPool and the calling one. The calling thread waits only for tasks under way: a
thread busy elsewhere until all is done delays nobody."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector

from navpy.godot.binding.gd cimport GDExtensionBool, GdString, GdStringName, navpy_gd, STRING
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.ptrcall cimport find_method, get, put
from navpy.godot.binding.threads cimport on_main_thread
from navpy.base.parallel cimport Runner, Task, yield_thread

cdef cppclass Shared:
    Task task
    void* userdata
    int32_t count
    atomic[int32_t] next            # that nobody has taken
    atomic[int32_t] done            # how many have ended
    atomic[int32_t] succeeded       # how many of these without an error
    int64_t group                   # the engine's tasks

cdef const void* POOL_WAIT = find_method(b"WorkerThreadPool", b"wait_for_group_task_completion", 1286410249)
cdef const void* POOL_IS_OVER = find_method(b"WorkerThreadPool", b"is_group_task_completed", 1116898809)
cdef GdStringName* pool_name = intern(b"WorkerThreadPool")
cdef int64_t threads = processor_count()
cdef vector[Shared*] handed_out     # whose tasks the engine may still have


cdef int64_t processor_count() except -1:
    cdef int64_t count = 1
    get(find_method(b"OS", b"get_processor_count", 3905245786), navpy_gd.global_get_singleton(intern(b"OS")), &count)
    return count


cdef int run_task(Shared* work, int32_t index) except -1 nogil:
    try:
        work.task(work.userdata, index)
        work.succeeded.fetch_add(1)
    finally:
        work.done.fetch_add(1)
    return 0


cdef void take_tasks(Shared* work) noexcept nogil:
    """Errors are printed here; the calling thread sees that there were some."""
    cdef int32_t index = work.next.fetch_add(1)
    while index < work.count:
        run_task(work, index)
        index = work.next.fetch_add(1)


cdef void on_thread(void* userdata, uint32_t element) noexcept nogil:
    take_tasks(<Shared*>userdata)


cdef void clear_away(bint all) noexcept nogil:
    """Frees work that no thread will look at any more; all: also the other work, once threads have ended it."""
    cdef void* pool = navpy_gd.global_get_singleton(pool_name)
    cdef GDExtensionBool is_over
    cdef size_t i, kept = 0
    for i in range(handed_out.size()):
        is_over = all
        if not all:
            put(POOL_IS_OVER, pool, &handed_out[i].group, &is_over)
        if is_over:
            put(POOL_WAIT, pool, &handed_out[i].group, NULL)
            del handed_out[i]
        else:
            handed_out[kept] = handed_out[i]
            kept += 1
    handed_out.resize(kept)


cdef int run_on_pool(Task task, void* userdata, int32_t count, void* context) except -1 nogil:
    cdef Shared* work
    cdef GdString text
    cdef int32_t i
    cdef int helpers = <int>min(threads, <int64_t>count) - 1
    if helpers < 1 or not on_main_thread():     # another thread keeps nobody waiting
        for i in range(count):
            task(userdata, i)
        return 0
    clear_away(False)
    work = new Shared()
    work.task, work.userdata, work.count = task, userdata, count
    work.next.store(0)
    work.done.store(0)
    work.succeeded.store(0)
    navpy_gd.string_new_with_utf8_chars(&text, b"navpy")
    work.group = navpy_gd.worker_thread_pool_add_native_group_task(navpy_gd.global_get_singleton(pool_name), on_thread, work, helpers,
                                                                   helpers, 1,
                                                                   &text)
    navpy_gd.dtor[<int>STRING](&text)
    handed_out.push_back(work)
    take_tasks(work)
    while work.done.load() < count:
        yield_thread()
    if work.succeeded.load() < count:
        with gil:
            raise MemoryError("a task on the engine's threads has failed")
    return 0


cdef Runner pool_runner() noexcept nogil:
    cdef Runner runner
    runner.run, runner.context, runner.workers = run_on_pool, NULL, <int32_t>threads
    return runner


cdef void close_pool() noexcept nogil:
    clear_away(True)
