"""The limits of a body: acceleration, deceleration, and the rate at which the heading of its velocity turns.

The velocities within reach of a step are half an ellipse ahead and half an ellipse behind: max_acceleration ahead and to the sides,
max_deceleration behind."""
from libc.math cimport M_PI, fabs, sqrt

from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, truncate, vec2
from navpy.motion.agent.agent_params cimport AgentParams


cdef Vec2 limit_turn(Vec2 velocity, Vec2 changed, double most) noexcept nogil:
    """The part of a changed velocity within an angle, in radians, of the velocity before. The angle of the half tangent most / 2 is
    less by most³ / 12 and takes no sine."""
    cdef double t = 0.5 * most, c = (1.0 - t * t) / (1.0 + t * t), s = 2.0 * t / (1.0 + t * t)
    cdef Vec2 heading
    if most >= M_PI or dot(velocity, changed) >= c * sqrt(square(velocity) * square(changed)):
        return changed
    s = s if det(velocity, changed) > 0.0 else -s
    heading = vec2(c * velocity.x - s * velocity.y, s * velocity.x + c * velocity.y)
    return scale(heading, max(0.0, dot(changed, heading)) / square(heading))


cdef Vec2 limit_change(Vec2 velocity, Vec2 wanted, double most, double least) noexcept nogil:
    cdef double speed = length(velocity), along, across, over
    cdef Vec2 change = subtract(wanted, velocity)
    if not most > 0.0:
        return velocity
    if not speed > 0.0:
        return truncate(wanted, most)
    along, across = dot(change, velocity) / speed, det(velocity, change) / speed
    over = length(vec2(along / (most if along > 0.0 else least), across / most))
    return wanted if over <= 1.0 else add(velocity, scale(change, 1.0 / over))


cdef Vec2 reachable_velocity(const AgentParams* params, Vec2 velocity, Vec2 wanted, double dt) noexcept nogil:
    """The heading may turn at will where the body could stop within the step."""
    if params.max_acceleration > 0.0:
        wanted = limit_change(velocity, wanted, params.max_acceleration * dt, params.max_deceleration * dt)
    if params.turn_rate > 0.0 and length(velocity) > params.max_deceleration * dt:
        wanted = limit_turn(velocity, wanted, params.turn_rate * (M_PI / 180.0) * dt)
    return wanted


cdef double braking_speed(double distance, double end_speed, double deceleration, double dt) noexcept nogil:
    """The solution v of v · dt + (v² − end²) / 2a = distance: behind a step at speed v comes the way on which the body slows down.
    Written so that an infinite deceleration gives distance / dt."""
    cdef double room = 2.0 * distance + end_speed * end_speed / deceleration
    return room / (sqrt(dt * dt + room / deceleration) + dt) if room > 0.0 else 0.0


cdef inline double sine(Vec2 heading, Vec2 way) noexcept nogil:
    """Of the angle between both, that of 90° for larger angles."""
    return fabs(det(heading, way)) / sqrt(square(heading) * square(way)) if dot(heading, way) > 0.0 else 1.0


cdef double arc_speed(const AgentParams* params, Vec2 heading, Vec2 way) noexcept nogil:
    cdef double radius = 0.5 * length(way) / sine(heading, way), speed = sqrt(params.max_acceleration * radius)
    return min(speed, params.turn_rate * (M_PI / 180.0) * radius) if params.turn_rate > 0.0 else speed


cdef double turning_speed(const AgentParams* params, Vec2 leg, Vec2 next_leg) noexcept nogil:
    """The velocity changes straight from v · leg to full speed S along the next leg, that is by √(v² + S²) or less. So the part of it
    across the next leg, v · sin(turn), ends after v · sin(turn) · √(v² + S²) / 2a, which is to be the radius."""
    cdef double full = params.max_speed * params.max_speed, room = 2.0 * params.max_acceleration * params.radius / sine(leg, next_leg)
    return sqrt(0.5 * (sqrt(full * full + 4.0 * room * room) - full))
