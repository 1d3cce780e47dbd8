"""Values spread from cell to cell, in the order of time."""
from libc.stdint cimport int32_t

from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.integration cimport Integration, Seed

cdef void sort_seeds(Integration* field) noexcept nogil
# Spread from the seeds until no cell can be reached at less cost, all values of second order with it. ``record``: note the cells that
# have become cheaper as touched; those of second order stay as they are.
cdef int march(Integration* field, const CostGrid* grid, bint record) except -1 nogil
cdef float second_order_value(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil
