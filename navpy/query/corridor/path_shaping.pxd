"""Post-processing of a path: fewer points, more of them where the ground bends, an end where it gets too long.

Every function takes a path whose points lie on the mesh. Each leg of it is straight in the plan, on the surface or along a link."""
from libc.stdint cimport uint8_t
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_data cimport Path

cdef int add_point(const double* point, PolyRef poly, uint8_t flags, Path* path) except -1 nogil     # that no link begins at
# true if the way a → b → c turns at b, seen from above
cdef bint turns_at(const double* a, const double* b, const double* c) noexcept nogil
cdef int flag_points(Path* path) except -1 nogil            # sets point_flags; POINT_SLOPE and POINT_LIMIT stay as they are
cdef double path_length(const Path* path) noexcept nogil    # meters, straight from point to point
cdef double surface_length(NavView nav, const Path* path) except -1.0 nogil         # meters along the ground, and straight along links
# Adds points, so that no leg is anywhere more than height_error meters above or below the ground; returns how many. Where the surfaces
# of two polygons do not quite meet, the line is off one of them by the step. in_corridor: all legs lie in the path's corridor.
cdef Py_ssize_t add_slope_points(NavView nav, Path* path, double height_error, bint in_corridor) except -1 nogil
cdef int add_entry_points(NavView nav, Path* path) except -1 nogil     # adds a point wherever the path enters another polygon
# The path's points, and more on the ground between them, no more than spacing meters from each other in the plan, at most a million
# for a leg; spacing 0: wherever the ground bends. Fills the vectors of ``out`` that are parallel to its points.
cdef int sample_ground(NavView nav, const Path* path, double spacing, Path* out) except -1 nogil
# Drops points where the straight way is free, costs no more, and is at most epsilon meters from them in the plan; returns how many.
# The corridor becomes that of the new path.
cdef Py_ssize_t simplify(NavView nav, Path* path, double epsilon) except -1 nogil
# True if the path was cut. ``remainder``: meters that were cut off. The new end lies on the ground, or at the start of a link if the
# limit is reached on it. The corridor is cut, too.
cdef bint limit_length(NavView nav, Path* path, double max_length, double* remainder) except -1 nogil
# center NULL: the path's start; in_plan: a circle seen from above, else a ball.
cdef bint limit_radius(NavView nav, Path* path, const double* center, double radius, bint in_plan, double* remainder) except -1 nogil
# Computes the corridor and point_polys again from the points and the first point's polygon; false, and nothing has changed, if a leg
# leaves the mesh.
cdef bint retrace(NavView nav, Path* path) except -1 nogil
