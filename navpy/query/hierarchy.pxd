"""Searches on large worlds: on the small graph of clusters first, which says what tiles the search for a path has to look at."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clusters cimport Hierarchy
from navpy.query.polyanya.successors cimport ExactSearch
from navpy.query.clearance.local_search cimport LocalSearch

cdef cppclass ClusterSearch:           # working memory, one a thread, reused from search to search
    LocalSearch local
    ExactSearch exact
    vector[double] costs            # by node
    vector[int32_t] parents         # by node
    vector[uint32_t] visits         # by node
    vector[double] rests            # by entry of the goal's cluster: cost from there to the goal
    vector[uint64_t] rest_tiles
    vector[uint64_t] first_tiles    # by exit of the start's cluster
    double direct                   # cost of a way from start to goal that stays in their cluster, infinite without
    uint64_t direct_tiles
    vector[uint8_t] allowed         # by polygon; 0 between searches
    vector[PolyRef] way             # the second half of a corridor, and how it is entered
    vector[int32_t] way_entries
    vector[int32_t] last_place      # by polygon: its last place in the corridor, while that is put together
    double way_cost                 # of the way over the exits
    vector[int32_t] chosen          # tiles that are allowed
    IndexedHeap heap
    uint32_t visit
    int32_t searched                # nodes, ways and cones that the last search took from its open lists
    bint wide                       # did the last search need the clusters?
    double cost                     # of the path found: metres times what they cost; infinite without

# False: there is no way. patience: how long it may be searched without the clusters, 0: not at all, 1: as long as is usual.
cdef bint find_over_clusters(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                             const NearestPoly* start, const NearestPoly* goal, double tolerance, double patience,
                             vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                             vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
