"""What stops the body of a NavAgent."""
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.motion.agent.agent cimport Agent

# What the body met in its last move and faces this level velocity most (meters a second, x and z). NULL: nothing but floors, or nothing.
cdef void* blocker_of(NavAgent* agent, double x, double z) noexcept nogil
# Is it the body of an agent that this one avoids, and so near that avoidance parts them?
cdef bint is_avoided(NavAgent* agent, const Agent* core, void* blocker) noexcept nogil
