"""Fields of all agents as arrays of numpy that copy nothing."""
from libcpp.vector cimport vector
from navpy.motion.agent.agent cimport Agent


cdef class AgentHolder:
    pass


class AgentColumn:
    """A field of all agents, as numpy's array interface describes it."""

    def __init__(self, holder, size_t first, str kind, tuple shape, tuple strides):
        self.holder = holder
        self.__array_interface__ = {"version": 3, "data": (first, True), "typestr": kind, "shape": shape, "strides": strides}


cdef class AgentColumns:
    """The views of a crowd's agents."""

    cdef object column(self, crowd, vector[Agent]* agents, size_t offset, str kind, bint vectors):
        import numpy as np
        cdef size_t slots = agents.size()
        cdef tuple more = (3,) if vectors else ()
        if slots == 0:
            return np.zeros((0,) + more, kind)
        if self.holder is None:
            self.holder = AgentHolder.__new__(AgentHolder)
            self.holder.crowd = crowd
        return np.asarray(AgentColumn(self.holder, <size_t>agents.data() + offset, kind, (slots,) + more,
                                      (sizeof(Agent),) + ((sizeof(double),) if vectors else ())))

    cdef int make_room(self, vector[Agent]* agents, size_t slots) except -1:
        if slots > agents.capacity() and self.holder is not None:
            self.holder.agents.swap(agents[0])
            agents.reserve(2 * slots)
            agents[0] = self.holder.agents
            self.holder.crowd = self.holder = None
        return 0
