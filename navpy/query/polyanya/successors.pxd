"""What is seen through the edges and links of a navmesh from a place: the cones of Polyanya (Cui, Harabor & Grastien 2017).

A node of the search is a cone: what one sees from a root, where the path bent last, through an edge. Its feet are the points
that limit the view on the right and on the left; they are vertices wherever the view was not handed on by a bend, so that one
and the same point decides at every edge that a ray crosses. Heights don't count: lengths are those in the plan."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, cross
from navpy.query.polyanya.visibility_graph cimport Look, VisibilityGraph

cdef enum:
    NOTHING = -1                        # Candidate.cone where there is none

cdef enum:                              # Cone.bend where it isn't a corner index
    NO_BEND = -1
    AT_LINK_END = -2                    # the root is the place where a link landed

cdef enum:                              # Cone.edge where it is neither an edge nor a link
    ONLY_A_BEND = -0x7fffffff

cdef enum:                              # whether the path may bend at an end of the edge
    UNDECIDED = 0
    MAY = 1
    MAY_NOT = 2

cdef struct Cone:
    double x, y                     # metres, the root; beyond a link it is where it would be if one had come straight
    double right_x, right_y         # metres, the feet
    double left_x, left_y
    double cost                     # metres from the start to the root
    int32_t edge                    # corner index of the edge looked through; −1 − link at the land side of a link; ONLY_A_BEND
    PolyRef poly                    # polygon that the edge or link leaves
    int32_t parent                  # cone that it came from, −1 at the start, −2 − arrival at the corner that is its root
    int32_t bend                    # corner index where the path bent just before, or NO_BEND, AT_LINK_END
    int32_t fan                     # of the root, −1 where it isn't a vertex that the path bent at, or is an arrival's
    int32_t links                   # how many it came across

cdef struct Candidate:              # entry of the open list
    double estimate                 # metres from start to goal by way of the cone, at least
    int32_t cone                    # −2 − arrival where it is one

cdef struct Reached:                # a vertex, as the polygons of a fan see it; inside the floor, as a single polygon does
    double cost                     # metres from the start, the least known
    uint32_t search                 # in which it was reached
    bint bent                       # has a path of that cost bent here?

cdef struct Arrival:                # a path that comes straight to a corner
    double cost                     # metres from the start
    double dx, dy                   # metres, the way there
    int32_t node                    # the corner
    int32_t parent                  # −2 − the arrival at the corner before, else the cone that it is seen in, at the end of the edge
    int32_t way                     # kept, to the polygon where it is seen; −2 − that polygon where none is kept
    int32_t turns                   # bits: how it may turn

cdef struct GoalSight:              # by node
    uint32_t search                 # in which it was seen from the goal
    int32_t way                     # of that look

cdef struct Bend:                   # at a vertex that was reached, by paths of the least cost
    double right_x, right_y         # direction of the leftmost way that bent to the right here; 0, 0: none
    double left_x, left_y           # of the rightmost one that bent to the left

cdef struct Round:                  # a polygon that all is seen of from a root on its border
    double x, y, cost
    PolyRef poly

cdef struct Landing:                # a way across a link
    double x, y, cost               # root and its cost
    double low, high                # what was seen of its width, 0 … 1
    int32_t link

cdef cppclass ExactSearch:          # working memory, one a thread, reused from search to search
    vector[Cone] cones
    vector[Candidate] open          # binary heap, least estimate first
    vector[Reached] reached         # by fan, or by corner where that has none
    vector[Bend] bends              # parallel to reached
    vector[uint32_t] leads_out      # by polygon: search whose goal it leads to out of a dead end
    vector[Round] rounds
    vector[Landing] landings
    VisibilityGraph* sights         # by which it goes on from corners; NULL: by looking through edges
    vector[Arrival] arrivals
    Look from_goal                  # what is seen from the goal, once that was asked for
    vector[GoalSight] goal_sights
    bint sights_of_goal_known           # is it known of all corners whether they see the goal?
    int32_t walks                   # from corners towards the goal
    vector[PolyRef] walked          # by such a walk
    vector[PolyRef] last_polys      # from the last corner of the best path to the goal
    vector[uint8_t] visited         # by polygon: can one get there from the start? As far as that was asked for
    vector[PolyRef] visits
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go everywhere
    double weight                   # ≥ 1: the path found may be that many times as long as the shortest one (Pohl 1970)
    int32_t used                    # cones in use
    uint32_t search                 # current search
    uint64_t version, rules_version     # of the graph that the search began on
    int64_t searched                # cones that the search has looked through
    Candidate next                  # the best of the last expansion, its cone −1: none
    double hardly_worse             # metres: with an estimate up to here it is looked through at once
    NearestPoly start
    PolyRef goal_poly
    double goal_x, goal_y           # metres
    double best                     # metres: length of the best path so far, infinite without
    int32_t best_cone               # that reaches the goal; −1: straight from the start; −2 − arrival: straight from its corner
    int32_t best_bend               # corner index of a last bend before the goal, −1: none
    bint straight                   # does it still go straight ahead?
    bint asked                      # was it looked up whether the goal can be reached?
    bint over                       # the best path is known

cdef struct Side:                       # of a view: its limit there
    double foot_x, foot_y               # metres
    double dx, dy                       # from the root to the foot
    double size                         # |dx| + |dy|
    const HalfEdge* corner                # the foot where the path might bend round it, else NULL
    int32_t index                       # its corner index
    int state                           # UNDECIDED, MAY, MAY_NOT: once asked for
    double cost                         # metres to the corner, once it MAY
    bint unbeaten                       # no way to the end of the edge on this side is known to be shorter than straight there

cdef struct View:                       # a cone in the polygon that it looks into
    double x, y, cost                   # the root
    int32_t fan, bend, parent, links
    PolyRef poly                        # polygon looked into
    PolyRef back                        # polygon that it came from, where it never goes back to
    bint whole                          # all of the polygon is in sight: the root is on the edge looked through
    bint edge_on                        # nothing is, but by bends: the root is in line with the edge
    double far_end                      # m²: squared distance to the farther foot of an edge-on view
    bint through_link                   # the cone begins at the land side of a link, which is:
    double land_x, land_y               # metres, one end of it
    double land_dx, land_dy             # metres, from there to the other one
    double far_sign                     # 1: the far side is to the left of that, −1: to the right
    Side right, left

cdef int make_room(ExactSearch* search, size_t more) except -1 nogil        # for cones behind the used ones
cdef int push(ExactSearch* search, Candidate entry) except -1 nogil
cdef Candidate exchange(ExactSearch* search, Candidate entry) noexcept nogil   # the best of the open list for another one
cdef Candidate pop(ExactSearch* search) noexcept nogil
# The best of an expansion is kept at hand, the others in the open list.
cdef int keep(ExactSearch* search, Candidate entry) except -1 nogil
cdef int arrive_at(ExactSearch* search, const Arrival* arrival, double ahead) except -1 nogil
cdef int offer(const PortalGraph* graph, ExactSearch* search, double right_x, double right_y, double left_x,
               double left_y) except -1 nogil
cdef bint bend(ExactSearch* search, const View* view, Side* side, bint leftwards) noexcept nogil
cdef double reach_end(ExactSearch* search, const View* view, Side* side, const HalfEdge* corner, int32_t index) noexcept nogil
cdef bint is_beaten(const PortalGraph* graph, const View* view, const HalfEdge* right, const HalfEdge* left, double by_right,
                    double by_left) noexcept nogil
cdef bint is_far(const View* view, double x, double y) noexcept nogil
cdef int look_around(const PortalGraph* graph, ExactSearch* search, const View* view, int32_t corner, int32_t edges) except -1 nogil
cdef int look_through(const PortalGraph* graph, ExactSearch* search, View* view, int32_t corner, int32_t edges) except -1 nogil
cdef void reach_goal(const PortalGraph* graph, ExactSearch* search, const View* view) noexcept nogil
cdef bint enter_round(ExactSearch* search, const View* view) except -1 nogil


cdef inline double slack_of(const PortalGraph* graph, const Side* side, double dx, double dy) noexcept nogil:
    """How far the cross product with a direction from the root may be off for a point on the line."""
    return graph.rounding * (side.size + fabs(dx) + fabs(dy))


cdef inline void set_side(Side* side, const View* view, double foot_x, double foot_y) noexcept nogil:
    side.foot_x, side.foot_y, side.dx, side.dy = foot_x, foot_y, foot_x - view.x, foot_y - view.y
    side.size = fabs(side.dx) + fabs(side.dy)
    side.corner = NULL
    side.state = MAY_NOT


cdef inline int32_t name_of(const HalfEdge* corner, int32_t index) noexcept nogil:
    """Where it is noted that a corner was reached."""
    return corner.umbrella if corner.umbrella >= 0 else index


cdef inline Cone* new_cone(ExactSearch* search, const View* view, int32_t edge) noexcept nogil:
    """A cone with the root of the view, still to be limited and offered."""
    cdef Cone* cone = &search.cones[search.used]
    cone.x, cone.y, cone.cost, cone.fan, cone.bend = view.x, view.y, view.cost, view.fan, view.bend
    cone.edge, cone.poly, cone.parent, cone.links = edge, view.poly, view.parent, view.links
    return cone
