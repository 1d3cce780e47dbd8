"""Islands of circles that the walker does not fit between: pairs are found by a grid and joined by union-find. Also tests whether a
segment meets circles or walls."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort

from navpy.base.elementary cimport acos, atan2
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_within
from navpy.base.union_find cimport root_of, unite
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, vec2


# ---- the graph ----

cdef Vec2 closest_on_wall(const IslandWall* wall, Vec2 p) noexcept nogil:
    cdef Vec2 along = subtract(wall.b, wall.a)
    cdef double size = square(along), t = 0.0
    if size > 0.0:
        t = dot(subtract(p, wall.a), along) / size
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    return add(wall.a, scale(along, t))


cdef bint by_angle(const CircleLink& a, const CircleLink& b) noexcept nogil:
    return a.angle < b.angle if a.angle != b.angle else a.other < b.other


cdef CircleLink link_between(const IslandCircle* from_, const IslandCircle* to, int32_t other) noexcept nogil:
    """By the law of cosines; half is below 0 where one circle lies within the other."""
    cdef CircleLink link
    cdef Vec2 way = subtract(to.center, from_.center)
    cdef double size = length(way), ratio
    link.other, link.angle, link.half = other, atan2(way.y, way.x), -1.0
    if size > fabs(from_.radius - to.radius) and not to.hidden:
        ratio = (size * size + from_.radius * from_.radius - to.radius * to.radius) / (2.0 * size * from_.radius)
        link.half = acos(1.0 if ratio > 1.0 else -1.0 if ratio < -1.0 else ratio)
    return link


cdef bint hides(const IslandCircle* a, const IslandCircle* b) noexcept nogil:
    """True if b lies within a."""
    return distance(a.center, b.center) + b.radius <= a.radius + 0.5 * contact_tolerance()


cdef int find_near(ObstacleIslands* graph, int32_t index, double widest) except -1 nogil:
    """Collects the circles that may overlap a circle, itself included, in graph.near. widest: meters, the greatest radius."""
    cdef const IslandCircle* circle = &graph.circles[index]
    find_within(&graph.grid, circle.center.x, circle.center.y, circle.radius + widest, &graph.near)
    return 0


cdef int link_circles(ObstacleIslands* graph) except -1 nogil:
    """Links and islands: the pairs of circles that overlap are found by the grid and joined by union-find."""
    cdef int32_t count = <int32_t>graph.circles.size(), i, k, root
    cdef double widest = 0.0
    cdef IslandCircle* a
    graph.centers.resize(2 * <size_t>count)
    graph.parent.resize(count)
    for i in range(count):
        graph.centers[2 * i], graph.centers[2 * i + 1] = graph.circles[i].center.x, graph.circles[i].center.y
        graph.parent[i] = i
        widest = max(widest, graph.circles[i].radius)
    build_grid(&graph.grid, graph.centers.data(), count, cell_for(graph.centers.data(), count, 2.0 * widest))
    # Circles within others are hidden; of equal circles the first is not.
    for i in range(count):
        a = &graph.circles[i]
        find_near(graph, i, widest)
        for k in graph.near:
            if k != i and hides(&graph.circles[k], a) and (k < i or not hides(a, &graph.circles[k])):
                a.hidden = True
    # Links of overlapping circles.
    graph.links.clear()
    graph.first_link.clear()
    for i in range(count):
        a = &graph.circles[i]
        graph.first_link.push_back(<int32_t>graph.links.size())
        find_near(graph, i, widest)
        for k in graph.near:
            if k != i and distance(a.center, graph.circles[k].center) < a.radius + graph.circles[k].radius:
                graph.links.push_back(link_between(a, &graph.circles[k], k))
                unite(graph.parent.data(), i, k)
        sort(graph.links.begin() + graph.first_link[i], graph.links.end(), by_angle)
    graph.first_link.push_back(<int32_t>graph.links.size())
    # Islands: the root of a set is its least index, so it is numbered before the others.
    graph.island.resize(count)
    graph.island_count = 0
    for i in range(count):
        root = root_of(graph.parent.data(), i)
        if root == i:
            graph.island[i] = graph.island_count
            graph.island_count += 1
        else:
            graph.island[i] = graph.island[root]
    return 0


cdef int link_walls(ObstacleIslands* graph) except -1 nogil:
    cdef int32_t i, k
    graph.wall_links.clear()
    graph.first_wall.clear()
    for i in range(<int32_t>graph.circles.size()):
        graph.first_wall.push_back(<int32_t>graph.wall_links.size())
        for k in range(<int32_t>graph.walls.size()):
            if distance(graph.circles[i].center, closest_on_wall(&graph.walls[k], graph.circles[i].center)) \
                    < graph.circles[i].radius + graph.wall_clearance:
                graph.wall_links.push_back(k)
    graph.first_wall.push_back(<int32_t>graph.wall_links.size())
    return 0


cdef int build_islands(ObstacleIslands* graph, const double* circles, int32_t count, const double* walls, int32_t wall_count,
                       double walker_radius, double wall_clearance) except -1 nogil:
    cdef IslandCircle circle
    cdef IslandWall wall
    cdef int32_t i
    cdef Vec2 origin = vec2(0.0, 0.0)
    graph.circles.clear()
    graph.walls.clear()
    graph.wall_clearance = wall_clearance
    if count > 0:
        origin = vec2(circles[0], circles[1])
    elif wall_count > 0:
        origin = vec2(walls[0], walls[1])
    graph.origin = origin
    circle.hidden = False
    for i in range(count):
        circle.center = subtract(vec2(circles[3 * i], circles[3 * i + 1]), origin)
        circle.radius = circles[3 * i + 2] + walker_radius
        graph.circles.push_back(circle)
    for i in range(wall_count):
        wall.a = subtract(vec2(walls[4 * i], walls[4 * i + 1]), origin)
        wall.b = subtract(vec2(walls[4 * i + 2], walls[4 * i + 3]), origin)
        graph.walls.push_back(wall)
    link_circles(graph)
    link_walls(graph)
    return 0


# ---- segments ----

cdef double distance_to_segment(Vec2 a, Vec2 b, Vec2 p) noexcept nogil:
    """Meters from p to the segment a b."""
    cdef IslandWall way
    way.a, way.b = a, b
    return distance(closest_on_wall(&way, p), p)


cdef bint wall_stops(const IslandWall* wall, Vec2 a, Vec2 b, double clearance) noexcept nogil:
    """True if the segment a b crosses a wall, or comes nearer to it than the clearance in meters."""
    cdef Vec2 way = subtract(b, a), along = subtract(wall.b, wall.a)
    cdef double sa = det(along, subtract(a, wall.a)), sb = det(along, subtract(b, wall.a)), slack = contact_tolerance() * length(along)
    cdef double wa = det(way, subtract(wall.a, a)), wb = det(way, subtract(wall.b, a)), ends, wall_ends
    if (sa < -slack and sb > slack or sa > slack and sb < -slack) and (wa <= 0.0 <= wb or wb <= 0.0 <= wa):
        return True
    ends = min(distance(a, closest_on_wall(wall, a)), distance(b, closest_on_wall(wall, b)))
    wall_ends = min(distance_to_segment(a, b, wall.a), distance_to_segment(a, b, wall.b))
    return min(ends, wall_ends) < clearance - contact_tolerance()


cdef inline bint circle_stops(const IslandCircle* circle, Vec2 a, Vec2 b) noexcept nogil:
    """True if the segment a b leads through a circle. Every tangent is tested, so this takes no square roots."""
    cdef Vec2 way = subtract(b, a), off = subtract(circle.center, a)
    cdef double along = dot(off, way), size2 = square(way), aside, radius = circle.radius - contact_tolerance()
    if radius <= 0.0:
        return False
    if along <= 0.0:
        return square(off) < radius * radius
    if along >= size2:
        return square(subtract(circle.center, b)) < radius * radius
    aside = det(way, off)
    return aside * aside < radius * radius * size2


cdef bint is_free(const ObstacleIslands* graph, Vec2 a, Vec2 b, int32_t island, int32_t first) noexcept nogil:
    cdef int32_t i
    for i in range(graph.first_link[first], graph.first_link[first + 1]):
        if circle_stops(&graph.circles[graph.links[i].other], a, b):
            return False
    for i in range(<int32_t>graph.circles.size()):
        if (island < 0 or graph.island[i] == island) and circle_stops(&graph.circles[i], a, b):
            return False
    return True


cdef bint is_open(const ObstacleIslands* graph, const DetourQuery* query, Vec2 a, Vec2 b) noexcept nogil:
    cdef int32_t i
    for i in range(<int32_t>graph.walls.size()):
        if wall_stops(&graph.walls[i], a, b, query.clearances[i]):
            return False
    return query.may_walk == NULL or query.may_walk(query.ground, add(a, graph.origin), add(b, graph.origin))


cdef int32_t first_hit(const ObstacleIslands* graph, Vec2 a, Vec2 b, Vec2* hit) noexcept nogil:
    cdef Vec2 way = subtract(b, a), off
    cdef double size = length(way), along, inside, t, best = INFINITY
    cdef int32_t i, found = -1
    cdef const IslandCircle* circle
    for i in range(<int32_t>graph.circles.size()):
        circle = &graph.circles[i]
        if circle.hidden or not distance_to_segment(a, b, circle.center) < circle.radius - contact_tolerance():
            continue
        off = subtract(circle.center, a)
        along, inside = dot(off, way) / size, det(way, off) / size
        t = along - sqrt(max(0.0, circle.radius * circle.radius - inside * inside))
        if t < best:
            best, found = t, i
    if found >= 0:
        hit[0] = add(a, scale(way, max(0.0, best) / size))
    return found
