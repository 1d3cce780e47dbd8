"""The grid of a NavFlowField. A call either does all that it is asked for, or prints one error and changes nothing."""
from libc.math cimport INFINITY, floor, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.engine cimport global_transform, node_in_tree, node_set_physics
from navpy.godot.binding.gd cimport (ARRAY, GdTransform3D, GdVariant, GdVector3, PACKED_FLOAT32_ARRAY, VECTOR2I, navpy_gd)
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport array_element, floats_of, resize_vectors, resized_elements, size_of, vectors_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.world.engine_crowd cimport drop_guide
from navpy.grid.cost_grid cimport LEAST, MOST, CellRect, cell_at, make_grid, set_costs as set_rectangle
from navpy.grid.flow cimport make_flow, update_flow
from navpy.grid.integrate cimport integrate, update
from navpy.grid.integration cimport EIKONAL, Goal, Method
from navpy.grid.tiles.field_guide cimport FieldGuide, guide_by_field

cdef int64_t MOST_CELLS = 1 << 24           # some 0.5 GB, and 2 s for the ways to a goal
cdef int64_t FARTHEST = 1 << 24             # cells from the node to the region's ends: their coordinates are exact in floats


# ---- places -----------------------------------------------------------------------------------------------------

cdef GridFrame frame_of(NavFlowField* field) noexcept nogil:
    """Outside of the tree, and where the node is nowhere, the last one."""
    cdef GdTransform3D at
    cdef double x, z, size
    if not node_in_tree(field.owner):
        return field.frame
    global_transform(field.owner, &at)
    x, z = at.basis[0], at.basis[6]
    size = sqrt(x * x + z * z)
    if not (is_finite(&at.origin) and size < INFINITY):
        return field.frame
    field.frame.x, field.frame.y, field.frame.z = at.origin.x, at.origin.y, at.origin.z
    field.frame.cos, field.frame.sin = (x / size, z / size) if size > 0.0 else (1.0, 0.0)
    return field.frame


cdef inline Vec2 turned_back(const GridFrame* frame, double x, double z) noexcept nogil:
    return vec2(frame.cos * x + frame.sin * z, frame.cos * z - frame.sin * x)


cdef Vec2 place_in(const GridFrame* frame, const GdVector3* point) noexcept nogil:
    return turned_back(frame, point.x, point.z)


cdef GdVector3 turned(const GridFrame* frame, Vec2 direction) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y = <float>(frame.cos * direction.x - frame.sin * direction.y), 0
    out.z = <float>(frame.sin * direction.x + frame.cos * direction.y)
    return out


cdef GdVector3 point_of(const GridFrame* frame, Vec2 place) noexcept nogil:
    cdef GdVector3 out = turned(frame, place)
    out.y = <float>frame.y
    return out


cdef Vec2 place_of_cell(const NavFlowField* field, const GridFrame* frame, double x, double y) noexcept nogil:
    cdef Vec2 node = turned_back(frame, frame.x, frame.z)
    return vec2(node.x + x * field.cell_size, node.y + y * field.cell_size)


cdef Vec2 cell_with(const NavFlowField* field, const GridFrame* frame, const GdVector3* point) noexcept nogil:
    cdef Vec2 at = turned_back(frame, point.x - frame.x, point.z - frame.z)
    return vec2(at.x / field.cell_size, at.y / field.cell_size)


cdef bint is_finite(const GdVector3* point) noexcept nogil:
    return isfinite(point.x) and isfinite(point.y) and isfinite(point.z)


# ---- the grid ---------------------------------------------------------------------------------------------------

cdef void mark_changed(NavFlowField* field) noexcept nogil:
    if not field.has_changed:
        field.has_changed = True
        node_set_physics(field.owner, True)


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
    field.grid.origin = place_of_cell(field, &frame, field.laid.position.x, field.laid.position.y)
    field.flow.grid.origin = place_of_cell(field, &frame, field.laid.position.x + 0.5, field.laid.position.y + 0.5)
    if field.is_followed and is_turned(field):
        keep_followed(field)


cdef int lay(NavFlowField* field, const vector[float]* costs) except -1 nogil:
    cdef CellRect everything
    make_grid(&field.grid, field.region.size.y, field.region.size.x, field.cell_size, vec2(0.0, 0.0))
    everything.row = everything.column = 0
    everything.row_end, everything.column_end = field.grid.rows, field.grid.columns
    set_rectangle(&field.grid, &everything, costs.data())
    field.laid, field.laid_cost, field.is_found = field.region, field.default_cost, False
    put_grid(field)
    drop_goals_outside(field)
    keep_followed(field)
    mark_changed(field)
    return 0


cdef int drop_goals_outside(NavFlowField* field) except -1 nogil:
    cdef size_t k, kept = 0
    for k in range(field.goals.size()):
        if is_inside(field, field.goals[k]):
            field.goals[kept] = field.goals[k]
            kept += 1
    if kept < field.goals.size():
        with gil:
            node_error(field.owner, f"{field.goals.size() - kept} of its {field.goals.size()} goals are outside of its region now, and are goals no more")
        field.goals.resize(kept)
    return 0


cdef bint check_region(NavFlowField* field, GdRect2i region, const char* method) noexcept nogil:
    cdef int64_t right = <int64_t>region.position.x + region.size.x, down = <int64_t>region.position.y + region.size.y
    if region.size.x > 0 and region.size.y > 0 and <int64_t>region.size.x * region.size.y <= MOST_CELLS \
            and min(region.position.x, region.position.y) >= -FARTHEST and max(right, down) <= FARTHEST:
        return True
    with gil:
        node_error(field.owner, f"{method.decode()}: a field has 1 to {MOST_CELLS} cells, at most {FARTHEST} from the node, not {region.size.x} × "
                                f"{region.size.y} from ({region.position.x}, {region.position.y}) on: nothing has changed")
    return False


cdef int take_costs(NavFlowField* field, GdRect2i region, const vector[float]* costs) except -1 nogil:
    cdef CellRect everything
    fit_grid(field)
    if is_same(&region, &field.laid):               # what stays the same is found again by a repair
        everything.row = everything.column = 0
        everything.row_end, everything.column_end = field.grid.rows, field.grid.columns
        set_rectangle(&field.grid, &everything, costs.data())
        mark_changed(field)
        return 0
    field.region = region
    return lay(field, costs)


cdef void set_region(NavFlowField* field, const GdRect2i* region) noexcept nogil:
    if check_region(field, region[0], b"region"):
        field.region = region[0]
        fit_grid(field)


# ---- cells ------------------------------------------------------------------------------------------------------

cdef inline bint is_laid(const NavFlowField* field, GdVector2i cell) noexcept nogil:
    return 0 <= <int64_t>cell.x - field.laid.position.x < field.laid.size.x and 0 <= <int64_t>cell.y - field.laid.position.y < field.laid.size.y


cdef bint is_within(const NavFlowField* field, const GdRect2i* rectangle) noexcept nogil:
    """The rectangle has cells, and all of them are cells of the grid."""
    return rectangle.size.x > 0 and rectangle.size.y > 0 and is_laid(field, rectangle.position) \
        and <int64_t>rectangle.position.x + rectangle.size.x <= <int64_t>field.laid.position.x + field.laid.size.x \
        and <int64_t>rectangle.position.y + rectangle.size.y <= <int64_t>field.laid.position.y + field.laid.size.y


cdef inline double cost_of(const NavFlowField* field, GdVector2i cell) noexcept nogil:
    """Of a cell of the grid."""
    return field.grid.costs[cell_at(&field.grid, cell.y - field.laid.position.y, cell.x - field.laid.position.x)]


cdef bint check_cost(NavFlowField* field, double cost, const char* method) noexcept nogil:
    if LEAST <= cost <= MOST or cost == INFINITY:
        return True
    with gil:
        node_error(field.owner, f"{method.decode()}: a cost is a number from {LEAST:g} to {MOST:g}, or INF for a wall, not {cost:g}: nothing has changed")
    return False


cdef bint read_cells(NavFlowField* field, const GdArray* cells, const char* method, vector[GdVector2i]* out) noexcept nogil:
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
                node_error(field.owner, f"{method.decode()}: cells[{i}] is no Vector2i: nothing has changed")
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
    """What of a rectangle is in the region."""
    cdef vector[float] costs
    cdef CellRect where
    cdef int64_t x = <int64_t>rectangle.position.x - field.laid.position.x, y = <int64_t>rectangle.position.y - field.laid.position.y
    where.column, where.row = <int32_t>min(max(0, x), field.laid.size.x), <int32_t>min(max(0, y), field.laid.size.y)
    where.column_end = <int32_t>max(<int64_t>where.column, min(x + rectangle.size.x, field.laid.size.x))
    where.row_end = <int32_t>max(<int64_t>where.row, min(y + rectangle.size.y, field.laid.size.y))
    costs.resize(<size_t>(where.column_end - where.column) * (where.row_end - where.row), <float>cost)
    set_rectangle(&field.grid, &where, costs.data())
    mark_changed(field)
    return 0


cdef void fill(NavFlowField* field, const GdRect2i* rectangle, double cost) noexcept nogil:
    fit_grid(field)
    if check_cost(field, cost, b"fill"):
        fill_part(field, rectangle[0], cost)


cdef void fill_cells(NavFlowField* field, const GdArray* cells, double cost) noexcept nogil:
    cdef vector[GdVector2i] found
    cdef GdRect2i one
    cdef size_t k
    fit_grid(field)
    if not check_cost(field, cost, b"fill_cells") or not read_cells(field, cells, b"fill_cells", &found):
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
            node_error(field.owner, f"set_costs: {rectangle.size.x} × {rectangle.size.y} cells from ({rectangle.position.x}, {rectangle.position.y}) on "
                                    "are not within the region: nothing has changed")
        return
    if count != <int64_t>rectangle.size.x * rectangle.size.y:
        with gil:
            node_error(field.owner, f"set_costs was given {count} costs for {rectangle.size.x} × {rectangle.size.y} cells: nothing has changed")
        return
    for k in range(count):
        if not check_cost(field, values[k], b"set_costs"):
            return
    where.column, where.row = rectangle.position.x - field.laid.position.x, rectangle.position.y - field.laid.position.y
    where.column_end, where.row_end = where.column + rectangle.size.x, where.row + rectangle.size.y
    set_rectangle(&field.grid, &where, values)
    mark_changed(field)


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


cdef inline int32_t whole(double value) noexcept nogil:
    return <int32_t>max(-2147483648.0, min(floor(value), 2147483647.0))


cdef GdVector3 get_cell_center(NavFlowField* field, const GdVector2i* cell) noexcept nogil:
    cdef GridFrame frame = frame_of(field)
    return point_of(&frame, place_of_cell(field, &frame, cell.x + 0.5, cell.y + 0.5))


# ---- goals ------------------------------------------------------------------------------------------------------

cdef inline bint is_inside(const NavFlowField* field, Vec2 goal) noexcept nogil:
    return field.laid.position.x <= goal.x <= field.laid.position.x + field.laid.size.x \
        and field.laid.position.y <= goal.y <= field.laid.position.y + field.laid.size.y


cdef bint check_goal(NavFlowField* field, size_t number, Vec2 goal) noexcept nogil:
    """In cells from the node. False, after saying so: it is outside of the region or in a wall."""
    cdef GdVector2i cell
    cdef bint inside = is_inside(field, goal)
    cell.x, cell.y = whole(goal.x), whole(goal.y)
    if inside and cost_of(field, goal_cell(field, goal)) < INFINITY:
        return True
    with gil:
        node_error(field.owner, f"goal {number}, in the cell ({cell.x}, {cell.y}), is {'in a wall' if inside else 'outside of the region'}: "
                                "nothing has changed")
    return False


cdef GdVector2i goal_cell(const NavFlowField* field, Vec2 goal) noexcept nogil:
    """A goal on the region's far border is in its last cell."""
    cdef GdVector2i cell
    cell.x = min(whole(goal.x), field.laid.position.x + field.laid.size.x - 1)
    cell.y = min(whole(goal.y), field.laid.position.y + field.laid.size.y - 1)
    return cell


cdef void take_goals(NavFlowField* field, const vector[Vec2]* goals) noexcept nogil:
    cdef size_t k
    for k in range(goals.size()):
        if not check_goal(field, k, goals.at(k)):
            return
    field.goals, field.is_found = goals[0], False
    keep_followed(field)
    mark_changed(field)


cdef void set_goals(NavFlowField* field, const GdPackedVector3Array* points) noexcept nogil:
    cdef vector[Vec2] goals
    cdef int64_t k, count = 0
    cdef const GdVector3* places = vectors_of(points, &count)
    cdef GridFrame frame = frame_of(field)
    fit_grid(field)
    for k in range(count):
        if not is_finite(&places[k]):
            with gil:
                node_error(field.owner, f"goal {k}, {place_text(&places[k], field.cls.is_plane)}, is not finite: nothing has changed")
            return
        goals.push_back(cell_with(field, &frame, &places[k]))
    take_goals(field, &goals)


cdef void set_goal_cells(NavFlowField* field, const GdArray* cells) noexcept nogil:
    cdef vector[GdVector2i] found
    cdef vector[Vec2] goals
    cdef size_t k
    fit_grid(field)
    if not read_cells(field, cells, b"set_goal_cells", &found):
        return
    for k in range(found.size()):
        goals.push_back(vec2(found[k].x + 0.5, found[k].y + 0.5))
    take_goals(field, &goals)


cdef void get_goals(NavFlowField* field, GdPackedVector3Array* out) noexcept nogil:
    cdef GridFrame frame = frame_of(field)
    cdef GdVector3* goals = resize_vectors(out, <int64_t>field.goals.size())
    cdef size_t k
    for k in range(field.goals.size()):
        goals[k] = point_of(&frame, place_of_cell(field, &frame, field.goals[k].x, field.goals[k].y))


# ---- ways -------------------------------------------------------------------------------------------------------

cdef int find(NavFlowField* field) except -1 nogil:
    cdef size_t k
    cdef Goal goal
    field.ways.method = <Method>field.method
    field.ways.order = 2 if field.method == EIKONAL else 1
    field.ways.goals.clear()
    for k in range(field.goals.size()):
        goal.x, goal.y = field.goals[k].x - field.laid.position.x, field.goals[k].y - field.laid.position.y
        goal.value, goal.cell = 0.0, cell_in(&field.grid, vec2(goal.x, goal.y))
        field.ways.goals.push_back(goal)
    integrate(&field.ways, &field.grid)
    make_flow(&field.flow, &field.ways, &field.grid)
    field.is_found = True
    field.searches += 1
    return 0


cdef bint refresh(NavFlowField* field) except -1 nogil:
    fit_grid(field)
    if field.goals.empty():
        return False
    if not field.is_found or field.ways.method != <Method>field.method:
        find(field)
    elif update(&field.ways, &field.grid):
        update_flow(&field.flow, &field.ways, &field.grid)
        field.searches += 1
    return True


# ---- crowds that follow -----------------------------------------------------------------------------------------

cdef const FieldGuide* guide_of(NavFlowField* field) except? NULL nogil:
    """A crowd reads the field in each step, in world space."""
    if not refresh(field):
        with gil:
            node_error(field.owner, "it has no goals, so nobody can follow it: call set_goals")
        return NULL
    if is_turned(field):
        with gil:
            node_error(field.owner, "it is turned, so a crowd cannot follow it: its rotation in world space must be 0")
        return NULL
    if not field.is_followed:
        field.guide, field.is_followed = guide_by_field(&field.grid, &field.ways, &field.flow), True
        node_set_physics(field.owner, True)
    return &field.guide


cdef inline bint is_turned(const NavFlowField* field) noexcept nogil:
    return field.frame.cos != 1.0


cdef int keep_followed(NavFlowField* field) except -1 nogil:
    """Who follows it has to find it whole, and loses it where it has no goals any more or is turned."""
    if not field.is_followed:
        return 0
    if field.goals.empty() or is_turned(field):
        field.is_followed = False
        drop_guide(&field.guide)
        with gil:
            node_error(field.owner, f"it {'is turned' if is_turned(field) else 'has no goals any more'}: those who followed it have lost it")
    elif not field.is_found:
        find(field)
    return 0
