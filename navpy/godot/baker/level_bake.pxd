"""The bake of a level, or of its changed tiles, as jobs of a worker thread."""
from libc.stdint cimport int64_t
from navpy.godot.baker.bake_job cimport BakeJob

cdef struct TileGrid:               # meters
    double x, z                     # where the tile (0, 0) begins
    double side
    double reach                    # how far geometry affects a tile
    int64_t low_x, low_z, end_x, end_z      # the tiles that the level may have

cdef class LevelBake(BakeJob):
    cdef list parts                 # Part, of a SourceGeometry
    cdef dict settings              # arguments of BakeSettings; of OutlineSource in the plane
    cdef list volumes               # in the plane (outline, area id, whether the navmesh keeps the agent's radius from it)
    cdef list layer_masks           # NavMeshData.layer_masks: of the navmesh before, then of the result
    cdef list area_costs            # by area id; areas beyond its end cost 1
    cdef object bounds              # (low, high) of the level, None: the geometry's
    cdef object navmesh             # NavMesh, the result
    cdef list warnings
    cdef bint builds_index          # the navmesh gets a path index; the bake itself is the first half of the progress then

cdef class OutlineBake(LevelBake):          # of a two-dimensional level
    pass

cdef class TileBake(LevelBake):     # `navmesh` is the NavMesh whose tiles are replaced; afterwards its copy, where is_shared
    cdef list boxes                 # (low, high), meters, in which the level has changed
    cdef set tile_coords            # (x, z) of the tiles to bake; None: those near the boxes
    cdef set baked_coords           # (x, z) of tiles that were baked for the same change before
    cdef list tiles                 # (x, z, NavMeshTile), or None in its place where no floor is left
    cdef bint is_shared             # others use the NavMesh, too: tiles are replaced in a copy
    cdef TileGrid grid              # of the level
    cdef object source              # BakeSource or OutlineSource; None: there is no geometry
    cdef int choose_tiles(self) except -1
    cdef int open_source(self) except -1            # fills in grid and source
    cdef object baked_tile(self, int64_t x, int64_t z)         # NavMeshTile, None: no floor
    cdef int replace_tiles(self, navmesh) except -1
    cdef set unconnected_tiles(self)

cdef class OutlineTileBake(TileBake):       # of a two-dimensional level
    pass

cdef int set_costs(navmesh, list costs) except -1       # costs: by area id
