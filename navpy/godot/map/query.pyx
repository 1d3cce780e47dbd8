"""The beginning of a NavMap's questions: the navmesh of its world as a filter leaves it, the ground at a point, and the options of
path searches."""
from libc.math cimport INFINITY
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.vector cimport put_place
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.world cimport world_mesh, world_query_area
from navpy.godot.world.navigation_map cimport version_base
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport SearchExtents, default_extents, locate, locate_nearest
from navpy.motion.agent.walkable cimport graph_of
from navpy.query.path cimport PathOptions, default_options

# meters that a straight line between two points of a path is off the ground at most: below a step
cdef double HEIGHT_ERROR = 0.1


cdef bint begin_query(NavigationMap* world, NavFilter* filter, MapQuery* out) except -1 nogil:
    cdef const MeshView* mesh = world_mesh(world)
    out.area = NULL
    if mesh == NULL or mesh.island_count == 0:
        return False
    world_query_area(world, filter, &out.area)
    out.nav = view_of(mesh, graph_of(mesh, out.area))
    return True


cdef bint find_floor(NavView nav, const double* point, double margin, NearestPoly* out) noexcept nogil:
    cdef SearchExtents reach = default_extents(nav.mesh)
    reach.horizontal = max(reach.horizontal, margin)
    return locate(nav, point, &reach, out)


cdef bint find_ground(NavView nav, const double* point, NearestPoly* out) noexcept nogil:
    return find_floor(nav, point, 0.0, out) or locate_nearest(nav, point, NULL, out)


cdef GroundState ground_state(const NavigationMap* world, const MapQuery* query) noexcept nogil:
    cdef GroundState state
    state.version, state.filter_changes, state.path_radius = version_base(world) + query.nav.mesh.version, 0, 0.0
    if query.area != NULL:
        state.filter_changes, state.path_radius = query.area.flag_graph.get().filter_changes, query.area.path_radius
    return state


cdef bint is_same_ground(const GroundState* a, const GroundState* b) noexcept nogil:
    return a.version == b.version and a.filter_changes == b.filter_changes and a.path_radius == b.path_radius


cdef PathOptions path_options(const MapQuery* query) noexcept nogil:
    cdef PathOptions options = default_options()
    options.allow_partial = options.start_anywhere = True
    options.height_error = HEIGHT_ERROR
    if query.area != NULL and query.area.has_clearance_map:
        options.clearance, options.radius = &query.area.clearance_map, query.area.clearance_map.radius
    return options


# ---- of a script's NavMap ----

cdef bint begin(NavMap* map, GdNavFilter* filter, MapQuery* out) noexcept nogil:
    """True if anything is walkable. A NavMap without a world says so and gives False."""
    if map.world == NULL:
        with gil:
            node_error(map.owner, "it belongs to no map: get one from NavMap.of(node), NavAgent.get_map() or NavMeshBaker.get_map()")
        return False
    return begin_query(map.world, nav_filter_of(filter), out)


cdef bint begin_at(NavMap* map, GdNavFilter* filter, const GdVector3* point, MapQuery* out, NearestPoly* at) noexcept nogil:
    """As begin, with the ground at a point."""
    cdef double place[3]
    put_place(point, place)
    return begin(map, filter, out) and find_ground(out.nav, place, at)


cdef bint begin_on(NavMap* map, GdNavFilter* filter, const GdVector3* point, double margin, MapQuery* out,
                   NearestPoly* at) noexcept nogil:
    """As begin, with the floor at a point. False also: no floor is there."""
    cdef double place[3]
    put_place(point, place)
    return begin(map, filter, out) and find_floor(out.nav, place, margin, at)


cdef bint check_count(NavMap* map, const char* method, int64_t count, int64_t most) noexcept nogil:
    """False, after saying so: there are too many for one call."""
    if count <= most:
        return True
    with gil:
        node_error(map.owner, f"{method.decode()}: {count} are too many for one call, which would hold up the frame: at most {most}; "
                              f"split them over "
                              "frames")
    return False


cdef GdVector3 nowhere() noexcept nogil:
    cdef GdVector3 point
    point.x = point.y = point.z = <float>INFINITY
    return point
