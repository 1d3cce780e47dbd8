"""Questions of a NavMap to points: the nearest ground, random points, rays and walls."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from navpy.base.elementary cimport acos
from navpy.base.geom cimport distance2
from navpy.base.parallel cimport Runner, parallel_for
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.engine cimport (
    dictionary_put, dictionary_put_place, variant_from_bool, variant_from_direction, variant_from_float)
from navpy.godot.binding.gd cimport GdVariant, GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport name_variant
from navpy.godot.binding.pool cimport POINTS_PER_TASK, pool_runner
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.packed cimport resize_vectors, vectors_of
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.query cimport MOST_POINTS, MapQuery, begin, begin_at, begin_on, check_count, nowhere
from navpy.godot.world.navigation_map cimport version_base
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly, locate_nearest
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.random_points cimport RandomPlaces, places_anywhere, places_around, random_point as draw_point
from navpy.query.surface.segment cimport closest_to_segment, meet_segment
from navpy.query.surface.raycast cimport RayHit, raycast as cast_ray, surface_normal
from navpy.query.surface.wall_distance cimport WallHit, distance_to_wall as find_wall

cdef struct ClosestPoints:              # a call of closest_points
    MapQuery query
    bint any                            # there is ground
    const GdVector3* points
    GdVector3* found
    int64_t count

cdef RandomPlaces near_places           # working memory, used by one call at a time: callers hold the lock
cdef Flood flood
cdef GdVariant* hit_key = name_variant(b"hit")
cdef GdVariant* position_key = name_variant(b"position")
cdef GdVariant* normal_key = name_variant(b"normal")
cdef GdVariant* distance_key = name_variant(b"distance")


# ---- points ----

cdef bint nearest_to(NavMap* map, const GdVector3* point, GdNavFilter* filter, MapQuery* query, NearestPoly* at) noexcept nogil:
    cdef double place[3]
    put_place(point, place)
    return begin(map, filter, query) and locate_nearest(query.nav, place, NULL, at)


cdef GdVector3 closest_point(NavMap* map, const GdVector3* point, GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    return vector_of(at.point) if nearest_to(map, point, filter, &query, &at) else nowhere()


cdef int find_closest(void* userdata, int32_t index) except -1 nogil:
    """A task of closest_points."""
    cdef ClosestPoints* job = <ClosestPoints*>userdata
    cdef NearestPoly at
    cdef double place[3]
    cdef int64_t i
    for i in range(index * POINTS_PER_TASK, min(job.count, <int64_t>(index + 1) * POINTS_PER_TASK)):
        put_place(&job.points[i], place)
        job.found[i] = vector_of(at.point) if job.any and locate_nearest(job.query.nav, place, NULL, &at) else nowhere()
    return 0


cdef void closest_points(NavMap* map, const GdPackedVector3Array* points, GdNavFilter* filter,
                         GdPackedVector3Array* out) noexcept nogil:
    """The engine's threads share the work."""
    cdef ClosestPoints job
    cdef Runner runner = pool_runner()
    job.points = vectors_of(points, &job.count)
    if not check_count(map, b"closest_points", job.count, MOST_POINTS):
        return
    job.any = begin(map, filter, &job.query)
    job.found = resize_vectors(out, job.count)
    if job.count > 0:
        parallel_for(&runner, find_closest, &job, <int32_t>((job.count + POINTS_PER_TASK - 1) // POINTS_PER_TASK))


cdef GdVector3 closest_point_to_segment(NavMap* map, const GdVector3* start, const GdVector3* end, uint8_t use_collision,
                                        GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    cdef double a[3]
    cdef double b[3]
    put_place(start, a)
    put_place(end, b)
    if begin(map, filter, &query) and (meet_segment(query.nav, a, b, &at)
                                       or (not use_collision and closest_to_segment(query.nav, a, b, &at))):
        return vector_of(at.point)
    return nowhere()


cdef uint8_t is_on_navmesh(NavMap* map, const GdVector3* point, double margin, GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    return begin_on(map, filter, point, margin, &query, &at) and distance2(point.x, point.z, at.point[0], at.point[2]) <= margin


cdef double get_slope(NavMap* map, const GdVector3* point) noexcept nogil:
    cdef GdVector3 normal = get_normal(map, point)
    return acos(min(normal.y, 1.0))


cdef GdVector3 get_normal(NavMap* map, const GdVector3* point) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    cdef double normal[3]
    if not begin_at(map, NULL, point, &query, &at):
        normal[0], normal[1], normal[2] = 0.0, 1.0, 0.0
    else:
        surface_normal(query.nav.mesh, at.poly, at.point[0], at.point[2], normal)
    return vector_of(normal)


cdef void random_points(NavMap* map, int64_t count, GdNavFilter* filter, GdPackedVector3Array* out) noexcept nogil:
    cdef MapQuery query
    if check_random_count(map, b"random_points", count) and begin(map, filter, &query) and have_places(map, &query):
        draw_points(map, query.nav, &map.places, count, out)


cdef GdVector3 random_point(NavMap* map, GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    if not begin(map, filter, &query) or not have_places(map, &query):
        return nowhere()
    draw_point(query.nav, &map.places, &map.world.random_state, &at)
    return vector_of(at.point)


cdef bint have_places(NavMap* map, const MapQuery* query) except -1 nogil:
    """The polygons to draw from, kept while the map is the same and there is no filter. False: there are none."""
    cdef uint64_t version = version_base(map.world) + query.nav.mesh.version if query.area == NULL else 0
    if version == 0 or map.places_version != version:
        map.places_version = version
        return places_anywhere(query.nav, &map.places)
    return not map.places.polys.empty()


cdef void random_points_near(NavMap* map, const GdVector3* center, double radius, int64_t count, GdNavFilter* filter,
                             GdPackedVector3Array* out) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    if not check_random_count(map, b"random_points_near", count):
        return
    if not 0.0 <= radius < 1e10:
        with gil:
            node_error(map.owner, f"random_points_near: the radius must be finite and at least 0, not "
                                  f"{radius * meter_of(map.cls.is_plane):g}")
        return
    if begin_at(map, filter, center, &query, &at) and places_around(query.nav, at.poly, at.point, radius, &near_places):
        draw_points(map, query.nav, &near_places, count, out)


cdef bint check_random_count(NavMap* map, const char* method, int64_t count) noexcept nogil:
    if count >= 0:
        return check_count(map, method, count, MOST_POINTS)
    with gil:
        node_error(map.owner, f"{method.decode()}: the count must be at least 0, not {count}")
    return False


cdef int draw_points(NavMap* map, NavView nav, RandomPlaces* places, int64_t count, GdPackedVector3Array* out) except -1 nogil:
    cdef GdVector3* found = resize_vectors(out, count)
    cdef NearestPoly at
    cdef int64_t i
    for i in range(count):
        draw_point(nav, places, &map.world.random_state, &at)
        found[i] = vector_of(at.point)
    return 0


cdef void set_random_seed(NavMap* map, int64_t seed) noexcept nogil:
    if map.world != NULL:
        map.world.random_state = seed


# ---- rays and walls ----

cdef void put_hit(const NavMap* map, GdDictionary* out, bint hit, const double* point, const double* normal,
                  double distance) noexcept nogil:
    """normal: x and z."""
    cdef GdVariant value
    cdef GdVector3 place = vector_of(point), direction
    direction.x, direction.y, direction.z = <float>normal[0], 0, <float>normal[1]
    variant_from_bool(&value, hit)
    dictionary_put(out, hit_key, &value)
    dictionary_put_place(out, position_key, &place, map.cls.is_plane)
    variant_from_direction(&value, &direction, map.cls.is_plane)
    dictionary_put(out, normal_key, &value)
    variant_from_float(&value, distance * meter_of(map.cls.is_plane))
    dictionary_put(out, distance_key, &value)


cdef void raycast(NavMap* map, const GdVector3* start, const GdVector3* end, GdNavFilter* filter, GdDictionary* out) noexcept nogil:
    """From a start without ground the ray hits at once."""
    cdef MapQuery query
    cdef NearestPoly at
    cdef RayHit hit
    cdef double a[3]
    cdef double b[3]
    cdef double[2] none = [0.0, 0.0]
    cdef bint is_hit
    put_place(start, a)
    put_place(end, b)
    if not begin_on(map, filter, start, 0.0, &query, &at) or not b[0] - b[0] == 0.0 or not b[2] - b[2] == 0.0:
        put_hit(map, out, True, a, none, 0.0)
        return
    is_hit = cast_ray(query.nav, at.poly, at.point, b, &hit)
    put_hit(map, out, is_hit, hit.point, hit.normal, distance2(at.point[0], at.point[2], hit.point[0], hit.point[2]))


cdef bint wall_near(NavMap* map, const GdVector3* point, double max_distance, GdNavFilter* filter, WallHit* hit) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    return begin_at(map, filter, point, &query, &at) and find_wall(query.nav, &flood, at.poly, at.point, max_distance, hit)


cdef double distance_to_wall(NavMap* map, const GdVector3* point, double max_distance, GdNavFilter* filter) noexcept nogil:
    cdef WallHit hit
    return hit.distance if wall_near(map, point, max_distance, filter, &hit) else INFINITY


cdef void closest_wall(NavMap* map, const GdVector3* point, double max_distance, GdNavFilter* filter,
                       GdDictionary* out) noexcept nogil:
    cdef WallHit hit
    cdef double place[3]
    cdef double[2] none = [0.0, 0.0]
    if wall_near(map, point, max_distance, filter, &hit):
        put_hit(map, out, True, hit.point, hit.normal, hit.distance)
    else:
        put_place(point, place)
        put_hit(map, out, False, place, none, INFINITY)


# ---- the declaration ----

cdef void declare_points(ClassSpec[NavMap]* c) noexcept:
    c.method(b"closest_point", closest_point,
             b"The {point of the navmesh that is nearest in space|nearest point of the navmesh}. [constant Vector3.INF] where the map "
             b"has no navmesh.",
             b"point", b"filter").optional().constant()
    c.method(b"closest_points", closest_points, b"The same of up to 16384 points in one call.", b"points",
             b"filter").optional().constant()
    c.method(b"closest_point_to_segment", closest_point_to_segment,
             b"The first point of the navmesh that a segment in space meets, as of a mouse click. Where it meets none, the point "
             b"nearest to the segment, or [constant Vector3.INF] if [param use_collision] is on.",
             b"start", b"end", b"use_collision", b"filter").optional().optional(0).constant().spatial()
    c.method(b"is_on_navmesh", is_on_navmesh,
             b"Whether {one who stands at a point stands on the navmesh: its floor is straight below|a point is on the navmesh}, or "
             b"at most [param margin] meters aside.",
             b"point", b"margin", b"filter").optional().optional(0.01).constant().length_argument(1)
    c.method(b"get_normal", get_normal, b"The normal of the ground under or nearest to a point.", b"point").constant().spatial()
    c.method(b"get_slope", get_slope, b"The angle between that ground and a level one, in radians.", b"point").constant().spatial()
    c.method(b"random_point", random_point, b"A random point of the navmesh, each square meter as likely. [constant Vector3.INF] "
                                            b"where there is "
             b"none.", b"filter").optional()
    c.method(b"random_points", random_points, b"The same of up to 16384 points.", b"count", b"filter").optional()
    c.method(b"random_points_near", random_points_near,
             b"Random points of the ground that is reached from a center within a circle, each square meter as likely. The circle of "
             b"a center off the navmesh, however far, is around the nearest ground.",
             b"center", b"radius", b"count", b"filter").optional().length_argument(1)
    c.method(b"set_random_seed", set_random_seed,
             b"With the same seed the same random points follow, whichever NavMap of this map draws them, also in behaviors. At "
             b"first the seed is random.",
             b"seed")


cdef void declare_rays(ClassSpec[NavMap]* c) noexcept:
    c.method(b"raycast", raycast,
             b"Walks straight from one point towards the other, along the ground: [code]hit[/code] (a wall was met, or there is no "
             b"ground at the start), [code]position[/code] (where the walk ended), [code]normal[/code] (of the wall{, level|}) and "
             b"[code]distance[/code] (in meters{, seen from above|}).", b"from", b"to", b"filter").optional().constant()
    c.method(b"distance_to_wall", distance_to_wall,
             b"Meters from a point to the nearest wall or edge of the navmesh{, seen from above|}; INF if it is farther than [param "
             b"max_distance].",
             b"point", b"max_distance", b"filter").optional().optional(INFINITY).constant().length().length_argument(1)
    c.method(b"closest_wall", closest_wall,
             b"The wall nearest to a point: [code]hit[/code] (there is one), [code]position[/code], [code]normal[/code] "
             b"({level, |}from the wall to the point) and [code]distance[/code].",
             b"point", b"max_distance", b"filter").optional().optional(INFINITY).constant().length_argument(1)
