"""Right of way: how two agents share the avoidance between them, and which of them has priority."""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.crowd.agent cimport Agent, Priority
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2

cdef struct Passage:                # a place that an agent passes, and in which direction
    Vec2 place                      # meters
    Vec2 direction                  # unit

cdef struct AvoidanceRole:          # of a participant in avoidance, parallel to its body
    double ground                   # meters, height of the floor under it
    double height                   # meters
    double avoidance_priority       # Godot's
    double max_speed                # meters a second
    uint32_t layers, mask           # bits: layers that it is on, and that it avoids
    int32_t slot
    uint8_t walks                   # follows a path
    uint8_t yields                  # it stands, and steps aside for agents that press
    uint8_t has_arrived             # it stands at its goal
    uint8_t steps_aside             # it moves without a path
    uint8_t presses                 # it makes no progress, and asks others to let it through
    uint8_t in_the_open             # no corner of its path is near
    int8_t bend                     # of its path at the next corner, 1: left, −1: right, 0: no corner
    double stall_time               # diameter times without progress
    uint64_t id_hash                # unique among agents; breaks ties
    Priority priority
    Vec2 goal                       # meters: the target of its request
    Vec2 preferred_velocity         # meters a second
    Vec2 corner                     # meters: the next one of its path
    double corner_distance          # meters
    int32_t passage_count
    Passage passages[2]             # the corner before and the next one, as far as they are near; in the open its own place

cdef void describe_role(const Agent* agent, int32_t slot, const FollowedPath* path, const Body* body, AvoidanceRole* out) noexcept nogil
# Does the agent press? dt: seconds since the last call.
cdef bint update_press(Agent* agent, double dt) noexcept nogil
# Priority inheritance among the participants that press.
cdef int spread_priorities(const Body* bodies, AvoidanceRole* roles, const NeighborGrid* grid, const vector[int32_t]* pressing,
                           vector[Agent]* agents, vector[int32_t]* near) except -1 nogil

# Of two participants. radii: meters, the sum of their radii. gap: meters, from the first to the other.
cdef bint go_same_way(const AvoidanceRole* own, const AvoidanceRole* other, double radii) noexcept nogil
cdef bint has_priority(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil     # the first over the other
# The first one's part of the avoidance, 0 … 1; the rest is the other's. ORCA's is ½ for both.
cdef double share_of(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii, bint same_way) noexcept nogil
cdef bint occupies_goal(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil    # the first rests at the other's goal
cdef bint is_in_lane(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii, bint same_way) noexcept nogil
# A velocity, meters a second, that takes the first out of the other's lane.
cdef Vec2 step_aside(const AvoidanceRole* other, Vec2 gap, double speed) noexcept nogil


cdef inline bint overlap_in_height(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    cdef double above = other.ground - own.ground
    return above < own.height and -above < other.height
