"""An outline is kept with its box, so that an agent looks at the edges of near outlines only."""
from libc.math cimport ceil, floor, isfinite
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector

from navpy.base.geom cimport closest_on_segment
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, vec2
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.orca cimport Body, ObstacleNeighbor, ObstacleVertex, add_obstacle, find_obstacle_neighbors, obstacle_line
from navpy.motion.crowd.right_of_way cimport AvoidanceRole

cdef double LEAST_EDGE = 1e-6           # meters: points nearer to each other are one


# ---- the outlines ----

cdef bint has_finite_points(const Vec2* points, int32_t count) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        if not (isfinite(points[i].x) and isfinite(points[i].y)):
            return False
    return True


cdef int distinct_points(const Vec2* points, int32_t count, vector[Vec2]* out) except -1 nogil:
    """The points without repetitions of the point before."""
    cdef int32_t i
    for i in range(count):
        if out.empty() or square(subtract(points[i], out.back())) > LEAST_EDGE * LEAST_EDGE:
            out.push_back(points[i])
    while out.size() > 1 and square(subtract(out.front(), out.back())) <= LEAST_EDGE * LEAST_EDGE:
        out.pop_back()
    return 0


cdef ObstacleOutline* outline_of(vector[ObstacleOutline]* outlines, const void* owner) noexcept nogil:
    cdef size_t i
    for i in range(outlines.size()):
        if outlines.at(i).owner == owner:
            return &outlines.at(i)
    return NULL


cdef void remove_outline(vector[ObstacleOutline]* outlines, const void* owner) noexcept nogil:
    cdef ObstacleOutline* known = outline_of(outlines, owner)
    if known != NULL:
        outlines.erase(outlines.begin() + (known - outlines.data()))


cdef int set_outline(vector[ObstacleOutline]* outlines, const void* owner, const Vec2* points, int32_t count, double bottom,
                     double top, uint32_t layers, bint is_cut_out) except -1 nogil:
    cdef ObstacleOutline* outline = outline_of(outlines, owner)
    cdef vector[Vec2] distinct
    cdef size_t i
    if has_finite_points(points, count):
        distinct_points(points, count, &distinct)
    if distinct.size() < 2:
        remove_outline(outlines, owner)
        return 0
    if outline == NULL:
        outlines.resize(outlines.size() + 1)
        outline = &outlines.back()
        outline.velocity, outline.moved_frame = vec2(0.0, 0.0), 0
    outline.owner, outline.bottom, outline.top = owner, bottom, top
    outline.layers, outline.is_cut_out = layers, is_cut_out
    outline.vertices.clear()
    add_obstacle(distinct.data(), <int32_t>distinct.size(), &outline.vertices)
    outline.low = outline.high = distinct[0]
    for i in range(distinct.size()):
        outline.low = vec2(min(outline.low.x, distinct[i].x), min(outline.low.y, distinct[i].y))
        outline.high = vec2(max(outline.high.x, distinct[i].x), max(outline.high.y, distinct[i].y))
    return 0


cdef void stop_outlines(vector[ObstacleOutline]* outlines, int64_t frame) noexcept nogil:
    cdef size_t i
    for i in range(outlines.size()):
        if outlines.at(i).moved_frame < frame:
            outlines.at(i).velocity = vec2(0.0, 0.0)


cdef inline bint is_near(const ObstacleOutline* outline, bint with_cut_out, const AvoidanceRole* own, Vec2 place,
                         double reach) noexcept nogil:
    """True if the outline counts, and its box lies within reach, on a layer and at a height that the agent avoids."""
    return (with_cut_out or not outline.is_cut_out) and own.mask & outline.layers != 0 \
        and own.ground < outline.top and own.ground + own.height > outline.bottom \
        and outline.low.x - reach < place.x < outline.high.x + reach and outline.low.y - reach < place.y < outline.high.y + reach


# ---- avoidance ----

cdef int collect_outline_lines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, const Body* body,
                               double horizon, vector[ObstacleNeighbor]* edges, vector[Line]* lines) except -1 nogil:
    cdef const ObstacleOutline* outline
    cdef double reach = horizon * own.max_speed + body.radius
    cdef Line line
    cdef size_t i, k
    for i in range(outlines.size()):
        outline = &outlines.at(i)
        if outline.velocity.x != 0.0 or outline.velocity.y != 0.0:
            collect_moving_lines(outline, with_cut_out, own, body, horizon, edges, lines)
            continue
        if not is_near(outline, with_cut_out, own, body.position, reach):
            continue
        find_obstacle_neighbors(outline.vertices.data(), <int32_t>outline.vertices.size(), 1, body.position, reach, edges)
        for k in range(edges.size()):
            if obstacle_line(body, outline.vertices.data(), edges.at(k).vertex, horizon, lines.data(), <int32_t>lines.size(), &line):
                lines.push_back(line)
    return 0


cdef int collect_moving_lines(const ObstacleOutline* outline, bint with_cut_out, const AvoidanceRole* own, const Body* body,
                              double horizon, vector[ObstacleNeighbor]* edges, vector[Line]* lines) except -1 nogil:
    """As a standing outline, for the velocity relative to it: the agent gets out of its way."""
    cdef double reach = horizon * (own.max_speed + length(outline.velocity)) + body.radius
    cdef Body relative = body[0]
    cdef vector[Line] found
    cdef Line line
    cdef size_t k
    if not is_near(outline, with_cut_out, own, body.position, reach):
        return 0
    relative.velocity = subtract(body.velocity, outline.velocity)
    find_obstacle_neighbors(outline.vertices.data(), <int32_t>outline.vertices.size(), 1, body.position, reach, edges)
    for k in range(edges.size()):
        if obstacle_line(&relative, outline.vertices.data(), edges.at(k).vertex, horizon, found.data(), <int32_t>found.size(), &line):
            found.push_back(line)
    for k in range(found.size()):
        line = found[k]
        line.point = add(line.point, outline.velocity)
        lines.push_back(line)
    return 0


# ---- detours ----

cdef bint comes_near(Vec2 a, Vec2 b, Vec2 c, Vec2 d, double distance) noexcept nogil:
    """True if two segments, a to b and c to d, cross, or come nearer to each other than a distance."""
    cdef double qx, qy
    cdef Vec2 way = subtract(b, a), edge = subtract(d, c)
    if det(way, subtract(c, a)) * det(way, subtract(d, a)) < 0.0 and det(edge, subtract(a, c)) * det(edge, subtract(b, c)) < 0.0:
        return True
    return min(min(closest_on_segment(a.x, a.y, c.x, c.y, d.x, d.y, &qx, &qy),
                   closest_on_segment(b.x, b.y, c.x, c.y, d.x, d.y, &qx, &qy)),
               min(closest_on_segment(c.x, c.y, a.x, a.y, b.x, b.y, &qx, &qy),
                   closest_on_segment(d.x, d.y, a.x, a.y, b.x, b.y, &qx, &qy))) < distance


cdef bint meets_edges(const ObstacleOutline* outline, Vec2 a, Vec2 b, double distance) noexcept nogil:
    cdef const ObstacleVertex* vertex
    cdef double qx, qy
    cdef bint meets = False
    cdef Vec2 end
    cdef size_t k
    for k in range(outline.vertices.size()):
        vertex = &outline.vertices[k]
        end = outline.vertices[vertex.next].point
        if closest_on_segment(b.x, b.y, vertex.point.x, vertex.point.y, end.x, end.y, &qx, &qy) < distance:
            return False
        meets = meets or comes_near(a, b, vertex.point, end, distance)
    return meets


cdef bint meets_outline(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, Vec2 a, Vec2 b,
                        double distance) noexcept nogil:
    cdef const ObstacleOutline* outline
    cdef Vec2 middle = scale(add(a, b), 0.5)
    cdef double reach = distance + 0.5 * length(subtract(b, a))
    cdef size_t i
    for i in range(outlines.size()):
        outline = &outlines.at(i)
        if outline.velocity.x == 0.0 and outline.velocity.y == 0.0 and is_near(outline, with_cut_out, own, middle, reach) \
                and meets_edges(outline, a, b, distance):
            return True
    return False


cdef int sample_edge(Vec2 a, Vec2 b, Vec2 place, double reach, double spacing, vector[double]* circles) except -1 nogil:
    """Points from a up to b, without b."""
    cdef Vec2 edge = subtract(b, a), point
    cdef double size = length(edge), count = max(ceil(size / spacing), 1.0), along = dot(subtract(place, a), edge) / size
    cdef double step = size / count, i = max(floor((along - reach) / step), 0.0), end = min(ceil((along + reach) / step), count)
    while i < end:
        point = add(a, scale(edge, i / count))
        i += 1.0
        if square(subtract(point, place)) <= reach * reach:
            circles.push_back(point.x)
            circles.push_back(point.y)
            circles.push_back(0.0)
    return 0


cdef int sample_outlines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, Vec2 place,
                         double reach, double farthest, double spacing, vector[double]* circles) except -1 nogil:
    cdef const ObstacleOutline* outline
    cdef const ObstacleVertex* vertex
    cdef size_t i, k
    for i in range(outlines.size()):
        outline = &outlines.at(i)
        if not is_near(outline, with_cut_out, own, place, reach):
            continue
        for k in range(outline.vertices.size()):
            vertex = &outline.vertices[k]
            sample_edge(vertex.point, outline.vertices[vertex.next].point, place, farthest, spacing, circles)
    return 0
