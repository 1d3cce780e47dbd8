"""Point location: the polygon that a point stands on or is nearest to, and the heights of surfaces."""
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef struct NearestPoly:               # a point on the surface
    PolyRef poly                    # NO_POLY: none within reach
    double point[3]                 # metres, on the polygon
    double distance                 # metres in 3D from the point asked for; infinite where poly is NO_POLY

cdef struct SearchExtents:                  # how far from a point its floor is looked for, metres
    double sideways                 # in the ground plane
    double up                       # above the point
    double down                     # below the point
    double sunken                   # above the point, where there is no other floor for it
    double body                     # below the point, up to which no floor aside is preferred

cdef SearchExtents default_extents(const MeshView* mesh) noexcept nogil
# Only polygons that may be walked on by the graph are found; graph may be NULL: all are.
cdef bint locate(NavView nav, const double* point, const SearchExtents* reach,
                 NearestPoly* out) noexcept nogil
# extents may be NULL: however far; else half sizes (x, y, z) in metres of a box around the point.
cdef bint locate_nearest(NavView nav, const double* point, const double* extents,
                         NearestPoly* out) noexcept nogil
cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil
cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil
