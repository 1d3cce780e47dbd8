"""The goal sets of a NavFlowField, and the agents that may follow the ways to them."""
from libc.stdint cimport int64_t
from navpy.godot.binding.class_spec cimport GdArray, GdPackedVector3Array
from navpy.godot.field.nav_flow_field_data cimport GoalSet, NavFlowField
from navpy.grid.tiles.field_guide cimport FieldGuide

cdef int64_t add_goal_set(NavFlowField* field, const GdPackedVector3Array* points) noexcept nogil
cdef void remove_goal_set(NavFlowField* field, int64_t number) noexcept nogil
cdef void set_goals(NavFlowField* field, const GdPackedVector3Array* points, int64_t number) noexcept nogil
cdef void set_goal_cells(NavFlowField* field, const GdArray* cells, int64_t number) noexcept nogil
cdef void get_goals(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil
# Takes in what has changed. The goal set, with ways; NULL: it has no goals, or there is none, which an error of the method tells.
cdef GoalSet* refresh(NavFlowField* field, int64_t number, const char* method) except? NULL nogil
cdef int refresh_all(NavFlowField* field) except -1 nogil
# The guide of a crowd, until `drop_guide` takes it away. NULL, after saying so: nobody can follow the field.
cdef const FieldGuide* guide_of(NavFlowField* field, int64_t number) except? NULL nogil
cdef void lose_followers(NavFlowField* field) noexcept nogil        # before it is freed
# Why somebody lost the field, or could not follow it. NULL: there is no field.
cdef str why_lost(NavFlowField* field, int64_t number)
