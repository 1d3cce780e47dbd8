"""Stitching: along the line between two tiles, portal edges that lie on each other become edges that the tiles share."""
from libc.stdint cimport int32_t
from navpy.core cimport PolyRef
from navpy.mesh_data cimport MeshData

cdef enum:
    MAX_PORTALS = 2048              # of a tile on one side

cdef int stitch(MeshData* mesh, int32_t low, int32_t high, int side) except -1 nogil    # side of `low` that `high` is on: 1 or 2
cdef int unstitch(MeshData* mesh, int32_t tile, int side) except -1 nogil       # back to how the tile was made; then share_vertices
cdef PolyRef first_bent(const MeshData* mesh, int32_t tile) noexcept nogil      # NO_POLY: none
cdef void share_vertices(MeshData* mesh, int32_t tile, int side) noexcept nogil
