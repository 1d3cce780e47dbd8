"""Places at which routes begin and end: the tile and polygon under them, and the ways between them and the gates of that tile."""
from libc.stdint cimport int32_t, uint8_t
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.streaming.coarse_search cimport CoarseEnd, CoarsePlace
from navpy.streaming.route_costs cimport RouteCosts
from navpy.streaming.world_file cimport RawTile
from navpy.streaming.world_index cimport WorldIndex

cdef enum:
    MOST_CANDIDATES = 9             # the tile at a place, and those around it

# The tiles on which a place may lie, the one at the place first; returns their number.
cdef int list_candidates(const WorldIndex* world, const double* point, int32_t* out) noexcept nogil
# Is a place on the floor straight below a point? Then no other tile has one that is nearer.
cdef bint is_straight_below(const CoarseEnd* end, const double* point) noexcept nogil
# The place on a tile that was read; false: it is on no polygon of it. is_goal: ways lead to the place.
cdef bint place_in_tile(const WorldIndex* world, const RouteCosts* costs, int32_t tile, const RawTile* raw, const double* point,
                        bint is_goal, CoarsePlace* out) except -1 nogil
# The place at a point of the loaded mesh.
cdef int place_on_mesh(const WorldIndex* world, const RouteCosts* costs, const MeshData* mesh, const NearestPoly* at, bint is_goal,
                       CoarsePlace* out) except -1 nogil
# Cost of the way between two places on one tile that stays on it; infinite without. The tile was read, or it is loaded.
cdef double direct_in_tile(const WorldIndex* world, const RouteCosts* costs, const RawTile* raw, const CoarsePlace* start,
                           const CoarsePlace* goal) except -1.0 nogil
# The index in the mesh of a tile of the world, −1: it is not loaded.
cdef int32_t loaded_tile(const WorldIndex* world, const MeshData* mesh, int32_t tile) noexcept nogil
cdef int copy_loaded(const MeshData* mesh, int32_t tile, RawTile* out) except -1 nogil         # of the mesh's tile, as it was read
