"""The surface and a segment in space: where they meet, or come nearest to each other."""
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly

# Both: the ends in meters; False: there is no such place, or an end is not finite. The first place of the surface that the segment
# meets. `distance` is from the start.
cdef bint meet_segment(NavView nav, const double* start, const double* end, NearestPoly* out) except -1 nogil
# The place of the surface nearest to the segment, of equally near places the nearest to the start. `distance` is from the segment.
cdef bint closest_to_segment(NavView nav, const double* start, const double* end, NearestPoly* out) except -1 nogil
