"""Tiles that come to a navmesh and leave it while others stay as they are."""
from libc.stdint cimport int32_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.mesh.tiles.tile cimport TileData

cdef const char* tile_misfit(const MeshData* mesh, const TileData* tile) noexcept nogil     # why it does not fit; NULL: it does
cdef bint add_tile(MeshData* mesh, const TileData* tile) except -1 nogil        # one in its place goes; false: it cannot be joined
cdef int add_tiles(MeshData* mesh, const vector[TileData]& tiles) except -1 nogil      # as add_tile, those that can be joined
cdef int stitch_tiles(MeshData* mesh) except -1 nogil      # those that were only placed so far, and the links
cdef int32_t first_nonconvex_tile(const MeshData* mesh) noexcept nogil       # that joining has made concave or flat, −1
cdef int32_t join_tiles(MeshData* mesh) except -2 nogil     # both
cdef int find_unconnected(const MeshData* mesh, vector[pair[int32_t, int32_t]]* tiles) except -1 nogil    # (x, z) on both sides
cdef int remove_tile(MeshData* mesh, int32_t index) except -1 nogil
