"""Requests of a NavAgent, started by requestPath or target_position, and their results."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.agent.nav_agent_data cimport NavAgent, RequestKind
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.world.engine_crowd cimport CrowdMember
from navpy.motion.agent.agent cimport Agent

cdef int make_request(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil   # StatusCode
# StatusCode. field_id: instance id of a NavFlowField
cdef int follow_field(NavAgent* agent, uint64_t field_id, int64_t goal_set) noexcept nogil
cdef int fail_request(NavAgent* agent, int reason) noexcept nogil             # StatusCode
cdef void request_again(NavAgent* agent) noexcept nogil                 # a new path to the same target, if one is wanted
cdef void request_in_next_frame(NavAgent* agent) noexcept nogil         # when the scene is complete
cdef int status_of(NavAgent* agent) noexcept nogil                      # StatusCode
cdef int reason_of(NavAgent* agent) noexcept nogil                      # ReasonCode
cdef str reason_text(NavAgent* agent)                                   # a sentence with the remedy
cdef void update_crowd_agent(NavAgent* agent) noexcept nogil            # the crowd's agent has the node's parameters
cdef void update_steering(NavAgent* agent) noexcept nogil               # likewise, after its script has set a velocity
cdef void update_rest(NavAgent* agent, const Agent* core) noexcept nogil
# the physics frame before the next in which bodies are read
cdef int64_t last_read(NavAgent* agent) noexcept nogil
cdef void force_velocity(NavAgent* agent, const GdVector3* velocity) noexcept nogil    # the body has it, whatever is measured of it
cdef NavAgent* other_agent(NavAgent* agent) noexcept nogil              # another agent of the same body, NULL: there is none
cdef void forget_saved(NavAgent* agent) noexcept nogil                  # a loaded state that waits for its navmesh
cdef void enable_processing(NavAgent* agent) noexcept nogil             # in the next physics frame
cdef CrowdMember* member_of(NavAgent* agent) noexcept nogil                  # NULL: the agent is in no crowd
