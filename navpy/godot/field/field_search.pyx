"""With `sector_size` 0 each goal set has a whole field, found when it is asked for. Else all of them share the flow tiles of the grid,
each by a route: questions note what they need, and a physics frame computes as much of it as its budget has room for."""
from cython.operator cimport dereference, preincrement
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.utility cimport move
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner
from navpy.base.vec2 cimport Vec2, length, subtract, vec2
from navpy.godot.binding.engine cimport node_set_physics
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.pool cimport pool_runner
from navpy.godot.binding.threads cimport now_us
from navpy.godot.field.field_places cimport cell_in
from navpy.godot.field.nav_flow_field_data cimport NO_GOALS, TURNED, SetIterator
from navpy.godot.world.engine_crowd cimport drop_guide
from navpy.grid.cost_grid cimport to_cells
from navpy.grid.flow cimport make_flow, update_flow
from navpy.grid.integrate cimport integrate, update
from navpy.grid.integration cimport EIKONAL, Goal, Method
from navpy.grid.slices cimport SLICE
from navpy.grid.tiles.field_guide cimport guide_by_field, guide_by_tiles
from navpy.grid.tiles.flow_tiles cimport LEAST_SIZE, FlowTiles, add_route, begin_tiles, remove_route, take_changes, update_tiles

cdef int64_t SLICE_TIME = 500           # microseconds for SLICE cells
cdef int64_t EVERYTHING = 0x7fffffffffffffff


cdef GoalSet* goal_set_at(NavFlowField* field, int64_t number) noexcept nogil:
    cdef SetIterator found = field.goal_sets.find(number)
    return &dereference(found).second if found != field.goal_sets.end() else NULL


cdef void wake(NavFlowField* field) noexcept nogil:
    if not field.is_awake:
        field.is_awake = True
        node_set_physics(field.owner, True)


cdef void mark_changed(NavFlowField* field) noexcept nogil:
    field.has_changed = True
    wake(field)


cdef bint is_turned(const NavFlowField* field) noexcept nogil:
    return field.frame.cos != 1.0


# ---- ways ----

cdef int put_goals(const NavFlowField* field, const GoalSet* goal_set, vector[Goal]* out) except -1 nogil:
    cdef size_t k
    cdef Goal goal
    out.clear()
    for k in range(goal_set.goals.size()):
        goal.x, goal.y = goal_set.goals[k].x - field.laid.position.x, goal_set.goals[k].y - field.laid.position.y
        goal.value, goal.cell = 0.0, cell_in(&field.grid, vec2(goal.x, goal.y))
        out.push_back(goal)
    return 0


cdef int lay_tiles(NavFlowField* field) except -1 nogil:
    if not field.is_tiled:
        begin_tiles(&field.tiles, &field.grid, <int32_t>max(<int64_t>LEAST_SIZE, field.sector_size))
        field.is_tiled = True
    return 0


cdef int find_route(NavFlowField* field, GoalSet* goal_set) except -1 nogil:
    cdef vector[Goal] goals
    lay_tiles(field)
    put_goals(field, goal_set, &goals)
    goal_set.guide = guide_by_tiles(&field.tiles, add_route(&field.tiles, &goals))
    return 0


cdef int find_field(NavFlowField* field, GoalSet* goal_set) except -1 nogil:
    goal_set.ways.method = <Method>field.method
    goal_set.ways.order = 2 if field.method == EIKONAL else 1
    put_goals(field, goal_set, &goal_set.ways.goals)
    integrate(&goal_set.ways, &field.grid)
    make_flow(&goal_set.flow, &goal_set.ways, &field.grid)
    goal_set.guide = guide_by_field(&field.grid, &goal_set.ways, &goal_set.flow)
    field.searches += 1
    return 0


cdef int find_ways(NavFlowField* field, GoalSet* goal_set) except -1 nogil:
    if not goal_set.is_found:
        if field.sector_size > 0:
            find_route(field, goal_set)
        else:
            find_field(field, goal_set)
        goal_set.is_found = True
    elif field.sector_size == 0 and update(&goal_set.ways, &field.grid):
        update_flow(&goal_set.flow, &goal_set.ways, &field.grid)
        field.searches += 1
    return 0


cdef void forget_ways(NavFlowField* field, GoalSet* goal_set) noexcept nogil:
    if goal_set.is_found and field.is_tiled:
        remove_route(&field.tiles, goal_set.guide.route)
    goal_set.is_found = False


cdef int forget_all(NavFlowField* field) except -1 nogil:
    cdef SetIterator at = field.goal_sets.begin()
    cdef FlowTiles none
    while at != field.goal_sets.end():
        dereference(at).second.is_found = False
        preincrement(at)
    if field.is_tiled:
        field.tiles = move(none)
    field.is_tiled = field.has_work = False
    mark_changed(field)
    return keep_all_followed(field)


cdef double air_value(const NavFlowField* field, const GoalSet* goal_set, Vec2 place) noexcept nogil:
    cdef Vec2 at = to_cells(&field.grid, place)
    cdef double least = INFINITY
    cdef size_t k
    for k in range(goal_set.goals.size()):
        least = min(least, length(subtract(vec2(goal_set.goals[k].x - field.laid.position.x,
                                                goal_set.goals[k].y - field.laid.position.y), at)))
    return least * field.grid.least * field.grid.cell_size


# ---- flow tiles ----

cdef int take_changes_of_costs(NavFlowField* field) except -1 nogil:
    """At once: the grid remembers a number of them, and flow tiles that had missed some would begin anew."""
    if field.is_tiled:
        take_changes(&field.tiles)
    return 0


cdef int spend_budget(NavFlowField* field) except -1 nogil:
    """Between two looks at the clock no more is begun than this thread can do in the time left, as the others may be busy
    elsewhere."""
    cdef Runner runner = pool_runner()
    cdef int64_t end = now_us() + <int64_t>(1000.0 * min(field.update_budget, 1e9)), done = 1, all_done = 0, slices
    lay_tiles(field)
    while done > 0:
        slices = max(<int64_t>1, min((end - now_us()) // SLICE_TIME, <int64_t>runner.workers))
        done = update_tiles(&field.tiles, SLICE * slices, &runner)
        all_done += done
        if now_us() >= end:
            break
    field.searches += all_done > 0
    field.has_work = done > 0
    return 0


cdef int do_all(NavFlowField* field) except -1 nogil:
    cdef Runner runner = pool_runner()
    field.searches += update_tiles(&field.tiles, EVERYTHING, &runner) > 0
    return 0


# ---- crowds that follow ----

cdef int keep_followed(NavFlowField* field, GoalSet* goal_set) except -1 nogil:
    if not goal_set.is_followed:
        return 0
    if goal_set.goals.empty() or is_turned(field):
        goal_set.is_followed = False
        goal_set.fault = TURNED if is_turned(field) else NO_GOALS
        drop_guide(&goal_set.guide)
        with gil:
            node_error(field.owner, f"it {'is turned' if is_turned(field) else 'has no goals any more'}: those who followed it have "
                                    f"lost it")
    elif not goal_set.is_found:
        find_ways(field, goal_set)
    return 0


cdef int keep_all_followed(NavFlowField* field) except -1 nogil:
    cdef SetIterator at = field.goal_sets.begin()
    while at != field.goal_sets.end():
        keep_followed(field, &dereference(at).second)
        preincrement(at)
    return 0


cdef bint has_followers(NavFlowField* field) noexcept nogil:
    cdef SetIterator at = field.goal_sets.begin()
    while at != field.goal_sets.end():
        if dereference(at).second.is_followed:
            return True
        preincrement(at)
    return False
