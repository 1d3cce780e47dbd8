"""Goals of a NavFlowField. A call either does all its work, or prints a single error and changes nothing."""
from cython.operator cimport dereference, preincrement
from libc.math cimport INFINITY
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.class_spec cimport GdVector2i
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport resize_vectors, vectors_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.field.field_grid cimport UNCHANGED, cost_of, fit_grid, is_inside, read_cells
from navpy.godot.field.field_places cimport cell_with, frame_of, is_finite, place_of_cell, point_of, whole
from navpy.godot.field.field_search cimport find_ways, forget_ways, goal_set_at, is_turned, keep_followed, mark_changed, wake
from navpy.godot.field.nav_flow_field_data cimport NO_FAULT, NO_GOALS, TURNED, GridFrame, SetIterator
from navpy.godot.world.engine_crowd cimport drop_guide
from navpy.grid.integration cimport Method


# ---- goals ----

cdef GoalSet* known_set(NavFlowField* field, int64_t number, const char* method) noexcept nogil:
    """NULL, after saying so: there is none."""
    cdef GoalSet* found = goal_set_at(field, number)
    if found == NULL:
        with gil:
            node_error(field.owner, f"{method.decode()}: there is no goal set {number}: add_goal_set gives the numbers")
    return found


cdef bint check_goal(NavFlowField* field, size_t number, Vec2 goal) noexcept nogil:
    """In cells from the node. False, after saying so: it is outside of the region or in a wall."""
    cdef GdVector2i cell
    cdef bint inside = is_inside(field, goal)
    cell.x, cell.y = whole(goal.x), whole(goal.y)
    if inside and cost_of(field, goal_cell(field, goal)) < INFINITY:
        return True
    with gil:
        node_error(field.owner, f"goal {number}, in the cell ({cell.x}, {cell.y}), is "
                                f"{'in a wall' if inside else 'outside of the region'}: "
                                "nothing has changed")
    return False


cdef GdVector2i goal_cell(const NavFlowField* field, Vec2 goal) noexcept nogil:
    """A goal on the region's far border is in its last cell."""
    cdef GdVector2i cell
    cell.x = min(whole(goal.x), field.laid.position.x + field.laid.size.x - 1)
    cell.y = min(whole(goal.y), field.laid.position.y + field.laid.size.y - 1)
    return cell


cdef bint check_goals(NavFlowField* field, const vector[Vec2]* goals) noexcept nogil:
    cdef size_t k
    for k in range(goals.size()):
        if not check_goal(field, k, goals.at(k)):
            return False
    return True


cdef bint read_goals(NavFlowField* field, const GdPackedVector3Array* points, vector[Vec2]* goals) noexcept nogil:
    """False, after an error: a place cannot be a goal."""
    cdef int64_t k, count = 0
    cdef const GdVector3* places = vectors_of(points, &count)
    cdef GridFrame frame = frame_of(field)
    fit_grid(field)
    for k in range(count):
        if not is_finite(&places[k]):
            with gil:
                node_error(field.owner, f"goal {k}, {place_text(&places[k], field.cls.is_plane)}, is not finite: nothing has changed")
            return False
        goals.push_back(cell_with(field, &frame, &places[k]))
    return check_goals(field, goals)


cdef void take_goals(NavFlowField* field, GoalSet* goal_set, const vector[Vec2]* goals) noexcept nogil:
    forget_ways(field, goal_set)
    goal_set.goals = goals[0]
    keep_followed(field, goal_set)
    mark_changed(field)


cdef void set_goals(NavFlowField* field, const GdPackedVector3Array* points, int64_t number) noexcept nogil:
    cdef vector[Vec2] goals
    cdef GoalSet* goal_set = known_set(field, number, b"set_goals")
    if goal_set != NULL and read_goals(field, points, &goals):
        take_goals(field, goal_set, &goals)


cdef void set_goal_cells(NavFlowField* field, const GdArray* cells, int64_t number) noexcept nogil:
    cdef vector[GdVector2i] found
    cdef vector[Vec2] goals
    cdef size_t k
    cdef GoalSet* goal_set = known_set(field, number, b"set_goal_cells")
    if goal_set == NULL or not read_cells(field, cells, b"set_goal_cells", UNCHANGED, &found):
        return
    fit_grid(field)
    for k in range(found.size()):
        goals.push_back(vec2(found[k].x + 0.5, found[k].y + 0.5))
    if check_goals(field, &goals):
        take_goals(field, goal_set, &goals)


cdef void get_goals(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil:
    cdef GridFrame frame = frame_of(field)
    cdef const GoalSet* goal_set = known_set(field, number, b"get_goals")
    cdef GdVector3* goals
    cdef size_t k
    if goal_set == NULL:
        return
    goals = resize_vectors(out, <int64_t>goal_set.goals.size())
    for k in range(goal_set.goals.size()):
        goals[k] = point_of(&frame, place_of_cell(field, &frame, goal_set.goals[k].x, goal_set.goals[k].y))


cdef int64_t add_goal_set(NavFlowField* field, const GdPackedVector3Array* points) noexcept nogil:
    cdef vector[Vec2] goals
    if not read_goals(field, points, &goals):
        return -1
    field.last_set += 1
    take_goals(field, &field.goal_sets[field.last_set], &goals)
    return field.last_set


cdef void remove_goal_set(NavFlowField* field, int64_t number) noexcept nogil:
    cdef GoalSet* goal_set = known_set(field, number, b"remove_goal_set")
    if number == 0:
        with gil:
            node_error(field.owner, "remove_goal_set: the goal set 0 is the node's own, and stays: set_goals([]) takes its goals away")
    elif goal_set != NULL:
        if goal_set.is_followed:
            drop_guide(&goal_set.guide)
        forget_ways(field, goal_set)
        field.goal_sets.erase(number)
        mark_changed(field)


# ---- ways ----

cdef GoalSet* refresh(NavFlowField* field, int64_t number, const char* method) except? NULL nogil:
    cdef GoalSet* goal_set = known_set(field, number, method)
    fit_grid(field)
    if goal_set == NULL or goal_set.goals.empty():
        return NULL
    refresh_set(field, goal_set)
    if field.sector_size > 0:           # questions are answered by a frame's work
        wake(field)
    return goal_set


cdef int refresh_set(NavFlowField* field, GoalSet* goal_set) except -1 nogil:
    if field.sector_size == 0 and goal_set.ways.method != <Method>field.method:
        goal_set.is_found = False
    return find_ways(field, goal_set)


cdef int refresh_all(NavFlowField* field) except -1 nogil:
    cdef SetIterator at
    fit_grid(field)
    at = field.goal_sets.begin()
    while at != field.goal_sets.end():
        if not dereference(at).second.goals.empty():
            refresh_set(field, &dereference(at).second)
        preincrement(at)
    return 0


# ---- crowds that follow ----

cdef const FieldGuide* guide_of(NavFlowField* field, int64_t number) except? NULL nogil:
    """A crowd reads the field in each step, in world space."""
    cdef GoalSet* goal_set = refresh(field, number, b"follow_field")
    if goal_set == NULL:
        goal_set = goal_set_at(field, number)
        if goal_set != NULL:
            goal_set.fault = NO_GOALS
            with gil:
                node_error(field.owner, "it has no goals, so nobody can follow it: call set_goals")
        return NULL
    if is_turned(field):
        goal_set.fault = TURNED
        with gil:
            node_error(field.owner, "it is turned, so a crowd cannot follow it: its rotation in world space must be 0")
        return NULL
    goal_set.is_followed, goal_set.fault = True, NO_FAULT
    wake(field)
    return &goal_set.guide


cdef void lose_followers(NavFlowField* field) noexcept nogil:
    cdef SetIterator at = field.goal_sets.begin()
    while at != field.goal_sets.end():
        if dereference(at).second.is_followed:
            drop_guide(&dereference(at).second.guide)
        preincrement(at)


cdef str why_lost(NavFlowField* field, int64_t number):
    cdef const GoalSet* goal_set = goal_set_at(field, number) if field != NULL else NULL
    if field == NULL:
        return "the flow field was freed: call follow_field with another one"
    if goal_set == NULL:
        return f"the flow field has no goal set {number}, or has none any more: add_goal_set gives another number"
    if goal_set.fault == TURNED:
        return "the flow field was turned, and a crowd cannot follow it so: its rotation in world space must be 0"
    return "the flow field had no goals: call set_goals, and follow_field again"
