"""The signals of a NavAgent's movement, and the readings that animations are chosen by."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from navpy.base.vec2 cimport to_world, vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3, navpy_gd
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.binding.vector cimport vector_of
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport WayAhead, braking_distance, look_ahead, turn_ahead
from navpy.motion.crowd.crowd_agents cimport slot_of


cdef bint update_moving(NavAgent* agent) noexcept nogil:
    """Emits movement_started or movement_stopped where shows_moving changes."""
    cdef bint moves = core_agent(agent).shows_moving
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    agent.crowd.members[slot_of(agent.id)].shown_moving = moves
    if moves == agent.shows_moving:
        return True
    agent.shows_moving = moves
    emit(agent.owner, movement_started_signal if moves else movement_stopped_signal, NULL, 0)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef uint8_t get_shows_moving(NavAgent* agent) noexcept nogil:
    """As the signals have told; outside the tree nobody walks."""
    return agent.shows_moving and core_agent(agent) != NULL


cdef double get_smoothed_speed(NavAgent* agent) noexcept nogil:
    cdef const Agent* core = core_agent(agent)
    return core.smoothed_speed if core != NULL else 0.0


cdef GdVector3 get_smoothed_velocity(NavAgent* agent) noexcept nogil:
    cdef const Agent* core = core_agent(agent)
    cdef double[3] velocity = [0.0, 0.0, 0.0]
    if core != NULL:
        to_world(vec2(core.smoothed_velocity[0], core.smoothed_velocity[1]), 0.0, velocity)
    return vector_of(velocity)


cdef double get_turning_speed(NavAgent* agent) noexcept nogil:
    cdef const Agent* core = core_agent(agent)
    return core.turning_speed if core != NULL else 0.0


cdef double get_turn_ahead(NavAgent* agent) noexcept nogil:
    """From the front of the body. Outside the main thread, where the engine does not tell it, from the heading of the velocity."""
    cdef const Agent* core = core_agent(agent)
    cdef GdTransform3D frame
    if core == NULL:
        return 0.0
    if not on_main_thread():
        return turn_ahead(core, vec2(core.smoothed_velocity[0], core.smoothed_velocity[1]))
    global_transform(agent.parent, &frame)
    if agent.cls.is_plane:                                              # the front is +X
        return turn_ahead(core, vec2(frame.basis[0], -frame.basis[6]))  # the plan's y is −z
    return turn_ahead(core, vec2(-frame.basis[2], frame.basis[8]))


cdef void way_ahead(NavAgent* agent, WayAhead* ahead) noexcept nogil:
    """From the present place of the body; outside the main thread, where the engine does not tell it, from where the crowd saw it."""
    cdef const Agent* core = core_agent(agent)
    cdef double place[3]
    memset(ahead, 0, sizeof(ahead[0]))
    if core == NULL:
        return
    if not on_main_thread() or not read_finite_place(agent.parent, place):
        place[0], place[1], place[2] = core.position[0], core.position[1], core.position[2]
    look_ahead(core, &agent.crowd.data.paths[slot_of(agent.id)], place, ahead)


cdef GdVector3 get_next_corner(NavAgent* agent) noexcept nogil:
    cdef WayAhead ahead
    way_ahead(agent, &ahead)
    return vector_of(ahead.corner)


cdef double get_distance_to_corner(NavAgent* agent) noexcept nogil:
    cdef WayAhead ahead
    way_ahead(agent, &ahead)
    return ahead.distance


cdef double get_corner_angle(NavAgent* agent) noexcept nogil:
    cdef WayAhead ahead
    way_ahead(agent, &ahead)
    return ahead.angle


cdef double get_braking_distance(NavAgent* agent) noexcept nogil:
    cdef const Agent* core = core_agent(agent)
    return braking_distance(core) if core != NULL else 0.0
