"""The outlines of a TileMapLayer, by blocks of cells.

The engine tells of no change of a cell, and its parser reads all of a layer. So cells are read here one by one: those of a block at once, as
one part. What a tile has is read once for all of its cells that are read together."""
from libc.math cimport ceil, fabs
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.baking.outlines.outlines cimport LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines
from navpy.godot.baker.baker cimport MESH_INSTANCES
from navpy.godot.baker.outline_source cimport Placing, append_placed, placing_of
from navpy.godot.baker.source_parts cimport OutlinePart, add_differences, part_of
from navpy.godot.binding.engine cimport as_class, global_transform
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport bytes_of, vectors2_of
from navpy.godot.binding.plane cimport UNITS_PER_METER
from navpy.godot.binding.ptrcall cimport find_class, find_method, get, invoke, put, put2

cdef enum:
    BLOCK = 16                      # cells along a side of a block, as of the engine's own quadrants
    CELL_BYTES = 12                 # of TileMapLayer.tile_map_data: x and y, source, place in the atlas, alternative, 16 bits each
    HEAD_BYTES = 2                  # before the first cell
    FLIP_H = 4096                   # TileSetAtlasSource's flags of an alternative
    FLIP_V = 8192
    TRANSPOSE = 16384
    FLAGS = FLIP_H | FLIP_V | TRANSPOSE

cdef struct GdVector2i:
    int32_t x, y

cdef struct Corners:                # an outline of a tile
    int layer
    size_t first, count             # in Reading.points

cdef cppclass Shape:                # what a tile has
    vector[Corners] outlines

cdef cppclass Reading:              # the cells of a layer that are read together; nothing of it is kept
    void* layer
    Placing placing
    void* tile_set                  # a Ref
    int64_t physics_layers, navigation_layers
    vector[uint8_t] collected       # by physics layer
    bint is_told                    # that an outline is left out
    size_t last_key                 # that shape_of was last asked for; 0: none yet
    const Shape* last_shape
    unordered_map[size_t, Shape] shapes         # by address of the TileData, FLAGS above it
    vector[GdVector2] points        # pixels from the middle of the cell

cdef void* layer_tag = find_class(b"TileMapLayer")
cdef const void* GET_TILE_SET = find_method(b"TileMapLayer", b"get_tile_set", 2678226422)
cdef const void* GET_DATA = find_method(b"TileMapLayer", b"get_tile_map_data_as_array", 2362200018)
cdef const void* TILE_DATA = find_method(b"TileMapLayer", b"get_cell_tile_data", 205084707)
cdef const void* ALTERNATIVE = find_method(b"TileMapLayer", b"get_cell_alternative_tile", 2485466453)
cdef const void* TO_LOCAL = find_method(b"TileMapLayer", b"map_to_local", 108438297)
cdef const void* TO_MAP = find_method(b"TileMapLayer", b"local_to_map", 837806996)
cdef const void* PHYSICS_LAYERS = find_method(b"TileSet", b"get_physics_layers_count", 3905245786)
cdef const void* NAVIGATION_LAYERS = find_method(b"TileSet", b"get_navigation_layers_count", 3905245786)
cdef const void* COLLISION_LAYER = find_method(b"TileSet", b"get_physics_layer_collision_layer", 923996154)
cdef const void* NAVIGATION_POLYGON = find_method(b"TileData", b"get_navigation_polygon", 2907127272)
cdef const void* COLLISION_COUNT = find_method(b"TileData", b"get_collision_polygons_count", 923996154)
cdef const void* COLLISION_POINTS = find_method(b"TileData", b"get_collision_polygon_points", 103942801)
cdef const void* OUTLINE_COUNT = find_method(b"NavigationPolygon", b"get_outline_count", 3905245786)
cdef const void* OUTLINE = find_method(b"NavigationPolygon", b"get_outline", 3946907486)


cdef bint is_tile_layer(void* node) noexcept nogil:
    return as_class(node, layer_tag) != NULL


# ---- tiles ------------------------------------------------------------------------------------------------------

cdef bint open_reading(Baker* baker, void* layer, const GdTransform3D* frame, Reading* out) except -1:
    """Each call needs one close_reading. False: the layer has no outlines."""
    cdef GdTransform3D space
    cdef int64_t i, bits
    cdef uint8_t is_collected
    global_transform(layer, &space)
    out.layer, out.tile_set, out.physics_layers, out.navigation_layers, out.last_key = layer, NULL, 0, 0, 0
    out.placing = placing_of(&space, frame)
    get(GET_TILE_SET, layer, &out.tile_set)
    if out.tile_set == NULL:
        return False
    get(PHYSICS_LAYERS, out.tile_set, &out.physics_layers)
    get(NAVIGATION_LAYERS, out.tile_set, &out.navigation_layers)
    for i in range(out.physics_layers):
        bits = 0
        put(COLLISION_LAYER, out.tile_set, &i, &bits)
        is_collected = baker.parsed_geometry_type != MESH_INSTANCES and bits & baker.collision_mask != 0
        out.collected.push_back(is_collected)
    return True


cdef void close_reading(Reading* reading) noexcept nogil:
    navpy_gd.ref_set_object(&reading.tile_set, NULL)


cdef int add_corners(Reading* reading, const void* packed, int layer, int flags, Shape* out) except -1:
    """Adds an outline; flags: it is still to be flipped."""
    cdef Corners corners
    cdef GdVector2 point
    cdef int64_t i, count = 0
    cdef const GdVector2* points = vectors2_of(packed, &count)
    corners.layer, corners.first, corners.count = layer, reading.points.size(), count
    for i in range(count):
        point = points[i]
        if flags & TRANSPOSE:
            point.x, point.y = point.y, point.x
        if flags & FLIP_H:
            point.x = -point.x
        if flags & FLIP_V:
            point.y = -point.y
        reading.points.push_back(point)
    out.outlines.push_back(corners)
    return 0


cdef int add_navigation(Reading* reading, void* tile_data, int64_t layer, int flags, Shape* out) except -1:
    """The engine flips the polygon itself."""
    cdef GDExtensionBool flip_h = flags & FLIP_H != 0, flip_v = flags & FLIP_V != 0, transpose = flags & TRANSPOSE != 0
    cdef const void* args[4]
    cdef void* polygon = NULL
    cdef GdPacked points
    cdef int64_t i, count = 0
    args[0], args[1], args[2], args[3] = &layer, &flip_h, &flip_v, &transpose
    invoke(NAVIGATION_POLYGON, tile_data, args, &polygon)
    if polygon == NULL:
        return 0
    get(OUTLINE_COUNT, polygon, &count)
    for i in range(count):
        navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&points, NULL)
        put(OUTLINE, polygon, &i, &points)
        add_corners(reading, &points, LAYER_TRAVERSABLE, 0, out)
        navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&points)
    navpy_gd.ref_set_object(&polygon, NULL)
    return 0


cdef int add_collision(Reading* reading, void* tile_data, int64_t layer, int flags, Shape* out) except -1:
    cdef GdPacked points
    cdef int64_t i, count = 0
    put(COLLISION_COUNT, tile_data, &layer, &count)
    for i in range(count):
        navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&points, NULL)
        put2(COLLISION_POINTS, tile_data, &layer, &i, &points)
        add_corners(reading, &points, LAYER_OBSTRUCTION, flags, out)
        navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&points)
    return 0


cdef const Shape* shape_of(Reading* reading, void* tile_data, int flags) except NULL:
    cdef size_t key = <size_t>tile_data | <size_t>flags << 48
    cdef Shape* shape
    cdef int64_t i
    if key == reading.last_key:                 # as most cells beside each other are
        return reading.last_shape
    if reading.shapes.count(key) == 0:
        shape = &reading.shapes[key]
        for i in range(reading.navigation_layers):
            add_navigation(reading, tile_data, i, flags, shape)
        for i in range(reading.physics_layers):
            if reading.collected[i]:
                add_collision(reading, tile_data, i, flags, shape)
    reading.last_key, reading.last_shape = key, &reading.shapes[key]
    return reading.last_shape


# ---- cells ------------------------------------------------------------------------------------------------------

cdef int read_cell(Reading* reading, GdVector2i cell, Outlines* out) except -1:
    cdef const Shape* shape
    cdef const Corners* one
    cdef void* tile_data = NULL
    cdef int64_t alternative = 0
    cdef GdVector2 middle
    cdef size_t i
    put(TILE_DATA, reading.layer, &cell, &tile_data)
    if tile_data == NULL:
        return 0
    put(ALTERNATIVE, reading.layer, &cell, &alternative)
    shape = shape_of(reading, tile_data, alternative & FLAGS)
    if shape.outlines.empty():
        return 0
    put(TO_LOCAL, reading.layer, &cell, &middle)
    for i in range(shape.outlines.size()):
        one = &shape.outlines.at(i)
        if not append_placed(&reading.placing, reading.points.data() + one.first, one.count, middle.x, middle.y, one.layer, out) \
                and not reading.is_told:
            reading.is_told = True
            node_error(reading.layer, f"the cell ({cell.x}, {cell.y}) has an outline with a point that is not finite or beyond 16e9 px: such "
                                      "outlines are left out, correct the tile")
    return 0


cdef OutlinePart read_block(Reading* reading, int column, int row):
    cdef Outlines found
    cdef GdVector2i cell
    for cell.y in range(BLOCK * row, BLOCK * (row + 1)):
        for cell.x in range(BLOCK * column, BLOCK * (column + 1)):
            read_cell(reading, cell, &found)
    return part_of(&found)


cdef inline int block_of(int cell) noexcept nogil:
    return cell // BLOCK if cell >= 0 else -((-cell + BLOCK - 1) // BLOCK)


cdef list used_blocks(void* layer):
    """The blocks with any cells."""
    cdef GdPacked data
    cdef const uint8_t* bytes_
    cdef int16_t place[2]
    cdef int64_t size = 0, at = HEAD_BYTES
    cdef int column, row, last_column = 0, last_row = 0
    cdef dict found = {}
    navpy_gd.ctor0[<int>PACKED_BYTE_ARRAY](&data, NULL)
    get(GET_DATA, layer, &data)
    bytes_ = bytes_of(&data, &size)
    while at + CELL_BYTES <= size:
        memcpy(place, bytes_ + at, sizeof(place))
        column, row = block_of(place[0]), block_of(place[1])
        if column != last_column or row != last_row or not found:      # a cell's neighbor in the data is mostly of the same block
            found[column, row] = True
            last_column, last_row = column, row
        at += CELL_BYTES
    navpy_gd.dtor[<int>PACKED_BYTE_ARRAY](&data)
    return list(found)


cdef class TileLayer:
    def __cinit__(self):
        self.blocks = {}

    cdef object parts(self):
        return self.blocks.values()

    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1:
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        cdef Reading reading
        cdef OutlinePart part
        if layer == NULL:
            return 0
        reading.is_told = self.is_told
        try:
            if not open_reading(baker, layer, frame, &reading):
                places = list(self.blocks)
            for column, row in places:
                part = read_block(&reading, column, row) if reading.tile_set != NULL else None
                former = self.blocks.get((column, row))
                add_differences(former, part, boxes)
                if part is not None:
                    self.blocks[column, row] = part
                elif former is not None:
                    del self.blocks[column, row]
                if (part is None) != (former is None):
                    self.around = None
        finally:
            self.is_told = reading.is_told
            close_reading(&reading)
        return 0

    cdef list all_places(self):
        """The blocks with cells, and those that had some."""
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        return list(dict.fromkeys(used_blocks(layer) if layer != NULL else []) | dict.fromkeys(self.blocks))

    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1:
        return self.read_blocks(baker, frame, self.all_places(), boxes)

    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1:
        """The cells around the corners of a square tell which blocks lie in it: whatever the layout, cells are placed evenly."""
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        cdef GdTransform3D space
        cdef GdVector2 local
        cdef GdVector2i cell
        cdef double scale, dx, dz
        cdef int i
        cdef void* tile_set = NULL
        cdef list columns = [], rows = []
        if layer == NULL:
            return 0
        get(GET_TILE_SET, layer, &tile_set)
        if tile_set == NULL:                    # no cell has a place
            return self.read_all(baker, frame, boxes)
        navpy_gd.ref_set_object(&tile_set, NULL)
        global_transform(layer, &space)
        scale = <double>space.basis[0] * space.basis[8] - <double>space.basis[2] * space.basis[6]
        if scale == 0:
            return 0
        for i in range(4):
            dx, dz = x - space.origin.x + (radius if i & 1 else -radius), z - space.origin.z + (radius if i & 2 else -radius)
            local.x = <float>((space.basis[8] * dx - space.basis[2] * dz) / scale * UNITS_PER_METER)
            local.y = <float>((space.basis[0] * dz - space.basis[6] * dx) / scale * UNITS_PER_METER)
            if fabs(local.x) > 1e9 or fabs(local.y) > 1e9:
                return self.read_all(baker, frame, boxes)
            put(TO_MAP, layer, &local, &cell)
            columns += [block_of(cell.x - 1), block_of(cell.x + 1)]
            rows += [block_of(cell.y - 1), block_of(cell.y + 1)]
        if (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1) > len(self.blocks) + 4:
            return self.read_all(baker, frame, boxes)
        return self.read_blocks(baker, frame, [(column, row) for row in range(min(rows), max(rows) + 1)
                                               for column in range(min(columns), max(columns) + 1)], boxes)

    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1:
        cdef Py_ssize_t begin = self.next
        if self.around is None:
            self.around = neighborhood(self.blocks)
        if begin >= len(self.around):
            begin = 0
        self.next = begin + <Py_ssize_t>ceil(len(self.around) / <double>calls)
        return self.read_blocks(baker, frame, self.around[begin:self.next], boxes)


cdef list neighborhood(dict blocks):
    """Cells may come to be beside the blocks, too."""
    return list(dict.fromkeys([(column + x, row + z) for column, row in blocks for x in range(-1, 2) for z in range(-1, 2)]))
