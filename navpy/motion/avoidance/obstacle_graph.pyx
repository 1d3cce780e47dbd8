"""The obstacle graph: the way round standing agents and movable obstacles, where reacting to them one by one gets stuck.

Circles that the walker does not fit between are an island. An island in the straight way is gone round: its contour is followed from
where the way meets it to both sides, until the goal is in sight or a wall is met (White & Christensen 2002, "A Fast Approach to
Navigation Meshes", Game Programming Gems 3; Mononen 2011, "Very Temporary Obstacle Avoidance", Digesting Duck). What is followed is
then pulled taut: the shortest way along it by its arcs and the tangents between them."""
from libc.math cimport INFINITY, isnan
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_length, read_numbers, read_real, read_rows, read_whole
from navpy.motion.avoidance.island_hull cimport CLOSED, WALL_MET, Contour, arc_point, follow
from navpy.motion.avoidance.obstacle_islands cimport (NO_CIRCLE, Circle, Link, ObstacleIslands, Search, WalkTest, build_islands, closest_on_wall,
                                            distance, first_hit, is_open, link_between, on_circle, touch)
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourWork, Station, lay_out, pull_taut
from navpy.base.vec2 cimport Vec2, add, length, scale, square, subtract, vec2

from enum import IntEnum

cdef double HERE = 1e-6                 # metres: where a walker stands who is as near as that


# ---- the detour ----

cdef int name_members(const Contour* side, Detour* detour) except -1 nogil:
    """Adds the circles of a contour to the members, ascending, each once."""
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


cdef bint name_covering(const ObstacleIslands* graph, Vec2 p, Detour* detour) except -1 nogil:
    """Adds the circles that a place lies within to the members; are there any?"""
    cdef int32_t i
    for i in range(<int32_t>graph.circles.size()):
        if distance(p, graph.circles[i].center) < graph.circles[i].radius - touch():
            detour.members.push_back(i)
    return not detour.members.empty()


cdef int no_way(DetourWork* work, const int* endings, Detour* detour) except -1 nogil:
    """Why neither side leads to the goal. A contour that closes is the edge of the start's side of the island; had the goal been on
    that side, then the end of the straight way through the island would have been on it: so it parts them."""
    name_members(&work.sides[0], detour)
    name_members(&work.sides[1], detour)
    if endings[0] == WALL_MET or endings[1] == WALL_MET:
        return WAY_BLOCKED
    if endings[0] != CLOSED or endings[1] != CLOSED:
        return WAY_NOT_RESOLVED
    return WAY_START_INSIDE if work.sides[0].area < 0.0 else WAY_GOAL_INSIDE


cdef int go_round(const ObstacleIslands* graph, Search* search, int32_t circle, Vec2 hit, DetourWork* work,
                  Detour* detour) except -1 nogil:
    """Adds the better side of an island's contour to the chain, as far as the exit to the goal, and starts again from there. The way
    round this island alone is then work.way, and detour.length how long it is."""
    cdef double best = INFINITY, cost
    cdef int32_t k, better = -1, jump = <int32_t>work.chain.arcs.size()
    cdef Station station
    cdef Contour* side
    cdef int[2] endings
    for k in range(2):
        endings[k] = follow(graph, search, circle, hit, 1 - 2 * k, &work.sides[k])
        cost = pull_taut(graph, &work.sides[k], search, work)
        if cost < best:
            best, better, station = cost, k, work.stations[work.way[1]]
            work.kept_stations.swap(work.stations)
            work.kept_way.swap(work.way)
    if better < 0:
        return no_way(work, endings, detour)
    work.stations.swap(work.kept_stations)
    work.way.swap(work.kept_way)
    detour.length = best
    side = &work.sides[better]
    side.arcs.resize(station.element)
    side.arcs.back().span = station.offset
    search.start = arc_point(graph, &side.arcs.back(), station.offset)
    work.chain.arcs.insert(work.chain.arcs.end(), side.arcs.begin(), side.arcs.end())
    work.chain.exits.resize(1)
    work.chain.exits[0].arc, work.chain.exits[0].offset = jump + station.element - 1, station.offset
    return WAY_DETOUR


cdef int open_search(const ObstacleIslands* graph, Vec2 start, Vec2 goal, WalkTest may_walk, const void* ground, DetourWork* work,
                     Detour* detour, Search* search) except -1 nogil:
    """Places from the graph's origin. Where start or goal are nearer to a wall than allowed, the way may come as near to that wall."""
    cdef int32_t i
    detour.points.clear()
    detour.turns.clear()
    detour.members.clear()
    detour.length = INFINITY
    work.chain.arcs.clear()
    work.chain.exits.clear()
    work.clearances.clear()
    start, goal = subtract(start, graph.origin), subtract(goal, graph.origin)
    for i in range(<int32_t>graph.walls.size()):
        work.clearances.push_back(min(graph.wall_clearance, min(distance(start, closest_on_wall(&graph.walls[i], start)),
                                                                distance(goal, closest_on_wall(&graph.walls[i], goal)))))
    search.start, search.goal, search.clearances = start, goal, work.clearances.data()
    search.may_walk, search.ground = may_walk, ground
    return 0


cdef int go_round_islands(const ObstacleIslands* graph, Search* search, int32_t most_islands, bint as_far_as_that, DetourWork* work,
                          Detour* detour) except -1 nogil:
    """Goes round the islands in the straight way, one after the other, each by its better side, and pulls all of it taut.
    as_far_as_that: of more islands than allowed only those are gone round. Returns a WAY_… status."""
    cdef Vec2 start = search.start, hit
    cdef int32_t i, circle, rounds = 0, status
    if name_covering(graph, search.goal, detour):
        return WAY_GOAL_COVERED
    if not is_open(graph, search, start, search.goal):
        return WAY_BEHIND_WALL
    while True:
        circle = first_hit(graph, search.start, search.goal, &hit)
        if circle == NO_CIRCLE or rounds == most_islands:
            break
        status = go_round(graph, search, circle, hit, work, detour)
        if status != WAY_DETOUR:
            detour.length = INFINITY
            return status
        rounds += 1
    if circle != NO_CIRCLE and not as_far_as_that:
        detour.length = INFINITY
        return WAY_TOO_MANY_ISLANDS
    search.start = start
    if rounds == 0:
        detour.points.push_back(start)
        detour.points.push_back(search.goal)
        detour.length = distance(start, search.goal)
    else:
        if rounds > 1:
            detour.length = pull_taut(graph, &work.chain, search, work)
        lay_out(graph, &work.chain, search, work, detour)
    for i in range(<int32_t>detour.points.size()):
        detour.points[i] = add(detour.points[i], graph.origin)
    return WAY_DETOUR if rounds > 0 else WAY_FREE


cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t most_islands, WalkTest may_walk, const void* ground,
                     DetourWork* work, Detour* detour) except -1 nogil:
    """The way round all islands between. Returns a WAY_… status."""
    cdef Search search
    cdef int status
    open_search(graph, start, goal, may_walk, ground, work, detour, &search)
    if name_covering(graph, search.start, detour):
        return WAY_START_COVERED
    status = go_round_islands(graph, &search, most_islands, False, work, detour)
    if not detour.points.empty():
        detour.points[0], detour.points[detour.points.size() - 1] = start, goal         # to the bit
    return status


# ---- the next way point ----

cdef bint covers_any(const ObstacleIslands* graph, const vector[int32_t]* circles, Vec2 p) noexcept nogil:
    cdef const Circle* circle
    cdef size_t i
    for i in range(circles.size()):
        circle = &graph.circles[circles[0][i]]
        if distance(p, circle.center) < circle.radius - touch():
            return True
    return False


cdef void keep_nearer(const ObstacleIslands* graph, const vector[int32_t]* circles, Vec2 start, Vec2 p, double* best,
                      Vec2* found) noexcept nogil:
    if distance(start, p) < best[0] and not covers_any(graph, circles, p):
        best[0], found[0] = distance(start, p), p


cdef bint uncover(const ObstacleIslands* graph, Search* search, double most_push, DetourWork* work) except -1 nogil:
    """Moves a start that circles cover to the nearest place that none does: straight out of one of them, or where two outlines meet.
    False where that is farther than most_push metres."""
    cdef Vec2 start = search.start, off
    cdef double best = most_push + touch()
    cdef size_t i, k
    cdef const Circle* a
    cdef Link link
    work.near.clear()
    for i in range(graph.circles.size()):
        if distance(start, graph.circles[i].center) < graph.circles[i].radius + best:
            work.near.push_back(<int32_t>i)
    if not covers_any(graph, &work.near, start):
        return True
    for i in range(work.near.size()):
        a = &graph.circles[work.near[i]]
        off = subtract(start, a.center)
        if square(off) > 0.0:
            keep_nearer(graph, &work.near, start, add(a.center, scale(off, a.radius / length(off))), &best, &search.start)
        for k in range(i):
            link = link_between(a, &graph.circles[work.near[k]], work.near[k])
            if 0.0 <= link.half and distance(a.center, graph.circles[work.near[k]].center) < a.radius + graph.circles[work.near[k]].radius:
                keep_nearer(graph, &work.near, start, on_circle(a, link.angle - link.half), &best, &search.start)
                keep_nearer(graph, &work.near, start, on_circle(a, link.angle + link.half), &best, &search.start)
    return best < most_push + touch()


cdef int find_way_point(const ObstacleIslands* graph, Vec2 start, Vec2 goal, double most_push, WalkTest may_walk, const void* ground,
                        DetourWork* work, Detour* detour, Vec2* way_point) except -1 nogil:
    """Where to walk straight to next: the goal, or the first corner of the way round the first island. A start that is covered by no
    more than most_push metres, as those who stand in contact are, counts as just outside. Returns a WAY_… status;
    WAY_TOO_MANY_ISLANDS is none of them. way_point is the start where there is no way."""
    cdef Search search
    cdef int status
    cdef size_t i = 0
    way_point[0] = start
    open_search(graph, start, goal, may_walk, ground, work, detour, &search)
    if not uncover(graph, &search, most_push, work):
        name_covering(graph, search.start, detour)
        return WAY_START_COVERED
    status = go_round_islands(graph, &search, 1, True, work, detour)
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


# ---- links that an island closes ----

cdef int raise_blockade(Blockade* blockade, const ObstacleIslands* graph, const vector[int32_t]* members, double until) except -1 nogil:
    """Remembers who blocks a link and where they stand."""
    cdef int32_t i
    blockade.members = members[0]
    blockade.origin = graph.origin
    blockade.stood.clear()
    for i in blockade.members:
        blockade.stood.push_back(graph.circles[i].center)
    blockade.until = until
    return 0


cdef bint is_over(const Blockade* blockade, const double* circles, int32_t count, double now, double moved) noexcept nogil:
    """Is it worth planning through the link anew: the time has passed, or a member has moved by more than a distance, or is gone?"""
    cdef size_t i
    cdef int32_t member
    cdef Vec2 at
    if now >= blockade.until:
        return True
    for i in range(blockade.members.size()):
        member = blockade.members[i]
        if member >= count:
            return True
        at = subtract(vec2(circles[3 * member], circles[3 * member + 1]), blockade.origin)
        if distance(at, blockade.stood[i]) > moved:
            return True
    return False


# ---- for Python ----

class DetourStatus(IntEnum):
    """What became of a search for a way round."""
    FREE = WAY_FREE
    DETOUR = WAY_DETOUR
    BLOCKED = WAY_BLOCKED
    START_INSIDE = WAY_START_INSIDE
    GOAL_INSIDE = WAY_GOAL_INSIDE
    START_COVERED = WAY_START_COVERED
    GOAL_COVERED = WAY_GOAL_COVERED
    BEHIND_WALL = WAY_BEHIND_WALL
    TOO_MANY_ISLANDS = WAY_TOO_MANY_ISLANDS
    NOT_RESOLVED = WAY_NOT_RESOLVED


cdef class DetourResult:
    """A way round, or why there is none."""
    cdef readonly object status         #: DetourStatus
    cdef readonly object points         #: (k, 2) metres, a polyline from start to goal that keeps clear; None without a way
    cdef readonly double length         #: metres of the taut way, along arcs; infinite without one
    cdef readonly list turns            #: (circle, radians) in order; above 0: counter-clockwise round it, it is on the left
    cdef readonly list members          #: circles that block, enclose or cover, ascending

    def __repr__(self):
        return f"<DetourResult {self.status.name}, {self.length:g} m>"


cdef int check_radii(str name, const double[:] radii) except -1:
    cdef Py_ssize_t i
    for i in range(radii.shape[0]):
        if radii[i] < 0.0:
            raise ValueError(f"{name}: radius {i} must not be below 0, is {radii[i]}")
    return 0


cdef Vec2 place(str name, point) except *:
    cdef double x, y
    try:
        x, y = point
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be two numbers, is {point!r}") from None
    if not (-1e30 <= x <= 1e30 and -1e30 <= y <= 1e30):
        raise ValueError(f"{name}: must be two finite numbers, is {point!r}")
    return vec2(x, y)


cdef class Ground:
    """What a Python function says about where one may walk."""
    cdef object may_walk
    cdef object error                   # what it has raised


cdef bint ask(const void* ground, Vec2 a, Vec2 b) noexcept with gil:
    cdef Ground asked = <Ground>ground
    try:
        return asked.error is None and bool(asked.may_walk((a.x, a.y), (b.x, b.y)))
    except BaseException as error:
        asked.error = error
        return False


cdef WalkTest walk_test(Ground ground) noexcept:
    if ground is None:
        return NULL
    return ask


cdef Ground read_ground(may_walk):
    cdef Ground ground = None
    if may_walk is not None:
        if not callable(may_walk):
            raise ValueError(f"may_walk: must be a function of two points, is {may_walk!r}")
        ground = Ground.__new__(Ground)
        ground.may_walk = may_walk
    return ground


cdef class ObstacleGraph:
    """Circles that stand about, and the ways of a walker round them.

    circles: (n, 3) x, y, radius; walls: (m, 4) both ends x, y, x, y; all in metres. The walker is a circle of ``walker_radius``; two
    circles are linked where it does not fit between them, islands are what hangs together by links. Its centre keeps
    ``wall_clearance`` metres from walls: its radius unless told; 0 where the walls are the edges of a navmesh that keeps clear
    of them already. ValueError: wrong shapes, numbers that are not finite, a radius below 0."""
    cdef ObstacleIslands graph
    cdef DetourWork work

    def __init__(self, circles, walls=(), walker_radius=0.0, wall_clearance=None):
        cdef double radius = read_length("walker_radius", walker_radius)
        cdef double clearance = radius if wall_clearance is None else read_length("wall_clearance", wall_clearance)
        cdef const double[:, ::1] circle_rows = read_rows("circles", circles, -1, 3)
        cdef const double[:, ::1] wall_rows = read_rows("walls", walls, -1, 4)
        check_radii("circles", circle_rows[:, 2])
        with nogil:
            build_islands(&self.graph, &circle_rows[0, 0] if circle_rows.shape[0] > 0 else NULL, <int32_t>circle_rows.shape[0],
                          &wall_rows[0, 0] if wall_rows.shape[0] > 0 else NULL, <int32_t>wall_rows.shape[0], radius, clearance)

    @property
    def islands(self):
        """Island of each circle, (n,) int32, numbered from 0 by their first members."""
        import numpy as np
        return np.array(self.graph.island, dtype=np.int32)

    @property
    def links(self):
        """Of each circle the circles that it is linked with, by the angle towards them, −π … π."""
        return [[self.graph.links[k].other for k in range(self.graph.first_link[i], self.graph.first_link[i + 1])]
                for i in range(<Py_ssize_t>self.graph.circles.size())]

    @property
    def wall_links(self):
        """Of each circle the walls that the walker does not fit past, ascending."""
        return [[self.graph.wall_links[k] for k in range(self.graph.first_wall[i], self.graph.first_wall[i + 1])]
                for i in range(<Py_ssize_t>self.graph.circles.size())]

    def detour(self, start, goal, most_islands=8, may_walk=None):
        """The way from start to goal, both (x, y) in metres, round the islands in the straight way: a DetourResult.

        Each island in turn is gone round by the side on which it is shorter to the goal; the whole is pulled taut along the contours
        so chosen. It is no longer than the straight way with those contours, and the shortest of all round one island that
        start and goal are not in a bay of. The goal must be in sight but for circles, as the next corner of a path is
        (BEHIND_WALL). Walls are not gone round: an island that touches walls on both sides is BLOCKED. ``may_walk`` says
        where there is ground, besides walls: a function of two points (x, y) between which one may walk straight, or not; arcs are asked
        for by strides of 15°. ValueError: a point that is not two finite numbers, most_islands outside 0 … 1000; and what may_walk
        raises."""
        cdef Ground ground = read_ground(may_walk)
        cdef WalkTest test = walk_test(ground)
        cdef Vec2 a = place("start", start), b = place("goal", goal)
        cdef int32_t most = read_whole("most_islands", most_islands, 0, 1000)
        cdef Detour detour
        cdef int status
        cdef Py_ssize_t i
        with nogil:
            status = find_detour(&self.graph, a, b, most, test, <const void*>ground, &self.work, &detour)
        if ground is not None and ground.error is not None:
            raise ground.error
        cdef DetourResult result = DetourResult.__new__(DetourResult)
        result.status, result.length, result.members = DetourStatus(status), detour.length, detour.members
        result.turns = [(detour.turns[i].circle, detour.turns[i].sense * detour.turns[i].span)
                        for i in range(<Py_ssize_t>detour.turns.size())]
        if not detour.points.empty():
            import numpy as np
            result.points = np.array([(detour.points[i].x, detour.points[i].y) for i in range(<Py_ssize_t>detour.points.size())])
        return result


cdef class LinkBlockade:
    """Why a link of the navmesh is closed, and until when: by the members that a DetourResult of the graph names.

    until: seconds, on the clock that ``is_over`` is asked by. ValueError: a result of another graph, an until that is no number."""
    cdef Blockade blockade

    def __init__(self, ObstacleGraph graph not None, DetourResult result not None, until):
        cdef vector[int32_t] members = result.members
        cdef double seconds = read_real("until", until)
        if isnan(seconds):
            raise ValueError("until: must be a number of seconds, is nan")
        if not members.empty() and members.back() >= <int32_t>graph.graph.circles.size():
            raise ValueError(f"result: is of another graph, of the {graph.graph.circles.size()} circles of this none is {members.back()}")
        raise_blockade(&self.blockade, &graph.graph, &members, seconds)

    def is_over(self, circles, now, moved=0.0):
        """Is it worth planning through the link anew: the time has come, or a member now stands more than ``moved`` metres from where
        it did, or is gone? circles: (n, 3) x, y, radius in metres, numbered as in the graph."""
        cdef double most = read_length("moved", moved)
        cdef const double[:, ::1] rows = read_rows("circles", circles, -1, 3)
        return is_over(&self.blockade, &rows[0, 0] if rows.shape[0] > 0 else NULL, <int32_t>rows.shape[0], read_real("now", now), most)


def way_points(circles, starts, goals, radii, most_push=0.0, may_walk=None):
    """Where n walkers should go straight to next, to get from starts to goals round circles that stand about: (points (n, 2) in metres,
    statuses, members), the latter two lists of n.

    circles: (m, 3) x, y, radius; starts and goals: (n, 2); radii: (n,) or one number, of the walkers; all in metres. The point is the
    goal (FREE), or the first corner of the way round the first island (DETOUR), else the start itself; members are then the circles
    that block, enclose or cover. A walker that overlaps those who stand by no more than most_push metres counts as just outside of
    them. may_walk: as in ``ObstacleGraph.detour``. ValueError: wrong shapes, numbers that are not finite, a radius below 0."""
    import numpy as np
    cdef const double[:, ::1] circle_rows = read_rows("circles", circles, -1, 3), start_rows = read_rows("starts", starts, -1, 2)
    cdef const double[:, ::1] goal_rows = read_rows("goals", goals, -1, 2)
    cdef double push = read_length("most_push", most_push)
    cdef Ground ground = read_ground(may_walk)
    cdef WalkTest test = walk_test(ground)
    cdef const double[::1] sizes = read_numbers("radii", radii, start_rows.shape[0], 0.0, LARGEST)
    cdef StandingCircles standing
    cdef DetourWork work
    cdef Detour detour
    cdef int status
    cdef Py_ssize_t i
    points, statuses, members = np.empty((start_rows.shape[0], 2)), [], []
    cdef double[:, ::1] out = points
    cdef Vec2 next_
    if goal_rows.shape[0] != start_rows.shape[0]:
        raise ValueError(f"goals: must be as many as starts, {start_rows.shape[0]}, are {goal_rows.shape[0]}")
    check_radii("circles", circle_rows[:, 2])
    with nogil:
        set_standing(&standing, &circle_rows[0, 0] if circle_rows.shape[0] > 0 else NULL, <int32_t>circle_rows.shape[0])
        for i in range(sizes.shape[0]):
            prepare_radius(&standing, sizes[i])
    for i in range(sizes.shape[0]):
        with nogil:
            status = find_way_point(graph_for(&standing, sizes[i]), vec2(start_rows[i, 0], start_rows[i, 1]),
                                    vec2(goal_rows[i, 0], goal_rows[i, 1]), push, test,
                                    <const void*>ground, &work, &detour, &next_)
        if ground is not None and ground.error is not None:
            raise ground.error
        out[i, 0], out[i, 1] = next_.x, next_.y
        statuses.append(DetourStatus(status))
        members.append(detour.members)
    return points, statuses, members
