"""The cells of a TileMapLayer and the data of their tiles: a tile's data is read once for all cells of a reading. Used on the main
thread only."""
from libc.stdint cimport int32_t, int64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.binding.gd cimport GdTransform3D, GdVector2

cdef enum:
    HEAD_BYTES = 2                  # of TileMapLayer.tile_map_data, before the first cell

cdef const void* GET_DATA           # TileMapLayer.get_tile_map_data_as_array

cdef struct Cell:                   # a Vector2i
    int32_t x, y

cdef struct TileOutline:
    int kind                        # its meaning to its reader
    size_t first, count             # in TileCells.points

cdef cppclass TileShape:            # the outlines of a tile
    vector[TileOutline] outlines

cdef class TileCells:               # readers of cells have a subclass
    cdef void* layer                # the TileMapLayer
    cdef void* tile_set             # a Ref; NULL: no cell has a tile
    cdef int64_t navigation_layers
    cdef vector[GdVector2] points   # pixels from the middle of the cell
    cdef unordered_map[size_t, TileShape] shapes        # by address of the TileData, its flags above it
    cdef size_t last_key            # that shape_at last looked for; 0: none yet
    cdef const TileShape* last_shape
    cdef bint open(self, void* layer) noexcept          # false: it has no tile set
    cdef int read_tile(self, void* tile_data, int flags, TileShape* out) except -1      # a subclass calls add_points for what it wants
    # flags: still to be flipped
    cdef int add_points(self, const GdVector2* points, int64_t count, int kind, int flags, TileShape* out) except -1
    cdef const TileShape* shape_of(self, void* tile_data, int flags) except NULL
    cdef const TileShape* shape_at(self, Cell cell, GdVector2* middle) except? NULL     # NULL: the cell has no outlines

cdef void used_cells(void* layer, vector[Cell]* out) noexcept nogil
cdef bint has_tile_set(void* layer) noexcept nogil
# a Ref, flipped; NULL: there is none
cdef void* tile_polygon(void* tile_data, int64_t navigation_layer, int flags) noexcept nogil

# ---- where outlines that nodes of the plane have in pixels lie in meters of another space ----

cdef struct Placing:                # from pixels of a node to meters of the other space: x′ = x_x · x + x_y · y + x
    double x_x, x_y, y_x, y_y, x, y

cdef GdTransform3D WORLD            # the identity
# frame: of the other space, it only turns and shifts.
cdef Placing placing_of(const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil
# Appends points in pixels, moved by (x, y) before they are placed. False: a point is not finite, or too far away.
cdef bint append_placed(const Placing* placing, const GdVector2* points, int64_t count, double x, double y, int layer,
                        Outlines* out) except -1
