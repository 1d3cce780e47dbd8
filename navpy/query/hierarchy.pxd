"""Searches on large worlds: clusters of tiles, the exits between them and what ways within a cluster cost (HPA*: Botea, Müller &
Schaeffer 2004). What is found on that small graph says which tiles the real search has to look at.

A cluster is a square of side × side tiles. Portals that lead from it to one other cluster, that follow each other along the border
and hang together on both sides of it, are one stretch; it has 1 to 3 exits, by its width. A link to another cluster is an exit too.
An exit's entry is the same place as seen from the cluster that it leads to."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.heap cimport IndexedHeap
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.portals cimport PortalGraph
from navpy.query.cone_search cimport ExactSearch
from navpy.query.local_search cimport LocalSearch

cdef enum:
    MOST_SIDE = 8                   # tiles along a cluster: their marks are the bits of a uint64

cdef struct Exit:
    double leave[3]                 # metres, on poly
    double land[3]                  # metres, on next; the same place but for links
    double cost                     # of leaving by it: that of a link, and the penalty of entering
    PolyRef poly, next
    int32_t cluster                 # that it leads to
    int32_t entry                   # place in the entries of that cluster

cdef struct Entry:
    double point[3]                 # metres, on poly
    PolyRef poly

cdef struct Hop:                    # from an entry to an exit of a cluster
    float cost                      # infinite: no way leads there inside the cluster
    uint64_t tiles                  # bit i + side*k: the way goes through tile (i, k) of the cluster

cdef cppclass Cluster:
    int32_t x, z                    # cluster coordinates
    bint changed
    bint one_way                    # not all edges in it that may be crossed may be crossed both ways
    vector[int32_t] tiles           # indices, by z, then x
    vector[int32_t] links           # indices of those that begin and end in it
    vector[Exit] exits
    vector[Entry] entries
    vector[Hop] hops                # entry by entry, one an exit
    int32_t first_node              # its exits are nodes first_node …

cdef struct KnownTile:              # as it was when its cluster was computed
    uint64_t version
    int32_t x, z
    bint live

cdef struct KnownLink:              # likewise
    PolyRef start, end              # NO_POLY: it leads nowhere
    int32_t cluster                 # that it leaves
    double leave[3]                 # metres, middles
    double land[3]
    double cost

cdef cppclass Hierarchy:            # of one graph; may be read by many threads between updates
    int32_t side                    # tiles along a cluster
    vector[Cluster] clusters
    vector[int32_t] order           # clusters by coordinates, z first
    vector[int32_t] cluster_of      # by tile, −1: a free place
    vector[uint64_t] tile_marks     # by tile: its bit in Hop.tiles
    vector[int32_t] links           # all
    vector[KnownTile] tiles
    vector[KnownLink] known_links
    vector[int32_t] node_cluster    # by node: the cluster that it leaves
    uint64_t version                # of the mesh; 0: not computed yet
    uint64_t rules_version
    bint uniform                    # likewise, as the graph was
    double ground
    bint two_way                    # whatever leads somewhere leads back: no links, no edges to be crossed one way only
    int32_t computed                # clusters that the last update computed anew

cdef cppclass WideSearch:           # working memory, one a thread, reused from search to search
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

cdef int start_hierarchy(Hierarchy* hierarchy, int32_t side) except -1 nogil        # also: forget all, for other rules
# The graph must be up to date. Takes time in proportion to the clusters that have changed, and to the numbers of tiles and links.
cdef int update_hierarchy(const MeshView* mesh, const PortalGraph* graph, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil
# A path at most 1 + tolerance times as long as the shortest one within the tiles that were chosen; false: there is no way.
cdef bint find_wide(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                    const Location* start, const Location* goal, double tolerance, vector[PolyRef]* corridor,
                    vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                    vector[int32_t]* point_links) except -1 nogil
