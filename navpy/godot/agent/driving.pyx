"""One frame of a driven body: on the ground it moves by the agent's velocity, on a link it crosses (crossing.pyx).

A body that does not follow its velocity is blocked by an obstacle missing in the navmesh. Then it steps aside, to either side in turn
and longer each time, but never off the navmesh; from there the agent goes on along its path, or searches another. An agent within
target_desired_distance, with more than its radius to go, stands instead: its blocker is at its target, such as the body that it
pursues. An agent that touches the body of an avoided agent does neither: avoidance parts them."""
from libc.float cimport FLT_EPSILON
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint64_t
from navpy.base.core cimport STATUS_SUCCESS
from navpy.base.elementary cimport turned
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, square, subtract, to_plan, vec2
from navpy.godot.agent.blocking cimport blocker_of, is_avoided, unblocked_way
from navpy.godot.agent.crossing cimport CROSS_NOTHING, cross
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent, moves_body
from navpy.godot.agent.step_smoothing cimport climb_of
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.vector cimport plan_of
from navpy.godot.world.character_body cimport BodySettings, drive_body, face_way
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport ON_LINK, Agent, has_leash, is_active
from navpy.motion.crowd.crowd_agents cimport slot_of, stop_agent
from navpy.motion.crowd.crowd_avoidance cimport truncate_to_surface
from navpy.motion.agent.path_following cimport update_ground

cdef double BLOCKED_TIME = 0.5      # seconds without following its velocity, after which a body steps aside
cdef double FOLLOWED_SHARE = 0.25   # of where its velocity leads: a body that comes less far does not follow it
cdef double LEAST_MOTION = 1e-5     # meters or pixels a frame, CMP_EPSILON: move_and_slide takes less for none
cdef double FIRST_SIDESTEP = 0.4    # seconds; each further sidestep takes twice as long as the one before
cdef double LONGEST_SIDESTEP = 3.2  # seconds
cdef double SIDESTEP_ANGLE = 1.4    # radians, from the agent's velocity
cdef int32_t MAX_COUNT = 8          # sidesteps that are counted; from the fourth on they take LONGEST_SIDESTEP


cdef bint drive(NavAgent* agent, Agent* core, const GdVector3* velocity, double delta) noexcept nogil:
    cdef double[3] place
    cdef BodySettings settings
    if agent.body == NULL or not agent.drive_body or not (moves_body(agent) or (core != NULL and has_leash(core))):
        return False
    if not read_finite_place(agent.body, place):
        return True                                 # nobody can say where it would go
    if core == NULL or core.where != ON_LINK:
        agent.crossing.kind = CROSS_NOTHING
        drive_on_ground(agent, core, velocity, delta)
    elif not agent.link_taken_over:
        settings = agent.body_settings
        cross(agent.body, &agent.crossing, &settings, core, delta)
    return True


cdef void drive_on_ground(NavAgent* agent, Agent* core, const GdVector3* velocity, double delta) noexcept nogil:
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef GdVector3 before
    cdef GdVector3 driven = velocity[0]
    cdef BodySettings settings = agent.body_settings
    global_position(agent.body, &before)
    if core == NULL or not is_active(core):
        agent.sidestep_count, agent.sidestep_time = 0, 0.0
        forget_blocked(agent)
    elif core.stall_time < BLOCKED_TIME and agent.sidestep_time <= 0.0:
        agent.sidestep_count = 0
    if agent.sidestep_time > 0.0:
        turn_aside(agent, core, &driven, delta)
        agent.sidestep_time -= delta
    # A script that is told of the move may free this node, or add agents.
    drive_body(agent.body, &settings, climb_of(agent), &driven, delta)
    if navpy_gd.object_get_instance_from_id(id) == NULL:
        return
    core = core_agent(agent)
    if core != NULL and settings.face_velocity:
        face_way(agent.body, core, settings.turn_rate, delta)
    if core != NULL and is_active(core):
        update_sidestep(agent, core, &before, &driven, delta)


cdef void turn_aside(NavAgent* agent, Agent* core, GdVector3* velocity, double delta) noexcept nogil:
    """The preferred velocity, as a blocked body has no velocity of its own, turned by SIDESTEP_ANGLE. It is turned farther where the
    blocker is there, too, and ends where the navmesh does."""
    cdef NearestPoly at
    cdef Vec2 aside = turned(to_plan(core.preferred_velocity), -agent.sidestep_side * SIDESTEP_ANGLE)
    aside = unblocked_way(agent, aside, -agent.sidestep_side)
    if agent.crowd.data.mesh != NULL and update_ground(agent.crowd.data.mesh, core, &at):
        truncate_to_surface(agent.crowd.data.mesh, &agent.crowd.data.boundaries[slot_of(agent.id)], core, &aside, delta,
                            &agent.crowd.data.memory)
    velocity.x, velocity.z = <float>aside.x, <float>-aside.y


cdef void forget_blocked(NavAgent* agent) noexcept nogil:
    agent.blocked_time = 0.0
    agent.blocked_due = agent.blocked_moved = vec2(0.0, 0.0)


cdef bint has_followed(const NavAgent* agent) noexcept nogil:
    """True if the body has followed its velocity over all the time summed up."""
    return dot(agent.blocked_moved, agent.blocked_due) >= FOLLOWED_SHARE * square(agent.blocked_due)


cdef void update_sidestep(NavAgent* agent, const Agent* core, const GdVector3* before, const GdVector3* velocity,
                          double delta) noexcept nogil:
    """Measures how long the body has not followed its velocity. After BLOCKED_TIME the agent stops beside its target, or begins a
    sidestep."""
    cdef GdVector3 after, carried
    cdef Vec2 due = scale(plan_of(velocity), delta)
    cdef void* blocker
    global_position(agent.body, &after)
    if length(due) < max(LEAST_MOTION, FLT_EPSILON * max(fabs(after.x), fabs(after.z))):
        return                                      # less than a position can tell
    # 1. Both ways are summed up since the body last followed its velocity. In a single frame the engine may push a body pressed
    # against another back or forth by more than its velocity.
    agent.blocked_time += delta
    agent.blocked_due = add(agent.blocked_due, due)
    agent.blocked_moved = add(agent.blocked_moved, subtract(plan_of(&after), plan_of(before)))
    if not has_followed(agent):
        body_platform_velocity(agent.body, &carried)
        agent.blocked_moved = subtract(agent.blocked_moved, scale(plan_of(&carried), delta))
    if has_followed(agent):
        forget_blocked(agent)
        return
    if agent.blocked_time < BLOCKED_TIME:
        return
    # 2. A blocked body stops beside its target, is left to avoidance, or begins a sidestep.
    forget_blocked(agent)
    if core.status == STATUS_SUCCESS and core.distance_left >= core.params.radius:
        stop_agent(&agent.crowd.data, slot_of(agent.id))
        return
    blocker = blocker_of(agent, velocity.x, velocity.z)
    if blocker != NULL and is_avoided(agent, core, blocker):        # avoidance parts them, and gives one of them the right of way
        return
    agent.sidestep_side = 1 if agent.sidestep_side == 0 else -agent.sidestep_side
    agent.sidestep_time = min(FIRST_SIDESTEP * (1 << agent.sidestep_count), LONGEST_SIDESTEP)
    agent.sidestep_count = min(agent.sidestep_count + 1, MAX_COUNT)
