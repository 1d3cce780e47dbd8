"""Goals that many agents share: where searches to a goal have cost as much as a flood from it would, a goal field takes their
place."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.walkable cimport WalkableArea
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.goal_field cimport GoalField
from navpy.query.path cimport PathBuffer, PathOptions
from navpy.query.polyanya.flood_paths cimport FloodLegs

cdef enum:
    MOST_SHARED_GOALS = 16          # known at once: a goal with more than one part in 17 of the searches' cost is always among them

cdef cppclass SharedGoal:
    double target[3]                # meters, as the agents gave it
    const PortalGraph* graph        # that the searches went over
    # of agents that keep away from walls; it borrows the graph's mesh; NULL: they keep none of their radius
    const ClearanceMap* map
    int32_t slot                    # of the agent that asked last
    NearestPoly goal                # where the target is on the navmesh
    int64_t searches                # that were made
    int64_t cost                    # nodes of these searches
    int64_t credit                  # nodes: their cost, less the later cost of goals that are not known; 0: the goal is forgotten
    int64_t waiting                 # requests in the queue of this step
    int64_t flood_cost              # nodes that a flood opens, about; 0: not counted yet
    int64_t flooded                 # nodes that the field has opened
    uint8_t has_field               # a field was begun
    uint8_t is_complete             # the flood is over
    FloodLegs legs                  # of its paths
    shared_ptr[GoalField] field     # over the graph, or the map. NULL where has_field: of a state that was loaded

cdef cppclass SharedGoals:          # of a crowd
    vector[SharedGoal] goals
    int64_t expected                # agents without a path that the caller is about to send to a target
    int64_t flood_left              # nodes that floods may open until this is set again
    int64_t fields                  # made so far
    int32_t island                  # the island counted last
    int64_t island_edges            # its half-edges; 0: none was counted
    double island_extent            # square meters of the rectangle around it

# The goal of requests to a target over a graph and a map; NULL: it is not known.
cdef SharedGoal* find_shared_goal(SharedGoals* all, const double* target, const PortalGraph* graph,
                                  const ClearanceMap* map) noexcept nogil
# True if a goal field may give the paths of such searches.
cdef bint can_share(NavView nav, const PathOptions* options) noexcept nogil
# Writes the path by the goal's field; false: there is no field that is complete, and the path is to be searched. ``spent`` counts the
# nodes of the flood, and the polygons of the path.
cdef bint find_shared_path(SharedGoals* all, NavView nav, const PathOptions* options, WideSearch* wide, const double* start,
                           const double* target, int32_t slot, int64_t* spent, PathBuffer* out) except -1 nogil
# Notes what a search for a request has cost, in nodes.
cdef int note_search(SharedGoals* all, NavView nav, const PathOptions* options, const double* target, int32_t slot,
                     const PathBuffer* found, int64_t cost) except -1 nogil
# Half-edges of the mesh that an exact search without landmarks opens, about, by the path found: the same for any order of tiles.
cdef int64_t count_searched(SharedGoals* all, NavView nav, const PathBuffer* found) noexcept nogil
# After the searches of a step: nobody waits any more, as far as is known.
cdef void forget_waiting(SharedGoals* all) noexcept nogil
# The navmesh is another.
cdef void forget_goals(SharedGoals* all) noexcept nogil
# The navmesh has changed. Its own goals with a field begin their floods again; unchanged ground is not flooded anew, but counts.
cdef int begin_again(SharedGoals* all, const MeshView* mesh) except -1 nogil
# The rules of filters have changed, or graphs and maps are freed: goals over others than the mesh's own graph are forgotten.
cdef void forget_filtered_goals(SharedGoals* all, const MeshView* mesh) noexcept nogil
# Another crowd's state takes the place of `former`: fields of both that have come equally far are kept.
cdef int keep_fields(SharedGoals* all, const vector[SharedGoal]* former) except -1 nogil


cdef inline const ClearanceMap* clearance_of(const WalkableArea* walkable) noexcept nogil:
    """The map that searches in an area go over, NULL: none."""
    return &walkable.clearance_map if walkable != NULL and walkable.has_clearance_map else NULL
