"""A crowd as the engine has it: who its agents are there, who of them it moves itself, and its step."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef enum:
    NEVER = -2                      # before every physics frame, and before the one before it

cdef struct Member:                 # what an agent is to the engine
    void* node                      # its NavAgent, NULL: it has none, the crowd alone knows it
    void* body                      # the Node3D whose position is the agent's, NULL without a node
    double place[3]                 # meters, where that was when last read or written
    int64_t frame                   # physics frame of that, NEVER: not yet
    double turn_rate                # degrees a second that the crowd turns it by to where it goes, 0: it stays as it is turned
    uint8_t is_obstacle             # not an agent: it is only avoided
    uint8_t may_be_moved            # the crowd may move the Node3D: it is no body that moves itself, and was asked to walk
    uint8_t is_called               # its node has no frames of its own: the crowd calls it, after the step, where there is something to tell
    uint8_t is_waited_for           # there is, whatever the crowd knows
    void (*call)(void* instance) noexcept nogil     # while it is called
    void* instance
    int32_t replans                 # of the agent when it was last called; the rest, too
    int32_t corner                  # index of the path point walked to
    double point[3]                 # meters, that point

cdef cppclass EngineCrowd:          # agents that are stepped together
    void* owner                     # Crowd node; NULL for a world's default crowd
    uint64_t stay                   # number of its stay in a world: no two are the same
    CrowdData data
    vector[Member] members          # by slot
    vector[int32_t] moved           # slots that the crowd moves in this step
    vector[AvoidanceMemory] memories    # one for each piece of work that is shared
    int64_t frame                   # physics frame of the last step
    vector[AgentId] called          # who is called in this step
    bint is_waited_for              # a member is
    uint8_t moves_nodes             # moves the nodes of agents that may be
    bint is_alone                   # does all by the main thread

cdef void join_crowd(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil     # who the agent is
cdef inline bint is_moved(const EngineCrowd* crowd, size_t slot) noexcept nogil:
    """Does the crowd move it?"""
    cdef const Member* member = &crowd.members[slot]
    return member.node == NULL or (crowd.moves_nodes and member.may_be_moved)

cdef inline bint keeps_pace(const Agent* agent) noexcept nogil:
    """Is it at least half as fast as it wishes? Who gets on slower, between others, would turn this way and that."""
    cdef const double* wish = &agent.preferred_velocity[0]
    cdef double square = wish[0] * wish[0] + wish[2] * wish[2]
    return square > 0.0 and agent.velocity[0] * agent.velocity[0] + agent.velocity[2] * agent.velocity[2] >= 0.25 * square

cdef void drop_obstacles(EngineCrowd* crowd) noexcept nogil     # it leaves their world
cdef int64_t count_agents(const EngineCrowd* crowd) noexcept nogil
cdef void step_crowd(EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil
cdef void end_crowd(EngineCrowd* crowd) noexcept nogil      # it is about to go, perhaps amid its own step
