"""The raw offset curve of a free area's boundary (Chen & McMains 2005, "Polygon offsetting by computing winding numbers").

The boundary winds once around each free place. Along each of its edges a strip as wide as the radius is taken off, and at each corner
where the free area is reflex a sector: what is left of the boundary is the curve made here, so its winding number is that of the
boundary minus the number of strips and sectors over a place. It is 1 just where the place is free and none of them reaches it.
"""
from libc.math cimport floor, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.elementary cimport angle_between, cos, sin
from navpy.base.vec2 cimport Vec2, det, dot, vec2
from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.planar_graph cimport GridPoint

cdef struct OffsetEdge:
    Vec2 along                      # of length 1
    double length                   # units

cdef struct CornerArc:                    # of the circle around a corner, as a polygon of the sector's area
    double angle                    # radians
    int32_t count                   # of its vertices between the ends
    double radius                   # on which these lie
    Vec2 first, step                # turns from the first end to the first of them, and from one to the next, counter-clockwise

cdef cppclass Offset:
    double radius, corner_error     # units
    CornerArc arc                         # the last one: many corners of a level have the same angle
    GridPoint last                  # where the curve is
    vector[RawSide]* out


cdef inline int32_t rounded(double x) noexcept nogil:
    return <int32_t>floor(x + 0.5)


cdef inline GridPoint moved(GridPoint at, double x, double y) noexcept nogil:
    at.x += rounded(x)
    at.y += rounded(y)
    return at


cdef int go_to(Offset* offset, GridPoint at) except -1 nogil:
    cdef RawSide side
    side.begin, side.end, side.layer, side.winding = offset.last, at, 0, 1
    offset.out.push_back(side)
    offset.last = at
    return 0


# ---- round corners ----

cdef bint arc_of(double radius, double corner_error, int32_t count, CornerArc* arc) noexcept nogil:
    """The arc with so many vertices between its ends: steps of the same angle, half steps at the ends, the area of the true sector.
    True where no point is farther than the error from the circle."""
    cdef double step = arc.angle / count, half = sin(0.5 * step), inner = (count - 1) * sin(step)
    cdef double chord, side2, middle
    cdef double far
    # inner · ρ² + 2 r half · ρ = r² angle: all triangles around the corner, the two at the ends with a radius on each side
    if inner > 0.0:
        far = radius * (sqrt(half * half + inner * arc.angle) - half) / inner
    else:
        far = 0.5 * radius * arc.angle / half
    chord = cos(0.5 * step)
    arc.count, arc.radius = count, far
    arc.first, arc.step = vec2(chord, half), vec2(cos(step), sin(step))
    if far - radius > corner_error:
        return False
    # nearest to the corner: the middle of a side between inner vertices, or the foot of the perpendicular on one at the ends
    middle = far * chord if count > 1 else radius
    side2 = radius * radius + far * far - 2.0 * radius * far * chord
    if radius > far * chord and side2 > 0.0:
        middle = min(middle, radius * far * half / sqrt(side2))
    return radius - middle <= corner_error


cdef void choose_arc(Offset* offset, double angle) noexcept nogil:
    """The fewest vertices; none where the chord is as near to the circle as the grid can tell."""
    cdef int32_t count
    if angle == offset.arc.angle:
        return
    offset.arc.angle, offset.arc.count = angle, 0
    if offset.radius * (1.0 - cos(0.5 * angle)) <= 0.5:
        return
    # An arc of a step δ is off by about r δ² / 12: begin a little below what that asks for.
    count = max(<int32_t>(0.9 * angle * sqrt(offset.radius / (12.0 * offset.corner_error))), 1)
    while not arc_of(offset.radius, offset.corner_error, count, &offset.arc):
        count += 1


cdef int round_corner(Offset* offset, GridPoint at, Vec2 normal, Vec2 next_normal, double angle) except -1 nogil:
    """Go around a corner clockwise, from its point on the offset edge before to that on the edge behind."""
    cdef Vec2 to
    choose_arc(offset, angle)
    if offset.arc.count > 0:
        to = turned_back(normal, offset.arc.first)
        for _i in range(offset.arc.count):
            go_to(offset, moved(at, offset.arc.radius * to.x, offset.arc.radius * to.y))
            to = turned_back(to, offset.arc.step)
    return go_to(offset, moved(at, offset.radius * next_normal.x, offset.radius * next_normal.y))


cdef inline Vec2 turned_back(Vec2 a, Vec2 by) noexcept nogil:
    """a, turned clockwise by the angle of a vector of length 1."""
    return vec2(a.x * by.x + a.y * by.y, a.y * by.x - a.x * by.y)


# ---- the curve ----

cdef OffsetEdge edge_of(GridPoint a, GridPoint b) noexcept nogil:
    cdef double x = b.x - a.x, y = b.y - a.y
    cdef OffsetEdge edge
    edge.length = sqrt(x * x + y * y)
    edge.along = vec2(x / edge.length, y / edge.length)
    return edge


cdef double cut_at(const Offset* offset, const OffsetEdge* edge, const OffsetEdge* next) noexcept nogil:
    """How far before a corner, where the free area is convex, the offset edges on both sides cross; 0 where it is reflex."""
    cdef double across = det(edge.along, next.along), along = dot(edge.along, next.along)
    if across <= 0.0:
        return 0.0
    return offset.radius * across / (1.0 + along) if 1.0 + along > 0.0 else 2.0 * edge.length


cdef int offset_cycle(Offset* offset, const GridPoint* points, int32_t count, vector[OffsetEdge]* edges,
                      vector[double]* cuts) except -1 nogil:
    """Each edge moves to its left by the same grid vector at both ends, so that its strip is a parallelogram."""
    cdef const OffsetEdge* edge
    cdef const OffsetEdge* next_edge
    cdef Vec2 normal, next_normal
    cdef GridPoint at
    cdef double scale
    cdef int32_t i, k, before
    edges.resize(count)
    cuts.resize(count)
    for i in range(count):
        edges[0][i] = edge_of(points[i], points[i + 1 if i + 1 < count else 0])
    for i in range(count):
        cuts[0][i] = cut_at(offset, &edges[0][i - 1 if i else count - 1], &edges[0][i])
    for i in range(count + 1):                  # the first corner a second time, for the side that leads to it
        k = i if i < count else 0
        before = k - 1 if k else count - 1
        edge = &edges[0][before]
        next_edge = &edges[0][k]
        at = points[k]
        normal, next_normal = vec2(-edge.along.y, edge.along.x), vec2(-next_edge.along.y, next_edge.along.x)
        if cuts[0][k] > 0.0 and cuts[0][before] + cuts[0][k] <= edge.length \
                and cuts[0][k] + cuts[0][k + 1 if k + 1 < count else 0] <= next_edge.length:
            # The offset edges cross before they end: what lies beyond is within both strips, free by no rule.
            scale = offset.radius / (1.0 + dot(normal, next_normal))
            at = moved(at, scale * (normal.x + next_normal.x), scale * (normal.y + next_normal.y))
            if i == 0:
                offset.last = at
            else:
                go_to(offset, at)
            continue
        if i == 0:
            offset.last = moved(at, offset.radius * next_normal.x, offset.radius * next_normal.y)
            continue
        go_to(offset, moved(at, offset.radius * normal.x, offset.radius * normal.y))
        if det(edge.along, next_edge.along) < 0.0:
            round_corner(offset, at, normal, next_normal, angle_between(next_edge.along, edge.along))
        else:
            go_to(offset, at)
            go_to(offset, moved(at, offset.radius * next_normal.x, offset.radius * next_normal.y))
    return 0


cdef int offset_cycles(const Cycles* cycles, double radius, double corner_error, vector[RawSide]* out) except -1 nogil:
    cdef Offset offset
    cdef vector[OffsetEdge] edges
    cdef vector[double] cuts
    cdef int32_t i
    offset.radius, offset.corner_error, offset.arc.angle, offset.out = radius, corner_error, 0.0, out
    for i in range(<int32_t>cycles.first.size() - 1):
        check_signals()
        offset_cycle(&offset, &cycles.points[cycles.first[i]], cycles.first[i + 1] - cycles.first[i], &edges, &cuts)
    return 0
