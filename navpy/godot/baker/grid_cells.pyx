"""The triangles of a GridMap, by blocks of cells.

The engine's parser reads all of a map, and shapes only when the physics server has them. So it is asked for each item once, and the
triangles are placed here in the order of the engine's own arithmetic: they are the same, bit by bit, where the map is not moved."""
from cpython.bytearray cimport PyByteArray_FromStringAndSize
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from cython.operator cimport dereference
from libcpp.algorithm cimport sort
from navpy.godot.baker.baker cimport STATIC_COLLIDERS, Baker
from navpy.godot.baker.cell_source cimport RECORD_BYTES, CellBlock, CellRecords, block_at, block_key
from navpy.godot.baker.source_nodes cimport ground_of, is_in_scene, read_mesh, read_shape
from navpy.godot.baker.source_parts cimport SourcePart, is_singular, triangles_part
from navpy.godot.binding.engine cimport as_class, global_transform, object_in
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport array_element, assign, dictionary_values, ints_of, size_of
from navpy.godot.binding.ptrcall cimport find_class, find_method, get, get_bool, get_double, get_int, put

cdef enum:
    BLOCK = 8                       # cells along a side of a block, as of the engine's own octants
    # bytes before the z of a record: x, y and z, 16 bits each, 16 of no use, then the item and its orientation
    SECOND = 4
    ITEM = 8                        # bytes before them
    ITEM_BITS = 0xffff
    ORIENTATION = 16                # bits below it
    ORIENTATIONS = 24

# an engine may be built without it, so its methods are looked up as they are called
cdef void* map_tag = find_class(b"GridMap")
cdef const void* GET = find_method(b"Object", b"get", 2760726917)
cdef const void* ITEM_LIST = find_method(b"MeshLibrary", b"get_item_list", 1930428628)
cdef const void* ITEM_MESH = find_method(b"MeshLibrary", b"get_item_mesh", 1576363275)
cdef const void* ITEM_MESH_PLACE = find_method(b"MeshLibrary", b"get_item_mesh_transform", 1965739696)
cdef const void* ITEM_SHAPES = find_method(b"MeshLibrary", b"get_item_shapes", 663333327)
cdef GdStringName* data_name = intern(b"data")


cdef bint is_grid_map(void* node) noexcept nogil:
    return map_tag != NULL and as_class(node, map_tag) != NULL


# ---- the engine's arithmetic, in float ----

cdef inline float dot(const float* row, float x, float y, float z) noexcept nogil:
    return row[0] * x + row[1] * y + row[2] * z


cdef GdTransform3D product(const GdTransform3D* a, const GdTransform3D* b) noexcept nogil:
    cdef GdTransform3D out
    cdef int i, k
    for i in range(3):
        for k in range(3):
            out.basis[3*i+k] = dot(&a.basis[3*i], b.basis[k], b.basis[3+k], b.basis[6+k])
    out.origin.x = dot(&a.basis[0], b.origin.x, b.origin.y, b.origin.z) + a.origin.x
    out.origin.y = dot(&a.basis[3], b.origin.x, b.origin.y, b.origin.z) + a.origin.y
    out.origin.z = dot(&a.basis[6], b.origin.x, b.origin.y, b.origin.z) + a.origin.z
    return out


cdef GdTransform3D place_of(const GridCell* cell, const Layout* layout) noexcept nogil:
    cdef GdTransform3D out = layout.turns[cell.orientation]
    out.origin.x = <float>cell.x * layout.size.x + layout.offset.x
    out.origin.y = <float>cell.y * layout.size.y + layout.offset.y
    out.origin.z = <float>cell.z * layout.size.z + layout.offset.z
    return out


cdef int append_piece(const ItemPiece* piece, const GdTransform3D* at, vector[float]* vertices,
                      vector[int32_t]* corners) except -1 nogil:
    cdef GdTransform3D to = product(at, &piece.place)
    cdef int32_t first = <int32_t>(vertices.size() // 3)
    cdef const float* point
    cdef size_t i
    for i in range(piece.triangles.vertices.size() // 3):
        point = piece.triangles.vertices.data() + 3 * i
        vertices.push_back(dot(&to.basis[0], point[0], point[1], point[2]) + to.origin.x)
        vertices.push_back(dot(&to.basis[3], point[0], point[1], point[2]) + to.origin.y)
        vertices.push_back(dot(&to.basis[6], point[0], point[1], point[2]) + to.origin.z)
    for i in range(piece.triangles.corners.size()):
        corners.push_back(first + piece.triangles.corners[i])
    return 0


# ---- cells ----

cdef bint comes_before(const GridCell& a, const GridCell& b) noexcept nogil:
    return a.order < b.order


cdef GridCell cell_of(const uint8_t* record) noexcept nogil:
    cdef GridCell cell
    cdef uint32_t what
    memcpy(&cell.x, record, 2)
    memcpy(&cell.y, record + 2, 2)
    memcpy(&cell.z, record + SECOND, 2)
    memcpy(&what, record + ITEM, 4)
    cell.item, cell.orientation = what & ITEM_BITS, min(what >> ORIENTATION & 31, ORIENTATIONS - 1)
    cell.order = <uint64_t><uint16_t>(cell.y + 0x8000) << 32 | <uint64_t><uint16_t>(cell.z + 0x8000) << 16 | <uint16_t>(cell.x
                                                                                                                        + 0x8000)
    return cell


cdef int select_cells(const uint8_t* records, int64_t count, unordered_map[int64_t, size_t]* wanted,
                      vector[vector[GridCell]]* out) except -1 nogil:
    """The cells of the wanted blocks, by the number of the block."""
    cdef unordered_map[int64_t, size_t].iterator found
    cdef CellBlock block
    cdef int64_t i
    cdef size_t k
    for i in range(count):
        block = block_at(records + RECORD_BYTES * i, SECOND, BLOCK)
        found = wanted.find(block_key(block.column, block.row))
        if found != wanted.end():
            out.at(dereference(found).second).push_back(cell_of(records + RECORD_BYTES * i))
    for k in range(out.size()):
        sort(out.at(k).begin(), out.at(k).end(), comes_before)
    return 0


# ---- items ----

cdef bytes bytes_of_transform(const GdTransform3D* transform):
    return (<const char*>transform)[:sizeof(GdTransform3D)]


cdef void* library_of(void* map) except? NULL:
    """A Ref."""
    cdef void* library = NULL
    get(find_method(b"GridMap", b"get_mesh_library", 3350993772), map, &library)
    return library


cdef bint has_item(void* library, int64_t item) noexcept nogil:
    cdef GdPacked items
    cdef const int32_t* first
    cdef int64_t count, i
    cdef bint found = False
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&items, NULL)
    get(ITEM_LIST, library, &items)
    first = ints_of(&items, &count)
    for i in range(count):
        found = found or first[i] == item
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&items)
    return found


cdef list item_sources(void* library, int64_t item, bint of_meshes):
    """(instance id, transform as bytes) of each mesh or shape of an item, which the library may lack."""
    cdef void* mesh = NULL
    cdef void* shapes = NULL
    cdef GdTransform3D place
    cdef GdVariant element
    cdef int64_t i
    cdef list found = []
    if not has_item(library, item):
        return found
    if of_meshes:
        put(ITEM_MESH, library, &item, &mesh)
        put(ITEM_MESH_PLACE, library, &item, &place)
        if mesh != NULL:
            found.append((navpy_gd.object_get_instance_id(mesh), bytes_of_transform(&place)))
        navpy_gd.ref_set_object(&mesh, NULL)
        return found
    navpy_gd.ctor0[<int>ARRAY](&shapes, NULL)
    put(ITEM_SHAPES, library, &item, &shapes)
    for i in range(0, size_of(ARRAY, &shapes) - 1, 2):
        array_element(&shapes, i, &element)
        mesh = object_in(&element)
        id = navpy_gd.object_get_instance_id(mesh) if mesh != NULL else 0
        navpy_gd.variant_destroy(&element)
        array_element(&shapes, i + 1, &element)
        if id and navpy_gd.variant_get_type(&element) == TRANSFORM3D:
            found.append((id, bytes_of_transform(<GdTransform3D*>navpy_gd.var_ptr[<int>TRANSFORM3D](&element))))
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&shapes)
    return found


# ---- blocks ----

cdef class GridCells(CellSource):
    def __cinit__(self):
        self.records = CellRecords(BLOCK, PACKED_INT32_ARRAY, 0, SECOND)
        self.made_of = {}

    cdef int fetch(self) except -1:
        cdef void* map = navpy_gd.object_get_instance_from_id(self.id)
        cdef void* values = NULL
        cdef GdVariant data, cells
        if map == NULL:
            return 0
        data.o[0] = data.o[1] = data.o[2] = 0
        put(GET, map, data_name, &data)
        navpy_gd.ctor0[<int>ARRAY](&values, NULL)
        if navpy_gd.variant_get_type(&data) == DICTIONARY:
            dictionary_values(navpy_gd.var_ptr[<int>DICTIONARY](&data), &values)
        if size_of(ARRAY, &values) > 0:
            array_element(&values, 0, &cells)
            if navpy_gd.variant_get_type(&cells) == PACKED_INT32_ARRAY:
                assign(PACKED_INT32_ARRAY, &self.records.fresh, navpy_gd.var_ptr[<int>PACKED_INT32_ARRAY](&cells))
            navpy_gd.variant_destroy(&cells)
        navpy_gd.dtor[<int>ARRAY](&values)
        navpy_gd.variant_destroy(&data)
        self.records.is_fresh = True
        return 0

    cdef tuple look_of(self, Baker* baker, void* map, void* library):
        cdef GdVector3 size
        get(find_method(b"GridMap", b"get_cell_size", 3360562783), map, &size)
        centers = [get_bool(find_method(b"GridMap", name, 36873697), map) for name in (b"get_center_x", b"get_center_y",
                                                                                       b"get_center_z")]
        return (navpy_gd.object_get_instance_id(library) if library != NULL else 0, (size.x, size.y, size.z), centers,
                get_double(find_method(b"GridMap", b"get_cell_scale", 1740695150), map),
                baker.parsed_geometry_type != STATIC_COLLIDERS,
                (get_int(find_method(b"GridMap", b"get_collision_layer", 3905245786), map) & baker.collision_mask) != 0)

    cdef list differing(self, Baker* baker):
        """Where the map itself looks different, or one of its items, all blocks are read."""
        cdef void* map = navpy_gd.object_get_instance_from_id(self.id)
        cdef void* library
        cdef list found = self.records.compare()
        cdef bint is_other
        if map == NULL:
            return found
        library = library_of(map)
        look = self.look_of(baker, map, library)
        is_other = look != self.look
        if library != NULL and not is_other:
            is_other = any([item_sources(library, item, look[4]) != sources for item, sources in self.made_of.items()])
        navpy_gd.ref_set_object(&library, NULL)
        if not is_other:
            return found
        self.look = look
        self.forget_items()
        return self.known_places()

    cdef int forget_items(self) except -1:
        self.items.clear()
        self.made_of.clear()
        return 0

    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1:
        self.forget_items()
        return CellSource.read_all(self, baker, frame, boxes)

    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1:
        """All differing blocks, wherever, and blocks whose geometry is there."""
        cdef SourcePart part
        cdef double near_x, near_z, dx = x - frame.origin.x, dz = z - frame.origin.z
        cdef dict places
        near_x, near_z = frame.basis[0] * dx + frame.basis[6] * dz, frame.basis[2] * dx + frame.basis[8] * dz
        self.fetch()
        places = dict.fromkeys(self.changed + self.differing(baker))
        self.changed = []
        self.forget_items()             # an item may have been edited in place
        for place, part in self.blocks.items():
            if part.low[0] <= near_x + radius and part.high[0] >= near_x - radius and part.low[2] <= near_z + radius \
                    and part.high[2] >= near_z - radius:
                places[place] = None
        return self.read_blocks(baker, frame, list(places), boxes)

    cdef const Item* item_at(self, Baker* baker, void* map, void* library, int32_t item) except NULL:
        cdef Item* made
        cdef ItemPiece piece
        cdef void* source
        if self.items.count(item) == 0:
            sources = item_sources(library, item, self.look[4]) if library != NULL else []
            made = &self.items[item]
            for id, place in sources:
                source = navpy_gd.object_get_instance_from_id(id)
                piece.triangles.vertices.clear()
                piece.triangles.corners.clear()
                if self.look[4]:
                    read_mesh(source, &piece.triangles)
                elif self.look[5]:
                    read_shape(source, baker, map, &piece.triangles)
                memcpy(&piece.place, <const char*>place, sizeof(GdTransform3D))
                made.pieces.push_back(piece)
            self.made_of[item] = sources
        return &self.items[item]

    cdef int read_layout(self, void* map, Layout* out) except -1:
        cdef const void* turn = find_method(b"GridMap", b"get_basis_with_orthogonal_index", 2816196998)
        cdef float scale
        cdef int64_t i
        cdef int k
        size, centers = self.look[1], self.look[2]
        out.size.x, out.size.y, out.size.z = size
        out.offset.x = <float>(<double>out.size.x * 0.5 * <int>centers[0])
        out.offset.y = <float>(<double>out.size.y * 0.5 * <int>centers[1])
        out.offset.z = <float>(<double>out.size.z * 0.5 * <int>centers[2])
        scale = self.look[3]
        for i in range(ORIENTATIONS):
            put(turn, map, &i, &out.turns[i].basis[0])
            for k in range(9):
                out.turns[i].basis[k] = out.turns[i].basis[k] * scale
        return 0

    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1:
        cdef void* map = navpy_gd.object_get_instance_from_id(self.id)
        cdef void* library
        if map == NULL or not places or not is_in_scene(map):
            return 0
        library = library_of(map)
        look = self.look_of(baker, map, library)
        if look != self.look and self.look is not None:         # a script tells of a change, and there are others
            self.forget_items()
            places = self.known_places()
        self.look = look
        try:
            self.place_blocks(baker, map, library, frame, places, boxes)
        finally:
            navpy_gd.ref_set_object(&library, NULL)
        return 0

    cdef int place_blocks(self, Baker* baker, void* map, void* library, const GdTransform3D* frame, list places, list boxes) except -1:
        cdef unordered_map[int64_t, size_t] wanted
        cdef vector[vector[GridCell]] cells
        cdef Layout layout
        cdef GdTransform3D space
        cdef int64_t count
        cdef const uint8_t* records = self.records.records(&count)
        cdef tuple ground = ground_of(map, {})
        cdef size_t i
        global_transform(map, &space)
        self.read_layout(map, &layout)
        for i in range(<size_t>len(places)):
            wanted[block_key(places[i][0], places[i][1])] = i
        cells.resize(len(places))
        with nogil:
            select_cells(records, count, &wanted, &cells)
        for i in range(cells.size()):
            part = None if is_singular(&space) else self.part_of_cells(baker, map, library, &cells[i], &layout, &space, frame, ground)
            self.store(places[i], part, boxes)
        return 0

    cdef SourcePart part_of_cells(self, Baker* baker, void* map, void* library, const vector[GridCell]* cells, const Layout* layout,
                                  const GdTransform3D* space, const GdTransform3D* frame, tuple ground):
        cdef vector[float] vertices
        cdef vector[int32_t] corners
        cdef GdTransform3D at
        cdef const Item* item
        cdef size_t i, k
        for i in range(cells.size()):
            item = self.item_at(baker, map, library, cells.at(i).item)
            at = place_of(&cells.at(i), layout)
            for k in range(item.pieces.size()):
                append_piece(&item.pieces.at(k), &at, &vertices, &corners)
        if corners.empty():
            return None
        return triangles_part(PyByteArray_FromStringAndSize(<const char*>vertices.data(), vertices.size() * sizeof(float)),
                              PyBytes_FromStringAndSize(<const char*>corners.data(), corners.size() * sizeof(int32_t)), space, frame,
                              ground[0], ground[1])
