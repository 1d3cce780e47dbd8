"""NavMeshBaker: collects the level's geometry, bakes it on a worker thread and gives the result to its world's map.

A bake is a Python object, BakeJob, that the node and the worker both hold. It knows nothing of the node but a pointer
that the node clears when it goes, so a baker may be freed at any time: the job is cancelled, and its result dropped."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset
from navpy.godot.binding cimport register_class, signal_name
from navpy.godot.engine cimport *
from navpy.godot.gd cimport *
from navpy.godot.navmesh_data cimport (NavMeshData, navmesh_data_add_user, navmesh_data_new, navmesh_data_of,
                                       navmesh_data_remove_user)
from navpy.godot.table import Argument, Method, NodeClass, Property, Signal
from navpy.godot.world cimport World, world_announce, world_enter, world_leave, world_remove_source, world_set_source
from navpy.bake.pipeline import BakeCancelled, bake_stages
from navpy.bake.settings import FIELDS, BakeSettings

cdef cppclass Baker:
    void* owner
    double cell_size, cell_height, agent_height, agent_radius, agent_max_climb, agent_max_slope
    double region_min_size, region_merge_size, edge_max_length, edge_max_error, detail_sample_distance, detail_sample_max_error
    double link_drop_height, link_climb_height, link_jump_distance
    int64_t vertices_per_polygon, sample_partition_type, tile_size
    uint8_t filter_low_hanging_obstacles, filter_ledge_spans, filter_walkable_low_height_spans
    uint8_t filter_enclosed_spaces, filter_median_areas
    int64_t parsed_geometry_type    # NavigationMesh.ParsedGeometryType
    int64_t source_geometry_mode    # NavigationMesh.SourceGeometryMode
    int64_t collision_mask
    uint8_t bake_on_ready
    GdStringName group
    void* data                      # Ref of the NavMeshData
    World* world                    # NULL outside the tree
    PyObject* job                   # BakeJob under way, NULL; ours

cdef GdVariant* bake_finished_signal
cdef GdVariant* bake_progress_signal
cdef GdVariant* navmesh_changed_signal
cdef int jobs_running = 0           # 0 or 1, guarded by the GIL
cdef list jobs_waiting = []         # BakeJob: one after the other, so that the engine keeps its other threads
cdef bint python_alive = False      # cleared before Python ends: callables may be called and freed later than that


# ---- the job ----------------------------------------------------------------------------------------------------

cdef class BakeJob:
    """One bake. Everything is read and written under the GIL; `baker` only on the main thread."""
    cdef Baker* baker               # NULL once the node no longer wants the result
    cdef int64_t task
    cdef bytes vertices             # float32 triples
    cdef bytes triangles            # int32 triples
    cdef dict settings
    cdef object navmesh
    cdef list warnings
    cdef str error
    cdef double fraction
    cdef bint cancelled
    cdef bint done
    cdef bint first                 # stands for the bake that begins when the scene is complete

    def __call__(self, stage, fraction):
        """The pipeline's progress callback."""
        self.fraction = fraction
        if not self.cancelled and self.task >= 0:
            notify_main(self)
        return not self.cancelled

    cdef void work(self) noexcept:
        try:
            vertices = memoryview(self.vertices).cast("f", (len(self.vertices) // 12, 3))
            triangles = memoryview(self.triangles).cast("i", (len(self.triangles) // 12, 3))
            stages = bake_stages(vertices, triangles, BakeSettings(**self.settings), progress=self)
            self.navmesh, self.warnings = stages.mesh, stages.warnings
        except BakeCancelled:
            self.error = "the bake was cancelled"
        except Exception as error:              # whatever went wrong is the user's to read, and the game goes on
            self.error = str(error) or type(error).__name__
        self.done = True


cdef void run_on_worker(void* userdata) noexcept nogil:
    with gil:
        work_and_report(<BakeJob>userdata)


cdef void work_and_report(BakeJob job) noexcept:
    global jobs_running
    job.work()
    notify_main(job)
    jobs_running -= 1
    Py_DECREF(job)                              # the worker's reference, taken in start_next


cdef void notify_main(BakeJob job) noexcept:
    """Has `on_main` called with the job on the main thread."""
    cdef GDExtensionCallableCustomInfo2 info
    cdef GdCallable callable
    cdef GdVariant variant
    memset(&info, 0, sizeof(info))
    Py_INCREF(job)                              # the callable's reference, given back in free_callable
    info.callable_userdata = <void*>job
    info.token = navpy_gd.library
    info.call_func = on_main
    info.is_valid_func = always_valid
    info.free_func = free_callable
    navpy_gd.callable_custom_create2(&callable, &info)
    navpy_gd.var_from[<int>CALLABLE](&variant, &callable)
    navpy_gd.dtor[<int>CALLABLE](&callable)
    call_deferred_on_main(&variant)
    navpy_gd.variant_destroy(&variant)


cdef GDExtensionBool always_valid(void* userdata) noexcept nogil:
    return True


cdef void free_callable(void* userdata) noexcept nogil:
    if python_alive:
        with gil:
            Py_DECREF(<object>userdata)


cdef void on_main(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                  GDExtensionCallError* error) noexcept nogil:
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if python_alive:                            # the engine flushes its messages once more after we have left
        with gil:
            deliver(<BakeJob>userdata)


cdef void deliver(BakeJob job) noexcept:
    """Main thread: what the job has to say to its node."""
    cdef Baker* baker = job.baker
    if job.first:
        if baker != NULL:
            start_bake(baker, True)
    elif job.done and job.task >= 0:
        wait_for_task(job.task)                 # it is over; the pool wants to be asked
        job.task = -1
        start_next()
        if job.error is None:
            emit_progress(job)
        if job.baker != NULL:
            finish(job.baker, job)
    elif not job.done:
        emit_progress(job)


cdef void emit_progress(BakeJob job) noexcept:
    """Tells the node how far its job is. A handler may free or cancel it, and may wait for a thread that wants the GIL."""
    cdef GdVariant value
    cdef void* owner
    if job.baker == NULL:
        return
    owner = job.baker.owner
    variant_from_float(&value, job.fraction)
    with nogil:
        emit(owner, bake_progress_signal, &value, 1)


# ---- baking -----------------------------------------------------------------------------------------------------

cdef void frame_of(void* node3d, GdTransform3D* frame) noexcept nogil:
    """The node's place without its scale and tilt: up stays up, and a metre a metre."""
    cdef double x, z, length
    global_transform(node3d, frame)
    x = frame.basis[0]
    z = frame.basis[6]
    length = sqrt(x * x + z * z)
    if length == 0 or (z == 0 and x > 0):
        x = 1
        z = 0
    else:
        x /= length
        z /= length
    frame.basis[0] = x
    frame.basis[1] = 0
    frame.basis[2] = -z
    frame.basis[3] = 0
    frame.basis[4] = 1
    frame.basis[5] = 0
    frame.basis[6] = z
    frame.basis[7] = 0
    frame.basis[8] = x


cdef void to_frame(float* points, int64_t count, const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil:
    """Moves points from `space` to `frame`, both given in world space; `frame` only turns and shifts."""
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double x, y, z
    cdef int64_t i
    for i in range(count):
        x = <double>a[0] * points[3*i] + <double>a[1] * points[3*i+1] + <double>a[2] * points[3*i+2] + space.origin.x - frame.origin.x
        y = <double>a[3] * points[3*i] + <double>a[4] * points[3*i+1] + <double>a[5] * points[3*i+2] + space.origin.y - frame.origin.y
        z = <double>a[6] * points[3*i] + <double>a[7] * points[3*i+1] + <double>a[8] * points[3*i+2] + space.origin.z - frame.origin.z
        points[3*i] = <float>(b[0] * x + b[6] * z)
        points[3*i+1] = <float>y
        points[3*i+2] = <float>(b[2] * x + b[8] * z)


cdef BakeJob collect(Baker* baker):
    """The job with its inputs, or None after saying what is missing."""
    cdef void* root = node_parent(baker.owner)
    cdef GdTransform3D space
    cdef GdTransform3D frame
    cdef bytes vertices
    cdef list geometry = []
    cdef BakeJob job
    if root == NULL or not node_in_tree(baker.owner):
        node_error(baker.owner, "a NavMeshBaker bakes only inside the scene tree, under the parent whose children it collects")
        return None
    settings = settings_of(baker)
    try:
        BakeSettings(**settings).validate()
    except ValueError as error:
        node_error(baker.owner, f"nothing was baked: {error}")
        return None
    if not parse_source_geometry(root, baker.parsed_geometry_type, baker.source_geometry_mode, &baker.group,
                                 baker.collision_mask, geometry):
        node_error(baker.owner, "nothing was baked: " + nothing_found(baker))
        return None
    vertices = geometry[0]
    memset(&space, 0, sizeof(space))
    space.basis[0] = space.basis[4] = space.basis[8] = 1
    root = as_class(root, tag_node3d())
    if root != NULL:
        global_transform(root, &space)
    frame_of(baker.owner, &frame)
    to_frame(<float*><char*>vertices, len(vertices) // 12, &space, &frame)      # nobody else has seen these bytes
    job = BakeJob()
    job.vertices, job.triangles, job.settings = vertices, geometry[1], settings
    job.task = -1
    return job


cdef str nothing_found(Baker* baker):
    kinds = ("meshes", "static colliders", "meshes or static colliders")[baker.parsed_geometry_type]
    where = "under the parent node"
    if baker.source_geometry_mode:
        where = f"in the group '{text_of_name(&baker.group)}'"
    return f"there are no {kinds} {where} (see parsed_geometry_type, collision_mask and source_geometry_mode)"


cdef bint start_bake(Baker* baker, bint on_thread) noexcept:
    cdef BakeJob job
    if baker.job != NULL and (<BakeJob>baker.job).first:
        let_go(baker)
    if baker.job != NULL:
        node_error(baker.owner, "is baking already; wait for bake_finished or call cancel_bake() first")
        return False
    job = collect(baker)
    if job is None:
        emit_finished(baker, False)
        return False
    if not on_thread:
        job.work()
        finish(baker, job)
        return True
    take_up(baker, job)
    jobs_waiting.append(job)
    start_next()
    return True


cdef void start_next() noexcept:
    """Gives the longest waiting job to a worker, unless one is at work."""
    global jobs_running
    cdef BakeJob job
    if jobs_running or not jobs_waiting:
        return
    job = jobs_waiting.pop(0)
    Py_INCREF(job)                              # the worker's reference
    jobs_running += 1
    job.task = 0                                # progress may be reported before start_task returns
    job.task = start_task(run_on_worker, <void*>job, b"NavMeshBaker")


cdef void take_up(Baker* baker, BakeJob job) noexcept:
    """From here the node, and the agents of its world, wait for this job."""
    job.baker = baker
    Py_INCREF(job)
    baker.job = <PyObject*>job
    if baker.world != NULL:
        baker.world.baking += 1
        world_announce(baker.world)


cdef void let_go(Baker* baker) noexcept:
    """The node no longer waits for its job."""
    cdef BakeJob job
    if baker.job == NULL:
        return
    job = <BakeJob>baker.job
    if job in jobs_waiting:
        jobs_waiting.remove(job)
    job.baker = NULL
    baker.job = NULL
    Py_DECREF(job)
    if baker.world != NULL:
        baker.world.baking -= 1


cdef void finish(Baker* baker, BakeJob job) noexcept:
    let_go(baker)
    if job.error is None and job.navmesh.polygon_count == 0:
        job.error = "; ".join(job.warnings)
    if job.error is not None:
        if not job.cancelled:
            node_error(baker.owner, f"nothing was baked: {job.error}")
        if baker.world != NULL:
            world_announce(baker.world)
        emit_finished(baker, False)
        return
    for warning in job.warnings:
        node_warning(baker.owner, warning)
    if store(baker, navmesh_data_new(job.navmesh)):
        emit_finished(baker, True)


cdef void emit_finished(Baker* baker, bint success) noexcept:
    """The node may be gone afterwards."""
    cdef GdVariant value
    variant_from_bool(&value, success)
    with nogil:
        emit(baker.owner, bake_finished_signal, &value, 1)


cdef bint store(Baker* baker, void* resource) noexcept:
    """The baker's navmesh is now this resource, NULL for none. False: the node is gone since."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(baker.owner)
    let_go_of_data(baker)
    navpy_gd.ref_set_object(&baker.data, resource)
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_add_user(navmesh_data_of(baker.data), baker, data_changed)
    publish(baker)
    with nogil:
        emit(baker.owner, navmesh_changed_signal, NULL, 0)
    return navpy_gd.object_get_instance_from_id(id) != NULL


cdef void let_go_of_data(Baker* baker) noexcept nogil:
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_remove_user(navmesh_data_of(baker.data), baker)
    navpy_gd.ref_set_object(&baker.data, NULL)


cdef void data_changed(void* instance) noexcept nogil:
    publish(<Baker*>instance)


cdef void publish(Baker* baker) noexcept nogil:
    """Gives the baker's navmesh to the map of its world."""
    cdef GdTransform3D frame
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    if baker.world == NULL:
        return
    if data == NULL or data.navmesh == NULL:
        world_remove_source(baker.world, baker.owner)
        world_announce(baker.world)
    else:
        frame_of(baker.owner, &frame)
        world_set_source(baker.world, baker.owner, data.navmesh, &frame, 1)
    node_update_warnings(baker.owner)


# ---- the node ---------------------------------------------------------------------------------------------------

cdef void* make(void* owner) noexcept nogil:
    cdef Baker* baker = new Baker()         # all zero
    baker.owner = owner
    baker.parsed_geometry_type = 1
    baker.collision_mask = 0xFFFFFFFF
    baker.bake_on_ready = True
    navpy_gd.ctor0[<int>STRING_NAME](&baker.group, NULL)
    with gil:
        apply_defaults(baker)
    return baker


cdef void destroy(void* instance) noexcept nogil:
    cdef Baker* baker = <Baker*>instance
    drop_job(baker)
    let_go_of_data(baker)
    navpy_gd.dtor[<int>STRING_NAME](&baker.group)
    del baker


cdef void leave_tree(Baker* baker) noexcept nogil:
    drop_job(baker)
    if baker.world != NULL:
        baker.world.bakers -= 1
        world_remove_source(baker.world, baker.owner)
        world_announce(baker.world)
        world_leave(baker.world)
        baker.world = NULL


cdef void drop_job(Baker* baker) noexcept nogil:
    if baker.job != NULL:
        with gil:
            (<BakeJob>baker.job).cancelled = True
            let_go(baker)


cdef void enter_tree(Baker* baker) noexcept nogil:
    baker.world = world_enter(baker.owner)
    if baker.world != NULL:
        baker.world.bakers += 1
    set_notify_transform(baker.owner, True)
    publish(baker)
    if (baker.bake_on_ready and not in_editor() and baker.world != NULL
            and (baker.data == NULL or navmesh_data_of(baker.data).navmesh == NULL)):
        with gil:
            await_scene(baker)


cdef void await_scene(Baker* baker) noexcept:
    """Bakes when the engine next flushes its messages: by then the scene is complete and every _ready has run."""
    cdef BakeJob job = BakeJob()
    job.first = True
    job.task = -1
    take_up(baker, job)
    notify_main(job)


cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        enter_tree(<Baker*>instance)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(<Baker*>instance)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        publish(<Baker*>instance)


cdef void changed(void* instance, const char* property) noexcept nogil:
    if (<Baker*>instance).world != NULL:
        node_update_warnings((<Baker*>instance).owner)


cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    try:
        BakeSettings(**settings_of(baker)).validate()
    except ValueError as error:
        strings_append(ret, f"These settings cannot be baked: {error}.")
    if baker.data == NULL or navmesh_data_of(baker.data).navmesh == NULL:
        then = "it will be baked when the game starts" if baker.bake_on_ready else "agents will find no way"
        strings_append(ret, f"There is no navmesh yet; {then}. Press Bake NavMesh in the 3D editor's toolbar.")


# ---- methods and properties -------------------------------------------------------------------------------------

cdef void bake_navigation_mesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    (<uint8_t*>ret)[0] = start_bake(<Baker*>instance, (<const uint8_t*>args[0])[0])


cdef void cancel_bake(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    if baker.job != NULL:
        (<BakeJob>baker.job).cancelled = True
        if (<BakeJob>baker.job).task < 0:       # no worker has it yet
            let_go(baker)
            emit_finished(baker, False)


cdef void is_baking(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Baker*>instance).job != NULL


cdef void get_progress(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    (<double*>ret)[0] = (<BakeJob>baker.job).fraction if baker.job != NULL else 0.0


cdef void get_navmesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    navpy_gd.ref_set_object(ret, (<Baker*>instance).data)


cdef void set_navmesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef void* resource = (<void**>args[0])[0] if args[0] != NULL else NULL
    if resource != (<Baker*>instance).data:
        store(<Baker*>instance, resource)


cdef void get_group(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    copy_name(<GdStringName*>ret, &(<Baker*>instance).group)


cdef void set_group(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    copy_name(&(<Baker*>instance).group, <const GdStringName*>args[0])


cdef void copy_name(GdStringName* target, const GdStringName* source) noexcept nogil:
    cdef const void* args[1]
    args[0] = source
    navpy_gd.dtor[<int>STRING_NAME](target)
    navpy_gd.variant_get_ptr_constructor(<VariantType>STRING_NAME, 1)(target, <const GDExtensionConstTypePtr*>args)


# ---- settings as properties -------------------------------------------------------------------------------------

cdef dict setting_offsets():
    """Where each row of the settings' table lives in the node."""
    cdef Baker* b = NULL
    return dict(
        cell_size=<size_t>&b.cell_size, cell_height=<size_t>&b.cell_height, agent_height=<size_t>&b.agent_height,
        agent_radius=<size_t>&b.agent_radius, agent_max_climb=<size_t>&b.agent_max_climb,
        agent_max_slope=<size_t>&b.agent_max_slope, region_min_size=<size_t>&b.region_min_size,
        region_merge_size=<size_t>&b.region_merge_size, edge_max_length=<size_t>&b.edge_max_length,
        edge_max_error=<size_t>&b.edge_max_error, vertices_per_polygon=<size_t>&b.vertices_per_polygon,
        detail_sample_distance=<size_t>&b.detail_sample_distance,
        detail_sample_max_error=<size_t>&b.detail_sample_max_error,
        link_drop_height=<size_t>&b.link_drop_height, link_climb_height=<size_t>&b.link_climb_height,
        link_jump_distance=<size_t>&b.link_jump_distance, sample_partition_type=<size_t>&b.sample_partition_type, tile_size=<size_t>&b.tile_size,
        filter_enclosed_spaces=<size_t>&b.filter_enclosed_spaces, filter_median_areas=<size_t>&b.filter_median_areas,
        filter_low_hanging_obstacles=<size_t>&b.filter_low_hanging_obstacles,
        filter_ledge_spans=<size_t>&b.filter_ledge_spans,
        filter_walkable_low_height_spans=<size_t>&b.filter_walkable_low_height_spans)


cdef dict OFFSETS = setting_offsets()


cdef void apply_defaults(Baker* baker) noexcept:
    cdef char* base = <char*>baker
    for field in FIELDS:
        if field.type is float:
            (<double*>(base + <size_t>OFFSETS[field.name]))[0] = field.default
        elif field.type is int:
            (<int64_t*>(base + <size_t>OFFSETS[field.name]))[0] = field.default
        else:
            (<uint8_t*>(base + <size_t>OFFSETS[field.name]))[0] = field.default


cdef dict settings_of(Baker* baker):
    cdef char* base = <char*>baker
    settings = {}
    for field in FIELDS:
        if field.type is float:
            settings[field.name] = (<double*>(base + <size_t>OFFSETS[field.name]))[0]
        elif field.type is int:
            settings[field.name] = (<int64_t*>(base + <size_t>OFFSETS[field.name]))[0]
        else:
            settings[field.name] = bool((<uint8_t*>(base + <size_t>OFFSETS[field.name]))[0])
    return settings


def setting_properties():
    for field in FIELDS:
        hint_string = ""
        if field.minimum is not None:
            suffix = {"": "", "m": ",suffix:m", "degrees": ",degrees"}.get(field.unit, f",suffix:{field.unit}")
            hint_string = f"{field.minimum:g},{field.maximum:g},{field.step:g}{suffix}"
        if field.choices:
            hint_string = ",".join(field.choices)
        yield Property(field.name, field.type.__name__, field.doc, default=field.default, offset=OFFSETS[field.name],
                       hint=2 if field.choices else 1 if hint_string else 0, hint_string=hint_string, minimum=field.minimum,
                       maximum=field.maximum, group="Bake Settings")


def register():
    global bake_finished_signal, bake_progress_signal, navmesh_changed_signal, python_alive
    cdef Baker* b = NULL
    python_alive = True
    bake_finished_signal = signal_name("bake_finished")
    bake_progress_signal = signal_name("bake_progress")
    navmesh_changed_signal = signal_name("navmesh_changed")
    register_class(NodeClass(
        "NavMeshBaker", "Node3D", "Bakes the navmesh of the level around it.",
        "Collects the geometry under its parent (or in a group), bakes a navmesh from it on a worker thread and offers it "
        "to every [NavAgent] of the same world. All bakers of a world form one map, joined where their edges meet. The "
        "settings carry the names and defaults of Godot's [NavigationMesh]; the three filters are on by default, and "
        "static colliders are collected rather than meshes: they are what bodies walk on, they need no read-back from the "
        "GPU, and a character's own mesh doesn't become an obstacle.",
        make=<size_t>&make, destroy=<size_t>&destroy, notify=<size_t>&notify, changed=<size_t>&changed,
        virtuals={"_get_configuration_warnings": <size_t>&configuration_warnings},
        properties=(
            Property("navmesh", "NavMeshData", "The baked navmesh. Saved with the scene, so that a game needs no baking when "
                     "it starts.", getter=<size_t>&get_navmesh, setter=<size_t>&set_navmesh, hint=17,
                     hint_string="NavMeshData"),
            Property("bake_on_ready", "bool", "Bakes when the scene is complete, if there is no [member navmesh] yet.",
                     default=True, offset=<size_t>&b.bake_on_ready),
            *setting_properties(),
            Property("parsed_geometry_type", "int", "What is collected: meshes, static colliders or both. CSG shapes and "
                     "GridMaps are in all of them.", default=1, offset=<size_t>&b.parsed_geometry_type, hint=2,
                     hint_string="Mesh Instances,Static Colliders,Both", minimum=0, maximum=2, group="Geometry"),
            Property("collision_mask", "int", "Physics layers whose static colliders are collected.", default=0xFFFFFFFF,
                     offset=<size_t>&b.collision_mask, hint=10, minimum=0, maximum=0xFFFFFFFF, group="Geometry"),
            Property("source_geometry_mode", "int", "Where it is collected: all nodes under the parent, the nodes of a "
                     "group with their children, or the nodes of a group alone.", default=0,
                     offset=<size_t>&b.source_geometry_mode, hint=2,
                     hint_string="Parent's Children,Group With Children,Group Explicit", minimum=0, maximum=2,
                     group="Geometry"),
            Property("source_group_name", "StringName", "The group for the two group modes.",
                     getter=<size_t>&get_group, setter=<size_t>&set_group, group="Geometry"),
        ),
        methods=(
            Method("bake_navigation_mesh", <size_t>&bake_navigation_mesh,
                   "Collects the geometry now and bakes it, on a worker thread unless told otherwise. Returns false, after "
                   "saying why, where there is nothing to bake. The result arrives with [signal bake_finished].",
                   (Argument("on_thread", "bool", True),), returns="bool"),
            Method("cancel_bake", <size_t>&cancel_bake, "Stops the bake under way; [member navmesh] stays as it was. "
                   "[signal bake_finished] comes with false, at once or when the worker thread has seen it."),
            Method("is_baking", <size_t>&is_baking, "Whether a bake is under way.", returns="bool", const=True),
            Method("get_bake_progress", <size_t>&get_progress, "Part of the present bake that is done, 0 to 1.",
                   returns="float", const=True),
        ),
        signals=(
            Signal("bake_finished", "The bake is over; [param success] is false if it failed or was cancelled.",
                   (Argument("success", "bool"),)),
            Signal("bake_progress", "A stage of the bake begins; [param fraction] of the whole is done.",
                   (Argument("fraction", "float"),)),
            Signal("navmesh_changed", "[member navmesh] is another one now."),
        )))


def wait_for_jobs():
    """Before Python ends: every worker has left it. Bakers are gone by now, so their jobs are cancelled already."""
    global python_alive
    from time import sleep
    while jobs_running:
        sleep(0.001)
    python_alive = False
