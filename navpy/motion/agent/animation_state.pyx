"""The state that animations are chosen by.

A velocity changes in every step: by the bounds of the body, by avoidance, by contacts. Speed and turning pass an exponential filter of
the time constant smoothing_time before a game sees them. The filtered speed decides with hysteresis whether the agent moves: motion
begins above a share of max_speed and ends below a lower share. So a speed that wavers around either share flips nothing.

Nothing here changes how an agent walks."""
from libc.math cimport M_PI, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.elementary cimport angle_between
from navpy.base.geom cimport distance2, distance3
from navpy.base.vec2 cimport Vec2, add, length, mirrored, scale, square, subtract, to_plan, truncate, vec2
from navpy.motion.agent.agent cimport ON_LINK, Agent, is_active, is_moving
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_animation
from navpy.motion.agent.path_following cimport FollowedPath, end_margin, turn_from

# Shares of max_speed. At a fifth of its pace a body takes a step in two or three seconds instead of two in one: it shuffles, as in a
# queue. From BEGIN_SHARE to END_SHARE the filter takes ln 8 of its time constants at least, 0.2 s by default: so long does a fade
# between two animations last.
cdef double BEGIN_SHARE = 0.2
cdef double END_SHARE = 0.025
# seconds, time constant of net_velocity: a queue's to and fro is faster, a start or a turn takes about as long
cdef double NET_TIME = 0.3
# Share of max_speed from which a body between others turns at its full rate: below, a heading lasts for less than a stride. Who gets
# on by less than a tenth of max_speed, the begin of this ramp, turns by nothing.
cdef double FULL_TURN_SHARE = 0.6
cdef double STILL = 1e-3                # meters a second; a filter never ends, and nobody sees a millimeter
cdef double STILL_TURN = 0.1            # degrees a second, likewise
cdef double DEGREES = 180.0 / M_PI      # in a radian


# ---- the filter ----

cdef inline double kept_share(double smoothing_time, double dt) noexcept nogil:
    """exp(−dt / smoothing_time) to the second order, so that the filter is about the same at any length of a step; it never
    overshoots."""
    cdef double x = 1.0 + dt / smoothing_time
    return 2.0 / (1.0 + x * x)


cdef inline Vec2 shown_velocity(const Agent* agent) noexcept nogil:
    """In the plan: that of its body, if the body has not followed the agent's. On a link bodies have ways of their own."""
    if not is_moving(agent):
        return vec2(0.0, 0.0)
    if agent.is_held_up and agent.where != ON_LINK:
        return mirrored(vec2(agent.body_velocity[0], agent.body_velocity[1]))
    return to_plan(agent.velocity)


cdef inline bint is_between_others(const Agent* agent) noexcept nogil:
    """Others, or walls that only its body knows, decide how it moves, and not its way."""
    return agent.is_pushed or agent.is_held_up


cdef double share_at(const Agent* agent, double speed) noexcept nogil:
    """Which part of a turn counts. The heading is noise at a speed from which a body could stop within a step, as it may turn at will
    then (locomotion). Turns below half of BEGIN_SHARE do not count, and up to BEGIN_SHARE they count in part. By default half of
    BEGIN_SHARE is more than a body loses in a step of 1/60 s."""
    cdef double begin = BEGIN_SHARE * agent.params.max_speed
    return min(1.0, 2.0 * speed / begin - 1.0) if speed > 0.5 * begin else 0.0


cdef double heading_share(const Agent* agent) noexcept nogil:
    """Between others the speed at which it gets on counts: in a queue it goes to and fro, fast enough for a heading, and hardly
    moves."""
    cdef double begin = 0.5 * BEGIN_SHARE * agent.params.max_speed, full = FULL_TURN_SHARE * agent.params.max_speed, share, speed
    if not agent.shows_moving:
        return 0.0
    share = share_at(agent, length(vec2(agent.smoothed_velocity[0], agent.smoothed_velocity[1])))
    if not is_between_others(agent):
        return share
    speed = length(vec2(agent.net_velocity[0], agent.net_velocity[1]))
    return min(share, (speed - begin) / (full - begin)) if speed > begin else 0.0


cdef void animate(Agent* agent, double keep, double keep_net, double dt) noexcept nogil:
    """Turns are those of the smoothed velocity, where noise across a slow velocity is not more than across a fast one."""
    cdef double begin = BEGIN_SHARE * agent.params.max_speed, end = END_SHARE * agent.params.max_speed, turning = 0.0, share
    cdef Vec2 velocity = shown_velocity(agent), before = vec2(agent.smoothed_velocity[0], agent.smoothed_velocity[1])
    cdef Vec2 after = add(velocity, scale(subtract(before, velocity), keep)), net = vec2(agent.net_velocity[0], agent.net_velocity[1])
    cdef double speed = length(velocity)
    net = add(velocity, scale(subtract(net, velocity), keep_net))
    share = share_at(agent, min(length(before), length(after), length(net)) if is_between_others(agent)
                     else min(length(before), length(after)))
    if share > 0.0:
        turning = DEGREES * angle_between(before, after) / dt * share
    after = after if square(after) > STILL * STILL else truncate(before, STILL)
    agent.smoothed_velocity[0], agent.smoothed_velocity[1] = after.x, after.y
    if agent.where == ON_LINK and is_moving(agent):
        speed = sqrt(speed * speed + agent.velocity[1] * agent.velocity[1])
    agent.smoothed_speed = speed + keep * (agent.smoothed_speed - speed)
    agent.turning_speed = turning + keep * (agent.turning_speed - turning)
    if not is_moving(agent) and agent.smoothed_speed < STILL and -STILL_TURN < agent.turning_speed < STILL_TURN:
        agent.smoothed_speed = agent.turning_speed = 0.0
        net = vec2(0.0, 0.0)
    agent.net_velocity[0], agent.net_velocity[1] = net.x, net.y
    agent.shows_moving = end > 0.0 and agent.smoothed_speed > (end if agent.shows_moving else begin)


cdef void animate_range(vector[Agent]* agents, const int32_t* slots, const double* times, int32_t first, int32_t end) noexcept nogil:
    cdef Agent* agent
    cdef double time = 0.0, keep = 0.0, keep_net = 1.0, dt = 0.0
    cdef int32_t i, slot
    for i in range(first, end):
        slot = slots[i]
        if i + PREFETCHED < end:
            prefetch_animation(&agents.at(slots[i + PREFETCHED]))
        agent = &agents[0][slot]
        if not agent.generation & 1 or is_settled(agent):
            continue
        if agent.params.smoothing_time != time or times[slot] != dt:        # as a rule all agents have the same
            time, dt = agent.params.smoothing_time, times[slot]
            keep, keep_net = kept_share(time, dt), kept_share(max(time, NET_TIME), dt)
        animate(agent, keep, keep_net, dt)


# ---- the way ahead ----

cdef Vec2 way_between(const double* a, const double* b) noexcept nogil:
    return subtract(to_plan(b), to_plan(a))


cdef Vec2 way_from(const FollowedPath* path, int32_t corner) noexcept nogil:
    """From a corner on; 0 at the path's end. A link straight up has no direction in the plan, what comes after it has."""
    cdef const double* at = path.points.data() + 3 * corner
    cdef int32_t i
    cdef Vec2 way
    for i in range(corner + 1, <int32_t>(path.points.size() // 3)):
        way = way_between(at, path.points.data() + 3 * i)
        if square(way) > STILL * STILL:
            return way
    return vec2(0.0, 0.0)


cdef void look_ahead(const Agent* agent, const FollowedPath* path, const double* position, WayAhead* ahead) noexcept nogil:
    """The leg gives the way to the corner, as the leg lasts. The direction from the agent to a corner close by is noise."""
    cdef const double* points = path.points.data()
    cdef int32_t i, next = agent.next_corner, turn
    cdef double[3] link_end
    cdef const double* before = &agent.leg_start[0]
    ahead.distance = ahead.angle = 0.0
    memcpy(ahead.corner, position, sizeof(ahead.corner))
    if next < 0 or 3 * <size_t>next >= path.points.size():
        return
    turn = turn_from(agent, path, next)
    memcpy(ahead.corner, points + 3 * turn, sizeof(ahead.corner))
    if agent.where == ON_LINK:
        link_end[0], link_end[1], link_end[2] = agent.link_end[0], agent.link_end[1] + agent.height_over_ground, agent.link_end[2]
        ahead.distance = distance3(position, link_end)
    else:
        ahead.distance = distance2(position[0], position[2], points[3 * next], points[3 * next + 2])
    for i in range(next, turn):
        ahead.distance += length(way_between(points + 3 * i, points + 3 * i + 3))
    if turn > next:
        before = points + 3 * turn - 3
    ahead.angle = DEGREES * angle_between(way_between(before, points + 3 * turn), way_from(path, turn))


cdef double turn_ahead(const Agent* agent, Vec2 heading) noexcept nogil:
    return DEGREES * angle_between(heading, to_plan(agent.preferred_velocity))


cdef double braking_distance(const Agent* agent) noexcept nogil:
    """v² / 2a. On a link bodies have ways of their own, as in the air nobody brakes."""
    if not is_moving(agent) or not agent.params.max_acceleration > 0.0 or agent.where == ON_LINK:
        return 0.0
    return square(shown_velocity(agent)) / (2.0 * agent.params.max_deceleration)


cdef double distance_to_stop(const Agent* agent, double left) noexcept nogil:
    """Its path ends at the leash of its leader, or stopping_distance before its end. Without auto_brake it brakes only there."""
    if not is_active(agent):
        return braking_distance(agent)
    left = max(left - end_margin(agent), 0.0)
    return left if agent.params.auto_brake else left + braking_distance(agent)
