"""Ear clipping, the shortest diagonal first (O'Rourke, Computational Geometry in C, chapter 1; Recast, triangulate). All tests are
exact in voxel units.

A diagonal is tested against all edges of the contour instead of those of the ring that is left: a diagonal into a part that was cut
off would have to cross an edge of the contour. These edges do not change, so they are sorted into strips of the plane once.
"""
from libc.stdint cimport int32_t
from libcpp.algorithm cimport pop_heap, push_heap, sort
from navpy.baking.contours.corners cimport ContourCorner, comes_before, dot, in_cone, same_place, side, touches

cdef enum:
    EDGES_A_STRIP = 16
    MAX_STRIPS = 1024


# Edges in strips of the plane

cdef inline int32_t place_along(const EarClipper* clipper, const ContourCorner* corner) noexcept nogil:
    return corner.x_vx if clipper.along_x else corner.z_vx


cdef inline int32_t strip_of(const EarClipper* clipper, int32_t place) noexcept nogil:
    return (place - clipper.strip_start) // clipper.strip_width


cdef void choose_strips(const ContourCorner* corners, int32_t count, EarClipper* clipper) noexcept nogil:
    """Choose the number of strips by that of the edges, along the longer side of the contour."""
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


cdef int sort_edges(const ContourCorner* corners, int32_t count, EarClipper* clipper) except -1 nogil:
    cdef int32_t i, s, a, b
    choose_strips(corners, count, clipper)
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


cdef bint is_diagonal_free(const ContourCorner* corners, int32_t count, const EarClipper* clipper, int32_t a,
                           int32_t c) noexcept nogil:
    """Whether the diagonal a c touches no edge of the contour but those at its ends."""
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
        # Most edges lie beside the diagonal, which needs no multiplication to see.
        if ((from_.x_vx < low_x and to.x_vx < low_x) or (from_.x_vx > high_x and to.x_vx > high_x)
                or (from_.z_vx < low_z and to.z_vx < low_z) or (from_.z_vx > high_z and to.z_vx > high_z)):
            continue
        if touches(p, q, from_, to) and not (
                same_place(from_, p) or same_place(from_, q) or same_place(to, p) or same_place(to, q)):
            return False
    return True


# Ears

cdef bint has_ear_shape(const ContourCorner* corners, const EarClipper* clipper, int32_t b) noexcept nogil:
    """Whether the corner is convex and its diagonal begins inside the contour at both ends."""
    cdef int32_t a = clipper.prev[b], c = clipper.next[b]
    return (side(&corners[a], &corners[b], &corners[c]) > 0
            and in_cone(&corners[clipper.prev[a]], &corners[a], &corners[b], &corners[c])
            and in_cone(&corners[b], &corners[c], &corners[clipper.next[c]], &corners[a]))


cdef bint is_longer(const Ear& a, const Ear& b) noexcept nogil:
    return a.length2 > b.length2 or (a.length2 == b.length2 and a.corner > b.corner)


cdef int add_ear(const ContourCorner* corners, EarClipper* clipper, int32_t corner) except -1 nogil:
    """Push the corner if it has the shape of an ear; whether an edge of the contour crosses its diagonal is tested by take_ear."""
    cdef Ear ear
    if not has_ear_shape(corners, clipper, corner):
        return 0
    ear.corner, ear.before, ear.after = corner, clipper.prev[corner], clipper.next[corner]
    ear.length2 = dot(&corners[ear.before], &corners[ear.after], &corners[ear.after])
    clipper.ears.push_back(ear)
    push_heap(clipper.ears.begin(), clipper.ears.end(), is_longer)
    return 0


cdef int32_t take_ear(const ContourCorner* corners, int32_t count, EarClipper* clipper) noexcept nogil:
    """Pop the ear with the shortest diagonal. → its corner, NO_EDGE if there is none"""
    cdef Ear ear
    while not clipper.ears.empty():
        ear = clipper.ears.front()
        pop_heap(clipper.ears.begin(), clipper.ears.end(), is_longer)
        clipper.ears.pop_back()
        # Cutting other ears neither frees nor blocks a diagonal, but it makes the corners at its ends narrower.
        if clipper.prev[ear.corner] == ear.before and clipper.next[ear.corner] == ear.after and has_ear_shape(
                corners, clipper, ear.corner) and is_diagonal_free(corners, count, clipper, ear.before, ear.after):
            return ear.corner
    return NO_EDGE


# Triangles

cdef bint is_lower_bridge(const BridgeSide& a, const BridgeSide& b) noexcept nogil:
    if not same_place(&a.low, &b.low):
        return comes_before(&a.low, &b.low)
    return comes_before(&a.high, &b.high) if not same_place(&a.high, &b.high) else a.edge < b.edge


cdef int pair_bridges(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper) except -1 nogil:
    """Pair the two edges of the contour along each bridge."""
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
    sort(clipper.bridges.begin(), clipper.bridges.end(), is_lower_bridge)
    for k in range(0, clipper.bridges.size(), 2):
        clipper.ring_twin[clipper.bridges[k].edge] = -2 - clipper.bridges[k + 1].edge
        clipper.ring_twin[clipper.bridges[k + 1].edge] = -2 - clipper.bridges[k].edge
    return 0


cdef int start_ring(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper) except -1 nogil:
    cdef int32_t i
    clipper.prev.resize(count)
    clipper.next.resize(count)
    clipper.ring_twin.clear()
    clipper.ring_twin.resize(count, NO_EDGE)
    for i in range(count):
        clipper.prev[i] = i - 1 if i > 0 else count - 1
        clipper.next[i] = i + 1 if i + 1 < count else 0
    pair_bridges(corners, count, region, clipper)
    sort_edges(corners, count, clipper)
    clipper.ears.clear()
    for i in range(count):
        add_ear(corners, clipper, i)
    return 0


cdef int clear_half_edges(int32_t triangle_count, HalfEdges* edges) except -1 nogil:
    edges.origin.clear()
    edges.prev.clear()
    edges.next.clear()
    edges.twin.clear()
    edges.poly.clear()
    edges.origin.reserve(3 * triangle_count)
    edges.prev.reserve(3 * triangle_count)
    edges.next.reserve(3 * triangle_count)
    edges.twin.reserve(3 * triangle_count)
    edges.poly.reserve(triangle_count)
    edges.size.clear()
    edges.size.resize(triangle_count, 3)
    edges.removed.clear()
    edges.removed.resize(3 * triangle_count, False)
    return 0


cdef int append_edge(HalfEdges* edges, int32_t origin, int32_t twin) except -1 nogil:
    cdef int32_t edge = <int32_t>edges.origin.size()
    edges.origin.push_back(origin)
    edges.prev.push_back(edge - 1 if edge % 3 > 0 else edge + 2)
    edges.next.push_back(edge + 1 if edge % 3 < 2 else edge - 2)
    edges.twin.push_back(twin)
    if twin != NO_EDGE:
        edges.twin[twin] = edge
    return 0


cdef int append_ring_edge(EarClipper* clipper, HalfEdges* edges, int32_t corner) except -1 nogil:
    """Append the half edge of a triangle on the ring's edge that begins at the corner."""
    cdef int32_t ring_twin = clipper.ring_twin[corner]
    if ring_twin < NO_EDGE:
        clipper.ring_twin[-2 - ring_twin] = <int32_t>edges.origin.size()
        ring_twin = NO_EDGE
    append_edge(edges, corner, ring_twin)
    return 0


cdef int cut_ear(EarClipper* clipper, HalfEdges* edges, int32_t b) except -1 nogil:
    cdef int32_t a = clipper.prev[b], c = clipper.next[b]
    append_ring_edge(clipper, edges, a)
    append_ring_edge(clipper, edges, b)
    append_edge(edges, c, NO_EDGE)
    edges.poly.push_back(<int32_t>edges.poly.size())
    clipper.ring_twin[a] = <int32_t>edges.origin.size() - 1
    clipper.next[a], clipper.prev[c] = c, a
    return 0


cdef bint triangulate(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper,
                      HalfEdges* edges) except -1 nogil:
    """Clip ears until three corners are left. → whether that succeeded; the triangles so far are kept if not"""
    cdef int32_t a = 0, b, c, _corners
    clear_half_edges(count - 2, edges)
    start_ring(corners, count, region, clipper)
    for _corners in range(count, 3, -1):
        b = take_ear(corners, count, clipper)
        if b == NO_EDGE:
            return False
        a, c = clipper.prev[b], clipper.next[b]
        cut_ear(clipper, edges, b)
        add_ear(corners, clipper, a)
        add_ear(corners, clipper, c)
    b = clipper.next[a]
    if side(&corners[a], &corners[b], &corners[clipper.next[b]]) <= 0:
        return False
    append_ring_edge(clipper, edges, a)
    append_ring_edge(clipper, edges, b)
    append_ring_edge(clipper, edges, clipper.next[b])
    edges.poly.push_back(<int32_t>edges.poly.size())
    return True
