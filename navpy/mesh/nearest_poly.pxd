"""Point location: the polygon that a point stands on or is nearest to."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef struct NearestPoly:            # a point on the surface
    PolyRef poly                    # NO_POLY: none within reach
    double point[3]                 # meters, on the polygon
    double distance                 # meters in 3D from the point asked for; infinite where poly is NO_POLY

cdef struct SearchExtents:          # how far from a point its floor is looked for, meters
    double horizontal               # in the ground plane
    double up                       # above the point
    double down                     # below the point
    double up_fallback              # above the point, where there is no floor within the others
    double down_first               # below the point: a floor straight below within this is taken before any floor aside

cdef SearchExtents default_extents(const MeshView* mesh) noexcept nogil
# Only polygons that the graph lets walk on are found; all, where the graph is NULL.
cdef bint locate(NavView nav, const double* point, const SearchExtents* reach, NearestPoly* out) noexcept nogil
# extents may be NULL: however far; else half sizes (x, y, z) in meters of a box around the point.
cdef bint locate_nearest(NavView nav, const double* point, const double* extents, NearestPoly* out) noexcept nogil
# Likewise of an island's polygons alone, −1: of all.
cdef bint locate_nearest_on(NavView nav, const double* point, int32_t island, const double* extents, NearestPoly* out) noexcept nogil
