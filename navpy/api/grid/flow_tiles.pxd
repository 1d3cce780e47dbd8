"""The classes FlowTiles and FlowGroup."""
from libc.stdint cimport int32_t
from navpy.api.grid.cost_field cimport CostField
from navpy.grid.tiles.flow_tiles cimport FlowTiles as Tiles

cdef class FlowTiles:
    cdef Tiles core
    cdef readonly CostField cost_field
    cdef object executor

    cdef int check(self, FlowGroup group) except -1
    cdef tuple follow(self, FlowGroup group, positions)


cdef class FlowGroup:
    cdef readonly FlowTiles tiles       #: what it was requested of
    cdef int32_t route
