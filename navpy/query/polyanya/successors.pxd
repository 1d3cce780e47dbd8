"""The successors of a search node of Polyanya: observable successors are seen from its root, non-observable ones from an end of its
interval where the path turns. Root history and cul-de-sacs prune them."""
from libc.stdint cimport int32_t
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.expansion cimport Expansion, IntervalEnd
from navpy.query.polyanya.search_node cimport PolyanyaSearch, VertexNode

# Pushes the node that new_node has written behind the used nodes; its interval lies on the edge from (right_x, right_y) to (left_x,
# left_y).
cdef int push_node(const PortalGraph* graph, PolyanyaSearch* search, double right_x, double right_y, double left_x,
                   double left_y) except -1 nogil
# Pushes a vertex node. h: meters from the vertex to the goal in a straight line.
cdef int push_vertex_node(PolyanyaSearch* search, const VertexNode* node, double h) except -1 nogil
cdef bint may_turn(PolyanyaSearch* search, const Expansion* node, IntervalEnd* end, bint leftwards) except -1 nogil
cdef double reach_end(PolyanyaSearch* search, const Expansion* node, IntervalEnd* end, const HalfEdge* half_edge,
                      int32_t index) except? -1.0 nogil
cdef bint is_dominated(const PortalGraph* graph, const Expansion* node, const HalfEdge* right, const HalfEdge* left, double by_right,
                       double by_left) noexcept nogil
# push_all and push_successors push successors on ``edges`` edges of the polygon, counter-clockwise from the half-edge ``corner`` on.
cdef int push_all(const PortalGraph* graph, PolyanyaSearch* search, const Expansion* node, int32_t corner,
                  int32_t edges) except -1 nogil
cdef int push_successors(const PortalGraph* graph, PolyanyaSearch* search, Expansion* node, int32_t corner,
                         int32_t edges) except -1 nogil
# A view enters a polygon: a flood notes a window, a search whose goal is there a path. True: no better path leads on from there.
cdef bint enter_poly(NavView nav, PolyanyaSearch* search, const Expansion* node) except -1 nogil
cdef bint note_full_view(PolyanyaSearch* search, const Expansion* node) except -1 nogil
