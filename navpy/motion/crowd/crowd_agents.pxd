"""What a crowd's agents are told and asked, from outside a step."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent, AgentParams
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.mesh.half_edges cimport PortalGraph

ctypedef int64_t AgentId            # slot in the low 32 bits, generation in the high; never reused, NO_AGENT is none

cdef enum:
    NO_AGENT = -1
    SEARCH_BUDGET = 10_000          # of a crowd, unless it says otherwise: one to three milliseconds

cdef AgentParams default_params() noexcept nogil
cdef const char* params_fault(const AgentParams* params) noexcept nogil         # name of the first bad one, or NULL
cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil
cdef int crowd_set_params(CrowdData* crowd, AgentId id, const AgentParams* params) except -1 nogil
cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil
cdef Agent* crowd_agent(CrowdData* crowd, AgentId id) noexcept nogil            # NULL: removed, or never was
cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil    # NULL likewise
cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil
cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial, bint at_once=*) except -1 nogil
cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil
cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil  # NULL: none; walkers look for a new path

# For steps:
cdef void measure_height(CrowdData* crowd, Agent* agent) noexcept nogil
cdef void halt(CrowdData* crowd, int32_t slot) noexcept nogil
cdef void give_up(CrowdData* crowd, int32_t slot, int reason) noexcept nogil
cdef bint is_shut(const CrowdData* crowd, const Agent* agent) noexcept nogil    # a way, for an agent as wide as this?
cdef int find_way(CrowdData* crowd, Agent* agent, const PortalGraph* graph) except -1 nogil
cdef int adopt_path(CrowdData* crowd, int32_t slot) except -1 nogil
cdef int search_again(CrowdData* crowd, int32_t slot, bint lost) except -1 nogil
cdef int walk_back(CrowdData* crowd, int32_t slot) except -1 nogil
cdef int choose_walkable(CrowdData* crowd, int32_t slot) except -1 nogil
cdef int notice_changes(CrowdData* crowd) except -1 nogil


cdef inline AgentId make_id(int32_t slot, uint32_t generation) noexcept nogil:
    return <AgentId>((<uint64_t>generation << 32) | <uint32_t>slot)


cdef inline int32_t slot_of(AgentId id) noexcept nogil:
    return <int32_t><uint32_t>id
