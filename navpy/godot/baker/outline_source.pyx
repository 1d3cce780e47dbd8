"""Outlines of the nodes of a two-dimensional level: the findings of the engine's parser, and the baker's own."""
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.base.geom cimport clockwise_area2
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
    """Appends the outlines of an Array; an error names the elements that are none."""
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


cdef int append_parsed(Baker* baker, str name, const void* method, void* geometry, int layer, const Placing* placing,
                       Outlines* out) except -1:
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


# ---- outlines that change nothing ----

cdef double side(const GdVector2& a, const GdVector2& b, const GdVector2& c) noexcept nogil:
    return clockwise_area2(a.x, a.y, b.x, b.y, c.x, c.y)


cdef double area_of(const vector[GdVector2]& ring) noexcept nogil:
    """Twice its area, square pixels, by the direction of the ring."""
    cdef double area = 0.0
    cdef size_t i
    for i in range(2, ring.size()):
        area += side(ring[0], ring[i - 1], ring[i])
    return area


cdef bint crosses(const GdVector2& a, const GdVector2& b, const GdVector2& c, const GdVector2& d) noexcept nogil:
    """True if two sides cross or touch."""
    return side(a, b, c) * side(a, b, d) <= 0.0 and side(c, d, a) * side(c, d, b) <= 0.0


cdef bint is_inside(const vector[GdVector2]& inner, const vector[GdVector2]& outer) noexcept nogil:
    """Without touching it."""
    cdef const GdVector2* a = &outer[outer.size() - 1]
    cdef const GdVector2* b
    cdef bint inside = False
    cdef size_t i, k
    for i in range(outer.size()):
        b = &outer[i]
        if (a.y > inner[0].y) != (b.y > inner[0].y) and (side(a[0], b[0], inner[0]) > 0.0) == (b.y > a.y):
            inside = not inside
        for k in range(inner.size()):
            if crosses(a[0], b[0], inner[k], inner[(k + 1) % inner.size()]):
                return False
        a = b
    return inside


cdef int read_rings(Baker* baker, vector[vector[GdVector2]]* out) except -1:
    """The baker's outlines; an empty outline in place of any other element."""
    cdef GdVariant element
    cdef const GdVector2* points
    cdef int64_t i, k, count
    cdef vector[GdVector2] ring
    for i in range(size_of(ARRAY, &baker.outlines)):
        array_element(&baker.outlines, i, &element)
        ring.clear()
        if navpy_gd.variant_get_type(&element) == PACKED_VECTOR2_ARRAY:
            points = vectors2_of(navpy_gd.var_ptr[<int>PACKED_VECTOR2_ARRAY](&element), &count)
            for k in range(count):
                ring.push_back(points[k])
        navpy_gd.variant_destroy(&element)
        out.push_back(ring)
    return 0


cdef list idle_outlines(Baker* baker):
    cdef vector[vector[GdVector2]] rings
    cdef vector[double] areas
    cdef size_t i, k
    read_rings(baker, &rings)
    for i in range(rings.size()):
        areas.push_back(area_of(rings[i]))
    found = []
    for i in range(rings.size()):
        around = [k for k in range(rings.size()) if k != i and areas[i] * areas[k] != 0.0 and is_inside(rings[i], rings[k])]
        if around and all([areas[i] * areas[k] > 0.0 for k in around]):         # no island in a hole
            found.append(f"Outline {i} lies inside outline {around[0]} and has the same direction, so it changes nothing: draw it "
                         f"the other way round for "
                         "a hole.")
    return found
