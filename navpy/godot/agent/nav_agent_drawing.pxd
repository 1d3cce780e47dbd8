"""The debug drawing of a NavAgent's path."""
from navpy.godot.agent.nav_agent_data cimport NavAgent

cdef void draw_path(NavAgent* agent) noexcept nogil         # draws anew only what has changed
cdef void erase_path(NavAgent* agent) noexcept nogil
