"""Contours: the outlines of the regions, simplified, with their holes bridged in."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.corners cimport ContourCorner

cdef struct Contour:                # closed; the region lies to the left of every edge, seen from above
    int32_t region
    int32_t area                    # area id
    int32_t first, count            # its corners are corners[first … first+count−1]

cdef cppclass SimplifiedRegions:    # one entry a region, 0 unused
    vector[ContourCorner] corners
    vector[Contour] outlines        # count < 3 where nothing is left of it
    vector[vector[Contour]] holes

cdef class ContourSet:
    cdef public double cell_size            # metres, x and z
    cdef public double cell_height          # metres, y
    cdef double bounds_min[3]               # metres
    cdef public double height_error_vx      # cell heights that the surface may be off the floors; infinite: no limit
    cdef CompactHeightfield compact         # what it was made of
    cdef vector[ContourCorner] raw_corners  # as traced: every corner of every cell on a border
    cdef vector[Contour] raw_contours       # outlines and holes, into raw_corners
    cdef vector[ContourCorner] corners      # simplified
    cdef vector[Contour] contours           # one a region, holes bridged in, into corners
    cdef public int unmerged_holes          # holes that no bridge reached: they are filled
    cdef public int lost_regions            # regions whose outline has no area once simplified

cdef ContourCorner make_corner(CompactHeightfield compact, int32_t floor, int direction, int x, int z) noexcept nogil
