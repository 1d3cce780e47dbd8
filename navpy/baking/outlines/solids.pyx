"""Turns solid outlines the same way, and makes the boundary of what one encloses that crosses itself."""
from libc.stdint cimport int16_t, int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.outlines.boundary cimport trace_boundary
from navpy.baking.outlines.faces cimport find_faces
from navpy.baking.outlines.noding cimport node
from navpy.baking.outlines.outlines cimport append_outline
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph
from navpy.baking.outlines.windows cimport add_clipped

cdef int32_t FEW_CORNERS = 40               # of an outline: all pairs of its sides are tried faster than it is noded


cdef inline double turn_at(const double* a, const double* b, const double* c) noexcept nogil:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


cdef bint is_convex(const double* at, int32_t count) noexcept nogil:
    """Whether an outline never turns left, or never right, and goes round once: what turns one way and goes round more often may wind
    around some place the other way."""
    cdef const double* a = at
    cdef const double* b = at
    cdef const double* c
    cdef double turn
    cdef int32_t i, way, last_way = 0, changes = 0
    cdef bint left = False, right = False
    for i in range(1, 2 * count):               # twice round, so that the turn at the first corner is seen; equal corners are one
        c = at + 2 * (i % count)
        if c[0] == b[0] and c[1] == b[1]:
            continue
        turn = turn_at(a, b, c)
        if turn == 0.0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0.0:
            return False                        # it goes back
        left, right = left or turn > 0.0, right or turn < 0.0
        way = 1 if c[0] > b[0] else -1 if c[0] < b[0] else last_way
        changes += last_way != 0 and way != last_way
        last_way = way
        a, b = b, c
    return not (left and right) and changes <= 4


cdef inline bint are_apart(const double* a, const double* b, const double* c, const double* d) noexcept nogil:
    """Whether a line separates a → b from c → d: one along either of them, or along an axis."""
    return max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]) or max(a[1], b[1]) < min(c[1], d[1]) \
        or max(c[1], d[1]) < min(a[1], b[1]) or turn_at(a, b, c) * turn_at(a, b, d) > 0.0 or turn_at(c, d, a) * turn_at(c, d, b) > 0.0


cdef bint is_plain(const double* at, int32_t count) noexcept nogil:
    """Whether no two sides of an outline of few corners meet but those that follow each other, which turn."""
    cdef int32_t i, k
    for i in range(count):
        if turn_at(at + 2 * i, at + 2 * ((i + 1) % count), at + 2 * ((i + 2) % count)) == 0.0:
            return False
        for k in range(i + 2, count if i else count - 1):
            if not are_apart(at + 2 * i, at + 2 * i + 2, at + 2 * k, at + 2 * ((k + 1) % count)):
                return False
    return True


cdef bint is_simple(const PlanarGraph* graph) except -1 nogil:
    """Whether an outline is one line round, on which two sides meet at each point."""
    cdef vector[int32_t] sides                  # two a point
    cdef size_t count = graph.points.size(), i, steps = 0
    cdef int32_t side = 0, at
    sides.resize(2 * count, -1)
    for i in range(2 * graph.sides.size()):
        at = graph.sides[i >> 1].end if i & 1 else graph.sides[i >> 1].begin
        if sides[2 * at + 1] >= 0:
            return False
        sides[2 * at + (sides[2 * at] >= 0)] = <int32_t>(i >> 1)
    at = graph.sides[0].begin if count else 0
    while steps < count:
        at = graph.sides[side].end if at == graph.sides[side].begin else graph.sides[side].begin
        side = sides[2 * at + (sides[2 * at] == side)]
        steps += 1
        if side == 0:
            break
    return steps == count


cdef int add_solid(OutlineWindow* bounds, const double* at, int32_t count, int16_t layer, OutlineMemory* plane,
                   Outlines* out) except -1 nogil:
    cdef double area = 0.0
    cdef int32_t i, last = count - 1, first
    cdef bint within = True
    cdef GridPoint corner
    for i in range(1, count - 1):
        area += turn_at(at, at + 2 * i, at + 2 * i + 2)
    if is_convex(at, count) or (count <= FEW_CORNERS and is_plain(at, count)):
        return append_outline(at, count, area < 0.0, layer, out)
    plane.raw.clear()
    for i in range(count):
        within = within and bounds.low_x <= at[2 * i] <= bounds.high_x and bounds.low_y <= at[2 * i + 1] <= bounds.high_y
        add_clipped(bounds, at[2 * last], at[2 * last + 1], at[2 * i], at[2 * i + 1], 0, 1, &plane.raw)
        last = i
    node(&plane.raw, &plane.graph)
    plane.raw.clear()
    if within and is_simple(&plane.graph):
        return append_outline(at, count, area < 0.0, layer, out)
    find_faces(&plane.graph, 1, &plane.faces)
    plane.free.clear()
    for i in range(<int32_t>plane.faces.winding.size()):
        plane.free.push_back(<uint8_t>(plane.faces.winding[i] != 0))
    trace_boundary(&plane.graph, &plane.faces, &plane.free, &plane.cycles)
    for i in range(<int32_t>plane.cycles.first.size() - 1):
        for first in range(plane.cycles.first[i], plane.cycles.first[i + 1]):
            corner = plane.cycles.points[first]
            out.points.push_back(corner.x)
            out.points.push_back(corner.y)
        out.first.push_back(<int32_t>(out.points.size() // 2))
        out.layer.push_back(layer)
    return 0
