"""The class IntegrationField."""
from navpy.api.grid.cost_field cimport CostField
from navpy.grid.flow cimport Flow
from navpy.grid.integration cimport Integration

cdef class IntegrationField:
    cdef readonly CostField cost_field
    cdef Integration field
    cdef Flow flow_
    cdef bint has_flow

    cdef int need_flow(self) except -1
