"""Reynolds' steering behaviors of many vehicles: each takes Vehicles and returns forces for Vehicles.move (Reynolds 1999, "Steering
Behaviors For Autonomous Characters")."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.arguments cimport LARGEST, read_number, read_numbers, read_rows, read_whole
from navpy.api.motion.arrays cimport circles_of, read_circles, vectors_of
from navpy.api.motion.vehicle cimport Vehicles, check_others, other, read_time_step
from navpy.motion.steering.leader_following cimport follow_leader_force, keep_apart_force, make_way_force
from navpy.motion.steering.obstacle_avoidance cimport avoid_obstacles_force, queue_force, safe_following_speed, velocity_after
from navpy.motion.steering.steering cimport (
    Circle, WanderCircle, arrive_force, braking_speed, evade_force, flee_force, follow_path_force, hide_force, interpose_force,
    offset_pursuit_force, pursue_force, seek_force, wander_force)
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2, add, truncate, unit

__all__ = ["Wander", "arrive", "avoid_obstacles", "braking_speed_at", "evade", "flee", "follow_leader", "follow_path", "hide",
           "interpose", "offset_pursuit", "pursue", "queue", "seek", "wander"]


# ---- one target ----

def seek(Vehicles vehicles not None, targets):
    """Steer at full speed towards targets (Reynolds 1999, "Seek").

    The velocity converges to the desired one with a time constant of 0.5 s, as far as the force allows. A vehicle passes its target
    and comes back.

    Parameters
    ----------
    vehicles : Vehicles
    targets : array_like, shape (n, 2) or (2,)
        Meters.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    to = read_rows("targets", targets, count, 2, True)
    forces = np.empty((count, 2))
    cdef const Vec2* target = vectors_of(to)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = seek_force(&vehicles.vehicles[i], target[i])
    return forces


def flee(Vehicles vehicles not None, targets, panic_distance=INFINITY):
    """Steer at full speed away from targets (Reynolds 1999, "Flee").

    Parameters
    ----------
    vehicles : Vehicles
    targets : array_like, shape (n, 2) or (2,)
        Meters.
    panic_distance : float or array_like, shape (n,)
        Meters, 0 or more. A target that is farther away has no effect.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    at = read_rows("targets", targets, count, 2, True)
    cdef const double[::1] panic = read_numbers("panic_distance", panic_distance, count, 0.0, INFINITY)
    forces = np.empty((count, 2))
    cdef const Vec2* target = vectors_of(at)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = flee_force(&vehicles.vehicles[i], target[i], panic[i])
    return forces


def arrive(Vehicles vehicles not None, targets, dt):
    """Steer to rest at targets (Reynolds 1999, "Arrival").

    A vehicle brakes as late as its force allows and is exactly at its target after finitely many time steps of dt, at any speed,
    force, mass and dt. It passes the target only if it was too fast to stop in time; then it comes back.

    Parameters
    ----------
    vehicles : Vehicles
    targets : array_like, shape (n, 2) or (2,)
        Meters.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, a number is not finite, or dt is not above 0.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    to = read_rows("targets", targets, count, 2, True)
    cdef double seconds = read_time_step(dt)
    forces = np.empty((count, 2))
    cdef const Vec2* target = vectors_of(to)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = arrive_force(&vehicles.vehicles[i], target[i], seconds)
    return forces


def braking_speed_at(double distance, double step, double dt):
    """Compute the speed limit that `arrive` brakes by.

    Parameters
    ----------
    distance : float
        Meters to the stop.
    step : float
        Meters a second that the vehicle loses in every time step.
    dt : float
        Seconds of a time step.

    Returns
    -------
    speed : float
        Meters a second from which the vehicle stops within the distance; 0 if distance or step is not above 0.
    """
    return braking_speed(distance, step, dt)


# ---- other vehicles ----

def pursue(Vehicles vehicles not None, Vehicles quarry, look_ahead=INFINITY):
    """Seek the place where a quarry can be intercepted first (Reynolds 1999, "Pursuit").

    The prediction is exact for a quarry that keeps its velocity.

    Parameters
    ----------
    vehicles : Vehicles
    quarry : Vehicles
        One for all, or one for each.
    look_ahead : float or array_like, shape (n,)
        Seconds, 0 or more: limit of the prediction.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A number of vehicles or a shape does not fit, or a number is out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] limits = read_numbers("look_ahead", look_ahead, count, 0.0, INFINITY)
    check_others("quarry", quarry, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = pursue_force(&vehicles.vehicles[i], other(quarry, i), limits[i])
    return forces


def evade(Vehicles vehicles not None, Vehicles pursuers, panic_distance=INFINITY, look_ahead=INFINITY):
    """Flee from the predicted position of a pursuer (Reynolds 1999, "Evasion").

    The pursuer is predicted by its distance over the sum of both speeds (Buckland 2005, "Programming Game AI by Example", chapter 3).

    Parameters
    ----------
    vehicles : Vehicles
    pursuers : Vehicles
        One for all, or one for each.
    panic_distance : float or array_like, shape (n,)
        Meters, 0 or more. A pursuer that is farther away has no effect.
    look_ahead : float or array_like, shape (n,)
        Seconds, 0 or more: limit of the prediction.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A number of vehicles or a shape does not fit, or a number is out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] panic = read_numbers("panic_distance", panic_distance, count, 0.0, INFINITY)
    cdef const double[::1] limits = read_numbers("look_ahead", look_ahead, count, 0.0, INFINITY)
    check_others("pursuers", pursuers, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = evade_force(&vehicles.vehicles[i], other(pursuers, i), panic[i], limits[i])
    return forces


def interpose(Vehicles vehicles not None, Vehicles a, Vehicles b, dt):
    """Steer to the midpoint of two other vehicles and keep up with it (Reynolds 1999, "Interpose").

    Parameters
    ----------
    vehicles : Vehicles
    a, b : Vehicles
        One for all, or one for each. Exact while they keep their velocities.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A number of vehicles does not fit, or dt is not above 0.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = read_time_step(dt)
    check_others("a", a, count)
    check_others("b", b, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = interpose_force(&vehicles.vehicles[i], other(a, i), other(b, i), seconds)
    return forces


def hide(Vehicles vehicles not None, obstacles, pursuers, dt, clearance=0.5):
    """Arrive behind the nearest obstacle, as a pursuer sees it (Reynolds 1999, "Hide").

    A vehicle without an obstacle to hide behind flees. The way to the hiding place is not tested for obstacles.

    Parameters
    ----------
    vehicles : Vehicles
    obstacles : array_like, shape (m, 3)
        x, y and radius of circles, meters.
    pursuers : array_like, shape (n, 2) or (2,)
        Meters.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.
    clearance : float or array_like, shape (n,)
        Meters between an obstacle and the vehicle behind it, 0 or more.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    at = read_rows("pursuers", pursuers, count, 2, True)
    cdef const double[::1] clear = read_numbers("clearance", clearance, count, 0.0, LARGEST)
    cdef double seconds = read_time_step(dt)
    rows = read_circles("obstacles", obstacles)
    cdef const Circle* circles = circles_of(rows)
    cdef int32_t circle_count = len(rows)
    forces = np.empty((count, 2))
    cdef const Vec2* pursuer = vectors_of(at)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = hide_force(&vehicles.vehicles[i], circles, circle_count, pursuer[i], clear[i], seconds)
    return forces


def offset_pursuit(Vehicles vehicles not None, Vehicles leaders, offsets, dt):
    """Keep at an offset from a leader (Reynolds 1999, "Offset pursuit").

    Parameters
    ----------
    vehicles : Vehicles
    leaders : Vehicles
        One for all, or one for each. Exact while they keep their velocities.
    offsets : array_like, shape (n, 2) or (2,)
        Meters ahead of the leader and to its left.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A number of vehicles or a shape does not fit, a number is not finite, or dt is not above 0.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    beside = read_rows("offsets", offsets, count, 2, True)
    cdef double seconds = read_time_step(dt)
    check_others("leaders", leaders, count)
    forces = np.empty((count, 2))
    cdef const Vec2* offset = vectors_of(beside)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = offset_pursuit_force(&vehicles.vehicles[i], other(leaders, i), offset[i], seconds)
    return forces


def follow_leader(Vehicles vehicles not None, Vehicles leaders, distance, separation=1.0, look_ahead=1.0):
    """Follow a leader, apart from the other followers and out of the leader's way (Reynolds 1999, "Leader following").

    Parameters
    ----------
    vehicles : Vehicles
    leaders : Vehicles
        One for all, or one for each.
    distance : float or array_like, shape (n,)
        Meters behind the leader, 0 or more.
    separation : float
        Meters, 0 or more: nearer followers push each other apart, and a follower this near to the leader's way steps aside.
    look_ahead : float
        Seconds, 0 or more: the leader's way is the one that it covers in this time.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A number of vehicles or a shape does not fit, or a number is not finite or below 0.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i, k
    cdef const double[::1] behind = read_numbers("distance", distance, count, 0.0, LARGEST)
    cdef double room = read_number("separation", separation, 0.0, LARGEST)
    cdef double ahead = read_number("look_ahead", look_ahead, 0.0, 1e9)
    check_others("leaders", leaders, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    cdef const Vehicle* vehicle
    cdef Vec2 force
    with nogil:
        for i in range(count):
            vehicle = &vehicles.vehicles[i]
            force = make_way_force(vehicle, other(leaders, i), room, ahead)
            if force.x == 0.0 and force.y == 0.0:
                force = follow_leader_force(vehicle, other(leaders, i), behind[i])
            for k in range(count):
                if k != i:
                    force = add(force, keep_apart_force(vehicle, i, &vehicles.vehicles[k], room))
            out[i] = truncate(force, vehicle.max_force)
    return forces


# ---- wander ----

cdef class Wander:
    """The state of wandering vehicles: the angle of each vehicle's point on its wander circle.

    Parameters
    ----------
    count : int
        Number of vehicles.
    seed : int
        0 … 2³¹ − 1.
    radius : float
        Meters, 0 or more: the radius of the circle, which is the strength of the wandering. Vehicles never turn back while it is at
        most the distance.
    distance : float
        Meters from the vehicle ahead to the circle's center, 0 or more.
    rate : float
        Radians per root of a second, 0 or more: how fast the direction changes.

    Raises
    ------
    ValueError
        A number is not finite or out of its range.
    """
    cdef WanderCircle circle
    cdef uint64_t step
    cdef vector[double] point_angles

    def __init__(self, count, *, seed, radius=1.0, distance=2.0, rate=2.0):
        self.circle.radius = read_number("radius", radius, 0.0, LARGEST)
        self.circle.distance = read_number("distance", distance, 0.0, LARGEST)
        self.circle.rate = read_number("rate", rate, 0.0, LARGEST)
        self.circle.seed, self.step = read_whole("seed", seed, 0, 2147483647), 0
        self.point_angles.clear()
        self.point_angles.resize(read_whole("count", count, 0, 2147483647))

    def __repr__(self):
        return f"<Wander of {self.point_angles.size()} vehicles, seed {self.circle.seed}, step {self.step}>"

    @property
    def angles(self):
        """ndarray, shape (n,): radians from straight ahead, a copy."""
        import numpy as np
        return np.array(<list>self.point_angles, dtype=np.float64)


def wander(Vehicles vehicles not None, Wander state not None, dt):
    """Steer at random without abrupt turns (Reynolds 1999, "Wander").

    Each vehicle seeks a point on a circle ahead of it, and the point moves along the circle at random. The forces depend only on the
    seed, the vehicle's row and the number of calls before.

    Parameters
    ----------
    vehicles : Vehicles
    state : Wander
        Advanced by dt.
    dt : float
        Seconds, above 0.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        The state is one of another number of vehicles, or dt is not above 0.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = read_time_step(dt)
    if state.point_angles.size() != vehicles.vehicles.size():
        raise ValueError(f"state: is of {state.point_angles.size()} vehicles, not of {count}")
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = wander_force(&vehicles.vehicles[i], &state.circle, i, state.step, seconds, &state.point_angles[i])
    state.step += 1
    return forces


# ---- paths, obstacles, queues ----

def follow_path(Vehicles vehicles not None, polyline, radius, look_ahead, dt):
    """Follow a polyline to rest at its end (Reynolds 1999, "Path following").

    The position of a vehicle in look_ahead seconds is projected on the path. Only if that is off the path by more than the radius, or
    no farther along it than now, the vehicle steers to a point of the path, as far ahead.

    Parameters
    ----------
    vehicles : Vehicles
    polyline : array_like, shape (k, 2)
        Meters, k ≥ 2.
    radius : float or array_like, shape (n,)
        Meters, above 0: half of the path's width.
    look_ahead : float or array_like, shape (n,)
        Seconds, 0 or more.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = read_time_step(dt)
    cdef const double[::1] wide = read_numbers("radius", radius, count, 1e-9, LARGEST)
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    points = read_rows("polyline", polyline, -1, 2)
    cdef int32_t point_count = len(points)
    if point_count < 2:
        raise ValueError(f"polyline: must be of 2 points or more, is of {point_count}")
    forces = np.empty((count, 2))
    cdef const Vec2* path = vectors_of(points)
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = follow_path_force(&vehicles.vehicles[i], path, point_count, wide[i], ahead[i], seconds)
    return forces


def avoid_obstacles(Vehicles vehicles not None, circles, radius, look_ahead=1.0):
    """Steer away from the first circle in the way (Reynolds 1999, "Obstacle avoidance").

    A vehicle passes on the nearer side, with the least force that suffices, and brakes where none does.

    Parameters
    ----------
    vehicles : Vehicles
    circles : array_like, shape (m, 3)
        x, y and radius, meters.
    radius : float or array_like, shape (n,)
        Meters, 0 or more, of the vehicles.
    look_ahead : float or array_like, shape (n,)
        Seconds, 0 or more: circles that a vehicle would touch later have no effect.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force; 0 where no circle is in the way.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] wide = read_numbers("radius", radius, count, 0.0, LARGEST)
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    rows = read_circles("circles", circles)
    cdef const Circle* obstacles = circles_of(rows)
    cdef int32_t obstacle_count = len(rows)
    forces = np.empty((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            out[i] = avoid_obstacles_force(&vehicles.vehicles[i], obstacles, obstacle_count, wide[i], ahead[i])
    return forces


def queue(Vehicles vehicles not None, forces, radius, dt, gap=0.2):
    """Limit forces so that vehicles brake behind those ahead of them (Reynolds 1999, "Queuing").

    A vehicle is ahead if another one that goes straight on would touch it. A vehicle brakes as late as possible to stop at the gap
    behind the one ahead, even if that brakes as hard as it can (Gipps 1981, "A behavioral car-following model").

    Parameters
    ----------
    vehicles : Vehicles
    forces : array_like, shape (n, 2) or (2,)
        Newtons, of other behaviors.
    radius : float
        Meters, 0 or more, of each vehicle.
    dt : float
        Seconds, above 0: the time step of the next Vehicles.move.
    gap : float
        Meters between two vehicles that stand in the queue, 0 or more.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i, k
    given = read_rows("forces", forces, count, 2, True)
    cdef double body = read_number("radius", radius, 0.0, LARGEST)
    cdef double space = read_number("gap", gap, 0.0, LARGEST)
    cdef double seconds = read_time_step(dt), speed
    cdef Vec2 force, direction
    result = np.empty((count, 2))
    cdef const Vec2* pushed = vectors_of(given)
    cdef Vec2* out = vectors_of(result)
    with nogil:
        for i in range(count):
            force, speed = truncate(pushed[i], vehicles.vehicles[i].max_force), INFINITY
            direction = unit(velocity_after(&vehicles.vehicles[i], force, seconds))
            for k in range(count):
                if k != i:
                    speed = min(speed, safe_following_speed(&vehicles.vehicles[i], direction, &vehicles.vehicles[k], body, space,
                                                            seconds))
            out[i] = queue_force(&vehicles.vehicles[i], force, speed, seconds)
    return result
