"""Stages of a route: how far the loaded ground leads along it, and where on that gate a path is to end."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.streaming.world_index cimport WorldIndex

# Index of the last node of the route whose gate lies on a loaded tile and on the start's island; −1: there is none.
cdef int32_t last_loaded_stage(const WorldIndex* world, const MeshData* mesh, PolyRef start, const vector[int32_t]* nodes) noexcept nogil
# The place on the gate of a node, on the tile that it leaves, where the straight way from a place to the following part of the route crosses it.
cdef void aim_at_gate(const WorldIndex* world, const MeshData* mesh, const double* start, const double* target, const vector[int32_t]* nodes,
                      int32_t stage, double* out) noexcept nogil
