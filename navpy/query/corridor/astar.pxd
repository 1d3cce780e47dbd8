"""A* over a navmesh (Hart, Nilsson, Raphael 1968), in pieces where it must be spread over frames.

A node is a way into a polygon: a portal, that is a directed edge shared by two polygons and named by its corner index, or an
off-mesh link, named by its index after all corners. Every node has one point for all of a search, so the answer equals
Dijkstra's on that graph. Moving to a portal costs the 3D distance to its point times the cost of the polygon that is crossed;
taking a link costs the distance to the middle of where it leaves, and from there to the middle of where it lands times the
link's cost; entering a polygon adds its penalty. No way leads through a polygon straight back across the portal to the one
before."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph

cdef enum:                              # the point that a polygon is entered at
    AT_CENTERS = 0                      # the center of the polygon, of the goal's the goal; half of a step costs as the one before
    AT_MIDPOINTS = 1                    # the middle of the portal
    AT_CLAMPED = 2                      # the point of the portal nearest to the straight line from start to goal in the plan

cdef enum SearchState:
    SEARCHING = 0                       # the limit on expansions was reached
    FOUND = 1
    NO_WAY = 2
    OUTDATED = 3                        # the navmesh has changed since the search began: begin anew

cdef struct Node:
    double cost                         # from the start: metres times what they cost
    double point[3]                     # metres
    int32_t item                        # corner index of the portal, or corner_count + index of the link
    int32_t parent                      # index of the node it was reached from, −1 at the start

cdef cppclass Search:                   # working memory, one a search under way, reused from search to search
    vector[Node] nodes                  # in the order they were first seen in
    vector[int32_t] places              # by item: its index in nodes, if the node there is of this item
    IndexedHeap heap                    # open list of indices in nodes, by cost + straight line to the goal at the least cost
    vector[PolyRef] way_out             # polygons from the goal out of the dead end it lies in
    vector[uint8_t] leads_out           # by polygon: not 0 for those of way_out
    NearestPoly start, goal
    bint to_goal                        # is there a goal?
    const uint8_t* allowed              # by polygon: not 0 where it may go; NULL: anywhere
    int points                          # AT_CENTERS, AT_MIDPOINTS, AT_CLAMPED
    int state                           # SearchState
    double least                        # what a metre costs at least; 0 without a goal
    double cost                         # of the best way to the goal as yet, infinite without
    int32_t last                        # index of the node that it enters the goal's polygon by, −1: it begins there
    int32_t searched                    # nodes taken from the open list
    uint64_t version                    # of the mesh, as it began
    uint64_t rules_version


cdef inline PolyRef entered(NavView nav, int32_t item) noexcept nogil:
    """The polygon that a node leads into."""
    return nav.graph.half_edges[item].neighbor if item < nav.mesh.corner_count else nav.mesh.links[item - nav.mesh.corner_count].end_poly


# Without a goal (NULL) it is Dijkstra's search, to be driven by take_node and expand_node.
cdef int begin_corridor(NavView nav, Search* search, const NearestPoly* start,
                        const NearestPoly* goal, int points) except -1 nogil
# Within the polygons that are allowed (a byte a polygon, NULL: all), as long as it lasts.
cdef int begin_corridor_within(NavView nav, Search* search, const NearestPoly* start,
                               const NearestPoly* goal, int points, const uint8_t* allowed) except -1 nogil
cdef int32_t take_node(Search* search) noexcept nogil
cdef int expand_node(NavView nav, Search* search, int32_t place) except -1 nogil
cdef bint advance_corridor(NavView nav, Search* search, int64_t expansions) except -1 nogil
cdef int trace_nodes(NavView nav, const Search* search, int32_t last,
                     vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil
cdef bint trace_corridor(NavView nav, Search* search, vector[PolyRef]* corridor,
                         vector[int32_t]* entries, double* cost) except -1 nogil
cdef bint find_corridor(NavView nav, Search* search, const NearestPoly* start,
                        const NearestPoly* goal, int points, vector[PolyRef]* corridor, vector[int32_t]* entries,
                        double* cost) except -1 nogil
cdef int points_of(str name) except -1                      # "centers", "midpoints", "clamped"
