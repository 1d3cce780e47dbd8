"""Crossing links. The body takes off at the start of the link. Its velocity is aimed at the end of the link anew in every frame, so
that it lands there although it may touch obstacles on its way."""
from libc.math cimport sqrt
from libc.string cimport memcmp, memcpy
from navpy.base.geom cimport distance2
from navpy.godot.world.character_body cimport BodySettings, face
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.vector cimport vector_of
from navpy.motion.agent.agent cimport Agent

cdef double CLEARANCE = 0.3         # meters that a jump rises over the higher end
cdef double EDGE_CLEARANCE = 0.05   # meters that a climbing body rises over the edge
cdef double CLIMB_SPEED = 0.5       # of its full speed
cdef double MOST_AIR_SPEED = 2.0    # times its full speed


cdef double time_to_fall(double height, double rising, double gravity) noexcept nogil:
    """Seconds until the body is `height` lower; negative: it never rises that high."""
    cdef double root = rising * rising + 2.0 * gravity * height
    return (rising + sqrt(root)) / gravity if root >= 0.0 else -1.0


cdef void choose_crossing(void* body, Crossing* crossing, const Agent* agent, double rise, double across) noexcept nogil:
    """Links up that are steeper than 45 degrees are climbed, such links down are drops. Across all others the body jumps: at full
    speed, and at least CLEARANCE over both ends."""
    cdef GdVector3 gravity
    cdef double seconds
    body_gravity(body, &gravity)
    crossing.gravity, crossing.rise_speed = -gravity.y, 0.0
    memcpy(crossing.end, agent.link_end, sizeof(crossing.end))
    if crossing.gravity <= 0.0 or body_floats(body):
        crossing.kind = CROSS_FLOATING
    elif rise > across:
        crossing.kind = CROSS_CLIMBING
    else:
        crossing.kind = CROSS_FLYING
        if -rise <= across:
            seconds = across / agent.params.max_speed if agent.params.max_speed > 0.0 else 1.0
            crossing.rise_speed = max(rise / seconds + 0.5 * crossing.gravity * seconds,
                                      sqrt(2.0 * crossing.gravity * (max(rise, 0.0) + CLEARANCE)))


cdef double fly(void* body, Crossing* crossing, const Agent* agent, double rise, double across, double delta) noexcept nogil:
    """One frame in the air, or on the floor up to the edge. Returns the speed in the ground plane."""
    cdef double seconds, speed = agent.params.max_speed
    if body_on_floor(body) and crossing.rise_speed <= 0.0:
        crossing.rise_speed = 0.0
    else:
        if body_on_ceiling(body) and crossing.rise_speed > 0.0:
            crossing.rise_speed = 0.0
        seconds = time_to_fall(-rise, crossing.rise_speed, crossing.gravity)
        if seconds > 0.0:
            speed = min(across / seconds, (MOST_AIR_SPEED if -rise <= across else 1.0) * speed)
    crossing.rise_speed -= crossing.gravity * delta
    return min(speed, across / delta)


cdef double climb(Crossing* crossing, const Agent* agent, double rise, double across, double delta) noexcept nogil:
    """One frame along the wall, or over the edge. Returns the speed in the ground plane."""
    cdef double speed = agent.params.max_speed
    cdef double up = rise + EDGE_CLEARANCE if across > delta * speed else rise
    crossing.rise_speed = max(-speed, min(up / delta, CLIMB_SPEED * speed))
    return 0.0 if rise > 0.0 else min(speed, across / delta)


cdef void cross(void* body, Crossing* crossing, const BodySettings* settings, const Agent* agent, double delta) noexcept nogil:
    cdef double rise = agent.link_end[1] + agent.height_over_ground - agent.position[1], speed
    cdef double across = distance2(agent.position[0], agent.position[2], agent.link_end[0], agent.link_end[2])
    cdef GdVector3 velocity
    cdef GdVector3 way
    cdef bint turns = settings.face_velocity and across > agent.params.radius
    if delta <= 0.0:
        return
    # back over the link at once, too
    if crossing.kind == CROSS_NOTHING or memcmp(crossing.end, agent.link_end, sizeof(crossing.end)) != 0:
        choose_crossing(body, crossing, agent, rise, across)
    if crossing.kind == CROSS_FLOATING:
        velocity = vector_of(agent.velocity)
    else:
        if crossing.kind == CROSS_FLYING:
            speed = fly(body, crossing, agent, rise, across, delta)
        else:
            speed = climb(crossing, agent, rise, across, delta)
        velocity.x = <float>((agent.link_end[0] - agent.position[0]) / across * speed) if across > 0.0 else 0
        velocity.y = <float>crossing.rise_speed
        velocity.z = <float>((agent.link_end[2] - agent.position[2]) / across * speed) if across > 0.0 else 0
    way.x, way.y, way.z = <float>(agent.link_end[0] - agent.position[0]), 0, <float>(agent.link_end[2] - agent.position[2])
    body_set_velocity(body, &velocity)
    body_move_and_slide(body)               # a script that is told of the move may add agents: `agent` is in other memory then
    if turns:
        face(body, &way, settings.turn_rate, delta)
