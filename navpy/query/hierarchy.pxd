"""Searches on large worlds: the abstract graph of clusters tells which tiles the search for a path has to look at."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.clearance.local_search cimport LocalSearch
from navpy.query.clusters cimport Hierarchy
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef cppclass ClusterSearch:        # working memory, one a thread, reused from search to search
    LocalSearch local
    PolyanyaSearch exact
    vector[double] costs            # by node of the abstract graph
    vector[int32_t] parents         # by node
    vector[uint32_t] visits         # by node: number of the search that wrote the two
    vector[double] rests            # by entry of the goal's cluster: cost from there to the goal
    vector[uint64_t] rest_tiles     # likewise, the tiles that the way crosses
    vector[uint64_t] first_tiles    # by exit of the start's cluster
    double direct                   # cost of a way from start to goal that stays in their cluster, infinite without
    uint64_t direct_tiles
    vector[uint8_t] allowed         # by polygon; 0 between searches
    Path half                       # from the goal to the middle
    Path middle                     # a shorter way around the middle
    vector[int32_t] last_place      # by polygon: its last place in the corridor, while that is put together
    double abstract_cost            # of the way over the abstract graph
    vector[int32_t] chosen          # tiles that are allowed
    IndexedHeap open_list
    uint32_t visit                  # number of the search
    int32_t searched                # nodes of all kinds that the last search took from its open lists
    bint wide                       # did the last search need the abstract graph?
    double cost                     # of the path found: meters times what they cost; infinite without

# False: there is no way. tolerance: by what share of itself a path may be longer than the shortest one. patience: how long the search
# may take without the abstract graph, 0: none of it, 1: as long as is usual.
cdef bint find_over_clusters(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search, const NearestPoly* start,
                             const NearestPoly* goal, double tolerance, double patience, Path* out) except -1 nogil
