"""Edge fitting: the vertices that edges of polygons need to stay near the source."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.detail.floor_map cimport FloorMap
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.detail.edge_profile cimport EdgeProfile

cdef enum:
    FEW = 8                         # samples are verified one by one, the worst first; then all that deviate

cdef struct Chord:                  # of an edge, between two vertices
    double t0, y0, t1, y1           # 0 … 1 along the edge; meters
    int32_t begin, end              # its stations of the profile

cdef struct FittedEdge:                   # of a polygon, one for each of its corners
    int32_t twin                    # the corner where another polygon's same edge begins, or NO_TWIN
    int32_t first, count            # its vertices, from the end with the lower x, then z
    uint8_t done
    uint8_t mixed                   # as in FloorMap

cdef cppclass EdgeFitting:          # used for one edge after the other
    FloorMap floors                 # of the polygon at hand
    double gap                      # least distance of vertices, meters
    EdgeProfile profile
    vector[Chord] chords
    vector[double] added

cdef inline double deviation(double surface, double y, double ceiling, double tolerance) noexcept nogil:
    """Meters between the fitted surface and the floor; more than the tolerance where it is above its ceiling."""
    cdef double off = fabs(surface - y)
    return off if surface <= ceiling else max(off, surface - ceiling + tolerance)

cdef inline bint is_before(const double* a, const double* b) noexcept nogil:
    return a[0] < b[0] or (a[0] == b[0] and a[2] < b[2])

cdef int find_twins(PolyMesh polygons, vector[FittedEdge]& edges) except -1 nogil
cdef int fit_edges(EdgeFitting* fit, CompactHeightfield compact, PolyMesh polygons, vector[double]& vertices,
                   vector[FittedEdge]& edges) except -1 nogil
cdef bint find_worst_point(EdgeFitting* fit, CompactHeightfield compact, const double* one, const double* other,
                           double* point) except -1 nogil
