"""The NavigationRegion3D and NavigationLink3D nodes of the scene tree, the nodes of the plane with its TileMapLayers, and the search
for these and the tree's obstacles. Callers hold the lock (threads.pxd)."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.world.engine_nodes cimport EngineLink, EngineRegion, NodeKind

cdef cppclass SceneEntry:           # a region, a link or a TileMapLayer
    void* node
    uint64_t id                     # instance id of the node
    uint64_t map_key                # key of the map that it is on, 0: none
    NodeKind kind
    bint is_plane
    bint is_link
    EngineRegion region             # the node's properties as last read, but of a link
    EngineLink link                 # likewise, of a link
    uint32_t layers                 # navigation layers for which the first bit of the polygons' flags stands
    vector[uint32_t] masks          # those for which the next bits stand
    uint64_t tiles_hash             # of the cells of a TileMapLayer when they were last compared, 0: they were not
    bint compares_tiles             # they may have changed since
    bint needs_conversion           # the node's navigation mesh has changed since `navmesh` was made
    bint is_in_own_space            # `navmesh` is in the node's own space; else it is in world space
    PyObject* navmesh               # NavMesh, an own reference; NULL: nothing is walkable

# Finds the nodes of a dimension. on_frame is called at the beginning of each physics frame.
cdef void watch_scene(bint plane, void (*on_frame)() noexcept nogil) noexcept nogil
cdef uint64_t scene_version(uint64_t map_key) noexcept nogil        # grows with each change of a node on the map
cdef int list_scene_entries(uint64_t map_key, vector[SceneEntry*]* out) except -1       # converts the meshes that need it
cdef void* find_scene_region(uint64_t map_key) noexcept nogil           # an enabled one with polygons, NULL: there is none
cdef void* find_scene_link(uint64_t map_key, int32_t id) noexcept nogil     # the link with this id, NULL: there is none
