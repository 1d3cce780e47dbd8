"""Erosion: the boundary of a free area moved into it by a radius, with round corners, as sides whose windings tell what stays free."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.planar_graph cimport GridPoint

cdef cppclass Cycles:               # closed lines with the free area on their left
    vector[GridPoint] points        # corners; none of a cycle lies straight between those beside it
    vector[int32_t] first           # by cycle, and the end

# Sides of layer 0: a place is free after the erosion where their winding number is 1. radius: units of the grid, above 0.
# corner_error: units; no point of a round corner is farther than this from the true arc, rounding to the grid aside.
cdef int offset_cycles(const Cycles* cycles, double radius, double corner_error, vector[RawSide]* out) except -1 nogil
