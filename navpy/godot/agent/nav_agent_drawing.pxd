"""A NavAgent's path on the screen."""
from navpy.godot.agent.nav_agent_data cimport NavAgent

cdef void draw_path(NavAgent* agent) noexcept nogil         # as it is now, or nothing without debug_enabled; costs little where nothing changed
cdef void erase_path(NavAgent* agent) noexcept nogil
