"""A field is computed by the line-of-sight pass, first-order values from there on, and values of second order from these.

A change is repaired like a tree of cheapest ways (Ramalingam & Reps 1996): in the order of their old values, cells that no lower
neighbor explains any longer lose theirs, and the values around spread into the hole. Then the second order follows where what it is
made of is new."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort

from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.base.interrupts cimport check_signals
from navpy.grid.cost_grid cimport CellRect, CostGrid, cell_at, cell_count
from navpy.grid.integration cimport (
    EIKONAL, MOST_LIGHTS, SOURCE, Goal, Integration, Seed, beats_light, is_area, light_beside, light_of, neighbor_steps, side_cost,
    value_by_neighbors)
from navpy.grid.line_of_sight cimport is_beside, light_all, light_behind
from navpy.grid.marching cimport march, second_order_value, sort_seeds


# ---- all of a field ----

cdef bint is_before(const Goal& a, const Goal& b) noexcept nogil:
    return a.cell < b.cell or (a.cell == b.cell and (a.value < b.value or (a.value == b.value and (
        a.y < b.y or (a.y == b.y and a.x < b.x)))))


cdef int sort_goals(Integration* field) except -1 nogil:
    """By cell, one a cell; a few keep the order that they came in."""
    cdef size_t kept = 0, k
    if not is_area(field):
        return 0
    sort(field.goals.begin(), field.goals.end(), is_before)
    for k in range(field.goals.size()):
        if kept == 0 or field.goals[k].cell != field.goals[kept - 1].cell:
            field.goals[kept] = field.goals[k]
            kept += 1
    if kept > MOST_LIGHTS:              # else they may as well be seen from afar
        field.goals.resize(kept)
    else:
        field.goals.erase(field.goals.begin() + kept, field.goals.end())
    return 0


cdef inline bint gives(const Integration* field, const CostGrid* grid, int32_t cell, int32_t other) noexcept nogil:
    """Whether a cell that is lit could make its neighbor cheaper. A neighbor that the same goals light is as cheap as can be, where
    all costs are the least."""
    if not (field.first[other] > field.first[cell] and grid.costs[other] < INFINITY):
        return False
    return field.lights[other] != field.lights[cell] or is_area(field) or grid.costs[cell] != grid.least \
        or grid.costs[other] != grid.least


cdef int seed_from_lights(Integration* field, const CostGrid* grid) except -1 nogil:
    cdef int32_t steps[8]
    cdef int32_t row, column, cell
    cdef int k, count = neighbor_steps(field, grid, steps)
    cdef Seed seed
    field.seeds.clear()
    for row in range(grid.rows):
        check_signals()
        for column in range(grid.columns):
            cell = cell_at(grid, row, column)
            if not field.lights[cell]:
                continue
            for k in range(count):
                if gives(field, grid, cell, cell + steps[k]):
                    seed.time, seed.cell = field.first[cell], cell
                    field.seeds.push_back(seed)
                    break
    sort_seeds(field)
    return 0


cdef void light_around(Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    """Of a goal among many."""
    cdef int32_t right, up, other
    cdef Py_ssize_t which
    for up in range(-1, 2):
        for right in range(-1, 2):
            other = cell + up * grid.stride + right
            if not field.lights[other]:
                field.first[other] = light_beside(field, grid, other, &which)
                field.lights[other] = 1 | SOURCE if which >= 0 else 0


cdef int integrate_from(Integration* field, const CostGrid* grid, const Seed* given, size_t count) except -1 nogil:
    cdef size_t k
    cdef int goal
    sort_goals(field)
    field.lights.clear()
    field.lights.resize(cell_count(grid), <uint8_t>0)
    field.first.clear()
    field.first.resize(cell_count(grid), <float>INFINITY)
    if is_area(field):
        for k in range(field.goals.size()):
            light_around(field, grid, field.goals[k].cell)
    else:
        for goal in range(<int>field.goals.size()):
            light_all(field, grid, goal)
    for k in range(count):
        if given[k].time < field.first[given[k].cell]:
            field.first[given[k].cell], field.lights[given[k].cell] = given[k].time, SOURCE
    seed_from_lights(field, grid)
    march(field, grid, False)
    field.least, field.seen, field.anew = grid.least, grid.forgotten + <int64_t>grid.changes.size(), True
    field.changed.clear()
    return 0


cdef int integrate(Integration* field, const CostGrid* grid) except -1 nogil:
    return integrate_from(field, grid, NULL, 0)


# ---- repair ----

cdef bint can_repair(const Integration* field, const CostGrid* grid) noexcept nogil:
    """A change beside a goal, or of what is the least cost, changes all lights."""
    cdef size_t k
    cdef int goal
    if field.seen < grid.forgotten or (field.method == EIKONAL and field.least != grid.least):
        return False
    if is_area(field):
        return True
    for k in range(<size_t>(field.seen - grid.forgotten), grid.changes.size()):
        for goal in range(<int>field.goals.size()):
            if is_beside(field, grid, goal, &grid.changes[k]):
                return False
    return True


cdef float own_value(Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    """What a cell's lights and neighbors give it."""
    cdef int32_t steps[8]
    cdef int k, count
    cdef Py_ssize_t which
    cdef float light = <float>INFINITY
    field.lights[cell] &= ~SOURCE
    if not grid.costs[cell] < INFINITY:
        return light
    light = light_of(field, grid, cell, &which)
    if not light < INFINITY:
        return value_by_neighbors(field, grid, cell)
    count = neighbor_steps(field, grid, steps)
    for k in range(count):
        if beats_light(field.first[cell + steps[k]] + side_cost(field, grid, cell + steps[k], cell), light):
            return value_by_neighbors(field, grid, cell)
    field.lights[cell] |= SOURCE
    return light


cdef inline int ask(Integration* field, int32_t cell) except -1 nogil:
    """Have a cell's value looked at; a cell without one is a hole anyway."""
    if field.first[cell] < INFINITY:
        return heap_put(&field.heap, cell, field.first[cell])
    field.touched.push_back(cell)
    return 0


cdef int open_holes(Integration* field, const CostGrid* grid) except -1 nogil:
    """Take the values away that have lost what they followed from; those cells, and all others looked at, are touched."""
    cdef int32_t steps[8]
    cdef int32_t cell, other
    cdef int k, count = neighbor_steps(field, grid, steps)
    cdef float time
    while field.heap.entries.size() > 0:
        cell = heap_pop(&field.heap)
        time = field.first[cell]
        field.touched.push_back(cell)
        if own_value(field, grid, cell) <= time:
            continue
        field.first[cell] = <float>INFINITY
        for k in range(count):
            other = cell + steps[k]
            if time < field.first[other] < INFINITY:
                heap_put(&field.heap, other, field.first[other])
    return 0


cdef int fill_holes(Integration* field, const CostGrid* grid) except -1 nogil:
    cdef size_t k
    cdef Seed seed
    field.seeds.clear()
    for k in range(field.touched.size()):
        seed.cell = field.touched[k]
        seed.time = own_value(field, grid, seed.cell)
        if seed.time < field.first[seed.cell]:
            field.first[seed.cell] = seed.time
            field.seeds.push_back(seed)
    sort_seeds(field)
    return march(field, grid, True)


cdef int correct_touched(Integration* field, const CostGrid* grid) except -1 nogil:
    """Values of second order, from what has changed on."""
    cdef int32_t steps[8]
    cdef int32_t cell, other
    cdef size_t i
    cdef int k
    cdef float found
    for k in range(2):
        steps[4 * k], steps[4 * k + 1] = -k - 1, k + 1
        steps[4 * k + 2], steps[4 * k + 3] = -(k + 1) * grid.stride, (k + 1) * grid.stride
    heap_reset(&field.heap, cell_count(grid))
    for i in range(field.touched.size()):
        cell = field.touched[i]
        heap_put(&field.heap, cell, field.first[cell])
        for k in range(8):
            if field.first[cell + steps[k]] < INFINITY:
                heap_put(&field.heap, cell + steps[k], field.first[cell + steps[k]])
    while field.heap.entries.size() > 0:
        cell = heap_pop(&field.heap)
        found = field.first[cell]
        if found < INFINITY and not field.lights[cell] & SOURCE:
            found = second_order_value(field, grid, cell)
        if found == field.second[cell]:
            continue
        field.second[cell] = found
        field.changed.push_back(cell)
        for k in range(8):
            other = cell + steps[k]
            if field.first[cell] < field.first[other] < INFINITY:
                heap_put(&field.heap, other, field.first[other])
    return 0


cdef int repair(Integration* field, const CostGrid* grid) except -1 nogil:
    cdef size_t k
    cdef int goal
    cdef int32_t row, column, cell
    cdef Py_ssize_t which
    cdef const CellRect* change
    field.changed.clear()
    field.touched.clear()
    heap_reset(&field.heap, cell_count(grid))
    for k in range(<size_t>(field.seen - grid.forgotten), grid.changes.size()):
        change = &grid.changes[k]
        for goal in range(0 if is_area(field) else <int>field.goals.size()):
            light_behind(field, grid, goal, change)
        for row in range(max(0, change.row - 1), min(grid.rows, change.row_end + 1)):           # past whose corners some ways go
            for column in range(max(0, change.column - 1), min(grid.columns, change.column_end + 1)):
                cell = cell_at(grid, row, column)
                if is_area(field):
                    light_beside(field, grid, cell, &which)
                    field.lights[cell] = (field.lights[cell] & SOURCE) | (which >= 0)
                ask(field, cell)
    for k in range(field.changed.size()):
        ask(field, field.changed[k])
    open_holes(field, grid)
    fill_holes(field, grid)
    field.changed.insert(field.changed.end(), field.touched.begin(), field.touched.end())
    if field.order == 2:
        correct_touched(field, grid)
    field.seen, field.anew = grid.forgotten + <int64_t>grid.changes.size(), False
    return 0


cdef bint update(Integration* field, const CostGrid* grid) except -1 nogil:
    if field.seen == grid.forgotten + <int64_t>grid.changes.size():
        return False
    if can_repair(field, grid):
        repair(field, grid)
    else:
        integrate(field, grid)
    return True
