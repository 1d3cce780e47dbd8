"""The nodes of Polyanya (Cui, Harabor & Grastien 2017) and the working memory of a search.

A search node (I, r) is an interval I on an edge and a root r, the point where the path turned last; all of I is visible from r. Its g
value is the length of the path to the root, its f value a lower bound of the length by way of the interval to the goal. The ends of an
interval are vertices unless a turn cut the view, so the same point decides at every edge that a ray crosses. Heights do not count:
lengths are measured in the plan."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport HalfEdge
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport PathIndex, RegionSet
from navpy.query.polyanya.visibility_graph cimport Scan, VisibilityGraph, VisibleEdge
from navpy.query.polyanya.window cimport Window

cdef enum:
    NO_NODE = -1                    # OpenEntry.node if there is no node. A value i below it is vertex node −2 − i

cdef enum:                          # SearchNode.turn if it isn't a half-edge
    NO_TURN = -1
    AT_LINK_END = -2                # the root is the place where a link landed

cdef enum:                          # SearchNode.edge if it is neither a half-edge nor a link
    ONLY_A_TURN = -0x7fffffff       # the node only tells its successors where the path turns

cdef struct SearchNode:
    double x, y                     # meters, the root; beyond a link: the root moved along the link, so that the path is straight
    double right_x, right_y         # meters, the ends of the interval to the right and left of the root's view
    double left_x, left_y
    double g                        # meters from the start to the root
    int32_t edge                    # half-edge that the interval lies on; −1 − link: on the land side of a link; ONLY_A_TURN
    PolyRef poly                    # polygon that the edge or link leaves; NO_POLY: a flood has expanded the node, or joined it with another
    int32_t parent                  # index of the parent node; −1: the start; −2 − index of a vertex node at the root
    int32_t turn                    # half-edge at the vertex where the path turns into this node, NO_TURN or AT_LINK_END
    int32_t umbrella                # umbrella of the root; −1: the path did not turn at the root, or the root is a vertex node's
    int32_t link_count              # number of links that the path to this node has taken

cdef struct VertexNode:             # a path that ends with a straight stretch to a vertex of the visibility graph
    double g                        # meters from the start to the vertex
    double dx, dy                   # meters, the straight stretch
    int32_t vertex                  # its index in the visibility graph
    int32_t parent                  # −2 − index of the vertex node before, or index of the search node whose interval ends here; NO_NODE: the start
    int32_t scanned                 # polygon in which the vertex was seen: index in the graph's polys, from the start in start_scan.polys; −2 − PolyRef: unkept
    int32_t turns                   # bits: TURN_LEFT, TURN_RIGHT that the path may take

cdef struct LinkNode:               # a way across a link
    double x, y, g                  # meters: the root, or the one place where the link is entered, and its g value
    double low, high                # 0 … 1: the visible part of the link's width
    int32_t link                    # index of the link; −1 − index: the link is entered at one place
    int32_t before                  # index of the way across the same link that was noted before; −1: none

cdef struct OpenEntry:              # an entry of the open list
    double f                        # meters: lower bound of the path's length by way of the node
    int32_t node                    # index of a search node; −2 − index of a vertex node; NO_NODE

cdef struct RootHistory:            # of a vertex, for one of its umbrellas; for a vertex without an umbrella: for one half-edge
    double g                        # meters from the start, the least known
    uint32_t search_id              # id of the search that wrote this entry
    bint turned                     # true: a path of that g has turned here, and TurnHistory is set

cdef struct TurnHistory:            # of a vertex and umbrella: the turns of paths of the least g
    double right_x, right_y         # direction of the leftmost path that turned right here; 0, 0: none
    double left_x, left_y           # direction of the rightmost path that turned left here; 0, 0: none

cdef struct FullView:               # a polygon that is wholly visible from a root on its border
    double x, y, g                  # meters: the root and its g value
    PolyRef poly
    int32_t before                  # index of the view of the same polygon that was noted before; −1: none

cdef struct GoalVisibility:         # by vertex of the visibility graph
    uint32_t search_id              # id of the last search in which the vertex was seen from the goal
    int32_t scanned                 # polygon in which the vertex was seen: index in goal_scan.polys

cdef struct IndexedState:           # of a vertex of a path index
    double g                        # meters from the start, the least known
    uint32_t reached                # the last search by index that reached it
    uint32_t sees_goal              # the last search by index whose goal it sees
    int32_t expanded                # index of the vertex node of that g that was expanded last, −1: none
    int32_t goal_sight              # see PolyanyaSearch.goal_seers: `scanned`

cdef enum HistoryChange:
    LENGTH_FOUND = 0                # a shorter path to a vertex was found
    TURNED_RIGHT = 1                # a path turned there
    TURNED_LEFT = 2

cdef struct HistoryNote:            # a change of a flood's root and turn history
    double x, y                     # meters: of LENGTH_FOUND the new g, and 0; else the direction from which the path came
    int32_t index                   # in root_history
    int32_t change                  # HistoryChange

cdef struct JoinNote:               # a node before another one was joined with it
    double right_x, right_y, left_x, left_y
    int32_t node

cdef struct FloodMoment:            # a flood between two expansions: sizes, and what the next expansion depends on
    OpenEntry next
    double immediate_f_limit
    int64_t expanded, history, joins    # sizes of the log's vectors
    size_t windows, full_views, link_nodes
    int64_t open_first, open_count      # its open list: log.open[open_first … open_first+open_count−1]
    int32_t used

cdef cppclass FloodLog:             # what a flood has done, in order, so that it can be taken back
    vector[int32_t] expanded        # nodes
    vector[HistoryNote] history
    vector[JoinNote] joins
    vector[OpenEntry] open          # of all moments
    vector[FloodMoment] moments     # the first one is before any expansion
    int64_t next_moment             # nodes in use, from which another moment is noted

cdef cppclass PolyanyaSearch:       # working memory, one for each thread, reused from search to search
    vector[SearchNode] nodes
    vector[OpenEntry] open_list     # binary heap, least f first
    vector[RootHistory] root_history    # by umbrella, or by half-edge for a vertex without one
    vector[TurnHistory] turn_history    # parallel to root_history
    vector[uint32_t] on_goal_way_out    # by polygon: id of the last search with this polygon on the way from the goal out of its dead end
    vector[FullView] full_views
    vector[int32_t] last_full_view  # by polygon: index of its last view, if that is a view of this polygon (Briggs & Torczon 1993)
    vector[int32_t] last_node       # by half-edge: index of the node that a flood has pushed last on it, if that lies on it
    vector[Window] windows          # of a flood
    vector[int32_t] last_window     # by polygon: index of its last window, if that is a window of this polygon
    FloodLog* log                   # of a flood that may be taken back; NULL: it keeps none
    vector[LinkNode] link_nodes
    vector[int32_t] last_link_node  # by link: index of the last way across it, if that leads across this link
    VisibilityGraph* visibility     # the search expands vertices by this graph; NULL: it uses intervals alone
    vector[VertexNode] vertex_nodes
    Scan goal_scan                  # what is visible from the goal, after MANY_SIGHT_CHECKS checks
    vector[GoalVisibility] goal_visibility
    bint goal_scan_complete         # true: goal_scan has found all vertices that see the goal
    bint may_use_index              # true: the search is one by a graph that a path index can stand for
    const PathIndex* index          # the path was found by this index; NULL: without one
    vector[IndexedState] indexed_states     # by vertex of the index
    vector[VisibleEdge] start_seers, goal_seers     # the vertices of the index that see the ends; `scanned`: see look_around
    Scan start_scan                 # what is visible from the start, if the index has no views, or the search has turned to landmarks
    RegionSet goal_regions          # of the index: the regions of all vertices that see the goal
    uint32_t indexed_search         # id of the last search by index
    int32_t sight_checks            # number of checks whether a vertex sees the goal
    vector[PolyRef] sight_polys     # polygons that the line of the last sight check crosses
    vector[PolyRef] last_polys      # polygons from the last vertex of the best path to the goal
    vector[uint8_t] visited         # by polygon: is_reachable has visited it
    vector[PolyRef] visits          # the visited polygons in order
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go anywhere
    int32_t used                    # number of nodes in use
    uint32_t search_id              # entries with another id were written by earlier searches
    uint64_t version                # version of the graph when the search began
    int64_t searched                # number of nodes expanded
    OpenEntry next                  # the best successor of the last expansion; its node is NO_NODE: none
    double immediate_f_limit        # meters: if the f of `next` is at most this, it is expanded without the open list
    NearestPoly start
    PolyRef goal_poly               # NO_POLY: the search is a flood
    double goal_x, goal_y           # meters
    double best                     # meters: length of the best path so far, infinite if there is none; of a flood, where it ends
    int32_t best_node               # node from which the best path reaches the goal; −1: the start; −2 − index of a vertex node
    int32_t best_turn               # half-edge at the vertex where the path turns last, after best_node; NO_TURN: none
    double best_slack               # ≥ 1: what is below `best` times this is expanded; above 1: the search also meets the paths as long as the best
    double last_x, last_y           # meters: where the last stretch of the best path begins
    int64_t long_after              # number of expansions after which the search turns to landmarks; INT64_MAX: it does not
    bint tests_direct_line          # true: it is not yet known that a wall or vertex is on the straight line to the goal
    bint reachability_checked       # true: is_reachable has been called in this search
    bint over                       # true: the best path is known, or there is none


cdef inline int32_t history_of(const HalfEdge* half_edge, int32_t index) noexcept nogil:
    """Index of a vertex's root history."""
    return half_edge.umbrella if half_edge.umbrella >= 0 else index


cdef inline int32_t last_window_of(const PolyanyaSearch* search, PolyRef poly) noexcept nogil:
    """Index of the window of a polygon that a flood noted last, −1 if there is none."""
    cdef int32_t last = search.last_window[poly]
    return last if <size_t>last < search.windows.size() and search.windows[last].poly == poly else -1


cdef inline int32_t last_full_view_of(const PolyanyaSearch* search, PolyRef poly) noexcept nogil:
    cdef int32_t last = search.last_full_view[poly]
    return last if <size_t>last < search.full_views.size() and search.full_views[last].poly == poly else -1


cdef inline int32_t last_link_node_of(const PolyanyaSearch* search, int32_t link) noexcept nogil:
    cdef int32_t last = search.last_link_node[link]
    return last if <size_t>last < search.link_nodes.size() and search.link_nodes[last].link in (link, -1 - link) else -1


cdef inline int make_room(PolyanyaSearch* search, size_t more) except -1 nogil:
    """Make room for more nodes behind the used ones. Within reserved memory, in parts of 80 kB: what is cleared is still in the processor's cache when it
    is written."""
    cdef size_t size = search.used + more
    if size > search.nodes.size():
        search.nodes.resize(min(size + 1024, search.nodes.capacity()) if size <= search.nodes.capacity() else 2 * search.nodes.size() + more)
    return 0
