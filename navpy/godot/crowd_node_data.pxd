"""What a Crowd holds."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.multimesh cimport Stance
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.godot.world.world_data cimport NavWorld
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId

cdef struct OwnAgent:               # an agent without a node
    AgentId id
    double yaw                      # radians, see Stance
    void* filter                    # Ref of a NavFilter, NULL: none

cdef cppclass CrowdNode(Instance):
    NavWorld* world                 # NULL outside the tree
    EngineCrowd crowd
    AgentParams params              # of agents that add_agents makes
    void* filter                    # Ref of the NavFilter of agents that add_agents makes, NULL: none
    uint8_t uses_threads
    void* multimesh                 # Ref of a MultiMesh, NULL: nothing is drawn
    vector[OwnAgent] own            # in the order in which they are drawn
    vector[uint8_t] emitted         # by slot: StatusCode that signals have reported
    vector[Stance] stances          # scratch, parallel to own
    bint has_changed                # since the MultiMesh was last drawn
    int64_t drawn_frame             # frame of the crowd's last step that it shows
    bint settles                    # an agent without a node that does not walk any more slows down, or its animation state does
    bint has_format_error             # the error that the MultiMesh has the format of other dimensions was printed
    bint is_checked                 # for another Crowd with the same MultiMesh
    int64_t request_frame           # physics frame of the last request, NEVER: none yet
    int64_t request_cost            # nodes of the searches of that frame's requests
