"""The contour of an island, followed to one side from where a segment hits it."""
from libc.math cimport M_PI, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.motion.avoidance.obstacle_islands cimport (
    NO_CIRCLE, IslandCircle, CircleLink, ObstacleIslands, DetourQuery, IslandWall, closest_on_wall, contact_tolerance, distance,
    is_free, is_open, link_between, on_circle)
from navpy.base.elementary cimport acos, atan2, unit_vector
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, subtract

cdef enum:
    NEXT_IS_WALL = -1                        # in place of the next circle
    NEXT_IS_BEGIN = -2                       # the contour is closed

cdef double STRIDE = M_PI / 12.0        # radians of an arc at most between two tests of the ground
cdef double SAME_ANGLE = 1e-9           # radians: by so much rounding may put an angle before the begin of an arc


cdef bint on_arc(const OutlineArc* arc, double angle, double* offset) noexcept nogil:
    offset[0] = turn_to(arc.begin, angle, arc.sense)
    if offset[0] > 2.0 * M_PI - SAME_ANGLE:
        offset[0] = 0.0
    return offset[0] <= arc.span


cdef int32_t next_circle(const ObstacleIslands* graph, int32_t circle, int32_t sense, double angle, int32_t previous,
                         double* span) noexcept nogil:
    """The circle that covers the outline first from an angle on; span becomes the radians until then. The overlap with the previous
    circle ends where the arc begins."""
    cdef int32_t i, found = NEXT_IS_BEGIN
    cdef double turn
    cdef const CircleLink* link
    for i in range(graph.first_link[circle], graph.first_link[circle + 1]):
        link = &graph.links[i]
        if link.half < 0.0:
            continue
        turn = turn_to(angle, link.angle - sense * link.half, sense)
        if link.other != previous and turn_to(link.angle - sense * link.half, angle, sense) < 2.0 * link.half:
            turn = 0.0
        if turn < span[0]:
            span[0], found = turn, link.other
    return found


cdef void stop_at(const IslandWall* wall, const IslandCircle* circle, double clearance, Vec2 p, double begin, int32_t sense,
                  double* span) noexcept nogil:
    """End an arc at p, if the outline comes too near to the wall there and does not leave it."""
    cdef Vec2 off = subtract(p, closest_on_wall(wall, p)), out = subtract(p, circle.center)
    cdef double turn
    if fabs(length(off) - clearance) <= 10.0 * contact_tolerance() and (clearance <= 0.0 or sense * dot(left_of(out), off) < 0.0):
        turn = turn_to(begin, atan2(out.y, out.x), sense)
        if turn > 2.0 * M_PI - SAME_ANGLE:
            turn = 0.0
        span[0] = min(span[0], turn)


cdef void stop_at_line(const IslandWall* wall, const IslandCircle* circle, double clearance, Vec2 a, Vec2 direction, double begin,
                       int32_t sense, double* span) noexcept nogil:
    cdef double along = dot(subtract(circle.center, a), direction), off = det(direction, subtract(circle.center, a))
    cdef double half = circle.radius * circle.radius - off * off
    if half >= 0.0:
        half = sqrt(half)
        stop_at(wall, circle, clearance, add(a, scale(direction, along - half)), begin, sense, span)
        stop_at(wall, circle, clearance, add(a, scale(direction, along + half)), begin, sense, span)


cdef void stop_at_end(const IslandWall* wall, const IslandCircle* circle, double clearance, Vec2 end, double begin, int32_t sense,
                      double* span) noexcept nogil:
    """The outline's intersections with the circle of the clearance round an end of the wall."""
    cdef IslandCircle around
    cdef CircleLink link
    around.center, around.radius = end, clearance
    link = link_between(circle, &around, 0)
    if link.half >= 0.0:
        stop_at(wall, circle, clearance, on_circle(circle, link.angle - link.half), begin, sense, span)
        stop_at(wall, circle, clearance, on_circle(circle, link.angle + link.half), begin, sense, span)


cdef bint stop_at_walls(const ObstacleIslands* graph, const double* clearances, int32_t index, int32_t sense, double begin,
                        double* span) noexcept nogil:
    """Shorten an arc to where it comes too near to a wall; False where it does not."""
    cdef const IslandCircle* circle = &graph.circles[index]
    cdef Vec2 from_ = on_circle(circle, begin), along
    cdef double whole_span = span[0], clearance, size
    cdef const IslandWall* wall
    cdef int32_t i
    for i in range(graph.first_wall[index], graph.first_wall[index + 1]):
        wall = &graph.walls[graph.wall_links[i]]
        clearance = clearances[graph.wall_links[i]]
        if distance(from_, closest_on_wall(wall, from_)) < clearance - contact_tolerance():
            span[0] = 0.0
            return True
        along = subtract(wall.b, wall.a)
        size = length(along)
        if size > 0.0:
            along = scale(along, 1.0 / size)
            stop_at_line(wall, circle, clearance, add(wall.a, scale(left_of(along), clearance)), along, begin, sense, span)
            stop_at_line(wall, circle, clearance, add(wall.a, scale(left_of(along), -clearance)), along, begin, sense, span)
        stop_at_end(wall, circle, clearance, wall.a, begin, sense, span)
        stop_at_end(wall, circle, clearance, wall.b, begin, sense, span)
    return span[0] < whole_span


cdef bint stop_at_ground(const ObstacleIslands* graph, const DetourQuery* query, OutlineArc* arc) noexcept nogil:
    """Shorten an arc to its walkable part, tested stride by stride; False where that is all of it."""
    cdef int32_t strides = <int32_t>(arc.span / STRIDE) + 1, i
    cdef double stride = arc.span / strides
    for i in range(strides):
        if not query.may_walk(query.ground, add(arc_point(graph, arc, i * stride), graph.origin),
                              add(arc_point(graph, arc, (i + 1) * stride), graph.origin)):
            arc.span = i * stride
            return True
    return False


cdef double area_under(const ObstacleIslands* graph, const OutlineArc* arc, Vec2 origin) noexcept nogil:
    """Half the integral of x dy − y dx along an arc; the sum over a closed contour is the area within."""
    cdef const IslandCircle* circle = &graph.circles[arc.circle]
    cdef Vec2 center = subtract(circle.center, origin)
    cdef Vec2 begin = unit_vector(arc.begin), end = unit_vector(arc.begin + arc.sense * arc.span)
    return 0.5 * circle.radius * (arc.sense * arc.span * circle.radius + det(center, subtract(end, begin)))


cdef int find_exits(const ObstacleIslands* graph, const DetourQuery* query, IslandContour* side) except -1 nogil:
    """Add the last arc's exits: the place where the straight way from the start leaves the circle, and the place of the tangent to the
    goal. Is the latter one? The straight way is free of walls, so its end needs no test of them."""
    cdef OutlineArc arc = side.arcs.back()
    cdef const IslandCircle* circle = &graph.circles[arc.circle]
    cdef Vec2 start = query.start, goal = query.goal, way = subtract(goal, start), off = subtract(goal, circle.center), p
    cdef double size = length(off), inside, offset
    cdef int32_t island = graph.island[arc.circle]
    cdef ArcExit exit
    cdef bint seen = False
    exit.arc = <int32_t>side.arcs.size() - 1
    inside = det(way, subtract(circle.center, start)) / length(way)
    if fabs(inside) <= circle.radius:
        p = add(start, scale(way, (dot(subtract(circle.center, start), way) / length(way)
                                   + sqrt(circle.radius * circle.radius - inside * inside)) / length(way)))
        p = subtract(p, circle.center)
        if on_arc(&arc, atan2(p.y, p.x), &offset) and is_free(graph, arc_point(graph, &arc, offset), goal, island, arc.circle):
            exit.offset = offset
            side.exits.push_back(exit)
    if size >= circle.radius and on_arc(&arc, atan2(off.y, off.x) - arc.sense * acos(circle.radius / size), &offset):
        p = arc_point(graph, &arc, offset)
        if is_free(graph, p, goal, island, arc.circle) and is_open(graph, query, p, goal):
            exit.offset = offset
            side.exits.push_back(exit)
            seen = True
    return seen


cdef int follow_contour(const ObstacleIslands* graph, const DetourQuery* query, int32_t first, Vec2 hit, int32_t sense,
                        IslandContour* side) except -1 nogil:
    """Until a tangent leads to the goal, a wall is met, or the contour is closed. The outline of n discs has at most 6 n − 12 arcs, or
    2 (Kedem, Livne, Pach & Sharir 1986)."""
    cdef int32_t circle = first, previous = NO_CIRCLE, next, _step
    cdef double begin = atan2(hit.y - graph.circles[first].center.y, hit.x - graph.circles[first].center.x), turn
    cdef Vec2 p
    cdef OutlineArc arc
    side.arcs.clear()
    side.exits.clear()
    side.area = 0.0
    arc.begin = begin
    for _step in range(6 * <int32_t>graph.circles.size() + 2):
        arc.circle, arc.sense, arc.span = circle, sense, 2.0 * M_PI
        if previous != NO_CIRCLE and circle == first:
            turn = turn_to(arc.begin, begin, sense)
            arc.span = turn if turn < 2.0 * M_PI - SAME_ANGLE else 0.0
        # The arc ends at the next circle, at a wall, or where the ground ends.
        next = next_circle(graph, circle, sense, arc.begin, previous, &arc.span)
        if stop_at_walls(graph, query.clearances, circle, sense, arc.begin, &arc.span):
            next = NEXT_IS_WALL
        if query.may_walk != NULL and stop_at_ground(graph, query, &arc):
            next = NEXT_IS_WALL
        side.arcs.push_back(arc)
        side.area += sense * area_under(graph, &arc, hit)
        if find_exits(graph, query, side):
            return GOAL_IN_SIGHT
        if next == NEXT_IS_WALL or next == NEXT_IS_BEGIN:
            return WALL_MET if next == NEXT_IS_WALL else CLOSED
        p = subtract(arc_point(graph, &arc, arc.span), graph.circles[next].center)
        previous, circle, arc.begin = circle, next, atan2(p.y, p.x)
    return WINDING
