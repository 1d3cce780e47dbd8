"""A step of a crowd that several threads share."""
from libc.stdint cimport int32_t, int64_t
from libcpp.atomic cimport atomic
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.crowd_step cimport PHASES

cdef enum:
    PIECE = 128                     # agents that a thread takes at once

cdef cppclass SharedStep:
    CrowdData* crowd
    double dt
    int32_t counts[PHASES + 1]      # of the work of each phase, counted from 1 on
    atomic[int64_t] ticket          # the phase that is open · 2³² + the piece of it that is next; below 0: the step is over
    atomic[int32_t] done            # pieces of that phase

cdef void start_step(SharedStep* step, CrowdData* crowd, double dt) noexcept nogil
# By the thread that calls, which does all that nobody else comes to.
cdef int lead_step(SharedStep* step, int phases) except -1 nogil
# By each of the others, until the step is ended.
cdef int help_step(SharedStep* step, AvoidanceMemory* memory) except -1 nogil
cdef void end_step(SharedStep* step) noexcept nogil
