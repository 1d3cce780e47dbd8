"""Dijkstra's search and A* within chosen polygons, forwards or backwards, over the middles of portals and links in the plan.

A way is a portal, named by its half-edge, or a link, named by its index after all half-edges, as in astar. Its point is the middle of
the portal; a link has two, where it is left and where it lands. Crossing a polygon costs the distance in the plan times the polygon's
cost, a link its length times its cost, and entering a polygon its penalty. Where polygons are pieces of larger ones (owners), entering
the owner costs its penalty, and going from piece to piece of one owner costs none."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef struct Step:                   # a reached way: a node of the search
    double cost                     # forwards: from the source to behind it; backwards: from before it to the source
    uint64_t marks                  # union of the tile_marks of all polygons between it and the source
    int32_t parent                  # the next way towards the source, −1: none
    uint32_t visit                  # search that last wrote this

cdef cppclass LocalSearch:          # working memory, one a thread, reused from search to search
    vector[Step] steps              # by way
    IndexedHeap heap
    uint32_t visit                  # current search
    bint backwards
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go everywhere
    const vector[uint64_t]* tile_marks      # by tile: marks of its polygons; NULL: none
    const vector[int32_t]* links    # indices of the links between allowed polygons
    const vector[PolyRef]* owners   # by polygon: the larger polygon that it is a piece of; NULL: of none
    const PortalGraph* owner_graph  # the graph of the owners, which has their penalties
    PolyRef poly                    # the source
    double point[3]                 # meters
    int32_t searched                # nodes taken from the open list

cdef struct Arrival:                # at a point of a polygon
    double cost                     # infinite: not reached
    uint64_t marks
    int32_t way                     # the next way towards the source; −1: straight

# From a point of a polygon to all allowed polygons; with a goal it ends when the goal's cost is known.
cdef int search_locally(NavView nav, LocalSearch* search, PolyRef poly, const double* point,
                        bint backwards, PolyRef goal_poly, const double* goal) except -1 nogil
cdef void arrive_at(NavView nav, const LocalSearch* search, PolyRef poly, const double* point,
                    Arrival* out) noexcept nogil
# The corridor between the source and an arrival, in the direction of walking.
cdef int trace_ways(NavView nav, const LocalSearch* search, PolyRef poly, const Arrival* arrival,
                    vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil
