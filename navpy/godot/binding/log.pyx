"""Errors and warnings about nodes and other objects. Each begins with the node's path, or with the object's class."""
from navpy.godot.binding.gd cimport GDExtensionBool, GdString, NODE_PATH, STRING, navpy_gd
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport strings_append, text_of, text_of_path
from navpy.godot.binding.plane cimport in_use, is_flat, renamed
from navpy.godot.binding.ptrcall cimport find_class, find_method, get

cdef const void* NODE_GET_PATH = find_method(b"Node", b"get_path", 4075236667)
cdef const void* NODE_IS_INSIDE_TREE = find_method(b"Node", b"is_inside_tree", 36873697)
cdef const void* ENGINE_IS_EDITOR = find_method(b"Engine", b"is_editor_hint", 36873697)
cdef const void* GET_CLASS = find_method(b"Object", b"get_class", 201670096)
cdef void* NODE_TAG = find_class(b"Node")
cdef str BEGIN = "\x0e"                  # of quoted words: shift out and shift in, as no name of a node or file has them
cdef str END = "\x0f"
cdef GDExtensionBool in_editor = 0
get(ENGINE_IS_EDITOR, navpy_gd.global_get_singleton(intern(b"Engine")), &in_editor)


cdef str node_path(void* node):
    cdef void* path = NULL
    cdef GDExtensionBool in_tree = 0
    if node == NULL:
        return "navpy"
    if navpy_gd.object_cast_to(node, NODE_TAG) == NULL:
        return class_of(node)
    get(NODE_IS_INSIDE_TREE, node, &in_tree)
    if not in_tree:
        return "(outside the scene tree)"
    get(NODE_GET_PATH, node, &path)
    result = text_of_path(&path)
    navpy_gd.dtor[<int>NODE_PATH](&path)
    if in_editor:                               # the editor's own nodes above the edited scene say nothing to anybody
        result = result.rpartition("/@")[2].partition("/")[2] or result
    return quoted(result)


cdef str quoted(str text):
    return BEGIN + text.replace(BEGIN, "").replace(END, "") + END


cdef str worded(str message, bint plane):
    """The message as people read it: in the plane with the names of its classes, without the marks of quoted words."""
    pieces = []
    for piece in message.split(BEGIN):
        words, _, text = piece.rpartition(END)
        pieces += [words, renamed(text) if plane else text]
    return "".join(pieces)


cdef void put_message(GdString* string, bint plane, str text) noexcept:
    navpy_gd.dtor[<int>STRING](string)
    navpy_gd.string_new_with_utf8_chars(string, worded(text, plane).encode())


cdef void add_message(void* packed_string_array, bint plane, str text) except *:
    strings_append(packed_string_array, worded(text, plane))


cdef bytes log_text(void* node, str text):
    plane = is_flat(node) or in_use() and node != NULL and class_of(node).endswith("2D")
    return worded(f"{node_path(node)}: {text}", plane).encode()


cdef str class_of(void* object):
    cdef GdString name
    navpy_gd.ctor0[<int>STRING](&name, NULL)
    get(GET_CLASS, object, &name)
    text = text_of(&name)
    navpy_gd.dtor[<int>STRING](&name)
    return text


cdef void node_error(void* node, str text) noexcept:
    message = log_text(node, text)
    navpy_gd.print_error_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)


cdef void node_warning(void* node, str text) noexcept:
    message = log_text(node, text)
    navpy_gd.print_warning_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)
