"""Avoidance by sampling. The penalty of a velocity is a weighted sum of four terms: its distance to the preferred velocity, its
distance to the current one, how much it passes others on the wrong side, and how soon it leads to an impact. Other agents are expected
to do half of the avoidance (RVO). Walls stop the agent's center: the ground is eroded by its radius. Agents that overlap at rest stay
so, as sampling weighs impacts and does not push."""
from libc.math cimport INFINITY, M_PI, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.elementary cimport turned
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory, find_nearest, neighbor_index
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays, offset_between
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double TOUCH_DISTANCE = 0.01       # meters: an agent this near to a wall touches it
cdef double LEAST_CLOSING = 1e-4        # m²/s²: at less squared relative speed, agents do not collide
cdef double LEAST_CROSSING = 1e-6       # m²/s: at a smaller cross product a velocity leads along a wall, not across it
cdef double SIDE_TOLERANCE = 0.01       # m/s: two agents that cross each other's way more slowly meet head-on
cdef double SEGMENT_HORIZON = 1.0       # seconds: walls that are reached later do not count
cdef double IMPACT_OFFSET = 0.1         # of the horizon, added to the time of impact: the penalty of an immediate impact is finite

cdef struct BestSample:
    Vec2 velocity                       # m/s
    double penalty


cdef void set_quality(SamplingParams* params, int quality) noexcept nogil:
    """The four qualities of RecastDemo's crowd: 11, 22, 45 and 66 samples."""
    params.horizon, params.bias, params.grid_size = 2.5, 0.5, 33
    params.weight_desired, params.weight_current, params.weight_side, params.weight_toi = 2.0, 0.75, 0.75, 2.5
    params.divisions = 5 if quality == QUALITY_LOW or quality == QUALITY_MEDIUM else 7
    params.rings = 3 if quality == QUALITY_HIGH else 2
    params.depth = 1 if quality == QUALITY_LOW else 2 if quality == QUALITY_MEDIUM else 3


# ---- obstacles ----

cdef int add_circle(ObstacleQuery* query, Vec2 offset, double radius, Vec2 velocity, Vec2 preferred_velocity,
                    Vec2 own_preferred_velocity) except -1 nogil:
    """Add another agent. offset: from the agent, meters; radius: the sum of both. The wrong side is the one that the other is heading
    to: agents cross behind each other's backs, and both turn left when they meet head-on."""
    cdef ObstacleCircle circle
    circle.offset, circle.radius, circle.velocity = offset, radius, velocity
    circle.ahead = unit(offset)
    circle.wrong_side = left_of(circle.ahead)
    if det(circle.ahead, subtract(preferred_velocity, own_preferred_velocity)) < SIDE_TOLERANCE:
        circle.wrong_side = scale(circle.wrong_side, -1.0)
    query.circles.push_back(circle)
    return 0


cdef double distance2_to_origin(Vec2 start, Vec2 end) noexcept nogil:
    cdef Vec2 along = subtract(end, start)
    cdef double t = -dot(start, along), length2 = square(along)
    if t <= 0.0 or not length2 > 0.0:
        return square(start)
    return square(end) if t >= length2 else square(add(start, scale(along, t / length2)))


cdef int add_segment(ObstacleQuery* query, Vec2 position, Vec2 start, Vec2 end) except -1 nogil:
    """Add a wall with walkable ground on its left. A wall seen from behind does not count, unless the agent touches it."""
    cdef ObstacleSegment wall
    wall.start, wall.end = subtract(start, position), subtract(end, position)
    wall.touches = distance2_to_origin(wall.start, wall.end) < TOUCH_DISTANCE * TOUCH_DISTANCE
    if wall.touches or det(wall.start, wall.end) >= 0.0:
        query.segments.push_back(wall)
    return 0


# ---- penalty ----

cdef double circle_impact(const ObstacleCircle* circle, Vec2 relative_velocity) noexcept nogil:
    """Seconds to the impact. For circles that overlap: half the time since they touched, at this velocity. It is shorter, and costs
    more, the faster they move into each other."""
    cdef double speed2 = square(relative_velocity), gap2 = square(circle.offset) - circle.radius * circle.radius
    cdef double nearing = dot(circle.offset, relative_velocity), root2 = nearing * nearing - speed2 * gap2, enters
    if speed2 < LEAST_CLOSING or root2 < 0.0:
        return INFINITY
    enters = (nearing - sqrt(root2)) / speed2
    if enters >= 0.0:
        return enters
    return -0.5 * enters if gap2 < 0.0 else INFINITY


cdef double segment_impact(const ObstacleSegment* wall, Vec2 velocity) noexcept nogil:
    """Twice the seconds until the agent's center is at the wall, so that walls weigh less than agents."""
    cdef Vec2 along = subtract(wall.end, wall.start)
    cdef double across = det(velocity, along), t, s
    if wall.touches:
        return 0.0 if across > LEAST_CROSSING else INFINITY
    if fabs(across) < LEAST_CROSSING:
        return INFINITY
    t, s = det(wall.start, along) / across, det(wall.start, velocity) / across
    return 2.0 * t if 0.0 <= t <= SEGMENT_HORIZON and 0.0 <= s <= 1.0 else INFINITY


cdef inline double wrong_side(const ObstacleCircle* circle, Vec2 relative_velocity) noexcept nogil:
    """0 … 1: how much a velocity leads towards the circle and to its wrong side."""
    return max(0.0, min(1.0, min(0.5 * dot(circle.ahead, relative_velocity) + 0.5, 2.0 * dot(circle.wrong_side, relative_velocity))))


cdef double process_sample(const ObstacleQuery* query, const SamplingParams* params, const SampledAgent* agent, Vec2 candidate,
                           double limit) noexcept nogil:
    cdef double off = params.weight_desired * length(subtract(candidate, agent.preferred_velocity)) / agent.max_speed \
        + params.weight_current * length(subtract(candidate, agent.velocity)) / agent.max_speed
    cdef double impact = params.horizon, side = 0.0, soonest = -INFINITY
    cdef Vec2 relative
    cdef size_t i
    if limit > off:                     # an impact sooner than this makes the penalty reach the limit
        soonest = (params.weight_toi / (limit - off) - IMPACT_OFFSET) * params.horizon
    if off >= limit or soonest >= params.horizon:
        return INFINITY
    for i in range(query.segments.size()):
        impact = min(impact, segment_impact(&query.segments[i], candidate))
    for i in range(query.circles.size()):
        relative = subtract(subtract(scale(candidate, 2.0), agent.velocity), query.circles[i].velocity)
        side += wrong_side(&query.circles[i], relative)
        impact = min(impact, circle_impact(&query.circles[i], relative))
        if impact < soonest:
            return INFINITY
    if query.circles.size() > 0:
        side /= query.circles.size()
    return off + params.weight_side * side + params.weight_toi / (IMPACT_OFFSET + impact / params.horizon)


# ---- patterns ----

cdef inline void try_candidate(const ObstacleQuery* query, const SamplingParams* params, const SampledAgent* agent, Vec2 candidate,
                               BestSample* best) noexcept nogil:
    cdef double found
    if length(candidate) <= agent.max_speed * (1.0 + 1e-9):
        candidate = truncate(candidate, agent.max_speed)
        found = process_sample(query, params, agent, candidate, best.penalty)
        if found < best.penalty:
            best.velocity, best.penalty = candidate, found


cdef Vec2 first_direction(const SampledAgent* agent) noexcept nogil:
    """The direction that a pattern is aligned to: of the preferred velocity, else of the current one, else east."""
    if square(agent.preferred_velocity) > 0.0:
        return unit(agent.preferred_velocity)
    return unit(agent.velocity) if square(agent.velocity) > 0.0 else vec2(1.0, 0.0)


cdef void try_rings(const ObstacleQuery* query, const SamplingParams* params, const SampledAgent* agent, Vec2 center, double width,
                    BestSample* best) noexcept nogil:
    """The center and the rings round it, the widest first, every second one turned by half a division. The samples of a ring begin in
    the first direction and alternate to its left and right."""
    cdef Vec2 forward = first_direction(agent), spoke
    cdef double division = 2.0 * M_PI / params.divisions, angle, radius
    cdef int32_t ring, i
    try_candidate(query, params, agent, center, best)
    for ring in range(params.rings):
        radius = width * (params.rings - ring) / params.rings
        for i in range(params.divisions):
            angle = division * ((i + 1) // 2 if i % 2 == 1 else -(i // 2)) - (0.5 * division if ring % 2 == 1 else 0.0)
            spoke = turned(forward, angle)
            try_candidate(query, params, agent, add(center, scale(spoke, radius)), best)


cdef void set_agent(SampledAgent* agent, Vec2 velocity, Vec2 preferred_velocity, double max_speed) noexcept nogil:
    agent.velocity, agent.preferred_velocity, agent.max_speed = velocity, truncate(preferred_velocity, max_speed), max_speed


cdef Vec2 sample_velocity_adaptive(const ObstacleQuery* query, const SamplingParams* params, Vec2 velocity, Vec2 preferred_velocity,
                                   double max_speed) noexcept nogil:
    """Detour's sampleVelocityAdaptive: the best velocity, no faster than max_speed, of a pattern round a part of the preferred
    velocity, then of patterns half as wide round the best one so far."""
    cdef SampledAgent agent
    cdef BestSample best
    cdef Vec2 center
    cdef double width = max_speed * (1.0 - params.bias)
    cdef int32_t _level
    if not max_speed > 0.0:
        return vec2(0.0, 0.0)
    set_agent(&agent, velocity, preferred_velocity, max_speed)
    center = scale(agent.preferred_velocity, params.bias)
    for _level in range(params.depth):
        best.velocity, best.penalty = vec2(0.0, 0.0), INFINITY
        try_rings(query, params, &agent, center, width, &best)
        center = best.velocity
        width *= 0.5
    return center


cdef Vec2 sample_velocity_grid(const ObstacleQuery* query, const SamplingParams* params, Vec2 velocity, Vec2 preferred_velocity,
                               double max_speed) noexcept nogil:
    """Detour's sampleVelocityGrid: the best velocity of a square grid round a part of the preferred one."""
    cdef SampledAgent agent
    cdef BestSample best
    cdef Vec2 center
    cdef double width = max_speed * (1.0 - params.bias)
    cdef int32_t column, line
    if not max_speed > 0.0:
        return vec2(0.0, 0.0)
    set_agent(&agent, velocity, preferred_velocity, max_speed)
    center = scale(agent.preferred_velocity, params.bias)
    best.velocity, best.penalty = vec2(0.0, 0.0), INFINITY
    for line in range(params.grid_size):
        for column in range(params.grid_size):
            try_candidate(query, params, &agent, add(center, vec2(width * (2.0 * column / (params.grid_size - 1) - 1.0),
                                                                  width * (2.0 * line / (params.grid_size - 1) - 1.0))), &best)
    return best.velocity


# ---- all agents ----

cdef inline Vec2 row(const double* rows, int32_t i) noexcept nogil:
    return vec2(rows[2 * <size_t>i], rows[2 * <size_t>i + 1])


cdef int collect_segments(ObstacleQuery* query, Vec2 position, double reach, const double* walls, int32_t wall_count) except -1 nogil:
    """The walls that the agent can reach within their horizon."""
    cdef Vec2 start, end
    cdef int32_t i
    query.segments.clear()
    for i in range(wall_count):
        start, end = row(walls, 2 * i), row(walls, 2 * i + 1)
        if distance2_to_origin(subtract(start, position), subtract(end, position)) <= reach * reach:
            add_segment(query, position, start, end)
    return 0


cdef int sampled_velocities(const AgentArrays* agents, const NeighborGrid* grid, const double* walls, int32_t wall_count,
                            const SamplingParams* params, double neighbor_distance, int32_t max_neighbors, bint adaptive,
                            int32_t first, int32_t end, double* new_velocities) except -1 nogil:
    cdef ObstacleQuery query
    cdef NeighborMemory neighbors
    cdef Vec2 position, velocity, preferred_velocity
    cdef int32_t i, j, k
    neighbors.guess = INFINITY
    for i in range(first, end):
        position, velocity, preferred_velocity = row(agents.positions, i), row(agents.velocities, i), \
                row(agents.preferred_velocities, i)
        collect_segments(&query, position, agents.max_speeds[i] * SEGMENT_HORIZON + TOUCH_DISTANCE, walls, wall_count)
        query.circles.clear()
        for k in range(find_nearest(grid, position.x, position.y, neighbor_distance, min(max_neighbors, agents.count), i, &neighbors)):
            j = neighbor_index(neighbors.found[k])
            add_circle(&query, offset_between(agents, i, j), agents.radii[i] + agents.radii[j], row(agents.velocities, j),
                       row(agents.preferred_velocities, j), preferred_velocity)
        velocity = sample_velocity_adaptive(&query, params, velocity, preferred_velocity, agents.max_speeds[i]) if adaptive \
            else sample_velocity_grid(&query, params, velocity, preferred_velocity, agents.max_speeds[i])
        new_velocities[2 * <size_t>i], new_velocities[2 * <size_t>i + 1] = velocity.x, velocity.y
    return 0
