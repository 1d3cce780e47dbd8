"""The obstacle graph: paths round standing agents and movable obstacles, where avoidance of single agents gets stuck.

Circles that the walker does not fit between are an island. From the point where the straight way hits an island, its contour is
followed to both sides, until the goal is in sight or a wall is met (White & Christensen 2002, "A Fast Approach to Navigation Meshes",
Game Programming Gems 3; Mononen 2011, "Very Temporary Obstacle Avoidance", Digesting Duck). The detour is the shortest path along
these contours."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.avoidance.island_hull cimport CLOSED, WALL_MET, IslandContour, arc_point, follow_contour
from navpy.motion.avoidance.obstacle_islands cimport (
    NO_CIRCLE, IslandCircle, CircleLink, ObstacleIslands, DetourQuery, WalkTest, build_islands, closest_on_wall, contact_tolerance,
    distance, first_hit, is_open, link_between, on_circle)
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourMemory, PathNode, write_polyline, shortest_homotopic_path
from navpy.base.vec2 cimport Vec2, add, length, scale, square, subtract, vec2

cdef double HERE = 1e-6                 # meters: a way point this near to the walker is skipped


# ---- the detour ----

cdef int add_members(const IslandContour* side, Detour* detour) except -1 nogil:
    """Add the circles of a contour to the members, ascending and each once."""
    cdef size_t i, kept = 0
    for i in range(side.arcs.size()):
        detour.members.push_back(side.arcs[i].circle)
    sort(detour.members.begin(), detour.members.end())
    for i in range(detour.members.size()):
        if kept == 0 or detour.members[i] != detour.members[kept - 1]:
            detour.members[kept] = detour.members[i]
            kept += 1
    detour.members.resize(kept)
    return 0


cdef bint add_covering(const ObstacleIslands* graph, Vec2 p, Detour* detour) except -1 nogil:
    """Add the circles that cover a place to the members. True if there are members then."""
    cdef int32_t i
    for i in range(<int32_t>graph.circles.size()):
        if distance(p, graph.circles[i].center) < graph.circles[i].radius - contact_tolerance():
            detour.members.push_back(i)
    return not detour.members.empty()


cdef int why_no_way(DetourMemory* memory, const int* endings, Detour* detour) except -1 nogil:
    """Why neither side leads to the goal. A closed contour bounds the part of the plane with the start. A goal in the same part would
    see the point of the contour where the straight way leaves the island; so the island separates start and goal."""
    add_members(&memory.sides[0], detour)
    add_members(&memory.sides[1], detour)
    if endings[0] == WALL_MET or endings[1] == WALL_MET:
        return WAY_BLOCKED
    if endings[0] != CLOSED or endings[1] != CLOSED:
        return WAY_NOT_RESOLVED
    return WAY_START_INSIDE if memory.sides[0].area < 0.0 else WAY_GOAL_INSIDE


cdef int go_round_island(const ObstacleIslands* graph, DetourQuery* query, int32_t circle, Vec2 hit, DetourMemory* memory,
                         Detour* detour) except -1 nogil:
    """Append the better side of an island's contour to the chain, up to the exit to the goal. The query's start becomes this exit. The
    path round this island alone is then memory.path, and its length detour.length. Returns a WAY_… status."""
    cdef double best = INFINITY, cost
    cdef int32_t k, better = -1, first_arc = <int32_t>memory.chain.arcs.size()
    cdef PathNode node
    cdef IslandContour* side
    cdef int[2] endings
    for k in range(2):
        endings[k] = follow_contour(graph, query, circle, hit, 1 - 2 * k, &memory.sides[k])
        cost = shortest_homotopic_path(graph, &memory.sides[k], query, memory)
        if cost < best:
            best, better = cost, k
            memory.kept_nodes.swap(memory.nodes)
            memory.kept_path.swap(memory.path)
    if better < 0:
        return why_no_way(memory, endings, detour)
    memory.nodes.swap(memory.kept_nodes)
    memory.path.swap(memory.kept_path)
    node = memory.nodes[memory.path[1]]
    detour.length = best
    side = &memory.sides[better]
    side.arcs.resize(node.element)
    side.arcs.back().span = node.offset
    query.start = arc_point(graph, &side.arcs.back(), node.offset)
    memory.chain.arcs.insert(memory.chain.arcs.end(), side.arcs.begin(), side.arcs.end())
    memory.chain.exits.resize(1)
    memory.chain.exits[0].arc, memory.chain.exits[0].offset = first_arc + node.element - 1, node.offset
    return WAY_DETOUR


cdef int start_query(const ObstacleIslands* graph, Vec2 start, Vec2 goal, WalkTest may_walk, const void* ground, DetourMemory* memory,
                     Detour* detour, DetourQuery* query) except -1 nogil:
    """Set the query, with coordinates from the graph's origin. If start or goal is nearer to a wall than the clearance, the path may
    come as near to this wall."""
    cdef int32_t i
    detour.points.clear()
    detour.turns.clear()
    detour.members.clear()
    detour.length = INFINITY
    memory.chain.arcs.clear()
    memory.chain.exits.clear()
    memory.clearances.clear()
    start, goal = subtract(start, graph.origin), subtract(goal, graph.origin)
    for i in range(<int32_t>graph.walls.size()):
        memory.clearances.push_back(min(graph.wall_clearance, min(distance(start, closest_on_wall(&graph.walls[i], start)),
                                                                  distance(goal, closest_on_wall(&graph.walls[i], goal)))))
    query.start, query.goal, query.clearances = start, goal, memory.clearances.data()
    query.may_walk, query.ground = may_walk, ground
    return 0


cdef int go_round_islands(const ObstacleIslands* graph, DetourQuery* query, int32_t max_islands, bint stop_at_max,
                          DetourMemory* memory, Detour* detour) except -1 nogil:
    """Go round the islands in the straight way in turn, each on its better side; then take the shortest path along all of them.
    stop_at_max: go round max_islands only, and ignore the others. Returns a WAY_… status."""
    cdef Vec2 start = query.start, hit
    cdef int32_t i, circle, rounds = 0, status
    if add_covering(graph, query.goal, detour):
        return WAY_GOAL_COVERED
    if not is_open(graph, query, start, query.goal):
        return WAY_BEHIND_WALL
    while True:
        circle = first_hit(graph, query.start, query.goal, &hit)
        if circle == NO_CIRCLE or rounds == max_islands:
            break
        status = go_round_island(graph, query, circle, hit, memory, detour)
        if status != WAY_DETOUR:
            detour.length = INFINITY
            return status
        rounds += 1
    if circle != NO_CIRCLE and not stop_at_max:
        detour.length = INFINITY
        return WAY_TOO_MANY_ISLANDS
    query.start = start
    if rounds == 0:
        detour.points.push_back(start)
        detour.points.push_back(query.goal)
        detour.length = distance(start, query.goal)
    else:
        if rounds > 1:
            detour.length = shortest_homotopic_path(graph, &memory.chain, query, memory)
        write_polyline(graph, &memory.chain, query, memory, detour)
    for i in range(<int32_t>detour.points.size()):
        detour.points[i] = add(detour.points[i], graph.origin)
    return WAY_DETOUR if rounds > 0 else WAY_FREE


cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t max_islands, WalkTest may_walk, const void* ground,
                     DetourMemory* memory, Detour* detour) except -1 nogil:
    cdef DetourQuery query
    cdef int status
    start_query(graph, start, goal, may_walk, ground, memory, detour, &query)
    if add_covering(graph, query.start, detour):
        return WAY_START_COVERED
    status = go_round_islands(graph, &query, max_islands, False, memory, detour)
    if not detour.points.empty():
        detour.points[0], detour.points[detour.points.size() - 1] = start, goal         # to the bit
    return status


# ---- the next way point ----

cdef bint covers_any(const ObstacleIslands* graph, const vector[int32_t]* circles, Vec2 p) noexcept nogil:
    """True if any of some circles covers a point."""
    cdef const IslandCircle* circle
    cdef size_t i
    for i in range(circles.size()):
        circle = &graph.circles[circles[0][i]]
        if distance(p, circle.center) < circle.radius - contact_tolerance():
            return True
    return False


cdef void keep_nearer(const ObstacleIslands* graph, const vector[int32_t]* circles, Vec2 start, Vec2 p, double* best,
                      Vec2* found) noexcept nogil:
    """Keep a point that no circle covers if it is nearer to the start than the best one so far."""
    if distance(start, p) < best[0] and not covers_any(graph, circles, p):
        best[0], found[0] = distance(start, p), p


cdef bint push_out(const ObstacleIslands* graph, DetourQuery* query, double max_push, DetourMemory* memory) except -1 nogil:
    """Move a start that circles cover to the nearest place outside: straight out of one circle, or to an intersection of two outlines.
    Returns False if this is farther than max_push meters."""
    cdef Vec2 start = query.start, off
    cdef double best = max_push + contact_tolerance()
    cdef size_t i, k
    cdef const IslandCircle* a
    cdef CircleLink link
    memory.near.clear()
    for i in range(graph.circles.size()):
        if distance(start, graph.circles[i].center) < graph.circles[i].radius + best:
            memory.near.push_back(<int32_t>i)
    if not covers_any(graph, &memory.near, start):
        return True
    for i in range(memory.near.size()):
        a = &graph.circles[memory.near[i]]
        off = subtract(start, a.center)
        if square(off) > 0.0:
            keep_nearer(graph, &memory.near, start, add(a.center, scale(off, a.radius / length(off))), &best, &query.start)
        for k in range(i):
            link = link_between(a, &graph.circles[memory.near[k]], memory.near[k])
            if 0.0 <= link.half and distance(a.center, graph.circles[memory.near[k]].center) \
                    < a.radius + graph.circles[memory.near[k]].radius:
                keep_nearer(graph, &memory.near, start, on_circle(a, link.angle - link.half), &best, &query.start)
                keep_nearer(graph, &memory.near, start, on_circle(a, link.angle + link.half), &best, &query.start)
    return best < max_push + contact_tolerance()


cdef int find_way_point(const ObstacleIslands* graph, Vec2 start, Vec2 goal, double max_push, WalkTest may_walk, const void* ground,
                        DetourMemory* memory, Detour* detour, Vec2* way_point) except -1 nogil:
    cdef DetourQuery query
    cdef int status
    cdef size_t i = 0
    way_point[0] = start
    start_query(graph, start, goal, may_walk, ground, memory, detour, &query)
    if not push_out(graph, &query, max_push, memory):
        add_covering(graph, query.start, detour)
        return WAY_START_COVERED
    status = go_round_islands(graph, &query, 1, True, memory, detour)
    while i + 1 < detour.points.size():
        i += 1
        way_point[0] = detour.points[i]
        if distance(detour.points[0], way_point[0]) > HERE:
            break
    if i + 1 == detour.points.size():
        way_point[0] = goal                         # to the bit
    return status


# ---- walkers of several radii ----

cdef int set_standing(StandingCircles* standing, const double* circles, int32_t count) except -1 nogil:
    standing.radii.clear()
    standing.circles.clear()
    standing.circles.insert(standing.circles.end(), circles, circles + 3 * <size_t>count)
    return 0


cdef const ObstacleIslands* graph_for(const StandingCircles* standing, double radius) noexcept nogil:
    cdef size_t i
    for i in range(standing.radii.size()):
        if standing.radii[i] == radius:
            return &standing.graphs[i]
    return NULL


cdef int prepare_radius(StandingCircles* standing, double radius) except -1 nogil:
    cdef size_t i = standing.radii.size()
    if graph_for(standing, radius) != NULL:
        return 0
    if i == standing.graphs.size():
        standing.graphs.resize(i + 1)
    build_islands(&standing.graphs[i], standing.circles.data(), <int32_t>(standing.circles.size() // 3), NULL, 0, radius, 0.0)
    standing.radii.push_back(radius)
    return 0


# ---- links that islands block ----

cdef int block_way(LinkBarrier* blocked, const ObstacleIslands* graph, const vector[int32_t]* members, double until) except -1 nogil:
    cdef int32_t i
    blocked.members = members[0]
    blocked.origin = graph.origin
    blocked.centers.clear()
    for i in blocked.members:
        blocked.centers.push_back(graph.circles[i].center)
    blocked.until = until
    return 0


cdef bint is_over(const LinkBarrier* blocked, const double* circles, int32_t count, double now, double moved) noexcept nogil:
    cdef size_t i
    cdef int32_t member
    cdef Vec2 at
    if now >= blocked.until:
        return True
    for i in range(blocked.members.size()):
        member = blocked.members[i]
        if member >= count:
            return True
        at = subtract(vec2(circles[3 * member], circles[3 * member + 1]), blocked.origin)
        if distance(at, blocked.centers[i]) > moved:
            return True
    return False
