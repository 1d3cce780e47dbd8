"""One vehicle between what it seeks and what it flees, three times: forces summed by weights, forces by priority, and context maps.
Points are x, y; y points north, −z of the world."""
from libc.math cimport INFINITY, M_PI
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, length, scale, subtract, vec2
from navpy.motion.steering.arbitration cimport prioritize_forces, sum_forces
from navpy.motion.steering.context_steering cimport (
    ContextChoice, ContextMaps, choose_direction, clear_maps, resize_maps, write_danger, write_interest)
from navpy.motion.steering.steering cimport flee_force, force_for, seek_force
from navpy.motion.steering.vehicle cimport Vehicle, move_vehicle, set_velocity
from navpy.web.buffers cimport doubles

cdef enum:
    SLOTS = 32                          # of the ring


cdef class WebArbiters:
    """The three vehicles."""
    cdef Vehicle vehicles[3]
    cdef ContextMaps maps
    cdef ContextChoice choice


def new_arbiters(double x, double y, double max_force, double max_speed):
    """WebArbiters: three vehicles of one kilogram at rest in one place, meters; newtons, meters a second."""
    cdef WebArbiters out = WebArbiters()
    cdef int i
    for i in range(3):
        out.vehicles[i].position, out.vehicles[i].mass = vec2(x, y), 1.0
        out.vehicles[i].max_force, out.vehicles[i].max_speed, out.vehicles[i].max_turn_rate = max_force, max_speed, INFINITY
        set_velocity(&out.vehicles[i], vec2(0.0, 0.0))
    resize_maps(&out.maps, 1, SLOTS)
    out.choice.danger_limit, out.choice.tolerance, out.choice.memory, out.choice.hysteresis = 1.0, 0.0, 0.0, 0.1
    return out


def step_arbiters(WebArbiters arbiters, double target_x, double target_y, discs, double reach, double flee_weight, double dt):
    """One step of all three.

    Parameters
    ----------
    arbiters : WebArbiters
    target_x, target_y : float
        Meters.
    discs : float64 (3 n,)
        x, y and radius of what is fled, meters; the radius with that of the vehicle.
    reach : float
        Meters from a disc's edge within which it is fled, and looked out for.
    flee_weight : float
        Of the forces away from discs, in the sum; the force to the target has the weight 1.
    dt : float
        Seconds.

    Returns
    -------
    states : float64 (6 · 3,)
        Of each vehicle its position and velocity before the step, and its force: meters, meters a second, newtons.
    interest, danger : float64 (32,)
        Of the third vehicle's directions, counter-clockwise from east.
    """
    cdef Vec2 target = vec2(target_x, target_y), center, force, seen
    cdef Vehicle* vehicle
    cdef vector[Vec2] forces
    cdef vector[double] weights, out
    cdef int i
    cdef size_t k
    for i in range(3):
        vehicle = &arbiters.vehicles[i]
        forces.clear()
        weights.clear()
        clear_maps(&arbiters.maps, 0)
        for k in range(0, len(discs) - 2, 3):
            center = vec2(discs[k], discs[k + 1])
            seen = subtract(center, vehicle.position)
            if length(seen) < discs[k + 2] + reach:
                forces.push_back(flee_force(vehicle, center, INFINITY))
                weights.push_back(flee_weight)
            if i == 2:
                write_danger(&arbiters.maps, 0, seen, discs[k + 2], reach)
        forces.push_back(seek_force(vehicle, target))
        weights.push_back(1.0)
        if i == 0:
            force = sum_forces(forces.data(), weights.data(), <int32_t>forces.size(), vehicle.max_force)
        elif i == 1:
            force = prioritize_forces(forces.data(), <int32_t>forces.size(), vehicle.max_force)
        else:
            write_interest(&arbiters.maps, 0, subtract(target, vehicle.position), 1.0, M_PI)
            force = force_for(vehicle, scale(choose_direction(&arbiters.maps, 0, &arbiters.choice), vehicle.max_speed))
        for number in (vehicle.position.x, vehicle.position.y, vehicle.velocity.x, vehicle.velocity.y, force.x, force.y):
            out.push_back(number)
        move_vehicle(vehicle, force, dt)
    return doubles(out), doubles(arbiters.maps.interest), doubles(arbiters.maps.danger)
