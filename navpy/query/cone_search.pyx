"""Polyanya over the portals and links of the navmesh.

Why it ends: from one root a view goes through a polygon once, as a straight line does, and never straight back. Where the root
is in line with an edge the view goes on only along edges that lie farther away, and all of a polygon is seen from a root on its
border only once (`Round`) or in the one sense of turning that a wall stops. A path bends at a vertex only if it comes there for
less than before, or for as much from a direction that was not covered yet (`Bend`); the costs are those of paths that bend at
no vertex twice, of which there are finitely many. No way takes a link twice unless links cost less than the ground, and then at
most as many as there are."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport INT32_MAX, int32_t

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport distance2
from navpy.location cimport Location
from navpy.mesh cimport MeshView, OffMeshLink, island_of
from navpy.portals cimport DEAD_END, WOUND, Corner, PortalGraph, Ring, corner_after, cross
from navpy.query.astar cimport find_reachable

cdef double SAME_COST = 1e-12           # of a cost: two sums of the same lengths differ by less
cdef double PARALLEL = 1e-6             # sine: a ray and an edge closer than that have no good crossing

cdef enum:
    MANY_LANDINGS = 100

cdef enum:                              # whether the path may bend at an end of the edge
    UNDECIDED = 0
    MAY = 1
    MAY_NOT = 2

cdef enum:                              # which sides of a view are limited
    LIMIT_RIGHT = 1
    LIMIT_LEFT = 2

cdef struct Side:                       # of a view: its limit there
    double foot_x, foot_y               # metres
    double dx, dy                       # from the root to the foot
    double size                         # |dx| + |dy|
    const Corner* corner                # the foot where the path might bend round it, else NULL
    int32_t index                       # its corner index
    int state                           # UNDECIDED, MAY, MAY_NOT: once asked for
    double cost                         # metres to the corner, once it MAY

cdef struct Sight:                      # of a corner from the root
    double dx, dy                       # metres
    double right, left                  # m²: above 0 to the left of the ray to the right foot, of the one to the left foot
    double right_slack, left_slack      # m²: what rounding may make of 0

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


# ---- the open list ----

cdef inline bint is_before(const Candidate* a, const Candidate* b) noexcept nogil:
    return a.estimate < b.estimate or (a.estimate == b.estimate and a.cone > b.cone)


cdef int push(ExactSearch* search, Candidate entry) except -1 nogil:
    cdef size_t slot = search.open.size(), parent
    search.open.push_back(entry)
    cdef Candidate* open = search.open.data()
    while slot > 0:
        parent = (slot - 1) >> 1
        if not is_before(&entry, &open[parent]):
            break
        open[slot] = open[parent]
        slot = parent
    open[slot] = entry
    return 0


cdef Candidate pop(ExactSearch* search) noexcept nogil:
    cdef Candidate first = search.open[0], last = search.open.back()
    search.open.pop_back()
    cdef Candidate* open = search.open.data()
    cdef size_t size = search.open.size(), slot = 0, child = 1
    while child < size:
        if child + 1 < size and is_before(&open[child + 1], &open[child]):
            child += 1
        if not is_before(&open[child], &last):
            break
        open[slot] = open[child]
        slot, child = child, 2 * child + 1
    if size > 0:
        open[slot] = last
    return first


cdef int make_room(ExactSearch* search, size_t more) except -1 nogil:
    """Cones behind the used ones to write to."""
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


cdef inline int offer(const PortalGraph* graph, ExactSearch* search, double right_x, double right_y, double left_x,
                      double left_y) except -1 nogil:
    """Take in the cone that was written behind the used ones, seen between two ends; the best of an expansion is kept at
    hand."""
    cdef Candidate entry
    cdef Cone* cone = &search.cones[search.used]
    entry.estimate = cone.cost + search.weight * graph.least * estimate(graph, search, cone, right_x, right_y, left_x, left_y)
    if entry.estimate >= search.best:
        return 0
    entry.cone = search.used
    search.used += 1
    if search.next.cone < 0:
        search.next = entry
    elif is_before(&entry, &search.next):
        push(search, search.next)
        search.next = entry
    else:
        push(search, entry)
    return 0


# ---- what is seen in a polygon ----

cdef inline double slack_of(const PortalGraph* graph, const Side* side, double dx, double dy) noexcept nogil:
    """How far the cross product with a direction from the root may be off for a point on the line."""
    return graph.rounding * (side.size + fabs(dx) + fabs(dy))


cdef inline void set_side(Side* side, const View* view, double foot_x, double foot_y) noexcept nogil:
    side.foot_x, side.foot_y, side.dx, side.dy = foot_x, foot_y, foot_x - view.x, foot_y - view.y
    side.size = fabs(side.dx) + fabs(side.dy)
    side.corner = NULL
    side.state = UNDECIDED


cdef inline void may_bend_at(Side* side, const Corner* corner, int32_t index) noexcept nogil:
    if corner.fan >= 0 and side.foot_x == corner.x and side.foot_y == corner.y:
        side.corner = corner
        side.index = index


cdef bint bend(ExactSearch* search, const View* view, Side* side, bint leftwards) noexcept nogil:
    """May the path bend at this end of the edge? Asked for when there is something round the corner."""
    cdef Bend* seen
    cdef double slack
    if side.corner == NULL:
        return False
    if side.state != UNDECIDED:
        return side.state == MAY
    side.state = MAY_NOT
    side.cost = view.cost + sqrt(side.dx * side.dx + side.dy * side.dy)
    seen = &search.bends[side.corner.fan]
    slack = SAME_COST * side.cost
    if seen.search != search.search or side.cost < seen.cost - slack:
        seen.search, seen.cost = search.search, side.cost
        seen.right_x = seen.right_y = seen.left_x = seen.left_y = 0.0
    elif side.cost > seen.cost + slack:
        return False
    if leftwards:
        if not side.corner.flags & WOUND and (seen.left_x != 0.0 or seen.left_y != 0.0) \
                and cross(seen.left_x, seen.left_y, side.dx, side.dy) >= 0.0:
            return False
        seen.left_x, seen.left_y = side.dx, side.dy
    else:
        if not side.corner.flags & WOUND and (seen.right_x != 0.0 or seen.right_y != 0.0) \
                and cross(seen.right_x, seen.right_y, side.dx, side.dy) <= 0.0:
            return False
        seen.right_x, seen.right_y = side.dx, side.dy
    side.state = MAY
    return True


cdef inline Cone* new_cone(ExactSearch* search, const View* view, int32_t edge) noexcept nogil:
    """A cone with the root of the view, still to be limited and offered."""
    cdef Cone* cone = &search.cones[search.used]
    cone.x, cone.y, cone.cost, cone.fan, cone.bend = view.x, view.y, view.cost, view.fan, view.bend
    cone.edge, cone.poly, cone.parent, cone.links = edge, view.poly, view.parent, view.links
    return cone


cdef inline int see(const PortalGraph* graph, ExactSearch* search, const View* view, int32_t edge, const Corner* right,
                    const Corner* left, bint right_seen, bint left_seen) except -1 nogil:
    """The part of an edge that is in sight from the root, up to its ends where these are seen."""
    cdef Cone* cone = new_cone(search, view, edge)
    cone.right_x, cone.right_y = right.x if right_seen else view.right.foot_x, right.y if right_seen else view.right.foot_y
    cone.left_x, cone.left_y = left.x if left_seen else view.left.foot_x, left.y if left_seen else view.left.foot_y
    return offer(graph, search, right.x, right.y, left.x, left.y)


cdef int see_round(const PortalGraph* graph, ExactSearch* search, const View* view, const Side* side, bint leftwards,
                   int32_t edge, const Corner* right, const Corner* left, bint whole) except -1 nogil:
    """The part of an edge that comes into sight when the path bends at one end of the edge before, up to where the root's
    own view begins unless that is the whole of it."""
    cdef Cone* cone = new_cone(search, view, edge)
    cone.x, cone.y, cone.cost = side.foot_x, side.foot_y, side.cost
    cone.fan, cone.bend = side.corner.fan, side.index
    cone.right_x, cone.right_y, cone.left_x, cone.left_y = right.x, right.y, left.x, left.y
    if not whole and leftwards:
        cone.right_x, cone.right_y = side.foot_x + side.dx, side.foot_y + side.dy
    elif not whole:
        cone.left_x, cone.left_y = side.foot_x + side.dx, side.foot_y + side.dy
    return offer(graph, search, right.x, right.y, left.x, left.y)


cdef int look_around(const PortalGraph* graph, ExactSearch* search, const View* view, int32_t corner,
                     int32_t edges) except -1 nogil:
    """Offer every edge of the polygon from a corner on, seen from a root that all of it is in sight of."""
    cdef const Ring* ring = &graph.rings[view.poly]
    cdef const Corner* right
    cdef int32_t after
    for _edge in range(edges):
        right = &graph.corners[corner]
        after = corner_after(ring, corner)
        if leads_on(search, view, right):
            see(graph, search, view, corner, right, &graph.corners[after], True, True)
        corner = after
    return 0


cdef inline bint leads_on(const ExactSearch* search, const View* view, const Corner* edge) noexcept nogil:
    """Is there any use in crossing an edge?"""
    return edge.next != NO_POLY and edge.next != view.back \
        and (not edge.flags & DEAD_END or search.leads_out[edge.next] == search.search) \
        and (search.allowed == NULL or search.allowed[edge.next])


cdef inline void sight(const PortalGraph* graph, const View* view, const Corner* corner, Sight* out) noexcept nogil:
    out.dx, out.dy = corner.x - view.x, corner.y - view.y
    cdef double size = fabs(out.dx) + fabs(out.dy)
    out.right, out.left = cross(view.right.dx, view.right.dy, out.dx, out.dy), cross(view.left.dx, view.left.dy, out.dx, out.dy)
    out.right_slack, out.left_slack = graph.rounding * (view.right.size + size), graph.rounding * (view.left.size + size)


cdef inline bint is_far(const View* view, double x, double y) noexcept nogil:
    """Is a point beyond the land side of the link that is looked through?"""
    return cross(view.land_dx, view.land_dy, x - view.land_x, y - view.land_y) * view.far_sign >= 0.0


cdef bint faces(const View* view, const Corner* from_, const Corner* to, Sight* a, Sight* b) noexcept nogil:
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
    cdef const Ring* ring = &graph.rings[view.poly]
    cdef const Corner* from_ = &graph.corners[corner]
    cdef const Corner* to
    cdef Sight a, b
    cdef int32_t after
    cdef bint right_line, left_line
    sight(graph, view, from_, &a)
    for _edge in range(edges):
        after = corner_after(ring, corner)
        to = &graph.corners[after]
        sight(graph, view, to, &b)
        if leads_on(search, view, from_) and (not view.through_link or faces(view, from_, to, &a, &b)):
            right_line = fabs(a.right) <= a.right_slack and fabs(b.right) <= b.right_slack     # the ray runs along it
            left_line = fabs(a.left) <= a.left_slack and fabs(b.left) <= b.left_slack
            if view.edge_on and (right_line or left_line) and not is_beyond(view, &a, &b):
                right_line = left_line = False
            if (right_line or a.right < -a.right_slack or b.right < -b.right_slack) and bend(search, view, &view.right, False):
                see_round(graph, search, view, &view.right, False, corner, from_, to, b.right <= b.right_slack)
            if is_seen(view, &a, &b, right_line, left_line):
                see(graph, search, view, corner, from_, to, a.right >= -a.right_slack, b.left <= b.left_slack)
            if (left_line or a.left > a.left_slack or b.left > b.left_slack) and bend(search, view, &view.left, True):
                see_round(graph, search, view, &view.left, True, corner, from_, to, a.left >= -a.left_slack)
        from_ = to
        corner = after
        a = b
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


cdef void face_edge_on(View* view) noexcept nogil:
    """In line with the edge: the path may bend at its near end only."""
    cdef double right = view.right.dx * view.right.dx + view.right.dy * view.right.dy
    cdef double left = view.left.dx * view.left.dx + view.left.dy * view.left.dy
    view.far_end = max(right, left)
    if right < left:
        view.left.corner = NULL
    else:
        view.right.corner = NULL


cdef int expand(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, int32_t index) except -1 nogil:
    """Look through a cone's edge into the polygon behind it."""
    cdef const Cone* cone = &search.cones[index]
    cdef const Corner* edge = &graph.corners[cone.edge]
    cdef const Ring* ring = &graph.rings[edge.next]
    cdef int32_t right = corner_after(ring, edge.twin)
    cdef View view
    view.x, view.y, view.cost, view.fan, view.bend = cone.x, cone.y, cone.cost, cone.fan, NO_BEND
    view.parent, view.links, view.poly, view.back, view.through_link = index, cone.links, edge.next, cone.poly, False
    set_side(&view.right, &view, cone.right_x, cone.right_y)
    set_side(&view.left, &view, cone.left_x, cone.left_y)
    view.whole = view.edge_on = False
    if cross(view.right.dx, view.right.dy, view.left.dx, view.left.dy) <= slack_of(graph, &view.right, view.left.dx, view.left.dy):
        view.edge_on = view.right.dx * view.left.dx + view.right.dy * view.left.dy > 0.0
        view.whole = not view.edge_on
    if not view.whole:
        may_bend_at(&view.right, &graph.corners[right], right)
        may_bend_at(&view.left, &graph.corners[edge.twin], edge.twin)
    if view.edge_on:
        face_edge_on(&view)
    if view.poly == search.goal_poly:
        reach_goal(graph, search, &view)
        if graph.least >= 1.0:
            return 0
    make_room(search, 3 * ring.count)
    if view.whole:
        if view.fan >= 0 or enter_round(search, &view):
            look_around(graph, search, &view, right, ring.count - 1)
    else:
        look_through(graph, search, &view, right, ring.count - 1)
    if mesh.link_count > 0:
        offer_links(mesh, graph, search, &view)
    return 0


# ---- links ----

cdef inline void turn_view(View* out, const View* view, const Side* side, int32_t parent) noexcept nogil:
    """The view from an end of the edge that the path bends at, limited by the ray that comes there."""
    out[0] = view[0]
    out.x, out.y, out.cost, out.parent, out.whole, out.edge_on = side.foot_x, side.foot_y, side.cost, parent, False, False
    set_side(&out.right, out, side.foot_x + side.dx, side.foot_y + side.dy)
    out.left = out.right


cdef int offer_links(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, View* view) except -1 nogil:
    """Offer the links that leave the polygon looked into: in sight, and round either end of the edge looked through."""
    cdef View turned
    cdef int32_t link = mesh.polys[view.poly].first_link
    while link >= 0:
        if view.links < mesh.link_count and graph.link_factors[link] >= 0.0 \
                and (search.allowed == NULL or search.allowed[mesh.links[link].end_poly]) \
                and not (graph.least >= 1.0 and was_taken(mesh, search, view.parent, link)):
            if not view.edge_on:
                approach(mesh, graph, search, view, 0 if view.whole else LIMIT_RIGHT | LIMIT_LEFT, link)
            if not view.whole and lies_beside(graph, view, &view.right, -1.0, &mesh.links[link]) \
                    and bend(search, view, &view.right, False):
                turn_view(&turned, view, &view.right, note_bend(search, view, &view.right))
                approach(mesh, graph, search, &turned, LIMIT_LEFT, link)
            if not view.whole and lies_beside(graph, view, &view.left, 1.0, &mesh.links[link]) \
                    and bend(search, view, &view.left, True):
                turn_view(&turned, view, &view.left, note_bend(search, view, &view.left))
                approach(mesh, graph, search, &turned, LIMIT_RIGHT, link)
        link = mesh.links[link].next
    return 0


cdef bint lies_beside(const PortalGraph* graph, const View* view, const Side* side, double sign,
                      const OffMeshLink* link) noexcept nogil:
    """Is any of the link's leave side to the left of a ray (sign 1), or to the right of it (−1)?"""
    cdef double dx, dy
    cdef int i
    for i in range(2):
        dx, dy = link.leave[i][0] - view.x, -link.leave[i][2] - view.y
        if sign * cross(side.dx, side.dy, dx, dy) > slack_of(graph, side, dx, dy):
            return True
    return False


cdef int32_t note_bend(ExactSearch* search, const View* view, const Side* side) except -1 nogil:
    """A cone that only says, to what comes after it, that the path bends."""
    make_room(search, 1)
    cdef Cone* cone = new_cone(search, view, ONLY_A_BEND)
    cone.bend = side.index
    search.used += 1
    return search.used - 1


cdef inline bint is_within(const PortalGraph* graph, const View* view, int limits, double dx, double dy) noexcept nogil:
    return not (limits & LIMIT_RIGHT and cross(view.right.dx, view.right.dy, dx, dy) < -slack_of(graph, &view.right, dx, dy)) \
        and not (limits & LIMIT_LEFT and cross(view.left.dx, view.left.dy, dx, dy) > slack_of(graph, &view.left, dx, dy))


cdef bint clip_to_far_side(const View* view, double* ax, double* ay, double* bx, double* by) noexcept nogil:
    """Of a segment keep what is beyond the land side of the link that is looked through; false where nothing is."""
    cdef double a = cross(view.land_dx, view.land_dy, ax[0] - view.land_x, ay[0] - view.land_y) * view.far_sign
    cdef double b = cross(view.land_dx, view.land_dy, bx[0] - view.land_x, by[0] - view.land_y) * view.far_sign
    cdef double t
    if a < 0.0 and b < 0.0:
        return False
    if a < 0.0 or b < 0.0:
        t = a / (a - b)
        if a < 0.0:
            ax[0], ay[0] = ax[0] + t * (bx[0] - ax[0]), ay[0] + t * (by[0] - ay[0])
        else:
            bx[0], by[0] = ax[0] + t * (bx[0] - ax[0]), ay[0] + t * (by[0] - ay[0])
    return True


cdef int approach(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const View* view, int limits,
                  int32_t index) except -1 nogil:
    """Take a link as far as its width is in sight. It is crossed straight ahead, so what comes after it looks as if its land
    side were the leave side, from the root moved along; on the side of the land side that one came from, mirrored by it."""
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], bx = link.leave[1][0], by = -link.leave[1][2], px, py
    cdef double seen, slack
    if view.through_link and not clip_to_far_side(view, &ax, &ay, &bx, &by):
        return 0
    seen = cross(ax - view.x, ay - view.y, bx - view.x, by - view.y)
    slack = graph.rounding * (fabs(ax - view.x) + fabs(ay - view.y) + fabs(bx - view.x) + fabs(by - view.y))
    if fabs(seen) > slack:
        if seen < 0.0:
            px, py = ax, ay
            ax, ay, bx, by = bx, by, px, py
        return cross_width(mesh, graph, search, view, limits, index, ax, ay, bx, by)
    px, py = ax, ay                 # edge-on or a point
    if (ax - view.x) * (bx - view.x) + (ay - view.y) * (by - view.y) <= 0.0:
        px, py = view.x, view.y
    elif distance2(bx, by, view.x, view.y) < distance2(ax, ay, view.x, view.y):
        px, py = bx, by
    if is_within(graph, view, limits, px - view.x, py - view.y):
        land_at(mesh, graph, search, view, index, px, py)
    return 0


cdef bint lands_anew(ExactSearch* search, const Landing* landing) except -1 nogil:
    """Note a way across a link unless an earlier one is as good wherever it lands."""
    cdef const Landing* other
    cdef size_t i
    for i in range(search.landings.size()):
        other = &search.landings[i]
        if other.link == landing.link and other.low <= landing.low and other.high >= landing.high \
                and other.cost + distance2(other.x, other.y, landing.x, landing.y) <= landing.cost * (1.0 + SAME_COST):
            return False
    search.landings.push_back(landing[0])
    return True


cdef Cone* new_landing(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const View* view, int32_t index,
                       int32_t bend) except NULL nogil:
    make_room(search, 1)
    cdef Cone* cone = new_cone(search, view, -1 - index)
    cone.poly, cone.fan, cone.bend, cone.links = mesh.links[index].start_poly, -1, bend, view.links + 1
    cone.cost += graph.link_costs[index]
    return cone


cdef int land_at(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const View* view, int32_t index, double x,
                 double y) except -1 nogil:
    """Take a link at one place, where the path may bend."""
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef Landing landing
    cdef Cone* cone
    landing.x, landing.y, landing.link, landing.low, landing.high = x, y, -1 - index, 0.0, 1.0
    landing.cost = view.cost + distance2(x, y, view.x, view.y)
    if not lands_anew(search, &landing):
        return 0
    cone = new_landing(mesh, graph, search, view, index, AT_LINK_END)
    cone.cost += distance2(x, y, view.x, view.y)
    cone.x = cone.right_x = cone.left_x = x + dx
    cone.y = cone.right_y = cone.left_y = y + dy
    return offer(graph, search, cone.x, cone.y, cone.x, cone.y)


cdef double share(const OffMeshLink* link, double x, double y) noexcept nogil:
    """Where a point of its leave side is, from 0 on its left to 1 on its right."""
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], ex = link.leave[1][0] - ax, ey = -link.leave[1][2] - ay
    return ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)


cdef inline double share_side(const OffMeshLink* link, double x, double y) noexcept nogil:
    """Above 0 on one side of the line along its leave side."""
    return cross(link.leave[1][0] - link.leave[0][0], link.leave[0][2] - link.leave[1][2], x - link.leave[0][0], y + link.leave[0][2])


cdef bint was_taken(const MeshView* mesh, const ExactSearch* search, int32_t index, int32_t link) noexcept nogil:
    """Did the way to a cone take the link, or the one that leads back?"""
    cdef int32_t other
    while index >= 0 and search.cones[index].links > 0:
        other = -1 - search.cones[index].edge
        if other == link or (0 <= other < mesh.link_count and mesh.links[other].id == mesh.links[link].id
                             and mesh.links[other].start_poly == mesh.links[link].end_poly
                             and mesh.links[other].end_poly == mesh.links[link].start_poly):
            return True
        index = search.cones[index].parent
    return False


cdef double crossing(const View* view, const Side* side, const OffMeshLink* link) noexcept nogil:
    """Where a ray crosses the leave side of a link."""
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], ex = link.leave[1][0] - ax, ey = -link.leave[1][2] - ay
    cdef double t = -cross(ax - view.x, ay - view.y, side.dx, side.dy) / cross(ex, ey, side.dx, side.dy)
    return 0.0 if not t > 0.0 else 1.0 if t > 1.0 else t


cdef int cross_width(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const View* view, int limits,
                     int32_t index, double ax, double ay, double bx, double by) except -1 nogil:
    """Take a link whose leave side is seen from (ax, ay) on the right to (bx, by) on the left."""
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef double ex = bx - ax, ey = by - ay, t
    cdef bint right_in, left_in, mirrored
    cdef Landing landing
    cdef Cone* cone
    if (limits & LIMIT_LEFT and cross(view.left.dx, view.left.dy, ax - view.x, ay - view.y) > 0.0) \
            or (limits & LIMIT_RIGHT and cross(view.right.dx, view.right.dy, bx - view.x, by - view.y) < 0.0):
        return 0
    right_in = is_within(graph, view, limits & LIMIT_RIGHT, ax - view.x, ay - view.y)
    left_in = is_within(graph, view, limits & LIMIT_LEFT, bx - view.x, by - view.y)
    if right_in:
        land_at(mesh, graph, search, view, index, ax, ay)
    if left_in:
        land_at(mesh, graph, search, view, index, bx, by)
    landing.x, landing.y, landing.cost, landing.link = view.x, view.y, view.cost, index
    if share_side(link, view.x, view.y) < 0.0:      # as far from all of the width as its mirror image
        mirror(&landing.x, &landing.y, ax, ay, ex, ey)
    landing.low = share(link, ax, ay) if right_in else crossing(view, &view.right, link)
    landing.high = share(link, bx, by) if left_in else crossing(view, &view.left, link)
    if landing.low > landing.high:
        t = landing.low
        landing.low, landing.high = landing.high, t
    if not lands_anew(search, &landing):
        return 0
    for mirrored in range(2):
        cone = new_landing(mesh, graph, search, view, index, NO_BEND)
        cone.x, cone.y = view.x + dx, view.y + dy
        cone.right_x, cone.right_y = (ax if right_in else view.right.foot_x) + dx, (ay if right_in else view.right.foot_y) + dy
        cone.left_x, cone.left_y = (bx if left_in else view.left.foot_x) + dx, (by if left_in else view.left.foot_y) + dy
        if mirrored:
            mirror(&cone.x, &cone.y, ax + dx, ay + dy, ex, ey)
            mirror(&cone.right_x, &cone.right_y, ax + dx, ay + dy, ex, ey)
            mirror(&cone.left_x, &cone.left_y, ax + dx, ay + dy, ex, ey)
            t = cone.right_x
            cone.right_x, cone.left_x = cone.left_x, t
            t = cone.right_y
            cone.right_y, cone.left_y = cone.left_y, t
            offer(graph, search, bx + dx, by + dy, ax + dx, ay + dy)
        else:
            offer(graph, search, ax + dx, ay + dy, bx + dx, by + dy)
    return 0


cdef void mirror(double* x, double* y, double ax, double ay, double ex, double ey) noexcept nogil:
    """Mirror a point by the line through (ax, ay) along (ex, ey)."""
    cdef double t = 2.0 * cross(ex, ey, x[0] - ax, y[0] - ay) / (ex * ex + ey * ey)
    x[0], y[0] = x[0] + t * ey, y[0] - t * ex


cdef int expand_landing(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, int32_t index) except -1 nogil:
    """Look around where a link landed."""
    cdef const Cone* cone = &search.cones[index]
    cdef const OffMeshLink* link = &mesh.links[-1 - cone.edge]
    cdef const Ring* ring = &graph.rings[link.end_poly]
    cdef View view
    view.x, view.y, view.cost, view.fan, view.bend = cone.x, cone.y, cone.cost, -1, NO_BEND
    view.parent, view.links, view.poly, view.back = index, cone.links, link.end_poly, NO_POLY
    view.whole, view.edge_on, view.through_link = cone.bend == AT_LINK_END, False, cone.bend != AT_LINK_END
    set_side(&view.right, &view, cone.right_x, cone.right_y)
    set_side(&view.left, &view, cone.left_x, cone.left_y)
    view.land_x, view.land_y = link.land[0][0], -link.land[0][2]
    view.land_dx, view.land_dy = link.land[1][0] - view.land_x, -link.land[1][2] - view.land_y
    view.far_sign = -1.0 if cross(view.land_dx, view.land_dy, view.x - view.land_x, view.y - view.land_y) > 0.0 else 1.0
    if view.poly == search.goal_poly and (view.whole or is_far(&view, search.goal_x, search.goal_y)):
        reach_goal(graph, search, &view)
    make_room(search, 3 * ring.count)
    if view.whole and enter_round(search, &view):
        look_around(graph, search, &view, ring.first, ring.count)
    elif not view.whole:
        look_through(graph, search, &view, ring.first, ring.count)
    return offer_links(mesh, graph, search, &view)


# ---- a search ----

cdef int begin(const PortalGraph* graph, ExactSearch* search, const Location* start, const Location* goal) except -1 nogil:
    """Make the working memory fit the mesh; what earlier searches left is told by their number, not cleared."""
    cdef PolyRef poly = goal.poly
    if search.bends.size() != graph.corners.size() or search.leads_out.size() != graph.rings.size() \
            or search.search == 0xffffffffU:
        search.bends.clear()
        search.bends.resize(graph.corners.size())
        search.leads_out.clear()
        search.leads_out.resize(graph.rings.size())
        search.search = 0
    search.search += 1
    search.used, search.searched, search.next.cone = 0, 0, -1
    search.open.clear()
    search.rounds.clear()
    search.landings.clear()
    search.reached.clear()
    search.goal_x, search.goal_y, search.goal_poly = goal.point[0], -goal.point[2], goal.poly
    search.best, search.best_cone, search.best_bend = INFINITY, -1, NO_BEND
    while poly != NO_POLY:
        search.leads_out[poly] = search.search
        poly = graph.rings[poly].out
    return 0


cdef int look_from_start(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start) except -1 nogil:
    cdef const Ring* ring = &graph.rings[start.poly]
    cdef View view
    view.x, view.y, view.cost, view.fan, view.bend = start.point[0], -start.point[2], 0.0, -1, NO_BEND
    view.parent, view.links, view.poly, view.back = -1, 0, start.poly, NO_POLY
    view.whole, view.edge_on, view.through_link = True, False, False
    set_side(&view.right, &view, view.x, view.y)
    set_side(&view.left, &view, view.x, view.y)
    if start.poly == search.goal_poly:
        reach_goal(graph, search, &view)
        if graph.least >= 1.0:
            return 0
    make_room(search, ring.count)
    enter_round(search, &view)
    look_around(graph, search, &view, ring.first, ring.count)
    return offer_links(mesh, graph, search, &view)


cdef bint run(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, PolyRef start, int32_t limit) except -1 nogil:
    """Expand cones, least estimate first, until none can lead to a shorter path. Without a goal to end at, links could be
    taken in all orders; so when many were, it is looked up whether the goal can be reached at all. False: the limit was
    reached before."""
    cdef Candidate entry
    cdef const Cone* cone
    while True:
        entry = search.next
        search.next.cone = -1
        if search.open.size() > 0 and (entry.cone < 0 or is_before(&search.open[0], &entry)):
            if entry.cone >= 0:
                push(search, entry)
            entry = pop(search)
        if entry.cone < 0 or entry.estimate >= search.best:
            return True
        if search.searched >= limit:
            return False
        cone = &search.cones[entry.cone]
        if cone.fan >= 0 and cone.cost > search.bends[cone.fan].cost * (1.0 + SAME_COST):
            continue                        # one has come to its root for less since
        search.searched += 1
        if search.landings.size() > MANY_LANDINGS and search.reached.empty():
            find_reachable(mesh, start, &search.reached)
            if not search.reached[search.goal_poly]:
                return True
        if cone.edge >= 0:
            expand(mesh, graph, search, entry.cone)
        else:
            expand_landing(mesh, graph, search, entry.cone)


cdef bint search_some_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                            const Location* goal, int32_t limit) except -1 nogil:
    """Find the best path: its length, the last cone and the last bend; the length is infinite where there is none."""
    begin(graph, search, start, goal)
    if island_of(mesh, start.poly) != island_of(mesh, goal.poly):
        return True
    look_from_start(mesh, graph, search, start)
    return run(mesh, graph, search, start.poly, limit)


cdef int search_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                      const Location* goal) except -1 nogil:
    search.allowed = NULL
    search.weight = 1.0
    search_some_cones(mesh, graph, search, start, goal, INT32_MAX)
    return 0
