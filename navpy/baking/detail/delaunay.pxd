"""Triangulation: a polygon cut into triangles that can be refined; each holds the samples of the source in it."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

cdef enum:
    NO_SAMPLE = -1
    LOCKED = 2                        # of `checked`: the edge must not be flipped back

cdef struct Sample:                 # a place where the surface must be near the source
    double x, y, z                  # meters
    double ceiling                  # meters: the surface must not be higher here
    int32_t next                    # next sample of the same triangle, or NO_SAMPLE
    uint8_t verified                # y is the height of the polygon's floor, not of any surface

cdef struct Plane:                  # y = height + slope_x · (x − at_x) + slope_z · (z − at_z)
    double at_x, at_z, height, slope_x, slope_z

cdef cppclass Triangulation:        # half edge 3t + k runs from corner k of triangle t to the next
    vector[double] points           # meters, 3 a vertex
    vector[int32_t] origin          # vertex where each half edge begins; counter-clockwise seen from above
    vector[int32_t] twin            # of each half edge: the opposite one, NO_EDGE on the border
    vector[int32_t] side            # of each half edge on the border: the edge of the polygon that it lies on
    # of each half edge: whether it is on the border, or the surface is known to be near the source along it
    vector[uint8_t] checked
    vector[int32_t] first_sample    # of each triangle
    vector[uint8_t] changed         # of each triangle: whether it is among the changed ones
    vector[int32_t] changed_ones    # triangles that have changed since they were measured
    vector[int32_t] flip_candidates        # half edges that make_delaunay must test
    vector[Sample] samples
    double gap                      # meters that vertices keep from each other and from edges that they are not on

cdef inline int32_t after(int32_t edge) noexcept nogil:
    return edge + 1 if edge % 3 < 2 else edge - 2

cdef inline int32_t before(int32_t edge) noexcept nogil:
    return edge - 1 if edge % 3 > 0 else edge + 2

cdef inline double height_on(const Plane* plane, double x, double z) noexcept nogil:
    return plane.height + plane.slope_x * (x - plane.at_x) + plane.slope_z * (z - plane.at_z)

cdef inline int mark_changed(Triangulation* mesh, int32_t triangle) except -1 nogil:
    if not mesh.changed[triangle]:
        mesh.changed[triangle] = True
        mesh.changed_ones.push_back(triangle)
    return 0

cdef Plane plane_of(const Triangulation* mesh, int32_t triangle) noexcept nogil
cdef int start_triangulation(Triangulation* mesh, const double* vertices, const int32_t* corners, int32_t count) except -1 nogil
cdef int split_border(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil
cdef int32_t locate(const Triangulation* mesh, double x, double z, int32_t start) noexcept nogil
cdef int place_sample(Triangulation* mesh, const Sample* sample, int32_t start) except -1 nogil
cdef int insert_in_triangle(Triangulation* mesh, int32_t triangle, int32_t sample) except -1 nogil
cdef int insert_on_edge(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil
cdef int make_delaunay(Triangulation* mesh) except -1 nogil
cdef bint can_flip(const Triangulation* mesh, int32_t edge) noexcept nogil
cdef int lock_flipped(Triangulation* mesh, int32_t edge) except -1 nogil
cdef int32_t next_unchecked(const Triangulation* mesh, int32_t start) noexcept nogil
