"""is_stuck, stuck_changed and why_stuck: an agent that has a path and comes no nearer to its target."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t, uint64_t
from navpy.base.core cimport STATUS_RUNNING
from navpy.godot.agent.blocking cimport blocker_of
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent, moves_body
from navpy.godot.agent.step_smoothing cimport climb_of
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_path
from navpy.godot.binding.names cimport name_variant
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.world.engine_crowd cimport EngineCrowd, is_moved
from navpy.godot.body.stepping cimport is_before_step
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.motion.agent.agent cimport FOLLOWS_FIELD, OFF_MESH, ON_LINK, TURN_WAITS, WAITS_FOR_SEARCH, Agent, is_active, is_steered
from navpy.motion.agent.walkable cimport graph_at
from navpy.motion.crowd.crowd_agents cimport make_id, slot_of
from navpy.query.surface.raycast cimport RayHit, is_walked, raycast

cdef GdVariant* velocity_computed = name_variant(b"velocity_computed")
cdef double STUCK_TIME = 2.0        # seconds without progress after which an agent is stuck
cdef int MOST_NAMED = 4             # agents of a crowd in one line
cdef double IN_THE_WAY = 1.0        # meters between two bodies up to which the front body is in the other's way


cdef bint is_without_progress(NavAgent* agent, const Agent* core) noexcept nogil:
    """An agent whose script steers it with no velocity, or takes it across a link, is not expected to make progress."""
    if core.status != STATUS_RUNNING or not is_active(core) or agent.awaits_navmesh or agent.link_taken_over:
        return False
    return core.stall_time > STUCK_TIME \
        and (not is_steered(core) or core.script_velocity[0] != 0.0 or core.script_velocity[1] != 0.0)


cdef bint update_stuck(NavAgent* agent, double delta) noexcept nogil:
    """Emits stuck_changed where is_stuck changes."""
    cdef Agent* core = core_agent(agent)
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef bint is_stuck = is_without_progress(agent, core)
    cdef GdVariant value
    if core.position[0] == agent.last_place[0] and core.position[2] == agent.last_place[1]:
        agent.still_time += delta
    else:
        agent.still_time = 0.0
    agent.last_place[0], agent.last_place[1] = core.position[0], core.position[2]
    if is_stuck == agent.is_stuck:
        return True
    agent.is_stuck = is_stuck
    variant_from_bool(&value, is_stuck)
    emit(agent.owner, stuck_changed_signal, &value, 1)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef str member_name(const EngineCrowd* crowd, size_t slot):
    if crowd.members[slot].body != NULL:
        return node_path(crowd.members[slot].body)
    return f"agent {make_id(<int32_t>slot, crowd.data.agents[slot].generation)} of {node_path(crowd.owner)}"


cdef int add_ahead(const EngineCrowd* crowd, const Agent* core, list agents, list obstacles) except -1:
    cdef const Agent* other
    cdef double x, z
    cdef size_t slot
    for slot in range(crowd.data.agents.size()):
        other = &crowd.data.agents[slot]
        if other == core or not other.generation & 1 or not other.params.avoidance_enabled:
            continue
        x, z = other.position[0] - core.position[0], other.position[2] - core.position[2]
        if sqrt(x * x + z * z) <= core.params.radius + other.params.radius + IN_THE_WAY \
                and x * core.preferred_velocity[0] + z * core.preferred_velocity[2] > 0.0 \
                and fabs(other.position[1] - core.position[1]) <= max(core.params.height, other.params.height):
            if not crowd.members[slot].is_obstacle:
                agents.append(member_name(crowd, slot))
            elif other.params.avoidance_layers & core.params.avoidance_mask:
                obstacles.append(node_path(crowd.members[slot].body))
    return 0


cdef tuple ahead_of(NavAgent* agent, const Agent* core):
    """(node paths of the agents, of the obstacles) of all crowds that stand or move close before this agent."""
    cdef size_t i
    agents, obstacles = [], []
    if core.params.avoidance_enabled:
        add_ahead(&agent.world.crowd, core, agents, obstacles)
        for i in range(agent.world.crowds.size()):
            add_ahead(agent.world.crowds[i], core, agents, obstacles)
    return agents, obstacles


cdef bint is_led_off_navmesh(NavAgent* agent, const Agent* core) noexcept nogil:
    """True if the agent's field leads over an edge of the navmesh, less than its radius away."""
    cdef const MeshView* mesh = agent.crowd.data.mesh
    cdef double x = core.preferred_velocity[0], z = core.preferred_velocity[2], speed = sqrt(x * x + z * z)
    cdef double ahead[3]
    cdef RayHit hit
    if core.follows != FOLLOWS_FIELD or mesh == NULL or not is_walked(mesh, core.poly) or not speed > 0.0:
        return False
    ahead[0], ahead[1], ahead[2] = core.ground[0] + x * core.params.radius / speed, core.ground[1], \
        core.ground[2] + z * core.params.radius / speed
    return raycast(view_of(mesh, graph_at(mesh, agent.crowd.data.paths[slot_of(agent.id)].walkable, core.poly)), core.poly,
                   core.ground, ahead, &hit)


cdef str blocker_path(NavAgent* agent, const Agent* core):
    """Node path of what stops the body on its way. Empty: nothing."""
    cdef void* blocker = blocker_of(agent, core.preferred_velocity[0], core.preferred_velocity[2])
    return node_path(blocker) if blocker != NULL else ""


cdef bint is_stopped_by_step(NavAgent* agent, const Agent* core) noexcept nogil:
    """True if a script moves the body, and a step that move_and_climb would climb is before it."""
    cdef GdVector3 way = vector_of(core.preferred_velocity)
    return not (agent.drive_body and moves_body(agent)) and agent.body != NULL and not agent.cls.is_plane \
        and is_before_step(agent.body, &way, climb_of(agent))


cdef str why_stuck_on_link(NavAgent* agent, const Agent* core):
    """A script that has taken a link over may wait on it as long as it likes."""
    if agent.link_taken_over or core.stall_time <= STUCK_TIME and (core.moved_by_script or core.link_stall_time == 0.0):
        return ""
    blocker = blocker_path(agent, core)
    if blocker:
        return (f"{blocker} stands in the way of its link: bodies collide on links, too. Move the body yourself (take_over_link), or "
                f"give it a "
                "collision_mask without the layers of that")
    return f"it has come no nearer to the end of its link for {max(core.link_stall_time, core.stall_time):.1f} s"


cdef str why_stuck(NavAgent* agent):
    cdef const Agent* core = core_agent(agent)
    if core == NULL or core.status != STATUS_RUNNING or agent.awaits_navmesh:
        return ""
    if core.waits_for == WAITS_FOR_SEARCH:
        return "it waits for its path: more agents request one than the crowd's search budget allows in a frame"
    if core.where == ON_LINK:
        return why_stuck_on_link(agent, core)
    if core.link_turn == TURN_WAITS:
        return "it waits at a link for its turn: another agent comes across it from the other end"
    if core.where == OFF_MESH and core.stall_time > STUCK_TIME:
        return (f"it is off the navmesh, and has come no nearer to the closest point for {core.stall_time:.1f} s: "
                "its body cannot get there, such as from below a ledge")
    if core.stall_time <= STUCK_TIME and agent.sidestep_time <= 0.0 and agent.sidestep_count == 0:
        return ""
    if is_led_off_navmesh(agent, core):
        return (f"the field that it follows leads on where the navmesh ends, at ({core.position[0]:.2f}, {core.position[1]:.2f}, "
                f"{core.position[2]:.2f}): lay the field by from_navmesh, which makes walls of cells off the navmesh")
    agents, obstacles = ahead_of(agent, core)
    if obstacles:
        return f"{'an obstacle is' if len(obstacles) == 1 else 'obstacles are'} in its way: {', '.join(obstacles)}"
    blocker = blocker_path(agent, core)
    if blocker and is_stopped_by_step(agent, core):
        return (f"{blocker} is a step, which move_and_slide does not climb: the script that moves the body should call "
                f"move_and_climb(velocity) of this "
                "agent in place of it")
    blocked = f"{blocker} blocks it: bake the navmesh again if that has come or moved, or for a wider body" if blocker else ""
    unnamed = "an obstacle that is not in the navmesh blocks it, such as a wall, a step or a body"
    if agent.sidestep_time > 0.0 or agent.sidestep_count > 0:
        cause = (f"{', '.join(agents)} may block it: bodies that collide with each other need shapes no wider than their agents' "
                 f"radius"
                 if agents and (not blocker or blocker in agents) else blocked or unnamed)
        return f"its body cannot follow its velocity: {cause}; it steps aside (try {agent.sidestep_count})"
    if agents:
        named = ", ".join(agents[:MOST_NAMED]) + (", …" if len(agents) > MOST_NAMED else "")
        return f"it waits for {len(agents)} {'agent' if len(agents) == 1 else 'agents'} before it: {named}"
    if core.params.max_speed == 0.0:
        return "its max_speed is 0"
    if blocked:
        return blocked
    if agent.still_time > 0.5 * STUCK_TIME and agent.body == NULL and is_heard(agent.owner, velocity_computed):
        return (f"its body has not moved by velocity_computed for {agent.still_time:.1f} s: something that is not in the navmesh "
                "stops it, or friction does")
    if agent.still_time > 0.5 * STUCK_TIME and not is_moved(agent.crowd, slot_of(agent.id)):
        hint = "" if agent.body != NULL else ": it drives only a CharacterBody3D; move this node by velocity_computed, or put it " \
                                             "below a Crowd with move_nodes"
        return f"nobody has moved its body for {agent.still_time:.1f} s{hint}"
    return (f"it has come no nearer to its target for {core.stall_time:.1f} s: other agents push it, or its body does not follow "
            f"its velocity")
