"""Goal fields of any kind: the ways from everywhere to the nearest of some goals, found once. The ground decides which kind it is."""
from libc.stdint cimport int32_t, int64_t
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.cost_goal_field cimport CostGoalField
from navpy.query.exact_goal_field cimport ExactGoalField, GoalWay
from navpy.query.path cimport PathBuffer, PathOptions
from navpy.query.polyanya.flood_paths cimport FloodLegs
from navpy.query.wide_goal_field cimport WideGoalField

cdef enum GoalFieldKind:
    EXACT_FIELD = 0                 # by a flood over the navmesh
    WIDE_FIELD = 1                  # by a flood over a clearance map: the agent is wider than the bake
    COST_FIELD = 2                  # by a Dijkstra search: some ways cost more than others

cdef cppclass GoalField:
    int kind                        # GoalFieldKind: names the field among these
    ExactGoalField exact
    WideGoalField wide
    CostGoalField costs

cdef cppclass WayMemory:            # working memory of goal_way, one a thread
    WallSearch walls
    Path path

# True if some ways cost more than others. There, a field neither keeps an agent from walls nor leads to areas.
cdef bint costs_differ(NavView nav) noexcept nogil
# ``map``, here and below: of an agent that is wider than the bake, up to date with the graph; NULL: the agent is not. Begins a field.
# Goals without a polygon do not count, nor goals on a polygon that may not be walked on, nor goals without room for the agent; where
# none is left, the field has no goals. It is of this version of the graph and the map, and ends ``max_length`` meters from the goals.
cdef int begin_goal_field(NavView nav, const ClearanceMap* map, WallSearch* walls, const NearestPoly* goals, int32_t count,
                          double max_length, GoalField* field) except -1 nogil
# Likewise of goals that are polygons, or NO_POLY, where all ground costs the same.
cdef int begin_area_field(NavView nav, const PolyRef* polys, int32_t count, double max_length, GoalField* field) except -1 nogil
# Expands at most ``expansions`` nodes; −1: no limit. True if the field is complete.
cdef bint advance_goal_field(GoalField* field, int64_t expansions) except -1 nogil
cdef bint has_goals(const GoalField* field) noexcept nogil
# The way from a place. Any number of threads may ask at once, each with working memory of its own.
cdef int goal_way(NavView nav, const ClearanceMap* map, const GoalField* field, WayMemory* memory, const NearestPoly* at,
                  GoalWay* way) except -1 nogil
# Writes the path from out.start to its nearest goal, as find_path finds it, and its end into out.goal. Returns the goal's index among
# the given goals, −1 if there is no way. options.clearance is the map. ``legs``: of this field's paths, for
# one thread at a time.
cdef int32_t find_goal_path(NavView nav, const PathOptions* options, const GoalField* field, FloodLegs* legs, WideSearch* search,
                            PathBuffer* out) except? -2 nogil
# True if a way leads out of a polygon to a goal, or a goal is in it.
cdef bint is_reached(NavView nav, const ClearanceMap* map, const GoalField* field, PolyRef poly) noexcept nogil
# Bytes of memory that the field keeps.
cdef size_t field_bytes(const GoalField* field) noexcept nogil


cdef inline const ExactGoalField* flooded(const GoalField* field) noexcept nogil:
    """The field of a flood: over the navmesh, or over the pieces of a clearance map."""
    return &field.wide.pieces if field.kind == WIDE_FIELD else &field.exact


cdef inline int64_t nodes_searched(const GoalField* field) noexcept nogil:
    """How many nodes the flood expanded; of a field over costs: how many portals and links the search took."""
    return field.costs.searched if field.kind == COST_FIELD else flooded(field).search.searched


cdef inline int64_t nodes_kept(const GoalField* field) noexcept nogil:
    """How many of these the last change of the ground has left."""
    return 0 if field.kind == COST_FIELD else flooded(field).kept
