"""The vertices that the edges of polygons need to be near the source."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.detail.floor_map cimport FloorMap
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.detail.edge_profile cimport EdgeProfile

cdef enum:
    FEW = 8                         # samples are verified one by one, the worst first, before all that are off

cdef struct Chord:                  # of an edge, between two vertices
    double t0, y0, t1, y1           # 0 … 1 along the edge; metres
    int32_t begin, end              # its stations

cdef struct Edge:                   # of a polygon, one for each corner
    int32_t twin                    # the corner where the same edge of another polygon begins, or NO_TWIN
    int32_t first, count            # vertices on it, from the end with the lesser x, then z
    uint8_t done
    uint8_t mixed                   # as FloorMap has it

cdef cppclass EdgeFitting:          # what is used anew for each edge
    FloorMap floors                 # of the polygon that asks
    double gap                      # metres between vertices, at least
    EdgeProfile profile
    vector[Chord] chords
    vector[double] added

cdef inline double misfit(double surface, double y, double ceiling, double tolerance) noexcept nogil:
    """Metres that the surface is off the floor; above its ceiling, more than the tolerance."""
    cdef double off = fabs(surface - y)
    return off if surface <= ceiling else max(off, surface - ceiling + tolerance)

cdef inline bint is_before(const double* a, const double* b) noexcept nogil:
    return a[0] < b[0] or (a[0] == b[0] and a[2] < b[2])

cdef int find_twins(PolyMesh polygons, vector[Edge]& edges) except -1 nogil
cdef int fit_edges(EdgeFitting* fit, CompactHeightfield compact, PolyMesh polygons, vector[double]& vertices,
                   vector[Edge]& edges) except -1 nogil
cdef bint find_bend(EdgeFitting* fit, CompactHeightfield compact, const double* one, const double* other,
                    double* point) except -1 nogil
