"""How a NavAgent moves the CharacterBody3D above it."""
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.gd cimport GdVector3
from navpy.motion.agent.agent cimport Agent

# One frame with this velocity. core: NULL without a crowd. False: the agent does not drive its body.
cdef bint drive(NavAgent* agent, Agent* core, const GdVector3* velocity, double delta) noexcept nogil
