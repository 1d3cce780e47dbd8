"""Obstacle avoidance and queueing (Reynolds 1999): what a vehicle does about what is straight ahead of it."""
from libc.stdint cimport int32_t
from navpy.motion.steering.steering cimport Circle
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

cdef Vec2 avoid_obstacles_force(const Vehicle* vehicle, const Circle* circles, int32_t count, double radius,
                                double look_ahead) noexcept nogil
# m/s at which a vehicle may go on in a direction (unit) behind another; infinite where that is not ahead of it.
cdef double speed_behind(const Vehicle* vehicle, Vec2 direction, const Vehicle* front, double radius, double gap,
                         double dt) noexcept nogil
# The force, or instead of it one after which the vehicle is no faster than that in the same direction.
cdef Vec2 queue_force(const Vehicle* vehicle, Vec2 force, double speed, double dt) noexcept nogil
cdef Vec2 velocity_after(const Vehicle* vehicle, Vec2 force, double dt) noexcept nogil
