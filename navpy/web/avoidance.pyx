"""Avoidance among agents in the plan: new velocities, velocity obstacles and ORCA's lines. Points are x, y; y points north, −z of the
world."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for
from navpy.base.parallel cimport Runner, serial_runner
from navpy.base.vec2 cimport Vec2, vec2
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.orca cimport Body, OrcaParams, OrcaScene, agent_line, compute_new_velocities
from navpy.motion.avoidance.velocity_obstacle cimport (
    KIND_HRVO, KIND_RVO, KIND_VO, AgentArrays, AvoidanceOptions, VelocityObstacle, clearpath_velocities, make_velocity_obstacle)
from navpy.web.buffers cimport doubles

KINDS = {"vo": KIND_VO, "rvo": KIND_RVO, "hrvo": KIND_HRVO}
NEIGHBORS = 10              # of an agent that count, as RVO2's examples have it


cdef int read_vector(numbers, size_t count, vector[double]* out) except -1:
    cdef size_t i
    if len(numbers) != <Py_ssize_t>count:
        raise ValueError(f"agents: {count} numbers are expected, there are {len(numbers)}")
    out.resize(count)
    for i in range(count):
        out[0][i] = numbers[i]
    return 0


def new_velocities(str kind, positions, velocities, preferred, radii, max_speeds, double neighbor_distance, double horizon, double dt):
    """Choose new velocities, all from the same state.

    Parameters
    ----------
    kind : "none", "vo", "rvo", "hrvo" or "orca"
    positions, velocities, preferred : float64 (2 n,)
        Meters, meters a second.
    radii, max_speeds : float64 (n,)
        Meters, meters a second.
    neighbor_distance : float
        Meters.
    horizon : float
        Seconds.
    dt : float
        Seconds.

    Returns
    -------
    float64 (2 n,)
        Meters a second.
    """
    cdef size_t count = len(radii)
    cdef vector[double] at, moving, wanted, radius, speed, out
    cdef NeighborGrid grid
    cdef AgentArrays agents
    cdef AvoidanceOptions options
    read_vector(positions, 2 * count, &at)
    read_vector(velocities, 2 * count, &moving)
    read_vector(preferred, 2 * count, &wanted)
    read_vector(radii, count, &radius)
    read_vector(max_speeds, count, &speed)
    out.resize(2 * count)
    if kind == "none":
        return doubles(wanted)
    if count == 0:
        return doubles(out)
    if kind == "orca":
        orca(&at, &moving, &wanted, &radius, &speed, neighbor_distance, horizon, dt, &out)
        return doubles(out)
    agents.positions, agents.velocities, agents.preferred_velocities = at.data(), moving.data(), wanted.data()
    agents.radii, agents.max_speeds, agents.count = radius.data(), speed.data(), <int32_t>count
    options.kind, options.max_neighbors, options.neighbor_distance = KINDS[kind], NEIGHBORS, neighbor_distance
    options.time_horizon, options.dt, options.safety_factor = horizon, dt, 1.0
    build_grid(&grid, at.data(), <int32_t>count, cell_for(at.data(), <int32_t>count, neighbor_distance))
    clearpath_velocities(&agents, &grid, &options, 0, <int32_t>count, out.data())
    return doubles(out)


cdef int orca(const vector[double]* at, const vector[double]* moving, const vector[double]* wanted, const vector[double]* radius,
              const vector[double]* speed, double neighbor_distance, double horizon, double dt, vector[double]* out) except -1:
    cdef OrcaScene scene
    cdef Runner runner = serial_runner()
    cdef OrcaParams params
    cdef Body body
    cdef size_t i
    scene.time_step = dt
    params.neighbor_distance, params.time_horizon, params.time_horizon_obstacles = neighbor_distance, horizon, horizon
    params.max_neighbors = NEIGHBORS
    for i in range(radius.size()):
        body.position, body.velocity = vec2(at.at(2 * i), at.at(2 * i + 1)), vec2(moving.at(2 * i), moving.at(2 * i + 1))
        body.radius, params.max_speed = radius.at(i), speed.at(i)
        params.preferred_velocity = vec2(wanted.at(2 * i), wanted.at(2 * i + 1))
        scene.bodies.push_back(body)
        scene.params.push_back(params)
    return compute_new_velocities(&scene, <const Vec2*>at.data(), &runner, <Vec2*>out.data())


def velocity_cone(str kind, px, py, vx, vy, double radius, other_px, other_py, other_vx, other_vy, double horizon, double dt):
    """The velocity obstacle that another agent makes for one, radius: the sum of both.

    Returns
    -------
    apex, left, right : float64 (6,)
        The apex in meters a second, and unit directions of the legs; None where the two overlap.
    """
    cdef VelocityObstacle cone
    cdef vector[double] out
    if not make_velocity_obstacle(KINDS[kind], vec2(other_px - px, other_py - py), radius, vec2(vx, vy), vec2(other_vx, other_vy),
                                  horizon,
                                  dt, &cone) or cone.overlap:
        return None
    for number in (cone.apex.x, cone.apex.y, cone.left.x, cone.left.y, cone.right.x, cone.right.y):
        out.push_back(number)
    return doubles(out)


def orca_line(px, py, vx, vy, double radius, other_px, other_py, other_vx, other_vy, double other_radius, double horizon, double dt):
    """The ORCA line of one agent for another: a point on it in meters a second and its unit direction, float64 (4,). Velocities to its
    left are permitted."""
    cdef Body agent, other
    cdef Line line
    cdef vector[double] out
    agent.position, agent.velocity, agent.radius = vec2(px, py), vec2(vx, vy), radius
    other.position, other.velocity, other.radius = vec2(other_px, other_py), vec2(other_vx, other_vy), other_radius
    agent_line(&agent, &other, 0.5, 1.0 / horizon, 1.0 / dt, True, &line)
    for number in (line.point.x, line.point.y, line.direction.x, line.direction.y):
        out.push_back(number)
    return doubles(out)


def dance(str kind, positions, goals, radii, double max_speed, double neighbor_distance, double horizon, double dt, int steps):
    """Let agents walk to their goals: each prefers the straight way at its highest speed, and less of it within the last step.

    Parameters
    ----------
    kind, radii, neighbor_distance, horizon, dt
        As for `new_velocities`.
    positions, goals : float64 (2 n,)
        Meters.
    max_speed : float
        Meters a second.
    steps : int

    Returns
    -------
    float64 (steps + 1, 6 n)
        Before each step and at the end: of every agent its position, its velocity before the step, and the velocity that it prefers.
    """
    cdef size_t count = len(radii), i
    cdef double x, y, distance, speed
    cdef vector[double] at, aims, moving, wanted, speeds, out
    read_vector(positions, 2 * count, &at)
    read_vector(goals, 2 * count, &aims)
    moving.resize(2 * count)
    wanted.resize(2 * count)
    speeds.resize(count, max_speed)
    for step in range(steps + 1):
        for i in range(count):
            x, y = aims[2 * i] - at[2 * i], aims[2 * i + 1] - at[2 * i + 1]
            distance = sqrt(x * x + y * y)
            speed = min(max_speed, distance / dt)
            wanted[2 * i], wanted[2 * i + 1] = (x / distance * speed, y / distance * speed) if distance > 0.0 else (0.0, 0.0)
            for number in (at[2 * i], at[2 * i + 1], moving[2 * i], moving[2 * i + 1], wanted[2 * i], wanted[2 * i + 1]):
                out.push_back(number)
        if step < steps:
            chosen = new_velocities(kind, doubles(at), doubles(moving), doubles(wanted), radii, doubles(speeds), neighbor_distance,
                                    horizon, dt)
            for i in range(2 * count):
                moving[i] = chosen[i]
                at[i] += dt * moving[i]
    return doubles(out)
