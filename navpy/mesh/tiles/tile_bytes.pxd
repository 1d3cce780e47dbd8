"""A tile as bytes, see docs/file-format.md."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport Fault

cdef struct TileHead:               # of its bytes, little-endian: place, then counts
    int32_t x, z
    int32_t vertices
    int32_t polys
    int32_t corners
    int32_t detail                  # triangles

cdef cppclass ByteReader:           # the bytes left to read
    const uint8_t* at
    int64_t left

cdef uint64_t hash_bytes(const uint8_t* data, int64_t size) noexcept nogil
cdef int write_bytes(vector[uint8_t]* out, const void* data, int64_t size) except -1 nogil
cdef bint read_bytes(ByteReader* reader, void* out, int64_t size) noexcept nogil    # false: too few are left
cdef int write_tile(const TileData* tile, vector[uint8_t]* out) except -1 nogil
cdef bint skip_tile(ByteReader* reader, TileHead* head) noexcept nogil              # false: no sound tile's head
cdef int read_tile(ByteReader* reader, TileData* tile, vector[int32_t]* scratch, const char** wrong, Fault* fault) except -1 nogil
