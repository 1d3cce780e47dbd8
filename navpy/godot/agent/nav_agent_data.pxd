"""The data of a NavAgent node."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.base.vec2 cimport Vec2
from navpy.godot.world.character_body cimport BodySettings
from navpy.godot.agent.crossing cimport Crossing
from navpy.godot.binding.class_spec cimport GdNodePath, Instance
from navpy.godot.binding.path_objects cimport PathDrawing
from navpy.godot.binding.gd cimport GdColor, GdVector3
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.body.gliding cimport Glide
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_agent

cdef enum RequestKind:
    REQUEST_NONE
    REQUEST_PATH                    # requestPath: a complete path or a failure; the agent drives its body
    REQUEST_NEAR                    # requestPath with allow_partial: to the nearest reachable point; the agent drives its body
    REQUEST_TARGET                  # target_position: to the nearest reachable point; the script moves the body
    REQUEST_FIELD                   # follow_field: to a goal of a flow field; the agent drives its body

cdef enum:
    PATH_NOT_EMITTED = -1           # path_changed has not been emitted for the present path

cdef cppclass NavAgent(Instance):
    # The fields that each frame of each node reads stand together: nodes are scattered in memory, so a frame costs their cache lines.
    EngineCrowd* crowd
    AgentId id                      # NO_AGENT without a parent
    NavigationMap* world                 # NULL outside the tree
    void* filter                    # Ref of a NavFilter, NULL: none
    RequestKind request
    uint32_t navigation_layers
    uint8_t refusal                 # ReasonCode of a request that did not reach the crowd, else REASON_NONE
    uint8_t emitted_status          # StatusCode that signals have reported
    uint8_t drive_body
    uint8_t debug_enabled
    uint8_t keep_y_velocity
    uint8_t use_3d_avoidance
    bint awaits_navmesh             # which is being baked
    bint asks_again                 # the map has changed since it ended as near as possible to its target
    bint has_leader                 # flock_leader is not empty
    bint is_resting                 # it has arrived and come to rest
    bint was_moving                 # at the last velocity_computed
    bint was_at_rest                # in the last frame, in which its body was the script's again
    bint has_told_link              # link_reached was emitted for the link that it is on
    bint is_stuck                   # as stuck_changed has reported
    bint shows_moving               # as movement_started and movement_stopped have reported
    bint link_taken_over            # the script moves the body across the link
    bint has_script_velocity        # the property velocity was set
    bint smooths_steps              # step_smoothing is not empty
    int32_t emitted_replans         # replans of the crowd's agent when path_changed was last emitted
    int32_t emitted_points          # points of the path that waypoint_reached has been emitted for
    void* parent                    # the Node3D above; NULL outside the tree or under another kind of node
    void* body                      # the same if it is a CharacterBody3D, else NULL
    void* saved                     # a dict of load_state that waits for its navmesh, NULL: none
    double next_point[3]            # meters, the point after the emitted ones: where it differs, the path was repaired
    double last_place[2]            # meters, x and z, in the last frame
    double still_time               # seconds since it was elsewhere
    GdVector3 script_velocity       # the property velocity, of a script that steers
    double path_height_offset       # meters, subtracted from the height of path points
    PathDrawing drawing
    # Its parameters:
    AgentParams params
    uint8_t is_max_speed_set        # by a script or a scene: a script's velocity may have no more
    uint8_t is_target_distance_set  # likewise target_desired_distance: a request that moves the body ends there
    int64_t pathfinding_algorithm   # 0, A*: for NavigationAgent3D's property of this name
    int64_t path_metadata_flags
    BodySettings body_settings
    uint64_t chosen_map             # RID of the map that a script has set, 0: the map of its world
    uint64_t server_rid             # of the agent of NavigationServer3D for this node, 0: none was made
    GdNodePath flock_leader         # from this node to the NavAgent that leads it; empty: none
    bint has_leader_error           # the error that this node cannot lead was printed
    # The request:
    GdVector3 target
    uint64_t field_id               # instance id of the NavFlowField that it follows
    int64_t goal_set                # the goals there
    double rest_place[3]            # meters, where it came to rest
    double link_entry[3]            # meters, where the link begins that link_reached was emitted for
    # Where it left the tree, to go on as it was where it enters the tree in the same frame:
    int64_t left_frame              # physics frame, NEVER: not yet
    int64_t left_read_frame         # when its position was read last
    double left_place[3]            # meters, that position
    double left_velocity[3]         # meters a second
    Vec2 left_preferred             # meters a second, in the plan: see Agent.last_preferred
    uint8_t left_diverted           # see Agent.is_diverted
    # Links, and bodies that something blocks:
    Crossing crossing
    double blocked_time             # seconds that the driven body has not followed its velocity
    Vec2 blocked_due                # meters, how far that has led meanwhile
    Vec2 blocked_moved              # meters, how far the body has moved
    double sidestep_time            # seconds that it still steps aside
    int32_t sidestep_side           # ±1, 0: it has not stepped aside yet
    int32_t sidestep_count          # sidesteps since it last came nearer to its target
    GdNodePath step_smoothing       # from this node to the node whose height glides over steps; empty: none
    Glide glide
    # PathDrawing:
    uint8_t debug_use_custom
    GdColor debug_path_custom_color
    double debug_path_custom_point_size
    double debug_path_custom_line_width


cdef inline Agent* core_agent(NavAgent* agent) noexcept nogil:
    return crowd_agent(&agent.crowd.data, agent.id) if agent.crowd != NULL else NULL


cdef inline bint moves_body(const NavAgent* agent) noexcept nogil:
    """True if the request lets the agent drive its body, or the crowd move its node."""
    return agent.request == REQUEST_PATH or agent.request == REQUEST_NEAR or agent.request == REQUEST_FIELD


cdef inline bint allows_partial(RequestKind kind) noexcept nogil:
    """True if the request's path leads as near as possible to an unreachable target."""
    return kind == REQUEST_TARGET or kind == REQUEST_NEAR
