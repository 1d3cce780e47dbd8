"""Off-mesh links that come and go with tiles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef int remove_tile_links(MeshData* mesh, int32_t x, int32_t z) except -1 nogil     # of a removed tile; finds the islands, too
cdef int list_tile_links(const MeshData* mesh, int32_t x, int32_t z, vector[LinkData]* out) except -1 nogil
cdef int32_t add_tile_links(MeshData* mesh, const vector[LinkData]* directions) except -1 nogil    # of all tiles of a mesh
cdef int32_t replace_tile_links(MeshData* mesh, int32_t x, int32_t z, const vector[LinkData]* directions) except -1 nogil
