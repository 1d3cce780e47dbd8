"""Fields of all agents as read-only views of the crowd's own memory."""
from libcpp.vector cimport vector
from navpy.motion.agent.agent cimport Agent

cdef class AgentHolder:             # keeps the memory of views alive
    cdef object crowd               # whose agents they are; None: `agents`, as they were before the crowd's moved to other memory
    cdef vector[Agent] agents

cdef class AgentColumns:
    cdef AgentHolder holder         # of the views, None: there are none
    # The field that lies `offset` bytes after an agent's first. kind: as numpy's typestr.
    cdef object column(self, crowd, vector[Agent]* agents, size_t offset, str kind, bint vectors)
    # Before the agents move to other memory: views that somebody still holds keep the old memory.
    cdef int make_room(self, vector[Agent]* agents, size_t slots) except -1
