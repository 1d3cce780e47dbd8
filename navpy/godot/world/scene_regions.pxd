"""The NavigationRegion3D and NavigationLink3D nodes of the scene tree, and how these and its obstacles are found. Callers hold the lock
(threads.pxd)."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport EngineLink, EngineRegion

cdef cppclass SceneEntry:           # a NavigationRegion3D or a NavigationLink3D
    void* node
    uint64_t id                     # instance id of the node
    uint64_t map_key                # key of the map that it is on, 0: none
    bint is_link
    EngineRegion region             # the node's properties as last read, of a region
    EngineLink link                 # likewise, of a link
    bint needs_conversion           # the region's NavigationMesh has changed since `navmesh` was made
    bint is_upright                 # `navmesh` is in the node's own space; else it is in world space
    PyObject* navmesh               # NavMesh, an own reference; NULL: nothing is walkable

cdef void watch_scene(void (*on_frame)() noexcept nogil) noexcept nogil     # on_frame is called at the beginning of each physics frame
cdef uint64_t scene_version(uint64_t map_key) noexcept nogil        # grows with each change of a node on the map
cdef int list_scene_entries(uint64_t map_key, vector[SceneEntry*]* out) except -1       # converts the meshes that need it
cdef void* find_scene_region(uint64_t map_key) noexcept nogil           # an enabled one with polygons, NULL: there is none
cdef void* find_scene_link(uint64_t map_key, int32_t id) noexcept nogil     # NavigationLink3D with this link id, NULL: there is none
