"""NavMap: the questions to a navigation map, in world space. It borrows the map at each call, so its answers are never of an older
navmesh."""
from libc.math cimport INFINITY, isnan
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PATH_COMPLETE, REASON_NO_NAVMESH
from navpy.base.geom cimport is_point
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.gd cimport ARRAY, GdPacked, GdVariant, GdVector3, PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.threads cimport emit_later
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.binding.plane cimport meter_of, place_text, to_plane
from navpy.godot.binding.packed cimport fill_floats, resize, resize_vectors, vectors_of
from navpy.godot.map.map_polygons cimport declare_polygons
from navpy.godot.map.nav_goal_field cimport make_nav_goal_field
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.nav_path cimport NavPath, new_nav_path, refuse_nav_path, write_nav_path
from navpy.godot.map.nav_reach cimport make_nav_reach
from navpy.godot.map.path_queue cimport queue_path
from navpy.godot.map.query cimport MOST_POINTS, MapQuery, begin, begin_at, begin_query, check_count, find_floor, path_options
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.world cimport (
    world_add_listener, world_is_pending, world_keep, world_leave, world_mesh, world_of_id, world_of_node, world_remove_listener)
from navpy.godot.world.navigation_map cimport NavigationMap, version_base
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.corridor.refinement cimport path_cost
from navpy.query.dijkstra cimport LengthSearch, find_nearest_goal, length_to
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch, find_path as search_path
from navpy.godot.map.map_points cimport declare_points, declare_rays

cdef enum:
    MOST_PATHS = 1024                   # of one call: some ten milliseconds

cdef const ClassData* cls = NULL
cdef GdVariant* changed_signal = NULL
cdef PathSearch search                  # working memory, used by one call at a time: callers hold the lock
cdef PathBuffer buffer
cdef LengthSearch lengths


# ---- which map ----

cdef NavMap* nav_map_of(void* object) noexcept nogil:
    return <NavMap*>instance_of(object, cls)


cdef int put_nav_map(NavigationMap* world, bint plane, void* out) except -1 nogil:
    cdef void* owner = create_instance(<void*>(cls.twin if plane else cls), True)
    cdef NavMap* map = nav_map_of(owner)
    navpy_gd.ref_set_object(out, owner)
    world_keep(world)
    map.world = world
    world_add_listener(world, map, on_map_changed)
    world_mesh(world)                   # from now on its changes are seen
    return 0


cdef void on_freed(NavMap* map) noexcept nogil:
    if map.world != NULL:
        world_remove_listener(map.world, map)
        world_leave(map.world)


cdef void on_map_changed(void* instance) noexcept nogil:
    emit_later((<NavMap*>instance).owner, changed_signal)


cdef void of_node(NavMap* plane, GdNode* node, GdRef[GdNavMap]* out) noexcept nogil:
    """NavMap.of: a static method, without an instance; not NULL: it is NavMap2D's."""
    cdef NavigationMap* world = world_of_node(node, 0, plane != NULL) if node != NULL else NULL
    if world == NULL:
        with gil:
            why = "the node is not inside the scene tree, so it is on no map" if node != NULL else "the node is null"
            node_error(node, f"{'NavMap2D' if plane != NULL else 'NavMap'}.of: {why}")
        return
    put_nav_map(world, plane != NULL, out)
    world_leave(world)


cdef void of_world(NavMap* plane, GdWorld3D* world3d, GdRef[GdNavMap]* out) noexcept nogil:
    cdef NavigationMap* world
    if world3d == NULL:
        with gil:
            node_error(NULL, "NavMap2D.of_world: the World2D is null" if plane != NULL else "NavMap.of_world: the World3D is null")
        return
    world = world_of_id(navpy_gd.object_get_instance_id(world3d), plane != NULL)
    put_nav_map(world, plane != NULL, out)
    world_leave(world)


cdef uint8_t is_pending(NavMap* map) noexcept nogil:
    return map.world != NULL and world_is_pending(map.world)


cdef int64_t get_version(NavMap* map) noexcept nogil:
    cdef const MeshView* mesh = world_mesh(map.world) if map.world != NULL else NULL
    return version_base(map.world) + mesh.version if mesh != NULL else 0


cdef uint8_t is_empty(NavMap* map) noexcept nogil:
    cdef MapQuery query
    return map.world == NULL or not begin_query(map.world, NULL, &query)


# ---- paths ----

cdef int search_on(const MapQuery* query, const double* start, const double* goal) except -1 nogil:
    """Searches a path into `buffer`."""
    cdef PathOptions options = path_options(query)
    return search_path(query.nav, &options, &search, start, goal, &buffer)


cdef void find_path(NavMap* map, const GdVector3* start, const GdVector3* goal, GdNavFilter* filter,
                    GdRef[GdNavPath]* out) noexcept nogil:
    cdef NavPath* path = new_nav_path(map.cls.is_plane, out)
    cdef MapQuery query
    cdef double a[3]
    cdef double b[3]
    put_place(start, a)
    put_place(goal, b)
    if not begin(map, filter, &query):
        refuse_nav_path(path, map.world, REASON_NO_NAVMESH)
        return
    search_on(&query, a, b)
    write_nav_path(path, map.world, query.nav.mesh, &buffer)


cdef void find_path_async(NavMap* map, const GdVector3* start, const GdVector3* goal, GdNavFilter* filter,
                          GdRef[GdNavPath]* out) noexcept nogil:
    cdef NavPath* path = new_nav_path(map.cls.is_plane, out)
    cdef MapQuery query
    cdef double a[3]
    cdef double b[3]
    put_place(start, a)
    put_place(goal, b)
    if not begin(map, filter, &query) and map.world == NULL:
        refuse_nav_path(path, NULL, REASON_NO_NAVMESH)
        return
    queue_path(path, map.world, nav_filter_of(filter), a, b)


cdef void find_paths(NavMap* map, const GdPackedVector3Array* starts, const GdPackedVector3Array* goals, GdNavFilter* filter,
                     GdArray* out) noexcept nogil:
    cdef int64_t count = 0, goal_count = 0, i
    cdef const GdVector3* from_ = vectors_of(starts, &count)
    cdef const GdVector3* to = vectors_of(goals, &goal_count)
    cdef MapQuery query
    cdef double a[3]
    cdef double b[3]
    if goal_count != count:
        with gil:
            node_error(map.owner, f"find_paths: {count} starts and {goal_count} goals: there must be as many of both")
        return
    if not check_count(map, b"find_paths", count, MOST_PATHS) or not begin(map, filter, &query):
        return
    resize(ARRAY, out, count)
    for i in range(count):
        put_place(&from_[i], a)
        put_place(&to[i], b)
        search_on(&query, a, b)
        put_points(<GdVariant*>navpy_gd.array_operator_index(out, i), map.cls.is_plane)


cdef void put_points(GdVariant* out, bint plane) noexcept nogil:
    """The points of a complete path in `buffer`, else none, as a PackedVector3Array in a Variant that is null, PackedVector2Array in
    the plane."""
    cdef GdPacked packed, flat
    cdef GdVector3* point
    cdef size_t i, count = buffer.points.size() // 3 if buffer.status == 0 else 0
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    point = resize_vectors(&packed, count)
    for i in range(count):
        point[i] = vector_of(buffer.points.data() + 3 * i)
    if plane:
        navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&flat, NULL)
        to_plane(&packed, &flat)
        navpy_gd.var_from[<int>PACKED_VECTOR2_ARRAY](out, &flat)
        navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&flat)
    else:
        navpy_gd.var_from[<int>PACKED_VECTOR3_ARRAY](out, &packed)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)


cdef double cost_of_way(const MapQuery* query, const NearestPoly* start, const NearestPoly* goal) except -1.0 nogil:
    """In the plan; infinite where there is no way, or none that is as wide as the filter's path_radius."""
    cdef PathOptions options
    if query.area == NULL or not query.area.has_clearance_map:
        return length_to(query.nav, &lengths, start, goal)
    options = path_options(query)
    options.allow_partial, options.height_error = False, INFINITY
    if search_path(query.nav, &options, &search, start.point, goal.point, &buffer) != PATH_COMPLETE:
        return INFINITY
    return path_cost(query.nav, &buffer)


cdef uint8_t is_reachable(NavMap* map, const GdVector3* start, const GdVector3* goal, GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    cdef NearestPoly end
    cdef double place[3]
    put_place(goal, place)
    return begin_at(map, filter, start, &query, &at) and find_floor(query.nav, place, 0.0, &end) \
        and cost_of_way(&query, &at, &end) < INFINITY


cdef void path_distances(NavMap* map, const GdVector3* start, const GdPackedVector3Array* targets, GdNavFilter* filter,
                         GdPackedFloat32Array* out) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* to = vectors_of(targets, &count)
    cdef MapQuery query
    cdef NearestPoly at
    cdef NearestPoly end
    cdef double place[3]
    cdef vector[float] found
    cdef bint starts
    if not check_count(map, b"path_distances", count, MOST_PATHS):
        return
    starts = begin_at(map, filter, start, &query, &at)
    found.resize(count, <float>INFINITY)
    for i in range(count if starts else 0):
        put_place(&to[i], place)
        if find_floor(query.nav, place, 0.0, &end):
            found[i] = <float>cost_of_way(&query, &at, &end)
    fill_floats(out, found.data(), count)


cdef int64_t nearest_of(const MapQuery* query, const NearestPoly* start, const vector[NearestPoly]* goals) except -2 nogil:
    """Index of the goal with the cheapest way, −1 if there is none."""
    cdef double cost, least = INFINITY
    cdef int64_t best = -1
    cdef size_t i
    for i in range(goals.size()):
        cost = cost_of_way(query, start, &goals.at(i)) if goals.at(i).poly != NO_POLY else INFINITY
        if cost < least:
            least, best = cost, i
    return best


cdef int64_t nearest_target(NavMap* map, const GdVector3* start, const GdPackedVector3Array* targets,
                            GdNavFilter* filter) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* to = vectors_of(targets, &count)
    cdef MapQuery query
    cdef NearestPoly at
    cdef vector[NearestPoly] ends
    cdef double place[3]
    cdef double length
    if not check_count(map, b"nearest_target", count, MOST_PATHS) or not begin_at(map, filter, start, &query, &at):
        return -1
    ends.resize(count)
    for i in range(count):
        put_place(&to[i], place)
        find_floor(query.nav, place, 0.0, &ends[i])
    if query.area != NULL and query.area.has_clearance_map:
        return nearest_of(&query, &at, &ends)
    return find_nearest_goal(query.nav, &lengths, &at, ends.data(), count, &length)


cdef void reachable_area(NavMap* map, const GdVector3* start, double max_cost, GdNavFilter* filter,
                         GdRef[GdNavReach]* out) noexcept nogil:
    cdef MapQuery query
    cdef double place[3]
    if isnan(max_cost) or max_cost < 0.0:
        with gil:
            node_error(map.owner, f"reachable_area: max_cost must be at least 0, not {max_cost * meter_of(map.cls.is_plane):g}")
        return
    begin(map, filter, &query)
    put_place(start, place)
    if map.world != NULL:
        make_nav_reach(out, map, nav_filter_of(filter), place, max_cost)


cdef void goal_field(NavMap* map, const GdPackedVector3Array* goals, double max_length, GdNavFilter* filter,
                     GdRef[GdNavGoalField]* out) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* places = vectors_of(goals, &count)
    cdef double goal[3]
    cdef MapQuery query
    if not check_count(map, b"goal_field", count, MOST_POINTS):
        return
    if count == 0:
        with gil:
            node_error(map.owner, "goal_field: there must be one or more goals")
        return
    for i in range(count):
        put_place(&places[i], goal)
        if not is_point(goal):
            with gil:
                node_error(map.owner, f"goal_field: goal {i} is not finite: {place_text(&places[i], map.cls.is_plane)}")
            return
    if not max_length > 0.0:
        with gil:
            node_error(map.owner, f"goal_field: max_length must be above 0, INF for no limit, not "
                                  f"{max_length * meter_of(map.cls.is_plane):g}")
        return
    begin(map, filter, &query)
    if map.world != NULL:
        make_nav_goal_field(out, map, nav_filter_of(filter), places, count, max_length)


# ---- the class's declaration ----

cdef void declare_paths(ClassSpec[NavMap]* c) noexcept:
    c.method(b"find_path", find_path,
             b"The cheapest path. Its ends are the ground {under or |}nearest to the two points, and where no path leads to the goal, "
             b"it ends at the nearest place that is reached: see [member NavPath.status] and [member NavPath.goal_offset].",
             b"from", b"to", b"filter").optional().constant()
    c.method(b"find_path_async", find_path_async,
             b"As [method find_path], but the search is spread over physics frames: the path is there when it emits [signal "
             b"NavPath.finished], in the next frame at the earliest. All such searches together take a millisecond of a frame, in the "
             b"order in which they were asked for. [codeblock]\nvar path := map.find_path_async(global_position, target)\nawait "
             b"path.finished\n[/codeblock]",
             b"from", b"to", b"filter").optional()
    c.method(b"find_paths", find_paths,
             b"A path for each pair of points, 1024 at most: an array of [PackedVector3Array], empty where no path leads to the goal.",
             b"from", b"to", b"filter").optional().constant()
    c.method(b"is_reachable", is_reachable, b"Whether a path leads from one point to the other.", b"from", b"to",
             b"filter").optional().constant()
    c.method(b"path_distances", path_distances,
             b"The cost of the way to each of up to 1024 targets{, seen from above|}: meters, where no area costs more than others; "
             b"INF where none leads there, as to a target off the navmesh.",
             b"from", b"targets", b"filter").optional().constant().length()
    c.method(b"nearest_target", nearest_target,
             b"The index of the target that is nearest on foot, \xe2\x88\x921 if none is reached. Faster than all [method "
             b"path_distances].",
             b"from", b"targets", b"filter").optional().constant()
    c.method(b"reachable_area", reachable_area,
             b"The ground that is reached from a point, or from the ground nearest to it, at a cost: where the next move can go, how "
             b"far a smell spreads. A [member NavFilter.path_radius] does not count here. Costs are those of [method path_distances]. "
             b"Where areas cost more than others, one end of a large polygon may cost more or less by up to its width; a path is "
             b"searched for each polygon there, so it ends with an error at 1024 polygons. Elsewhere it does so at 30000 steps of the "
             b"search, two or three a polygon.",
             b"from", b"max_cost", b"filter").optional().constant().length_argument(1)
    c.method(b"goal_field", goal_field,
             b"The shortest ways from everywhere to the nearest of up to 16384 goals, for many who go there: searched once, some "
             b"microseconds a polygon, up to [param max_length] from the goals. Goals that are not on the navmesh do not count; "
             b"[member NavGoalField.state] tells why there are no ways.",
             b"goals", b"max_length", b"filter").optional().optional(INFINITY).constant().length_argument(1)


def register():
    global cls
    cdef ClassSpec[NavMap] c
    c.declare(b"NavMap", b"RefCounted", b"Questions to the navigation map of a world.",
              b"Paths, points, walls, random places and what is reached, without an agent. The map is that of a [World3D]: the "
              b"navmesh of its [NavMeshBaker]s, or of its [NavigationRegion3D]s if it has no baker, with the links. All points are in "
              b"world space.\n[codeblock]\nvar map := NavMap.of(self)\nvar path := map.find_path(global_position, "
              b"target)\n[/codeblock]\nAn answer is never of an older navmesh: each call sees the changes that the map has taken "
              b"over, and [method is_pending] says whether a baker is still at work. A point that is not finite has no answer: "
              b"[constant Vector3.INF], a path that failed, an empty array. Any thread may ask a NavMap that the main thread has got; "
              b"where the ground is that of [NavigationRegion3D]s, it gets the map as of the beginning of the frame.")
    c.on_freed(on_freed)
    c.in_plane_too()
    c.method(b"of", of_node, b"The map of the world that a node is in. The node must be inside the scene tree.",
             b"node").without_instance()
    c.method(b"of_world", of_world, b"The map of a world.", b"world").without_instance()
    c.method(b"is_pending", is_pending, b"Whether a baker is at work, so that the map is about to change.").constant()
    c.method(b"is_empty", is_empty, b"Whether there is nothing to walk on.").constant()
    c.reading(b"version", get_version, b"Grows with each change of the navmesh, 0 without one.")
    declare_paths(&c)
    declare_points(&c)
    declare_rays(&c)
    declare_polygons(&c)
    c.signal(b"changed", &changed_signal, b"The map has changed, or a bake of it has begun or ended. It is emitted at the end of the "
                                          b"frame.")
    cls = register_class(&c)
