"""Arrays of a Crowd's agents: ids, places, velocities, statuses, and data for animations."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_NO_NAVMESH, STATUS_RUNNING
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport left_of
from navpy.godot.binding.gd cimport PACKED_BYTE_ARRAY, GdVector3
from navpy.godot.binding.packed cimport fill_floats, fill_ints, fill_longs, resize_vectors, resized_elements
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.crowd_node_data cimport OwnAgent
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport distance_to_stop, turn_ahead
from navpy.motion.crowd.crowd_agents cimport crowd_agent


cdef bint awaits_navmesh(const CrowdNode* node, const Agent* agent) noexcept nogil:
    """True if the navmesh of its request is still being baked; the agent walks as soon as the bake is done."""
    return agent.reason == REASON_NO_NAVMESH and node.world != NULL and node.world.baking_count > 0


cdef uint8_t status_of(CrowdNode* node, AgentId id) noexcept nogil:
    cdef const Agent* agent = crowd_agent(&node.crowd.data, id)
    return <uint8_t>(STATUS_RUNNING if awaits_navmesh(node, agent) else agent.status)


cdef void get_agents(CrowdNode* node, GdPackedInt64Array* out) noexcept nogil:
    cdef vector[AgentId] ids
    cdef size_t i
    for i in range(node.own.size()):
        ids.push_back(node.own[i].id)
    fill_longs(out, <const int64_t*>ids.data(), <int64_t>ids.size())


cdef void write_vectors(CrowdNode* node, bint velocities, GdPackedVector3Array* out) noexcept nogil:
    cdef Agent* agent
    cdef const double* value
    cdef GdVector3* vectors = resize_vectors(out, <int64_t>node.own.size())
    cdef size_t i
    for i in range(node.own.size()):
        agent = crowd_agent(&node.crowd.data, node.own[i].id)
        value = agent.position
        if velocities:
            value = agent.velocity
        vectors[i] = vector_of(value)


cdef void get_positions(CrowdNode* node, GdPackedVector3Array* out) noexcept nogil:
    write_vectors(node, False, out)


cdef void get_velocities(CrowdNode* node, GdPackedVector3Array* out) noexcept nogil:
    write_vectors(node, True, out)


cdef void get_statuses(CrowdNode* node, GdPackedInt32Array* out) noexcept nogil:
    cdef vector[int32_t] statuses
    cdef size_t i
    for i in range(node.own.size()):
        statuses.push_back(status_of(node, node.own[i].id))
    fill_ints(out, statuses.data(), <int64_t>statuses.size())


cdef enum Measure:
    SMOOTHED_SPEED
    TURNING_SPEED
    TURN_AHEAD
    DISTANCE_TO_STOP


cdef double measure_of(const OwnAgent* own, const Agent* agent, Measure measure) noexcept nogil:
    if measure == SMOOTHED_SPEED:
        return agent.smoothed_speed
    if measure == TURNING_SPEED:
        return agent.turning_speed
    if measure == TURN_AHEAD:
        return turn_ahead(agent, left_of(unit_vector(own.yaw)))
    return distance_to_stop(agent, agent.distance_left)


cdef void write_measures(CrowdNode* node, Measure measure, GdPackedFloat32Array* out) noexcept nogil:
    cdef vector[float] values
    cdef size_t i
    for i in range(node.own.size()):
        values.push_back(<float>measure_of(&node.own[i], crowd_agent(&node.crowd.data, node.own[i].id), measure))
    fill_floats(out, values.data(), <int64_t>values.size())


cdef void get_smoothed_speeds(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil:
    write_measures(node, SMOOTHED_SPEED, out)


cdef void get_turning_speeds(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil:
    write_measures(node, TURNING_SPEED, out)


cdef void get_turns_ahead(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil:
    write_measures(node, TURN_AHEAD, out)


cdef void get_distances_to_stop(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil:
    write_measures(node, DISTANCE_TO_STOP, out)


cdef void get_moving(CrowdNode* node, GdPackedByteArray* out) noexcept nogil:
    cdef uint8_t* moving = <uint8_t*>resized_elements(PACKED_BYTE_ARRAY, out, <int64_t>node.own.size())
    cdef size_t i
    for i in range(node.own.size()):
        moving[i] = crowd_agent(&node.crowd.data, node.own[i].id).shows_moving
