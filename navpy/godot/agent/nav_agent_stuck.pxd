"""What keeps a NavAgent from getting on, and what it does about it."""
from navpy.godot.binding.gd cimport GdVariant, GdVector3
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.motion.crowd.agent cimport Agent

cdef GdVariant* stuck_changed_signal

# Drives the body for a frame; round what stops it but is in no navmesh, as far as the navmesh goes.
cdef void drive_round(NavAgent* agent, Agent* core, const GdVector3* velocity, bint turns, double delta) noexcept nogil
cdef bint note_trouble(NavAgent* agent, double delta) noexcept nogil    # false: a handler has freed the node or taken it out of the tree
cdef str why_stuck(NavAgent* agent)                                     # "": nothing is wrong
