"""Guards of what several threads use at once: any number of calls may read a thing, one that changes it is alone.

A call enters the guards of all things that it uses at once, before it reads the first of them, and leaves them with the end of its
function. Where it has to wait, the GIL is free and handlers of signals run; calls enter in the order in which they came, but a call
within another one of its thread does not wait for those that the other one keeps out. A call that could never enter, as a call of its
own thread is inside, raises RuntimeError.

The GIL is the lock of all this. What is changed without a release of the GIL is whole for whoever holds the GIL, without a look at its
guard."""

cdef extern from *:
    """
    #ifndef NAVPY_BASE_GUARD
    #define NAVPY_BASE_GUARD
    #include <vector>
    struct Guard {                              // lies in what it guards, and does not move
        const char* name = "this";              // in messages: what it guards …
        const char* reading = "read";           // … and what those do who read it: it is being read
        int readers = 0;                        // calls that are inside and read
        bool changing = false;                  // a call that changes it is inside
    };
    struct GuardEntry {
        Guard* guard;
        bool changes;
    };
    class Inside {                              // of one call, on its stack: what it has entered
    public:
        std::vector<GuardEntry> more;           // behind the first
        GuardEntry first{nullptr, false};
        unsigned long thread = 0;
        bool is_whole = false;
        void (*leave)(Inside*) = nullptr;       // null: nothing is entered

        Inside() = default;
        Inside(const Inside&) = delete;
        ~Inside() { if (leave != nullptr) leave(this); }
        size_t size() const { return first.guard == nullptr ? 0 : 1 + more.size(); }
        GuardEntry& at(size_t i) { return i == 0 ? first : more[i - 1]; }
        void clear() {
            if (leave != nullptr) leave(this);
            first.guard = nullptr;
            more.clear();
        }
        void reads(Guard* guard) { add(guard, false); }
        void changes(Guard* guard) { add(guard, true); }
    private:
        void add(Guard* guard, bool changes) {
            for (size_t i = 0; i < size(); i++)
                if (at(i).guard == guard) {
                    at(i).changes = at(i).changes || changes;
                    return;
                }
            if (first.guard == nullptr)
                first = {guard, changes};
            else
                more.push_back({guard, changes});
        }
    };
    #endif
    """
    cdef cppclass Guard:
        const char* name
        const char* reading
        int readers
        bint changing
    cdef cppclass GuardEntry:
        Guard* guard
        bint changes
    cdef cppclass Inside:
        unsigned long thread
        bint is_whole                           # holds signals
        void (*leave)(Inside*) noexcept
        size_t size()
        GuardEntry& at(size_t i)
        void clear()                            # leave, and use nothing
        void reads(Guard* guard) except +       # before enter: what the call uses
        void changes(Guard* guard) except +

cdef int enter(Inside* inside) except -1                    # all that reads and changes have named; with the GIL, as all of these
cdef int read(Guard* guard, Inside* inside) except -1       # enter one thing
# enter one thing, for a change that asks no executor: no handler of a signal runs meanwhile
cdef int change(Guard* guard, Inside* inside) except -1
# A call that finds, inside, that it has to enter other things: between the two it names them, with the GIL. It is before all that
# wait, or who changes again and again what there is to enter would keep it out for good.
cdef void begin_again(Inside* inside) noexcept
cdef int enter_again(Inside* inside) except -1


cdef inline int settle(Guard* guard) except -1:
    """For a call that reads a little with the GIL: wait until nobody changes the thing."""
    cdef Inside inside
    if guard.changing:
        read(guard, &inside)
    return 0
