"""NavMeshData: a baked navmesh as a resource."""
from cpython.ref cimport PyObject

cdef cppclass NavMeshData:
    void* owner
    PyObject* navmesh               # NavMesh, NULL while empty; ours

cdef NavMeshData* navmesh_data_of(void* resource) noexcept nogil        # NULL: no NavMeshData
cdef void* navmesh_data_new(object navmesh) except NULL                 # a resource nobody holds yet
