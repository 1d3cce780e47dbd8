"""Leader following (Reynolds 1999): behind a leader, apart from each other, never in its way."""
from libc.stdint cimport int64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

cdef Vec2 follow_leader_force(const Vehicle* vehicle, const Vehicle* leader, double distance) noexcept nogil
# Out of the way that the leader goes in look_ahead seconds, ``room`` metres to either side; 0 for who is not in it.
cdef Vec2 make_way_force(const Vehicle* vehicle, const Vehicle* leader, double room, double look_ahead) noexcept nogil
# 0 beyond room metres; number: the vehicle's own, which tells those in one place where to part to.
cdef Vec2 keep_apart_force(const Vehicle* vehicle, int64_t number, const Vehicle* near, double room) noexcept nogil
