"""Borders of parts of a navmesh that nearly meet, connected by links or by the ground between them."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.tiles.mesh_data cimport MeshData

cdef struct Ground:
    double corners[4][3]
    int32_t poly                # beside it: its owner, area and flags are those of this polygon

# ends: by part, the polygon after its last; joins: by part, not 0 where its edges may be connected. Finds the islands, too.
cdef int connect_edges(MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                       int32_t id) except -1 nogil
# Lists the ground between edges that connect_edges would connect, ordered by poly. Edges that touch or overlap have none, nor have
# those whose ground would lie on another's.
cdef int list_seams(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins, double margin,
                    vector[Ground]* out) except -1 nogil
# Lists the ground between such borders, ordered by poly: where they are as far apart as both parts keep from their outlines, whose
# radii these are.
cdef int list_ground_between(const MeshData* mesh, const vector[int32_t]* ends, const vector[uint8_t]* joins,
                             const vector[double]* radii, vector[Ground]* out) except -1 nogil
