"""A straight leg of a path, followed along the surface: the polygons that it passes, and where the ground under it bends."""
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView

cdef struct Stretch:                # of a leg, on one polygon; t counts 0 … 1 along the leg in the ground plane
    PolyRef poly                    # a neighbor of the one before
    double begin, end               # t

cdef struct Break:                  # between two of them the ground is straight
    double t
    double y                        # metres, of the surface
    PolyRef poly                    # that the leg lies on before it, of the first: behind it

cdef cppclass Leg:
    vector[Stretch] stretches
    vector[Break] breaks            # by t ascending, from 0 to 1; two at one t where two surfaces do not quite meet
    double cost                     # metres, by the graph's costs and penalties
    bint arrived                    # else a wall was met

# Metres that a leg of a found path may be off the mesh.
cdef double leg_slack(const double* start, const double* end) noexcept nogil
# The polygons alone (`stretches`, `cost`, `arrived`).
cdef int pass_polys(NavView nav, PolyRef poly, const double* start, const double* end,
                    double slack, Leg* leg) except -1 nogil
# Polygons and breaks, within `leg_slack`.
cdef int follow_leg(NavView nav, PolyRef poly, const double* start, const double* end,
                    Leg* leg) except -1 nogil
