"""Errors and warnings about nodes and other objects, in the engine's log and in the editor's."""

from navpy.godot.binding.gd cimport GdString

cdef str node_path(void* node)                          # quoted: where it is in the scene tree; of an object that is no node its class
cdef str class_of(void* object)
# A user's words in a message: they stay as they are, where the message itself is worded for the plane.
cdef str quoted(str text)
# The message to a String that exists already, or to a PackedStringArray; plane: with the names of the plane's classes.
cdef void put_message(GdString* string, bint plane, str text) noexcept
cdef void add_message(void* packed_string_array, bint plane, str text) except *
# With the names of the plane's classes where the node or object is of one. NULL: about none.
cdef void node_error(void* node, str text) noexcept
cdef void node_warning(void* node, str text) noexcept
