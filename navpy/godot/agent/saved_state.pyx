"""A NavAgent in a saved game. The state of the crowd's agent comes from the core (crowd_state). This module adds the request of the
node, the signals told so far, the state of a blocked body or on a link, and the body's place, rotation and velocity (CharacterBody3D).

Values for this build alone are a text of hexadecimal digits, `node`, as is `exact` of the core. Where that helps no more, after an
update or on another navmesh, the rest has the agent walk on: at its velocity, to its target."""
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_NONE, STATUS_FAILURE, STATUS_RUNNING
from navpy.godot.agent.nav_agent_data cimport (
    PATH_NOT_EMITTED, REQUEST_FIELD, REQUEST_NONE, REQUEST_TARGET, NavAgent, RequestKind, core_agent)
from navpy.godot.agent.requests cimport (
    enable_processing, force_velocity, forget_saved, last_read, member_of, request_in_next_frame, update_crowd_agent)
from navpy.godot.binding.class_spec cimport GdDictionary
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport put_values, values_of
from navpy.godot.world.engine_crowd cimport CrowdMember, is_moved
from navpy.godot.world.world cimport world_mesh
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.crowd.crowd_state cimport agent_values, load_agent_values


ctypedef pair[void*, size_t] Bytes

# ---- what the node knows ----

cdef void add(vector[Bytes]* fields, void* field, size_t size) except *:
    fields.push_back(Bytes(field, size))


cdef vector[Bytes] fields_of(NavAgent* agent, CrowdMember* member) except *:
    """The fields that a frame leaves to the next."""
    cdef vector[Bytes] fields
    add(&fields, &agent.is_resting, sizeof(agent.is_resting))
    add(&fields, agent.rest_place, sizeof(agent.rest_place))
    add(&fields, &agent.was_moving, sizeof(agent.was_moving))
    add(&fields, &agent.was_at_rest, sizeof(agent.was_at_rest))
    add(&fields, &agent.emitted_status, sizeof(agent.emitted_status))
    add(&fields, &agent.emitted_replans, sizeof(agent.emitted_replans))
    add(&fields, &agent.emitted_points, sizeof(agent.emitted_points))
    add(&fields, agent.next_point, sizeof(agent.next_point))
    add(&fields, &agent.has_told_link, sizeof(agent.has_told_link))
    add(&fields, agent.link_entry, sizeof(agent.link_entry))
    add(&fields, &agent.is_stuck, sizeof(agent.is_stuck))
    add(&fields, &agent.shows_moving, sizeof(agent.shows_moving))
    add(&fields, &agent.script_velocity, sizeof(agent.script_velocity))
    add(&fields, &agent.has_script_velocity, sizeof(agent.has_script_velocity))
    add(&fields, &agent.crossing, sizeof(agent.crossing))
    add(&fields, &agent.link_taken_over, sizeof(agent.link_taken_over))
    add(&fields, agent.last_place, sizeof(agent.last_place))
    add(&fields, &agent.still_time, sizeof(agent.still_time))
    add(&fields, &agent.blocked_time, sizeof(agent.blocked_time))
    add(&fields, &agent.blocked_due, sizeof(agent.blocked_due))
    add(&fields, &agent.blocked_moved, sizeof(agent.blocked_moved))
    add(&fields, &agent.sidestep_time, sizeof(agent.sidestep_time))
    add(&fields, &agent.sidestep_side, sizeof(agent.sidestep_side))
    add(&fields, &agent.sidestep_count, sizeof(agent.sidestep_count))
    add(&fields, member.position, sizeof(member.position))
    add(&fields, &member.frame, sizeof(member.frame))
    add(&fields, member.told, sizeof(member.told))
    add(&fields, member.told_before, sizeof(member.told_before))
    add(&fields, &member.shown_moving, sizeof(member.shown_moving))
    return fields


cdef bytes node_bytes(NavAgent* agent):
    cdef CrowdMember* member = member_of(agent)
    cdef int64_t frame = member.frame
    cdef Bytes field
    member.frame -= last_read(agent)
    out = b"".join([(<char*>field.first)[:field.second] for field in fields_of(agent, member)])
    member.frame = frame
    return out


cdef bint read_node(NavAgent* agent, bytes given) except -1:
    """False: they are of another build."""
    cdef CrowdMember* member = member_of(agent)
    cdef vector[Bytes] fields = fields_of(agent, member)
    cdef const char* at = given
    cdef size_t size = 0
    cdef Bytes field
    for field in fields:
        size += field.second
    if <size_t>len(given) != size:
        return False
    for field in fields:
        memcpy(field.first, at, field.second)
        at += field.second
    agent.emitted_points = min(max(agent.emitted_points, 0), <int32_t>(agent.crowd.data.paths[slot_of(agent.id)].points.size() // 3))
    member.frame += last_read(agent)
    if is_moved(agent.crowd, slot_of(agent.id)):
        read_place(agent.parent, member.position)
    return True


# ---- saving ----

cdef list numbers_of(const GdVector3* from_engine):
    return [from_engine.x, from_engine.y, from_engine.z]


cdef dict state_of(NavAgent* agent):
    cdef GdVector3 place
    cdef GdVector3 rotation
    cdef GdVector3 velocity
    cdef bint follows_field = agent.request == REQUEST_FIELD
    cdef dict values = agent_values(&agent.crowd.data, agent.id)
    global_position(agent.parent, &place)
    rotation.x = rotation.y = rotation.z = velocity.x = velocity.y = velocity.z = 0
    if agent.cls.is_plane:
        rotation.z = <float>flat_rotation(agent.parent)
    else:
        get_rotation(agent.parent, &rotation)
    if agent.body != NULL:
        body_velocity(agent.body, &velocity)
    values.update(request=<int>REQUEST_NONE if follows_field else <int>agent.request, refusal=agent.refusal,
                  target=numbers_of(&agent.target),
                  place=numbers_of(&place), rotation=numbers_of(&rotation), body_velocity=numbers_of(&velocity),
                  node=node_bytes(agent).hex())
    if agent.awaits_navmesh:
        values["status"] = STATUS_RUNNING
    elif agent.refusal != REASON_NONE:
        values["status"], values["reason"] = STATUS_FAILURE, agent.refusal
    return values


cdef void save_state(NavAgent* agent, GdDictionary* out) noexcept nogil:
    with gil:
        try:
            if agent.saved != NULL:                     # it was loaded, and nothing has come of it yet
                put_values(out, <dict><object>agent.saved)
            elif core_agent(agent) == NULL:
                node_error(agent.owner, "save_state: the agent is not inside the scene tree under a Node3D, and has nothing to save")
            else:
                put_values(out, state_of(agent))
        except Exception as error:
            node_error(agent.owner, f"save_state: {str(error) or 'there is no memory for it'}")


# ---- loading ----

cdef GdVector3 vector_from(dict values, str name) except *:
    cdef GdVector3 out
    triple = values[name]
    out.x, out.y, out.z = <float><double>triple[0], <float><double>triple[1], <float><double>triple[2]
    return out


cdef int place_body(NavAgent* agent, const GdVector3* place, const GdVector3* rotation, const GdVector3* velocity) noexcept nogil:
    set_global_position(agent.parent, place)
    if agent.cls.is_plane:
        set_flat_rotation(agent.parent, rotation.z)
    else:
        set_rotation(agent.parent, rotation)
    if agent.body != NULL:
        body_set_velocity(agent.body, velocity)
    return 0


cdef bint resume(NavAgent* agent, dict values) except -1:
    """The navmesh is there, or none will be. True: the agent goes on exactly as when it was saved."""
    cdef GdVector3 velocity
    cdef Agent* core
    cdef bint is_exact
    update_crowd_agent(agent)
    is_exact = load_agent_values(&agent.crowd.data, agent.id, values)
    core = core_agent(agent)
    if not is_exact or not read_node(agent, bytes.fromhex(values.get("node", ""))):
        is_exact = False
        agent.emitted_status, agent.emitted_replans = core.status, PATH_NOT_EMITTED
        velocity.x, velocity.y, velocity.z = <float>core.velocity[0], 0, <float>core.velocity[2]
        force_velocity(agent, &velocity)
    update_crowd_agent(agent)
    enable_processing(agent)
    return is_exact


cdef bint start(NavAgent* agent, dict values) except -1:
    cdef GdVector3 place = vector_from(values, "place")
    cdef GdVector3 rotation = vector_from(values, "rotation")
    cdef GdVector3 velocity = vector_from(values, "body_velocity")
    cdef GdVector3 target = vector_from(values, "target")
    cdef int request = int(values["request"]), refusal = int(values["refusal"])
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    if not REQUEST_NONE <= request <= REQUEST_TARGET or not 0 <= refusal <= 255:
        raise ValueError("state: its request is none that there is")
    with nogil:
        place_body(agent, &place, &rotation, &velocity)     # which may run a script
    if navpy_gd.object_get_instance_from_id(id) == NULL or core_agent(agent) == NULL:
        return False
    agent.request, agent.refusal, agent.target, agent.awaits_navmesh = <RequestKind>request, <uint8_t>refusal, target, False
    if world_mesh(agent.world) == NULL and agent.world.baking_count > 0:
        Py_INCREF(values)
        agent.saved = <PyObject*>values
        request_in_next_frame(agent)
        return False
    return resume(agent, values)


cdef uint8_t load_state(NavAgent* agent, const GdDictionary* state) noexcept nogil:
    cdef bint is_exact = False
    forget_saved(agent)
    with gil:
        try:
            if core_agent(agent) == NULL:
                node_error(agent.owner, "load_state: the agent is not inside the scene tree under a Node3D; add it first, and "
                                        "nothing has changed")
            else:
                is_exact = start(agent, values_of(state))
        except Exception as error:
            node_error(agent.owner, f"load_state takes what save_state has returned; {type(error).__name__}: {error}")
    return is_exact


cdef void resume_saved(NavAgent* agent) noexcept nogil:
    if world_mesh(agent.world) == NULL and agent.world.baking_count > 0:
        return
    with gil:
        agent.awaits_navmesh = False
        values = <dict><object>agent.saved
        try:
            resume(agent, values)
        except Exception as error:
            node_error(agent.owner, f"load_state: {error}")
    forget_saved(agent)
