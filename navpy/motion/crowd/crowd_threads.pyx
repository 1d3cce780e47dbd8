"""A step of a crowd that several threads share: whoever is free takes the next piece of the phase that is open. Threads are asked once a
step, not once a phase, and look for work until it is over: between two phases there is less to do than it takes to wake a thread."""
from libc.stdint cimport int32_t, int64_t

from navpy.motion.crowd.crowd_step cimport begin_phase, run_phase
from navpy.base.parallel cimport yield_thread

cdef int64_t OVER = -1


cdef inline int32_t pieces_of(int32_t count) noexcept nogil:
    return (count + PIECE - 1) // PIECE


cdef void start_step(SharedStep* step, CrowdData* crowd, double dt) noexcept nogil:
    step.crowd, step.dt = crowd, dt
    step.counts[0] = 0                      # nothing to do until the first phase is open
    step.ticket.store(0)


cdef bint has_work(const SharedStep* step, int64_t ticket) noexcept nogil:
    return <int32_t>ticket < pieces_of(step.counts[ticket >> 32])


cdef int do_piece(SharedStep* step, int64_t ticket, AvoidanceMemory* memory) except -1 nogil:
    cdef int32_t opened = <int32_t>(ticket >> 32), first = PIECE * <int32_t>ticket
    try:
        run_phase(step.crowd, opened - 1, first, min(first + PIECE, step.counts[opened]), step.dt, memory)
    finally:
        step.done.fetch_add(1)              # else those who wait for it would do so for ever
    return 0


cdef int take_pieces(SharedStep* step, AvoidanceMemory* memory) except -1 nogil:
    cdef int64_t ticket = step.ticket.fetch_add(1)
    while has_work(step, ticket):
        do_piece(step, ticket, memory)
        ticket = step.ticket.fetch_add(1)
    return 0


cdef int lead_step(SharedStep* step, int phases) except -1 nogil:
    cdef int64_t opened
    for opened in range(1, phases + 1):
        step.done.store(0)
        step.counts[opened] = begin_phase(step.crowd, <int>opened - 1, step.dt)
        step.ticket.store(opened << 32)
        take_pieces(step, &step.crowd.memory)
        while step.done.load() < pieces_of(step.counts[opened]):
            yield_thread()
    return 0


cdef void end_step(SharedStep* step) noexcept nogil:
    step.ticket.store(OVER)


cdef int help_step(SharedStep* step, AvoidanceMemory* memory) except -1 nogil:
    """It takes a piece only where it has seen one: the ticket of a step that is over stays below 0."""
    cdef int64_t seen = step.ticket.load()
    while seen >= 0:
        if not has_work(step, seen):
            yield_thread()
        elif step.ticket.compare_exchange_strong(seen, seen + 1):
            do_piece(step, seen, memory)
        seen = step.ticket.load()
    return 0
