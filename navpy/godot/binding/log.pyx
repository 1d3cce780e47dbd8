"""Errors and warnings about nodes. Each begins with the node's path."""
from navpy.godot.binding.gd cimport GDExtensionBool, NODE_PATH, navpy_gd
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport text_of_path
from navpy.godot.binding.ptrcall cimport find_method, get

cdef const void* get_path_bind = NULL
cdef const void* is_inside_tree_bind = NULL
cdef GDExtensionBool in_editor = 0


cdef int bind_log() except -1:
    global get_path_bind, is_inside_tree_bind
    get_path_bind = find_method("Node", "get_path", 4075236667)
    is_inside_tree_bind = find_method("Node", "is_inside_tree", 36873697)
    get(find_method("Engine", "is_editor_hint", 36873697), navpy_gd.global_get_singleton(intern("Engine")), &in_editor)
    return 0


cdef str node_path(void* node):
    cdef void* path = NULL
    cdef GDExtensionBool in_tree = 0
    if node == NULL:
        return "navpy"
    get(is_inside_tree_bind, node, &in_tree)
    if not in_tree:
        return "(outside the scene tree)"
    get(get_path_bind, node, &path)
    result = text_of_path(&path)
    navpy_gd.dtor[<int>NODE_PATH](&path)
    if in_editor:                               # the editor's own nodes above the edited scene say nothing to anybody
        result = result.rpartition("/@")[2].partition("/")[2] or result
    return result


cdef void node_error(void* node, str text) noexcept:
    message = f"{node_path(node)}: {text}".encode()
    navpy_gd.print_error_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)


cdef void node_warning(void* node, str text) noexcept:
    message = f"{node_path(node)}: {text}".encode()
    navpy_gd.print_warning_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)
