"""A navmesh as bytes: its tiles as they were put in, its links and costs; see docs/file-format.md."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh_data cimport MeshData

cdef int write_mesh(const MeshData* mesh, vector[uint8_t]* out) except -1 nogil
cdef int read_mesh(const uint8_t* data, int64_t size, MeshData* mesh) except -1        # ValueError: what is wrong
