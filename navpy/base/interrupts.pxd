"""Signals that end a long computation, as Ctrl-C does: what runs without the GIL looks for them at regular points."""
from libcpp.atomic cimport atomic

# Raises what the handler of a signal raises, KeyboardInterrupt for Ctrl-C; in a thread whose Stop is set, a KeyboardInterrupt. For the
# most part it reads the clock, some 20 ns: call it where a microsecond or more has passed. Does nothing inside the engine, whose
# library has no signals.
cdef int check_signals() except -1 nogil

# Between these two the calling thread looks for no signals: for changes that must be made whole. Calls may be nested.
cdef int hold_signals() noexcept nogil
cdef int release_signals() except -1        # raises what was held back
cdef void stop_holding() noexcept nogil     # the same where nothing can be held back, as no executor was asked
# Keeps what a handler has raised, or an executor that does not help, for release_signals; false: no signals are held.
cdef bint hold_back(error) except -1
cdef bint is_held_back() except -1          # is anything kept for release_signals?

cdef class Stop:                    # tells other threads that their work is not wanted any more
    cdef atomic[int] is_set

# the calling thread heeds a Stop, NULL: none; returns the one before
cdef const atomic[int]* obey(const atomic[int]* stop) noexcept nogil
