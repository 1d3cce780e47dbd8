"""
Ear clipping, the shortest diagonal first (O'Rourke, Computational Geometry in C, chapter 1, for the diagonal tests;
Mononen's Recast for the order). All tests are exact in voxel units.

A diagonal is tested against the contour's own edges and not against what is left of it: to get at a part that was cut off it
would have to leave that part through one of the contour's edges. These don't change, so they are filed once, by strips of
the plane.
"""
from libc.stdint cimport int32_t
from libcpp.algorithm cimport pop_heap, push_heap, sort
from navpy.baking.contours.corners cimport ContourCorner, comes_before, dot, in_cone, same_place, side, touches

cdef enum:
    EDGES_A_STRIP = 16
    MAX_STRIPS = 1024


# Edges by strips

cdef inline int32_t place_along(const EarClipper* clipper, const ContourCorner* corner) noexcept nogil:
    return corner.x_vx if clipper.along_x else corner.z_vx


cdef inline int32_t strip_of(const EarClipper* clipper, int32_t place) noexcept nogil:
    return (place - clipper.strip_start) // clipper.strip_width


cdef void lay_strips(const ContourCorner* corners, int32_t count, EarClipper* clipper) noexcept nogil:
    """As many strips as the contour's length calls for, across its longer side."""
    cdef int32_t low_x = corners[0].x_vx, high_x = low_x, low_z = corners[0].z_vx, high_z = low_z, extent, i
    for i in range(1, count):
        low_x, high_x = min(low_x, corners[i].x_vx), max(high_x, corners[i].x_vx)
        low_z, high_z = min(low_z, corners[i].z_vx), max(high_z, corners[i].z_vx)
    clipper.along_x = high_x - low_x >= high_z - low_z
    clipper.strip_start = low_x if clipper.along_x else low_z
    extent = 1 + (high_x - low_x if clipper.along_x else high_z - low_z)
    clipper.strip_count = max(1, min(count // EDGES_A_STRIP, <int32_t>MAX_STRIPS))
    clipper.strip_width = (extent + clipper.strip_count - 1) // clipper.strip_count
    clipper.strip_count = strip_of(clipper, clipper.strip_start + extent - 1) + 1


cdef int file_edges(const ContourCorner* corners, int32_t count, EarClipper* clipper) except -1 nogil:
    cdef int32_t i, s, a, b
    lay_strips(corners, count, clipper)
    clipper.strip_first.clear()
    clipper.strip_first.resize(clipper.strip_count + 1, 0)
    for i in range(count):
        a = strip_of(clipper, place_along(clipper, &corners[i]))
        b = strip_of(clipper, place_along(clipper, &corners[i + 1 if i + 1 < count else 0]))
        for s in range(min(a, b), max(a, b) + 1):
            clipper.strip_first[s] += 1
    for s in range(1, clipper.strip_count + 1):
        clipper.strip_first[s] += clipper.strip_first[s - 1]
    clipper.strip_edges.resize(clipper.strip_first[clipper.strip_count])
    for i in range(count - 1, -1, -1):
        a = strip_of(clipper, place_along(clipper, &corners[i]))
        b = strip_of(clipper, place_along(clipper, &corners[i + 1 if i + 1 < count else 0]))
        for s in range(min(a, b), max(a, b) + 1):
            clipper.strip_first[s] -= 1
            clipper.strip_edges[clipper.strip_first[s]] = i
    return 0


cdef bint is_diagonal_free(const ContourCorner* corners, int32_t count, const EarClipper* clipper, int32_t a, int32_t c) noexcept nogil:
    """Whether the diagonal a–c meets none of the contour's edges, those at its own ends aside."""
    cdef const ContourCorner* p = &corners[a]
    cdef const ContourCorner* q = &corners[c]
    cdef const ContourCorner* from_
    cdef const ContourCorner* to
    cdef int32_t low = strip_of(clipper, min(place_along(clipper, p), place_along(clipper, q)))
    cdef int32_t high = strip_of(clipper, max(place_along(clipper, p), place_along(clipper, q)))
    cdef int32_t low_x = min(p.x_vx, q.x_vx), high_x = max(p.x_vx, q.x_vx)
    cdef int32_t low_z = min(p.z_vx, q.z_vx), high_z = max(p.z_vx, q.z_vx)
    cdef int32_t k, i
    for k in range(clipper.strip_first[low], clipper.strip_first[high + 1]):
        i = clipper.strip_edges[k]
        from_, to = &corners[i], &corners[i + 1 if i + 1 < count else 0]
        # Most edges lie beside the diagonal: they are out before anything is multiplied.
        if ((from_.x_vx < low_x and to.x_vx < low_x) or (from_.x_vx > high_x and to.x_vx > high_x)
                or (from_.z_vx < low_z and to.z_vx < low_z) or (from_.z_vx > high_z and to.z_vx > high_z)):
            continue
        if touches(p, q, from_, to) and not (
                same_place(from_, p) or same_place(from_, q) or same_place(to, p) or same_place(to, q)):
            return False
    return True


# Ears

cdef bint has_ear_shape(const ContourCorner* corners, const EarClipper* clipper, int32_t b) noexcept nogil:
    """Whether the corner is convex and its diagonal starts inside the contour at both ends."""
    cdef int32_t a = clipper.before[b], c = clipper.after[b]
    return (side(&corners[a], &corners[b], &corners[c]) > 0
            and in_cone(&corners[clipper.before[a]], &corners[a], &corners[b], &corners[c])
            and in_cone(&corners[b], &corners[c], &corners[clipper.after[c]], &corners[a]))


cdef bint is_longer(const Ear& a, const Ear& b) noexcept nogil:
    return a.length2 > b.length2 or (a.length2 == b.length2 and a.corner > b.corner)


cdef int add_ear(const ContourCorner* corners, EarClipper* clipper, int32_t corner) except -1 nogil:
    """Put the corner on the heap if it is an ear, unless an edge of the contour is in its diagonal's way."""
    cdef Ear ear
    if not has_ear_shape(corners, clipper, corner):
        return 0
    ear.corner, ear.before, ear.after = corner, clipper.before[corner], clipper.after[corner]
    ear.length2 = dot(&corners[ear.before], &corners[ear.after], &corners[ear.after])
    clipper.ears.push_back(ear)
    push_heap(clipper.ears.begin(), clipper.ears.end(), is_longer)
    return 0


cdef int32_t take_ear(const ContourCorner* corners, int32_t count, EarClipper* clipper) noexcept nogil:
    """The corner with the shortest diagonal that is an ear, NO_EDGE if there is none."""
    cdef Ear ear
    while not clipper.ears.empty():
        ear = clipper.ears.front()
        pop_heap(clipper.ears.begin(), clipper.ears.end(), is_longer)
        clipper.ears.pop_back()
        # Cutting ears off elsewhere frees no diagonal and blocks none, but it makes the corners at its ends narrower.
        if clipper.before[ear.corner] == ear.before and clipper.after[ear.corner] == ear.after and has_ear_shape(
                corners, clipper, ear.corner) and is_diagonal_free(corners, count, clipper, ear.before, ear.after):
            return ear.corner
    return NO_EDGE


# Triangles

cdef bint is_filed_before(const BridgeSide& a, const BridgeSide& b) noexcept nogil:
    if not same_place(&a.low, &b.low):
        return comes_before(&a.low, &b.low)
    return comes_before(&a.high, &b.high) if not same_place(&a.high, &b.high) else a.edge < b.edge


cdef int pair_bridges(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper) except -1 nogil:
    """Both sides of a bridge are edges of the contour: let each know the other."""
    cdef BridgeSide entry
    cdef size_t k
    cdef int32_t i, after
    clipper.bridges.clear()
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        if corners[after].across == region:
            entry.low, entry.high, entry.edge = corners[i], corners[after], i
            if comes_before(&entry.high, &entry.low):
                entry.low, entry.high = corners[after], corners[i]
            clipper.bridges.push_back(entry)
    sort(clipper.bridges.begin(), clipper.bridges.end(), is_filed_before)
    for k in range(0, clipper.bridges.size(), 2):
        clipper.behind[clipper.bridges[k].edge] = -2 - clipper.bridges[k + 1].edge
        clipper.behind[clipper.bridges[k + 1].edge] = -2 - clipper.bridges[k].edge
    return 0


cdef int start_ring(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper) except -1 nogil:
    cdef int32_t i
    clipper.before.resize(count)
    clipper.after.resize(count)
    clipper.behind.clear()
    clipper.behind.resize(count, NO_EDGE)
    for i in range(count):
        clipper.before[i] = i - 1 if i > 0 else count - 1
        clipper.after[i] = i + 1 if i + 1 < count else 0
    pair_bridges(corners, count, region, clipper)
    file_edges(corners, count, clipper)
    clipper.ears.clear()
    for i in range(count):
        add_ear(corners, clipper, i)
    return 0


cdef int clear_rings(int32_t triangle_count, EdgeRings* rings) except -1 nogil:
    rings.origin.clear()
    rings.before.clear()
    rings.after.clear()
    rings.twin.clear()
    rings.poly.clear()
    rings.origin.reserve(3 * triangle_count)
    rings.before.reserve(3 * triangle_count)
    rings.after.reserve(3 * triangle_count)
    rings.twin.reserve(3 * triangle_count)
    rings.poly.reserve(triangle_count)
    rings.size.clear()
    rings.size.resize(triangle_count, 3)
    rings.gone.clear()
    rings.gone.resize(3 * triangle_count, False)
    return 0


cdef int append_edge(EdgeRings* rings, int32_t origin, int32_t twin) except -1 nogil:
    cdef int32_t edge = <int32_t>rings.origin.size()
    rings.origin.push_back(origin)
    rings.before.push_back(edge - 1 if edge % 3 > 0 else edge + 2)
    rings.after.push_back(edge + 1 if edge % 3 < 2 else edge - 2)
    rings.twin.push_back(twin)
    if twin != NO_EDGE:
        rings.twin[twin] = edge
    return 0


cdef int append_ring_edge(EarClipper* clipper, EdgeRings* rings, int32_t corner) except -1 nogil:
    """A triangle takes over the ring's edge from the corner on."""
    cdef int32_t behind = clipper.behind[corner]
    if behind < NO_EDGE:
        clipper.behind[-2 - behind] = <int32_t>rings.origin.size()
        behind = NO_EDGE
    append_edge(rings, corner, behind)
    return 0


cdef int cut_off(EarClipper* clipper, EdgeRings* rings, int32_t b) except -1 nogil:
    cdef int32_t a = clipper.before[b], c = clipper.after[b]
    append_ring_edge(clipper, rings, a)
    append_ring_edge(clipper, rings, b)
    append_edge(rings, c, NO_EDGE)
    rings.poly.push_back(<int32_t>rings.poly.size())
    clipper.behind[a] = <int32_t>rings.origin.size() - 1
    clipper.after[a], clipper.before[c] = c, a
    return 0


cdef bint triangulate(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper,
                      EdgeRings* rings) except -1 nogil:
    """Clip ears until nothing is _left. → whether that succeeded; if not, the triangles found so far are kept"""
    cdef int32_t a = 0, b, c, _left
    clear_rings(count - 2, rings)
    start_ring(corners, count, region, clipper)
    for _left in range(count, 3, -1):
        b = take_ear(corners, count, clipper)
        if b == NO_EDGE:
            return False
        a, c = clipper.before[b], clipper.after[b]
        cut_off(clipper, rings, b)
        add_ear(corners, clipper, a)
        add_ear(corners, clipper, c)
    b = clipper.after[a]
    if side(&corners[a], &corners[b], &corners[clipper.after[b]]) <= 0:
        return False
    append_ring_edge(clipper, rings, a)
    append_ring_edge(clipper, rings, b)
    append_ring_edge(clipper, rings, clipper.after[b])
    rings.poly.push_back(<int32_t>rings.poly.size())
    return True
