"""Flocking: every agent separates from its neighbors, aligns with them, and stays among them."""
from libc.math cimport INFINITY, M_PI, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.elementary cimport cos
from navpy.base.neighbor_grid cimport NeighborGrid, find_within
from navpy.motion.steering.steering cimport steering_force
from navpy.motion.steering.vehicle cimport parting_direction
from navpy.base.vec2 cimport Vec2, add, dot, scale, square, subtract, truncate, unit, vec2

cdef double ROUNDING2 = 1e-24           # squared relative size of what rounding may leave of neighbors that balance
cdef double IN_ONE_PLACE2 = 1e-18       # m², squared distance of two agents without a direction between them


# ---- neighbors ----

cdef double flock_reach(const FlockParams* params) noexcept nogil:
    cdef double reach = 0.0
    if params.separation_weight > 0.0:
        reach = max(reach, params.separation_radius)
    if params.alignment_weight > 0.0:
        reach = max(reach, params.alignment_radius)
    if params.cohesion_weight > 0.0:
        reach = max(reach, params.cohesion_radius)
    return reach


cdef inline Vec2 push_from(Vec2 offset, double distance2, int32_t number) noexcept nogil:
    """Away from a neighbor, of length 1 / distance. Agents in one place separate in different directions, by their numbers."""
    if distance2 > IN_ONE_PLACE2:
        return scale(offset, -1.0 / distance2)
    return scale(parting_direction(number), 1.0 / sqrt(IN_ONE_PLACE2))


cdef void sum_neighbors(const double* positions, const double* velocities, int32_t agent, int32_t number,
                        const vector[int32_t]* near, const FlockParams* params, NeighborSums* sums) noexcept nogil:
    cdef Vec2 position = vec2(positions[2 * agent], positions[2 * agent + 1])
    cdef Vec2 velocity = vec2(velocities[2 * agent], velocities[2 * agent + 1]), offset
    cdef double rim = cos(0.5 * params.view_angle) * sqrt(square(velocity)), distance2      # 0 at rest: the agent sees all round
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
            sums.away = add(sums.away, push_from(offset, distance2, number))
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
    """Reynolds' steering towards full speed in a direction."""
    return steering_force(scale(unit(direction), params.max_speed), velocity, params.mass, params.max_force)


cdef Vec2 flock_force(const NeighborSums* sums, Vec2 velocity, const FlockParams* params) noexcept nogil:
    cdef Vec2 separation = vec2(0.0, 0.0), alignment = separation, cohesion = separation, total
    if square(sums.away) * sums.nearest2 > ROUNDING2:           # without neighbors 0 · ∞, NaN, and so False
        separation = steer_along(sums.away, velocity, params)
    if square(sums.offset) > ROUNDING2 * sums.farthest2:
        cohesion = steer_along(sums.offset, velocity, params)
    if sums.aligned > 0:
        alignment = truncate(scale(sums.velocity, 1.0 / sums.aligned), params.max_speed)
        alignment = steering_force(alignment, velocity, params.mass, params.max_force)
    total = add(scale(separation, params.separation_weight), scale(alignment, params.alignment_weight))
    return truncate(add(total, scale(cohesion, params.cohesion_weight)), params.max_force)


cdef int flock_range(const NeighborGrid* grid, const double* positions, const double* velocities, int32_t first, int32_t end,
                     const FlockParams* params, double* forces) except -1 nogil:
    cdef vector[int32_t] near
    cdef NeighborSums sums
    cdef Vec2 force
    cdef double reach = flock_reach(params)
    cdef int32_t i
    for i in range(first, end):
        find_within(grid, positions[2 * i], positions[2 * i + 1], reach, &near)
        sum_neighbors(positions, velocities, i, i, &near, params, &sums)
        force = flock_force(&sums, vec2(velocities[2 * i], velocities[2 * i + 1]), params)
        forces[2 * i], forces[2 * i + 1] = force.x, force.y
    return 0
