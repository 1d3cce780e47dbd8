"""What a level's nodes are asked for, and the engine's parser of their geometry. Main thread only."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t
from navpy.godot.binding.engine cimport construct, node_in_tree
from navpy.godot.binding.engine_mesh cimport new_navigation_mesh
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport floats_of, ints_of, text_of
from navpy.godot.binding.ptrcall cimport find_methods, get, invoke, put, put2

cdef enum:
    CHILD_COUNT
    CHILD
    IN_GROUP
    ADD_TO_GROUP
    LEAVE_GROUP
    GET_TREE
    TREE_ROOT
    GROUP_SIZE
    QUEUED_FOR_DELETION
    GET_CLASS
    HAS_META
    GET_META
    PARSE
    SET_GEOMETRY_TYPE
    SET_SOURCE_MODE
    SET_GROUP
    SET_MASK
    GET_VERTICES
    GET_INDICES
    BIND_COUNT

METHODS = (
    (CHILD_COUNT, "Node", "get_child_count", 894402480),
    (CHILD, "Node", "get_child", 541253412),
    (IN_GROUP, "Node", "is_in_group", 2619796661),
    (ADD_TO_GROUP, "Node", "add_to_group", 3683006648),
    (LEAVE_GROUP, "Node", "remove_from_group", 3304788590),
    (GET_TREE, "Node", "get_tree", 2958820483),
    (TREE_ROOT, "SceneTree", "get_root", 1757182445),
    (GROUP_SIZE, "SceneTree", "get_node_count_in_group", 2458036349),
    (QUEUED_FOR_DELETION, "Object", "is_queued_for_deletion", 36873697),
    (GET_CLASS, "Object", "get_class", 201670096),
    (HAS_META, "Object", "has_meta", 2619796661),
    (GET_META, "Object", "get_meta", 3990617847),
    (PARSE, "NavigationServer3D", "parse_source_geometry_data", 3172802542),
    (SET_GEOMETRY_TYPE, "NavigationMesh", "set_parsed_geometry_type", 3064713163),
    (SET_SOURCE_MODE, "NavigationMesh", "set_source_geometry_mode", 2700825194),
    (SET_GROUP, "NavigationMesh", "set_source_group_name", 3304788590),
    (SET_MASK, "NavigationMesh", "set_collision_mask", 1286410249),
    (GET_VERTICES, "NavigationMeshSourceGeometryData3D", "get_vertices", 675695659),
    (GET_INDICES, "NavigationMeshSourceGeometryData3D", "get_indices", 1930428628),
)

cdef const void* binds[BIND_COUNT]
cdef GdStringName* geometry_name
cdef GdStringName* server_name
cdef GdStringName* alone_group      # of a node while it is parsed without its children
cdef GdStringName* area_meta


def bind_methods():
    """Looks up everything above; RuntimeError names what this engine lacks."""
    global geometry_name, server_name, alone_group, area_meta
    find_methods(METHODS, binds)
    geometry_name = intern("NavigationMeshSourceGeometryData3D")
    server_name = intern("NavigationServer3D")
    alone_group = intern("_navpy_parsed_alone")
    area_meta = intern("nav_area")


# ---- nodes ------------------------------------------------------------------------------------------------------

cdef int64_t child_count(void* node) noexcept nogil:
    cdef GDExtensionBool internal = 0
    cdef int64_t count = 0
    put(binds[CHILD_COUNT], node, &internal, &count)
    return count


cdef void* child_at(void* node, int64_t index) noexcept nogil:
    cdef GDExtensionBool internal = 0
    cdef void* child = NULL
    put2(binds[CHILD], node, &index, &internal, &child)
    return child


cdef bint is_in_group(void* node, const GdStringName* group) noexcept nogil:
    cdef GDExtensionBool found = 0
    put(binds[IN_GROUP], node, group, &found)
    return found


cdef int64_t group_size(void* node, const GdStringName* group) noexcept nogil:
    cdef void* tree = NULL
    cdef int64_t count = 0
    get(binds[GET_TREE], node, &tree)
    if tree != NULL:
        put(binds[GROUP_SIZE], tree, group, &count)
    return count


cdef void* tree_root(void* node) noexcept nogil:
    cdef void* tree = NULL
    cdef void* root = NULL
    get(binds[GET_TREE], node, &tree)
    if tree != NULL:
        get(binds[TREE_ROOT], tree, &root)
    return root


cdef bint is_there(void* node) noexcept nogil:
    cdef GDExtensionBool going = 0
    get(binds[QUEUED_FOR_DELETION], node, &going)
    return not going and node_in_tree(node)


cdef str class_of(void* object):
    cdef GdString text
    navpy_gd.ctor0[<int>STRING](&text, NULL)
    get(binds[GET_CLASS], object, &text)
    name = text_of(&text)
    navpy_gd.dtor[<int>STRING](&text)
    return name


cdef int64_t marked_area(void* node) noexcept nogil:
    cdef GDExtensionBool found = 0
    cdef GdVariant missing
    cdef GdVariant value
    cdef int64_t area = -1
    put(binds[HAS_META], node, area_meta, &found)
    if not found:
        return -1
    navpy_gd.var_from[<int>BOOL](&missing, &found)      # a plain value, never used: the metadata is there
    navpy_gd.var_from[<int>BOOL](&value, &found)
    put2(binds[GET_META], node, area_meta, &missing, &value)
    if navpy_gd.variant_get_type(&value) == INT:
        area = (<int64_t*>navpy_gd.var_ptr[<int>INT](&value))[0]
    navpy_gd.variant_destroy(&value)
    return area if 0 <= area <= 63 else -1


# ---- the engine's parser ----------------------------------------------------------------------------------------

cdef void open_parser(GeometryParser* parser, int64_t geometry_type, int64_t collision_mask) noexcept nogil:
    """Wants a close_parser."""
    parser.settings = parser.geometry = NULL
    navpy_gd.ref_set_object(&parser.settings, new_navigation_mesh())
    navpy_gd.ref_set_object(&parser.geometry, construct(geometry_name))
    put(binds[SET_GEOMETRY_TYPE], parser.settings, &geometry_type, NULL)
    put(binds[SET_MASK], parser.settings, &collision_mask, NULL)
    put(binds[SET_GROUP], parser.settings, alone_group, NULL)


cdef void close_parser(GeometryParser* parser) noexcept nogil:
    navpy_gd.ref_set_object(&parser.geometry, NULL)
    navpy_gd.ref_set_object(&parser.settings, NULL)


cdef void run_parser(GeometryParser* parser, void* node, bint alone) noexcept nogil:
    cdef GdCallable callback
    cdef const void* args[4]
    cdef int64_t mode = 2 if alone else 0           # SOURCE_GEOMETRY_GROUPS_EXPLICIT, ROOT_NODE_CHILDREN
    cdef GDExtensionBool persistent = 0
    put(binds[SET_SOURCE_MODE], parser.settings, &mode, NULL)
    if alone:
        put2(binds[ADD_TO_GROUP], node, alone_group, &persistent, NULL)
    navpy_gd.ctor0[<int>CALLABLE](&callback, NULL)
    args[0] = &parser.settings
    args[1] = &parser.geometry
    args[2] = &node
    args[3] = &callback
    invoke(binds[PARSE], navpy_gd.global_get_singleton(server_name), args, NULL)
    navpy_gd.dtor[<int>CALLABLE](&callback)
    if alone:
        put(binds[LEAVE_GROUP], node, alone_group, NULL)


cdef bint parse_node(GeometryParser* parser, void* node, bint alone, list out) except *:
    """The engine's own parser run on a node with all below it, or on it alone. Appends to `out` the vertices as bytes of float32
    triples, in the space of the node, and the triangles as bytes of int32 triples; False when it found none."""
    cdef GdPacked vertices
    cdef GdPacked indices
    cdef const float* places
    cdef const int32_t* corners
    cdef int64_t floats, ints
    run_parser(parser, node, alone)
    navpy_gd.ctor0[<int>PACKED_FLOAT32_ARRAY](&vertices, NULL)
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&indices, NULL)
    get(binds[GET_VERTICES], parser.geometry, &vertices)
    get(binds[GET_INDICES], parser.geometry, &indices)
    places = floats_of(&vertices, &floats)
    corners = ints_of(&indices, &ints)
    if floats > 0 and ints > 0:
        out.append(PyBytes_FromStringAndSize(<const char*>places, 4 * floats))
        out.append(PyBytes_FromStringAndSize(<const char*>corners, 4 * ints))
    navpy_gd.dtor[<int>PACKED_FLOAT32_ARRAY](&vertices)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&indices)
    return floats > 0 and ints > 0
