"""The choice of a path among several shortest ways to a vertex, header-only. Ways are equally long along a line of vertices, and often
around both sides of an obstacle.

The order in which a search finds them must not decide, as landmarks change it. So the geometry decides: the path takes the way with
the shorter last stretch, and thus goes along a line from vertex to vertex. Of equal stretches it takes the stretch from farther to the
left or below. Each part of a shortest way is a shortest way itself, so the ways taken to all vertices make a shortest path."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t
from navpy.base.geom cimport distance2
from navpy.base.tolerances cimport SAME_COST
from navpy.query.polyanya.search_node cimport NO_NODE, PolyanyaSearch, VertexNode, is_vertex_node, vertex_index, vertex_number
from navpy.query.polyanya.visibility_graph cimport VertexArrival, VertexState


cdef inline bint is_preferred(double dx, double dy, double other_dx, double other_dy) noexcept nogil:
    """True if, of two ways of one length, the way with the last stretch (dx, dy) is taken."""
    cdef double stretch2 = dx * dx + dy * dy, other2 = other_dx * other_dx + other_dy * other_dy
    return stretch2 < other2 or (stretch2 == other2 and (dx > other_dx or (dx == other_dx and dy > other_dy)))


cdef inline bint is_better(const PolyanyaSearch* search, double length, double x, double y) noexcept nogil:
    """True if a way to the goal is shorter than the best one, or as long and preferred. Its last stretch begins at (x, y)."""
    if length < search.best * (1.0 - SAME_COST):
        return True
    return length <= search.best * (1.0 + SAME_COST) and length < INFINITY \
        and is_preferred(search.goal_x - x, search.goal_y - y, search.goal_x - search.last_x, search.goal_y - search.last_y)


cdef inline void note_arrival(PolyanyaSearch* search, int32_t vertex, int32_t node) noexcept nogil:
    """A vertex node comes to its vertex by a shorter way than those before."""
    search.visibility.arrivals[vertex].node = node
    search.visibility.arrivals[vertex].tied_in = 0


cdef inline bint comes_by_interval(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    """True if a way comes to a vertex by an interval of another vertex, not of the start."""
    return node.parent >= 0 and search.intervals.nodes[node.parent].g != 0.0


cdef inline void note_tie(PolyanyaSearch* search, const VertexNode* node, int32_t index) noexcept nogil:
    """A vertex node comes to its vertex by a way of the same length as a way before."""
    cdef VertexArrival* arrival = &search.visibility.arrivals[node.vertex]
    cdef const VertexNode* other = &search.vertices.nodes[arrival.node]
    if comes_by_interval(search, node) or comes_by_interval(search, other) or search.visibility.vertices[node.vertex].is_spiral:
        arrival.tied_in = search.visibility.search_id
    elif is_preferred(node.dx, node.dy, other.dx, other.dy):
        arrival.node = index


cdef inline double length_of(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    """Meters from the start to a vertex node, summed up from its end: the same for the same path, whichever of its parts was found
    first."""
    cdef double length = 0.0
    while is_vertex_node(node.parent):
        length += sqrt(node.dx * node.dx + node.dy * node.dy)
        node = &search.vertices.nodes[vertex_index(node.parent)]
    return length + node.g


cdef inline void settle_ties(PolyanyaSearch* search) noexcept nogil:
    """Make the best path take the chosen way to each of its vertices, and sum up its length along these."""
    cdef int32_t* at = &search.best_node
    cdef int32_t index
    cdef const VertexNode* node
    cdef const VertexState* state
    while at[0] != NO_NODE:
        if at[0] > NO_NODE:
            at = &search.intervals.nodes[at[0]].parent
        else:
            index = search.visibility.arrivals[search.vertices.nodes[vertex_index(at[0])].vertex].node
            at[0] = vertex_number(index)
            at = &search.vertices.nodes[index].parent
    if is_vertex_node(search.best_node):
        node = &search.vertices.nodes[vertex_index(search.best_node)]
        state = &search.visibility.states[node.vertex]
        search.best = length_of(search, node) + distance2(state.x, state.y, search.goal_x, search.goal_y)
