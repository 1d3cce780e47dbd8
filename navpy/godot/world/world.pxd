"""The navigation maps: one for each World3D, and for each map made by a script with agents on it. A map's navmesh is merged from the
navmeshes of its bakers; crowds walk on it. Callers hold the lock (threads.pxd)."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from cpython.ref cimport PyObject
from navpy.base.core cimport PolyRef
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.streaming.streamed_ground cimport CrowdGuideRef
from navpy.godot.world.navigation_map cimport MapLink, NavigationMap
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.walkable cimport WalkableArea
from navpy.streaming.crowd_guide cimport WorldView

# map: RID of a navigation map, 0: the map of the node's world
cdef NavigationMap* world_enter(const Instance* instance, uint64_t map) noexcept nogil
cdef NavigationMap* world_of_node(void* node, uint64_t map, bint plane) noexcept nogil       # likewise, of any node
cdef void world_leave(NavigationMap* world) noexcept nogil
cdef void world_add_baker(NavigationMap* world, void* instance, bint (*is_rebaking)(void*) noexcept nogil) noexcept nogil
cdef void world_remove_baker(NavigationMap* world, void* instance) noexcept nogil
cdef bint world_is_pending(NavigationMap* world) noexcept nogil
# its bakers put nothing on the map, where the scene has regions
cdef bint world_hides_regions(const NavigationMap* world) noexcept nogil
# an enabled NavigationRegion3D or TileMapLayer with polygons, NULL: none
cdef void* world_scene_region(const NavigationMap* world) noexcept nogil
# masks: see MapRegion; they live as long as the navmesh is the node's region.
cdef void world_set_region(NavigationMap* world, void* node, PyObject* navmesh, const vector[uint32_t]* masks,
                           const GdTransform3D* frame,
                           uint32_t layers, double enter_cost, double travel_cost, bint is_converted) noexcept nogil
cdef void world_remove_region(NavigationMap* world, void* node) noexcept nogil
# tiles, links or costs of its navmesh were changed in place
cdef void world_update_region(NavigationMap* world, void* node) noexcept nogil
# The node's region is loaded from a streamed world, piece by piece; view lives until world_remove_stream.
cdef void world_set_stream(NavigationMap* world, void* node, const GdTransform3D* frame, const WorldView* view) noexcept nogil
cdef void world_remove_stream(NavigationMap* world, void* node) noexcept nogil
# A tile of the node's world to be read for a target on it, and the asker for take_goal of the guide; false: none is asked for.
cdef bint world_next_goal(NavigationMap* world, void* node, CrowdGuideRef* guide, int32_t* asker, int32_t* tile) noexcept nogil
cdef void world_set_link(NavigationMap* world, const MapLink* link) noexcept nogil       # the world sets the link's id
cdef void world_remove_link(NavigationMap* world, void* node) noexcept nogil
cdef void* world_link_node(NavigationMap* world, int32_t id) noexcept nogil  # NavLink or NavigationLink3D, NULL: it is a baked link
# NavMeshBaker, NavigationRegion3D or TileMapLayer, NULL: it was freed
cdef void* world_region_node(NavigationMap* world, PolyRef poly) noexcept nogil
# include_flags of an agent with these navigation layers
cdef uint32_t world_flags(NavigationMap* world, uint32_t layers) noexcept nogil
cdef void world_add_listener(NavigationMap* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil
cdef void world_remove_listener(NavigationMap* world, void* instance) noexcept nogil
cdef void world_notify_listeners(NavigationMap* world) noexcept nogil
# of a World3D by its instance id. Each call needs one world_leave
cdef NavigationMap* world_of_id(uint64_t id, bint plane) noexcept nogil
cdef void world_keep(NavigationMap* world) noexcept nogil                    # one more user; likewise
cdef const MeshView* world_mesh(NavigationMap* world) noexcept nogil
# The rules of a filter on this map, in step with the navmesh that world_mesh returned last. They live until world_drop_filter.
cdef const FilterRules* world_rules(NavigationMap* world, NavFilter* filter) except NULL nogil
cdef void world_drop_filter(NavFilter* filter) noexcept nogil           # as it is freed: in all worlds
# The area in which a query may search, NULL: all of the navmesh as it was baked.
cdef int world_query_area(NavigationMap* world, NavFilter* filter, const WalkableArea** out) except -1 nogil
cdef EngineCrowd* world_crowd_of(NavigationMap* world, void* node) noexcept nogil
cdef void world_read_obstacles() noexcept nogil                         # the scene's NavigationObstacle3D nodes, before a bake
cdef void world_add_crowd(NavigationMap* world, EngineCrowd* crowd) noexcept nogil
cdef void world_remove_crowd(NavigationMap* world, EngineCrowd* crowd) noexcept nogil
cdef void advance_crowd(NavigationMap* world, EngineCrowd* crowd, double delta) noexcept nogil
