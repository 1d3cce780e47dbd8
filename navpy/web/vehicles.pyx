"""Steering behaviors and flocks in the plan. Points are x, y; y points north, −z of the world."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for
from navpy.base.vec2 cimport Vec2, add, scale, truncate, vec2
from navpy.motion.steering.flocking cimport FlockParams, flock_range, flock_reach
from navpy.motion.steering.steering cimport arrive_force, flee_force, force_for, seek_force
from navpy.motion.steering.vehicle cimport Vehicle, move_vehicle, set_velocity
from navpy.web.buffers cimport doubles


cdef Vehicle vehicle_at(const double* state, double mass, double max_force, double max_speed) noexcept:
    cdef Vehicle out
    out.position, out.mass, out.max_force, out.max_speed, out.max_turn_rate = vec2(state[0], state[1]), mass, max_force, max_speed, \
        INFINITY
    set_velocity(&out, vec2(state[2], state[3]))
    return out


cdef int read_states(states, vector[double]* out) except -1:
    for number in states:
        out.push_back(number)
    if out.size() % 4:
        raise ValueError(f"vehicles: must be four numbers each, are {out.size()} in all")
    return 0


cdef void write_state(const Vehicle* vehicle, double* out) noexcept:
    out[0], out[1], out[2], out[3] = vehicle.position.x, vehicle.position.y, vehicle.velocity.x, vehicle.velocity.y


def steer_to(str behavior, states, double target_x, double target_y, double mass, double max_force, double max_speed, double dt):
    """One step of vehicles towards a target.

    Parameters
    ----------
    behavior : "seek", "arrive" or "flee"
    states : float64 (4 n,)
        Position and velocity of each, meters and meters a second.
    target_x, target_y : float
        Meters.
    mass, max_force, max_speed : float
        Kilograms, newtons, meters a second.
    dt : float
        Seconds.

    Returns
    -------
    states : float64 (4 n,)
        After the step.
    forces : float64 (2 n,)
        Newtons.
    """
    cdef vector[double] out, forces
    cdef Vehicle vehicle
    cdef Vec2 force, target = vec2(target_x, target_y)
    cdef size_t i
    if behavior not in ("seek", "arrive", "flee"):
        raise ValueError(f"behavior: must be seek, arrive or flee, is {behavior}")
    read_states(states, &out)
    for i in range(0, out.size(), 4):
        vehicle = vehicle_at(&out[i], mass, max_force, max_speed)
        if behavior == "seek":
            force = seek_force(&vehicle, target)
        elif behavior == "arrive":
            force = arrive_force(&vehicle, target, dt)
        else:
            force = flee_force(&vehicle, target, INFINITY)
        move_vehicle(&vehicle, force, dt)
        write_state(&vehicle, &out[i])
        forces.push_back(force.x)
        forces.push_back(force.y)
    return doubles(out), doubles(forces)


def flock_step(states, double separation_radius, double alignment_radius, double cohesion_radius, double separation_weight,
               double alignment_weight, double cohesion_weight, double view_angle, double max_force, double max_speed, double goal_x,
               double goal_y, double goal_weight, double ahead_weight, double dt):
    """One step of a flock of vehicles of one kilogram, which also seeks a goal where that has a weight, and flees it where the weight
    is below 0.

    Parameters
    ----------
    states : float64 (4 n,)
        Position and velocity of each, meters and meters a second.
    separation_radius, alignment_radius, cohesion_radius : float
        Meters.
    view_angle : float
        Radians.
    ahead_weight : float
        Of the force to full speed straight ahead: without it a flock whose velocities differ slows down to their mean.

    Returns
    -------
    float64 (4 n,)
        The states after the step.
    """
    cdef FlockParams params
    cdef NeighborGrid grid
    cdef vector[double] out, positions, velocities, forces
    cdef Vehicle vehicle
    cdef Vec2 force, goal
    cdef size_t i
    cdef int32_t count
    params.separation_radius, params.alignment_radius, params.cohesion_radius = separation_radius, alignment_radius, cohesion_radius
    params.separation_weight, params.alignment_weight, params.cohesion_weight = separation_weight, alignment_weight, cohesion_weight
    params.view_angle, params.mass, params.max_force, params.max_speed = view_angle, 1.0, max_force, max_speed
    read_states(states, &out)
    count = <int32_t>(out.size() // 4)
    if count == 0:
        return doubles(out)
    for i in range(0, out.size(), 4):
        positions.push_back(out[i])
        positions.push_back(out[i + 1])
        velocities.push_back(out[i + 2])
        velocities.push_back(out[i + 3])
    forces.resize(2 * count)
    build_grid(&grid, positions.data(), count, cell_for(positions.data(), count, flock_reach(&params)))
    flock_range(&grid, positions.data(), velocities.data(), 0, count, &params, forces.data())
    for i in range(count):
        vehicle = vehicle_at(&out[4 * i], 1.0, max_force, max_speed)
        force = vec2(forces[2 * i], forces[2 * i + 1])
        if goal_weight != 0.0:
            goal = vec2(goal_x, goal_y)
            goal = seek_force(&vehicle, goal) if goal_weight > 0.0 else flee_force(&vehicle, goal, INFINITY)
            force = add(force, scale(goal, goal_weight if goal_weight > 0.0 else -goal_weight))
        force = truncate(add(force, scale(force_for(&vehicle, scale(vehicle.heading, max_speed)), ahead_weight)), max_force)
        move_vehicle(&vehicle, force, dt)
        write_state(&vehicle, &out[4 * i])
    return doubles(out)
