"""Crowd: many agents on one NavMesh, each with its request, its path and the velocity it wishes for."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint8_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.navmesh cimport MeshView, NavMesh
from navpy.query.astar cimport Search
from navpy.query.path cimport PathBuffer

ctypedef int64_t AgentId            # slot in the low 32 bits, generation in the high; never reused, NO_AGENT is none

cdef enum:
    NO_AGENT = -1

cdef struct AgentParams:
    double radius                   # metres
    double max_speed                # metres a second
    double max_deceleration         # metres a second², braking for the goal; infinite: it stops dead
    double path_desired_distance    # metres in the ground plane: how near a corner may count as turned
    double target_desired_distance  # metres of path left at which a request has succeeded
    double path_max_distance        # metres in the ground plane off the path that make the agent look for a new one

cdef struct Agent:
    AgentParams params
    double position[3]              # metres, the agent's origin: any height over its floor
    double desired_velocity[3]      # metres a second, y = 0
    double target[3]                # metres, as asked for
    double path_length              # metres, of the path as it was found
    double distance_left            # metres in the ground plane along the path to its end
    double off_by                   # metres that the end named by the reason lies off the navmesh
    double rest                     # metres in the ground plane along the path from the next corner to its end
    double leg[3]                   # metres, where the straight way to the next corner was last known to be clear
    double course[2]                # metres, x and z where the next corner became the next: the way that one strays from
    double height                   # metres, origin over the floor, kept by crowd_integrate; NaN while unknown
    double slack                    # metres the target may still move before its path is searched anew
    uint32_t generation             # odd while the slot is taken
    uint32_t mesh_version           # of the navmesh that the last search saw
    int32_t next_corner             # index of the path point walked to
    int32_t active_index            # place in the list of active agents, −1 when not in it
    uint8_t status                  # StatusCode of the request
    uint8_t reason                  # ReasonCode of the request
    uint8_t active                  # has a path to walk: costs time every step
    uint8_t allow_partial           # the request takes the nearest reachable point for an answer
    int32_t replans                 # paths searched for the present request after its first

cdef cppclass CrowdData:
    const MeshView* mesh            # NULL until there is one
    Search search
    PathBuffer buffer
    vector[Agent] agents            # by slot
    vector[vector[double]] paths    # by slot: taut path, 3 a point
    vector[vector[PolyRef]] path_polys  # by slot: a polygon each path point lies on
    vector[int32_t] free_slots
    vector[int32_t] active          # slots that have a path to walk
    uint32_t steps
    uint32_t mesh_version           # counts crowd_set_mesh
    int64_t searches                # paths searched since there is this crowd

cdef AgentParams default_params() noexcept nogil
cdef const char* params_fault(const AgentParams* params) noexcept nogil         # name of the first bad one, or NULL
cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil
cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil
cdef Agent* crowd_agent(CrowdData* crowd, AgentId id) noexcept nogil            # NULL: removed, or never was
cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil    # NULL likewise
cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil
cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial) except -1 nogil
cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil
cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil # NULL: none; walkers look for a new path
cdef int crowd_steer(CrowdData* crowd, double dt) except -1 nogil               # desired velocities from positions
cdef void crowd_integrate(CrowdData* crowd, double dt) noexcept nogil           # positions from desired velocities

cdef class Crowd:
    cdef CrowdData data
    cdef NavMesh navmesh            # keeps what data.mesh borrows alive
    cdef Agent* find(self, AgentId agent) except NULL
    cdef object rows(self, bint velocities)
