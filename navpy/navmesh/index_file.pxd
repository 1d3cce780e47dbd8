"""The path index in a navmesh file, see docs/file-format.md."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.path_index cimport PathIndex
from navpy.mesh.tiles.mesh_data cimport MeshData

# Appends an index of the mesh. order: its tiles in the order of the file.
cdef int write_path_index(const MeshData* mesh, const PortalGraph* graph, const PathIndex* index, const vector[int32_t]* order,
                          vector[uint8_t]* out) except -1 nogil
# Reads the index of a mesh whose tiles are in the order of the file. Returns what is wrong with it, and the index is empty then; else
# NULL.
cdef const char* read_path_index(const uint8_t* data, int64_t size, const MeshData* mesh, const PortalGraph* graph,
                                 PathIndex* out) except? NULL nogil
