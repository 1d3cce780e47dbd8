"""Locomotion, the layer below steering (Reynolds 1999): what the body of an agent can do in a step."""
from navpy.base.vec2 cimport Vec2
from navpy.motion.agent.agent_params cimport AgentParams

# The velocity nearest to ``wanted``, on the straight way there in velocity space, that the body reaches from its velocity within dt
# seconds.
cdef Vec2 reachable_velocity(const AgentParams* params, Vec2 velocity, Vec2 wanted, double dt) noexcept nogil
# The part of a change of velocity that lies within half an ellipse ahead and half an ellipse behind: ``most`` meters a second ahead
# and to the sides, ``least`` behind.
cdef Vec2 limit_change(Vec2 velocity, Vec2 wanted, double most, double least) noexcept nogil
# The greatest speed for the next dt seconds from which the body can still slow down to ``end_speed`` over a distance. NaN gives NaN.
cdef double braking_speed(double distance, double end_speed, double deceleration, double dt) noexcept nogil
# The greatest speed at which the body, with max_acceleration to a side and turn_rate, turns on an arc that ends where ``way`` does, as
# in pure pursuit (Coulter 1992, "Implementation of the Pure Pursuit Path Tracking Algorithm"): on an arc of the radius |way| / (2
# sin(turn)).
cdef double arc_speed(const AgentParams* params, Vec2 heading, Vec2 way) noexcept nogil
# The greatest speed at a corner between two legs, at which the body swings out beside the second leg by its radius at most.
cdef double turning_speed(const AgentParams* params, Vec2 leg, Vec2 next_leg) noexcept nogil
