"""Which polygons a circle, a convex outline or a box touches."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.flood cimport Flood

# found: visits of the flood in the order of their cost. Lengths in metres.
cdef int polygons_in_circle(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* center, double radius, vector[int32_t]* found) except -1 nogil
# outline: x, y in the plan of each corner, counter-clockwise.
cdef int polygons_in_shape(NavView nav, Flood* flood, PolyRef poly, const double* start,
                           const double* outline, int32_t count, vector[int32_t]* found) except -1 nogil
# graph: NULL for all polygons, else those alone that may be walked on. found: ascending.
cdef int polygons_in_box(NavView nav, const double* low, const double* high,
                         vector[PolyRef]* found) except -1 nogil
