"""Avoidance by sampling. The penalty of a velocity is the weighted sum of four: how far it is off the preferred velocity, and off the
present one, how much it passes others on the wrong side, and how soon it leads to an impact. Of another disc it is assumed that it
avoids by half (RVO); a wall is where the agent's centre must not go, for the ground is eroded by its radius already. Discs that
overlap and rest are left so: sampling weighs impacts, it does not push."""
from libc.math cimport INFINITY, M_PI, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t

from navpy.base.arguments cimport read_length, read_rows, read_whole
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory, build_grid, cell_for, find_nearest, neighbor_index
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays, borrow_agents, offset_between, read_agents
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double TOUCH = 0.01                # metres: an agent this near to a wall touches it
cdef double STILL = 1e-4                # m²/s²: discs that move against each other more slowly do not collide
cdef double ALONG = 1e-6                # m²/s: a velocity by which a wall is crossed more slowly leads along it
cdef double ON_COURSE = 0.01            # m/s: of two that cross each other's ways more slowly, each passes on its left
cdef double AHEAD = 1.0                 # seconds: walls that are reached later do not count
cdef double SOONEST = 0.1               # of the horizon: added to the time of impact, so that one at once is not endless

QUALITIES = {"low": QUALITY_LOW, "medium": QUALITY_MEDIUM, "good": QUALITY_GOOD, "high": QUALITY_HIGH}

cdef struct Best:
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

cdef int add_disc(SampledScene* scene, Vec2 offset, double radius, Vec2 velocity, Vec2 preferred, Vec2 own_preferred) except -1 nogil:
    """Another agent; offset: from the agent, metres; radius: of both together. The wrong side is the one that it wishes to go to:
    one crosses behind its back, and meets it head-on with both on their left."""
    cdef SampledDisc disc
    disc.offset, disc.radius, disc.velocity = offset, radius, velocity
    disc.ahead = unit(offset)
    disc.wrong_side = left_of(disc.ahead)
    if det(disc.ahead, subtract(preferred, own_preferred)) < ON_COURSE:
        disc.wrong_side = scale(disc.wrong_side, -1.0)
    scene.discs.push_back(disc)
    return 0


cdef double distance2_to_origin(Vec2 start, Vec2 end) noexcept nogil:
    cdef Vec2 along = subtract(end, start)
    cdef double t = -dot(start, along), all_of_it = square(along)
    if t <= 0.0 or not all_of_it > 0.0:
        return square(start)
    return square(end) if t >= all_of_it else square(add(start, scale(along, t / all_of_it)))


cdef int add_wall(SampledScene* scene, Vec2 position, Vec2 start, Vec2 end) except -1 nogil:
    """A stretch of a wall with walkable ground on its left. From behind it is none, unless the agent touches it."""
    cdef SampledWall wall
    wall.start, wall.end = subtract(start, position), subtract(end, position)
    wall.touches = distance2_to_origin(wall.start, wall.end) < TOUCH * TOUCH
    if wall.touches or det(wall.start, wall.end) >= 0.0:
        scene.walls.push_back(wall)
    return 0


# ---- penalty ----

cdef double disc_impact(const SampledDisc* disc, Vec2 relative_velocity) noexcept nogil:
    """Seconds to the impact. Of discs that overlap half the time since they first touched, at this velocity: that is the less, and
    weighs the more, the more they go on into each other."""
    cdef double speed2 = square(relative_velocity), gap2 = square(disc.offset) - disc.radius * disc.radius
    cdef double nearing = dot(disc.offset, relative_velocity), root2 = nearing * nearing - speed2 * gap2, enters
    if speed2 < STILL or root2 < 0.0:
        return INFINITY
    enters = (nearing - sqrt(root2)) / speed2
    if enters >= 0.0:
        return enters
    return -0.5 * enters if gap2 < 0.0 else INFINITY


cdef double wall_impact(const SampledWall* wall, Vec2 velocity) noexcept nogil:
    """Seconds until the agent's centre is at the wall, twice over, for walls weigh less than discs do."""
    cdef Vec2 along = subtract(wall.end, wall.start)
    cdef double across = det(velocity, along), t, s
    if wall.touches:
        return 0.0 if across > ALONG else INFINITY
    if fabs(across) < ALONG:
        return INFINITY
    t, s = det(wall.start, along) / across, det(wall.start, velocity) / across
    return 2.0 * t if 0.0 <= t <= AHEAD and 0.0 <= s <= 1.0 else INFINITY


cdef inline double wrong_side(const SampledDisc* disc, Vec2 relative_velocity) noexcept nogil:
    """0 … 1: goes towards it and to its wrong side."""
    return max(0.0, min(1.0, min(0.5 * dot(disc.ahead, relative_velocity) + 0.5, 2.0 * dot(disc.wrong_side, relative_velocity))))


cdef double sample_penalty(const SampledScene* scene, const SamplingParams* params, const Sampler* agent, Vec2 candidate,
                           double limit) noexcept nogil:
    """Penalty of a velocity, or any number not below limit where it is not below that."""
    cdef double off = params.weight_desired * length(subtract(candidate, agent.preferred)) / agent.max_speed \
        + params.weight_current * length(subtract(candidate, agent.velocity)) / agent.max_speed
    cdef double impact = params.horizon, side = 0.0, soonest = -INFINITY
    cdef Vec2 relative
    cdef size_t i
    if limit > off:                     # an impact before this moment alone makes the penalty reach the limit
        soonest = (params.weight_toi / (limit - off) - SOONEST) * params.horizon
    if off >= limit or soonest >= params.horizon:
        return INFINITY
    for i in range(scene.walls.size()):
        impact = min(impact, wall_impact(&scene.walls[i], candidate))
    for i in range(scene.discs.size()):
        relative = subtract(subtract(scale(candidate, 2.0), agent.velocity), scene.discs[i].velocity)
        side += wrong_side(&scene.discs[i], relative)
        impact = min(impact, disc_impact(&scene.discs[i], relative))
        if impact < soonest:
            return INFINITY
    if scene.discs.size() > 0:
        side /= scene.discs.size()
    return off + params.weight_side * side + params.weight_toi / (SOONEST + impact / params.horizon)


# ---- patterns ----

cdef inline void try_candidate(const SampledScene* scene, const SamplingParams* params, const Sampler* agent, Vec2 candidate,
                               Best* best) noexcept nogil:
    cdef double found
    if length(candidate) <= agent.max_speed * (1.0 + 1e-9):
        candidate = truncate(candidate, agent.max_speed)
        found = sample_penalty(scene, params, agent, candidate, best.penalty)
        if found < best.penalty:
            best.velocity, best.penalty = candidate, found


cdef Vec2 first_direction(const Sampler* agent) noexcept nogil:
    """What a pattern is aligned to: where it wants to go, else where it goes, else east."""
    if square(agent.preferred) > 0.0:
        return unit(agent.preferred)
    return unit(agent.velocity) if square(agent.velocity) > 0.0 else vec2(1.0, 0.0)


cdef void try_rings(const SampledScene* scene, const SamplingParams* params, const Sampler* agent, Vec2 center, double width,
                    Best* best) noexcept nogil:
    """The centre and rings around it, the widest first, every second one turned by half a division; on each from the direction
    that the agent wants to go to alternately to the left and right."""
    cdef Vec2 forward = first_direction(agent), spoke
    cdef double division = 2.0 * M_PI / params.divisions, angle, radius
    cdef int32_t ring, i
    try_candidate(scene, params, agent, center, best)
    for ring in range(params.rings):
        radius = width * (params.rings - ring) / params.rings
        for i in range(params.divisions):
            angle = division * ((i + 1) // 2 if i % 2 == 1 else -(i // 2)) - (0.5 * division if ring % 2 == 1 else 0.0)
            spoke = add(scale(forward, cos(angle)), scale(left_of(forward), sin(angle)))
            try_candidate(scene, params, agent, add(center, scale(spoke, radius)), best)


cdef void set_sampler(Sampler* agent, Vec2 velocity, Vec2 preferred, double max_speed) noexcept nogil:
    agent.velocity, agent.preferred, agent.max_speed = velocity, truncate(preferred, max_speed), max_speed


cdef Vec2 sample(const SampledScene* scene, const SamplingParams* params, Vec2 velocity, Vec2 preferred, double max_speed) noexcept nogil:
    """The best velocity, no faster than max_speed, of the adaptive pattern: the first one around part of the preferred velocity,
    the next half as wide around the best of it."""
    cdef Sampler agent
    cdef Best best
    cdef Vec2 center
    cdef double width = max_speed * (1.0 - params.bias)
    cdef int32_t _level
    if not max_speed > 0.0:
        return vec2(0.0, 0.0)
    set_sampler(&agent, velocity, preferred, max_speed)
    center = scale(agent.preferred, params.bias)
    for _level in range(params.depth):
        best.velocity, best.penalty = vec2(0.0, 0.0), INFINITY
        try_rings(scene, params, &agent, center, width, &best)
        center = best.velocity
        width *= 0.5
    return center


cdef Vec2 sample_grid(const SampledScene* scene, const SamplingParams* params, Vec2 velocity, Vec2 preferred,
                      double max_speed) noexcept nogil:
    """Likewise, of a square grid of velocities around part of the preferred one."""
    cdef Sampler agent
    cdef Best best
    cdef Vec2 center
    cdef double width = max_speed * (1.0 - params.bias)
    cdef int32_t column, line
    if not max_speed > 0.0:
        return vec2(0.0, 0.0)
    set_sampler(&agent, velocity, preferred, max_speed)
    center = scale(agent.preferred, params.bias)
    best.velocity, best.penalty = vec2(0.0, 0.0), INFINITY
    for line in range(params.grid_size):
        for column in range(params.grid_size):
            try_candidate(scene, params, &agent, add(center, vec2(width * (2.0 * column / (params.grid_size - 1) - 1.0),
                                                                  width * (2.0 * line / (params.grid_size - 1) - 1.0))), &best)
    return best.velocity


# ---- all agents ----

cdef inline Vec2 row(const double* rows, int32_t i) noexcept nogil:
    return vec2(rows[2 * <size_t>i], rows[2 * <size_t>i + 1])


cdef int list_walls(SampledScene* scene, Vec2 position, double reach, const double* walls, int32_t wall_count) except -1 nogil:
    """The walls that the agent may come to soon enough to count."""
    cdef Vec2 start, end
    cdef int32_t i
    scene.walls.clear()
    for i in range(wall_count):
        start, end = row(walls, 2 * i), row(walls, 2 * i + 1)
        if distance2_to_origin(subtract(start, position), subtract(end, position)) <= reach * reach:
            add_wall(scene, position, start, end)
    return 0


cdef int sample_range(const AgentArrays* agents, const NeighborGrid* grid, const double* walls, int32_t wall_count,
                      const SamplingParams* params, double neighbor_distance, int32_t max_neighbors, bint adaptive,
                      int32_t first, int32_t end, double* new_velocities) except -1 nogil:
    """New velocities of the agents first … end − 1, 2 numbers each, written where theirs are among those of all agents. grid: of
    the positions of all; walls: 4 numbers each."""
    cdef SampledScene scene
    cdef NeighborMemory neighbors
    cdef Vec2 position, velocity, preferred
    cdef int32_t most = min(max_neighbors, agents.count), i, j, k
    neighbors.guess = INFINITY
    for i in range(first, end):
        position, velocity, preferred = row(agents.positions, i), row(agents.velocities, i), row(agents.preferred, i)
        list_walls(&scene, position, agents.max_speeds[i] * AHEAD + TOUCH, walls, wall_count)
        scene.discs.clear()
        for k in range(find_nearest(grid, position.x, position.y, neighbor_distance, most, i, &neighbors)):
            j = neighbor_index(neighbors.found[k])
            add_disc(&scene, offset_between(agents, i, j), agents.radii[i] + agents.radii[j], row(agents.velocities, j),
                     row(agents.preferred, j), preferred)
        velocity = sample(&scene, params, velocity, preferred, agents.max_speeds[i]) if adaptive \
            else sample_grid(&scene, params, velocity, preferred, agents.max_speeds[i])
        new_velocities[2 * <size_t>i], new_velocities[2 * <size_t>i + 1] = velocity.x, velocity.y
    return 0


# ---- Python ----

cdef SamplingParams read_params(quality, dict changed) except *:
    """The figures of a quality, some of them changed by name."""
    cdef SamplingParams params
    if not isinstance(quality, str) or quality not in QUALITIES:
        raise ValueError(f"quality: must be one of {', '.join(QUALITIES)}, is {quality!r}")
    set_quality(&params, QUALITIES[quality])
    numbers = {"horizon": params.horizon, "bias": params.bias, "weight_desired": params.weight_desired,
               "weight_current": params.weight_current, "weight_side": params.weight_side, "weight_toi": params.weight_toi}
    counts = {"grid_size": params.grid_size, "divisions": params.divisions, "rings": params.rings, "depth": params.depth}
    for name, value in changed.items():
        if name in numbers:
            numbers[name] = read_length(name, value)
        elif name in counts:
            counts[name] = value
        else:
            raise ValueError(f"{name}: is no figure of the sampling, those are {', '.join([*numbers, *counts])}")
    params.horizon, params.bias = numbers["horizon"], numbers["bias"]
    params.weight_desired, params.weight_current = numbers["weight_desired"], numbers["weight_current"]
    params.weight_side, params.weight_toi = numbers["weight_side"], numbers["weight_toi"]
    params.grid_size = read_whole("grid_size", counts["grid_size"], 2, 1024)
    params.divisions = read_whole("divisions", counts["divisions"], 1, MAX_DIVISIONS)
    params.rings, params.depth = read_whole("rings", counts["rings"], 1, MAX_RINGS), read_whole("depth", counts["depth"], 1, 16)
    if not params.horizon > 0.0:
        raise ValueError(f"horizon: must be above 0 seconds, is {params.horizon}")
    if params.bias > 1.0:
        raise ValueError(f"bias: must be in 0 … 1, is {params.bias}")
    return params


cdef object read_walls(walls):
    return read_rows("walls", () if walls is None else walls, -1, 4)


def figures(quality="high"):
    """The figures of a quality by their names in ``SamplingParams``: seconds, weights, numbers of samples."""
    return read_params(quality, {})


def sample_velocities(positions, velocities, preferred, radii, max_speeds, walls=None, *, quality="high", pattern="adaptive",
                      neighbor_distance, max_neighbors=6, **changed):
    """New velocities (n, 2) in m/s of n agents that avoid each other and walls by sampling, all chosen from the same state.

    positions, velocities and preferred: (n, 2), metres and m/s; radii and max_speeds: (n,) or one number for all. walls: (m, 4),
    x and y of their ends in metres, walkable ground on the left from the first to the second; they are met by an agent's centre,
    not by its disc, and seen a second ahead. quality: "low", "medium", "good" or "high", DetourCrowd's; pattern: "adaptive" rings
    or the "grid" over all. An agent looks at its max_neighbors nearest others of those whose centres are within neighbor_distance.
    The quality's figures are changed by name: horizon (seconds), bias, weight_desired, weight_current, weight_side, weight_toi,
    grid_size, divisions, rings, depth. ValueError: a wrong shape, not finite, below 0."""
    import numpy as np
    cdef SamplingParams params = read_params(quality, changed)
    cdef NeighborGrid grid
    cdef tuple arrays = read_agents(positions, velocities, preferred, radii, max_speeds)
    cdef AgentArrays agents = borrow_agents(arrays)
    cdef const double[:, ::1] given = read_walls(walls)
    cdef const double* first_wall = &given[0, 0] if given.shape[0] > 0 else NULL
    cdef int32_t wall_count = <int32_t>given.shape[0], most = read_whole("max_neighbors", max_neighbors, 0, 1 << 30)
    cdef double distance = read_length("neighbor_distance", neighbor_distance)
    cdef bint adaptive = isinstance(pattern, str) and pattern == "adaptive"
    cdef double[:, ::1] out
    if not adaptive and not (isinstance(pattern, str) and pattern == "grid"):
        raise ValueError(f"pattern: must be adaptive or grid, is {pattern!r}")
    new_velocities = np.zeros((agents.count, 2))
    if agents.count > 0:
        out = new_velocities
        with nogil:
            build_grid(&grid, agents.positions, agents.count, cell_for(agents.positions, agents.count, distance))
            sample_range(&agents, &grid, first_wall, wall_count, &params, distance, most, adaptive, 0, agents.count, &out[0, 0])
    return new_velocities


def penalties(candidates, positions, velocities, preferred, radii, max_speeds, walls=None, *, quality="high", **changed):
    """Penalties (k,) of k velocities (k, 2) of the first agent, which all others and all walls are obstacles to; the rest as in
    ``sample_velocities``. Its max_speed must be above 0."""
    import numpy as np
    cdef SamplingParams params = read_params(quality, changed)
    cdef tuple arrays = read_agents(positions, velocities, preferred, radii, max_speeds)
    cdef AgentArrays agents = borrow_agents(arrays)
    cdef const double[:, ::1] asked = read_rows("candidates", candidates, -1, 2)
    cdef const double[:, ::1] given = read_walls(walls)
    cdef SampledScene scene
    cdef Sampler agent
    cdef int32_t i
    if agents.count == 0 or not agents.max_speeds[0] > 0.0:
        raise ValueError("max_speeds: that of the first agent must be above 0")
    set_sampler(&agent, row(agents.velocities, 0), row(agents.preferred, 0), agents.max_speeds[0])
    for i in range(1, agents.count):
        add_disc(&scene, offset_between(&agents, 0, i), agents.radii[0] + agents.radii[i], row(agents.velocities, i),
                 row(agents.preferred, i), row(agents.preferred, 0))
    for i in range(<int32_t>given.shape[0]):
        add_wall(&scene, row(agents.positions, 0), vec2(given[i, 0], given[i, 1]), vec2(given[i, 2], given[i, 3]))
    out = np.zeros(asked.shape[0])
    for i in range(<int32_t>asked.shape[0]):
        out[i] = sample_penalty(&scene, &params, &agent, vec2(asked[i, 0], asked[i, 1]), INFINITY)
    return out
