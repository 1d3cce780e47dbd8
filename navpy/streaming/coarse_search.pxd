"""A* over the coarse graph of a world (Hart, Nilsson & Raphael 1968). A search can be spread over frames.

A node is a gate and the tile that it is taken to: 2 · gate + side of that tile."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.heap cimport IndexedHeap
from navpy.streaming.route_costs cimport RouteCostsRef
from navpy.streaming.world_index cimport WorldIndex

cdef struct CoarseEnd:              # a place that a route begins or ends at
    double point[3]                 # meters
    int32_t tile                    # index in the world's, −1: there is none at the place
    int32_t poly                    # of the tile, counted from its first; −1: the place is on no polygon of it

cdef cppclass CoarsePlace:          # an end and its ways inside its tile
    CoarseEnd end
    vector[double] ways             # their costs by gate of the tile, in their order: from the place to them, or from them to it

cdef cppclass CoarseRoute:
    vector[int32_t] nodes           # gates in the order in which they are taken
    double cost                     # meters in the plan, times what they cost; infinite: there is no way
    int64_t searched                # nodes taken from the open list

cdef cppclass CoarseSearch:         # working memory, one a thread, reused from search to search
    RouteCostsRef prices            # of the present search
    vector[double] costs            # by node: from the start to where the node lands
    vector[int32_t] parents         # by node
    vector[uint32_t] visits         # by node: search that last wrote the two
    IndexedHeap heap
    uint32_t visit
    double best                     # cost of the best way so far
    int32_t last                    # its last node, −1: it takes no gate
    int64_t searched
    CoarsePlace start, goal

# Both places were found with the same prices. direct: cost of a way that takes no gate, infinite without.
cdef int begin_coarse(const WorldIndex* world, CoarseSearch* search, RouteCostsRef prices, const CoarsePlace* start,
                      const CoarsePlace* goal, double direct) except -1 nogil
# True: the search is over; ``out`` is the route.
cdef bint advance_coarse(const WorldIndex* world, CoarseSearch* search, int64_t expansions, CoarseRoute* out) except -1 nogil


cdef inline int32_t tile_before(const WorldIndex* world, int32_t node) noexcept nogil:
    """The tile that a node leaves."""
    return world.gates[node >> 1].tiles[1 - (node & 1)]


cdef inline int32_t tile_after(const WorldIndex* world, int32_t node) noexcept nogil:
    """The tile that a node leads to."""
    return world.gates[node >> 1].tiles[node & 1]
