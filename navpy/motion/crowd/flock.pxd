"""Flocks of a crowd: separation, alignment and cohesion among walking agents, and the leash between an agent and its leader."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.crowd.crowd_data cimport CrowdData

# Gives the agent a leader of the same crowd; NO_AGENT: none.
cdef int crowd_set_leader(CrowdData* crowd, AgentId id, AgentId leader) except -1 nogil
# In each step, before the active agents follow their paths: agents with a leader and without a request of their own begin to follow it.
cdef int follow_leaders(CrowdData* crowd) except -1 nogil
# Adds the rules of the flock to the preferred velocities of the participants first … end − 1. Several ranges may run at once.
cdef int flock_range(const CrowdData* crowd, const Avoidance* avoidance, int32_t first, int32_t end, double dt,
                     AvoidanceMemory* memory) except -1 nogil
