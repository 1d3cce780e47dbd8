"""Stages of a route: how far the loaded ground leads along it, and where on that gate a path is to end."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.streaming.world_index cimport WorldIndex

# Index of the node up to which all tiles of the route are loaded, from the start's tile on; of a start on none of its tiles, from the
# stage before on. The number of nodes: all are, the goal's too. −1: the start is not on the route.
cdef int32_t last_loaded_stage(const WorldIndex* world, const MeshData* mesh, PolyRef start, const vector[int32_t]* nodes,
                               int32_t before) noexcept nogil
# Likewise of a route that begins at the start: from its first node on. So all ways up to there are those of the route, whatever a
# filter closes.
cdef int32_t loaded_from_begin(const WorldIndex* world, const MeshData* mesh, const vector[int32_t]* nodes) noexcept nogil
# The place on the gate of a node, on the tile that it leaves, where the straight way from a place to the following part of the route
# crosses it.
cdef void aim_at_gate(const WorldIndex* world, const MeshData* mesh, const double* start, const double* target,
                      const vector[int32_t]* nodes, int32_t stage, double* out) noexcept nogil
