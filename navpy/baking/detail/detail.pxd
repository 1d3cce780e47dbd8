"""DetailMesh: the polygons' surfaces, fitted to the source triangles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef class DetailMesh:
    cdef vector[double] vertex_data         # meters, 3 a vertex: the polygons' corners, then the vertices of the detail mesh
    cdef vector[int32_t] offset_data        # triangles of polygon i are offset_data[i] … offset_data[i+1]−1; may be none
    cdef vector[int32_t] triangle_data      # 3 vertex indices a triangle, counter-clockwise seen from above
