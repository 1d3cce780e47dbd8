"""Costs from one place to all others (Dijkstra 1959), and to many goals."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.corridor.astar cimport AStarSearch
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

cdef cppclass LengthSearch:             # working memory, one a thread, reused from search to search
    AStarSearch corridor
    PolyanyaSearch exact
    VisibilityGraph visibility
    Path path                           # that was found last

# By polygon: the least cost of the ways that enter it, infinite beyond max_cost; and the index in search.nodes of the last node of the
# cheapest way, for trace_nodes, −1 if there is none. ``points``: AT_CENTERS or AT_MIDPOINTS.
cdef int spread_costs(NavView nav, AStarSearch* search, const NearestPoly* start, int points, double max_cost, vector[double]* costs,
                      vector[int32_t]* nodes) except -1 nogil
# The cost of the best path, in the plan; infinite if there is none.
cdef double length_to(NavView nav, LengthSearch* search, const NearestPoly* start, const NearestPoly* goal) except -1.0 nogil
# Index of the goal whose path costs least, the lowest of equals; −1 if none can be reached. Goals without a polygon don't count.
cdef Py_ssize_t find_nearest_goal(NavView nav, LengthSearch* search, const NearestPoly* start, const NearestPoly* goals,
                                  Py_ssize_t count, double* length) except -2 nogil
