"""The step of a crowd: phases, one after the other. A phase begins with a part for one thread; the runner's threads share its
items."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner
from navpy.motion.crowd.crowd_data cimport CrowdData

# The phases that lead to new velocities.
cdef int crowd_steer(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil
# After crowd_steer: moves those of these agents that have made the step, by their new velocities.
cdef int crowd_move(CrowdData* crowd, const vector[int32_t]* slots, double dt, const Runner* runner) except -1 nogil
# Both, for all agents.
cdef int crowd_step(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil
