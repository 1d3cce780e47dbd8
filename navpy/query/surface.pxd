"""Moving and looking along the surface of the navmesh."""
from navpy.core cimport PolyRef
from navpy.mesh cimport MeshView

cdef struct RayHit:
    double t                        # 0 … 1 along the ray at which it meets a wall; 1 when it arrives
    PolyRef poly                    # polygon it ended on
    double point[3]                 # metres, where it ended
    double normal[2]                # x, z of the wall's unit normal, towards the ray; 0, 0 when it arrives

# True where a wall was met, false where the ray arrived.
cdef bint raycast(const MeshView* mesh, PolyRef poly, const double* start, const double* end, RayHit* hit) noexcept nogil
