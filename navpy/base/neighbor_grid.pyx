"""Points sorted by cell (counting sort), so that the points of a row's neighboring cells lie side by side and are read in one loop."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport partial_sort
from libcpp.vector cimport vector

cdef enum:
    RANK_LIMIT = 32                     # as many neighbors are sorted faster by comparing each pair

cdef double GOLDEN = 0.6180339887498949  # of the ring, from row to row: of k rows no two come nearer than 0.38 / k of it
cdef double ROUNDING = 1.0 + 1e-9       # factor: what rounding may add to a distance
cdef double GUESS_MARGIN = 1.4          # factor of a guess, which is a square: room for fewer points to the area

ctypedef fused Found:                   # what a query collects
    vector[int32_t]                     # indices
    vector[Neighbor]                    # indices with squared distances

cdef struct CellWindow:                     # the cells within a radius
    int64_t column, row                 # the lowest ones
    int32_t columns, rows               # how many; 0: so many that the whole ring is searched


# ---- build ----

cdef inline int64_t cell_coordinate(double value, double per_meter) noexcept nogil:
    """Column or row of a coordinate. Beyond 1e15 cells doubles do not tell cells apart, and all points lie in cell 0."""
    cdef double scaled = value * per_meter
    cdef int64_t whole
    if not fabs(scaled) < 1e15:
        return 0
    whole = <int64_t>scaled
    return whole - (scaled < whole)


cdef inline int32_t ring_cell(const NeighborGrid* grid, int64_t column, int64_t row) noexcept nogil:
    return <int32_t>((column + row * grid.stride) & (grid.size - 1))


cdef double cell_for(const double* positions, int32_t count, double radius) noexcept nogil:
    """Two points a cell if they were spread evenly over their bounds; between radius / 64 and the radius."""
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
    # The ring has as many cells as there are points, rounded up to a power of 2.
    grid.cell, grid.size = cell if cell > 0.0 else 1.0, 1
    grid.per_meter = 1.0 / grid.cell
    while grid.size < count and grid.size < 1 << 30:
        grid.size *= 2
    grid.stride = <int32_t>(GOLDEN * grid.size) | 1
    grid.first.clear()
    grid.first.resize(grid.size + 1, 0)
    grid.cells.resize(count)
    grid.order.resize(count)
    grid.x.resize(count)
    grid.y.resize(count)
    # Counting sort: count the points of each cell, sum the counts up to the cells' first places, then place the points.
    for i in range(count):
        place = ring_cell(grid, cell_coordinate(positions[2 * i], grid.per_meter),
                          cell_coordinate(positions[2 * i + 1], grid.per_meter))
        grid.cells[i] = place
        grid.first[place + 1] += 1
    for i in range(grid.size):
        running += grid.first[i + 1]
        grid.first[i + 1] = running
    for i in range(count):
        place = grid.first[grid.cells[i]]
        grid.first[grid.cells[i]] = place + 1
        grid.order[place], grid.x[place], grid.y[place] = i, positions[2 * i], positions[2 * i + 1]
    # Each first[i] has run on to the end of its cell, where cell i + 1 begins.
    for i in range(grid.size, 0, -1):
        grid.first[i] = grid.first[i - 1]
    grid.first[0] = 0
    return 0


# ---- queries within a radius ----

cdef inline Neighbor neighbor(double square, int32_t index) noexcept nogil:
    cdef float rounded = <float>square
    cdef uint32_t bits
    memcpy(&bits, &rounded, sizeof(bits))
    return (<uint64_t>bits << 32) | <uint32_t>index


cdef inline double square_of(Neighbor neighbor) noexcept nogil:
    cdef uint32_t bits = <uint32_t>(neighbor >> 32)
    cdef float square
    memcpy(&square, &bits, sizeof(square))
    return square


cdef inline void window_around(const NeighborGrid* grid, double x, double y, double radius, CellWindow* out) noexcept nogil:
    """Rows of a window are apart on the ring by at least 0.38 / rows of it, less what rounding the stride takes. Where that might be
    less than the columns, a cell would be read twice, and the whole ring is searched instead."""
    cdef int64_t columns, rows
    out.column, out.row = cell_coordinate(x - radius, grid.per_meter), cell_coordinate(y - radius, grid.per_meter)
    columns = cell_coordinate(x + radius, grid.per_meter) - out.column + 1
    rows = cell_coordinate(y + radius, grid.per_meter) - out.row + 1
    out.columns = out.rows = 0
    if 0 < columns < 30000 and 0 < rows < 30000 and 3 * (columns + rows) * rows <= grid.size:
        out.columns, out.rows = <int32_t>columns, <int32_t>rows


cdef inline int collect(const NeighborGrid* grid, int32_t begin, int32_t end, double x, double y, double limit, int32_t excluded,
                        Found* found, size_t* size) except -1 nogil:
    """Append the points at places begin … end − 1 that lie within the limit, m². Every point is written and the count alone depends
    on its distance: a branch would be predicted wrong too often."""
    cdef int32_t k
    cdef double dx, dy, square
    cdef size_t count = size[0]
    if found.size() < count + (end - begin):
        found.resize(count + (end - begin))
    for k in range(begin, end):
        dx, dy = grid.x[k] - x, grid.y[k] - y
        square = dx * dx + dy * dy
        if Found is vector[int32_t]:
            found[0][count] = grid.order[k]
        else:
            found[0][count] = neighbor(square, grid.order[k])
        count += (square <= limit) & (grid.order[k] != excluded)
    size[0] = count
    return 0


cdef int collect_around(const NeighborGrid* grid, double x, double y, double radius, double limit, int32_t excluded, Found* found,
                        size_t* count) except -1 nogil:
    """The points within the limit, m², which a window of that radius covers."""
    cdef CellWindow window
    cdef int32_t row, cell, end
    count[0] = 0
    window_around(grid, x, y, radius, &window)
    if window.rows == 0:
        return collect(grid, 0, <int32_t>grid.order.size(), x, y, limit, excluded, found, count)
    for row in range(window.rows):
        cell = ring_cell(grid, window.column, window.row + row)
        end = cell + window.columns
        collect(grid, grid.first[cell], grid.first[min(end, grid.size)], x, y, limit, excluded, found, count)
        if end > grid.size:             # the row runs over the end of the ring
            collect(grid, 0, grid.first[end - grid.size], x, y, limit, excluded, found, count)
    return 0


cdef int find_within(const NeighborGrid* grid, double x, double y, double radius, vector[int32_t]* out) except -1 nogil:
    cdef size_t count
    collect_around(grid, x, y, radius, radius * radius, -1, out, &count)
    out.resize(count)
    return 0


# ---- the nearest ----

cdef int rank(NeighborMemory* memory, size_t count) except -1 nogil:
    """Sort a few neighbors without branches: the place of each is the number of those that come before it."""
    cdef size_t places[RANK_LIMIT]
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


cdef int sort_nearest(NeighborMemory* memory, size_t count, size_t max_count) except -1 nogil:
    """Sort the first max_count of the found ones to the front."""
    cdef Neighbor* found
    if count <= RANK_LIMIT:
        rank(memory, count)
    else:
        found = memory.found.data()
        partial_sort(found, found + min(max_count, count), found + count)
    if count >= max_count:
        memory.guess = square_of(memory.found[max_count - 1])
    return 0


cdef int32_t find_nearest(const NeighborGrid* grid, double x, double y, double radius, int32_t max_count, int32_t excluded,
                          NeighborMemory* memory) except -1 nogil:
    """Searches a small window first, and doubles its area while it holds too few points, or while a point outside might be as near as
    the last one found."""
    cdef double limit = radius * radius, near = max(GUESS_MARGIN * memory.guess, radius * radius / 1024.0)
    cdef size_t count = 0
    if max_count <= 0 or not radius >= 0.0:
        return 0
    while near < limit:
        collect_around(grid, x, y, sqrt(near) * ROUNDING, near, excluded, &memory.found, &count)
        if count >= <size_t>max_count:
            sort_nearest(memory, count, max_count)
            if memory.guess < <float>near:
                return max_count
        near *= 2.0
    collect_around(grid, x, y, sqrt(limit) * ROUNDING, limit, excluded, &memory.found, &count)
    sort_nearest(memory, count, max_count)
    if count < <size_t>max_count:
        memory.guess = limit
    return <int32_t>min(count, <size_t>max_count)


cdef int32_t nearest_of(const NeighborGrid* grid, double x, double y, const int32_t* places, int32_t count, int32_t max_count,
                        NeighborMemory* memory) except -1 nogil:
    cdef float guess = memory.guess         # of all points, not of these
    cdef double dx, dy
    cdef int32_t k
    if memory.found.size() < <size_t>count:
        memory.found.resize(count)
    for k in range(count):
        dx, dy = grid.x[places[k]] - x, grid.y[places[k]] - y
        memory.found[k] = neighbor(dx * dx + dy * dy, grid.order[places[k]])
    sort_nearest(memory, count, max_count)
    memory.guess = guess
    return min(count, max_count)
