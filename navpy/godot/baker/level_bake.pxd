"""The bake of a level, or of its changed tiles, as jobs of a worker thread."""
from navpy.godot.baker.bake_job cimport BakeJob

cdef class LevelBake(BakeJob):
    cdef list parts                 # Part, of a SourceGeometry
    cdef dict settings              # arguments of BakeSettings
    cdef list volumes
    cdef list layer_masks           # NavMeshData.layer_masks: of the navmesh before, then of the result
    cdef list area_costs            # by area id; areas beyond its end cost 1
    cdef object bounds              # (low, high) of the level, None: those of the geometry
    cdef object navmesh             # NavMesh, the result
    cdef list warnings

cdef class OutlineBake(LevelBake):          # of a two-dimensional level
    cdef list traversable, obstructions     # outlines: lists of points (x, y), meters
    cdef list areas                 # (outline, area id)
    cdef double agent_radius        # meters

cdef class TileBake(LevelBake):     # `navmesh` is the NavMesh whose tiles are replaced; afterwards its copy, where is_shared
    cdef list boxes                 # (low, high), meters, in which the level has changed
    cdef set tile_coords            # (x, z) of the tiles to bake; None: those near the boxes
    cdef set baked_coords           # (x, z) of tiles that were baked for the same change before
    cdef list tiles                 # (x, z, NavMeshTile), or None in its place where no floor is left
    cdef bint is_shared             # others use the NavMesh, too: tiles are replaced in a copy
    cdef int replace_tiles(self, navmesh) except -1
    cdef set unconnected_tiles(self)

cdef int set_costs(navmesh, list costs) except -1       # costs: by area id
