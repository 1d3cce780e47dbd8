"""The clearance map of a mesh: the part on which the center of a disc can lie without the disc touching a wall, as a mesh of convex
pieces. A path over it keeps the radius away from walls, follows tangents to circles around their corners, and passes no gap that is
too narrow.

Off-mesh links lead from pieces to pieces. A link without width is always used: where it begins or ends too near to a wall, it is
reached from the nearest place of the map. A link with a width must be wide enough for the disc."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly, Tile
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.piece_joining cimport JoinedPieces

cdef double ROUNDING                # meters that the map keeps away from walls in excess of the radius

cdef struct PiecePlace:                  # on a piece
    PolyRef piece
    Vec2 at                         # meters
    double distance                 # meters in the plan from the point asked for, straight
    int32_t visit                   # of the search, at the piece's polygon

cdef struct LinkPlaces:             # of a link of the map
    int32_t link                    # index in the mesh
    bint aside                      # an end is too near to a wall, so the path goes straight to and from these:
    double leave[3]                 # meters
    double land[3]                  # meters

cdef cppclass ClearanceMap:         # never copied: the view points into it
    double radius                   # meters, as asked; 0: the mesh itself is the map
    uint64_t version                # of the mesh that it was made from; 0: none
    uint64_t rules_version          # likewise
    MeshView view                   # of the pieces
    PortalGraph graph               # likewise, without penalties, which going from piece to piece of a polygon does not cost
    bint penalties                  # some polygon of the mesh has one
    FilterRules rules
    JoinedPieces pieces
    vector[int32_t] first_piece     # by polygon of the mesh, and one more
    vector[double] vertices
    vector[Poly] polys
    vector[PolyRef] neighbors
    vector[double] centers
    vector[int32_t] islands
    vector[OffMeshLink] links
    vector[LinkPlaces] link_places  # parallel to links
    vector[Tile] tiles

# Update the map to the radius and the graph, which is up to date with the mesh; does nothing where it is up to date. Before a map is
# used with another graph, or one packed by other rules, set map.version = 0.
cdef int update_clearance_map(NavView nav, double radius, ClearanceMap* out) except -1 nogil
# The places of the map next to a point on a polygon, the nearest first, one on each island; the point itself alone where it is on the
# map. arriving: the straight line leads from the place to the point.
cdef int find_places(NavView nav, const ClearanceMap* pieces, WallSearch* search,
                     PolyRef poly, Vec2 at, bint arriving, vector[PiecePlace]* out) except -1 nogil
# The place of a piece nearest to another; returns the distance.
cdef double closest_on_piece(const ClearanceMap* pieces, PolyRef piece, Vec2 at, Vec2* out) noexcept nogil
