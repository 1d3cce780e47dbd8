"""How far it is to the nearest wall."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.query.surface.flood cimport Flood

cdef struct WallHit:
    double distance                 # metres in the plan, infinite where there is none
    double point[3]                 # metres, on the wall
    double normal[2]                # x, z, unit: from the wall's nearest point to where it was looked for; on the wall, its own
    PolyRef poly                    # polygon whose edge the wall is, NO_POLY: none
    int32_t edge                    # that edge as an index in mesh.corners, −1: none

# False where there is none within the distance, which may be infinite.
cdef bint distance_to_wall(NavView nav, Flood* flood, PolyRef poly, const double* point,
                           double max_distance, WallHit* hit) except -1 nogil
