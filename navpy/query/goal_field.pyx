"""A goal field: the shortest ways from everywhere to the nearest of some goals.

A flood from the goals, over the navmesh with all its ways reversed, notes windows: for each polygon what roots are seen of it, and how far
these are from the goals. The way from a place begins in the window by which it is shortest, straight to the window's root or to an end of
its interval; from there on it is the flood's path."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.half_edges cimport corner_after
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_flood
from navpy.query.polyanya.polyanya_path cimport end_trace, trace_flood
from navpy.query.polyanya.search_node cimport NO_TURN, PolyanyaSearch, SearchNode, last_window_of
from navpy.query.polyanya.window cimport BY_LEFT_END, BY_RIGHT_END, Window, WindowSide, best_window, window_side
from navpy.query.reversed_nav cimport reverse


# ---- the flood ----

cdef int begin_goal_field(NavView nav, const NearestPoly* goals, int32_t count, double max_length, GoalField* field) except -1 nogil:
    cdef int32_t i
    field.max_length = max_length
    field.goals.clear()
    field.given.clear()
    field.first_nodes.clear()
    field.goal_of.clear()
    for i in range(count):
        if goals[i].poly != NO_POLY and nav.graph.costs[goals[i].poly] >= 0.0:
            field.goals.push_back(goals[i])
            field.given.push_back(i)
    if field.goals.empty():
        return 0
    reverse(nav, &field.reversed, &field.back)
    return begin_flood(field.back, &field.flood, field.goals.data(), <int32_t>field.goals.size(), max_length, &field.first_nodes)


cdef bint advance_goal_field(GoalField* field, int64_t expansions) except -1 nogil:
    if field.goals.empty():
        return True
    if field.goal_of.empty() and advance_polyanya(field.back, &field.flood, expansions):
        find_goals(field)
        forget_history(&field.flood)
    return field.flood.over


cdef int find_goals(GoalField* field) except -1 nogil:
    """Note the goal of each node: that of its parent, which has a lower index."""
    cdef int32_t i, goal
    field.goal_of.resize(max(field.flood.used, 1), -1)
    for goal in range(<int32_t>field.goals.size()):
        for i in range(field.first_nodes[goal], field.first_nodes[goal + 1]):
            field.goal_of[i] = goal
    for i in range(field.first_nodes[field.goals.size()], field.flood.used):
        field.goal_of[i] = field.goal_of[field.flood.nodes[i].parent]
    return 0


cdef int forget_history(PolyanyaSearch* flood) except -1 nogil:
    """Give back the memory that only a search under way reads."""
    flood.root_history.clear()
    flood.root_history.shrink_to_fit()
    flood.turn_history.clear()
    flood.turn_history.shrink_to_fit()
    flood.last_node.clear()
    flood.last_node.shrink_to_fit()
    flood.open_list.clear()
    flood.open_list.shrink_to_fit()
    flood.full_views.clear()
    flood.full_views.shrink_to_fit()
    flood.nodes.resize(flood.used)
    flood.nodes.shrink_to_fit()
    flood.windows.shrink_to_fit()
    return 0


cdef size_t goal_field_bytes(const GoalField* field) noexcept nogil:
    cdef const PolyanyaSearch* flood = &field.flood
    return flood.nodes.capacity() * sizeof(SearchNode) + flood.windows.capacity() * sizeof(Window) + field.goal_of.capacity() * sizeof(int32_t) \
        + flood.last_window.capacity() * sizeof(int32_t)


# ---- a way ----

cdef inline const Window* window_of(const GoalField* field, const NearestPoly* at, double* length) noexcept nogil:
    """The window by which the way from a place is shortest, NULL if there is none."""
    cdef int32_t best
    length[0] = INFINITY
    if field.goals.empty() or not field.flood.over or <size_t>at.poly >= field.flood.last_window.size():
        return NULL
    best = best_window(field.back.mesh, field.back.graph.rounding, &field.flood.windows, last_window_of(&field.flood, at.poly),
                       at.point[0], -at.point[2], length)
    if best < 0 or length[0] > field.max_length:
        length[0] = INFINITY
        return NULL
    return &field.flood.windows[best]


cdef inline int32_t goal_of(const GoalField* field, const Window* window) noexcept nogil:
    """Index of a window's goal. The first windows are those of the goals' own polygons, in the order of the goals."""
    return field.goal_of[window.node] if window.node >= 0 else <int32_t>(window - field.flood.windows.data())


cdef inline WindowSide side_of(const GoalField* field, const Window* window, const NearestPoly* at) noexcept nogil:
    return window_side(field.back.mesh, field.back.graph.rounding, window, at.point[0], -at.point[2])


cdef bint is_elsewhere(const GoalField* field, const NearestPoly* at, double x, double y) noexcept nogil:
    return distance2(x, y, at.point[0], -at.point[2]) > field.back.graph.rounding


cdef bint find_next_place(const GoalField* field, const Window* window, const NearestPoly* at, double* x, double* y) noexcept nogil:
    """The first place of the way from `at` that lies elsewhere: an end of the window's interval, its root, or a root before that. False: there is none."""
    cdef WindowSide side = side_of(field, window, at)
    cdef int32_t node = window.node
    x[0], y[0] = window.x, window.y
    if side == BY_RIGHT_END and is_elsewhere(field, at, window.right_x, window.right_y):
        x[0], y[0] = window.right_x, window.right_y
    elif side == BY_LEFT_END and is_elsewhere(field, at, window.left_x, window.left_y):
        x[0], y[0] = window.left_x, window.left_y
    while not is_elsewhere(field, at, x[0], y[0]):
        if node < 0:
            return False
        x[0], y[0], node = field.flood.nodes[node].x, field.flood.nodes[node].y, field.flood.nodes[node].parent
    return True


cdef GoalWay goal_way(const GoalField* field, const NearestPoly* at) noexcept nogil:
    cdef GoalWay way
    cdef const Window* window = window_of(field, at, &way.length)
    cdef double x, y, distance
    way.dx, way.dy, way.goal = 0.0, 0.0, -1
    if window == NULL:
        return way
    way.goal = field.given[goal_of(field, window)]
    if find_next_place(field, window, at, &x, &y):
        distance = distance2(x, y, at.point[0], -at.point[2])
        way.dx, way.dy = (x - at.point[0]) / distance, (y + at.point[2]) / distance
    return way


cdef int32_t trace_goal_path(NavView nav, const GoalField* field, const NearestPoly* start, Path* out) except? -2 nogil:
    cdef double length
    cdef const Window* window = window_of(field, start, &length)
    cdef int32_t turn = NO_TURN, twin, goal
    cdef WindowSide side
    if window == NULL:
        return -1
    side = side_of(field, window, start)
    if side == BY_RIGHT_END or side == BY_LEFT_END:         # an end of the edge by which the flood entered the polygon
        twin = nav.graph.half_edges[field.flood.nodes[window.node].edge].twin
        turn = twin if side == BY_LEFT_END else corner_after(&nav.graph.faces[start.poly], twin)
    goal = goal_of(field, window)
    trace_flood(field.back, &field.flood, window.node, turn, start, out)
    end_trace(&field.goals[goal], out)
    return goal
