"""LoneTile: a mesh of one tile alone, for what ways inside it cost. Its polygons have the indices that they have in the tile."""
from libc.stdint cimport int32_t, int64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.query.dijkstra cimport LengthSearch
from navpy.streaming.route_costs cimport RouteCosts
from navpy.streaming.world_index cimport WorldIndex

cdef cppclass LoneTile:
    MeshData mesh
    PortalGraph graph
    LengthSearch search
    double factor                   # what a meter costs where the graph counts lengths alone, else 1

# An empty mesh with the world's measures.
cdef int start_world_mesh(const WorldIndex* world, MeshData* mesh) except -1 nogil
# costs NULL: ways are lengths.
cdef int make_lone_tile(const WorldIndex* world, const TileData* tile, const vector[OffMeshLink]* directions, const RouteCosts* costs,
                        shared_ptr[LoneTile]* out) except -1 nogil
# Bytes that the arrays of a mesh take for this tile, stitching excepted.
cdef int64_t memory_of(const LoneTile* lone) noexcept nogil
# Where a gate is on the tile. False: the tile has no such polygon.
cdef bint place_gate(const WorldIndex* world, const LoneTile* lone, int32_t tile, int32_t gate, NearestPoly* out) noexcept nogil
# Cost of the cheapest way inside the tile, meters in the plan times what they cost; infinite without.
cdef double way_inside(LoneTile* lone, const NearestPoly* start, const NearestPoly* goal) except -1.0 nogil
# The ways inside the tile between a place and each of its gates, in their order: from the place, or to it.
cdef int measure_ways(const WorldIndex* world, LoneTile* lone, int32_t tile, const NearestPoly* place, bint to_place,
                      vector[double]* out) except -1 nogil
