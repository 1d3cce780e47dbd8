"""One thread at a time, and the main thread for all that happens once a frame.

Under process_thread_group = SUB_THREAD the engine processes branches of the scene on threads of its own, at the same time, and their
scripts call our nodes from there. The nodes of a world share its map and its crowds, so every call by the engine takes one lock.
Bodies may only be moved on the main thread: the work of a frame is done there, too, when the threads have ended theirs."""
from libc.stdint cimport int32_t, int64_t
from navpy.godot.binding.gd cimport (
    GDExtensionBool, GDExtensionCallError, GDExtensionConstVariantPtr, BOOL, GdStringName, GdVariant, INT, OBJECT, navpy_gd)
from navpy.godot.binding.names cimport intern, name_variant

cdef extern from *:
    """
    #include <atomic>
    #include <chrono>
    #include <thread>

    static std::atomic<bool> taken{false};
    static thread_local int32_t lock_depth = 0;     /* how often this thread has taken it */
    static std::thread::id main_thread;

    static void note_main_thread() { main_thread = std::this_thread::get_id(); }
    static bool is_main_thread() { return std::this_thread::get_id() == main_thread; }

    static bool wait_for_lock(bool for_ever) {
        auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        for (int tries = 0; taken.load(std::memory_order_relaxed) || taken.exchange(true, std::memory_order_acquire); tries++) {
            if (tries < 100)
                std::this_thread::yield();
            else if (for_ever || std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            else
                return false;
        }
        return true;
    }
    /* It is almost always free: one atomic exchange then, where a mutex takes twice as long. */
    static bool take_lock() {
        if (lock_depth == 0 && taken.exchange(true, std::memory_order_acquire) && !wait_for_lock(is_main_thread()))
            return false;
        lock_depth++;
        return true;
    }
    static void give_lock() { if (--lock_depth == 0) taken.store(false, std::memory_order_release); }
    static int32_t give_lock_fully() {
        int32_t depth = lock_depth;
        lock_depth = 0;
        if (depth)
            taken.store(false, std::memory_order_release);
        return depth;
    }
    static void take_lock_back(int32_t depth) {
        if (depth && taken.exchange(true, std::memory_order_acquire))
            wait_for_lock(true);
        lock_depth = depth;
    }
    """
    void note_main_thread() nogil
    bint is_main_thread() nogil
    bint take_lock() nogil
    void give_lock() nogil
    int32_t give_lock_fully() nogil
    void take_lock_back(int32_t depth) nogil

cdef extern from "shared_objects.h":
    void note_shared_objects()
    void begin_call(const char* what) nogil
    void end_call() nogil

cdef GdStringName* deferred_name = intern(b"call_deferred")
cdef GdVariant* notification_name = name_variant(b"notification")
cdef GdVariant* emit_signal_name = name_variant(b"emit_signal")
cdef GdVariant* set_physics_name = name_variant(b"set_physics_process_internal")
note_main_thread()                      # this module is imported there
note_shared_objects()


cdef bint on_main_thread() noexcept nogil:
    return is_main_thread()


# ---- the lock ----

cdef bint lock(const char* what) noexcept nogil:
    """The thread with the lock may wait, in a script, for this very thread: so any thread but the main thread gives up after 5 s."""
    if take_lock():
        begin_call(what)
        return True
    navpy_gd.print_error_with_message(b"navpy: a call from a thread was given up: another thread was at work in navpy for 5 s. Call "
                                      b"it on the main thread, by call_deferred()", what, what, b"addons/navpy", 0, 0)
    return False


cdef void unlock() noexcept nogil:
    end_call()
    give_lock()


cdef int32_t unlock_fully() noexcept nogil:
    return give_lock_fully()


cdef void relock(int32_t depth) noexcept nogil:
    take_lock_back(depth)


# ---- the main thread ----

cdef void call_later(void* object, const GdVariant* method, GdVariant* argument) noexcept nogil:
    cdef GdVariant variant
    cdef GdVariant result
    cdef GDExtensionCallError error
    cdef const void* args[2]
    navpy_gd.var_from[<int>OBJECT](&variant, &object)
    args[0], args[1] = method, argument
    navpy_gd.variant_call(&variant, deferred_name, <const GDExtensionConstVariantPtr*>args, 2, &result, &error)
    navpy_gd.variant_destroy(&result)
    navpy_gd.variant_destroy(&variant)


cdef void set_physics_later(void* node, bint enable) noexcept nogil:
    cdef GDExtensionBool value = enable
    cdef GdVariant argument
    navpy_gd.var_from[<int>BOOL](&argument, &value)
    call_later(node, set_physics_name, &argument)


cdef void emit_later(void* object, GdVariant* signal) noexcept nogil:
    call_later(object, emit_signal_name, signal)


cdef void notify_later(void* object, int32_t what) noexcept nogil:
    cdef int64_t number = what
    cdef GdVariant argument
    navpy_gd.var_from[<int>INT](&argument, &number)
    call_later(object, notification_name, &argument)
