"""Noding: sides that cross, overlap and repeat become a PlanarGraph, whose sides meet at points only."""
from libc.stdint cimport int16_t
from libcpp.vector cimport vector
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph

cdef struct RawSide:                # a side as an outline has it; those of a layer form closed lines
    GridPoint begin, end            # may be the same point: no side
    int16_t layer
    int16_t winding                 # winding number on its left minus that on its right, seen from begin to end

# Windings are counted modulo 2^16. The result does not depend on the order of the sides, and a point where a straight line goes on
# alone is none of its points.
cdef int node(const vector[RawSide]* sides, PlanarGraph* out) except -1 nogil
