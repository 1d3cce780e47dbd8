"""The phases of a crowd's step. Each begins with what one thread does alone and returns how many pieces of work it has; of these any range
may be done by any thread. A phase must be over before the next one begins."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef enum Phase:
    PHASE_CORRIDOR = 0              # who walks: along its path, if it can
    PHASE_STEER = 1                 # who must: halts, searches another path
    PHASE_NEIGHBORS = 2             # who is near whom
    PHASE_AVOID = 3                 # who has arrived among others; velocities as others leave them
    PHASE_PART = 4                  # velocities without overlaps
    DECISIONS = 5                   # phases that lead to velocities
    PHASE_INTEGRATE = 5             # positions, where no body moves itself
    PHASES = 6

cdef int32_t begin_phase(CrowdData* crowd, int phase, double dt) except -1 nogil
cdef int do_phase(CrowdData* crowd, int phase, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil          # the phases that lead to velocities, by one thread
cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil       # the last one, likewise
