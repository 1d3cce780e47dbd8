"""What queries of a map begin with: its navmesh as a filter leaves it."""
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.world_data cimport NavWorld
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.crowd.walkable cimport WalkableArea
from navpy.query.path cimport PathOptions

cdef struct MapQuery:
    NavView nav
    const WalkableArea* area        # NULL: all of the navmesh as it was baked

# The floor under a point, or beside it within the default extents; `margin`, in meters, widens them in the ground plane.
cdef bint find_floor(NavView nav, const double* point, double margin, NearestPoly* out) noexcept nogil
# The floor at a point, else the nearest point of the surface. False: nothing may be walked on, or the point is not finite.
cdef bint find_ground(NavView nav, const double* point, NearestPoly* out) noexcept nogil
cdef bint begin_query(NavWorld* world, NavFilter* filter, MapQuery* out) except -1 nogil        # False: nothing is walkable
cdef PathOptions path_options(const MapQuery* query) noexcept nogil
