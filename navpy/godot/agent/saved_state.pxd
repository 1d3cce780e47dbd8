"""A NavAgent in a saved game: its state as a Dictionary, and from one."""
from libc.stdint cimport uint8_t
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport GdDictionary

cdef void save_state(NavAgent* agent, GdDictionary* out) noexcept nogil
cdef uint8_t load_state(NavAgent* agent, const GdDictionary* state) noexcept nogil
cdef void resume_saved(NavAgent* agent) noexcept nogil      # a state that waits for the navmesh, once it is there
