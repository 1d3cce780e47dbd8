"""What is followed of contours, pulled taut: the shortest way along it by its arcs and the tangents between them."""
from libc.math cimport INFINITY, M_PI, atan2, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.avoidance.island_hull cimport Arc, Contour, arc_point, on_arc
from navpy.motion.avoidance.obstacle_islands cimport ALL_ISLANDS, Circle, ObstacleIslands, Search, closest_on_wall, distance, is_free, is_open, touch
from navpy.base.vec2 cimport Vec2, add, det, left_of, length, scale, square, subtract, vec2

cdef double NEARLY = 1e-6               # sine of an angle that counts as none where it is only to say what need not be looked at
cdef double PIECE = M_PI / 6.0          # radians of an arc for one corner of a polyline round it, at most
cdef double BESIDE = 0.0353             # the corners lie so much outside, as a part of the radius: 1 / cos(PIECE / 2) − 1


# ---- the shortest way ----

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


cdef int measure_ends(const Contour* chain, vector[Vec2]* ends) except -1 nogil:
    cdef const Arc* arc
    cdef size_t i
    ends.clear()
    for i in range(chain.arcs.size()):
        arc = &chain.arcs[i]
        ends.push_back(vec2(cos(arc.begin), sin(arc.begin)))
        ends.push_back(vec2(cos(arc.begin + arc.sense * arc.span), sin(arc.begin + arc.sense * arc.span)))
    return 0


cdef inline bint may_be_on(const Arc* arc, const Vec2* ends, Vec2 to) noexcept nogil:
    """Is a direction from the circle's centre on an arc, or next to it? Without an angle, for most that are asked for are not."""
    cdef bint behind = arc.sense * det(ends[0], to) >= -NEARLY, before = arc.sense * det(to, ends[1]) >= -NEARLY
    return behind and before if arc.span <= M_PI else behind or before


cdef int add_tangent(const ObstacleIslands* graph, const Contour* chain, const Search* search, int32_t from_, int32_t to,
                     DetourWork* work) except -1 nogil:
    """The tangent on which one leaves an element of the chain and comes to a later arc, each in its sense, if both arcs reach to it
    and it is free. A circle lies sense · radius to the left of the way along its tangent."""
    cdef const Arc* b = &chain.arcs[to - 1]
    cdef const Arc* a = b
    cdef Vec2 way = graph.circles[b.circle].center, d, right, p = search.start
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
    right = vec2(d.y, -d.x)
    if not may_be_on(b, &work.ends[2 * (to - 1)], scale(right, b.sense)) \
            or from_ > 0 and not may_be_on(a, &work.ends[2 * (from_ - 1)], scale(right, a.sense)):
        return 0
    angle = atan2(right.y, right.x)
    if not on_arc(b, angle if b.sense > 0 else angle + M_PI, &at_b):
        return 0
    if from_ > 0:
        if not on_arc(a, angle if a.sense > 0 else angle + M_PI, &at_a):
            return 0
        p = arc_point(graph, a, at_a)
    way = arc_point(graph, b, at_b)
    if is_free(graph, p, way, ALL_ISLANDS, b.circle) and is_open(graph, search, p, way):
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
    measure_ends(chain, &work.ends)
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


# ---- as a polyline ----

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
