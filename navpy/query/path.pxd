"""find_path: locates both ends, searches, pulls the path taut and says how it went. In one go, or a part at a time."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.corridor.astar cimport AStarSearch
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

cdef enum PathAlgorithm:
    ALGORITHM_AUTO = 0              # EXACT if all polygons cost the same, else CORRIDOR
    ALGORITHM_EXACT = 1             # Polyanya: the shortest path over all polygons
    ALGORITHM_CORRIDOR = 2          # A* and the funnel; where polygons cost differently, the path is then refined
    ALGORITHM_CENTERS = 3           # A*, then straight lines through the middles of the corridor's portals: for comparison

cdef struct PathOptions:
    int algorithm                   # PathAlgorithm
    int portal_points               # place where A* enters a portal: AT_CENTERS, AT_MIDPOINTS, AT_CLAMPED
    bint allow_partial              # true: a goal out of reach is replaced by the nearest point within reach
    const NearestPoly* floor        # under the start, where that is known; NULL: it is looked up
    bint start_anywhere             # true: a start off the mesh is replaced by the nearest point of the mesh
    int64_t max_searched            # nodes that may be taken from the open list
    double max_distance             # meters in space from the start; polygons that lie wholly beyond are not searched
    bint ends_at_limit              # with allow_partial: at max_searched, the path ends at the searched point nearest to the goal
    double radius                   # meters that the path keeps away from walls, beyond the radius of the mesh
    const ClearanceMap* clearance   # the map of `radius`; NULL if radius is 0
    bint with_entries               # true: the path has a point wherever it enters another polygon
    double epsilon                  # meters by which simplifying may move the path; below 0: the path is not simplified
    double height_error             # meters that a leg may be above or below the ground; infinite: no limit
    double max_length               # meters along the path after which it is cut off
    double max_radius               # meters around the start beyond which the path is cut off

cdef enum PathPhase:
    PHASE_OVER = 0
    PHASE_EXACT = 1
    PHASE_CORRIDOR = 2

cdef enum PathTarget:               # the point that a search leads to
    TARGET_GOAL = 0
    # in the goal's place: the nearest point of the start's island, which may turn out to be unreachable
    TARGET_NEAREST = 1
    TARGET_REACHABLE = 2            # in the goal's place: the reachable point nearest to it

cdef cppclass PathSearch:           # working memory, one a thread, reused from search to search
    AStarSearch corridor
    PolyanyaSearch exact
    VisibilityGraph visibility
    WideSearch wide
    vector[PolyRef] near            # polygons within max_distance
    vector[uint8_t] is_near         # by polygon: not 0 if it is in `near`
    int phase                       # PathPhase of the search under way
    int64_t searched                # nodes that this search took from the open list before its goal was replaced
    int target                      # PathTarget

cdef cppclass PathBuffer(Path):     # one search's answer, reused from search to search
    int status                      # PathStatusCode of a search that is over
    int reason                      # ReasonCode
    int algorithm                   # PathAlgorithm of the search; ALGORITHM_AUTO if no search was begun
    double off_by                   # meters: how far the end named by the reason is off the navmesh, else 0
    double start_off_by             # meters: how far the start is off the navmesh, where start_anywhere has replaced it; else 0
    double length                   # meters, along the points in space
    int64_t searched                # nodes taken from the open list
    bint one_island                 # true: start and goal are on one island
    double asked[6]                 # meters: start and goal as the caller gave them
    NearestPoly start               # where the search began
    NearestPoly goal                # where the path ends; of a partial path, the nearest reachable point
    vector[int32_t] point_kinds     # parallel to point_links: the kind of the link, −1: none

cdef PathOptions default_options() noexcept nogil
# The steps of find_path shared by other searches. place_ends comes first: true if both ends are on one island, else ``out`` tells the
# reason. note_kinds and finish_path complete a path that was found, of this status.
cdef bint place_start(NavView nav, const double* start, const double* goal, bint anywhere, PathBuffer* out) noexcept nogil
cdef bint place_start_by(NavView nav, const PathOptions* options, const double* start, const double* goal,
                         PathBuffer* out) noexcept nogil
cdef bint place_goal(NavView nav, const double* goal, PathBuffer* out) noexcept nogil          # after place_start
cdef bint place_ends(NavView nav, const double* start, const double* goal, PathBuffer* out) noexcept nogil
cdef int note_kinds(const MeshView* mesh, PathBuffer* out) except -1 nogil
cdef int finish_path(NavView nav, const PathOptions* options, int status, PathBuffer* out) except -1 nogil
cdef bint begin_path(NavView nav, const PathOptions* options, PathSearch* search, const double* start, const double* goal,
                     PathBuffer* out) except -1 nogil       # true: the search is finished
cdef bint advance_path(NavView nav, const PathOptions* options, PathSearch* search, int64_t expansions,
                       PathBuffer* out) except -1 nogil     # true: the search is finished
cdef int find_path(NavView nav, const PathOptions* options, PathSearch* search, const double* start, const double* goal,
                   PathBuffer* out) except -1 nogil         # PathStatusCode
