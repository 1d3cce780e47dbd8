"""The taut visibility graph of a navmesh (Oh & Leong 2017). Its vertices are the corners of walls where shortest paths turn; its edges
are the straight lines between mutually visible vertices that a shortest path may take.

A line-of-sight scan finds the edges of a vertex when a search first reaches it. The edges are kept until a tile near them changes. The
result of a search does not depend on which edges are kept."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.half_edges cimport Face, PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport ScannedPoly
from navpy.mesh.tiles.tile_changes cimport TileVersion

cdef enum:                              # how a path may turn at a vertex, bits
    TURN_LEFT = 1                       # around a wall on the path's left
    TURN_RIGHT = 2                      # around a wall on the path's right

cdef enum:                              # EdgeRange.first if no edges are kept
    NOT_SCANNED = -1
    TOO_MANY = -2                       # too much is visible, or the umbrella is a spiral: searches use intervals there

cdef struct VertexState:                # a vertex's place, and its g in the search under way: the most read fields, close together
    double x, y                         # meters
    double g                            # meters from the start, the least known
    uint32_t search_id                  # the last search that reached it
    int32_t expanded                    # index of the last expanded vertex node of this g, −1: none

cdef struct VertexArrival:                    # the shortest way to a vertex, in the search under way: see arrivals.pxd
    int32_t node                        # index of its vertex node
    uint32_t tied_in                    # id of the last search that found several and could not tell them apart

cdef struct EdgeRange:                  # the visible vertices in the directions of a turn
    int32_t first, count                # VisibilityGraph.edges[first … first+count−1]; or NOT_SCANNED, TOO_MANY

cdef struct Vertex:                     # parallel to states
    double right_x, right_y             # meters, along the wall at the clockwise end of the umbrella
    double left_x, left_y               # meters, along the wall at the counter-clockwise end of the umbrella
    EdgeRange on_left, on_right         # for left turns, for right turns
    bint is_spiral                      # true: the umbrella covers some directions twice
    uint32_t seen_in                    # id of the scan that saw it last

cdef struct VertexOrigin:               # parallel to vertices: the seldom read fields
    PolyRef poly                        # polygon at the clockwise end of the umbrella, NO_POLY: the vertex was dropped
    int32_t corner                      # the vertex's half-edge in `poly`
    int32_t poly_count                  # number of scanned polygons kept for its edges
    int32_t x, z                        # tiles: place of its tile in the grid
    int32_t min_x, min_z, max_x, max_z  # tiles: bounds of the tiles that its scans looked into

cdef struct VisibleEdge:
    int32_t end                         # with_turns: the vertex at its end, and the turns that a path along this edge may take there
    # polygon in which the vertex was seen: index in Scan.polys; of a kept edge, in VisibilityGraph.polys
    int32_t scanned

cdef struct ViewCone:                     # the view through an edge of a polygon
    double right_x, right_y, left_x, left_y     # meters, directions of its limits from the eye
    int32_t right, left                 # half-edges at whose origins the limits end; −1: a limit lies along the wall at the eye
    int32_t edge                        # half-edge
    int32_t scanned                     # index in Scan.polys of the polygon that the edge belongs to

cdef cppclass Scan:                     # line-of-sight scan: the view from a place
    double x, y                         # meters: the eye
    vector[VisibleEdge] seen
    vector[ScannedPoly] polys
    vector[ViewCone] open_sectors         # sectors that are not scanned yet
    vector[ViewCone] looked               # parallel to polys, if keeps_sectors: the visible part of each
    bint keeps_sectors                  # true: `looked` is noted

cdef enum:
    MOST_LANDMARKS = 32                 # floats: two cache lines for each vertex

cdef cppclass Landmarks:                # see landmarks.pxd
    int32_t count                       # number of landmarks whose lengths are known
    # meters along the graph: from landmark i to vertex v at MOST_LANDMARKS·v + i; 0: no way leads there
    vector[float] lengths
    double greatest                     # meters, of all of them
    vector[float] to_nearest            # by vertex: meters from the nearest landmark, infinite: none is known
    vector[double] flood                # by vertex: meters from the landmark under way, the least known
    IndexedHeap open_list               # of that flood: vertices by their length
    bint floods                         # true: a flood is under way
    bint over                           # true: no more landmarks are to be had
    int64_t rented, paid                # expansions of long searches; expansions of landmarks
    double spent                        # expansions of all searches without landmarks,
    double squares                      # m²: and the sum of the squares of the straight distances between their ends
    float goal_low[MOST_LANDMARKS]      # meters: the goal of the search under way is at least so far from the landmark,
    float goal_high[MOST_LANDMARKS]     # and at most so far
    double slack                        # meters that rounding may add to a bound
    bint in_use                         # true: the search under way uses them
    int32_t searches, repeated          # number of searches by landmarks, and how many of these were made again without

cdef cppclass VisibilityGraph:          # working memory, one for each thread
    const MeshView* mesh                # as of the last update
    vector[VertexState] states
    vector[VertexArrival] arrivals            # parallel to states
    vector[Vertex] vertices
    vector[VertexOrigin] origins
    vector[VisibleEdge] edges
    vector[ScannedPoly] polys
    vector[int32_t] vertex_of           # by umbrella: its vertex, −1: none yet
    uint32_t scans                      # number of scans since all was forgotten; id of the last scan
    uint32_t search_id                  # the search under way
    Scan scan                           # the last scan from a vertex
    vector[int32_t] kept_at             # by polygon of a scan: its index in `polys`; −1: it is not kept
    vector[TileVersion] tiles             # the mesh's tiles at the last update
    uint64_t serial, version            # PortalGraph.serial and .version at the last update
    int32_t stale                       # number of dropped vertices, and of polygons kept for dropped edges
    PolyRef ahead                       # first polygon whose vertices `scan_ahead` has not scanned yet
    Landmarks landmarks

# True if searches on this navmesh may use a visibility graph: they read the mesh's own packed graph, all polygons cost the same, and
# the reverse of every path is a path.
cdef inline bint supports_visibility_graph(NavView nav) noexcept nogil:
    return nav.graph == nav.mesh.graph and nav.graph.symmetric and nav.graph.uniform


# Begins another search: drops vertices and edges that a change of the mesh may have made wrong. The navmesh
# `supports_visibility_graph`.
cdef int update_visibility(NavView nav, VisibilityGraph* out) except -1 nogil
# Scans from vertices that no search has reached yet, for about ``steps`` steps of 0.1 µs each; true if all vertices are scanned. Later
# searches then need not make these scans; their results are the same with and without.
cdef bint scan_ahead(NavView nav, VisibilityGraph* out, int64_t steps) except -1 nogil
# The same in the midst of a search; returns how many steps are left, at most 0 if not all vertices are scanned.
cdef int64_t scan_more(const PortalGraph* graph, VisibilityGraph* out, int64_t steps) except? -1 nogil
# Index of the vertex at a polygon's corner; the corner must have an umbrella.
cdef int32_t vertex_at(const PortalGraph* graph, VisibilityGraph* out, PolyRef poly, int32_t corner) except -1 nogil
# The edges of a vertex for paths that turn left or right (``turn``); edges.first may be TOO_MANY.
cdef int edges_of(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, int32_t turn, EdgeRange* edges) except -1 nogil
# Scans all vertices visible from a vertex in the directions of a turn, from a spiral's in all directions, where too much is visible
# for edges_of. scan.seen holds the found vertices, scan.looked the visible part of each polygon. False: the scan ended at a limit of
# polygons.
cdef bint scan_wholly(const PortalGraph* graph, VisibilityGraph* out, int32_t vertex, int32_t turn, Scan* scan) except -1 nogil
# Scans all vertices visible from a place that is not on an edge; false if the scan ended at MOST_POLYS polygons.
cdef bint scan_from_place(const PortalGraph* graph, VisibilityGraph* out, const NearestPoly* place, Scan* scan) except -1 nogil
cdef int32_t taut_turns(const PortalGraph* graph, const Vertex* vertex, double dx, double dy) noexcept nogil
cdef bint is_between(const PortalGraph* graph, const ViewCone* limits, double x, double y) noexcept nogil
cdef bint clip(const PortalGraph* graph, const ViewCone* limits, double ax, double ay, double bx, double by,
               ViewCone* out) noexcept nogil


cdef inline double slack(const PortalGraph* graph, double ax, double ay, double bx, double by) noexcept nogil:
    """m²: size of the cross product of two directions that rounding may cause if they are parallel."""
    return graph.rounding * (fabs(ax) + fabs(ay) + fabs(bx) + fabs(by))


cdef inline int32_t corner_in(const PortalGraph* graph, const Face* face, int32_t umbrella) noexcept nogil:
    """The corner of a polygon that belongs to an umbrella."""
    cdef int32_t corner = face.first
    while graph.half_edges[corner].umbrella != umbrella:
        corner += 1
    return corner
