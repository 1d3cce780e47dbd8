"""A Crowd's agents without nodes in its MultiMesh."""
from navpy.godot.crowd_node_data cimport CrowdNode

# another Crowd in a tree with the same MultiMesh; NULL: there is none
cdef CrowdNode* other_with(CrowdNode* node) noexcept nogil
cdef void enter_drawing(CrowdNode* node) noexcept nogil             # the Crowd has entered a tree
cdef void leave_drawing(CrowdNode* node) noexcept nogil
cdef void update_multimesh_users(CrowdNode* node) noexcept nogil    # after a change of the MultiMesh
cdef void draw(CrowdNode* node, double delta) noexcept nogil        # after a step, or when has_changed; delta: seconds of the frame
