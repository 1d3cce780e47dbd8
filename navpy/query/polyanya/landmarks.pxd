"""Landmarks of a visibility graph (ALT: Goldberg & Harrelson 2005): the lengths along the graph from a few vertices far apart to all others. By the
triangle inequality each of them gives a lower bound of the way from a vertex to the goal, which in a level with detours is nearer to the truth than
the straight distance.

Landmarks are made while searches go on, and paid for by them (renting or buying skis: Karlin, Manasse, Rudolph & Sleator 1988): once long searches
have expanded as many vertices as a flood will, each of them adds as much work to the floods as it took itself. So all of them together cost
at most as much as the searches, no single search takes more than about twice its time, and what is asked for seldom costs nothing.

No answer depends on them. A search that uses them also follows the paths that are as long as the best one, and where there is such a path,
the search is made again without landmarks, which then decides."""
from libc.stdint cimport int32_t, int64_t
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.search_node cimport NO_NODE, PolyanyaSearch, VertexNode
from navpy.query.polyanya.visibility_graph cimport MOST_LANDMARKS, Arrival, Landmarks

cdef enum:
    LONG_SEARCH = 48                    # expansions that cost about as much as turning a search to landmarks: a scan, and f values anew

cdef enum:                              # Arrival.before, if it is no vertex
    FROM_START = -1
    FROM_INTERVAL = -2

# Begins another search, which turns to landmarks when it gets long, if there are any.
cdef void begin_with_landmarks(PolyanyaSearch* search) noexcept nogil
# Turns a search to landmarks: its open list gets f values by them, and the vertices that see the start take the place of intervals.
cdef int turn_to_landmarks(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil
# Has a search by landmarks found the one shortest path, and its one corridor? If not, it must be made again without them.
cdef bint is_only_shortest(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil
# A search has made so many expansions since it got long: landmarks get as many, once that is due.
cdef int pay_for_landmarks(const PortalGraph* graph, PolyanyaSearch* search, int64_t expansions) except -1 nogil


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
