"""Vehicles of steering behaviors as arrays."""
from libc.math cimport INFINITY
from navpy.base.arguments cimport read_number, read_numbers, read_rows
from navpy.api.motion.arrays cimport vectors_of
from navpy.motion.steering.vehicle cimport Vehicle, move_vehicle, set_velocity
from navpy.base.vec2 cimport Vec2, truncate

__all__ = ["Vehicles"]

cdef double LONG_STEP = 1.0             # seconds: no game has a frame as long, and hardly one of less than a millisecond


cdef double read_time_step(dt) except -1.0:
    cdef double seconds = read_number("dt", dt, 1e-9, 1e9)
    remark_step(seconds)
    return seconds


cdef int remark_step(double seconds) except -1:
    if seconds > LONG_STEP:
        from warnings import warn
        warn(f"dt: {seconds:g} s in one step; it is in seconds, so {seconds:g} ms are {seconds / 1000:g}")
    return 0


cdef const Vehicle* other(Vehicles others, Py_ssize_t i) noexcept nogil:
    return &others.vehicles[i if others.vehicles.size() > 1 else 0]


cdef int check_others(str name, Vehicles others, Py_ssize_t count) except -1:
    if others is None:
        raise ValueError(f"{name}: must be Vehicles, is None")
    if len(others) not in (1, count):
        raise ValueError(f"{name}: must be 1 vehicle or {count}, are {len(others)}")
    return 0


cdef class Vehicles:
    """Point masses in the plan, x east and y north (Reynolds 1999, "Simple Vehicle Model").

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters.
    velocities : array_like, shape (n, 2) or (2,), optional
        Meters a second, truncated to max_speed. By default the vehicles are at rest and head east.
    mass : float or array_like, shape (n,)
        Kilograms, 1e-6 … 1e12.
    max_speed : float or array_like, shape (n,)
        Meters a second, 0 … 1e9.
    max_force : float or array_like, shape (n,)
        Newtons, 0 … 1e15.
    max_turn_rate : float or array_like, shape (n,)
        Radians a second, 0 or more; infinite: a vehicle turns at once.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    def __init__(self, positions, velocities=None, *, mass=1.0, max_speed=3.5, max_force=15.0, max_turn_rate=INFINITY):
        places = read_rows("positions", positions, -1, 2)
        cdef Py_ssize_t count = len(places), i
        moving = read_rows("velocities", (0.0, 0.0) if velocities is None else velocities, count, 2, True)
        cdef const Vec2* p = vectors_of(places)
        cdef const Vec2* v = vectors_of(moving)
        cdef const double[::1] masses = read_numbers("mass", mass, count, 1e-6, 1e12)
        cdef const double[::1] speeds = read_numbers("max_speed", max_speed, count, 0.0, 1e9)
        cdef const double[::1] forces = read_numbers("max_force", max_force, count, 0.0, 1e15)
        cdef const double[::1] turn_rates = read_numbers("max_turn_rate", max_turn_rate, count, 0.0, INFINITY)
        cdef Vehicle vehicle
        self.vehicles.clear()
        self.vehicles.reserve(count)
        for i in range(count):
            vehicle.position = p[i]
            set_velocity(&vehicle, truncate(v[i], speeds[i]))
            vehicle.mass, vehicle.max_speed, vehicle.max_force = masses[i], speeds[i], forces[i]
            vehicle.max_turn_rate = turn_rates[i]
            self.vehicles.push_back(vehicle)

    def __repr__(self):
        return f"<Vehicles: {len(self)}>"

    def __len__(self):
        return <Py_ssize_t>self.vehicles.size()

    @property
    def positions(self):
        """ndarray, shape (n, 2): meters, a copy."""
        return self.column(0)

    @property
    def velocities(self):
        """ndarray, shape (n, 2): meters a second, a copy."""
        return self.column(1)

    @property
    def headings(self):
        """ndarray, shape (n, 2): unit vectors, a copy."""
        return self.column(2)

    cdef object column(self, int field):
        import numpy as np
        array = np.empty((len(self), 2))
        cdef Vec2* out = vectors_of(array)
        cdef const Vehicle* vehicle
        cdef size_t i
        for i in range(self.vehicles.size()):
            vehicle = &self.vehicles[i]
            out[i] = vehicle.position if field == 0 else vehicle.velocity if field == 1 else vehicle.heading
        return array

    def move(self, forces, dt):
        """Apply a steering force to each vehicle for a time step.

        The velocity changes first, then the position by the new velocity (semi-implicit Euler). The heading turns towards the velocity
        by at most max_turn_rate · dt; where it may not turn as far, the velocity keeps only its component along the heading.

        Parameters
        ----------
        forces : array_like, shape (n, 2) or (2,)
            Newtons, truncated to max_force.
        dt : float
            Seconds, above 0.

        Raises
        ------
        ValueError
            A shape does not fit, a number is not finite, or dt is not above 0.
        """
        cdef Py_ssize_t count = len(self), i
        rows = read_rows("forces", forces, count, 2, True)
        cdef const Vec2* pushed = vectors_of(rows)
        cdef double seconds = read_time_step(dt)
        with nogil:
            for i in range(count):
                move_vehicle(&self.vehicles[i], pushed[i], seconds)
