"""One map a World3D: the bakers' navmeshes joined in world space, and the crowds that walk on it. Main thread only."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.vector cimport vector
from cpython.ref cimport PyObject
from navpy.godot.engine_crowd cimport EngineCrowd
from navpy.godot.gd cimport GdTransform3D
from navpy.mesh cimport MeshView

cdef struct Source:                 # what one baker adds to the map
    void* baker
    PyObject* navmesh               # NavMesh in the baker's own space; the baker's resource keeps it alive
    GdTransform3D frame             # from there to world space: a turn about Y and a shift

cdef struct Listener:               # somebody who wants to know that the map has changed
    void* instance
    void (*map_changed)(void* instance) noexcept nogil

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
cdef void world_set_source(World* world, void* baker, PyObject* navmesh, const GdTransform3D* frame) noexcept nogil
cdef void world_remove_source(World* world, void* baker) noexcept nogil
cdef void world_add_listener(World* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil
cdef void world_remove_listener(World* world, void* instance) noexcept nogil
cdef void world_announce(World* world) noexcept nogil
cdef const MeshView* world_mesh(World* world) noexcept nogil
cdef EngineCrowd* world_crowd_of(World* world, void* node) noexcept nogil
cdef void world_add_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void world_remove_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void advance_crowd(World* world, EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil
