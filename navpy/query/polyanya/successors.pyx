"""What is seen through the edges of a polygon, and the open list of what is still to be looked through."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.half_edges cimport DEAD_END, WOUND, HalfEdge, PortalGraph, Face, corner_after, cross, prefetch
from navpy.query.polyanya.visibility_graph cimport TURN_LEFT, TURN_RIGHT, Spot, node_at

cdef double SAME_COST = 1e-12           # of a cost: two sums of the same lengths differ by less
cdef double LONGER = 1e-9               # of a cost: a path is longer than another one for sure
cdef double PARALLEL = 1e-6             # sine: a ray and an edge closer than that have no good crossing

cdef struct Sight:                      # of a corner from the root
    double dx, dy                       # metres
    double right, left                  # m²: above 0 to the left of the ray to the right foot, of the one to the left foot
    double right_slack, left_slack      # m²: what rounding may make of 0


# ---- the open list ----

cdef int push(ExactSearch* search, Candidate entry) except -1 nogil:
    cdef size_t slot = search.open.size(), parent
    search.open.push_back(entry)
    cdef Candidate* open = search.open.data()
    while slot > 0:
        parent = (slot - 1) >> 1
        if open[parent].estimate < entry.estimate:
            break
        open[slot] = open[parent]
        slot = parent
    open[slot] = entry
    return 0


cdef inline void sift(Candidate* open, size_t size, Candidate entry) noexcept nogil:
    """Fill the top: its place goes down to the bottom by way of the lesser children, and the entry up from there."""
    cdef size_t slot = 0, child = 1, parent
    while child + 1 < size:
        child += open[child + 1].estimate < open[child].estimate
        open[slot] = open[child]
        slot, child = child, 2 * child + 1
    if child < size:
        open[slot] = open[child]
        slot = child
    while slot > 0:
        parent = (slot - 1) >> 1
        if open[parent].estimate <= entry.estimate:
            break
        open[slot] = open[parent]
        slot = parent
    open[slot] = entry


cdef Candidate exchange(ExactSearch* search, Candidate entry) noexcept nogil:
    cdef Candidate first = search.open[0]
    sift(search.open.data(), search.open.size(), entry)
    return first


cdef Candidate pop(ExactSearch* search) noexcept nogil:
    cdef Candidate first = search.open[0], last = search.open.back()
    search.open.pop_back()
    if search.open.size() > 0:
        sift(search.open.data(), search.open.size(), last)
    return first


cdef int make_room(ExactSearch* search, size_t more) except -1 nogil:
    if search.used + more > search.cones.size():
        search.cones.resize(2 * search.cones.size() + more)
    return 0


# ---- what a cone costs at least ----

cdef inline double by_way_of(double x, double y, double dx, double dy, double foot_x, double foot_y, double end_x, double end_y,
                             double ex, double ey, double goal_x, double goal_y) noexcept nogil:
    """Length from the root (x, y) to the goal through the crossing of the ray (dx, dy) to a foot with the edge (ex, ey) that
    ends at (end_x, end_y); through the foot, which is no more, where there is no good crossing."""
    cdef double across = cross(dx, dy, ex, ey), t
    if foot_x != end_x or foot_y != end_y:
        if across * across > PARALLEL * PARALLEL * (dx * dx + dy * dy) * (ex * ex + ey * ey):
            t = cross(end_x - x, end_y - y, ex, ey) / across
            foot_x, foot_y = x + t * dx, y + t * dy
    return distance2(x, y, foot_x, foot_y) + distance2(foot_x, foot_y, goal_x, goal_y)


cdef inline double estimate(const PortalGraph* graph, const ExactSearch* search, const Cone* cone, double right_x,
                            double right_y, double left_x, double left_y) noexcept nogil:
    """Metres from the root to the goal through what is seen of the edge between two ends, straight on from there on. A goal
    on this side of the edge is mirrored to the other one: one has to touch the edge."""
    cdef double x = cone.x, y = cone.y, gx = search.goal_x, gy = search.goal_y
    cdef double ex = left_x - right_x, ey = left_y - right_y
    cdef double side = cross(ex, ey, gx - right_x, gy - right_y)
    cdef double rx = cone.right_x - x, ry = cone.right_y - y, lx = cone.left_x - x, ly = cone.left_y - y
    if side > 0.0:
        side = 2.0 * side / (ex * ex + ey * ey)
        gx, gy = gx + side * ey, gy - side * ex
    if cross(rx, ry, lx, ly) <= graph.rounding * (fabs(rx) + fabs(ry) + fabs(lx) + fabs(ly)):
        return distance2(x, y, gx, gy)      # edge-on: rounding alone would say on which side the goal is
    if cross(rx, ry, gx - x, gy - y) < 0.0:
        return by_way_of(x, y, rx, ry, cone.right_x, cone.right_y, right_x, right_y, ex, ey, gx, gy)
    if cross(lx, ly, gx - x, gy - y) > 0.0:
        return by_way_of(x, y, lx, ly, cone.left_x, cone.left_y, left_x, left_y, ex, ey, gx, gy)
    return distance2(x, y, gx, gy)


cdef inline void fetch_behind(const PortalGraph* graph, const ExactSearch* search, int32_t edge) noexcept nogil:
    """What looking through an edge reads first of a great mesh is on its way into the cache while others are looked through."""
    cdef const HalfEdge* corner = &graph.half_edges[edge]
    prefetch(&graph.faces[corner.neighbor])
    prefetch(&graph.half_edges[corner.twin])
    prefetch(&graph.half_edges[corner.twin] + 2)
    prefetch(&search.reached[name_of(corner, corner.twin)])


cdef int offer(const PortalGraph* graph, ExactSearch* search, double right_x, double right_y, double left_x,
               double left_y) except -1 nogil:
    """Take in the cone that was written behind the used ones, seen between two ends; the best of an expansion is kept at
    hand."""
    cdef Candidate entry
    cdef Cone* cone = &search.cones[search.used]
    entry.estimate = cone.cost + search.weight * graph.least_ratio * estimate(graph, search, cone, right_x, right_y, left_x, left_y)
    if entry.estimate >= search.best:
        return 0
    entry.cone = search.used
    search.used += 1
    if cone.edge >= 0:
        fetch_behind(graph, search, cone.edge)
    return keep(search, entry)


cdef int keep(ExactSearch* search, Candidate entry) except -1 nogil:
    if search.next.cone == NOTHING:
        search.next = entry
    elif entry.estimate <= search.next.estimate:
        push(search, search.next)
        search.next = entry
    else:
        push(search, entry)
    return 0


# ---- what is seen in a polygon ----

cdef double reach_end(ExactSearch* search, const View* view, Side* side, const HalfEdge* corner, int32_t index) noexcept nogil:
    """Metres from the start to the end of the edge looked through, at most. The foot of a view is that end, if that is where it
    is: one can get there, and may bend."""
    cdef Reached* reached = &search.reached[name_of(corner, index)]
    cdef double known = reached.cost if reached.search == search.search else INFINITY
    side.unbeaten = known == INFINITY
    if side.foot_x != corner.x or side.foot_y != corner.y:
        return known
    side.cost = view.cost + sqrt(side.dx * side.dx + side.dy * side.dy)
    if side.cost < known * (1.0 - SAME_COST):
        reached.search, reached.cost, reached.bent = search.search, side.cost, False
        known = side.cost
    side.unbeaten = side.cost <= known * (1.0 + SAME_COST)
    if corner.umbrella >= 0:
        side.corner, side.index = corner, index
        side.state = UNDECIDED if side.unbeaten else MAY_NOT
    return known


cdef inline double crossing(const View* view, const Side* side, const HalfEdge* end, double ex, double ey,
                            double other) noexcept nogil:
    """Where the ray to a foot crosses an edge (ex, ey) that begins at a corner, 0 … 1; the other value without a good
    crossing."""
    cdef double across = cross(side.dx, side.dy, ex, ey), t
    if across * across <= PARALLEL * PARALLEL * (side.dx * side.dx + side.dy * side.dy) * (ex * ex + ey * ey):
        return other
    t = cross(end.x - view.x, end.y - view.y, side.dx, side.dy) / across
    return t if 0.0 < t < 1.0 else other


cdef bint is_beaten(const PortalGraph* graph, const View* view, const HalfEdge* right, const HalfEdge* left, double by_right,
                    double by_left) noexcept nogil:
    """Is there, to every point in sight of the edge that is looked through, a shorter way: to an end of the edge, for ``by_right``
    or ``by_left`` metres, and along it? Along it, the way from the root gains least on that from an end, so the place where both
    ends are as near decides for all the others, or that end of what is seen which is next to it."""
    cdef double ex, ey, length, at, low = 0.0, high = 1.0, bound
    if view.right.unbeaten and view.left.unbeaten:      # by way of an end it is no shorter than straight
        return False
    ex, ey = left.x - right.x, left.y - right.y
    if view.right.foot_x != right.x or view.right.foot_y != right.y:
        low = crossing(view, &view.right, right, ex, ey, 0.0)
    if view.left.foot_x != left.x or view.left.foot_y != left.y:
        high = crossing(view, &view.left, right, ex, ey, 1.0)
    length = sqrt(ex * ex + ey * ey)
    at = high if by_left == INFINITY else low if by_right == INFINITY else 0.5 * ((by_left - by_right) / length + 1.0)
    at = min(max(at, low), high)
    bound = min(by_right + at * length, by_left + (1.0 - at) * length)
    return view.cost + distance2(view.x, view.y, right.x + at * ex, right.y + at * ey) > bound * (1.0 + LONGER) + graph.rounding


cdef bint bend(ExactSearch* search, const View* view, Side* side, bint leftwards) noexcept nogil:
    """May the path bend at this end of the edge? Asked for when there is something round the corner. At a vertex that is
    reached for as much from several sides, only ways that are not within the turn of an earlier one."""
    cdef Reached* reached
    cdef Bend* bent
    if side.state != UNDECIDED:
        return side.state == MAY
    side.state = MAY_NOT
    reached, bent = &search.reached[side.corner.umbrella], &search.bends[side.corner.umbrella]
    if not reached.bent:
        bent.right_x = bent.right_y = bent.left_x = bent.left_y = 0.0
        reached.bent = True
    if leftwards:
        if not side.corner.flags & WOUND and (bent.left_x != 0.0 or bent.left_y != 0.0) \
                and cross(bent.left_x, bent.left_y, side.dx, side.dy) >= 0.0:
            return False
        bent.left_x, bent.left_y = side.dx, side.dy
    else:
        if not side.corner.flags & WOUND and (bent.right_x != 0.0 or bent.right_y != 0.0) \
                and cross(bent.right_x, bent.right_y, side.dx, side.dy) <= 0.0:
            return False
        bent.right_x, bent.right_y = side.dx, side.dy
    side.state = MAY
    return True


cdef inline int see(const PortalGraph* graph, ExactSearch* search, const View* view, int32_t edge, const HalfEdge* right,
                    const HalfEdge* left, bint right_seen, bint left_seen) except -1 nogil:
    """The part of an edge that is in sight from the root, up to its ends where these are seen."""
    cdef Cone* cone = new_cone(search, view, edge)
    cone.right_x, cone.right_y = right.x if right_seen else view.right.foot_x, right.y if right_seen else view.right.foot_y
    cone.left_x, cone.left_y = left.x if left_seen else view.left.foot_x, left.y if left_seen else view.left.foot_y
    return offer(graph, search, right.x, right.y, left.x, left.y)


cdef int see_round(const PortalGraph* graph, ExactSearch* search, const View* view, const Side* side, bint leftwards,
                   int32_t edge, const HalfEdge* right, const HalfEdge* left, bint whole) except -1 nogil:
    """The part of an edge that comes into sight when the path bends at one end of the edge before, up to where the root's
    own view begins unless that is the whole of it."""
    cdef Cone* cone = new_cone(search, view, edge)
    cone.x, cone.y, cone.cost = side.foot_x, side.foot_y, side.cost
    cone.fan, cone.bend = side.corner.umbrella, side.index
    cone.right_x, cone.right_y, cone.left_x, cone.left_y = right.x, right.y, left.x, left.y
    if not whole and leftwards:
        cone.right_x, cone.right_y = side.foot_x + side.dx, side.foot_y + side.dy
    elif not whole:
        cone.left_x, cone.left_y = side.foot_x + side.dx, side.foot_y + side.dy
    return offer(graph, search, right.x, right.y, left.x, left.y)


cdef int offer_corner(const PortalGraph* graph, ExactSearch* search, const View* view, Side* side, int32_t turns) except -1 nogil:
    """The corner at an end of the edge looked through, round which there is something."""
    cdef Arrival arrival
    side.state = MAY_NOT                    # once is enough
    arrival.cost, arrival.dx, arrival.dy = side.cost, side.dx, side.dy
    arrival.node = node_at(graph, search.sights, view.poly, side.index)
    arrival.parent, arrival.way, arrival.turns = view.parent, -2 - view.poly, turns
    return arrive_at(search, &arrival, distance2(side.foot_x, side.foot_y, search.goal_x, search.goal_y))


cdef int arrive_at(ExactSearch* search, const Arrival* arrival, double ahead) except -1 nogil:
    """Take in an arrival at a corner, as far from the goal in a straight line as is said, unless one comes there for less."""
    cdef Spot* spot = &search.sights.spots[arrival.node]
    cdef Candidate entry
    entry.estimate = arrival.cost + ahead
    if entry.estimate >= search.best:
        return 0
    if spot.search != search.sights.search or arrival.cost < spot.cost * (1.0 - SAME_COST):
        spot.search, spot.cost, spot.opened = search.sights.search, arrival.cost, -1
    elif arrival.cost > spot.cost * (1.0 + SAME_COST):
        return 0
    entry.cone = -2 - <int32_t>search.arrivals.size()
    search.arrivals.push_back(arrival[0])
    prefetch(&search.sights.nodes[arrival.node])
    return keep(search, entry)


cdef int look_around(const PortalGraph* graph, ExactSearch* search, const View* view, int32_t corner,
                     int32_t edges) except -1 nogil:
    """Offer every edge of the polygon from a corner on, seen from a root that all of it is in sight of."""
    cdef const Face* ring = &graph.faces[view.poly]
    cdef const HalfEdge* right
    cdef int32_t after
    for _edge in range(edges):
        right = &graph.half_edges[corner]
        after = corner_after(ring, corner)
        if leads_on(search, view, right):
            see(graph, search, view, corner, right, &graph.half_edges[after], True, True)
        corner = after
    return 0


cdef inline bint leads_on(const ExactSearch* search, const View* view, const HalfEdge* edge) noexcept nogil:
    """Is there any use in crossing an edge?"""
    return edge.neighbor != NO_POLY and edge.neighbor != view.back \
        and (not edge.flags & DEAD_END or search.leads_out[edge.neighbor] == search.search) \
        and (search.allowed == NULL or search.allowed[edge.neighbor])


cdef inline void sight(const PortalGraph* graph, const View* view, const HalfEdge* corner, Sight* out) noexcept nogil:
    out.dx, out.dy = corner.x - view.x, corner.y - view.y
    cdef double size = fabs(out.dx) + fabs(out.dy)
    out.right, out.left = cross(view.right.dx, view.right.dy, out.dx, out.dy), cross(view.left.dx, view.left.dy, out.dx, out.dy)
    out.right_slack, out.left_slack = graph.rounding * (view.right.size + size), graph.rounding * (view.left.size + size)


cdef bint is_far(const View* view, double x, double y) noexcept nogil:
    """Is a point beyond the land side of the link that is looked through?"""
    return cross(view.land_dx, view.land_dy, x - view.land_x, y - view.land_y) * view.far_sign >= 0.0


cdef bint faces(const View* view, const HalfEdge* from_, const HalfEdge* to, Sight* a, Sight* b) noexcept nogil:
    """Can one look out of an edge from the land side of a link? An end on this side of it, which may be more than a half turn
    off a foot, is to the right or left of all that is in sight."""
    cdef bint from_far = is_far(view, from_.x, from_.y), to_far = is_far(view, to.x, to.y)
    if not (from_far or to_far) or cross(a.dx, a.dy, b.dx, b.dy) <= 0.0:
        return False
    if not from_far:
        a.right = a.left = -INFINITY
    if not to_far:
        b.right = b.left = INFINITY     # no edge after this one faces the link
    return True


cdef int look_through(const PortalGraph* graph, ExactSearch* search, View* view, int32_t corner, int32_t edges) except -1 nogil:
    """Offer the edges of the polygon from a corner on, counter-clockwise, as far as they are in sight, or come into sight by
    a bend at the right or left end of the edge that is looked through."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef const HalfEdge* from_
    cdef const HalfEdge* to
    cdef Sight sights[2]
    cdef Sight* a = &sights[0]
    cdef Sight* b = &sights[1]
    cdef int32_t first = graph.faces[view.poly].first, end = first + graph.faces[view.poly].count, after
    cdef bint plain = not view.edge_on and not view.through_link
    cdef bint known = False             # of the edge's first end
    if plain and view.right.state == MAY_NOT:
        corner = first_in_sight(graph, view, corner, first, end, &edges)
    for _edge in range(edges):
        after = corner + 1 if corner + 1 < end else first
        from_ = corners + corner
        if leads_on(search, view, from_):
            to = corners + after
            if not known:
                sight(graph, view, from_, a)
            if plain and view.left.state == MAY_NOT and a.left > a.left_slack:
                break                   # so is all that comes after it
            sight(graph, view, to, b)
            if not view.through_link or faces(view, from_, to, a, b):
                look_out(graph, search, view, corner, from_, to, a, b)
            a, b = b, a
            known = True
        else:
            known = False
        corner = after
    return 0


cdef inline int32_t first_in_sight(const PortalGraph* graph, const View* view, int32_t corner, int32_t first, int32_t end,
                                   int32_t* edges) noexcept nogil:
    """Skip the edges that lie to the right of a view."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef int32_t after
    cdef double dx, dy
    while edges[0] > 1:
        after = corner + 1 if corner + 1 < end else first
        dx, dy = corners[after].x - view.x, corners[after].y - view.y
        if cross(view.right.dx, view.right.dy, dx, dy) >= -slack_of(graph, &view.right, dx, dy):
            break
        corner = after
        edges[0] -= 1
    return corner


cdef inline int look_out(const PortalGraph* graph, ExactSearch* search, View* view, int32_t edge, const HalfEdge* from_,
                         const HalfEdge* to, const Sight* a, const Sight* b) except -1 nogil:
    """Offer an edge as seen from the root, and from both feet of the view."""
    cdef bint right_line = fabs(a.right) <= a.right_slack and fabs(b.right) <= b.right_slack     # the ray runs along it
    cdef bint left_line = fabs(a.left) <= a.left_slack and fabs(b.left) <= b.left_slack
    if view.edge_on and (right_line or left_line) and not is_beyond(view, a, b):
        right_line = left_line = False
    if view.right.state != MAY_NOT and (right_line or a.right < -a.right_slack or b.right < -b.right_slack):
        if search.sights != NULL:
            offer_corner(graph, search, view, &view.right, TURN_RIGHT)
        elif bend(search, view, &view.right, False):
            see_round(graph, search, view, &view.right, False, edge, from_, to, b.right <= b.right_slack)
    if is_seen(view, a, b, right_line, left_line):
        see(graph, search, view, edge, from_, to, a.right >= -a.right_slack, b.left <= b.left_slack)
    if view.left.state != MAY_NOT and (left_line or a.left > a.left_slack or b.left > b.left_slack):
        if search.sights != NULL:
            offer_corner(graph, search, view, &view.left, TURN_LEFT)
        elif bend(search, view, &view.left, True):
            see_round(graph, search, view, &view.left, True, edge, from_, to, a.left >= -a.left_slack)
    return 0


cdef inline bint is_beyond(const View* view, const Sight* a, const Sight* b) noexcept nogil:
    """Does an edge in line with the one looked through lie farther away?"""
    return min(a.dx * a.dx + a.dy * a.dy, b.dx * b.dx + b.dy * b.dy) * (1.0 + SAME_COST) >= view.far_end


cdef inline bint is_seen(const View* view, const Sight* a, const Sight* b, bint right_line, bint left_line) noexcept nogil:
    """Does the view meet an edge between its ends, or run along it where the path may not bend at its beginning? An edge-on
    view does the latter only, and only with what lies beyond the edge looked through."""
    if view.edge_on:
        return right_line or left_line
    return (b.right > 0.0 and a.left < 0.0) or (right_line and view.right.corner == NULL) \
        or (left_line and view.left.corner == NULL)


cdef void arrive(ExactSearch* search, const View* view, double length, int32_t bend) noexcept nogil:
    if length < search.best:
        search.best, search.best_cone, search.best_bend = length, view.parent, bend


cdef void reach_goal(const PortalGraph* graph, ExactSearch* search, const View* view) noexcept nogil:
    """The way to the goal where it lies in the polygon looked into: straight, or round the end of the edge."""
    cdef double gx = search.goal_x - view.x, gy = search.goal_y - view.y
    cdef const Side* side = NULL
    if not view.whole and cross(view.right.dx, view.right.dy, gx, gy) < -slack_of(graph, &view.right, gx, gy):
        side = &view.right
    elif not view.whole and cross(view.left.dx, view.left.dy, gx, gy) > slack_of(graph, &view.left, gx, gy):
        side = &view.left
    if side == NULL:                # also edge-on: the goal is in line then
        arrive(search, view, view.cost + sqrt(gx * gx + gy * gy), NO_BEND)
    elif side.corner != NULL:
        arrive(search, view, view.cost + sqrt(side.dx * side.dx + side.dy * side.dy)
               + distance2(side.foot_x, side.foot_y, search.goal_x, search.goal_y), side.index)


cdef bint enter_round(ExactSearch* search, const View* view) except -1 nogil:
    """Note that all of a polygon is seen from a root; false where it was seen so before, for no more."""
    cdef Round round
    cdef size_t i
    for i in range(search.rounds.size()):
        if search.rounds[i].poly == view.poly and search.rounds[i].x == view.x and search.rounds[i].y == view.y \
                and search.rounds[i].cost <= view.cost:
            return False
    round.x, round.y, round.cost, round.poly = view.x, view.y, view.cost, view.poly
    search.rounds.push_back(round)
    return True
