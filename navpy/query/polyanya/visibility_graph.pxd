"""The taut visibility graph of a navmesh (Oh & Leong 2017): its vertices are the corners of walls that shortest paths turn at, its edges
the straight lines between visible vertices that such a path may take.

A line-of-sight scan finds the edges of a vertex when a search first comes by it. They are kept until a tile near it changes. What a
search finds does not depend on what was kept."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport Face, PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.tiles.tile_changes cimport TileState

cdef enum:                              # how a path may turn at a vertex, bits
    TURN_LEFT = 1                       # round a wall on its left
    TURN_RIGHT = 2

cdef enum:                              # EdgeRange.first if no edges are kept
    NOT_SCANNED = -1
    TOO_MANY = -2                       # too much is visible, or the umbrella is a spiral: searches use intervals there

cdef struct VertexState:                # where a vertex is, and how the search under way comes there; what is read most, close together
    double x, y                         # meters
    double g                            # meters from the start, the least known
    uint32_t search                     # number of the search in which it was reached
    int32_t expanded                    # of the vertex nodes of that g that were expanded, the one that may turn the most, −1: none

cdef struct EdgeRange:                  # what is visible in the directions that a path may turn to
    int32_t first, count                # edges[first …]

cdef struct Vertex:                     # parallel to states
    double right_x, right_y             # meters, along the wall that the umbrella of polygons begins at, clockwise
    double left_x, left_y               # meters, along the wall where the umbrella ends
    EdgeRange on_left, on_right         # for paths that turn left, and right
    bint is_spiral                          # the umbrella covers some directions twice

cdef struct VertexOrigin:               # parallel to vertices: what is seldom read
    PolyRef poly                        # a polygon of the umbrella, NO_POLY: the vertex has gone
    int32_t corner                      # its half-edge there
    int32_t poly_count                  # scanned polygons kept for its edges
    int32_t x, z                        # its tile
    int32_t min_x, min_z, max_x, max_z  # tiles that its scans looked into

cdef struct VisibleEdge:
    int32_t end                         # 4 × the vertex at its end + the turns, bits, that a path which comes by this edge may take
    int32_t scanned                     # polygon where the vertex was seen

cdef struct ScannedPoly:                # a polygon that a scan looked into
    PolyRef poly
    int32_t before                      # the scanned polygon before it; −1: the eye is in this one

cdef struct Sector:                     # what is visible through an edge of a polygon
    double right_x, right_y, left_x, left_y     # meters, its limits from the eye
    int32_t edge                        # half-edge
    int32_t scanned                     # polygon that the edge belongs to

cdef cppclass Scan:                     # line-of-sight scan: what is visible from a place
    double x, y                         # meters: the eye
    vector[VisibleEdge] seen
    vector[ScannedPoly] polys
    vector[Sector] open_sectors         # still to be scanned

cdef cppclass VisibilityGraph:          # belongs to a working memory: one a thread
    const MeshView* mesh                # as of the last update
    vector[VertexState] states
    vector[Vertex] vertices
    vector[VertexOrigin] origins
    vector[VisibleEdge] edges
    vector[ScannedPoly] polys
    vector[int32_t] vertex_of           # by umbrella: its vertex, −1: none yet
    vector[uint32_t] seen_in            # by vertex: number of the scan that it was seen in last
    uint32_t scans                      # made since all was forgotten
    uint32_t number                     # of the search under way
    Scan scan
    vector[int32_t] kept_at             # by polygon of a scan: its place among the polygons kept
    vector[TileState] tiles             # of the mesh as it was scanned
    uint64_t serial, version            # of the packed mesh
    int32_t stale                       # polygons and vertices that are of no use any more
    PolyRef ahead                       # `scan_ahead` has been through the polygons before this one

# Is the graph of use to searches on this navmesh? Only if they read the mesh's own packed graph, all polygons cost the same, and all
# ways lead back.
cdef inline bint is_straight(NavView nav) noexcept nogil:
    return nav.graph == nav.mesh.graph and nav.graph.symmetric and nav.graph.uniform


# Begins another search: drops what a change of the mesh may have made wrong. The navmesh `is_straight`.
cdef int update_visibility(NavView nav, VisibilityGraph* out) except -1 nogil
# Scans from vertices that no search has come by yet, for about so many steps of 0.1 µs; true if all vertices are scanned. The searches
# to come need not wait for these scans, and find the same without them.
cdef bint scan_ahead(NavView nav, VisibilityGraph* out, int64_t steps) except -1 nogil
# The vertex at a polygon's corner, which has an umbrella.
cdef int32_t vertex_at(const PortalGraph* graph, VisibilityGraph* out, PolyRef poly, int32_t corner) except -1 nogil
# The edges of a vertex for paths that turn one way, unless there are TOO_MANY.
cdef int edges_of(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, int32_t turn, EdgeRange* edges) except -1 nogil
# All vertices visible from a place that is not on an edge; false if too much is visible.
cdef bint scan_from_place(const PortalGraph* graph, VisibilityGraph* out, const NearestPoly* place, Scan* scan) except -1 nogil
cdef int32_t taut_turns(const PortalGraph* graph, const Vertex* vertex, double dx, double dy) noexcept nogil
cdef bint is_between(const PortalGraph* graph, const Sector* limits, double x, double y) noexcept nogil
cdef bint clip(const PortalGraph* graph, const Sector* limits, double ax, double ay, double bx, double by, Sector* out) noexcept nogil


cdef inline double slack(const PortalGraph* graph, double ax, double ay, double bx, double by) noexcept nogil:
    """What rounding may make of the cross product of two directions if they are the same."""
    return graph.rounding * (fabs(ax) + fabs(ay) + fabs(bx) + fabs(by))


cdef inline int32_t corner_in(const PortalGraph* graph, const Face* face, int32_t umbrella) noexcept nogil:
    """The corner of a polygon that belongs to an umbrella."""
    cdef int32_t corner = face.first
    while graph.half_edges[corner].umbrella != umbrella:
        corner += 1
    return corner
