"""Goal fields for agents wider than the bake: a goal field over a clearance map, with the ways between the map and places that are
nearer to a wall than the radius."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.clearance.clearance_map cimport ClearanceMap
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.clearance.wide_path cimport WideSearch
from navpy.query.exact_goal_field cimport ExactGoalField, GoalWay
from navpy.query.polyanya.flood_paths cimport FloodLegs

cdef cppclass WideGoalField:
    ExactGoalField pieces           # over the pieces of the map; its goals are the places next to the goals
    vector[NearestPoly] goals       # as they were given
    vector[int32_t] goal_of         # by goal of `pieces` as it was given: index of the goal that the place is next to
    vector[double] off              # parallel, meters: from the place to the goal

# As begin_exact_field; the graph is uniform, and the map is up to date with it. Goals without room, and without a place with room
# nearby, do not count.
cdef int begin_wide_field(NavView nav, const ClearanceMap* map, WallSearch* walls, const NearestPoly* goals, int32_t count,
                          double max_length, WideGoalField* field) except -1 nogil
# The way from a place. Any number of threads may ask at once, each with working memory of its own.
cdef int wide_way(NavView nav, const ClearanceMap* map, const WideGoalField* field, WallSearch* walls, const NearestPoly* at,
                  GoalWay* way) except -1 nogil
# Writes the path from a place to its nearest goal, as find_path finds it to there with the same radius; returns the goal's index, −1
# if there is no way. ``legs``: of this field's paths, for one thread at a time.
cdef int32_t trace_wide_path(NavView nav, const ClearanceMap* map, const WideGoalField* field, FloodLegs* legs, WideSearch* search,
                             const NearestPoly* start, Path* out) except? -2 nogil
