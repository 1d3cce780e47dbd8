"""Directions to follow: where the value of an integration field falls."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.flow_sampling cimport FlowGrid
from navpy.grid.integration cimport Integration

cdef cppclass Flow:                 # without the grid's rim
    FlowGrid grid                   # its nodes are the centers of cells
    vector[Vec2] directions         # unit vectors; 0 at a goal, and where no way leads to one
    vector[uint8_t] closed          # 1: no way leads to a goal from there
    vector[uint8_t] marks           # working memory
    vector[int32_t] stale

cdef Vec2 direction_of(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil
cdef int make_flow(Flow* flow, const Integration* field, const CostGrid* grid) except -1 nogil
# After an update of the field.
cdef int update_flow(Flow* flow, const Integration* field, const CostGrid* grid) except -1 nogil
# The direction to follow at a place: the flow's, and within a goal's cell straight to the goal. A unit vector, or less where two
# walls meet; 0 at a goal, and where no way leads to one.
cdef Vec2 direction_at(const Flow* flow, const Integration* field, const CostGrid* grid, Vec2 place) noexcept nogil
# Bilinear between the centers of cells that a way leads from, and within a goal's cell what the straight way costs; infinite where
# there is none.
cdef double value_at(const Flow* flow, const Integration* field, const CostGrid* grid, Vec2 place) noexcept nogil
