"""Steepest descent by the differences that the values were computed with, so it leads to neighbors that are cheaper and can be
entered."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport abs

from navpy.base.interrupts cimport check_signals
from navpy.base.vec2 cimport Vec2, subtract, unit, vec2
from navpy.grid.cost_grid cimport CostGrid, cell_at, column_of, row_of, to_cells
from navpy.grid.flow_sampling cimport Corners, corners_of, steer
from navpy.grid.integration cimport (
    EIKONAL, SOURCE, Goal, Integration, Upwind, cost_to_goal, goal_in, light_of, neighbor_steps, step_cost, times_of, upwind_on)


cdef Vec2 to_goal(const Goal* goal, double x, double y) noexcept nogil:
    return unit(vec2(goal.x - x, goal.y - y))


cdef Vec2 step_direction(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    """To the neighbor that the value came from."""
    cdef int32_t steps[8]
    cdef int k, count = neighbor_steps(field, grid, steps), best = 0
    cdef float cost, least = <float>INFINITY
    for k in range(count):
        cost = field.first[cell + steps[k]] + step_cost(field, grid, cell, cell + steps[k])
        if cost < least:
            best, least = k, cost
    return unit(subtract(vec2(column_of(grid, cell + steps[best]), row_of(grid, cell + steps[best])),
                         vec2(column_of(grid, cell), row_of(grid, cell))))


cdef Vec2 gradient(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    cdef Upwind a = upwind_on(field, cell, 1), b = upwind_on(field, cell, grid.stride)
    cdef double time = times_of(field)[cell]
    cdef double x = max(0.0, a.root * (time - a.value)), y = max(0.0, b.root * (time - b.value))
    cdef int32_t up = 1 if b.step > 0 else -1
    if x == 0.0 and y == 0.0:                                   # rounding; one of them is lower
        x, y = (1.0, 0.0) if a.near <= b.near else (0.0, 1.0)
    if x > 0.0 and y > 0.0 and not grid.costs[cell + a.step + b.step] < INFINITY:
        if x >= y:
            y = min(y, x / 3.0)                                 # the ray from the center that passes the far corner of that cell
        else:
            x = min(x, y / 3.0)
    return unit(vec2(x * a.step, y * up))


cdef Vec2 direction_of(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    cdef Py_ssize_t which
    if not field.first[cell] < INFINITY:
        return vec2(0.0, 0.0)
    if field.lights[cell] & SOURCE:
        light_of(field, grid, cell, &which)
        return to_goal(&field.goals[which], column_of(grid, cell) + 0.5, row_of(grid, cell) + 0.5)
    if field.method == EIKONAL:
        return gradient(field, grid, cell)
    return step_direction(field, grid, cell)


cdef inline void compute(Flow* flow, const Integration* field, const CostGrid* grid, int32_t row, int32_t column) noexcept nogil:
    cdef size_t at = <size_t>row * grid.columns + column
    cdef int32_t cell = cell_at(grid, row, column)
    flow.directions[at] = direction_of(field, grid, cell)
    flow.closed[at] = not field.first[cell] < INFINITY


cdef int make_flow(Flow* flow, const Integration* field, const CostGrid* grid) except -1 nogil:
    cdef int32_t row, column
    cdef size_t count = <size_t>grid.rows * grid.columns
    flow.directions.resize(count)
    flow.closed.resize(count)
    flow.marks.resize(count, <uint8_t>0)
    flow.grid.origin = vec2(grid.origin.x + 0.5 * grid.cell_size, grid.origin.y + 0.5 * grid.cell_size)
    flow.grid.cell, flow.grid.rows, flow.grid.columns = grid.cell_size, grid.rows, grid.columns
    flow.grid.velocities, flow.grid.closed = flow.directions.data(), flow.closed.data()
    for row in range(grid.rows):
        check_signals()
        for column in range(grid.columns):
            compute(flow, field, grid, row, column)
    return 0


cdef int update_flow(Flow* flow, const Integration* field, const CostGrid* grid) except -1 nogil:
    """Differences reach two cells along the axes, corners one."""
    cdef size_t k
    cdef int32_t row, column, i, j, at
    if field.anew:
        return make_flow(flow, field, grid)
    flow.stale.clear()
    for k in range(field.changed.size()):
        row, column = row_of(grid, field.changed[k]), column_of(grid, field.changed[k])
        for j in range(max(0, row - 2), min(grid.rows, row + 3)):
            for i in range(max(0, column - 2), min(grid.columns, column + 3)):
                at = j * grid.columns + i
                if abs(i - column) + abs(j - row) <= 2 and not flow.marks[at]:
                    flow.marks[at] = 1
                    flow.stale.push_back(at)
    for k in range(flow.stale.size()):
        flow.marks[flow.stale[k]] = 0
        compute(flow, field, grid, flow.stale[k] // grid.columns, flow.stale[k] % grid.columns)
    return 0


cdef Vec2 direction_at(const Flow* flow, const Integration* field, const CostGrid* grid, Vec2 place) noexcept nogil:
    cdef Corners at = corners_of(&flow.grid, place)
    cdef int32_t cell = cell_at(grid, at.nodes[0] // grid.columns, at.nodes[0] % grid.columns)
    cdef Py_ssize_t goal = goal_in(field, cell)
    cdef double speed
    if goal >= 0 and field.lights[cell] & SOURCE:
        place = to_cells(grid, place)
        return to_goal(&field.goals[goal], place.x, place.y)
    return steer(&flow.grid, place, &speed)


cdef double value_at(const Flow* flow, const Integration* field, const CostGrid* grid, Vec2 place) noexcept nogil:
    cdef Corners at = corners_of(&flow.grid, place)
    cdef int32_t cell = cell_at(grid, at.nodes[0] // grid.columns, at.nodes[0] % grid.columns)
    cdef Py_ssize_t goal = goal_in(field, cell)
    cdef double weight = 0.0, sum = 0.0
    cdef int k
    if not at.open[0]:
        return INFINITY
    if goal >= 0 and field.lights[cell] & SOURCE and field.method == EIKONAL \
            and field.goals[goal].value * (1.0 - 1e-6) <= times_of(field)[cell]:
        return cost_to_goal(&field.goals[goal], grid, cell, to_cells(grid, place))
    for k in range(4):
        if at.open[k]:
            sum += at.weights[k] * times_of(field)[cell_at(grid, at.nodes[k] // grid.columns, at.nodes[k] % grid.columns)]
            weight += at.weights[k]
    return sum / weight
