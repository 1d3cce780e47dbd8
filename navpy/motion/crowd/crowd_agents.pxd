"""The agents of a crowd: added and removed, their parameters and filters, the list of active agents."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent, Follows
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.mesh.half_edges cimport FilterRules

ctypedef int64_t AgentId            # slot in the low 32 bits, generation in the high ones; never reused

cdef enum:
    NO_AGENT = -1
    SEARCH_BUDGET = 10_000          # nodes of searches in a step by default: one to three milliseconds

cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil
cdef int crowd_set_params(CrowdData* crowd, AgentId id, const AgentParams* params) except -1 nogil
# The agent walks by these rules, NULL: by none, from its next search on; an active one searches anew. The caller keeps them in step
# with the mesh, and alive until crowd_drop_filter.
cdef int crowd_set_filter(CrowdData* crowd, AgentId id, const FilterRules* filter) except -1 nogil
# before it is freed: no agent has it any more
cdef int crowd_drop_filter(CrowdData* crowd, const FilterRules* filter) except -1 nogil
cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil
# corners, 3 coordinates each; NULL: removed, or never was
cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil
cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil
cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil  # NULL: none; active agents search new paths

# For the step:
cdef void measure_base_offset(CrowdData* crowd, Agent* agent) noexcept nogil
cdef void list_active(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void activate(CrowdData* crowd, int32_t slot, Follows now) noexcept nogil
cdef void clear_path(CrowdData* crowd, int32_t slot) noexcept nogil
# From now on the walls of the field in crowd.field_guides are the agent's walls, if it follows this field or has followed it.
cdef void take_walls(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void leave_walls(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void stop_agent(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void stop_on_ground(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void fail_request(CrowdData* crowd, int32_t slot, int reason) noexcept nogil
cdef void search_anew(CrowdData* crowd, Agent* agent) noexcept nogil
cdef int choose_walkable(CrowdData* crowd, int32_t slot) except -1 nogil
cdef int notice_changes(CrowdData* crowd) except -1 nogil


cdef inline AgentId make_id(int32_t slot, uint32_t generation) noexcept nogil:
    return <AgentId>((<uint64_t>generation << 32) | <uint32_t>slot)


cdef inline Agent* crowd_agent(CrowdData* crowd, AgentId id) noexcept nogil:
    """NULL: removed, or never was. The pointer is valid until an agent is added."""
    cdef uint32_t slot = <uint32_t>id
    cdef uint32_t generation = <uint32_t>(<uint64_t>id >> 32)
    if slot >= crowd.agents.size() or not generation & 1 or crowd.agents[slot].generation != generation:
        return NULL
    return &crowd.agents[slot]


cdef inline int64_t budget_of(const CrowdData* crowd) noexcept nogil:
    """Nodes that the searches of a step may open."""
    return crowd.search_budget if crowd.search_budget > 0 else SEARCH_BUDGET


cdef inline int32_t slot_of(AgentId id) noexcept nogil:
    return <int32_t><uint32_t>id
