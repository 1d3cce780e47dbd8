"""Properties of a level's nodes, and the engine's parser of their geometry. Used on the main thread only."""
from cpython.bytearray cimport PyByteArray_FromStringAndSize
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from navpy.base.area cimport AREA_COUNT
from navpy.godot.baker.baker cimport GROUP_EXPLICIT, PARENTS_CHILDREN, STATIC_COLLIDERS
from navpy.godot.binding.engine cimport child_at, child_count, construct, node_in_tree, node_parent, root_of_tree, scene_tree
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error, quoted
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport floats_of, ints_of, text_of, text_of_name
from navpy.godot.binding.ptrcall cimport find_method, get, get_bool, invoke, put, put2
from navpy.godot.world.area_names cimport area_of
from navpy.godot.world.tile_cells cimport WORLD

cdef const void* IN_GROUP = find_method(b"Node", b"is_in_group", 2619796661)
cdef const void* ADD_TO_GROUP = find_method(b"Node", b"add_to_group", 3683006648)
cdef const void* LEAVE_GROUP = find_method(b"Node", b"remove_from_group", 3304788590)
cdef const void* GET_TREE = find_method(b"Node", b"get_tree", 2958820483)
cdef const void* GROUP_SIZE = find_method(b"SceneTree", b"get_node_count_in_group", 2458036349)
cdef const void* QUEUED_FOR_DELETION = find_method(b"Object", b"is_queued_for_deletion", 36873697)
cdef const void* HAS_META = find_method(b"Object", b"has_meta", 2619796661)
cdef const void* GET_META = find_method(b"Object", b"get_meta", 3990617847)
cdef const void* GET_VERTICES = find_method(b"NavigationMeshSourceGeometryData3D", b"get_vertices", 675695659)
cdef const void* GET_INDICES = find_method(b"NavigationMeshSourceGeometryData3D", b"get_indices", 1930428628)
cdef GdStringName* single_node_group = intern(b"_navpy_parsed_alone")      # of a node while it is parsed without its children
cdef GdStringName* area_meta = intern(b"nav_area")
cdef GdStringName* layers_meta = intern(b"nav_layers")
cdef int64_t ALL_LAYERS = 0xffffffff


# ---- nodes ----

cdef bint is_in_group(void* node, const GdStringName* group) noexcept nogil:
    cdef GDExtensionBool found = 0
    put(IN_GROUP, node, group, &found)
    return found


cdef int64_t group_size(void* node, const GdStringName* group) noexcept nogil:
    cdef void* tree = NULL
    cdef int64_t count = 0
    get(GET_TREE, node, &tree)
    if tree != NULL:
        put(GROUP_SIZE, tree, group, &count)
    return count


cdef void* tree_root(void* node) noexcept nogil:
    cdef void* tree = NULL
    get(GET_TREE, node, &tree)
    return root_of_tree(tree) if tree != NULL else NULL


cdef bint is_in_scene(void* node) noexcept nogil:
    cdef GDExtensionBool going = 0
    get(QUEUED_FOR_DELETION, node, &going)
    return not going and node_in_tree(node)


cdef object value_of(const GdVariant* value):
    """A number or a text as Python has it; None for any other value."""
    cdef int given = navpy_gd.variant_get_type(value)
    cdef void* inside
    if given != INT and given != STRING and given != STRING_NAME:
        return None
    inside = navpy_gd.var_ptr[given](<void*>value)
    if given == INT:
        return (<int64_t*>inside)[0]
    return text_of(<GdString*>inside) if given == STRING else text_of_name(<GdStringName*>inside)


cdef bint has_metadata(void* node, const GdStringName* name) noexcept nogil:
    cdef GDExtensionBool found = 0
    put(HAS_META, node, name, &found)
    return found


cdef object metadata(void* node, const GdStringName* name):
    """Metadata that the node has, as value_of."""
    cdef GDExtensionBool no = 0
    cdef GdVariant missing
    cdef GdVariant value
    navpy_gd.var_from[<int>BOOL](&missing, &no)         # the default value of get_meta, which isn't used as the metadata exists
    navpy_gd.var_from[<int>BOOL](&value, &no)
    put2(GET_META, node, name, &missing, &value)
    given = value_of(&value)
    navpy_gd.variant_destroy(&value)
    return given


cdef int refuse_metadata(void* node, str name, object given, str needed) except -1:
    node_error(node, f"the metadata {name} is {'of another type' if given is None else quoted(repr(given))}: it must be {needed}")
    return 0


cdef int64_t area_metadata(void* node) except -2:
    """The area id that the metadata nav_area of the node tells; −1: none."""
    cdef int64_t area
    if not has_metadata(node, area_meta):
        return -1
    given = metadata(node, area_meta)
    area = area_of(given) if given is not None else -1
    if area < 0:
        refuse_metadata(node, "nav_area", given, f"an area id, 0 to {AREA_COUNT - 1}, or a name in the project setting "
                                                 f"navpy/areas/names; "
                                                 "it is ignored")
    return area


cdef int64_t layers_metadata(void* node) except -2:
    """Navigation layers in the metadata nav_layers of the node; −1: none."""
    if not has_metadata(node, layers_meta):
        return -1
    given = metadata(node, layers_meta)
    if isinstance(given, int) and 0 <= given <= ALL_LAYERS:
        return given
    refuse_metadata(node, "nav_layers", given, f"navigation layers as a number, 0 to {ALL_LAYERS}; it is ignored")
    return -1


cdef tuple ground_of(void* node, dict known):
    cdef void* parent = node_parent(node)
    cdef int64_t area = area_metadata(node), layers = layers_metadata(node)
    cdef tuple above
    if parent == NULL or (area >= 0 and layers >= 0):
        return area, layers
    id = navpy_gd.object_get_instance_id(parent)
    above = known.get(id)
    if above is None:
        above = known[id] = ground_of(parent, known)
    return above if area < 0 and layers < 0 else (area if area >= 0 else above[0], layers if layers >= 0 else above[1])


cdef bint is_ground_told_below(void* node) noexcept nogil:
    cdef int64_t i
    cdef void* child
    for i in range(child_count(node)):
        child = child_at(node, i)
        if has_metadata(child, area_meta) or has_metadata(child, layers_meta) or is_ground_told_below(child):
            return True
    return False


# ---- the engine's parser ----

cdef ParserMethods IN_SPACE, IN_PLANE
IN_SPACE.server, IN_SPACE.settings = intern(b"NavigationServer3D"), intern(b"NavigationMesh")
IN_SPACE.geometry = intern(b"NavigationMeshSourceGeometryData3D")
IN_SPACE.parse = find_method(b"NavigationServer3D", b"parse_source_geometry_data", 3172802542)
IN_SPACE.set_geometry_type = find_method(b"NavigationMesh", b"set_parsed_geometry_type", 3064713163)
IN_SPACE.set_mask = find_method(b"NavigationMesh", b"set_collision_mask", 1286410249)
IN_SPACE.set_source_mode = find_method(b"NavigationMesh", b"set_source_geometry_mode", 2700825194)
IN_SPACE.set_group = find_method(b"NavigationMesh", b"set_source_group_name", 3304788590)
IN_PLANE.server, IN_PLANE.settings = intern(b"NavigationServer2D"), intern(b"NavigationPolygon")
IN_PLANE.geometry = intern(b"NavigationMeshSourceGeometryData2D")
IN_PLANE.parse = find_method(b"NavigationServer2D", b"parse_source_geometry_data", 1766905497)
IN_PLANE.set_geometry_type = find_method(b"NavigationPolygon", b"set_parsed_geometry_type", 2507971764)
IN_PLANE.set_mask = find_method(b"NavigationPolygon", b"set_parsed_collision_mask", 1286410249)
IN_PLANE.set_source_mode = find_method(b"NavigationPolygon", b"set_source_geometry_mode", 4002316705)
IN_PLANE.set_group = find_method(b"NavigationPolygon", b"set_source_geometry_group_name", 3304788590)


cdef void open_parser(GeometryParser* parser, bint plane, int64_t geometry_type, int64_t collision_mask) noexcept nogil:
    """Each call needs one close_parser."""
    cdef const ParserMethods* methods = &IN_PLANE if plane else &IN_SPACE
    parser.methods, parser.settings, parser.geometry = methods, NULL, NULL
    navpy_gd.ref_set_object(&parser.settings, construct(<GdStringName*>methods.settings))
    navpy_gd.ref_set_object(&parser.geometry, construct(<GdStringName*>methods.geometry))
    put(methods.set_geometry_type, parser.settings, &geometry_type, NULL)
    put(methods.set_mask, parser.settings, &collision_mask, NULL)
    put(methods.set_group, parser.settings, single_node_group, NULL)


cdef void close_parser(GeometryParser* parser) noexcept nogil:
    navpy_gd.ref_set_object(&parser.geometry, NULL)
    navpy_gd.ref_set_object(&parser.settings, NULL)


cdef void run_parser(GeometryParser* parser, void* node, bint without_children) noexcept nogil:
    """The engine's parser on a node, with or without all nodes below it; the geometry is in the space of the node."""
    cdef GdCallable callback
    cdef const void* args[4]
    cdef int64_t mode = GROUP_EXPLICIT if without_children else PARENTS_CHILDREN
    cdef GDExtensionBool persistent = 0
    put(parser.methods.set_source_mode, parser.settings, &mode, NULL)
    if without_children:
        put2(ADD_TO_GROUP, node, single_node_group, &persistent, NULL)
    navpy_gd.ctor0[<int>CALLABLE](&callback, NULL)
    args[0] = &parser.settings
    args[1] = &parser.geometry
    args[2] = &node
    args[3] = &callback
    invoke(parser.methods.parse, navpy_gd.global_get_singleton(parser.methods.server), args, NULL)
    navpy_gd.dtor[<int>CALLABLE](&callback)
    if without_children:
        put(LEAVE_GROUP, node, single_node_group, NULL)


cdef bint parse_node(GeometryParser* parser, void* node, bint without_children, list out) except *:
    run_parser(parser, node, without_children)
    return read_geometry(parser, out)


cdef bint read_geometry(GeometryParser* parser, list out) except *:
    cdef GdPacked vertices
    cdef GdPacked indices
    cdef const float* points
    cdef const int32_t* corners
    cdef int64_t floats, ints
    navpy_gd.ctor0[<int>PACKED_FLOAT32_ARRAY](&vertices, NULL)
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&indices, NULL)
    get(GET_VERTICES, parser.geometry, &vertices)
    get(GET_INDICES, parser.geometry, &indices)
    points = floats_of(&vertices, &floats)
    corners = ints_of(&indices, &ints)
    if floats > 0 and ints > 0:
        out.append(PyByteArray_FromStringAndSize(<const char*>points, 4 * floats))
        out.append(PyBytes_FromStringAndSize(<const char*>corners, 4 * ints))
    navpy_gd.dtor[<int>PACKED_FLOAT32_ARRAY](&vertices)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&indices)
    return floats > 0 and ints > 0


# ---- meshes and shapes that are no nodes ----

# The parser takes shapes of bodies in the scene tree alone. So a shape is given to a body that is there while it is parsed, outside
# the physics world and without a signal.

cdef enum:
    DISABLED = 4                    # Node.PROCESS_MODE_DISABLED: a body is not in the physics world

cdef GdStringName* body_name = intern(b"StaticBody3D")
cdef GdStringName* geometry_name = intern(b"NavigationMeshSourceGeometryData3D")
cdef const void* ADD_MESH = find_method(b"NavigationMeshSourceGeometryData3D", b"add_mesh", 975462459)
cdef const void* SET_LAYER = find_method(b"CollisionObject3D", b"set_collision_layer", 1286410249)
cdef const void* CREATE_OWNER = find_method(b"CollisionObject3D", b"create_shape_owner", 3429307534)
cdef const void* ADD_SHAPE = find_method(b"CollisionObject3D", b"shape_owner_add_shape", 2566676345)
cdef const void* SET_TOP_LEVEL = find_method(b"Node3D", b"set_as_top_level", 2586408642)
cdef const void* SET_PROCESS_MODE = find_method(b"Node", b"set_process_mode", 1841290486)
cdef const void* ADD_CHILD = find_method(b"Node", b"add_child", 3863233950)
cdef const void* REMOVE_CHILD = find_method(b"Node", b"remove_child", 1078189570)
cdef const void* CHILD_COUNT = find_method(b"Node", b"get_child_count", 894402480)
cdef const void* IS_READY = find_method(b"Node", b"is_node_ready", 36873697)
cdef const void* QUEUE_FREE = find_method(b"Node", b"queue_free", 3218959716)
cdef const void* BLOCK_SIGNALS = find_method(b"Object", b"set_block_signals", 2586408642)
cdef const void* BLOCKS_SIGNALS = find_method(b"Object", b"is_blocking_signals", 36873697)


cdef int take_geometry(list geometry, Triangles* out) except -1:
    cdef bytearray vertices
    cdef bytes triangles
    if geometry:
        vertices, triangles = geometry
        out.vertices.resize(len(vertices) // 4)
        out.corners.resize(len(triangles) // 4)
        memcpy(out.vertices.data(), <char*>vertices, len(vertices))
        memcpy(out.corners.data(), <char*>triangles, len(triangles))
    return 0


cdef int read_mesh(void* mesh, Triangles* out) except -1:
    cdef GeometryParser parser
    cdef list geometry = []
    open_parser(&parser, False, STATIC_COLLIDERS, ALL_LAYERS)
    put2(ADD_MESH, parser.geometry, &mesh, &WORLD, NULL)
    read_geometry(&parser, geometry)
    close_parser(&parser)
    return take_geometry(geometry, out)


cdef bint may_have_child(void* node) noexcept nogil:
    """A node takes no child while the engine goes through those that it has."""
    cdef GDExtensionBool internal = 1
    cdef int64_t count = 0
    put(CHILD_COUNT, node, &internal, &count)
    return count == 0 or get_bool(IS_READY, node)


cdef void* new_body(void* shape) noexcept nogil:
    cdef void* body = construct(body_name)
    cdef GDExtensionBool yes = 1
    cdef int64_t mode = DISABLED, layers = ALL_LAYERS, owner = 0
    put(SET_PROCESS_MODE, body, &mode, NULL)
    put(SET_TOP_LEVEL, body, &yes, NULL)
    put(SET_LAYER, body, &layers, NULL)
    put(CREATE_OWNER, body, &body, &owner)
    put2(ADD_SHAPE, body, &owner, &shape, NULL)
    return body


cdef int read_shape(void* shape, Baker* baker, void* near, Triangles* out) except -1:
    cdef GeometryParser parser
    cdef void* parent = near if may_have_child(near) and not may_have_child(baker.owner) else baker.owner
    cdef void* tree = scene_tree()
    cdef void* body = new_body(shape)
    cdef GDExtensionBool yes = 1, no = 0, tree_blocks = get_bool(BLOCKS_SIGNALS, tree), \
        parent_blocks = get_bool(BLOCKS_SIGNALS, parent)
    cdef int64_t front = 1
    cdef const void* args[3]
    cdef list geometry = []
    cdef bint is_there
    args[0], args[1], args[2] = &body, &no, &front
    put(BLOCK_SIGNALS, tree, &yes, NULL)
    put(BLOCK_SIGNALS, parent, &yes, NULL)
    invoke(ADD_CHILD, parent, args, NULL)
    is_there = node_in_tree(body)
    if is_there:
        open_parser(&parser, False, STATIC_COLLIDERS, ALL_LAYERS)
        parse_node(&parser, body, True, geometry)
        close_parser(&parser)
        put(REMOVE_CHILD, parent, &body, NULL)
    get(QUEUE_FREE, body, NULL)
    put(BLOCK_SIGNALS, parent, &parent_blocks, NULL)
    put(BLOCK_SIGNALS, tree, &tree_blocks, NULL)
    if not is_there:
        raise RuntimeError("collision shapes of a GridMap cannot be read while the scene is put together: bake at the end of the "
                           "frame (call_deferred)")
    return take_geometry(geometry, out)
