"""The contour of an island, followed from where a straight way meets it to one side."""
from libc.math cimport M_PI, acos, atan2, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t

from navpy.motion.avoidance.obstacle_islands cimport (NO_CIRCLE, Circle, Link, ObstacleIslands, Search, Wall, closest_on_wall, distance, is_free,
                                            is_open, link_between, on_circle, touch)
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, subtract

cdef enum:
    AT_WALL = -1                        # in place of the next circle
    AT_BEGIN = -2

cdef double STRIDE = M_PI / 12.0        # radians of an arc at most from one question to the ground to the next
cdef double SAME_ANGLE = 1e-9           # radians: an angle that rounding has put before where it belongs behind


cdef bint on_arc(const Arc* arc, double angle, double* offset) noexcept nogil:
    offset[0] = ahead(arc.begin, angle, arc.sense)
    if offset[0] > 2.0 * M_PI - SAME_ANGLE:
        offset[0] = 0.0
    return offset[0] <= arc.span


cdef int32_t next_circle(const ObstacleIslands* graph, int32_t circle, int32_t sense, double angle, int32_t previous,
                         double* span) noexcept nogil:
    """The circle whose overlap ends a stretch of the outline that begins at an angle. The previous one's overlap lies right behind."""
    cdef int32_t i, found = AT_BEGIN
    cdef double turn
    cdef const Link* link
    for i in range(graph.first_link[circle], graph.first_link[circle + 1]):
        link = &graph.links[i]
        if link.half < 0.0:
            continue
        turn = ahead(angle, link.angle - sense * link.half, sense)
        if link.other != previous and ahead(link.angle - sense * link.half, angle, sense) < 2.0 * link.half:
            turn = 0.0
        if turn < span[0]:
            span[0], found = turn, link.other
    return found


cdef void meet(const Wall* wall, const Circle* circle, double clearance, Vec2 p, double begin, int32_t sense, double* span) noexcept nogil:
    """Ends a stretch of an outline at p, if p is where it comes too near to the wall, not where it leaves it."""
    cdef Vec2 off = subtract(p, closest_on_wall(wall, p)), out = subtract(p, circle.center)
    cdef double turn
    if fabs(length(off) - clearance) <= 10.0 * touch() and (clearance <= 0.0 or sense * dot(left_of(out), off) < 0.0):
        turn = ahead(begin, atan2(out.y, out.x), sense)
        if turn > 2.0 * M_PI - SAME_ANGLE:
            turn = 0.0
        span[0] = min(span[0], turn)


cdef void meet_line(const Wall* wall, const Circle* circle, double clearance, Vec2 a, Vec2 direction, double begin, int32_t sense,
                    double* span) noexcept nogil:
    cdef double along = dot(subtract(circle.center, a), direction), off = det(direction, subtract(circle.center, a))
    cdef double half = circle.radius * circle.radius - off * off
    if half >= 0.0:
        half = sqrt(half)
        meet(wall, circle, clearance, add(a, scale(direction, along - half)), begin, sense, span)
        meet(wall, circle, clearance, add(a, scale(direction, along + half)), begin, sense, span)


cdef void meet_end(const Wall* wall, const Circle* circle, double clearance, Vec2 end, double begin, int32_t sense,
                   double* span) noexcept nogil:
    """Where the outline crosses the circle of the clearance round an end of the wall."""
    cdef Circle around
    cdef Link link
    around.center, around.radius = end, clearance
    link = link_between(circle, &around, 0)
    if link.half >= 0.0:
        meet(wall, circle, clearance, on_circle(circle, link.angle - link.half), begin, sense, span)
        meet(wall, circle, clearance, on_circle(circle, link.angle + link.half), begin, sense, span)


cdef bint wall_ahead(const ObstacleIslands* graph, const double* clearances, int32_t index, int32_t sense, double begin,
                     double* span) noexcept nogil:
    """Shortens a stretch of an outline to where it comes too near to a wall; False where it does not."""
    cdef const Circle* circle = &graph.circles[index]
    cdef Vec2 from_ = on_circle(circle, begin), along
    cdef double whole_span = span[0], clearance, size
    cdef const Wall* wall
    cdef int32_t i
    for i in range(graph.first_wall[index], graph.first_wall[index + 1]):
        wall = &graph.walls[graph.wall_links[i]]
        clearance = clearances[graph.wall_links[i]]
        if distance(from_, closest_on_wall(wall, from_)) < clearance - touch():
            span[0] = 0.0
            return True
        along = subtract(wall.b, wall.a)
        size = length(along)
        if size > 0.0:
            along = scale(along, 1.0 / size)
            meet_line(wall, circle, clearance, add(wall.a, scale(left_of(along), clearance)), along, begin, sense, span)
            meet_line(wall, circle, clearance, add(wall.a, scale(left_of(along), -clearance)), along, begin, sense, span)
        meet_end(wall, circle, clearance, wall.a, begin, sense, span)
        meet_end(wall, circle, clearance, wall.b, begin, sense, span)
    return span[0] < whole_span


cdef bint ground_ends(const ObstacleIslands* graph, const Search* search, Arc* arc) noexcept nogil:
    """Shortens a stretch of an outline to what the ground lets one walk of it, stride by stride; False where that is all."""
    cdef int32_t strides = <int32_t>(arc.span / STRIDE) + 1, i
    cdef double stride = arc.span / strides
    for i in range(strides):
        if not search.may_walk(search.ground, add(arc_point(graph, arc, i * stride), graph.origin),
                               add(arc_point(graph, arc, (i + 1) * stride), graph.origin)):
            arc.span = i * stride
            return True
    return False


cdef double area_under(const ObstacleIslands* graph, const Arc* arc, Vec2 origin) noexcept nogil:
    """Half the integral of x dy − y dx along an arc: summed up round a contour that is the area within."""
    cdef const Circle* circle = &graph.circles[arc.circle]
    cdef Vec2 center = subtract(circle.center, origin)
    cdef double end = arc.begin + arc.sense * arc.span
    return 0.5 * circle.radius * (arc.sense * arc.span * circle.radius + center.x * (sin(end) - sin(arc.begin))
                                  - center.y * (cos(end) - cos(arc.begin)))


cdef int look_out(const ObstacleIslands* graph, const Search* search, Contour* side) except -1 nogil:
    """Notes the places of the last arc with the goal in sight: the tangent's towards it, and where the straight way leaves the
    circle. Does the tangent's? Walls that leave the straight way free leave its end free."""
    cdef Arc arc = side.arcs.back()
    cdef const Circle* circle = &graph.circles[arc.circle]
    cdef Vec2 start = search.start, goal = search.goal, way = subtract(goal, start), off = subtract(goal, circle.center), p
    cdef double size = length(off), inside, offset
    cdef int32_t island = graph.island[arc.circle]
    cdef Exit exit
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
        if is_free(graph, p, goal, island, arc.circle) and is_open(graph, search, p, goal):
            exit.offset = offset
            side.exits.push_back(exit)
            seen = True
    return seen


cdef int follow(const ObstacleIslands* graph, const Search* search, int32_t first, Vec2 hit, int32_t sense,
                Contour* side) except -1 nogil:
    """An island's contour from where the straight way meets it, to one side, until a tangent leads to the goal, a wall is met, or it
    closes. The outline of n discs has at most 6n − 12 arcs, or 2 (Kedem, Livne, Pach & Sharir 1986)."""
    cdef int32_t circle = first, previous = NO_CIRCLE, next, _step
    cdef double begin = atan2(hit.y - graph.circles[first].center.y, hit.x - graph.circles[first].center.x), turn
    cdef Vec2 p
    cdef Arc arc
    side.arcs.clear()
    side.exits.clear()
    side.area = 0.0
    arc.begin = begin
    for _step in range(6 * <int32_t>graph.circles.size() + 2):
        arc.circle, arc.sense, arc.span = circle, sense, 2.0 * M_PI
        if previous != NO_CIRCLE and circle == first:
            turn = ahead(arc.begin, begin, sense)
            arc.span = turn if turn < 2.0 * M_PI - SAME_ANGLE else 0.0
        next = next_circle(graph, circle, sense, arc.begin, previous, &arc.span)
        if wall_ahead(graph, search.clearances, circle, sense, arc.begin, &arc.span):
            next = AT_WALL
        if search.may_walk != NULL and ground_ends(graph, search, &arc):
            next = AT_WALL
        side.arcs.push_back(arc)
        side.area += sense * area_under(graph, &arc, hit)
        if look_out(graph, search, side):
            return GOAL_IN_SIGHT
        if next == AT_WALL or next == AT_BEGIN:
            return WALL_MET if next == AT_WALL else CLOSED
        p = subtract(arc_point(graph, &arc, arc.span), graph.circles[next].center)
        previous, circle, arc.begin = circle, next, atan2(p.y, p.x)
    return WINDING
