"""What stops the body of a NavAgent."""
from navpy.base.vec2 cimport Vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.motion.agent.agent cimport Agent

# What the body met in its last move and faces this level velocity most (meters a second, x and z). NULL: nothing but floors, or
# nothing.
cdef void* blocker_of(NavAgent* agent, double x, double z) noexcept nogil
# This velocity in the plan, turned to the side (1: left, -1: right) as far as it takes to lead into nothing that the body met in its
# last move; away from all of that where each direction leads into some of it.
cdef Vec2 unblocked_way(NavAgent* agent, Vec2 way, double side) noexcept nogil
# Is it the body of an agent that this one avoids, and so near that avoidance parts them?
cdef bint is_avoided(NavAgent* agent, const Agent* core, void* blocker) noexcept nogil
