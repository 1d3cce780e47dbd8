"""A tile with its off-mesh links as bytes that stand alone: what `NavMeshTile.to_bytes` gives, see docs/file-format.md."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport Fault

cdef struct StoredHead:             # little-endian; no padding
    uint8_t magic[8]
    uint64_t format
    uint64_t checksum               # of all that follows

# appends
cdef int write_stored_tile(const TileData* tile, const vector[OffMeshLink]* directions, vector[uint8_t]* out) except -1 nogil
# wrong: NULL where the bytes are sound, else what is wrong with them; b"" where the fault says so. scratch: reused from tile to tile.
cdef int read_stored_tile(const uint8_t* data, int64_t size, TileData* tile, vector[OffMeshLink]* directions, vector[int32_t]* scratch,
                          const char** wrong, Fault* fault) except -1 nogil
