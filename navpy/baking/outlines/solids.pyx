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


cdef bint turns_one_way(const double* at, int32_t count) noexcept nogil:
    """Whether an outline never turns left, or never right: then no winding numbers of both signs occur in it."""
    cdef double turn
    cdef int32_t i
    cdef bint left = False, right = False
    for i in range(count):
        turn = turn_at(at + 2 * i, at + 2 * ((i + 1) % count), at + 2 * ((i + 2) % count))
        left, right = left or turn > 0.0, right or turn < 0.0
    return not (left and right)


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
    """Whether two sides meet at each point of an outline."""
    cdef vector[int32_t] sides
    cdef size_t i
    sides.clear()
    sides.resize(graph.points.size(), 0)
    for i in range(graph.sides.size()):
        sides[graph.sides[i].begin] += 1
        sides[graph.sides[i].end] += 1
    for i in range(sides.size()):
        if sides[i] != 2:
            return False
    return True


cdef int add_solid(Window* bounds, const double* at, int32_t count, int16_t layer, Plane* plane, Outlines* out) except -1 nogil:
    cdef double area = 0.0
    cdef int32_t i, last = count - 1, first
    cdef bint within = True
    cdef GridPoint corner
    for i in range(1, count - 1):
        area += turn_at(at, at + 2 * i, at + 2 * i + 2)
    if turns_one_way(at, count) or (count <= FEW_CORNERS and is_plain(at, count)):
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
