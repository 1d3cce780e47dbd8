"""A path in the forms of the engine's own navigation and rendering."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.godot.binding.engine cimport construct, variant_from_rid, world_ref
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport fill_ints, fill_longs, resize, vectors2_of
from navpy.godot.binding.plane cimport meter_of, to_plane
from navpy.godot.binding.ptrcall cimport find_method, get, invoke, put, put2

cdef struct NavigationMethods:      # of one dimension
    GdStringName* server
    GdStringName* result
    const void* world_map
    const void* agent_create
    const void* free_rid
    const void* result_set_path
    const void* result_set_types
    const void* result_set_rids
    const void* result_set_owners
    const void* result_set_length

cdef NavigationMethods space        # NavigationServer3D and its kin
cdef NavigationMethods plane_too    # NavigationServer2D and its kin
cdef const void* CANVAS_OF_ITEM = find_method(b"CanvasItem", b"get_canvas", 2944877500)
cdef const void* WORLD_SCENARIO = find_method(b"World3D", b"get_scenario", 2944877500)
cdef const void* RENDERING_MESH_CREATE = find_method(b"RenderingServer", b"mesh_create", 529393457)
cdef const void* RENDERING_ADD_SURFACE = find_method(b"RenderingServer", b"mesh_add_surface_from_arrays", 2342446560)
cdef const void* RENDERING_INSTANCE_CREATE = find_method(b"RenderingServer", b"instance_create", 529393457)
cdef const void* RENDERING_SET_BASE = find_method(b"RenderingServer", b"instance_set_base", 395945892)
cdef const void* RENDERING_SET_SCENARIO = find_method(b"RenderingServer", b"instance_set_scenario", 395945892)
cdef const void* RENDERING_SET_MATERIAL = find_method(b"RenderingServer", b"mesh_surface_set_material", 2310537182)
cdef const void* RENDERING_FREE_RID = find_method(b"RenderingServer", b"free_rid", 2722037293)
cdef const void* RENDERING_ITEM_CREATE = find_method(b"RenderingServer", b"canvas_item_create", 529393457)
cdef const void* RENDERING_ITEM_PARENT = find_method(b"RenderingServer", b"canvas_item_set_parent", 395945892)
cdef const void* RENDERING_ITEM_Z_INDEX = find_method(b"RenderingServer", b"canvas_item_set_z_index", 3411492887)
cdef const void* RENDERING_ADD_LINE = find_method(b"RenderingServer", b"canvas_item_add_line", 1819681853)
cdef const void* RENDERING_ADD_CIRCLE = find_method(b"RenderingServer", b"canvas_item_add_circle", 333077949)
cdef const void* MATERIAL_SET_ALBEDO = find_method(b"BaseMaterial3D", b"set_albedo", 2920490490)
cdef const void* MATERIAL_SET_SHADING = find_method(b"BaseMaterial3D", b"set_shading_mode", 3368750322)
cdef const void* MATERIAL_SET_POINT_SIZE = find_method(b"BaseMaterial3D", b"set_point_size", 373806689)
cdef const void* MATERIAL_SET_FLAG = find_method(b"BaseMaterial3D", b"set_flag", 3070159527)
cdef const void* RESOURCE_GET_RID = find_method(b"Resource", b"get_rid", 2944877500)
cdef GdStringName* material_name = intern(b"StandardMaterial3D")
cdef GdStringName* rendering_name = intern(b"RenderingServer")


cdef int bind_methods(NavigationMethods* m, bytes dimension, int64_t path_hash) except -1:
    """The hash is of a function that takes an array of vectors; the others are alike in both dimensions."""
    cdef bytes server = b"NavigationServer" + dimension, result = b"NavigationPathQueryResult" + dimension
    m.server, m.result = intern(server), intern(result)
    m.world_map = find_method(b"World" + dimension, b"get_navigation_map", 2944877500)
    m.agent_create = find_method(server, b"agent_create", 529393457)
    m.free_rid = find_method(server, b"free_rid", 2722037293)
    m.result_set_path = find_method(result, b"set_path", path_hash)
    m.result_set_types = find_method(result, b"set_path_types", 3614634198)
    m.result_set_rids = find_method(result, b"set_path_rids", 381264803)
    m.result_set_owners = find_method(result, b"set_path_owner_ids", 3709968205)
    m.result_set_length = find_method(result, b"set_path_length", 373806689)
    return 0


bind_methods(&space, b"3D", 334873810)
bind_methods(&plane_too, b"2D", 1509147220)


cdef inline const NavigationMethods* methods_of(bint plane) noexcept nogil:
    return &plane_too if plane else &space


# ---- worlds and servers ----

cdef uint64_t rid_of_world(void* node, bint plane, const void* method) noexcept nogil:
    cdef void* world = world_ref(node, plane)
    cdef uint64_t rid = 0
    if world != NULL:
        get(method, world, &rid)
        navpy_gd.ref_set_object(&world, NULL)
    return rid


cdef uint64_t navigation_map_of(void* node, bint plane) noexcept nogil:
    return rid_of_world(node, plane, methods_of(plane).world_map)


cdef uint64_t new_server_agent(bint plane) noexcept nogil:
    cdef uint64_t rid = 0
    get(methods_of(plane).agent_create, navpy_gd.global_get_singleton(methods_of(plane).server), &rid)
    return rid


cdef void free_server_rid(uint64_t rid, bint plane) noexcept nogil:
    put(methods_of(plane).free_rid, navpy_gd.global_get_singleton(methods_of(plane).server), &rid, NULL)


# ---- the engine's path results ----

cdef void put_flat_path(void* result, const GdPacked* points) noexcept nogil:
    cdef GdPacked flat
    navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&flat, NULL)
    to_plane(points, &flat)
    put(plane_too.result_set_path, result, &flat, NULL)
    navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&flat)


cdef void new_path_result(void* out, bint plane, const GdPacked* points, const int32_t* types, int64_t type_count,
                          const uint64_t* rids, int64_t rid_count,
                          const uint64_t* owners, int64_t owner_count, double length) noexcept nogil:
    cdef const NavigationMethods* m = methods_of(plane)
    cdef void* result = construct(m.result)
    cdef GdPacked packed
    cdef void* array = NULL
    cdef double size = length * meter_of(plane)
    cdef int64_t i
    navpy_gd.ref_set_object(out, result)
    if plane:
        put_flat_path(result, points)
    else:
        put(m.result_set_path, result, points, NULL)
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
    fill_ints(&packed, types, type_count)
    put(m.result_set_types, result, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)
    navpy_gd.ctor0[<int>PACKED_INT64_ARRAY](&packed, NULL)
    fill_longs(&packed, <const int64_t*>owners, owner_count)
    put(m.result_set_owners, result, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT64_ARRAY](&packed)
    navpy_gd.ctor0[<int>ARRAY](&array, NULL)
    resize(ARRAY, &array, rid_count)
    for i in range(rid_count):
        variant_from_rid(<GdVariant*>navpy_gd.array_operator_index(&array, i), rids[i])     # the former element is null
    put(m.result_set_rids, result, &array, NULL)
    navpy_gd.dtor[<int>ARRAY](&array)
    put(m.result_set_length, result, &size, NULL)


# ---- lines ----

cdef enum:
    ARRAY_MAX = 13                  # RenderingServer.ARRAY_MAX
    PRIMITIVE_POINTS = 0
    PRIMITIVE_LINES = 1
    FLAG_DISABLE_DEPTH_TEST = 0     # BaseMaterial3D.Flags
    FLAG_USE_POINT_SIZE = 3
    TOP_Z_INDEX = 4096              # RenderingServer.CANVAS_ITEM_Z_MAX

cdef double LINE_SHARE = 0.5        # width of a line, of the size of its points


cdef void put_pair(const void* method, uint64_t a, uint64_t b) noexcept nogil:
    """A call of the rendering server with two RIDs."""
    put2(method, navpy_gd.global_get_singleton(rendering_name), &a, &b, NULL)


cdef void add_surface(uint64_t mesh, int64_t primitive, const GdPacked* points) noexcept nogil:
    cdef void* arrays = NULL
    cdef void* none = NULL
    cdef void* no_lods = NULL
    cdef int64_t flags = 0
    cdef const void* args[6]
    navpy_gd.ctor0[<int>ARRAY](&arrays, NULL)
    navpy_gd.ctor0[<int>ARRAY](&none, NULL)
    navpy_gd.ctor0[<int>DICTIONARY](&no_lods, NULL)
    resize(ARRAY, &arrays, ARRAY_MAX)
    navpy_gd.var_from[<int>PACKED_VECTOR3_ARRAY](navpy_gd.array_operator_index(&arrays, 0), <void*>points)
    args[0], args[1], args[2], args[3], args[4], args[5] = &mesh, &primitive, &arrays, &none, &no_lods, &flags
    invoke(RENDERING_ADD_SURFACE, navpy_gd.global_get_singleton(rendering_name), args, NULL)
    navpy_gd.dtor[<int>DICTIONARY](&no_lods)
    navpy_gd.dtor[<int>ARRAY](&none)
    navpy_gd.dtor[<int>ARRAY](&arrays)


cdef void set_material_flag(void* material, int64_t flag) noexcept nogil:
    cdef GDExtensionBool on = 1
    put2(MATERIAL_SET_FLAG, material, &flag, &on, NULL)


cdef void* new_material(const GdColor* color) noexcept nogil:
    """A Ref."""
    cdef void* material = NULL
    cdef int64_t unshaded = 0
    navpy_gd.ref_set_object(&material, construct(material_name))
    put(MATERIAL_SET_ALBEDO, material, color, NULL)
    put(MATERIAL_SET_SHADING, material, &unshaded, NULL)
    set_material_flag(material, FLAG_DISABLE_DEPTH_TEST)
    return material


cdef void set_surface_material(uint64_t mesh, int64_t surface, void* material) noexcept nogil:
    cdef uint64_t rid = 0
    cdef const void* args[3]
    get(RESOURCE_GET_RID, material, &rid)
    args[0], args[1], args[2] = &mesh, &surface, &rid
    invoke(RENDERING_SET_MATERIAL, navpy_gd.global_get_singleton(rendering_name), args, NULL)


cdef void draw_line(void* node, const GdPacked* lines, const GdPacked* points, const GdColor* color, double point_size,
                    PathDrawing* out) noexcept nogil:
    cdef void* server = navpy_gd.global_get_singleton(rendering_name)
    out.line_material, out.point_material = new_material(color), new_material(color)
    put(MATERIAL_SET_POINT_SIZE, out.point_material, &point_size, NULL)
    set_material_flag(out.point_material, FLAG_USE_POINT_SIZE)
    get(RENDERING_MESH_CREATE, server, &out.mesh)
    add_surface(out.mesh, PRIMITIVE_LINES, lines)
    add_surface(out.mesh, PRIMITIVE_POINTS, points)
    set_surface_material(out.mesh, 0, out.line_material)
    set_surface_material(out.mesh, 1, out.point_material)
    get(RENDERING_INSTANCE_CREATE, server, &out.instance)
    put_pair(RENDERING_SET_BASE, out.instance, out.mesh)
    put_pair(RENDERING_SET_SCENARIO, out.instance, rid_of_world(node, False, WORLD_SCENARIO))


cdef void draw_flat_line(void* canvas_item, const GdPacked* points, const GdColor* color, double point_size, double line_width,
                         PathDrawing* out) noexcept nogil:
    cdef void* server = navpy_gd.global_get_singleton(rendering_name)
    cdef GdPacked flat
    cdef const void* args[6]
    cdef double width = line_width if line_width >= 0.0 else LINE_SHARE * point_size, radius = 0.5 * point_size
    cdef GDExtensionBool smooth = 0
    cdef int64_t i, count = 0, z_index = TOP_Z_INDEX
    cdef const GdVector2* places
    cdef uint64_t canvas = 0
    navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&flat, NULL)
    to_plane(points, &flat)
    places = vectors2_of(&flat, &count)
    get(RENDERING_ITEM_CREATE, server, &out.instance)
    get(CANVAS_OF_ITEM, canvas_item, &canvas)
    put_pair(RENDERING_ITEM_PARENT, out.instance, canvas)
    put2(RENDERING_ITEM_Z_INDEX, server, &out.instance, &z_index, NULL)
    args[0] = &out.instance
    for i in range(1, count):
        args[1], args[2], args[3], args[4], args[5] = &places[i - 1], &places[i], color, &width, &smooth
        invoke(RENDERING_ADD_LINE, server, args, NULL)
    for i in range(count):
        args[1], args[2], args[3], args[4] = &places[i], &radius, color, &smooth
        invoke(RENDERING_ADD_CIRCLE, server, args, NULL)
    navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&flat)


cdef void free_drawn(uint64_t rid) noexcept nogil:
    if rid != 0:
        put(RENDERING_FREE_RID, navpy_gd.global_get_singleton(rendering_name), &rid, NULL)


cdef void erase_line(PathDrawing* drawing) noexcept nogil:
    free_drawn(drawing.instance)
    free_drawn(drawing.mesh)
    navpy_gd.ref_set_object(&drawing.line_material, NULL)
    navpy_gd.ref_set_object(&drawing.point_material, NULL)
    drawing.mesh = drawing.instance = 0
