"""The grid of a NavFlowField. A call either does all its work, or prints a single error and changes nothing."""
from cython.operator cimport dereference, preincrement
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.map cimport map
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.gd cimport ARRAY, GdVariant, GdVector3, PACKED_FLOAT32_ARRAY, VECTOR2I, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport array_element, floats_of, resized_elements, size_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.field.field_places cimport cell_with, frame_of, is_finite, place_of_cell, point_of, whole
from navpy.godot.field.field_search cimport forget_all, is_turned, keep_all_followed, mark_changed, take_changes_of_costs
from navpy.godot.field.nav_flow_field_data cimport GoalSet, GridFrame
from navpy.grid.cost_grid cimport LEAST, MOST, CellRect, cell_at, make_grid, set_costs as set_rectangle

cdef int64_t MOST_CELLS = 1 << 24           # some 0.5 GB, and 2 s for the ways to a goal
cdef const char* UNCHANGED = b": nothing has changed"
cdef int64_t FARTHEST = 1 << 24             # cells from the node to the region's ends: their coordinates are exact in floats


# ---- the grid ----

cdef bint is_same(const GdRect2i* a, const GdRect2i* b) noexcept nogil:
    return a.position.x == b.position.x and a.position.y == b.position.y and a.size.x == b.size.x and a.size.y == b.size.y


cdef int fit_grid(NavFlowField* field) except -1 nogil:
    cdef vector[float] costs
    cdef GdVector2i cell
    cdef double cost
    cdef int64_t size = <int64_t>field.region.size.x * field.region.size.y
    cdef int32_t x, y
    put_grid(field)
    if is_same(&field.region, &field.laid) and field.grid.cell_size == field.cell_size and field.laid_cost == field.default_cost:
        return 0
    costs.resize(size, <float>field.default_cost)
    for y in range(field.region.size.y if field.grid.rows > 0 else 0):
        for x in range(field.region.size.x):
            cell.x, cell.y = field.region.position.x + x, field.region.position.y + y
            cost = cost_of(field, cell) if is_laid(field, cell) else field.laid_cost
            if cost != <float>field.laid_cost:
                costs[<size_t>y * field.region.size.x + x] = <float>cost
    return lay(field, &costs)


cdef void put_grid(NavFlowField* field) noexcept nogil:
    """Where the node is."""
    cdef GridFrame frame = frame_of(field)
    cdef Vec2 corner = place_of_cell(field, &frame, field.laid.position.x, field.laid.position.y)
    cdef map[int64_t, GoalSet].iterator at = field.goal_sets.begin()
    if is_turned(field):
        keep_all_followed(field)
    if corner.x == field.grid.origin.x and corner.y == field.grid.origin.y:
        return
    field.grid.origin = corner
    while at != field.goal_sets.end():
        dereference(at).second.flow.grid.origin = place_of_cell(field, &frame, field.laid.position.x + 0.5,
                                                                field.laid.position.y + 0.5)
        preincrement(at)


cdef int lay(NavFlowField* field, const vector[float]* costs) except -1 nogil:
    cdef CellRect everything
    make_grid(&field.grid, field.region.size.y, field.region.size.x, field.cell_size, vec2(0.0, 0.0))
    everything.row = everything.column = 0
    everything.row_end, everything.column_end = field.grid.rows, field.grid.columns
    set_rectangle(&field.grid, &everything, costs.data())
    field.laid, field.laid_cost = field.region, field.default_cost
    put_grid(field)
    drop_goals_outside(field)
    return forget_all(field)


cdef bint is_inside(const NavFlowField* field, Vec2 goal) noexcept nogil:
    return field.laid.position.x <= goal.x <= field.laid.position.x + field.laid.size.x \
        and field.laid.position.y <= goal.y <= field.laid.position.y + field.laid.size.y


cdef int drop_goals_outside(NavFlowField* field) except -1 nogil:
    cdef map[int64_t, GoalSet].iterator at = field.goal_sets.begin()
    cdef vector[Vec2]* goals
    cdef size_t k, kept, count = 0, all_kept = 0
    while at != field.goal_sets.end():
        goals = &dereference(at).second.goals
        kept = 0
        for k in range(goals.size()):
            if is_inside(field, goals.at(k)):
                goals[0][kept] = goals.at(k)
                kept += 1
        count, all_kept = count + goals.size(), all_kept + kept
        goals.resize(kept)
        preincrement(at)
    if all_kept < count:
        with gil:
            node_error(field.owner, f"{count - all_kept} of its {count} goals are outside of its region now, and are goals no more")
    return 0


cdef bint check_region(NavFlowField* field, GdRect2i region, const char* method) noexcept nogil:
    cdef int64_t right = <int64_t>region.position.x + region.size.x, down = <int64_t>region.position.y + region.size.y
    if region.size.x > 0 and region.size.y > 0 and <int64_t>region.size.x * region.size.y <= MOST_CELLS \
            and min(region.position.x, region.position.y) >= -FARTHEST and max(right, down) <= FARTHEST:
        return True
    with gil:
        node_error(field.owner, f"{method.decode()}: a field has 1 to {MOST_CELLS} cells, at most {FARTHEST} from the node, not "
                                f"{region.size.x} × {region.size.y} from ({region.position.x}, {region.position.y}) on: nothing has "
                                f"changed")
    return False


cdef int put_costs(NavFlowField* field, const CellRect* where, const float* costs) except -1 nogil:
    set_rectangle(&field.grid, where, costs)
    mark_changed(field)
    return take_changes_of_costs(field)


cdef int take_costs(NavFlowField* field, GdRect2i region, const vector[float]* costs) except -1 nogil:
    cdef CellRect everything
    fit_grid(field)
    if is_same(&region, &field.laid):               # a repair finds the unchanged cells again
        everything.row = everything.column = 0
        everything.row_end, everything.column_end = field.grid.rows, field.grid.columns
        return put_costs(field, &everything, costs.data())
    field.region = region
    return lay(field, costs)


cdef void set_region(NavFlowField* field, const GdRect2i* region) noexcept nogil:
    if check_region(field, region[0], b"region"):
        field.region = region[0]
        fit_grid(field)


# ---- cells ----

cdef inline bint is_laid(const NavFlowField* field, GdVector2i cell) noexcept nogil:
    return 0 <= <int64_t>cell.x - field.laid.position.x < field.laid.size.x \
            and 0 <= <int64_t>cell.y - field.laid.position.y < field.laid.size.y


cdef bint is_within(const NavFlowField* field, const GdRect2i* rectangle) noexcept nogil:
    """True if the rectangle has cells, all of them cells of the grid."""
    return rectangle.size.x > 0 and rectangle.size.y > 0 and is_laid(field, rectangle.position) \
        and <int64_t>rectangle.position.x + rectangle.size.x <= <int64_t>field.laid.position.x + field.laid.size.x \
        and <int64_t>rectangle.position.y + rectangle.size.y <= <int64_t>field.laid.position.y + field.laid.size.y


cdef double cost_of(const NavFlowField* field, GdVector2i cell) noexcept nogil:
    """Of a cell of the grid."""
    return field.grid.costs[cell_at(&field.grid, cell.y - field.laid.position.y, cell.x - field.laid.position.x)]


cdef bint check_cost(NavFlowField* field, double cost, const char* method) noexcept nogil:
    if LEAST <= cost <= MOST or cost == INFINITY:
        return True
    with gil:
        node_error(field.owner, f"{method.decode()}: a cost is a number from {LEAST:g} to {MOST:g}, or INF for a wall, not {cost:g}: "
                                f"nothing has changed")
    return False


cdef bint read_cells(NavFlowField* field, const GdArray* cells, const char* method, const char* otherwise,
                     vector[GdVector2i]* out) noexcept nogil:
    """False, after saying so: an element is no Vector2i."""
    cdef GdVariant value
    cdef int64_t i
    cdef int type
    for i in range(size_of(ARRAY, cells)):
        array_element(cells, i, &value)
        type = navpy_gd.variant_get_type(&value)
        if type == VECTOR2I:
            out.push_back((<GdVector2i*>navpy_gd.var_ptr[<int>VECTOR2I](&value))[0])
        navpy_gd.variant_destroy(&value)
        if type != VECTOR2I:
            with gil:
                node_error(field.owner, f"{method.decode()}: cells[{i}] is no Vector2i{otherwise.decode()}")
            return False
    return True


cdef void set_cost(NavFlowField* field, const GdVector2i* cell, double cost) noexcept nogil:
    cdef GdRect2i one
    fit_grid(field)
    if not is_laid(field, cell[0]):
        with gil:
            node_error(field.owner, f"set_cost: the cell ({cell.x}, {cell.y}) is outside of the region: nothing has changed")
        return
    if check_cost(field, cost, b"set_cost"):
        one.position, one.size.x, one.size.y = cell[0], 1, 1
        fill_part(field, one, cost)


cdef int fill_part(NavFlowField* field, GdRect2i rectangle, double cost) except -1 nogil:
    """The part of a rectangle in the region."""
    cdef vector[float] costs
    cdef CellRect where
    cdef int64_t x = <int64_t>rectangle.position.x - field.laid.position.x, y = <int64_t>rectangle.position.y - field.laid.position.y
    where.column, where.row = <int32_t>min(max(0, x), field.laid.size.x), <int32_t>min(max(0, y), field.laid.size.y)
    where.column_end = <int32_t>max(<int64_t>where.column, min(x + rectangle.size.x, field.laid.size.x))
    where.row_end = <int32_t>max(<int64_t>where.row, min(y + rectangle.size.y, field.laid.size.y))
    costs.resize(<size_t>(where.column_end - where.column) * (where.row_end - where.row), <float>cost)
    return put_costs(field, &where, costs.data())


cdef void fill(NavFlowField* field, const GdRect2i* rectangle, double cost) noexcept nogil:
    fit_grid(field)
    if check_cost(field, cost, b"fill"):
        fill_part(field, rectangle[0], cost)


cdef void fill_cells(NavFlowField* field, const GdArray* cells, double cost) noexcept nogil:
    cdef vector[GdVector2i] found
    cdef GdRect2i one
    cdef size_t k
    fit_grid(field)
    if not check_cost(field, cost, b"fill_cells") or not read_cells(field, cells, b"fill_cells", UNCHANGED, &found):
        return
    one.size.x = one.size.y = 1
    for k in range(found.size()):
        if is_laid(field, found[k]):
            one.position = found[k]
            fill_part(field, one, cost)


cdef void set_costs(NavFlowField* field, const GdRect2i* rectangle, const GdPackedFloat32Array* costs) noexcept nogil:
    cdef int64_t k, count = 0
    cdef const float* values = floats_of(costs, &count)
    cdef CellRect where
    fit_grid(field)
    if not is_within(field, rectangle):
        with gil:
            node_error(field.owner, f"set_costs: {rectangle.size.x} × {rectangle.size.y} cells from ({rectangle.position.x}, "
                                    f"{rectangle.position.y}) on "
                                    "are not within the region: nothing has changed")
        return
    if count != <int64_t>rectangle.size.x * rectangle.size.y:
        with gil:
            node_error(field.owner, f"set_costs was given {count} costs for {rectangle.size.x} × {rectangle.size.y} cells: nothing "
                                    f"has changed")
        return
    for k in range(count):
        if not check_cost(field, values[k], b"set_costs"):
            return
    where.column, where.row = rectangle.position.x - field.laid.position.x, rectangle.position.y - field.laid.position.y
    where.column_end, where.row_end = where.column + rectangle.size.x, where.row + rectangle.size.y
    put_costs(field, &where, values)


cdef double get_cost(NavFlowField* field, const GdVector2i* cell) noexcept nogil:
    fit_grid(field)
    return cost_of(field, cell[0]) if is_laid(field, cell[0]) else INFINITY


cdef void get_costs(NavFlowField* field, const GdRect2i* rectangle, GdPackedFloat32Array* out) noexcept nogil:
    cdef float* values
    cdef GdVector2i cell
    cdef int32_t x, y
    if not check_region(field, rectangle[0], b"get_costs"):
        return
    fit_grid(field)
    values = <float*>resized_elements(PACKED_FLOAT32_ARRAY, out, <int64_t>rectangle.size.x * rectangle.size.y)
    for y in range(rectangle.size.y):
        for x in range(rectangle.size.x):
            cell.x, cell.y = rectangle.position.x + x, rectangle.position.y + y
            values[0] = <float>cost_of(field, cell) if is_laid(field, cell) else <float>INFINITY
            values += 1


cdef GdVector2i cell_at_point(NavFlowField* field, const GdVector3* point) noexcept nogil:
    cdef GridFrame frame = frame_of(field)
    cdef Vec2 at = cell_with(field, &frame, point)
    cdef GdVector2i cell
    if not is_finite(point):
        with gil:
            node_error(field.owner, f"get_cell: the point {place_text(point, field.cls.is_plane)} is not finite")
        at = vec2(-INFINITY, -INFINITY)
    cell.x, cell.y = whole(at.x), whole(at.y)
    return cell


cdef GdVector3 get_cell_center(NavFlowField* field, const GdVector2i* cell) noexcept nogil:
    cdef GridFrame frame = frame_of(field)
    return point_of(&frame, place_of_cell(field, &frame, cell.x + 0.5, cell.y + 0.5))
