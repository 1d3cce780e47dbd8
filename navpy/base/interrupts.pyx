"""How a long call is ended: by a signal, or by the callback that is told of its progress.

Signals are looked for from time to time. Python handles a signal in its main thread alone, and not before that runs Python code again.
So a thread without the GIL takes it every 20 ms to have handlers run, and threads that work for a call are told by the call's Stop."""
from _thread import _local as local

from libcpp.atomic cimport atomic

cdef extern from *:
    """
    #include <atomic>
    #include <chrono>
    namespace {
    struct Watch {
        const std::atomic<int>* stop;                           // of the call that this thread works for; null: none
        std::chrono::steady_clock::time_point next;             // when signals are to be looked for again
        int held;                                               // how many times it has called hold_signals
    };
    thread_local Watch watch;

    inline int hold(int more) { return watch.held += more; }
    inline bool is_stopped() { return !watch.held && watch.stop != nullptr && watch.stop->load(std::memory_order_relaxed) != 0; }

    inline bool is_due() {
        if (watch.held) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now < watch.next) return false;
        watch.next = now + std::chrono::milliseconds(20);       // a tenth of what a user notices as a delay
        return true;
    }

    inline const std::atomic<int>* exchange_stop(const std::atomic<int>* stop) {
        const std::atomic<int>* before = watch.stop;
        watch.stop = stop;
        return before;
    }
    }
    """
    int hold(int more) noexcept nogil
    bint is_stopped() noexcept nogil
    bint is_due() noexcept nogil
    const atomic[int]* exchange_stop(const atomic[int]* stop) noexcept nogil

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

try:
    import signal                   # inside the engine there is none
except ImportError:
    signal = None

cdef bint HAS_SIGNALS = signal is not None


cdef int raise_stopped() except -1 with gil:
    raise KeyboardInterrupt("the call that this thread worked for has ended")


cdef int run_handlers() except -1 with gil:
    return PyErr_CheckSignals()


cdef int check_signals() except -1 nogil:
    if not HAS_SIGNALS:
        return 0
    if is_stopped():
        raise_stopped()
    if is_due():
        run_handlers()
    return 0


cdef const atomic[int]* obey(const atomic[int]* stop) noexcept nogil:
    return exchange_stop(stop)


cdef void stop_holding() noexcept nogil:
    hold(-1)


cdef object held_back = local()     # .error: what was raised first in each thread that holds signals


cdef int hold_signals() noexcept nogil:
    return hold(1)


cdef bint hold_back(error) except -1:
    if hold(0) == 0:
        return False
    held_back.__dict__.setdefault("error", error)
    return True


cdef bint is_held_back() except -1:
    return hold(0) > 0 and "error" in held_back.__dict__


cdef int release_signals() except -1:
    cdef int held = hold(-1)
    error = held_back.__dict__.pop("error", None) if held == 0 else None
    if error is not None:
        raise error
    return 0


cdef class Stop:
    """Tells calls on other threads to end."""

    def set(self):
        """Calls that ``run`` has begun raise KeyboardInterrupt where they look for signals next."""
        self.is_set.store(1)

    def run(self, call, *arguments):
        """Call something that ends when this is set."""
        cdef const atomic[int]* before = obey(&self.is_set)
        try:
            return call(*arguments)
        finally:
            obey(before)


def run_all(executor, calls, bint shared, done=None):
    """Run calls by an executor.

    Parameters
    ----------
    executor : concurrent.futures.Executor
    calls : iterable of tuple
        A function and its arguments each.
    shared : bool
        The executor is one of threads: they have the memory of this process, and their calls end early when one fails or a signal
        comes.
    done : callable, optional
        Called when a call has ended, with the number of those that have and the number of all.

    Returns
    -------
    list
        What the calls return, in order.

    Raises
    ------
    BaseException
        What a call, ``done`` or the handler of a signal has raised. No call runs any more then if the executor is one of threads.
    """
    from concurrent.futures import wait
    from queue import SimpleQueue
    stop, futures = Stop(), []
    # its get is one call of C: a signal within as_completed may leave the lock of a thread of the executor unlocked
    ended = SimpleQueue()
    try:
        for call in calls:
            future = executor.submit(stop.run, *call) if shared else executor.submit(*call)
            futures.append(future)
            future.add_done_callback(ended.put)
        for count in range(1, len(futures) + 1):
            ended.get().result()
            if done is not None:
                done(count, len(futures))
    except BaseException:
        stop.set()
        running = [future for future in futures if not future.cancel()]
        if shared:
            wait(running)
        raise
    return [future.result() for future in futures]


# ---- progress ----

class BakeCancelled(Exception):
    """The progress callback returned False."""


def report(progress, stage, fraction):
    """Call a bake's progress callback before a stage, "done" at the end; BakeCancelled where it returns False."""
    if progress is not None and progress(stage, fraction) is False:
        raise BakeCancelled(f"bake stopped before stage {stage!r}" if stage != "done" else "bake stopped at its end")
