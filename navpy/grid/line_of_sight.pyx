"""Light goes from the goal through the four quadrants, row by row. Rays are told by their slopes. Those that reach a cell come through
its near side or through the side beside it, and are an interval: a shadow that begins nearer to the goal is wider than the cell, so it
covers one of the cell's ends. A cell is in sight if the ray to its center is among its own.

A straight way is the cheapest through cells that cost the least of all. Cells beside the goal's own are lit whatever they cost,
because there values have no derivative that differences could tell."""
from libc.math cimport INFINITY, floor
from libc.stdint cimport int32_t

from navpy.grid.cost_grid cimport CellRect, CostGrid, column_of, row_of
from navpy.grid.integration cimport EIKONAL, SOURCE, Goal, Integration, straight_cost


cdef struct Quadrant:               # cells (i, j) are i columns and j rows from the goal's, away from it
    int32_t goal                    # index of the goal
    int32_t cell                    # of the goal
    int32_t right, up               # cells, to the next i and to the next j
    int32_t columns, rows           # up to the grid's border, the goal's cell included
    double x, y                     # of the goal, from the side of its cell that lies behind it
    bint beside                     # light the cells beside the goal's, at any cost, instead of all at the least cost
    double low, high                # slopes; light nothing else


cdef inline bint is_clear(const Integration* field, const CostGrid* grid, const Quadrant* q, int32_t i, int32_t j) noexcept nogil:
    cdef float cost = grid.costs[q.cell + i * q.right + j * q.up]
    if q.beside:
        return i <= 1 and j <= 1 and cost < INFINITY
    return cost == grid.least


cdef inline bint is_center_lit(const Quadrant* q, int32_t i, int32_t j, double low, double high) noexcept nogil:
    cdef double u = i + 0.5 - q.x, v = j + 0.5 - q.y
    if u < 0.0 or v < 0.0:
        return False
    return low <= high and (u == 0.0 and v == 0.0 or low <= v / u <= high)


cdef inline void shine(Integration* field, const CostGrid* grid, const Quadrant* q, int32_t cell) noexcept nogil:
    cdef float cost = straight_cost(field, grid, &field.goals[q.goal], cell)
    field.lights[cell] |= (1 << q.goal) | SOURCE
    if cost < field.first[cell]:
        field.first[cell] = cost


cdef inline bint cross(Integration* field, const CostGrid* grid, const Quadrant* q, int32_t i, int32_t j, bint first) noexcept nogil:
    """Rays of a cell from those of the cell at (i, j − 1), which low[i], high[i] hold before, and at (i − 1, j). False if there are
    none."""
    cdef double u0 = max(0.0, i - q.x), u1 = i + 1 - q.x, v0 = max(0.0, j - q.y), v1 = j + 1 - q.y
    cdef double corner, low = 1.0, high = 0.0, side_low, side_high
    cdef double* lows = field.low.data()
    cdef double* highs = field.high.data()
    if not is_clear(field, grid, q, i, j):
        lows[i], highs[i] = low, high
        return False
    if first:
        low, high = q.low, q.high
    else:
        corner = v0 / u0 if u0 > 0.0 else INFINITY
        if lows[i] <= highs[i]:                                             # through the near side
            low, high = max(lows[i], v0 / u1), min(highs[i], corner)
        if i > 0 and lows[i - 1] <= highs[i - 1]:                           # through the side
            side_low, side_high = max(lows[i - 1], corner), min(highs[i - 1], v1 / u0 if u0 > 0.0 else INFINITY)
            if side_low <= side_high:
                if low <= high and side_low <= high:
                    high = side_high
                elif not high - low > side_high - side_low:                 # the other is a ray along a corner, or none
                    low, high = side_low, side_high
    lows[i], highs[i] = low, high
    return low <= high


cdef void light_quadrant(Integration* field, const CostGrid* grid, const Quadrant* q) noexcept nogil:
    """All of it that light reaches."""
    cdef int32_t first_i = 1 if q.x == 1.0 else 0, first_j = 1 if q.y == 1.0 else 0, i, j, begin = first_i, end = first_i, lit, last
    for i in range(q.columns):
        field.low[i], field.high[i] = 1.0, 0.0
    for j in range(first_j, q.rows):
        lit, last, i = -1, -1, begin
        while i < q.columns and (i <= end or last == i - 1):
            if cross(field, grid, q, i, j, i == first_i and j == first_j):
                if lit < 0:
                    lit = i
                last = i
                if is_center_lit(q, i, j, field.low[i], field.high[i]):
                    shine(field, grid, q, q.cell + i * q.right + j * q.up)
            i += 1
        if lit < 0:
            return
        begin, end = lit, last


cdef int light_cone(Integration* field, const CostGrid* grid, const Quadrant* q) except -1 nogil:
    """The cells between the slopes, but those beside the goal; notes which have changed."""
    cdef int32_t first_i = 1 if q.x == 1.0 else 0, first_j = 1 if q.y == 1.0 else 0, i, j, begin, end, cell
    cdef double farthest, slope, u, v
    cdef bint lit
    for i in range(q.columns):
        field.low[i], field.high[i] = 1.0, 0.0
    for j in range(first_j, q.rows):
        begin = max(first_i, <int32_t>min(<double>q.columns, floor(max(0.0, j - q.y) / q.high + q.x) - 1.0))
        farthest = (j + 1 - q.y) / q.low + q.x + 2.0 if q.low > 0.0 else INFINITY
        end = <int32_t>min(<double>q.columns, farthest)
        if begin > 0:
            field.low[begin - 1], field.high[begin - 1] = 1.0, 0.0         # of an earlier row
        for i in range(begin, end):
            lit = cross(field, grid, q, i, j, i == first_i and j == first_j)
            u, v = i + 0.5 - q.x, j + 0.5 - q.y
            if (i <= 1 and j <= 1) or u < 0.0 or v < 0.0:
                continue
            slope = v / u if u > 0.0 else INFINITY
            if not q.low <= slope <= q.high:
                continue
            lit = lit and field.low[i] <= slope <= field.high[i]
            cell = q.cell + i * q.right + j * q.up
            if lit != ((field.lights[cell] >> q.goal) & 1):
                field.lights[cell] ^= 1 << q.goal
                field.changed.push_back(cell)
    return 0


cdef Quadrant quadrant_of(const Integration* field, const CostGrid* grid, int goal, int k) noexcept nogil:
    cdef Quadrant q
    cdef const Goal* at = &field.goals[goal]
    cdef int32_t row = row_of(grid, at.cell), column = column_of(grid, at.cell)
    q.goal, q.cell, q.beside, q.low, q.high = goal, at.cell, False, 0.0, INFINITY
    if k & 1:
        q.right, q.columns, q.x = -1, column + 1, column + 1 - at.x
    else:
        q.right, q.columns, q.x = 1, grid.columns - column, at.x - column
    if k & 2:
        q.up, q.rows, q.y = -grid.stride, row + 1, row + 1 - at.y
    else:
        q.up, q.rows, q.y = grid.stride, grid.rows - row, at.y - row
    return q


cdef int light_all(Integration* field, const CostGrid* grid, int goal) except -1 nogil:
    cdef Quadrant q
    cdef int k
    cdef int32_t cell = field.goals[goal].cell
    field.low.resize(grid.columns)
    field.high.resize(grid.columns)
    if not grid.costs[cell] < INFINITY:
        return 0
    for k in range(4):
        q = quadrant_of(field, grid, goal, k)
        if field.method != EIKONAL:
            shine(field, grid, &q, cell)
            return 0
        q.beside = True
        light_quadrant(field, grid, &q)
        if grid.costs[cell] == grid.least:
            q.beside = False
            light_quadrant(field, grid, &q)
    return 0


cdef bint is_beside(const Integration* field, const CostGrid* grid, int goal, const CellRect* change) noexcept nogil:
    cdef int32_t row = row_of(grid, field.goals[goal].cell), column = column_of(grid, field.goals[goal].cell)
    return row + 1 >= change.row and row <= change.row_end and column + 1 >= change.column and column <= change.column_end


cdef int light_behind(Integration* field, const CostGrid* grid, int goal, const CellRect* change) except -1 nogil:
    cdef Quadrant q
    cdef int32_t cell = field.goals[goal].cell, row = row_of(grid, cell), column = column_of(grid, cell), i0, i1, j0, j1
    cdef int k
    if field.method != EIKONAL or grid.costs[cell] != grid.least:
        return 0
    for k in range(4):
        q = quadrant_of(field, grid, goal, k)
        i0, i1 = change.column - column, change.column_end - 1 - column
        j0, j1 = change.row - row, change.row_end - 1 - row
        if k & 1:
            i0, i1 = -i1, -i0
        if k & 2:
            j0, j1 = -j1, -j0
        i0, j0 = max(i0, 0), max(j0, 0)
        if i1 < i0 or j1 < j0 or i1 + 1 - q.x <= 0.0 or j1 + 1 - q.y <= 0.0:
            continue
        q.low = max(0.0, j0 - q.y) / (i1 + 1 - q.x)
        q.high = (j1 + 1 - q.y) / (i0 - q.x) if i0 - q.x > 0.0 else INFINITY
        light_cone(field, grid, &q)
    return 0
