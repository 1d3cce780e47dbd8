"""The taut visibility graph of a navmesh (Oh & Leong 2017): its nodes are the corners that shortest paths turn at, its edges the
straight ways between corners in sight of each other that such a path may take.

What a corner sees is looked up when a search first comes by it, and kept until a tile near it changes. What a search finds does
not depend on what was kept."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph, Face
from navpy.mesh.tiles.tile_changes cimport TileState

cdef enum:                              # how a path may turn at a corner, bits
    TURN_LEFT = 1                       # round a wall on its left
    TURN_RIGHT = 2

cdef enum:                              # EdgeRange.first where no edges are kept
    NOT_LOOKED = -1
    TOO_WIDE = -2                       # it sees too much, or is wound: searches look towards the goal only

cdef struct Spot:                       # where a corner is, and how the search in hand comes there; what is read most, close together
    double x, y                         # metres
    double cost                         # metres from the start, the least known
    uint32_t search                     # of the graph, in which it was reached
    int32_t opened                      # of the arrivals of that cost the one that was gone on from and may turn the most, −1: none

cdef struct EdgeRange:                  # what is in sight where paths may go that turn one way
    int32_t first, count                # edges[first …]

cdef struct Node:                       # parallel to spots: what the corner sees
    double right_x, right_y             # metres, from it along the wall that its fan of polygons begins at, clockwise
    double left_x, left_y               # along the wall where the fan ends
    EdgeRange on_left, on_right         # for paths that turn left, and right
    bint wound                          # the fan covers some directions twice

cdef struct NodeOrigin:                 # parallel to nodes: what is seldom read
    PolyRef poly                        # a polygon of the fan, NO_POLY: the corner has gone
    int32_t corner                      # its index there
    int32_t way_count                   # ways kept for its edges
    int32_t x, z                        # its tile
    int32_t min_x, min_z, max_x, max_z  # tiles that it looked into

cdef struct Edge:                       # a corner in sight
    int32_t end                         # 4 × its node + the turns, bits, that a path may take which comes there by this edge
    int32_t way                         # to the polygon where it was seen

cdef struct Way:                        # a polygon looked into
    PolyRef poly
    int32_t before                      # way that one looks into it by; −1: one looks from there

cdef struct Glimpse:                    # what is seen through an edge of a polygon
    double right_x, right_y, left_x, left_y     # metres, its limits from the eye
    int32_t edge                        # corner index
    int32_t way

cdef cppclass Look:                     # what is seen from a place
    double x, y                         # metres: the eye
    vector[Edge] seen
    vector[Way] ways
    vector[Glimpse] open                # still to be looked through

cdef cppclass VisibilityGraph:          # belongs to a working memory: one a thread
    const MeshView* mesh                # as of the last update
    vector[Spot] spots
    vector[Node] nodes
    vector[NodeOrigin] origins
    vector[Edge] edges
    vector[Way] ways
    vector[int32_t] node_of             # by fan: its node, −1: none yet
    vector[uint32_t] noted              # by node: the look that it was seen in last
    uint32_t looks
    uint32_t search                     # that goes by it
    Look look
    vector[int32_t] places              # of the ways of a look among those kept
    vector[TileState] tiles             # of the mesh as it was looked at
    uint64_t serial, version, rules_version     # of the packed mesh
    int32_t dropped                     # ways and nodes of no use any more
    PolyRef ahead                       # `look_ahead` has been through the polygons before this one

# Does what corners see serve searches on this graph? Only where it is the mesh's own, and ways cost alike and lead back as they lead there.
cdef inline bint serves(NavView nav) noexcept nogil:
    return nav.graph == nav.mesh.graph and nav.graph.symmetric and nav.graph.uniform


# Begin another search: drop what a change of the mesh may have made wrong. ``graph`` is the mesh's own and straight (`PortalGraph.straight`).
cdef int update_visibility(NavView nav, VisibilityGraph* out) except -1 nogil
# Look round where no search has come by yet, for about so many steps of 0.1 µs, which the searches to come are spared; true where all
# of the mesh has been looked at. They find the same without it.
cdef bint look_ahead(NavView nav, VisibilityGraph* out, int64_t steps) except -1 nogil
# The node of a polygon's corner, which has a fan.
cdef int32_t node_at(const PortalGraph* graph, VisibilityGraph* out, PolyRef poly, int32_t corner) except -1 nogil
# The edges of a node for paths that turn one way, unless it is TOO_WIDE.
cdef int look_from_node(const PortalGraph* graph, VisibilityGraph* out, int32_t node, int32_t turn, EdgeRange* edges) except -1 nogil
# All corners in sight of a place that is not on an edge; false where that is too much.
cdef bint look_from_place(const PortalGraph* graph, VisibilityGraph* out, const NearestPoly* place, Look* look) except -1 nogil
cdef int32_t turns_at(const PortalGraph* graph, const Node* node, double dx, double dy) noexcept nogil
cdef bint is_between(const PortalGraph* graph, const Glimpse* limits, double x, double y) noexcept nogil
cdef bint clip(const PortalGraph* graph, const Glimpse* limits, double ax, double ay, double bx, double by, Glimpse* out) noexcept nogil


cdef inline double slack(const PortalGraph* graph, double ax, double ay, double bx, double by) noexcept nogil:
    """How far the cross product of two directions may be off where they are the same one."""
    return graph.rounding * (fabs(ax) + fabs(ay) + fabs(bx) + fabs(by))


cdef inline int32_t corner_in(const PortalGraph* graph, const Face* ring, int32_t fan) noexcept nogil:
    """The corner of a polygon that is of a fan."""
    cdef int32_t corner = ring.first
    while graph.half_edges[corner].umbrella != fan:
        corner += 1
    return corner
