"""Expanding a vertex node: to the goal, and to the visible vertices, or by intervals if too much is visible."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport cross, distance2
from navpy.base.tolerances cimport IN_LINE, SAME_COST
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.half_edges cimport Face, HalfEdge, PortalGraph, corner_after, corner_before, next_around, prefetch
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport turns_in, vertex_in
from navpy.query.polyanya.arrivals cimport is_better
from navpy.query.polyanya.landmark_bound cimport prefetch_lengths
from navpy.query.polyanya.search_node cimport (
    NO_NODE, NO_TURN, GoalVisibility, PolyanyaSearch, SearchNode, VertexNode, goal_of, is_vertex_node, make_room, unkept,
    unkept_poly, uses_landmarks, vertex_index, vertex_number)
from navpy.query.polyanya.successors cimport push_node, push_vertex_node
from navpy.query.polyanya.visibility_graph cimport (
    TOO_MANY, TURN_LEFT, TURN_RIGHT, EdgeRange, ViewCone, Vertex, VertexState, VisibilityGraph, VisibleEdge, clip, edges_of,
    is_between, scan_from_place, slack, taut_turns, vertex_at)

# ---- to the goal ----

cdef bint touches_border(const PortalGraph* graph, const NearestPoly* place) noexcept nogil:
    cdef const Face* face = &graph.faces[place.poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef int32_t k
    cdef Vec2 at = to_plan(place.point)
    cdef double dx, dy, side
    for k in range(face.first, face.first + face.count):
        a = &graph.half_edges[k]
        b = &graph.half_edges[corner_after(face, k)]
        dx, dy = b.x - a.x, b.y - a.y
        side = cross(dx, dy, at.x - a.x, at.y - a.y)
        if side <= 0.0 or side * side <= IN_LINE * IN_LINE * (dx * dx + dy * dy):
            return True
    return False


cdef int32_t edge_towards(const PortalGraph* graph, const Face* face, const VertexState* state, int32_t corner, int32_t edges,
                          double gx, double gy, bint on_left, bint* grazed) noexcept nogil:
    """The edge by which the straight line to the goal leaves a polygon, among ``edges`` edges counter-clockwise from a corner; −1:
    none. on_left: true if the line passes the vertices on it on their left, false if on their right. grazed becomes true if there are
    such vertices. Unlike a ray (surface/ray), the line keeps to this side at each of them, and ends at nothing but walls."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef int32_t after
    cdef double x = at.x - state.x, y = at.y - state.y, side = cross(gx, gy, x, y), allowed = slack(graph, gx, gy, x, y)
    cdef bint on_the_right = side <= allowed if on_left else side < -allowed
    grazed[0] = grazed[0] or fabs(side) <= allowed
    for _edge in range(edges):
        after = corner_after(face, corner)
        at = &graph.half_edges[after]
        x, y = at.x - state.x, at.y - state.y
        side, allowed = cross(gx, gy, x, y), slack(graph, gx, gy, x, y)
        grazed[0] = grazed[0] or fabs(side) <= allowed
        if side > allowed if on_left else side >= -allowed:
            if on_the_right:
                return corner
        else:
            on_the_right = True
        corner = after
    return -1


cdef int32_t poly_towards(const PortalGraph* graph, const VisibilityGraph* visibility, int32_t index, double gx, double gy,
                          bint on_left, PolyRef* poly, bint* grazed) noexcept nogil:
    """The polygon of a vertex's umbrella in which the straight line to the goal begins, and the vertex's corner in it; −1: none."""
    cdef const VertexState* state = &visibility.states[index]
    cdef const Face* face
    cdef const HalfEdge* right
    cdef const HalfEdge* left
    cdef int32_t corner = visibility.origins[index].corner
    cdef double rx, ry, lx, ly, from_right, to_left, right_slack, left_slack
    poly[0] = visibility.origins[index].poly
    while corner >= 0:
        face = &graph.faces[poly[0]]
        right = &graph.half_edges[corner_after(face, corner)]
        left = &graph.half_edges[corner_before(face, corner)]
        rx, ry, lx, ly = right.x - state.x, right.y - state.y, left.x - state.x, left.y - state.y
        from_right, right_slack = cross(rx, ry, gx, gy), slack(graph, rx, ry, gx, gy)
        to_left, left_slack = cross(gx, gy, lx, ly), slack(graph, lx, ly, gx, gy)
        grazed[0] = grazed[0] or fabs(from_right) <= right_slack or fabs(to_left) <= left_slack
        if (from_right >= -right_slack and to_left > left_slack) if on_left else (from_right > right_slack and to_left >= -left_slack):
            return corner
        corner = next_around(graph, poly, corner)
    return -1


cdef bint sees_along(const PortalGraph* graph, PolyanyaSearch* search, int32_t index, double gx, double gy, bint on_left,
                     bint* grazed) except -1 nogil:
    cdef const VertexState* state = &search.visibility.states[index]
    cdef const Face* face
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef PolyRef poly
    cdef int32_t corner = poly_towards(graph, search.visibility, index, gx, gy, on_left, &poly, grazed), edge, edges
    search.vertices.sight_polys.clear()
    if corner < 0:
        return False
    face = &graph.faces[poly]
    edge, edges = corner_after(face, corner), face.count - 2
    while search.vertices.sight_polys.size() < graph.faces.size():
        search.vertices.sight_polys.push_back(poly)
        if poly == search.goal_poly:
            return True
        edge = edge_towards(graph, face, state, edge, edges, gx, gy, on_left, grazed)
        if edge < 0 or graph.half_edges[edge].neighbor == NO_POLY:
            return False
        a = &graph.half_edges[edge]
        b = &graph.half_edges[corner_after(face, edge)]
        if cross(b.x - a.x, b.y - a.y, search.goal_x - a.x, search.goal_y - a.y) > 0.0:
            return False                    # the goal is above or below this polygon
        poly = a.neighbor
        face = &graph.faces[poly]
        edge, edges = corner_after(face, a.twin), face.count - 1
    return False


cdef int scan_from_goal(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil:
    cdef NearestPoly goal = goal_of(search)
    cdef GoalVisibility* visible
    cdef size_t k
    cdef int32_t vertex
    search.vertices.goal_scan_complete = scan_from_place(graph, search.visibility, &goal, &search.vertices.goal_scan)
    if search.vertices.goal_visibility.size() < search.visibility.vertices.size():
        search.vertices.goal_visibility.resize(search.visibility.vertices.size())
    for k in range(search.vertices.goal_scan.seen.size()):
        vertex = vertex_in(search.vertices.goal_scan.seen[k].end)
        visible = &search.vertices.goal_visibility[vertex]
        visible.search_id, visible.scanned = search.search_id, search.vertices.goal_scan.seen[k].scanned
    return 0


cdef bint sees_goal(const PortalGraph* graph, PolyanyaSearch* search, int32_t vertex, double gx, double gy) except -1 nogil:
    """True if the goal is visible from a vertex; search.vertices.sight_polys gets the polygons that the line crosses, from the vertex
    on."""
    cdef bint grazed = False
    cdef int32_t scanned
    search.vertices.sight_checks += 1
    if search.vertices.sight_checks == MANY_SIGHT_CHECKS:
        scan_from_goal(graph, search)
    if search.vertices.sight_checks >= MANY_SIGHT_CHECKS:
        if <size_t>vertex < search.vertices.goal_visibility.size() \
                and search.vertices.goal_visibility[vertex].search_id == search.search_id:
            search.vertices.sight_polys.clear()
            scanned = search.vertices.goal_visibility[vertex].scanned
            while scanned >= 0:
                search.vertices.sight_polys.push_back(search.vertices.goal_scan.polys[scanned].poly)
                scanned = search.vertices.goal_scan.polys[scanned].before
            return True
        if search.vertices.goal_scan_complete:
            return False
    return sees_along(graph, search, vertex, gx, gy, True, &grazed) \
        or (grazed and sees_along(graph, search, vertex, gx, gy, False, &grazed))


cdef int reach_goal_from(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, const Vertex* vertex,
                         const VertexNode* node, int32_t index, int32_t turns) except -1 nogil:
    """Improve the best path by the straight line from a vertex to the goal, if the path may turn there and the goal is visible."""
    cdef double gx = search.goal_x - state.x, gy = search.goal_y - state.y, length = node.g + sqrt(gx * gx + gy * gy)
    cdef double ahead = cross(node.dx, node.dy, gx, gy), straight = slack(graph, node.dx, node.dy, gx, gy)
    if is_better(search, length, state.x, state.y) and (
            (turns & TURN_LEFT and ahead >= -straight
             and cross(gx, gy, vertex.left_x, vertex.left_y) >= -slack(graph, gx, gy, vertex.left_x, vertex.left_y))
            or (turns & TURN_RIGHT and ahead <= straight
                and cross(gx, gy, vertex.right_x, vertex.right_y) <= slack(graph, gx, gy, vertex.right_x, vertex.right_y))) \
            and sees_goal(graph, search, node.vertex, gx, gy):
        search.best, search.best_node, search.best_turn = length, vertex_number(index), NO_TURN
        search.last_x, search.last_y = state.x, state.y
        search.vertices.last_polys.swap(search.vertices.sight_polys)
    return 0


# ---- to visible vertices ----

cdef int push_visible_vertices(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, const VertexNode* before,
                               int32_t index, const EdgeRange* edges, double sign) except -1 nogil:
    """Push the visible vertices that the path may turn to: to the left of its straight continuation (sign 1), or to the right (−1)."""
    cdef const VisibleEdge* edge = search.visibility.edges.data() + edges.first
    cdef const VertexState* end
    cdef VertexNode node
    cdef int32_t k
    for k in range(edges.count):            # all at once, so that their loads overlap
        prefetch(&search.visibility.states[vertex_in(edge[k].end)])
        if uses_landmarks(search):
            prefetch_lengths(&search.visibility.landmarks, vertex_in(edge[k].end))
    node.parent = vertex_number(index)
    for k in range(edges.count):
        end = &search.visibility.states[vertex_in(edge[k].end)]
        node.dx, node.dy = end.x - state.x, end.y - state.y
        if sign * cross(before.dx, before.dy, node.dx, node.dy) < -slack(graph, before.dx, before.dy, node.dx, node.dy):
            continue
        node.g = before.g + sqrt(node.dx * node.dx + node.dy * node.dy)
        node.vertex, node.scanned, node.turns = vertex_in(edge[k].end), edge[k].scanned, turns_in(edge[k].end)
        push_vertex_node(search, &node, distance2(end.x, end.y, search.goal_x, search.goal_y))
    return 0


# ---- by intervals ----

cdef int push_vertex_between(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, double g, int32_t index,
                             PolyRef poly, int32_t corner, const ViewCone* limits) except -1 nogil:
    """Push the vertex at a corner of a polygon of the umbrella, if it lies between the limits and a path may turn there."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef VertexNode node
    cdef double dx = at.x - state.x, dy = at.y - state.y
    if at.umbrella < 0 or not is_between(graph, limits, dx, dy):
        return 0
    node.vertex = vertex_at(graph, search.visibility, poly, corner)
    node.turns = taut_turns(graph, &search.visibility.vertices[node.vertex], dx, dy)
    if node.turns == 0:
        return 0
    node.dx, node.dy, node.g = dx, dy, g + sqrt(dx * dx + dy * dy)
    node.parent, node.scanned = vertex_number(index), unkept(poly)
    return push_vertex_node(search, &node, distance2(at.x, at.y, search.goal_x, search.goal_y))


cdef int push_between(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, double g, int32_t index,
                      PolyRef poly, int32_t corner, const ViewCone* limits) except -1 nogil:
    """Push what is visible between the limits in a polygon of the umbrella: its vertices, and intervals on its edges."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef int32_t after
    cdef ViewCone seen
    cdef SearchNode* node
    cdef bint has_width = cross(limits.right_x, limits.right_y, limits.left_x, limits.left_y) \
        > slack(graph, limits.right_x, limits.right_y, limits.left_x, limits.left_y)
    corner = corner_after(face, corner)
    push_vertex_between(graph, search, state, g, index, poly, corner, limits)
    make_room(search, face.count)
    for _edge in range(face.count - 2):
        after = corner_after(face, corner)
        a = &graph.half_edges[corner]
        b = &graph.half_edges[after]
        if has_width and a.neighbor != NO_POLY and clip(graph, limits, a.x - state.x, a.y - state.y, b.x - state.x, b.y - state.y,
                                                        &seen):
            node = &search.intervals.nodes[search.intervals.used]
            node.x, node.y, node.g, node.umbrella, node.turn = state.x, state.y, g, -1, NO_TURN
            node.edge, node.poly, node.parent, node.link_count = corner, poly, vertex_number(index), 0
            node.right_x, node.right_y = state.x + seen.right_x, state.y + seen.right_y
            node.left_x, node.left_y = state.x + seen.left_x, state.y + seen.left_y
            if seen.right_x == a.x - state.x and seen.right_y == a.y - state.y:
                node.right_x, node.right_y = a.x, a.y       # exactly the vertex
            if seen.left_x == b.x - state.x and seen.left_y == b.y - state.y:
                node.left_x, node.left_y = b.x, b.y
            push_node(graph, search, a.x, a.y, b.x, b.y)
        corner = after
        push_vertex_between(graph, search, state, g, index, poly, corner, limits)
    return 0


cdef int push_in_sector(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, const VertexNode* node,
                        int32_t index, int32_t turn) except -1 nogil:
    """Push everything visible in the directions of a turn, by intervals."""
    cdef Vertex vertex = search.visibility.vertices[node.vertex]
    cdef PolyRef poly = search.visibility.origins[node.vertex].poly
    cdef int32_t corner = search.visibility.origins[node.vertex].corner
    cdef ViewCone limits
    limits.right_x, limits.right_y, limits.left_x, limits.left_y = vertex.right_x, vertex.right_y, node.dx, node.dy
    if turn == TURN_LEFT:
        limits.right_x, limits.right_y, limits.left_x, limits.left_y = node.dx, node.dy, vertex.left_x, vertex.left_y
    while corner >= 0:
        push_between(graph, search, state, node.g, index, poly, corner, &limits)
        corner = next_around(graph, &poly, corner)
    return 0


# ---- from a vertex whose umbrella is a full turn or more ----

cdef int push_around(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, const VertexNode* node,
                     int32_t index) except -1 nogil:
    """Push everything visible in all polygons around a spiral's vertex, and reach a goal in one of them. The path may go on into each,
    whichever it comes from: walls alone do not say which turns are taut where directions are covered twice, or where both sides of a
    wall are in line."""
    cdef PolyRef poly = search.visibility.origins[node.vertex].poly
    cdef int32_t corner = search.visibility.origins[node.vertex].corner
    cdef const Face* face
    cdef const HalfEdge* right
    cdef const HalfEdge* left
    cdef ViewCone sector, rest
    cdef double length = node.g + distance2(state.x, state.y, search.goal_x, search.goal_y)
    while corner >= 0:
        face = &graph.faces[poly]
        right = &graph.half_edges[corner_after(face, corner)]
        left = &graph.half_edges[corner_before(face, corner)]
        sector.right_x, sector.right_y = right.x - state.x, right.y - state.y
        sector.left_x, sector.left_y = left.x - state.x, left.y - state.y
        if poly == search.goal_poly and is_better(search, length, state.x, state.y):
            search.best, search.best_node, search.best_turn = length, vertex_number(index), NO_TURN
            search.last_x, search.last_y = state.x, state.y
            search.vertices.last_polys.clear()
            search.vertices.last_polys.push_back(poly)
        rest = sector
        # a straight corner: in two halves
        if cross(sector.right_x, sector.right_y, sector.left_x, sector.left_y) \
                <= slack(graph, sector.right_x, sector.right_y, sector.left_x, sector.left_y):
            sector.left_x, sector.left_y = -sector.right_y, sector.right_x
            rest.right_x, rest.right_y = sector.left_x, sector.left_y
            push_between(graph, search, state, node.g, index, poly, corner, &rest)
        push_between(graph, search, state, node.g, index, poly, corner, &sector)
        corner = next_around(graph, &poly, corner)
    return 0


cdef PolyRef poly_of_sight(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    if node.parent == NO_NODE:
        return search.vertices.start_scan.polys[node.scanned].poly
    return search.visibility.polys[node.scanned].poly if node.scanned >= 0 else unkept_poly(node.scanned)


# ---- from any vertex ----

cdef bint has_least_g(const PolyanyaSearch* search, int32_t index) noexcept nogil:
    cdef const VertexNode* node = &search.vertices.nodes[index]
    return node.g <= search.visibility.states[node.vertex].g * (1.0 + SAME_COST)


cdef void prefetch_edges(const PolyanyaSearch* search) noexcept nogil:
    cdef const VertexNode* node
    cdef const Vertex* vertex
    cdef int32_t first
    if not search.open_list.empty() and is_vertex_node(search.open_list[0].node):
        node = &search.vertices.nodes[vertex_index(search.open_list[0].node)]
        vertex = &search.visibility.vertices[node.vertex]
        first = vertex.on_left.first if node.turns & TURN_LEFT else vertex.on_right.first
        if first >= 0:
            prefetch(search.visibility.edges.data() + first)
            prefetch(search.visibility.edges.data() + first + 8)            # the next cache line


cdef int32_t undominated_turns(const PortalGraph* graph, const PolyanyaSearch* search, int32_t index,
                               int32_t* expanded) noexcept nogil:
    cdef const VertexNode* node = &search.vertices.nodes[index]
    cdef const VertexNode* other
    cdef double ahead, same
    cdef int32_t turns = node.turns
    if expanded[0] >= 0:
        other = &search.vertices.nodes[expanded[0]]
        ahead = cross(other.dx, other.dy, node.dx, node.dy)
        same = slack(graph, other.dx, other.dy, node.dx, node.dy)
        if other.turns & TURN_LEFT and ahead >= -same:
            turns &= ~<int32_t>TURN_LEFT
        if other.turns & TURN_RIGHT and ahead <= same:
            turns &= ~<int32_t>TURN_RIGHT
    if turns != 0:
        expanded[0] = index
    return turns


cdef int push_in_turn(const PortalGraph* graph, PolyanyaSearch* search, const VertexState* state, const VertexNode* node,
                      int32_t index, int32_t turn) except -1 nogil:
    """Push the visible vertices in the directions of one turn, or intervals if there are too many vertices."""
    cdef EdgeRange edges
    edges_of(graph, search.visibility, node.vertex, turn, &edges)
    if edges.first == TOO_MANY:
        return push_in_sector(graph, search, state, node, index, turn)
    return push_visible_vertices(graph, search, state, node, index, &edges, 1.0 if turn == TURN_LEFT else -1.0)


cdef int expand_vertex_node(const PortalGraph* graph, PolyanyaSearch* search, int32_t index) except -1 nogil:
    """Expand a vertex node that has the least g of its vertex."""
    cdef VertexNode node = search.vertices.nodes[index]
    cdef VertexState state
    cdef int32_t turns = undominated_turns(graph, search, index, &search.visibility.states[node.vertex].expanded)
    if turns == 0:
        return 0
    state = search.visibility.states[node.vertex]
    if search.visibility.vertices[node.vertex].is_spiral:
        return push_around(graph, search, &state, &node, index)
    reach_goal_from(graph, search, &state, &search.visibility.vertices[node.vertex], &node, index, turns)
    if turns & TURN_LEFT:
        push_in_turn(graph, search, &state, &node, index, TURN_LEFT)
    if turns & TURN_RIGHT:
        push_in_turn(graph, search, &state, &node, index, TURN_RIGHT)
    return 0
