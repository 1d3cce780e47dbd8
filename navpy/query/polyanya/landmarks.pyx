"""Makes landmarks by floods over the visibility graph, and turns searches to them.

A flood takes every edge of the graph in both directions of turning, so its lengths are those of the undirected graph. No way of a
search along edges is shorter, whatever the rules of turning forbid. The goal is no vertex of this graph. The vertices in its sight are
known, and the last vertex of the path is among them."""
from libc.float cimport FLT_EPSILON
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport INT64_MAX, int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport cross, distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.base.vec2 cimport square, subtract, to_plan, vec2
from navpy.mesh.half_edges cimport Face, HalfEdge, PortalGraph, corner_after, corner_at
from navpy.mesh.path_index cimport turns_in, vertex_in
from navpy.query.polyanya.landmark_bound cimport landmark_bound
from navpy.query.polyanya.open_list cimport push_entry
from navpy.query.polyanya.search_node cimport NO_NODE, OpenEntry, PolyanyaSearch, SearchNode, VertexNode, is_vertex_node, vertex_index
from navpy.query.polyanya.successors cimport push_vertex_node
from navpy.query.polyanya.visibility_graph cimport (
    MOST_LANDMARKS, TOO_MANY, TURN_LEFT, TURN_RIGHT, EdgeRange, Landmarks, VertexState, VisibilityGraph, VisibleEdge, edges_of,
    scan_from_place, scan_more, scan_wholly, slack)
from navpy.query.polyanya.visibility_search cimport MANY_SIGHT_CHECKS, scan_from_goal, sees_along, touches_border

cdef enum:
    STEPS_A_VERTEX = 3                  # steps of `scan_more` that expanding a vertex costs
    MOST_POLYS_OF_MESH = 1 << 16        # limit of a mesh that gets landmarks: the graph and they come to about 1 kB a polygon
    FIRST_SEARCHES = 8                  # number of searches before it is judged how many of them had to be made again


# ---- a flood ----

cdef int begin_flood_from(VisibilityGraph* graph, int32_t vertex) except -1 nogil:
    cdef Landmarks* landmarks = &graph.landmarks
    landmarks.flood.clear()
    landmarks.flood.resize(graph.vertices.size(), INFINITY)
    heap_reset(&landmarks.open_list, graph.vertices.size())
    landmarks.flood[vertex] = 0.0
    landmarks.floods = True
    return heap_put(&landmarks.open_list, vertex, 0.0)


cdef int reach_along(VisibilityGraph* graph, int32_t vertex, const VisibleEdge* edges, int32_t count) except -1 nogil:
    cdef const VertexState* state = &graph.states[vertex]
    cdef const VertexState* end
    cdef int32_t k
    cdef double length
    for k in range(count):
        end = &graph.states[vertex_in(edges[k].end)]
        length = graph.landmarks.flood[vertex] + distance2(state.x, state.y, end.x, end.y)
        if length < graph.landmarks.flood[vertex_in(edges[k].end)]:
            graph.landmarks.flood[vertex_in(edges[k].end)] = length
            heap_put(&graph.landmarks.open_list, vertex_in(edges[k].end), length)
    return 0


cdef bint flood_vertex(const PortalGraph* graph, VisibilityGraph* visibility, int32_t vertex) except -1 nogil:
    """True if lengths along the graph can be known: not too much is visible from there for one scan."""
    cdef EdgeRange edges
    cdef int32_t turn
    for turn in range(TURN_LEFT, TURN_RIGHT + 1):
        edges_of(graph, visibility, vertex, turn, &edges)
        if edges.first != TOO_MANY:
            reach_along(visibility, vertex, visibility.edges.data() + edges.first, edges.count)
        elif scan_wholly(graph, visibility, vertex, turn, &visibility.scan):
            reach_along(visibility, vertex, visibility.scan.seen.data(), <int32_t>visibility.scan.seen.size())
        else:
            return False
    return True


cdef int32_t end_flood(VisibilityGraph* graph) except? -1 nogil:
    """Note the lengths of a flood as those of another landmark. Returns the vertex farthest from all landmarks, where the next is."""
    cdef Landmarks* landmarks = &graph.landmarks
    cdef size_t v, count = graph.vertices.size(), farthest = 0
    cdef double length
    if landmarks.count == 0:
        landmarks.lengths.resize(MOST_LANDMARKS * count, 0.0)
        landmarks.to_nearest.resize(count, INFINITY)
    for v in range(count):
        length = landmarks.flood[v]
        if length < INFINITY:
            landmarks.lengths[MOST_LANDMARKS * v + landmarks.count] = <float>length
            landmarks.greatest = max(landmarks.greatest, length)
            landmarks.to_nearest[v] = min(landmarks.to_nearest[v], <float>length)
        if landmarks.to_nearest[v] < INFINITY and (landmarks.to_nearest[farthest] == INFINITY
                                                   or landmarks.to_nearest[v] > landmarks.to_nearest[farthest]):
            farthest = v
    landmarks.count += 1
    landmarks.floods = False
    landmarks.over = landmarks.count == MOST_LANDMARKS or landmarks.to_nearest[farthest] <= 0.0
    return <int32_t>farthest


cdef int pay_for_landmarks(const PortalGraph* graph, PolyanyaSearch* search, int64_t expansions) except -1 nogil:
    cdef VisibilityGraph* visibility = search.visibility
    cdef Landmarks* landmarks = &visibility.landmarks
    cdef int32_t next
    cdef int64_t steps = STEPS_A_VERTEX * expansions
    if landmarks.over or search.vertices.nodes.empty() or graph.faces.size() > MOST_POLYS_OF_MESH:
        return 0
    landmarks.rented += expansions
    if landmarks.rented < landmarks.paid + <int64_t>graph.faces.size():     # about as many as there are vertices
        return 0
    landmarks.paid += expansions
    steps = scan_more(graph, visibility, steps)
    if steps > 0 and not landmarks.floods:
        begin_flood_from(visibility, search.vertices.nodes.back().vertex)
    while steps > 0 and not landmarks.over:
        if landmarks.open_list.entries.empty():
            next = end_flood(visibility)
            if not landmarks.over:
                begin_flood_from(visibility, next)
            continue
        steps -= STEPS_A_VERTEX
        if not flood_vertex(graph, visibility, heap_pop(&landmarks.open_list)):
            landmarks.over, landmarks.count = True, 0
    return 0


# ---- a search ----

cdef double straight2(const PolyanyaSearch* search) noexcept nogil:
    """m², the square of the straight distance between the ends: about so grows the number of expansions."""
    return square(subtract(vec2(search.goal_x, search.goal_y), to_plan(search.start.point)))


cdef void begin_with_landmarks(const PortalGraph* graph, PolyanyaSearch* search) noexcept nogil:
    cdef Landmarks* landmarks = &search.visibility.landmarks
    landmarks.in_use = False
    if landmarks.count > 0 and 2 * landmarks.repeated <= landmarks.searches + FIRST_SEARCHES \
            and not touches_border(graph, &search.start):
        search.vertices.long_after = LONG_SEARCH
        if landmarks.spent * straight2(search) > 2 * LONG_SEARCH * landmarks.squares:   # it will scan from the start, too
            search.vertices.long_after = 0


cdef void note_cost(PolyanyaSearch* search) noexcept nogil:
    cdef Landmarks* landmarks = &search.visibility.landmarks
    if landmarks.count == 0 and not search.vertices.nodes.empty():
        landmarks.spent += search.searched
        landmarks.squares += straight2(search)


cdef int bound_goal(PolyanyaSearch* search) noexcept nogil:
    """How far the goal is from each landmark, as far as the vertices that see it tell."""
    cdef Landmarks* landmarks = &search.visibility.landmarks
    cdef const VertexState* state
    cdef size_t k
    cdef int32_t i, vertex
    cdef float from_goal, length
    for i in range(MOST_LANDMARKS):
        landmarks.goal_low[i], landmarks.goal_high[i] = INFINITY, -INFINITY
        if i >= landmarks.count:
            landmarks.goal_low[i], landmarks.goal_high[i] = -INFINITY, INFINITY
    landmarks.slack = 0.0
    for k in range(search.vertices.goal_scan.seen.size()):
        vertex = vertex_in(search.vertices.goal_scan.seen[k].end)
        state = &search.visibility.states[vertex]
        from_goal = <float>distance2(state.x, state.y, search.goal_x, search.goal_y)
        landmarks.slack = max(landmarks.slack, 4.0 * FLT_EPSILON * (landmarks.greatest + from_goal))
        for i in range(landmarks.count):
            length = landmarks.lengths[MOST_LANDMARKS * <size_t>vertex + i]
            landmarks.goal_low[i] = min(landmarks.goal_low[i], length + from_goal)
            landmarks.goal_high[i] = max(landmarks.goal_high[i], length - from_goal)
    return 0


cdef int leave_start(PolyanyaSearch* search) except -1 nogil:
    """Push the vertices that see the start."""
    cdef const VertexState* end
    cdef VertexNode node
    cdef VisibleEdge edge
    cdef size_t k
    node.parent = NO_NODE
    for k in range(search.vertices.start_scan.seen.size()):
        edge = search.vertices.start_scan.seen[k]
        node.vertex, node.turns, node.scanned = vertex_in(edge.end), turns_in(edge.end), edge.scanned
        end = &search.visibility.states[node.vertex]
        node.dx, node.dy = end.x - search.vertices.start_scan.x, end.y - search.vertices.start_scan.y
        node.g = sqrt(node.dx * node.dx + node.dy * node.dy)
        push_vertex_node(search, &node, distance2(end.x, end.y, search.goal_x, search.goal_y))
    return 0


cdef int turn_to_landmarks(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil:
    cdef Landmarks* landmarks = &search.visibility.landmarks
    cdef vector[OpenEntry] entries
    cdef const VertexNode* node
    cdef size_t k
    cdef bint scanned = search.vertices.long_after == 0
    search.vertices.long_after = INT64_MAX
    if search.vertices.sight_checks < MANY_SIGHT_CHECKS:
        scan_from_goal(graph, search)
        search.vertices.sight_checks = MANY_SIGHT_CHECKS
    if not search.vertices.goal_scan_complete or search.vertices.goal_scan.seen.empty():
        return 0
    bound_goal(search)
    landmarks.in_use = True
    landmarks.searches += 1
    if search.next.node != NO_NODE:
        push_entry(search, search.next)
        search.next.node = NO_NODE
    scanned = scanned and scan_from_place(graph, search.visibility, &search.start, &search.vertices.start_scan)
    entries.swap(search.open_list)
    for k in range(entries.size()):
        if entries[k].node > NO_NODE and scanned and search.intervals.nodes[entries[k].node].g == 0.0:
            continue
        if is_vertex_node(entries[k].node):
            node = &search.vertices.nodes[vertex_index(entries[k].node)]
            entries[k].f = max(entries[k].f, node.g + landmark_bound(landmarks, node.vertex))
        if entries[k].f < search.best * search.best_slack:
            push_entry(search, entries[k])
    search.immediate_f_limit = 0.0
    return leave_start(search) if scanned else 0


cdef bint grazes(const PortalGraph* graph, const PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    """True if the line from the start to a vertex in sight passes another vertex. The line may lead through other polygons then,
    too."""
    cdef int32_t scanned = node.scanned, k, before = search.vertices.start_scan.polys[scanned].before
    cdef const Face* face
    cdef const HalfEdge* at
    cdef double x, y
    cdef int end
    while before >= 0:
        face = &graph.faces[search.vertices.start_scan.polys[before].poly]
        for k in range(face.first, face.first + face.count):
            if graph.half_edges[k].neighbor != search.vertices.start_scan.polys[scanned].poly:
                continue
            for end in range(2):
                at = &graph.half_edges[corner_after(face, k) if end else k]
                x, y = at.x - search.vertices.start_scan.x, at.y - search.vertices.start_scan.y
                if fabs(cross(node.dx, node.dy, x, y)) <= slack(graph, node.dx, node.dy, x, y):
                    return True
        scanned, before = before, search.vertices.start_scan.polys[before].before
    return False


cdef bint grazes_by_intervals(const PortalGraph* graph, const PolyanyaSearch* search, const VertexNode* node,
                              int32_t umbrella) noexcept nogil:
    """True if the line from an interval's root to a vertex at the interval's end passes another vertex."""
    cdef const SearchNode* at
    cdef const HalfEdge* end
    cdef double x, y
    cdef int32_t parent = node.parent, k
    while parent > NO_NODE:
        at = &search.intervals.nodes[parent]
        for k in range(2):
            end = &graph.half_edges[corner_after(&graph.faces[at.poly], at.edge) if k else at.edge]
            x, y = end.x - at.x, end.y - at.y
            if end.umbrella != umbrella and fabs(cross(node.dx, node.dy, x, y)) <= slack(graph, node.dx, node.dy, x, y):
                return True
        parent = at.parent
    return False


cdef bint is_certain(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil:
    cdef const VisibilityGraph* visibility = search.visibility
    cdef int32_t index = search.best_node, umbrella
    cdef const VertexNode* node
    cdef const VertexState* state
    cdef bint grazed = False
    while is_vertex_node(index):
        node = &search.vertices.nodes[vertex_index(index)]
        if visibility.arrivals[node.vertex].tied_in == visibility.search_id:
            return False
        umbrella = graph.half_edges[visibility.origins[node.vertex].corner].umbrella
        if (node.parent == NO_NODE and grazes(graph, search, node)) or grazes_by_intervals(graph, search, node, umbrella):
            return False
        index = node.parent
    if is_vertex_node(search.best_node):
        node = &search.vertices.nodes[vertex_index(search.best_node)]
        state = &visibility.states[node.vertex]
        umbrella = graph.half_edges[visibility.origins[node.vertex].corner].umbrella
        if node.parent >= NO_NODE and corner_at(graph, search.goal_poly, umbrella) >= 0:
            return False                    # by intervals the goal may be reached at once
        if not sees_along(graph, search, node.vertex, search.goal_x - state.x, search.goal_y - state.y, True, &grazed) or grazed:
            return False
        search.vertices.last_polys.swap(search.vertices.sight_polys)
    return True
