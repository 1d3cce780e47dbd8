"""NavMeshData: a baked navmesh as a resource."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.mesh.mesh_view cimport MeshView

cdef struct DataUser:               # a baker that borrows the NavMesh
    void* instance
    void (*data_changed)(void* instance) noexcept nogil     # called as the NavMesh is replaced; the old one lives until it returns

cdef cppclass NavMeshData(Instance):
    PyObject* navmesh               # NavMesh, an own reference; NULL: the resource is empty
    vector[uint32_t] layer_masks    # navigation layers for which the bits of its polygons' flags stand, from the second bit on
    uint8_t is_converted            # the NavMesh is that of from_navigation_mesh
    vector[DataUser] users

cdef NavMeshData* navmesh_data_of(void* resource) noexcept nogil        # NULL: the object is no NavMeshData
cdef void navmesh_data_add_user(NavMeshData* data, void* instance, void (*data_changed)(void*) noexcept nogil) noexcept nogil
cdef void navmesh_data_remove_user(NavMeshData* data, void* instance) noexcept nogil
cdef void* navmesh_data_new(object navmesh, bint plane) except NULL                 # a new resource, without a reference yet
# Writes the triangles of the polygon's surface, three points each, for drawing; returns the number of points.
cdef int64_t write_surface(const MeshView* view, int32_t poly, GdVector3* out) noexcept nogil
