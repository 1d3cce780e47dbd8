"""The properties, methods and signals of NavMeshBaker, named as those of Godot's NavigationRegion3D and NavigationMesh."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport strcmp
from navpy.godot.baker.bake_job cimport BakeJob
from navpy.godot.baker.baker cimport BOTH, GROUP_EXPLICIT, MESH_INSTANCES, PARENTS_CHILDREN, Baker
from navpy.godot.baker.baker_settings cimport TILE_SIZE, declare_settings, settings_of, tile_size_of
from navpy.base.area cimport AREA_COUNT, AREA_WALKABLE
from navpy.godot.baker.baker_navmesh cimport (
    navigation_mesh_changed_signal, navmesh_changed_signal, set_data, tiles_changed_signal, update_costs, update_region)
from navpy.godot.baker.outline_source cimport idle_outlines
from navpy.godot.baker.navmesh_baker cimport (
    bake_finished_signal, bake_progress_signal, is_rebaking, mark_node_changed, mark_place_changed, on_freed, on_made, on_notification,
    set_outlines, start_bake, stop_bake)
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.baker.stream_properties cimport add_stream_remarks, declare_stream, declare_stream_methods
from navpy.godot.baker.world_stream cimport update_processing, world_file_of
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport (
    HINT_ARRAY, HINT_LAYERS_3D_NAVIGATION, HINT_LAYERS_3D_PHYSICS, ClassSpec, GdAabb, GdArray, GdNavMap, GdNavMeshData, GdNode,
    GdPackedFloat32Array, GdPackedStringArray, GdRef, GdRid, type_spec)
from navpy.godot.binding.engine cimport *
from navpy.godot.world.engine_nodes cimport TILES, kind_of
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport add_message, node_error, node_path
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport assign, fill_floats, floats_of, size_of
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.binding.ptrcall cimport find_method, put
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.map.nav_map cimport put_nav_map
from navpy.godot.world.navmesh_data cimport NavMeshData, navmesh_data_of
from navpy.godot.world.world cimport world_hides_regions, world_mesh, world_scene_region
from navpy.godot.world.navigation_map cimport MAX_GROUND_MASKS
from navpy.godot.world.world_map cimport overlap_of
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.baking.settings import BakeSettings

cdef GdStringName* default_group = intern(b"navigation_mesh_source_group")      # Godot's
cdef GdStringName* default_stream_group = intern(b"navpy_stream")


cdef void on_baker_made(Baker* baker) noexcept nogil:
    on_made(baker)
    assign(STRING_NAME, &baker.group, default_group)
    assign(STRING_NAME, &baker.stream_group, default_stream_group)


cdef bint affects_map(const char* property) noexcept nogil:
    """True if the map of the baker's world depends on the property."""
    return strcmp(property, b"enabled") == 0 or strcmp(property, b"navigation_layers") == 0 or strcmp(property, b"enter_cost") == 0 \
        or strcmp(property, b"travel_cost") == 0 or strcmp(property, b"use_navigation_server") == 0


cdef void on_changed(Baker* baker, const char* property) noexcept nogil:
    if baker.world == NULL:
        return
    if affects_map(property):
        update_region(baker)
    elif strcmp(property, b"track_sources") == 0:
        update_processing(baker)
    node_update_warnings(baker.owner)


cdef bint has_plugin() except -1:
    """True if navpy's editor plugin is enabled. The class EditorInterface is there in the editor alone."""
    cdef GDExtensionBool enabled = 0
    cdef GdString plugin
    cdef const void* is_enabled = find_method(b"EditorInterface", b"is_plugin_enabled", 3927539163)
    navpy_gd.string_new_with_utf8_chars(&plugin, b"navpy")
    put(is_enabled, navpy_gd.global_get_singleton(intern(b"EditorInterface")), &plugin, &enabled)
    navpy_gd.dtor[<int>STRING](&plugin)
    return enabled


cdef void* shown_region(const Baker* baker) noexcept nogil:
    """A NavigationRegion3D that the engine's server has on the map where it has the baker's navmesh; NULL: there is none."""
    return world_scene_region(baker.world) if baker.world != NULL and baker.use_navigation_server and baker.enabled else NULL


cdef void add_remarks(Baker* baker, GdPackedStringArray* out) except *:
    try:
        settings = BakeSettings(**settings_of(baker))
        settings.validate()
        for remark in settings.remarks():
            add_message(out, baker.cls.is_plane, f"{remark}.")
    except ValueError as error:
        add_message(out, baker.cls.is_plane, f"The level cannot be baked with these settings: {error}.")


cdef int add_outline_remarks(Baker* baker, GdPackedStringArray* out) except -1:
    if size_of(ARRAY, &baker.outlines) == 0 and (baker.data == NULL or navmesh_data_of(baker.data).navmesh == NULL):
        add_message(out, baker.cls.is_plane, "There is no outline to walk in, so a bake finds only navigation polygons of "
                                             "TileMapLayers: draw an outline with Create in the 2D editor's toolbar, or paint such "
                                             "polygons.")
    for remark in idle_outlines(baker):
        add_message(out, baker.cls.is_plane, remark)
    return 0


cdef void configuration_warnings(Baker* baker, GdPackedStringArray* out) noexcept with gil:
    cdef void* region = shown_region(baker)
    if in_editor() and not has_plugin():
        add_message(out, baker.cls.is_plane, "The plugin navpy is not enabled: there is no Bake NavMesh button, and the navmesh is "
                                             "not drawn. Enable it in Project > Project Settings > Plugins.")
    if not baker.cls.is_plane:
        add_remarks(baker, out)
    add_stream_remarks(baker, out)
    if world_file_of(baker) == "" and (baker.data == NULL or navmesh_data_of(baker.data).navmesh == NULL):
        then = "it will be baked when the game starts" if baker.bake_on_ready else "agents will find no path"
        add_message(out, baker.cls.is_plane, f"There is no navmesh yet: {then}. Press Bake NavMesh in the 3D editor's toolbar.")
    if baker.cls.is_plane:
        add_outline_remarks(baker, out)
    if baker.world != NULL and baker.world.regions.size() > 1 and world_mesh(baker.world) != NULL:
        overlap = overlap_of(baker.world, baker.owner)
        if overlap:
            add_message(out, baker.cls.is_plane, overlap[0].upper() + overlap[1:] + ".")
    if baker.world != NULL and world_hides_regions(baker.world):
        why = "has no navmesh" if baker.enabled else "is disabled"
        add_message(out, baker.cls.is_plane, "The scene's NavigationRegion3D nodes are not on the map, as agents walk on "
                                             "NavMeshBakers alone where "
                                             f"there is one, and this one {why}: bake it and set enabled, or remove it from the "
                                             f"scene.")
    if region != NULL:
        switch = "navigation_enabled" if kind_of(region, True) == TILES else "enabled"
        add_message(out, baker.cls.is_plane, "NavigationServer3D has two navmeshes on the map of this world, which may lie on top of "
                                             "each other: "
                                             f"this one, by use_navigation_server, and that of {node_path(region)}. Turn one of them "
                                             f"off: use_navigation_server here, or {switch} there.")
    if baker.track_sources and tile_size_of(baker) == 0:
        add_message(out, baker.cls.is_plane, "With track_sources each change bakes the whole level again, as tile_size is 0: set it, "
                                             "to "
                                             f"{256 if baker.cls.is_plane else 64} for instance, and only the tiles near the change "
                                             f"are baked.")


# ---- methods ----

cdef bint check_main_thread(Baker* baker, str method) noexcept:
    if not on_main_thread():
        node_error(baker.owner, f"{method} was called on a thread, and did nothing: it reads the scene tree, and only the main "
                                f"thread may do that. Use {method}.call_deferred()")
        return False
    return True


cdef uint8_t bake_navigation_mesh(Baker* baker, uint8_t on_thread) noexcept with gil:
    return check_main_thread(baker, "bake_navigation_mesh") and start_bake(baker, on_thread)


cdef void cancel_bake(Baker* baker) noexcept with gil:
    stop_bake(baker)


cdef uint8_t is_baking(Baker* baker) noexcept nogil:
    return baker.job != NULL


cdef uint8_t get_is_rebaking(Baker* baker) noexcept nogil:
    return is_rebaking(baker)


cdef double get_progress(Baker* baker) noexcept with gil:
    if baker.job != NULL and isinstance(<object>baker.job, BakeJob):
        return (<BakeJob>baker.job).fraction
    return 0.0


cdef void rebake_node(Baker* baker, GdNode* node) noexcept with gil:
    if check_main_thread(baker, "rebake_node"):
        mark_node_changed(baker, node, True)


cdef void remove_node(Baker* baker, GdNode* node) noexcept with gil:
    if check_main_thread(baker, "remove_node"):
        mark_node_changed(baker, node, False)


cdef void rebake_around(Baker* baker, const GdVector3* position, double radius) noexcept with gil:
    if check_main_thread(baker, "rebake_around"):
        mark_place_changed(baker, position, radius)


cdef GdAabb get_bounds(Baker* baker) noexcept nogil:
    """The bounding box of the navmesh in world space, as a NavigationRegion3D has it."""
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    cdef GdAabb box
    cdef GdTransform3D frame
    cdef const MeshView* view
    cdef const double* v
    cdef const float* b = &frame.basis[0]
    cdef double[3] low = [INFINITY, INFINITY, INFINITY]
    cdef double[3] high = [-INFINITY, -INFINITY, -INFINITY]
    cdef double[3] at
    cdef int32_t p, c
    cdef int k
    for k in range(3):
        box.position[k] = box.size[k] = 0
    if data == NULL or data.navmesh == NULL or baker.world == NULL:
        return box
    view = &(<NavMesh>data.navmesh).view
    upright_frame(baker.owner, &frame)
    for p in range(view.poly_count):
        for c in range(view.polys[p].first, view.polys[p].first + view.polys[p].count):
            v = view.vertices + 3 * <int64_t>view.corners[c]
            at[0] = b[0] * v[0] + b[2] * v[2] + frame.origin.x
            at[1] = v[1] + frame.origin.y
            at[2] = b[6] * v[0] + b[8] * v[2] + frame.origin.z
            for k in range(3):
                low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
    for k in range(3):
        if low[k] <= high[k]:
            box.position[k], box.size[k] = <float>low[k], <float>(high[k] - low[k])
    return box


cdef GdRid get_navigation_map(Baker* baker) noexcept nogil:
    cdef GdRid rid
    rid.id = navigation_map_of(baker.owner, baker.cls.is_plane) if baker.world != NULL else 0
    return rid


# ---- properties ----

cdef void get_nav_map(Baker* baker, GdRef[GdNavMap]* out) noexcept nogil:
    if baker.world != NULL:
        put_nav_map(baker.world, baker.cls.is_plane, out)
        return
    with gil:
        node_error(baker.owner, "get_map: the baker is not inside the scene tree, so it is on no map")


cdef void get_navmesh(Baker* baker, GdRef[GdNavMeshData]* out) noexcept nogil:
    navpy_gd.ref_set_object(out, baker.data)


cdef void set_navmesh(Baker* baker, GdNavMeshData* resource) noexcept with gil:
    if <void*>resource != baker.data:
        set_data(baker, resource, False)


cdef void get_group(Baker* baker, GdStringName* out) noexcept nogil:
    assign(STRING_NAME, out, &baker.group)


cdef void set_group(Baker* baker, const GdStringName* group) noexcept nogil:
    assign(STRING_NAME, &baker.group, group)


cdef void get_outlines(Baker* baker, GdArray* out) noexcept nogil:
    """The same array, not a copy."""
    assign(ARRAY, out, &baker.outlines)


cdef GdAabb get_aabb(Baker* baker) noexcept nogil:
    return baker.baking_aabb


cdef void set_aabb(Baker* baker, const GdAabb* box) noexcept nogil:
    cdef int k
    for k in range(3):
        if not (isfinite(box.position[k]) and isfinite(box.size[k])):
            with gil:
                node_error(baker.owner, "filter_baking_aabb must be finite: it keeps its former value")
            return
    baker.baking_aabb = box[0]


cdef void get_area_costs(Baker* baker, GdPackedFloat32Array* out) noexcept nogil:
    fill_floats(out, baker.area_costs.data(), <int64_t>baker.area_costs.size())


cdef void set_area_costs(Baker* baker, const GdPackedFloat32Array* values) noexcept with gil:
    cdef int64_t count, i
    cdef const float* costs = floats_of(values, &count)
    cdef list wrong = []
    if count > AREA_COUNT:
        node_error(baker.owner, f"area_costs has {count} numbers, but area ids are 0 to {AREA_COUNT - 1}: those beyond are ignored")
        count = AREA_COUNT
    baker.area_costs.assign(&costs[0], &costs[count])
    for i in range(count):
        if not 0 <= costs[i] < INFINITY:
            wrong.append(f"{i} ({costs[i]:g})")
            baker.area_costs[i] = 1
    if wrong:
        node_error(baker.owner, f"area_costs must be finite and at least 0: not those of area {', '.join(wrong)}, which cost 1 now. "
                                f"To exclude an "
                                "area, set its cost to INF in a NavFilter")
    update_costs(baker)


# ---- the class's declaration ----

cdef int declare_geometry(ClassSpec[Baker]* c, bytes prefix) except -1:
    cdef Baker* b = NULL
    c.number(prefix + b"parsed_geometry_type", &b.parsed_geometry_type,
             b"{Which geometry is collected: meshes, static colliders or both. CSG shapes and GridMaps are collected in each case.|"
             b"What is cut out: meshes ([Polygon2D], [MeshInstance2D], [MultiMeshInstance2D]); static colliders and physics layers of "
             b"tiles; or both. Navigation layers of tiles are collected in each case.}").choices(
                 b"Mesh Instances,Static Colliders,Both").at_least(MESH_INSTANCES).at_most(BOTH)
    c.layers(prefix + b"collision_mask", &b.collision_mask, HINT_LAYERS_3D_PHYSICS,
             b"Physics layers whose static colliders are collected.")
    c.number(prefix + b"source_geometry_mode", &b.source_geometry_mode,
             b"From which nodes geometry is collected: from all nodes under the parent, from the nodes of a group with their "
             b"children, or "
             b"from the nodes of a group alone.").choices(b"Parent's Children,Group With Children,Group Explicit") \
        .at_least(PARENTS_CHILDREN).at_most(GROUP_EXPLICIT)
    c.property(prefix + b"source_group_name", get_group, set_group,
               b"Name of the group, for the two modes of [member source_geometry_mode] that collect from one.")
    return 0


cdef int declare_properties(ClassSpec[Baker]* c) except -1:
    cdef Baker* b = NULL
    cdef size_t first, i
    c.property(b"navmesh", get_navmesh, set_navmesh,
               b"The baked navmesh. It is saved with the scene, so that nothing has to be baked when the game starts.").resource()
    c.flag(b"enabled", &b.enabled, b"If true, the navmesh is part of its world's map.")
    c.layers(b"navigation_layers", &b.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers of the navmesh: an agent walks on it if one of its own navigation_layers is among them.")
    c.number(b"enter_cost", &b.enter_cost,
             b"Additional cost of a path that enters the navmesh from that of another baker, in meters of "
             b"walking.").range(b"0,100,0.01,or_greater").length().at_least(0)
    c.number(b"travel_cost", &b.travel_cost,
             f"Cost of a meter on area {AREA_WALKABLE}, the ground without another area; 1 leaves it to [member area_costs], as the "
             f"costs "
             "of all other areas.".encode()).range(b"0,100,0.01,or_greater").at_least(0)
    c.flag(b"bake_on_ready", &b.bake_on_ready, b"Bakes when the scene is complete, if there is no [member navmesh] yet.")
    c.flag(b"track_sources", &b.track_sources,
           b"In each physics frame, the baker finds out whether nodes of the collected geometry were added, removed or moved, and "
           b"bakes the tiles near them again. It does not notice changes inside a body, such as another shape: call [method "
           b"rebake_node] for them. This takes about a tenth of a microsecond for each body. Cells of {a [GridMap]|[TileMapLayer]s} "
           b"are compared once a second: call [method rebake_around] for those that are to count sooner.")
    c.flag(b"use_navigation_server", &b.use_navigation_server,
           b"Shows the navmesh{, the links of its bake|} and the [NavLink]s of this world to [NavigationServer3D], too, for scripts "
           b"and nodes that ask the engine's own server: [code]map_get_path[/code], [code]map_get_closest_point[/code], "
           b"[code]query_path[/code] and [NavigationAgent3D] on the map of this world. [NavAgent] and [NavMap] do not need it. Each "
           b"tile is a region, and only tiles that change are handed over again. Regions have no edge connections, because tiles "
           b"share their edges exactly: the server joins nothing to them that is merely near, such as a [NavigationRegion3D] beside "
           b"them. 1,000 polygons of the server take some 3 ms of the main thread and 1 MiB{; rough ground has several for each one "
           b"of the baker's, because the server's are flat|}. The server takes changes over some frames later, on threads of its own, "
           b"and then emits [signal NavigationServer3D.map_changed]. Costs of areas are not shown.")
    c.flag(b"build_path_index", &b.build_path_index,
           b"Each bake of the whole level also builds a path index, by which agents and [method NavMap.find_path] find exact paths "
           b"several times as fast on large levels. It is saved with [member navmesh]: see [member NavMeshData.path_index_bytes]. "
           b"Building takes a time in proportion to the square of the number of corners of walls, seconds for a level of 500 m. The "
           b"navmesh must have no links, and its areas must cost the same. Only maps of this baker alone, at the origin and without "
           b"[NavLink]s, use it. When a tile changes while the game runs, the index is dropped, and paths are found without it until "
           b"the whole level is baked again.")
    c.property(b"area_costs", get_area_costs, set_area_costs,
               f"Costs of the areas by area id: a meter through an area costs as much as this number of meters. Areas beyond the end "
               f"cost 1. Area {AREA_WALKABLE} is ground without another area.".encode())
    declare_stream(c)
    c.group(b"Bake Settings")
    first = c.properties.size()
    declare_settings(c)
    for i in range(first, c.properties.size()):
        if c.properties[i].name != b"agent_radius":
            c.properties[i].spatial()           # outlines are baked without voxels
    c.number(b"tile_size", &b.settings[TILE_SIZE].whole,
             b"Side of a tile in pixels; 0 bakes the level in one piece, and all of it again after a change.") \
        .range(b"0,4096,1,suffix:px").at_least(0).at_most(4096).flat()
    c.property(b"outlines", get_outlines, set_outlines,
               b"Outlines to walk in, arrays of points in the baker's space. Outlines of the same direction are united, one of the "
               b"other direction "
               b"inside another is a hole.").hint(HINT_ARRAY, b"35:").flat()        # of PackedVector2Array
    c.property(b"filter_baking_aabb", get_aabb, set_aabb,
               b"If this box has a size, only geometry inside it is baked. It is in the baker's space.").spatial()
    c.vector3(b"filter_baking_aabb_offset", &b.baking_aabb_offset, b"Added to the position of [member filter_baking_aabb].").spatial()
    c.group(b"Geometry")
    declare_geometry(c, b"")
    first = c.properties.size()
    declare_geometry(c, b"geometry_")           # NavigationMesh's names: neither saved nor shown
    c.layers(b"parsed_collision_mask", &b.collision_mask, HINT_LAYERS_3D_PHYSICS, b"The same as [member collision_mask], under "
             b"NavigationPolygon's name.").flat()
    c.property(b"source_geometry_group_name", get_group, set_group,
               b"The same as [member source_group_name], under NavigationPolygon's name.").flat()
    for i in range(first, c.properties.size()):
        c.properties[i].usage(0)
        if c.properties[i].is_flat:
            continue
        c.properties[i].spatial()
        c.properties[i].bit_getter.name.clear()
        c.properties[i].bit_setter.name.clear()
        c.properties[i].doc = f"The same as [member {c.properties[i].name.decode()[9:]}], under NavigationMesh's name.".encode()
    return 0


cdef void declare_methods(ClassSpec[Baker]* c) noexcept:
    c.method(b"bake_navigation_mesh", bake_navigation_mesh,
             b"Collects the geometry at once and bakes it, on a worker thread unless [param on_thread] is false. The result arrives "
             b"with [signal bake_finished]. If there is nothing to bake, an error says why, and the method returns false.",
             b"on_thread").optional(True)
    c.method(b"cancel_bake", cancel_bake,
             b"Stops the bake under way; [member navmesh] doesn't change. [signal bake_finished] is emitted with false, at once or "
             b"after the worker thread has stopped.")
    c.method(b"is_baking", is_baking, b"True while a bake of the whole level is under way.").constant()
    c.method(b"get_bake_progress", get_progress, b"Part of the present bake that is done, 0 to 1.").constant()
    c.method(b"rebake_node", rebake_node,
             b"Call this for a node of the level that was added, moved or changed, or that is about to be freed. At the end of the "
             b"frame its geometry is collected again, and a worker thread bakes the tiles near its former and its present geometry. "
             b"All calls in a frame are one change; a change during a bake waits for its end. [signal tiles_changed] is emitted when "
             b"the navmesh has the new tiles. If [member tile_size] is 0, or if the level has grown beyond its tiles, the whole level "
             b"is baked again.",
             b"node")
    c.method(b"remove_node", remove_node,
             b"Leaves out the geometry of a node that stays in the scene, until [method rebake_node] is called for it or the whole "
             b"level is baked.", b"node")
    c.method(b"rebake_around", rebake_around,
             b"Call this where something has changed within [param radius] meters of a global position: nodes whose geometry is there "
             b"are collected again, as by [method rebake_node], and so are the cells of [TileMapLayer]s there, and only those. After "
             b"[code]set_cell(coords, ...)[/code] it is called with "
             b"[code]layer.to_global(layer.map_to_local(coords))[/code].", b"position", b"radius") \
        .optional(0).length_argument(1)
    c.method(b"is_rebaking", get_is_rebaking, b"True if the level has changed and the navmesh doesn't show the change yet.").constant()
    declare_stream_methods(c)
    c.method(b"get_map", get_nav_map, b"The map of the baker's world, for questions.").constant()
    c.method(b"get_navigation_map", get_navigation_map,
             b"As [method NavigationRegion3D.get_navigation_map]: the map of [NavigationServer3D] that the baker's world has, on "
             b"which [member use_navigation_server] shows the navmesh. An invalid RID outside the tree. For [NavMap], see [method "
             b"get_map].").constant()
    c.method(b"get_bounds", get_bounds, b"The bounding {box|rectangle} of the navmesh in world space.").constant()


cdef void declare_signals(ClassSpec[Baker]* c) noexcept:
    c.signal(b"bake_finished", &bake_finished_signal,
             b"The bake has ended; [param success] is false if it has failed or was cancelled.").argument(b"success",
                                                                                                          type_spec[uint8_t]())
    c.signal(b"bake_progress", &bake_progress_signal,
             b"A stage of the bake begins; [param fraction] of the bake is done, 0 to 1.").argument(b"fraction", type_spec[double]())
    c.signal(b"navmesh_changed", &navmesh_changed_signal, b"[member navmesh] was replaced.")
    c.signal(b"navigation_mesh_changed", &navigation_mesh_changed_signal,
             b"The same as [signal navmesh_changed], under NavigationRegion3D's name.")
    c.signal(b"tiles_changed", &tiles_changed_signal,
             b"After a change of the level, [param count] tiles of the navmesh were baked and replaced.").argument(
                 b"count", type_spec[int64_t]())


def register():
    cdef ClassSpec[Baker] c
    c.declare(b"NavMeshBaker", b"Node3D", b"Bakes the navmesh of the level around it.",
              f"{{Collects the geometry under its parent (or in a group), bakes a navmesh from it on a worker thread and puts it on "
              f"the map of its world, where every [NavAgent] of that world walks. The navmeshes of all bakers of a world are merged "
              f"where their edges meet. The settings have the names and defaults of Godot's [NavigationMesh], except that the three "
              f"filters are on by default, and that static colliders are collected rather than meshes: bodies walk on colliders, "
              f"colliders need no read-back from the GPU, and a character's own mesh doesn't become an obstacle.\nWith [member "
              f"tile_size] above 0 a level may change while the game runs: call [method rebake_node], or set [member track_sources]. "
              f"A worker thread bakes the tiles near the change. They are replaced between two frames, and agents whose path crosses "
              f"them search a new one. [NavObstacle] and [NavModifierVolume] nodes report their changes themselves.\nAgents of "
              f"several sizes share one navmesh: its distance from walls is [member agent_radius], and paths of agents with a larger "
              f"[code]path_radius[/code] keep that distance. So bake for the smallest agent.\nThe metadata [code]nav_area[/code] of a "
              f"body, or of a node above it, is the area of its floor: an id (0 to {AREA_COUNT - 1}) or a name. The project setting "
              f"[code]navpy/areas/names[/code] holds the names by area id. Where floors of several bodies lie less than a step above "
              f"each other, the highest floor counts, and of those within a voxel the lowest id: so a thin plate on a floor gives it "
              f"an area, or closes it with area 0.\nThe metadata [code]nav_layers[/code], a number, likewise gives the floor of a "
              f"body navigation layers in place of the baker's [member navigation_layers]: only agents with one of them walk there. A "
              f"level may have {MAX_GROUND_MASKS} different values.|Bakes a navmesh from outlines, exactly: [member outlines] and "
              f"what the engine's parser finds to be traversable are united, static bodies and [NavObstacle]s cut out, and the "
              f"navmesh keeps [member agent_radius] from all of them, with round corners. It is on the map of its world, where every "
              f"[NavAgent] of that world walks. The bake runs on a worker thread. After a change of an obstacle or of [member "
              f"outlines], one that [member track_sources] finds, or one that [method rebake_node] or [method rebake_around] is "
              f"called for, it bakes the tiles near it again, see [member tile_size]. Agents of several sizes share one navmesh, as "
              f"paths keep [member NavAgent.path_radius]: so bake for the smallest agent.}}".encode())
    c.on_made(on_baker_made)
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    declare_properties(&c)
    declare_methods(&c)
    declare_signals(&c)
    register_class(&c)
