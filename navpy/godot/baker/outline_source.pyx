"""Outlines of the nodes of a two-dimensional level: those that the engine's parser finds, and those that the baker has itself."""
from libc.stdint cimport int64_t
from navpy.baking.outlines.outlines cimport LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines
from navpy.godot.baker.source_nodes cimport run_parser
from navpy.godot.baker.source_parts cimport part_of
from navpy.godot.binding.engine cimport global_transform
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport array_element, size_of, vectors2_of
from navpy.godot.binding.plane cimport is_flat
from navpy.godot.binding.ptrcall cimport find_method, get
from navpy.godot.world.tile_cells cimport WORLD, Placing, append_placed, placing_of

cdef const void* GET_TRAVERSABLE = find_method(b"NavigationMeshSourceGeometryData2D", b"get_traversable_outlines", 3995934104)
cdef const void* GET_OBSTRUCTIONS = find_method(b"NavigationMeshSourceGeometryData2D", b"get_obstruction_outlines", 3995934104)


cdef void space_of(void* node, GdTransform3D* out) noexcept nogil:
    """The identity for a node without a transform."""
    if is_flat(node):
        global_transform(node, out)
    else:
        out[0] = WORLD


cdef int append_array(Baker* baker, str name, const void* array, int layer, const Placing* placing, Outlines* out) except -1:
    """Appends the outlines of an Array; an error tells which ones are none."""
    cdef GdVariant element
    cdef const GdVector2* points
    cdef int64_t i, count
    cdef bint good
    for i in range(size_of(ARRAY, array)):
        array_element(array, i, &element)
        good = navpy_gd.variant_get_type(&element) == PACKED_VECTOR2_ARRAY
        if good:
            points = vectors2_of(navpy_gd.var_ptr[<int>PACKED_VECTOR2_ARRAY](&element), &count)
            good = append_placed(placing, points, count, 0.0, 0.0, layer, out)
        navpy_gd.variant_destroy(&element)
        if not good:
            node_error(baker.owner, f"{name}[{i}] is left out: an outline is a PackedVector2Array of finite points within 16e9 px")
    return 0


cdef int append_parsed(Baker* baker, str name, const void* method, void* geometry, int layer, const Placing* placing, Outlines* out) except -1:
    cdef void* array = NULL
    navpy_gd.ctor0[<int>ARRAY](&array, NULL)
    get(method, geometry, &array)
    append_array(baker, name, &array, layer, placing, out)
    navpy_gd.dtor[<int>ARRAY](&array)
    return 0


cdef OutlinePart parse_outlines(Baker* baker, GeometryParser* parser, void* node, bint without_children, const GdTransform3D* frame):
    cdef GdTransform3D space
    cdef Outlines found
    cdef Placing placing
    space_of(node, &space)
    placing = placing_of(&space, frame)
    if node == baker.owner:
        append_array(baker, "outlines", &baker.outlines, LAYER_TRAVERSABLE, &placing, &found)
    else:
        run_parser(parser, node, without_children)
        append_parsed(baker, "a traversable outline", GET_TRAVERSABLE, parser.geometry, LAYER_TRAVERSABLE, &placing, &found)
        append_parsed(baker, "an obstruction", GET_OBSTRUCTIONS, parser.geometry, LAYER_OBSTRUCTION, &placing, &found)
    return part_of(&found)
