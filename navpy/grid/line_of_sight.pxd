"""The line-of-sight pass (Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro 23): cells from which the way
to a goal is straight."""
from navpy.grid.cost_grid cimport CellRect, CostGrid
from navpy.grid.integration cimport Integration

# Light the cells in sight of a goal, in a field without its light.
cdef int light_all(Integration* field, const CostGrid* grid, int goal) except -1 nogil
# Light or darken the cells that a change of costs shows to a goal or hides from it, and add them to field.changed.
cdef int light_behind(Integration* field, const CostGrid* grid, int goal, const CellRect* change) except -1 nogil
# Whether the change is so near to a goal that all of its light is to be computed again.
cdef bint is_beside(const Integration* field, const CostGrid* grid, int goal, const CellRect* change) noexcept nogil
