"""A move goes from cell to cell. At a wall it loses what leads into it, and goes on along the wall."""
from libc.math cimport INFINITY, isfinite, sqrt
from libc.stdint cimport int32_t

from navpy.base.vec2 cimport Vec2, vec2
from navpy.grid.cost_grid cimport CostGrid, cell_at, to_cells, to_meters

# Cells between a wall and where a move ends at it, so that the place is in its cell. float32, in which the engine holds places, rounds
# by less within 16,000 cells of the origin.
cdef double GAP = 2.0 ** -10
cdef double SAME_PLACE = 1e-6
cdef double HALF = 0.5                  # cells, the greatest clearance: so a corridor of one cell is never closed


cdef inline bint is_open(const CostGrid* grid, int32_t row, int32_t column) noexcept nogil:
    """Of a cell of the grid or beside it."""
    return grid.costs[cell_at(grid, row, column)] < INFINITY


cdef inline bint open_cell_at(const CostGrid* grid, Vec2 at, int32_t* row, int32_t* column) noexcept nogil:
    """The cell of a place in cells, if it can be crossed."""
    if not (0.0 <= at.x < grid.columns and 0.0 <= at.y < grid.rows):
        return False
    row[0], column[0] = <int32_t>at.y, <int32_t>at.x
    return is_open(grid, row[0], column[0])


cdef bint is_free(const CostGrid* grid, Vec2 place) noexcept nogil:
    cdef int32_t row, column
    return open_cell_at(grid, to_cells(grid, place), &row, &column)


cdef inline double time_to_side(double at, double end, int32_t cell) noexcept nogil:
    """Part of the way to the end at which it leaves the cell on this axis; infinite if it does not. A way through a corner is on both
    sides at once: 0."""
    if end >= cell + 1.0:
        return (cell + 1.0 - at) / (end - at) if at < cell + 1.0 else 0.0
    if end < cell:
        return (cell - at) / (end - at) if at > cell else 0.0
    return INFINITY


cdef inline double before_side(double at, double end, int32_t cell) noexcept nogil:
    """The end, kept in its cell; at the place itself if that is in the cell and as near to the side already."""
    if end >= cell + 1.0:
        return max(at, cell + 1.0 - GAP) if at < cell + 1.0 else cell + 1.0 - GAP
    return min(at, cell + GAP) if at >= cell else cell + GAP


cdef Vec2 move_along_walls(const CostGrid* grid, Vec2 start, Vec2 to) noexcept nogil:
    cdef Vec2 at = to_cells(grid, start), end = to_cells(grid, to), way = end, place
    cdef int32_t row, column, step
    cdef double x, y
    if not (isfinite(end.x) and isfinite(end.y)):
        return start
    if not open_cell_at(grid, at, &row, &column):
        return to
    while True:
        x, y = time_to_side(at.x, end.x, column), time_to_side(at.y, end.y, row)
        if x == INFINITY and y == INFINITY:
            break
        if x <= y:
            step = 1 if end.x >= column + 1.0 else -1
            if is_open(grid, row, column + step):
                at = vec2(column + 1.0 if step > 0 else <double>column, at.y + x * (end.y - at.y))
                column += step
            else:
                end.x = before_side(at.x, end.x, column)
        else:
            step = 1 if end.y >= row + 1.0 else -1
            if is_open(grid, row + step, column):
                at = vec2(at.x + y * (end.x - at.x), row + 1.0 if step > 0 else <double>row)
                row += step
            else:
                end.y = before_side(at.y, end.y, row)
    place = to_meters(grid, end)
    return vec2(to.x if end.x == way.x else place.x, to.y if end.y == way.y else place.y)


cdef Vec2 keep_clear(const CostGrid* grid, Vec2 place, double clearance) noexcept nogil:
    """In a cell only its 8 neighbors are so near."""
    cdef Vec2 at = to_cells(grid, place)
    cdef double room = min(clearance / grid.cell_size, HALF), x, y, distance
    cdef int32_t row, column, right, up
    if not open_cell_at(grid, at, &row, &column):
        return place
    x, y = at.x - column, at.y - row
    if not is_open(grid, row, column - 1):
        x = max(x, room)
    if not is_open(grid, row, column + 1):
        x = min(x, 1.0 - room)
    if not is_open(grid, row - 1, column):
        y = max(y, room)
    if not is_open(grid, row + 1, column):
        y = min(y, 1.0 - room)
    right, up = 1 if x > HALF else -1, 1 if y > HALF else -1
    if not is_open(grid, row + up, column + right) and is_open(grid, row, column + right) and is_open(grid, row + up, column):
        x, y = 1.0 - x if right > 0 else x, 1.0 - y if up > 0 else y            # from the corner
        distance = sqrt(x * x + y * y)
        if 0.0 < distance < room:
            x, y = x * (room / distance), y * (room / distance)
        x, y = 1.0 - x if right > 0 else x, 1.0 - y if up > 0 else y
    at.x, at.y = at.x - column, at.y - row
    return vec2(place.x + grid.cell_size * (x - at.x), place.y + grid.cell_size * (y - at.y))
