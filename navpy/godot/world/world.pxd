"""One map a World3D: the bakers' navmeshes joined in world space, and the crowds that walk on it; and one for every other navigation map
that scripts put agents on. One thread at a time (threads.pxd)."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from cpython.ref cimport PyObject
from navpy.base.core cimport PolyRef
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.world_data cimport LinkSource, World
from navpy.mesh.mesh_view cimport MeshView

cdef World* world_enter(void* node, uint64_t map) noexcept nogil        # map: RID of a navigation map; 0: that of the node's world
cdef void world_leave(World* world) noexcept nogil
cdef void world_set_source(World* world, void* baker, PyObject* navmesh, const GdTransform3D* frame, uint32_t layers,
                           double enter_cost, double travel_cost) noexcept nogil
cdef void world_remove_source(World* world, void* baker) noexcept nogil
cdef void world_mesh_changed(World* world, void* baker) noexcept nogil      # in place: tiles, links or costs of its navmesh
cdef void world_set_link(World* world, const LinkSource* link) noexcept nogil       # its id is ours to give
cdef void world_remove_link(World* world, void* node) noexcept nogil
cdef void* world_link_node(World* world, int32_t id) noexcept nogil         # NavLink or NavigationLink3D, NULL: a baked link
cdef void* world_ground_node(World* world, PolyRef poly) noexcept nogil         # NavMeshBaker or NavigationRegion3D, NULL: gone
cdef bint world_has_regions(World* world) noexcept nogil                    # enabled ones with a mesh, where it has no baker
cdef uint32_t world_flags(World* world, uint32_t layers) noexcept nogil     # include_flags of who walks on these layers
cdef void world_add_listener(World* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil
cdef void world_remove_listener(World* world, void* instance) noexcept nogil
cdef void world_announce(World* world) noexcept nogil
cdef const MeshView* world_mesh(World* world) noexcept nogil
cdef EngineCrowd* world_crowd_of(World* world, void* node) noexcept nogil
cdef void world_add_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void world_remove_crowd(World* world, EngineCrowd* crowd) noexcept nogil
cdef void advance_crowd(World* world, EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil
