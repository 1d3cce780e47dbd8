"""A crowd in the engine: the nodes and bodies of its agents, and its step."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.godot.streaming.streamed_ground cimport MapGuide
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.visitors cimport OtherCrowd

cdef enum:
    NEVER = -2                      # lower than any physics frame minus 1

cdef struct CrowdMember:                 # an agent or an obstacle of the crowd: its nodes in the engine
    void* node                      # its NavAgent or NavObstacle; NULL: an agent without a node
    void* body                      # the Node3D whose position is the agent's; NULL: an agent without a node
    double position[3]              # meters, of the body when it was last read or written
    int64_t frame                   # physics frame of that, NEVER: not yet
    # degrees a second with which the crowd turns the body to its velocity, 0: the crowd doesn't turn it
    double turn_rate
    double velocity[2]              # meters a second, x and z, that an obstacle's script says it has; 0: it is measured
    double told[2]                  # meters a second, x and z, that the agent told its script since the body was read; 0: nothing
    double told_before[2]           # and before the body was read
    uint8_t is_obstacle             # it is avoided, and isn't an agent
    uint8_t is_movable              # the crowd may move the body: it is no CharacterBody3D, and its agent was asked to walk
    uint8_t called_by_crowd         # its node isn't processed: the crowd calls it after a step that has something for it (needs_call)
    uint8_t shown_moving            # its node has told that the agent moves
    uint8_t has_pending_call        # the crowd calls it after the next step in any case
    # of the NavAgent, which may be gone where `node` has left the crowd; NULL: an obstacle or an agent without a node
    void* instance
    void (*call)(void* instance) noexcept nogil     # where called_by_crowd, like the fields below
    int32_t last_replans            # `replans` of the agent at the last call
    int32_t last_corner             # `next_corner` of the agent at the last call
    double last_point[3]            # meters, the path point of that corner

cdef cppclass EngineCrowd:          # agents that are stepped together
    void* owner                     # Crowd node; NULL: the world's own crowd
    CrowdData data
    MapGuide guide                  # of data, where the map has streamed ground
    vector[CrowdMember] members          # by slot
    vector[int32_t] moved_slots     # of the agents that the crowd moves in this step
    int64_t frame                   # physics frame of the last step
    int64_t read_frame              # physics frame in which the bodies were read last
    double delta, delta_before      # seconds of this frame, and of the frame before, in which the bodies have moved
    vector[AgentId] pending_calls   # agents whose nodes are called after this step
    bint has_pending_calls          # a member has a pending call
    uint8_t moves_nodes             # the crowd moves the bodies of its movable members
    bint is_single_threaded         # the main thread runs all tasks

cdef void add_member(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil     # after crowd_add
cdef void fit_to_speed(AgentParams* params) noexcept nogil      # accelerations of an agent in the plane
cdef inline bint is_moved(const EngineCrowd* crowd, size_t slot) noexcept nogil:
    """True if the crowd moves this member."""
    cdef const CrowdMember* member = &crowd.members[slot]
    return member.node == NULL or (crowd.moves_nodes and member.is_movable)

cdef inline double farthest_move(const Agent* agent, double delta) noexcept nogil:
    """Meters in the ground plane: a body that has moved farther in delta seconds was put there."""
    return agent.params.radius + delta * agent.params.max_speed

cdef int64_t count_agents(const EngineCrowd* crowd) noexcept nogil
cdef void read_members(EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil      # before a step of its world's crowds
# Once a physics frame, after the members were read.
cdef void step_members(EngineCrowd* crowd, const vector[OtherCrowd]* others, int64_t frame, double delta) noexcept nogil
# The agent follows a field until it is at a goal or has another request: its StatusCode. The guide's owner calls drop_guide before it
# is freed.
cdef int follow_guide(EngineCrowd* crowd, AgentId id, const FieldGuide* guide) except -1 nogil
cdef void drop_guide(const FieldGuide* guide) noexcept nogil            # in all crowds: its followers have lost the way
cdef void release_crowd(EngineCrowd* crowd) noexcept nogil      # before the crowd is freed, perhaps by a script during its own step
