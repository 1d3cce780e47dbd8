"""The classes FlowTiles and FlowGroup."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.api.grid.cost_field cimport CostField
from navpy.base.guard cimport Guard, Inside
from navpy.grid.tiles.flow_tiles cimport FlowTiles as Tiles

cdef class FlowTiles:
    cdef Tiles core
    cdef Guard guard                # of all that is computed, and of what is asked for
    cdef vector[int32_t] left       # routes of groups that ended while a call was inside
    cdef readonly CostField cost_field
    cdef object executor

    cdef int check(self, FlowGroup group) except -1
    cdef tuple follow(self, FlowGroup group, positions)
    cdef int go_in(self, Inside* inside, FlowGroup group) except -1
    cdef void drop(self, int32_t route) noexcept


cdef class FlowGroup:
    cdef readonly FlowTiles tiles       #: what it was requested of
    cdef int32_t route
