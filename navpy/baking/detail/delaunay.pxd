"""Triangulation: one polygon cut into triangles that can be refined, with samples of the ground sorted into them."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

cdef enum:
    NO_EDGE = -1                    # beyond a half edge: the polygon ends
    NO_SAMPLE = -1
    KEPT = 2                        # of `checked`: and flipping it back would undo that

cdef struct Sample:                 # a place where the surface must be near the ground
    double x, y, z                  # metres
    double ceiling                  # metres: where the surface must not be higher, whatever y allows
    int32_t next                    # of the same triangle, NO_SAMPLE at the end
    uint8_t verified                # y is the height of the floor itself, not only of some surface there

cdef struct Plane:                  # y = height + slope_x · (x − at_x) + slope_z · (z − at_z)
    double at_x, at_z, height, slope_x, slope_z

cdef cppclass Triangulation:        # half edge 3t + k runs from corner k of triangle t to the next
    vector[double] points           # metres, 3 a vertex
    vector[int32_t] origin          # vertex at the start of every half edge; counter-clockwise seen from above
    vector[int32_t] twin            # the same edge in the other triangle, NO_EDGE at the border
    vector[int32_t] side            # edge of the polygon that a half edge of the border lies on, parallel to twin
    vector[uint8_t] checked         # half edges along which the surface is known to be near the ground
    vector[int32_t] first_sample    # one a triangle
    vector[uint8_t] changed         # triangles that have changed since somebody looked
    vector[int32_t] suspects        # half edges to be looked at by make_delaunay
    vector[Sample] samples
    double gap                      # metres: vertices keep this distance from each other and from edges that they are not on

cdef inline int32_t after(int32_t edge) noexcept nogil:
    return edge + 1 if edge % 3 < 2 else edge - 2

cdef inline int32_t before(int32_t edge) noexcept nogil:
    return edge - 1 if edge % 3 > 0 else edge + 2

cdef inline double height_on(const Plane* plane, double x, double z) noexcept nogil:
    return plane.height + plane.slope_x * (x - plane.at_x) + plane.slope_z * (z - plane.at_z)

cdef Plane plane_of(const Triangulation* mesh, int32_t triangle) noexcept nogil
cdef int start_triangulation(Triangulation* mesh, const double* vertices, const int32_t* corners, int32_t count) except -1 nogil
cdef int split_border(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil
cdef int32_t locate(const Triangulation* mesh, double x, double z, int32_t start) noexcept nogil
cdef int place_sample(Triangulation* mesh, const Sample* sample, int32_t start) except -1 nogil
cdef int insert_in_triangle(Triangulation* mesh, int32_t triangle, int32_t sample) except -1 nogil
cdef int insert_on_edge(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil
cdef int make_delaunay(Triangulation* mesh) except -1 nogil
cdef bint can_flip(const Triangulation* mesh, int32_t edge) noexcept nogil
cdef void keep_flipped(Triangulation* mesh, int32_t edge) noexcept nogil
