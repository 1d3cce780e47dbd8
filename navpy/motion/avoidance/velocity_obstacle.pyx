"""Velocity obstacles of discs, and the velocity outside of them that is nearest to the preferred one, found exactly: where it is not
the preferred velocity itself, it lies on a boundary, nearest to it there or where two boundaries meet (Guy et al. 2009, "ClearPath:
Highly Parallel Collision Avoidance for Multi-Agent Simulation")."""
from libc.math cimport INFINITY, M_PI, cos, fabs, isinf, sin, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_length, read_numbers, read_real, read_rows, read_whole
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory, build_grid, cell_for, find_nearest, neighbor_index
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double ROUNDING = 1e-9             # m/s: a velocity this near to a boundary lies on it, velocities this near are the same
cdef double PARTING = 10.0              # a lack of parting counts as so many times the deviation
cdef int SPOKES = 16, RINGS = 6         # of samples where nothing is free
cdef double GOLDEN_ANGLE = 2.399963229728653        # radians

KINDS = {"vo": KIND_VO, "rvo": KIND_RVO, "hrvo": KIND_HRVO}

cdef struct Choice:
    const vector[VelocityObstacle]* obstacles
    Vec2 preferred                      # m/s, no faster than max_speed
    double max_speed                    # m/s
    double safety_factor                # metres
    bint by_penalty                     # nothing is free: all velocities count, at their penalty
    Vec2 best                           # m/s
    double cost                         # m/s, of the best; no velocity costs less than it is off the preferred one


# ---- one obstacle ----

cdef double time_to_collision(Vec2 offset, Vec2 relative_velocity, double radius) noexcept nogil:
    """Seconds until two discs touch; offset: from the first to the second, relative_velocity: of the first, seen from the second,
    radius: of both together. 0 where they overlap, infinite where they never touch."""
    cdef double gap2 = square(offset) - radius * radius, nearing = dot(offset, relative_velocity), root2
    if gap2 < 0.0:
        return 0.0
    root2 = nearing * nearing - square(relative_velocity) * gap2
    if not (nearing > 0.0 and root2 >= 0.0):
        return INFINITY
    return gap2 / (nearing + sqrt(root2))


cdef void set_legs(VelocityObstacle* obstacle) noexcept nogil:
    """The directions from the agent's centre that touch the disc around the other, of both radii."""
    cdef double distance2 = square(obstacle.offset), radius = obstacle.radius, tangent
    cdef Vec2 p = obstacle.offset
    obstacle.overlap = distance2 <= radius * radius
    if obstacle.overlap:
        obstacle.left = left_of(unit(p))
        obstacle.right = scale(obstacle.left, -1.0)
    else:
        tangent = sqrt(distance2 - radius * radius)
        obstacle.left = scale(vec2(p.x * tangent - p.y * radius, p.x * radius + p.y * tangent), 1.0 / distance2)
        obstacle.right = scale(vec2(p.x * tangent + p.y * radius, p.y * tangent - p.x * radius), 1.0 / distance2)


cdef Vec2 hybrid_apex(const VelocityObstacle* obstacle, Vec2 velocity, Vec2 other_velocity) noexcept nogil:
    """Where a leg of the RVO, on the side that the agent already goes to, meets the opposite leg of the VO (Snape et al. 2011).
    Right of the centre line and on it the side is the right, for both agents alike."""
    cdef Vec2 relative = subtract(velocity, other_velocity)
    cdef Vec2 to_pass = obstacle.right, not_to_pass = obstacle.left
    if det(obstacle.offset, relative) > 0.0:
        to_pass, not_to_pass = obstacle.left, obstacle.right
    return add(other_velocity, scale(not_to_pass, 0.5 * det(relative, to_pass) / det(not_to_pass, to_pass)))


cdef bint make_velocity_obstacle(int kind, Vec2 offset, double radius, Vec2 velocity, Vec2 other_velocity, double horizon,
                                 double dt, VelocityObstacle* out) noexcept nogil:
    """The obstacle that a disc is to an agent; offset: from the agent to the disc, not 0, radius: of both together. Discs that
    overlap are asked to part within dt, each by its share. False, and none, where both have no radius."""
    cdef double parting
    if not radius > 0.0:
        return False
    out.offset, out.radius, out.horizon = offset, radius, horizon
    out.share = 1.0 if kind == KIND_VO else 0.5
    set_legs(out)
    if kind == KIND_VO:
        out.apex = other_velocity
    elif kind == KIND_HRVO and not out.overlap:
        out.apex = hybrid_apex(out, velocity, other_velocity)
    else:
        out.apex = scale(add(velocity, other_velocity), 0.5)
    if out.overlap:
        parting = out.share * (radius - length(offset)) / dt
        out.apex = subtract(out.apex, scale(unit(offset), parting))
        out.horizon = dt
    return True


cdef bint contains(const VelocityObstacle* obstacle, Vec2 velocity) noexcept nogil:
    """Does a velocity lead into the collision? On the boundary the discs only touch: it does not."""
    cdef Vec2 inside = subtract(velocity, obstacle.apex)
    cdef double cut
    if not (det(obstacle.right, inside) > ROUNDING and det(inside, obstacle.left) > ROUNDING):
        return False
    if obstacle.overlap or isinf(obstacle.horizon):
        return True
    cut = obstacle.share / obstacle.horizon
    if dot(inside, obstacle.offset) >= cut * (square(obstacle.offset) - obstacle.radius * obstacle.radius):
        return True                     # beyond the chord between the points where the legs touch the cut-off circle
    return length(subtract(inside, scale(obstacle.offset, cut))) < obstacle.radius * cut - ROUNDING


# ---- the choice ----

cdef double penalty(const vector[VelocityObstacle]* obstacles, Vec2 velocity, Vec2 preferred, double safety_factor) noexcept nogil:
    """m/s: safety_factor / time to the first collision + deviation (van den Berg, Lin, Manocha 2008), and where discs
    overlap what the velocity lacks of the parting asked for, at more than any deviation is worth."""
    cdef const VelocityObstacle* obstacle
    cdef Vec2 inside
    cdef double soonest = INFINITY, lacking = 0.0, seconds
    cdef size_t i
    for i in range(obstacles.size()):
        obstacle = &obstacles[0][i]
        inside = scale(subtract(velocity, obstacle.apex), 1.0 / obstacle.share)
        if obstacle.overlap:
            lacking = max(lacking, det(obstacle.right, inside))
            continue
        seconds = time_to_collision(obstacle.offset, inside, obstacle.radius)
        if seconds < obstacle.horizon:
            soonest = min(soonest, seconds)
    return safety_factor / soonest + PARTING * lacking + length(subtract(velocity, preferred))


cdef bint is_free(const vector[VelocityObstacle]* obstacles, Vec2 velocity) noexcept nogil:
    cdef size_t i
    for i in range(obstacles.size()):
        if contains(&obstacles[0][i], velocity):
            return False
    return True


cdef void offer(Choice* choice, Vec2 velocity) noexcept nogil:
    """Take a velocity if it is better than the best so far; among equals the rightmost, so that two that meet both give way to
    the same hand."""
    cdef double cost
    if not length(velocity) <= choice.max_speed + ROUNDING:
        return
    velocity = truncate(velocity, choice.max_speed)
    cost = length(subtract(velocity, choice.preferred))
    if not cost <= choice.cost + ROUNDING:
        return
    if choice.by_penalty:
        cost = penalty(choice.obstacles, velocity, choice.preferred, choice.safety_factor)
    elif not is_free(choice.obstacles, velocity):
        return
    if cost < choice.cost - ROUNDING or (cost <= choice.cost + ROUNDING
                                         and det(choice.preferred, subtract(velocity, choice.best)) < -ROUNDING):
        choice.best, choice.cost = velocity, cost


cdef int add_line(VelocitySpace* space, Vec2 point, Vec2 direction, Vec2 preferred) except -1 nogil:
    cdef BoundaryLine line
    line.point, line.direction = point, direction
    line.distance = fabs(det(direction, subtract(preferred, point)))
    space.lines.push_back(line)
    return 0


cdef int add_circle(VelocitySpace* space, Vec2 center, double radius, Vec2 preferred) except -1 nogil:
    cdef BoundaryCircle circle
    circle.center, circle.radius = center, radius
    circle.distance = fabs(length(subtract(preferred, center)) - radius)
    space.circles.push_back(circle)
    return 0


cdef int list_boundaries(VelocitySpace* space, Vec2 preferred, double max_speed) except -1 nogil:
    """Lines and circles that the boundaries of all obstacles and of the speed disc are parts of. What else is on them is no
    boundary, and nothing the worse for being looked at."""
    cdef const VelocityObstacle* obstacle
    cdef double cut
    cdef size_t i
    space.lines.clear()
    space.circles.clear()
    add_circle(space, vec2(0.0, 0.0), max_speed, preferred)
    for i in range(space.obstacles.size()):
        obstacle = &space.obstacles[i]
        add_line(space, obstacle.apex, obstacle.right, preferred)
        if obstacle.overlap:
            continue
        add_line(space, obstacle.apex, obstacle.left, preferred)
        if not isinf(obstacle.horizon):
            cut = obstacle.share / obstacle.horizon
            add_circle(space, add(obstacle.apex, scale(obstacle.offset, cut)), obstacle.radius * cut, preferred)
    return 0


cdef void offer_nearest(Choice* choice, const VelocitySpace* space) noexcept nogil:
    """The preferred velocity, what is nearest to it on each boundary, standing still, and parting at full speed."""
    cdef const BoundaryLine* line
    cdef const BoundaryCircle* circle
    cdef size_t i
    offer(choice, choice.preferred)
    for i in range(space.lines.size()):
        line = &space.lines[i]
        offer(choice, add(line.point, scale(line.direction, dot(line.direction, subtract(choice.preferred, line.point)))))
    for i in range(space.circles.size()):
        circle = &space.circles[i]
        offer(choice, add(circle.center, scale(unit(subtract(choice.preferred, circle.center)), circle.radius)))
    offer(choice, vec2(0.0, 0.0))
    for i in range(space.obstacles.size()):
        if space.obstacles[i].overlap:
            offer(choice, scale(unit(space.obstacles[i].offset), -choice.max_speed))


cdef void offer_line_on_line(Choice* choice, const BoundaryLine* a, const BoundaryLine* b) noexcept nogil:
    cdef double across = det(a.direction, b.direction)
    if across != 0.0:
        offer(choice, add(a.point, scale(a.direction, det(subtract(b.point, a.point), b.direction) / across)))


cdef void offer_line_on_circle(Choice* choice, const BoundaryLine* line, const BoundaryCircle* circle) noexcept nogil:
    cdef Vec2 to_center = subtract(circle.center, line.point)
    cdef double along = dot(line.direction, to_center), off = det(line.direction, to_center)
    cdef double half2 = circle.radius * circle.radius - off * off, half
    if half2 < 0.0:
        return
    half = sqrt(half2)
    offer(choice, add(line.point, scale(line.direction, along - half)))
    offer(choice, add(line.point, scale(line.direction, along + half)))


cdef void offer_circle_on_circle(Choice* choice, const BoundaryCircle* a, const BoundaryCircle* b) noexcept nogil:
    cdef Vec2 between = subtract(b.center, a.center), middle, aside
    cdef double distance2 = square(between), along, half2
    if not distance2 > 0.0:
        return
    along = 0.5 * (1.0 + (a.radius - b.radius) * (a.radius + b.radius) / distance2)         # of between, to the chord
    half2 = a.radius * a.radius / distance2 - along * along
    if half2 < 0.0:
        return
    middle = add(a.center, scale(between, along))
    aside = scale(left_of(between), sqrt(half2))
    offer(choice, add(middle, aside))
    offer(choice, subtract(middle, aside))


cdef void offer_meetings(Choice* choice, const VelocitySpace* space) noexcept nogil:
    """Where boundaries meet, but for those that are farther from the preferred velocity than the best found so far."""
    cdef size_t i, j
    for i in range(space.lines.size()):
        if space.lines[i].distance > choice.cost + ROUNDING:
            continue
        for j in range(i):
            if space.lines[j].distance <= choice.cost + ROUNDING:
                offer_line_on_line(choice, &space.lines[i], &space.lines[j])
        for j in range(space.circles.size()):
            if space.circles[j].distance <= choice.cost + ROUNDING:
                offer_line_on_circle(choice, &space.lines[i], &space.circles[j])
    for i in range(space.circles.size()):
        if space.circles[i].distance > choice.cost + ROUNDING:
            continue
        for j in range(i):
            if space.circles[j].distance <= choice.cost + ROUNDING:
                offer_circle_on_circle(choice, &space.circles[i], &space.circles[j])


cdef void offer_ring(Choice* choice, Vec2 center, Vec2 forward, double radius) noexcept nogil:
    cdef int i
    cdef double angle
    for i in range(SPOKES):
        angle = 2.0 * M_PI * i / SPOKES
        offer(choice, add(center, add(scale(forward, radius * cos(angle)), scale(left_of(forward), radius * sin(angle)))))


cdef void offer_samples(Choice* choice) noexcept nogil:
    """The least penalty may lie off all boundaries: rings over all velocities, then ever smaller ones around the best."""
    cdef Vec2 forward = unit(choice.preferred) if square(choice.preferred) > 0.0 else vec2(1.0, 0.0)
    cdef double radius = choice.max_speed
    cdef int ring, _smaller
    for ring in range(RINGS):
        offer_ring(choice, vec2(0.0, 0.0), forward, choice.max_speed * (RINGS - ring) / RINGS)
    for _smaller in range(RINGS):
        radius *= 0.5
        offer_ring(choice, choice.best, forward, radius)


cdef int choose_velocity(VelocitySpace* space, Vec2 preferred, double max_speed, double safety_factor, Vec2* chosen) except -1 nogil:
    """The velocity nearest to the preferred one, no faster than max_speed, that space.obstacles leave free; where they leave none,
    that of the least penalty of those on boundaries and of samples. Returns 1 where it is free, else 0."""
    cdef Choice choice
    choice.obstacles, choice.max_speed, choice.safety_factor = &space.obstacles, max_speed, safety_factor
    choice.preferred, choice.by_penalty = truncate(preferred, max_speed), False
    choice.best, choice.cost = vec2(0.0, 0.0), INFINITY
    list_boundaries(space, choice.preferred, max_speed)
    offer_nearest(&choice, space)
    offer_meetings(&choice, space)
    if isinf(choice.cost):
        choice.by_penalty = True
        offer_nearest(&choice, space)
        offer_meetings(&choice, space)
        offer_samples(&choice)
    chosen[0] = choice.best
    return not choice.by_penalty


# ---- all agents ----

cdef inline Vec2 row(const double* rows, int32_t i) noexcept nogil:
    return vec2(rows[2 * <size_t>i], rows[2 * <size_t>i + 1])


cdef Vec2 offset_between(const AgentArrays* agents, int32_t agent, int32_t other) noexcept nogil:
    """From an agent to another, metres, never 0: agents in one place are seen as if they stood on a tiny circle, each turned from
    the one before by the golden angle, so that they part to different sides and each pair to opposite ones."""
    cdef Vec2 offset = subtract(row(agents.positions, other), row(agents.positions, agent))
    if square(offset) > 0.0:
        return offset
    return scale(vec2(cos(GOLDEN_ANGLE * other) - cos(GOLDEN_ANGLE * agent), sin(GOLDEN_ANGLE * other) - sin(GOLDEN_ANGLE * agent)),
                 ROUNDING)


cdef int avoid_range(const AgentArrays* agents, const NeighborGrid* grid, const AvoidanceOptions* options, int32_t first, int32_t end,
                     double* new_velocities) except -1 nogil:
    """New velocities of the agents first … end − 1, 2 numbers each, written where theirs are among those of all agents. grid: of
    the positions of all."""
    cdef VelocitySpace space
    cdef VelocityObstacle obstacle
    cdef NeighborMemory neighbors
    cdef Vec2 position, velocity
    cdef int32_t most = min(options.max_neighbors, agents.count), i, j, k
    neighbors.guess = INFINITY
    for i in range(first, end):
        position = row(agents.positions, i)
        space.obstacles.clear()
        for k in range(find_nearest(grid, position.x, position.y, options.neighbor_distance, most, i, &neighbors)):
            j = neighbor_index(neighbors.found[k])
            if make_velocity_obstacle(options.kind, offset_between(agents, i, j), agents.radii[i] + agents.radii[j],
                                      row(agents.velocities, i), row(agents.velocities, j), options.time_horizon, options.dt,
                                      &obstacle):
                space.obstacles.push_back(obstacle)
        choose_velocity(&space, row(agents.preferred, i), agents.max_speeds[i], options.safety_factor, &velocity)
        new_velocities[2 * <size_t>i], new_velocities[2 * <size_t>i + 1] = velocity.x, velocity.y
    return 0


# ---- Python ----

cdef tuple read_agents(positions, velocities, preferred, radii, max_speeds):
    """The five as float64 arrays, or a ValueError; radii and max_speeds may be one number for all."""
    places = read_rows("positions", positions, -1, 2)
    count = len(places)
    return (places, read_rows("velocities", velocities, count, 2), read_rows("preferred", preferred, count, 2),
            read_numbers("radii", radii, count, 0.0, LARGEST), read_numbers("max_speeds", max_speeds, count, 0.0, LARGEST))


cdef const double* numbers_of(const double[::1] flat) noexcept:
    return &flat[0] if flat.shape[0] > 0 else NULL


cdef AgentArrays borrow_agents(tuple arrays):
    """What ``read_agents`` has returned, for as long as that lives."""
    cdef AgentArrays agents
    agents.positions, agents.velocities = numbers_of(arrays[0].reshape(-1)), numbers_of(arrays[1].reshape(-1))
    agents.preferred = numbers_of(arrays[2].reshape(-1))
    agents.radii, agents.max_speeds = numbers_of(arrays[3]), numbers_of(arrays[4])
    agents.count = len(arrays[3])
    return agents


cdef int read_kind(kind) except -1:
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"kind: must be one of {', '.join(KINDS)}, is {kind!r}")
    return KINDS[kind]


cdef double read_seconds(str name, given, bint endless) except -1.0:
    cdef double seconds = read_real(name, given)
    if not seconds > 0.0 or (isinf(seconds) and not endless):
        raise ValueError(f"{name}: must be a number of seconds above 0{'' if endless else ', finite'}, is {seconds}")
    return seconds


cdef Vec2 read_vec2(str name, given):
    cdef const double[:, ::1] rows = read_rows(name, given, 1, 2, True)
    return vec2(rows[0, 0], rows[0, 1])


def avoid(positions, velocities, preferred, radii, max_speeds, *, kind="rvo", neighbor_distance, max_neighbors,
          time_horizon=INFINITY, dt, safety_factor=1.0):
    """New velocities (n, 2) in m/s of n agents that avoid each other by velocity obstacles, all chosen from the same state.

    positions, velocities and preferred: (n, 2), metres and m/s; radii and max_speeds: (n,) or one number for all. kind: "vo", "rvo"
    or "hrvo". An agent looks at its max_neighbors nearest others of those whose centres are within neighbor_distance, and at
    collisions within time_horizon seconds; discs that overlap are to part within dt seconds. Each gets the velocity nearest to its
    preferred one, no faster than its max_speed, that no obstacle contains; where there is none, the one with the least of
    safety_factor (metres) / time to collision + deviation. With "rvo", two that cross and are as fast as they may be can only turn, so
    they may dance as with "vo"; with speed to spare, or with "hrvo", they do not. ValueError: a wrong shape, not finite, below 0.

    Fiorini & Shiller 1998; van den Berg, Lin, Manocha 2008; Snape et al. 2011; the choice as in Guy et al. 2009."""
    import numpy as np
    cdef AvoidanceOptions options
    cdef NeighborGrid grid
    cdef tuple arrays = read_agents(positions, velocities, preferred, radii, max_speeds)
    cdef AgentArrays agents = borrow_agents(arrays)
    cdef double[:, ::1] out
    options.kind = read_kind(kind)
    options.neighbor_distance = read_length("neighbor_distance", neighbor_distance)
    options.max_neighbors = read_whole("max_neighbors", max_neighbors, 0, 1 << 30)
    options.time_horizon, options.dt = read_seconds("time_horizon", time_horizon, True), read_seconds("dt", dt, False)
    options.safety_factor = read_length("safety_factor", safety_factor)
    new_velocities = np.zeros((agents.count, 2))
    if agents.count > 0:
        out = new_velocities
        with nogil:
            build_grid(&grid, agents.positions, agents.count, cell_for(agents.positions, agents.count, options.neighbor_distance))
            avoid_range(&agents, &grid, &options, 0, agents.count, &out[0, 0])
    return new_velocities


def velocity_obstacle(offset, radius, velocity, other_velocity, *, kind="rvo"):
    """(apex, left, right) of the obstacle that a disc is to an agent: its apex in m/s and the unit directions of its legs, each
    (x, y). offset: from the agent to the disc, metres; radius: of both together; None where that is 0. ValueError: discs that
    overlap or touch, which have no cone."""
    cdef VelocityObstacle obstacle
    cdef Vec2 p = read_vec2("offset", offset)
    cdef Vec2 own = read_vec2("velocity", velocity), other = read_vec2("other_velocity", other_velocity)
    if not make_velocity_obstacle(read_kind(kind), p, read_length("radius", radius), own, other, INFINITY, 1.0, &obstacle):
        return None
    if obstacle.overlap:
        raise ValueError(f"offset: must be longer than the radius {radius}, is {length(p)}")
    return (obstacle.apex.x, obstacle.apex.y), (obstacle.left.x, obstacle.left.y), (obstacle.right.x, obstacle.right.y)


def is_inside(candidates, offset, radius, velocity, other_velocity, *, kind="rvo", time_horizon=INFINITY, dt=1.0):
    """Which of the velocities (n, 2) the obstacle that a disc is to an agent contains: (n,) of bool. offset: from the agent to the
    disc, metres, not 0; radius: of both together."""
    import numpy as np
    cdef VelocityObstacle obstacle
    cdef Vec2 p = read_vec2("offset", offset)
    cdef Vec2 own = read_vec2("velocity", velocity), other = read_vec2("other_velocity", other_velocity)
    cdef const double[:, ::1] given = read_rows("candidates", candidates, -1, 2)
    cdef Py_ssize_t i
    inside = np.zeros(given.shape[0], bool)
    if make_velocity_obstacle(read_kind(kind), p, read_length("radius", radius), own, other,
                              read_seconds("time_horizon", time_horizon, True), read_seconds("dt", dt, False), &obstacle):
        for i in range(given.shape[0]):
            inside[i] = contains(&obstacle, vec2(given[i, 0], given[i, 1]))
    return inside
