"""Errors and warnings about nodes and other objects, in the engine's log and in the editor's."""

cdef str node_path(void* node)                          # where it is in the scene tree; of an object that is no node its class
cdef str class_of(void* object)
# With the names of the plane's classes where the node or object is of one. NULL: about none.
cdef void node_error(void* node, str text) noexcept
cdef void node_warning(void* node, str text) noexcept
