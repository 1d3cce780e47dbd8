"""Paths for agents that are wider than the mesh was baked for."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.corridor.astar cimport AStarSearch
from navpy.query.clearance.clearance_map cimport ClearanceMap, PiecePlace
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.piece_search cimport PieceSearch
from navpy.mesh.path_data cimport Path

cdef enum WideOutcome:
    WIDE_FOUND = 0
    WIDE_NO_ROOM_AT_START = 1       # no place nearby keeps the radius away from walls
    WIDE_NO_ROOM_AT_GOAL = 2
    WIDE_NO_WAY = 3                 # none that is wide enough

cdef struct EndPair:
    double distance                 # meters from both ends to the map
    int32_t start, goal             # index of their places

cdef cppclass WideSearch:           # working memory, one a thread, reused from search to search
    PolyanyaSearch exact
    AStarSearch corridor
    WallSearch starts, goals        # walls around the ends
    vector[PiecePlace] start_places, goal_places
    vector[EndPair] pairs
    PieceSearch pieces
    Path path                       # over pieces, by links of the map
    Path other                      # likewise, that may cost less
    vector[uint8_t] allowed         # by piece: not 0 where the other path may go without further penalties
    int64_t searched                # nodes that the last search took from its open lists
    vector[PolyRef] reached         # pieces

# The map is up to date with the mesh and the graph, and has the radius. From an end nearer to a wall, the path leads straight to the
# nearest place of the map with a path on, or comes straight from there. epsilon: meters that the path may deviate from the shortest
# path in the plan, but not towards walls, to have fewer points; below 0: no deviation. Flags of the path are not set.
cdef int find_wide_path(NavView nav, const ClearanceMap* map, WideSearch* search,
                        const NearestPoly* start, const NearestPoly* goal, double epsilon, Path* out) except -1 nogil
# Likewise to the reachable place nearest to a point in space; ``goal`` becomes this place.
cdef int find_wide_partial(NavView nav, const ClearanceMap* map, WideSearch* search,
                           const NearestPoly* start, const double* point, double epsilon, NearestPoly* goal, Path* out) except -1 nogil
# Steps shared with goal fields: a place of the map as a NearestPoly of its view; and the path between both places of a pair, by the
# path over pieces in search.path, written on the mesh.
cdef void start_on(const ClearanceMap* map, const PiecePlace* place, NearestPoly* out) noexcept nogil
cdef int write_path(const MeshView* mesh, const ClearanceMap* map, const WideSearch* search, const EndPair* pair,
                    const NearestPoly* start, const NearestPoly* goal, Path* out) except -1 nogil
