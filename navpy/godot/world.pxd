"""One map a World3D: the bakers' navmeshes joined in world space, and the crowds that walk on it. Main thread only."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from cpython.ref cimport PyObject
from navpy.godot.gd cimport GdTransform3D
from navpy.mesh cimport MeshView
from navpy.motion.crowd_agents cimport AgentId
from navpy.motion.crowd_data cimport CrowdData

cdef enum:
    NEVER = -2                      # before every physics frame, and before the one before it

cdef struct Source:                 # what one baker adds to the map
    void* baker
    PyObject* navmesh               # NavMesh in the baker's own space; the baker's resource keeps it alive
    GdTransform3D frame             # from there to world space: a turn about Y and a shift
    uint32_t layers                 # navigation layers

cdef struct Listener:               # somebody who wants to know that the map has changed
    void* instance
    void (*map_changed)(void* instance) noexcept nogil

cdef struct Member:                 # what an agent is to the engine
    void* node                      # its NavAgent
    void* body                      # the Node3D whose position is the agent's
    double place[3]                 # metres, where that was when last read
    int64_t frame                   # physics frame of that, NEVER: not yet

cdef cppclass EngineCrowd:          # agents that are stepped together
    void* owner                     # Crowd node; NULL for a world's default crowd
    CrowdData data
    vector[Member] members          # by slot
    int64_t frame                   # physics frame of the last step

cdef cppclass World:
    uint64_t id                     # instance id of the World3D
    int users                       # nodes of ours in it
    int bakers                      # NavMeshBakers in it
    int baking                      # those at work
    bint stale                      # sources have changed since `navmesh` was joined
    PyObject* navmesh               # NavMesh in world space, NULL where there is none; ours
    EngineCrowd crowd               # of agents outside any Crowd node
    vector[Source] sources
    vector[Listener] listeners
    vector[EngineCrowd*] crowds     # of Crowd nodes

cdef World* world_enter(void* node) noexcept nogil
cdef void world_leave(World* world) noexcept nogil
cdef void world_set_source(World* world, void* baker, PyObject* navmesh, const GdTransform3D* frame, uint32_t layers) noexcept nogil
cdef void world_remove_source(World* world, void* baker) noexcept nogil
cdef void world_mesh_changed(World* world, void* baker) noexcept nogil      # in place: tiles, links or costs of its navmesh
cdef uint32_t world_flags(World* world, uint32_t layers) noexcept nogil     # include_flags of who walks on these layers
cdef void world_add_listener(World* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil
cdef void world_remove_listener(World* world, void* instance) noexcept nogil
cdef void world_announce(World* world) noexcept nogil
cdef const MeshView* world_mesh(World* world) noexcept nogil
cdef EngineCrowd* world_crowd_of(World* world, void* node) noexcept nogil
cdef void world_add_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void world_remove_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void world_join_crowd(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil   # who the agent is
cdef void advance_crowd(World* world, EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil
