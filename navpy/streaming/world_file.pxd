"""The file of a streamed world, see docs/file-format.md: its tiles, then an index of them and the coarse graph.

Whoever has a file gives it as a ByteSource. Tiles may be read on any thread, each with its own RawTile."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport Fault
from navpy.streaming.world_index cimport WorldIndex

cdef enum:
    WORLD_HEADER = 128              # bytes before the first tile

cdef struct ByteSource:             # a file
    void* userdata
    # Reads bytes from an offset on; not 0: there are not so many, or they cannot be read. Any thread may call it.
    int (*read)(void* userdata, int64_t offset, int64_t size, uint8_t* out) noexcept nogil

cdef cppclass RawTile:              # a tile that was read, and working memory
    TileData data
    vector[OffMeshLink] directions  # of off-mesh links that begin on it
    vector[uint8_t] bytes
    vector[int32_t] scratch
    Fault fault
    const char* wrong               # what is wrong with the tile, b"": see fault; NULL: nothing
    bint is_unreadable              # what is wrong is that its bytes cannot be read

# Reads index and graph. wrong: NULL where they are sound, else what is wrong.
cdef int open_world(const ByteSource* source, WorldIndex* world, const char** wrong) except -1 nogil
# Reads and checks a tile: out.wrong tells whether it is sound.
cdef int read_world_tile(const ByteSource* source, const WorldIndex* world, int32_t index, RawTile* out) except -1 nogil

# Writing. 1. WORLD_HEADER bytes of any kind, and each tile by append_tile at the present end of the file.
# 2. sort_tiles: the index of a tile that is there twice, −1. 3. make_graph of graph_making, which reads the tiles again.
# 4. write_index gives the bytes for the file's end, and those that take the place of the first ones.
cdef int append_tile(WorldIndex* world, const TileData* tile, const vector[OffMeshLink]* directions, int64_t offset,
                     vector[uint8_t]* out) except -1 nogil
cdef int32_t sort_tiles(WorldIndex* world) except -2 nogil
cdef int write_index(const WorldIndex* world, int64_t offset, vector[uint8_t]* out, vector[uint8_t]* header) except -1 nogil
