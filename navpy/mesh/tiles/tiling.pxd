"""Tiles added to a navmesh, replaced and removed, while the others stay as they are."""
from libc.stdint cimport int32_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.mesh.tiles.tile_data cimport TileData

cdef const char* tile_misfit(const MeshData* mesh, const TileData* tile) noexcept nogil     # why it does not fit; NULL: it fits
# in place of one at the same x and z; false: it cannot be stitched
cdef bint add_tile(MeshData* mesh, const TileData* tile) except -1 nogil
# as add_tile; those that cannot be stitched are left out
cdef int add_tiles(MeshData* mesh, const vector[TileData]& tiles) except -1 nogil
cdef int stitch_tiles(MeshData* mesh) except -1 nogil      # all tiles of a mesh whose tiles are placed only; attaches the links, too
# of the polygons that stitching has made concave or flat; −1: none
cdef int32_t first_nonconvex_tile(const MeshData* mesh) noexcept nogil
cdef int32_t join_tiles(MeshData* mesh) except -2 nogil     # both of these
# (x, z) on both sides of portals without a twin
cdef int find_unconnected(const MeshData* mesh, vector[pair[int32_t, int32_t]]* tiles) except -1 nogil
cdef int remove_tile(MeshData* mesh, int32_t index) except -1 nogil
