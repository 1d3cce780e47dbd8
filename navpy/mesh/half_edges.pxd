"""What searches read of a navmesh, packed: the corners of all polygons with where one may go across their edges, at what cost, and
where it is of no use to go. Kept by the mesh for those without rules of their own, and by a filter for those with.

Plan coordinates are (x, y) = (x, −z) in metres, so that counter-clockwise seen from above is counter-clockwise."""
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
    DEAD_END = 1                    # the edge leads into a part of the tile that has no other way out
    WOUND = 2                       # the polygons around the corner cover some directions twice, as a spiral stair's do

cdef struct HalfEdge:                 # parallel to mesh.corners
    double x, y                     # metres, in the plan
    PolyRef next                    # polygon entered across the edge to the next corner, NO_POLY where one may not
    int32_t twin                    # index of the same edge in the polygon on its other side, −1 at a wall
    int32_t fan                     # the first corner of those around the vertex that are joined by edges; −1: no way bends here
    uint32_t flags                  # DEAD_END, WOUND

cdef struct Face:                   # parallel to mesh.polys
    int32_t first                   # its half-edges are half_edges[first … first+count−1]
    int32_t count
    PolyRef out                     # polygon that the only way out of a dead end leads to, NO_POLY outside of dead ends

cdef struct PackedTile:             # parallel to mesh.tiles: what was packed
    uint64_t version
    int32_t x, z
    PolyRef first_poly              # its polygons then were these
    int32_t poly_count
    double size                     # metres, the greatest coordinate
    double least, most              # what a metre through its polygons costs; infinite and −1 without any that is open
    bint penalties                  # are there any
    bint straight                   # no edges that may be crossed one way only

cdef struct LinkEnds:
    PolyRef start, end

cdef cppclass PortalGraph:
    vector[HalfEdge] half_edges
    vector[Face] faces
    vector[double] costs            # by polygon: what a metre through it costs, −1: it may not be walked on
    vector[double] penalties        # by polygon: metres that entering it counts for; empty: none, and no regions
    vector[int32_t] regions         # by polygon, as the mesh has them; empty: none
    vector[double] enter_costs      # by polygon, metres: what entering it from another region counts for
    vector[double] link_factors     # by link: what a metre along it costs, −1: it may not be taken
    vector[double] link_costs       # by link, metres: its length in the plan times its cost by that of the ground
    vector[LinkEnds] link_ends
    vector[PackedTile] tiles
    uint64_t version                # of the mesh, as packed
    uint64_t rules_version          # likewise
    double rounding                 # metres that rounding may have moved a vertex by
    double least_cost               # what a metre costs at least, on polygons and links
    double ground                   # what a metre on the polygons costs, where that is the same on all
    double least                    # 0 … 1: what a metre costs at least by that of the ground
    uint64_t serial                 # tells the graphs of all meshes apart; 0: not a mesh's own
    bint straight                   # so are all tiles, and no link may be taken: ways lead back as they lead there
    bint uniform                    # all polygons cost the same, more than nothing, and no link costs less

cdef cppclass FilterRules:                # which parts of a mesh may be used, and at what cost
    uint16_t include_flags          # a polygon must have one of these flags
    uint16_t exclude_flags          # and none of these
    vector[double] area_costs       # AREA_COUNT factors in place of the mesh's; empty: the mesh's
    bint knows_all
    vector[uint8_t] known           # by polygon: not 0 where it was seen; beyond its end, not; unless knows_all
    vector[uint8_t] blocked         # by polygon: not 0 where shut; beyond its end, open
    vector[double] penalties        # by polygon: metres; beyond its end, 0
    vector[uint8_t] narrow          # parallel to mesh.corners: not 0 where the edge is too narrow to cross; beyond its end, wide enough
    bint takes_links
    vector[int32_t] link_kinds      # ascending: kinds of links that may be taken; empty: all
    vector[int32_t] blocked_links   # ascending: ids of links that are shut


cdef inline double cross(double ax, double ay, double bx, double by) noexcept nogil:
    """Above 0 where b points to the left of a."""
    return ax * by - ay * bx


cdef inline double enter_cost(const PortalGraph* graph, PolyRef before, PolyRef poly) noexcept nogil:
    """Metres that going on from a polygon to another one counts for."""
    cdef double metres
    if graph.penalties.empty():
        return 0.0
    metres = graph.penalties[poly]
    if not graph.regions.empty() and graph.regions[before] != graph.regions[poly]:
        metres += graph.enter_costs[poly]
    return metres


cdef inline bint is_open(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """May one cross the edge both ways?"""
    return graph.half_edges[edge].next != NO_POLY and graph.half_edges[graph.half_edges[edge].twin].next != NO_POLY


cdef inline bint is_one_way(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """Of an edge that is not open: may one cross it at all?"""
    return graph.half_edges[edge].next != NO_POLY or (graph.half_edges[edge].twin >= 0
                                                   and graph.half_edges[graph.half_edges[edge].twin].next != NO_POLY)


cdef inline int32_t corner_after(const Face* ring, int32_t corner) noexcept nogil:
    return corner + 1 if corner + 1 < ring.first + ring.count else ring.first


cdef inline int32_t corner_before(const Face* ring, int32_t corner) noexcept nogil:
    return corner - 1 if corner > ring.first else ring.first + ring.count - 1


cdef inline int32_t next_around(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """Of the polygons around a vertex that are joined by edges, the next one counter-clockwise, and its corner there; −1 after the
    last one."""
    cdef int32_t edge = corner_before(&graph.faces[poly[0]], corner)
    if not is_open(graph, edge):
        return -1
    poly[0] = graph.half_edges[edge].next
    return graph.half_edges[edge].twin


cdef inline int32_t before_around(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The next one clockwise."""
    cdef int32_t twin = graph.half_edges[corner].twin
    if not is_open(graph, corner):
        return -1
    poly[0] = graph.half_edges[corner].next
    return corner_after(&graph.faces[poly[0]], twin)
