"""The grid of a NavFlowField: where its cells lie in the world, what they cost, goals, and the ways to these."""
from libc.math cimport floor
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.class_spec cimport (GdArray, GdPackedFloat32Array, GdPackedVector3Array, GdRect2i, GdVector2i)
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.field.nav_flow_field_data cimport GridFrame, NavFlowField
from navpy.grid.cost_grid cimport CostGrid, cell_at
from navpy.grid.tiles.field_guide cimport FieldGuide

cdef int64_t MOST_CELLS             # of a field

# ---- places ----
cdef GridFrame frame_of(NavFlowField* field) noexcept nogil
cdef Vec2 place_in(const GridFrame* frame, const GdVector3* point) noexcept nogil      # meters, as the grid has places
cdef GdVector3 point_of(const GridFrame* frame, Vec2 place) noexcept nogil             # in world space, at the node's height
cdef GdVector3 turned(const GridFrame* frame, Vec2 direction) noexcept nogil           # in world space
cdef Vec2 place_of_cell(const NavFlowField* field, const GridFrame* frame, double x, double y) noexcept nogil      # x, y: in cells from the node
cdef Vec2 cell_with(const NavFlowField* field, const GridFrame* frame, const GdVector3* point) noexcept nogil      # in cells from the node
cdef bint is_finite(const GdVector3* point) noexcept nogil

# ---- cells ----
cdef void mark_changed(NavFlowField* field) noexcept nogil          # the signal follows in a physics frame
# The grid of the present properties, laid anew where these have changed. Cells that stay keep their costs.
cdef int fit_grid(NavFlowField* field) except -1 nogil
cdef bint check_region(NavFlowField* field, GdRect2i region, const char* method) noexcept nogil    # false, after saying so: no region can be so
# Has the field this region and these costs, row by row, each valid.
cdef int take_costs(NavFlowField* field, GdRect2i region, const vector[float]* costs) except -1 nogil
cdef bint read_cells(NavFlowField* field, const GdArray* cells, const char* method, vector[GdVector2i]* out) noexcept nogil

cdef void set_region(NavFlowField* field, const GdRect2i* region) noexcept nogil
cdef void set_cost(NavFlowField* field, const GdVector2i* cell, double cost) noexcept nogil
cdef void set_costs(NavFlowField* field, const GdRect2i* rectangle, const GdPackedFloat32Array* costs) noexcept nogil
cdef void fill(NavFlowField* field, const GdRect2i* rectangle, double cost) noexcept nogil
cdef void fill_cells(NavFlowField* field, const GdArray* cells, double cost) noexcept nogil
cdef double get_cost(NavFlowField* field, const GdVector2i* cell) noexcept nogil
cdef void get_costs(NavFlowField* field, const GdRect2i* rectangle, GdPackedFloat32Array* out) noexcept nogil
cdef GdVector2i cell_at_point(NavFlowField* field, const GdVector3* point) noexcept nogil
cdef GdVector3 get_cell_center(NavFlowField* field, const GdVector2i* cell) noexcept nogil

# ---- goals ----
cdef void set_goals(NavFlowField* field, const GdPackedVector3Array* points) noexcept nogil
cdef void set_goal_cells(NavFlowField* field, const GdArray* cells) noexcept nogil
cdef void get_goals(NavFlowField* field, GdPackedVector3Array* out) noexcept nogil

# ---- ways ----
# Takes in what has changed. False: there is no goal.
cdef bint refresh(NavFlowField* field) except -1 nogil
# What a crowd follows, until nav_flow_field's on_freed takes it away. NULL, after saying so: nobody can follow the field.
cdef const FieldGuide* guide_of(NavFlowField* field) except? NULL nogil


cdef inline int32_t cell_in(const CostGrid* grid, Vec2 at) noexcept nogil:
    """The cell with a place, in cells from the grid's corner; outside, the one on the border that is nearest."""
    return cell_at(grid, <int32_t>max(0.0, min(floor(at.y), grid.rows - 1.0)), <int32_t>max(0.0, min(floor(at.x), grid.columns - 1.0)))
