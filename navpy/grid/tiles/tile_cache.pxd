"""Fields of single sectors, kept for all groups whose ways go on alike."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.grid.integration cimport Goal
from navpy.grid.tiles.routes cimport Route
from navpy.grid.tiles.sectors cimport Sectors, Work

cdef cppclass CachedTile:
    int32_t sector                  # −1: the tile is free
    int32_t serial                  # counts the tiles that had this place
    int32_t used                    # the last frame in which units asked for it
    bint ready                      # its field is computed
    bint dead                       # costs have changed since
    int64_t bytes
    vector[float] seeds             # meters · cost, by place of the border: of ways on from the cell beyond; infinite: no way out
    vector[Goal] goals              # in the sector; the place in cells of the window
    vector[float] times             # meters · cost, by cell of the sector, row by row
    vector[float] flow              # directions, x and y by cell; 0 at a goal and where no way leads to one

cdef cppclass TileCache:
    vector[CachedTile] tiles
    vector[int32_t] free
    vector[vector[int32_t]] of_sector               # the living ones
    vector[int32_t] unmade                          # in the order in which they were asked for
    int64_t bytes
    vector[float] seeds                             # working memory

cdef int make_cache(TileCache* cache, const Sectors* map) except -1 nogil
# The tile of a route in a sector, made anew if there is none with the same goals and seeds.
cdef int32_t find_tile(TileCache* cache, const Route* route, const Sectors* map, int32_t sector, int32_t frame,
                       double* base) except -1 nogil
# Compute a tile's field.
cdef int compute_tile(CachedTile* tile, const Sectors* map, Work* work) except -1 nogil
# The costs of cells in the sector, or beyond gates of it, have changed: no other route may find its tiles.
cdef int bury_tiles(TileCache* cache, int32_t sector) except -1 nogil
cdef int free_tile(TileCache* cache, int32_t tile) except -1 nogil
