"""The step of a crowd and its phases. A phase begins with what one thread does alone, begin_phase, which returns the number of items that the
rest of the phase has. Several threads may run ranges of these at once. A phase ends before the next one begins."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Runner
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef enum Phase:
    PHASE_FOLLOW = 0                # preferred velocities along paths. Items: active agents
    PHASE_REPLAN = 1                # agents stop at the end of their path, others search a new one
    PHASE_NEIGHBORS = 2             # bodies and roles, sorted by place. Items: participants in avoidance
    PHASE_AVOID = 3                 # arrival among others, detours, then new velocities. Items: participants
    PHASE_CONTACTS = 4              # overlaps out of the new velocities
    STEERING_PHASES = 5             # the phases up to here lead to velocities
    PHASE_INTEGRATE = 5             # positions, of agents that no body moves. Items: slots
    PHASES = 6

cdef int32_t begin_phase(CrowdData* crowd, int phase, double dt) except -1 nogil
cdef int run_phase(CrowdData* crowd, int phase, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
# The first phases, in their order: STEERING_PHASES or PHASES of them. The runner's threads share the items.
cdef int crowd_step(CrowdData* crowd, int phases, double dt, const Runner* runner) except -1 nogil
