"""The last states of a crowd's agent, by name."""
from navpy.motion.agent.agent cimport Agent

cdef dict trail_of(const Agent* agent)
