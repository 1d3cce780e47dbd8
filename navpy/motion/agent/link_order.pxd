"""Who crosses a link first, where two would meet on it."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.motion.agent.agent cimport ON_LINK, TURN_NONE, Agent
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.agent.step_schedule cimport StepSchedule

cdef struct LinkUser:               # an agent that crosses a link, or comes to one
    int32_t slot
    uint8_t crosses
    double start[3]                 # meters, of the link in the agent's direction
    double end[3]
    double wait                     # seconds since it came; of one that was held before the link, since then

cdef cppclass LinkOrder:
    vector[int32_t] slots           # of the agents that cross a link or are near the begin of their next one
    vector[LinkUser] users          # scratch
    vector[pair[double, int32_t]] places    # scratch: meters, x of the middle of the link, and the user's index

cdef inline bint uses_link(const Agent* agent) noexcept nogil:
    """True if it crosses a link, or is near the begin of its next one."""
    return agent.where == ON_LINK or agent.link_turn != TURN_NONE

# The slots of a step: before it those that make it leave, and those that do come in after they have followed their paths.
cdef void leave_links(LinkOrder* order, const vector[Agent]* agents, const StepSchedule* schedule) noexcept nogil

cdef inline int note_link(LinkOrder* order, const Agent* agent, int32_t slot) except -1 nogil:
    if uses_link(agent):
        order.slots.push_back(slot)
    return 0

# Sets link_turn and link_room.
cdef int order_links(LinkOrder* order, vector[Agent]* agents, vector[FollowedPath]* paths) except -1 nogil
