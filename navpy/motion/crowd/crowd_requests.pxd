"""Requests of agents, and the searches for them."""
from libc.stdint cimport int32_t, int64_t
from navpy.mesh.half_edges cimport PortalGraph
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial, bint at_once=*) except -1 nogil
# Before requests for the same target: so many of these agents have no path, and will all search. 0 after the requests.
cdef void crowd_expect(CrowdData* crowd, const AgentId* ids, int64_t count) noexcept nogil
cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil

# For the step:
cdef int search_path(CrowdData* crowd, Agent* agent, const PortalGraph* graph) except -1 nogil
cdef int adopt_path(CrowdData* crowd, int32_t slot) except -1 nogil
cdef int replan(CrowdData* crowd, int32_t slot, bint is_lost) except -1 nogil
# Of an agent whose path leads on: true if the ground leads farther by now.
cdef bint leads_farther(CrowdData* crowd, int32_t slot) except -1 nogil
# The next step searches the path of the agent's request.
cdef void queue_search(CrowdData* crowd, int32_t slot) noexcept nogil
cdef int return_home(CrowdData* crowd, int32_t slot) except -1 nogil
