"""Flocking: every agent keeps its distance from its neighbours, goes as they go, and stays among them."""
from libc.math cimport INFINITY, M_PI, cos, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_number, read_rows
from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for, find_within
from navpy.motion.steering.vehicle cimport parting_direction
from navpy.base.vec2 cimport Vec2, add, dot, scale, square, subtract, truncate, unit, vec2

cdef double ROUNDING2 = 1e-24           # square of the part of neighbours that balance which rounding may leave of them
cdef double IN_ONE_PLACE2 = 1e-18       # m²: so near to each other, two agents have no direction between them


# ---- neighbours ----

cdef double flock_reach(const FlockParams* params) noexcept nogil:
    cdef double reach = 0.0
    if params.separation_weight > 0.0:
        reach = max(reach, params.separation_radius)
    if params.alignment_weight > 0.0:
        reach = max(reach, params.alignment_radius)
    if params.cohesion_weight > 0.0:
        reach = max(reach, params.cohesion_radius)
    return reach


cdef inline Vec2 push_from(Vec2 offset, double distance2, int32_t agent) noexcept nogil:
    """Away from a neighbour, 1 / distance strong. Agents in one place part in different directions, by their numbers."""
    if distance2 > IN_ONE_PLACE2:
        return scale(offset, -1.0 / distance2)
    return scale(parting_direction(agent), 1.0 / sqrt(IN_ONE_PLACE2))


cdef void sum_neighbors(const double* positions, const double* velocities, int32_t agent, const vector[int32_t]* near,
                        const FlockParams* params, FlockSums* sums) noexcept nogil:
    cdef Vec2 position = vec2(positions[2 * agent], positions[2 * agent + 1])
    cdef Vec2 velocity = vec2(velocities[2 * agent], velocities[2 * agent + 1]), offset
    cdef double rim = cos(0.5 * params.view_angle) * sqrt(square(velocity)), distance2      # of one that stands 0: it sees all round
    cdef bint sees_all = params.view_angle >= 2.0 * M_PI
    cdef int32_t k, other
    sums.away = sums.velocity = sums.offset = vec2(0.0, 0.0)
    sums.aligned = sums.gathered = 0
    sums.nearest2, sums.farthest2 = INFINITY, 0.0
    for k in range(<int32_t>near.size()):
        other = near[0][k]
        if other == agent:
            continue
        offset = subtract(vec2(positions[2 * other], positions[2 * other + 1]), position)
        distance2 = square(offset)
        if not sees_all and dot(velocity, offset) < rim * sqrt(distance2):
            continue
        if distance2 <= params.separation_radius * params.separation_radius:
            sums.away = add(sums.away, push_from(offset, distance2, agent))
            sums.nearest2 = min(sums.nearest2, max(distance2, IN_ONE_PLACE2))
        if distance2 <= params.alignment_radius * params.alignment_radius:
            sums.velocity = add(sums.velocity, vec2(velocities[2 * other], velocities[2 * other + 1]))
            sums.aligned += 1
        if distance2 <= params.cohesion_radius * params.cohesion_radius:
            sums.offset = add(sums.offset, offset)
            sums.gathered += 1
            sums.farthest2 = max(sums.farthest2, distance2)


# ---- forces ----

cdef inline Vec2 steer_along(Vec2 direction, Vec2 velocity, const FlockParams* params) noexcept nogil:
    """Towards full speed in a direction."""
    return truncate(subtract(scale(unit(direction), params.max_speed), velocity), params.max_force)


cdef Vec2 flock_force(const FlockSums* sums, Vec2 velocity, const FlockParams* params) noexcept nogil:
    cdef Vec2 separation = vec2(0.0, 0.0), alignment = separation, cohesion = separation, total
    if square(sums.away) * sums.nearest2 > ROUNDING2:           # 0 · ∞ without neighbours, which is not above it, either
        separation = steer_along(sums.away, velocity, params)
    if square(sums.offset) > ROUNDING2 * sums.farthest2:
        cohesion = steer_along(sums.offset, velocity, params)
    if sums.aligned > 0:
        alignment = truncate(scale(sums.velocity, 1.0 / sums.aligned), params.max_speed)
        alignment = truncate(subtract(alignment, velocity), params.max_force)
    total = add(scale(separation, params.separation_weight), scale(alignment, params.alignment_weight))
    return truncate(add(total, scale(cohesion, params.cohesion_weight)), params.max_force)


cdef int flock_range(const NeighborGrid* grid, const double* positions, const double* velocities, int32_t first, int32_t end,
                     const FlockParams* params, double* forces) except -1 nogil:
    cdef vector[int32_t] near
    cdef FlockSums sums
    cdef Vec2 force
    cdef double reach = flock_reach(params)
    cdef int32_t i
    for i in range(first, end):
        find_within(grid, positions[2 * i], positions[2 * i + 1], reach, &near)
        sum_neighbors(positions, velocities, i, &near, params, &sums)
        force = flock_force(&sums, vec2(velocities[2 * i], velocities[2 * i + 1]), params)
        forces[2 * i], forces[2 * i + 1] = force.x, force.y
    return 0


# ---- Python ----

cdef object forces_of(positions, velocities, const FlockParams* params):
    import numpy as np
    cdef const double[:, ::1] places = read_rows("positions", positions, -1, 2)
    cdef const double[:, ::1] speeds = read_rows("velocities", velocities, places.shape[0], 2)
    cdef int32_t count = places.shape[0]
    cdef NeighborGrid grid
    cdef double[:, ::1] rows
    out = np.empty((count, 2))
    rows = out
    if count > 0:
        with nogil:
            build_grid(&grid, &places[0, 0], count, cell_for(&places[0, 0], count, flock_reach(params)))
            flock_range(&grid, &places[0, 0], &speeds[0, 0], 0, count, params, &rows[0, 0])
    return out


cdef int read_shared(FlockParams* params, view_angle, max_force, max_speed) except -1:
    params.view_angle = read_number("view_angle", view_angle, 0.0, 2.0 * M_PI)
    params.max_force = read_number("max_force", max_force, 0.0, LARGEST)
    params.max_speed = read_number("max_speed", max_speed, 0.0, LARGEST)
    params.separation_radius = params.alignment_radius = params.cohesion_radius = 0.0
    params.separation_weight = params.alignment_weight = params.cohesion_weight = 0.0
    return 0


def flock_forces(positions, velocities, *, separation_radius, alignment_radius, cohesion_radius, separation_weight=1.0,
                 alignment_weight=1.0, cohesion_weight=1.0, view_angle=2.0 * M_PI, max_force, max_speed):
    """Steering forces of a flock (Reynolds 1987, 1999): the weighted sum of ``separation``, ``alignment`` and ``cohesion``,
    truncated to ``max_force``. Neighbours are found by a uniform grid: an agent costs what its neighbours cost, however many
    agents there are.

    ``positions``, ``velocities``: (n, 2), metres and metres a second; radii: metres; weights: not below 0; ``view_angle``:
    radians, 0 … 2π, how wide an agent sees about the direction it moves in (one that stands sees all round); ``max_force``:
    newtons; ``max_speed``: metres a second. Returns (n, 2), newtons. ValueError: shapes that do not fit, a number below 0, NaN,
    or beyond 1e30."""
    cdef FlockParams params
    read_shared(&params, view_angle, max_force, max_speed)
    params.separation_radius = read_number("separation_radius", separation_radius, 0.0, LARGEST)
    params.alignment_radius = read_number("alignment_radius", alignment_radius, 0.0, LARGEST)
    params.cohesion_radius = read_number("cohesion_radius", cohesion_radius, 0.0, LARGEST)
    params.separation_weight = read_number("separation_weight", separation_weight, 0.0, LARGEST)
    params.alignment_weight = read_number("alignment_weight", alignment_weight, 0.0, LARGEST)
    params.cohesion_weight = read_number("cohesion_weight", cohesion_weight, 0.0, LARGEST)
    return forces_of(positions, velocities, &params)


def separation(positions, velocities, *, radius, view_angle=2.0 * M_PI, max_force, max_speed):
    """Away from the neighbours within ``radius`` metres, from each with a weight of 1 / distance (Reynolds 1999): the wish is full
    speed in that direction, the force the wish less the velocity, no more than ``max_force``. Agents in one place part.
    Arguments, result and errors: as ``flock_forces``."""
    cdef FlockParams params
    read_shared(&params, view_angle, max_force, max_speed)
    params.separation_radius, params.separation_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return forces_of(positions, velocities, &params)


def alignment(positions, velocities, *, radius, view_angle=2.0 * M_PI, max_force, max_speed):
    """Velocity matching (Reynolds 1987): the wish is the mean velocity of the neighbours within ``radius`` metres, at most
    ``max_speed``; the force is the wish less the velocity, no more than ``max_force``. Arguments, result and errors: as
    ``flock_forces``."""
    cdef FlockParams params
    read_shared(&params, view_angle, max_force, max_speed)
    params.alignment_radius, params.alignment_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return forces_of(positions, velocities, &params)


def cohesion(positions, velocities, *, radius, view_angle=2.0 * M_PI, max_force, max_speed):
    """Towards the mean place of the neighbours within ``radius`` metres (Reynolds 1999): the wish is full speed there, the force
    the wish less the velocity, no more than ``max_force``. Arguments, result and errors: as ``flock_forces``."""
    cdef FlockParams params
    read_shared(&params, view_angle, max_force, max_speed)
    params.cohesion_radius, params.cohesion_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return forces_of(positions, velocities, &params)


def neighbor_counts(positions, *, radius):
    """How many neighbours each agent has within ``radius`` metres, in all directions: the pairs that it looks at for its forces,
    which is what it costs. ``positions``: (n, 2), metres. Returns (n,), int32. ValueError: as ``flock_forces``."""
    import numpy as np
    cdef const double[:, ::1] places = read_rows("positions", positions, -1, 2)
    cdef double reach = read_number("radius", radius, 0.0, LARGEST)
    cdef int32_t count = places.shape[0], i
    cdef NeighborGrid grid
    cdef vector[int32_t] near
    cdef int32_t[::1] found
    out = np.zeros(count, dtype=np.int32)
    found = out
    if count > 0:
        with nogil:
            build_grid(&grid, &places[0, 0], count, cell_for(&places[0, 0], count, reach))
            for i in range(count):
                find_within(&grid, places[i, 0], places[i, 1], reach, &near)
                found[i] = <int32_t>near.size() - 1
    return out
