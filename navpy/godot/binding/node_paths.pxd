"""NodePaths that a node or resource keeps."""
from navpy.godot.binding.class_spec cimport GdNodePath

cdef void make_path(GdNodePath* path) noexcept nogil                # an empty path, in memory that holds none
cdef void free_path(GdNodePath* path) noexcept nogil
cdef void assign_path(GdNodePath* path, const GdNodePath* value) noexcept nogil
cdef bint is_empty_path(const GdNodePath* path) noexcept nogil
# the root of the scene that it was saved in; NULL: a script made it
cdef void* owner_of(void* node) noexcept nogil
cdef void* node_at(void* node, const GdNodePath* path) noexcept nogil       # from that node; NULL: there is none
