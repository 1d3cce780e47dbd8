"""The vehicle model of Reynolds 1999, "Steering Behaviors For Autonomous Characters": mass, a force, and limits of force, speed
and turning."""
from libc.math cimport INFINITY, fabs, isfinite
from navpy.base.arguments cimport read_number, read_numbers, read_rows
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, truncate, unit, vec2

cdef double ROUNDING = 1e-12            # part of two vectors that cancel, which rounding may leave of them
cdef double SLOWEST = 1e-150            # m/s; of less the square is no number, and so there is no direction


cdef void move_vehicle(Vehicle* vehicle, Vec2 force, double dt) noexcept nogil:
    """One step of semi-implicit Euler: the velocity first, then the place by the new velocity.

    The heading turns towards the velocity that the force asks for. Where it may not turn as far, the vehicle keeps what of that
    velocity points along the heading: wheels that do not slip. So one that stands turns on the spot, at once to the left where
    it is to turn about. A force that is not finite does nothing, a step of no length neither."""
    cdef Vec2 change, wanted
    cdef double angle, limit, speed
    if not (dt > 0.0 and isfinite(force.x) and isfinite(force.y)):
        return
    change = scale(truncate(force, vehicle.max_force), dt / vehicle.mass)
    wanted = add(vehicle.velocity, change)
    speed = length(wanted)
    if speed <= ROUNDING * (length(vehicle.velocity) + length(change)) or speed < SLOWEST:
        vehicle.velocity = vec2(0.0, 0.0)
        return
    limit = vehicle.max_turn_rate * dt
    angle = angle_between(vehicle.heading, wanted)
    if fabs(angle) <= limit:
        vehicle.heading = unit(wanted)
    else:
        vehicle.heading = unit(turned(vehicle.heading, limit if angle > 0.0 else -limit))
        speed = max(dot(wanted, vehicle.heading), 0.0)
        wanted = scale(vehicle.heading, speed)
    if speed > vehicle.max_speed:
        wanted = scale(vehicle.heading, vehicle.max_speed)
    vehicle.velocity = wanted
    vehicle.position = add(vehicle.position, scale(wanted, dt))


# ---- Python ----

cdef double step_length(dt) except -1.0:
    return read_number("dt", dt, 1e-9, 1e9)


cdef Vec2* rows_of(const double[:, ::1] array) noexcept:
    return <Vec2*>&array[0, 0] if array.shape[0] > 0 else NULL


cdef const Vehicle* other(Vehicles others, Py_ssize_t i) noexcept nogil:
    return &others.vehicles[i if others.vehicles.size() > 1 else 0]


cdef int check_others(str name, Vehicles others, Py_ssize_t count) except -1:
    if others is None:
        raise ValueError(f"{name}: must be Vehicles, is None")
    if len(others) not in (1, count):
        raise ValueError(f"{name}: must be 1 vehicle or {count}, are {len(others)}")
    return 0


cdef class Vehicles:
    """Vehicles in the plan, x east and y north.

    positions, velocities: (n, 2), metres and metres a second; without velocities they stand, heading east. mass in kilograms,
    max_speed in metres a second, max_force in newtons, max_turn_rate in radians a second: one number for all or (n,). ValueError:
    another shape, a number that is not finite (but max_turn_rate may be infinite) or out of its range."""
    def __init__(self, positions, velocities=None, *, mass=1.0, max_speed=3.5, max_force=15.0, max_turn_rate=INFINITY):
        cdef const double[:, ::1] p = read_rows("positions", positions, -1, 2)
        cdef Py_ssize_t count = p.shape[0], i
        cdef const double[:, ::1] v = read_rows("velocities", (0.0, 0.0) if velocities is None else velocities, count, 2, True)
        cdef const double[::1] masses = read_numbers("mass", mass, count, 1e-6, 1e12)
        cdef const double[::1] speeds = read_numbers("max_speed", max_speed, count, 0.0, 1e9)
        cdef const double[::1] forces = read_numbers("max_force", max_force, count, 0.0, 1e15)
        cdef const double[::1] turns = read_numbers("max_turn_rate", max_turn_rate, count, 0.0, INFINITY)
        cdef Vehicle vehicle
        self.vehicles.clear()
        self.vehicles.reserve(count)
        for i in range(count):
            vehicle.position, vehicle.velocity = vec2(p[i, 0], p[i, 1]), truncate(vec2(v[i, 0], v[i, 1]), speeds[i])
            vehicle.heading = unit(vehicle.velocity)
            if length(vehicle.velocity) < SLOWEST:
                vehicle.velocity, vehicle.heading = vec2(0.0, 0.0), vec2(1.0, 0.0)
            vehicle.mass, vehicle.max_speed, vehicle.max_force = masses[i], speeds[i], forces[i]
            vehicle.max_turn_rate = turns[i]
            self.vehicles.push_back(vehicle)

    def __len__(self):
        return <Py_ssize_t>self.vehicles.size()

    @property
    def positions(self):
        """(n, 2), metres, a copy."""
        return self._gathered(0)

    @property
    def velocities(self):
        """(n, 2), metres a second, a copy."""
        return self._gathered(1)

    @property
    def headings(self):
        """(n, 2), unit vectors, a copy."""
        return self._gathered(2)

    def _gathered(self, int what):
        import numpy as np
        out = np.empty((len(self), 2))
        cdef double[:, ::1] rows = out
        cdef Vec2 vector
        cdef Py_ssize_t i
        for i in range(rows.shape[0]):
            vector = self.vehicles[i].position if what == 0 else self.vehicles[i].velocity if what == 1 else self.vehicles[i].heading
            rows[i, 0], rows[i, 1] = vector.x, vector.y
        return out

    def move(self, forces, dt):
        """Apply a force to each for dt seconds: (n, 2) in newtons, cut to max_force. Semi-implicit Euler: the velocity, cut to
        max_speed, then the place by it. The heading turns towards the velocity by at most max_turn_rate · dt; where it may not
        turn as far, only what of the velocity points along it is kept. ValueError: another shape, not finite, dt not above 0."""
        cdef Py_ssize_t count = len(self), i
        cdef const double[:, ::1] rows = read_rows("forces", forces, count, 2, True)
        cdef double seconds = step_length(dt)
        with nogil:
            for i in range(count):
                move_vehicle(&self.vehicles[i], vec2(rows[i, 0], rows[i, 1]), seconds)
