"""Level of detail of a Crowd: the points near which its agents make every step."""
from navpy.godot.binding.class_spec cimport ClassSpec, Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.crowd_node_data cimport CrowdNode

cdef void make_focus(CrowdNode* node) noexcept nogil
cdef void apply_steps(CrowdNode* node) noexcept nogil               # after a change of focus_steps
cdef void free_focus(CrowdNode* node) noexcept nogil
cdef void update_focus(CrowdNode* node) noexcept nogil              # before each step of a crowd in the tree
cdef int declare_focus(ClassSpec[CrowdNode]* c) except -1
