"""Off-mesh links: ways that lead from the surface to the surface through the air, such as jumps, drops and ladders."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh cimport OffMeshLink as LinkData
from navpy.mesh_data cimport MeshData

cdef int attach_links(MeshData* mesh) except -1 nogil           # finds the polygons of all links; labels the islands
cdef void follow_tile(MeshData* mesh, int32_t x, int32_t z) noexcept nogil      # … of those near a tile that has changed
cdef int read_link(link, double default_radius, vector[LinkData]* out) except -1     # appends one or both ways
cdef list list_links(const MeshData* mesh, size_t i)            # from the i-th way on, as navpy.OffMeshLink
