"""Finds the gates of tiles that are stitched to their neighbors."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.streaming.world_index cimport GateClasses, WorldGate, WorldIndex

cdef struct FoundGate:
    WorldGate gate
    GateClasses classes

# Appends the gates of a tile of the mesh on its sides +z and +x, and those of the links that begin on it. entries: by tile of the
# mesh, its index in the world.
cdef int find_gates(const WorldIndex* world, const MeshData* mesh, NavView nav, int32_t tile, const vector[int32_t]* entries,
                    vector[FoundGate]* out) except -1 nogil
