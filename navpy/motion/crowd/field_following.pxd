"""Agents that follow a field: requests, and their preferred velocities."""
from libc.stdint cimport int32_t
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData

# The agent follows a field until it is at a goal, another request comes or crowd_stop. Returns the request's StatusCode. It may be
# called every frame: the same guide starts nothing anew. The caller keeps the guide, and all that it borrows, alive until
# crowd_drop_guide, and updates them between steps. The grid's x and y are the world's x and z.
cdef int crowd_follow(CrowdData* crowd, AgentId id, const FieldGuide* guide) except -1 nogil
# Before a guide is freed: no agent has it any more. Agents that follow it fail.
cdef void crowd_drop_guide(CrowdData* crowd, const FieldGuide* guide) noexcept nogil

# For the step:
# Sets the preferred velocity for the next dt seconds; returns a FollowResult. agents: of the crowd.
cdef int follow_field(const FieldGuide* guide, Agent* agent, size_t agents, double dt) noexcept nogil
# The agent has no way.
cdef void lose_field(CrowdData* crowd, int32_t slot) noexcept nogil
# Flow tiles learn where the agents are that follow them.
cdef int prepare_fields(CrowdData* crowd) except -1 nogil
