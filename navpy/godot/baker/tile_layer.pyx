"""The outlines of a TileMapLayer, by blocks of cells.

The engine's parser reads all of a layer. So cells are read singly here, a block's cells at once, as a part."""
from libc.math cimport fabs
from libc.stdint cimport int16_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.outlines.outlines cimport LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines
from navpy.godot.baker.baker cimport MESH_INSTANCES, Baker
from navpy.godot.baker.cell_source cimport CellRecords, block_of
from navpy.godot.baker.source_parts cimport OutlinePart, part_of
from navpy.godot.binding.engine cimport as_class, global_transform
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport vectors2_of
from navpy.godot.binding.plane cimport UNITS_PER_METER
from navpy.godot.binding.ptrcall cimport find_class, find_method, get, put, put2
from navpy.godot.world.tile_cells cimport (
    GET_DATA, HEAD_BYTES, Cell, Placing, TileCells, TileOutline, TileShape, append_placed, has_tile_set, placing_of, tile_polygon)

cdef enum:
    BLOCK = 16                      # cells along a side of a block, as of the engine's own quadrants

cdef void* layer_tag = find_class(b"TileMapLayer")
cdef const void* TO_MAP = find_method(b"TileMapLayer", b"local_to_map", 837806996)
cdef const void* PHYSICS_LAYERS = find_method(b"TileSet", b"get_physics_layers_count", 3905245786)
cdef const void* COLLISION_LAYER = find_method(b"TileSet", b"get_physics_layer_collision_layer", 923996154)
cdef const void* COLLISION_COUNT = find_method(b"TileData", b"get_collision_polygons_count", 923996154)
cdef const void* COLLISION_POINTS = find_method(b"TileData", b"get_collision_polygon_points", 103942801)
cdef const void* OUTLINE_COUNT = find_method(b"NavigationPolygon", b"get_outline_count", 3905245786)
cdef const void* OUTLINE = find_method(b"NavigationPolygon", b"get_outline", 3946907486)


cdef bint is_tile_layer(void* node) noexcept nogil:
    return as_class(node, layer_tag) != NULL


# ---- cells ----

cdef class BakedCells(TileCells):
    """The outlines of navigation polygons and of collisions."""
    cdef Placing placing
    cdef vector[uint8_t] collected  # by physics layer
    cdef bint is_told               # that an outline is left out

    cdef int choose_layers(self, Baker* baker) except -1:
        cdef int64_t i, bits, count = 0
        cdef uint8_t is_collected
        get(PHYSICS_LAYERS, self.tile_set, &count)
        for i in range(count):
            bits = 0
            put(COLLISION_LAYER, self.tile_set, &i, &bits)
            is_collected = baker.parsed_geometry_type != MESH_INSTANCES and bits & baker.collision_mask != 0
            self.collected.push_back(is_collected)
        return 0

    cdef int read_tile(self, void* tile_data, int flags, TileShape* out) except -1:
        cdef void* polygon
        cdef int64_t i, count
        for i in range(self.navigation_layers):
            polygon = tile_polygon(tile_data, i, flags)
            if polygon != NULL:
                count = 0
                get(OUTLINE_COUNT, polygon, &count)
                self.add_outlines(OUTLINE, polygon, NULL, count, LAYER_TRAVERSABLE, 0, out)
                navpy_gd.ref_set_object(&polygon, NULL)
        for i in range(<int64_t>self.collected.size()):
            if self.collected[i]:
                count = 0
                put(COLLISION_COUNT, tile_data, &i, &count)
                self.add_outlines(COLLISION_POINTS, tile_data, &i, count, LAYER_OBSTRUCTION, flags, out)
        return 0

    cdef int add_outlines(self, const void* method, void* object, const int64_t* layer, int64_t count, int kind, int flags,
                          TileShape* out) except -1:
        """layer: the first argument of the method, before the outline's number; NULL: it has none."""
        cdef GdPacked packed
        cdef const GdVector2* points
        cdef int64_t i, point_count
        for i in range(count):
            point_count = 0
            navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&packed, NULL)
            if layer != NULL:
                put2(method, object, layer, &i, &packed)
            else:
                put(method, object, &i, &packed)
            points = vectors2_of(&packed, &point_count)
            self.add_points(points, point_count, kind, flags, out)
            navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&packed)
        return 0

    cdef int read_cell(self, Cell cell, Outlines* out) except -1:
        cdef GdVector2 middle
        cdef const TileShape* shape = self.shape_at(cell, &middle)
        cdef const TileOutline* one
        cdef size_t i
        for i in range(shape.outlines.size() if shape != NULL else 0):
            one = &shape.outlines.at(i)
            if not append_placed(&self.placing, self.points.data() + one.first, one.count, middle.x, middle.y, one.kind, out) \
                    and not self.is_told:
                self.is_told = True
                node_error(self.layer, f"the cell ({cell.x}, {cell.y}) has an outline with a point that is not finite or beyond 16e9 "
                                       f"px: such "
                                       "outlines are left out, correct the tile")
        return 0

    cdef OutlinePart read_block(self, int column, int row):
        cdef Outlines found
        cdef Cell cell
        for cell.y in range(BLOCK * row, BLOCK * (row + 1)):
            for cell.x in range(BLOCK * column, BLOCK * (column + 1)):
                self.read_cell(cell, &found)
        return part_of(&found)


# ---- blocks ----

cdef class TileLayer(CellSource):
    def __cinit__(self):
        self.records = CellRecords(BLOCK, PACKED_BYTE_ARRAY, HEAD_BYTES, sizeof(int16_t))

    cdef int fetch(self) except -1:
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        if layer != NULL:
            get(GET_DATA, layer, &self.records.fresh)
            self.records.is_fresh = True
        return 0

    cdef list next_places(self):
        """Block after block: records do not show an edited shape of a tile."""
        if self.records.blocks.empty():
            return []
        self.next = self.next + 1 if self.next + 1 < self.records.blocks.size() else 0
        return [(self.records.blocks[self.next].column, self.records.blocks[self.next].row)]

    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1:
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        cdef BakedCells cells
        cdef GdTransform3D space
        if layer == NULL:
            return 0
        cells = BakedCells()
        cells.is_told = self.is_told
        if cells.open(layer):
            cells.choose_layers(baker)
            global_transform(layer, &space)
            cells.placing = placing_of(&space, frame)
        else:
            places = list(self.blocks)
        for place in places:
            self.store(place, cells.read_block(place[0], place[1]) if cells.tile_set != NULL else None, boxes)
        self.is_told = cells.is_told
        return 0

    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1:
        """The cells around the corners of a square tell which blocks lie in it: whatever the layout, cells are placed evenly."""
        cdef void* layer = navpy_gd.object_get_instance_from_id(self.id)
        cdef GdTransform3D space
        cdef GdVector2 local
        cdef Cell cell
        cdef double scale, dx, dz
        cdef int i
        cdef list columns = [], rows = []
        if layer == NULL:
            return 0
        if not has_tile_set(layer):             # no cell has a place
            return self.read_all(baker, frame, boxes)
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
            columns += [block_of(cell.x - 1, BLOCK), block_of(cell.x + 1, BLOCK)]
            rows += [block_of(cell.y - 1, BLOCK), block_of(cell.y + 1, BLOCK)]
        if (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1) > len(self.blocks) + 4:
            return self.read_all(baker, frame, boxes)
        return self.read_blocks(baker, frame, [(column, row) for row in range(min(rows), max(rows) + 1)
                                               for column in range(min(columns), max(columns) + 1)], boxes)
