"""Paths for agents that are wider than the mesh was baked for."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.portals cimport PortalGraph
from navpy.query.astar cimport Search
from navpy.query.clearance_map cimport ClearanceMap, Place
from navpy.query.cone_view cimport ExactSearch
from navpy.query.near_walls cimport WallSearch

cdef enum WideOutcome:
    WIDE_FOUND = 0
    WIDE_NO_ROOM_AT_START = 1       # no place nearby keeps the radius away from walls
    WIDE_NO_ROOM_AT_GOAL = 2
    WIDE_NO_WAY = 3                 # none that is wide enough

cdef struct EndPair:
    double distance                 # metres from both ends to the map
    int32_t start, goal             # index of their places

cdef cppclass WideSearch:           # working memory, one a thread, reused from search to search
    ExactSearch exact
    Search corridor
    WallSearch starts, goals        # what is around the ends
    vector[Place] start_places, goal_places
    vector[EndPair] pairs
    vector[PolyRef] piece_corridor
    vector[int32_t] piece_entries
    vector[double] piece_points
    vector[PolyRef] point_pieces
    vector[int32_t] piece_links

# The map is up to date with the mesh and the graph, and tells the radius. From an end that is nearer to a wall than that, the path
# leads straight to the nearest place that is not and from which there is a way, or comes straight from there.
cdef int find_wide_path(const MeshView* mesh, const PortalGraph* graph, const ClearanceMap* map, WideSearch* search,
                        const Location* start, const Location* goal, vector[PolyRef]* corridor, vector[int32_t]* entries,
                        vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
