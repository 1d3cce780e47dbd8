"""Where a path crosses the portals and links of its corridor, if its polygons cost differently."""
from libc.stdint cimport int32_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_data cimport Path

cdef struct PathCrossing:  # from a polygon of the corridor to the next: a portal, or a link as two parallel segments
    double out_x, out_z             # meters, the left end of where the polygon before is left
    double in_x, in_z               # meters, the left end of where the next polygon is entered
    double dx, dz                   # meters from the left ends to the right ends
    double t                        # where the path crosses it: 0 left … 1 right
    double factor                   # the cost of a meter through the next polygon
    Py_ssize_t entry                # the next polygon's place in the corridor
    int32_t link                    # index of the link, −1: a portal
    int32_t right, left             # vertices of the portal
    bint anchored                   # the path is more than taut there: it crosses at t

cdef struct NewtonRow:                    # of the tridiagonal system for a Newton step
    double slope                    # first derivative of the barrier cost by t
    double curvature                # second derivative by t
    double mixed                    # second derivative by t and the t of the next crossing
    double step                     # the solution

# Meters in the plan times the cost of the polygons and links that the path leads through, and the penalties of the polygons entered.
cdef double path_cost(NavView nav, const Path* path) noexcept nogil
# Likewise, and writes the meters by place in the corridor: on each polygon, and on the link by which it is entered, 0 without; NULL:
# not asked for.
cdef double walk_path(NavView nav, const Path* path, double* on_polys, double* on_links) noexcept nogil
# Replaces the points of a path along its corridor by the points of the cheapest path there, in the plan; never by a path that costs
# more. Where the polygons cost the same, the path is left as it is: taut, it cannot be better. Links are crossed straight ahead.
cdef int refine_path(NavView nav, Path* path) except -1 nogil
