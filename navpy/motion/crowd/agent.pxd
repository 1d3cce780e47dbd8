"""An agent: its request, where it is on the path it follows, and the velocity it wishes for."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.base.core cimport PolyRef

cdef enum Postprocessing:           # what becomes of the polygons that a search has found
    POST_FUNNEL = 0                 # pulled taut
    POST_EDGE_CENTERED = 1          # straight on through the middles of the portals
    POST_NONE = 2                   # straight on through the centers of the polygons

cdef struct AgentParams:
    double radius                   # metres
    double height                   # metres: agents avoid each other where their bodies overlap in height
    double max_speed                # metres a second
    double max_deceleration         # metres a second², braking for the goal; infinite: it stops dead
    double path_desired_distance    # metres in the ground plane: how near a corner may count as turned
    double target_desired_distance  # metres of path left at which a request has succeeded
    double path_max_distance        # metres in the ground plane off the path that make the agent look for a new one
    double neighbor_distance        # metres within which it sees others
    double time_horizon_agents      # seconds that it keeps clear of them
    double time_horizon_obstacles   # seconds that it keeps clear of walls where others push it
    double avoidance_priority       # who has the higher one has the right of way
    double path_radius              # metres that its paths keep from walls; up to the radius of the mesh: as that was baked
    double max_search_distance      # metres from the start, in space, within which polygons are searched; 0: however far
    double max_length               # metres at which a path is cut; 0: nowhere
    double max_return_radius        # metres around its start where a path is cut; 0: nowhere
    double simplify_epsilon         # metres in the plan that a path may be off, with fewer points; below 0: it stays as it is
    int64_t max_searched            # nodes of a search; 0: without limit
    int32_t max_neighbors           # the nearest count
    uint32_t avoidance_layers       # bits: what it is
    uint32_t avoidance_mask         # bits: what it avoids
    uint32_t include_flags          # bits: a polygon must have one of these flags to be walked on
    uint8_t postprocessing          # Postprocessing
    uint8_t avoidance_enabled       # avoids, and is avoided
    uint8_t yields                  # when it stands, it steps aside for those who get no further; the last one, see crowd_add

cdef enum Turn:                     # what comes of following a path for a step
    GOES_ON = 0
    RESTS = 1                       # at its end
    HAS_LOST_ITS_WAY = 2            # was moved off it
    SEES_A_CHANGE = 3               # of the navmesh
    IS_NOWHERE = 4                  # its place is not finite

cdef struct Claim:                  # on being let through; of two the one that is older goes first
    uint64_t rank                   # of the agent that made it, 0: none
    double age                      # seconds
    int64_t hops                    # from that agent to this one

cdef struct Agent:
    AgentParams params
    double position[3]              # metres, the agent's origin: any height over its floor
    double desired_velocity[3]      # metres a second along its path, y = 0 but on a link
    double velocity[3]              # metres a second: likewise, as others let it
    double target[3]                # metres, as asked for
    double path_length              # metres, of the path as it was found
    double distance_left            # metres along the path to its end: in the ground plane, across links in space
    double off_by                   # metres that the end named by the reason lies off the navmesh
    double rest                     # metres along the path from the next corner to its end, measured likewise
    double leg[3]                   # metres, where the straight way to the next corner was last known to be clear
    double course[2]                # metres, x and z where the next corner became the next: the way that one strays from
    double height                   # metres, origin over the floor, kept by crowd_integrate; NaN while unknown
    double ground[3]                # metres, where on the navmesh it was last known to stand
    double place[3]                 # metres, where on the navmesh its velocity leads in this step, if that is known
    double lift                     # metres, its origin above that place when it was looked for
    double slack                    # metres the target may still move before its path is searched anew
    double home[3]                  # metres, where it stood before it stepped aside
    double takeoff[3]               # metres, on the surface: where the link that it is crossing begins
    double landing[3]               # metres, on the surface: where that link ends
    double headway                  # metres in space from there that it has come to
    double stuck                    # seconds since it has come nearer
    double nearest                  # metres of path left, the least since its path was found
    double waited                   # seconds since that has become less
    double looks_again              # seconds until it may look for a detour
    double insists                  # seconds that it still insists on being let through
    double met                      # seconds for which it minds that somebody came towards it
    double wish[2]                  # metres a second, x and z: where it is steered to from outside, if it has a wish
    Claim claim                     # while it insists
    int32_t link                    # id of the link that it is crossing, −1: none
    PolyRef poly                    # the polygon of its ground, NO_POLY while unknown
    PolyRef place_poly              # the polygon of its place
    uint32_t generation             # odd while the slot is taken
    uint32_t mesh_version           # of the navmesh that the last search saw
    int32_t next_corner             # index of the path point walked to
    int32_t detour_end              # corners before this one lead round those who stand: seeing past them is no reason to leave them out
    int32_t active_index            # place in the list of active agents, −1 when not in it
    uint8_t status                  # StatusCode of the request
    uint8_t reason                  # ReasonCode of the request
    uint8_t active                  # has a path to walk or a link to cross: costs time every step
    uint8_t is_moved                # by crowd_integrate, not by a body
    uint8_t is_pushed               # others have changed its velocity
    uint8_t is_placed               # its place is known
    uint8_t returns                 # times that it has set out to where it stood before it stepped aside
    uint8_t is_aside                # it has stepped aside, or is on its way back
    uint8_t turn                    # Turn of this step
    uint8_t waits                   # for its turn to search a path
    uint8_t allow_partial           # the request takes the nearest reachable point for an answer
    uint8_t is_led                  # from point to point by somebody who does not keep to its velocity, and comes to points only roughly
    uint8_t has_wish                # its desired velocity is its wish, whatever its path says
    uint8_t asks_anew               # params that its path depends on are others than when it was searched
    int32_t replans                 # paths searched for the present request after its first, −1: not even that


cdef inline double pace_of(const Agent* agent) noexcept nogil:
    """Seconds in which it goes as far as it is wide at full speed, not less than a frame or two."""
    return max(2.0 * agent.params.radius / agent.params.max_speed, 0.05) if agent.params.max_speed > 0.0 else 1.0
