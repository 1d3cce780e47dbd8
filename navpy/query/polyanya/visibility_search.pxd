"""Polyanya on the visibility graph: from a vertex where the path turns, its visible vertices take the place of intervals."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.search_node cimport PolyanyaSearch, VertexNode

cdef enum:
    MANY_SIGHT_CHECKS = 24              # number of sight checks that cost about as much as a scan from the goal

# True if a place is on an edge of its polygon. A path to it may then also come along the edge, or through other polygons around a
# vertex.
cdef bint touches_border(const PortalGraph* graph, const NearestPoly* place) noexcept nogil
# True if the g of a vertex node is the least known for its vertex.
cdef bint has_least_g(const PolyanyaSearch* search, int32_t index) noexcept nogil
# The turns of a vertex node that ``expanded`` does not cover, the last expanded node at its vertex for the same g, −1: none.
# ``expanded`` becomes this node then.
cdef int32_t undominated_turns(const PortalGraph* graph, const PolyanyaSearch* search, int32_t index, int32_t* expanded) noexcept nogil
# Prefetches the edges of the vertex node at the top of the open list, while another node is expanded.
cdef void prefetch_edges(const PolyanyaSearch* search) noexcept nogil
# True if the straight line from a vertex in direction (gx, gy) to the goal crosses portals only. on_left: it passes the vertices that
# lie on it on their left. ``grazed`` becomes true if there are such vertices. search.vertices.sight_polys gets the polygons that it
# crosses.
cdef bint sees_along(const PortalGraph* graph, PolyanyaSearch* search, int32_t index, double gx, double gy, bint on_left,
                     bint* grazed) except -1 nogil
# Scans from the goal, in place of further sight checks; if too much is visible, the scan misses some of the vertices.
cdef int scan_from_goal(const PortalGraph* graph, PolyanyaSearch* search) except -1 nogil
# Expands a vertex node that has_least_g.
cdef int expand_vertex_node(const PortalGraph* graph, PolyanyaSearch* search, int32_t index) except -1 nogil
# The polygon in which the vertex of a vertex node was seen.
cdef PolyRef poly_of_sight(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil
