"""What is done to a path that was found: fewer points, more of them where the ground bends, an end where it gets too long.

All of it takes a path whose points lie on the mesh, each leg of it straight on the surface in the plan, or a link's."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef enum:                          # what a point of a path is
    POINT_START = 1                 # the first one
    POINT_END = 2                   # the last one
    POINT_CORNER = 4                # the way turns there, seen from above
    POINT_LINK_START = 8            # a link is taken from here to the next point
    POINT_LINK_END = 16
    POINT_SLOPE = 32                # put in because the ground bends there
    POINT_LIMIT = 64                # the path was cut here

cdef cppclass Path:
    vector[double] points           # 3 a point, metres
    vector[PolyRef] point_polys     # parallel: a polygon that each lies on
    vector[int32_t] point_links     # parallel: id of the link that begins at each point, −1: none
    vector[uint8_t] point_flags     # parallel: POINT_…; kept by all functions here, made by `flag_points`
    vector[PolyRef] corridor        # polygons from start to goal
    vector[int32_t] entries         # parallel: index of the link that each is entered by, −1: by a portal

cdef void clear_points(Path* path) noexcept nogil
cdef int add_point(const double* point, PolyRef poly, uint8_t flags, Path* path) except -1 nogil     # that no link begins at
cdef int flag_points(Path* path) except -1 nogil            # POINT_SLOPE and POINT_LIMIT stay as they are
cdef double path_length(const Path* path) noexcept nogil    # metres, straight from point to point
# Metres along the ground, and straight along links.
cdef double surface_length(NavView nav, const Path* path) except -1.0 nogil
# Points put in, so that no leg is anywhere more than height_error metres above or below the ground; returns how many. Where
# the surfaces of two polygons do not quite meet, the line is off one of them by that step.
cdef Py_ssize_t add_slope_points(NavView nav, Path* path, double height_error) except -1 nogil
# The path's points, and more on the ground between them, so that they are no more than spacing metres from each other in
# the plan, at most a million a leg; spacing 0: wherever the ground bends. Fills the vectors of ``out`` that are parallel to its points.
cdef int sample_ground(NavView nav, const Path* path, double spacing, Path* out) except -1 nogil
# Points taken out where the straight way is free, costs no more, and is at most epsilon metres from them in the plan;
# returns how many. The corridor becomes that of the new way.
cdef Py_ssize_t simplify(NavView nav, Path* path, double epsilon) except -1 nogil
# Was the path cut? ``remainder``: metres that were cut off. The new end lies on the ground, or where a link begins that the
# limit is reached on. The corridor becomes that of what is left.
cdef bint limit_length(NavView nav, Path* path, double max_length,
                       double* remainder) except -1 nogil
# center NULL: the path's start; in_plan: a circle seen from above, else a ball.
cdef bint limit_radius(NavView nav, Path* path, const double* center, double radius,
                       bint in_plan, double* remainder) except -1 nogil
# The corridor and point_polys anew from the points and the first one's polygon; false where a leg leaves the mesh: nothing
# has changed then.
cdef bint retrace(NavView nav, Path* path) except -1 nogil


cdef inline double plan_length(const vector[double]* points) noexcept nogil:
    """Metres from point to point in the plan."""
    cdef const double* p = points.data()
    cdef double length = 0.0
    cdef size_t i
    for i in range(3, points.size(), 3):
        length += distance2(p[i - 3], p[i - 1], p[i], p[i + 2])
    return length
