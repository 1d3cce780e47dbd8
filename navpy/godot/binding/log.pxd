"""Errors and warnings about nodes, in the engine's log and in the editor's."""

cdef str node_path(void* node)                          # where it is in the scene tree
cdef str class_of(void* object)
cdef void node_error(void* node, str text) noexcept     # NULL: about no node
cdef void node_warning(void* node, str text) noexcept
