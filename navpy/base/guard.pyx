"""Who is inside the guards of all things, and who waits."""
from libcpp.vector cimport vector

from navpy.base.interrupts cimport hold_signals, stop_holding

cdef extern from "Python.h":
    ctypedef void* PyThread_type_lock
    unsigned long PyThread_get_thread_ident() nogil
    PyThread_type_lock PyThread_allocate_lock() nogil
    void PyThread_free_lock(PyThread_type_lock lock) nogil
    int PyThread_acquire_lock(PyThread_type_lock lock, int wait) nogil
    int PyThread_acquire_lock_timed(PyThread_type_lock lock, long long microseconds, int may_be_interrupted) nogil
    void PyThread_release_lock(PyThread_type_lock lock) nogil
    int PyErr_CheckSignals() except -1

cdef long long LOOK = 20000             # microseconds between two looks for signals, as in interrupts

cdef struct Holder:                     # a call that is inside
    Guard* guard
    unsigned long thread
    bint changes

cdef struct WaitingCall:                    # a call that is not, on the stack of its thread
    Inside* inside
    unsigned long thread
    PyThread_type_lock lock             # released when it is let in
    bint is_in

cdef vector[Holder] holders             # of all guards
cdef vector[WaitingCall*] queue             # in the order in which they came


# ---- who keeps whom out ----

cdef bint is_inside(unsigned long thread, const Guard* guard) noexcept:
    cdef size_t i
    for i in range(holders.size()):
        if holders[i].thread == thread and holders[i].guard == guard:
            return True
    return False


cdef bint excludes(Inside* one, Inside* other, unsigned long thread) noexcept:
    """Does a call that came earlier keep out another one, of that thread?"""
    cdef size_t i, k
    for i in range(one.size()):
        for k in range(other.size()):
            if one.at(i).guard == other.at(k).guard and (one.at(i).changes or other.at(k).changes) \
                    and not is_inside(thread, other.at(k).guard):
                return True
    return False


cdef bint may_enter(Inside* inside, unsigned long thread, size_t place) noexcept:
    """place: its own in the queue."""
    cdef size_t i
    for i in range(inside.size()):
        if inside.at(i).guard.changing or (inside.at(i).changes and inside.at(i).guard.readers > 0):
            return False
    for i in range(place):
        if excludes(queue[i].inside, inside, thread):
            return False
    return True


cdef int keepers(Inside* inside, unsigned long thread, size_t place, vector[unsigned long]* out) except -1:
    """Append the threads that keep a call out."""
    cdef size_t i, k
    for i in range(holders.size()):
        for k in range(inside.size()):
            if holders[i].guard == inside.at(k).guard and (holders[i].changes or inside.at(k).changes):
                out.push_back(holders[i].thread)
    for i in range(place):
        if excludes(queue[i].inside, inside, thread):
            out.push_back(queue[i].thread)
    return 0


cdef bint waits_for_itself(Inside* inside, unsigned long thread, size_t place) except -1:
    """Do those that keep the call out wait for its own thread, directly or not?"""
    cdef vector[unsigned long] found
    cdef size_t i = 0, k, m
    cdef bint is_new
    keepers(inside, thread, place, &found)
    while i < found.size():
        if found[i] == thread:
            return True
        is_new = True
        for k in range(i):
            is_new = is_new and found[k] != found[i]
        for m in range(queue.size() if is_new else 0):
            if queue[m].thread == found[i]:
                keepers(queue[m].inside, found[i], m, &found)
        i += 1
    return False


# ---- entering and leaving ----

cdef int hold(Inside* inside, unsigned long thread) except -1:
    cdef Holder holder
    cdef size_t i
    holders.reserve(holders.size() + inside.size())
    holder.thread = thread
    for i in range(inside.size()):
        holder.guard, holder.changes = inside.at(i).guard, inside.at(i).changes
        holders.push_back(holder)
        if holder.changes:
            holder.guard.changing = True
        else:
            holder.guard.readers += 1
    inside.thread, inside.leave = thread, leave
    return 0


cdef int let_in() except -1:
    """Those that nobody keeps out any more."""
    cdef WaitingCall* waiting
    cdef size_t i = 0
    while i < queue.size():
        waiting = queue[i]
        if may_enter(waiting.inside, waiting.thread, i):
            hold(waiting.inside, waiting.thread)
            queue.erase(queue.begin() + i)
            waiting.is_in = True
            PyThread_release_lock(waiting.lock)
        else:
            i += 1
    return 0


cdef void release(Inside* inside) noexcept:
    cdef size_t i, k
    for i in range(inside.size()):
        k = holders.size() - 1              # mostly the last one that came
        while holders[k].thread != inside.thread or holders[k].guard != inside.at(i).guard \
                or holders[k].changes != inside.at(i).changes:
            k -= 1
        holders[k] = holders.back()
        holders.pop_back()
        if inside.at(i).changes:
            inside.at(i).guard.changing = False
        else:
            inside.at(i).guard.readers -= 1
    inside.leave = NULL
    if inside.is_whole:
        stop_holding()


cdef void leave(Inside* inside) noexcept:
    release(inside)
    if not queue.empty():
        let_in()


cdef int refuse(Inside* inside, unsigned long thread) except -1:
    """Name the first thing that others are in."""
    cdef const Guard* guard = inside.at(0).guard
    cdef bint changing, is_own
    cdef size_t i
    for i in range(inside.size()):
        if inside.at(i).guard.changing or (inside.at(i).changes and inside.at(i).guard.readers > 0):
            guard = inside.at(i).guard
            break
    changing, is_own = guard.changing, is_inside(thread, guard)
    doing = "changed" if changing or guard.readers == 0 else guard.reading.decode()
    by = "by this thread, in a call that has not ended" if is_own else "by another thread, which waits for a call of this one"
    raise RuntimeError(f"{guard.name.decode()} is being {doing} {by}: call this after it has returned")


cdef int wait(Inside* inside, unsigned long thread, size_t place) except -1:
    cdef WaitingCall waiting
    cdef size_t i = 0
    if waits_for_itself(inside, thread, place):
        refuse(inside, thread)
    waiting.inside, waiting.thread, waiting.is_in, waiting.lock = inside, thread, False, PyThread_allocate_lock()
    if waiting.lock == NULL:
        raise MemoryError()
    PyThread_acquire_lock(waiting.lock, 1)
    try:
        queue.insert(queue.begin() + place, &waiting)
        let_in()                        # those that what the call was in before has kept out
        while not waiting.is_in:
            with nogil:
                PyThread_acquire_lock_timed(waiting.lock, LOOK, 1)
            PyErr_CheckSignals()
    except BaseException:
        if not waiting.is_in:           # else it leaves what it is in with its function
            while i < queue.size() and queue[i] != &waiting:
                i += 1
            if i < queue.size():
                queue.erase(queue.begin() + i)
            let_in()
        raise
    finally:
        PyThread_free_lock(waiting.lock)
    return 0


cdef int enter(Inside* inside) except -1:
    cdef unsigned long thread = PyThread_get_thread_ident()
    if may_enter(inside, thread, queue.size()):
        return hold(inside, thread)
    return wait(inside, thread, queue.size())


cdef void begin_again(Inside* inside) noexcept:
    release(inside)
    inside.clear()


cdef int enter_again(Inside* inside) except -1:
    cdef unsigned long thread = PyThread_get_thread_ident()
    try:
        if may_enter(inside, thread, 0):
            hold(inside, thread)
        else:
            wait(inside, thread, 0)
    finally:
        let_in()
    return 0


cdef int read(Guard* guard, Inside* inside) except -1:
    """Nearly all calls come here, and find the way free."""
    cdef Holder holder
    inside.reads(guard)
    if guard.changing or not queue.empty() or inside.size() != 1:
        return enter(inside)
    holder.guard, holder.thread, holder.changes = guard, PyThread_get_thread_ident(), False
    holders.push_back(holder)
    guard.readers += 1
    inside.thread, inside.leave = holder.thread, leave
    return 0


cdef int change(Guard* guard, Inside* inside) except -1:
    inside.changes(guard)
    enter(inside)
    hold_signals()
    inside.is_whole = True
    return 0
