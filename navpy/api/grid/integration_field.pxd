"""The class IntegrationField."""
from navpy.api.grid.cost_field cimport CostField
from navpy.base.guard cimport Guard, Inside
from navpy.grid.flow cimport Flow
from navpy.grid.integration cimport Integration

cdef class IntegrationField:
    cdef readonly CostField cost_field
    cdef Guard guard                # of all that is computed
    cdef Integration field
    cdef Flow flow_
    cdef bint has_flow

    cdef int need_flow(self) except -1
    cdef int ask(self, Inside* inside) except -1
