"""A goal field: the shortest ways from everywhere to the nearest of some goals.

A flood from the goals, over the navmesh with all its ways reversed, notes windows: for each polygon the parts of it that a root sees,
and how far the root is from the goals. The way from a place begins in the window by which it is shortest, straight to the window's
root or to an end of its interval; from there on it is the flood's path."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport closest_on_segment, distance2
from navpy.base.huge_pages cimport reserve_in_huge_pages
from navpy.base.vec2 cimport Vec2, subtract, to_plan, unit, vec2
from navpy.mesh.half_edges cimport HalfEdge, corner_after
from navpy.mesh.mesh_view cimport Poly
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.mesh.poly_surface cimport to_surface
from navpy.query.flooded_ground cimport FloodedGround, find_changes, ground_bytes, note_ground
from navpy.query.polyanya.flood_log cimport forget_history, log_bytes, return_to
from navpy.query.polyanya.flood_paths cimport FloodLegs, end_trace, trace_flood
from navpy.query.polyanya.polyanya cimport FloodStart, advance_polyanya, begin_flood, flood_start
from navpy.query.polyanya.search_node cimport NO_TURN, FloodLog, PolyanyaSearch, SearchNode, last_window_of, link_of
from navpy.query.polyanya.window cimport BY_LEFT_END, BY_RIGHT_END, Window, WindowSide, best_window, window_side
from navpy.query.reversed_nav cimport reverse


# ---- the flood ----

cdef int begin_exact_field(NavView nav, const FloodStart* goals, int32_t count, double max_length,
                           ExactGoalField* field) except -1 nogil:
    cdef vector[FloodStart] starts
    cdef vector[int32_t] given
    cdef int32_t i
    for i in range(count):
        if goals[i].at.poly != NO_POLY and nav.graph.costs[goals[i].at.poly] >= 0.0:
            starts.push_back(goals[i])
            given.push_back(i)
    field.inside.clear()
    return begin(nav, &starts, &given, max_length, field)


cdef int begin_exact_areas(NavView nav, const PolyRef* polys, int32_t count, double max_length, ExactGoalField* field) except -1 nogil:
    cdef vector[FloodStart] starts
    cdef vector[int32_t] given
    cdef int32_t i
    field.inside.clear()
    field.inside.resize(nav.mesh.poly_count, -1)
    for i in range(count):
        if polys[i] != NO_POLY and nav.graph.costs[polys[i]] >= 0.0 and field.inside[polys[i]] < 0:
            field.inside[polys[i]] = i
    add_outline(nav, field, polys, count, True, &starts, &given)
    add_outline(nav, field, polys, count, False, &starts, &given)
    return begin(nav, &starts, &given, max_length, field)


cdef int add_outline(NavView nav, const ExactGoalField* field, const PolyRef* polys, int32_t count, bint corners,
                     vector[FloodStart]* starts, vector[int32_t]* given) except -1 nogil:
    """Add the corners or the edges of the polygons, without what lies between two of them."""
    cdef NearestPoly at
    cdef FloodStart start
    cdef vector[uint8_t] known
    cdef const Poly* poly
    cdef int32_t i, k, edge, vertex
    known.resize(nav.mesh.vertex_count if corners else 0)
    for i in range(count):
        if polys[i] == NO_POLY or field.inside[polys[i]] != i:
            continue
        poly = &nav.mesh.polys[polys[i]]
        for edge in range(poly.first, poly.first + poly.count):
            if nav.mesh.neighbors[edge] != NO_POLY and field.inside[nav.mesh.neighbors[edge]] >= 0:
                continue
            for k in range(2):                      # the edge itself, or the corners where it begins and ends
                vertex = nav.mesh.corners[edge if k == 0 else corner_after(&nav.graph.faces[polys[i]], edge)]
                if (corners and known[vertex]) or (k == 1 and not corners):
                    continue
                at.poly, at.distance = polys[i], 0.0
                memcpy(at.point, nav.mesh.vertices + 3 * <size_t>vertex, sizeof(at.point))
                start = flood_start(&at, 0.0)
                if corners:
                    known[vertex] = True
                else:
                    start.edge = edge
                starts.push_back(start)
                given.push_back(i)
    return 0


cdef int begin(NavView nav, vector[FloodStart]* starts, vector[int32_t]* given, double max_length,
               ExactGoalField* field) except -1 nogil:
    cdef bint same = not starts.empty() and max_length == field.max_length and given[0] == field.given \
            and are_same(starts, &field.goals)
    field.max_length = max_length
    field.goals.swap(starts[0])
    field.given.swap(given[0])
    if field.goals.empty():
        return 0
    reverse(nav, &field.reversed, &field.back)
    if not same or not take_back(field):
        field.first_nodes.clear()
        field.goal_of.clear()
        field.kept = 0
        make_room_for_all(field)
        begin_flood(field.back, &field.search, field.goals.data(), <int32_t>field.goals.size(), max_length, &field.first_nodes,
                    &field.log)
    return note_ground(field.back, &field.ground)


cdef int make_room_for_all(ExactGoalField* field) except -1 nogil:
    """Reserve memory for a flood of about one node for each half-edge; unused memory is given back later. The pages are large: a flood
    writes all of the memory once, and the system's work for each small page would be a sixth of its time."""
    cdef PolyanyaSearch* search = &field.search
    cdef size_t count = field.back.graph.half_edges.size()
    reserve_in_huge_pages(&search.intervals.nodes, count)
    reserve_in_huge_pages(&search.flood.windows, count)
    reserve_in_huge_pages(&search.intervals.root_history, count)
    reserve_in_huge_pages(&search.intervals.turn_history, count)
    reserve_in_huge_pages(&field.log.history, count)
    reserve_in_huge_pages(&field.log.open, count)
    reserve_in_huge_pages(&field.ground.half_edges, count)
    field.log.expanded.reserve(count)
    return 0


cdef int give_back_room(ExactGoalField* field) except -1 nogil:
    """Give back unused memory, where that is more than half."""
    field.search.intervals.nodes.resize(field.search.intervals.used)
    if 2 * field.search.intervals.nodes.size() < field.search.intervals.nodes.capacity():
        field.search.intervals.nodes.shrink_to_fit()
    if 2 * field.search.flood.windows.size() < field.search.flood.windows.capacity():
        field.search.flood.windows.shrink_to_fit()
    return forget_history(&field.search)


cdef bint are_same(const vector[FloodStart]* a, const vector[FloodStart]* b) noexcept nogil:
    cdef size_t i, k
    if a.size() != b.size():
        return False
    for i in range(a.size()):
        if a.at(i).at.poly != b.at(i).at.poly or a.at(i).length != b.at(i).length or a.at(i).edge != b.at(i).edge:
            return False
        for k in range(3):
            if a.at(i).at.point[k] != b.at(i).at.point[k]:
                return False
    return True


cdef bint take_back(ExactGoalField* field) except -1 nogil:
    """Take the flood back to before it entered a polygon that has changed. False if it began in such a polygon."""
    cdef PolyanyaSearch* search = &field.search
    cdef vector[uint8_t] changed
    cdef int64_t first
    cdef size_t i
    if not find_changes(field.back, &field.ground, &changed):
        return False
    for i in range(field.goals.size()):
        if changed[field.goals[i].at.poly]:
            return False
    first = first_into(&field.log, search, &field.ground, &changed)
    field.kept = search.searched
    search.version = field.back.graph.version
    if not search.over or first < search.searched:
        return_to(field.back, search, first)
        field.kept = search.searched
        field.goal_of.resize(min(field.goal_of.size(), <size_t>search.intervals.used))
    return True


cdef int64_t first_into(const FloodLog* log, const PolyanyaSearch* search, const FloodedGround* ground,
                        const vector[uint8_t]* polys) noexcept nogil:
    """The flood's first expansion into one of some polygons, their number if there is none."""
    cdef int32_t edge
    cdef size_t i
    for i in range(log.expanded.size()):
        edge = search.intervals.nodes[log.expanded[i]].edge
        if polys.at(ground.half_edges[edge].neighbor if edge >= 0 else ground.links[link_of(edge)].end_poly):
            return i
    return log.expanded.size()


cdef bint advance_exact_field(ExactGoalField* field, int64_t expansions) except -1 nogil:
    if field.goals.empty():
        return True
    if not field.search.over and advance_polyanya(field.back, &field.search, expansions):
        find_goals(field)
        give_back_room(field)
    return field.search.over


cdef int find_goals(ExactGoalField* field) except -1 nogil:
    """Note the goal of each node, where there are several: its parent's goal. A parent has a lower index."""
    cdef int32_t i, goal = 0
    if field.goals.size() == 1:
        return 0
    field.goal_of.reserve(field.search.intervals.used)
    for i in range(<int32_t>field.goal_of.size(), field.search.intervals.used):
        while goal < <int32_t>field.goals.size() and i >= field.first_nodes[goal + 1]:
            goal += 1
        field.goal_of.push_back(goal if goal < <int32_t>field.goals.size() else field.goal_of[field.search.intervals.nodes[i].parent])
    return 0


cdef size_t exact_field_bytes(const ExactGoalField* field) noexcept nogil:
    cdef const PolyanyaSearch* search = &field.search
    return search.intervals.nodes.capacity() * sizeof(SearchNode) + search.flood.windows.capacity() * sizeof(Window) \
        + field.goal_of.capacity() * sizeof(int32_t) + search.flood.last_window.capacity() * sizeof(int32_t) \
        + log_bytes(&field.log) + ground_bytes(&field.ground)


# ---- a way ----

cdef inline const Window* window_of(const ExactGoalField* field, const NearestPoly* at, double* length) noexcept nogil:
    """The window by which the way from a place is shortest, NULL if there is none."""
    cdef int32_t best
    length[0] = INFINITY
    if field.goals.empty() or not field.search.over or <size_t>at.poly >= field.search.flood.last_window.size():
        return NULL
    best = best_window(field.back.mesh, field.back.graph.rounding, &field.search.flood.windows, last_window_of(&field.search, at.poly),
                       to_plan(at.point), length)
    if best < 0 or length[0] > field.max_length:
        length[0] = INFINITY
        return NULL
    return &field.search.flood.windows[best]


cdef inline int32_t goal_of(const ExactGoalField* field, const Window* window) noexcept nogil:
    """Index of a window's goal. The first windows are those of the goals' own polygons, in the order of the goals."""
    if window.node < 0:
        return <int32_t>(window - field.search.flood.windows.data())
    if field.goals.size() == 1:
        return 0
    return field.goal_of[window.node]


cdef inline WindowSide side_of(const ExactGoalField* field, const Window* window, const NearestPoly* at) noexcept nogil:
    return window_side(field.back.mesh, field.back.graph.rounding, window, to_plan(at.point))


cdef bint is_elsewhere(const ExactGoalField* field, const NearestPoly* at, Vec2 place) noexcept nogil:
    cdef Vec2 here = to_plan(at.point)
    return distance2(place.x, place.y, here.x, here.y) > field.back.graph.rounding


cdef bint find_next_place(const ExactGoalField* field, const Window* window, const NearestPoly* at, Vec2* out) noexcept nogil:
    """Find the first place of the way from `at` that lies elsewhere: an end of the window's interval, its root, or a root before.
    False if there is none."""
    cdef WindowSide side = side_of(field, window, at)
    cdef Vec2 right = vec2(window.right_x, window.right_y), left = vec2(window.left_x, window.left_y)
    cdef const SearchNode* before
    cdef int32_t node = window.node
    out[0] = vec2(window.x, window.y)
    if side == BY_RIGHT_END and is_elsewhere(field, at, right):
        out[0] = right
    elif side == BY_LEFT_END and is_elsewhere(field, at, left):
        out[0] = left
    while not is_elsewhere(field, at, out[0]):
        if node < 0:
            return False
        before = &field.search.intervals.nodes[node]
        out[0], node = vec2(before.x, before.y), before.parent
    return True


cdef inline int32_t goal_around(const ExactGoalField* field, PolyRef poly) noexcept nogil:
    """Index of the goal that a polygon is, −1: it is none."""
    return field.inside[poly] if not field.goals.empty() and <size_t>poly < field.inside.size() else -1


cdef GoalWay exact_way(const ExactGoalField* field, const NearestPoly* at) noexcept nogil:
    cdef GoalWay way
    cdef const Window* window
    cdef Vec2 next, ahead
    way.length, way.dx, way.dy, way.goal = 0.0, 0.0, 0.0, goal_around(field, at.poly)
    if way.goal >= 0:
        return way
    window = window_of(field, at, &way.length)
    if window == NULL:
        return way
    way.length, way.goal = max(way.length, 0.0), field.given[goal_of(field, window)]
    if find_next_place(field, window, at, &next):
        ahead = unit(subtract(next, to_plan(at.point)))
        way.dx, way.dy = ahead.x, ahead.y
    return way


cdef void find_end(NavView nav, const FloodStart* goal, const Path* path, NearestPoly* end) noexcept nogil:
    """Where a path ends: the goal, or the point of its edge that is nearest to the path's last point."""
    cdef Vec2 last = to_plan(&path.points[path.points.size() - 3]), place
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    end[0] = goal.at
    if goal.edge >= 0:
        a = &nav.graph.half_edges[goal.edge]
        b = &nav.graph.half_edges[corner_after(&nav.graph.faces[goal.at.poly], goal.edge)]
        closest_on_segment(last.x, last.y, a.x, a.y, b.x, b.y, &place.x, &place.y)
        to_surface(nav.mesh, goal.at.poly, place, end.point)


cdef int32_t trace_exact_path(NavView nav, const ExactGoalField* field, FloodLegs* legs, const NearestPoly* start, NearestPoly* end,
                              Path* out) except? -2 nogil:
    cdef double length
    cdef const Window* window
    cdef int32_t turn = NO_TURN, twin, goal = goal_around(field, start.poly)
    cdef WindowSide side
    if goal >= 0:
        end[0] = start[0]
        trace_flood(field.back, &field.search, legs, -1, NO_TURN, start, out)
        end_trace(end, out)
        return goal
    window = window_of(field, start, &length)
    if window == NULL:
        return -1
    side = side_of(field, window, start)
    if side == BY_RIGHT_END or side == BY_LEFT_END:         # an end of the edge by which the flood entered the polygon
        twin = nav.graph.half_edges[field.search.intervals.nodes[window.node].edge].twin
        turn = twin if side == BY_LEFT_END else corner_after(&nav.graph.faces[start.poly], twin)
    goal = goal_of(field, window)
    trace_flood(field.back, &field.search, legs, window.node, turn, start, out)
    find_end(nav, &field.goals[goal], out, end)
    end_trace(end, out)
    return field.given[goal]
