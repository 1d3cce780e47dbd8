"""The nodes of Polyanya (Cui, Harabor & Grastien 2017) and the working memory of a search.

A search node (I, r) is an interval I on an edge and a root r, the point where the path turned last; all of I is visible from r. Its g
value is the length of the path to the root, its f value a lower bound of the length by way of the interval to the goal. The ends of an
interval are vertices unless a turn cut the view, so the same point decides at every edge that a ray crosses. Heights do not count:
lengths are measured in the plan."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.vec2 cimport to_world, vec2
from navpy.mesh.half_edges cimport HalfEdge
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport PathIndex, RegionSet
from navpy.query.polyanya.visibility_graph cimport Scan, VisibilityGraph, VisibleEdge
from navpy.query.polyanya.window cimport Window

cdef enum:
    NO_NODE = -1                    # a number of no node; as a parent: the start

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
    int32_t edge                    # half-edge that the interval lies on, land_side(link) or ONLY_A_TURN
    # polygon that the edge or link leaves; NO_POLY: a flood has expanded the node, or joined it with another
    PolyRef poly
    int32_t parent                  # number of the parent, whose vertex is the root if it is a vertex node; NO_NODE: the start
    int32_t turn                    # half-edge at the vertex where the path turns into this node, NO_TURN or AT_LINK_END
    int32_t umbrella                # umbrella of the root; −1: the path did not turn at the root, or the root is a vertex node's
    int32_t link_count              # number of links that the path to this node has taken

cdef struct VertexNode:             # a path that ends with a straight stretch to a vertex of the visibility graph
    double g                        # meters from the start to the vertex
    double dx, dy                   # meters, the straight stretch
    int32_t vertex                  # its index in the visibility graph
    int32_t parent                  # number of the vertex node before, or of the search node whose interval ends here, or NO_NODE
    int32_t scanned                 # polygon of sight: index in the graph's polys, from the start in start_scan.polys; or unkept(poly)
    int32_t turns                   # bits: TURN_LEFT, TURN_RIGHT that the path may take

cdef struct LinkNode:               # a way across a link
    double x, y, g                  # meters: the root, or the one place where the link is entered, and its g value
    double low, high                # 0 … 1: the visible part of the link's width
    int32_t link                    # index of the link; or at_one_place(index): the link is entered at one place
    int32_t before                  # index of the way across the same link that was noted before; −1: none

cdef struct OpenEntry:              # an entry of the open list
    double f                        # meters: lower bound of the path's length by way of the node
    int32_t node                    # number of a node; in a search by index: index of a vertex node

cdef struct RootHistory:            # of a vertex, for one of its umbrellas; for a vertex without an umbrella: for a half-edge
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
    int32_t expanded                # index of the last expanded vertex node of this g, −1: none
    int32_t goal_sight              # see IndexSearch.goal_seers: `scanned`

cdef enum HistoryChange:
    LENGTH_FOUND = 0                # a shorter path to a vertex was found
    TURNED_RIGHT = 1                # a path turned there
    TURNED_LEFT = 2

cdef struct HistoryNote:            # a change of a flood's root and turn history
    double x, y                     # meters: of LENGTH_FOUND the new g, and 0; else the direction from which the path came
    int32_t index                   # in root_history
    int32_t change                  # HistoryChange

cdef struct JoinNote:               # a node before another was joined with it
    double right_x, right_y, left_x, left_y
    int32_t node

cdef struct FloodMoment:            # a flood between two expansions: sizes, and the inputs of the next expansion
    OpenEntry next
    double immediate_f_limit
    int64_t expanded, history, joins    # sizes of the log's vectors
    size_t windows, full_views, link_nodes
    int64_t open_first, open_count      # its open list: log.open[open_first … open_first+open_count−1]
    int32_t used

cdef cppclass FloodLog:             # the changes of a flood, in order, so that it can be taken back
    vector[int32_t] expanded        # nodes
    vector[HistoryNote] history
    vector[JoinNote] joins
    vector[OpenEntry] open          # of all moments
    vector[FloodMoment] moments     # the first is before any expansion
    int64_t next_moment             # nodes in use, from which another moment is noted

cdef cppclass IntervalSearch:       # Polyanya's own search, and the flood's
    vector[SearchNode] nodes
    int32_t used                    # number of nodes in use
    vector[RootHistory] root_history    # by umbrella, or by half-edge for a vertex without one
    vector[TurnHistory] turn_history    # parallel to root_history
    # by polygon: id of the last search with this polygon on the way from the goal out of its dead end
    vector[uint32_t] on_goal_way_out
    vector[FullView] full_views
    vector[int32_t] last_full_view  # by polygon: index of its last view, if that is a view of this polygon (Briggs & Torczon 1993)
    vector[LinkNode] link_nodes
    vector[int32_t] last_link_node  # by link: index of the last way across it, if that leads across this link
    bint tests_direct_line          # true: it is not yet known that a wall or vertex is on the straight line to the goal
    bint reachability_checked       # true: is_reachable has been called in this search
    vector[uint8_t] visited         # by polygon: is_reachable has visited it
    vector[PolyRef] visits          # the visited polygons in order

cdef cppclass VertexSearch:         # over the visibility graph. A search by index has its nodes and scans here, too
    vector[VertexNode] nodes
    Scan start_scan                 # the view from the start, if the index has no views, or the search has turned to landmarks
    Scan goal_scan                  # the view from the goal, after MANY_SIGHT_CHECKS checks
    bint goal_scan_complete         # true: goal_scan has found all vertices that see the goal
    vector[GoalVisibility] goal_visibility
    int32_t sight_checks            # number of checks whether a vertex sees the goal
    vector[PolyRef] sight_polys     # polygons that the line of the last sight check crosses
    vector[PolyRef] last_polys      # polygons from the last vertex of the best path to the goal
    int64_t long_after              # number of expansions after which the search turns to landmarks; INT64_MAX: it does not

cdef cppclass IndexSearch:          # over the graph of the mesh's path index
    bint is_possible                # true: a path index can stand for the search's graph
    vector[IndexedState] states     # by vertex of the index
    vector[VisibleEdge] start_seers, goal_seers     # the vertices of the index that see the ends; `scanned`: see look_around
    RegionSet goal_regions          # the regions of all vertices that see the goal
    uint32_t search_id              # id of the last search by index

cdef cppclass FloodSearch:          # of intervals, without a goal
    vector[Window] windows
    vector[int32_t] last_window     # by polygon: index of its last window, if that is a window of this polygon
    vector[int32_t] last_node       # by half-edge: index of the flood's last node there, if this node lies on it
    FloodLog* log                   # NULL: the search will not be taken back, and keeps none

cdef cppclass PolyanyaSearch:       # working memory, one for each thread, reused from search to search
    IntervalSearch intervals        # memory of the four kinds of search, beside the common part below
    VertexSearch vertices
    IndexSearch indexed
    FloodSearch flood
    PolyRef goal_poly               # NO_POLY: the search is a flood
    VisibilityGraph* visibility     # the search expands vertices by this graph; NULL: it uses intervals alone
    const PathIndex* index          # the path was found by this index; NULL: without one
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go anywhere
    vector[OpenEntry] open_list     # binary heap, least f first
    OpenEntry next                  # the best successor of the last expansion; its node is NO_NODE: none
    double immediate_f_limit        # meters: if the f of `next` is at most this, it is expanded without the open list
    uint32_t search_id              # entries with another id were written by earlier searches
    uint64_t version                # version of the graph when the search began
    int64_t searched                # number of nodes expanded
    NearestPoly start
    double goal_x, goal_y           # meters
    double best                     # meters: length of the best path so far, infinite if there is none; of a flood, where it ends
    int32_t best_node               # number of the node from which the best path reaches the goal; NO_NODE: the start
    int32_t best_turn               # half-edge at the vertex where the path turns last, after best_node; NO_TURN: none
    # ≥ 1: nodes below `best` times this are expanded; above 1: the search also meets equally long paths
    double best_slack
    double last_x, last_y           # meters: where the last stretch of the best path begins
    bint over                       # true: the best path is known, or there is none


# ---- which search it is ----

cdef inline bint is_flood(const PolyanyaSearch* search) noexcept nogil:
    """True if the search has no goal."""
    return search.goal_poly == NO_POLY


cdef inline bint keeps_log(const PolyanyaSearch* search) noexcept nogil:
    """True if the search keeps a log, as a flood that may be taken back."""
    return search.flood.log != NULL


cdef inline bint uses_vertices(const PolyanyaSearch* search) noexcept nogil:
    """True if the search expands vertices of a visibility graph, beside intervals."""
    return search.visibility != NULL


cdef inline bint uses_landmarks(const PolyanyaSearch* search) noexcept nogil:
    """True if the bounds of a search over vertices are those of landmarks."""
    return search.visibility.landmarks.in_use


cdef inline bint is_by_index(const PolyanyaSearch* search) noexcept nogil:
    """True if the path index has found the path."""
    return search.index != NULL


cdef inline NearestPoly goal_of(const PolyanyaSearch* search) noexcept nogil:
    """The goal, at no height of its own."""
    cdef NearestPoly goal
    goal.poly, goal.distance = search.goal_poly, 0.0
    to_world(vec2(search.goal_x, search.goal_y), 0.0, goal.point)
    return goal


cdef inline bint may_enter(const PolyanyaSearch* search, PolyRef poly) noexcept nogil:
    """True if the search may go into a polygon."""
    return search.allowed == NULL or search.allowed[poly]


# ---- numbers ----
# The number of a search node is its index. Numbers below NO_NODE are those of vertex nodes.

cdef inline bint is_vertex_node(int32_t number) noexcept nogil:
    return number < NO_NODE


cdef inline int32_t vertex_number(int32_t index) noexcept nogil:
    """Number of the vertex node of an index."""
    return -2 - index


cdef inline int32_t vertex_index(int32_t number) noexcept nogil:
    """Index of the vertex node of a number."""
    return -2 - number


cdef inline int32_t unkept(PolyRef poly) noexcept nogil:
    """VertexNode.scanned for a polygon that no scan keeps."""
    return -2 - poly


cdef inline PolyRef unkept_poly(int32_t scanned) noexcept nogil:
    return -2 - scanned


cdef inline int32_t land_side(int32_t link) noexcept nogil:
    """SearchNode.edge of a node on the land side of a link."""
    return -1 - link


cdef inline int32_t link_of(int32_t edge) noexcept nogil:
    """The link on whose land side a node lies."""
    return -1 - edge


cdef inline int32_t at_one_place(int32_t link) noexcept nogil:
    """LinkNode.link of a way into a link at one place."""
    return -1 - link


cdef inline int32_t link_across(const LinkNode* way) noexcept nogil:
    """The link that a way leads across."""
    return way.link if way.link >= 0 else -1 - way.link


# ---- what was noted last ----

cdef inline int32_t history_of(const HalfEdge* half_edge, int32_t index) noexcept nogil:
    """Index of a vertex's root history."""
    return half_edge.umbrella if half_edge.umbrella >= 0 else index


cdef inline int32_t last_window_of(const PolyanyaSearch* search, PolyRef poly) noexcept nogil:
    """Index of the window of a polygon that a flood noted last, −1 if there is none."""
    cdef int32_t last = search.flood.last_window[poly]
    return last if <size_t>last < search.flood.windows.size() and search.flood.windows[last].poly == poly else -1


cdef inline int32_t last_full_view_of(const PolyanyaSearch* search, PolyRef poly) noexcept nogil:
    cdef int32_t last = search.intervals.last_full_view[poly]
    return last if <size_t>last < search.intervals.full_views.size() and search.intervals.full_views[last].poly == poly else -1


cdef inline int32_t last_link_node_of(const PolyanyaSearch* search, int32_t link) noexcept nogil:
    cdef int32_t last = search.intervals.last_link_node[link]
    if <size_t>last < search.intervals.link_nodes.size() and link_across(&search.intervals.link_nodes[last]) == link:
        return last
    return -1


cdef inline int make_room(PolyanyaSearch* search, size_t more) except -1 nogil:
    """Make room for more nodes behind the used ones. Within reserved memory, in parts of 80 kB: cleared memory is still in the
    processor's cache when it is written."""
    cdef vector[SearchNode]* nodes = &search.intervals.nodes
    cdef size_t size = search.intervals.used + more
    if size > nodes.size():
        nodes.resize(min(size + 1024, nodes.capacity()) if size <= nodes.capacity() else 2 * nodes.size() + more)
    return 0
