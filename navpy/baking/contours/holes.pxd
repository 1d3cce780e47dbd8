"""Holes: joined to the outline of their region by bridges."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport Contour, ContourCorner

cdef struct Bridge:                 # from a corner of the outline to one of a hole
    int64_t length2
    int32_t corner

cdef struct OpenHole:               # a hole that is not joined yet
    int32_t x_vx, z_vx              # its leftmost corner
    int32_t leftmost                # index of that corner in the hole
    int32_t contour                 # index of the hole among the region's contours

cdef cppclass HoleWorkspace:        # working memory, for one region after the other
    vector[OpenHole] holes
    vector[Bridge] bridges

cdef int32_t bridge_holes(vector[ContourCorner]& outline, const ContourCorner* corners, const Contour* lines, int32_t count,
                          HoleWorkspace* work) except -1 nogil
