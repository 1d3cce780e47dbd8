"""Flocks of a crowd: separation, alignment and cohesion among agents that walk, and the leash between an agent and its leader."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData

# Gives the agent a leader, an agent of the same crowd; NO_AGENT: none.
cdef void crowd_set_leader(CrowdData* crowd, AgentId id, AgentId leader) noexcept nogil
# Before the active agents follow their paths: agents with a leader and without a request of their own get paths to it.
cdef int follow_leaders(CrowdData* crowd) except -1 nogil
# Applies the rules of the flock to the preferred velocities of the participants first … end − 1. Several ranges may run at once.
cdef int flock_range(CrowdData* crowd, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
