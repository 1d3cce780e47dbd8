"""Leader following (Reynolds 1999): behind a leader, apart from each other, never in its way."""
from navpy.motion.vehicle cimport Vehicle
from navpy.vec2 cimport Vec2

cdef Vec2 follow_leader_force(const Vehicle* vehicle, const Vehicle* leader, double distance) noexcept nogil
# Out of the way that the leader goes in look_ahead seconds, ``room`` metres to either side; 0 for who is not in it.
cdef Vec2 make_way_force(const Vehicle* vehicle, const Vehicle* leader, double room, double look_ahead) noexcept nogil
cdef Vec2 keep_apart_force(const Vehicle* vehicle, const Vehicle* near, double room) noexcept nogil     # 0 beyond room metres
