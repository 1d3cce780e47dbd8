"""Leader following (Reynolds 1999): stay behind a leader, apart from each other, and out of its way."""
from libc.stdint cimport int64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

# To a place ``distance`` meters behind the leader.
cdef Vec2 follow_leader_force(const Vehicle* vehicle, const Vehicle* leader, double distance) noexcept nogil
# Sideways out of the rectangle that the leader covers in look_ahead seconds, ``room`` meters to either side; 0 outside of it.
cdef Vec2 make_way_force(const Vehicle* vehicle, const Vehicle* leader, double room, double look_ahead) noexcept nogil
# Away from a vehicle nearer than ``room`` meters. Vehicles in one place separate by their numbers.
cdef Vec2 keep_apart_force(const Vehicle* vehicle, int64_t number, const Vehicle* near, double room) noexcept nogil
