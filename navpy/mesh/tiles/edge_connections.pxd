"""Borders of parts of a navmesh that nearly meet, connected by links or by the ground between them."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData

# ends: by part, the polygon after its last; joins: by part, not 0 where its edges may be connected. Finds the islands, too.
cdef int connect_edges(MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                       int32_t id) except -1 nogil
# Appends the corners of polygons, four each, between such borders.
cdef int list_ground_between(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                             vector[double]* corners) except -1 nogil
