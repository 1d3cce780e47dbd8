"""NavMeshBaker: collects the level's geometry, bakes it on a worker thread and gives the result to its world's map. Where the level
changes afterwards, the tiles that were touched are baked again."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, uint64_t
from navpy.godot.baker.bake_job cimport BakeJob, MainCall, call_on_main, queue_job, unqueue_job
from navpy.godot.world.bake_volumes cimport Prism, unwatch_volumes, volumes_in, watch_volumes
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.baker_settings cimport apply_defaults, settings_of
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error, node_path, node_warning
from navpy.godot.baker.level_bake cimport LevelBake, TileBake, set_costs
from navpy.godot.world.navmesh_data cimport (NavMeshData, navmesh_data_add_user, navmesh_data_new, navmesh_data_of,
                                             navmesh_data_remove_user)
from navpy.godot.binding.packed cimport text_of_name
from navpy.godot.baker.source_geometry cimport Source, SourceGeometry, frame_of, level_bounds, sources_of
from navpy.godot.binding.threads cimport relock, unlock_fully
from navpy.godot.world.world cimport (world_announce, world_enter, world_leave, world_mesh_changed, world_remove_source,
                                      world_set_source)
from navpy.navmesh.navmesh cimport NavMesh
from libcpp.vector cimport vector
from navpy.baking.settings import BakeSettings

# ---- a whole bake -----------------------------------------------------------------------------------------------

cdef LevelBake collect(Baker* baker):
    """The job with its inputs, or None after saying what is missing."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cdef LevelBake job = LevelBake()
    if node_parent(baker.owner) == NULL or not node_in_tree(baker.owner):
        node_error(baker.owner, "a NavMeshBaker bakes only inside the scene tree, under the parent whose children it collects")
        return None
    settings = settings_of(baker)
    try:
        BakeSettings(**settings).validate()
    except ValueError as error:
        node_error(baker.owner, f"nothing was baked: {error}")
        return None
    geometry.collect(baker)
    job.parts = geometry.known_parts()
    if not job.parts:
        node_error(baker.owner, "nothing was baked: " + nothing_found(baker))
        return None
    job.bounds = level_bounds(baker, job.parts)
    fill_job(baker, job, settings)
    if baker.tile_size == 0 and not baker.track_sources:
        geometry.clear()                        # nothing will be baked again from it
    return job


cdef int fill_job(Baker* baker, LevelBake job, dict settings) except -1:
    """What all bakes take from the baker beside its geometry."""
    cdef GdTransform3D frame
    cdef size_t i
    frame_of(baker.owner, &frame)
    job.settings, job.volumes = settings, volumes_in(baker.world, &frame) if baker.world != NULL else []
    job.area_costs = [baker.area_costs[i] for i in range(baker.area_costs.size())]
    return 0


cdef str nothing_found(Baker* baker):
    kinds = ("meshes", "static colliders", "meshes or static colliders")[baker.parsed_geometry_type]
    where = "under the parent node"
    if baker.source_geometry_mode:
        where = f"in the group '{text_of_name(&baker.group)}'"
    return f"there are no {kinds} {where} (see parsed_geometry_type, collision_mask and source_geometry_mode)"


cdef bint start_bake(Baker* baker, bint on_thread) noexcept:
    cdef LevelBake job
    if baker.job != NULL and not isinstance(<object>baker.job, BakeJob):
        detach_job(baker)                           # it was to begin when the scene is complete
    if baker.job != NULL:
        node_error(baker.owner, "is baking already; wait for bake_finished or call cancel_bake() first")
        return False
    drop_tile_job(baker)
    baker.is_settled = baker.world != NULL and not in_editor()
    try:
        job = collect(baker)
    except Exception as error:                  # out of memory
        node_error(baker.owner, f"nothing was baked: {error or type(error).__name__}")
        job = None
    if job is None:
        emit_finished(baker, False)
        return False
    if not on_thread:
        work_alone(job)
        finish(baker, job)
        return True
    attach_job(baker, job, on_bake)
    queue_job(job, False)
    return True


cdef void work_alone(LevelBake job) noexcept:
    """Here and now; threads have their turns meanwhile."""
    cdef int32_t depth = unlock_fully()
    job.work()
    with nogil:
        relock(depth)


cdef void on_bake(MainCall call) noexcept:
    cdef LevelBake job = <LevelBake>call
    cdef bint done = job.done                   # while a handler of its progress runs the worker may end it
    if not done or job.error is None:
        emit_progress(job)
    if done and job.owner != NULL:
        finish(<Baker*>job.owner, job)


cdef void on_scene_complete(MainCall call) noexcept:
    start_bake(<Baker*>call.owner, True)


cdef void emit_progress(LevelBake job) noexcept:
    """Tells the node how far its job is. A handler may free or cancel it, and may wait for a thread that wants the GIL."""
    cdef GdVariant value
    cdef void* owner = (<Baker*>job.owner).owner
    variant_from_float(&value, job.fraction)
    with nogil:
        emit(owner, bake_progress_signal, &value, 1)


cdef void attach_job(Baker* baker, MainCall job, void (*callback)(MainCall) noexcept) noexcept:
    """From here the node, and the agents of its world, wait for this job."""
    job.owner, job.callback = baker, callback
    Py_INCREF(job)
    baker.job = <PyObject*>job
    if baker.world != NULL:
        baker.world.baking += 1
        world_announce(baker.world)


cdef void detach_job(Baker* baker) noexcept:
    """The node no longer waits for its job."""
    if baker.job == NULL:
        return
    drop_call(&baker.job)
    if baker.world != NULL:
        baker.world.baking -= 1


cdef void drop_call(PyObject** held) noexcept:
    cdef MainCall call
    if held[0] != NULL:
        call = <MainCall>held[0]
        held[0] = NULL
        call.owner = NULL
        if isinstance(call, BakeJob):
            unqueue_job(<BakeJob>call)
        Py_DECREF(call)


cdef void stop_bake(Baker* baker) noexcept:
    if baker.job == NULL:
        return
    if isinstance(<object>baker.job, BakeJob):
        (<BakeJob>baker.job).cancelled = True
        if (<BakeJob>baker.job).task >= 0:      # its worker will see it
            return
    detach_job(baker)
    baker.is_settled = baker.world != NULL and not in_editor()
    (<SourceGeometry>baker.geometry).is_complete = False
    emit_finished(baker, False)


cdef void finish(Baker* baker, LevelBake job) noexcept:
    detach_job(baker)
    if job.error is None and job.navmesh.polygon_count == 0:
        job.error = "; ".join(job.warnings)
    if job.error is not None:
        if not job.cancelled:
            node_error(baker.owner, f"nothing was baked: {job.error}")
        (<SourceGeometry>baker.geometry).is_complete = False
        if baker.world != NULL:
            world_announce(baker.world)
        emit_finished(baker, False)
        return
    for warning in job.warnings:
        node_warning(baker.owner, warning)
    (<SourceGeometry>baker.geometry).bounds = job.bounds
    if store(baker, navmesh_data_new(job.navmesh), True):
        look_later(baker)
        emit_finished(baker, True)


cdef void emit_finished(Baker* baker, bint success) noexcept:
    """The node may be gone afterwards."""
    cdef GdVariant value
    cdef void* owner = baker.owner
    variant_from_bool(&value, success)
    with nogil:
        emit(owner, bake_finished_signal, &value, 1)


# ---- the navmesh ------------------------------------------------------------------------------------------------

cdef bint store(Baker* baker, void* resource, bint owned) noexcept:
    """The baker's navmesh is now this resource, NULL for none; owned: nobody else has its NavMesh. False: the node is gone since."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(baker.owner)
    cdef void* owner = baker.owner
    release_data(baker)
    navpy_gd.ref_set_object(&baker.data, resource)
    baker.owns_data = owned
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_add_user(navmesh_data_of(baker.data), baker, data_changed)
    publish(baker)
    with nogil:
        emit(owner, navmesh_changed_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            emit(owner, navigation_mesh_changed_signal, NULL, 0)
    return navpy_gd.object_get_instance_from_id(id) != NULL


cdef void release_data(Baker* baker) noexcept nogil:
    baker.owns_data = False
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_remove_user(navmesh_data_of(baker.data), baker)
    navpy_gd.ref_set_object(&baker.data, NULL)


cdef void data_changed(void* instance) noexcept nogil:
    (<Baker*>instance).owns_data = False
    publish(<Baker*>instance)


cdef PyObject* navmesh_of(Baker* baker) noexcept nogil:
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    return data.navmesh if data != NULL else NULL


cdef void publish(Baker* baker) noexcept nogil:
    """Gives the baker's navmesh to the map of its world."""
    cdef GdTransform3D frame
    if baker.world == NULL:
        return
    if navmesh_of(baker) == NULL or not baker.enabled:
        world_remove_source(baker.world, baker.owner)
        world_announce(baker.world)
    else:
        frame_of(baker.owner, &frame)
        world_set_source(baker.world, baker.owner, navmesh_of(baker), &frame, baker.navigation_layers,
                         baker.enter_cost, baker.travel_cost)
    node_update_warnings(baker.owner)


cdef void costs_changed(Baker* baker) noexcept:
    """Gives the navmesh the areas' costs."""
    cdef size_t i
    if navmesh_of(baker) != NULL:
        set_costs(<object>navmesh_of(baker), [baker.area_costs[i] for i in range(baker.area_costs.size())])
        if baker.world != NULL and baker.enabled:
            world_mesh_changed(baker.world, baker.owner)


# ---- changes of the level ---------------------------------------------------------------------------------------

cdef void look_later(Baker* baker) noexcept:
    """Looks at what was noted, if anything was, when the engine next flushes its messages: all changes of a frame are one."""
    cdef MainCall call
    if baker.wish != NULL or baker.world == NULL or not (<SourceGeometry>baker.geometry).has_notes():
        return
    call = MainCall()
    call.owner, call.callback = baker, on_changes
    Py_INCREF(call)
    baker.wish = <PyObject*>call
    call_on_main(call)


cdef void on_changes(MainCall call) noexcept:
    cdef Baker* baker = <Baker*>call.owner
    drop_call(&baker.wish)
    rebake_changes(baker)


cdef void note_node(Baker* baker, void* node, bint remains) noexcept:
    """What is parsed from a node has changed, or is to be left out."""
    cdef vector[Source] sources
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    if baker.world == NULL or node == NULL or not node_in_tree(node):
        node_error(baker.owner, "rebake_node and remove_node want a node, and a baker, that are in the scene tree")
        return
    sources_of(baker, node, &sources)
    if sources.empty():
        node_error(baker.owner, f"{node_path(node)} is not among what this baker collects (see source_geometry_mode)")
        return
    (geometry.wanted if remains else geometry.dropped).append(navpy_gd.object_get_instance_id(node))
    look_later(baker)


cdef void volumes_changed(void* instance, list prisms) noexcept:
    cdef Baker* baker = <Baker*>instance
    cdef GdTransform3D frame
    cdef Prism prism
    if not baker.is_settled:
        return
    frame_of(baker.owner, &frame)
    try:
        for prism in prisms:
            (<SourceGeometry>baker.geometry).touched.append(prism.volume(&frame).bounds)
    except ValueError as error:
        node_error(baker.owner, f"a volume could not be placed: {error}")
    look_later(baker)


cdef bint fits(Baker* baker, SourceGeometry geometry) except -1:
    """Whether single tiles of the navmesh can be baked anew: it was baked with these settings from what we know."""
    cdef NavMesh mesh = <NavMesh>navmesh_of(baker)
    cdef double side = baker.tile_size * baker.cell_size
    if not geometry.is_complete or side == 0 or abs(mesh.view.tile_size - side) > 1e-6 * side:
        return False
    if geometry.bounds is None:
        if not geometry.known_parts():
            return False
        geometry.bounds = level_bounds(baker, geometry.known_parts())
    low = geometry.bounds[0]
    return abs(mesh.view.origin_x - low[0]) < 1e-3 * side and abs(mesh.view.origin_z - low[2]) < 1e-3 * side


cdef void rebake_changes(Baker* baker) noexcept:
    """Bakes anew what was noted; while a bake is under way that waits."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    if baker.world == NULL or baker.job != NULL or baker.tile_job != NULL or not geometry.has_notes():
        return
    if navmesh_of(baker) == NULL:
        geometry.wanted, geometry.dropped, geometry.touched = [], [], []
        return
    try:
        if not geometry.is_complete and not geometry.wanted and baker.tile_size > 0:
            collect_with_notes(baker, geometry)
        if fits(baker, geometry):
            rebake_tiles(baker, geometry)
            return
    except Exception as error:
        node_error(baker.owner, f"a change could not be baked: {error or type(error).__name__}")
        return
    if baker.tile_size == 0 and not baker.has_warned:
        baker.has_warned = True
        node_warning(baker.owner, "a change of the level bakes all of it anew: set tile_size (64, say), so that only the tiles "
                                  "that it touches are")
    start_bake(baker, True)


cdef int collect_with_notes(Baker* baker, SourceGeometry geometry) except -1:
    """Get to know a level in which nothing of what it was baked from has moved."""
    touched, dropped = geometry.touched, geometry.dropped
    geometry.collect(baker)
    geometry.touched, geometry.dropped = touched, dropped
    return 0


cdef int rebake_tiles(Baker* baker, SourceGeometry geometry) except -1:
    cdef list boxes = geometry.take_notes(baker)
    if not boxes:
        return 0
    if geometry.is_outgrown:
        start_bake(baker, True)
        return 0
    start_tiles(baker, boxes, None, set())
    return 0


cdef int start_tiles(Baker* baker, list boxes, set places, set baked_before) except -1:
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    cdef TileBake job = TileBake()
    fill_job(baker, job, settings_of(baker))
    job.parts, job.bounds, job.boxes = geometry.known_parts(), geometry.bounds, boxes
    job.places, job.baked_before = places, baked_before
    job.navmesh = <object>navmesh_of(baker)
    job.is_shared = not baker.owns_data or navmesh_data_of(baker.data).users.size() > 1
    job.owner, job.callback = baker, on_tiles
    Py_INCREF(job)
    baker.tile_job = <PyObject*>job
    queue_job(job, True)
    return 0


cdef void on_tiles(MainCall call) noexcept:
    cdef TileBake job = <TileBake>call
    cdef Baker* baker = <Baker*>call.owner
    if not job.done:
        return
    drop_call(&baker.tile_job)
    try:
        if job.error is None:
            exchange_tiles(baker, job)
    except ValueError as error:                 # a tile that meets its neighbors in slivers
        job.error = str(error)
    if job.error is not None:
        node_error(baker.owner, f"a change could not be baked: {job.error}")
        look_later(baker)


cdef int exchange_tiles(Baker* baker, TileBake job) except -1:
    """Puts baked tiles into the navmesh, between two frames. The node may be gone afterwards."""
    cdef void* owner = baker.owner
    cdef GdVariant count
    cdef set left
    if job.is_shared:
        if not store(baker, navmesh_data_new(job.navmesh), True):
            return 0
    elif navmesh_of(baker) != <PyObject*>job.navmesh:
        look_later(baker)                       # it was given another one meanwhile
        return 0
    else:
        try:
            job.exchange(job.navmesh)
        finally:
            if baker.world != NULL and baker.enabled:
                world_mesh_changed(baker.world, baker.owner)
    left = job.left_to_bake()
    if left and baker.world != NULL:
        start_tiles(baker, [], left, job.baked_before | job.places)
    else:
        look_later(baker)
    variant_from_int(&count, len(job.tiles))
    with nogil:
        emit(owner, tiles_changed_signal, &count, 1)
    return 0


cdef void drop_tile_job(Baker* baker) noexcept:
    if baker.tile_job != NULL:
        (<BakeJob>baker.tile_job).cancelled = True
        drop_call(&baker.tile_job)


cdef void look_at_sources(Baker* baker) noexcept:
    """Every physics frame: `compare` has seen that something is different."""
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    try:
        geometry.take_differences(baker, geometry.touched)
    except Exception as error:
        node_error(baker.owner, f"a change could not be seen: {error or type(error).__name__}")
    rebake_changes(baker)


cdef void physics_process(Baker* baker) noexcept nogil:
    if compare_sources(baker):
        with gil:
            look_at_sources(baker)


cdef bint compare_sources(Baker* baker) noexcept nogil:
    cdef PyObject* geometry = baker.geometry
    return (<SourceGeometry>geometry).is_complete and (<SourceGeometry>geometry).compare(baker, True)


cdef void set_tracking(Baker* baker) noexcept nogil:
    node_set_physics(baker.owner, baker.track_sources and baker.world != NULL and not in_editor())


# ---- the node ---------------------------------------------------------------------------------------------------

cdef void on_made(Baker* baker) noexcept nogil:
    baker.parsed_geometry_type = 1
    baker.collision_mask = 0xFFFFFFFF
    baker.navigation_layers = 1
    baker.travel_cost = 1
    baker.enabled = baker.bake_on_ready = True
    navpy_gd.ctor0[<int>STRING_NAME](&baker.group, NULL)
    with gil:
        make_objects(baker)


cdef void make_objects(Baker* baker) noexcept:
    geometry = SourceGeometry()
    Py_INCREF(geometry)
    baker.geometry = <PyObject*>geometry
    apply_defaults(baker)


cdef void on_freed(Baker* baker) noexcept nogil:
    release_data(baker)
    navpy_gd.dtor[<int>STRING_NAME](&baker.group)
    with gil:
        drop_jobs(baker)
        Py_DECREF(<object>baker.geometry)


cdef void drop_jobs(Baker* baker) noexcept:
    if baker.job != NULL and isinstance(<object>baker.job, BakeJob):
        (<BakeJob>baker.job).cancelled = True
    detach_job(baker)
    drop_tile_job(baker)
    drop_call(&baker.wish)


cdef void leave_tree(Baker* baker) noexcept nogil:
    with gil:
        drop_jobs(baker)
        (<SourceGeometry>baker.geometry).clear()
    baker.is_settled = False
    unwatch_volumes(baker)
    if baker.world != NULL:
        baker.world.bakers -= 1
        world_remove_source(baker.world, baker.owner)
        world_announce(baker.world)
        world_leave(baker.world)
        baker.world = NULL


cdef void enter_tree(Baker* baker) noexcept nogil:
    baker.world = world_enter(baker.owner, 0)
    set_notify_transform(baker.owner, True)
    set_tracking(baker)
    if baker.world == NULL:
        return
    baker.world.bakers += 1
    watch_volumes(baker, baker.world, volumes_changed)
    publish(baker)
    if in_editor():
        return                                  # there it bakes when it is told
    with gil:
        if baker.bake_on_ready and navmesh_of(baker) == NULL:
            await_scene(baker)
        else:
            settle_later(baker)


cdef void await_scene(Baker* baker) noexcept:
    """Bakes when the engine next flushes its messages: by then the scene is complete and every _ready has run."""
    cdef MainCall call = MainCall()
    attach_job(baker, call, on_scene_complete)
    call_on_main(call)


cdef void settle_later(Baker* baker) noexcept:
    """What is there when the scene is complete is what the navmesh was baked from; what comes later is a change."""
    cdef MainCall call = MainCall()
    call.owner, call.callback = baker, on_level_complete
    Py_INCREF(call)
    baker.wish = <PyObject*>call
    call_on_main(call)


cdef void on_level_complete(MainCall call) noexcept:
    cdef Baker* baker = <Baker*>call.owner
    cdef SourceGeometry geometry = <SourceGeometry>baker.geometry
    drop_call(&baker.wish)
    baker.is_settled = not in_editor()
    try:
        if geometry.has_notes():
            rebake_changes(baker)
        elif baker.track_sources and baker.tile_size > 0 and navmesh_of(baker) != NULL:
            geometry.collect(baker)
    except Exception as error:
        node_error(baker.owner, f"its level could not be collected: {error or type(error).__name__}")


cdef void on_notification(Baker* baker, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        enter_tree(baker)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(baker)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        baker.has_moved = True
        publish(baker)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        physics_process(baker)
