"""Clusters of tiles, the exits between them and what ways within a cluster cost (HPA*: Botea, Müller & Schaeffer 2004): a small graph
that says where a long way goes through.

A cluster is a square of side × side tiles. Portals that lead from it to one other cluster, that follow each other along the border
and hang together on both sides of it, are one stretch; it has 1 to 3 exits, by its width. A link to another cluster is an exit too.
An exit's entry is the same place as seen from the cluster that it leads to."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.tiles.tile_changes cimport TileState
from navpy.query.clearance.local_search cimport Arrival, LocalSearch

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

cdef struct KnownLink:              # as it was when its cluster was computed
    PolyRef start, end              # NO_POLY: it leads nowhere
    int32_t cluster                 # that it leaves
    double leave[3]                 # metres, middles
    double land[3]
    double cost                     # the penalty of entering included

cdef cppclass Hierarchy:            # of one graph; may be read by many threads between updates
    int32_t side                    # tiles along a cluster
    vector[Cluster] clusters
    vector[int32_t] free            # those without tiles: places for others
    vector[int32_t] order           # the others by coordinates, z first
    vector[int32_t] cluster_of      # by tile, −1: a free place
    vector[uint64_t] tile_marks     # by tile: its bit in Hop.tiles
    vector[int32_t] links           # all
    vector[TileState] tiles
    vector[uint64_t] contents       # by tile: checksum of what the graph says of it, as of when that was asked for last
    vector[KnownLink] known_links
    vector[int32_t] node_cluster    # by node: the cluster that it leaves
    uint64_t version                # of the mesh; 0: not computed yet
    uint64_t rules_version
    bint uniform                    # likewise, as the graph was
    double ground
    bint two_way                    # whatever leads somewhere leads back: no links, no edges to be crossed one way only
    int32_t computed                # clusters that the last update computed anew

cdef cppclass TautPath:              # working memory
    vector[PolyRef] corridor, point_polys
    vector[int32_t] entries, point_links
    vector[double] points

cdef int start_hierarchy(Hierarchy* hierarchy, int32_t side) except -1 nogil        # also: forget all, for other rules
# The graph must be up to date. Where the mesh has changed, that takes time in proportion to the clusters that have changed, times their
# exits and the number of links; to the numbers of tiles and links; and a few bytes a polygon and a corner are cleared. Other rules: the
# graph is read once as well.
cdef int update_hierarchy(NavView nav, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil
cdef double taut_cost(NavView nav, LocalSearch* local, const double* point, PolyRef poly,
                      const Arrival* arrival, TautPath* path) except -1.0 nogil
cdef void allow_tiles(const MeshView* mesh, const vector[int32_t]* tiles, uint8_t value, vector[uint8_t]* allowed) noexcept nogil


cdef inline int32_t cluster_at(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef poly) noexcept nogil:
    return hierarchy.cluster_of[mesh.polys[poly].tile]
