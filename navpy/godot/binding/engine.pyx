"""What we ask of the engine, as plain functions."""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport array_element, size_of
from navpy.godot.binding.ptrcall cimport find_methods, get, invoke, put
from navpy.godot.binding.threads cimport on_main_thread, relock, set_physics_later, unlock_fully

cdef enum:
    NODE_GET_PARENT
    NODE_IS_INSIDE_TREE
    NODE_GET_VIEWPORT
    NODE_CAN_PROCESS
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
    REGION_GET_NAVMESH
    REGION_ENABLED
    REGION_LAYERS
    REGION_TRAVEL_COST
    REGION_ENTER_COST
    REGION_MAP
    REGION_RID
    REGION_EDGE_CONNECTIONS
    LINK_ENABLED
    LINK_BIDIRECTIONAL
    LINK_LAYERS
    LINK_START
    LINK_END
    LINK_ENTER_COST
    LINK_TRAVEL_COST
    LINK_MAP
    LINK_RID
    BIND_COUNT

METHODS = (
    (NODE_GET_PARENT, "Node", "get_parent", 3160264692),
    (NODE_IS_INSIDE_TREE, "Node", "is_inside_tree", 36873697),
    (NODE_GET_VIEWPORT, "Node", "get_viewport", 3596683776),
    (NODE_CAN_PROCESS, "Node", "can_process", 36873697),
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
    (REGION_GET_NAVMESH, "NavigationRegion3D", "get_navigation_mesh", 1468720886),
    (REGION_ENABLED, "NavigationRegion3D", "is_enabled", 36873697),
    (REGION_LAYERS, "NavigationRegion3D", "get_navigation_layers", 3905245786),
    (REGION_TRAVEL_COST, "NavigationRegion3D", "get_travel_cost", 1740695150),
    (REGION_ENTER_COST, "NavigationRegion3D", "get_enter_cost", 1740695150),
    (REGION_MAP, "NavigationRegion3D", "get_navigation_map", 2944877500),
    (REGION_RID, "NavigationRegion3D", "get_rid", 2944877500),
    (REGION_EDGE_CONNECTIONS, "NavigationRegion3D", "get_use_edge_connections", 36873697),
    (LINK_ENABLED, "NavigationLink3D", "is_enabled", 36873697),
    (LINK_BIDIRECTIONAL, "NavigationLink3D", "is_bidirectional", 36873697),
    (LINK_LAYERS, "NavigationLink3D", "get_navigation_layers", 3905245786),
    (LINK_START, "NavigationLink3D", "get_global_start_position", 3360562783),
    (LINK_END, "NavigationLink3D", "get_global_end_position", 3360562783),
    (LINK_ENTER_COST, "NavigationLink3D", "get_enter_cost", 1740695150),
    (LINK_TRAVEL_COST, "NavigationLink3D", "get_travel_cost", 1740695150),
    (LINK_MAP, "NavigationLink3D", "get_navigation_map", 2944877500),
    (LINK_RID, "NavigationLink3D", "get_rid", 2944877500),
)

cdef const void* binds[BIND_COUNT]
cdef void* tree_tag = NULL
cdef void* region_tag = NULL
cdef void* link_tag = NULL
cdef void* node3d_tag = NULL
cdef void* body_tag = NULL
cdef void* engine_singleton = NULL
cdef bint editor_hint = False
cdef GdStringName* deferred_name
cdef GdStringName* pool_name


def bind_methods():
    """Looks up everything above; RuntimeError names what this engine lacks."""
    global tree_tag, region_tag, link_tag, node3d_tag, body_tag, engine_singleton, editor_hint
    global deferred_name, pool_name
    find_methods(METHODS, binds)
    tree_tag = navpy_gd.classdb_get_class_tag(intern("SceneTree"))
    region_tag = navpy_gd.classdb_get_class_tag(intern("NavigationRegion3D"))
    link_tag = navpy_gd.classdb_get_class_tag(intern("NavigationLink3D"))
    node3d_tag = navpy_gd.classdb_get_class_tag(intern("Node3D"))
    body_tag = navpy_gd.classdb_get_class_tag(intern("CharacterBody3D"))
    engine_singleton = navpy_gd.global_get_singleton(intern("Engine"))
    deferred_name = intern("call_deferred")
    pool_name = intern("WorkerThreadPool")
    editor_hint = call_bool(binds[ENGINE_IS_EDITOR], engine_singleton)


# ---- the shapes a ptrcall comes in ------------------------------------------------------------------------------

cdef inline bint call_bool(const void* method, void* object) noexcept nogil:
    cdef GDExtensionBool value = 0
    get(method, object, &value)
    return value


cdef inline void* call_object(const void* method, void* object) noexcept nogil:
    cdef void* value = NULL
    get(method, object, &value)
    return value


cdef inline void put_bool(const void* method, void* object, bint value) noexcept nogil:
    cdef GDExtensionBool argument = value
    put(method, object, &argument, NULL)


# ---- engine and nodes -------------------------------------------------------------------------------------------

cdef bint in_editor() noexcept nogil:
    return editor_hint


cdef int64_t physics_frame() noexcept nogil:
    cdef int64_t value = 0
    get(binds[ENGINE_PHYSICS_FRAMES], engine_singleton, &value)
    return value


cdef double physics_delta(void* node) noexcept nogil:
    cdef double value = 0
    get(binds[NODE_PHYSICS_DELTA], node, &value)
    return value


cdef void* as_class(void* object, void* tag) noexcept nogil:
    return navpy_gd.object_cast_to(object, tag) if object != NULL else NULL


cdef void* tag_node3d() noexcept nogil:
    return node3d_tag


cdef void* tag_body() noexcept nogil:
    return body_tag


cdef void* node_parent(void* node) noexcept nogil:
    return call_object(binds[NODE_GET_PARENT], node)


cdef bint node_in_tree(void* node) noexcept nogil:
    return call_bool(binds[NODE_IS_INSIDE_TREE], node)


cdef bint node_can_process(void* node) noexcept nogil:
    return call_bool(binds[NODE_CAN_PROCESS], node)


cdef void node_set_physics(void* node, bint enable) noexcept nogil:
    if on_main_thread():
        put_bool(binds[NODE_SET_PHYSICS_INTERNAL], node, enable)
    else:
        set_physics_later(node, enable)


cdef void node_update_warnings(void* node) noexcept nogil:
    if editor_hint:
        get(binds[NODE_UPDATE_WARNINGS], node, NULL)


cdef void* world_ref(void* node) noexcept nogil:
    cdef void* viewport = call_object(binds[NODE_GET_VIEWPORT], node)
    cdef void* world = NULL                     # a Ref: the call leaves us a reference to give back
    if viewport != NULL:
        get(binds[VIEWPORT_FIND_WORLD], viewport, &world)
    return world


cdef uint64_t world_of(void* node) noexcept nogil:
    cdef void* world = world_ref(node)
    cdef uint64_t id = 0
    if world != NULL:
        id = navpy_gd.object_get_instance_id(world)
        navpy_gd.ref_set_object(&world, NULL)
    return id


cdef void global_position(void* node3d, GdVector3* out) noexcept nogil:
    get(binds[NODE3D_GET_POSITION], node3d, out)


cdef void read_place(void* node3d, double* out) noexcept nogil:
    cdef GdVector3 position
    get(binds[NODE3D_GET_POSITION], node3d, &position)
    out[0] = position.x
    out[1] = position.y
    out[2] = position.z


cdef void set_global_position(void* node3d, const GdVector3* position) noexcept nogil:
    put(binds[NODE3D_SET_POSITION], node3d, position, NULL)


cdef void global_transform(void* node3d, GdTransform3D* out) noexcept nogil:
    get(binds[NODE3D_GET_TRANSFORM], node3d, out)


cdef void set_notify_transform(void* node3d, bint enable) noexcept nogil:
    put_bool(binds[NODE3D_NOTIFY_TRANSFORM], node3d, enable)


cdef void update_gizmos(void* node3d) noexcept nogil:
    get(binds[NODE3D_UPDATE_GIZMOS], node3d, NULL)


cdef void get_rotation(void* node3d, GdVector3* out) noexcept nogil:
    get(binds[NODE3D_GET_ROTATION], node3d, out)


cdef void set_rotation(void* node3d, const GdVector3* euler) noexcept nogil:
    put(binds[NODE3D_SET_ROTATION], node3d, euler, NULL)


# ---- bodies -----------------------------------------------------------------------------------------------------

cdef void body_velocity(void* body, GdVector3* out) noexcept nogil:
    get(binds[BODY_GET_VELOCITY], body, out)


cdef void body_set_velocity(void* body, const GdVector3* velocity) noexcept nogil:
    put(binds[BODY_SET_VELOCITY], body, velocity, NULL)


cdef void body_move_and_slide(void* body) noexcept nogil:
    cdef GDExtensionBool collided
    get(binds[BODY_MOVE_AND_SLIDE], body, &collided)


cdef bint body_on_floor(void* body) noexcept nogil:
    return call_bool(binds[BODY_ON_FLOOR], body)


cdef bint body_on_wall(void* body) noexcept nogil:
    return call_bool(binds[BODY_ON_WALL], body)


cdef bint body_on_ceiling(void* body) noexcept nogil:
    return call_bool(binds[BODY_ON_CEILING], body)


cdef void body_gravity(void* body, GdVector3* out) noexcept nogil:
    get(binds[BODY_GET_GRAVITY], body, out)


cdef double body_floor_angle(void* body) noexcept nogil:
    cdef double value = 0
    get(binds[BODY_FLOOR_ANGLE], body, &value)
    return value


cdef bint body_floats(void* body) noexcept nogil:
    """MOTION_MODE_FLOATING: it knows no floor and no gravity."""
    cdef int64_t mode = 0
    get(binds[BODY_MOTION_MODE], body, &mode)
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
    invoke(binds[BODY_MOVE_AND_COLLIDE], body, args, &collision)
    if collision == NULL:
        return False
    put(binds[COLLISION_NORMAL], collision, &first, normal)
    navpy_gd.ref_set_object(&collision, NULL)
    return True


# ---- signals and threads ----------------------------------------------------------------------------------------

cdef void emit(void* object, GdVariant* signal, const GdVariant* arguments, int count) noexcept nogil:
    """Emits; `arguments` of trivial types need no destroying. Afterwards the object may be gone."""
    cdef const void* args[5]
    cdef GdVariant result
    cdef GDExtensionCallError error
    cdef int i
    cdef int32_t depth = unlock_fully()         # a handler may wait for a thread that calls us
    args[0] = signal
    for i in range(count):
        args[i + 1] = &arguments[i]
    navpy_gd.object_method_bind_call(<void*>binds[OBJECT_EMIT_SIGNAL], object,
                                     <const GDExtensionConstVariantPtr*>args, count + 1, &result, &error)
    relock(depth)
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
    put(binds[POOL_WAIT], navpy_gd.global_get_singleton(pool_name), &task, &error)


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
    invoke(binds[OBJECT_CONNECT], object, args, &error)
    navpy_gd.dtor[<int>CALLABLE](&callable)


cdef void* object_in(const void* variant) noexcept nogil:
    if navpy_gd.variant_get_type(variant) != OBJECT:
        return NULL
    return (<void**>navpy_gd.var_ptr[<int>OBJECT](<void*>variant))[0]


# ---- navigation nodes of the engine's own -----------------------------------------------------------------------

cdef void* scene_tree() noexcept nogil:
    return as_class(call_object(binds[ENGINE_MAIN_LOOP], engine_singleton), tree_tag)


cdef void* tag_region() noexcept nogil:
    return region_tag


cdef void* tag_link() noexcept nogil:
    return link_tag


cdef int find_nodes(void* tree, const char* class_name, vector[void*]* out) except -1 nogil:
    """Appends all nodes of the class below the tree's root."""
    cdef void* root = call_object(binds[TREE_ROOT], tree)
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
    invoke(binds[NODE_FIND_CHILDREN], root, args, &found)
    count = size_of(ARRAY, &found)
    for i in range(count):
        array_element(&found, i, &element)
        out.push_back(object_in(&element))
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&found)
    navpy_gd.dtor[<int>STRING](&name)
    navpy_gd.dtor[<int>STRING](&pattern)
    return 0


cdef double call_double(const void* method, void* object) noexcept nogil:
    cdef double value = 0
    get(method, object, &value)
    return value


cdef uint32_t call_layers(const void* method, void* object) noexcept nogil:
    cdef int64_t value = 0
    get(method, object, &value)
    return <uint32_t>value


cdef void* region_navigation_mesh(void* region) noexcept nogil:
    cdef void* mesh = NULL
    get(binds[REGION_GET_NAVMESH], region, &mesh)
    return mesh


cdef void read_region(void* region, EngineRegion* out) noexcept nogil:
    memset(out, 0, sizeof(EngineRegion))        # also what lies between its fields: it is compared as bytes
    out.enabled = call_bool(binds[REGION_ENABLED], region)
    out.joins_edges = call_bool(binds[REGION_EDGE_CONNECTIONS], region)
    out.layers = call_layers(binds[REGION_LAYERS], region)
    out.travel_cost = call_double(binds[REGION_TRAVEL_COST], region)
    out.enter_cost = call_double(binds[REGION_ENTER_COST], region)
    get(binds[REGION_MAP], region, &out.map)
    global_transform(region, &out.frame)


cdef uint64_t rid_of(void* node) noexcept nogil:
    """Of a NavigationRegion3D or NavigationLink3D; 0, which is no RID, of any other node."""
    cdef uint64_t rid = 0
    if as_class(node, region_tag) != NULL:
        get(binds[REGION_RID], node, &rid)
    elif as_class(node, link_tag) != NULL:
        get(binds[LINK_RID], node, &rid)
    return rid


cdef void read_link(void* link, EngineLink* out) noexcept nogil:
    memset(out, 0, sizeof(EngineLink))
    out.enabled = call_bool(binds[LINK_ENABLED], link)
    out.two_way = call_bool(binds[LINK_BIDIRECTIONAL], link)
    out.layers = call_layers(binds[LINK_LAYERS], link)
    out.enter_cost = call_double(binds[LINK_ENTER_COST], link)
    out.travel_cost = call_double(binds[LINK_TRAVEL_COST], link)
    get(binds[LINK_MAP], link, &out.map)
    get(binds[LINK_START], link, &out.start)
    get(binds[LINK_END], link, &out.end)


# ---- making objects ---------------------------------------------------------------------------------------------

cdef void* construct(GdStringName* cls) noexcept nogil:
    """A new built-in object; POSTINITIALIZE is the constructor's caller's to send."""
    cdef void* object = navpy_gd.classdb_construct_object2(cls)
    cdef int64_t what = 0
    cdef GDExtensionBool reversed_ = 0
    cdef const void* args[2]
    args[0] = &what
    args[1] = &reversed_
    invoke(binds[OBJECT_NOTIFICATION], object, args, NULL)
    return object
