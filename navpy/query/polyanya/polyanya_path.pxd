"""The exact shortest path over a navmesh in the ground plane, by Polyanya (Cui, Harabor & Grastien 2017)."""
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.polyanya.search_node cimport PolyanyaSearch, SearchNode
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# Writes the best path of a search that is over; false if there is none. The path may cut a corner by graph.rounding times the ratio of
# two distances along the path.
cdef bint trace_polyanya(NavView nav, const PolyanyaSearch* search, const NearestPoly* start, const NearestPoly* goal,
                         Path* out) except -1 nogil
# Also for other writers of paths of such nodes. Where the path from a link node's root to `place` lands from the link, and where it
# enters the link; that becomes `place`.
cdef void trace_link(const MeshView* mesh, const SearchNode* node, Vec2* place, double* land, double* leave) noexcept nogil
# Drops points without a bend, except at links, and points that repeat the previous point.
cdef int drop_straight_points(Path* path) except -1 nogil
# Finds the shortest path from start to goal over the edges and links that the graph leaves open; false if there is none. It is exact
# if all polygons cost the same (graph.uniform); a meter along a link counts as the cost of the link's area over the cost of the
# ground. ``visibility``: as for begin_polyanya.
cdef bint find_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, Path* out) except -1 nogil
