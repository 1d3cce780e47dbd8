"""Who gets no further: is_stuck, why_stuck, and the way round what is in no navmesh.

A driven body that does not follow its velocity is held up by something that the navmesh does not know. Then it steps aside, to one side
and to the other in turn and longer each time, but never off the navmesh; from there its way is looked for as ever."""
from libc.math cimport cos, fabs, sin, sqrt
from libc.stdint cimport int32_t, uint64_t
from navpy.base.core cimport STATUS_RUNNING
from navpy.godot.world.body cimport drive_body
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_path
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport keep_on_surface
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.crowd.path_following cimport update_ground
from navpy.base.vec2 cimport Vec2, vec2

cdef double STUCK = 2.0             # seconds without headway after which an agent is stuck
cdef double HELD_UP = 0.5           # seconds that a body has not followed its velocity, after which it steps aside
cdef double FOLLOWS = 0.25          # of the way that its velocity leads: a body that goes so far follows it
cdef double ASIDE = 0.4             # seconds that it steps aside at first
cdef double LONGEST_ASIDE = 3.2     # seconds
cdef double ASIDE_TURN = 1.4        # radians from its way
cdef double IN_THE_WAY = 1.0        # meters between two agents up to which the one ahead is in the way of the other


# ---- bodies that are held up ------------------------------------------------------------------------------------

cdef void step_aside(NavAgent* agent, Agent* core, GdVector3* velocity, double delta) noexcept nogil:
    """Turns the velocity aside, as far as there is navmesh."""
    cdef double turn = agent.side * ASIDE_TURN
    cdef NearestPoly at
    cdef Vec2 aside = vec2(velocity.x * cos(turn) - velocity.z * sin(turn), -(velocity.x * sin(turn) + velocity.z * cos(turn)))
    if agent.crowd.data.mesh != NULL and update_ground(agent.crowd.data.mesh, core, &at):
        keep_on_surface(agent.crowd.data.mesh, agent.crowd.data.paths[slot_of(agent.id)].walkable, core, &aside, delta, &agent.crowd.data.memory)
    velocity.x, velocity.z = <float>aside.x, <float>-aside.y
    agent.sidesteps -= delta


cdef void note_hold(NavAgent* agent, const GdVector3* before, const GdVector3* velocity, double delta) noexcept nogil:
    """How long the body has not followed its velocity; long enough, and it will step aside."""
    cdef GdVector3 after
    cdef double speed = sqrt(velocity.x * velocity.x + velocity.z * velocity.z), moved
    cdef int32_t _i
    if not speed > 0.0 or not delta > 0.0:
        return
    global_position(agent.body, &after)
    moved = ((after.x - before.x) * velocity.x + (after.z - before.z) * velocity.z) / speed
    if moved >= FOLLOWS * speed * delta:
        agent.held_up = 0.0
        return
    agent.held_up += delta
    if agent.held_up < HELD_UP:
        return
    agent.side = 1 if agent.side == 0 else -agent.side
    agent.sidesteps = ASIDE
    for _i in range(agent.tries):
        agent.sidesteps = min(2.0 * agent.sidesteps, LONGEST_ASIDE)
    agent.tries = min(agent.tries + 1, 8)
    agent.held_up = 0.0


cdef void drive_round(NavAgent* agent, Agent* core, const GdVector3* velocity, bint turns, double delta) noexcept nogil:
    cdef GdVector3 before
    cdef GdVector3 wanted = velocity[0]
    global_position(agent.body, &before)
    if core == NULL or not core.active:
        agent.tries, agent.sidesteps, agent.held_up = 0, 0.0, 0.0
    elif core.stall_time < HELD_UP and agent.sidesteps <= 0.0:
        agent.tries = 0
    if agent.sidesteps > 0.0:
        step_aside(agent, core, &wanted, delta)
    drive_body(agent.body, &agent.body_settings,
               agent.crowd.data.mesh.climb if agent.crowd != NULL and agent.crowd.data.mesh != NULL else 0, &wanted, turns, delta)
    if core != NULL and core.active:
        note_hold(agent, &before, &wanted, delta)


# ---- telling ----------------------------------------------------------------------------------------------------

cdef bint gets_no_further(NavAgent* agent, const Agent* core) noexcept nogil:
    """On its way, and no nearer for a while. A script that steers it nowhere, or takes it across a link, has it stand."""
    if core.status != STATUS_RUNNING or not core.active or agent.waiting or agent.link_taken:
        return False
    return core.stall_time > STUCK and (not core.has_external_velocity or core.external_velocity[0] != 0.0 or core.external_velocity[1] != 0.0)


cdef bint note_trouble(NavAgent* agent, double delta) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef bint now = gets_no_further(agent, core)
    cdef GdVariant value
    agent.stood = agent.stood + delta if core.position[0] == agent.was_at[0] and core.position[2] == agent.was_at[1] else 0.0
    agent.was_at[0], agent.was_at[1] = core.position[0], core.position[2]
    if now == agent.is_stuck:
        return True
    agent.is_stuck = now
    variant_from_bool(&value, now)
    emit(agent.owner, stuck_changed_signal, &value, 1)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef list others_ahead(NavAgent* agent, const Agent* core):
    """Node paths of the agents that stand or walk close before this one."""
    cdef EngineCrowd* crowd = agent.crowd
    cdef const Agent* other
    cdef double x, z
    cdef size_t slot
    found = []
    for slot in range(crowd.data.agents.size()):
        other = &crowd.data.agents[slot]
        if other == core or not other.generation & 1 or not other.params.avoidance_enabled:
            continue
        x, z = other.position[0] - core.position[0], other.position[2] - core.position[2]
        if sqrt(x * x + z * z) <= core.params.radius + other.params.radius + IN_THE_WAY \
                and x * core.preferred_velocity[0] + z * core.preferred_velocity[2] > 0.0 \
                and fabs(other.position[1] - core.position[1]) <= max(core.params.height, other.params.height):
            found.append(node_path(crowd.members[slot].body))
    return found


cdef str why_stuck(NavAgent* agent):
    """One sentence on what keeps an agent that is on its way."""
    cdef const Agent* core = core_agent(agent)
    if core == NULL or core.status != STATUS_RUNNING or agent.waiting:
        return ""
    if core.awaits_search:
        return "it waits for its turn to search a path: more agents ask than the crowd's search budget allows in a frame"
    if core.link >= 0:
        return "" if core.link_stall_time == 0.0 else f"it has come no nearer to the end of the link it is on for {core.link_stall_time:.1f} s"
    if agent.sidesteps > 0.0 or agent.tries > 0:
        return ("its body cannot follow its velocity: something stops it that the navmesh does not know, such as a wall, a step or a "
                f"body; it steps aside (try {agent.tries})")
    if core.stall_time <= STUCK:
        return ""
    ahead = others_ahead(agent, core) if core.params.avoidance_enabled else []
    if ahead:
        return f"it waits for {len(ahead)} {'agent' if len(ahead) == 1 else 'agents'} before it: {', '.join(ahead)}"
    if core.params.max_speed == 0.0:
        return "its max_speed is 0"
    if agent.stood > 0.5 * STUCK:
        hint = "" if agent.body != NULL else ": it drives only a CharacterBody3D; move this node by velocity_computed, or put it below a " \
                                             "Crowd with move_nodes"
        return f"nobody has moved its body for {agent.stood:.1f} s{hint}"
    return f"it has come no nearer to its target for {core.stall_time:.1f} s: others push it, or what moves its body does not follow it"
