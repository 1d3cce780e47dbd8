"""NavMesh: owns the polygons and all that is derived from them; algorithms borrow its view."""
from libc.stdint cimport int32_t
from navpy.mesh cimport MeshView
from navpy.mesh_data cimport MeshData
from navpy.tile cimport TileData

cdef int read_point(str name, point, double* out) except -1       # of every Python function that takes one

cdef class NavMesh:
    cdef MeshView view              # stays where it is while the mesh changes, what it points to does not
    cdef MeshData data
    cdef object __weakref__
    cdef int refresh(self) except -1
    cdef int check_fit(self, const TileData* tile) except -1
