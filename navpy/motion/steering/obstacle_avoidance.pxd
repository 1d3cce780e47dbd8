"""Obstacle avoidance and queuing (Reynolds 1999): forces that keep a vehicle from what is straight ahead of it."""
from libc.stdint cimport int32_t
from navpy.motion.steering.steering cimport Circle
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

# Away from the first circle in reach of a body of that radius within look_ahead seconds; straight out of a circle that it overlaps.
cdef Vec2 avoid_obstacles_force(const Vehicle* vehicle, const Circle* circles, int32_t count, double radius,
                                double look_ahead) noexcept nogil
# The speed in m/s at which a vehicle may move in a unit direction behind another vehicle; infinite if the other is not in its lane.
cdef double safe_following_speed(const Vehicle* vehicle, Vec2 direction, const Vehicle* front, double radius, double gap,
                                 double dt) noexcept nogil
# The force; or, if the vehicle would be faster than the speed, a force to keep that speed in the same direction.
cdef Vec2 queue_force(const Vehicle* vehicle, Vec2 force, double speed, double dt) noexcept nogil
# Of a vehicle that turns at once.
cdef Vec2 velocity_after(const Vehicle* vehicle, Vec2 force, double dt) noexcept nogil
