"""The class CostField."""
from navpy.grid.cost_grid cimport CostGrid

cdef class CostField:
    cdef CostGrid grid
