"""The part of a mesh on which a disc of a given radius may have its center, as a mesh of its own: what is nearer to walls is cut
off its polygons. A path over it keeps the radius away from walls, bends around their corners along tangents to the circle, and goes
through no gap that is too narrow.

Off-mesh links lead from its pieces to its pieces. Without width one is trusted: where it begins or ends too near to a wall, the way
there leads on from the nearest place that is not. One that has a width must have room for the disc in it."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly, Tile
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.piece_joining cimport Joined

cdef double ROUNDING                # meters that the map keeps farther away from walls than asked

cdef struct Place:                  # on a piece
    PolyRef piece
    double x, y                     # meters, in the plan
    double distance                 # meters in the plan from the point asked for; the way there is straight
    int32_t visit                   # of the search, where the piece's polygon was come to

cdef struct LinkPlaces:             # of a link of the map
    int32_t link                    # index in the mesh
    bint aside                      # it leads from and to pieces by way of the following
    double leave[3]                 # meters
    double land[3]                  # meters

cdef cppclass ClearanceMap:         # never copied: the view points into it
    double radius                   # meters, as asked; 0: the mesh itself serves
    uint64_t version                # of the mesh that it was made from; 0: none
    uint64_t rules_version          # likewise
    MeshView view                   # of the pieces
    PortalGraph graph               # likewise; it knows no penalties, as going on from piece to piece of a polygon counts for none
    bint penalties                  # are there any polygons that entering them counts for
    FilterRules rules
    Joined pieces
    vector[int32_t] first_piece     # by polygon of the mesh, and one more
    vector[double] vertices
    vector[Poly] polys
    vector[PolyRef] neighbors
    vector[double] centers
    vector[int32_t] islands
    vector[OffMeshLink] links
    vector[LinkPlaces] link_places  # parallel to links
    vector[Tile] tiles

# Make the map fit the graph, which is up to date with the mesh, and the radius; where it does already, nothing is done. A map serves
# one graph: before it is used with another, or one packed by other rules, set map.version = 0.
cdef int update_clearance_map(NavView nav, double radius, ClearanceMap* out) except -1 nogil
# The places on the map next to a point on a polygon, nearest first, one on each island; the point itself alone where it is on the
# map. ``arriving``: the way leads from the place to the point.
cdef int find_places(NavView nav, const ClearanceMap* pieces, WallSearch* search,
                     PolyRef poly, double x, double y, bint arriving, vector[Place]* out) except -1 nogil
# The point of a piece nearest to (x, y) in the plan; returns how far it is.
cdef double closest_on_piece(const ClearanceMap* pieces, PolyRef piece, double x, double y, double* qx, double* qy) noexcept nogil
