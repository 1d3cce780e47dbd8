"""Our questions to the engine, as plain functions."""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset
from navpy.base.geom cimport is_point
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.plane cimport frame_in_space, in_plane, in_space, is_flat
from navpy.godot.binding.ptrcall cimport find_class, find_method, get, get_bool, get_double, get_int, get_object, invoke, put, put2
from navpy.godot.binding.threads cimport on_main_thread, relock, set_physics_later, unlock_fully
from navpy.godot.binding.vector cimport put_place

cdef const void* NODE_GET_PARENT = find_method(b"Node", b"get_parent", 3160264692)
cdef const void* NODE_CHILD_COUNT = find_method(b"Node", b"get_child_count", 894402480)
cdef const void* NODE_CHILD = find_method(b"Node", b"get_child", 541253412)
cdef const void* NODE_IS_INSIDE_TREE = find_method(b"Node", b"is_inside_tree", 36873697)
cdef const void* NODE_GET_VIEWPORT = find_method(b"Node", b"get_viewport", 3596683776)
cdef const void* NODE_CAN_PROCESS = find_method(b"Node", b"can_process", 36873697)
cdef const void* NODE_SET_PHYSICS_INTERNAL = find_method(b"Node", b"set_physics_process_internal", 2586408642)
cdef const void* NODE_PHYSICS_DELTA = find_method(b"Node", b"get_physics_process_delta_time", 1740695150)
cdef const void* NODE_UPDATE_WARNINGS = find_method(b"Node", b"update_configuration_warnings", 3218959716)
cdef const void* VIEWPORT_FIND_WORLD = find_method(b"Viewport", b"find_world_3d", 317588385)
cdef const void* NODE3D_GET_POSITION = find_method(b"Node3D", b"get_global_position", 3360562783)
cdef const void* NODE3D_SET_POSITION = find_method(b"Node3D", b"set_global_position", 3460891852)
cdef const void* NODE3D_GET_TRANSFORM = find_method(b"Node3D", b"get_global_transform", 3229777777)
cdef const void* NODE3D_NOTIFY_TRANSFORM = find_method(b"Node3D", b"set_notify_transform", 2586408642)
cdef const void* NODE3D_UPDATE_TRANSFORM = find_method(b"Node3D", b"force_update_transform", 3218959716)
cdef const void* NODE3D_UPDATE_GIZMOS = find_method(b"Node3D", b"update_gizmos", 3218959716)
cdef const void* NODE3D_GET_ROTATION = find_method(b"Node3D", b"get_rotation", 3360562783)
cdef const void* NODE3D_SET_ROTATION = find_method(b"Node3D", b"set_rotation", 3460891852)
cdef const void* BODY_GET_VELOCITY = find_method(b"CharacterBody3D", b"get_velocity", 3360562783)
cdef const void* BODY_SET_VELOCITY = find_method(b"CharacterBody3D", b"set_velocity", 3460891852)
cdef const void* BODY_MOVE_AND_SLIDE = find_method(b"CharacterBody3D", b"move_and_slide", 2240911060)
cdef const void* BODY_ON_FLOOR = find_method(b"CharacterBody3D", b"is_on_floor", 36873697)
cdef const void* BODY_ON_WALL = find_method(b"CharacterBody3D", b"is_on_wall", 36873697)
cdef const void* BODY_ON_CEILING = find_method(b"CharacterBody3D", b"is_on_ceiling", 36873697)
cdef const void* BODY_PLATFORM_VELOCITY = find_method(b"CharacterBody3D", b"get_platform_velocity", 3360562783)
cdef const void* BODY2D_PLATFORM_VELOCITY = find_method(b"CharacterBody2D", b"get_platform_velocity", 3341600327)
cdef const void* BODY_GET_GRAVITY = find_method(b"PhysicsBody3D", b"get_gravity", 3360562783)
cdef const void* BODY_FLOOR_ANGLE = find_method(b"CharacterBody3D", b"get_floor_max_angle", 1740695150)
cdef const void* BODY_MOTION_MODE = find_method(b"CharacterBody3D", b"get_motion_mode", 3529553604)
cdef const void* VIEWPORT_FIND_WORLD2D = find_method(b"Viewport", b"find_world_2d", 2339128592)
cdef const void* NODE2D_GET_POSITION = find_method(b"Node2D", b"get_global_position", 3341600327)
cdef const void* NODE2D_SET_POSITION = find_method(b"Node2D", b"set_global_position", 743155724)
cdef const void* NODE2D_GET_TRANSFORM = find_method(b"CanvasItem", b"get_global_transform", 3814499831)
cdef const void* NODE2D_NOTIFY_TRANSFORM = find_method(b"CanvasItem", b"set_notify_transform", 2586408642)
cdef const void* NODE2D_UPDATE_TRANSFORM = find_method(b"CanvasItem", b"force_update_transform", 3218959716)
cdef const void* NODE2D_QUEUE_REDRAW = find_method(b"CanvasItem", b"queue_redraw", 3218959716)
cdef const void* NODE2D_GET_ROTATION = find_method(b"Node2D", b"get_global_rotation", 1740695150)
cdef const void* NODE2D_SET_ROTATION = find_method(b"Node2D", b"set_global_rotation", 373806689)
cdef const void* BODY2D_GET_VELOCITY = find_method(b"CharacterBody2D", b"get_velocity", 3341600327)
cdef const void* BODY2D_SET_VELOCITY = find_method(b"CharacterBody2D", b"set_velocity", 743155724)
cdef const void* BODY2D_MOVE_AND_SLIDE = find_method(b"CharacterBody2D", b"move_and_slide", 2240911060)
cdef const void* OBJECT_HAS_CONNECTIONS = find_method(b"Object", b"has_connections", 2619796661)
cdef const void* OBJECT_EMIT_SIGNAL = find_method(b"Object", b"emit_signal", 4047867050)
cdef const void* OBJECT_NOTIFICATION = find_method(b"Object", b"notification", 4023243586)
cdef const void* OBJECT_CONNECT = find_method(b"Object", b"connect", 1518946055)
cdef const void* ENGINE_MAIN_LOOP = find_method(b"Engine", b"get_main_loop", 1016888095)
cdef const void* TREE_ROOT = find_method(b"SceneTree", b"get_root", 1757182445)
cdef const void* ENGINE_IS_EDITOR = find_method(b"Engine", b"is_editor_hint", 36873697)
cdef const void* ENGINE_PHYSICS_FRAMES = find_method(b"Engine", b"get_physics_frames", 3905245786)
cdef const void* ENGINE_IN_PHYSICS_FRAME = find_method(b"Engine", b"is_in_physics_frame", 36873697)
cdef const void* ENGINE_PHYSICS_TICKS = find_method(b"Engine", b"get_physics_ticks_per_second", 3905245786)
cdef const void* POOL_WAIT = find_method(b"WorkerThreadPool", b"wait_for_task_completion", 844576869)
cdef const void* TREE_IS_PAUSED = find_method(b"SceneTree", b"is_paused", 36873697)
cdef void* tree_tag = find_class(b"SceneTree")
cdef void* node3d_tag = find_class(b"Node3D")
cdef void* node2d_tag = find_class(b"Node2D")
cdef void* body_tag = find_class(b"CharacterBody3D")
cdef void* body2d_tag = find_class(b"CharacterBody2D")
cdef void* engine_singleton = navpy_gd.global_get_singleton(intern(b"Engine"))
cdef bint editor_hint = get_bool(ENGINE_IS_EDITOR, engine_singleton)
cdef GdStringName* physics_frame_signal = intern(b"physics_frame")
cdef GdStringName* deferred_name = intern(b"call_deferred")
cdef GdStringName* pool_name = intern(b"WorkerThreadPool")


# ---- the shapes a ptrcall comes in ----

cdef inline void put_bool(const void* method, void* object, bint value) noexcept nogil:
    cdef GDExtensionBool argument = value
    put(method, object, &argument, NULL)


# ---- engine and nodes ----

cdef bint in_editor() noexcept nogil:
    return editor_hint


cdef int64_t physics_frame() noexcept nogil:
    return get_int(ENGINE_PHYSICS_FRAMES, engine_singleton)


cdef bint in_physics_frame() noexcept nogil:
    return get_bool(ENGINE_IN_PHYSICS_FRAME, engine_singleton)


cdef int64_t physics_ticks() noexcept nogil:
    return get_int(ENGINE_PHYSICS_TICKS, engine_singleton)


cdef double physics_delta(void* node) noexcept nogil:
    return get_double(NODE_PHYSICS_DELTA, node)


cdef void* as_class(void* object, void* tag) noexcept nogil:
    return navpy_gd.object_cast_to(object, tag) if object != NULL else NULL


cdef void* as_spatial(void* object, bint plane) noexcept nogil:
    return as_class(object, node2d_tag if plane else node3d_tag)


cdef void* as_body(void* object, bint plane) noexcept nogil:
    return as_class(object, body2d_tag if plane else body_tag)


cdef void* node_parent(void* node) noexcept nogil:
    return get_object(NODE_GET_PARENT, node)


cdef void* node_viewport(void* node) noexcept nogil:
    return get_object(NODE_GET_VIEWPORT, node)


cdef int64_t child_count(void* node) noexcept nogil:
    cdef GDExtensionBool internal = 0
    cdef int64_t count = 0
    put(NODE_CHILD_COUNT, node, &internal, &count)
    return count


cdef void* child_at(void* node, int64_t index) noexcept nogil:
    cdef GDExtensionBool internal = 0
    cdef void* child = NULL
    put2(NODE_CHILD, node, &index, &internal, &child)
    return child


cdef bint node_in_tree(void* node) noexcept nogil:
    return get_bool(NODE_IS_INSIDE_TREE, node)


cdef bint node_can_process(void* node) noexcept nogil:
    return get_bool(NODE_CAN_PROCESS, node)


cdef void node_set_physics(void* node, bint enable) noexcept nogil:
    if on_main_thread():
        put_bool(NODE_SET_PHYSICS_INTERNAL, node, enable)
    else:
        set_physics_later(node, enable)


cdef void node_update_warnings(void* node) noexcept nogil:
    if editor_hint:
        get(NODE_UPDATE_WARNINGS, node, NULL)


cdef void* world_ref(void* node, bint plane) noexcept nogil:
    cdef void* viewport = node_viewport(node)
    return get_object(VIEWPORT_FIND_WORLD2D if plane else VIEWPORT_FIND_WORLD, viewport) if viewport != NULL else NULL


cdef uint64_t world_of(void* node, bint plane) noexcept nogil:
    cdef void* world = world_ref(node, plane)
    cdef uint64_t id = 0
    if world != NULL:
        id = navpy_gd.object_get_instance_id(world)
        navpy_gd.ref_set_object(&world, NULL)
    return id


cdef void global_position(void* node, GdVector3* out) noexcept nogil:
    cdef GdVector2 flat
    if is_flat(node):
        get(NODE2D_GET_POSITION, node, &flat)
        out[0] = in_space(&flat)
    else:
        get(NODE3D_GET_POSITION, node, out)


cdef void read_place(void* node, double* out) noexcept nogil:
    cdef GdVector3 position
    global_position(node, &position)
    put_place(&position, out)


cdef bint read_finite_place(void* node, double* out) noexcept nogil:
    cdef double[3] place
    read_place(node, place)
    if not is_point(place):
        return False
    memcpy(out, place, sizeof(place))
    return True


cdef void set_global_position(void* node, const GdVector3* position) noexcept nogil:
    cdef GdVector2 flat
    if is_flat(node):
        flat = in_plane(position)
        put(NODE2D_SET_POSITION, node, &flat, NULL)
    else:
        put(NODE3D_SET_POSITION, node, position, NULL)


cdef void global_transform(void* node, GdTransform3D* out) noexcept nogil:
    cdef GdTransform2D flat
    if is_flat(node):
        get(NODE2D_GET_TRANSFORM, node, &flat)
        frame_in_space(&flat, out)
    else:
        get(NODE3D_GET_TRANSFORM, node, out)


cdef void set_notify_transform(void* node, bint enable) noexcept nogil:
    put_bool(NODE2D_NOTIFY_TRANSFORM if is_flat(node) else NODE3D_NOTIFY_TRANSFORM, node, enable)


cdef void force_update_transform(void* node) noexcept nogil:
    get(NODE2D_UPDATE_TRANSFORM if is_flat(node) else NODE3D_UPDATE_TRANSFORM, node, NULL)


cdef void update_gizmos(void* node) noexcept nogil:
    get(NODE2D_QUEUE_REDRAW if is_flat(node) else NODE3D_UPDATE_GIZMOS, node, NULL)


cdef double flat_rotation(void* node2d) noexcept nogil:
    return get_double(NODE2D_GET_ROTATION, node2d)


cdef void set_flat_rotation(void* node2d, double radians) noexcept nogil:
    put(NODE2D_SET_ROTATION, node2d, &radians, NULL)


cdef void get_rotation(void* node3d, GdVector3* out) noexcept nogil:
    get(NODE3D_GET_ROTATION, node3d, out)


cdef void set_rotation(void* node3d, const GdVector3* euler) noexcept nogil:
    put(NODE3D_SET_ROTATION, node3d, euler, NULL)


# ---- bodies ----

cdef void body_velocity(void* body, GdVector3* out) noexcept nogil:
    cdef GdVector2 flat
    if is_flat(body):
        get(BODY2D_GET_VELOCITY, body, &flat)
        out[0] = in_space(&flat)
    else:
        get(BODY_GET_VELOCITY, body, out)


cdef void body_set_velocity(void* body, const GdVector3* velocity) noexcept nogil:
    cdef GdVector2 flat
    if is_flat(body):
        flat = in_plane(velocity)
        put(BODY2D_SET_VELOCITY, body, &flat, NULL)
    else:
        put(BODY_SET_VELOCITY, body, velocity, NULL)


cdef void body_move_and_slide(void* body) noexcept nogil:
    cdef GDExtensionBool collided
    get(BODY2D_MOVE_AND_SLIDE if is_flat(body) else BODY_MOVE_AND_SLIDE, body, &collided)


# In the plane, seen from above, there is no floor, no ceiling and no gravity.
cdef bint body_on_floor(void* body) noexcept nogil:
    return not is_flat(body) and get_bool(BODY_ON_FLOOR, body)


cdef bint body_on_wall(void* body) noexcept nogil:
    return not is_flat(body) and get_bool(BODY_ON_WALL, body)


cdef bint body_on_ceiling(void* body) noexcept nogil:
    return not is_flat(body) and get_bool(BODY_ON_CEILING, body)


cdef void body_gravity(void* body, GdVector3* out) noexcept nogil:
    out.x = out.y = out.z = 0
    if not is_flat(body):
        get(BODY_GET_GRAVITY, body, out)


cdef void body_platform_velocity(void* body, GdVector3* out) noexcept nogil:
    cdef GdVector2 flat
    if is_flat(body):
        get(BODY2D_PLATFORM_VELOCITY, body, &flat)
        out[0] = in_space(&flat)
    else:
        get(BODY_PLATFORM_VELOCITY, body, out)


cdef double body_floor_angle(void* body) noexcept nogil:
    return get_double(BODY_FLOOR_ANGLE, body)


cdef bint body_floats(void* body) noexcept nogil:
    """True in MOTION_MODE_FLOATING: the body knows no floor and no gravity."""
    return is_flat(body) or get_int(BODY_MOTION_MODE, body) == 1


# ---- signals and threads ----

cdef bint is_heard(void* object, GdVariant* signal) noexcept nogil:
    """True if anything is connected to the signal. An emission without a listener costs twice as much as the question, and its
    arguments more."""
    cdef GDExtensionBool value = False
    put(OBJECT_HAS_CONNECTIONS, object, navpy_gd.var_ptr[<int>STRING_NAME](signal), &value)
    return value


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
    navpy_gd.object_method_bind_call(<void*>OBJECT_EMIT_SIGNAL, object,
                                     <const GDExtensionConstVariantPtr*>args, count + 1, &result, &error)
    relock(depth)
    navpy_gd.variant_destroy(&result)


cdef void variant_from_place(GdVariant* out, const GdVector3* value, bint plane) noexcept nogil:
    cdef GdVector2 flat
    if plane:
        flat = in_plane(value)
        navpy_gd.var_from[<int>VECTOR2](out, &flat)
    else:
        navpy_gd.var_from[<int>VECTOR3](out, <void*>value)


cdef void variant_from_direction(GdVariant* out, const GdVector3* value, bint plane) noexcept nogil:
    cdef GdVector2 flat
    if plane:
        flat.x, flat.y = value.x, value.z
        navpy_gd.var_from[<int>VECTOR2](out, &flat)
    else:
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


cdef void dictionary_put_place(void* dictionary, const GdVariant* key, const GdVector3* value, bint plane) noexcept nogil:
    cdef GdVariant variant
    variant_from_place(&variant, value, plane)
    dictionary_put(dictionary, key, &variant)


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
    """To be called with this userdata; connected several times, it is called once."""
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
    invoke(OBJECT_CONNECT, object, args, &error)
    navpy_gd.dtor[<int>CALLABLE](&callable)


cdef void* object_in(const void* variant) noexcept nogil:
    if navpy_gd.variant_get_type(variant) != OBJECT:
        return NULL
    return navpy_gd.object_get_instance_from_id(navpy_gd.variant_get_object_instance_id(variant))


# ---- the scene tree ----

cdef void* scene_tree() noexcept nogil:
    return as_class(get_object(ENGINE_MAIN_LOOP, engine_singleton), tree_tag)


cdef void* root_of_tree(void* tree) noexcept nogil:
    return get_object(TREE_ROOT, tree)


# ---- making objects ----

cdef void* construct(GdStringName* cls) noexcept nogil:
    """A new built-in object; POSTINITIALIZE is the constructor's caller's to send."""
    cdef void* object = navpy_gd.classdb_construct_object2(cls)
    cdef int64_t what = 0
    cdef GDExtensionBool reversed_ = 0
    cdef const void* args[2]
    args[0] = &what
    args[1] = &reversed_
    invoke(OBJECT_NOTIFICATION, object, args, NULL)
    return object


# ---- the game's own frames ----
#
# Physics frames without those of a pause, so that what an agent remembers of the frame before is as old after the pause as it was when
# the pause began. A frame of a pause counts if a crowd walks in it, as its nodes are always processed.

cdef void* frame_tree = NULL            # the tree whose frames are counted
cdef int64_t frame = 1
cdef bint began_paused = False          # this physics frame
cdef bint has_walked = False            # a crowd, in this physics frame


cdef inline bint counts() noexcept nogil:
    """A frame has counted unless the pause began in it, before the crowds walked, or lasted through it."""
    return has_walked or not (began_paused or get_bool(TREE_IS_PAUSED, frame_tree))


cdef void on_physics_frame(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                           GDExtensionCallError* error) noexcept nogil:
    """At the beginning of each physics frame, of a paused one, too."""
    global frame, began_paused, has_walked
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    frame += counts()
    began_paused, has_walked = get_bool(TREE_IS_PAUSED, frame_tree), False


cdef int64_t game_frame() noexcept nogil:
    """The number of this frame, from 1 on. All frames of a pause have that of the frame after it."""
    global frame_tree
    if frame_tree == NULL and on_main_thread():
        frame_tree = scene_tree()
        if frame_tree != NULL:
            connect(frame_tree, physics_frame_signal, NULL, on_physics_frame)
    return frame


cdef int64_t walking_frame() noexcept nogil:
    """The same, for a crowd that walks in this frame."""
    global has_walked
    has_walked = True
    return game_frame()


cdef int64_t last_game_frame() noexcept nogil:
    """The number of the last frame that is over. Within a frame this is the one before."""
    cdef int64_t now = game_frame()
    return now if frame_tree != NULL and not in_physics_frame() and counts() else now - 1
