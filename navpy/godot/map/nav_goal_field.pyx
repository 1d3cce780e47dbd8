"""NavGoalField: the shortest ways from everywhere to the nearest of some goals, found once and asked by any number of agents.

A question finds the field again where the map or the filter has changed since the last one."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.base.core cimport REASON_GOAL_UNREACHABLE, REASON_NO_NAVMESH
from navpy.base.geom cimport distance3
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport (ClassData, ClassSpec, GdNavPath, GdPackedFloat32Array, GdPackedInt32Array, GdPackedVector3Array, GdRef)
from navpy.godot.binding.gd cimport GdVector3, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport fill, fill_floats, fill_ints, resize_vectors, vectors_of
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.nav_path cimport NavPath, new_nav_path, refuse_nav_path, write_nav_path
from navpy.godot.map.query cimport MapQuery, begin_query, find_floor, find_ground, path_options
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.world cimport world_keep, world_leave
from navpy.godot.world.world_data cimport version_base
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.goal_field cimport GoalWay, advance_goal_field, begin_goal_field, goal_way, trace_goal_path
from navpy.query.path cimport ALGORITHM_EXACT, PathBuffer, PathOptions, finish_path, place_start
from navpy.query.polyanya.search_node cimport last_window_of

cdef double LEAST_EDGE = 0.01           # meters, of get_triangles: finer than any picture

cdef const ClassData* cls = NULL
cdef PathBuffer path_buffer             # working memory, used by one call at a time: callers hold the lock


cdef void on_freed(NavGoalField* field) noexcept nogil:
    if field.world != NULL:
        world_leave(field.world)
    navpy_gd.ref_set_object(&field.filter, NULL)


cdef int make_nav_goal_field(void* out, NavMap* map, void* filter, const GdVector3* goals, size_t count, double max_length) except -1 nogil:
    cdef void* owner = create_instance(<void*>(cls.twin if map.cls.is_plane else cls), True)
    cdef NavGoalField* field = <NavGoalField*>instance_of(owner, cls)
    navpy_gd.ref_set_object(out, owner)
    world_keep(map.world)
    field.world, field.max_length = map.world, max_length
    navpy_gd.ref_set_object(&field.filter, filter)
    field.goals.insert(field.goals.end(), goals, goals + count)
    refresh(field)
    return 0


# ---- the field --------------------------------------------------------------------------------------------------

cdef bint refresh(NavGoalField* field) except -1 nogil:
    """Finds the field again where the map or the filter has changed. False: there is none."""
    cdef MapQuery query
    cdef uint64_t version, filter_changes = 0
    if field.world == NULL:
        with gil:
            node_error(field.owner, "it belongs to no map: get one from NavMap.goal_field()")
        return False
    if not begin_query(field.world, nav_filter_of(field.filter), &query):
        field.version = 0
        return False
    version = version_base(field.world) + query.nav.mesh.version
    if query.area != NULL and query.area.flag_graph.get() != NULL:
        filter_changes = query.area.flag_graph.get().filter_changes
    if field.version != version or field.nav.graph != query.nav.graph or field.filter_changes != filter_changes:
        field.version, field.filter_changes, field.nav = version, filter_changes, query.nav
        field.held.reset()
        if query.area != NULL:
            field.held = query.area.flag_graph
        flood(field)
    return not field.field.goals.empty()


cdef int flood(NavGoalField* field) except -1 nogil:
    cdef vector[NearestPoly] ends
    cdef double place[3]
    cdef size_t i
    if not field.nav.graph.uniform:
        field.field.goals.clear()
        with gil:
            node_error(field.owner, "some ground or links of the map cost more than others, which a goal field does not know: ask for paths, or "
                                    "give a NavFilter that sets the costs of all areas to one value")
        return 0
    ends.resize(field.goals.size())
    for i in range(field.goals.size()):
        put_place(&field.goals[i], place)
        find_floor(field.nav, place, 0.0, &ends[i])
    begin_goal_field(field.nav, ends.data(), <int32_t>ends.size(), field.max_length, &field.field)
    if not field.field.goals.empty():
        advance_goal_field(&field.field, -1)
    return 0


cdef GoalWay way_from(NavGoalField* field, bint is_there, const GdVector3* point) noexcept nogil:
    cdef NearestPoly at
    cdef GoalWay way
    cdef double place[3]
    way.length, way.dx, way.dy, way.goal = INFINITY, 0.0, 0.0, -1
    put_place(point, place)
    if is_there and find_ground(field.nav, place, &at):
        way = goal_way(&field.field, &at)
    return way


cdef GdVector3 direction_of(const NavGoalField* field, GoalWay way) noexcept nogil:
    """A unit vector, also where the engine's units are pixels."""
    cdef double unit = 1.0 / meter_of(field.cls.is_plane)
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(way.dx * unit), 0, <float>(-way.dy * unit)
    return out


# ---- for scripts ------------------------------------------------------------------------------------------------

cdef double distance(NavGoalField* field, const GdVector3* point) noexcept nogil:
    return way_from(field, refresh(field), point).length


cdef GdVector3 direction(NavGoalField* field, const GdVector3* point) noexcept nogil:
    return direction_of(field, way_from(field, refresh(field), point))


cdef int64_t nearest_goal(NavGoalField* field, const GdVector3* point) noexcept nogil:
    return way_from(field, refresh(field), point).goal


cdef void distances(NavGoalField* field, const GdPackedVector3Array* points, GdPackedFloat32Array* out) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* from_ = vectors_of(points, &count)
    cdef vector[float] found
    cdef bint is_there = refresh(field)
    found.resize(count)
    for i in range(count):
        found[i] = <float>way_from(field, is_there, &from_[i]).length
    fill_floats(out, found.data(), count)


cdef void directions(NavGoalField* field, const GdPackedVector3Array* points, GdPackedVector3Array* out) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* from_ = vectors_of(points, &count)
    cdef GdVector3* found = resize_vectors(out, count)
    cdef bint is_there = refresh(field)
    for i in range(count):
        found[i] = direction_of(field, way_from(field, is_there, &from_[i]))


cdef void nearest_goals(NavGoalField* field, const GdPackedVector3Array* points, GdPackedInt32Array* out) noexcept nogil:
    cdef int64_t count = 0, i
    cdef const GdVector3* from_ = vectors_of(points, &count)
    cdef vector[int32_t] found
    cdef bint is_there = refresh(field)
    found.resize(count)
    for i in range(count):
        found[i] = way_from(field, is_there, &from_[i]).goal
    fill_ints(out, found.data(), count)


cdef int trace(NavGoalField* field, const double* start) except -1 nogil:
    """Writes the path into `path_buffer`."""
    cdef MapQuery query
    cdef PathOptions options
    cdef double goal_place[3]
    cdef int32_t goal
    query.nav = field.nav
    query.area = NULL
    options = path_options(&query)
    put_place(&field.goals[field.field.given[0]], goal_place)
    if not place_start(field.nav, start, goal_place, True, &path_buffer):
        return 0
    path_buffer.algorithm = ALGORITHM_EXACT
    goal = trace_goal_path(field.nav, &field.field, &path_buffer.start, <Path*>&path_buffer)
    if goal < 0:
        path_buffer.reason = REASON_GOAL_UNREACHABLE
        return 0
    path_buffer.goal, path_buffer.one_island = field.field.goals[goal], True
    put_place(&field.goals[field.field.given[goal]], goal_place)
    memcpy(&path_buffer.asked[3], goal_place, sizeof(goal_place))
    return finish_path(field.nav, &options, &path_buffer)


cdef void find_path(NavGoalField* field, const GdVector3* start, GdRef[GdNavPath]* out) noexcept nogil:
    cdef NavPath* path = new_nav_path(field.cls.is_plane, out)
    cdef double place[3]
    put_place(start, place)
    if not refresh(field):
        refuse_nav_path(path, field.world, REASON_NO_NAVMESH if field.version == 0 else REASON_GOAL_UNREACHABLE)
        return
    trace(field, place)
    write_nav_path(path, field.world, field.nav.mesh, &path_buffer)


cdef int cut_triangle(const double* a, const double* b, const double* c, double max_edge, vector[GdVector3]& out) except -1 nogil:
    """Adds a triangle, whose longest edge is halved until none is longer than max_edge."""
    cdef double ab = distance3(a, b), bc = distance3(b, c), ca = distance3(c, a)
    cdef double middle[3]
    cdef int k
    if bc > ab and bc >= ca:
        return cut_triangle(b, c, a, max_edge, out)
    if ca > ab:
        return cut_triangle(c, a, b, max_edge, out)
    if ab <= max_edge:
        out.push_back(vector_of(a))
        out.push_back(vector_of(c))                 # Godot's front faces are clockwise
        out.push_back(vector_of(b))
        return 0
    for k in range(3):
        middle[k] = 0.5 * (a[k] + b[k])
    cut_triangle(a, middle, c, max_edge, out)
    return cut_triangle(middle, b, c, max_edge, out)


cdef void get_triangles(NavGoalField* field, double max_edge, GdPackedVector3Array* out) noexcept nogil:
    cdef const MeshView* mesh
    cdef const double* corners[3]
    cdef vector[GdVector3] triangles
    cdef int32_t poly, i, pivot
    if not max_edge >= LEAST_EDGE:
        with gil:
            node_error(field.owner, f"get_triangles: max_edge must be at least {LEAST_EDGE * meter_of(field.cls.is_plane):g}, not "
                                    f"{max_edge * meter_of(field.cls.is_plane):g}")
        return
    if not refresh(field):
        return
    mesh = field.nav.mesh
    for poly in range(mesh.poly_count):
        if last_window_of(&field.field.flood, poly) < 0:
            continue
        pivot = fan_pivot(mesh, poly)
        for i in range(surface_size(mesh, poly)):
            surface_corners(mesh, poly, pivot, i, corners)
            cut_triangle(corners[0], corners[1], corners[2], max_edge, triangles)
    fill(PACKED_VECTOR3_ARRAY, out, triangles.data(), triangles.size())


cdef void get_goals(NavGoalField* field, GdPackedVector3Array* out) noexcept nogil:
    fill(PACKED_VECTOR3_ARRAY, out, field.goals.data(), field.goals.size())


cdef double get_max_length(NavGoalField* field) noexcept nogil:
    return field.max_length


cdef int64_t get_version(NavGoalField* field) noexcept nogil:
    if field.world != NULL:
        refresh(field)
    return field.version


cdef uint8_t is_empty(NavGoalField* field) noexcept nogil:
    return not refresh(field)


def register():
    global cls
    cdef ClassSpec[NavGoalField] c
    c.declare(b"NavGoalField", b"RefCounted", b"The shortest ways from everywhere to the nearest of some goals, see [method NavMap.goal_field].",
              b"For hordes, and for whoever asks often how far it is to one of the same places: one search from the goals finds the ways from all of the "
              b"navmesh, and a question then takes less than a microsecond, however far the way. Ways and lengths are those of [method NavMap.find_path]. "
              b"[codeblock]\nvar field := map.goal_field([castle.global_position])\n\nfunc _physics_process(_delta):\n\tfor enemy in enemies:\n"
              b"\t\tenemy.velocity = field.direction(enemy.global_position) * speed\n\t\tenemy.move_and_slide()\n[/codeblock]\n"
              b"After a change of the map or of the filter the next question searches again: some 1 ms for 1,000 polygons.")
    c.on_freed(on_freed)
    c.in_plane_too()
    c.reading(b"goals", get_goals, b"The goals that were given.")
    c.reading(b"max_length", get_max_length, b"Meters along the way, beyond which nothing is known.").length()
    c.reading(b"version", get_version, b"The version of the map that the ways are of, see [member NavMap.version].")
    c.method(b"is_empty", is_empty, b"Whether no way is known: no goal is on the navmesh, or there is none yet.").constant()
    c.method(b"distance", distance, b"Meters along the way from a point, or from the ground nearest to it, to the nearest goal, seen from above; INF where "
             b"there is no way.", b"point").constant().length()
    c.method(b"distances", distances, b"The same from many points.", b"points").constant().length()
    c.method(b"direction", direction, b"The direction in which the way from a point begins, level and of length 1; zero at the goal and where there is no "
             b"way.", b"point").constant()
    c.method(b"directions", directions, b"The same from many points.", b"points").constant()
    c.method(b"nearest_goal", nearest_goal, b"The index of the nearest of [member goals], \xe2\x88\x921 where there is no way.", b"point").constant()
    c.method(b"nearest_goals", nearest_goals, b"The same from many points.", b"points").constant()
    c.method(b"find_path", find_path, b"The path from a point to its nearest goal.", b"from").constant()
    c.method(b"get_triangles", get_triangles,
             b"The ground from where a goal is reached, for drawing: three points a triangle, cut until no edge is longer than [param max_edge] "
             b"meters. [method distances] of these points color it.", b"max_edge").constant().length_argument(0)
    cls = register_class(&c)
