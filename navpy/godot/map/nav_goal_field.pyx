"""NavGoalField: a goal field of the core, kept in step with its map and filter. Each question looks whether these have changed since
the field was found, and finds it anew then."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.base.core cimport REASON_GOAL_UNREACHABLE, REASON_NO_NAVMESH
from navpy.base.geom cimport distance3
from navpy.base.parallel cimport Runner, parallel_for
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport (
    ClassData, ClassSpec, GdNavPath, GdPackedFloat32Array, GdPackedInt32Array, GdPackedVector3Array, GdRef)
from navpy.godot.binding.gd cimport GdString, GdVector3, PACKED_FLOAT32_ARRAY, PACKED_INT32_ARRAY, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.log cimport node_error, put_message
from navpy.godot.binding.packed cimport fill, resize_vectors, resized_elements, vectors_of
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.pool cimport POINTS_PER_TASK, pool_runner
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.nav_path cimport NavPath, new_nav_path, refuse_nav_path, write_nav_path
from navpy.godot.map.query cimport MapQuery, begin_query, find_floor, find_ground, ground_state, is_same_ground, path_options
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.world cimport world_keep, world_leave
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.exact_goal_field cimport GoalWay
from navpy.query.goal_field cimport (
    WayMemory, advance_goal_field, begin_goal_field, costs_differ, find_goal_path, goal_way, has_goals, is_reached)
from navpy.query.path cimport PathBuffer, PathOptions, place_start
from navpy.query.polyanya.flood_paths cimport FloodLegs, forget_legs

cdef enum:
    MOST_CORNERS = 3 << 18              # of a call of get_triangles: some 10 MB

cdef struct GoalFieldCall:                       # a call for many points; results that are NULL are not asked for
    NavGoalField* field
    NavView nav
    bint any                            # there is a field
    const ClearanceMap* map             # NULL: there is no path_radius
    const GdVector3* points
    int64_t count
    float* distances
    GdVector3* directions
    int32_t* goals

cdef const ClassData* cls = NULL
cdef PathBuffer buffer                  # working memory, used by one call at a time: callers hold the lock
cdef WideSearch wide_search             # likewise
cdef WayMemory memory                   # likewise
cdef FloodLegs legs                     # likewise


cdef void on_freed(NavGoalField* field) noexcept nogil:
    if field.world != NULL:
        world_leave(field.world)
    navpy_gd.ref_set_object(&field.filter_ref, NULL)


cdef int make_nav_goal_field(void* out, NavMap* map, NavFilter* filter, const GdVector3* goals, int64_t count,
                             double max_length) except -1 nogil:
    cdef void* owner = create_instance(<void*>(cls.twin if map.cls.is_plane else cls), True)
    cdef NavGoalField* field = <NavGoalField*>instance_of(owner, cls)
    cdef MapQuery query
    cdef int64_t i
    navpy_gd.ref_set_object(out, owner)
    world_keep(map.world)
    field.world, field.max_length, field.filter = map.world, max_length, filter
    if filter != NULL:
        navpy_gd.ref_set_object(&field.filter_ref, filter.owner)
    field.goals.resize(3 * count)
    for i in range(count):
        put_place(&goals[i], &field.goals[3 * i])
    refresh(field, &query)
    return 0


# ---- the field ----

cdef bint refresh(NavGoalField* field, MapQuery* query) except -1 nogil:
    """Finds the field anew if the map or the filter has changed. True if there is one."""
    cdef GroundState ground
    cdef int before = field.state
    if field.world == NULL:
        with gil:
            node_error(field.owner, "it belongs to no map: NavMap.goal_field gives one")
        return False
    if not begin_query(field.world, field.filter, query):
        field.state, field.ground.version = FIELD_NO_NAVMESH, 0
        return False
    ground = ground_state(field.world, query)
    if field.ground.version == 0 or not is_same_ground(&ground, &field.ground) or field.mesh != query.nav.mesh \
            or field.graph != query.nav.graph:
        field.state = FIELD_NO_NAVMESH                  # unless it is found
        find(field, query)
        field.searches += 1
        field.ground, field.mesh, field.graph = ground, query.nav.mesh, query.nav.graph
        if field.state != before and field.state != FIELD_READY:
            with gil:
                node_error(field.owner, state_sentence(field))
    return field.state == FIELD_READY


cdef int find(NavGoalField* field, const MapQuery* query) except -1 nogil:
    cdef vector[NearestPoly] ends
    cdef bint any = False
    cdef size_t i
    cdef const ClearanceMap* map = map_of(query)
    field.is_wide = map != NULL
    ends.resize(field.goals.size() // 3)
    for i in range(ends.size()):
        any = find_floor(query.nav, &field.goals[3 * i], 0.0, &ends[i]) or any
    if not any:
        field.state = FIELD_NO_GOAL
    elif map != NULL and costs_differ(query.nav):
        field.state = FIELD_COSTS_DIFFER
    else:
        begin_goal_field(query.nav, map, &wide_search.goals, ends.data(), <int32_t>ends.size(), field.max_length, &field.field)
        advance_goal_field(&field.field, -1)
        field.state = FIELD_READY if has_goals(&field.field) else FIELD_NO_GOAL
    return 0


cdef const ClearanceMap* map_of(const MapQuery* query) noexcept nogil:
    return &query.area.clearance_map if query.area != NULL and query.area.has_clearance_map else NULL


cdef str state_sentence(const NavGoalField* field):
    return {
        FIELD_NO_NAVMESH: "there is no ground to walk on",
        FIELD_NO_GOAL: f"none of the {field.goals.size() // 3} goals is on ground that may be walked on"
                       f"{' with room for the path_radius' if field.is_wide else ''}: take them to NavMap.closest_point",
        FIELD_COSTS_DIFFER: "some ways cost more than others: there a goal field cannot keep the filter's path_radius away from walls",
    }.get(field.state, "")


# ---- ways ----

cdef GoalWay no_way() noexcept nogil:
    cdef GoalWay way
    way.length, way.dx, way.dy, way.goal = INFINITY, 0.0, 0.0, -1
    return way


cdef int find_way(const NavGoalField* field, NavView nav, const ClearanceMap* map, WayMemory* working, const GdVector3* point,
                  GoalWay* way) except -1 nogil:
    cdef NearestPoly at
    cdef double place[3]
    put_place(point, place)
    if find_ground(nav, place, &at):
        return goal_way(nav, map, &field.field, working, &at, way)
    way[0] = no_way()
    return 0


cdef GoalWay way_of(NavGoalField* field, const GdVector3* point) noexcept nogil:
    cdef GoalWay way = no_way()
    cdef MapQuery query
    if refresh(field, &query):
        find_way(field, query.nav, map_of(&query), &memory, point, &way)
    return way


cdef GdVector3 direction_of(const NavGoalField* field, const GoalWay* way) noexcept nogil:
    """A unit vector for scripts, whose call turns meters into pixels in the plane."""
    cdef double unit = 1.0 / meter_of(field.cls.is_plane)
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(unit * way.dx), 0, <float>(-unit * way.dy)
    return out


cdef int find_ways(void* userdata, int32_t index) except -1 nogil:
    """A task of find_all."""
    cdef GoalFieldCall* all = <GoalFieldCall*>userdata
    cdef GoalWay way = no_way()
    cdef WayMemory working
    cdef int64_t i
    for i in range(index * <int64_t>POINTS_PER_TASK, min(all.count, <int64_t>(index + 1) * POINTS_PER_TASK)):
        if all.any:
            find_way(all.field, all.nav, all.map, &working, &all.points[i], &way)
        if all.distances != NULL:
            all.distances[i] = <float>way.length
        if all.directions != NULL:
            all.directions[i] = direction_of(all.field, &way)
        if all.goals != NULL:
            all.goals[i] = way.goal
    return 0


cdef int find_all(GoalFieldCall* all) except -1 nogil:
    """The engine's threads share the work."""
    cdef Runner runner = pool_runner()
    cdef MapQuery query
    all.any = refresh(all.field, &query)
    if all.any:
        all.nav, all.map = query.nav, map_of(&query)
    if all.count > 0:
        parallel_for(&runner, find_ways, all, <int32_t>((all.count + POINTS_PER_TASK - 1) // POINTS_PER_TASK))
    return 0


cdef double get_distance(NavGoalField* field, const GdVector3* point) noexcept nogil:
    return way_of(field, point).length


cdef GdVector3 get_direction(NavGoalField* field, const GdVector3* point) noexcept nogil:
    cdef GoalWay way = way_of(field, point)
    return direction_of(field, &way)


cdef int64_t get_goal_index(NavGoalField* field, const GdVector3* point) noexcept nogil:
    return way_of(field, point).goal


cdef GoalFieldCall ways_of(NavGoalField* field, const GdPackedVector3Array* points) noexcept nogil:
    cdef GoalFieldCall all
    all.field, all.count = field, 0
    all.distances = NULL
    all.directions = NULL
    all.goals = NULL
    all.points = vectors_of(points, &all.count)
    return all


cdef void get_distances(NavGoalField* field, const GdPackedVector3Array* points, GdPackedFloat32Array* out) noexcept nogil:
    cdef GoalFieldCall all = ways_of(field, points)
    all.distances = <float*>resized_elements(PACKED_FLOAT32_ARRAY, out, all.count)
    find_all(&all)


cdef void get_directions(NavGoalField* field, const GdPackedVector3Array* points, GdPackedVector3Array* out) noexcept nogil:
    cdef GoalFieldCall all = ways_of(field, points)
    all.directions = resize_vectors(out, all.count)
    find_all(&all)


cdef void get_goal_indices(NavGoalField* field, const GdPackedVector3Array* points, GdPackedInt32Array* out) noexcept nogil:
    cdef GoalFieldCall all = ways_of(field, points)
    all.goals = <int32_t*>resized_elements(PACKED_INT32_ARRAY, out, all.count)
    find_all(&all)


cdef int search(NavGoalField* field, const MapQuery* query, const double* start) except -1 nogil:
    """Writes a path into `buffer`."""
    cdef PathOptions options = path_options(query)
    cdef int32_t goal
    if not place_start(query.nav, start, field.goals.data(), options.start_anywhere, &buffer):
        return 0
    forget_legs(&legs)
    goal = find_goal_path(query.nav, &options, &field.field, &legs, &wide_search, &buffer)
    if goal >= 0:
        memcpy(&buffer.asked[3], &field.goals[3 * <size_t>goal], 3 * sizeof(double))
    return 0


cdef void get_path(NavGoalField* field, const GdVector3* start, GdRef[GdNavPath]* out) noexcept nogil:
    cdef NavPath* path = new_nav_path(field.cls.is_plane, out)
    cdef MapQuery query
    cdef double place[3]
    put_place(start, place)
    if not refresh(field, &query):
        refuse_nav_path(path, field.world, REASON_NO_NAVMESH if field.state == FIELD_NO_NAVMESH else REASON_GOAL_UNREACHABLE)
        return
    search(field, &query, place)
    write_nav_path(path, field.world, query.nav.mesh, &buffer)


# ---- the triangles ----

cdef bint cut_triangle(const double* a, const double* b, const double* c, double edge_length, vector[GdVector3]* out) except -1 nogil:
    """Adds a triangle, halved across its longest edge until no edge is longer. False: there are too many."""
    cdef double middle[3]
    cdef double ab = distance3(a, b), bc = distance3(b, c), ca = distance3(c, a)
    cdef int k
    if bc > ab and bc >= ca:
        return cut_triangle(b, c, a, edge_length, out)
    if ca > ab:
        return cut_triangle(c, a, b, edge_length, out)
    if out.size() >= MOST_CORNERS:
        return False
    if ab <= edge_length:
        out.push_back(vector_of(a))
        out.push_back(vector_of(c))                     # Godot's front faces are clockwise
        out.push_back(vector_of(b))
        return True
    for k in range(3):
        middle[k] = 0.5 * (a[k] + b[k])
    return cut_triangle(a, middle, c, edge_length, out) and cut_triangle(middle, b, c, edge_length, out)


cdef bint add_triangles(const NavGoalField* field, NavView nav, const ClearanceMap* map, double edge_length,
                        vector[GdVector3]* out) except -1 nogil:
    cdef const MeshView* mesh = nav.mesh
    cdef const double* corners[3]
    cdef int32_t poly, i, pivot
    for poly in range(mesh.poly_count):
        if not is_reached(nav, map, &field.field, poly):
            continue
        pivot = fan_pivot(mesh, poly)
        for i in range(surface_size(mesh, poly)):
            surface_corners(mesh, poly, pivot, i, corners)
            if not cut_triangle(corners[0], corners[1], corners[2], edge_length, out):
                return False
    return True


cdef void get_triangles(NavGoalField* field, double edge_length, GdPackedVector3Array* out) noexcept nogil:
    cdef vector[GdVector3] found
    cdef MapQuery query
    if not edge_length > 0.0:
        with gil:
            node_error(field.owner, f"get_triangles: edge_length must be above 0, not {edge_length * meter_of(field.cls.is_plane):g}")
        return
    if not refresh(field, &query):
        return
    if not add_triangles(field, query.nav, map_of(&query), edge_length, &found):
        with gil:
            node_error(field.owner, f"get_triangles: more than {MOST_CORNERS // 3} triangles of "
                                    f"{edge_length * meter_of(field.cls.is_plane):g}: ask "
                                    "for a greater edge_length, or for a field with a max_length")
        return
    fill(PACKED_VECTOR3_ARRAY, out, found.data(), found.size())


# ---- for scripts ----

cdef uint8_t is_valid(NavGoalField* field) noexcept nogil:
    cdef MapQuery query
    return refresh(field, &query)


cdef int64_t get_state(NavGoalField* field) noexcept nogil:
    cdef MapQuery query
    if field.world == NULL:
        return FIELD_NO_NAVMESH
    refresh(field, &query)
    return field.state


cdef void get_state_text(NavGoalField* field, GdString* out) noexcept with gil:
    get_state(field)
    put_message(out, field.cls.is_plane, state_sentence(field))


cdef void get_goals(NavGoalField* field, GdPackedVector3Array* out) noexcept nogil:
    cdef GdVector3* goals = resize_vectors(out, field.goals.size() // 3)
    cdef size_t i
    for i in range(field.goals.size() // 3):
        goals[i] = vector_of(&field.goals[3 * i])


cdef double get_max_length(NavGoalField* field) noexcept nogil:
    return field.max_length


cdef int64_t get_searches(NavGoalField* field) noexcept nogil:
    get_state(field)
    return field.searches


cdef void on_made(NavGoalField* field) noexcept nogil:
    field.state = FIELD_NO_NAVMESH


def register():
    global cls
    cdef ClassSpec[NavGoalField] c
    c.declare(b"NavGoalField", b"RefCounted", b"The shortest ways from everywhere to the nearest of some goals, see [method "
                                              b"NavMap.goal_field].",
              b"For many who go to one place: the ways are searched once, and then looked up by any number. Its lengths and paths are "
              b"those of [method NavMap.find_path] to the nearest goal. Every question sees the map and the filter as they are: after "
              b"a change of these, the first question searches those ways again, in some microseconds a polygon, that lie farther "
              b"than the change. Where areas cost more than others the ways are about as cheap as those of [method NavMap.find_path], "
              b"distances are costs, and a question takes longer. Points are taken to the ground {under or |}nearest to "
              b"them.\n[codeblock]\nvar field := NavMap.of(self).goal_field([$Castle.global_position])\nvelocity = 3.5 * "
              b"field.get_direction(global_position)\n[/codeblock]")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.in_plane_too()
    c.constant(b"State", b"READY", FIELD_READY, b"There are ways.")
    c.constant(b"State", b"NO_NAVMESH", FIELD_NO_NAVMESH, b"There is no ground to walk on.")
    c.constant(b"State", b"NO_GOAL", FIELD_NO_GOAL, b"None of the goals is on ground that may be walked on, with room for the "
                                                    b"filter's "
               b"[member NavFilter.path_radius].")
    c.constant(b"State", b"COSTS_DIFFER", FIELD_COSTS_DIFFER,
               b"Areas, links or blocks make some ways cost more than others, and the filter has a "
               b"[member NavFilter.path_radius].")
    c.reading(b"state", get_state, b"Why there are no ways.").enumeration(b"NavGoalField.State")
    c.reading(b"state_text", get_state_text, b"The same as a sentence for people; empty where there is nothing to explain.")
    c.reading(b"goals", get_goals, b"The goals that were asked for. One that is not on ground that may be walked on does not count.")
    c.reading(b"max_length", get_max_length, b"How far from the goals ways are searched.").length()
    c.reading(b"searches", get_searches, b"How often the ways were searched: it grows when the map or the filter has changed.")
    c.method(b"is_valid", is_valid, b"Whether there are ways.").constant()
    c.method(b"get_distance", get_distance, b"The length of the way from a point{, seen from above|}; INF where none leads to a goal.",
             b"point").constant().length()
    c.method(b"get_direction", get_direction, b"The direction in which the way from a point begins, of length 1{, in the ground "
             b"plane|}; 0 at the goal and where no way leads to one.", b"point").constant()
    c.method(b"get_goal_index", get_goal_index, b"The index of the goal that is nearest on foot, \xe2\x88\x921 where no way leads to "
                                                b"one.",
             b"point").constant()
    c.method(b"get_distances", get_distances, b"[method get_distance] of many points, on all threads.", b"points").constant().length()
    c.method(b"get_directions", get_directions, b"[method get_direction] of many points, on all threads.", b"points").constant()
    c.method(b"get_goal_indices", get_goal_indices, b"[method get_goal_index] of many points, on all threads.", b"points").constant()
    c.method(b"get_path", get_path, b"The path from a point to the goal that is nearest on foot.", b"from").constant()
    c.method(b"get_triangles", get_triangles, b"The surface of the ground from where ways lead to a goal, for drawing: three points "
                                              b"a triangle, with no "
             b"edge longer than asked for.", b"edge_length").constant().length_argument(0)
    cls = register_class(&c)
