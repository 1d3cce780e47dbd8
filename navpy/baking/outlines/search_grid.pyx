"""Sizes a uniform grid for the sides of a graph, and lists them by cell."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.baking.outlines.planar_graph cimport GridPoint, Side

cdef enum:
    SIDES_A_CELL = 2                # where sides are spread evenly
    CELLS_A_SIDE = 4                # on average, so that long sides do not fill too many


cdef void choose_cells(const PlanarGraph* graph, SearchGrid* grid) noexcept nogil:
    """Cells as small as gives a cell few sides and a side few grid."""
    cdef GridPoint low = graph.points[0], high = graph.points[0], a, b
    cdef int64_t across = 0, sides = <int64_t>graph.sides.size(), shift = 0, width, depth
    cdef size_t i
    for i in range(graph.points.size()):
        a = graph.points[i]
        low.x, low.y, high.x, high.y = min(low.x, a.x), min(low.y, a.y), max(high.x, a.x), max(high.y, a.y)
    for i in range(graph.sides.size()):
        a, b = graph.points[graph.sides[i].begin], graph.points[graph.sides[i].end]
        across += b.x - a.x + (b.y - a.y if b.y > a.y else a.y - b.y)
    grid.x, grid.y = low.x, low.y
    width, depth = <int64_t>high.x - low.x, <int64_t>high.y - low.y         # their product takes more than 32 bits
    while ((width >> shift) + 1) * ((depth >> shift) + 1) * SIDES_A_CELL > sides + SIDES_A_CELL \
            or across >> shift > CELLS_A_SIDE * sides:
        shift += 1
    grid.shift = <int32_t>shift
    grid.columns, grid.rows = <int32_t>(width >> shift) + 1, <int32_t>(depth >> shift) + 1


cdef int add_cells(const SearchGrid* grid, GridPoint a, GridPoint b, vector[int32_t]* out) except -1 nogil:
    """The cells with a pixel that a side passes, and maybe some that it passes closely. a.x <= b.x."""
    cdef double slope, low, high, from_, to
    cdef int32_t row, first, last, i, j, k
    cdef int32_t begin_row = a.y - grid.y >> grid.shift, end_row = b.y - grid.y >> grid.shift
    if begin_row > end_row:
        begin_row, end_row = end_row, begin_row
    first, last = a.x - grid.x >> grid.shift, b.x - grid.x >> grid.shift
    slope = <double>(b.x - a.x) / <double>(b.y - a.y) if b.y != a.y else 0.0
    for row in range(begin_row, end_row + 1):
        i, j = first, last
        if begin_row != end_row and first != last:      # x where the side enters and leaves the row, a unit more on either side
            low, high = grid.y + (<double>row * (1 << grid.shift)) - 1.0, grid.y + ((row + 1.0) * (1 << grid.shift))
            from_, to = a.x + (low - a.y) * slope, a.x + (high - a.y) * slope
            if from_ > to:
                from_, to = to, from_
            if from_ - 1.0 > a.x:
                i = <int32_t>(from_ - 1.0) - grid.x >> grid.shift
            if to + 1.0 < b.x:
                j = <int32_t>(to + 1.0) - grid.x >> grid.shift
        for k in range(i, j + 1):
            out.push_back(row * grid.columns + k)
    return 0


cdef int list_sides(SearchGrid* grid) except -1 nogil:
    """From the cells of each side to the sides of each cell, in ascending order."""
    cdef int32_t side, i, cells = grid.columns * grid.rows
    grid.first_side.clear()
    grid.first_side.resize(cells + 2, 0)        # counts lie two places on, so that filling leaves the first places behind
    for i in range(<int32_t>grid.cell_of.size()):
        grid.first_side[grid.cell_of[i] + 2] += 1
    for i in range(2, cells + 2):
        grid.first_side[i] += grid.first_side[i - 1]
    grid.side_of.resize(grid.cell_of.size())
    for side in range(<int32_t>grid.first_cell.size() - 1):
        for i in range(grid.first_cell[side], grid.first_cell[side + 1]):
            grid.side_of[grid.first_side[grid.cell_of[i] + 1]] = side
            grid.first_side[grid.cell_of[i] + 1] += 1
    grid.first_side.pop_back()
    return 0


cdef int make_grid(const PlanarGraph* graph, SearchGrid* grid) except -1 nogil:
    cdef Side side
    cdef size_t i
    choose_cells(graph, grid)
    grid.first_cell.clear()
    grid.cell_of.clear()
    for i in range(graph.sides.size()):
        side = graph.sides[i]
        grid.first_cell.push_back(<int32_t>grid.cell_of.size())
        add_cells(grid, graph.points[side.begin], graph.points[side.end], &grid.cell_of)
    grid.first_cell.push_back(<int32_t>grid.cell_of.size())
    return list_sides(grid)
