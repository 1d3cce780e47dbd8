"""The navmesh of a NavMeshBaker: its resource, its place on the map of the world, and its copy for the engine's server."""
from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t
from navpy.godot.baker.bake_job cimport MainCall, cancel_call, defer_call
from navpy.godot.baker.level_bake cimport set_costs
from navpy.godot.baker.server_copy cimport update_server_copy, update_server_links
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport name_variant
from navpy.godot.world.navmesh_data cimport (
    NavMeshData, navmesh_data_add_user, navmesh_data_new, navmesh_data_of, navmesh_data_remove_user)
from navpy.godot.world.world cimport world_notify_listeners, world_remove_region, world_set_region, world_update_region
from navpy.navmesh.navmesh cimport NavMesh

cdef GdVariant* navigation_polygon_changed = name_variant(b"navigation_polygon_changed")


cdef void* new_data(LevelBake job, bint plane) except NULL:
    cdef void* resource = navmesh_data_new(job.navmesh, plane)
    navmesh_data_of(resource).layer_masks = job.layer_masks
    return resource


cdef bint set_data(Baker* baker, void* resource, bint owned) noexcept:
    cdef uint64_t id = navpy_gd.object_get_instance_id(baker.owner)
    cdef void* owner = baker.owner
    cdef bint plane = baker.cls.is_plane
    release_data(baker)
    navpy_gd.ref_set_object(&baker.data, resource)
    baker.owns_navmesh = owned
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_add_user(navmesh_data_of(baker.data), baker, on_data_changed)
    update_region(baker)
    with nogil:
        emit(owner, navmesh_changed_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            emit(owner, navigation_polygon_changed if plane else navigation_mesh_changed_signal, NULL, 0)
    return navpy_gd.object_get_instance_from_id(id) != NULL


cdef void release_data(Baker* baker) noexcept nogil:
    baker.owns_navmesh = False
    if navmesh_data_of(baker.data) != NULL:
        navmesh_data_remove_user(navmesh_data_of(baker.data), baker)
    navpy_gd.ref_set_object(&baker.data, NULL)


cdef void on_data_changed(void* instance) noexcept nogil:
    (<Baker*>instance).owns_navmesh = False
    update_region(<Baker*>instance)


cdef PyObject* navmesh_of(Baker* baker) noexcept nogil:
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    return data.navmesh if data != NULL else NULL


cdef void update_region(Baker* baker) noexcept nogil:
    cdef GdTransform3D frame
    if baker.world == NULL:
        return
    if navmesh_of(baker) == NULL or not baker.enabled:
        world_remove_region(baker.world, baker.owner)
        world_notify_listeners(baker.world)
    else:
        upright_frame(baker.owner, &frame)
        world_set_region(baker.world, baker.owner, navmesh_of(baker), &navmesh_data_of(baker.data).layer_masks, &frame,
                         baker.navigation_layers, baker.enter_cost, baker.travel_cost, navmesh_data_of(baker.data).is_converted)
    update_server_copy(baker, shown_view(baker))
    node_update_warnings(baker.owner)


cdef const MeshView* shown_view(Baker* baker) noexcept nogil:
    return &(<NavMesh>navmesh_of(baker)).view if navmesh_of(baker) != NULL and baker.enabled else NULL


cdef void on_map_changed(void* instance) noexcept nogil:
    """Many links may change in a frame, and regions with them: they are shown once, when the engine next flushes its message queue."""
    cdef Baker* baker = <Baker*>instance
    if baker.use_navigation_server and baker.links_call == NULL:
        with gil:
            defer_call(baker, &baker.links_call, show_links)


cdef void show_links(MainCall call) noexcept:
    cdef Baker* baker = <Baker*>call.owner
    cancel_call(&baker.links_call)
    update_server_links(baker, shown_view(baker))


cdef void update_costs(Baker* baker) noexcept:
    if navmesh_of(baker) != NULL:
        set_costs(<object>navmesh_of(baker), baker.area_costs)
        if baker.world != NULL and baker.enabled:
            world_update_region(baker.world, baker.owner)
