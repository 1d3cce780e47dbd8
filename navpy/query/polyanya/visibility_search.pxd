"""Polyanya on the visibility graph: from a vertex where the path turns, its visible vertices take the place of intervals."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.search_node cimport PolyanyaSearch, VertexNode

# Is a place on an edge of its polygon? A path along the edge, or through the polygons around a vertex, may end there, too.
cdef bint touches_border(const PortalGraph* graph, const NearestPoly* place) noexcept nogil
cdef bint has_least_g(const PolyanyaSearch* search, int32_t index) noexcept nogil           # of the vertex nodes at its vertex
cdef void prefetch_edges(const PolyanyaSearch* search) noexcept nogil       # of the next vertex node, while another one is expanded
cdef int expand_vertex_node(const PortalGraph* graph, PolyanyaSearch* search, int32_t index) except -1 nogil    # that has_least_g
cdef PolyRef seen_from(const PolyanyaSearch* search, const VertexNode* node) noexcept nogil     # the polygon where its vertex was seen
