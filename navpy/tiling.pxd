"""Tiles that come to a navmesh and leave it while others stay as they are, and the links that follow them."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh_data cimport MeshData
from navpy.tile cimport TileData

cdef const char* why_not(const MeshData* mesh, const TileData* tile) noexcept nogil     # why it does not fit; NULL: it does
cdef int put_tile(MeshData* mesh, const TileData* tile) except -1 nogil         # it fits; one in its place goes
cdef int put_tiles(MeshData* mesh, const vector[const TileData*]* tiles) except -1 nogil    # into a mesh without any
cdef int take_tile(MeshData* mesh, int32_t index) except -1 nogil
cdef int attach_links(MeshData* mesh) except -1 nogil       # all of them, and the islands
