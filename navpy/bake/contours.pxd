"""Contours: the outlines of the regions, simplified, with their holes bridged in."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

cdef struct ContourCorner:          # a corner of the voxel grid
    int32_t x_vx, z_vx              # cells from bounds_min
    int32_t y_vx                    # cell heights above bounds_min[1]: of the highest floor around the corner
    int32_t across                  # region beyond the edge that ends here, 0 at a wall
    uint8_t kept                    # simplifying must keep it: three regions meet here, or two touch twice

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
    cdef vector[ContourCorner] raw_corners  # as traced: every corner of every cell on a border
    cdef vector[Contour] raw_contours       # outlines and holes, into raw_corners
    cdef vector[ContourCorner] corners      # simplified
    cdef vector[Contour] contours           # one a region, holes bridged in, into corners
    cdef public int unmerged_holes          # holes that no bridge reached: they are filled
    cdef public int lost_regions            # regions whose outline has no area once simplified

# Exact tests of the plane; `left` is meant as seen from above.

cdef inline int64_t side(const ContourCorner* a, const ContourCorner* b, const ContourCorner* p) noexcept nogil:
    """Twice the area of the triangle a, b, p: > 0 where p lies left of the line from a to b."""
    return (<int64_t>(p.x_vx - a.x_vx) * (b.z_vx - a.z_vx) - <int64_t>(b.x_vx - a.x_vx) * (p.z_vx - a.z_vx))

cdef inline int64_t dot(const ContourCorner* o, const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return <int64_t>(a.x_vx - o.x_vx) * (b.x_vx - o.x_vx) + <int64_t>(a.z_vx - o.z_vx) * (b.z_vx - o.z_vx)

cdef inline bint same_place(const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return a.x_vx == b.x_vx and a.z_vx == b.z_vx

cdef bint in_cone(const ContourCorner* before, const ContourCorner* corner, const ContourCorner* after,
                  const ContourCorner* p) noexcept nogil
cdef bint crosses(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c, const ContourCorner* d) noexcept nogil
cdef bint touches(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c, const ContourCorner* d) noexcept nogil
