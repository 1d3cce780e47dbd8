"""Right of way: how two agents share the avoidance between them, and which of them has priority."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.agent.agent cimport Agent, LineBegin, Priority
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2

cdef enum:
    VISITOR_SLOT = -2               # slot of a visitor: a participant that is an agent of another crowd

cdef struct Passage:                # a place that an agent passes, and the direction
    Vec2 place                      # meters
    Vec2 direction                  # unit

# of a participant in avoidance, parallel to its body; each neighbor reads three cache lines of it
cdef struct AvoidanceRole:
    LineBegin layers                # bits: layers that the agent is on
    uint32_t mask                   # bits: layers that it avoids
    int32_t slot                    # of an agent of this crowd, VISITOR_SLOT: of another crowd
    int32_t passage_count
    double ground                   # meters, height of the floor under it
    double height                   # meters
    Vec2 preferred_velocity         # meters a second
    uint8_t moves                   # at the start of the step its crowd moves it, or tells its body how to move
    uint8_t walks                   # it follows a path
    uint8_t yields                  # it stands, and steps aside for agents that press
    uint8_t has_arrived             # it stands at its goal
    uint8_t presses                 # it makes no progress, and asks others to let it through
    uint8_t in_the_open             # no corner of its path is within CORNER_REACH
    double max_speed                # meters a second
    Passage passages[2]             # the previous and the next corner, if within CORNER_REACH; without any, its own position
    Vec2 corner                     # meters, next corner of its path
    double corner_distance          # meters from its position to this corner
    uint64_t id_hash                # unique among the agents of all crowds that see each other; breaks ties
    double stall_time               # diameter times without progress
    double avoidance_priority       # 0 … 1, Godot's: the agent with the lower priority does the avoidance
    const AvoidanceRole* makes_way_for  # of a standing agent: the pressing agent for which it steps aside; NULL: none
    Priority priority
    Vec2 goal                       # meters, target of its request

# crowd_number: of the agent's crowd. out: its slot is set already.
cdef void describe_role(const Agent* agent, const FollowedPath* path, const Body* body, uint64_t crowd_number,
                        AvoidanceRole* out) noexcept nogil
cdef uint64_t agent_hash(uint64_t crowd_number, int32_t slot, uint32_t generation) noexcept nogil
# True if the agent presses. dt: seconds since the last call.
cdef bint update_press(Agent* agent, double dt) noexcept nogil
# True if an agent that presses is to inherit in a step of dt seconds.
cdef bint looks_for_priority(const Agent* agent, uint64_t id_hash, double dt) noexcept nogil
# Priority inheritance (PIBT): the agents of `inheriting` inherit from all participants that press. before: the priorities of all
# roles.
cdef int spread_priorities(const Body* bodies, AvoidanceRole* roles, const NeighborGrid* grid, const vector[int32_t]* inheriting,
                           const vector[Priority]* before, vector[Agent]* agents, vector[int32_t]* near) except -1 nogil

# For two participants. radii: meters, the sum of their radii. gap: meters, from ``own`` to ``other``.
cdef bint go_same_way(const AvoidanceRole* own, const AvoidanceRole* other, double radii) noexcept nogil
cdef bint has_priority(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil     # True: own over other
# The part of the avoidance that ``own`` does, 0 … 1; ``other`` does the rest. In ORCA both do ½.
cdef double share_of(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii, bint same_way) noexcept nogil
# The part, 0 … 1, of its preferred velocity, not of its velocity, for which ``other`` is given room.
cdef double room_for(const AvoidanceRole* own, const AvoidanceRole* other, double share) noexcept nogil
# True: of two pressing agents ``own`` is the first for whom others make way.
cdef bint goes_before(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil
cdef bint occupies_goal(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil    # True: own rests at other's goal
# True: ``own``, which stands, is in the lane of ``other`` and has to leave it.
cdef bint is_in_lane(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii) noexcept nogil
# A velocity, meters a second, that takes ``own`` out of the lane of ``other``.
cdef Vec2 step_aside(const AvoidanceRole* other, Vec2 gap, double speed) noexcept nogil


cdef inline bint overlap_in_height(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    """True if their bodies overlap in height."""
    cdef double above = other.ground - own.ground
    return above < own.height and -above < other.height
