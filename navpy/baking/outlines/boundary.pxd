"""The boundary of the free triangles of a triangulation."""
from libc.stdint cimport uint8_t
from libcpp.vector cimport vector
from navpy.baking.outlines.constrained_delaunay cimport Triangulation
from navpy.baking.outlines.offset cimport Cycles
from navpy.baking.outlines.planar_graph cimport PlanarGraph

# free: by triangle. Free triangles that meet in one point only are in cycles that touch there, and do not cross.
cdef int trace_boundary(const PlanarGraph* graph, const Triangulation* triangulation, const vector[uint8_t]* free, Cycles* out) except -1 nogil
