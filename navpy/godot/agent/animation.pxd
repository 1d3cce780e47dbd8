"""The animation state of a NavAgent's agent (navpy.motion.agent.animation_state), and the signals of its movement."""
from libc.stdint cimport uint8_t
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.gd cimport GdVariant, GdVector3

cdef GdVariant* movement_started_signal
cdef GdVariant* movement_stopped_signal

cdef bint update_moving(NavAgent* agent) noexcept nogil         # False: a handler has freed the node or taken it out of the tree
cdef uint8_t get_shows_moving(NavAgent* agent) noexcept nogil
cdef double get_smoothed_speed(NavAgent* agent) noexcept nogil
cdef GdVector3 get_smoothed_velocity(NavAgent* agent) noexcept nogil
cdef double get_turning_speed(NavAgent* agent) noexcept nogil
cdef double get_turn_ahead(NavAgent* agent) noexcept nogil
cdef GdVector3 get_next_corner(NavAgent* agent) noexcept nogil
cdef double get_distance_to_corner(NavAgent* agent) noexcept nogil
cdef double get_corner_angle(NavAgent* agent) noexcept nogil
cdef double get_braking_distance(NavAgent* agent) noexcept nogil
