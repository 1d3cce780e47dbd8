"""An agent of a crowd: its request, its place on its path, and its velocities. Its parameters are in agent_params."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2, length, square, subtract, to_plan
from navpy.motion.agent.agent_params cimport AgentParams

cdef enum:
    # radii: between places that are farther apart an agent goes through, although a third one is beside them
    BARRED = 4
    LANE_CORNERS = 64               # corners of a path of which those in a lane are told: the bits of a word
    LEFT_BOTTLENECKS = 4            # bottlenecks that an agent remembers: those of a way and of two alternatives, and one more

cdef enum FollowResult:             # result of following the path in a step
    FOLLOW_CONTINUES = 0
    FOLLOW_ENDED = 1                # the agent is at the end of its path; or it has no path, and its link has ended
    FOLLOW_OFF_PATH = 2             # the agent was moved off its path
    FOLLOW_MESH_CHANGED = 3         # the path is not of the present mesh version
    FOLLOW_BAD_POSITION = 4         # the position is not finite
    FOLLOW_LEADS_ON = 5             # the path ends where the ground did, and there may be more ground by now
    FOLLOW_NO_WAY = 6               # the field that it follows has no way to a goal from there, or is gone

cdef enum Follows:                  # what moves the agent on; of an agent that rests, what it rests from
    FOLLOWS_NOTHING = 0             # it stands, or slows down to stand
    FOLLOWS_PATH = 1                # a path to the target of its request
    FOLLOWS_SCRIPT = 2              # the velocity of a script (Agent.script_velocity); the path only tells how far the target is
    FOLLOWS_LEASH = 3               # a path to its leader
    FOLLOWS_FIELD = 4               # a field (FieldGuide)
    FOLLOWS_HOME = 5                # a path back to where it stood before it stepped aside
    FOLLOWS_LINK = 6                # its link, to the link's end: its request is over
    RESTS_ON_LEASH = 7              # beside its leader; it follows again where the leader goes
    RESTS_IN_FIELD = 8              # its request to follow a field is over; the field's walls are walls
    RESTS_ASIDE = 9                 # it stepped aside to let others pass
    FOLLOWS_COUNT = 10

cdef enum WaitsFor:
    WAITS_FOR_NOTHING = 0
    WAITS_FOR_SEARCH = 1            # in the queue of searches: for a path to walk on
    WAITS_FOR_END = 2               # in the queue: whether the way leads nearer to its target by now; its path is valid meanwhile
    WAITS_FOR_GUIDE = 3             # the Guide was asked, and its answer comes later
    WAITS_FOR_GROUND = 4            # the Guide knows of no ground to go on: the agent stands until the navmesh changes
    WAITS_COUNT = 5

cdef enum Where:
    ON_MESH = 0                     # on the navmesh, or where there is none
    OFF_MESH = 1                    # it was off the navmesh when its path was searched, and goes straight to the path's first point
    ON_LINK = 2                     # on the off-mesh link Agent.link
    WHERE_COUNT = 3

cdef enum:
    ACTIVE = 1 << FOLLOWS_PATH | 1 << FOLLOWS_SCRIPT | 1 << FOLLOWS_LEASH | 1 << FOLLOWS_FIELD | 1 << FOLLOWS_HOME | 1 << FOLLOWS_LINK
    TRAIL_BITS = 4                  # of a state in a trail: the last 16 states

cdef struct Trails:                 # the last states, the present one in the lowest bits: for those who debug, and for tests
    uint64_t follows
    uint64_t waits_for
    uint64_t where

cdef enum LinkTurn:                 # of an agent that comes to a link, by link_order
    TURN_NONE = 0                   # it comes to none
    TURN_UNKNOWN = 1                # it has come near one in this step
    TURN_CROSSES = 2                # nobody comes from the other end before it
    TURN_WAITS = 3                  # it lets others cross first

cdef enum LaneWait:                 # of the agent in the queue of those whose path is new
    LANE_NONE = 0                   # it is not in the queue
    LANE_AWAITED = 1                # a step finds its lane
    LANE_OVER = 2                   # it is still in the queue, but its path is gone

cdef enum PlaceState:               # of the place where the agent ends its way among others with the same goal
    PLACE_NONE = 0                  # it goes to the goal itself
    PLACE_TAKEN = 1                 # it goes to `place`
    PLACE_GIVEN_UP = 2              # it found none, or could not reach those that it had: it goes to the goal itself

cdef extern from *:
    """
    #include <cstdint>
    #if defined(__GNUC__)
    typedef uint32_t navpy_line_begin __attribute__((aligned(64)));
    #else
    typedef uint32_t navpy_line_begin;
    #endif
    """
    ctypedef uint32_t LineBegin "navpy_line_begin"      # a field that begins a cache line, where the compiler can see to it

# PIBT's priority, which agents inherit from each other; the agent with the higher priority goes first
cdef struct Priority:
    uint64_t source                 # hash of the agent that had the priority first; breaks ties; 0: no priority
    double age                      # seconds since the priority began; the older of two priorities is the higher one
    int64_t hops                    # inheritances between the source and this agent, at most BACKWARD_HOPS

# each of the numbered groups is a cache line of 64 bytes, so that a phase reads few lines of an agent
cdef struct Agent:
    # 1. Where it is, and what it does: in every phase of a step.
    LineBegin generation            # odd while the slot is taken
    int32_t link                    # id of the off-mesh link that the agent is on; −1: ON_LINK is not its state
    int32_t makes_way_for           # slot of the agent for which it steps aside, −1: none
    int32_t next_corner             # index of the path point that the agent walks to
    double position[3]              # meters, the agent's origin, at any height over its floor
    const AgentParams* params       # of the crowd's SharedParams; of a slot without an agent those of its last one
    uint8_t status                  # StatusCode of the request
    uint8_t reason                  # ReasonCode of the request
    uint8_t follows                 # Follows
    uint8_t waits_for               # WaitsFor
    uint8_t where                   # Where
    uint8_t coasts                  # its request has ended, and its body slows down
    uint8_t moved_by_crowd          # PHASE_INTEGRATE moves the agent, not a body
    uint8_t is_pushed               # avoidance or a contact has changed the agent's velocity in this step
    uint8_t has_next_ground         # next_ground and next_poly are of this step
    uint8_t follow_result           # FollowResult of this step
    uint8_t link_turn               # LinkTurn
    uint8_t link_taken_over         # a script takes it across its link, by any way
    uint8_t makes_all_steps         # in a crowd with focus points, too: a body moves by the velocity of each step
    # 2. Its velocities.
    double velocity[3]              # meters a second; after avoidance RVO2's newVelocity; y = 0 except on a link
    double preferred_velocity[3]    # meters a second, along the path (RVO2's prefVelocity); y = 0 except on a link
    double height_over_ground       # meters, height of the origin over `ground` when `ground` was looked up
    PolyRef poly                    # polygon of ground; NO_POLY: the ground is unknown
    PolyRef next_poly               # polygon of next_ground
    # 3. Its ground: avoidance and moves.
    double ground[3]                # meters, point of the navmesh that the agent stands on
    double next_ground[3]           # meters, point of the navmesh where this step ends, if has_next_ground
    double base_offset              # meters, height of the origin over the floor, for agents that the crowd moves; NaN: unknown
    # meters a second², by which avoidance changes the velocity of a body that a script moves; 0: no limit
    double avoidance_limit
    # 4. Its leg: following.
    # meters: start of the leg to the next corner; the leg is clear of walls. After a failure: the position then
    double leg_start[3]
    double distance_left            # meters along the path to its end: in the ground plane, on links in space
    double distance_after_corner    # meters along the path from the next corner to its end: in the ground plane, on links in space
    # seconds over no floor on a leg; of an agent off the mesh: since its closest point was last looked up
    double off_mesh_time
    uint32_t mesh_version           # the crowd's mesh_version when the path was last searched or found valid
    # corners before this index belong to a detour: none is skipped from farther than the agent's radius
    int32_t detour_end
    int64_t stage                   # of the Guide, to which the path leads; −1: to the target
    # 5. Its request and its priority: right of way.
    double target[3]                # meters, the target of the request
    double stall_time               # seconds without progress; of an agent that stands aside: seconds without a push
    double press_time               # seconds for which the agent still presses (right_of_way)
    Priority priority               # of an agent that presses
    # 6. Its progress and its animations.
    double least_left               # meters, least distance_left so far; a new path that is longer raises it
    double detour_delay             # seconds until the agent may look for a detour
    # seconds for which others have held it below half its preferred speed, since the last look for a bottleneck
    double held_time
    double smoothed_velocity[2]     # meters a second, in the plan; of an agent that stands its last heading, at most 1e-3 long
    double smoothed_speed           # meters a second, along links in space
    double turning_speed            # degrees a second, smoothed: at which the heading of the velocity turns, above 0 to the left
    uint8_t shows_moving            # smoothed_speed is that of one who walks, with hysteresis (animation_state)
    uint8_t is_held_up              # its body has not followed its velocity in the last step
    uint8_t is_diverted             # in the last step avoidance has changed the velocity that a script wanted, if avoidance_limit
    uint8_t return_count            # attempts to return home
    uint8_t place_state             # PlaceState
    uint8_t moved_by_script         # a script moves the agent: it may ignore the velocity, and reaches corners only roughly
    uint8_t path_params_changed     # parameters that the path depends on have changed since the search
    double net_velocity[2]          # meters a second, in the plan: that of a longer time, in which to and fro cancel (animation_state)
    # What few steps read.
    double searched_target[3]       # meters, the target when its path was searched
    double path_length              # meters in space, length of the whole path
    double off_by                   # meters between the navmesh and the start or the goal that `reason` names; else 0
    double start_offset             # meters between the agent and the navmesh when its path was searched; 0: it was on the navmesh
    # meters, x and z: position when the next corner was set; path_max_distance counts from the line between both
    double course_start[2]
    double target_slack             # meters by which the target may still move before a new search
    double aim[3]                   # meters, where the path of an agent that leads on ends
    double leads_on_at              # meters left of a path that leads on at which the way is looked at again
    double home[3]                  # meters, position before the agent stepped aside
    double link_start[3]            # meters, on the surface: start of the link that the agent crosses
    double link_end[3]              # meters, on the surface: end of the link that the agent crosses
    double link_room                # meters from the begin of its next link at which it waits for its turn
    double link_wait                # seconds since it came near that link, or was held before it
    double least_to_link_end        # meters in space, least distance to the link's end so far
    double link_stall_time          # seconds since least_to_link_end decreased
    double patience                 # seconds of wait at the bottleneck `considered` up to which no other way is shorter
    double reconsider_at            # seconds on the crowd's clock until which it looks for no other way
    double script_velocity[2]       # meters a second, x and z: the preferred velocity that a script gives; NaN: none does
    Vec2 last_preferred             # meters a second, in the plan: preferred velocity of the last step
    double body_velocity[2]         # meters a second, x and z: by which its body was moved, if is_held_up
    double lane_left                # meters from the left edge of those who walk abreast with it to its lane, if has_lane
    double lane_right               # meters from their right edge
    # bits by corner, below LANE_CORNERS: those that lie in its lane, beside a turn of the shortest path
    uint64_t lane_corners
    int64_t leader                  # AgentId of the leader of its leash, NO_AGENT: none
    int64_t considered              # id of the bottleneck (crowd_data) that `patience` belongs to; 0: none
    int64_t left_bottlenecks[LEFT_BOTTLENECKS]  # ids of the bottlenecks that it has left for another way, the last one first; 0: none
    uint32_t guided_version         # the crowd's mesh_version when the Guide was asked last
    int32_t active_index            # place in the list of active agents, −1: not active
    int32_t replans                 # paths searched for the present request after the first one; −1: no search yet
    uint8_t allow_partial           # if the target is unreachable, the path leads to the nearest reachable point
    uint8_t places_lost             # places around its goal that it could not reach
    double looks_at                 # meters left of its path at which it looks for a place; 0: not yet near its goal
    Vec2 place_goal                 # meters, in the plan: the goal for which it has looked
    Vec2 place                      # meters, in the plan, if PLACE_TAKEN
    Vec2 place_center               # meters, in the plan: of what stands at the goal
    uint8_t has_lane                # lane_left and lane_right are of the present request
    uint8_t lane_wait               # LaneWait
    Trails trails


cdef inline bint is_active(const Agent* agent) noexcept nogil:
    """True if the agent goes on by itself; only then a step costs time."""
    return (ACTIVE >> agent.follows) & 1


cdef inline bint is_queued(const Agent* agent) noexcept nogil:
    """True if the agent is in the queue of searches."""
    return agent.waits_for == WAITS_FOR_SEARCH or agent.waits_for == WAITS_FOR_END


cdef inline bint is_steered(const Agent* agent) noexcept nogil:
    """True if a script gives the agent's preferred velocity."""
    return agent.script_velocity[0] == agent.script_velocity[0]


cdef inline bint has_field(const Agent* agent) noexcept nogil:
    """True if the agent's last request was to follow a field."""
    return agent.follows == FOLLOWS_FIELD or agent.follows == RESTS_IN_FIELD


cdef inline bint has_leash(const Agent* agent) noexcept nogil:
    """True if the agent's last target was the place of its leader."""
    return agent.follows == FOLLOWS_LEASH or agent.follows == RESTS_ON_LEASH


cdef inline bint is_aside(const Agent* agent) noexcept nogil:
    """True if the agent has left home to let others pass, or is on its way back."""
    return agent.follows == RESTS_ASIDE or agent.follows == FOLLOWS_HOME


cdef inline bint leads_on(const Agent* agent) noexcept nogil:
    """Does the path end on the way to the target, where the ground ends?"""
    return agent.stage >= 0


cdef inline bint is_at_ring(const Agent* agent) noexcept nogil:
    """Is the agent among those who take their places around its goal?"""
    cdef double reach = length(subtract(agent.place, agent.place_center)) + BARRED * agent.params.radius
    return agent.place_state == PLACE_TAKEN and square(subtract(to_plan(agent.position), agent.place_center)) <= reach * reach


cdef inline void forget_progress(Agent* agent) noexcept nogil:
    """At the begin of a way. The search makes its length the least way left so far. But an agent that still has a place at its goal
    measures the way to that, and leaves it in the next step if the goal is another one."""
    agent.stall_time = agent.press_time = 0.0
    agent.least_left = INFINITY if agent.place_state == PLACE_TAKEN else 0.0
    if agent.place_state == PLACE_GIVEN_UP:
        agent.place_state = PLACE_NONE


cdef inline bint is_in_lane(const Agent* agent, int32_t corner) noexcept nogil:
    """Does a corner of its path lie in the agent's lane, beside a turn of the shortest path?"""
    return 0 < corner < LANE_CORNERS and (agent.lane_corners >> corner) & 1


cdef inline bint is_moving(const Agent* agent) noexcept nogil:
    return is_active(agent) or agent.coasts or agent.is_pushed


cdef inline double diameter_time(const Agent* agent) noexcept nogil:
    """Seconds in which an agent moves by its own diameter at full speed, at least 0.05; 1 if it cannot move. This is the unit of times
    without progress: in a queue or around others, an agent that is twice as large or half as fast needs twice the time."""
    return max(2.0 * agent.params.radius / agent.params.max_speed, 0.05) if agent.params.max_speed > 0.0 else 1.0
