"""Work shared by the threads of the engine's WorkerThreadPool. Whoever is free takes the next piece, the caller, too, so that nothing waits for
a thread that is busy elsewhere."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.atomic cimport atomic

from navpy.godot.binding cimport intern
from navpy.godot.gd cimport GDExtensionConstTypePtr, GdString, GdStringName, navpy_gd, STRING

cdef cppclass Shared:
    void (*piece)(void* userdata, int32_t index) noexcept nogil
    void* userdata
    int32_t count
    atomic[int32_t] next

cdef const void* wait_bind = NULL
cdef GdStringName* pool_name
cdef int64_t threads = 1


cdef int bind_pool() except -1:
    global wait_bind, pool_name, threads
    cdef const void* count_bind = navpy_gd.classdb_get_method_bind(intern("OS"), intern("get_processor_count"), 3905245786)
    wait_bind = navpy_gd.classdb_get_method_bind(intern("WorkerThreadPool"), intern("wait_for_group_task_completion"), 1286410249)
    pool_name = intern("WorkerThreadPool")
    if wait_bind == NULL or count_bind == NULL:
        raise RuntimeError("this Godot's WorkerThreadPool is not that of 4.6")
    navpy_gd.object_method_bind_ptrcall(count_bind, navpy_gd.global_get_singleton(intern("OS")), NULL, &threads)
    return 0


cdef void take_pieces(Shared* work) noexcept nogil:
    cdef int32_t index = work.next.fetch_add(1)
    while index < work.count:
        work.piece(work.userdata, index)
        index = work.next.fetch_add(1)


cdef void on_thread(void* userdata, uint32_t element) noexcept nogil:
    take_pieces(<Shared*>userdata)


cdef void share(void (*piece)(void* userdata, int32_t index) noexcept nogil, void* userdata, int32_t count) noexcept nogil:
    cdef Shared work
    cdef GdString text
    cdef const void* args[1]
    cdef int64_t group
    cdef int helpers = <int>min(threads, <int64_t>count) - 1
    work.piece, work.userdata, work.count = piece, userdata, count
    work.next.store(0)
    if helpers < 1:
        take_pieces(&work)
        return
    navpy_gd.string_new_with_utf8_chars(&text, b"Crowd")
    group = navpy_gd.worker_thread_pool_add_native_group_task(navpy_gd.global_get_singleton(pool_name), on_thread, &work, helpers, helpers, 1, &text)
    navpy_gd.dtor[<int>STRING](&text)
    take_pieces(&work)
    args[0] = &group
    navpy_gd.object_method_bind_ptrcall(wait_bind, navpy_gd.global_get_singleton(pool_name), <const GDExtensionConstTypePtr*>args, NULL)
