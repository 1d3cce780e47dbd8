"""The bake of a level, and of those of its tiles that have changed, as jobs of a worker thread."""
from navpy.godot.baker.bake_job cimport BakeJob

cdef class LevelBake(BakeJob):
    cdef list parts                 # of SourceGeometry
    cdef dict settings
    cdef list volumes
    cdef list area_costs
    cdef object bounds              # of the level, None: those of the geometry
    cdef object navmesh             # the result
    cdef list warnings

cdef class TileBake(LevelBake):     # `navmesh` is the mesh to change, `copied` its copy
    cdef list boxes                 # (low, high), meters, in which the level has changed
    cdef set places                 # (x, z) of the tiles to bake
    cdef set baked_before           # of those that this change had baked already
    cdef list tiles                 # (x, z, NavMeshTile or None where there is no floor)
    cdef bint is_shared             # others have the mesh, too: a copy is changed
    cdef int exchange(self, navmesh) except -1
    cdef set left_to_bake(self)

cdef int set_costs(navmesh, list costs) except -1       # by area id
