"""Avoidance for planned locomotion: bodies with known motions, and what agents do about conflicts with them."""
from enum import IntEnum

from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_finite, read_length, read_rows
from navpy.api.motion.arrays cimport points_array, vectors_of
from navpy.motion.avoidance.locomotion_avoidance cimport (AVOID_DETOUR, AVOID_NONE, AVOID_SPEED, AVOID_UNRESOLVED, ConflictResolution,
                                                          ResolutionMemory, Walls, find_clearances, resolve_conflict, walls_allow)
from navpy.motion.avoidance.obstacle_islands cimport Wall
from navpy.motion.avoidance.velocity_profile cimport SpeedMemory, Trajectory, WalkParams, build_trajectory, find_forbidden_speeds
from navpy.base.vec2 cimport Vec2


class Resolution(IntEnum):
    """What an agent does about the first conflict."""
    NONE = AVOID_NONE
    SPEED = AVOID_SPEED
    DETOUR = AVOID_DETOUR
    UNRESOLVED = AVOID_UNRESOLVED


cdef int read_path(str name, path, vector[Vec2]* points) except -1:
    """The points of a path; a point that is repeated counts once."""
    rows = read_rows(name, path, -1, 2)
    cdef const Vec2* given = vectors_of(rows)
    cdef Py_ssize_t i, count = len(rows)
    if count == 0:
        raise ValueError(f"{name}: has no point")
    points.clear()
    for i in range(count):
        if i == 0 or given[i].x != given[i - 1].x or given[i].y != given[i - 1].y:
            points.push_back(given[i])
    return 0


cdef class MovingBody:
    """A disc of known motion. It stands at the first point of its path until its start, walks the path at constant speed, and stands at
    the end.

    Parameters
    ----------
    path : array_like, shape (n, 2)
        Meters, n ≥ 1.
    radius : float
        Meters, 0 or more.
    speed : float
        Meters a second, 0 or more; 0: it stands.
    start : float
        Seconds from now; below 0 the body is already on its way.

    Raises
    ------
    ValueError
        Another shape, or a number that is not finite or out of its range.
    """
    cdef Trajectory trajectory

    def __init__(self, path, radius, speed=0.0, start=0.0):
        cdef vector[Vec2] points
        cdef double size = read_length("radius", radius), pace = read_length("speed", speed)
        cdef double begin = read_finite("start", start, "seconds")
        read_path("path", path, &points)
        build_trajectory(&self.trajectory, points.data(), <int32_t>points.size(), size, pace, begin)


cdef class AvoidanceResult:
    """What an agent does about the first conflict ahead."""
    cdef readonly object kind               #: Resolution
    cdef readonly double conflict_time      #: seconds until the first conflict if nothing changes; infinite if there is none
    cdef readonly int32_t conflict_with     #: index of the other body, −1: none
    cdef readonly double speed              #: m/s to walk at
    cdef readonly object points             #: ndarray (n, 2), meters: the path to walk
    cdef readonly tuple detour_point        #: (x, y) in meters, where a detour passes the conflict; None without a detour

    def __repr__(self):
        return f"<AvoidanceResult {self.kind.name}, {self.speed:g} m/s, conflict at {self.conflict_time:g} s>"


cdef int read_bodies(others, vector[Trajectory]* trajectories) except -1:
    if not hasattr(others, "__iter__"):
        raise ValueError(f"others: must be MovingBody each, is {others!r}")
    for other in others:
        if not isinstance(other, MovingBody):
            raise ValueError(f"others: must be MovingBody each, one is {other!r}")
        trajectories.push_back((<MovingBody>other).trajectory)
    return 0


cdef AvoidanceResult make_result(const ConflictResolution* found):
    cdef AvoidanceResult result = AvoidanceResult.__new__(AvoidanceResult)
    result.kind, result.speed = Resolution(found.kind), found.speed
    result.conflict_time, result.conflict_with = found.conflict_time, found.conflict_with
    result.points = points_array(&found.points)
    result.detour_point = (found.detour_point.x, found.detour_point.y) if found.kind == AVOID_DETOUR else None
    return result


cdef WalkParams read_params(radius, speed, min_speed, max_speed, horizon) except *:
    cdef WalkParams params
    params.radius, params.speed, params.horizon = read_length("radius", radius), read_length("speed", speed), read_length("horizon", horizon)
    params.min_speed = read_length("min_speed", min_speed)
    params.max_speed = read_length("max_speed", max_speed)
    if params.min_speed > params.max_speed:
        raise ValueError(f"min_speed: must not exceed max_speed, {min_speed} > {max_speed}")
    return params


cdef int read_walls(walls, vector[Wall]* out) except -1:
    rows = read_rows("walls", walls, -1, 4)
    cdef const Vec2* ends = vectors_of(rows.reshape(-1, 2))
    cdef Wall wall
    cdef Py_ssize_t i
    for i in range(<Py_ssize_t>len(rows)):
        wall.a, wall.b = ends[2 * i], ends[2 * i + 1]
        out.push_back(wall)
    return 0


cdef AvoidanceResult resolve(const WalkParams* params, path, const vector[Trajectory]* others, const vector[Wall]* walls, wall_clearance):
    cdef vector[Vec2] points
    cdef ResolutionMemory memory
    cdef ConflictResolution found
    cdef Walls ground
    cdef vector[double] clearances
    cdef double clearance = params.radius if wall_clearance is None else read_length("wall_clearance", wall_clearance)
    ground.walls = walls.data()
    ground.count = <int32_t>walls.size()
    read_path("path", path, &points)
    with nogil:
        find_clearances(points.data(), <int32_t>points.size(), walls.data(), ground.count, clearance, &clearances)
        ground.clearances = clearances.data()
        resolve_conflict(params, points.data(), <int32_t>points.size(), others.data(), <int32_t>others.size(), walls_allow, &ground,
                         &memory, &found)
    return make_result(&found)


def avoid_ahead(path, radius, speed, min_speed, max_speed, others, horizon, walls=(), wall_clearance=None):
    """Resolve the first conflict of an agent that walks a path from now on (Anguelov 2013, Game AI Pro, chapter 22).

    Parameters
    ----------
    path : array_like, shape (n, 2)
        Meters, n ≥ 1.
    radius : float
        Meters, 0 or more.
    speed, min_speed, max_speed : float
        Meters a second, 0 or more: the speed, and the limits of its change.
    others : iterable of MovingBody
    horizon : float
        Seconds, 0 or more: later conflicts do not count.
    walls : array_like, shape (m, 4)
        x and y of both ends, meters.
    wall_clearance : float, optional
        Meters, 0 or more, between the agent's center and walls on a detour, or as much as on the path where that is less. The radius by
        default.

    Returns
    -------
    result : AvoidanceResult
        Its kind is NONE without a conflict; SPEED: another speed has none, and it is the one with the least change; DETOUR: a path of two
        cubic Bézier curves past the conflict, tangent to the path at both ends, has none, at the same speed if possible; UNRESOLVED:
        stop in time, or plan a new path.

    Raises
    ------
    ValueError
        A shape does not fit, a number is not finite or below 0, or min_speed is above max_speed.

    Notes
    -----
    Speeds change at once. A body that stands for good on the part of the path that is walked until the horizon is not avoided by a lower
    speed, which would only delay the conflict.
    """
    cdef WalkParams params = read_params(radius, speed, min_speed, max_speed, horizon)
    cdef vector[Trajectory] trajectories
    cdef vector[Wall] segments
    read_bodies(others, &trajectories)
    read_walls(walls, &segments)
    return resolve(&params, path, &trajectories, &segments, wall_clearance)


def plan(paths, radii, speeds, min_speeds, max_speeds, horizon, others=(), walls=(), wall_clearance=None):
    """Resolve the conflicts of several agents, one after the other.

    Each agent avoids ``others`` and the agents before it, as these have been planned. An agent with an unresolved conflict is expected to
    walk its path at its speed.

    Parameters
    ----------
    paths : sequence of array_like, shape (n, 2)
        Meters.
    radii, speeds, min_speeds, max_speeds : sequence of float
        One for each path, as in `avoid_ahead`.
    horizon, others, walls, wall_clearance
        As in `avoid_ahead`.

    Returns
    -------
    results : list of AvoidanceResult

    Raises
    ------
    ValueError
        As `avoid_ahead`, or the sequences differ in length.
    """
    cdef vector[Trajectory] trajectories
    cdef vector[Wall] segments
    cdef vector[Vec2] points
    cdef Trajectory trajectory
    cdef AvoidanceResult result
    cdef WalkParams params
    for name, each in (("paths", paths), ("radii", radii), ("speeds", speeds), ("min_speeds", min_speeds), ("max_speeds", max_speeds)):
        if not hasattr(each, "__len__"):
            raise ValueError(f"{name}: must be one for each path, is {each!r}")
    if not len(paths) == len(radii) == len(speeds) == len(min_speeds) == len(max_speeds):
        raise ValueError(f"paths: there are {len(paths)}, but {len(radii)} radii, {len(speeds)} speeds, {len(min_speeds)} min_speeds and "
                         f"{len(max_speeds)} max_speeds")
    read_bodies(others, &trajectories)
    read_walls(walls, &segments)
    results = []
    for path, radius, speed, min_speed, max_speed in zip(paths, radii, speeds, min_speeds, max_speeds):
        params = read_params(radius, speed, min_speed, max_speed, horizon)
        result = resolve(&params, path, &trajectories, &segments, wall_clearance)
        read_path("paths", result.points, &points)
        build_trajectory(&trajectory, points.data(), <int32_t>points.size(), params.radius, result.speed, 0.0)
        trajectories.push_back(trajectory)
        results.append(result)
    return results


def forbidden_speeds(path, radius, speed, others, horizon):
    """Compute the speeds at which an agent has a conflict before the horizon (Kant & Zucker 1986).

    Parameters
    ----------
    path, radius, speed, others, horizon
        As in `avoid_ahead`. The speed limits the part of the path on which bodies that stand for good are avoided.

    Returns
    -------
    ranges : ndarray, shape (k, 2)
        Meters a second: disjoint ascending ranges, wider by 1e-9.

    Raises
    ------
    ValueError
        As `avoid_ahead`.
    """
    import numpy as np
    cdef WalkParams params = read_params(radius, speed, 0.0, 0.0, horizon)
    cdef vector[Trajectory] trajectories
    cdef vector[Vec2] points
    cdef SpeedMemory memory
    cdef size_t i
    read_bodies(others, &trajectories)
    read_path("path", path, &points)
    find_forbidden_speeds(&params, points.data(), <int32_t>points.size(), trajectories.data(), <int32_t>trajectories.size(), &memory)
    return np.array([(memory.ranges[i].low, memory.ranges[i].high) for i in range(memory.ranges.size())]).reshape(-1, 2)
