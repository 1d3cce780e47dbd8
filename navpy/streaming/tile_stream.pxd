"""Which tiles of a streamed world are to be loaded: those near its focus points, nearest first, as many as memory has room for.

The owner's thread chooses, adds and drops; it gives the tiles in to_read to any thread for read_world_tile, and takes them back by
queues of its own."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.streaming.world_index cimport WorldIndex

cdef enum TileState:
    TILE_AWAY = 0                   # in the file alone
    TILE_ASKED = 1                  # being read, or read and not added yet
    TILE_LOADED = 2
    TILE_BAD = 3                    # damaged, or it cannot be joined to its neighbors: it is not asked for again

cdef cppclass TileStream:
    vector[double] focus            # meters, x and z of each point
    double distance                 # meters around each point within which tiles are loaded
    int64_t memory                  # bytes that loaded tiles may take
    int64_t loaded_bytes
    vector[uint8_t] states          # by tile of the index: TileState
    vector[uint8_t] is_wanted       # by tile of the index
    # Of the last call of choose_tiles:
    vector[int32_t] wanted          # nearest first
    vector[int32_t] to_read         # wanted ones that are away, nearest first
    vector[int32_t] to_drop         # loaded ones that are not wanted, farthest first
    int32_t starved                 # tiles within the distance that memory has no room for
    vector[int32_t] loaded          # in the order in which they were added

cdef int start_stream(const WorldIndex* world, TileStream* stream) except -1 nogil
# Tiles are wanted by the distance of their square from the nearest focus point, of equal ones the first of the index, until the next
# one exceeds the memory. A loaded tile stays within one tile's size more, so that a focus on the edge of the distance loads nothing
# again and again.
cdef int choose_tiles(const WorldIndex* world, TileStream* stream) except -1 nogil


cdef inline bint has_room(const WorldIndex* world, const TileStream* stream, int32_t tile) noexcept nogil:
    """May a tile that was read be added now? Others may have to be dropped first."""
    return stream.loaded_bytes + world.tiles[tile].memory <= stream.memory


# Is the tile at a place in the file, and not loaded yet?
cdef bint may_come(const WorldIndex* world, const TileStream* stream, const double* point) noexcept nogil
# The floor at a point as `locate` finds it on the loaded mesh. False where there is none, and beside loaded ground where the point's
# own may come.
cdef bint locate_loaded(const WorldIndex* world, const TileStream* stream, NavView nav, const double* point,
                        NearestPoly* out) noexcept nogil
# Are all tiles loaded, or all around two places? Then the loaded mesh has the way between them, as far as a box can tell.
cdef bint is_loaded_between(const WorldIndex* world, const TileStream* stream, const double* a, const double* b) noexcept nogil

# After the mesh has changed:
cdef int note_added(const WorldIndex* world, TileStream* stream, int32_t tile) except -1 nogil
cdef void note_dropped(const WorldIndex* world, TileStream* stream, int32_t tile) noexcept nogil
