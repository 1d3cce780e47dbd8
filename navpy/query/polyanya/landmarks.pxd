"""Landmarks of a visibility graph (ALT: Goldberg & Harrelson 2005): the lengths along the graph from a few vertices far apart to all
others. By the triangle inequality each of them gives a lower bound of the way from a vertex to the goal, which in a level with detours
is nearer to the truth than the straight distance.

Landmarks are made while searches go on, and paid for by them (renting or buying skis: Karlin, Manasse, Rudolph & Sleator 1988). Once
long searches have expanded as many vertices as a flood will, each of them adds as much work to the floods as it took itself. So all of
them together cost at most as much as the searches, no single search takes more than about twice its time, and rare searches pay
nothing.

No answer depends on them: which of several shortest paths a search takes is not decided by its order (arrivals). Where geometry does
not decide, the search is made again without landmarks."""
from libc.stdint cimport int64_t
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef enum:
    LONG_SEARCH = 48                    # expansions that cost about as much as the scan from the goal

# Begins another search, which turns to landmarks, if there are any: at once, if it is likely to get long, else when it has got long.
cdef void begin_with_landmarks(const PortalGraph* graph, PolyanyaSearch* search) noexcept nogil
# Turns a search to landmarks: its open list gets f values by them. At once: the vertices that see the start take the place of
# intervals.
cdef int turn_to_landmarks(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil
# True if a search by landmarks has found the path, and the corridor, of a search without. If not, it must be made again without them.
cdef bint is_certain(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil
# A search has made so many expansions since it got long: landmarks get as many, once that is due.
cdef int pay_for_landmarks(const PortalGraph* graph, PolyanyaSearch* search, int64_t expansions) except -1 nogil
# A search is over: notes the cost of such searches, until there are landmarks.
cdef void note_cost(PolyanyaSearch* search) noexcept nogil
