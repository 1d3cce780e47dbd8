"""The beginning of a map's queries: its navmesh as a filter leaves it."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.binding.class_spec cimport GdNavFilter
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.walkable cimport WalkableArea
from navpy.query.path cimport PathOptions

cdef enum:
    MOST_POINTS = 1 << 14               # of one call: some ten milliseconds

cdef struct MapQuery:
    NavView nav
    const WalkableArea* area        # NULL: all of the navmesh as it was baked

cdef struct GroundState:            # the inputs of a search, beside its ends
    uint64_t version                # of the map
    uint64_t filter_changes         # of the filter's rules there
    double path_radius              # meters

# The floor under a point, or beside it within the default extents; `margin`, in meters, widens them in the ground plane.
cdef bint find_floor(NavView nav, const double* point, double margin, NearestPoly* out) noexcept nogil
# The floor at a point, else the nearest point of the surface. False: nothing may be walked on, or the point is not finite.
cdef bint find_ground(NavView nav, const double* point, NearestPoly* out) noexcept nogil
cdef bint begin_query(NavigationMap* world, NavFilter* filter, MapQuery* out) except -1 nogil        # False: nothing is walkable
cdef GroundState ground_state(const NavigationMap* world, const MapQuery* query) noexcept nogil
cdef bint is_same_ground(const GroundState* a, const GroundState* b) noexcept nogil
cdef PathOptions path_options(const MapQuery* query) noexcept nogil

# Of a script's NavMap. False: there is no answer; a NavMap of no world has said so.
cdef bint begin(NavMap* map, GdNavFilter* filter, MapQuery* out) noexcept nogil
cdef bint begin_at(NavMap* map, GdNavFilter* filter, const GdVector3* point, MapQuery* out, NearestPoly* at) noexcept nogil
cdef bint begin_on(NavMap* map, GdNavFilter* filter, const GdVector3* point, double margin, MapQuery* out,
                   NearestPoly* at) noexcept nogil
# False, after saying so: too many for one call
cdef bint check_count(NavMap* map, const char* method, int64_t count, int64_t most) noexcept nogil
cdef GdVector3 nowhere() noexcept nogil                     # the answer where there is no point
