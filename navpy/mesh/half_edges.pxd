"""The packed graph that searches read: half-edges and faces of a navmesh, which edges may be crossed, and the costs of doing so. A
mesh keeps the graph for searches without a filter; each filter keeps a graph that follows from its rules.

Plan coordinates are (x, y) = (x, −z) in meters, so that counter-clockwise seen from above is counter-clockwise in the plan."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define navpy_prefetch(place) __builtin_prefetch(place)
    #else
    #define navpy_prefetch(place) ((void)(place))
    #endif
    """
    void prefetch "navpy_prefetch"(const void* place) noexcept nogil

cdef enum:
    CACHE_LINE = 64                 # bytes that one prefetch brings
    DEAD_END = 1                    # the edge leads into a part of the tile that has no other way out
    SPIRAL = 2                      # the polygons around the origin cover some directions twice, as those of a spiral stair do

# An umbrella is the faces around a vertex that open edges join. Its id is the index of the half-edge at its clockwise end.
cdef struct HalfEdge:               # one side of an edge, counter-clockwise around its face; parallel to mesh.corners
    double x, y                     # meters, in the plan: its origin; it ends at the origin of the next half-edge of its face
    PolyRef neighbor                # face of the twin, NO_POLY where the edge may not be crossed from this side: a wall
    int32_t twin                    # index of the half-edge on the other side, −1 on the mesh's boundary
    int32_t umbrella                # id of the umbrella around the origin; −1: no path turns there
    uint32_t flags                  # bits: DEAD_END, SPIRAL

cdef struct Face:                   # parallel to mesh.polys
    int32_t first                   # its half-edges are half_edges[first … first+count−1]
    int32_t count
    PolyRef out                     # in a dead end: the next polygon on the only way out; NO_POLY: the face is in no dead end

cdef struct PackedTile:             # parallel to mesh.tiles: the state of the tile when it was packed
    uint64_t version
    int32_t x, z                    # tiles: its place in the grid
    PolyRef first_poly              # its polygons were polys[first_poly … first_poly+poly_count−1]
    int32_t poly_count
    double size                     # meters, the greatest size of a coordinate, at least 1
    double least, most              # cost of a meter through its walkable polygons; infinite and −1 if there are none
    bint penalties                  # true: some polygon has a penalty
    bint symmetric                  # true: every edge that may be crossed may be crossed both ways

cdef struct LinkEnds:
    PolyRef start, end

cdef cppclass PortalGraph:
    vector[HalfEdge] half_edges
    vector[Face] faces
    vector[double] costs            # by polygon: cost of a meter through it, −1: it may not be walked on
    vector[double] penalties        # by polygon, meters: cost of entering it; empty: none, and no regions
    vector[int32_t] regions         # by polygon, as the mesh has them; empty: none
    vector[double] enter_costs      # by polygon, meters: cost of entering it from another region
    vector[double] link_factors     # by link: cost of a meter along it, −1: it may not be taken
    vector[double] link_costs       # by link, meters: its length in the plan, times its factor, over ground_cost
    vector[LinkEnds] link_ends
    vector[PackedTile] tiles
    uint64_t version                # mesh.version when the mesh was packed
    uint64_t rules_version          # mesh.rules_version when the mesh was packed
    double rounding                 # meters by which rounding may have moved a vertex
    double least_cost               # least cost of a meter on polygons and links
    double ground_cost              # least cost of a meter on the polygons; 1 if that is 0 or there are none
    double least_ratio              # 0 … 1: least_cost over ground_cost
    uint64_t serial                 # a number that no other mesh's graph has; 0: the graph is not a mesh's own
    bint symmetric                  # true: all tiles are symmetric and no link may be taken, so the reverse of a path is a path
    bint uniform                    # true: all polygons cost the same, more than 0, none has a penalty, and no link costs less

cdef cppclass FilterRules:          # which parts of a mesh may be used, and at what cost
    uint16_t include_flags          # a polygon must have one of these flags
    uint16_t exclude_flags          # a polygon must have none of these flags
    vector[double] area_costs       # AREA_COUNT factors in place of the mesh's; empty: the mesh's
    uint64_t exit_only_areas        # bit i: area i may be left but not entered, beside those of the mesh
    bint knows_all                  # true: all polygons are known
    double unknown_factor           # on the cost of a meter through polygons that are not known; −1: they may not be walked on
    vector[uint8_t] known           # by polygon: not 0 where it is known; beyond its end, unknown
    vector[uint8_t] blocked         # by polygon: not 0 where it is blocked; beyond its end, open
    vector[double] penalties        # by polygon, meters; beyond its end, 0
    vector[uint8_t] narrow          # parallel to mesh.corners: not 0 where the edge is too narrow to cross; beyond its end, 0
    bint takes_links                # false: no link may be taken
    vector[int32_t] link_kinds      # ascending: kinds of links that may be taken; empty: all
    vector[int32_t] blocked_links   # ascending: ids of blocked links
    uint64_t changes                # counts changes of the fields above, for those who keep what follows from them
    uint64_t discoveries            # how many of these only made polygons known: a complete path stays as good as it was


cdef inline double enter_cost(const PortalGraph* graph, PolyRef before, PolyRef poly) noexcept nogil:
    """Cost in meters of entering ``poly`` from the polygon ``before``."""
    cdef double meters
    if graph.penalties.empty():
        return 0.0
    meters = graph.penalties[poly]
    if not graph.regions.empty() and graph.regions[before] != graph.regions[poly]:
        meters += graph.enter_costs[poly]
    return meters


cdef inline bint is_open(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """May the edge be crossed both ways?"""
    return graph.half_edges[edge].neighbor != NO_POLY and graph.half_edges[graph.half_edges[edge].twin].neighbor != NO_POLY


cdef inline bint is_one_way(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """May an edge that is not open be crossed one way?"""
    return graph.half_edges[edge].neighbor != NO_POLY or (graph.half_edges[edge].twin >= 0
                                                          and graph.half_edges[graph.half_edges[edge].twin].neighbor != NO_POLY)


cdef inline int32_t corner_at(const PortalGraph* graph, PolyRef poly, int32_t umbrella) noexcept nogil:
    """The corner of a polygon that belongs to an umbrella, −1 if none does."""
    cdef int32_t corner
    for corner in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
        if graph.half_edges[corner].umbrella == umbrella:
            return corner
    return -1


cdef inline int32_t corner_after(const Face* face, int32_t corner) noexcept nogil:
    return corner + 1 if corner + 1 < face.first + face.count else face.first


cdef inline int32_t corner_before(const Face* face, int32_t corner) noexcept nogil:
    return corner - 1 if corner > face.first else face.first + face.count - 1


cdef inline int32_t next_around(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The next half-edge of an umbrella, counter-clockwise, and its polygon; −1 after the umbrella's last half-edge."""
    cdef int32_t edge = corner_before(&graph.faces[poly[0]], corner)
    if not is_open(graph, edge):
        return -1
    poly[0] = graph.half_edges[edge].neighbor
    return graph.half_edges[edge].twin


cdef inline int32_t before_around(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The half-edge before in an umbrella, clockwise, and its polygon; −1 before the umbrella's first half-edge."""
    cdef int32_t twin = graph.half_edges[corner].twin
    if not is_open(graph, corner):
        return -1
    poly[0] = graph.half_edges[corner].neighbor
    return corner_after(&graph.faces[poly[0]], twin)
