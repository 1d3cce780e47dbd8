"""NavMesh: owns the polygons and all that is derived from them; algorithms borrow its view."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.mesh cimport MeshView, Poly

cdef int read_point(str name, point, double* out) except -1       # of every Python function that takes one

cdef class NavMesh:
    cdef MeshView view
    cdef vector[double] vertex_data
    cdef vector[Poly] poly_data
    cdef vector[int32_t] corner_data
    cdef vector[PolyRef] neighbor_data
    cdef vector[int32_t] twin_data
    cdef vector[double] center_data
    cdef vector[int32_t] island_data
    cdef vector[double] cost_data
    cdef vector[int32_t] cell_first_data
    cdef vector[PolyRef] cell_poly_data
    cdef object __weakref__
    cdef int assemble(self, bint flip) except -1
    cdef int rotate_corners(self, const Poly* poly) except -1 nogil
