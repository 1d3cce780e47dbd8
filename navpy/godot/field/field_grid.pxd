"""The grid of a NavFlowField: its region, and the costs of its cells."""
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.class_spec cimport GdArray, GdPackedFloat32Array, GdRect2i, GdVector2i
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.field.nav_flow_field_data cimport NavFlowField

cdef const char* UNCHANGED          # ends errors of calls that change something
# The grid of the present properties, laid anew where these have changed. Cells that stay keep their costs.
cdef int fit_grid(NavFlowField* field) except -1 nogil
# false, after saying so: no region can be so
cdef bint check_region(NavFlowField* field, GdRect2i region, const char* method) noexcept nogil
# Has the field this region and these costs, row by row, each valid.
cdef int take_costs(NavFlowField* field, GdRect2i region, const vector[float]* costs) except -1 nogil
# False, after saying so with ``otherwise`` at the end: an element is no Vector2i.
cdef bint read_cells(NavFlowField* field, const GdArray* cells, const char* method, const char* otherwise,
                     vector[GdVector2i]* out) noexcept nogil
# in cells from the node: in the region, or on its border
cdef bint is_inside(const NavFlowField* field, Vec2 goal) noexcept nogil
cdef double cost_of(const NavFlowField* field, GdVector2i cell) noexcept nogil      # of a cell of the grid

cdef void set_region(NavFlowField* field, const GdRect2i* region) noexcept nogil
cdef void set_cost(NavFlowField* field, const GdVector2i* cell, double cost) noexcept nogil
cdef void set_costs(NavFlowField* field, const GdRect2i* rectangle, const GdPackedFloat32Array* costs) noexcept nogil
cdef void fill(NavFlowField* field, const GdRect2i* rectangle, double cost) noexcept nogil
cdef void fill_cells(NavFlowField* field, const GdArray* cells, double cost) noexcept nogil
cdef double get_cost(NavFlowField* field, const GdVector2i* cell) noexcept nogil
cdef void get_costs(NavFlowField* field, const GdRect2i* rectangle, GdPackedFloat32Array* out) noexcept nogil
cdef GdVector2i cell_at_point(NavFlowField* field, const GdVector3* point) noexcept nogil
cdef GdVector3 get_cell_center(NavFlowField* field, const GdVector2i* cell) noexcept nogil
