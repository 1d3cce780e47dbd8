"""The contacts that stop the body of a NavAgent."""
from navpy.base.vec2 cimport Vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.motion.agent.agent cimport Agent

# The collider of the last move that faces this level velocity most (meters a second, x and z). NULL: nothing but floors faces it.
cdef void* blocker_of(NavAgent* agent, double x, double z) noexcept nogil
# This velocity in the plan, turned to the side (1: left, -1: right) until it leads into no contact of the body's last move. Where each
# direction leads into a contact, the way leads away from all of them.
cdef Vec2 unblocked_way(NavAgent* agent, Vec2 way, double side) noexcept nogil
# True if it is the body of an agent avoided by this agent, and so near that avoidance parts them.
cdef bint is_avoided(NavAgent* agent, const Agent* core, void* blocker) noexcept nogil
