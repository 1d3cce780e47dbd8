"""A uniform grid over the plane, with the sides that meet each cell."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph

cdef cppclass SearchGrid:
    int32_t x, y                    # units, where it begins
    int32_t shift                   # a cell is 2^shift units wide and holds the pixels of its points
    int32_t columns, rows
    vector[int32_t] first_cell      # by side, and the end: its first place in cell_of
    vector[int32_t] cell_of         # the cells with a pixel that a side passes, and maybe some that it passes closely
    vector[int32_t] first_side      # by cell, and the end
    vector[int32_t] side_of         # ascending

cdef inline int32_t cell_at(const SearchGrid* grid, GridPoint at) noexcept nogil:
    return (at.y - grid.y >> grid.shift) * grid.columns + (at.x - grid.x >> grid.shift)

# of the sides of a graph, at least one, each from left to right
cdef int make_grid(const PlanarGraph* graph, SearchGrid* grid) except -1 nogil
