"""OutlineSource: a two-dimensional level as the bake takes it, for callers that fill in outlines themselves."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Runner
from navpy.baking.outlines.stages cimport Bake
from navpy.baking.outlines.tile_bake cimport Tiling
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.navmesh.navmesh cimport NavMesh

cdef class OutlineSource:
    cdef Bake bake                  # its outlines in their own unit, until they are complete
    cdef Tiling tiling
    cdef double agent_radius, corner_error, tile_size       # in the outlines' unit
    cdef bint has_floor
    cdef int read(self, traversable, obstructions, areas) except -1
    cdef int complete(self) except -1                       # there will be no more outlines
    cdef bint choose_unit(self) noexcept nogil
    cdef int snap_outlines(self) except -1 nogil
    # how far outlines affect a tile, where bounds were given; in the outlines' unit
    cdef double reach(self) noexcept nogil
    cdef NavMesh mesh(self, const Runner* runner, progress)
    cdef NavMesh whole(self, progress)
    cdef NavMesh in_tiles(self, const Runner* runner, progress)
    cdef list row_of_tiles(self, int32_t z, const Runner* runner)
    cdef int open_all_tiles(self) except -1
    cdef int open_tiles(self, int32_t x, int32_t z, int32_t columns, int32_t rows) except -1   # those that `tile` will be called with
    cdef NavMeshTile tile(self, int32_t x, int32_t z)
