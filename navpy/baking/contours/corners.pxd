"""Corners of the voxel grid, contours made of them, and exact tests between them in the ground plane. Header-only."""
from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    ACROSS_WALL = 0
    ACROSS_TILE = -1                # the mesh goes on in a neighboring tile

cdef struct ContourCorner:          # a corner of the voxel grid
    int32_t x_vx, z_vx              # cells from the window's first column
    int32_t y_vx                    # cell heights above origin[1]: of the highest floor around the corner
    int32_t low_vx                  # and of the lowest
    # region beyond the edge that ends here, ACROSS_WALL or ACROSS_TILE; the own region: a bridge to a hole
    int32_t across
    uint8_t kept                    # simplification must keep it: three regions meet here

cdef struct Contour:                # a closed line; the region lies to the left of every edge, seen from above
    int32_t region
    int32_t area                    # area id
    int32_t first, count            # its corners are corners[first … first+count−1]
    uint8_t is_hole                 # the border of a hole in the region

# Exact tests in the ground plane. Left is meant as seen from above. (O'Rourke, Computational Geometry in C, chapter 1)

cdef inline int64_t side(const ContourCorner* a, const ContourCorner* b, const ContourCorner* p) noexcept nogil:
    """Twice the area of the triangle a, b, p: > 0 where p lies left of the line from a to b."""
    return (<int64_t>(p.x_vx - a.x_vx) * (b.z_vx - a.z_vx) - <int64_t>(b.x_vx - a.x_vx) * (p.z_vx - a.z_vx))

cdef inline int64_t dot(const ContourCorner* o, const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return <int64_t>(a.x_vx - o.x_vx) * (b.x_vx - o.x_vx) + <int64_t>(a.z_vx - o.z_vx) * (b.z_vx - o.z_vx)

cdef inline bint same_place(const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return a.x_vx == b.x_vx and a.z_vx == b.z_vx

cdef inline bint comes_before(const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return a.x_vx < b.x_vx or (a.x_vx == b.x_vx and a.z_vx < b.z_vx)

cdef inline bint is_straight(const ContourCorner* a, const ContourCorner* b, int32_t steps) noexcept nogil:
    """Whether a path of so many cell edges leads from a to b in a straight line."""
    return (a.x_vx == b.x_vx and (b.z_vx - a.z_vx == steps or a.z_vx - b.z_vx == steps)) or (
        a.z_vx == b.z_vx and (b.x_vx - a.x_vx == steps or a.x_vx - b.x_vx == steps))

cdef inline bint in_cone(const ContourCorner* before, const ContourCorner* corner, const ContourCorner* after,
                         const ContourCorner* p) noexcept nogil:
    """Whether the segment from the corner to p begins strictly inside the polygon … before, corner, after …"""
    cdef int64_t turn = side(before, corner, after)
    if turn > 0:
        return side(corner, after, p) > 0 and side(corner, before, p) < 0
    if turn < 0:
        return not (side(corner, after, p) <= 0 and side(corner, before, p) >= 0)
    if dot(corner, before, after) < 0:
        return side(corner, after, p) > 0
    # At the tip of a slit everything but the slit is inside.
    return not same_place(corner, p) and not (side(corner, after, p) == 0 and dot(corner, after, p) > 0)

cdef inline bint crosses(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c,
                         const ContourCorner* d) noexcept nogil:
    """Whether the segments ab and cd cross in a point inside both."""
    cdef int64_t c_side = side(a, b, c), d_side = side(a, b, d), a_side = side(c, d, a), b_side = side(c, d, b)
    return ((c_side > 0 and d_side < 0) or (c_side < 0 and d_side > 0)) and (
        (a_side > 0 and b_side < 0) or (a_side < 0 and b_side > 0))

cdef inline bint on_segment(const ContourCorner* a, const ContourCorner* b, const ContourCorner* p) noexcept nogil:
    return side(a, b, p) == 0 and dot(p, a, b) <= 0

cdef inline bint are_apart(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c,
                           const ContourCorner* d) noexcept nogil:
    """Whether the boxes around the segments ab and cd have no point in common."""
    return (max(a.x_vx, b.x_vx) < min(c.x_vx, d.x_vx) or max(c.x_vx, d.x_vx) < min(a.x_vx, b.x_vx)
            or max(a.z_vx, b.z_vx) < min(c.z_vx, d.z_vx) or max(c.z_vx, d.z_vx) < min(a.z_vx, b.z_vx))

cdef inline bint touches(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c,
                         const ContourCorner* d) noexcept nogil:
    """Whether the segments ab and cd have any point in common."""
    return not are_apart(a, b, c, d) and (
        crosses(a, b, c, d) or on_segment(a, b, c) or on_segment(a, b, d) or on_segment(c, d, a) or on_segment(c, d, b))

cdef inline bint collide(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c,
                         const ContourCorner* d) noexcept nogil:
    """Whether two edges cross, or one ends inside the other."""
    if are_apart(a, b, c, d):
        return False
    if crosses(a, b, c, d):
        return True
    if not (same_place(c, a) or same_place(c, b)) and on_segment(a, b, c):
        return True
    if not (same_place(d, a) or same_place(d, b)) and on_segment(a, b, d):
        return True
    return (not (same_place(a, c) or same_place(a, d)) and on_segment(c, d, a)) or (
        not (same_place(b, c) or same_place(b, d)) and on_segment(c, d, b))
