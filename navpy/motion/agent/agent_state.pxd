"""How an agent's states change. Nothing else writes them; docs/how-it-works/agent-states.md shows the table of agent_state.pyx."""
from libc.stdint cimport int32_t
from navpy.motion.agent.agent cimport Agent, Follows, WaitsFor

cdef void follow(Agent* agent, Follows now) noexcept nogil
cdef Follows requested(const Agent* agent) noexcept nogil
cdef void rest(Agent* agent) noexcept nogil
cdef void steer(Agent* agent, double x, double z) noexcept nogil
cdef void release(Agent* agent) noexcept nogil
cdef void wait_for(Agent* agent, WaitsFor now) noexcept nogil
cdef void enter_link(Agent* agent, int32_t link) noexcept nogil
cdef void leave_link(Agent* agent) noexcept nogil
cdef void leave_mesh(Agent* agent) noexcept nogil
cdef void come_to_mesh(Agent* agent) noexcept nogil
