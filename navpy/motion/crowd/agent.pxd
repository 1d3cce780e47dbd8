"""An agent of a crowd: its request, its place on its path, and its velocities. Its parameters are in agent_params."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.base.core cimport PolyRef
from navpy.motion.crowd.agent_params cimport AgentParams

cdef enum FollowState:              # what a step along the path has found
    FOLLOW_CONTINUES = 0
    FOLLOW_ENDED = 1                # the agent is at the end of its path, or of the link that it finishes without one
    FOLLOW_OFF_PATH = 2             # the agent was moved off its path
    FOLLOW_MESH_CHANGED = 3
    FOLLOW_BAD_POSITION = 4         # the position is not finite

cdef struct Priority:               # as PIBT has it: agents inherit the priority of another; of two agents the higher one goes first
    uint64_t source                 # hash of the agent that it began with, which breaks ties; 0: no priority
    double age                      # seconds since it began: an older one is higher
    int64_t hops                    # inheritances between that agent and this one

cdef struct Agent:
    AgentParams params
    double position[3]              # meters, the agent's origin: at any height over its floor
    double preferred_velocity[3]    # meters a second along its path (RVO2's prefVelocity); y = 0 but on a link
    double velocity[3]              # meters a second; after avoidance RVO2's newVelocity; y as above
    double target[3]                # meters, as requested
    double path_length              # meters, of the path as the search found it
    double distance_left            # meters along the path to its end: in the ground plane, across links in space
    double off_by                   # meters between the navmesh and the end of the path that the reason is about
    double distance_after_corner    # meters along the path from the next corner to its end, measured likewise
    double leg_start[3]             # meters: from here the straight leg to the next corner was last found clear of walls
    double course_start[2]          # meters, x and z, where the next corner became the next; path_max_distance counts from that line
    double base_offset              # meters, height of the origin over the floor, for agents that the crowd moves; NaN: unknown
    double ground[3]                # meters, the point of the navmesh that the agent stands on
    double next_ground[3]           # meters, the point of the navmesh that its velocity leads to in this step, where has_next_ground
    double height_over_ground       # meters, of the origin when the ground was looked up
    double target_slack             # meters that the target may still move before the path is searched anew
    double home[3]                  # meters, where the agent stood before it stepped aside
    double link_start[3]            # meters, on the surface: where the link begins that the agent crosses
    double link_end[3]              # meters, on the surface
    double least_to_link_end        # meters in space, the least so far on this link
    double link_stall_time          # seconds since that became less
    double least_left               # meters, the least distance_left since the path was found
    double stall_time               # seconds without progress; of an agent that has stepped aside, seconds without being pushed
    double detour_delay             # seconds until it may look for a detour
    double press_time               # seconds that it still presses
    double oncoming_time            # seconds that it still keeps right because an agent came towards it
    double external_velocity[2]     # meters a second, x and z: its preferred velocity, where has_external_velocity
    Priority priority               # while it presses
    int32_t link                    # id of the off-mesh link that it crosses, −1: none
    PolyRef poly                    # polygon of ground, NO_POLY: the ground is unknown
    PolyRef next_poly               # polygon of next_ground
    uint32_t generation             # odd while the slot is taken
    uint32_t mesh_version           # of the navmesh when the path was last searched or found valid
    int32_t next_corner             # index of the path point that it walks to
    int32_t detour_end              # corners before this index lead around standing agents: none is skipped because the next is in sight
    int32_t active_index            # place in the list of active agents, −1: not active
    uint8_t status                  # StatusCode of the request
    uint8_t reason                  # ReasonCode of the request
    uint8_t active                  # has a path to follow or a link to cross; only then a step costs time
    uint8_t moved_by_crowd          # by the crowd's last phase, not by a body
    uint8_t is_pushed               # avoidance or a contact has changed its velocity in this step
    uint8_t has_next_ground
    uint8_t return_count            # times that it has set out for home
    uint8_t stepped_aside           # it has left home for others, or is on its way back
    uint8_t follow_state            # FollowState of this step
    uint8_t awaits_search           # it is in the queue of path searches
    uint8_t allow_partial           # where the target is unreachable, the request is for the nearest reachable point
    uint8_t moved_by_script         # which may ignore the velocity, and reaches corners only roughly
    uint8_t has_external_velocity   # a script gives the preferred velocity, not the path
    uint8_t path_params_changed     # parameters that the path depends on have changed since it was searched
    int32_t replans                 # paths searched for the present request after its first; −1: none yet


cdef inline double diameter_time(const Agent* agent) noexcept nogil:
    """Seconds to move by its own diameter at full speed, at least 0.05. It is the unit of times without progress: in a queue or around
    others, an agent that is twice as large or half as fast needs twice the time."""
    return max(2.0 * agent.params.radius / agent.params.max_speed, 0.05) if agent.params.max_speed > 0.0 else 1.0
