"""Polyanya over the portals and links of the navmesh.

Why it ends: from one root a view crosses a polygon once, as a straight line does, and never goes straight back. A collinear root sees
only edges that lie farther away. A root on the border of a polygon sees all of it; such a view is expanded once (`FullView`). From a
vertex where the path turns, the views go around the vertex in one direction until a wall. A path turns at a vertex only if its g there
is below all earlier values, or equal to the least of them and from a direction that no earlier turn covers (`TurnHistory`). The g
values are lengths of paths that turn at no vertex twice, and there are finitely many of these. No path takes a link twice unless links
cost less than the ground; then a path takes at most as many links as there are.

Why it is fast: root history prunes the nodes that no shortest path leads through, and the best successor of an expansion is mostly
expanded next, without the open list. If the goal is visible from the start, nothing is searched. With a visibility graph, only what
the start sees is searched by intervals. A vertex is expanded once for its least g; it is expanded again for the same g only for turns
that the earlier expansions do not cover."""
from libc.float cimport DBL_EPSILON
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport cross, distance2
from navpy.base.tolerances cimport IN_LINE, LONGER, SAME_COST
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.half_edges cimport Face, HalfEdge, PortalGraph, corner_after
from navpy.mesh.mesh_view cimport island_of
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.arrivals cimport settle_ties
from navpy.query.polyanya.expansion cimport TURN_PRUNED, Expansion, end_slack, set_end
from navpy.query.polyanya.flood_log cimport clear_log, note_moment
from navpy.query.polyanya.index_search cimport search_by_index
from navpy.query.polyanya.landmarks cimport (
    LONG_SEARCH, begin_with_landmarks, is_certain, note_cost, pay_for_landmarks, turn_to_landmarks)
from navpy.query.polyanya.link_successors cimport expand_link_node, push_links
from navpy.query.polyanya.open_list cimport exchange_entry, pop_entry
from navpy.query.polyanya.search_node cimport (
    NO_NODE, NO_TURN, FloodLog, OpenEntry, PolyanyaSearch, SearchNode, goal_of, is_by_index, is_flood, is_vertex_node, keeps_log,
    make_room, may_enter, uses_landmarks, uses_vertices, vertex_index)
from navpy.query.polyanya.successors cimport enter_poly, is_dominated, note_full_view, push_all, push_node, push_successors, reach_end
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph, supports_visibility_graph, update_visibility
from navpy.query.polyanya.visibility_search cimport expand_vertex_node, has_least_g, prefetch_edges, touches_border

# a successor is expanded without the open list if its f is at most this times the last known least f
cdef double AT_ONCE = 1.001

cdef enum:
    MANY_LINK_NODES = 100               # see has_searched_long
    MANY_NODES = 1000                   # see has_searched_long; the number of polygons is added
    NODES_A_VERTEX = 8                  # number of search nodes that a vertex node replaces, about

cdef enum:                              # edge_towards_goal, if it finds no edge
    NEAR_VERTEX = -1
    ENDS_HERE = -2


# ---- expanding a search node ----

cdef void prune_far_turn(Expansion* node) noexcept nogil:
    """From a collinear root the path may turn at the interval's near end only."""
    cdef double right = node.right.dx * node.right.dx + node.right.dy * node.right.dy
    cdef double left = node.left.dx * node.left.dx + node.left.dy * node.left.dy
    node.far_end = max(right, left)
    if right < left:
        node.left.vertex = NULL
        node.left.state = TURN_PRUNED
    else:
        node.right.vertex = NULL
        node.right.state = TURN_PRUNED


cdef int expand_node(NavView nav, PolyanyaSearch* search, int32_t index) except -1 nogil:
    """Push the successors of a node in the polygon behind its interval."""
    cdef SearchNode* parent = &search.intervals.nodes[index]
    cdef const HalfEdge* edge = &nav.graph.half_edges[parent.edge]
    cdef const Face* face = &nav.graph.faces[edge.neighbor]
    cdef int32_t right = corner_after(face, edge.twin)
    cdef double by_right, by_left
    cdef Expansion node
    node.x, node.y, node.g, node.umbrella, node.turn = parent.x, parent.y, parent.g, parent.umbrella, NO_TURN
    node.parent, node.link_count, node.poly, node.back, node.through_link = index, parent.link_count, edge.neighbor, parent.poly, False
    set_end(&node.right, &node, parent.right_x, parent.right_y)
    set_end(&node.left, &node, parent.left_x, parent.left_y)
    if is_flood(search):
        parent.poly = NO_POLY
    node.all_visible = node.collinear = False
    if cross(node.right.dx, node.right.dy, node.left.dx, node.left.dy) <= end_slack(nav.graph, &node.right, node.left.dx,
                                                                                    node.left.dy):
        node.collinear = node.right.dx * node.left.dx + node.right.dy * node.left.dy > 0.0
        node.all_visible = not node.collinear
    if not node.all_visible:
        by_right = reach_end(search, &node, &node.right, &nav.graph.half_edges[right], right)
        by_left = reach_end(search, &node, &node.left, &nav.graph.half_edges[edge.twin], edge.twin)
        if is_dominated(nav.graph, &node, &nav.graph.half_edges[right], &nav.graph.half_edges[edge.twin], by_right, by_left):
            return 0
    if node.collinear:
        prune_far_turn(&node)
    if enter_poly(nav, search, &node):
        return 0
    make_room(search, 3 * face.count)
    if node.all_visible:
        if node.umbrella >= 0 or note_full_view(search, &node):
            push_all(nav.graph, search, &node, right, face.count - 1)
    else:
        push_successors(nav.graph, search, &node, right, face.count - 1)
    if nav.mesh.link_count > 0:
        push_links(nav, search, &node)
    return 0


# ---- can the goal be reached? ----

cdef int visit(PolyanyaSearch* search, PolyRef poly) except -1 nogil:
    if not search.intervals.visited[poly]:
        search.intervals.visited[poly] = True
        search.intervals.visits.push_back(poly)
    return 0


cdef bint is_reachable(NavView nav, PolyanyaSearch* search) except -1 nogil:
    """True if there is any way from the start to the goal."""
    cdef size_t i = 0
    cdef int32_t k, link
    cdef PolyRef poly
    search.intervals.visits.clear()
    search.intervals.visited.clear()
    search.intervals.visited.resize(nav.graph.faces.size(), False)
    visit(search, search.start.poly)
    while i < search.intervals.visits.size():
        poly = search.intervals.visits[i]
        i += 1
        if poly == search.goal_poly:
            return True
        for k in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if nav.graph.half_edges[k].neighbor != NO_POLY:
                visit(search, nav.graph.half_edges[k].neighbor)
        link = nav.mesh.polys[poly].first_link
        while link >= 0:
            if nav.graph.link_factors[link] >= 0.0:
                visit(search, nav.mesh.links[link].end_poly)
            link = nav.mesh.links[link].next
    return False


cdef inline bint has_searched_long(const PortalGraph* graph, const PolyanyaSearch* search) noexcept nogil:
    """True if the search has taken so long that is_reachable costs little beside it. Without a way to the goal, a search would take
    the links in all orders."""
    cdef int64_t nodes = NODES_A_VERTEX * search.searched if uses_vertices(search) else search.searched
    return search.intervals.link_nodes.size() > MANY_LINK_NODES or nodes > MANY_NODES + <int64_t>graph.faces.size()


# ---- the straight line to the goal ----

cdef inline int32_t edge_towards_goal(const PortalGraph* graph, const PolyanyaSearch* search, const Face* face, int32_t corner,
                                      int32_t edges, Vec2 place) noexcept nogil:
    """The edge by which the straight line from a place to the goal leaves a polygon, among ``edges`` edges counter-clockwise from a
    corner. NEAR_VERTEX: the line passes too near to a vertex; ENDS_HERE: it ends in the polygon, above or below the goal. Unlike other
    searches for such an edge (see surface/ray), this search gives up where another edge could be meant: the path is then searched."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef const HalfEdge* a = corners + corner
    cdef const HalfEdge* b
    cdef double dx = search.goal_x - place.x, dy = search.goal_y - place.y, touch = IN_LINE * sqrt(dx * dx + dy * dy)
    cdef double before = cross(dx, dy, a.x - place.x, a.y - place.y), side
    for _edge in range(edges):
        b = corners + corner_after(face, corner)
        side = cross(dx, dy, b.x - place.x, b.y - place.y)
        if fabs(side) <= touch:
            return NEAR_VERTEX
        if before < -touch and side > touch:
            return corner if cross(b.x - a.x, b.y - a.y, search.goal_x - a.x, search.goal_y - a.y) < 0.0 else ENDS_HERE
        corner, a, before = corner_after(face, corner), b, side
    return NEAR_VERTEX


cdef int64_t try_straight(NavView nav, PolyanyaSearch* search, int64_t expansions) except -2 nogil:
    """Test whether the goal is visible from the start, with no vertex near the line. If so, the line is the path, and the nodes hold
    the edges under it. If not, the line mostly meets a wall or vertex soon, and the search begins. It uses the path index, unless a
    vertex is near the line, or the line ends at an edge that the goal may lie on. Each edge counts as one expansion; returns how many
    expansions are left, −1: no limit."""
    cdef const Face* face
    cdef const HalfEdge* corner
    cdef Vec2 start = to_plan(search.start.point)
    cdef PolyRef poly = search.start.poly
    cdef int32_t edge
    cdef SearchNode* node
    while expansions != 0:
        if search.intervals.used == 0:
            face = &nav.graph.faces[poly]
            edge = edge_towards_goal(nav.graph, search, face, face.first, face.count, start)
        else:
            corner = &nav.graph.half_edges[search.intervals.nodes[search.intervals.used - 1].edge]
            poly = corner.neighbor
            face = &nav.graph.faces[poly]
            edge = edge_towards_goal(nav.graph, search, face, corner_after(face, corner.twin), face.count - 1, start)
        if edge < 0 or nav.graph.half_edges[edge].neighbor == NO_POLY \
                or not may_enter(search, nav.graph.half_edges[edge].neighbor):
            search.intervals.tests_direct_line, search.intervals.used = False, 0
            if edge == NEAR_VERTEX or (edge == ENDS_HERE and not uses_vertices(search)) or not search_by_index(nav, search):
                push_start(nav, search)
            break
        make_room(search, 1)
        node = &search.intervals.nodes[search.intervals.used]
        node.edge, node.poly, node.parent, node.turn, node.link_count = edge, poly, search.intervals.used - 1, NO_TURN, 0
        search.intervals.used += 1
        search.searched += 1
        expansions -= expansions > 0
        if nav.graph.half_edges[edge].neighbor == search.goal_poly:
            search.best, search.best_node = distance2(start.x, start.y, search.goal_x, search.goal_y), search.intervals.used - 1
            search.over = True
            break
    return expansions


# ---- a search ----

cdef int reset(NavView nav, PolyanyaSearch* search, const NearestPoly* start) except -1 nogil:
    """Make the working memory fit the mesh. Entries of earlier searches are told by their search id, and not cleared."""
    if search.intervals.root_history.size() != nav.graph.half_edges.size() \
            or search.intervals.on_goal_way_out.size() != nav.graph.faces.size() or search.search_id == 0xffffffffU:
        search.intervals.root_history.clear()
        search.intervals.root_history.resize(nav.graph.half_edges.size())
        search.intervals.turn_history.resize(nav.graph.half_edges.size())
        search.intervals.on_goal_way_out.clear()
        search.intervals.on_goal_way_out.resize(nav.graph.faces.size())
        search.intervals.last_full_view.resize(nav.graph.faces.size())
        search.vertices.goal_visibility.clear()
        search.search_id = 0
    search.intervals.last_link_node.resize(nav.mesh.link_count)
    search.search_id += 1
    search.version = nav.graph.version
    search.intervals.used, search.searched, search.vertices.sight_checks, search.next.node = 0, 0, 0, NO_NODE
    search.vertices.nodes.clear()
    search.immediate_f_limit = 0.0
    search.open_list.clear()
    search.intervals.full_views.clear()
    search.intervals.link_nodes.clear()
    search.start, search.best_node, search.best_turn = start[0], NO_NODE, NO_TURN
    search.index = NULL
    search.flood.log = NULL
    search.best_slack, search.vertices.long_after = 1.0, INT64_MAX
    return 0


cdef int push_start(NavView nav, PolyanyaSearch* search, double g=0.0) except -1 nogil:
    """Push the initial nodes: one on each edge of the start's polygon, and the polygon's links."""
    cdef const NearestPoly* start = &search.start
    cdef const Face* face = &nav.graph.faces[start.poly]
    cdef Vec2 root = to_plan(start.point)
    cdef Expansion node
    node.x, node.y, node.g, node.umbrella, node.turn = root.x, root.y, g, -1, NO_TURN
    node.parent, node.link_count, node.poly, node.back = -1, 0, start.poly, NO_POLY
    node.all_visible, node.collinear, node.through_link = True, False, False
    set_end(&node.right, &node, node.x, node.y)
    set_end(&node.left, &node, node.x, node.y)
    if enter_poly(nav, search, &node):
        return 0
    make_room(search, face.count)
    note_full_view(search, &node)
    push_all(nav.graph, search, &node, face.first, face.count)
    return push_links(nav, search, &node)


cdef int begin_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, const uint8_t* allowed) except -1 nogil:
    cdef PolyRef poly = goal.poly
    cdef Vec2 end = to_plan(goal.point)
    reset(nav, search, start)
    search.goal_x, search.goal_y, search.goal_poly, search.best = end.x, end.y, goal.poly, INFINITY
    search.intervals.reachability_checked, search.over = False, island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly)
    while poly != NO_POLY:
        search.intervals.on_goal_way_out[poly] = search.search_id
        poly = nav.graph.faces[poly].out
    search.allowed = allowed
    search.visibility = NULL
    search.indexed.is_possible = visibility != NULL and allowed == NULL and supports_visibility_graph(nav)
    if visibility != NULL and supports_visibility_graph(nav) and not touches_border(nav.graph, goal):
        update_visibility(nav, visibility)
        search.visibility, search.best_slack = visibility, 1.0 + LONGER
        begin_with_landmarks(nav.graph, search)
    search.intervals.tests_direct_line = nav.graph.least_ratio >= 1.0 and start.poly != goal.poly
    return 0 if search.over or search.intervals.tests_direct_line else push_start(nav, search)


cdef int push_straight_ahead(NavView nav, PolyanyaSearch* search, const FloodStart* start) except -1 nogil:
    """Push a node on an edge of starts: its root lies so far behind the edge that its view is as wide everywhere. Where the root is r
    meters behind the middle, the length to a place s meters aside is too great by s²/2r, and rounding moves it by r times epsilon. At
    the ends of the edge the two are equal where r is s over the root of two epsilon."""
    cdef const HalfEdge* right = &nav.graph.half_edges[start.edge]
    cdef const HalfEdge* left = &nav.graph.half_edges[corner_after(&nav.graph.faces[start.at.poly], start.edge)]
    cdef double x = 0.5 * (right.x + left.x), y = 0.5 * (right.y + left.y), behind = 0.5 / sqrt(2.0 * DBL_EPSILON)
    cdef SearchNode* node
    if right.neighbor == NO_POLY:
        return 0
    make_room(search, 1)
    node = &search.intervals.nodes[search.intervals.used]
    node.x, node.y = x - behind * (left.y - right.y), y + behind * (left.x - right.x)
    node.right_x, node.right_y, node.left_x, node.left_y = right.x, right.y, left.x, left.y
    node.g = start.length - distance2(node.x, node.y, x, y)
    node.edge, node.poly, node.parent, node.turn, node.umbrella, node.link_count = start.edge, start.at.poly, -1, NO_TURN, -1, 0
    return push_node(nav.graph, search, right.x, right.y, left.x, left.y)


cdef int begin_flood(NavView nav, PolyanyaSearch* search, const FloodStart* starts, int32_t count, double max_length,
                     vector[int32_t]* first_nodes, FloodLog* log) except -1 nogil:
    cdef int32_t i
    reset(nav, search, &starts.at)
    search.flood.windows.clear()
    search.flood.last_window.resize(nav.graph.faces.size())
    search.flood.last_node.resize(nav.graph.half_edges.size())
    search.allowed = NULL
    search.visibility = NULL
    search.goal_poly, search.best = NO_POLY, max_length * (1.0 + LONGER) + nav.graph.rounding
    search.intervals.tests_direct_line, search.intervals.reachability_checked, search.over = False, True, False
    for i in range(count):
        search.start = starts[i].at
        if first_nodes != NULL:
            first_nodes.push_back(search.intervals.used)
        if starts[i].edge >= 0:
            push_straight_ahead(nav, search, &starts[i])
        else:
            push_start(nav, search, starts[i].length)
    if first_nodes != NULL:
        first_nodes.push_back(search.intervals.used)
    if log != NULL:
        search.flood.log = log
        clear_log(log)
        note_moment(search)
    return 0


cdef inline bint pop_best(PolyanyaSearch* search, OpenEntry* out) noexcept nogil:
    """The next node to expand: the best successor of the last expansion if its f is at most immediate_f_limit, else the node of the
    least f. False if no node can lead to a shorter path."""
    out[0] = search.next
    search.next.node = NO_NODE
    if out.node != NO_NODE and out.f <= search.immediate_f_limit and out.f < search.best * search.best_slack:
        return True
    if search.open_list.size() > 0:
        if out.node == NO_NODE:
            out[0] = pop_entry(search)
        elif search.open_list[0].f < out.f:
            out[0] = exchange_entry(search, out[0])
    search.immediate_f_limit = out.f * AT_ONCE
    return out.node != NO_NODE and out.f < search.best * search.best_slack


cdef int begin_again(NavView nav, PolyanyaSearch* search) except -1 nogil:
    """Begin a search again, by the straight distance alone."""
    cdef NearestPoly start = search.start, goal = goal_of(search)
    cdef int64_t searched = search.searched
    search.visibility.landmarks.repeated += 1
    begin_polyanya(nav, search, search.visibility, &start, &goal, search.allowed)
    search.vertices.long_after, search.searched = INT64_MAX, searched
    if not search.intervals.tests_direct_line:
        return 0
    search.intervals.tests_direct_line = False
    return push_start(nav, search)


cdef inline bint has_least_root_g(const PolyanyaSearch* search, int32_t index) noexcept nogil:
    """True if the g of a node is still the least known for its root (root history pruning)."""
    cdef const SearchNode* node
    if is_vertex_node(index):
        return has_least_g(search, vertex_index(index))
    node = &search.intervals.nodes[index]
    return node.poly != NO_POLY and (node.umbrella < 0 or node.g <= search.intervals.root_history[node.umbrella].g * (1.0 + SAME_COST))


cdef bint advance_polyanya(NavView nav, PolyanyaSearch* search, int64_t expansions) except -1 nogil:
    """Expand nodes, least f first, until none can lead to a shorter path. If the graph has changed since the search began, the search
    is over and has no path."""
    cdef OpenEntry entry
    cdef int64_t before = max(search.searched, LONG_SEARCH)
    if not search.over and search.version != nav.graph.version:
        search.over, search.best = True, INFINITY
    if not search.over and search.intervals.tests_direct_line:
        expansions = try_straight(nav, search, expansions)
    while not search.over and expansions != 0:
        if keeps_log(search) and search.intervals.used >= search.flood.log.next_moment:
            note_moment(search)
        if search.searched >= search.vertices.long_after:
            turn_to_landmarks(nav.graph, search)
        if not pop_best(search, &entry):
            if uses_vertices(search):
                settle_ties(search)
                if uses_landmarks(search) and not is_certain(nav.graph, search):
                    begin_again(nav, search)
                    continue
            search.over = True
            break
        if not has_least_root_g(search, entry.node):
            continue
        search.searched += 1
        expansions -= 1
        if keeps_log(search):
            search.flood.log.expanded.push_back(entry.node)
        if not search.intervals.reachability_checked and has_searched_long(nav.graph, search):
            search.intervals.reachability_checked = True
            search.over = not is_reachable(nav, search)
            if search.over:
                break
        if is_vertex_node(entry.node):
            prefetch_edges(search)
            expand_vertex_node(nav.graph, search, vertex_index(entry.node))
        elif search.intervals.nodes[entry.node].edge >= 0:
            expand_node(nav, search, entry.node)
        else:
            expand_link_node(nav, search, entry.node)
    if uses_vertices(search) and not is_by_index(search) and search.version == nav.graph.version:
        if search.over:
            note_cost(search)
        if search.searched > before:
            pay_for_landmarks(nav.graph, search, search.searched - before)
    return search.over
