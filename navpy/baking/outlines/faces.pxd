"""The faces between the sides of a planar graph: how the sides turn around each point, and the winding numbers beside each."""
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector
from navpy.baking.outlines.planar_graph cimport PlanarGraph

# half edge 2s runs along side s from its begin, 2s + 1 back; of sides that coincide, the first alone has them
cdef cppclass Faces:
    # of each half edge: the next one clockwise around the point where it begins, −1: there is no such half edge
    vector[int32_t] turn
    vector[int16_t] winding         # of each half edge, `layers` numbers each: the winding number of every layer on its left

cdef inline int32_t origin_of(const PlanarGraph* graph, int32_t half) noexcept nogil:
    return graph.sides[half >> 1].end if half & 1 else graph.sides[half >> 1].begin

cdef int find_faces(const PlanarGraph* graph, int32_t layers, Faces* out) except -1 nogil
