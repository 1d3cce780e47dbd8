"""The class CostField."""
from navpy.base.guard cimport Guard
from navpy.grid.cost_grid cimport CostGrid

cdef class CostField:
    cdef CostGrid grid
    cdef Guard guard
