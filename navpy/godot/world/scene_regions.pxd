"""NavigationRegion3D and NavigationLink3D nodes in the scene tree. One thread at a time."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport EngineLink, EngineRegion

cdef cppclass Region:               # of either class
    void* node
    uint64_t id                     # instance id of the node
    uint64_t world                  # key of the map that it is on, 0: none
    bint is_link
    EngineRegion region             # as last read
    EngineLink link                 # likewise
    bint converts                   # its mesh is another than before
    bint upright                    # as last converted: in its own space, else in world space
    PyObject* navmesh               # NavMesh, NULL: nothing to walk on; ours

cdef uint64_t map_key(void* node, uint64_t map) noexcept nogil  # instance id of its World3D, or the RID of a map that isn't that world's
cdef void watch_regions(void (*on_frame)() noexcept nogil) noexcept nogil       # on_frame: at the beginning of each physics frame
cdef bint watches_regions() noexcept nogil
cdef uint64_t regions_version(uint64_t world) noexcept nogil    # another one where something has changed since
cdef int list_regions(uint64_t world, vector[Region*]* out) except -1       # with their meshes converted
cdef void* region_link(uint64_t world, int32_t low_bits) noexcept nogil     # NavigationLink3D by the low 24 bits of its id, NULL: none
