"""Links as Polyanya sees them: what is in sight through one, as far as its width is."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.half_edges cimport PortalGraph, Face, cross
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.successors cimport (AT_LINK_END, NO_BEND, ONLY_A_BEND, Cone, ExactSearch, Landing, Side, View, bend, enter_round,
                                    is_far, look_around, look_through, make_room, new_cone, offer, reach_goal, set_side, slack_of)

cdef double SAME_COST = 1e-12           # of a cost: two sums of the same lengths differ by less

cdef enum:                              # which sides of a view are limited
    LIMIT_RIGHT = 1
    LIMIT_LEFT = 2


cdef inline void turn_view(View* out, const View* view, const Side* side, int32_t parent) noexcept nogil:
    """The view from an end of the edge that the path bends at, limited by the ray that comes there."""
    out[0] = view[0]
    out.x, out.y, out.cost, out.parent, out.whole, out.edge_on = side.foot_x, side.foot_y, side.cost, parent, False, False
    set_side(&out.right, out, side.foot_x + side.dx, side.foot_y + side.dy)
    out.left = out.right


cdef int offer_links(NavView nav, ExactSearch* search, View* view) except -1 nogil:
    """Offer the links that leave the polygon looked into: in sight, and round either end of the edge looked through."""
    cdef View turned
    cdef int32_t link = nav.mesh.polys[view.poly].first_link
    while link >= 0:
        if view.links < nav.mesh.link_count and nav.graph.link_factors[link] >= 0.0 \
                and (search.allowed == NULL or search.allowed[nav.mesh.links[link].end_poly]) \
                and not (nav.graph.least_ratio >= 1.0 and was_taken(nav.mesh, search, view.parent, link)):
            if not view.edge_on:
                approach(nav, search, view, 0 if view.whole else LIMIT_RIGHT | LIMIT_LEFT, link)
            if not view.whole and lies_beside(nav.graph, view, &view.right, -1.0, &nav.mesh.links[link]) \
                    and bend(search, view, &view.right, False):
                turn_view(&turned, view, &view.right, note_bend(search, view, &view.right))
                approach(nav, search, &turned, LIMIT_LEFT, link)
            if not view.whole and lies_beside(nav.graph, view, &view.left, 1.0, &nav.mesh.links[link]) \
                    and bend(search, view, &view.left, True):
                turn_view(&turned, view, &view.left, note_bend(search, view, &view.left))
                approach(nav, search, &turned, LIMIT_RIGHT, link)
        link = nav.mesh.links[link].next
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


cdef int approach(NavView nav, ExactSearch* search, const View* view, int limits,
                  int32_t index) except -1 nogil:
    """Take a link as far as its width is in sight. It is crossed straight ahead, so what comes after it looks as if its land
    side were the leave side, from the root moved along; on the side of the land side that one came from, mirrored by it."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], bx = link.leave[1][0], by = -link.leave[1][2], px, py
    cdef double seen, slack
    if view.through_link and not clip_to_far_side(view, &ax, &ay, &bx, &by):
        return 0
    seen = cross(ax - view.x, ay - view.y, bx - view.x, by - view.y)
    slack = nav.graph.rounding * (fabs(ax - view.x) + fabs(ay - view.y) + fabs(bx - view.x) + fabs(by - view.y))
    if fabs(seen) > slack:
        if seen < 0.0:
            px, py = ax, ay
            ax, ay, bx, by = bx, by, px, py
        return cross_width(nav, search, view, limits, index, ax, ay, bx, by)
    px, py = ax, ay                 # edge-on or a point
    if (ax - view.x) * (bx - view.x) + (ay - view.y) * (by - view.y) <= 0.0:
        px, py = view.x, view.y
    elif distance2(bx, by, view.x, view.y) < distance2(ax, ay, view.x, view.y):
        px, py = bx, by
    if is_within(nav.graph, view, limits, px - view.x, py - view.y):
        land_at(nav, search, view, index, px, py)
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


cdef Cone* new_landing(NavView nav, ExactSearch* search, const View* view, int32_t index,
                       int32_t bent) except NULL nogil:
    make_room(search, 1)
    cdef Cone* cone = new_cone(search, view, -1 - index)
    cone.poly, cone.fan, cone.bend, cone.links = nav.mesh.links[index].start_poly, -1, bent, view.links + 1
    cone.cost += nav.graph.link_costs[index]
    return cone


cdef int land_at(NavView nav, ExactSearch* search, const View* view, int32_t index, double x,
                 double y) except -1 nogil:
    """Take a link at one place, where the path may bend."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef Landing landing
    cdef Cone* cone
    landing.x, landing.y, landing.link, landing.low, landing.high = x, y, -1 - index, 0.0, 1.0
    landing.cost = view.cost + distance2(x, y, view.x, view.y)
    if not lands_anew(search, &landing):
        return 0
    cone = new_landing(nav, search, view, index, AT_LINK_END)
    cone.cost += distance2(x, y, view.x, view.y)
    cone.x = cone.right_x = cone.left_x = x + dx
    cone.y = cone.right_y = cone.left_y = y + dy
    return offer(nav.graph, search, cone.x, cone.y, cone.x, cone.y)


cdef double share(const OffMeshLink* link, double x, double y) noexcept nogil:
    """Where a point of its leave side is, from 0 on its left to 1 on its right."""
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], ex = link.leave[1][0] - ax, ey = -link.leave[1][2] - ay
    return ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)


cdef inline double share_side(const OffMeshLink* link, double x, double y) noexcept nogil:
    """Above 0 on one side of the line along its leave side."""
    return cross(link.leave[1][0] - link.leave[0][0], link.leave[0][2] - link.leave[1][2],
                 x - link.leave[0][0], y + link.leave[0][2])


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


cdef int cross_width(NavView nav, ExactSearch* search, const View* view, int limits,
                     int32_t index, double ax, double ay, double bx, double by) except -1 nogil:
    """Take a link whose leave side is seen from (ax, ay) on the right to (bx, by) on the left."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef double ex = bx - ax, ey = by - ay, t
    cdef bint right_in, left_in, mirrored
    cdef Landing landing
    cdef Cone* cone
    if (limits & LIMIT_LEFT and cross(view.left.dx, view.left.dy, ax - view.x, ay - view.y) > 0.0) \
            or (limits & LIMIT_RIGHT and cross(view.right.dx, view.right.dy, bx - view.x, by - view.y) < 0.0):
        return 0
    right_in = is_within(nav.graph, view, limits & LIMIT_RIGHT, ax - view.x, ay - view.y)
    left_in = is_within(nav.graph, view, limits & LIMIT_LEFT, bx - view.x, by - view.y)
    if right_in:
        land_at(nav, search, view, index, ax, ay)
    if left_in:
        land_at(nav, search, view, index, bx, by)
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
        cone = new_landing(nav, search, view, index, NO_BEND)
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
            offer(nav.graph, search, bx + dx, by + dy, ax + dx, ay + dy)
        else:
            offer(nav.graph, search, ax + dx, ay + dy, bx + dx, by + dy)
    return 0


cdef void mirror(double* x, double* y, double ax, double ay, double ex, double ey) noexcept nogil:
    """Mirror a point by the line through (ax, ay) along (ex, ey)."""
    cdef double t = 2.0 * cross(ex, ey, x[0] - ax, y[0] - ay) / (ex * ex + ey * ey)
    x[0], y[0] = x[0] + t * ey, y[0] - t * ex


cdef int expand_landing(NavView nav, ExactSearch* search, int32_t index) except -1 nogil:
    """Look around where a link landed."""
    cdef const Cone* cone = &search.cones[index]
    cdef const OffMeshLink* link = &nav.mesh.links[-1 - cone.edge]
    cdef const Face* ring = &nav.graph.faces[link.end_poly]
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
        reach_goal(nav.graph, search, &view)
    make_room(search, 3 * ring.count)
    if view.whole and enter_round(search, &view):
        look_around(nav.graph, search, &view, ring.first, ring.count)
    elif not view.whole:
        look_through(nav.graph, search, &view, ring.first, ring.count)
    return offer_links(nav, search, &view)
