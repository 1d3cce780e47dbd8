"""Dijkstra's search and A* within chosen polygons, forwards or backwards, over the middles of portals and links in the plan.

A way is a portal, named by its corner index, or a link, named by its index after all corners, as in astar. Its point is the middle
of the portal; a link has two, where it is left and where it lands. Crossing a polygon costs the distance in the plan times its cost;
a link costs its length times its own; entering a polygon adds its penalty. Of polygons that are pieces of larger ones, entering the
larger one does, and going on from piece to piece is free."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef struct Step:                   # a way that was reached
    double cost                     # forwards: from the source to beyond it; backwards: from before it to the source
    uint64_t marks                  # of all polygons between it and the source, united
    int32_t parent                  # the way next to it on the side of the source, −1: none
    uint32_t visit                  # search that last wrote this

cdef cppclass LocalSearch:          # working memory, one a thread, reused from search to search
    vector[Step] steps              # one a corner of the mesh, then one a link
    IndexedHeap heap
    uint32_t visit                  # current search
    bint backwards
    const uint8_t* allowed          # by polygon: 0 where one may not go; NULL: one may go everywhere
    const vector[uint64_t]* tile_marks      # by tile: what its polygons are marked with; NULL: nothing
    const vector[int32_t]* links    # indices of the links between allowed polygons
    const vector[PolyRef]* owners   # by polygon: the larger one that it is a piece of; NULL: of none
    const PortalGraph* whole        # the graph of the larger polygons, which has their penalties
    PolyRef poly                    # the source
    double point[3]                 # metres
    int32_t searched                # ways taken from the open list

cdef struct Arrival:                # at a point of a polygon
    double cost                     # infinite: not reached
    uint64_t marks
    int32_t way                     # the one next to it on the side of the source; −1: straight

# From a point of a polygon to all others that are allowed; with a goal only as far as its cost takes.
cdef int search_locally(NavView nav, LocalSearch* search, PolyRef poly, const double* point,
                        bint backwards, PolyRef goal_poly, const double* goal) except -1 nogil
cdef void arrive_at(NavView nav, const LocalSearch* search, PolyRef poly, const double* point,
                    Arrival* out) noexcept nogil
# The corridor between the source and where an arrival is, in the sense that one walks it.
cdef int trace_ways(NavView nav, const LocalSearch* search, PolyRef poly, const Arrival* arrival,
                    vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil
