"""The funnel algorithm: the shortest path inside a corridor (Chazelle 1982; Lee & Preparata 1984; Mononen 2010)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView

cdef int string_pull(const MeshView* mesh, const PolyRef* corridor, Py_ssize_t corridor_length, const double* start,
                     const double* goal, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil
cdef bint find_portal(const MeshView* mesh, PolyRef poly, PolyRef next, int32_t* right, int32_t* left) noexcept nogil
