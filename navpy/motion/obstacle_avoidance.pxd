"""Obstacle avoidance and queueing (Reynolds 1999): what a vehicle does about what is straight ahead of it."""
from libc.stdint cimport int32_t
from navpy.motion.steering cimport Circle
from navpy.motion.vehicle cimport Vehicle
from navpy.vec2 cimport Vec2

cdef Vec2 avoid_obstacles_force(const Vehicle* vehicle, const Circle* circles, int32_t count, double radius,
                                double look_ahead) noexcept nogil
# m/s at which a vehicle may go on behind another; infinite where that is not ahead of it.
cdef double speed_behind(const Vehicle* vehicle, const Vehicle* front, double radius, double gap, double dt) noexcept nogil
cdef Vec2 brake_force(const Vehicle* vehicle, double speed, double dt) noexcept nogil   # down to that speed; 0 below it
