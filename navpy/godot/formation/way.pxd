"""The way of a formation over the navmesh: a path in the middle of passages, its clear widths, and places beside it."""
from navpy.base.vec2 cimport Vec2
from navpy.godot.formation.nav_formation_data cimport NavFormation
from navpy.motion.agent.walkable cimport WalkableArea

# A way to the target from a place on the surface. Returns the ReasonCode, REASON_NONE: there is a way. continues, given: the way may
# go on from the present way's reference point, the start; returned: it does so. Else the slots must be formed anew.
cdef int plan_way(NavFormation* formation, const double* start, bint* continues) except -1 nogil
# The way is the last stretch of a leader's trail. heading: direction of the leader, a unit vector. False: there is no trail yet.
# begins: it is a new trail, and the slots must be formed anew.
cdef bint follow_leader(NavFormation* formation, const double* leader, Vec2 heading, bint* begins) except -1 nogil
# The place on the surface nearest to a place in the plan, among places reached from the way without crossing a wall.
cdef void place_beside_way(NavFormation* formation, double along, Vec2 at, double* out) noexcept nogil
cdef void forget_way(NavFormation* formation) noexcept nogil
cdef const WalkableArea* walkable_of(NavFormation* formation) noexcept nogil
