"""The state of a Crowd."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.gd cimport GdStringName
from navpy.godot.binding.multimesh cimport Stance
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId

cdef struct OwnAgent:               # an agent without a node
    AgentId id
    double yaw                      # radians, see Stance
    void* filter                    # Ref of a NavFilter, NULL: none
    double drawn[3]                 # meters, where it is drawn
    double trail                    # seconds by which the drawing comes after the agent; 0: it is where the agent is
    # As its last step left them:
    double position[3]              # meters
    double step                     # seconds that the step took
    double most_speed               # meters a second
    double radius                   # meters
    Vec2 heading                    # meters a second, its smoothed velocity in the plan
    double turn_rate                # degrees a second, that it turns to it with
    bint is_settled                 # the next step changes nothing that is drawn

cdef cppclass CrowdNode(Instance):
    NavigationMap* world                 # NULL outside the tree
    EngineCrowd crowd
    AgentParams params              # of agents that add_agents makes
    void* filter                    # Ref of the NavFilter of agents that add_agents makes, NULL: none
    uint8_t uses_threads
    void* multimesh                 # Ref of a MultiMesh, NULL: nothing is drawn
    vector[OwnAgent] own            # in the order in which they are drawn
    uint8_t focuses_camera
    int32_t focus_steps             # as it was set; the schedule has a power of two
    GdStringName focus_group
    vector[Vec2] focus_points       # meters in the plan, from a script
    vector[uint8_t] emitted         # by slot: StatusCode that signals have reported
    vector[Stance] stances          # scratch, parallel to own
    bint has_changed                # by other things than a step, since the MultiMesh was last drawn
    int64_t drawn_frame             # frame of the crowd's last step that it shows
    bint settles                    # an agent without a node that does not walk any more slows down, or its animation state does
    bint has_format_error             # the error that the MultiMesh has the format of other dimensions was printed
    bint is_checked                 # for another Crowd with the same MultiMesh
    int64_t request_frame           # physics frame of the last request, NEVER: none yet
    int64_t request_cost            # nodes of the searches of that frame's requests
