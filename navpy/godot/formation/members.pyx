"""The members of a NavFormation: the NavAgents below it, or added by a script."""
from libc.stdint cimport int32_t
from libc.string cimport memset
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_NONE, REASON_STOPPED
from navpy.godot.agent.leash cimport agent_of
from navpy.godot.agent.nav_agent_data cimport REQUEST_PATH, NavAgent, core_agent
from navpy.godot.agent.requests cimport fail_request
from navpy.godot.binding.binding cimport instance_of
from navpy.godot.binding.class_spec cimport Instance        # no-cython-lint: it sees no use in a cast
from navpy.godot.binding.engine cimport node_parent
from navpy.godot.binding.gd cimport navpy_gd
from navpy.godot.formation.nav_formation_data cimport FormationAgent, NavFormation
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.agent.agent_state cimport release


# ---- which agents ----

cdef NavAgent* agent_at(NavFormation* formation, void* node) noexcept nogil:
    cdef NavAgent* agent = agent_of(node)
    cdef size_t i
    if agent != NULL:
        return agent if agent.cls.is_plane == formation.cls.is_plane else NULL
    if formation.world == NULL or node == NULL:
        return NULL
    for i in range(formation.world.listeners.size()):
        agent = listening_agent(formation.world, i)
        if agent != NULL and agent.parent == node:
            return agent
    return NULL


cdef NavAgent* listening_agent(NavigationMap* world, size_t i) noexcept nogil:
    """NULL: this listener is no agent."""
    return agent_of((<Instance*>world.listeners[i].instance).owner)


cdef FormationAgent* find_member(NavFormation* formation, const NavAgent* agent) noexcept nogil:
    cdef size_t i
    for i in range(formation.members.size()):
        if formation.members[i].agent == agent and is_alive(&formation.members[i]):
            return &formation.members[i]
    return NULL


cdef inline bint is_alive(const FormationAgent* member) noexcept nogil:
    return navpy_gd.object_get_instance_from_id(member.node) != NULL


cdef bint is_below(NavFormation* formation, void* node) noexcept nogil:
    """True if this formation is the nearest above the node."""
    node = node_parent(node)
    while node != NULL:
        if node == formation.owner:
            return True
        if instance_of(node, formation.cls) != NULL:
            return False
        node = node_parent(node)
    return False


cdef void add_agent(NavFormation* formation, NavAgent* agent, bint is_added) noexcept nogil:
    cdef FormationAgent* known = find_member(formation, agent)
    cdef FormationAgent member
    if known != NULL:
        known.is_added = known.is_added or is_added
        known.is_away = known.is_away and not is_added
        return
    memset(&member, 0, sizeof(member))
    member.node, member.agent, member.is_added = navpy_gd.object_get_instance_id(agent.owner), agent, is_added
    formation.members.push_back(member)


cdef void release_member(FormationAgent* member) noexcept nogil:
    cdef NavAgent* agent = member.agent
    if not member.is_led or not is_alive(member):
        return
    member.is_led = member.is_late = False
    if core_agent(agent) != NULL:
        release(core_agent(agent))
    if not was_taken(member):               # outside the tree its request waits
        fail_request(agent, REASON_STOPPED)


cdef void collect_nodes(NavFormation* formation) noexcept nogil:
    """Add agents below the formation now, and drop agents that are no longer there."""
    cdef NavAgent* agent
    cdef size_t i = 0
    formation.has_new_nodes = False
    while i < formation.members.size():
        if formation.members[i].is_added or not is_alive(&formation.members[i]) or formation.members[i].agent.world == NULL \
                or is_below(formation, formation.members[i].agent.owner):
            i += 1
        else:
            release_member(&formation.members[i])
            formation.members.erase(formation.members.begin() + i)
            formation.has_new_ranks = True      # indices have changed
    for i in range(formation.world.listeners.size()):
        agent = listening_agent(formation.world, i)
        if agent != NULL and is_below(formation, agent.owner):
            add_agent(formation, agent, False)


# ---- who is in the ranks ----

cdef bint was_taken(const FormationAgent* member) noexcept nogil:
    """True if a script has stopped the member's agent, or sent it elsewhere."""
    cdef const NavAgent* agent = member.agent
    return agent.request != REQUEST_PATH or agent.refusal != REASON_NONE or agent.target.x != member.target.x \
        or agent.target.y != member.target.y or agent.target.z != member.target.z


cdef bint is_present(NavFormation* formation, FormationAgent* member) noexcept nogil:
    if member.is_led and core_agent(member.agent) != NULL and was_taken(member):
        release(core_agent(member.agent))
        member.is_led, member.is_away = False, True
    return not member.is_away and member.agent.world == formation.world and core_agent(member.agent) != NULL


cdef void update_members(NavFormation* formation) noexcept nogil:
    cdef vector[int32_t] present
    cdef double widest = 0.0
    cdef size_t i = 0
    if formation.has_new_nodes:
        collect_nodes(formation)
    while i < formation.members.size():
        if is_alive(&formation.members[i]):
            if is_present(formation, &formation.members[i]):
                present.push_back(<int32_t>i)
                widest = max(widest, 2.0 * formation.members[i].agent.params.radius)
            i += 1
        else:
            formation.members.erase(formation.members.begin() + i)
            formation.has_new_ranks = True      # indices have changed
    if present != formation.present or widest != formation.widest:
        formation.present.swap(present)
        formation.widest, formation.has_new_ranks = widest, True


cdef void* leader_of(NavFormation* formation) noexcept nogil:
    return navpy_gd.object_get_instance_from_id(formation.leader) if formation.leader != 0 else NULL


cdef int32_t leading_member(NavFormation* formation) noexcept nogil:
    cdef void* leader = leader_of(formation)
    cdef size_t i
    for i in range(formation.present.size()):
        if leader != NULL and formation.members[formation.present[i]].agent.parent == leader:
            return <int32_t>i
    return -1
