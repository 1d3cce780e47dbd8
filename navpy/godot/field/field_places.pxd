"""Where the cells of a NavFlowField lie in the world."""
from libc.math cimport floor
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.field.nav_flow_field_data cimport GridFrame, NavFlowField
from navpy.grid.cost_grid cimport CostGrid, cell_at

cdef GridFrame frame_of(NavFlowField* field) noexcept nogil
cdef Vec2 place_in(const GridFrame* frame, const GdVector3* point) noexcept nogil      # meters, as the grid has places
cdef GdVector3 point_of(const GridFrame* frame, Vec2 place) noexcept nogil             # in world space, at the node's height
cdef GdVector3 turned(const GridFrame* frame, Vec2 direction) noexcept nogil           # in world space
# x, y: in cells from the node
cdef Vec2 place_of_cell(const NavFlowField* field, const GridFrame* frame, double x, double y) noexcept nogil
# in cells from the node
cdef Vec2 cell_with(const NavFlowField* field, const GridFrame* frame, const GdVector3* point) noexcept nogil
cdef bint is_finite(const GdVector3* point) noexcept nogil
cdef int32_t whole(double value) noexcept nogil                                         # the cell with a coordinate


cdef inline int32_t cell_in(const CostGrid* grid, Vec2 at) noexcept nogil:
    """The cell with a place, in cells from the grid's corner; outside, the nearest cell on the border."""
    return cell_at(grid, <int32_t>max(0.0, min(floor(at.y), grid.rows - 1.0)), <int32_t>max(0.0, min(floor(at.x), grid.columns - 1.0)))
