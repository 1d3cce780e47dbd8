"""Paths for agents that are wider than the mesh was baked for."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.corridor.astar cimport AStarSearch
from navpy.query.clearance.clearance_map cimport ClearanceMap, Place
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.clearance.local_search cimport LocalSearch
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.mesh.path_data cimport Path

cdef enum WideOutcome:
    WIDE_FOUND = 0
    WIDE_NO_ROOM_AT_START = 1       # no place nearby keeps the radius away from walls
    WIDE_NO_ROOM_AT_GOAL = 2
    WIDE_NO_WAY = 3                 # none that is wide enough

cdef struct EndPair:
    double distance                 # metres from both ends to the map
    int32_t start, goal             # index of their places

cdef cppclass WideSearch:           # working memory, one a thread, reused from search to search
    PolyanyaSearch exact
    AStarSearch corridor
    WallSearch starts, goals        # what is around the ends
    vector[Place] start_places, goal_places
    vector[EndPair] pairs
    LocalSearch local
    Path path                       # over pieces, by links of the map
    Path other                      # likewise, that may cost less
    vector[int32_t] links           # indices of all links of the map
    vector[uint8_t] allowed         # by piece: not 0 where the other path might go without more penalties
    int64_t searched                # nodes that the last search took from its open lists
    vector[PolyRef] reached         # pieces

# The map is up to date with the mesh and the graph, and tells the radius. From an end that is nearer to a wall than that, the path
# leads straight to the nearest place that is not and from which there is a way, or comes straight from there. epsilon: metres that
# the path may be off the shortest one in the plan, and none nearer to walls, for having fewer points; below 0: it stays as it is.
# Of the path's vectors, flags are left alone.
cdef int find_wide_path(NavView nav, const ClearanceMap* map, WideSearch* search,
                        const NearestPoly* start, const NearestPoly* goal, double epsilon, Path* out) except -1 nogil
# Likewise to the place nearest to a point in space, of all that keep the radius and that one can get to; ``goal`` becomes it.
cdef int find_wide_partial(NavView nav, const ClearanceMap* map, WideSearch* search,
                           const NearestPoly* start, const double* point, double epsilon, NearestPoly* goal, Path* out) except -1 nogil
