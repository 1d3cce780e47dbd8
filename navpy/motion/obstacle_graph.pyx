"""The obstacle graph: the way round standing agents and movable obstacles, where reacting to them one by one gets stuck.

Circles that the walker does not fit between are an island. An island in the straight way is gone round: its contour is followed from
where the way meets it to both sides, until the goal is in sight or a wall is met (White & Christensen 2002, "A Fast Approach to
Navigation Meshes", Game Programming Gems 3; Mononen 2011, "Very Temporary Obstacle Avoidance", Digesting Duck). What is followed is
then pulled taut: the shortest way along it by its arcs and the tangents between them."""
from libc.math cimport INFINITY, M_PI, atan2, cos, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.arguments cimport measure, read_rows, whole
from navpy.motion.island_contour cimport CLOSED, WALL_MET, Arc, Contour, Search, arc_point, follow, on_arc
from navpy.motion.obstacle_islands cimport (ALL_ISLANDS, NO_CIRCLE, Circle, ObstacleIslands, build_islands, closest_on_wall, distance,
                                            first_hit, is_free, is_open, touch)
from navpy.vec2 cimport Vec2, add, left_of, length, scale, square, subtract, vec2

from enum import IntEnum

cdef double PIECE = M_PI / 6.0          # radians of an arc for one corner of a polyline round it, at most
cdef double BESIDE = 0.0353             # the corners lie so much outside, as a part of the radius: 1 / cos(PIECE / 2) − 1


# ---- pulling taut ----

cdef int32_t add_station(DetourWork* work, int32_t element, double offset) except -1 nogil:
    cdef Station station
    station.element, station.offset, station.cost, station.before, station.first_leg = element, offset, INFINITY, -1, -1
    work.stations.push_back(station)
    return <int32_t>work.stations.size() - 1


cdef int add_leg(DetourWork* work, int32_t begin, int32_t end, double size) except -1 nogil:
    cdef Leg leg
    leg.end, leg.length, leg.next = end, size, work.stations[begin].first_leg
    work.stations[begin].first_leg = <int32_t>work.legs.size()
    work.legs.push_back(leg)
    return 0


cdef int add_tangent(const ObstacleIslands* graph, const Contour* chain, const Search* search, int32_t from_, int32_t to,
                     DetourWork* work) except -1 nogil:
    """The tangent on which one leaves an element of the chain and comes to a later arc, each in its sense, if both arcs reach to it
    and it is free. A circle lies sense · radius to the left of the way along its tangent."""
    cdef const Arc* b = &chain.arcs[to - 1]
    cdef const Arc* a = b
    cdef Vec2 way = graph.circles[b.circle].center, d, p = search.start
    cdef double reach_b = b.sense * graph.circles[b.circle].radius, reach_a = 0.0, rise, run, angle, at_a = 0.0, at_b
    if from_ > 0:
        a = &chain.arcs[from_ - 1]
        if a.circle == b.circle:
            return 0
        reach_a, p = a.sense * graph.circles[a.circle].radius, graph.circles[a.circle].center
    way = subtract(way, p)
    rise = reach_b - reach_a
    run = square(way) - rise * rise
    if run < -touch() * fabs(rise) or square(way) == 0.0:
        return 0
    run = sqrt(max(0.0, run))
    d = subtract(scale(way, run / square(way)), scale(left_of(way), rise / square(way)))
    angle = atan2(-d.x, d.y)                        # of the direction to the way's right
    if not on_arc(b, angle if b.sense > 0 else angle + M_PI, &at_b):
        return 0
    if from_ > 0:
        if not on_arc(a, angle if a.sense > 0 else angle + M_PI, &at_a):
            return 0
        p = arc_point(graph, a, at_a)
    way = arc_point(graph, b, at_b)
    if is_free(graph, p, way, ALL_ISLANDS) and is_open(graph, search.clearances, p, way):
        add_leg(work, add_station(work, from_, at_a) if from_ > 0 else 0, add_station(work, to, at_b), distance(p, way))
    return 0


cdef Vec2 station_point(const ObstacleIslands* graph, const Contour* chain, const Search* search, const Station* station) noexcept nogil:
    if station.element == 0:
        return search.start
    if station.element > <int32_t>chain.arcs.size():
        return search.goal
    return arc_point(graph, &chain.arcs[station.element - 1], station.offset)


cdef bint comes_before(const Rank& a, const Rank& b) noexcept nogil:
    if a.element != b.element:
        return a.element < b.element
    return a.offset < b.offset if a.offset != b.offset else a.station < b.station


cdef int sort_stations(DetourWork* work) except -1 nogil:
    cdef Rank rank
    work.order.clear()
    for rank.station in range(<int32_t>work.stations.size()):
        rank.element, rank.offset = work.stations[rank.station].element, work.stations[rank.station].offset
        work.order.push_back(rank)
    sort(work.order.begin(), work.order.end(), comes_before)
    return 0


cdef inline void reach(Station* station, int32_t before, double cost) noexcept nogil:
    if cost < station.cost:
        station.cost, station.before = cost, before


cdef int relax(const ObstacleIslands* graph, const Contour* chain, const Search* search, DetourWork* work) except -1 nogil:
    """Shortest ways to all stations: all legs lead on along the chain, so one pass in its order settles them."""
    cdef int32_t i, k, previous = 0
    cdef size_t n
    cdef Station* station
    cdef Station* before
    work.stations[0].cost = 0.0
    for n in range(work.order.size()):
        i = work.order[n].station
        station = &work.stations[i]
        before = &work.stations[previous]
        if 0 < station.element <= <int32_t>chain.arcs.size():
            if station.element == before.element:
                reach(station, previous, before.cost + (station.offset - before.offset)
                      * graph.circles[chain.arcs[station.element - 1].circle].radius)
            else:
                reach(station, previous, before.cost + distance(station_point(graph, chain, search, before),
                                                                station_point(graph, chain, search, station)))
        k = station.first_leg
        while k >= 0:
            reach(&work.stations[work.legs[k].end], i, station.cost + work.legs[k].length)
            k = work.legs[k].next
        previous = i
    return 0


cdef double pull_taut(const ObstacleIslands* graph, const Contour* chain, const Search* search, DetourWork* work) except -1 nogil:
    """The shortest way from the start by arcs of the chain and the free tangents from one to a later one, to the goal by one of the
    exits; work.way holds its stations from the goal back to the start. The chain itself is such a way, so none is longer than
    it; a taut way round the outside of an island turns on its contour's arcs only, in their order, so it is found.
    Metres; infinite without exits."""
    cdef int32_t count = <int32_t>chain.arcs.size(), i, k, goal_station
    cdef Vec2 p
    work.stations.clear()
    work.legs.clear()
    add_station(work, 0, 0.0)
    goal_station = add_station(work, count + 1, 0.0)
    for i in range(count):
        add_station(work, i + 1, 0.0)
        add_station(work, i + 1, chain.arcs[i].span)
    for i in range(count):
        for k in range(i + 1, count + 1):
            add_tangent(graph, chain, search, i, k, work)
    for i in range(<int32_t>chain.exits.size()):
        p = arc_point(graph, &chain.arcs[chain.exits[i].arc], chain.exits[i].offset)
        add_leg(work, add_station(work, chain.exits[i].arc + 1, chain.exits[i].offset), goal_station, distance(p, search.goal))
    sort_stations(work)
    relax(graph, chain, search, work)
    work.way.clear()
    if work.stations[goal_station].cost == INFINITY:
        return INFINITY
    k = goal_station
    while k >= 0:
        work.way.push_back(k)
        k = work.stations[k].before
    return work.stations[goal_station].cost


# ---- the detour ----

cdef int add_point(Detour* detour, Vec2 p) except -1 nogil:
    if detour.points.empty() or distance(detour.points.back(), p) > touch():
        detour.points.push_back(p)
    return 0


cdef int round_arc(const ObstacleIslands* graph, const Arc* arc, vector[double]* cuts, Detour* detour) except -1 nogil:
    """A polyline round the outside of an arc, of tangents to it. It touches the arc where the circle comes nearest to others and to
    walls: the tangent there has the circle on one side and those, which are convex, on the other; so what the arc is
    free of, the polyline is, too."""
    cdef const Circle* circle = &graph.circles[arc.circle]
    cdef double offset, step
    cdef int32_t i, k, pieces
    cdef Vec2 to
    cuts.clear()
    cuts.push_back(arc.span)
    for i in range(<int32_t>graph.circles.size()):
        to = subtract(graph.circles[i].center, circle.center)
        if i != arc.circle and length(to) < circle.radius * (1.0 + BESIDE) + graph.circles[i].radius \
                and on_arc(arc, atan2(to.y, to.x), &offset):
            cuts.push_back(offset)
    for i in range(<int32_t>graph.walls.size()):
        to = subtract(closest_on_wall(&graph.walls[i], circle.center), circle.center)
        if length(to) < circle.radius * (1.0 + BESIDE) + graph.wall_clearance and on_arc(arc, atan2(to.y, to.x), &offset):
            cuts.push_back(offset)
    sort(cuts.begin(), cuts.end())
    offset = 0.0
    add_point(detour, arc_point(graph, arc, 0.0))
    for i in range(<int32_t>cuts.size()):
        pieces = <int32_t>((cuts[0][i] - offset) / PIECE) + 1
        step = (cuts[0][i] - offset) / pieces
        for k in range(pieces):
            to = subtract(arc_point(graph, arc, offset + (k + 0.5) * step), circle.center)
            add_point(detour, add(circle.center, scale(to, 1.0 / cos(0.5 * step))))
        offset = cuts[0][i]
    add_point(detour, arc_point(graph, arc, arc.span))
    return 0


cdef int lay_out(const ObstacleIslands* graph, const Contour* chain, const Search* search, DetourWork* work,
                 Detour* detour) except -1 nogil:
    """The taut way as arcs and as a polyline."""
    cdef int32_t i
    cdef const Station* station
    cdef const Station* next
    cdef Arc turn
    for i in range(<int32_t>work.way.size() - 1, 0, -1):
        station, next = &work.stations[work.way[i]], &work.stations[work.way[i - 1]]
        if station.element != next.element:
            add_point(detour, station_point(graph, chain, search, station))
        elif next.offset > station.offset:
            turn = chain.arcs[station.element - 1]
            turn.begin, turn.span = turn.begin + turn.sense * station.offset, next.offset - station.offset
            round_arc(graph, &turn, &work.cuts, detour)
            if not detour.turns.empty() and detour.turns.back().circle == turn.circle and detour.turns.back().sense == turn.sense:
                detour.turns.back().span += turn.span
            else:
                detour.turns.push_back(turn)
    detour.points.push_back(search.goal)
    return 0


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


cdef int no_way(DetourWork* work, int ending, Detour* detour) except -1 nogil:
    """Why neither side leads to the goal. A contour that closes is the edge of the start's side of the island; had the goal been on
    that side, then the end of the straight way through the island would have been on it: so it parts them."""
    name_members(&work.sides[0], detour)
    name_members(&work.sides[1], detour)
    if ending == WALL_MET:
        return WAY_BLOCKED
    if ending != CLOSED:
        return WAY_NOT_RESOLVED
    return WAY_START_INSIDE if work.sides[0].area < 0.0 else WAY_GOAL_INSIDE


cdef int go_round(const ObstacleIslands* graph, Search* search, int32_t circle, Vec2 hit, DetourWork* work,
                  Detour* detour) except -1 nogil:
    """Adds the better side of an island's contour to the chain, as far as the exit to the goal, and starts again from there."""
    cdef double best = INFINITY, cost
    cdef int32_t k, better = -1, jump = <int32_t>work.chain.arcs.size()
    cdef Station station
    cdef Contour* side
    cdef int ending = CLOSED
    for k in range(2):
        ending = follow(graph, search, circle, hit, 1 - 2 * k, &work.sides[k])
        cost = pull_taut(graph, &work.sides[k], search, work)
        if cost < best:
            best, better, station = cost, k, work.stations[work.way[1]]
    if better < 0:
        return no_way(work, ending, detour)
    side = &work.sides[better]
    side.arcs.resize(station.element)
    side.arcs.back().span = station.offset
    search.start = arc_point(graph, &side.arcs.back(), station.offset)
    work.chain.arcs.insert(work.chain.arcs.end(), side.arcs.begin(), side.arcs.end())
    work.chain.exits.resize(1)
    work.chain.exits[0].arc, work.chain.exits[0].offset = jump + station.element - 1, station.offset
    return WAY_DETOUR


cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t most_islands, DetourWork* work,
                     Detour* detour) except -1 nogil:
    """Goes round the islands in the straight way from start to goal, one after the other, each by its better side, and pulls all of it
    taut. Where start or goal are nearer to a wall than allowed, the way may come as near to that wall. Returns a WAY_… status."""
    cdef Search search
    cdef Vec2 hit
    cdef int32_t i, circle, rounds = 0, status
    detour.points.clear()
    detour.turns.clear()
    detour.members.clear()
    detour.length = INFINITY
    work.chain.arcs.clear()
    work.chain.exits.clear()
    work.clearances.clear()
    for i in range(<int32_t>graph.walls.size()):
        work.clearances.push_back(min(graph.wall_clearance, min(distance(start, closest_on_wall(&graph.walls[i], start)),
                                                                distance(goal, closest_on_wall(&graph.walls[i], goal)))))
    search.start, search.goal, search.clearances = start, goal, work.clearances.data()
    if name_covering(graph, start, detour):
        return WAY_START_COVERED
    if name_covering(graph, goal, detour):
        return WAY_GOAL_COVERED
    if not is_open(graph, search.clearances, start, goal):
        return WAY_BEHIND_WALL
    while True:
        circle = first_hit(graph, search.start, goal, &hit)
        if circle == NO_CIRCLE:
            break
        if rounds == most_islands:
            return WAY_TOO_MANY_ISLANDS
        status = go_round(graph, &search, circle, hit, work, detour)
        if status != WAY_DETOUR:
            return status
        rounds += 1
    if rounds == 0:
        detour.points.push_back(start)
        detour.points.push_back(goal)
        detour.length = distance(start, goal)
        return WAY_FREE
    search.start = start
    detour.length = pull_taut(graph, &work.chain, &search, work)
    lay_out(graph, &work.chain, &search, work, detour)
    return WAY_DETOUR


# ---- links that an island closes ----

cdef int raise_blockade(Blockade* blockade, const ObstacleIslands* graph, const vector[int32_t]* members, double until) except -1 nogil:
    """Remembers who blocks a link and where they stand."""
    cdef int32_t i
    blockade.members = members[0]
    blockade.stood.clear()
    for i in blockade.members:
        blockade.stood.push_back(graph.circles[i].center)
    blockade.until = until
    return 0


cdef bint is_over(const Blockade* blockade, const double* circles, int32_t count, double now, double moved) noexcept nogil:
    """Is it worth planning through the link anew: the time has passed, or a member has moved by more than a distance, or is gone?"""
    cdef size_t i
    cdef int32_t member
    if now >= blockade.until:
        return True
    for i in range(blockade.members.size()):
        member = blockade.members[i]
        if member >= count or distance(vec2(circles[3 * member], circles[3 * member + 1]), blockade.stood[i]) > moved:
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


cdef Vec2 place(str name, point) except *:
    cdef double x, y
    try:
        x, y = point
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be two numbers, is {point!r}") from None
    if not (-1e30 <= x <= 1e30 and -1e30 <= y <= 1e30):
        raise ValueError(f"{name}: must be two finite numbers, is {point!r}")
    return vec2(x, y)


cdef class ObstacleGraph:
    """Circles that stand about, and the ways of a walker round them.

    circles: (n, 3) x, y, radius; walls: (m, 4) both ends x, y, x, y; all in metres. The walker is a circle of ``walker_radius``; two
    circles are linked where it does not fit between them, islands are what hangs together by links. Its centre keeps
    ``wall_clearance`` metres from walls: its radius unless told; 0 where the walls are the edges of a navmesh that keeps clear
    of them already. ValueError: wrong shapes, numbers that are not finite, a radius below 0."""
    cdef ObstacleIslands graph
    cdef DetourWork work

    def __init__(self, circles, walls=(), walker_radius=0.0, wall_clearance=None):
        cdef double radius = measure("walker_radius", walker_radius)
        cdef double clearance = radius if wall_clearance is None else measure("wall_clearance", wall_clearance)
        cdef const double[:, ::1] circle_rows = read_rows("circles", circles, -1, 3)
        cdef const double[:, ::1] wall_rows = read_rows("walls", walls, -1, 4)
        cdef Py_ssize_t i
        for i in range(circle_rows.shape[0]):
            if circle_rows[i, 2] < 0.0:
                raise ValueError(f"circles: radius {i} must not be below 0, is {circle_rows[i, 2]}")
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

    def detour(self, start, goal, most_islands=8):
        """The way from start to goal, both (x, y) in metres, round the islands in the straight way: a DetourResult.

        Each island in turn is gone round by the side on which it is shorter to the goal; the whole is pulled taut along the contours
        so chosen. It is no longer than the straight way with those contours, and the shortest of all round one island that
        start and goal are not in a bay of. The goal must be in sight but for circles, as the next corner of a path is
        (BEHIND_WALL). Walls are not gone round: an island that touches walls on both sides is BLOCKED. ValueError: a point
        that is not two finite numbers, most_islands outside 0 … 1000."""
        cdef Vec2 a = place("start", start), b = place("goal", goal)
        cdef int32_t most = whole("most_islands", most_islands, 0, 1000)
        cdef Detour detour
        cdef int status
        cdef Py_ssize_t i
        with nogil:
            status = find_detour(&self.graph, a, b, most, &self.work, &detour)
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

    until: seconds, on the clock that ``is_over`` is asked by."""
    cdef Blockade blockade

    def __init__(self, ObstacleGraph graph not None, DetourResult result not None, double until):
        cdef vector[int32_t] members = result.members
        raise_blockade(&self.blockade, &graph.graph, &members, until)

    def is_over(self, circles, double now, moved=0.0):
        """Is it worth planning through the link anew: the time has come, or a member now stands more than ``moved`` metres from where
        it did, or is gone? circles: (n, 3) x, y, radius in metres, numbered as in the graph."""
        cdef double most = measure("moved", moved)
        cdef const double[:, ::1] rows = read_rows("circles", circles, -1, 3)
        return is_over(&self.blockade, &rows[0, 0] if rows.shape[0] > 0 else NULL, <int32_t>rows.shape[0], now, most)
