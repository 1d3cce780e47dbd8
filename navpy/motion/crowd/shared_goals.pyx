"""Goals that many agents share. When to flood is the question of renting or buying skis (Karlin, Manasse, Rudolph & Sleator 1988):
each search rents a path, a flood buys all of them. So a field begins as soon as the searches to a goal, with the announced ones, have
cost as much as the flood will. Whatever follows, this takes at most about twice the work of an oracle.

The summary of Misra & Gries (1982) finds the goals worth counting: a goal without a place among the known goals takes as much from
each of their credits as it adds. So a goal that nobody asks for any more is forgotten in time, its field too, and memory has a bound:
MOST_SHARED_GOALS fields."""
from libc.math cimport INFINITY, M_PI, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.core cimport PATH_FAILED, PolyRef, REASON_LENGTH_LIMIT, REASON_NONE, REASON_RADIUS_LIMIT
from navpy.base.geom cimport distance2
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport SearchExtents, default_extents, locate
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.exact_goal_field cimport ExactGoalField
from navpy.query.goal_field cimport GoalField, advance_goal_field, begin_goal_field, find_goal_path, flooded
from navpy.query.path cimport ALGORITHM_AUTO, PathBuffer, PathOptions, default_options, place_start_by
from navpy.query.polyanya.flood_paths cimport forget_legs

# ---- the known goals ----

cdef SharedGoal* find_shared_goal(SharedGoals* all, const double* target, const PortalGraph* graph,
                                  const ClearanceMap* map) noexcept nogil:
    cdef SharedGoal* goal
    cdef size_t i
    for i in range(all.goals.size()):
        goal = &all.goals[i]
        if goal.target[0] == target[0] and goal.target[2] == target[2] and goal.target[1] == target[1] and goal.graph == graph \
                and goal.map == map:
            return goal
    return NULL


cdef inline bint is_of_mesh(const SharedGoal* goal, const MeshView* mesh) noexcept nogil:
    """True if it is a goal over the mesh's own graph."""
    return goal.graph == mesh.graph and goal.map == NULL


cdef void forget_goals(SharedGoals* all) noexcept nogil:
    all.goals.clear()
    all.island_edges = 0


cdef int begin_again(SharedGoals* all, const MeshView* mesh) except -1 nogil:
    cdef SearchExtents reach = default_extents(mesh)
    cdef SharedGoal* goal
    cdef size_t i = 0
    all.island_edges = 0
    while i < all.goals.size():
        goal = &all.goals[i]
        if not goal.has_field or not is_of_mesh(goal, mesh) or not locate(view_of(mesh, mesh.graph), goal.target, &reach, &goal.goal):
            all.goals.erase(all.goals.begin() + i)
            continue
        goal.flood_cost = goal.flooded = 0
        goal.is_complete = False
        i += 1
    return 0


cdef void forget_filtered_goals(SharedGoals* all, const MeshView* mesh) noexcept nogil:
    cdef size_t i = 0
    while i < all.goals.size():
        if mesh != NULL and is_of_mesh(&all.goals[i], mesh):
            i += 1
        else:
            all.goals.erase(all.goals.begin() + i)


cdef void forget_waiting(SharedGoals* all) noexcept nogil:
    cdef size_t i
    for i in range(all.goals.size()):
        all.goals[i].waiting = 0


cdef int64_t take_credit(SharedGoals* all, int64_t cost) noexcept nogil:
    """The rest of a cost after all known goals have paid for it, each the same; goals without credit are forgotten."""
    cdef int64_t share = cost
    cdef size_t i, kept = 0
    for i in range(all.goals.size()):
        share = min(share, all.goals[i].credit)
    for i in range(all.goals.size()):
        all.goals[i].credit -= share
        if all.goals[i].credit > 0:
            if kept < i:
                all.goals[kept] = all.goals[i]
            kept += 1
    all.goals.erase(all.goals.begin() + kept, all.goals.end())
    return cost - share


cdef int note_search(SharedGoals* all, NavView nav, const PathOptions* options, const double* target, int32_t slot,
                     const PathBuffer* found, int64_t cost) except -1 nogil:
    cdef SharedGoal* goal = find_shared_goal(all, target, nav.graph, options.clearance)
    cdef SharedGoal fresh
    cdef int64_t credit = cost
    if found.status == PATH_FAILED or not found.one_island or found.reason not in (REASON_NONE, REASON_LENGTH_LIMIT,
                                                                                   REASON_RADIUS_LIMIT):
        return 0
    if goal == NULL:
        if all.goals.size() >= MOST_SHARED_GOALS:
            credit = take_credit(all, cost)
            if credit == 0 or all.goals.size() >= MOST_SHARED_GOALS:
                return 0
        memcpy(fresh.target, target, sizeof(fresh.target))
        fresh.graph, fresh.map, fresh.goal = nav.graph, options.clearance, found.goal
        fresh.searches = fresh.cost = fresh.credit = fresh.waiting = fresh.flood_cost = fresh.flooded = 0
        fresh.has_field = fresh.is_complete = False
        all.goals.push_back(fresh)
        goal = &all.goals.back()
    goal.slot = slot
    goal.searches += 1
    goal.cost += cost
    goal.credit += credit
    return 0


# ---- when to flood ----

cdef int64_t count_edges(SharedGoals* all, NavView nav, PolyRef poly) noexcept nogil:
    """Half-edges of a polygon's island: a flood opens about as many nodes. Notes the island's extent, too."""
    cdef int32_t island = island_of(nav.mesh, poly), i, k
    cdef double low[2]
    cdef double high[2]
    cdef const double* corner
    if all.island_edges == 0 or all.island != island:
        all.island, all.island_edges = island, 0
        low[0] = low[1] = INFINITY
        high[0] = high[1] = -INFINITY
        for i in range(nav.mesh.poly_count):
            if nav.mesh.polys[i].count > 0 and island_of(nav.mesh, i) == island:
                all.island_edges += nav.graph.faces[i].count
                for k in range(nav.mesh.polys[i].first, nav.mesh.polys[i].first + nav.mesh.polys[i].count):
                    corner = nav.mesh.vertices + 3 * nav.mesh.corners[k]
                    low[0], high[0] = min(low[0], corner[0]), max(high[0], corner[0])
                    low[1], high[1] = min(low[1], corner[2]), max(high[1], corner[2])
        all.island_extent = (high[0] - low[0]) * (high[1] - low[1])
    return all.island_edges


cdef int64_t count_searched(SharedGoals* all, NavView nav, const PathBuffer* found) noexcept nogil:
    """An exact search without landmarks opens the ellipse of the places over which a way may be as short as its path."""
    cdef double straight = distance2(found.start.point[0], found.start.point[2], found.goal.point[0], found.goal.point[2]), \
        length = 0.0, ellipse
    cdef int64_t edges
    cdef size_t i
    if found.corridor.empty():
        return 0
    edges = count_edges(all, nav, found.start.poly)
    for i in range(3, found.points.size(), 3):
        length += distance2(found.points[i - 3], found.points[i - 1], found.points[i], found.points[i + 2])
    ellipse = 0.25 * M_PI * length * sqrt(max(length * length - straight * straight, 0.0))
    return <int64_t>(edges * min(ellipse / all.island_extent, 1.0)) if all.island_extent > 0.0 else edges


cdef bint is_worth_a_flood(SharedGoals* all, NavView nav, SharedGoal* goal) noexcept nogil:
    """With a map, too, both sides are counted on the mesh: its polygons lie in about as many pieces on a path as everywhere else."""
    cdef int64_t coming = goal.waiting + all.expected
    if goal.searches < 2 and coming == 0:
        return False
    if goal.flood_cost == 0:
        goal.flood_cost = count_edges(all, nav, goal.goal.poly)
    return goal.credit + goal.cost // goal.searches * coming >= goal.flood_cost


cdef int begin(NavView nav, const SharedGoal* goal, WideSearch* wide, GoalField* field) except -1 nogil:
    return begin_goal_field(nav, goal.map, &wide.goals, &goal.goal, 1, INFINITY, field)


cdef int flood(NavView nav, SharedGoal* goal, WideSearch* wide, int64_t nodes) except -1 nogil:
    """Goes on with the flood of a goal, at most by so many nodes; begins it first. Nodes left by a change of the navmesh count, too: a
    crowd that loads a state and floods everything anew comes as far."""
    cdef shared_ptr[GoalField] fresh
    cdef const ExactGoalField* field
    cdef int64_t end = goal.flooded + nodes
    if goal.field.get() == NULL:
        fresh = make_shared[GoalField]()
        begin(nav, goal, wide, fresh.get())
        goal.field = fresh                              # not before: memory may end
    field = flooded(goal.field.get())
    forget_legs(&goal.legs)
    if field.search.version != (nav.graph.version if goal.map == NULL else goal.map.graph.version):
        begin(nav, goal, wide, goal.field.get())
    if field.search.searched < end:
        advance_goal_field(goal.field.get(), end - field.search.searched)
    goal.is_complete = field.search.over and field.search.searched < end
    goal.flooded = min(field.search.searched, end)
    return 0


cdef int restore(NavView nav, SharedGoal* goal, WideSearch* wide) except -1 nogil:
    """Floods as far as the field of a loaded state had come."""
    cdef int64_t nodes = goal.flooded + goal.is_complete    # a flood is over when it finds no further node
    goal.flooded = 0
    return flood(nav, goal, wide, nodes)


cdef int keep_fields(SharedGoals* all, const vector[SharedGoal]* former) except -1 nogil:
    cdef const SharedGoal* other
    cdef SharedGoal* goal
    cdef size_t i, k
    for i in range(former.size()):
        other = &former.at(i)
        for k in range(all.goals.size()):
            goal = &all.goals[k]
            if goal.has_field and goal.graph == other.graph and goal.map == other.map and goal.flooded == other.flooded \
                    and goal.is_complete == other.is_complete and goal.goal.poly == other.goal.poly \
                    and goal.goal.point[0] == other.goal.point[0] \
                    and goal.goal.point[1] == other.goal.point[1] and goal.goal.point[2] == other.goal.point[2]:
                goal.field, goal.legs = other.field, other.legs
    return 0


# ---- paths ----

cdef bint can_share(NavView nav, const PathOptions* options) noexcept nogil:
    return options.algorithm == ALGORITHM_AUTO and nav.graph.uniform and not options.max_distance < INFINITY \
        and options.max_searched == default_options().max_searched \
        and (options.clearance == NULL or options.epsilon < 0.0)        # only a search simplifies a path away from walls


cdef bint trace(NavView nav, const PathOptions* options, SharedGoal* goal, WideSearch* wide, const double* start, const double* target,
                PathBuffer* out) except -1 nogil:
    """The path from a start to the goal by its complete field, as find_path writes it. False: there is none."""
    if not place_start_by(nav, options, start, target, out):
        return False
    out.goal, out.one_island = goal.goal, island_of(nav.mesh, out.start.poly) == island_of(nav.mesh, goal.goal.poly)
    if not out.one_island:
        return False
    return find_goal_path(nav, options, goal.field.get(), &goal.legs, wide, out) >= 0


cdef bint find_shared_path(SharedGoals* all, NavView nav, const PathOptions* options, WideSearch* wide, const double* start,
                           const double* target, int32_t slot, int64_t* spent, PathBuffer* out) except -1 nogil:
    cdef SharedGoal* goal = find_shared_goal(all, target, nav.graph, options.clearance)
    cdef int64_t before
    if goal == NULL or not (goal.has_field or is_worth_a_flood(all, nav, goal)):
        return False
    if nav.graph.costs[goal.goal.poly] < 0.0:           # of a state that was loaded by a crowd with other filters
        return False
    if goal.has_field and goal.field.get() == NULL:
        restore(nav, goal, wide)
    if not goal.is_complete:
        if all.flood_left <= 0:
            return False
        all.fields += not goal.has_field
        goal.has_field, before = True, goal.flooded
        flood(nav, goal, wide, all.flood_left)
        all.flood_left -= goal.flooded - before
        spent[0] += goal.flooded - before
        if not goal.is_complete:
            return False
    if not trace(nav, options, goal, wide, start, target, out):
        return False
    goal.slot = slot
    # requests keep it from being forgotten
    goal.credit = min(goal.credit + goal.cost // goal.searches, max(goal.credit, goal.flood_cost))
    spent[0] += <int64_t>out.corridor.size() + 1
    return True
