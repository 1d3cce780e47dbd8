"""The cells of a TileMapLayer, by the engine's methods, and outlines placed in meters."""
from libc.math cimport fabs
from libc.stdint cimport int16_t, int64_t, uint8_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector
from navpy.base.tolerances cimport MAX_COORDINATE
from navpy.baking.outlines.outlines cimport Outlines, end_points
from navpy.godot.binding.gd cimport GDExtensionBool, GdPacked, GdTransform3D, GdVector2, PACKED_BYTE_ARRAY, navpy_gd
from navpy.godot.binding.packed cimport bytes_of
from navpy.godot.binding.plane cimport METERS_PER_UNIT
from navpy.godot.binding.ptrcall cimport find_method, get, invoke, put

cdef enum:
    CELL_BYTES = 12                 # of TileMapLayer.tile_map_data: x and y, source, place in the atlas, alternative, 16 bits each
    FLIP_H = 4096                   # TileSetAtlasSource's flags of an alternative
    FLIP_V = 8192
    TRANSPOSE = 16384
    FLAGS = FLIP_H | FLIP_V | TRANSPOSE

cdef const void* GET_TILE_SET = find_method(b"TileMapLayer", b"get_tile_set", 2678226422)
GET_DATA = find_method(b"TileMapLayer", b"get_tile_map_data_as_array", 2362200018)
cdef const void* TILE_DATA = find_method(b"TileMapLayer", b"get_cell_tile_data", 205084707)
cdef const void* ALTERNATIVE = find_method(b"TileMapLayer", b"get_cell_alternative_tile", 2485466453)
cdef const void* TO_LOCAL = find_method(b"TileMapLayer", b"map_to_local", 108438297)
cdef const void* NAVIGATION_LAYERS = find_method(b"TileSet", b"get_navigation_layers_count", 3905245786)
cdef const void* NAVIGATION_POLYGON = find_method(b"TileData", b"get_navigation_polygon", 2907127272)


cdef class TileCells:
    def __dealloc__(self):
        navpy_gd.ref_set_object(&self.tile_set, NULL)

    cdef bint open(self, void* layer) noexcept:
        self.layer = layer
        get(GET_TILE_SET, layer, &self.tile_set)
        if self.tile_set == NULL:
            return False
        get(NAVIGATION_LAYERS, self.tile_set, &self.navigation_layers)
        return True

    cdef int read_tile(self, void* tile_data, int flags, TileShape* out) except -1:
        raise NotImplementedError

    cdef int add_points(self, const GdVector2* points, int64_t count, int kind, int flags, TileShape* out) except -1:
        cdef TileOutline outline
        cdef GdVector2 point
        cdef int64_t i
        outline.kind, outline.first, outline.count = kind, self.points.size(), count
        for i in range(count):
            point = points[i]
            if flags & TRANSPOSE:
                point.x, point.y = point.y, point.x
            if flags & FLIP_H:
                point.x = -point.x
            if flags & FLIP_V:
                point.y = -point.y
            self.points.push_back(point)
        out.outlines.push_back(outline)
        return 0

    cdef const TileShape* shape_of(self, void* tile_data, int flags) except NULL:
        cdef size_t key = <size_t>tile_data | <size_t>flags << 48
        if key != self.last_key:                # most cells beside each other have the same tile
            if self.shapes.count(key) == 0:
                self.read_tile(tile_data, flags, &self.shapes[key])
            self.last_key, self.last_shape = key, &self.shapes[key]
        return self.last_shape

    cdef const TileShape* shape_at(self, Cell cell, GdVector2* middle) except? NULL:
        cdef const TileShape* shape
        cdef void* tile_data = NULL
        cdef int64_t alternative = 0
        put(TILE_DATA, self.layer, &cell, &tile_data)
        if tile_data == NULL:                   # no tile, or a scene
            return NULL
        put(ALTERNATIVE, self.layer, &cell, &alternative)
        shape = self.shape_of(tile_data, alternative & FLAGS)
        if shape.outlines.empty():
            return NULL
        put(TO_LOCAL, self.layer, &cell, middle)
        return shape


cdef bint has_tile_set(void* layer) noexcept nogil:
    cdef void* tile_set = NULL
    cdef bint found
    get(GET_TILE_SET, layer, &tile_set)
    found = tile_set != NULL
    navpy_gd.ref_set_object(&tile_set, NULL)
    return found


cdef void used_cells(void* layer, vector[Cell]* out) noexcept nogil:
    cdef GdPacked data
    cdef Cell cell
    cdef const uint8_t* bytes_
    cdef int16_t place[2]
    cdef int64_t size = 0, at = HEAD_BYTES
    navpy_gd.ctor0[<int>PACKED_BYTE_ARRAY](&data, NULL)
    get(GET_DATA, layer, &data)
    bytes_ = bytes_of(&data, &size)
    while at + CELL_BYTES <= size:
        memcpy(place, bytes_ + at, sizeof(place))
        cell.x, cell.y = place[0], place[1]
        out.push_back(cell)
        at += CELL_BYTES
    navpy_gd.dtor[<int>PACKED_BYTE_ARRAY](&data)


cdef void* tile_polygon(void* tile_data, int64_t navigation_layer, int flags) noexcept nogil:
    cdef GDExtensionBool flip_h = flags & FLIP_H != 0, flip_v = flags & FLIP_V != 0, transpose = flags & TRANSPOSE != 0
    cdef const void* args[4]
    cdef void* polygon = NULL
    args[0], args[1], args[2], args[3] = &navigation_layer, &flip_h, &flip_v, &transpose
    invoke(NAVIGATION_POLYGON, tile_data, args, &polygon)
    return polygon


# ---- places ----


memset(&WORLD, 0, sizeof(WORLD))
WORLD.basis[0] = WORLD.basis[4] = WORLD.basis[8] = 1


cdef Placing placing_of(const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil:
    """In double: corners that fall together in the space of a node do so in the baker's, too."""
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double x = <double>space.origin.x - frame.origin.x, y = <double>space.origin.z - frame.origin.z
    cdef Placing out
    out.x_x = (<double>b[0] * a[0] + <double>b[6] * a[6]) * METERS_PER_UNIT
    out.x_y = (<double>b[0] * a[2] + <double>b[6] * a[8]) * METERS_PER_UNIT
    out.y_x = (<double>b[2] * a[0] + <double>b[8] * a[6]) * METERS_PER_UNIT
    out.y_y = (<double>b[2] * a[2] + <double>b[8] * a[8]) * METERS_PER_UNIT
    out.x, out.y = b[0] * x + b[6] * y, b[2] * x + b[8] * y
    return out


cdef bint append_placed(const Placing* placing, const GdVector2* points, int64_t count, double x, double y, int layer,
                        Outlines* out) except -1:
    cdef size_t begin = out.points.size()
    cdef double px, py, placed_x, placed_y
    cdef int64_t i
    if count < 3:
        return True
    for i in range(count):
        px, py = x + points[i].x, y + points[i].y
        placed_x, placed_y = placing.x_x * px + placing.x_y * py + placing.x, placing.y_x * px + placing.y_y * py + placing.y
        if not (fabs(placed_x) <= MAX_COORDINATE and fabs(placed_y) <= MAX_COORDINATE):
            out.points.resize(begin)
            return False
        out.points.push_back(placed_x)
        out.points.push_back(placed_y)
    end_points(layer, out)
    return True
