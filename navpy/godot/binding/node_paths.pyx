"""NodePaths: copies, and the nodes that they lead to."""
from libc.stdint cimport uint8_t
from navpy.godot.binding.class_spec cimport GdNodePath
from navpy.godot.binding.gd cimport NODE_PATH, BuiltinMethod, navpy_gd
from navpy.godot.binding.packed cimport assign
from navpy.godot.binding.ptrcall cimport find_builtin, find_method, get, put

cdef const void* GET_OWNER = find_method(b"Node", b"get_owner", 3160264692)
cdef const void* GET_NODE_OR_NULL = find_method(b"Node", b"get_node_or_null", 2734337346)
cdef BuiltinMethod path_is_empty = find_builtin(NODE_PATH, b"is_empty", 3918633141)


cdef void make_path(GdNodePath* path) noexcept nogil:
    navpy_gd.ctor0[<int>NODE_PATH](path, NULL)


cdef void free_path(GdNodePath* path) noexcept nogil:
    navpy_gd.dtor[<int>NODE_PATH](path)


cdef void assign_path(GdNodePath* path, const GdNodePath* value) noexcept nogil:
    assign(NODE_PATH, path, value)


cdef bint is_empty_path(const GdNodePath* path) noexcept nogil:
    cdef uint8_t is_empty = True
    path_is_empty(<void*>path, NULL, &is_empty, 0)
    return is_empty


cdef void* owner_of(void* node) noexcept nogil:
    cdef void* owner = NULL
    get(GET_OWNER, node, &owner)
    return owner


cdef void* node_at(void* node, const GdNodePath* path) noexcept nogil:
    cdef void* found = NULL
    if not is_empty_path(path):
        put(GET_NODE_OR_NULL, node, path, &found)
    return found
