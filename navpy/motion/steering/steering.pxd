"""Steering behaviours in the plan (Reynolds 1999). Each returns a force in newtons, at most the vehicle's max_force, and applies
nothing: `move_vehicle` does. Behaviours that stop somewhere are told dt, the seconds of the step that their force is meant for."""
from libc.math cimport ceil, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.splitmix cimport splitmix, to_fraction
from navpy.base.vec2 cimport Vec2

cdef struct Circle:
    Vec2 center                     # metres
    double radius                   # metres

cdef struct WanderCircle:
    double radius                   # metres, of the circle
    double distance                 # metres ahead of the vehicle to its centre
    double rate                     # radians a root of a second: how far the point on it strays
    uint64_t seed

cdef struct Stretch:                # where a place is along a polyline
    Vec2 point                      # metres, its nearest place there
    double along                    # metres from the beginning of the polyline to that
    double off                      # metres from the place to it

cdef Vec2 force_for(const Vehicle* vehicle, Vec2 desired_velocity) noexcept nogil
cdef Vec2 force_within(const Vehicle* vehicle, Vec2 velocity, double dt) noexcept nogil    # to have that velocity in one step
cdef Vec2 seek_force(const Vehicle* vehicle, Vec2 target) noexcept nogil
cdef Vec2 flee_force(const Vehicle* vehicle, Vec2 menace, double panic_distance) noexcept nogil
cdef Vec2 arrive_force(const Vehicle* vehicle, Vec2 target, double dt) noexcept nogil
cdef Vec2 join_force(const Vehicle* vehicle, Vec2 target, Vec2 target_velocity, double dt) noexcept nogil
cdef double time_to_intercept(const Vehicle* vehicle, const Vehicle* quarry) noexcept nogil    # seconds
cdef Vec2 pursue_force(const Vehicle* vehicle, const Vehicle* quarry, double look_ahead) noexcept nogil
cdef Vec2 evade_force(const Vehicle* vehicle, const Vehicle* menace, double panic_distance, double look_ahead) noexcept nogil
cdef Vec2 wander_force(const Vehicle* vehicle, const WanderCircle* circle, uint64_t agent, uint64_t step, double dt,
                       double* angle) noexcept nogil
cdef Vec2 interpose_force(const Vehicle* vehicle, const Vehicle* a, const Vehicle* b, double dt) noexcept nogil
cdef Vec2 hide_force(const Vehicle* vehicle, const Circle* obstacles, int32_t count, Vec2 menace, double clearance,
                     double dt) noexcept nogil
cdef Vec2 offset_pursuit_force(const Vehicle* vehicle, const Vehicle* leader, Vec2 offset, double dt) noexcept nogil
cdef Stretch along_polyline(const Vec2* points, int32_t count, Vec2 place) noexcept nogil
cdef Vec2 follow_path_force(const Vehicle* vehicle, const Vec2* points, int32_t count, double radius, double look_ahead,
                            double dt) noexcept nogil

# Seeks and arrivals of the crowd, in space coordinates with heights that do not count: a velocity to wish for.
cdef void velocity_towards(const double* position, const double* target, double max_speed, double* velocity) noexcept nogil
cdef void velocity_to_arrive(const double* position, const double* target, double distance_left, double max_speed,
                             double max_deceleration, double dt, double* velocity) noexcept nogil

# For the defs of other behaviours: of (m, 3), x, y and radius.
cdef int read_circles(str name, circles, vector[Circle]* out) except -1


cdef inline double braking_speed(double distance, double step, double dt) noexcept nogil:
    """The highest speed at which a vehicle that loses ``step`` (m/s) in each step of dt from the next one on has come to a stop
    within a distance, this step included. n steps at w, w − step, … cover n·w·dt − step·dt·n·(n − 1)/2, n being the first
    whole number for which w ≤ n·step; with short steps that is the v²/2a of continuous braking. The last step is exact."""
    cdef double n
    if not (distance > 0.0 and step > 0.0):
        return 0.0
    n = ceil(0.5 * (sqrt(1.0 + 8.0 * distance / (step * dt)) - 1.0))
    return distance / dt if n <= 1.0 else distance / (n * dt) + 0.5 * step * (n - 1.0)


cdef inline double braking_distance(double speed, double step, double dt) noexcept nogil:
    """The inverse of `braking_speed`: metres that one covers until the stop, the first step still at this speed."""
    cdef double n = ceil(speed / step) if step > 0.0 else 1.0
    return speed * dt if n <= 1.0 else dt * (n * speed - 0.5 * step * n * (n - 1.0))


cdef inline double uniform(uint64_t seed, uint64_t a, uint64_t b) noexcept nogil:
    """A number in 0 … 1, 1 excluded, that looks random, of a seed and two counters."""
    return to_fraction(splitmix(splitmix(splitmix(seed) + a) + b))
