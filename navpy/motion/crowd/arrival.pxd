"""Arrival among others: an agent stops where agents that have arrived at the same goal fill the ground around it. Also the return of
agents that have stepped aside."""
from libcpp.vector cimport vector
from libc.stdint cimport int32_t
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.participants cimport Avoidance


# Sets the agent's stall_time: seconds since its way last became shorter. left: meters of it.
cdef void update_progress(Agent* agent, double left, double dt) noexcept nogil
# True if a participant touches another; with only_arrived, an agent that has arrived at the same goal, or at a goal beside it for an
# agent with `left` meters to go.
cdef bint touches_another(const Avoidance* avoidance, int32_t own, bint only_arrived, double left,
                          AvoidanceMemory* memory) except -1 nogil
# True if a participant that makes no progress has to stop, because it comes no nearer to its goal.
cdef bint arrives_among_others(const Avoidance* avoidance, const vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own,
                               AvoidanceMemory* memory) except -1 nogil
# For an agent that has stepped aside. dt: seconds since the last call.
cdef bint is_home(const Agent* agent) noexcept nogil                        # True: it is back, or has tried RETURN_TRIES times
cdef bint should_return(Agent* agent, double dt) noexcept nogil             # True: it is time to return
