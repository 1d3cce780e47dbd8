"""Costs from one place to all others (Dijkstra 1959), and to many goals."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.corridor.astar cimport Search
from navpy.query.polyanya.successors cimport ExactSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

cdef cppclass LengthSearch:             # working memory, one a thread, reused from search to search
    Search search
    ExactSearch exact
    VisibilityGraph sights
    vector[PolyRef] corridor            # of the path found last, and what it consists of
    vector[int32_t] entries
    vector[double] points
    vector[PolyRef] point_polys
    vector[int32_t] point_links

# By polygon: the least cost of the ways that enter it, infinite beyond max_cost; and index in search.nodes of the last node of the
# cheapest one, for trace_nodes, −1 where there is none. ``points``: AT_CENTERS or AT_MIDPOINTS.
cdef int spread_costs(NavView nav, Search* search, const NearestPoly* start, int points,
                      double max_cost, vector[double]* costs, vector[int32_t]* nodes) except -1 nogil
# What the best path costs, in the plan; infinite where there is none.
cdef double length_to(NavView nav, LengthSearch* search, const NearestPoly* start,
                      const NearestPoly* goal) except -1.0 nogil
# Index of the goal whose path costs least, the lower one of equals; −1 where none can be reached. Goals without a polygon are none.
cdef Py_ssize_t find_nearest_goal(NavView nav, LengthSearch* search, const NearestPoly* start,
                                  const NearestPoly* goals, Py_ssize_t count, double* length) except -2 nogil
