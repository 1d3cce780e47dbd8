"""The ways of a NavFlowField: a whole field for each goal set, or flow tiles for all."""
from libc.stdint cimport int64_t
from navpy.base.vec2 cimport Vec2
from navpy.godot.field.nav_flow_field_data cimport GoalSet, NavFlowField

cdef GoalSet* goal_set_at(NavFlowField* field, int64_t number) noexcept nogil       # NULL: there is none
cdef void wake(NavFlowField* field) noexcept nogil                  # have physics frames until all is done
cdef void mark_changed(NavFlowField* field) noexcept nogil          # the signal follows in a physics frame
cdef bint is_turned(const NavFlowField* field) noexcept nogil
# The ways of a goal set with goals, up to date. Flow tiles get a route, and find its tiles in physics frames.
cdef int find_ways(NavFlowField* field, GoalSet* goal_set) except -1 nogil
# A follower has to find the ways at once, and loses them without goals or after a turn of the node.
cdef int keep_followed(NavFlowField* field, GoalSet* goal_set) except -1 nogil
cdef int keep_all_followed(NavFlowField* field) except -1 nogil
cdef bint has_followers(NavFlowField* field) noexcept nogil
cdef void forget_ways(NavFlowField* field, GoalSet* goal_set) noexcept nogil        # as its goals have changed
# as the grid is another, or the way in which ways are found
cdef int forget_all(NavFlowField* field) except -1 nogil
cdef int take_changes_of_costs(NavFlowField* field) except -1 nogil
# Of flow tiles: the work of a frame, and all work at once.
cdef int spend_budget(NavFlowField* field) except -1 nogil
cdef int do_all(NavFlowField* field) except -1 nogil
# Meters · cost, straight to a goal at the least cost: the value of flow tiles before they have found a way.
cdef double air_value(const NavFlowField* field, const GoalSet* goal_set, Vec2 place) noexcept nogil
