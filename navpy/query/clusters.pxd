"""Clusters of tiles, the entrances between them and what ways through a cluster cost (HPA*: Botea, Müller & Schaeffer 2004): the
abstract graph, which says where a long path leads through.

A cluster is a square of side × side tiles. An entrance is made of portals from one cluster to another one that follow each other along
the border and hang together on both sides of it. It has 1 to 3 transitions, by its width; a link to another cluster is a transition,
too. A transition is an exit of the cluster that it leaves and an entry of the cluster that it leads to. Exits are the nodes of the
abstract graph; an edge inside a cluster leads from an entry to an exit."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_data cimport Path
from navpy.mesh.tiles.tile_changes cimport TileVersion
from navpy.query.clearance.local_search cimport Arrival, LocalSearch

cdef enum:
    MOST_SIDE = 8                   # tiles along a cluster: the bits of a uint64 mark them

cdef struct Exit:
    double leave[3]                 # meters, on poly
    double land[3]                  # meters, on next; the same place unless it is a link
    double cost                     # of the transition: a link's cost, and the penalty of entering
    PolyRef poly, next
    int32_t cluster                 # that it leads to
    int32_t entry                   # index in the entries of that cluster

cdef struct Entry:
    double point[3]                 # meters, on poly
    PolyRef poly

cdef struct IntraEdge:              # from an entry to an exit of a cluster
    float cost                      # infinite: no way leads there inside the cluster
    uint64_t tiles                  # bit i + side*k: the way crosses tile (i, k) of the cluster

cdef cppclass Cluster:
    int32_t x, z                    # cluster coordinates
    bint changed
    bint one_way                    # some edge in it may be crossed one way only
    vector[int32_t] tiles           # indices, by z, then x
    vector[int32_t] links           # indices of those that begin and end in it
    vector[Exit] exits
    vector[Entry] entries
    vector[IntraEdge] edges         # entry by entry, one for each exit
    int32_t first_node              # its exits are the nodes first_node … of the abstract graph

cdef struct KnownLink:              # as it was when its cluster was computed
    PolyRef start, end              # NO_POLY: it leads nowhere
    int32_t cluster                 # that it leaves
    double leave[3]                 # meters, middles
    double land[3]
    double cost                     # with the penalty of entering

cdef cppclass Hierarchy:            # of one graph; may be read by many threads between updates
    int32_t side                    # tiles along a cluster
    vector[Cluster] clusters
    vector[int32_t] free            # clusters without tiles: places for others
    vector[int32_t] order           # the others by their coordinates, z first
    vector[int32_t] cluster_of      # by tile, −1: a free place
    vector[uint64_t] tile_marks     # by tile: its bit in IntraEdge.tiles
    vector[int32_t] links           # all
    vector[TileVersion] tiles
    vector[uint64_t] contents       # by tile: checksum of what the graph says of it, when last asked
    vector[KnownLink] known_links
    vector[int32_t] node_cluster    # by node: the cluster that it leaves
    uint64_t version                # of the mesh; 0: not computed yet
    bint uniform                    # of the graph, likewise
    double ground                   # likewise
    bint two_way                    # all ways lead back: there are no links, no edges that may be crossed one way only
    int32_t computed                # clusters that the last update computed

cdef int start_hierarchy(Hierarchy* hierarchy, int32_t side) except -1 nogil        # also: forget all, for other rules
# The graph must be up to date. After a change of the mesh this takes time in proportion to the clusters that have changed, times their
# exits and the number of links; to the numbers of tiles and links; and it clears a few bytes a polygon and a half-edge. After a change of
# rules it reads the graph once, too.
cdef int update_hierarchy(NavView nav, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil
cdef double taut_cost(NavView nav, LocalSearch* local, const double* point, PolyRef poly,
                      const Arrival* arrival, Path* path) except -1.0 nogil
cdef void allow_tiles(const MeshView* mesh, const vector[int32_t]* tiles, uint8_t value, vector[uint8_t]* allowed) noexcept nogil


cdef inline int32_t cluster_at(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef poly) noexcept nogil:
    return hierarchy.cluster_of[mesh.polys[poly].tile]
