"""NavMeshBaker: collects the level's geometry, bakes it on a worker thread and puts the navmesh on the map of its world. When the
level changes later, the tiles near the change are baked again."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.godot.baker.bake_job cimport BakeJob, MainCall, call_on_main, cancel_call, defer_call, queue_job
from navpy.godot.world.bake_volumes cimport Prism, add_volume_listener, remove_volume_listener
from navpy.godot.baker.baker cimport STATIC_COLLIDERS, Baker
from navpy.godot.baker.baker_navmesh cimport (
    navmesh_of, new_data, on_map_changed, release_data, set_data, shown_view, tiles_changed_signal, update_region)
from navpy.godot.baker.baker_settings cimport TILE_SIZE, apply_defaults, tile_size_of
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.class_spec cimport GdArray
from navpy.godot.binding.log cimport node_error, node_path, node_warning, quoted
from navpy.godot.baker.bake_inputs cimport collect, fill_job, job_settings
from navpy.godot.baker.level_bake cimport LevelBake, OutlineTileBake, TileBake
from navpy.godot.world.navmesh_data cimport NavMeshData, navmesh_data_of
from navpy.godot.binding.packed cimport assign
from navpy.godot.binding.plane cimport UNITS_PER_METER, length_text, place_text
from navpy.godot.baker.server_copy cimport update_server_copy
from navpy.godot.baker.source_geometry cimport ChangedPlace, Source, SourceGeometry, level_bounds, sources_of, tile_side, upright_frame
from navpy.godot.baker.source_nodes cimport ALL_LAYERS
from navpy.godot.baker.world_stream cimport (
    advance_stream, is_opening, leave_stream, move_stream, update_processing, update_stream, world_file_of)
from navpy.godot.binding.threads cimport relock, unlock_fully
from navpy.godot.world.world cimport (
    world_add_baker, world_add_listener, world_enter, world_leave, world_notify_listeners, world_remove_baker, world_remove_listener,
    world_remove_region, world_update_region)
from navpy.navmesh.navmesh cimport NavMesh
from libcpp.vector cimport vector

cdef double STREAM_DISTANCE = 150.0     # meters
cdef double STREAM_MEMORY = 64.0        # megabytes
cdef double STREAM_BUDGET = 2.0         # milliseconds of a frame
# meters, 256 pixels: a changed tile full of small cells costs the main thread less than a millisecond
cdef double PLANE_TILE = 16.0
cdef double SIZE_TOLERANCE = 1e-6       # of a tile's side: two sides that differ by less are the same
cdef double ORIGIN_TOLERANCE = 1e-3     # of a tile's side: two grids whose origins differ by less are the same


# ---- a whole bake ----

cdef bint start_bake(Baker* baker, bint on_thread) noexcept:
    cdef LevelBake job
    if baker.job != NULL and not isinstance(<object>baker.job, BakeJob):
        detach_job(baker)                       # the bake that waited for the scene to be complete
    if baker.job != NULL and (<BakeJob>baker.job).cancelled and not drop_cancelled(baker):
        return False
    if baker.stream != NULL or baker.opening != NULL:
        node_error(baker.owner, f"nothing was baked, as the navmesh is streamed from {quoted(world_file_of(baker))}: set world_file "
                                f"to \"\" before")
        return False
    if baker.job != NULL:
        node_error(baker.owner, "this NavMeshBaker is baking already: wait for bake_finished, or call cancel_bake() first")
        return False
    cancel_tile_job(baker)
    baker.is_level_complete = baker.world != NULL and not in_editor()
    try:
        job = collect(baker)
    except Exception as error:                  # such as MemoryError
        node_error(baker.owner, f"nothing was baked: {error or type(error).__name__}")
        job = None
    if job is None:
        emit_finished(baker, False)
        return False
    if not on_thread:
        run_now(job)
        return finish_bake(baker, job)
    attach_job(baker, job, on_bake_job)
    queue_job(job, False)
    return True


cdef bint drop_cancelled(Baker* baker) noexcept:
    """Ends a canceled bake whose worker has not seen it yet. False: a handler has freed the node."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(baker.owner)
    detach_job(baker)
    (<SourceGeometry>baker.geometry).is_complete = False
    emit_finished(baker, False)
    return navpy_gd.object_get_instance_from_id(id) != NULL


cdef void run_now(LevelBake job) noexcept:
    """Bakes on this thread; the lock is free meanwhile."""
    cdef int32_t depth = unlock_fully()
    job.work()
    with nogil:
        relock(depth)


cdef void on_bake_job(MainCall call) noexcept:
    cdef LevelBake job = <LevelBake>call
    cdef bint done = job.done                   # read first: the worker may end the job while a handler of bake_progress runs
    if not done or job.error is None:
        emit_progress(job)
    if done and job.owner != NULL:
        finish_bake(<Baker*>job.owner, job)


cdef void on_scene_complete(MainCall call) noexcept:
    start_bake(<Baker*>call.owner, True)


cdef bint is_rebaking(void* instance) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    return baker.tile_job != NULL or baker.job != NULL or is_opening(baker) or (<SourceGeometry>baker.geometry).has_changes()


cdef void emit_progress(LevelBake job) noexcept:
    """Emits bake_progress. A handler may free the node or cancel the bake, and may wait for a thread that needs the GIL."""
    cdef GdVariant value
    cdef void* owner = (<Baker*>job.owner).owner
    variant_from_float(&value, job.fraction)
    with nogil:
        emit(owner, bake_progress_signal, &value, 1)


cdef void attach_job(Baker* baker, MainCall job, void (*callback)(MainCall) noexcept) noexcept:
    """Makes this the baker's job. Until detach_job, agents of the world wait for it."""
    job.owner, job.callback = baker, callback
    Py_INCREF(job)
    baker.job = <PyObject*>job
    if baker.world != NULL:
        baker.world.baking_count += 1
        world_notify_listeners(baker.world)


cdef void detach_job(Baker* baker) noexcept:
    """The baker has no job any more: its result will be dropped, if it isn't the caller's."""
    if baker.job == NULL:
        return
    cancel_call(&baker.job)
    if baker.world != NULL:
        baker.world.baking_count -= 1


cdef void stop_bake(Baker* baker) noexcept:
    if baker.job == NULL:
        return
    if isinstance(<object>baker.job, BakeJob):
        (<BakeJob>baker.job).cancelled = True
        if (<BakeJob>baker.job).task >= 0:      # its worker sees the flag, and finish_bake follows
            return
    detach_job(baker)
    baker.is_level_complete = baker.world != NULL and not in_editor()
    (<SourceGeometry>baker.geometry).is_complete = False
    emit_finished(baker, False)


cdef bint finish_bake(Baker* baker, LevelBake job) noexcept:
    """True if it succeeded."""
    detach_job(baker)
    if job.error is None and job.navmesh.polygon_count == 0:
        job.error = "; ".join(job.warnings)
    if job.error is not None:
        if not job.cancelled:
            node_error(baker.owner, f"nothing was baked: {job.error}")
        (<SourceGeometry>baker.geometry).is_complete = False
        if baker.world != NULL:
            world_notify_listeners(baker.world)
        emit_finished(baker, False)
        return False
    for warning in job.warnings:
        node_warning(baker.owner, warning)
    (<SourceGeometry>baker.geometry).bounds = job.bounds
    if set_data(baker, new_data(job, baker.cls.is_plane), True):
        schedule_rebake(baker)
        emit_finished(baker, True)
    return True


cdef void emit_finished(Baker* baker, bint success) noexcept:
    """Emits bake_finished. A handler may free the node."""
    cdef GdVariant value
    cdef void* owner = baker.owner
    variant_from_bool(&value, success)
    with nogil:
        emit(owner, bake_finished_signal, &value, 1)


# ---- changes of the level ----

cdef void schedule_rebake(Baker* baker) noexcept:
    """Defers rebake_changes to the next flush of the engine's message queue, if there are changes: all changes of a frame are one."""
    if baker.pending_call == NULL and baker.world != NULL and (<SourceGeometry>baker.geometry).has_changes():
        defer_call(baker, &baker.pending_call, on_changes)


cdef void on_changes(MainCall call) noexcept:
    cdef Baker* baker = <Baker*>call.owner
    cancel_call(&baker.pending_call)
    rebake_changes(baker)


cdef void mark_node_changed(Baker* baker, void* node, bint remains) noexcept:
    """Notes a changed node (remains), or a node whose geometry is to be left out."""
    cdef vector[Source] sources
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    if baker.world == NULL or node == NULL or not node_in_tree(node):
        node_error(baker.owner, "rebake_node and remove_node need a node inside the scene tree, and a baker that is there, too: call "
                                "rebake_node after add_child")
        return
    sources_of(baker, node, &sources)
    if sources.empty():
        node_error(baker.owner, f"this baker does not collect {node_path(node)}: put it under the baker's parent, or into its group "
                                f"(see "
                                "source_geometry_mode)")
        return
    (geometry.changed_ids if remains else geometry.excluded_ids).append(navpy_gd.object_get_instance_id(node))
    schedule_rebake(baker)


cdef void mark_place_changed(Baker* baker, const GdVector3* at, double radius) noexcept:
    """Notes that something has changed within a radius, meters in world space."""
    cdef ChangedPlace place
    if baker.world == NULL:
        node_error(baker.owner, "rebake_around needs a baker inside the scene tree")
        return
    place.x, place.z, place.radius = at.x, at.z, radius
    if not (isfinite(place.x) and isfinite(place.z) and isfinite(radius) and radius >= 0):
        node_error(baker.owner, f"rebake_around needs a finite place and a radius of at least 0, not "
                                f"{place_text(at, baker.cls.is_plane)} and {length_text(radius, baker.cls.is_plane)}")
        return
    (<SourceGeometry>baker.geometry).changed_places.push_back(place)
    schedule_rebake(baker)


cdef void set_outlines(Baker* baker, const GdArray* outlines) noexcept nogil:
    assign(ARRAY, &baker.outlines, outlines)
    node_update_warnings(baker.owner)
    if baker.is_level_complete:
        with gil:
            mark_node_changed(baker, baker.owner, True)


cdef void volumes_changed(void* instance, list prisms) noexcept:
    cdef Baker* baker = <Baker*>instance
    cdef GdTransform3D frame
    cdef Prism prism
    if not baker.is_level_complete:
        return
    upright_frame(baker.owner, &frame)
    try:
        for prism in prisms:
            (<SourceGeometry>baker.geometry).changed_boxes.append(prism.volume(&frame).bounds)
    except ValueError as error:
        node_error(baker.owner, f"a volume cannot be transformed into the baker's space: {error}")
    schedule_rebake(baker)


cdef bint can_rebake_tiles(Baker* baker, SourceGeometry geometry) except -1:
    """True if single tiles can be baked again: the navmesh was baked with the present tiles, and all sources are known."""
    cdef NavMesh mesh = <NavMesh>navmesh_of(baker)
    cdef double side = tile_side(baker)
    if not geometry.is_complete or side == 0 or abs(mesh.view.tile_size - side) > SIZE_TOLERANCE * side:
        return False
    if geometry.bounds is None:
        if not geometry.known_parts():
            return False
        geometry.bounds = level_bounds(baker, geometry.known_parts())
    low = geometry.bounds[0] if not baker.cls.is_plane else (0.0, 0.0, 0.0)        # tiles of the plane are counted from the baker
    return abs(mesh.view.origin_x - low[0]) < ORIGIN_TOLERANCE * side and abs(mesh.view.origin_z - low[2]) < ORIGIN_TOLERANCE * side


cdef void rebake_changes(Baker* baker) noexcept:
    """Bakes the changes: their tiles, or the whole level if that is not possible. Waits while a bake is under way."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    if baker.world == NULL or baker.job != NULL or baker.tile_job != NULL or not geometry.has_changes():
        return
    if navmesh_of(baker) == NULL or is_opening(baker) or baker.stream != NULL:
        geometry.forget_changes()
        return
    try:
        if not geometry.is_complete and not geometry.changed_ids and geometry.changed_places.empty() and tile_size_of(baker) > 0:
            collect_keeping_changes(baker, geometry)
        if can_rebake_tiles(baker, geometry):
            rebake_tiles(baker, geometry)
            return
    except Exception as error:
        node_error(baker.owner, f"a change of the level was not baked: {error or type(error).__name__}")
        return
    if tile_size_of(baker) == 0 and not baker.has_warned_of_tiles and not baker.cls.is_plane:
        baker.has_warned_of_tiles = True
        node_warning(baker.owner, "a change bakes the whole level again, as tile_size is 0: set it, to 64 for instance, and only the "
                                  "tiles near the change are baked")
    start_bake(baker, True)


cdef int collect_keeping_changes(Baker* baker, SourceGeometry geometry) except -1:
    """Parses the level for the first time and keeps the noted changes. None of them is a changed node, so the geometry is still that
    of the navmesh."""
    boxes, excluded_ids = geometry.changed_boxes, geometry.excluded_ids
    geometry.collect(baker)
    geometry.changed_boxes, geometry.excluded_ids = boxes, excluded_ids
    return 0


cdef int rebake_tiles(Baker* baker, SourceGeometry geometry) except -1:
    cdef list boxes = geometry.take_changes(baker)
    if not boxes:
        return 0
    if geometry.is_outgrown:
        start_bake(baker, True)
        return 0
    start_tile_bake(baker, boxes, None, set())
    return 0


cdef int start_tile_bake(Baker* baker, list boxes, set tile_coords, set baked_coords) except -1:
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cdef TileBake job = OutlineTileBake() if baker.cls.is_plane else TileBake()
    fill_job(baker, job, job_settings(baker), False)
    job.parts, job.bounds, job.boxes = geometry.known_parts(), geometry.bounds, boxes
    job.tile_coords, job.baked_coords, job.layer_masks = tile_coords, baked_coords, list(navmesh_data_of(baker.data).layer_masks)
    job.navmesh = <object>navmesh_of(baker)
    job.is_shared = not baker.owns_navmesh or navmesh_data_of(baker.data).users.size() > 1
    job.owner, job.callback = baker, on_tile_job
    Py_INCREF(job)
    baker.tile_job = <PyObject*>job
    queue_job(job, True)
    return 0


cdef void on_tile_job(MainCall call) noexcept:
    cdef TileBake job = <TileBake>call
    cdef Baker* baker = <Baker*>call.owner
    if not job.done:
        return
    cancel_call(&baker.tile_job)
    try:
        if job.error is None:
            replace_baked_tiles(baker, job)
    except ValueError as error:                 # a tile whose edges cannot be stitched to its neighbors
        job.error = str(error)
    if job.error is not None:
        node_error(baker.owner, f"a change of the level was not baked: {job.error}")
        schedule_rebake(baker)


cdef int update_tiles(Baker* baker, TileBake job) except -1:
    """Tells the map of tiles that were replaced in place."""
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    if len(job.layer_masks) > <Py_ssize_t>data.layer_masks.size():
        data.layer_masks = job.layer_masks
        update_region(baker)
    elif baker.world != NULL and baker.enabled:
        world_update_region(baker.world, baker.owner)
        update_server_copy(baker, shown_view(baker))
    return 0


cdef int replace_baked_tiles(Baker* baker, TileBake job) except -1:
    """Puts the baked tiles into the navmesh and emits tiles_changed. A handler may free the node."""
    cdef void* owner = baker.owner
    cdef GdVariant count
    cdef set left
    if job.is_shared:
        if not set_data(baker, new_data(job, baker.cls.is_plane), True):
            return 0
    elif navmesh_of(baker) != <PyObject*>job.navmesh:
        schedule_rebake(baker)                  # the baker was given another navmesh meanwhile
        return 0
    else:
        try:
            job.replace_tiles(job.navmesh)
        finally:
            update_tiles(baker, job)
    left = job.unconnected_tiles()
    if left and baker.world != NULL:
        start_tile_bake(baker, [], left, job.baked_coords | job.tile_coords)
    else:
        schedule_rebake(baker)
    variant_from_int(&count, len(job.tiles))
    with nogil:
        emit(owner, tiles_changed_signal, &count, 1)
    return 0


cdef void cancel_tile_job(Baker* baker) noexcept:
    if baker.tile_job != NULL:
        (<BakeJob>baker.tile_job).cancelled = True
        cancel_call(&baker.tile_job)


cdef void on_sources_changed(Baker* baker) noexcept:
    """Bakes the differences that find_differences has found in this physics frame."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    try:
        geometry.apply_differences(baker, geometry.changed_boxes)
    except Exception as error:
        node_error(baker.owner, f"a change of the level was not collected: {error or type(error).__name__}")
    rebake_changes(baker)


cdef void physics_process(Baker* baker) noexcept nogil:
    if baker.stream != NULL:
        advance_stream(baker)
        return
    if find_source_differences(baker):
        with gil:
            on_sources_changed(baker)
    if has_cells(baker):
        with gil:
            compare_cells(baker)


cdef void compare_cells(Baker* baker) noexcept:
    """The engine does not tell that a cell of a TileMapLayer or GridMap has changed, so they are compared once a second."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cdef list boxes = []
    try:
        geometry.compare_layers(baker, physics_ticks(), boxes)
    except Exception as error:
        node_error(baker.owner, f"a change of the level was not collected: {error or type(error).__name__}")
    if boxes:
        geometry.changed_boxes += boxes
        rebake_changes(baker)


cdef bint has_cells(Baker* baker) noexcept nogil:
    cdef PyObject* geometry = baker.geometry
    return (<SourceGeometry>geometry).is_complete and (<SourceGeometry>geometry).has_layers


cdef bint find_source_differences(Baker* baker) noexcept nogil:
    cdef PyObject* geometry = baker.geometry
    return (<SourceGeometry>geometry).is_complete and (<SourceGeometry>geometry).find_differences(baker, True)


# ---- the node ----

cdef void on_made(Baker* baker) noexcept nogil:
    baker.parsed_geometry_type = STATIC_COLLIDERS
    baker.collision_mask = ALL_LAYERS
    baker.navigation_layers = 1
    baker.travel_cost = 1
    baker.enabled = baker.bake_on_ready = baker.stream_camera = True
    baker.stream_distance, baker.stream_memory, baker.stream_budget = STREAM_DISTANCE, STREAM_MEMORY, STREAM_BUDGET
    navpy_gd.ctor0[<int>STRING_NAME](&baker.group, NULL)
    navpy_gd.ctor0[<int>STRING_NAME](&baker.stream_group, NULL)
    navpy_gd.ctor0[<int>STRING](&baker.world_file, NULL)
    navpy_gd.ctor0[<int>ARRAY](&baker.outlines, NULL)
    with gil:
        create_objects(baker)


cdef void create_objects(Baker* baker) noexcept:
    geometry = SourceGeometry()
    Py_INCREF(geometry)
    baker.geometry = <PyObject*>geometry
    apply_defaults(baker)
    if baker.cls.is_plane:
        baker.settings[TILE_SIZE].whole = <int64_t>(PLANE_TILE * UNITS_PER_METER)


cdef void on_freed(Baker* baker) noexcept nogil:
    release_data(baker)
    with gil:
        cancel_jobs(baker)
        leave_stream(baker)
        Py_DECREF(<object>baker.geometry)
    navpy_gd.dtor[<int>STRING_NAME](&baker.group)
    navpy_gd.dtor[<int>STRING_NAME](&baker.stream_group)
    navpy_gd.dtor[<int>STRING](&baker.world_file)
    navpy_gd.dtor[<int>ARRAY](&baker.outlines)


cdef void cancel_jobs(Baker* baker) noexcept:
    if baker.job != NULL and isinstance(<object>baker.job, BakeJob):
        (<BakeJob>baker.job).cancelled = True
    detach_job(baker)
    cancel_tile_job(baker)
    cancel_call(&baker.pending_call)
    cancel_call(&baker.links_call)


cdef void leave_tree(Baker* baker) noexcept nogil:
    if baker.world != NULL:
        world_remove_listener(baker.world, baker)
    with gil:
        cancel_jobs(baker)
        leave_stream(baker)
        (<SourceGeometry>baker.geometry).clear()
    baker.is_level_complete = False
    remove_volume_listener(baker)
    if baker.world != NULL:
        world_remove_baker(baker.world, baker)
        world_remove_region(baker.world, baker.owner)
        world_notify_listeners(baker.world)
        world_leave(baker.world)
        baker.world = NULL
        update_server_copy(baker, shown_view(baker))


cdef void enter_tree(Baker* baker) noexcept nogil:
    baker.world = world_enter(baker, 0)
    set_notify_transform(baker.owner, True)
    update_processing(baker)
    if baker.world == NULL:
        return
    world_add_baker(baker.world, baker, is_rebaking)
    world_add_listener(baker.world, baker, on_map_changed)
    add_volume_listener(baker, baker.world, volumes_changed, &baker.is_level_complete)
    update_region(baker)
    if in_editor():
        return                                  # in the editor only the button bakes
    with gil:
        if world_file_of(baker) != "":
            update_stream(baker)
        elif baker.bake_on_ready and navmesh_of(baker) == NULL:
            schedule_first_bake(baker)
        else:
            defer_call(baker, &baker.pending_call, on_level_complete)


cdef void schedule_first_bake(Baker* baker) noexcept:
    """Defers the first bake to the next flush of the engine's message queue: by then the scene is complete and every _ready has
    run."""
    cdef MainCall call = MainCall()
    attach_job(baker, call, on_scene_complete)
    call_on_main(call)


cdef void on_level_complete(MainCall call) noexcept:
    """The navmesh was baked from the nodes of the complete scene, and only later ones are changes."""
    cdef Baker* baker = <Baker*>call.owner
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cancel_call(&baker.pending_call)
    baker.is_level_complete = not in_editor()
    try:
        if geometry.has_changes():
            rebake_changes(baker)
        elif baker.track_sources and tile_size_of(baker) > 0 and navmesh_of(baker) != NULL and not geometry.is_complete:
            geometry.collect(baker)
    except Exception as error:
        node_error(baker.owner, f"the level was not collected: {error or type(error).__name__}")


cdef void on_notification(Baker* baker, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        enter_tree(baker)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(baker)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        baker.has_moved = True
        move_stream(baker)
        update_region(baker)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        physics_process(baker)
