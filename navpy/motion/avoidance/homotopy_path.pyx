"""The shortest path along a chain of contours, by its arcs and the tangents between them: a path pulled taut in the chain's homotopy
class."""
from libc.math cimport INFINITY, M_PI, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.avoidance.island_hull cimport OutlineArc, IslandContour, arc_point, on_arc
from navpy.motion.avoidance.obstacle_islands cimport (
    ALL_ISLANDS, IslandCircle, ObstacleIslands, DetourQuery, closest_on_wall, contact_tolerance, distance, is_free, is_open)
from navpy.base.elementary cimport atan2, cos, unit_vector
from navpy.base.vec2 cimport Vec2, add, det, left_of, length, scale, square, subtract, vec2

cdef double SLOPPINESS = 1e-6           # sine of an angle: tolerance of a test that only excludes
cdef double CORNER_ANGLE = M_PI / 6.0   # radians of an arc at most for one corner of the polyline round it
cdef double CORNER_OFFSET = 0.0353      # of the radius: distance of these corners from the arc, 1 / cos(PIECE / 2) − 1


# ---- the shortest path ----

cdef int32_t add_node(DetourMemory* memory, int32_t element, double offset) except -1 nogil:
    cdef PathNode node
    node.element, node.offset, node.cost, node.parent, node.first_edge = element, offset, INFINITY, -1, -1
    memory.nodes.push_back(node)
    return <int32_t>memory.nodes.size() - 1


cdef int add_edge(DetourMemory* memory, int32_t begin, int32_t end, double size) except -1 nogil:
    cdef PathEdge leg
    leg.end, leg.length, leg.next = end, size, memory.nodes[begin].first_edge
    memory.nodes[begin].first_edge = <int32_t>memory.edges.size()
    memory.edges.push_back(leg)
    return 0


cdef int measure_ends(const IslandContour* chain, vector[Vec2]* ends) except -1 nogil:
    cdef const OutlineArc* arc
    cdef size_t i
    ends.clear()
    for i in range(chain.arcs.size()):
        arc = &chain.arcs[i]
        ends.push_back(unit_vector(arc.begin))
        ends.push_back(unit_vector(arc.begin + arc.sense * arc.span))
    return 0


cdef inline bint may_be_on(const OutlineArc* arc, const Vec2* ends, Vec2 to) noexcept nogil:
    """Is a direction from the circle's center on an arc, or next to it? It takes no angle, as most directions are not."""
    cdef bint behind = arc.sense * det(ends[0], to) >= -SLOPPINESS, before = arc.sense * det(to, ends[1]) >= -SLOPPINESS
    return behind and before if arc.span <= M_PI else behind or before


cdef int add_tangent(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query, int32_t from_, int32_t to,
                     DetourMemory* memory) except -1 nogil:
    """Add the tangent from an element of the chain to a later arc, in the senses of both, if both arcs reach to it and it is free. A
    circle lies sense · radius to the left of its tangent."""
    cdef const OutlineArc* b = &chain.arcs[to - 1]
    cdef const OutlineArc* a = b
    cdef Vec2 way = graph.circles[b.circle].center, d, right, p = query.start
    cdef double reach_b = b.sense * graph.circles[b.circle].radius, reach_a = 0.0, rise, run, angle, at_a = 0.0, at_b
    if from_ > 0:
        a = &chain.arcs[from_ - 1]
        if a.circle == b.circle:
            return 0
        reach_a, p = a.sense * graph.circles[a.circle].radius, graph.circles[a.circle].center
    way = subtract(way, p)
    rise = reach_b - reach_a
    run = square(way) - rise * rise
    if run < -contact_tolerance() * fabs(rise) or square(way) == 0.0:
        return 0
    run = sqrt(max(0.0, run))
    d = subtract(scale(way, run / square(way)), scale(left_of(way), rise / square(way)))
    right = vec2(d.y, -d.x)
    if not may_be_on(b, &memory.ends[2 * (to - 1)], scale(right, b.sense)) \
            or from_ > 0 and not may_be_on(a, &memory.ends[2 * (from_ - 1)], scale(right, a.sense)):
        return 0
    angle = atan2(right.y, right.x)
    if not on_arc(b, angle if b.sense > 0 else angle + M_PI, &at_b):
        return 0
    if from_ > 0:
        if not on_arc(a, angle if a.sense > 0 else angle + M_PI, &at_a):
            return 0
        p = arc_point(graph, a, at_a)
    way = arc_point(graph, b, at_b)
    if is_free(graph, p, way, ALL_ISLANDS, b.circle) and is_open(graph, query, p, way):
        add_edge(memory, add_node(memory, from_, at_a) if from_ > 0 else 0, add_node(memory, to, at_b), distance(p, way))
    return 0


cdef Vec2 node_point(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query,
                     const PathNode* node) noexcept nogil:
    if node.element == 0:
        return query.start
    if node.element > <int32_t>chain.arcs.size():
        return query.goal
    return arc_point(graph, &chain.arcs[node.element - 1], node.offset)


cdef bint comes_before(const NodeOrder& a, const NodeOrder& b) noexcept nogil:
    if a.element != b.element:
        return a.element < b.element
    return a.offset < b.offset if a.offset != b.offset else a.node < b.node


cdef int sort_nodes(DetourMemory* memory) except -1 nogil:
    cdef NodeOrder entry
    memory.order.clear()
    for entry.node in range(<int32_t>memory.nodes.size()):
        entry.element, entry.offset = memory.nodes[entry.node].element, memory.nodes[entry.node].offset
        memory.order.push_back(entry)
    sort(memory.order.begin(), memory.order.end(), comes_before)
    return 0


cdef inline void relax_edge(PathNode* node, int32_t before, double cost) noexcept nogil:
    if cost < node.cost:
        node.cost, node.parent = cost, before


cdef int relax_all(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query,
                   DetourMemory* memory) except -1 nogil:
    """Shortest paths to all nodes. Edges lead forwards along the chain, so one pass in its order relaxes them all, as in a directed
    acyclic graph."""
    cdef int32_t i, k, previous = 0
    cdef size_t n
    cdef PathNode* node
    cdef PathNode* before
    memory.nodes[0].cost = 0.0
    for n in range(memory.order.size()):
        i = memory.order[n].node
        node = &memory.nodes[i]
        before = &memory.nodes[previous]
        if 0 < node.element <= <int32_t>chain.arcs.size():
            if node.element == before.element:
                relax_edge(node, previous, before.cost + (node.offset - before.offset)
                           * graph.circles[chain.arcs[node.element - 1].circle].radius)
            else:
                relax_edge(node, previous, before.cost + distance(node_point(graph, chain, query, before),
                                                                  node_point(graph, chain, query, node)))
        k = node.first_edge
        while k >= 0:
            relax_edge(&memory.nodes[memory.edges[k].end], i, node.cost + memory.edges[k].length)
            k = memory.edges[k].next
        previous = i
    return 0


cdef double shortest_homotopic_path(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query,
                                    DetourMemory* memory) except -1 nogil:
    """The chain itself is such a path, so the result is no longer. A shortest path round the outside of an island turns on arcs of its
    contour only, in their order, so it is found."""
    cdef int32_t count = <int32_t>chain.arcs.size(), i, k, goal_node
    cdef Vec2 p
    # Nodes: start, goal, both ends of each arc, and the ends of the free tangents and exits, which are the edges.
    measure_ends(chain, &memory.ends)
    memory.nodes.clear()
    memory.edges.clear()
    add_node(memory, 0, 0.0)
    goal_node = add_node(memory, count + 1, 0.0)
    for i in range(count):
        add_node(memory, i + 1, 0.0)
        add_node(memory, i + 1, chain.arcs[i].span)
    for i in range(count):
        for k in range(i + 1, count + 1):
            add_tangent(graph, chain, query, i, k, memory)
    for i in range(<int32_t>chain.exits.size()):
        p = arc_point(graph, &chain.arcs[chain.exits[i].arc], chain.exits[i].offset)
        add_edge(memory, add_node(memory, chain.exits[i].arc + 1, chain.exits[i].offset), goal_node, distance(p, query.goal))
    sort_nodes(memory)
    relax_all(graph, chain, query, memory)
    memory.path.clear()
    if memory.nodes[goal_node].cost == INFINITY:
        return INFINITY
    k = goal_node
    while k >= 0:
        memory.path.push_back(k)
        k = memory.nodes[k].parent
    return memory.nodes[goal_node].cost


# ---- as a polyline ----

cdef int add_point(Detour* detour, Vec2 p) except -1 nogil:
    if detour.points.empty() or distance(detour.points.back(), p) > contact_tolerance():
        detour.points.push_back(p)
    return 0


cdef int round_arc(const ObstacleIslands* graph, const OutlineArc* arc, vector[double]* cuts, Detour* detour) except -1 nogil:
    """A polyline round the outside of an arc, of tangents to it. It touches the arc where the circle is nearest to other circles and
    to walls. The tangent there separates the circle from these, which are convex; so the polyline is free of them where the arc is."""
    cdef const IslandCircle* circle = &graph.circles[arc.circle]
    cdef double offset, step
    cdef int32_t i, k, pieces
    cdef Vec2 to
    cuts.clear()
    cuts.push_back(arc.span)
    for i in range(<int32_t>graph.circles.size()):
        to = subtract(graph.circles[i].center, circle.center)
        if i != arc.circle and length(to) < circle.radius * (1.0 + CORNER_OFFSET) + graph.circles[i].radius \
                and on_arc(arc, atan2(to.y, to.x), &offset):
            cuts.push_back(offset)
    for i in range(<int32_t>graph.walls.size()):
        to = subtract(closest_on_wall(&graph.walls[i], circle.center), circle.center)
        if length(to) < circle.radius * (1.0 + CORNER_OFFSET) + graph.wall_clearance and on_arc(arc, atan2(to.y, to.x), &offset):
            cuts.push_back(offset)
    sort(cuts.begin(), cuts.end())
    offset = 0.0
    add_point(detour, arc_point(graph, arc, 0.0))
    for i in range(<int32_t>cuts.size()):
        pieces = <int32_t>((cuts[0][i] - offset) / CORNER_ANGLE) + 1
        step = (cuts[0][i] - offset) / pieces
        for k in range(pieces):
            to = subtract(arc_point(graph, arc, offset + (k + 0.5) * step), circle.center)
            add_point(detour, add(circle.center, scale(to, 1.0 / cos(0.5 * step))))
        offset = cuts[0][i]
    add_point(detour, arc_point(graph, arc, arc.span))
    return 0


cdef int write_polyline(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query, DetourMemory* memory,
                        Detour* detour) except -1 nogil:
    cdef int32_t i
    cdef const PathNode* node
    cdef const PathNode* next
    cdef OutlineArc turn
    for i in range(<int32_t>memory.path.size() - 1, 0, -1):
        node, next = &memory.nodes[memory.path[i]], &memory.nodes[memory.path[i - 1]]
        if node.element != next.element:
            add_point(detour, node_point(graph, chain, query, node))
        elif next.offset > node.offset:
            turn = chain.arcs[node.element - 1]
            turn.begin, turn.span = turn.begin + turn.sense * node.offset, next.offset - node.offset
            round_arc(graph, &turn, &memory.cuts, detour)
            if not detour.turns.empty() and detour.turns.back().circle == turn.circle and detour.turns.back().sense == turn.sense:
                detour.turns.back().span += turn.span
            else:
                detour.turns.push_back(turn)
    detour.points.push_back(query.goal)
    return 0
