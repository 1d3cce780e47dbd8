"""Moving and looking along the surface of the navmesh. What a PortalGraph does not let one cross is a wall."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport closest_on_segment
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after
from navpy.query.surface.flood cimport Flood

cdef struct RayHit:
    double t                        # 0 … 1 along the ray at which it meets a wall; 1 when it arrives
    PolyRef poly                    # polygon it ended on
    PolyRef edge_poly               # polygon whose edge the wall is: behind a vertex maybe another one; NO_POLY: none
    int32_t edge                    # that edge as an index in mesh.corners, −1: none
    double point[3]                 # metres, where it ended
    double normal[2]                # x, z of the wall's unit normal, towards the ray; 0, 0 when it arrives

cdef struct MoveResult:
    PolyRef poly                    # polygon that the point is on
    double point[3]                 # metres, on the surface
    bint arrived                    # it is the end, in the plan

# True where a wall was met, false where the ray arrived.
cdef bint raycast(NavView nav, PolyRef poly, const double* start, const double* end,
                  RayHit* hit) noexcept nogil
# Likewise; the polygons that it came through, the first and the last included.
cdef bint trace_ray(NavView nav, PolyRef poly, const double* start, const double* end,
                    RayHit* hit, vector[PolyRef]* visited) except -1 nogil
# visited: polygons from the start's to the one that the point is on, each next to the one before.
cdef int move_along_surface(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* end, MoveResult* result, vector[PolyRef]* visited) except -1 nogil


cdef inline bint is_walked(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """Is there such a polygon?"""
    return 0 <= poly < mesh.poly_count and mesh.polys[poly].count > 0


cdef inline double closest_on_edge(const PortalGraph* graph, PolyRef poly, int32_t edge, double x, double y, double* qx,
                                   double* qy) noexcept nogil:
    """Nearest place of a polygon's edge to (x, y) in the plan; returns its distance in metres."""
    cdef const HalfEdge* a = &graph.half_edges[edge]
    cdef const HalfEdge* b = &graph.half_edges[corner_after(&graph.faces[poly], edge)]
    return closest_on_segment(x, y, a.x, a.y, b.x, b.y, qx, qy)
