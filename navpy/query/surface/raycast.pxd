"""Rays and moves along the surface of the navmesh. An edge that the graph does not let cross is a wall."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.mesh_view cimport MeshView
from navpy.query.surface.flood cimport Flood

cdef struct RayHit:
    double t                        # 0 … 1 along the ray at which the ray meets a wall; 1 if it arrives
    PolyRef poly                    # polygon that the ray ended on
    PolyRef edge_poly               # polygon that the wall is an edge of; at a vertex it may differ from `poly`; NO_POLY: no wall
    int32_t edge                    # the wall as an index in mesh.corners, −1: none
    double point[3]                 # meters, where the ray ended
    double normal[2]                # x, z of the wall's unit normal, towards the ray; 0, 0 if the ray arrives

cdef struct MoveResult:
    PolyRef poly                    # polygon that `point` is on
    double point[3]                 # meters, on the surface
    bint arrived                    # true: `point` is the end of the move, in the plan

# True where a wall was met, false where the ray arrived.
cdef bint raycast(NavView nav, PolyRef poly, const double* start, const double* end, RayHit* hit) noexcept nogil
# As raycast. visited: the polygons along the ray, the first and the last included.
cdef bint trace_ray(NavView nav, PolyRef poly, const double* start, const double* end,
                    RayHit* hit, vector[PolyRef]* visited) except -1 nogil
# visited: polygons from the start's polygon to result.poly, each a neighbor of the previous one.
cdef int move_along_surface(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* end, MoveResult* result, vector[PolyRef]* visited) except -1 nogil


cdef inline bint is_walked(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """True if the mesh has this polygon."""
    return 0 <= poly < mesh.poly_count and mesh.polys[poly].count > 0


# Unit normal of the polygon's surface at a place of the plan: of the triangle there, or of the nearest one.
cdef void surface_normal(const MeshView* mesh, PolyRef poly, double x, double z, double* out) noexcept nogil
