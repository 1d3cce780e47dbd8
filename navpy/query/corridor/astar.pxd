"""A* over a navmesh (Hart, Nilsson & Raphael 1968). A search can be spread over frames.

A node is a way into a polygon: a portal, that is a directed edge between two polygons, named by its half-edge; or an off-mesh link,
named by its index after all half-edges. Every node keeps its point for all of a search, so the answer equals Dijkstra's on this graph.
A portal costs the distance in space to its point times the cost of the polygon that is crossed. A link costs the distance to the
middle of where it leaves, and from there to the middle of where it lands times the link's own cost. Entering a polygon adds its
penalty. No way crosses a portal and goes straight back."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path

cdef enum:                              # the point that a polygon is entered at
    AT_CENTERS = 0                      # its center, or the goal in the goal's polygon; each half of a step costs as its polygon does
    AT_MIDPOINTS = 1                    # the middle of the portal
    AT_CLAMPED = 2                      # the point of the portal nearest to the straight line from start to goal in the plan

cdef enum SearchState:
    SEARCHING = 0                       # the limit on expansions was reached
    FOUND = 1
    NO_WAY = 2
    OUTDATED = 3                        # the navmesh has changed since the search began: begin again

cdef struct AStarNode:
    double g                            # cost from the start: meters times what they cost
    double point[3]                     # meters
    int32_t item                        # half-edge of the portal, or corner_count + index of the link
    int32_t parent                      # index of the node before it, −1 at the start

cdef cppclass AStarSearch:              # working memory, one for each search under way, reused from search to search
    vector[AStarNode] nodes             # in the order in which they were first seen
    vector[int32_t] index_of            # by item: its index in nodes, if the node there is of this item
    IndexedHeap open_list               # indices in nodes by f = g + h; h: the straight line to the goal at the least cost
    vector[PolyRef] goal_way_out        # if the goal lies in a dead end: the polygons from the goal to the dead end's mouth
    vector[uint8_t] on_goal_way_out     # by polygon: not 0 if it is in `goal_way_out`
    NearestPoly start, goal
    bint to_goal                        # false: there is no goal, the search is Dijkstra's
    const uint8_t* allowed              # by polygon: not 0 where the search may go; NULL: anywhere
    int points                          # AT_CENTERS, AT_MIDPOINTS, AT_CLAMPED
    int state                           # SearchState
    double least                        # the least cost of a meter; 0 without a goal
    double cost                         # of the best way to the goal so far, infinite without
    int32_t last                        # index of the node by which the way enters the goal's polygon, −1: it begins there
    int32_t searched                    # nodes taken from the open list
    uint64_t version                    # of the mesh when the search began


cdef inline PolyRef entered(NavView nav, int32_t item) noexcept nogil:
    """The polygon that a node leads into."""
    return nav.graph.half_edges[item].neighbor if item < nav.mesh.corner_count \
        else nav.mesh.links[item - nav.mesh.corner_count].end_poly


# Begin a search for the cheapest way from start to goal, whose polygons exist. goal NULL: Dijkstra's search, to be driven by pop_node
# and expand_node, without clamped points. allowed: a byte for each polygon, NULL: all; it must last as long as the search.
cdef int begin_corridor(NavView nav, AStarSearch* search, const NearestPoly* start, const NearestPoly* goal, int points,
                        const uint8_t* allowed) except -1 nogil
cdef int32_t pop_node(AStarSearch* search) noexcept nogil
cdef int expand_node(NavView nav, AStarSearch* search, int32_t index) except -1 nogil
cdef bint advance_corridor(NavView nav, AStarSearch* search, int64_t expansions) except -1 nogil
# Both write the corridor and entries of a path.
cdef int trace_nodes(NavView nav, const AStarSearch* search, int32_t last, Path* out) except -1 nogil
cdef bint trace_corridor(NavView nav, AStarSearch* search, Path* out, double* cost) except -1 nogil
cdef bint find_corridor(NavView nav, AStarSearch* search, const NearestPoly* start, const NearestPoly* goal, int points, Path* out,
                        double* cost) except -1 nogil
