"""What a search reads and notes of landmarks at each vertex, header-only."""
from libc.stdint cimport int32_t
from navpy.mesh.half_edges cimport prefetch
from navpy.query.polyanya.search_node cimport NO_NODE, PolyanyaSearch, VertexNode
from navpy.query.polyanya.visibility_graph cimport MOST_LANDMARKS, Arrival, Landmarks

cdef enum:                              # Arrival.before, if it is no vertex
    FROM_START = -1
    FROM_INTERVAL = -2


cdef inline void prefetch_lengths(const Landmarks* landmarks, int32_t vertex) noexcept nogil:
    prefetch(&landmarks.lengths[MOST_LANDMARKS * <size_t>vertex])
    prefetch(&landmarks.lengths[MOST_LANDMARKS * <size_t>vertex + MOST_LANDMARKS // 2])     # the next cache line


cdef inline double landmark_bound(const Landmarks* landmarks, int32_t vertex) noexcept nogil:
    """Meters that a way along the graph from a vertex to the goal has at least."""
    cdef const float* lengths = &landmarks.lengths[MOST_LANDMARKS * <size_t>vertex]
    cdef float bounds[4]
    cdef float beyond, before
    cdef int32_t i, k
    bounds[0] = bounds[1] = bounds[2] = bounds[3] = 0.0
    for i in range(0, MOST_LANDMARKS, 4):
        for k in range(4):
            beyond, before = lengths[i + k] - landmarks.goal_high[i + k], landmarks.goal_low[i + k] - lengths[i + k]
            beyond = beyond if beyond > before else before
            bounds[k] = beyond if beyond > bounds[k] else bounds[k]
    return max(max(bounds[0], bounds[1]), max(bounds[2], bounds[3])) - landmarks.slack


cdef inline int32_t vertex_before(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    if node.parent < NO_NODE:
        return search.vertex_nodes[-2 - node.parent].vertex
    return FROM_START if node.parent == NO_NODE or search.nodes[node.parent].g == 0.0 else FROM_INTERVAL


cdef inline void note_arrival(PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    """A search has come to a vertex by a shorter way than before."""
    cdef Arrival* arrival
    if search.visibility.landmarks.count > 0:
        arrival = &search.visibility.landmarks.arrivals[node.vertex]
        arrival.before, arrival.tied_in = vertex_before(search, node), 0


cdef inline void note_tie(PolyanyaSearch* search, const VertexNode* node) noexcept nogil:
    """A search has come to a vertex once more by a way of the same length."""
    cdef Arrival* arrival
    if search.visibility.landmarks.count > 0:
        arrival = &search.visibility.landmarks.arrivals[node.vertex]
        if arrival.before != vertex_before(search, node) or arrival.before == FROM_INTERVAL:
            arrival.tied_in = search.visibility.search_id
