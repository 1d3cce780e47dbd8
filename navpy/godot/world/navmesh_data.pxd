"""NavMeshData: a baked navmesh as a resource."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.mesh.mesh_view cimport MeshView

cdef struct DataUser:               # somebody who borrows the NavMesh
    void* instance
    void (*data_changed)(void* instance) noexcept nogil     # the old one lives until this returns

cdef cppclass NavMeshData(Instance):
    PyObject* navmesh               # NavMesh, NULL while empty; ours
    vector[DataUser] users

cdef NavMeshData* navmesh_data_of(void* resource) noexcept nogil        # NULL: no NavMeshData
cdef void navmesh_data_add_user(NavMeshData* data, void* instance, void (*data_changed)(void*) noexcept nogil) noexcept nogil
cdef void navmesh_data_remove_user(NavMeshData* data, void* instance) noexcept nogil
cdef void* navmesh_data_new(object navmesh) except NULL                 # a resource nobody holds yet
# The polygon's triangles, three points each, for drawing; returns how many points.
cdef int64_t put_surface(const MeshView* view, int32_t poly, GdVector3* out) noexcept nogil
