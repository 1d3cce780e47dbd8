"""Steering behaviors in the plan (Reynolds 1999). Each returns a force in newtons, at most the vehicle's max_force, for `move_vehicle`
to apply. Behaviors that come to rest take dt, the seconds of the time step that their force is for."""
from libc.math cimport ceil, sqrt
from libc.stdint cimport int32_t, uint64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.splitmix cimport splitmix, to_fraction
from navpy.base.vec2 cimport Vec2

cdef struct Circle:
    Vec2 center                     # meters
    double radius                   # meters

cdef struct WanderCircle:
    double radius                   # meters, of the circle
    double distance                 # meters from the vehicle ahead to its center
    double rate                     # radians per root of a second, of the random walk of the point on it
    uint64_t seed

cdef struct PathProjection:         # of a position on a polyline
    double along                    # meters along the polyline to the nearest point
    double off                      # meters from the position to it

# Reynolds' steering: the force that turns a velocity into the desired one. All behaviors that do not come to rest return this force,
# so their forces can be added with weights.
cdef Vec2 steering_force(Vec2 desired_velocity, Vec2 velocity, double mass, double max_force) noexcept nogil
# The inverse: the desired velocity of a force that is below the limit.
cdef Vec2 velocity_of_force(Vec2 force, Vec2 velocity, double mass) noexcept nogil
cdef Vec2 force_for(const Vehicle* vehicle, Vec2 desired_velocity) noexcept nogil
# The force for a velocity after one time step.
cdef Vec2 force_within(const Vehicle* vehicle, Vec2 velocity, double dt) noexcept nogil
cdef Vec2 seek_force(const Vehicle* vehicle, Vec2 target) noexcept nogil
cdef Vec2 flee_force(const Vehicle* vehicle, Vec2 target, double panic_distance) noexcept nogil
# To rest at the target, as fast as the force allows. The last step ends there exactly.
cdef Vec2 arrive_force(const Vehicle* vehicle, Vec2 target, double dt) noexcept nogil
# To rest beside a target that moves straight on.
cdef Vec2 rendezvous_force(const Vehicle* vehicle, Vec2 target, Vec2 target_velocity, double dt) noexcept nogil
# Seconds until the vehicle, at full speed on a straight line, meets a quarry that keeps its velocity.
cdef double time_to_intercept(const Vehicle* vehicle, const Vehicle* quarry) noexcept nogil
cdef Vec2 pursue_force(const Vehicle* vehicle, const Vehicle* quarry, double look_ahead) noexcept nogil
cdef Vec2 evade_force(const Vehicle* vehicle, const Vehicle* pursuer, double panic_distance, double look_ahead) noexcept nogil
cdef Vec2 wander_force(const Vehicle* vehicle, const WanderCircle* circle, uint64_t agent, uint64_t step, double dt,
                       double* angle) noexcept nogil
cdef Vec2 interpose_force(const Vehicle* vehicle, const Vehicle* a, const Vehicle* b, double dt) noexcept nogil
cdef Vec2 hide_force(const Vehicle* vehicle, const Circle* obstacles, int32_t count, Vec2 pursuer, double clearance,
                     double dt) noexcept nogil
cdef Vec2 offset_pursuit_force(const Vehicle* vehicle, const Vehicle* leader, Vec2 offset, double dt) noexcept nogil
# The nearest point of a polyline of two points or more.
cdef PathProjection project_on_path(const Vec2* points, int32_t count, Vec2 place) noexcept nogil
# Along a polyline of two points or more, within a radius of it, to rest at its end.
cdef Vec2 follow_path_force(const Vehicle* vehicle, const Vec2* points, int32_t count, double radius, double look_ahead,
                            double dt) noexcept nogil

cdef inline double braking_speed(double distance, double step, double dt) noexcept nogil:
    """The highest speed at which a vehicle that loses ``step`` m/s in each time step, from the next one on, stops within a distance,
    the present time step included. n steps at w, w − step, … cover n · w · dt − step · dt · n · (n − 1) / 2, with the least n for
    which w ≤ n · step. For short time steps this is v² / 2 a of continuous braking. The last step ends at the distance exactly."""
    cdef double n
    if not (distance > 0.0 and step > 0.0):
        return 0.0
    n = ceil(0.5 * (sqrt(1.0 + 8.0 * distance / (step * dt)) - 1.0))
    return distance / dt if n <= 1.0 else distance / (n * dt) + 0.5 * step * (n - 1.0)


cdef inline double braking_distance(double speed, double step, double dt) noexcept nogil:
    """The inverse of `braking_speed`: meters until the stop, with the first time step still at this speed."""
    cdef double n = ceil(speed / step) if step > 0.0 else 1.0
    return speed * dt if n <= 1.0 else dt * (n * speed - 0.5 * step * n * (n - 1.0))


cdef inline double uniform(uint64_t seed, uint64_t a, uint64_t b) noexcept nogil:
    """A pseudo-random number, 0 ≤ x < 1, of a seed and two counters."""
    return to_fraction(splitmix(splitmix(splitmix(seed) + a) + b))
