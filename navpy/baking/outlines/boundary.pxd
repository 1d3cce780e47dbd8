"""The boundary of the free faces of a planar graph."""
from libc.stdint cimport uint8_t
from libcpp.vector cimport vector
from navpy.baking.outlines.faces cimport Faces
from navpy.baking.outlines.offset cimport Cycles
from navpy.baking.outlines.planar_graph cimport PlanarGraph

# free: by half edge, whether the face on its left is. Free faces that meet in one point only are in cycles that touch there, and do
# not cross.
cdef int trace_boundary(const PlanarGraph* graph, const Faces* faces, const vector[uint8_t]* free, Cycles* out) except -1 nogil
