"""Joins the holes of a region to its outline by bridges (Recast, mergeRegionHoles).

A region is given as its contours, the outline first, then the holes.
"""
from libc.stdint cimport int32_t
from libcpp.algorithm cimport pop_heap, push_heap, sort
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport Contour, ContourCorner, comes_before, dot, in_cone, same_place, touches


cdef bint is_blocked(const ContourCorner* p, const ContourCorner* q, const ContourCorner* corners, int32_t count) noexcept nogil:
    """Whether the segment pq touches the closed line elsewhere than in its own ends."""
    cdef const ContourCorner* a
    cdef const ContourCorner* b
    cdef int32_t i
    for i in range(count):
        a = &corners[i]
        b = &corners[i + 1 if i + 1 < count else 0]
        if touches(p, q, a, b) and not (same_place(a, p) or same_place(a, q) or same_place(b, p) or same_place(b, q)):
            return True
    return False


cdef bint is_longer(const Bridge& a, const Bridge& b) noexcept nogil:
    return a.length2 > b.length2 or (a.length2 == b.length2 and a.corner > b.corner)


cdef bint lies_left(const OpenHole& a, const OpenHole& b) noexcept nogil:
    if a.x_vx != b.x_vx:
        return a.x_vx < b.x_vx
    return a.z_vx < b.z_vx if a.z_vx != b.z_vx else a.contour < b.contour


cdef int32_t find_bridge(const vector[ContourCorner]& outline, const ContourCorner* hole, int32_t count, int32_t corner,
                         const ContourCorner* corners, const Contour* lines, HoleWorkspace* work) except -2 nogil:
    """The nearest corner of the outline that is visible from the hole's corner; −1: none is."""
    cdef const ContourCorner* p = &hole[corner]
    cdef const ContourCorner* before = &hole[corner - 1 if corner > 0 else count - 1]
    cdef const ContourCorner* after = &hole[corner + 1 if corner + 1 < count else 0]
    cdef int32_t size = <int32_t>outline.size(), i
    cdef size_t other
    cdef Bridge bridge
    cdef bint blocked
    work.bridges.clear()
    for i in range(size):
        if (in_cone(&outline[i - 1 if i > 0 else size - 1], &outline[i], &outline[i + 1 if i + 1 < size else 0], p)
                and in_cone(before, p, after, &outline[i])):
            bridge.length2 = dot(p, &outline[i], &outline[i])
            bridge.corner = i
            work.bridges.push_back(bridge)
            push_heap(work.bridges.begin(), work.bridges.end(), is_longer)
    while not work.bridges.empty():
        i = work.bridges.front().corner
        pop_heap(work.bridges.begin(), work.bridges.end(), is_longer)
        work.bridges.pop_back()
        blocked = is_blocked(p, &outline[i], outline.data(), size)
        other = 0
        while not blocked and other < work.holes.size():
            blocked = is_blocked(p, &outline[i], corners + lines[work.holes[other].contour].first,
                                 lines[work.holes[other].contour].count)
            other += 1
        if not blocked:
            return i
    return -1


cdef int splice_hole(vector[ContourCorner]& outline, int32_t at, const ContourCorner* hole, int32_t count, int32_t corner,
                     int32_t region) except -1 nogil:
    """Insert into the outline, at a corner: the way to the hole's corner, once around the hole, and back."""
    cdef vector[ContourCorner] detour
    cdef int32_t i
    for i in range(count + 1):
        detour.push_back(hole[(corner + i) % count])
    detour.push_back(outline[at])
    detour.front().across = detour.back().across = region
    outline.insert(outline.begin() + at + 1, detour.begin(), detour.end())
    return 0


cdef int order_holes(const ContourCorner* corners, const Contour* lines, int32_t count, vector[OpenHole]& order) except -1 nogil:
    """Sort the holes from left to right: then a bridge to the left meets no hole that is still open."""
    cdef OpenHole entry
    cdef const ContourCorner* hole
    cdef int32_t i, k
    order.clear()
    for k in range(1, count):
        hole = corners + lines[k].first
        entry.leftmost = 0
        for i in range(1, lines[k].count):
            if comes_before(&hole[i], &hole[entry.leftmost]):
                entry.leftmost = i
        entry.x_vx, entry.z_vx = hole[entry.leftmost].x_vx, hole[entry.leftmost].z_vx
        entry.contour = k
        order.push_back(entry)
    sort(order.begin(), order.end(), lies_left)
    return 0


cdef bint bridge_one_hole(vector[ContourCorner]& outline, const ContourCorner* corners, const Contour* lines,
                          HoleWorkspace* work) except -1 nogil:
    """Join the first hole that has a free bridge, from its leftmost corner on. → whether there was one"""
    cdef const ContourCorner* hole
    cdef int32_t i, count, corner, at
    cdef size_t k
    for k in range(work.holes.size()):
        hole = corners + lines[work.holes[k].contour].first
        count = lines[work.holes[k].contour].count
        for i in range(count):
            corner = (work.holes[k].leftmost + i) % count
            at = find_bridge(outline, hole, count, corner, corners, lines, work)
            if at >= 0:
                splice_hole(outline, at, hole, count, corner, lines[0].region)
                work.holes.erase(work.holes.begin() + k)
                return True
    return False


cdef int32_t bridge_holes(vector[ContourCorner]& outline, const ContourCorner* corners, const Contour* lines, int32_t count,
                          HoleWorkspace* work) except -1 nogil:
    """Copy the region's outline and join its holes to it. → number of holes that no bridge reaches"""
    outline.assign(corners + lines[0].first, corners + lines[0].first + lines[0].count)
    order_holes(corners, lines, count, work.holes)
    while not work.holes.empty() and bridge_one_hole(outline, corners, lines, work):
        pass
    return <int32_t>work.holes.size()
