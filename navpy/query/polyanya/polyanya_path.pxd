"""The exact shortest path over a navmesh in the ground plane, by Polyanya (Cui, Harabor & Grastien 2017)."""
from libc.stdint cimport int32_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# Writes the best path of a search that is over; false if there is none. The path may cut a corner by graph.rounding times the ratio of two
# distances along the path.
cdef bint trace_polyanya(NavView nav, const PolyanyaSearch* search, const NearestPoly* start, const NearestPoly* goal,
                         Path* out) except -1 nogil
# Writes the way from a place back to the start of a flood that has reached it: by `node`, whose view shows the place after a turn at the
# half-edge `turn`, NO_TURN: straight. Returns the first node of the flood's path, −1 if that leads through none; then `end_trace` adds the
# start. The links of a flood over `reverse` are those that the way takes.
cdef int32_t trace_flood(NavView nav, const PolyanyaSearch* search, int32_t node, int32_t turn, const NearestPoly* from_,
                         Path* out) except? -2 nogil
cdef int end_trace(const NearestPoly* to, Path* out) except -1 nogil
# Finds the shortest path from start to goal over the edges and links that the graph leaves open; false if there is none. It is exact if all
# polygons cost the same (graph.uniform); a meter along a link counts as the cost of the link's area over the cost of the ground.
# ``visibility``: as for begin_polyanya.
cdef bint find_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, Path* out) except -1 nogil
