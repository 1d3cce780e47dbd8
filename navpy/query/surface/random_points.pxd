"""Random points on the surface, uniform by area in the plan."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.surface.flood cimport Flood

cdef struct AreaPiece:                  # of a polygon in the plan: a triangle, or a circular segment
    double area                     # m², of this piece and those before it
    double x[3]                     # meters, a triangle's corners
    double y[3]
    double middle                   # radians, the direction from the circle's center to the middle of the segment's arc
    double half                     # radians, half of what the arc spans; 0: a triangle

cdef cppclass RandomPlaces:         # polygons to draw from, and working memory: one for each thread
    vector[PolyRef] polys
    vector[double] sums             # m², parallel: area of this polygon and those before it
    double x, y, radius             # the circle in the plan that they are cut to; radius 0: none
    vector[AreaPiece] pieces
    Flood flood

# The state of a generator is a number. Each draw advances it.
cdef double draw(uint64_t* state) noexcept nogil                # 0 ≤ draw < 1
# All three are false where there is no area to draw from.
cdef bint places_anywhere(NavView nav, RandomPlaces* places) except -1 nogil
cdef bint places_reached(NavView nav, PolyRef start, RandomPlaces* places) except -1 nogil
cdef bint places_around(NavView nav, PolyRef poly, const double* center, double radius, RandomPlaces* places) except -1 nogil
cdef int random_point(NavView nav, RandomPlaces* places, uint64_t* state, NearestPoly* out) except -1 nogil
