"""A* on the graph of a path index.

The search begins at the vertices that see the start. It takes only arcs with a flag for the region of a vertex that sees the goal, and
ends when no vertex can lead to a shorter path. A path may go straight from any vertex to any vertex in its sight, so each sum of
lengths is the length of a path. The direction of its turns only tells that another path is shorter."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.geom cimport cross, distance2
from navpy.base.tolerances cimport IN_LINE, SAME_COST
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.half_edges cimport CACHE_LINE, Face, HalfEdge, PortalGraph, prefetch
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport (
    IndexedArc, IndexedVertex, PathIndex, View, WallDirections, add_region, leads_to, turns_in, vertex_in, with_turns)
from navpy.query.polyanya.index_landmarks cimport GoalLengths, find_goal_lengths, least_rest
from navpy.query.polyanya.open_list cimport pop_entry, push_entry
from navpy.query.polyanya.search_node cimport NO_NODE, IndexedState, OpenEntry, PolyanyaSearch, VertexNode, goal_of, uses_vertices
from navpy.query.polyanya.visibility_graph cimport TURN_LEFT, TURN_RIGHT, Scan, VisibleEdge, scan_from_place, slack
from navpy.query.polyanya.visibility_search cimport touches_border, undominated_turns


cdef enum:
    MOST_PREFETCHED = 8                 # arcs: about five cache lines, as many as a processor loads at once
    # ahead of the current view: its vertex and the ends of its limits are prefetched, three cache lines
    VIEWS_AHEAD = 8


# ---- which vertices see a place ----

cdef inline void limit_right(const PortalGraph* graph, const PathIndex* index, const View* view, double* x, double* y) noexcept nogil:
    cdef const IndexedVertex* vertex = &index.vertices[vertex_in(view.seer)]
    cdef const WallDirections* walls = &index.walls[vertex_in(view.seer)]
    cdef const HalfEdge* end
    if view.right >= 0:
        end = &graph.half_edges[view.right]
        x[0], y[0] = end.x - vertex.x, end.y - vertex.y
    elif view.seer & TURN_LEFT:
        x[0], y[0] = -walls.right_x, -walls.right_y
    else:
        x[0], y[0] = walls.right_x, walls.right_y


cdef inline void limit_left(const PortalGraph* graph, const PathIndex* index, const View* view, double* x, double* y) noexcept nogil:
    cdef const IndexedVertex* vertex = &index.vertices[vertex_in(view.seer)]
    cdef const WallDirections* walls = &index.walls[vertex_in(view.seer)]
    cdef const HalfEdge* end
    if view.left >= 0:
        end = &graph.half_edges[view.left]
        x[0], y[0] = end.x - vertex.x, end.y - vertex.y
    elif view.seer & TURN_LEFT:
        x[0], y[0] = walls.left_x, walls.left_y
    else:
        x[0], y[0] = -walls.left_x, -walls.left_y


cdef inline bint is_left_of(const PortalGraph* graph, double limit_x, double limit_y, double x, double y, double sign) noexcept nogil:
    """True if a direction is not to the right of a limit (sign 1), or not to its left (−1). The opposite direction does not count as
    on the limit."""
    cdef double side = sign * cross(limit_x, limit_y, x, y), allowed = slack(graph, limit_x, limit_y, x, y)
    return side >= -allowed and (side > allowed or limit_x * x + limit_y * y > 0.0)


cdef inline bint sees(const PortalGraph* graph, const PathIndex* index, const View* view, Vec2 place) noexcept nogil:
    """True if a view's vertex sees a place of the polygon. As `is_between`, without the second limit where the first decides."""
    cdef const IndexedVertex* vertex = &index.vertices[vertex_in(view.seer)]
    cdef double dx = place.x - vertex.x, dy = place.y - vertex.y, limit_x, limit_y
    limit_right(graph, index, view, &limit_x, &limit_y)
    if not is_left_of(graph, limit_x, limit_y, dx, dy, 1.0):
        return False
    limit_left(graph, index, view, &limit_x, &limit_y)
    return is_left_of(graph, limit_x, limit_y, dx, dy, -1.0)


cdef inline int32_t other_way(int32_t turns) noexcept nogil:
    """The turns of a path when it is walked the other way."""
    return (turns & TURN_LEFT) << 1 | turns >> 1


cdef inline void prefetch_vertex(const PolyanyaSearch* search, const PathIndex* index, int32_t vertex) noexcept nogil:
    """Prefetch what `reach` reads of a vertex."""
    cdef const char* line = <const char*>&index.vertices[vertex]
    cdef const char* end = line + sizeof(IndexedVertex)
    prefetch(&search.indexed.states[vertex])
    while line < end:
        prefetch(line)
        line += CACHE_LINE


cdef inline void prefetch_view(const PortalGraph* graph, const PathIndex* index, const View* view) noexcept nogil:
    prefetch(&index.vertices[vertex_in(view.seer)])
    prefetch(&graph.half_edges[max(view.right, 0)])
    prefetch(&graph.half_edges[max(view.left, 0)])


cdef int find_seers(const PortalGraph* graph, const PolyanyaSearch* search, const PathIndex* index, const NearestPoly* place,
                    vector[VisibleEdge]* out) except -1 nogil:
    """The vertices that see a place, by the views of its polygon."""
    cdef Vec2 seen = to_plan(place.point)
    cdef const View* view
    cdef VisibleEdge edge
    cdef int32_t i, end = index.first_view[place.poly + 1]
    for i in range(index.first_view[place.poly], end):
        if i + VIEWS_AHEAD < end:
            prefetch_view(graph, index, &index.views[i + VIEWS_AHEAD])
        view = &index.views[i]
        if sees(graph, index, view, seen):
            prefetch_vertex(search, index, vertex_in(view.seer))
            edge.end, edge.scanned = with_turns(vertex_in(view.seer), other_way(turns_in(view.seer))), view.scanned
            out.push_back(edge)
    return 0


cdef bint look_around(const PortalGraph* graph, PolyanyaSearch* search, const PathIndex* index, const NearestPoly* place, Scan* scan,
                      vector[VisibleEdge]* out) except -1 nogil:
    """The vertices that see a place, with the turns of paths from there. scanned: index of the place's polygon in index.scanned, or,
    without views, of the vertex's polygon in scan.polys. False: the index does not tell."""
    cdef VisibleEdge edge
    cdef int32_t corner
    cdef size_t k
    out.clear()
    if not index.first_view.empty():
        find_seers(graph, search, index, place, out)
        return True
    if not uses_vertices(search) or touches_border(graph, place) or not scan_from_place(graph, search.visibility, place, scan):
        return False
    for k in range(scan.seen.size()):
        edge = scan.seen[k]
        corner = search.visibility.origins[vertex_in(edge.end)].corner
        edge.end = with_turns(index.vertex_of[graph.half_edges[corner].umbrella], turns_in(edge.end))
        if edge.end < 0:
            return False
        out.push_back(edge)
    return True


cdef bint is_on_corner(const PortalGraph* graph, const NearestPoly* place) noexcept nogil:
    """True if a place lies on a corner of its polygon. Vertices may see it then without a view of that polygon."""
    cdef const Face* face = &graph.faces[place.poly]
    cdef const HalfEdge* corner
    cdef Vec2 at = to_plan(place.point)
    cdef int32_t k
    for k in range(face.first, face.first + face.count):
        corner = &graph.half_edges[k]
        if fabs(corner.x - at.x) <= IN_LINE and fabs(corner.y - at.y) <= IN_LINE:
            return True
    return False


# ---- the search ----

cdef int reset_states(PolyanyaSearch* search, const PathIndex* index) except -1 nogil:
    cdef IndexedState state
    search.indexed.search_id += 1
    if search.indexed.states.size() != index.vertices.size() or search.indexed.search_id == 0:
        state.g, state.reached, state.sees_goal, state.expanded, state.goal_sight = 0.0, 0, 0, -1, -1
        search.indexed.states.clear()
        search.indexed.states.resize(index.vertices.size(), state)
        search.indexed.search_id = 1
    return 0


cdef int note_goal(PolyanyaSearch* search, const PathIndex* index) except -1 nogil:
    """Mark the vertices that see the goal, and gather their regions."""
    cdef IndexedState* state
    cdef int32_t k, word
    for word in range(4):
        search.indexed.goal_regions.words[word] = 0
    for k in range(<int32_t>search.indexed.goal_seers.size()):
        state = &search.indexed.states[vertex_in(search.indexed.goal_seers[k].end)]
        state.sees_goal, state.goal_sight = search.indexed.search_id, search.indexed.goal_seers[k].scanned
        add_region(&search.indexed.goal_regions, index.vertices[vertex_in(search.indexed.goal_seers[k].end)].region)
    return 0


cdef void prefetch_arcs(const PolyanyaSearch* search, const PathIndex* index) noexcept nogil:
    """Prefetch the arcs of the vertex at the top of the open list, which is likely to be expanded next."""
    cdef const VertexNode* node
    cdef const IndexedVertex* vertex
    cdef const IndexedArc* arc
    cdef const IndexedArc* end
    if search.open_list.empty():
        return
    node = &search.vertices.nodes[search.open_list[0].node]
    vertex = &index.vertices[node.vertex]
    arc = index.arcs.data() + vertex.first + (0 if node.turns & TURN_LEFT else vertex.left_count)
    end = arc + min(vertex.left_count if node.turns & TURN_LEFT else vertex.right_count, MOST_PREFETCHED)
    while arc < end:
        prefetch(arc)
        arc += 1


cdef inline int reach(PolyanyaSearch* search, const PathIndex* index, const GoalLengths* goal, const VertexNode* node) except -1 nogil:
    """A path reaches a vertex: prune it if a shorter path is known. Else it goes straight to the goal if the vertex sees that, and is
    pushed if not."""
    cdef IndexedState* state = &search.indexed.states[node.vertex]
    cdef const IndexedVertex* vertex = &index.vertices[node.vertex]
    cdef OpenEntry entry
    entry.f = node.g + distance2(vertex.x, vertex.y, search.goal_x, search.goal_y)
    if entry.f >= search.best:
        return 0
    if state.reached != search.indexed.search_id or node.g < state.g * (1.0 - SAME_COST):
        state.reached, state.g, state.expanded = search.indexed.search_id, node.g, -1
    elif node.g > state.g * (1.0 + SAME_COST):
        return 0
    entry.node = <int32_t>search.vertices.nodes.size()
    if state.sees_goal == search.indexed.search_id:
        search.best, search.best_node = entry.f, entry.node
        search.vertices.nodes.push_back(node[0])
        return 0
    entry.f = max(entry.f, node.g + least_rest(index, goal, node.vertex))
    if entry.f >= search.best:
        return 0
    search.vertices.nodes.push_back(node[0])
    push_entry(search, entry)
    if search.open_list[0].node == entry.node:
        prefetch_arcs(search, index)
    return 0


cdef inline int take_arcs(const PortalGraph* graph, PolyanyaSearch* search, const PathIndex* index, const GoalLengths* goal,
                          int32_t from_, int32_t first, int32_t end, double sign) except -1 nogil:
    """Reach the vertices at the ends of arcs to which the path may turn: to the left of its straight continuation (sign 1), to the
    right (−1), to both sides (0)."""
    cdef VertexNode before = search.vertices.nodes[from_]
    cdef const IndexedVertex* vertex = &index.vertices[before.vertex]
    cdef const IndexedVertex* at
    cdef const IndexedArc* arc = index.arcs.data() + first
    cdef const IndexedArc* last = index.arcs.data() + end
    cdef VertexNode node
    while arc < last:                       # all at once, so that their loads overlap
        if leads_to(arc, &search.indexed.goal_regions):
            prefetch_vertex(search, index, vertex_in(arc.end))
        arc += 1
    node.parent = from_
    arc = index.arcs.data() + first
    while arc < last:
        if leads_to(arc, &search.indexed.goal_regions):
            node.vertex, node.turns, node.scanned = vertex_in(arc.end), turns_in(arc.end), arc.scanned
            at = &index.vertices[node.vertex]
            node.dx, node.dy = at.x - vertex.x, at.y - vertex.y
            if sign * cross(before.dx, before.dy, node.dx, node.dy) >= -slack(graph, before.dx, before.dy, node.dx, node.dy):
                node.g = before.g + sqrt(node.dx * node.dx + node.dy * node.dy)
                reach(search, index, goal, &node)
        arc += 1
    return 0


cdef int expand(const PortalGraph* graph, PolyanyaSearch* search, const PathIndex* index, const GoalLengths* goal,
                int32_t at) except -1 nogil:
    cdef const IndexedVertex* vertex = &index.vertices[search.vertices.nodes[at].vertex]
    cdef int32_t turns, right = vertex.first + vertex.left_count
    search.searched += 1
    if vertex.is_spiral:
        return take_arcs(graph, search, index, goal, at, vertex.first, right, 0.0)
    turns = undominated_turns(graph, search, at, &search.indexed.states[search.vertices.nodes[at].vertex].expanded)
    if turns & TURN_LEFT:
        take_arcs(graph, search, index, goal, at, vertex.first, right, 1.0)
    if turns & TURN_RIGHT:
        take_arcs(graph, search, index, goal, at, right, right + vertex.right_count, -1.0)
    return 0


cdef int leave_start(PolyanyaSearch* search, const PathIndex* index, const GoalLengths* goal) except -1 nogil:
    """Reach the vertices that see the start."""
    cdef Vec2 start = to_plan(search.start.point)
    cdef VertexNode node
    cdef VisibleEdge edge
    cdef size_t k
    node.parent = NO_NODE
    for k in range(search.indexed.start_seers.size()):
        edge = search.indexed.start_seers[k]
        node.vertex, node.turns, node.scanned = vertex_in(edge.end), turns_in(edge.end), edge.scanned
        node.dx, node.dy = index.vertices[node.vertex].x - start.x, index.vertices[node.vertex].y - start.y
        node.g = sqrt(node.dx * node.dx + node.dy * node.dy)
        reach(search, index, goal, &node)
    return 0


cdef bint search_by_index(NavView nav, PolyanyaSearch* search) except -1 nogil:
    cdef const PathIndex* index = nav.mesh.path_index
    cdef OpenEntry entry
    cdef const VertexNode* node
    cdef NearestPoly goal = goal_of(search)
    cdef GoalLengths goal_lengths
    if not search.indexed.is_possible or index == NULL or index.version != nav.graph.version \
            or is_on_corner(nav.graph, &search.start) or is_on_corner(nav.graph, &goal):
        return False
    reset_states(search, index)
    if not look_around(nav.graph, search, index, &goal, &search.vertices.goal_scan, &search.indexed.goal_seers) \
            or not look_around(nav.graph, search, index, &search.start, &search.vertices.start_scan, &search.indexed.start_seers):
        return False
    note_goal(search, index)
    find_goal_lengths(search, index, &goal_lengths)
    leave_start(search, index, &goal_lengths)
    while search.open_list.size() > 0:
        entry = pop_entry(search)
        if entry.f >= search.best:
            break
        node = &search.vertices.nodes[entry.node]
        if node.g <= search.indexed.states[node.vertex].g * (1.0 + SAME_COST):
            prefetch_arcs(search, index)
            expand(nav.graph, search, index, &goal_lengths, entry.node)
    search.open_list.clear()
    if search.best == INFINITY:             # rounding hid one end from all vertices
        search.vertices.nodes.clear()
        return False
    search.index, search.over = index, True
    return True
