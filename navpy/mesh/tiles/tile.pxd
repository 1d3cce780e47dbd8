"""NavMeshTile: the polygons of one tile as a bake makes them, before they are added to a NavMesh, and their bytes."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly
from navpy.mesh.topology cimport Fault

cdef enum:
    SIDE_NONE = -1                  # of an edge within the tile
    SIDE_COUNT = 4                  # 0 −x, 1 +z, 2 +x, 3 −z; opposite is (side + 2) % 4

cdef cppclass TileData:             # indices all count from the tile's own first
    int32_t x, z                    # tile coordinates
    int32_t component_count         # connected components of its polygons
    vector[double] vertices         # meters, 3 a vertex; in any order
    vector[Poly] polys
    vector[int32_t] corners
    vector[PolyRef] neighbors       # parallel to corners, within the tile
    vector[int32_t] twins           # parallel to corners, within the tile
    vector[int8_t] portals          # parallel to corners: side that the edge leads across, SIDE_NONE
    vector[int32_t] detail          # 3 vertices a triangle

cdef struct TileHead:               # of its bytes, little-endian: place, then counts
    int32_t x, z
    int32_t vertices
    int32_t polys
    int32_t corners
    int32_t detail                  # triangles

cdef cppclass ByteReader:           # the bytes left to read
    const uint8_t* at
    int64_t left

cdef void borrow_tile(TileData* tile, MeshView* view) noexcept nogil
cdef bint finish_tile(TileData* tile, bint flip, Fault* fault) except -1 nogil      # check and derive; false: a fault

cdef uint64_t hash_bytes(const uint8_t* data, int64_t size) noexcept nogil
cdef int write_bytes(vector[uint8_t]* out, const void* data, int64_t size) except -1 nogil
cdef bint read_bytes(ByteReader* reader, void* out, int64_t size) noexcept nogil    # false: too few are left
cdef int write_tile(const TileData* tile, vector[uint8_t]* out) except -1 nogil
cdef bint skip_tile(ByteReader* reader, TileHead* head) noexcept nogil              # false: no sound tile's head
cdef int read_tile(ByteReader* reader, TileData* tile, vector[int32_t]* scratch, const char** wrong, Fault* fault) except -1 nogil

cdef class NavMeshTile:
    cdef TileData data
    cdef vector[OffMeshLink] directions  # of off-mesh links that begin on it, both of two-way links
