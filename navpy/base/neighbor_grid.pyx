"""Points sorted by cell (counting sort), so that the cells of a row lie side by side and are looked through in one go."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport partial_sort
from libcpp.vector cimport vector

cdef enum:
    FEW = 32                        # that are sorted fastest by comparing each with each

cdef double GOLDEN = 0.6180339887498949     # of the ring, from row to row: no two of k rows come nearer than 0.38 / k of it
cdef double BEYOND = 1.0 + 1e-9          # what rounding may make of a distance
cdef double GUESSED = 1.4            # of a guess, a square: room for what is less dense

cdef struct Window:                 # the cells within a distance
    int64_t column, row             # the lowest ones
    int32_t columns, rows           # how many; 0: so many that the whole ring is looked through


# ---- building ----

cdef inline int64_t line_of(double value, double per_metre) noexcept nogil:
    """Column or row. Where doubles no longer tell cells apart all are one."""
    cdef double line = value * per_metre
    cdef int64_t whole
    if not fabs(line) < 1e15:
        return 0
    whole = <int64_t>line
    return whole - (line < whole)


cdef inline int32_t cell_at(const NeighborGrid* grid, int64_t column, int64_t row) noexcept nogil:
    return <int32_t>((column + row * grid.stride) & (grid.size - 1))


cdef double cell_for(const double* positions, int32_t count, double radius) noexcept nogil:
    """Two points a cell where all are spread evenly over their bounds, at most the distance."""
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY, even = 0.0
    cdef int32_t i
    for i in range(count):
        low_x, high_x = min(low_x, positions[2 * i]), max(high_x, positions[2 * i])
        low_y, high_y = min(low_y, positions[2 * i + 1]), max(high_y, positions[2 * i + 1])
    if count > 0:
        even = sqrt(2.0 * (high_x - low_x) * (high_y - low_y) / count)
    return max(min(even, radius), radius / 64.0)


cdef int build_grid(NeighborGrid* grid, const double* positions, int32_t count, double cell) except -1 nogil:
    cdef int32_t i, place, running = 0
    grid.cell, grid.size = cell if cell > 0.0 else 1.0, 1
    grid.per_metre = 1.0 / grid.cell
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
        place = cell_at(grid, line_of(positions[2 * i], grid.per_metre), line_of(positions[2 * i + 1], grid.per_metre))
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
    out.column, out.row = line_of(x - radius, grid.per_metre), line_of(y - radius, grid.per_metre)
    columns, rows = line_of(x + radius, grid.per_metre) - out.column + 1, line_of(y + radius, grid.per_metre) - out.row + 1
    out.columns = out.rows = 0
    if 0 < columns < 30000 and 0 < rows < 30000 and 3 * (columns + rows) * rows <= grid.size:
        out.columns, out.rows = <int32_t>columns, <int32_t>rows


cdef inline int take_within(const NeighborGrid* grid, int32_t begin, int32_t end, double x, double y, double limit,
                            vector[int32_t]* found, size_t* size) except -1 nogil:
    """Add those within the limit, m², of points that lie side by side; without a branch, that would be guessed wrong too often."""
    cdef int32_t* out
    cdef int32_t k
    cdef double dx, dy
    cdef size_t count = size[0]
    if found.size() < count + (end - begin):
        found.resize(count + (end - begin))
    out = found.data()
    for k in range(begin, end):
        dx, dy = grid.x[k] - x, grid.y[k] - y
        out[count] = grid.order[k]
        count += dx * dx + dy * dy <= limit
    size[0] = count
    return 0


cdef int find_within(const NeighborGrid* grid, double x, double y, double radius, vector[int32_t]* out) except -1 nogil:
    cdef Window window
    cdef int32_t row, cell, beyond
    cdef double limit = radius * radius
    cdef size_t count = 0
    frame(grid, x, y, radius, &window)
    if window.rows == 0:
        take_within(grid, 0, <int32_t>grid.order.size(), x, y, limit, out, &count)
    for row in range(window.rows):
        cell = cell_at(grid, window.column, window.row + row)
        beyond = cell + window.columns - grid.size          # cells from the ring's start on
        take_within(grid, grid.first[cell], grid.first[min(cell + window.columns, grid.size)], x, y, limit, out, &count)
        if beyond > 0:
            take_within(grid, 0, grid.first[beyond], x, y, limit, out, &count)
    out.resize(count)
    return 0


# ---- the nearest ----

cdef inline Neighbor neighbor(double square, int32_t index) noexcept nogil:
    cdef float rounded = <float>square
    cdef uint32_t bits
    memcpy(&bits, &rounded, sizeof(bits))
    return (<uint64_t>bits << 32) | <uint32_t>index


cdef inline int gather(const NeighborGrid* grid, int32_t begin, int32_t end, double x, double y, double limit, int32_t but,
                       vector[Neighbor]* found, size_t* size) except -1 nogil:
    """As take_within, with their distances."""
    cdef Neighbor* out
    cdef int32_t k
    cdef double dx, dy, square
    cdef size_t count = size[0]
    if found.size() < count + (end - begin):
        found.resize(count + (end - begin))
    out = found.data()
    for k in range(begin, end):
        dx, dy = grid.x[k] - x, grid.y[k] - y
        square = dx * dx + dy * dy
        out[count] = neighbor(square, grid.order[k])
        count += (square <= limit) & (grid.order[k] != but)
    size[0] = count
    return 0


cdef int gather_around(const NeighborGrid* grid, double x, double y, double limit, int32_t but, vector[Neighbor]* found,
                       size_t* count) except -1 nogil:
    cdef Window window
    cdef int32_t row, cell, end
    count[0] = 0
    frame(grid, x, y, sqrt(limit) * BEYOND, &window)
    if window.rows == 0:
        return gather(grid, 0, <int32_t>grid.order.size(), x, y, limit, but, found, count)
    for row in range(window.rows):
        cell = cell_at(grid, window.column, window.row + row)
        end = cell + window.columns
        gather(grid, grid.first[cell], grid.first[min(end, grid.size)], x, y, limit, but, found, count)
        if end > grid.size:
            gather(grid, 0, grid.first[end - grid.size], x, y, limit, but, found, count)
    return 0


cdef int rank(NeighborMemory* memory, size_t count) except -1 nogil:
    """Sort a few by counting for each how many come before it: no branch, either."""
    cdef size_t places[FEW]
    cdef Neighbor* found = memory.found.data()
    cdef size_t i, k, place, before
    if memory.ranked.size() < memory.found.size():
        memory.ranked.resize(memory.found.size())
    for i in range(count):
        places[i] = 0
    for i in range(count):
        place = places[i]
        for k in range(i + 1, count):
            before = found[k] < found[i]
            place += before
            places[k] += 1 - before
        memory.ranked[place] = found[i]
    memory.found.swap(memory.ranked)
    return 0


cdef inline double square_of(Neighbor neighbor) noexcept nogil:
    cdef uint32_t bits = <uint32_t>(neighbor >> 32)
    cdef float square
    memcpy(&square, &bits, sizeof(square))
    return square


cdef int sort_nearest(NeighborMemory* memory, size_t count, size_t most) except -1 nogil:
    cdef Neighbor* found
    if count <= FEW:
        rank(memory, count)
    else:
        found = memory.found.data()
        partial_sort(found, found + min(most, count), found + count)
    if count >= most:
        memory.guess = square_of(memory.found[most - 1])
    return 0


cdef int32_t find_nearest(const NeighborGrid* grid, double x, double y, double radius, int32_t most, int32_t but,
                          NeighborMemory* memory) except -1 nogil:
    """First where they will be; farther off while these are too few, or one beyond might be as near as the last of them."""
    cdef double limit = radius * radius, near = max(GUESSED * memory.guess, radius * radius / 1024.0)
    cdef size_t count = 0
    if most <= 0 or not radius >= 0.0:
        return 0
    while near < limit:
        gather_around(grid, x, y, near, but, &memory.found, &count)
        if count >= <size_t>most:
            sort_nearest(memory, count, most)
            if memory.guess < <float>near:
                return most
        near *= 2.0
    gather_around(grid, x, y, limit, but, &memory.found, &count)
    sort_nearest(memory, count, most)
    if count < <size_t>most:
        memory.guess = limit
    return <int32_t>min(count, <size_t>most)


cdef int32_t nearest_of(const NeighborGrid* grid, double x, double y, const int32_t* places, int32_t count, int32_t most,
                        NeighborMemory* memory) except -1 nogil:
    cdef float guess = memory.guess                 # of all points, not of these
    cdef int32_t k
    if memory.found.size() < <size_t>count:
        memory.found.resize(count)
    for k in range(count):
        memory.found[k] = neighbor((grid.x[places[k]] - x) * (grid.x[places[k]] - x) + (grid.y[places[k]] - y) * (grid.y[places[k]] - y),
                                   grid.order[places[k]])
    sort_nearest(memory, count, most)
    memory.guess = guess
    return min(count, most)


# ---- Python ----

cdef class PointGrid:
    """PointGrid(points, cell): points of the plan, (n, 2) in metres, sorted into cells of so many metres. ValueError: another shape, a
    coordinate that is not finite, a cell not above 0."""
    cdef NeighborGrid grid
    cdef NeighborMemory memory

    def __cinit__(self, points, double cell):
        import numpy as np
        self.memory.guess = INFINITY
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
        cdef double x = point[0], y = point[1]
        cdef int32_t i
        return [neighbor_index(self.memory.found[i])
                for i in range(find_nearest(&self.grid, x, y, radius, most, but, &self.memory))]
