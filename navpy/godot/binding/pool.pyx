"""Work shared by the threads of the engine's WorkerThreadPool. Whoever is free takes the next piece, the caller, too. It waits only for pieces that
somebody is at: a thread that is busy elsewhere, and comes when all is done, holds nobody up."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector

from navpy.godot.binding.gd cimport GDExtensionBool, GdString, GdStringName, navpy_gd, STRING
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.ptrcall cimport find_method, get, put
from navpy.godot.binding.threads cimport on_main_thread
from navpy.base.parallel cimport Piece, let_others_run

cdef cppclass Shared:
    void (*piece)(void* userdata, int32_t index) noexcept nogil
    void* userdata
    int32_t count
    atomic[int32_t] next            # that nobody has taken
    atomic[int32_t] done            # how many
    int64_t group                   # the engine's tasks

cdef const void* wait_bind = NULL
cdef const void* is_over_bind = NULL
cdef GdStringName* pool_name
cdef int64_t threads = 1
cdef vector[Shared*] handed_out     # whose tasks the engine may still have


cdef int bind_pool() except -1:
    global wait_bind, is_over_bind, pool_name, threads
    pool_name = intern("WorkerThreadPool")
    wait_bind = find_method("WorkerThreadPool", "wait_for_group_task_completion", 1286410249)
    is_over_bind = find_method("WorkerThreadPool", "is_group_task_completed", 1116898809)
    get(find_method("OS", "get_processor_count", 3905245786), navpy_gd.global_get_singleton(intern("OS")), &threads)
    return 0


cdef void take_pieces(Shared* work) noexcept nogil:
    cdef int32_t index = work.next.fetch_add(1)
    while index < work.count:
        work.piece(work.userdata, index)
        work.done.fetch_add(1)
        index = work.next.fetch_add(1)


cdef void on_thread(void* userdata, uint32_t element) noexcept nogil:
    take_pieces(<Shared*>userdata)


cdef void clear_away(bint all) noexcept nogil:
    """What no thread will look at any more; all: also what some will, once they have."""
    cdef void* pool = navpy_gd.global_get_singleton(pool_name)
    cdef GDExtensionBool is_over
    cdef size_t i, kept = 0
    for i in range(handed_out.size()):
        is_over = all
        if not all:
            put(is_over_bind, pool, &handed_out[i].group, &is_over)
        if is_over:
            put(wait_bind, pool, &handed_out[i].group, NULL)
            del handed_out[i]
        else:
            handed_out[kept] = handed_out[i]
            kept += 1
    handed_out.resize(kept)


cdef void share(void (*piece)(void* userdata, int32_t index) noexcept nogil, void* userdata, int32_t count) noexcept nogil:
    cdef Shared* work
    cdef GdString text
    cdef int32_t i
    cdef int helpers = <int>min(threads, <int64_t>count) - 1
    if helpers < 1 or not on_main_thread():     # another one keeps nobody waiting
        for i in range(count):
            piece(userdata, i)
        return
    clear_away(False)
    work = new Shared()
    work.piece, work.userdata, work.count = piece, userdata, count
    work.next.store(0)
    work.done.store(0)
    navpy_gd.string_new_with_utf8_chars(&text, b"navpy")
    work.group = navpy_gd.worker_thread_pool_add_native_group_task(navpy_gd.global_get_singleton(pool_name), on_thread, work, helpers, helpers, 1,
                                                                   &text)
    navpy_gd.dtor[<int>STRING](&text)
    handed_out.push_back(work)
    take_pieces(work)
    while work.done.load() < count:
        let_others_run()


cdef int by_pool(Piece piece, void* userdata, int32_t count, void* how) except -1 nogil:
    share(piece, userdata, count)
    return 0


cdef void close_pool() noexcept nogil:
    clear_away(True)
