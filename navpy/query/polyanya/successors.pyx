"""Expanding a search node: its successors on the edges of a polygon, their f values, and the rules that prune them."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport closest_on_segment, cross, distance2
from navpy.base.tolerances cimport LONGER, SAME_COST
from navpy.base.vec2 cimport Vec2, vec2
from navpy.mesh.half_edges cimport DEAD_END, SPIRAL, HalfEdge, PortalGraph, Face, corner_after, prefetch
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.arrivals cimport is_better, note_arrival, note_tie
from navpy.query.polyanya.expansion cimport TURN_ALLOWED, TURN_PRUNED, TURN_UNDECIDED, Expansion, IntervalEnd, end_slack, new_node
from navpy.query.polyanya.flood_log cimport note_history, note_join
from navpy.query.polyanya.landmark_bound cimport landmark_bound
from navpy.query.polyanya.open_list cimport add_entry
from navpy.query.polyanya.search_node cimport (
    LENGTH_FOUND, NO_TURN, TURNED_LEFT, TURNED_RIGHT, FullView, OpenEntry, PolyanyaSearch, RootHistory, SearchNode, TurnHistory,
    VertexNode, history_of, is_flood, keeps_log, last_full_view_of, last_window_of, link_of, may_enter, unkept, uses_landmarks,
    uses_vertices, vertex_number)
from navpy.query.polyanya.visibility_graph cimport TURN_LEFT, TURN_RIGHT, VertexState, vertex_at
from navpy.query.polyanya.window cimport (
    BY_LEFT_END, BY_RIGHT_END, SHOWS_ALL, TURNS_LEFT, TURNS_RIGHT, Window, WindowSide, window_length, window_side)

cdef double PARALLEL = 1e-6             # sine of the angle between a ray and an edge; below it their crossing is numerically undefined

cdef struct Bearing:                    # direction from the root to an end of an edge
    double dx, dy                       # meters
    # m²: cross product of the ray to the interval's right (left) end with (dx, dy), above 0 to its left
    double right_cross, left_cross
    double right_slack, left_slack      # m²: the size that rounding may give a cross product of 0


# ---- the f value of a node ----

cdef inline double by_interval_end(double x, double y, double dx, double dy, double at_x, double at_y, double end_x,
                                   double end_y, double ex, double ey, double goal_x, double goal_y) noexcept nogil:
    """Meters from the root (x, y) to the goal by the crossing of the ray (dx, dy) to the interval's end with the edge (ex, ey) that
    ends at (end_x, end_y). If the two are nearly parallel: by the interval's end, which is at most as long."""
    cdef double across = cross(dx, dy, ex, ey), t
    if at_x != end_x or at_y != end_y:
        if across * across > PARALLEL * PARALLEL * (dx * dx + dy * dy) * (ex * ex + ey * ey):
            t = cross(end_x - x, end_y - y, ex, ey) / across
            at_x, at_y = x + t * dx, y + t * dy
    return distance2(x, y, at_x, at_y) + distance2(at_x, at_y, goal_x, goal_y)


cdef inline double h_value(const PortalGraph* graph, const SearchNode* node, double right_x, double right_y, double left_x,
                           double left_y, double gx, double gy) noexcept nogil:
    """Polyanya's h value: meters from the root through the interval to the goal, in a straight line or by an end of the interval. A
    goal on the root's side of the edge is mirrored to the other side, as the path has to touch the edge."""
    cdef double x = node.x, y = node.y
    cdef double ex = left_x - right_x, ey = left_y - right_y
    cdef double side = cross(ex, ey, gx - right_x, gy - right_y)
    cdef double rx = node.right_x - x, ry = node.right_y - y, lx = node.left_x - x, ly = node.left_y - y
    if side > 0.0:
        side = 2.0 * side / (ex * ex + ey * ey)
        gx, gy = gx + side * ey, gy - side * ex
    if cross(rx, ry, lx, ly) <= graph.rounding * (fabs(rx) + fabs(ry) + fabs(lx) + fabs(ly)):
        return distance2(x, y, gx, gy)      # collinear: rounding alone would decide on which side of the interval the goal is
    if cross(rx, ry, gx - x, gy - y) < 0.0:
        return by_interval_end(x, y, rx, ry, node.right_x, node.right_y, right_x, right_y, ex, ey, gx, gy)
    if cross(lx, ly, gx - x, gy - y) > 0.0:
        return by_interval_end(x, y, lx, ly, node.left_x, node.left_y, left_x, left_y, ex, ey, gx, gy)
    return distance2(x, y, gx, gy)


cdef double to_interval(const PortalGraph* graph, const SearchNode* node, double right_x, double right_y, double left_x,
                        double left_y) noexcept nogil:
    """Meters from the root to the nearest place of the interval: half the way from the root to there and back."""
    cdef double rx = node.right_x - node.x, ry = node.right_y - node.y, lx = node.left_x - node.x, ly = node.left_y - node.y, x, y
    if cross(rx, ry, lx, ly) > graph.rounding * (fabs(rx) + fabs(ry) + fabs(lx) + fabs(ly)):
        return 0.5 * h_value(graph, node, right_x, right_y, left_x, left_y, node.x, node.y)
    # collinear: all that lies ahead on the edge
    return closest_on_segment(node.x, node.y, right_x, right_y, left_x, left_y, &x, &y)


cdef inline void prefetch_behind(const PortalGraph* graph, const PolyanyaSearch* search, int32_t edge) noexcept nogil:
    """Prefetch what the expansion of a node on this edge reads first, while other nodes are expanded."""
    cdef const HalfEdge* corner = &graph.half_edges[edge]
    prefetch(&graph.faces[corner.neighbor])
    prefetch(&graph.half_edges[corner.twin])
    prefetch(&graph.half_edges[corner.twin] + 2)
    prefetch(&search.intervals.root_history[history_of(corner, corner.twin)])


cdef int push_flood_node(const PortalGraph* graph, PolyanyaSearch* search, double right_x, double right_y, double left_x,
                         double left_y) except -1 nogil:
    """Push the node, and join it with the last node on its edge, if the other is not yet expanded and their intervals are parts of one
    view. A vertex ahead of the edge parts them, where the view goes by on both sides."""
    cdef OpenEntry entry
    cdef SearchNode* node = &search.intervals.nodes[search.intervals.used]
    cdef SearchNode* other
    cdef double near = to_interval(graph, node, right_x, right_y, left_x, left_y), joined
    cdef int32_t last
    entry.f = node.g + near
    if entry.f >= search.best:
        return 0
    if node.edge >= 0:
        prefetch_behind(graph, search, node.edge)
        last = search.flood.last_node[node.edge]
        if 0 <= last < search.intervals.used and is_part_of_view(&search.intervals.nodes[last], node):
            other = &search.intervals.nodes[last]
            if keeps_log(search):
                note_join(search.flood.log, other, last)
            if node.right_x == other.left_x and node.right_y == other.left_y:
                node.right_x, node.right_y = other.right_x, other.right_y
            else:
                node.left_x, node.left_y = other.left_x, other.left_y
            joined = to_interval(graph, node, right_x, right_y, left_x, left_y)
            if joined < near:                   # then the other's entry in the open list serves for both
                other.right_x, other.right_y, other.left_x, other.left_y = node.right_x, node.right_y, node.left_x, node.left_y
                return 0
            other.poly = NO_POLY
        search.flood.last_node[node.edge] = search.intervals.used
    entry.node = search.intervals.used
    search.intervals.used += 1
    return add_entry(search, entry)


cdef bint is_part_of_view(const SearchNode* a, const SearchNode* b) noexcept nogil:
    return a.edge == b.edge and a.poly != NO_POLY and a.x == b.x and a.y == b.y and a.g == b.g and a.umbrella == b.umbrella \
        and a.link_count == b.link_count \
        and ((a.left_x == b.right_x and a.left_y == b.right_y) or (a.right_x == b.left_x and a.right_y == b.left_y))


cdef int push_node(const PortalGraph* graph, PolyanyaSearch* search, double right_x, double right_y, double left_x,
                   double left_y) except -1 nogil:
    """Prune the node if its f is not below the length of the best path, else push it."""
    cdef OpenEntry entry
    cdef SearchNode* node = &search.intervals.nodes[search.intervals.used]
    if is_flood(search):
        return push_flood_node(graph, search, right_x, right_y, left_x, left_y)
    entry.f = node.g + graph.least_ratio * h_value(graph, node, right_x, right_y, left_x, left_y, search.goal_x, search.goal_y)
    if entry.f >= search.best * search.best_slack:
        return 0
    entry.node = search.intervals.used
    search.intervals.used += 1
    if node.edge >= 0:
        prefetch_behind(graph, search, node.edge)
    return add_entry(search, entry)


# ---- the interval of the expanded node ----

cdef double reach_end(PolyanyaSearch* search, const Expansion* node, IntervalEnd* end, const HalfEdge* half_edge,
                      int32_t index) except? -1.0 nogil:
    """Update the root history at an end of the edge, and return its g: the length in meters of the shortest path known to there,
    infinite if none is known. If the interval ends there, a path leads there straight from the root, and may turn."""
    cdef RootHistory* history = &search.intervals.root_history[history_of(half_edge, index)]
    cdef double known = history.g if history.search_id == search.search_id else INFINITY
    end.is_shortest_known = known == INFINITY
    if end.x != half_edge.x or end.y != half_edge.y:
        return known
    end.g = node.g + sqrt(end.dx * end.dx + end.dy * end.dy)
    if end.g < known * (1.0 - SAME_COST):
        history.search_id, history.g, history.turned = search.search_id, end.g, False
        known = end.g
        if keeps_log(search):
            note_history(search.flood.log, LENGTH_FOUND, history_of(half_edge, index), end.g, 0.0)
    end.is_shortest_known = end.g <= known * (1.0 + SAME_COST)
    if half_edge.umbrella >= 0:
        end.vertex, end.index = half_edge, index
        end.state = TURN_UNDECIDED if end.is_shortest_known else TURN_PRUNED
    return known


cdef inline double crossing(const Expansion* node, const IntervalEnd* end, const HalfEdge* edge, double ex, double ey,
                            double other) noexcept nogil:
    """Place on an edge (ex, ey), 0 … 1 from the begin of its half-edge, where the ray to an interval's end crosses it; ``other`` if
    the ray is nearly parallel to the edge or misses it."""
    cdef double across = cross(end.dx, end.dy, ex, ey), t
    if across * across <= PARALLEL * PARALLEL * (end.dx * end.dx + end.dy * end.dy) * (ex * ex + ey * ey):
        return other
    t = cross(edge.x - node.x, edge.y - node.y, end.dx, end.dy) / across
    return t if 0.0 < t < 1.0 else other


cdef bint is_dominated(const PortalGraph* graph, const Expansion* node, const HalfEdge* right, const HalfEdge* left, double by_right,
                       double by_left) noexcept nogil:
    """True if a shorter path than the one from the root leads to each point of an interval (root history pruning of a whole interval).
    The other path leads to an end of the edge, ``by_right`` or ``by_left`` meters long, and on along the edge. One point decides for
    all: the point to which both ways are equally long, clamped to the interval. At any other point of the interval, the path from the
    root exceeds one of the two ways by at least as much as there."""
    cdef double ex, ey, length, at, low = 0.0, high = 1.0, bound
    # no known path by an end is shorter than the path from the root
    if node.right.is_shortest_known and node.left.is_shortest_known:
        return False
    ex, ey = left.x - right.x, left.y - right.y
    if node.right.x != right.x or node.right.y != right.y:
        low = crossing(node, &node.right, right, ex, ey, 0.0)
    if node.left.x != left.x or node.left.y != left.y:
        high = crossing(node, &node.left, right, ex, ey, 1.0)
    length = sqrt(ex * ex + ey * ey)
    at = high if by_left == INFINITY else low if by_right == INFINITY else 0.5 * ((by_left - by_right) / length + 1.0)
    at = min(max(at, low), high)
    bound = min(by_right + at * length, by_left + (1.0 - at) * length)
    return node.g + distance2(node.x, node.y, right.x + at * ex, right.y + at * ey) > bound * (1.0 + LONGER) + graph.rounding


cdef bint may_turn(PolyanyaSearch* search, const Expansion* node, IntervalEnd* end, bint leftwards) except -1 nogil:
    """True if the path may turn at this end of the interval. It is decided when an edge or link comes into view by the turn. If
    several paths reach a vertex with the same g, a path turns only if it comes from a direction that no earlier turn there covers."""
    cdef RootHistory* history
    cdef TurnHistory* turns
    if end.state != TURN_UNDECIDED:
        return end.state == TURN_ALLOWED
    end.state = TURN_PRUNED
    history, turns = &search.intervals.root_history[end.vertex.umbrella], &search.intervals.turn_history[end.vertex.umbrella]
    if not history.turned:
        turns.right_x = turns.right_y = turns.left_x = turns.left_y = 0.0
        history.turned = True
    if leftwards:
        if not end.vertex.flags & SPIRAL and (turns.left_x != 0.0 or turns.left_y != 0.0) \
                and cross(turns.left_x, turns.left_y, end.dx, end.dy) >= 0.0:
            return False
        turns.left_x, turns.left_y = end.dx, end.dy
    else:
        if not end.vertex.flags & SPIRAL and (turns.right_x != 0.0 or turns.right_y != 0.0) \
                and cross(turns.right_x, turns.right_y, end.dx, end.dy) <= 0.0:
            return False
        turns.right_x, turns.right_y = end.dx, end.dy
    end.state = TURN_ALLOWED
    if keeps_log(search):
        note_history(search.flood.log, TURNED_LEFT if leftwards else TURNED_RIGHT, end.vertex.umbrella, end.dx, end.dy)
    return True


cdef inline int push_observable(const PortalGraph* graph, PolyanyaSearch* search, const Expansion* node, int32_t edge,
                                const HalfEdge* right, const HalfEdge* left, bint right_seen, bint left_seen) except -1 nogil:
    """Observable successor: the part of an edge that is visible from the root. right_seen, left_seen: true if this end of the edge is
    visible."""
    cdef SearchNode* out = new_node(search, node, edge)
    out.right_x, out.right_y = right.x if right_seen else node.right.x, right.y if right_seen else node.right.y
    out.left_x, out.left_y = left.x if left_seen else node.left.x, left.y if left_seen else node.left.y
    return push_node(graph, search, right.x, right.y, left.x, left.y)


cdef int push_non_observable(const PortalGraph* graph, PolyanyaSearch* search, const Expansion* node, const IntervalEnd* end,
                             bint leftwards, int32_t edge, const HalfEdge* right, const HalfEdge* left,
                             bint all_visible) except -1 nogil:
    """Non-observable successor: the part of an edge that comes into view when the path turns at an end of the interval. It ends where
    the view from the root begins, unless all of the edge comes into view."""
    cdef SearchNode* out = new_node(search, node, edge)
    out.x, out.y, out.g = end.x, end.y, end.g
    out.umbrella, out.turn = end.vertex.umbrella, end.index
    out.right_x, out.right_y, out.left_x, out.left_y = right.x, right.y, left.x, left.y
    if not all_visible and leftwards:
        out.right_x, out.right_y = end.x + end.dx, end.y + end.dy
    elif not all_visible:
        out.left_x, out.left_y = end.x + end.dx, end.y + end.dy
    return push_node(graph, search, right.x, right.y, left.x, left.y)


cdef int push_turn_vertex(const PortalGraph* graph, PolyanyaSearch* search, const Expansion* node, IntervalEnd* end,
                          int32_t turns) except -1 nogil:
    """With a visibility graph: push the vertex at an end of the interval, in place of all non-observable successors there."""
    cdef VertexNode out
    end.state = TURN_PRUNED                 # once is enough
    out.g, out.dx, out.dy = end.g, end.dx, end.dy
    out.vertex = vertex_at(graph, search.visibility, node.poly, end.index)
    out.parent, out.scanned, out.turns = node.parent, unkept(node.poly), turns
    return push_vertex_node(search, &out, distance2(end.x, end.y, search.goal_x, search.goal_y))


cdef int push_vertex_node(PolyanyaSearch* search, const VertexNode* node, double h) except -1 nogil:
    """Prune the vertex node if its f is not below the length of the best path, or if a shorter path to its vertex is known; else push
    it."""
    cdef VertexState* state = &search.visibility.states[node.vertex]
    cdef OpenEntry entry
    cdef int32_t index = <int32_t>search.vertices.nodes.size()
    if uses_landmarks(search):
        h = max(h, landmark_bound(&search.visibility.landmarks, node.vertex))
    entry.f = node.g + h
    if entry.f >= search.best * search.best_slack:
        return 0
    if state.search_id != search.visibility.search_id or node.g < state.g * (1.0 - SAME_COST):
        state.search_id, state.g, state.expanded = search.visibility.search_id, node.g, -1
        note_arrival(search, node.vertex, index)
    elif node.g > state.g * (1.0 + SAME_COST):
        return 0
    else:
        note_tie(search, node, index)
    entry.node = vertex_number(index)
    search.vertices.nodes.push_back(node[0])
    prefetch(&search.visibility.vertices[node.vertex])
    return add_entry(search, entry)


cdef int push_all(const PortalGraph* graph, PolyanyaSearch* search, const Expansion* node, int32_t corner,
                  int32_t edges) except -1 nogil:
    """All of the polygon is visible from the root: push an observable successor on each edge."""
    cdef const Face* face = &graph.faces[node.poly]
    cdef const HalfEdge* right
    cdef int32_t after
    for _edge in range(edges):
        right = &graph.half_edges[corner]
        after = corner_after(face, corner)
        if is_worth_entering(search, node, right):
            push_observable(graph, search, node, corner, right, &graph.half_edges[after], True, True)
        corner = after
    return 0


cdef inline bint is_worth_entering(const PolyanyaSearch* search, const Expansion* node, const HalfEdge* edge) noexcept nogil:
    """True if a successor may lie on the edge: not on a wall, nor where the path came from, nor into a dead end without the goal
    (cul-de-sac pruning)."""
    return edge.neighbor != NO_POLY and edge.neighbor != node.back \
        and (not edge.flags & DEAD_END or is_flood(search) or search.intervals.on_goal_way_out[edge.neighbor] == search.search_id) \
        and may_enter(search, edge.neighbor)


cdef inline void take_bearing(const PortalGraph* graph, const Expansion* node, const HalfEdge* corner, Bearing* out) noexcept nogil:
    out.dx, out.dy = corner.x - node.x, corner.y - node.y
    cdef double size = fabs(out.dx) + fabs(out.dy)
    out.right_cross = cross(node.right.dx, node.right.dy, out.dx, out.dy)
    out.left_cross = cross(node.left.dx, node.left.dy, out.dx, out.dy)
    out.right_slack, out.left_slack = graph.rounding * (node.right.size + size), graph.rounding * (node.left.size + size)


cdef bint is_beyond_link(const Expansion* node, double x, double y) noexcept nogil:
    """True if a point is on the far side of the link's land side, or on it."""
    return cross(node.land_dx, node.land_dy, x - node.land_x, y - node.land_y) * node.far_sign >= 0.0


cdef bint faces_link(const Expansion* node, const HalfEdge* from_, const HalfEdge* to, Bearing* a, Bearing* b) noexcept nogil:
    """True if anything is visible through an edge from the land side of a link. An end of the edge on the near side of the land side
    may be more than a half turn off the interval's ends. Its cross products are set as if it lay right, or left, of all that is
    visible."""
    cdef bint from_far = is_beyond_link(node, from_.x, from_.y), to_far = is_beyond_link(node, to.x, to.y)
    if not (from_far or to_far) or cross(a.dx, a.dy, b.dx, b.dy) <= 0.0:
        return False
    if not from_far:
        a.right_cross = a.left_cross = -INFINITY
    if not to_far:
        b.right_cross = b.left_cross = INFINITY     # then no edge after this faces the link
    return True


cdef int push_successors(const PortalGraph* graph, PolyanyaSearch* search, Expansion* node, int32_t corner,
                         int32_t edges) except -1 nogil:
    """Push successors on the edges of the polygon, counter-clockwise. Observable successors are on the part visible from the root,
    non-observable successors on the part that comes into view by a turn at an end of the interval."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef const HalfEdge* from_
    cdef const HalfEdge* to
    cdef Bearing bearings[2]
    cdef Bearing* a = &bearings[0]
    cdef Bearing* b = &bearings[1]
    cdef int32_t first = graph.faces[node.poly].first, end = first + graph.faces[node.poly].count, after
    cdef bint plain = not node.collinear and not node.through_link
    cdef bint known = False             # true: `a` is the bearing of the edge's first end
    if plain and node.right.state == TURN_PRUNED:
        corner = skip_to_interval(graph, node, corner, first, end, &edges)
    for _edge in range(edges):
        after = corner + 1 if corner + 1 < end else first
        from_ = corners + corner
        if is_worth_entering(search, node, from_):
            to = corners + after
            if not known:
                take_bearing(graph, node, from_, a)
            if plain and node.left.state == TURN_PRUNED and a.left_cross > a.left_slack:
                break                   # this edge and all after it are to the left of the view
            take_bearing(graph, node, to, b)
            if not node.through_link or faces_link(node, from_, to, a, b):
                push_on_edge(graph, search, node, corner, from_, to, a, b)
            a, b = b, a
            known = True
        else:
            known = False
        corner = after
    return 0


cdef inline int32_t skip_to_interval(const PortalGraph* graph, const Expansion* node, int32_t corner, int32_t first, int32_t end,
                                     int32_t* edges) noexcept nogil:
    """Skip the edges that lie to the right of the view, where no path may turn right."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef int32_t after
    cdef double dx, dy
    while edges[0] > 1:
        after = corner + 1 if corner + 1 < end else first
        dx, dy = corners[after].x - node.x, corners[after].y - node.y
        if cross(node.right.dx, node.right.dy, dx, dy) >= -end_slack(graph, &node.right, dx, dy):
            break
        corner = after
        edges[0] -= 1
    return corner


cdef inline int push_on_edge(const PortalGraph* graph, PolyanyaSearch* search, Expansion* node, int32_t edge, const HalfEdge* from_,
                             const HalfEdge* to, const Bearing* a, const Bearing* b) except -1 nogil:
    """Push the successors on one edge: non-observable by the right end, observable, non-observable by the left end."""
    # the edge lies on the right ray
    cdef bint right_line = fabs(a.right_cross) <= a.right_slack and fabs(b.right_cross) <= b.right_slack
    cdef bint left_line = fabs(a.left_cross) <= a.left_slack and fabs(b.left_cross) <= b.left_slack
    if node.collinear and (right_line or left_line) and not is_beyond(node, a, b):
        right_line = left_line = False
    if node.right.state != TURN_PRUNED and (right_line or a.right_cross < -a.right_slack or b.right_cross < -b.right_slack):
        if uses_vertices(search):
            push_turn_vertex(graph, search, node, &node.right, TURN_RIGHT)
        elif may_turn(search, node, &node.right, False):
            push_non_observable(graph, search, node, &node.right, False, edge, from_, to, b.right_cross <= b.right_slack)
    if is_observable(node, a, b, right_line, left_line):
        push_observable(graph, search, node, edge, from_, to, a.right_cross >= -a.right_slack, b.left_cross <= b.left_slack)
    if node.left.state != TURN_PRUNED and (left_line or a.left_cross > a.left_slack or b.left_cross > b.left_slack):
        if uses_vertices(search):
            push_turn_vertex(graph, search, node, &node.left, TURN_LEFT)
        elif may_turn(search, node, &node.left, True):
            push_non_observable(graph, search, node, &node.left, True, edge, from_, to, a.left_cross >= -a.left_slack)
    return 0


cdef inline bint is_beyond(const Expansion* node, const Bearing* a, const Bearing* b) noexcept nogil:
    """True if an edge in line with a collinear interval lies farther from the root than the interval."""
    return min(a.dx * a.dx + a.dy * a.dy, b.dx * b.dx + b.dy * b.dy) * (1.0 + SAME_COST) >= node.far_end


cdef inline bint is_observable(const Expansion* node, const Bearing* a, const Bearing* b, bint right_line,
                               bint left_line) noexcept nogil:
    """True if a part of an edge between its ends is visible, or the edge lies on the ray to an end of the interval without a turn
    there. From a collinear root, only edges that lie on the ray beyond the interval are visible."""
    if node.collinear:
        return right_line or left_line
    return (b.right_cross > 0.0 and a.left_cross < 0.0) or (right_line and node.right.vertex == NULL) \
        or (left_line and node.left.vertex == NULL)


# ---- the polygon that is entered ----

cdef void get_window(const PolyanyaSearch* search, const Expansion* node, Window* out) noexcept nogil:
    out.x, out.y, out.g, out.poly, out.before = node.x, node.y, node.g, node.poly, -1
    out.right_x, out.right_y, out.left_x, out.left_y = node.right.x, node.right.y, node.left.x, node.left.y
    out.link = link_of(search.intervals.nodes[node.parent].edge) if node.through_link else -1
    out.node = node.parent
    out.view = SHOWS_ALL if node.all_visible else 0
    if node.right.vertex != NULL:
        out.view |= TURNS_RIGHT
    if node.left.vertex != NULL:
        out.view |= TURNS_LEFT


cdef void reach_goal(NavView nav, PolyanyaSearch* search, const Expansion* node) noexcept nogil:
    """The goal is in the polygon: the path leads straight there, or by an end of the interval."""
    cdef Window window
    cdef WindowSide side
    cdef Vec2 goal = vec2(search.goal_x, search.goal_y)
    cdef double length, x = node.x, y = node.y
    cdef int32_t turn = NO_TURN
    get_window(search, node, &window)
    side = window_side(nav.mesh, nav.graph.rounding, &window, goal)
    length = window_length(&window, side, goal)
    if side == BY_RIGHT_END:
        x, y, turn = node.right.x, node.right.y, node.right.index
    elif side == BY_LEFT_END:
        x, y, turn = node.left.x, node.left.y, node.left.index
    if is_better(search, length, x, y):
        search.best, search.best_node, search.best_turn = length, node.parent, turn
        search.last_x, search.last_y = x, y


cdef int note_window(PolyanyaSearch* search, const Expansion* node) except -1 nogil:
    cdef Window window
    get_window(search, node, &window)
    window.before = last_window_of(search, node.poly)
    search.flood.last_window[node.poly] = <int32_t>search.flood.windows.size()
    search.flood.windows.push_back(window)
    return 0


cdef bint enter_poly(NavView nav, PolyanyaSearch* search, const Expansion* node) except -1 nogil:
    if is_flood(search):
        note_window(search, node)
    elif node.poly == search.goal_poly:
        reach_goal(nav, search, node)
        return nav.graph.least_ratio >= 1.0
    return False


cdef bint note_full_view(PolyanyaSearch* search, const Expansion* node) except -1 nogil:
    """Note that all of a polygon is visible from a root; false if this was noted before, with at most the same g."""
    cdef FullView seen
    cdef const FullView* view
    cdef int32_t last = last_full_view_of(search, node.poly), i = last
    while i >= 0:
        view = &search.intervals.full_views[i]
        if view.x == node.x and view.y == node.y and view.g <= node.g:
            return False
        i = view.before
    seen.x, seen.y, seen.g, seen.poly, seen.before = node.x, node.y, node.g, node.poly, last
    search.intervals.last_full_view[node.poly] = <int32_t>search.intervals.full_views.size()
    search.intervals.full_views.push_back(seen)
    return True
