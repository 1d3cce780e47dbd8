"""The node NavAgent: its frames, its signals, its place in the scene tree."""
from libc.stdint cimport int32_t
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.gd cimport GdVariant

cdef GdVariant* velocity_computed_signal
cdef GdVariant* target_reached_signal
cdef GdVariant* navigation_finished_signal

cdef void change_map(NavAgent* agent) noexcept nogil                # to chosen_map, with its request
cdef bint take_over_link(NavAgent* agent) noexcept nogil            # false: the agent is on no link
cdef void finish_taken_link(NavAgent* agent) noexcept nogil

cdef void on_made(NavAgent* agent) noexcept nogil
cdef void on_freed(NavAgent* agent) noexcept nogil
cdef void on_notification(NavAgent* agent, int32_t what) noexcept nogil
cdef void on_changed(NavAgent* agent, const char* property) noexcept nogil
cdef void configuration_warnings(NavAgent* agent, GdPackedStringArray* out) noexcept with gil
