"""Triangulation: a planar graph as triangles that are Delaunay between its sides, and the winding numbers of their insides."""
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector

from navpy.baking.outlines.planar_graph cimport PlanarGraph

cdef cppclass ConstrainedTriangulation:        # half edge 3t + k runs from corner k of triangle t to corner k + 1
    vector[int32_t] origin          # point where each half edge begins; counter-clockwise
    vector[int32_t] twin            # of each half edge: the opposite one, −1 on the outer border
    vector[int32_t] side            # of each half edge: 1 + the first index in graph.sides of the sides on it, 0: no side lies on it
    vector[int16_t] winding         # of each triangle, `layers` numbers each: the winding number of every layer there

cdef int triangulate(const PlanarGraph* graph, int32_t layers, ConstrainedTriangulation* out) except -1 nogil
