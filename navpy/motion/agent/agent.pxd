"""An agent of a crowd: its request, its place on its path, and its velocities. Its parameters are in agent_params."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2, length, square, subtract, to_plan
from navpy.motion.agent.agent_params cimport AgentParams

cdef enum:
    BARRED = 4                      # radii: between places that are farther apart an agent goes through, although a third one is beside them
    LANE_CORNERS = 64               # corners of a path of which those in a lane are told: the bits of a word
    LEFT_BOTTLENECKS = 4                  # bottlenecks that an agent remembers: those of a way and of two alternatives, and one more

cdef enum FollowState:              # result of following the path in a step
    FOLLOW_CONTINUES = 0
    FOLLOW_ENDED = 1                # the agent is at the end of its path; or it has no path, and its link has ended
    FOLLOW_OFF_PATH = 2             # the agent was moved off its path
    FOLLOW_MESH_CHANGED = 3         # the path is not of the present mesh version
    FOLLOW_BAD_POSITION = 4         # the position is not finite
    FOLLOW_LEADS_ON = 5             # the path ends where the ground did, and there may be more ground by now
    FOLLOW_NO_WAY = 6               # the field that it follows has no way to a goal from there, or is gone

cdef enum SearchWait:               # what the agent awaits in the queue of path searches
    SEARCH_NONE = 0                 # nothing
    SEARCH_PATH = 1                 # a path to walk on
    SEARCH_END = 2                  # to be told whether the way leads nearer to its target by now; its path is valid meanwhile

cdef enum FieldUse:                 # what the last field is for the agent that it followed
    FIELD_UNUSED = 0
    FIELD_WALLS = 1                 # its request is over; the field's walls are walls
    FIELD_FOLLOWED = 2              # its request is to follow the field, in place of a path

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

cdef struct Priority:               # PIBT's priority, which agents inherit from each other; the agent with the higher priority goes first
    uint64_t source                 # hash of the agent that had the priority first; breaks ties; 0: no priority
    double age                      # seconds since the priority began; the older of two priorities is the higher one
    int64_t hops                    # inheritances between the source and this agent, at most BACKWARD_HOPS

cdef struct Agent:                  # each of the numbered groups is a cache line of 64 bytes, so that a phase reads few lines of an agent
    # 1. Where it is, and what it does: in every phase of a step.
    LineBegin generation            # odd while the slot is taken
    int32_t link                    # id of the off-mesh link that the agent crosses, −1: none
    int32_t makes_way_for           # slot of the agent for which it steps aside, −1: none
    int32_t next_corner             # index of the path point that the agent walks to
    double position[3]              # meters, the agent's origin, at any height over its floor
    const AgentParams* params       # of the crowd's SharedParams; of a slot without an agent those of its last one
    uint8_t status                  # StatusCode of the request
    uint8_t reason                  # ReasonCode of the request
    uint8_t active                  # the agent has a path to follow or a link to cross; only then a step costs time
    uint8_t coasts                  # its request has ended, and its body slows down
    uint8_t moved_by_crowd          # PHASE_INTEGRATE moves the agent, not a body
    uint8_t is_pushed               # avoidance or a contact has changed the agent's velocity in this step
    uint8_t has_next_ground         # next_ground and next_poly are of this step
    uint8_t is_off_mesh             # the agent was off the navmesh when its path was searched, and goes straight to the path's first point
    uint8_t stepped_aside           # the agent has left home to let others pass, or is on its way back
    uint8_t follow_state            # FollowState of this step
    uint8_t awaits_search           # SearchWait
    uint8_t awaits_ground           # the Guide knows of no ground to go on: the agent stands until the navmesh changes
    uint8_t has_external_velocity   # a script gives the preferred velocity, not the path
    uint8_t follows_leader          # its last target was the place of its leader, by its leash and not by a request
    uint8_t field_use               # FieldUse
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
    double avoidance_limit          # meters a second², by which avoidance changes the velocity of a body that a script moves; 0: no limit
    # 4. Its leg: following.
    double leg_start[3]             # meters: start of the leg to the next corner; the leg is clear of walls. After a failure: the position then
    double distance_left            # meters along the path to its end: in the ground plane, on links in space
    double distance_after_corner    # meters along the path from the next corner to its end: in the ground plane, on links in space
    double off_mesh_time            # seconds over no floor on a leg; of an agent off the mesh: since its closest point was last looked up
    uint32_t mesh_version           # the crowd's mesh_version when the path was last searched or found valid
    int32_t detour_end              # corners before this index belong to a detour: none is skipped from farther than the agent's radius
    int64_t stage                   # of the Guide, to which the path leads; −1: to the target
    # 5. Its request and its priority: right of way.
    double target[3]                # meters, the target of the request
    double stall_time               # seconds without progress; of an agent that stands aside: seconds without a push
    double press_time               # seconds for which the agent still presses (right_of_way)
    Priority priority               # of an agent that presses
    # 6. Its progress and its animations.
    double least_left               # meters, least distance_left so far; a new path that is longer raises it
    double detour_delay             # seconds until the agent may look for a detour
    double held_time  # seconds for which others have held it below half its preferred speed, since the last look for a bottleneck
    double smoothed_velocity[2]     # meters a second, in the plan; of an agent that stands its last heading, at most 1e-3 long
    double smoothed_speed           # meters a second, along links in space
    double turning_speed            # degrees a second, smoothed: at which the heading of the velocity turns, above 0 to the left
    uint8_t shows_moving            # smoothed_speed is that of one who walks, with hysteresis (animation_state)
    uint8_t is_held_up              # its body has not followed its velocity in the last step
    uint8_t is_diverted             # in the last step avoidance has changed the velocity that a script wanted, if avoidance_limit
    uint8_t return_count            # attempts to return home
    uint8_t place_state             # PlaceState
    uint8_t moved_by_script         # a script moves the agent: it may ignore the velocity, and reaches corners only roughly
    uint8_t awaits_guide            # the Guide was asked, and its answer comes later
    uint8_t path_params_changed     # parameters that the path depends on have changed since the search
    double net_velocity[2]          # meters a second, in the plan: that of a longer time, in which to and fro cancel (animation_state)
    # What few steps read.
    double searched_target[3]       # meters, the target when its path was searched
    double path_length              # meters in space, length of the whole path
    double off_by                   # meters between the navmesh and the start or the goal that `reason` names; else 0
    double start_offset             # meters between the agent and the navmesh when its path was searched; 0: it was on the navmesh
    double course_start[2]          # meters, x and z: position when the next corner was set; path_max_distance counts from the line between both
    double target_slack             # meters by which the target may still move before a new search
    double aim[3]                   # meters, where the path of an agent that leads on ends
    double leads_on_at              # meters left of a path that leads on at which the way is looked at again
    double home[3]                  # meters, position before the agent stepped aside
    double link_start[3]            # meters, on the surface: start of the link that the agent crosses
    double link_end[3]              # meters, on the surface: end of the link that the agent crosses
    double least_to_link_end        # meters in space, least distance to the link's end so far
    double link_stall_time          # seconds since least_to_link_end decreased
    double patience                 # seconds of wait at the bottleneck `considered` up to which no other way is shorter
    double reconsider_at            # seconds on the crowd's clock until which it looks for no other way
    double external_velocity[2]     # meters a second, x and z: preferred velocity from a script, if has_external_velocity
    Vec2 last_preferred             # meters a second, in the plan: preferred velocity of the last step
    double body_velocity[2]         # meters a second, x and z: by which its body was moved, if is_held_up
    double lane_left                # meters from the left edge of those who walk abreast with it to its lane, if has_lane
    double lane_right               # meters from their right edge
    uint64_t lane_corners           # bits by corner, below LANE_CORNERS: those that lie in its lane, beside a turn of the shortest path
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


cdef inline bint leads_on(const Agent* agent) noexcept nogil:
    """Does the path end on the way to the target, where the ground ends?"""
    return agent.stage >= 0


cdef inline bint is_at_ring(const Agent* agent) noexcept nogil:
    """Is the agent among those who take their places around its goal?"""
    cdef double reach = length(subtract(agent.place, agent.place_center)) + BARRED * agent.params.radius
    return agent.place_state == PLACE_TAKEN and square(subtract(to_plan(agent.position), agent.place_center)) <= reach * reach


cdef inline bint is_in_lane(const Agent* agent, int32_t corner) noexcept nogil:
    """Does a corner of its path lie in the agent's lane, beside a turn of the shortest path?"""
    return 0 < corner < LANE_CORNERS and (agent.lane_corners >> corner) & 1


cdef inline bint is_moving(const Agent* agent) noexcept nogil:
    return agent.active or agent.coasts or agent.is_pushed


cdef inline double diameter_time(const Agent* agent) noexcept nogil:
    """Seconds in which an agent moves by its own diameter at full speed, at least 0.05; 1 if it cannot move. This is the unit of times
    without progress: in a queue or around others, an agent that is twice as large or half as fast needs twice the time."""
    return max(2.0 * agent.params.radius / agent.params.max_speed, 0.05) if agent.params.max_speed > 0.0 else 1.0
