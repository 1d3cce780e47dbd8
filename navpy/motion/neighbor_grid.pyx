"""Points sorted by cell (counting sort), so that the cells of a row lie side by side and are looked through in one go."""
from libc.math cimport INFINITY, fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

cdef double GOLDEN = 0.6180339887498949     # of the ring, from row to row: no two of k rows come nearer than 0.38 / k of it

cdef struct Window:                 # the cells within a distance
    int64_t column, row             # the lowest ones
    int32_t columns, rows           # how many; 0: so many that the whole ring is looked through


# ---- building ----

cdef inline int64_t line_of(double value, double cell) noexcept nogil:
    """Column or row. Where doubles no longer tell cells apart all are one."""
    cdef double line = floor(value / cell)
    return <int64_t>line if fabs(line) < 1e15 else 0


cdef inline int32_t cell_at(const NeighborGrid* grid, int64_t column, int64_t row) noexcept nogil:
    return <int32_t>((column + row * grid.stride) & (grid.size - 1))


cdef double cell_for(const double* positions, int32_t count, double radius) noexcept nogil:
    """Two points a cell where all are spread evenly over their bounds, between an eighth of the distance and all of it."""
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY, even = 0.0
    cdef int32_t i
    for i in range(count):
        low_x, high_x = min(low_x, positions[2 * i]), max(high_x, positions[2 * i])
        low_y, high_y = min(low_y, positions[2 * i + 1]), max(high_y, positions[2 * i + 1])
    if count > 0:
        even = sqrt(2.0 * (high_x - low_x) * (high_y - low_y) / count)
    return max(min(even, radius), radius / 8.0)


cdef int build_grid(NeighborGrid* grid, const double* positions, int32_t count, double cell) except -1 nogil:
    cdef int32_t i, place, running = 0
    grid.cell, grid.size = cell if cell > 0.0 else 1.0, 1
    while grid.size < count and grid.size < 1 << 30:
        grid.size *= 2
    grid.stride = <int32_t>(GOLDEN * grid.size) | 1
    grid.first.clear()
    grid.first.resize(grid.size + 1, 0)
    grid.cells.resize(count)
    grid.order.resize(count)
    grid.x.resize(count)
    grid.y.resize(count)
    for i in range(count):
        place = cell_at(grid, line_of(positions[2 * i], grid.cell), line_of(positions[2 * i + 1], grid.cell))
        grid.cells[i] = place
        grid.first[place + 1] += 1
    for i in range(grid.size):
        running += grid.first[i + 1]
        grid.first[i + 1] = running
    for i in range(count):                      # first[c] runs to the end of its cell, which is where the next one began
        place = grid.first[grid.cells[i]]
        grid.first[grid.cells[i]] = place + 1
        grid.order[place], grid.x[place], grid.y[place] = i, positions[2 * i], positions[2 * i + 1]
    for i in range(grid.size, 0, -1):
        grid.first[i] = grid.first[i - 1]
    grid.first[0] = 0
    return 0


# ---- looking ----

cdef inline void frame(const NeighborGrid* grid, double x, double y, double radius, Window* out) noexcept nogil:
    """Rows of the window are apart on the ring by at least 0.38 / rows of it, less what rounding the stride makes of it; where that
    might be less than the columns, a cell would be looked through twice."""
    cdef int64_t columns, rows
    out.column, out.row = line_of(x - radius, grid.cell), line_of(y - radius, grid.cell)
    columns, rows = line_of(x + radius, grid.cell) - out.column + 1, line_of(y + radius, grid.cell) - out.row + 1
    out.columns = out.rows = 0
    if 0 < columns < 30000 and 0 < rows < 30000 and 3 * (columns + rows) * rows <= grid.size:
        out.columns, out.rows = <int32_t>columns, <int32_t>rows


cdef inline int take_within(const NeighborGrid* grid, int32_t begin, int32_t end, double x, double y, double radius,
                            vector[int32_t]* out) except -1 nogil:
    cdef int32_t k
    cdef double dx, dy
    for k in range(begin, end):
        dx, dy = grid.x[k] - x, grid.y[k] - y
        if dx * dx + dy * dy <= radius * radius:
            out.push_back(grid.order[k])
    return 0


cdef int find_within(const NeighborGrid* grid, double x, double y, double radius, vector[int32_t]* out) except -1 nogil:
    cdef Window window
    cdef int32_t row, cell, beyond
    out.clear()
    frame(grid, x, y, radius, &window)
    if window.rows == 0:
        take_within(grid, 0, <int32_t>grid.order.size(), x, y, radius, out)
    for row in range(window.rows):
        cell = cell_at(grid, window.column, window.row + row)
        beyond = cell + window.columns - grid.size          # cells from the ring's start on
        take_within(grid, grid.first[cell], grid.first[min(cell + window.columns, grid.size)], x, y, radius, out)
        if beyond > 0:
            take_within(grid, 0, grid.first[beyond], x, y, radius, out)
    return 0


cdef inline void insert(Neighbor* out, int32_t at, double square, int32_t index) noexcept nogil:
    """Put one in its place among those before ``at``, which are in order."""
    while at > 0 and (out[at - 1].square > square or (out[at - 1].square == square and out[at - 1].index > index)):
        out[at] = out[at - 1]
        at -= 1
    out[at].square, out[at].index = square, index


cdef inline int32_t take_nearest(const NeighborGrid* grid, int32_t begin, int32_t end, double x, double y, int32_t most, int32_t but,
                                 double* limit, int32_t count, Neighbor* out) noexcept nogil:
    """Of points side by side those that are of use. ``limit``: m² that the worst neighbour found, or any, may be away."""
    cdef int32_t k
    cdef double dx, dy, square
    for k in range(begin, end):
        dx, dy = grid.x[k] - x, grid.y[k] - y
        square = dx * dx + dy * dy
        if square > limit[0] or grid.order[k] == but:
            continue
        if count < most:
            insert(out, count, square, grid.order[k])
            count += 1
        elif square < limit[0] or grid.order[k] < out[most - 1].index:
            insert(out, most - 1, square, grid.order[k])
        if count == most:
            limit[0] = out[most - 1].square
    return count


cdef int32_t find_nearest(const NeighborGrid* grid, double x, double y, double radius, int32_t most, int32_t but,
                          Neighbor* out) noexcept nogil:
    """Row by row from the point's own one outwards; a row that is farther off than the worst of enough neighbours is left out."""
    cdef Window window
    cdef int64_t own = line_of(y, grid.cell), row
    cdef int32_t count = 0, k, cell, beyond
    cdef double limit = radius * radius, gap
    if most <= 0 or not radius >= 0.0:
        return 0
    frame(grid, x, y, radius, &window)
    if window.rows == 0:
        return take_nearest(grid, 0, <int32_t>grid.order.size(), x, y, most, but, &limit, 0, out)
    for k in range(2 * window.rows):
        row = own + (k + 1) // 2 if k & 1 else own - k // 2
        if not window.row <= row < window.row + window.rows:
            continue
        gap = row * grid.cell - y if row > own else y - (row + 1) * grid.cell if row < own else 0.0
        if gap > 0.0 and gap * gap > limit:
            continue
        cell = cell_at(grid, window.column, row)
        beyond = cell + window.columns - grid.size
        count = take_nearest(grid, grid.first[cell], grid.first[min(cell + window.columns, grid.size)], x, y, most, but, &limit, count, out)
        if beyond > 0:
            count = take_nearest(grid, 0, grid.first[beyond], x, y, most, but, &limit, count, out)
    return count


# ---- Python ----

cdef class PointGrid:
    """PointGrid(points, cell): points of the plan, (n, 2) in metres, sorted into cells of so many metres. ValueError: another shape, a
    coordinate that is not finite, a cell not above 0."""
    cdef NeighborGrid grid

    def __cinit__(self, points, double cell):
        import numpy as np
        array = np.ascontiguousarray(points, dtype=np.float64)
        if array.ndim != 2 or array.shape[1] != 2 or not np.isfinite(array).all():
            raise ValueError(f"points: must be finite and of the shape (n, 2), have {array.shape}")
        if not 0.0 < cell < INFINITY:
            raise ValueError(f"cell: must be a finite number of metres above 0, is {cell}")
        cdef const double[:, ::1] view = array
        build_grid(&self.grid, &view[0, 0] if len(array) else NULL, <int32_t>len(array), cell)

    def within(self, point, double radius):
        """Indices of the points within radius metres of (x, y), ascending."""
        cdef vector[int32_t] found
        cdef double x = point[0], y = point[1]
        find_within(&self.grid, x, y, radius, &found)
        return sorted(found)

    def nearest(self, point, double radius, int32_t most, int32_t but=-1):
        """Indices of the ``most`` points nearest to (x, y) within radius metres, nearest first, without the point of index ``but``."""
        cdef vector[Neighbor] found
        cdef double x = point[0], y = point[1]
        cdef int32_t i
        found.resize(max(most, 1))
        return [found[i].index for i in range(find_nearest(&self.grid, x, y, radius, most, but, found.data()))]
