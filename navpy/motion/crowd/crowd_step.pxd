"""The step of a crowd and its phases. Each phase has two parts: begin_phase runs in one thread and returns the number of the phase's items;
run_phase works on a range of these items, and several threads may run ranges at once. A phase ends before the next phase begins."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Runner
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef enum Phase:
    PHASE_FOLLOW = 0                # preferred velocities along paths. Items: active agents that make this step
    PHASE_REPLAN = 1                # agents stop at the end of their path, or search a new path
    PHASE_NEIGHBORS = 2             # the rules of flocks, then bodies and roles, sorted by place. Items: participants in avoidance
    PHASE_AVOID = 3                 # arrival among others, detours, then new velocities. Items: participants
    PHASE_CONTACTS = 4              # removes overlaps from the new velocities
    PHASE_ANIMATE = 5               # what animations are chosen by, from the new velocities. Items: agents that make this step
    STEERING_PHASES = 6             # the phases up to here lead to velocities
    PHASE_INTEGRATE = 6             # new positions of agents that no body moves. Items: agents that make this step
    PHASES = 7

cdef int32_t begin_phase(CrowdData* crowd, int phase, double dt) except -1 nogil
cdef int run_phase(CrowdData* crowd, int phase, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
# The work of PHASE_INTEGRATE on a range of other agents that make this step.
cdef int integrate_range(CrowdData* crowd, const int32_t* slots, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
# Runs the first ``phases`` phases in their order, STEERING_PHASES or PHASES. The runner's threads share the items.
cdef int crowd_step(CrowdData* crowd, int phases, double dt, const Runner* runner) except -1 nogil
