"""Costs of cells."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t

from navpy.base.vec2 cimport Vec2

cdef double LEAST = 1e-9
cdef double MOST = 1e9
cdef size_t MOST_REMEMBERED = 4096           # changes, 64 kB; whoever asks seldom computes everything anew


cdef int make_grid(CostGrid* grid, int32_t rows, int32_t columns, double cell_size, Vec2 origin) except -1 nogil:
    grid.rows, grid.columns, grid.stride = rows, columns, columns + RIM
    grid.cell_size, grid.origin = cell_size, origin
    grid.least, grid.most, grid.least_cells, grid.forgotten = <float>INFINITY, 0.0, 0, 0
    grid.changes.clear()
    grid.costs.clear()
    grid.costs.resize(cell_count(grid), <float>INFINITY)
    return 0


cdef void find_least(CostGrid* grid) noexcept nogil:
    cdef int32_t row, column
    cdef const float* at
    cdef float least = <float>INFINITY
    cdef int64_t count = 0
    for row in range(grid.rows):
        at = grid.costs.data() + cell_at(grid, row, 0)
        for column in range(grid.columns):
            least = min(least, at[column])
    for row in range(grid.rows):
        at = grid.costs.data() + cell_at(grid, row, 0)
        for column in range(grid.columns):
            count += at[column] == least
    grid.least, grid.least_cells = least, count


cdef int remember(CostGrid* grid, CellRect change) except -1 nogil:
    if grid.changes.size() == MOST_REMEMBERED:
        grid.changes.erase(grid.changes.begin(), grid.changes.begin() + MOST_REMEMBERED // 2)
        grid.forgotten += MOST_REMEMBERED // 2
    grid.changes.push_back(change)
    return 0


cdef int set_costs(CostGrid* grid, const CellRect* where, const float* costs) except -1 nogil:
    cdef CellRect change
    cdef int32_t row, column
    cdef float* at
    cdef float cost, lowest = <float>INFINITY
    change.row, change.row_end, change.column, change.column_end = where.row_end, where.row, where.column_end, where.column
    for row in range(where.row, where.row_end):
        at = grid.costs.data() + cell_at(grid, row, 0)
        for column in range(where.column, where.column_end):
            cost = costs[0]
            costs += 1
            if cost == at[column]:
                continue
            grid.least_cells += (cost == grid.least) - (at[column] == grid.least)
            at[column] = cost
            lowest = min(lowest, cost)
            if cost < <float>INFINITY:
                grid.most = max(grid.most, cost)
            change.row, change.row_end = min(change.row, row), row + 1
            change.column, change.column_end = min(change.column, column), max(change.column_end, column + 1)
    if change.row >= change.row_end:
        return 0
    if lowest < grid.least or grid.least_cells == 0:
        find_least(grid)
    return remember(grid, change)
