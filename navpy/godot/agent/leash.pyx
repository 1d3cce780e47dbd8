"""The leash of a NavAgent. The leader may enter the tree later than the agent, or leave it, so its path is looked up in each physics
frame; an agent with a leader is processed in all of them."""
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.agent.requests cimport enable_processing, update_crowd_agent
from navpy.godot.binding.binding cimport instance_of
from navpy.godot.binding.class_spec cimport ClassData, GdNodePath, GdPackedStringArray
from navpy.godot.binding.engine cimport in_editor, node_update_warnings
from navpy.godot.binding.log cimport add_message, node_error, node_path, quoted
from navpy.godot.binding.node_paths cimport assign_path, is_empty_path, node_at
from navpy.godot.binding.packed cimport text_of_path
from navpy.motion.crowd.crowd_agents cimport NO_AGENT, AgentId
from navpy.motion.crowd.flock cimport crowd_set_leader

cdef const ClassData* agent_class = NULL


cdef void name_agent_class(const ClassData* cls) noexcept:
    global agent_class
    agent_class = cls


cdef NavAgent* agent_of(void* object) noexcept nogil:
    return <NavAgent*>instance_of(object, agent_class)


cdef void get_flock_leader(NavAgent* agent, GdNodePath* out) noexcept nogil:
    assign_path(out, &agent.flock_leader)


cdef void set_flock_leader(NavAgent* agent, const GdNodePath* path) noexcept nogil:
    assign_path(&agent.flock_leader, path)
    agent.has_leader, agent.has_leader_error = not is_empty_path(path), False
    update_crowd_agent(agent)
    if core_agent(agent) == NULL:
        return
    if in_editor():
        node_update_warnings(agent.owner)
    elif agent.has_leader:
        enable_processing(agent)
    else:
        crowd_set_leader(&agent.crowd.data, agent.id, NO_AGENT)


cdef NavAgent* leader_of(NavAgent* agent, void* node) noexcept nogil:
    """The agent of that node, if it may lead: it is another agent of the same crowd."""
    cdef NavAgent* leader = agent_of(node)
    return leader if leader != NULL and leader != agent and leader.crowd == agent.crowd and core_agent(leader) != NULL else NULL


cdef str fault_of(NavAgent* agent, void* node):
    """Why the node cannot lead the agent."""
    cdef NavAgent* leader = agent_of(node)
    name = f"flock_leader {quoted(text_of_path(&agent.flock_leader))}"
    if node == NULL:
        return f"{name}: there is no such node; set the path to a NavAgent"
    if leader == NULL:
        return f"{name}: {node_path(node)} is no NavAgent; set the path to the NavAgent of the leader"
    if leader == agent:
        return f"{name}: an agent cannot lead itself; set the path to another NavAgent"
    return f"{name}: {node_path(node)} is in another crowd; put both below the same Crowd, or below none"


cdef void update_leader(NavAgent* agent) noexcept nogil:
    """A node that cannot lead is an error, once. A leader that is not there, or not in the scene, is none: it may come."""
    cdef void* node = node_at(agent.owner, &agent.flock_leader)
    cdef NavAgent* leader = leader_of(agent, node)
    cdef NavAgent* other = agent_of(node)
    cdef AgentId id = leader.id if leader != NULL else NO_AGENT
    crowd_set_leader(&agent.crowd.data, agent.id, id)
    if node != NULL and leader == NULL and not agent.has_leader_error and (other == NULL or other.crowd != NULL):
        agent.has_leader_error = True
        with gil:
            node_error(agent.owner, fault_of(agent, node))


cdef void add_leader_warning(NavAgent* agent, GdPackedStringArray* out) noexcept:
    cdef void* node = node_at(agent.owner, &agent.flock_leader)
    if leader_of(agent, node) == NULL:
        add_message(out, agent.cls.is_plane, fault_of(agent, node) + ".")
