"""What we ask of the engine, as plain functions. Method hashes are those of Godot 4.6's extension_api.json; they name
the signature, so that any engine that still has it can be asked."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector
from navpy.godot.binding cimport intern
from navpy.godot.gd cimport *

cdef enum Bind:
    NODE_GET_PARENT
    NODE_IS_INSIDE_TREE
    NODE_GET_PATH
    NODE_GET_VIEWPORT
    NODE_SET_PHYSICS_INTERNAL
    NODE_PHYSICS_DELTA
    NODE_UPDATE_WARNINGS
    NODE_FIND_CHILDREN
    VIEWPORT_FIND_WORLD
    NODE3D_GET_POSITION
    NODE3D_SET_POSITION
    NODE3D_GET_TRANSFORM
    NODE3D_NOTIFY_TRANSFORM
    NODE3D_UPDATE_GIZMOS
    NODE3D_GET_ROTATION
    NODE3D_SET_ROTATION
    BODY_GET_VELOCITY
    BODY_SET_VELOCITY
    BODY_MOVE_AND_SLIDE
    BODY_ON_FLOOR
    BODY_ON_WALL
    BODY_ON_CEILING
    BODY_GET_GRAVITY
    BODY_FLOOR_ANGLE
    BODY_MOTION_MODE
    BODY_MOVE_AND_COLLIDE
    COLLISION_NORMAL
    OBJECT_EMIT_SIGNAL
    OBJECT_NOTIFICATION
    OBJECT_CONNECT
    ENGINE_IS_EDITOR
    ENGINE_MAIN_LOOP
    TREE_ROOT
    ENGINE_PHYSICS_FRAMES
    POOL_WAIT
    NAVMESH_SET_RADIUS
    NAVMESH_SET_HEIGHT
    NAVMESH_SET_CLIMB
    NAVMESH_GET_RADIUS
    NAVMESH_GET_HEIGHT
    NAVMESH_GET_CLIMB
    NAVMESH_GET_CELL_HEIGHT
    NAVMESH_SET_VERTICES
    NAVMESH_GET_VERTICES
    NAVMESH_ADD_POLYGON
    NAVMESH_POLYGON_COUNT
    NAVMESH_GET_POLYGON
    REGION_GET_NAVMESH
    REGION_ENABLED
    REGION_LAYERS
    REGION_TRAVEL_COST
    REGION_EDGE_CONNECTIONS
    LINK_ENABLED
    LINK_BIDIRECTIONAL
    LINK_LAYERS
    LINK_START
    LINK_END
    LINK_ENTER_COST
    LINK_TRAVEL_COST
    BIND_COUNT

METHODS = (
    (NODE_GET_PARENT, "Node", "get_parent", 3160264692),
    (NODE_IS_INSIDE_TREE, "Node", "is_inside_tree", 36873697),
    (NODE_GET_PATH, "Node", "get_path", 4075236667),
    (NODE_GET_VIEWPORT, "Node", "get_viewport", 3596683776),
    (NODE_SET_PHYSICS_INTERNAL, "Node", "set_physics_process_internal", 2586408642),
    (NODE_PHYSICS_DELTA, "Node", "get_physics_process_delta_time", 1740695150),
    (NODE_UPDATE_WARNINGS, "Node", "update_configuration_warnings", 3218959716),
    (NODE_FIND_CHILDREN, "Node", "find_children", 2560337219),
    (VIEWPORT_FIND_WORLD, "Viewport", "find_world_3d", 317588385),
    (NODE3D_GET_POSITION, "Node3D", "get_global_position", 3360562783),
    (NODE3D_SET_POSITION, "Node3D", "set_global_position", 3460891852),
    (NODE3D_GET_TRANSFORM, "Node3D", "get_global_transform", 3229777777),
    (NODE3D_NOTIFY_TRANSFORM, "Node3D", "set_notify_transform", 2586408642),
    (NODE3D_UPDATE_GIZMOS, "Node3D", "update_gizmos", 3218959716),
    (NODE3D_GET_ROTATION, "Node3D", "get_rotation", 3360562783),
    (NODE3D_SET_ROTATION, "Node3D", "set_rotation", 3460891852),
    (BODY_GET_VELOCITY, "CharacterBody3D", "get_velocity", 3360562783),
    (BODY_SET_VELOCITY, "CharacterBody3D", "set_velocity", 3460891852),
    (BODY_MOVE_AND_SLIDE, "CharacterBody3D", "move_and_slide", 2240911060),
    (BODY_ON_FLOOR, "CharacterBody3D", "is_on_floor", 36873697),
    (BODY_ON_WALL, "CharacterBody3D", "is_on_wall", 36873697),
    (BODY_ON_CEILING, "CharacterBody3D", "is_on_ceiling", 36873697),
    (BODY_GET_GRAVITY, "PhysicsBody3D", "get_gravity", 3360562783),
    (BODY_FLOOR_ANGLE, "CharacterBody3D", "get_floor_max_angle", 1740695150),
    (BODY_MOTION_MODE, "CharacterBody3D", "get_motion_mode", 3529553604),
    (BODY_MOVE_AND_COLLIDE, "PhysicsBody3D", "move_and_collide", 3208792678),
    (COLLISION_NORMAL, "KinematicCollision3D", "get_normal", 1914908202),
    (OBJECT_EMIT_SIGNAL, "Object", "emit_signal", 4047867050),
    (OBJECT_NOTIFICATION, "Object", "notification", 4023243586),
    (OBJECT_CONNECT, "Object", "connect", 1518946055),
    (ENGINE_MAIN_LOOP, "Engine", "get_main_loop", 1016888095),
    (TREE_ROOT, "SceneTree", "get_root", 1757182445),
    (ENGINE_IS_EDITOR, "Engine", "is_editor_hint", 36873697),
    (ENGINE_PHYSICS_FRAMES, "Engine", "get_physics_frames", 3905245786),
    (POOL_WAIT, "WorkerThreadPool", "wait_for_task_completion", 844576869),
    (NAVMESH_SET_RADIUS, "NavigationMesh", "set_agent_radius", 373806689),
    (NAVMESH_SET_HEIGHT, "NavigationMesh", "set_agent_height", 373806689),
    (NAVMESH_SET_CLIMB, "NavigationMesh", "set_agent_max_climb", 373806689),
    (NAVMESH_GET_RADIUS, "NavigationMesh", "get_agent_radius", 191475506),
    (NAVMESH_GET_HEIGHT, "NavigationMesh", "get_agent_height", 1740695150),
    (NAVMESH_GET_CLIMB, "NavigationMesh", "get_agent_max_climb", 1740695150),
    (NAVMESH_GET_CELL_HEIGHT, "NavigationMesh", "get_cell_height", 1740695150),
    (NAVMESH_SET_VERTICES, "NavigationMesh", "set_vertices", 334873810),
    (NAVMESH_GET_VERTICES, "NavigationMesh", "get_vertices", 497664490),
    (NAVMESH_ADD_POLYGON, "NavigationMesh", "add_polygon", 3614634198),
    (NAVMESH_POLYGON_COUNT, "NavigationMesh", "get_polygon_count", 3905245786),
    (NAVMESH_GET_POLYGON, "NavigationMesh", "get_polygon", 3668444399),
    (REGION_GET_NAVMESH, "NavigationRegion3D", "get_navigation_mesh", 1468720886),
    (REGION_ENABLED, "NavigationRegion3D", "is_enabled", 36873697),
    (REGION_LAYERS, "NavigationRegion3D", "get_navigation_layers", 3905245786),
    (REGION_TRAVEL_COST, "NavigationRegion3D", "get_travel_cost", 1740695150),
    (REGION_EDGE_CONNECTIONS, "NavigationRegion3D", "get_use_edge_connections", 36873697),
    (LINK_ENABLED, "NavigationLink3D", "is_enabled", 36873697),
    (LINK_BIDIRECTIONAL, "NavigationLink3D", "is_bidirectional", 36873697),
    (LINK_LAYERS, "NavigationLink3D", "get_navigation_layers", 3905245786),
    (LINK_START, "NavigationLink3D", "get_global_start_position", 3360562783),
    (LINK_END, "NavigationLink3D", "get_global_end_position", 3360562783),
    (LINK_ENTER_COST, "NavigationLink3D", "get_enter_cost", 1740695150),
    (LINK_TRAVEL_COST, "NavigationLink3D", "get_travel_cost", 1740695150),
)

cdef const void* binds[<int>BIND_COUNT]
cdef BuiltinMethod strings_push_back, vectors_resize_method, bytes_resize, bytes_size, floats_size, floats_resize
cdef BuiltinMethod ints_size, ints_resize, vectors_size
cdef BuiltinMethod longs_size, longs_resize
cdef BuiltinMethod array_size, array_get
cdef void* tree_tag = NULL
cdef void* region_tag = NULL
cdef void* link_tag = NULL
cdef void* node3d_tag = NULL
cdef void* body_tag = NULL
cdef void* engine_singleton = NULL
cdef bint editor_hint = False
cdef GdStringName* deferred_name
cdef GdStringName* navigation_mesh_name
cdef GdStringName* pool_name


def bind_methods():
    """Looks up everything above; RuntimeError names what this engine lacks."""
    global strings_push_back, vectors_resize_method, bytes_resize, bytes_size, floats_size, floats_resize
    global ints_size, ints_resize, vectors_size
    global longs_size, longs_resize
    global array_size, array_get, tree_tag, region_tag, link_tag
    global node3d_tag, body_tag, engine_singleton, editor_hint
    global deferred_name, navigation_mesh_name, pool_name
    for index, cls, method, hash_ in METHODS:
        binds[<int>index] = navpy_gd.classdb_get_method_bind(intern(cls), intern(method), hash_)
        if binds[<int>index] == NULL:
            raise RuntimeError(f"this Godot has no {cls}.{method} as 4.6 knows it")
    strings_push_back = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_STRING_ARRAY, intern("push_back"), 816187996)
    vectors_resize_method = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_VECTOR3_ARRAY, intern("resize"), 848867239)
    bytes_resize = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_BYTE_ARRAY, intern("resize"), 848867239)
    bytes_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_BYTE_ARRAY, intern("size"), 3173160232)
    floats_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_FLOAT32_ARRAY, intern("size"), 3173160232)
    floats_resize = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_FLOAT32_ARRAY, intern("resize"), 848867239)
    ints_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_INT32_ARRAY, intern("size"), 3173160232)
    ints_resize = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_INT32_ARRAY, intern("resize"), 848867239)
    vectors_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_VECTOR3_ARRAY, intern("size"), 3173160232)
    longs_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_INT64_ARRAY, intern("size"), 3173160232)
    longs_resize = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_INT64_ARRAY, intern("resize"), 848867239)
    array_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>ARRAY, intern("size"), 3173160232)
    array_get = navpy_gd.variant_get_ptr_builtin_method(<VariantType>ARRAY, intern("get"), 708700221)
    tree_tag = navpy_gd.classdb_get_class_tag(intern("SceneTree"))
    region_tag = navpy_gd.classdb_get_class_tag(intern("NavigationRegion3D"))
    link_tag = navpy_gd.classdb_get_class_tag(intern("NavigationLink3D"))
    node3d_tag = navpy_gd.classdb_get_class_tag(intern("Node3D"))
    body_tag = navpy_gd.classdb_get_class_tag(intern("CharacterBody3D"))
    engine_singleton = navpy_gd.global_get_singleton(intern("Engine"))
    deferred_name = intern("call_deferred")
    navigation_mesh_name = intern("NavigationMesh")
    pool_name = intern("WorkerThreadPool")
    editor_hint = call_bool(ENGINE_IS_EDITOR, engine_singleton)


# ---- the shapes a ptrcall comes in ------------------------------------------------------------------------------

cdef inline void get(Bind method, void* object, void* ret) noexcept nogil:
    navpy_gd.object_method_bind_ptrcall(binds[<int>method], object, NULL, ret)


cdef inline void put(Bind method, void* object, const void* argument, void* ret) noexcept nogil:
    cdef const void* args[1]
    args[0] = argument
    navpy_gd.object_method_bind_ptrcall(binds[<int>method], object, <const GDExtensionConstTypePtr*>args, ret)


cdef inline bint call_bool(Bind method, void* object) noexcept nogil:
    cdef GDExtensionBool value = 0
    get(method, object, &value)
    return value


cdef inline void* call_object(Bind method, void* object) noexcept nogil:
    cdef void* value = NULL
    get(method, object, &value)
    return value


cdef inline void put_bool(Bind method, void* object, bint value) noexcept nogil:
    cdef GDExtensionBool argument = value
    put(method, object, &argument, NULL)


# ---- engine and nodes -------------------------------------------------------------------------------------------

cdef bint in_editor() noexcept nogil:
    return editor_hint


cdef int64_t physics_frame() noexcept nogil:
    cdef int64_t value = 0
    get(ENGINE_PHYSICS_FRAMES, engine_singleton, &value)
    return value


cdef double physics_delta(void* node) noexcept nogil:
    cdef double value = 0
    get(NODE_PHYSICS_DELTA, node, &value)
    return value


cdef void* as_class(void* object, void* tag) noexcept nogil:
    return navpy_gd.object_cast_to(object, tag) if object != NULL else NULL


cdef void* tag_node3d() noexcept nogil:
    return node3d_tag


cdef void* tag_body() noexcept nogil:
    return body_tag


cdef void* node_parent(void* node) noexcept nogil:
    return call_object(NODE_GET_PARENT, node)


cdef bint node_in_tree(void* node) noexcept nogil:
    return call_bool(NODE_IS_INSIDE_TREE, node)


cdef void node_set_physics(void* node, bint enable) noexcept nogil:
    put_bool(NODE_SET_PHYSICS_INTERNAL, node, enable)


cdef void node_update_warnings(void* node) noexcept nogil:
    navpy_gd.object_method_bind_ptrcall(binds[<int>NODE_UPDATE_WARNINGS], node, NULL, NULL)


cdef void* world_ref(void* node) noexcept nogil:
    cdef void* viewport = call_object(NODE_GET_VIEWPORT, node)
    cdef void* world = NULL                     # a Ref: the call leaves us a reference to give back
    if viewport != NULL:
        get(VIEWPORT_FIND_WORLD, viewport, &world)
    return world


cdef uint64_t world_of(void* node) noexcept nogil:
    cdef void* world = world_ref(node)
    cdef uint64_t id = 0
    if world != NULL:
        id = navpy_gd.object_get_instance_id(world)
        navpy_gd.ref_set_object(&world, NULL)
    return id


cdef void global_position(void* node3d, GdVector3* out) noexcept nogil:
    get(NODE3D_GET_POSITION, node3d, out)


cdef void read_place(void* node3d, double* out) noexcept nogil:
    cdef GdVector3 position
    get(NODE3D_GET_POSITION, node3d, &position)
    out[0] = position.x
    out[1] = position.y
    out[2] = position.z


cdef void set_global_position(void* node3d, const GdVector3* position) noexcept nogil:
    put(NODE3D_SET_POSITION, node3d, position, NULL)


cdef void global_transform(void* node3d, GdTransform3D* out) noexcept nogil:
    get(NODE3D_GET_TRANSFORM, node3d, out)


cdef void set_notify_transform(void* node3d, bint enable) noexcept nogil:
    put_bool(NODE3D_NOTIFY_TRANSFORM, node3d, enable)


cdef void update_gizmos(void* node3d) noexcept nogil:
    navpy_gd.object_method_bind_ptrcall(binds[<int>NODE3D_UPDATE_GIZMOS], node3d, NULL, NULL)


cdef void get_rotation(void* node3d, GdVector3* out) noexcept nogil:
    get(NODE3D_GET_ROTATION, node3d, out)


cdef void set_rotation(void* node3d, const GdVector3* euler) noexcept nogil:
    put(NODE3D_SET_ROTATION, node3d, euler, NULL)


# ---- bodies -----------------------------------------------------------------------------------------------------

cdef void body_velocity(void* body, GdVector3* out) noexcept nogil:
    get(BODY_GET_VELOCITY, body, out)


cdef void body_set_velocity(void* body, const GdVector3* velocity) noexcept nogil:
    put(BODY_SET_VELOCITY, body, velocity, NULL)


cdef void body_move_and_slide(void* body) noexcept nogil:
    cdef GDExtensionBool collided
    get(BODY_MOVE_AND_SLIDE, body, &collided)


cdef bint body_on_floor(void* body) noexcept nogil:
    return call_bool(BODY_ON_FLOOR, body)


cdef bint body_on_wall(void* body) noexcept nogil:
    return call_bool(BODY_ON_WALL, body)


cdef bint body_on_ceiling(void* body) noexcept nogil:
    return call_bool(BODY_ON_CEILING, body)


cdef void body_gravity(void* body, GdVector3* out) noexcept nogil:
    get(BODY_GET_GRAVITY, body, out)


cdef double body_floor_angle(void* body) noexcept nogil:
    cdef double value = 0
    get(BODY_FLOOR_ANGLE, body, &value)
    return value


cdef bint body_floats(void* body) noexcept nogil:
    """MOTION_MODE_FLOATING: it knows no floor and no gravity."""
    cdef int64_t mode = 0
    get(BODY_MOTION_MODE, body, &mode)
    return mode == 1


cdef bint body_push(void* body, const GdVector3* motion, GdVector3* normal) noexcept nogil:
    """move_and_collide; `normal` is the surface's that stopped it."""
    cdef GDExtensionBool test_only = 0
    cdef double margin = 0.001
    cdef GDExtensionBool recovery = 0
    cdef int64_t count = 1
    cdef int64_t first = 0
    cdef const void* args[5]
    cdef void* collision = NULL                 # a Ref
    args[0] = motion
    args[1] = &test_only
    args[2] = &margin
    args[3] = &recovery
    args[4] = &count
    navpy_gd.object_method_bind_ptrcall(binds[<int>BODY_MOVE_AND_COLLIDE], body,
                                        <const GDExtensionConstTypePtr*>args, &collision)
    if collision == NULL:
        return False
    put(COLLISION_NORMAL, collision, &first, normal)
    navpy_gd.ref_set_object(&collision, NULL)
    return True


# ---- signals and threads ----------------------------------------------------------------------------------------

cdef void emit(void* object, GdVariant* signal, const GdVariant* arguments, int count) noexcept nogil:
    """Emits; `arguments` of trivial types need no destroying. Afterwards the object may be gone."""
    cdef const void* args[5]
    cdef GdVariant result
    cdef GDExtensionCallError error
    cdef int i
    args[0] = signal
    for i in range(count):
        args[i + 1] = &arguments[i]
    navpy_gd.object_method_bind_call(<void*>binds[<int>OBJECT_EMIT_SIGNAL], object,
                                     <const GDExtensionConstVariantPtr*>args, count + 1, &result, &error)
    navpy_gd.variant_destroy(&result)


cdef void variant_from_vector3(GdVariant* out, const GdVector3* value) noexcept nogil:
    navpy_gd.var_from[<int>VECTOR3](out, <void*>value)


cdef void variant_from_float(GdVariant* out, double value) noexcept nogil:
    navpy_gd.var_from[<int>FLOAT](out, &value)


cdef void variant_from_bool(GdVariant* out, bint value) noexcept nogil:
    cdef GDExtensionBool flag = value
    navpy_gd.var_from[<int>BOOL](out, &flag)


cdef void variant_from_int(GdVariant* out, int64_t value) noexcept nogil:
    navpy_gd.var_from[<int>INT](out, &value)


cdef void variant_from_rid(GdVariant* out, uint64_t value) noexcept nogil:
    navpy_gd.var_from[<int>RID](out, &value)


cdef void variant_from_object(GdVariant* out, void* object) noexcept nogil:
    navpy_gd.var_from[<int>OBJECT](out, &object)


cdef void dictionary_put(void* dictionary, const GdVariant* key, GdVariant* value) noexcept nogil:
    cdef GdVariant* place = <GdVariant*>navpy_gd.dictionary_operator_index(dictionary, key)
    navpy_gd.variant_destroy(place)
    place[0] = value[0]


cdef void call_deferred_on_main(GdVariant* callable) noexcept nogil:
    """From any thread: the callable runs on the main thread when the engine next flushes its message queue."""
    cdef GdVariant result
    cdef GDExtensionCallError error
    navpy_gd.variant_call(callable, deferred_name, NULL, 0, &result, &error)
    navpy_gd.variant_destroy(&result)


cdef int64_t start_task(void (*run)(void*) noexcept nogil, void* userdata, const char* description) noexcept nogil:
    """On the engine's pool, at high priority: with a task of low priority still queued, Godot 4.6 doesn't end."""
    cdef GdString text
    cdef int64_t task
    navpy_gd.string_new_with_utf8_chars(&text, description)
    task = navpy_gd.worker_thread_pool_add_native_task(navpy_gd.global_get_singleton(pool_name), run, userdata, 1, &text)
    navpy_gd.dtor[<int>STRING](&text)
    return task


cdef void wait_for_task(int64_t task) noexcept nogil:
    cdef int64_t error = 0
    put(POOL_WAIT, navpy_gd.global_get_singleton(pool_name), &task, &error)


cdef enum:
    CONNECT_REFERENCE_COUNTED = 8


cdef GDExtensionBool always_valid(void* userdata) noexcept nogil:
    return True


cdef void connect(void* object, const GdStringName* signal, void* userdata, SignalHandler handler) noexcept nogil:
    """To be called with that userdata; as often as one likes, it is called once."""
    cdef GDExtensionCallableCustomInfo2 info
    cdef GdCallable callable
    cdef int64_t flags = CONNECT_REFERENCE_COUNTED, error = 0
    cdef const void* args[3]
    memset(&info, 0, sizeof(info))
    info.callable_userdata = userdata
    info.token = navpy_gd.library
    info.call_func = handler
    info.is_valid_func = always_valid
    navpy_gd.callable_custom_create2(&callable, &info)
    args[0], args[1], args[2] = signal, &callable, &flags
    navpy_gd.object_method_bind_ptrcall(binds[<int>OBJECT_CONNECT], object, <const GDExtensionConstTypePtr*>args, &error)
    navpy_gd.dtor[<int>CALLABLE](&callable)


cdef void* object_in(const void* variant) noexcept nogil:
    if navpy_gd.variant_get_type(variant) != OBJECT:
        return NULL
    return (<void**>navpy_gd.var_ptr[<int>OBJECT](<void*>variant))[0]


# ---- navigation nodes of the engine's own -----------------------------------------------------------------------

cdef void* scene_tree() noexcept nogil:
    return as_class(call_object(ENGINE_MAIN_LOOP, engine_singleton), tree_tag)


cdef void* tag_region() noexcept nogil:
    return region_tag


cdef void* tag_link() noexcept nogil:
    return link_tag


cdef int find_nodes(void* tree, const char* class_name, vector[void*]* out) except -1 nogil:
    """Appends all nodes of the class below the tree's root."""
    cdef void* root = call_object(TREE_ROOT, tree)
    cdef GdString pattern, name
    cdef GdPacked found                         # an Array is no larger
    cdef GdVariant element
    cdef GDExtensionBool recursive = True, owned = False
    cdef int64_t count = 0, i
    cdef const void* args[4]
    navpy_gd.string_new_with_utf8_chars(&pattern, b"*")
    navpy_gd.string_new_with_utf8_chars(&name, class_name)
    navpy_gd.ctor0[<int>ARRAY](&found, NULL)
    args[0], args[1], args[2], args[3] = &pattern, &name, &recursive, &owned
    navpy_gd.object_method_bind_ptrcall(binds[<int>NODE_FIND_CHILDREN], root, <const GDExtensionConstTypePtr*>args, &found)
    array_size(&found, NULL, &count, 0)
    for i in range(count):
        args[0] = &i
        element.o[0] = element.o[1] = element.o[2] = 0
        array_get(&found, <const GDExtensionConstTypePtr*>args, &element, 1)
        out.push_back(object_in(&element))
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&found)
    navpy_gd.dtor[<int>STRING](&name)
    navpy_gd.dtor[<int>STRING](&pattern)
    return 0


cdef double call_double(Bind method, void* object) noexcept nogil:
    cdef double value = 0
    get(method, object, &value)
    return value


cdef uint32_t call_layers(Bind method, void* object) noexcept nogil:
    cdef int64_t value = 0
    get(method, object, &value)
    return <uint32_t>value


cdef void* region_navigation_mesh(void* region) noexcept nogil:
    cdef void* mesh = NULL
    get(REGION_GET_NAVMESH, region, &mesh)
    return mesh


cdef void read_region(void* region, EngineRegion* out) noexcept nogil:
    memset(out, 0, sizeof(EngineRegion))        # also what lies between its fields: it is compared as bytes
    out.enabled = call_bool(REGION_ENABLED, region)
    out.joins_edges = call_bool(REGION_EDGE_CONNECTIONS, region)
    out.layers = call_layers(REGION_LAYERS, region)
    out.travel_cost = call_double(REGION_TRAVEL_COST, region)
    global_transform(region, &out.frame)


cdef void read_link(void* link, EngineLink* out) noexcept nogil:
    memset(out, 0, sizeof(EngineLink))
    out.enabled = call_bool(LINK_ENABLED, link)
    out.two_way = call_bool(LINK_BIDIRECTIONAL, link)
    out.layers = call_layers(LINK_LAYERS, link)
    out.enter_cost = call_double(LINK_ENTER_COST, link)
    out.travel_cost = call_double(LINK_TRAVEL_COST, link)
    get(LINK_START, link, &out.start)
    get(LINK_END, link, &out.end)


# ---- packed arrays and texts ------------------------------------------------------------------------------------

cdef void strings_append(void* packed_string_array, object text) except *:
    cdef GdString string
    cdef GDExtensionBool failed = 0
    cdef const void* args[1]
    navpy_gd.string_new_with_utf8_chars(&string, text.encode())
    args[0] = &string
    strings_push_back(packed_string_array, <const GDExtensionConstTypePtr*>args, &failed, 1)
    navpy_gd.dtor[<int>STRING](&string)


cdef void vectors_resize(void* packed_vector3_array, int64_t count) noexcept nogil:
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    vectors_resize_method(packed_vector3_array, <const GDExtensionConstTypePtr*>args, &error, 1)


cdef int64_t vectors_count(const void* packed_vector3_array) noexcept nogil:
    return packed_size(vectors_size, packed_vector3_array)


cdef GdVector3* vectors_data(void* packed_vector3_array) noexcept nogil:
    return <GdVector3*>navpy_gd.packed_vector3_array_operator_index(packed_vector3_array, 0)


cdef int64_t packed_size(BuiltinMethod size, const void* packed) noexcept nogil:
    cdef int64_t count = 0
    size(<void*>packed, NULL, &count, 0)
    return count


cdef const GdVector3* vectors_of(const void* packed_vector3_array) noexcept nogil:
    if vectors_count(packed_vector3_array) == 0:
        return NULL
    return <const GdVector3*>navpy_gd.packed_vector3_array_operator_index_const(packed_vector3_array, 0)


cdef int64_t longs_count(const void* packed_int64_array) noexcept nogil:
    return packed_size(longs_size, packed_int64_array)


cdef const int64_t* longs_of(const void* packed_int64_array) noexcept nogil:
    if longs_count(packed_int64_array) == 0:
        return NULL
    return navpy_gd.packed_int64_array_operator_index_const(packed_int64_array, 0)


cdef void fill_longs(void* packed_int64_array, const int64_t* values, int64_t count) noexcept nogil:
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    longs_resize(packed_int64_array, <const GDExtensionConstTypePtr*>args, &error, 1)
    if count > 0:
        memcpy(navpy_gd.packed_int64_array_operator_index(packed_int64_array, 0), values, count * sizeof(values[0]))


cdef void fill_ints(void* packed_int32_array, const int32_t* values, int64_t count) noexcept nogil:
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    ints_resize(packed_int32_array, <const GDExtensionConstTypePtr*>args, &error, 1)
    if count > 0:
        memcpy(navpy_gd.packed_int32_array_operator_index(packed_int32_array, 0), values, count * sizeof(values[0]))


cdef void floats_fill(void* packed_float32_array, const vector[float]* values) noexcept nogil:
    cdef int64_t count = <int64_t>values.size(), error = 0
    cdef const void* args[1]
    args[0] = &count
    floats_resize(packed_float32_array, <const GDExtensionConstTypePtr*>args, &error, 1)
    if count:                                   # resized, it is nobody else's
        memcpy(<void*>navpy_gd.packed_float32_array_operator_index_const(packed_float32_array, 0), values.data(), count * sizeof(float))


cdef void floats_read(const void* packed_float32_array, vector[float]* values) except *:
    cdef int64_t count = packed_size(floats_size, packed_float32_array)
    cdef const float* data
    values.resize(count)
    if count:
        data = navpy_gd.packed_float32_array_operator_index_const(packed_float32_array, 0)
        memcpy(values.data(), data, count * sizeof(float))


cdef const uint8_t* bytes_of(const void* packed_byte_array, int64_t* count) noexcept nogil:
    count[0] = packed_size(bytes_size, packed_byte_array)
    return navpy_gd.packed_byte_array_operator_index_const(packed_byte_array, 0) if count[0] > 0 else NULL


cdef void bytes_fill(void* packed_byte_array, bytes data) except *:
    cdef int64_t count = len(data), error = 0
    cdef const void* args[1]
    args[0] = &count
    bytes_resize(packed_byte_array, <const GDExtensionConstTypePtr*>args, &error, 1)
    if count:
        memcpy(navpy_gd.packed_byte_array_operator_index(packed_byte_array, 0), PyBytes_AS_STRING(data), count)


cdef str text_of(const GdString* text):
    cdef int64_t length = navpy_gd.string_to_utf8_chars(text, NULL, 0)
    cdef bytes buffer = b"\0" * length
    navpy_gd.string_to_utf8_chars(text, PyBytes_AS_STRING(buffer), length)
    return buffer.decode("utf-8", "replace")


cdef str string_from(int constructor, const void* source):
    cdef GdString text
    cdef const void* args[1]
    args[0] = source
    navpy_gd.variant_get_ptr_constructor(<VariantType>STRING, constructor)(&text, <const GDExtensionConstTypePtr*>args)
    result = text_of(&text)
    navpy_gd.dtor[<int>STRING](&text)
    return result


cdef str text_of_name(const GdStringName* name):
    return string_from(2, name)


cdef str node_path(void* node):
    """Where the node is in the scene tree, as text; its class's name is the caller's to say."""
    cdef void* path = NULL
    if node == NULL:
        return "navpy"
    if not node_in_tree(node):
        return "(outside the scene tree)"
    get(NODE_GET_PATH, node, &path)
    result = string_from(3, &path)
    navpy_gd.dtor[<int>NODE_PATH](&path)
    if editor_hint:                             # the editor's own nodes above the edited scene say nothing to anybody
        result = result.rpartition("/@")[2].partition("/")[2] or result
    return result


cdef void node_error(void* node, str text) noexcept:
    """push_error with the node's path."""
    message = f"{node_path(node)}: {text}".encode()
    navpy_gd.print_error_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)


cdef void node_warning(void* node, str text) noexcept:
    message = f"{node_path(node)}: {text}".encode()
    navpy_gd.print_warning_with_message(message, message, b"navpy", b"addons/navpy", 0, 0)


# ---- the engine's navigation meshes -----------------------------------------------------------------------------

cdef void* new_navigation_mesh() noexcept nogil:
    return construct(navigation_mesh_name)


cdef void read_agent(void* navigation_mesh, EngineAgent* out) noexcept nogil:
    get(NAVMESH_GET_RADIUS, navigation_mesh, &out.radius)
    get(NAVMESH_GET_HEIGHT, navigation_mesh, &out.height)
    get(NAVMESH_GET_CLIMB, navigation_mesh, &out.max_climb)
    get(NAVMESH_GET_CELL_HEIGHT, navigation_mesh, &out.cell_height)


cdef void set_agent(void* navigation_mesh, const EngineAgent* agent) noexcept nogil:
    put(NAVMESH_SET_RADIUS, navigation_mesh, &agent.radius, NULL)
    put(NAVMESH_SET_HEIGHT, navigation_mesh, &agent.height, NULL)
    put(NAVMESH_SET_CLIMB, navigation_mesh, &agent.max_climb, NULL)


cdef void set_vertices(void* navigation_mesh, const double* vertices, int64_t count) noexcept nogil:
    cdef GdPacked packed
    cdef GdVector3* out
    cdef int64_t i
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    vectors_resize(&packed, count)
    out = vectors_data(&packed)
    for i in range(count):
        out[i].x, out[i].y, out[i].z = <float>vertices[3 * i], <float>vertices[3 * i + 1], <float>vertices[3 * i + 2]
    put(NAVMESH_SET_VERTICES, navigation_mesh, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)


cdef void add_polygon(void* navigation_mesh, const int32_t* corners, int64_t count) noexcept nogil:
    cdef GdPacked packed
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
    ints_resize(&packed, <const GDExtensionConstTypePtr*>args, &error, 1)
    memcpy(navpy_gd.packed_int32_array_operator_index(&packed, 0), corners, count * sizeof(int32_t))
    put(NAVMESH_ADD_POLYGON, navigation_mesh, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)


cdef int read_polygons(void* navigation_mesh, vector[double]* vertices, vector[vector[int32_t]]* polygons) except -1 nogil:
    cdef GdPacked packed
    cdef const GdVector3* points
    cdef const int32_t* corners
    cdef int64_t i, count, corner_count
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    get(NAVMESH_GET_VERTICES, navigation_mesh, &packed)
    count = packed_size(vectors_size, &packed)
    points = vectors_data(&packed) if count else NULL
    for i in range(count):
        vertices.push_back(points[i].x)
        vertices.push_back(points[i].y)
        vertices.push_back(points[i].z)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)
    get(NAVMESH_POLYGON_COUNT, navigation_mesh, &count)
    polygons.resize(count)
    for i in range(count):
        navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
        put(NAVMESH_GET_POLYGON, navigation_mesh, &i, &packed)
        corner_count = packed_size(ints_size, &packed)
        if corner_count:
            corners = navpy_gd.packed_int32_array_operator_index_const(&packed, 0)
            polygons[0][i].assign(corners, corners + corner_count)
        navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)
    return 0


# ---- making objects ---------------------------------------------------------------------------------------------

cdef void* construct(GdStringName* cls) noexcept nogil:
    """A new built-in object; POSTINITIALIZE is the constructor's caller's to send."""
    cdef void* object = navpy_gd.classdb_construct_object2(cls)
    cdef int64_t what = 0
    cdef GDExtensionBool reversed_ = 0
    cdef const void* args[2]
    args[0] = &what
    args[1] = &reversed_
    navpy_gd.object_method_bind_ptrcall(binds[<int>OBJECT_NOTIFICATION], object, <const GDExtensionConstTypePtr*>args, NULL)
    return object
