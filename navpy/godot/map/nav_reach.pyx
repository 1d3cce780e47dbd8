"""NavReach: the ground reached from a place at a cost, as one object: triangles to draw, polygons, and the cost of any point.

Where all areas cost the same, one flood finds all ground and its costs, as exactly as paths are. Elsewhere a flood goes from polygon
to polygon while their common edge, or a link, is reached. For each polygon the path to its middle is searched. The cost of a point of
the polygon is the middle's cost, and the cost of how much farther the point is than the middle from the path's last corner. Where the
ways to two ends of a large polygon differ, the cost of an end is then wrong, by up to the cost of crossing the polygon."""
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy
from cython.operator cimport dereference
from libcpp.algorithm cimport lower_bound, sort
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2, distance3
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport ClassData, ClassSpec, GdPackedInt32Array, GdPackedVector3Array
from navpy.godot.binding.gd cimport GdVector3, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport fill, fill_ints
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.query cimport MapQuery, begin_query, find_ground
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.world cimport world_keep, world_leave, world_mesh
from navpy.godot.world.navigation_map cimport version_base
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.poly_surface cimport height_at
from navpy.query.dijkstra cimport LengthSearch, length_to
from navpy.query.polyanya.polyanya cimport FloodStart, advance_polyanya, begin_flood, flood_start
from navpy.query.polyanya.search_node cimport PolyanyaSearch, last_window_of
from navpy.query.polyanya.window cimport SHOWS_ALL, Window, least_length, length_by
from navpy.query.surface.flood cimport Flood, add_visit, start_flood, visit_of
from navpy.query.surface.ray cimport closest_on_edge

cdef enum:
    MOST_STEPS = 30000                  # of one call's search: up to a frame, drawing included
    MOST_POLYGONS = 1024                # of one call where areas cost more than others: some ten milliseconds to some hundred
    HALVINGS = 12                       # of a triangle at the border at most: by then it is a 64th as wide

cdef double BORDER_WIDTH = 0.25         # meters: a triangle at the border that is as small is drawn whole or left out

cdef const ClassData* cls = NULL
cdef PolyanyaSearch exact              # working memory, used by one call at a time: callers hold the lock
cdef LengthSearch lengths
cdef Flood flood


cdef void on_freed(NavReach* reach) noexcept nogil:
    if reach.world != NULL:
        world_leave(reach.world)


# ---- the costs ----

cdef double cost_at(const NavReach* reach, const MeshView* mesh, const ReachedPoly* reached, const double* point) noexcept nogil:
    return max(reached.root_cost + reached.factor * least_length(mesh, reach.rounding, &reach.windows, reached.last_window,
                                                                 to_plan(point)), 0.0)


cdef bint is_before(const ReachedPoly& a, const ReachedPoly& b) noexcept nogil:
    return a.poly < b.poly


# ---- where all areas cost the same ----

cdef int flood_exactly(NavReach* reach, NavView nav, const NearestPoly* start) except -1 nogil:
    cdef FloodStart from_ = flood_start(start, 0.0)
    cdef ReachedPoly one
    cdef size_t i
    begin_flood(nav, &exact, &from_, nav.graph.costs[start.poly] >= 0.0, reach.max_cost / nav.graph.ground_cost, NULL, NULL)
    if not advance_polyanya(nav, &exact, MOST_STEPS):
        with gil:
            node_error(reach.owner, f"the ground that is reached at a cost of {reach.max_cost * meter_of(reach.cls.is_plane):g} "
                                    f"takes more than {MOST_STEPS} "
                                    "steps of the search, which would hold up the frame: ask for a smaller cost, or for "
                                    "path_distances of single points")
        return 0
    one.root_cost, one.factor = 0.0, nav.graph.ground_cost
    for i in range(exact.flood.windows.size()):
        if exact.flood.windows[i].before < 0:
            one.poly = exact.flood.windows[i].poly
            one.last_window = last_window_of(&exact, one.poly)
            reach.polys.push_back(one)
    reach.windows = exact.flood.windows
    return 0


# ---- where areas cost more than others ----

cdef int find_root(NavView nav, const NearestPoly* start, ReachedPoly* out, Window* root) except -1 nogil:
    """Sets the last corner of the cheapest path to the polygon's middle, and its cost."""
    cdef NearestPoly middle
    cdef const double* last = &start.point[0]
    cdef Vec2 corner
    cdef double cost
    cdef size_t count
    middle.poly, middle.distance = out.poly, 0.0
    memcpy(middle.point, nav.mesh.centers + 3 * <size_t>out.poly, sizeof(middle.point))
    middle.point[1] = height_at(nav.mesh, out.poly, middle.point[0], middle.point[2])
    out.factor, out.root_cost = nav.graph.costs[out.poly], 0.0
    if out.poly != start.poly:
        cost = length_to(nav, &lengths, start, &middle)
        count = lengths.path.points.size() // 3
        if cost == INFINITY or count < 2:
            out.root_cost = INFINITY
        else:
            last = lengths.path.points.data() + 3 * (count - 2)
            out.root_cost = cost - out.factor * distance2(last[0], last[2], middle.point[0], middle.point[2])
    corner = to_plan(last)
    root.x, root.y, root.g, root.poly, root.before, root.link, root.view = corner.x, corner.y, 0.0, out.poly, -1, -1, SHOWS_ALL
    return 0


cdef int flood_by_paths(NavReach* reach, NavView nav, const NearestPoly* start) except -1 nogil:
    """Collects the polygons that are reached, breadth first."""
    cdef const PortalGraph* graph = nav.graph
    cdef ReachedPoly one
    cdef Window root
    cdef Vec2 near
    cdef size_t at = 0
    cdef int32_t i
    start_flood(&flood, start.poly, vec2(0.0, 0.0))
    while at < flood.visits.size():
        one.poly = flood.visits[at].poly
        at += 1
        find_root(nav, start, &one, &root)
        if not one.root_cost <= reach.max_cost:
            continue
        if reach.polys.size() == MOST_POLYGONS:
            reach.polys.clear()
            with gil:
                node_error(reach.owner, f"more than {MOST_POLYGONS} polygons of areas that do not cost the same are reached at a "
                                        f"cost of {reach.max_cost * meter_of(reach.cls.is_plane):g}, which would hold up the frame: "
                                        f"ask for a smaller cost, or for "
                                        "path_distances of single points")
            return 0
        one.last_window = <int32_t>reach.windows.size()
        reach.windows.push_back(root)
        reach.polys.push_back(one)
        for i in range(graph.faces[one.poly].first, graph.faces[one.poly].first + graph.faces[one.poly].count):
            if graph.half_edges[i].neighbor != NO_POLY and one.root_cost + one.factor * closest_on_edge(
                    graph, one.poly, i, vec2(root.x, root.y), &near) <= reach.max_cost:
                visit_once(graph.half_edges[i].neighbor)
        i = nav.mesh.polys[one.poly].first_link
        while i >= 0:
            if graph.link_factors[i] >= 0.0 and cost_at(reach, nav.mesh, &one,
                                                        nav.mesh.links[i].start) + graph.link_factors[i] * distance3(
                    nav.mesh.links[i].start, nav.mesh.links[i].end) <= reach.max_cost:
                visit_once(nav.mesh.links[i].end_poly)
            i = nav.mesh.links[i].next
    return 0


cdef int visit_once(PolyRef poly) except -1 nogil:
    if visit_of(&flood, poly) < 0:
        add_visit(&flood, poly, -1, vec2(0.0, 0.0), 0.0)
    return 0


# ---- the triangles ----

cdef int add_triangle(NavReach* reach, const double* a, const double* b, const double* c) except -1 nogil:
    reach.triangles.push_back(vector_of(a))
    reach.triangles.push_back(vector_of(c))     # Godot's front faces are clockwise
    reach.triangles.push_back(vector_of(b))
    return 0


cdef double cost_by(const NavReach* reach, const MeshView* mesh, const ReachedPoly* reached, const Window* window,
                    const double* point) noexcept nogil:
    return reached.root_cost + reached.factor * length_by(mesh, reach.rounding, window, to_plan(point))


cdef int cut_triangle(NavReach* reach, const MeshView* mesh, const ReachedPoly* reached, const double* a, const double* b,
                      const double* c, int halvings) except -1 nogil:
    """Adds the part of a triangle that is reached. The longest edge of a triangle on the border is halved."""
    cdef const Window* window
    cdef Vec2 corner = to_plan(a)
    cdef double middle[3]
    cdef double ab = distance3(a, b), bc = distance3(b, c), ca = distance3(c, a)
    cdef double at_a, at_b, at_c, least_a = INFINITY, least_b = INFINITY, least_c = INFINITY, nearest = INFINITY
    cdef int32_t last = reached.last_window
    cdef int k, inside
    if bc > ab and bc >= ca:
        return cut_triangle(reach, mesh, reached, b, c, a, halvings)
    if ca > ab:
        return cut_triangle(reach, mesh, reached, c, a, b, halvings)
    while last >= 0:
        window = &reach.windows[last]
        at_a, at_b = cost_by(reach, mesh, reached, window, a), cost_by(reach, mesh, reached, window, b)
        at_c = cost_by(reach, mesh, reached, window, c)
        if at_a <= reach.max_cost and at_b <= reach.max_cost and at_c <= reach.max_cost:
            return add_triangle(reach, a, b, c)         # all of it, as lengths in a window are convex
        least_a, least_b, least_c = min(least_a, at_a), min(least_b, at_b), min(least_c, at_c)
        nearest = min(nearest, window.g + distance2(window.x, window.y, corner.x, corner.y))
        last = window.before
    if reached.root_cost + reached.factor * (nearest - ab) > reach.max_cost:
        return 0                                        # its nearest point is beyond
    if min(least_a, min(least_b, least_c)) + reached.factor * ab <= reach.max_cost:
        return add_triangle(reach, a, b, c)             # its farthest point is reached
    if halvings == 0 or ab <= BORDER_WIDTH:
        inside = (least_a <= reach.max_cost) + (least_b <= reach.max_cost) + (least_c <= reach.max_cost)
        return add_triangle(reach, a, b, c) if inside >= 2 else 0
    for k in range(3):
        middle[k] = 0.5 * (a[k] + b[k])
    cut_triangle(reach, mesh, reached, a, middle, c, halvings - 1)
    return cut_triangle(reach, mesh, reached, middle, b, c, halvings - 1)


cdef int add_triangles(NavReach* reach, const MeshView* mesh, const ReachedPoly* reached) except -1 nogil:
    cdef const double* corners[3]
    cdef int32_t i, pivot = fan_pivot(mesh, reached.poly)
    for i in range(surface_size(mesh, reached.poly)):
        surface_corners(mesh, reached.poly, pivot, i, corners)
        cut_triangle(reach, mesh, reached, corners[0], corners[1], corners[2], HALVINGS)
    return 0


cdef int make_nav_reach(void* out, NavMap* map, NavFilter* filter, const double* start, double max_cost) except -1 nogil:
    cdef void* owner = create_instance(<void*>(cls.twin if map.cls.is_plane else cls), True)
    cdef NavReach* reach = <NavReach*>instance_of(owner, cls)
    cdef MapQuery query
    cdef NearestPoly at
    cdef size_t i
    navpy_gd.ref_set_object(out, owner)
    world_keep(map.world)
    reach.world, reach.max_cost = map.world, max_cost
    if not begin_query(map.world, filter, &query) or not find_ground(query.nav, start, &at):
        return 0
    reach.version, reach.rounding = version_base(map.world) + query.nav.mesh.version, query.nav.graph.rounding
    if query.nav.graph.uniform:
        flood_exactly(reach, query.nav, &at)
    else:
        flood_by_paths(reach, query.nav, &at)
    sort(reach.polys.begin(), reach.polys.end(), is_before)
    for i in range(reach.polys.size()):
        add_triangles(reach, query.nav.mesh, &reach.polys[i])
    return 0


# ---- for scripts ----

cdef void get_triangles(NavReach* reach, GdPackedVector3Array* out) noexcept nogil:
    fill(PACKED_VECTOR3_ARRAY, out, reach.triangles.data(), reach.triangles.size())


cdef void get_polygons(NavReach* reach, GdPackedInt32Array* out) noexcept nogil:
    cdef vector[int32_t] polys
    cdef size_t i
    for i in range(reach.polys.size()):
        polys.push_back(reach.polys[i].poly)
    fill_ints(out, polys.data(), polys.size())


cdef double get_max_cost(NavReach* reach) noexcept nogil:
    return reach.max_cost


cdef const MeshView* current_mesh(NavReach* reach) noexcept nogil:
    """The navmesh of the map; NULL: it is no longer the navmesh of the reach."""
    cdef const MeshView* mesh = world_mesh(reach.world) if reach.world != NULL else NULL
    return mesh if mesh != NULL and version_base(reach.world) + mesh.version == reach.version else NULL


cdef uint8_t is_current(NavReach* reach) noexcept nogil:
    return current_mesh(reach) != NULL


cdef double cost_to(NavReach* reach, const GdVector3* point) noexcept nogil:
    cdef const MeshView* mesh = current_mesh(reach)
    cdef vector[ReachedPoly].iterator reached
    cdef ReachedPoly key
    cdef NearestPoly at
    cdef double place[3]
    cdef double cost
    if mesh == NULL:
        return NAN
    put_place(point, place)
    if not find_ground(view_of(mesh, NULL), place, &at):
        return INFINITY
    key.poly = at.poly
    reached = lower_bound(reach.polys.begin(), reach.polys.end(), key, is_before)
    if reached == reach.polys.end() or dereference(reached).poly != at.poly:
        return INFINITY
    cost = cost_at(reach, mesh, &dereference(reached), at.point)
    return cost if cost <= reach.max_cost else INFINITY


cdef uint8_t contains(NavReach* reach, const GdVector3* point) noexcept nogil:
    return cost_to(reach, point) < INFINITY


def register():
    global cls
    cdef ClassSpec[NavReach] c
    c.declare(b"NavReach", b"RefCounted", b"The ground that is reached at a cost, see [method NavMap.reachable_area].",
              b"For the range of a move in a game of turns: its triangles draw it, and any point can be asked for its cost. It is of "
              b"one version of the map.")
    c.on_freed(on_freed)
    c.in_plane_too()
    c.reading(b"triangles", get_triangles, b"The surface of this ground for drawing, three points a triangle, finely cut at the "
                                           b"border.")
    c.reading(b"polygons", get_polygons, b"The polygons that are reached, wholly or in part, for [NavMap]'s methods.")
    c.reading(b"max_cost", get_max_cost, b"The cost that was asked for.").length()
    c.method(b"contains", contains, b"Whether a point is reached at [member max_cost].", b"point").constant()
    c.method(b"cost_to", cost_to, b"The cost of the way to a point; INF if it is above [member max_cost], NAN if the map has changed "
             b"since.", b"point").constant().length()
    c.method(b"is_current", is_current, b"Whether the map has not changed since.").constant()
    cls = register_class(&c)
