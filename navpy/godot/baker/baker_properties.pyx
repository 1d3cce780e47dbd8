"""The properties, methods and signals of NavMeshBaker, with the words of Godot's NavigationRegion3D and NavigationMesh."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.godot.baker.bake_job cimport BakeJob
from navpy.godot.baker.baker cimport Baker, BakingBox
from navpy.godot.baker.baker_settings cimport settings_of
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern
from navpy.godot.baker.navmesh_baker cimport costs_changed, make, note_node, publish, set_tracking, start_bake, stop_bake, store
from navpy.godot.world.navmesh_data cimport NavMeshData, navmesh_data_of
from navpy.godot.binding.packed cimport floats_fill, floats_read, strings_append
from navpy.godot.baker.source_geometry cimport SourceGeometry, frame_of
from navpy.godot.binding.class_spec import Argument, Method, NodeClass, Property, Signal
from navpy.godot.binding.threads cimport on_main_thread
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.baking.settings import BakeSettings
from navpy.godot.baker import navmesh_baker
from navpy.godot.baker.baker_settings import setting_properties

cdef GdStringName* default_group    # Godot's


cdef void* make_baker(void* owner) noexcept nogil:
    cdef Baker* baker = <Baker*>make(owner)
    copy_name(&baker.group, default_group)
    return baker


cdef void changed(void* instance, const char* property) noexcept nogil:
    cdef Baker* baker = <Baker*>instance
    if baker.world == NULL:
        return
    if is_called(property, b"set_enabled") or is_called(property, b"set_navigation_layers") or is_called(property, b"set_enter_cost") \
            or is_called(property, b"set_travel_cost"):
        publish(baker)
    elif is_called(property, b"set_track_sources"):
        set_tracking(baker)
    node_update_warnings(baker.owner)


cdef bint is_called(const char* name, const char* other) noexcept nogil:
    cdef int i = 0
    while name[i] and name[i] == other[i]:
        i += 1
    return name[i] == other[i]


cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    try:
        BakeSettings(**settings_of(baker)).validate()
    except ValueError as error:
        strings_append(ret, f"These settings cannot be baked: {error}.")
    if baker.data == NULL or navmesh_data_of(baker.data).navmesh == NULL:
        then = "it will be baked when the game starts" if baker.bake_on_ready else "agents will find no way"
        strings_append(ret, f"There is no navmesh yet; {then}. Press Bake NavMesh in the 3D editor's toolbar.")
    if baker.track_sources and baker.tile_size == 0:
        strings_append(ret, "With track_sources every change bakes the whole level anew, as tile_size is 0: 64, say, bakes only "
                            "the tiles that it touches.")


# ---- methods ----------------------------------------------------------------------------------------------------

cdef bint may_collect(Baker* baker, str method) noexcept:
    if not on_main_thread():
        node_error(baker.owner, f"{method} was called on a thread, and did nothing: it reads the scene tree, which only the main thread may. "
                                f"Call it there: {method}.call_deferred()")
        return False
    return True


cdef void bake_navigation_mesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    (<uint8_t*>ret)[0] = may_collect(<Baker*>instance, "bake_navigation_mesh") and start_bake(<Baker*>instance, (<const uint8_t*>args[0])[0])


cdef void cancel_bake(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    stop_bake(<Baker*>instance)


cdef void is_baking(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Baker*>instance).job != NULL


cdef void is_rebaking(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    (<uint8_t*>ret)[0] = baker.tile_job != NULL or baker.job != NULL or (<SourceGeometry>baker.geometry).has_notes()


cdef void get_progress(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    (<double*>ret)[0] = 0.0
    if baker.job != NULL and isinstance(<object>baker.job, BakeJob):
        (<double*>ret)[0] = (<BakeJob>baker.job).fraction


cdef void rebake_node(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    if may_collect(<Baker*>instance, "rebake_node"):
        note_node(<Baker*>instance, (<void**>args[0])[0] if args[0] != NULL else NULL, True)


cdef void remove_node(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    if may_collect(<Baker*>instance, "remove_node"):
        note_node(<Baker*>instance, (<void**>args[0])[0] if args[0] != NULL else NULL, False)


cdef void get_bounds(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    """In world space, as that of a NavigationRegion3D."""
    cdef Baker* baker = <Baker*>instance
    cdef NavMeshData* data = navmesh_data_of(baker.data)
    cdef BakingBox* box = <BakingBox*>ret
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
        return
    view = &(<NavMesh>data.navmesh).view
    frame_of(baker.owner, &frame)
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


cdef bint bit_of(const GDExtensionConstTypePtr* args, uint32_t* bit) noexcept with gil:
    cdef int64_t number = (<const int64_t*>args[0])[0]
    if not 1 <= number <= 32:
        node_error(NULL, f"NavMeshBaker: a layer is a number from 1 to 32, not {number}")
        return False
    bit[0] = <uint32_t>1 << (number - 1)
    return True


cdef void set_bit(int64_t* mask, uint32_t bit, bint value) noexcept nogil:
    mask[0] = mask[0] | bit if value else mask[0] & ~<int64_t>bit


cdef void set_navigation_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef uint32_t bit
    if bit_of(args, &bit):
        set_bit(&(<Baker*>instance).navigation_layers, bit, (<const uint8_t*>args[1])[0])
        publish(<Baker*>instance)


cdef void get_navigation_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef uint32_t bit = 0
    (<uint8_t*>ret)[0] = bit_of(args, &bit) and (<Baker*>instance).navigation_layers & bit != 0


cdef void set_collision_mask_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef uint32_t bit
    if bit_of(args, &bit):
        set_bit(&(<Baker*>instance).collision_mask, bit, (<const uint8_t*>args[1])[0])


cdef void get_collision_mask_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef uint32_t bit = 0
    (<uint8_t*>ret)[0] = bit_of(args, &bit) and (<Baker*>instance).collision_mask & bit != 0


# ---- properties -------------------------------------------------------------------------------------------------

cdef void get_navmesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    navpy_gd.ref_set_object(ret, (<Baker*>instance).data)


cdef void set_navmesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef void* resource = (<void**>args[0])[0] if args[0] != NULL else NULL
    if resource != (<Baker*>instance).data:
        store(<Baker*>instance, resource, False)


cdef void get_group(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    copy_name(<GdStringName*>ret, &(<Baker*>instance).group)


cdef void set_group(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    copy_name(&(<Baker*>instance).group, <const GdStringName*>args[0])


cdef void copy_name(GdStringName* target, const GdStringName* source) noexcept nogil:
    cdef const void* args[1]
    args[0] = source
    navpy_gd.dtor[<int>STRING_NAME](target)
    navpy_gd.variant_get_ptr_constructor(<VariantType>STRING_NAME, 1)(target, <const GDExtensionConstTypePtr*>args)


cdef bint are_finite(const float* values, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if not isfinite(values[i]):
            return False
    return True


cdef void refuse(Baker* baker, str name) noexcept:
    node_error(baker.owner, f"{name} must be finite; it stays as it was")


cdef void get_aabb(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<BakingBox*>ret)[0] = (<Baker*>instance).baking_aabb


cdef void set_aabb(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    if are_finite(<const float*>args[0], 6):
        (<Baker*>instance).baking_aabb = (<const BakingBox*>args[0])[0]
    else:
        with gil:
            refuse(<Baker*>instance, "filter_baking_aabb")


cdef void get_aabb_offset(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    memcpy(ret, (<Baker*>instance).baking_aabb_offset, 3 * sizeof(float))


cdef void set_aabb_offset(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    if are_finite(<const float*>args[0], 3):
        memcpy((<Baker*>instance).baking_aabb_offset, args[0], 3 * sizeof(float))
    else:
        with gil:
            refuse(<Baker*>instance, "filter_baking_aabb_offset")


cdef void get_area_costs(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    floats_fill(ret, &(<Baker*>instance).area_costs)


cdef void set_area_costs(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Baker* baker = <Baker*>instance
    cdef vector[float] costs
    cdef size_t i
    floats_read(args[0], &costs)
    if costs.size() > 64:
        node_error(baker.owner, f"area_costs has {costs.size()} numbers, but area ids are 0 to 63; it stays as it was")
        return
    for i in range(costs.size()):
        if not 0 <= costs[i] < INFINITY:
            node_error(baker.owner, f"the cost of area {i} must be finite and at least 0, not {costs[i]}; all stay as they were")
            return
    baker.area_costs = costs
    costs_changed(baker)


def geometry_properties():
    """Under the names that this baker has had from its beginning, and under NavigationMesh's."""
    cdef Baker* b = NULL
    rows = (
        ("parsed_geometry_type", dict(
            type="int", doc="What is collected: meshes, static colliders or both. CSG shapes and GridMaps are in all of them.",
            default=1, offset=<size_t>&b.parsed_geometry_type, hint=2, hint_string="Mesh Instances,Static Colliders,Both",
            minimum=0, maximum=2)),
        ("collision_mask", dict(
            type="int", doc="Physics layers whose static colliders are collected.", default=0xFFFFFFFF,
            offset=<size_t>&b.collision_mask, hint=10, minimum=0, maximum=0xFFFFFFFF)),
        ("source_geometry_mode", dict(
            type="int", doc="Where it is collected: all nodes under the parent, the nodes of a group with their children, or the "
            "nodes of a group alone.", default=0, offset=<size_t>&b.source_geometry_mode, hint=2,
            hint_string="Parent's Children,Group With Children,Group Explicit", minimum=0, maximum=2)),
        ("source_group_name", dict(type="StringName", doc="The group for the two group modes.", getter=<size_t>&get_group,
                                   setter=<size_t>&set_group)),
    )
    for name, arguments in rows:
        yield Property(name, group="Geometry", **arguments)
    for name, arguments in rows:
        yield Property("geometry_" + name, usage=0, group="Geometry", **{**arguments, "doc": f"The same as [member {name}], under "
                                                                         "NavigationMesh's name."})


def register():
    global default_group
    cdef Baker* b = NULL
    default_group = intern("navigation_mesh_source_group")
    navmesh_baker.make_signals()
    register_class(NodeClass(
        "NavMeshBaker", "Node3D", "Bakes the navmesh of the level around it.",
        "Collects the geometry under its parent (or in a group), bakes a navmesh from it on a worker thread and offers it "
        "to every [NavAgent] of the same world. All bakers of a world form one map, joined where their edges meet. The "
        "settings carry the names and defaults of Godot's [NavigationMesh]; the three filters are on by default, and "
        "static colliders are collected rather than meshes: they are what bodies walk on, they need no read-back from the "
        "GPU, and a character's own mesh doesn't become an obstacle.\n"
        "With [member tile_size] above 0 a level may change while the game runs: [method rebake_node], or by itself with "
        "[member track_sources]. A worker thread bakes the tiles that were touched, they are put in between two frames, and agents "
        "whose way they are on look for another one. [NavObstacle] and [NavModifierVolume] nodes are minded likewise.\n"
        "Agents of several sizes share one navmesh: it keeps [member agent_radius] from walls, and those with a larger "
        "[code]path_radius[/code] keep farther. So bake for the smallest.\n"
        "A body, or another node of the level, whose metadata [code]nav_area[/code] is an area id (0 to 63) gives it to its floor; of bodies that lie on "
        "each other within a step the higher id counts.",
        make=<size_t>&make_baker, changed=<size_t>&changed, **navmesh_baker.callbacks(),
        virtuals={"_get_configuration_warnings": <size_t>&configuration_warnings},
        properties=(
            Property("navmesh", "NavMeshData", "The baked navmesh. Saved with the scene, so that a game needs no baking when "
                     "it starts.", getter=<size_t>&get_navmesh, setter=<size_t>&set_navmesh, hint=17,
                     hint_string="NavMeshData"),
            Property("enabled", "bool", "Whether the navmesh is part of its world's map.", default=True, offset=<size_t>&b.enabled),
            Property("navigation_layers", "int", "Layers of the navmesh: agents walk on those that their own navigation_layers have.",
                     default=1, offset=<size_t>&b.navigation_layers, hint=11, minimum=0, maximum=0xFFFFFFFF),
            Property("enter_cost", "float", "Coming to its ground from that of another baker costs as much as so many metres of walking.",
                     default=0.0, offset=<size_t>&b.enter_cost, hint=1, hint_string="0,100,0.01,or_greater", minimum=0),
            Property("travel_cost", "float", "What a metre of its ground costs, times what the area costs.", default=1.0,
                     offset=<size_t>&b.travel_cost, hint=1, hint_string="0,100,0.01,or_greater", minimum=0),
            Property("bake_on_ready", "bool", "Bakes when the scene is complete, if there is no [member navmesh] yet.",
                     default=True, offset=<size_t>&b.bake_on_ready),
            Property("track_sources", "bool", "Looks every physics frame whether nodes that geometry is collected from have come, gone "
                     "or moved, and bakes the tiles anew that they touch. What changes inside of a body, such as a shape, is for "
                     "[method rebake_node] to tell. Takes about a tenth of a microsecond a body.", default=False,
                     offset=<size_t>&b.track_sources),
            Property("area_costs", "PackedFloat32Array", "What the areas cost, by their id: a metre through an area counts as so many. "
                     "Areas beyond the end cost 1; 63 is ground that has no other area.", getter=<size_t>&get_area_costs,
                     setter=<size_t>&set_area_costs),
            *setting_properties(),
            Property("filter_baking_aabb", "AABB", "With a size, only what is inside this box is baked, in the baker's space.",
                     getter=<size_t>&get_aabb, setter=<size_t>&set_aabb, group="Bake Settings"),
            Property("filter_baking_aabb_offset", "Vector3", "Added to where that box is.", getter=<size_t>&get_aabb_offset,
                     setter=<size_t>&set_aabb_offset, group="Bake Settings"),
            *geometry_properties(),
        ),
        methods=(
            Method("bake_navigation_mesh", <size_t>&bake_navigation_mesh,
                   "Collects the geometry now and bakes it, on a worker thread unless told otherwise. Returns false, after "
                   "saying why, where there is nothing to bake. The result arrives with [signal bake_finished].",
                   (Argument("on_thread", "bool", True),), returns="bool"),
            Method("cancel_bake", <size_t>&cancel_bake, "Stops the bake under way; [member navmesh] stays as it was. "
                   "[signal bake_finished] comes with false, at once or when the worker thread has seen it."),
            Method("is_baking", <size_t>&is_baking, "Whether a bake of the whole level is under way.", returns="bool", const=True),
            Method("get_bake_progress", <size_t>&get_progress, "Part of the present bake that is done, 0 to 1.",
                   returns="float", const=True),
            Method("rebake_node", <size_t>&rebake_node, "A node of the level was put in, moved or changed, or is about to be freed: at "
                   "the end of the frame its geometry is collected anew, and the tiles that it touched or touches are baked "
                   "on a worker thread. Several calls in a frame are one change, changes during a bake wait for its end. "
                   "[signal tiles_changed] tells when the tiles are there. Without [member tile_size], or where the level has "
                   "outgrown its tiles, all of it is baked anew.", (Argument("node", "Node"),)),
            Method("remove_node", <size_t>&remove_node, "Leaves the geometry of a node out that stays in the scene, until [method "
                   "rebake_node] is called for it or the whole level is baked.", (Argument("node", "Node"),)),
            Method("is_rebaking", <size_t>&is_rebaking, "Whether changes are noted that the navmesh doesn't show yet.", returns="bool",
                   const=True),
            Method("get_bounds", <size_t>&get_bounds, "The box around the navmesh in world space.", returns="AABB", const=True),
            Method("set_navigation_layer_value", <size_t>&set_navigation_layer_value, "Sets one of [member navigation_layers], 1 to 32.",
                   (Argument("layer_number", "int"), Argument("value", "bool"))),
            Method("get_navigation_layer_value", <size_t>&get_navigation_layer_value, "One of [member navigation_layers], 1 to 32.",
                   (Argument("layer_number", "int"),), returns="bool", const=True),
            Method("set_collision_mask_value", <size_t>&set_collision_mask_value, "Sets one layer of [member collision_mask], 1 to 32.",
                   (Argument("layer_number", "int"), Argument("value", "bool"))),
            Method("get_collision_mask_value", <size_t>&get_collision_mask_value, "One layer of [member collision_mask], 1 to 32.",
                   (Argument("layer_number", "int"),), returns="bool", const=True),
        ),
        signals=(
            Signal("bake_finished", "The bake is over; [param success] is false if it failed or was cancelled.",
                   (Argument("success", "bool"),)),
            Signal("bake_progress", "A stage of the bake begins; [param fraction] of the whole is done.",
                   (Argument("fraction", "float"),)),
            Signal("navmesh_changed", "[member navmesh] is another one now."),
            Signal("navigation_mesh_changed", "The same, under NavigationRegion3D's name."),
            Signal("tiles_changed", "So many tiles of the navmesh are others now, as the level has changed.", (Argument("count", "int"),)),
        )))
