"""How a search goes on from a corner: to the goal, to the corners in sight, or by cones where too much is in sight."""
from libc.math cimport M_PI as PI, atan2, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, before_around, corner_after, corner_before, cross, next_around, prefetch
from navpy.query.polyanya.successors cimport NO_BEND, NOTHING, Arrival, Cone, ExactSearch, arrive_at, make_room, offer
from navpy.query.polyanya.visibility_graph cimport (TOO_WIDE, TURN_LEFT, TURN_RIGHT, Edge, EdgeRange, Glimpse, Node, Spot, VisibilityGraph, clip,
                                           corner_in, is_between, look_from_node, look_from_place, node_at, slack, turns_at)

cdef double SAME_COST = 1e-12           # of a cost: two sums of the same lengths differ by less
cdef double IN_LINE = 1e-9              # metres: a place this near to an edge may be on it

cdef enum:
    MANY_WALKS = 24                     # towards the goal: it costs about as much to look from there


# ---- to the goal ----

cdef bint touches_border(const PortalGraph* graph, const NearestPoly* place) noexcept nogil:
    cdef const Face* ring = &graph.faces[place.poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef int32_t k
    cdef double x = place.point[0], y = -place.point[2], dx, dy, side
    for k in range(ring.first, ring.first + ring.count):
        a = &graph.half_edges[k]
        b = &graph.half_edges[corner_after(ring, k)]
        dx, dy = b.x - a.x, b.y - a.y
        side = cross(dx, dy, x - a.x, y - a.y)
        if side <= 0.0 or side * side <= IN_LINE * IN_LINE * (dx * dx + dy * dy):
            return True
    return False


cdef int32_t way_on(const PortalGraph* graph, const Face* ring, const Spot* spot, int32_t corner, int32_t edges, double gx,
                    double gy, bint on_left, bint* grazed) noexcept nogil:
    """The edge, of those counter-clockwise from a corner on, by which the way to the goal leaves a polygon; −1: none. Vertices
    that it touches it is thought to pass on their left, or on their right."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef int32_t after
    cdef double x = at.x - spot.x, y = at.y - spot.y, side = cross(gx, gy, x, y), allowed = slack(graph, gx, gy, x, y)
    cdef bint on_the_right = side <= allowed if on_left else side < -allowed
    grazed[0] = grazed[0] or fabs(side) <= allowed
    for _edge in range(edges):
        after = corner_after(ring, corner)
        at = &graph.half_edges[after]
        x, y = at.x - spot.x, at.y - spot.y
        side, allowed = cross(gx, gy, x, y), slack(graph, gx, gy, x, y)
        grazed[0] = grazed[0] or fabs(side) <= allowed
        if side > allowed if on_left else side >= -allowed:
            if on_the_right:
                return corner
        else:
            on_the_right = True
        corner = after
    return -1


cdef int32_t way_out(const PortalGraph* graph, const VisibilityGraph* sights, int32_t index, double gx, double gy, bint on_left,
                     PolyRef* poly, bint* grazed) noexcept nogil:
    """The polygon of a corner's fan that the way to the goal begins in, and the corner there; −1: none."""
    cdef const Spot* spot = &sights.spots[index]
    cdef const Face* ring
    cdef const HalfEdge* right
    cdef const HalfEdge* left
    cdef int32_t corner = sights.origins[index].corner
    cdef double rx, ry, lx, ly, from_right, to_left, right_slack, left_slack
    poly[0] = sights.origins[index].poly
    while corner >= 0:
        ring = &graph.faces[poly[0]]
        right = &graph.half_edges[corner_after(ring, corner)]
        left = &graph.half_edges[corner_before(ring, corner)]
        rx, ry, lx, ly = right.x - spot.x, right.y - spot.y, left.x - spot.x, left.y - spot.y
        from_right, right_slack = cross(rx, ry, gx, gy), slack(graph, rx, ry, gx, gy)
        to_left, left_slack = cross(gx, gy, lx, ly), slack(graph, lx, ly, gx, gy)
        grazed[0] = grazed[0] or fabs(from_right) <= right_slack or fabs(to_left) <= left_slack
        if (from_right >= -right_slack and to_left > left_slack) if on_left else (from_right > right_slack and to_left >= -left_slack):
            return corner
        corner = next_around(graph, poly, corner)
    return -1


cdef bint walk_to_goal(const PortalGraph* graph, ExactSearch* search, int32_t index, double gx, double gy, bint on_left,
                       bint* grazed) except -1 nogil:
    """Is the goal in sight of a corner? Then search.walked says which polygons the way there goes through."""
    cdef const Spot* spot = &search.sights.spots[index]
    cdef const Face* ring
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef PolyRef poly
    cdef int32_t corner = way_out(graph, search.sights, index, gx, gy, on_left, &poly, grazed), edge, edges
    search.walked.clear()
    if corner < 0:
        return False
    ring = &graph.faces[poly]
    edge, edges = corner_after(ring, corner), ring.count - 2
    while search.walked.size() < graph.faces.size():
        search.walked.push_back(poly)
        if poly == search.goal_poly:
            return True
        edge = way_on(graph, ring, spot, edge, edges, gx, gy, on_left, grazed)
        if edge < 0 or graph.half_edges[edge].neighbor == NO_POLY:
            return False
        a = &graph.half_edges[edge]
        b = &graph.half_edges[corner_after(ring, edge)]
        if cross(b.x - a.x, b.y - a.y, search.goal_x - a.x, search.goal_y - a.y) > 0.0:
            return False                    # the goal is above or below this polygon
        poly = a.neighbor
        ring = &graph.faces[poly]
        edge, edges = corner_after(ring, a.twin), ring.count - 1
    return False


cdef int look_from_goal(const PortalGraph* graph, ExactSearch* search) except -1 nogil:
    """Note by node how the goal is seen from there; where too much sees it, as many as are found."""
    cdef NearestPoly goal
    cdef size_t k
    cdef int32_t node
    goal.poly, goal.point[0], goal.point[1], goal.point[2] = search.goal_poly, search.goal_x, 0.0, -search.goal_y
    search.sights_of_goal_known = look_from_place(graph, search.sights, &goal, &search.from_goal)
    if search.goal_sights.size() < search.sights.nodes.size():
        search.goal_sights.resize(search.sights.nodes.size())
    for k in range(search.from_goal.seen.size()):
        node = search.from_goal.seen[k].end >> 2
        search.goal_sights[node].search, search.goal_sights[node].way = search.search, search.from_goal.seen[k].way
    return 0


cdef bint sees_goal(const PortalGraph* graph, ExactSearch* search, int32_t node, double gx, double gy) except -1 nogil:
    """Is the goal in sight of a corner? Then search.walked says which polygons the way there goes through."""
    cdef bint grazed = False
    cdef int32_t way
    search.walks += 1
    if search.walks == MANY_WALKS:
        look_from_goal(graph, search)
    if search.walks >= MANY_WALKS:
        if <size_t>node < search.goal_sights.size() and search.goal_sights[node].search == search.search:
            search.walked.clear()
            way = search.goal_sights[node].way
            while way >= 0:
                search.walked.push_back(search.from_goal.ways[way].poly)
                way = search.from_goal.ways[way].before
            return True
        if search.sights_of_goal_known:
            return False
    return walk_to_goal(graph, search, node, gx, gy, True, &grazed) \
        or (grazed and walk_to_goal(graph, search, node, gx, gy, False, &grazed))


cdef int reach_goal_from(const PortalGraph* graph, ExactSearch* search, const Spot* spot, const Node* node, const Arrival* arrival,
                         int32_t index, int32_t turns) except -1 nogil:
    """Straight to the goal, if it is where the path may turn to, and in sight."""
    cdef double gx = search.goal_x - spot.x, gy = search.goal_y - spot.y, length = arrival.cost + sqrt(gx * gx + gy * gy)
    cdef double ahead = cross(arrival.dx, arrival.dy, gx, gy), straight = slack(graph, arrival.dx, arrival.dy, gx, gy)
    if length < search.best and (
            (turns & TURN_LEFT and ahead >= -straight
             and cross(gx, gy, node.left_x, node.left_y) >= -slack(graph, gx, gy, node.left_x, node.left_y))
            or (turns & TURN_RIGHT and ahead <= straight
                and cross(gx, gy, node.right_x, node.right_y) <= slack(graph, gx, gy, node.right_x, node.right_y))) \
            and sees_goal(graph, search, arrival.node, gx, gy):
        search.best, search.best_cone, search.best_bend = length, -2 - index, NO_BEND
        search.last_polys.swap(search.walked)
    return 0


# ---- to the corners in sight ----

cdef int go_to_corners(const PortalGraph* graph, ExactSearch* search, const Spot* spot, const Arrival* by, int32_t index,
                       int32_t first, int32_t count, double sign) except -1 nogil:
    """Arrive at those that the path may turn to: to the left of its straight continuation (sign 1), or to the right (−1)."""
    cdef const Edge* edge = search.sights.edges.data() + first
    cdef const Spot* end
    cdef Arrival arrival
    cdef int32_t k
    for k in range(count):                  # all of them are on their way into the cache before the first one is waited for
        prefetch(&search.sights.spots[edge[k].end >> 2])
    arrival.parent = -2 - index
    for k in range(count):
        end = &search.sights.spots[edge[k].end >> 2]
        arrival.dx, arrival.dy = end.x - spot.x, end.y - spot.y
        if sign * cross(by.dx, by.dy, arrival.dx, arrival.dy) < -slack(graph, by.dx, by.dy, arrival.dx, arrival.dy):
            continue
        arrival.cost = by.cost + sqrt(arrival.dx * arrival.dx + arrival.dy * arrival.dy)
        arrival.node, arrival.way, arrival.turns = edge[k].end >> 2, edge[k].way, edge[k].end & 3
        arrive_at(search, &arrival, distance2(end.x, end.y, search.goal_x, search.goal_y))
    return 0


# ---- by cones ----

cdef int arrive_within(const PortalGraph* graph, ExactSearch* search, const Spot* spot, double cost, int32_t index, PolyRef poly,
                       int32_t corner, const Glimpse* limits) except -1 nogil:
    """Arrive at a corner of a polygon of the fan, if paths turn there and it is between two directions."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef Arrival arrival
    cdef double dx = at.x - spot.x, dy = at.y - spot.y
    if at.umbrella < 0 or not is_between(graph, limits, dx, dy):
        return 0
    arrival.node = node_at(graph, search.sights, poly, corner)
    arrival.turns = turns_at(graph, &search.sights.nodes[arrival.node], dx, dy)
    if arrival.turns == 0:
        return 0
    arrival.dx, arrival.dy, arrival.cost = dx, dy, cost + sqrt(dx * dx + dy * dy)
    arrival.parent, arrival.way = -2 - index, -2 - poly
    return arrive_at(search, &arrival, distance2(at.x, at.y, search.goal_x, search.goal_y))


cdef int look_out_of(const PortalGraph* graph, ExactSearch* search, const Spot* spot, double cost, int32_t index, PolyRef poly,
                     int32_t corner, const Glimpse* limits) except -1 nogil:
    """Offer what is seen of a polygon of the fan between two directions: its corners, and through its edges."""
    cdef const Face* ring = &graph.faces[poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef int32_t after
    cdef Glimpse seen
    cdef Cone* cone
    cdef bint has_width = cross(limits.right_x, limits.right_y, limits.left_x, limits.left_y) \
        > slack(graph, limits.right_x, limits.right_y, limits.left_x, limits.left_y)
    corner = corner_after(ring, corner)
    arrive_within(graph, search, spot, cost, index, poly, corner, limits)
    make_room(search, ring.count)
    for _edge in range(ring.count - 2):
        after = corner_after(ring, corner)
        a = &graph.half_edges[corner]
        b = &graph.half_edges[after]
        if has_width and a.neighbor != NO_POLY and clip(graph, limits, a.x - spot.x, a.y - spot.y, b.x - spot.x, b.y - spot.y, &seen):
            cone = &search.cones[search.used]
            cone.x, cone.y, cone.cost, cone.fan, cone.bend = spot.x, spot.y, cost, -1, NO_BEND
            cone.edge, cone.poly, cone.parent, cone.links = corner, poly, -2 - index, 0
            cone.right_x, cone.right_y = spot.x + seen.right_x, spot.y + seen.right_y
            cone.left_x, cone.left_y = spot.x + seen.left_x, spot.y + seen.left_y
            if seen.right_x == a.x - spot.x and seen.right_y == a.y - spot.y:
                cone.right_x, cone.right_y = a.x, a.y       # the very vertex
            if seen.left_x == b.x - spot.x and seen.left_y == b.y - spot.y:
                cone.left_x, cone.left_y = b.x, b.y
            offer(graph, search, a.x, a.y, b.x, b.y)
        corner = after
        arrive_within(graph, search, spot, cost, index, poly, corner, limits)
    return 0


cdef int look_about(const PortalGraph* graph, ExactSearch* search, const Spot* spot, const Arrival* arrival, int32_t index,
                    int32_t turn) except -1 nogil:
    """Offer all that is seen where the path may go that turns one way."""
    cdef Node node = search.sights.nodes[arrival.node]
    cdef PolyRef poly = search.sights.origins[arrival.node].poly
    cdef int32_t corner = search.sights.origins[arrival.node].corner
    cdef Glimpse limits
    limits.right_x, limits.right_y, limits.left_x, limits.left_y = node.right_x, node.right_y, arrival.dx, arrival.dy
    if turn == TURN_LEFT:
        limits.right_x, limits.right_y, limits.left_x, limits.left_y = arrival.dx, arrival.dy, node.left_x, node.left_y
    while corner >= 0:
        look_out_of(graph, search, spot, arrival.cost, index, poly, corner, &limits)
        corner = next_around(graph, &poly, corner)
    return 0


# ---- from a corner whose polygons cover some directions twice ----

cdef inline double angle_to(double ax, double ay, double bx, double by) noexcept nogil:
    """Radians from a direction counter-clockwise to another one, at most half a turn either way."""
    return atan2(cross(ax, ay, bx, by), ax * bx + ay * by)


cdef int reach_goal_in(ExactSearch* search, const Spot* spot, double cost, int32_t index, PolyRef poly,
                       const Glimpse* sector) except -1 nogil:
    cdef double gx = search.goal_x - spot.x, gy = search.goal_y - spot.y, length = cost + sqrt(gx * gx + gy * gy)
    if poly == search.goal_poly and length < search.best and cross(sector.right_x, sector.right_y, gx, gy) >= 0.0 \
            and cross(gx, gy, sector.left_x, sector.left_y) >= 0.0:
        search.best, search.best_cone, search.best_bend = length, -2 - index, NO_BEND
        search.last_polys.clear()
        search.last_polys.push_back(poly)
    return 0


cdef PolyRef arrival_poly(const ExactSearch* search, const Arrival* arrival) noexcept nogil:
    return search.sights.ways[arrival.way].poly if arrival.way >= 0 else -2 - arrival.way


cdef int look_round(const PortalGraph* graph, ExactSearch* search, const Spot* spot, const Arrival* arrival, int32_t index,
                    bint leftwards) except -1 nogil:
    """Offer what is seen in the polygons that one comes to by turning more than half round, one after the other. A corner at the
    end of an edge looked through was come to in the polygon where it is turned at, another one in that which the way ends in."""
    cdef const Face* ring
    cdef const HalfEdge* right
    cdef const HalfEdge* left
    cdef Glimpse sector
    cdef PolyRef first = arrival_poly(search, arrival), poly = first
    cdef int32_t corner = corner_in(graph, &graph.faces[poly], graph.half_edges[search.sights.origins[arrival.node].corner].umbrella)
    cdef double turned = 0.0, before, rx, ry, lx, ly, dx = arrival.dx, dy = arrival.dy
    while corner >= 0:
        ring = &graph.faces[poly]
        right = &graph.half_edges[corner_after(ring, corner)]
        left = &graph.half_edges[corner_before(ring, corner)]
        rx, ry, lx, ly = right.x - spot.x, right.y - spot.y, left.x - spot.x, left.y - spot.y
        sector.right_x, sector.right_y, sector.left_x, sector.left_y = rx, ry, lx, ly
        before = turned
        if poly != first:
            turned += angle_to(rx, ry, lx, ly)
        elif arrival.parent >= 0:
            before = PI + (angle_to(dx, dy, rx, ry) if leftwards else angle_to(lx, ly, dx, dy))
            turned = PI + (angle_to(dx, dy, lx, ly) if leftwards else angle_to(rx, ry, dx, dy))
        else:
            turned = angle_to(-dx, -dy, lx, ly) if leftwards else angle_to(rx, ry, -dx, -dy)
        if before < PI < turned and leftwards:
            sector.right_x, sector.right_y = dx, dy
        elif before < PI < turned:
            sector.left_x, sector.left_y = dx, dy
        if turned > PI:
            reach_goal_in(search, spot, arrival.cost, index, poly, &sector)
            look_out_of(graph, search, spot, arrival.cost, index, poly, corner, &sector)
        corner = next_around(graph, &poly, corner) if leftwards else before_around(graph, &poly, corner)
    return 0


# ---- from any corner ----

cdef bint is_still_best(const ExactSearch* search, int32_t index) noexcept nogil:
    cdef const Arrival* arrival = &search.arrivals[index]
    return arrival.cost <= search.sights.spots[arrival.node].cost * (1.0 + SAME_COST)


cdef void fetch_edges(const ExactSearch* search) noexcept nogil:
    cdef const Arrival* arrival
    cdef const Node* node
    cdef int32_t first
    if not search.open.empty() and search.open[0].cone < NOTHING:
        arrival = &search.arrivals[-2 - search.open[0].cone]
        node = &search.sights.nodes[arrival.node]
        first = node.on_left.first if arrival.turns & TURN_LEFT else node.on_right.first
        if first >= 0:
            prefetch(search.sights.edges.data() + first)
            prefetch(search.sights.edges.data() + first + 8)            # a line further on


cdef int32_t new_turns(const PortalGraph* graph, ExactSearch* search, const Arrival* arrival, int32_t index) noexcept nogil:
    """How to turn at a corner where the search went on from another arrival of the same cost already: not where that could turn
    to all that this one can."""
    cdef Spot* spot = &search.sights.spots[arrival.node]
    cdef const Arrival* other
    cdef double ahead, same
    cdef int32_t turns = arrival.turns
    if spot.opened >= 0:
        other = &search.arrivals[spot.opened]
        ahead = cross(other.dx, other.dy, arrival.dx, arrival.dy)
        same = slack(graph, other.dx, other.dy, arrival.dx, arrival.dy)
        if other.turns & TURN_LEFT and ahead >= -same:
            turns &= ~<int32_t>TURN_LEFT
        if other.turns & TURN_RIGHT and ahead <= same:
            turns &= ~<int32_t>TURN_RIGHT
    if turns != 0:
        spot.opened = index
    return turns


cdef int turn_and_go(const PortalGraph* graph, ExactSearch* search, const Spot* spot, const Arrival* arrival, int32_t index,
                     int32_t turn) except -1 nogil:
    """Go on to what is seen where a path may go that turns one way."""
    cdef EdgeRange edges
    look_from_node(graph, search.sights, arrival.node, turn, &edges)
    if edges.first == TOO_WIDE:
        return look_about(graph, search, spot, arrival, index, turn)
    return go_to_corners(graph, search, spot, arrival, index, edges.first, edges.count, 1.0 if turn == TURN_LEFT else -1.0)


cdef int go_on_from(const PortalGraph* graph, ExactSearch* search, int32_t index) except -1 nogil:
    """Go on from an arrival that `is_still_best`."""
    cdef Arrival arrival = search.arrivals[index]
    cdef Spot spot
    cdef int32_t turns = new_turns(graph, search, &arrival, index)
    if turns == 0:
        return 0
    spot = search.sights.spots[arrival.node]
    if search.sights.nodes[arrival.node].wound:
        if turns & TURN_LEFT:
            look_round(graph, search, &spot, &arrival, index, True)
        if turns & TURN_RIGHT:
            look_round(graph, search, &spot, &arrival, index, False)
        return 0
    reach_goal_from(graph, search, &spot, &search.sights.nodes[arrival.node], &arrival, index, turns)
    if turns & TURN_LEFT:
        turn_and_go(graph, search, &spot, &arrival, index, TURN_LEFT)
    if turns & TURN_RIGHT:
        turn_and_go(graph, search, &spot, &arrival, index, TURN_RIGHT)
    return 0
