"""What queries of a map begin with: its navmesh as a filter leaves it."""
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.world_data cimport NavWorld
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.crowd.walkable cimport WalkableArea
from navpy.query.path cimport PathOptions

cdef struct MapQuery:
    NavView nav
    const WalkableArea* area        # NULL: all of the navmesh as it was baked

# The floor under a point, else the nearest point of the surface. False: nothing may be walked on, or the point is not finite.
cdef bint find_ground(NavView nav, const double* point, NearestPoly* out) noexcept nogil
cdef bint begin_query(NavWorld* world, NavFilter* filter, MapQuery* out) except -1 nogil        # False: nothing is walkable
cdef PathOptions path_options(const MapQuery* query) noexcept nogil


cdef inline void put_place(const GdVector3* point, double* out) noexcept nogil:
    out[0], out[1], out[2] = point.x, point.y, point.z


cdef inline GdVector3 vector_of(const double* place) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>place[0], <float>place[1], <float>place[2]
    return out
