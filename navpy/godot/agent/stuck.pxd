"""The test whether a NavAgent is stuck, and the reason."""
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.gd cimport GdVariant
from navpy.motion.agent.agent cimport Agent

cdef GdVariant* stuck_changed_signal

cdef bint is_without_progress(NavAgent* agent, const Agent* core) noexcept nogil
# false: a handler has freed the node or taken it out of the tree
cdef bint update_stuck(NavAgent* agent, double delta) noexcept nogil
cdef str why_stuck(NavAgent* agent)                                     # "": the agent is not stuck
