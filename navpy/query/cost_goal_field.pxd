"""A goal field over ground of several costs: the cheapest ways from everywhere to the cheapest of some goals, by one Dijkstra search
from the goals over the middles of portals, against the ways."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.exact_goal_field cimport GoalWay
from navpy.query.reversed_nav cimport ReversedNav

cdef struct CostStep:               # of a portal or link: the rest of the way from its point
    double cost                     # meters times what they cost; infinite: there is no way
    int32_t next                    # the portal or link that follows, or at_goal: the way ends

cdef cppclass CostGoalField:
    vector[CostStep] steps          # by half-edge of the portal that is crossed, then by link
    vector[NearestPoly] goals       # that may be walked on
    vector[int32_t] given           # parallel: index among the goals that were given
    double max_cost
    int64_t searched                # portals and links taken from the open list
    IndexedHeap open_list           # portals and links by their cost
    ReversedNav reversed            # lists links by the polygon where they land

# Finds a field. Goals without a polygon do not count, nor goals on a polygon that may not be walked on. The field is of this version
# of the graph, and knows no ways that cost more than ``max_cost``.
cdef int find_cost_field(NavView nav, const NearestPoly* goals, int32_t count, double max_cost, CostGoalField* field) except -1 nogil
# Writes the path from a place to the goal that costs least, and its end; returns the goal's index among the given goals, −1 if there
# is no way. As with find_path, its corridor is the cheapest by way of one point a portal, and the path the cheapest within the
# corridor.
cdef int32_t trace_cost_path(NavView nav, const CostGoalField* field, const NearestPoly* start, NearestPoly* end,
                             Path* out) except? -2 nogil
# The way of that path; its length is its cost, in meters of the cheapest ground. ``path`` gets the points.
cdef int cost_way(NavView nav, const CostGoalField* field, const NearestPoly* at, Path* path, GoalWay* way) except -1 nogil
# True if a way leads out of a polygon to a goal, or a goal is in it.
cdef bint has_cost_way(NavView nav, const CostGoalField* field, PolyRef poly) noexcept nogil
cdef size_t cost_field_bytes(const CostGoalField* field) noexcept nogil
