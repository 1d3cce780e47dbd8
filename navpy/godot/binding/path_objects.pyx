"""What the engine's own navigation and rendering are handed of a path."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.godot.binding.engine cimport construct, variant_from_rid, world_ref
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport fill_ints, fill_longs, resize
from navpy.godot.binding.ptrcall cimport find_methods, get, invoke, put, put2

cdef enum:
    WORLD_NAVIGATION_MAP
    WORLD_SCENARIO
    RENDERING_MESH_CREATE
    RENDERING_ADD_SURFACE
    RENDERING_INSTANCE_CREATE
    RENDERING_SET_BASE
    RENDERING_SET_SCENARIO
    RENDERING_SET_MATERIAL
    RENDERING_FREE_RID
    MATERIAL_SET_ALBEDO
    MATERIAL_SET_SHADING
    MATERIAL_SET_POINT_SIZE
    MATERIAL_SET_FLAG
    RESOURCE_GET_RID
    SERVER_AGENT_CREATE
    SERVER_FREE_RID
    RESULT_SET_PATH
    RESULT_SET_TYPES
    RESULT_SET_RIDS
    RESULT_SET_OWNERS
    RESULT_SET_LENGTH
    BIND_COUNT

METHODS = (
    (WORLD_NAVIGATION_MAP, "World3D", "get_navigation_map", 2944877500),
    (WORLD_SCENARIO, "World3D", "get_scenario", 2944877500),
    (RENDERING_MESH_CREATE, "RenderingServer", "mesh_create", 529393457),
    (RENDERING_ADD_SURFACE, "RenderingServer", "mesh_add_surface_from_arrays", 2342446560),
    (RENDERING_INSTANCE_CREATE, "RenderingServer", "instance_create", 529393457),
    (RENDERING_SET_BASE, "RenderingServer", "instance_set_base", 395945892),
    (RENDERING_SET_SCENARIO, "RenderingServer", "instance_set_scenario", 395945892),
    (RENDERING_SET_MATERIAL, "RenderingServer", "mesh_surface_set_material", 2310537182),
    (RENDERING_FREE_RID, "RenderingServer", "free_rid", 2722037293),
    (MATERIAL_SET_ALBEDO, "BaseMaterial3D", "set_albedo", 2920490490),
    (MATERIAL_SET_SHADING, "BaseMaterial3D", "set_shading_mode", 3368750322),
    (MATERIAL_SET_POINT_SIZE, "BaseMaterial3D", "set_point_size", 373806689),
    (MATERIAL_SET_FLAG, "BaseMaterial3D", "set_flag", 3070159527),
    (RESOURCE_GET_RID, "Resource", "get_rid", 2944877500),
    (SERVER_AGENT_CREATE, "NavigationServer3D", "agent_create", 529393457),
    (SERVER_FREE_RID, "NavigationServer3D", "free_rid", 2722037293),
    (RESULT_SET_PATH, "NavigationPathQueryResult3D", "set_path", 334873810),
    (RESULT_SET_TYPES, "NavigationPathQueryResult3D", "set_path_types", 3614634198),
    (RESULT_SET_RIDS, "NavigationPathQueryResult3D", "set_path_rids", 381264803),
    (RESULT_SET_OWNERS, "NavigationPathQueryResult3D", "set_path_owner_ids", 3709968205),
    (RESULT_SET_LENGTH, "NavigationPathQueryResult3D", "set_path_length", 373806689),
)

cdef const void* binds[BIND_COUNT]
cdef GdStringName* path_result_name
cdef GdStringName* material_name
cdef GdStringName* rendering_name
cdef GdStringName* navigation_name


def bind_methods():
    """Looks up everything above; RuntimeError names what this engine lacks."""
    global path_result_name, material_name, rendering_name, navigation_name
    find_methods(METHODS, binds)
    path_result_name = intern("NavigationPathQueryResult3D")
    material_name = intern("StandardMaterial3D")
    rendering_name = intern("RenderingServer")
    navigation_name = intern("NavigationServer3D")


# ---- worlds and servers -----------------------------------------------------------------------------------------

cdef uint64_t rid_of_world(void* node, const void* method) noexcept nogil:
    cdef void* world = world_ref(node)
    cdef uint64_t rid = 0
    if world != NULL:
        get(method, world, &rid)
        navpy_gd.ref_set_object(&world, NULL)
    return rid


cdef uint64_t navigation_map_of(void* node) noexcept nogil:
    return rid_of_world(node, binds[WORLD_NAVIGATION_MAP])


cdef uint64_t new_server_agent() noexcept nogil:
    cdef uint64_t rid = 0
    get(binds[SERVER_AGENT_CREATE], navpy_gd.global_get_singleton(navigation_name), &rid)
    return rid


cdef void free_server_rid(uint64_t rid) noexcept nogil:
    put(binds[SERVER_FREE_RID], navpy_gd.global_get_singleton(navigation_name), &rid, NULL)


# ---- the engine's path results ----------------------------------------------------------------------------------

cdef void new_path_result(void* out, const GdPacked* points, const int32_t* types, int64_t type_count, const uint64_t* rids, int64_t rid_count,
                          const uint64_t* owners, int64_t owner_count, double length) noexcept nogil:
    cdef void* result = construct(path_result_name)
    cdef GdPacked packed
    cdef void* array = NULL
    cdef int64_t i
    navpy_gd.ref_set_object(out, result)
    put(binds[RESULT_SET_PATH], result, points, NULL)
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
    fill_ints(&packed, types, type_count)
    put(binds[RESULT_SET_TYPES], result, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)
    navpy_gd.ctor0[<int>PACKED_INT64_ARRAY](&packed, NULL)
    fill_longs(&packed, <const int64_t*>owners, owner_count)
    put(binds[RESULT_SET_OWNERS], result, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT64_ARRAY](&packed)
    navpy_gd.ctor0[<int>ARRAY](&array, NULL)
    resize(ARRAY, &array, rid_count)
    for i in range(rid_count):
        variant_from_rid(<GdVariant*>navpy_gd.array_operator_index(&array, i), rids[i])     # what was there is null
    put(binds[RESULT_SET_RIDS], result, &array, NULL)
    navpy_gd.dtor[<int>ARRAY](&array)
    put(binds[RESULT_SET_LENGTH], result, &length, NULL)


# ---- lines ------------------------------------------------------------------------------------------------------

cdef enum:
    ARRAY_MAX = 13                  # RenderingServer.ARRAY_MAX
    PRIMITIVE_POINTS = 0
    PRIMITIVE_LINES = 1
    FLAG_DISABLE_DEPTH_TEST = 0     # BaseMaterial3D.Flags
    FLAG_USE_POINT_SIZE = 3


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
    invoke(binds[RENDERING_ADD_SURFACE], navpy_gd.global_get_singleton(rendering_name), args, NULL)
    navpy_gd.dtor[<int>DICTIONARY](&no_lods)
    navpy_gd.dtor[<int>ARRAY](&none)
    navpy_gd.dtor[<int>ARRAY](&arrays)


cdef void set_material_flag(void* material, int64_t flag) noexcept nogil:
    cdef GDExtensionBool on = 1
    put2(binds[MATERIAL_SET_FLAG], material, &flag, &on, NULL)


cdef void* new_material(const GdColor* color) noexcept nogil:
    """A Ref."""
    cdef void* material = NULL
    cdef int64_t unshaded = 0
    navpy_gd.ref_set_object(&material, construct(material_name))
    put(binds[MATERIAL_SET_ALBEDO], material, color, NULL)
    put(binds[MATERIAL_SET_SHADING], material, &unshaded, NULL)
    set_material_flag(material, FLAG_DISABLE_DEPTH_TEST)
    return material


cdef void set_surface_material(uint64_t mesh, int64_t surface, void* material) noexcept nogil:
    cdef uint64_t rid = 0
    cdef const void* args[3]
    get(binds[RESOURCE_GET_RID], material, &rid)
    args[0], args[1], args[2] = &mesh, &surface, &rid
    invoke(binds[RENDERING_SET_MATERIAL], navpy_gd.global_get_singleton(rendering_name), args, NULL)


cdef void draw_line(void* node, const GdPacked* lines, const GdPacked* points, const GdColor* color, double point_size, Drawing* out) noexcept nogil:
    cdef void* server = navpy_gd.global_get_singleton(rendering_name)
    out.line_material, out.point_material = new_material(color), new_material(color)
    put(binds[MATERIAL_SET_POINT_SIZE], out.point_material, &point_size, NULL)
    set_material_flag(out.point_material, FLAG_USE_POINT_SIZE)
    get(binds[RENDERING_MESH_CREATE], server, &out.mesh)
    add_surface(out.mesh, PRIMITIVE_LINES, lines)
    add_surface(out.mesh, PRIMITIVE_POINTS, points)
    set_surface_material(out.mesh, 0, out.line_material)
    set_surface_material(out.mesh, 1, out.point_material)
    get(binds[RENDERING_INSTANCE_CREATE], server, &out.instance)
    put_pair(binds[RENDERING_SET_BASE], out.instance, out.mesh)
    put_pair(binds[RENDERING_SET_SCENARIO], out.instance, rid_of_world(node, binds[WORLD_SCENARIO]))


cdef void erase_line(Drawing* drawing) noexcept nogil:
    if drawing.mesh == 0:
        return
    put(binds[RENDERING_FREE_RID], navpy_gd.global_get_singleton(rendering_name), &drawing.instance, NULL)
    put(binds[RENDERING_FREE_RID], navpy_gd.global_get_singleton(rendering_name), &drawing.mesh, NULL)
    navpy_gd.ref_set_object(&drawing.line_material, NULL)
    navpy_gd.ref_set_object(&drawing.point_material, NULL)
    drawing.mesh = drawing.instance = 0
