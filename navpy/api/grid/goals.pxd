"""Goals of fields, as Python gives them."""
from libcpp.vector cimport vector

from navpy.api.grid.cost_field cimport CostField
from navpy.grid.integration cimport Goal

# Points in meters, cells or a mask, and what goes on from each costs.
cdef int read_goals(CostField field, goals, goal_values, vector[Goal]* out) except -1
