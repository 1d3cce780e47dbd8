"""Velocity obstacles of discs, and the velocity outside of them that is nearest to the preferred one. The latter is exact, as in
ClearPath: it is the preferred velocity, or its projection on a boundary, or an intersection of two boundaries (Guy et al. 2009,
"ClearPath: Highly Parallel Collision Avoidance for Multi-Agent Simulation")."""
from libc.math cimport INFINITY, M_PI, fabs, isinf, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.elementary cimport turned, unit_vector
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory, find_nearest, neighbor_index
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double ROUNDING = 1e-9             # m/s: a velocity this near to a boundary lies on it, velocities this near are the same
cdef double PARTING = 10.0              # weight of missing separation speed against deviation
cdef int SAMPLES_PER_RING = 16, RINGS = 6  # where no velocity is free
cdef double GOLDEN_ANGLE = 2.399963229728653  # radians

cdef struct Choice:
    const vector[VelocityObstacle]* obstacles
    Vec2 preferred                      # m/s, no faster than max_speed
    double max_speed                    # m/s
    double safety_factor                # meters
    bint by_penalty                     # no velocity is free: the cost of each is its penalty, else its deviation
    Vec2 best                           # m/s
    double cost                         # m/s, of the best; never below its deviation from the preferred velocity


# ---- one obstacle ----

cdef double time_to_collision(Vec2 offset, Vec2 relative_velocity, double radius) noexcept nogil:
    """Seconds until two discs touch, 0 where they overlap, infinite where they never touch. offset: from the first to the second;
    relative_velocity: of the first, seen from the second; radius: the sum of both."""
    cdef double gap2 = square(offset) - radius * radius, nearing = dot(offset, relative_velocity), root2
    if gap2 < 0.0:
        return 0.0
    root2 = nearing * nearing - square(relative_velocity) * gap2
    if not (nearing > 0.0 and root2 >= 0.0):
        return INFINITY
    return gap2 / (nearing + sqrt(root2))


cdef void set_legs(VelocityObstacle* obstacle) noexcept nogil:
    """Tangents from the agent's center to the disc of both radii round the other."""
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
    """The intersection of two legs: the leg of the RVO on the side on which the agent already passes, and the opposite leg of the VO
    (Snape et al. 2011). On the center line both agents pass on the right."""
    cdef Vec2 relative = subtract(velocity, other_velocity)
    cdef Vec2 to_pass = obstacle.right, not_to_pass = obstacle.left
    if det(obstacle.offset, relative) > 0.0:
        to_pass, not_to_pass = obstacle.left, obstacle.right
    return add(other_velocity, scale(not_to_pass, 0.5 * det(relative, to_pass) / det(not_to_pass, to_pass)))


cdef bint make_velocity_obstacle(int kind, Vec2 offset, double radius, Vec2 velocity, Vec2 other_velocity, double horizon,
                                 double dt, VelocityObstacle* out) noexcept nogil:
    """The obstacle that a disc makes for an agent. offset: from the agent to the disc, not 0; radius: the sum of both. Discs that
    overlap are to part within dt, each by its share. False where the radius is 0: a point is no obstacle."""
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
    """Does a velocity lead to a collision? On the boundary the discs only touch, which is none."""
    cdef Vec2 inside = subtract(velocity, obstacle.apex)
    cdef double cut
    if not (det(obstacle.right, inside) > ROUNDING and det(inside, obstacle.left) > ROUNDING):
        return False
    if obstacle.overlap or isinf(obstacle.horizon):
        return True
    cut = obstacle.share / obstacle.horizon
    if dot(inside, obstacle.offset) >= cut * (square(obstacle.offset) - obstacle.radius * obstacle.radius):
        return True                     # beyond the chord between the tangent points on the cut-off circle
    return length(subtract(inside, scale(obstacle.offset, cut))) < obstacle.radius * cut - ROUNDING


# ---- the choice ----

cdef double penalty(const vector[VelocityObstacle]* obstacles, Vec2 velocity, Vec2 preferred, double safety_factor) noexcept nogil:
    """The penalty of van den Berg, Lin & Manocha 2008, m/s: safety_factor / time to the first collision + deviation. Where discs
    overlap, the missing separation speed counts in place of the time, with a weight above any deviation's."""
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


cdef void consider(Choice* choice, Vec2 velocity) noexcept nogil:
    """Keep a velocity that costs less than the best so far. Of two velocities with the same cost the right one stays, so that two
    agents on one line both turn to the same hand."""
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
    """The lines and circles that the boundaries of all obstacles and of the speed disc are parts of. The rest of a line is no
    boundary; candidates there are not free, or cost more."""
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


cdef void consider_projections(Choice* choice, const VelocitySpace* space) noexcept nogil:
    """The preferred velocity, its projections on all boundaries, the velocity 0, and separation at full speed."""
    cdef const BoundaryLine* line
    cdef const BoundaryCircle* circle
    cdef size_t i
    consider(choice, choice.preferred)
    for i in range(space.lines.size()):
        line = &space.lines[i]
        consider(choice, add(line.point, scale(line.direction, dot(line.direction, subtract(choice.preferred, line.point)))))
    for i in range(space.circles.size()):
        circle = &space.circles[i]
        consider(choice, add(circle.center, scale(unit(subtract(choice.preferred, circle.center)), circle.radius)))
    consider(choice, vec2(0.0, 0.0))
    for i in range(space.obstacles.size()):
        if space.obstacles[i].overlap:
            consider(choice, scale(unit(space.obstacles[i].offset), -choice.max_speed))


cdef void intersect_lines(Choice* choice, const BoundaryLine* a, const BoundaryLine* b) noexcept nogil:
    cdef double across = det(a.direction, b.direction)
    if across != 0.0:
        consider(choice, add(a.point, scale(a.direction, det(subtract(b.point, a.point), b.direction) / across)))


cdef void intersect_line_and_circle(Choice* choice, const BoundaryLine* line, const BoundaryCircle* circle) noexcept nogil:
    cdef Vec2 to_center = subtract(circle.center, line.point)
    cdef double along = dot(line.direction, to_center), off = det(line.direction, to_center)
    cdef double half2 = circle.radius * circle.radius - off * off, half
    if half2 < 0.0:
        return
    half = sqrt(half2)
    consider(choice, add(line.point, scale(line.direction, along - half)))
    consider(choice, add(line.point, scale(line.direction, along + half)))


cdef void intersect_circles(Choice* choice, const BoundaryCircle* a, const BoundaryCircle* b) noexcept nogil:
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
    consider(choice, add(middle, aside))
    consider(choice, subtract(middle, aside))


cdef void consider_intersections(Choice* choice, const VelocitySpace* space) noexcept nogil:
    """Intersections of boundaries, without boundaries that are farther from the preferred velocity than the best so far."""
    cdef size_t i, j
    for i in range(space.lines.size()):
        if space.lines[i].distance > choice.cost + ROUNDING:
            continue
        for j in range(i):
            if space.lines[j].distance <= choice.cost + ROUNDING:
                intersect_lines(choice, &space.lines[i], &space.lines[j])
        for j in range(space.circles.size()):
            if space.circles[j].distance <= choice.cost + ROUNDING:
                intersect_line_and_circle(choice, &space.lines[i], &space.circles[j])
    for i in range(space.circles.size()):
        if space.circles[i].distance > choice.cost + ROUNDING:
            continue
        for j in range(i):
            if space.circles[j].distance <= choice.cost + ROUNDING:
                intersect_circles(choice, &space.circles[i], &space.circles[j])


cdef void consider_ring(Choice* choice, Vec2 center, Vec2 forward, double radius) noexcept nogil:
    cdef int i
    cdef double angle
    for i in range(SAMPLES_PER_RING):
        angle = 2.0 * M_PI * i / SAMPLES_PER_RING
        consider(choice, add(center, scale(turned(forward, angle), radius)))


cdef void consider_samples(Choice* choice) noexcept nogil:
    """The least penalty may lie off all boundaries: rings over all velocities, then ever smaller rings round the best."""
    cdef Vec2 forward = unit(choice.preferred) if square(choice.preferred) > 0.0 else vec2(1.0, 0.0)
    cdef double radius = choice.max_speed
    cdef int ring, _smaller
    for ring in range(RINGS):
        consider_ring(choice, vec2(0.0, 0.0), forward, choice.max_speed * (RINGS - ring) / RINGS)
    for _smaller in range(RINGS):
        radius *= 0.5
        consider_ring(choice, choice.best, forward, radius)


cdef int clearpath_velocity(VelocitySpace* space, Vec2 preferred, double max_speed, double safety_factor,
                            Vec2* new_velocity) except -1 nogil:
    """The velocity nearest to the preferred one that is outside of space.obstacles and no faster than max_speed. Where there is none:
    of candidates on the boundaries and of samples, the one with the least penalty."""
    cdef Choice choice
    choice.obstacles, choice.max_speed, choice.safety_factor = &space.obstacles, max_speed, safety_factor
    choice.preferred, choice.by_penalty = truncate(preferred, max_speed), False
    choice.best, choice.cost = vec2(0.0, 0.0), INFINITY
    list_boundaries(space, choice.preferred, max_speed)
    consider_projections(&choice, space)
    consider_intersections(&choice, space)
    if isinf(choice.cost):
        choice.by_penalty = True
        consider_projections(&choice, space)
        consider_intersections(&choice, space)
        consider_samples(&choice)
    new_velocity[0] = choice.best
    return 0


# ---- all agents ----

cdef inline Vec2 row(const double* rows, int32_t i) noexcept nogil:
    return vec2(rows[2 * <size_t>i], rows[2 * <size_t>i + 1])


cdef Vec2 offset_between(const AgentArrays* agents, int32_t agent, int32_t other) noexcept nogil:
    """From an agent to another, meters, never 0. Agents in one place count as if they stood on a tiny circle, each a golden angle
    from the one before: so they part to different sides, and each pair to opposite ones."""
    cdef Vec2 offset = subtract(row(agents.positions, other), row(agents.positions, agent))
    if square(offset) > 0.0:
        return offset
    return scale(subtract(unit_vector(GOLDEN_ANGLE * other), unit_vector(GOLDEN_ANGLE * agent)), ROUNDING)


cdef int clearpath_velocities(const AgentArrays* agents, const NeighborGrid* grid, const AvoidanceOptions* options, int32_t first,
                              int32_t end, double* new_velocities) except -1 nogil:
    """New velocities of the agents first … end − 1, 2 numbers each at their places in new_velocities. grid: of all positions."""
    cdef VelocitySpace space
    cdef VelocityObstacle obstacle
    cdef NeighborMemory neighbors
    cdef Vec2 position, velocity
    cdef int32_t max_neighbors = min(options.max_neighbors, agents.count), i, j, k
    neighbors.guess = INFINITY
    for i in range(first, end):
        position = row(agents.positions, i)
        space.obstacles.clear()
        for k in range(find_nearest(grid, position.x, position.y, options.neighbor_distance, max_neighbors, i, &neighbors)):
            j = neighbor_index(neighbors.found[k])
            if make_velocity_obstacle(options.kind, offset_between(agents, i, j), agents.radii[i] + agents.radii[j],
                                      row(agents.velocities, i), row(agents.velocities, j), options.time_horizon, options.dt,
                                      &obstacle):
                space.obstacles.push_back(obstacle)
        clearpath_velocity(&space, row(agents.preferred_velocities, i), agents.max_speeds[i], options.safety_factor, &velocity)
        new_velocities[2 * <size_t>i], new_velocities[2 * <size_t>i + 1] = velocity.x, velocity.y
    return 0
