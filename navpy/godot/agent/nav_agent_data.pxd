"""What a NavAgent node is made of."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from navpy.godot.world.body cimport BodySettings
from navpy.godot.agent.crossing cimport Crossing
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.path_objects cimport Drawing
from navpy.godot.binding.gd cimport GdColor, GdVector3
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.world_data cimport NavWorld
from navpy.motion.crowd.agent cimport Agent, AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_agent

cdef enum RequestKind:
    ASKED_NOTHING
    ASKED_PATH                      # requestPath: strict, drives the body
    ASKED_TARGET                    # target_position: as near as it can get, the script moves

cdef enum:
    PATH_UNTOLD = -1                # path_changed has not been emitted for the present path

cdef cppclass NavAgent(Instance):
    AgentParams params
    uint32_t navigation_layers
    uint8_t simplify_path
    double simplify_epsilon         # meters
    int64_t pathfinding_algorithm   # there is one
    int64_t path_metadata_flags
    double path_height_offset       # meters, taken off the height of path points
    BodySettings body_settings
    uint8_t drive_body
    void* parent                    # the Node3D above; NULL outside the tree or under another kind of node
    void* body                      # the same if it is a CharacterBody3D, else NULL
    NavWorld* world                 # NULL outside the tree
    EngineCrowd* crowd
    AgentId id                      # NO_AGENT without a parent
    uint64_t map                    # RID of the map that a script has chosen, 0: that of its world
    uint64_t rid                    # of an agent of NavigationServer3D, 0: nobody has asked for one
    RequestKind asked
    bint waiting                    # for a navmesh that is being baked
    bint has_rested                 # since it arrived, and then
    double rested_at[2]             # meters, x and z where it came to rest: at the end of its path, or among others
    bint walking                    # had a way to go when the last velocity was handed out
    GdVector3 target
    uint8_t refused                 # ReasonCode where the crowd was not even asked, else REASON_NONE
    uint8_t announced               # StatusCode that signals have told
    int32_t replans                 # of the crowd's agent when path_changed was last emitted
    int32_t told                    # points of the path that waypoint_reached has been emitted for
    double told_point[3]            # meters: the next one, by which one knows the path again
    # Steered by a script, avoiding or not:
    GdVector3 velocity              # as last set
    bint steers                     # it has been set
    uint8_t keep_y_velocity
    uint8_t use_3d_avoidance
    # On a link, and where it gets no further:
    Crossing crossing
    bint link_taken                 # the script takes the body across
    bint is_stuck                   # as stuck_changed has told
    double was_at[2]                # meters, x and z of its place in the last frame
    double stood                    # seconds that it has been there
    double held_up                  # seconds that the driven body has not followed its velocity
    double sidesteps                # seconds that it still steps aside for that
    int32_t side                    # ±1: to which side, 0: not yet
    int32_t tries                   # to step aside, since it last came nearer
    # Drawing:
    uint8_t debug_enabled
    uint8_t debug_use_custom
    GdColor debug_path_custom_color
    double debug_path_custom_point_size
    Drawing drawing


cdef inline Agent* core_agent(NavAgent* agent) noexcept nogil:
    return crowd_agent(&agent.crowd.data, agent.id) if agent.crowd != NULL else NULL
