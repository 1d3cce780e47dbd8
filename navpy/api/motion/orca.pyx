"""ORCA and its linear program for arrays of agents."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_each, read_number, read_rows, read_vec2, read_whole
from navpy.base.parallel cimport Runner, executor_runner
from navpy.api.motion.arrays cimport vectors_of
from navpy.motion.avoidance.linear_program cimport Line, linear_program2, linear_program3
from navpy.motion.avoidance.orca cimport Body, ObstacleVertex, OrcaParams, OrcaScene, add_obstacle, compute_new_velocities
from navpy.base.vec2 cimport Vec2

__all__ = ["nearest_velocity", "orca_step"]

cdef double LEAST_TIME = 1e-9           # seconds; its inverse is a number
cdef double LONGEST = 1e9               # seconds


# ---- the linear program ----

def nearest_velocity(lines, preferred, max_speed, fixed=0):
    """Solve ORCA's linear programs: the velocity nearest to a preferred one that half-planes and a maximum speed permit.

    Parameters
    ----------
    lines : array_like, shape (n, 4)
        A point on each line and its unit direction, meters a second. Velocities to the left are permitted.
    preferred : (float, float)
        Meters a second.
    max_speed : float
        Meters a second, 0 or more.
    fixed : int
        0 … n: the first lines, which hold in any case (those of obstacles).

    Returns
    -------
    velocity : ndarray, shape (2,)
        Meters a second.
    feasible : bool
        Whether the velocity satisfies all lines. If not, it is the one that violates the lines after the fixed ones by the least
        maximum.

    Raises
    ------
    ValueError
        Another shape, or a number that is not finite or out of its range.
    """
    import numpy as np
    array = read_rows("lines", lines, -1, 4)
    cdef const double[:, ::1] rows = array
    cdef vector[Line] given, scratch
    cdef Line line
    cdef Vec2 velocity, wanted = read_vec2("preferred", preferred)
    cdef double speed = read_number("max_speed", max_speed, 0.0, LARGEST)
    cdef int32_t i, count = len(array), obstacle_count = read_whole("fixed", fixed, 0, len(array)), satisfied
    for i in range(count):
        line.point.x, line.point.y, line.direction.x, line.direction.y = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
        given.push_back(line)
    satisfied = linear_program2(given.data(), count, speed, wanted, False, &velocity)
    if satisfied < count:
        linear_program3(given.data(), count, obstacle_count, satisfied, speed, &scratch, &velocity)
    return np.array([velocity.x, velocity.y]), satisfied == count


# ---- ORCA ----

cdef class Scene:
    cdef OrcaScene data


cdef list spare = []                    # the last scene: fresh memory for thousands of agents costs as much as reading them


cdef int read_obstacles(obstacles, vector[ObstacleVertex]* out) except -1:
    """Polygons and walls as vertices; repeated points count once."""
    cdef vector[Vec2] ring
    cdef const Vec2* corners
    cdef int32_t count, i, before
    out.clear()
    for n, given in enumerate(obstacles):
        rows = read_rows(f"obstacles[{n}]", given, -1, 2)
        corners, count = vectors_of(rows), len(rows)
        ring.clear()
        for i in range(count):
            before = (i or count) - 1
            if corners[i].x != corners[before].x or corners[i].y != corners[before].y:
                ring.push_back(corners[i])
        if ring.size() < 2:
            raise ValueError(f"obstacles[{n}]: must have two places at least")
        add_obstacle(ring.data(), <int32_t>ring.size(), out)
    return 0


cdef int set_agents(OrcaScene* scene, const Vec2* positions, const Vec2* velocities, const Vec2* preferred,
                    const vector[double]* max_neighbors) except -1 nogil:
    cdef int32_t i, count = <int32_t>scene.bodies.size()
    for i in range(count):
        scene.bodies[i].position, scene.bodies[i].velocity = positions[i], velocities[i]
        scene.params[i].preferred_velocity = preferred[i]
        scene.params[i].max_neighbors = <int32_t>min(max_neighbors.at(i), <double>count)
    return 0


def orca_step(positions, velocities, preferred, radii, max_speeds, obstacles=(), dt=0.1, neighbor_distance=15.0, max_neighbors=10,
              time_horizon=10.0, time_horizon_obstacles=10.0, *, executor=None):
    """Choose new velocities of agents that avoid each other and obstacles (van den Berg, Guy, Lin & Manocha 2011, ORCA).

    Each agent gets the velocity nearest to its preferred one that leads to no collision within the time horizon, as long as the others
    do the same. Where there is none, it gets the one that violates the constraints of others the least; those of obstacles always
    hold. Nothing is moved.

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters, in a right-handed plane such as (x, −z) of the world.
    velocities, preferred : array_like, shape (n, 2)
        Meters a second: the current and the preferred velocities.
    radii : float or array_like, shape (n,)
        Meters, 0 or more.
    max_speeds : float or array_like, shape (n,)
        Meters a second, 0 or more.
    obstacles : iterable of array_like, shape (k, 2)
        Corners in meters, counter-clockwise round the solid; two corners are a wall that blocks from both sides.
    dt : float
        Seconds, above 0: agents that overlap are to be apart after this time.
    neighbor_distance : float or array_like, shape (n,)
        Meters, 0 or more: agents farther away do not count.
    max_neighbors : int or array_like, shape (n,)
        How many agents count, the nearest ones.
    time_horizon, time_horizon_obstacles : float or array_like, shape (n,)
        Seconds, above 0: time without collisions with agents and with obstacles.
    executor : concurrent.futures.Executor, optional
        Its threads share the work with the calling one. The result has the same bits.

    Returns
    -------
    new_velocities : ndarray, shape (n, 2)
        Meters a second.

    Raises
    ------
    ValueError
        A shape does not fit, a number is not finite or out of its range, an obstacle has no extent, or executor is none.
    """
    import numpy as np
    cdef Runner runner = executor_runner(executor)
    cdef Scene scene = spare.pop() if spare else Scene()
    cdef OrcaScene* data = &scene.data
    at = read_rows("positions", positions, -1, 2)
    cdef Py_ssize_t count = len(at)
    moving, wanted = read_rows("velocities", velocities, count, 2), read_rows("preferred", preferred, count, 2)
    cdef vector[double] neighbor_limits
    cdef OrcaParams* params
    data.bodies.reserve(1)              # the first agent's fields have an address even where there is none
    data.params.reserve(1)
    data.bodies.resize(count)
    data.params.resize(count)
    neighbor_limits.resize(count)
    params = data.params.data()
    read_each("radii", radii, count, 0.0, LARGEST, &data.bodies.data().radius, sizeof(Body))
    read_each("max_speeds", max_speeds, count, 0.0, LARGEST, &params.max_speed, sizeof(OrcaParams))
    read_each("neighbor_distance", neighbor_distance, count, 0.0, LARGEST, &params.neighbor_distance, sizeof(OrcaParams))
    read_each("max_neighbors", max_neighbors, count, 0.0, LARGEST, neighbor_limits.data(), sizeof(double))
    read_each("time_horizon", time_horizon, count, LEAST_TIME, LONGEST, &params.time_horizon, sizeof(OrcaParams))
    read_each("time_horizon_obstacles", time_horizon_obstacles, count, LEAST_TIME, LONGEST, &params.time_horizon_obstacles,
              sizeof(OrcaParams))
    read_each("dt", dt, 1, LEAST_TIME, LONGEST, &data.time_step, sizeof(double))
    read_obstacles(obstacles, &data.obstacles)
    new_velocities = np.empty((count, 2))
    cdef const Vec2* position = vectors_of(at)
    cdef const Vec2* velocity = vectors_of(moving)
    cdef const Vec2* preferred_velocity = vectors_of(wanted)
    cdef Vec2* out = vectors_of(new_velocities)
    with nogil:
        set_agents(data, position, velocity, preferred_velocity, &neighbor_limits)
        compute_new_velocities(data, position, &runner, out)
    spare[:] = [scene]
    return new_velocities
