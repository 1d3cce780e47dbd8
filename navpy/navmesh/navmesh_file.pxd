"""A navmesh as bytes: its tiles as they were added, its links and costs; see docs/file-format.md."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.base.parallel cimport Runner
from navpy.mesh.half_edges cimport PortalGraph

cdef int write_mesh(const MeshData* mesh, vector[uint8_t]* out) except -1 nogil
# ValueError: what is wrong with the bytes. The graph is packed without rules.
cdef int read_mesh(const uint8_t* data, int64_t size, MeshData* mesh, PortalGraph* graph, const Runner* runner) except -1
