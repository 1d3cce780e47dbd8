"""A straight leg of a path, followed along the surface: its polygons, and the breaks of the ground's slope under it."""
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView

cdef struct Stretch:                # the part of a leg on one polygon; t counts 0 … 1 along the leg in the ground plane
    PolyRef poly                    # the polygon, a neighbor of the previous stretch's polygon
    double begin, end               # t of the stretch's ends

cdef struct Break:                  # the ground's slope along the leg is constant between two breaks
    double t                        # 0 … 1, see Stretch
    double y                        # meters, height of the surface
    PolyRef poly                    # polygon before this break; after it for the first break and for the second of two at one t

cdef cppclass Leg:
    vector[Stretch] stretches
    vector[Break] breaks            # by t ascending, from 0 to 1; two breaks have the same t where two surfaces do not quite meet
    double cost                     # meters, by the graph's costs and penalties
    bint arrived                    # true: the leg's end was reached; false: a wall was met

cdef double SAME_T                  # t between two places on a leg up to which they are the same

# Meters by which a leg of a found path may lie off the mesh.
cdef double leg_slack(const double* start, const double* end) noexcept nogil
# Finds the polygons alone: `stretches`, `cost` and `arrived`. Walls up to ``slack`` meters in the way are passed.
cdef int pass_polys(NavView nav, PolyRef poly, const double* start, const double* end, double slack, Leg* leg) except -1 nogil
# Finds polygons and breaks. Walls up to `leg_slack` in the way are passed.
cdef int follow_leg(NavView nav, PolyRef poly, const double* start, const double* end, Leg* leg) except -1 nogil
