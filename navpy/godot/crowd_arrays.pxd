"""Arrays of a Crowd's agents without nodes, an element each, in the order of drawing."""
from libc.stdint cimport uint8_t
from navpy.godot.binding.class_spec cimport (
    GdPackedByteArray, GdPackedFloat32Array, GdPackedInt32Array, GdPackedInt64Array, GdPackedVector3Array)
from navpy.godot.crowd_node_data cimport CrowdNode
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport AgentId

cdef bint awaits_navmesh(const CrowdNode* node, const Agent* agent) noexcept nogil       # that is being baked
cdef uint8_t status_of(CrowdNode* node, AgentId id) noexcept nogil
cdef void get_agents(CrowdNode* node, GdPackedInt64Array* out) noexcept nogil
cdef void get_positions(CrowdNode* node, GdPackedVector3Array* out) noexcept nogil
cdef void get_velocities(CrowdNode* node, GdPackedVector3Array* out) noexcept nogil
cdef void get_statuses(CrowdNode* node, GdPackedInt32Array* out) noexcept nogil
cdef void get_smoothed_speeds(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil
cdef void get_turning_speeds(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil
cdef void get_turns_ahead(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil
cdef void get_distances_to_stop(CrowdNode* node, GdPackedFloat32Array* out) noexcept nogil
cdef void get_moving(CrowdNode* node, GdPackedByteArray* out) noexcept nogil
