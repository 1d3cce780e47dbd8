"""The bake from outlines of a tile."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.outlines.stages cimport Bake, OutlineMemory
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport Fault

cdef cppclass Tiling:
    double size                     # units, a whole number
    double reach                    # units around a tile that have an effect on it
    int32_t x, z, columns, rows     # of the tiles to bake
    vector[int32_t] first           # by tile, and the end
    vector[int32_t] outline_of      # those within reach of each tile

cdef void set_tile_size(const Bake* bake, double tile_size, Tiling* tiling) noexcept nogil      # in the outlines' unit
cdef int find_tiles(const Bake* bake, Tiling* tiling) except -1 nogil           # which outlines are within reach of each tile
# A tile, from the outlines within reach alone. False: a fault.
cdef bint bake_tile(const Bake* bake, const Tiling* tiling, int32_t x, int32_t z, OutlineMemory* plane, TileData* out,
                    Fault* fault) except -1 nogil
# Polygons as a mesh has them: z is y, so what is counter-clockwise in the plane turns the other way in the mesh.
cdef int fill_whole(const Bake* bake, const OutlineMemory* plane, TileData* out) except -1 nogil
