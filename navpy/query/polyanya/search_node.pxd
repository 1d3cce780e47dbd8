"""The nodes of Polyanya (Cui, Harabor & Grastien 2017) and the working memory of a search.

A search node (I, r) is an interval I on an edge and a root r, the point where the path turned last; all of I is visible from r. Its g
value is the length of the path to the root, its f value a lower bound of the length by way of the interval to the goal. The ends of an
interval are vertices unless a turn cut the view, so one and the same point decides at every edge that a ray crosses. Heights don't
count: lengths are those in the plan."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport HalfEdge
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.visibility_graph cimport Scan, VisibilityGraph

cdef enum:
    NO_NODE = -1                    # OpenEntry.node if there is none. An index i below it is vertex node −2 − i

cdef enum:                          # SearchNode.turn if it isn't a half-edge
    NO_TURN = -1
    AT_LINK_END = -2                # the root is the place where a link landed

cdef enum:                          # SearchNode.edge if it is neither a half-edge nor a link
    ONLY_A_TURN = -0x7fffffff

cdef struct SearchNode:
    double x, y                     # meters, the root; beyond a link: where the root would be if one had come straight
    double right_x, right_y         # meters, the interval's ends as seen from the root
    double left_x, left_y
    double g                        # meters from the start to the root
    int32_t edge                    # half-edge that the interval lies on; −1 − link: on the land side of a link; ONLY_A_TURN
    PolyRef poly                    # polygon that the edge or link leaves
    int32_t parent                  # node before it, −1 at the start, −2 − index of the vertex node at its root
    int32_t turn                    # half-edge at the vertex where the path has just turned, NO_TURN or AT_LINK_END
    int32_t umbrella                # of the root, −1 if it isn't a vertex that the path turned at, or is a vertex node's
    int32_t link_count              # links that the path to it has taken

cdef struct VertexNode:             # a path that comes straight to a vertex of the visibility graph
    double g                        # meters from the start
    double dx, dy                   # meters, the last straight stretch
    int32_t vertex                  # of the visibility graph
    int32_t parent                  # −2 − the vertex node before; else the search node whose interval ends at the vertex
    int32_t scanned                 # kept polygon where the vertex was seen; −2 − that polygon if it was not kept
    int32_t turns                   # bits: how the path may turn

cdef struct LinkNode:               # a way across a link
    double x, y, g                  # the root and its g value
    double low, high                # what is visible of the link's width, 0 … 1
    int32_t link

cdef struct OpenEntry:              # of the open list
    double f                        # meters from start to goal by way of the node, at least
    int32_t node                    # −2 − index of a vertex node

cdef struct RootHistory:            # of a vertex as one umbrella sees it; inside the floor: as one polygon does
    double g                        # meters from the start, the least known
    uint32_t search                 # number of the search that wrote this
    bint turned                     # has a path of that g turned here?

cdef struct TurnHistory:            # of a vertex that was reached, by paths of the least g
    double right_x, right_y         # direction of the leftmost path that turned right here; 0, 0: none
    double left_x, left_y           # of the rightmost path that turned left

cdef struct FullView:               # a polygon that is wholly visible from a root on its border
    double x, y, g
    PolyRef poly

cdef struct GoalVisibility:         # by vertex of the visibility graph
    uint32_t search                 # number of the search in which it was seen from the goal
    int32_t scanned                 # polygon of that scan where it was seen

cdef cppclass PolyanyaSearch:       # working memory, one a thread, reused from search to search
    vector[SearchNode] nodes
    vector[OpenEntry] open_list     # binary heap, least f first
    vector[RootHistory] root_history    # by umbrella, or by half-edge for a vertex without one
    vector[TurnHistory] turn_history    # parallel to root_history
    vector[uint32_t] in_goal_pocket  # by polygon: number of the search whose goal it leads to, out of a dead end
    vector[FullView] full_views
    vector[LinkNode] link_nodes
    VisibilityGraph* visibility     # by which the search goes on from vertices; NULL: by intervals alone
    vector[VertexNode] vertex_nodes
    Scan goal_scan                  # what is visible from the goal, once that was asked for
    vector[GoalVisibility] goal_visibility
    bint goal_scan_complete         # does goal_scan tell of every vertex whether it sees the goal?
    int32_t sight_checks            # from vertices towards the goal
    vector[PolyRef] sight_polys     # crossed by the last such check
    vector[PolyRef] last_polys      # from the last vertex of the best path to the goal
    vector[uint8_t] visited         # by polygon: can it be reached from the start? As far as that was asked for
    vector[PolyRef] visits
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go anywhere
    double weight                   # ≥ 1: the path may be that many times as long as the shortest one (weighted A*: Pohl 1970)
    int32_t used                    # nodes in use
    uint32_t number                 # of the search; tells what earlier ones wrote
    uint64_t version                # of the graph that the search began on
    int64_t searched                # nodes that were expanded
    OpenEntry next                  # the best node of the last expansion; its node NO_NODE: none
    double f_at_once                # meters: next is expanded at once if its f is no more
    NearestPoly start
    PolyRef goal_poly
    double goal_x, goal_y           # meters
    double best                     # meters: length of the best path so far, infinite without
    int32_t best_node               # that reaches the goal; −1: straight from the start; −2 − a vertex node: straight from its vertex
    int32_t best_turn               # half-edge at the last turn before the goal, NO_TURN
    bint straight                   # is the straight line to the goal still being tried?
    bint asked                      # was it asked whether the goal can be reached?
    bint over                       # the best path is known


cdef inline int32_t history_of(const HalfEdge* half_edge, int32_t index) noexcept nogil:
    """Index of a vertex's root history."""
    return half_edge.umbrella if half_edge.umbrella >= 0 else index


cdef inline int make_room(PolyanyaSearch* search, size_t more) except -1 nogil:
    """For nodes behind the used ones."""
    if search.used + more > search.nodes.size():
        search.nodes.resize(2 * search.nodes.size() + more)
    return 0
