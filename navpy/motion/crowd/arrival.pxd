"""Arrival among others: agents with one goal stop where those that have arrived fill the ground around it. And the return of agents that
have stepped aside."""
from libcpp.vector cimport vector
from libc.stdint cimport int32_t
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory

# Does its path get shorter? Sets the agent's stall_time.
cdef void update_progress(Agent* agent, double dt) noexcept nogil
# Does a participant touch another one? With only_arrived, one that has arrived at the same goal.
cdef bint touches_another(const Avoidance* avoidance, int32_t own, bint only_arrived, AvoidanceMemory* memory) except -1 nogil
# Has a participant without progress arrived as far as others let it?
cdef bint arrives_among_others(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, AvoidanceMemory* memory) except -1 nogil
# Of an agent that has stepped aside: is it back, or has it tried often enough? Is it time to go back?
cdef bint is_home(const Agent* agent) noexcept nogil
cdef bint should_return(Agent* agent, double dt) noexcept nogil
