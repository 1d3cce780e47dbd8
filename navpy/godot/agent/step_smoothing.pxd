"""NavAgent's step_smoothing, and its move_and_climb for scripts that move the body."""
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.class_spec cimport GdNodePath
from navpy.godot.binding.gd cimport GdVector3

cdef double climb_of(const NavAgent* agent) noexcept nogil          # meters, of the navmesh; 0 without one
cdef void get_step_smoothing(NavAgent* agent, GdNodePath* out) noexcept nogil
cdef void set_step_smoothing(NavAgent* agent, const GdNodePath* path) noexcept nogil
cdef void smooth_steps(NavAgent* agent) noexcept nogil              # after the body has moved
cdef void move_body(NavAgent* agent, const GdVector3* velocity) noexcept nogil
