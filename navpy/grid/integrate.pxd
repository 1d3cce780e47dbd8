"""Integration fields computed, and repaired where costs have changed."""
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.integration cimport Integration, Seed

# Put the goals in order and compute all values.
cdef int integrate(Integration* field, const CostGrid* grid) except -1 nogil
# The same with cells that have a value of their own besides, whose ways cost so much.
cdef int integrate_from(Integration* field, const CostGrid* grid, const Seed* given, size_t count) except -1 nogil
# Take in what has changed in the grid since; false if that was nothing. Then ``changed`` has the cells with other values, each once or
# several times, or ``anew`` is true.
cdef bint update(Integration* field, const CostGrid* grid) except -1 nogil
