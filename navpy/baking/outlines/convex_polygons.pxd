"""Convex polygons of a triangulation."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.outlines.constrained_delaunay cimport ConstrainedTriangulation
from navpy.baking.outlines.planar_graph cimport PlanarGraph

cdef int merge_convex(const PlanarGraph* graph, const ConstrainedTriangulation* triangulation, const vector[uint8_t]* area,
                      vector[vector[int32_t]]* polygons, vector[uint8_t]* areas) except -1 nogil
