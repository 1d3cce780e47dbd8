"""When an agent has arrived among others who go to the same place: the space there fills, and who gets no nearer settles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory

cdef void note_headway(Agent* agent, double dt) noexcept nogil          # is its way getting shorter?
# Does it touch one who rests where it wants to go, too, or anybody at all?
cdef bint touches_its_own(const Avoidance* all, int32_t own, bint anybody, AvoidanceMemory* memory) except -1 nogil
# Does an agent that gets no nearer stand against those who have settled where it wants to go?
cdef bint has_settled(const Avoidance* all, const vector[Agent]* agents, int32_t own, AvoidanceMemory* memory) except -1 nogil
# Of one that has stepped aside: is it back, or as near as others let it? And is it time to go back?
cdef bint is_home(const Agent* agent) noexcept nogil
cdef bint is_left_alone(Agent* agent, double dt) noexcept nogil
