"""The polygons that a circle, a convex outline or a box touches."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.flood cimport Flood

# polygons_in_circle, polygons_in_shape: ``found`` gets indices of the flood's visits by ascending cost. Lengths are in meters.
cdef int polygons_in_circle(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* center, double radius, vector[int32_t]* found) except -1 nogil
# outline: x, y in the plan of each of ``count`` corners, counter-clockwise.
cdef int polygons_in_shape(NavView nav, Flood* flood, PolyRef poly, const double* start,
                           const double* outline, int32_t count, vector[int32_t]* found) except -1 nogil
# If nav.graph is NULL, all polygons are found; else only walkable polygons. found: ascending.
cdef int polygons_in_box(NavView nav, const double* low, const double* high, vector[PolyRef]* found) except -1 nogil
