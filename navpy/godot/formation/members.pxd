"""The members of a NavFormation: which agents they are, and which of them are in the ranks."""
from libc.stdint cimport int32_t, uint64_t
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.formation.nav_formation_data cimport FormationAgent, NavFormation

cdef NavAgent* agent_at(NavFormation* formation, void* node) noexcept nogil    # of a NavAgent, or of the body above one; NULL: neither
cdef FormationAgent* find_member(NavFormation* formation, const NavAgent* agent) noexcept nogil     # NULL: the agent is no member
cdef void add_agent(NavFormation* formation, NavAgent* agent, bint is_added) noexcept nogil
cdef void release_member(FormationAgent* member) noexcept nogil  # the formation no longer leads it, and its agent stands still
# has_new_ranks, where others than before are in the ranks
cdef void update_members(NavFormation* formation) noexcept nogil
cdef void* leader_of(NavFormation* formation) noexcept nogil                    # its Node3D; NULL: none, or it was freed
cdef int32_t leading_member(NavFormation* formation) noexcept nogil             # index in `present` of the leader, −1: it is no member
