"""NavMeshTile: the polygons of one tile as a bake makes them, before they are added to a NavMesh."""
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.tiles.tile_data cimport TileData

cdef class NavMeshTile:
    cdef TileData data
    cdef vector[OffMeshLink] directions  # of off-mesh links that begin on it, both of two-way links
