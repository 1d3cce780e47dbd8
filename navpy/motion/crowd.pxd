"""Crowd: many agents on one NavMesh, each with its request, its path and the velocity it wishes for."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent, AgentParams
from navpy.motion.crowd_data cimport CrowdData
from navpy.navmesh cimport NavMesh

ctypedef int64_t AgentId            # slot in the low 32 bits, generation in the high; never reused, NO_AGENT is none

cdef enum:
    NO_AGENT = -1

cdef AgentParams default_params() noexcept nogil
cdef const char* params_fault(const AgentParams* params) noexcept nogil         # name of the first bad one, or NULL
cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil
cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil
cdef Agent* crowd_agent(CrowdData* crowd, AgentId id) noexcept nogil            # NULL: removed, or never was
cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil    # NULL likewise
cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil
cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial) except -1 nogil
cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil
cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil  # NULL: none; walkers look for a new path
# The phases of a step, in their order: desired velocities from positions; who is near whom; who has arrived among others; velocities that
# others leave; and, where no body does that, positions.
cdef int crowd_steer(CrowdData* crowd, double dt) except -1 nogil
cdef int crowd_look_around(CrowdData* crowd, double dt) except -1 nogil
cdef int crowd_settle(CrowdData* crowd, double dt) except -1 nogil
cdef int crowd_avoid(CrowdData* crowd, double dt) except -1 nogil
cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil              # all but the last
cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil

cdef class Crowd

cdef class AgentHolder:
    cdef Crowd crowd                # while its agents lie where the arrays look
    cdef vector[Agent] agents       # as they lay there, once the crowd's are elsewhere

cdef class Crowd:
    cdef CrowdData data
    cdef NavMesh navmesh            # keeps what data.mesh borrows alive
    cdef Agent* find(self, AgentId agent) except NULL
    cdef list memories              # of threads that have stepped it
    cdef int decide(self, double dt, executor) except -1
    cdef AgentHolder holder         # what arrays look at, None: there are none
    cdef object column(self, char* first, bint vectors)
    cdef int make_room(self, size_t slots) except -1
