"""What it costs to cross the cells of a grid, and which rectangles of it have changed."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, vec2

cdef enum:
    RIM = 2                         # cells that nothing can cross, on all sides: second-order differences reach so far

cdef struct CellRect:               # rows and columns, the ends not included
    int32_t row, column, row_end, column_end

cdef cppclass CostGrid:
    int32_t rows, columns           # cells along y and along x, 1 or more each
    int32_t stride                  # cells from one row to the next
    double cell_size                # meters
    Vec2 origin                     # meters: the corner of the first cell with the least coordinates
    vector[float] costs             # of crossing a meter, by cell with the rim; infinite: impassable
    float least, most               # cost of any cell that can be crossed: the least, and one that none exceeds
    int64_t least_cells             # that cost the least
    vector[CellRect] changes        # the last ones, in order
    int64_t forgotten               # changes before those


cdef inline int32_t cell_at(const CostGrid* grid, int32_t row, int32_t column) noexcept nogil:
    """The index of a cell in all arrays with a rim. The rim on the right of a row is the next row's on the left."""
    return (row + RIM) * grid.stride + RIM + column


cdef inline size_t cell_count(const CostGrid* grid) noexcept nogil:
    """Cells with the rim."""
    return <size_t>(grid.rows + 2 * RIM) * grid.stride + 2 * RIM


cdef inline int32_t row_of(const CostGrid* grid, int32_t cell) noexcept nogil:
    return (cell - RIM) // grid.stride - RIM


cdef inline int32_t column_of(const CostGrid* grid, int32_t cell) noexcept nogil:
    return (cell - RIM) % grid.stride


cdef inline Vec2 to_cells(const CostGrid* grid, Vec2 place) noexcept nogil:
    """From meters to cells from the grid's corner: x in columns, y in rows."""
    return vec2((place.x - grid.origin.x) / grid.cell_size, (place.y - grid.origin.y) / grid.cell_size)


cdef inline Vec2 to_meters(const CostGrid* grid, Vec2 at) noexcept nogil:
    return vec2(grid.origin.x + grid.cell_size * at.x, grid.origin.y + grid.cell_size * at.y)


# Of costs and cell sizes, costs may be infinite: their products and sums stay numbers of float32.
cdef double LEAST, MOST
# A grid of so many cells, all impassable.
cdef int make_grid(CostGrid* grid, int32_t rows, int32_t columns, double cell_size, Vec2 origin) except -1 nogil
# Take the costs of a rectangle within the grid, given row by row and above 0, and remember which of them are others than before.
cdef int set_costs(CostGrid* grid, const CellRect* where, const float* costs) except -1 nogil
