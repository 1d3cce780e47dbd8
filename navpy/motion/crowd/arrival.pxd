"""Arrival among others: agents with the same goal stop where those who have arrived fill the ground around it. And the way back of agents
that have stepped aside."""
from libcpp.vector cimport vector
from libc.stdint cimport int32_t
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory

# Does its path get shorter? Sets the agent's stall_time.
cdef void update_progress(Agent* agent, double dt) noexcept nogil
# Does a participant touch one that has arrived at the same goal? With anybody: any other one?
cdef bint touches_arrived(const Avoidance* avoidance, int32_t own, bint anybody, AvoidanceMemory* memory) except -1 nogil
# Has a participant without progress arrived as far as others let it?
cdef bint arrives_among_others(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, AvoidanceMemory* memory) except -1 nogil
# Of an agent that has stepped aside: is it back, or has it tried often enough? Is it time to go back?
cdef bint is_home(const Agent* agent) noexcept nogil
cdef bint should_return(Agent* agent, double dt) noexcept nogil
