"""Collects the outlines of a two-dimensional level: those that the engine's parser finds, and those that the baker has itself."""
from libc.math cimport isfinite
from libc.stdint cimport int64_t
from navpy.godot.baker.baker cimport PARENTS_CHILDREN, Baker
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.baker.source_nodes cimport tree_root
from navpy.godot.binding.engine cimport construct, global_transform, node_parent
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport array_element, size_of, vectors2_of
from navpy.godot.binding.plane cimport METERS_PER_UNIT, is_flat
from navpy.godot.binding.ptrcall cimport find_method, get, invoke, put

cdef enum:
    FROM_ARRAY = 1                  # constructor of an Array

cdef const void* PARSE = find_method(b"NavigationServer2D", b"parse_source_geometry_data", 1766905497)
cdef const void* SET_GEOMETRY_TYPE = find_method(b"NavigationPolygon", b"set_parsed_geometry_type", 2507971764)
cdef const void* SET_MASK = find_method(b"NavigationPolygon", b"set_parsed_collision_mask", 1286410249)
cdef const void* SET_SOURCE_MODE = find_method(b"NavigationPolygon", b"set_source_geometry_mode", 4002316705)
cdef const void* SET_GROUP = find_method(b"NavigationPolygon", b"set_source_geometry_group_name", 3304788590)
cdef const void* GET_TRAVERSABLE = find_method(b"NavigationMeshSourceGeometryData2D", b"get_traversable_outlines", 3995934104)
cdef const void* GET_OBSTRUCTIONS = find_method(b"NavigationMeshSourceGeometryData2D", b"get_obstruction_outlines", 3995934104)
cdef GdStringName* settings_name = intern(b"NavigationPolygon")
cdef GdStringName* geometry_name = intern(b"NavigationMeshSourceGeometryData2D")
cdef GdStringName* server_name = intern(b"NavigationServer2D")
cdef void (*copy_array)(void*, const GDExtensionConstTypePtr*) noexcept nogil
copy_array = navpy_gd.variant_get_ptr_constructor(<VariantType>ARRAY, FROM_ARRAY)


# ---- the baker's own outlines -----------------------------------------------------------------------------------

cdef void make_outlines(void** out) noexcept nogil:
    navpy_gd.ctor0[<int>ARRAY](out, NULL)


cdef void free_outlines(void** outlines) noexcept nogil:
    navpy_gd.dtor[<int>ARRAY](outlines)


cdef void get_outlines(Baker* baker, GdArray* out) noexcept nogil:
    cdef const void* args[1]
    args[0] = &baker.outlines
    navpy_gd.dtor[<int>ARRAY](out)
    copy_array(out, <const GDExtensionConstTypePtr*>args)


cdef void set_outlines(Baker* baker, const GdArray* outlines) noexcept nogil:
    cdef const void* args[1]
    args[0] = outlines
    navpy_gd.dtor[<int>ARRAY](&baker.outlines)
    copy_array(&baker.outlines, <const GDExtensionConstTypePtr*>args)


# ---- from the engine's arrays -----------------------------------------------------------------------------------

cdef list points_in_frame(const void* packed_vector2_array, const GdTransform3D* space, const GdTransform3D* frame):
    """Points in pixels of `space`, as (x, y) in meters of `frame`, which only turns and shifts. None: one is not finite."""
    cdef int64_t i, count = 0
    cdef const GdVector2* points = vectors2_of(packed_vector2_array, &count)
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double px, py, x, y
    cdef list out = []
    for i in range(count):
        if not (isfinite(points[i].x) and isfinite(points[i].y)):
            return None
        px, py = points[i].x * METERS_PER_UNIT, points[i].y * METERS_PER_UNIT
        x = <double>a[0] * px + <double>a[2] * py + space.origin.x - frame.origin.x
        y = <double>a[6] * px + <double>a[8] * py + space.origin.z - frame.origin.z
        out.append((b[0] * x + b[6] * y, b[2] * x + b[8] * y))
    return out


cdef int add_outlines(Baker* baker, str name, const void* array, const GdTransform3D* space, const GdTransform3D* frame, list out) except -1:
    """Appends the outlines of an Array; an error tells which ones are none."""
    cdef GdVariant element
    cdef int64_t i
    for i in range(size_of(ARRAY, array)):
        array_element(array, i, &element)
        points = None
        if navpy_gd.variant_get_type(&element) == PACKED_VECTOR2_ARRAY:
            points = points_in_frame(navpy_gd.var_ptr[<int>PACKED_VECTOR2_ARRAY](&element), space, frame)
        navpy_gd.variant_destroy(&element)
        if points is None:
            node_error(baker.owner, f"{name}[{i}] is left out: an outline is a PackedVector2Array of finite points")
        elif len(points) >= 3:
            out.append(points)
    return 0


cdef int add_parsed(Baker* baker, str name, const void* method, void* geometry, const GdTransform3D* space, const GdTransform3D* frame,
                    list out) except -1:
    cdef void* array = NULL
    navpy_gd.ctor0[<int>ARRAY](&array, NULL)
    get(method, geometry, &array)
    add_outlines(baker, name, &array, space, frame, out)
    navpy_gd.dtor[<int>ARRAY](&array)
    return 0


# ---- the engine's parser ----------------------------------------------------------------------------------------

cdef void run_parser(Baker* baker, void* root, void** geometry) noexcept nogil:
    """Outlines of the level into `geometry`, a Ref, in the space of the root."""
    cdef void* settings = NULL
    cdef GdCallable callback
    cdef int64_t mask = baker.collision_mask
    cdef const void* args[4]
    navpy_gd.ref_set_object(&settings, construct(settings_name))
    navpy_gd.ref_set_object(geometry, construct(geometry_name))
    put(SET_GEOMETRY_TYPE, settings, &baker.parsed_geometry_type, NULL)
    put(SET_MASK, settings, &mask, NULL)
    put(SET_SOURCE_MODE, settings, &baker.source_geometry_mode, NULL)
    put(SET_GROUP, settings, &baker.group, NULL)
    navpy_gd.ctor0[<int>CALLABLE](&callback, NULL)
    args[0], args[1], args[2], args[3] = &settings, geometry, &root, &callback
    invoke(PARSE, navpy_gd.global_get_singleton(server_name), args, NULL)
    navpy_gd.dtor[<int>CALLABLE](&callback)
    navpy_gd.ref_set_object(&settings, NULL)


cdef tuple collect_outlines(Baker* baker):
    cdef void* root = node_parent(baker.owner) if baker.source_geometry_mode == PARENTS_CHILDREN else tree_root(baker.owner)
    cdef void* geometry = NULL
    cdef GdTransform3D frame, own, space
    cdef int i
    cdef list traversable = [], obstructions = []
    upright_frame(baker.owner, &frame)
    global_transform(baker.owner, &own)
    add_outlines(baker, "outlines", &baker.outlines, &own, &frame, traversable)
    if is_flat(root):
        global_transform(root, &space)
    else:
        for i in range(9):
            space.basis[i] = 1 if i % 4 == 0 else 0
        space.origin.x = space.origin.y = space.origin.z = 0
    if root != NULL:
        run_parser(baker, root, &geometry)
        add_parsed(baker, "a traversable outline", GET_TRAVERSABLE, geometry, &space, &frame, traversable)
        add_parsed(baker, "an obstruction", GET_OBSTRUCTIONS, geometry, &space, &frame, obstructions)
        navpy_gd.ref_set_object(&geometry, NULL)
    return traversable, obstructions
