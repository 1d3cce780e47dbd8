"""Crossing links. The body takes off where the link begins and is aimed anew every frame, so that whatever it brushes against it comes
down at the link's end; there the crowd's agent lands and walks on."""
from libc.math cimport sqrt
from navpy.base.geom cimport distance2
from navpy.godot.world.body cimport BodySettings, face
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3
from navpy.motion.crowd.agent cimport Agent

cdef double CLEARANCE = 0.3         # meters that a jump rises over the higher end
cdef double OVER = 0.05             # meters that a climber rises over the edge
cdef double CLIMBS_AT = 0.5         # of its full speed
cdef double HURRY = 2.0             # times its full speed at most, in the air


cdef double time_to_fall(double height, double rising, double gravity) noexcept nogil:
    """Seconds until it has come down by so much; negative: it never gets up there."""
    cdef double root = rising * rising + 2.0 * gravity * height
    return (rising + sqrt(root)) / gravity if root >= 0.0 else -1.0


cdef void begin(void* body, Crossing* crossing, const Agent* agent, double rise, double across) noexcept nogil:
    """Steeper up than 45 degrees it climbs; steeper down it drops; else it jumps, so that it is there at full speed if that is high
    enough to clear both ends."""
    cdef GdVector3 gravity
    cdef double seconds
    body_gravity(body, &gravity)
    crossing.gravity, crossing.fall = -gravity.y, 0.0
    if crossing.gravity <= 0.0 or body_floats(body):
        crossing.kind = CROSS_FLOATING
    elif rise > across:
        crossing.kind = CROSS_CLIMBING
    else:
        crossing.kind = CROSS_FLYING
        if -rise <= across:
            seconds = across / agent.params.max_speed if agent.params.max_speed > 0.0 else 1.0
            crossing.fall = max(rise / seconds + 0.5 * crossing.gravity * seconds,
                                sqrt(2.0 * crossing.gravity * (max(rise, 0.0) + CLEARANCE)))


cdef double fly(void* body, Crossing* crossing, const Agent* agent, double rise, double across, double delta) noexcept nogil:
    """One frame in the air, or up to the brink; how fast, in the ground plane."""
    cdef double seconds, speed = agent.params.max_speed
    if body_on_floor(body) and crossing.fall <= 0.0:
        crossing.fall = 0.0
    else:
        if body_on_ceiling(body) and crossing.fall > 0.0:
            crossing.fall = 0.0
        seconds = time_to_fall(-rise, crossing.fall, crossing.gravity)
        if seconds > 0.0:
            speed = min(across / seconds, (HURRY if -rise <= across else 1.0) * speed)
    crossing.fall -= crossing.gravity * delta
    return min(speed, across / delta)


cdef double climb(Crossing* crossing, const Agent* agent, double rise, double across, double delta) noexcept nogil:
    """One frame along the wall, or over the edge; how fast, in the ground plane."""
    cdef double speed = agent.params.max_speed
    cdef double up = rise + OVER if across > delta * speed else rise
    crossing.fall = max(-speed, min(up / delta, CLIMBS_AT * speed))
    return 0.0 if rise > 0.0 else min(speed, across / delta)


cdef void cross(void* body, Crossing* crossing, const BodySettings* settings, const Agent* agent, double delta) noexcept nogil:
    cdef double rise = agent.link_end[1] + agent.height_over_ground - agent.position[1], speed
    cdef double across = distance2(agent.position[0], agent.position[2], agent.link_end[0], agent.link_end[2])
    cdef GdVector3 velocity
    if delta <= 0.0:
        return
    if crossing.kind == CROSS_NOTHING:
        begin(body, crossing, agent, rise, across)
    if crossing.kind == CROSS_FLOATING:
        velocity.x, velocity.y, velocity.z = <float>agent.velocity[0], <float>agent.velocity[1], <float>agent.velocity[2]
    else:
        if crossing.kind == CROSS_FLYING:
            speed = fly(body, crossing, agent, rise, across, delta)
        else:
            speed = climb(crossing, agent, rise, across, delta)
        velocity.x = <float>((agent.link_end[0] - agent.position[0]) / across * speed) if across > 0.0 else 0
        velocity.y = <float>crossing.fall
        velocity.z = <float>((agent.link_end[2] - agent.position[2]) / across * speed) if across > 0.0 else 0
    body_set_velocity(body, &velocity)
    body_move_and_slide(body)
    velocity.x, velocity.z = <float>(agent.link_end[0] - agent.position[0]), <float>(agent.link_end[2] - agent.position[2])
    if settings.face_velocity and across > agent.params.radius:
        face(body, &velocity, settings.turn_rate, delta)
