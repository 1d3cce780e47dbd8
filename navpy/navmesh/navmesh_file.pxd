"""A navmesh as bytes: its tiles as they were added, its links and costs, a path index; see docs/file-format.md."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.base.parallel cimport Runner
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.path_index cimport PathIndex

# index: NULL: none is written.
cdef int write_mesh(const MeshData* mesh, const PortalGraph* graph, const PathIndex* index, vector[uint8_t]* out) except -1 nogil
# ValueError: what is wrong with the bytes. The graph is packed without rules. Returns what is wrong with the path index alone, which
# is left out then, or None.
cdef str read_mesh(const uint8_t* data, int64_t size, MeshData* mesh, PortalGraph* graph, PathIndex* index, const Runner* runner)
