"""Successors across off-mesh links: the ground visible through the visible part of a link's width.

A path crosses a link straight ahead. So after moving the root along the link, the root sees the land side as it saw the leave side."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport cross, distance2
from navpy.base.tolerances cimport SAME_COST
from navpy.mesh.half_edges cimport Face, PortalGraph
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.expansion cimport Expansion, IntervalEnd, end_slack, new_node, set_end
from navpy.query.polyanya.search_node cimport (
    AT_LINK_END, NO_TURN, ONLY_A_TURN, LinkNode, PolyanyaSearch, SearchNode, at_one_place, land_side, last_link_node_of, link_across,
    link_of, make_room, may_enter)
from navpy.query.polyanya.successors cimport enter_poly, may_turn, note_full_view, push_all, push_node, push_successors

cdef enum:                              # sides on which an interval end limits the view, bits
    LIMIT_RIGHT = 1
    LIMIT_LEFT = 2


cdef inline void turn_at_end(Expansion* out, const Expansion* node, const IntervalEnd* end, int32_t parent) noexcept nogil:
    """The view after a turn at an end of the interval. The continuation of the path to there limits the view on one side."""
    out[0] = node[0]
    out.x, out.y, out.g, out.parent, out.all_visible, out.collinear = end.x, end.y, end.g, parent, False, False
    set_end(&out.right, out, end.x + end.dx, end.y + end.dy)
    out.left = out.right


cdef int push_links(NavView nav, PolyanyaSearch* search, Expansion* node) except -1 nogil:
    """Push the links out of the polygon: visible links, and links that come into view by a turn at an end of the interval."""
    cdef Expansion turned
    cdef int32_t link = nav.mesh.polys[node.poly].first_link
    while link >= 0:
        if node.link_count < nav.mesh.link_count and nav.graph.link_factors[link] >= 0.0 \
                and may_enter(search, nav.mesh.links[link].end_poly) \
                and not (nav.graph.least_ratio >= 1.0 and was_taken(nav.mesh, search, node.parent, link)):
            if not node.collinear:
                push_link(nav, search, node, 0 if node.all_visible else LIMIT_RIGHT | LIMIT_LEFT, link)
            if not node.all_visible and lies_beside(nav.graph, node, &node.right, -1.0, &nav.mesh.links[link]) \
                    and may_turn(search, node, &node.right, False):
                turn_at_end(&turned, node, &node.right, note_turn(search, node, &node.right))
                push_link(nav, search, &turned, LIMIT_LEFT, link)
            if not node.all_visible and lies_beside(nav.graph, node, &node.left, 1.0, &nav.mesh.links[link]) \
                    and may_turn(search, node, &node.left, True):
                turn_at_end(&turned, node, &node.left, note_turn(search, node, &node.left))
                push_link(nav, search, &turned, LIMIT_RIGHT, link)
        link = nav.mesh.links[link].next
    return 0


cdef bint lies_beside(const PortalGraph* graph, const Expansion* node, const IntervalEnd* end, double sign,
                      const OffMeshLink* link) noexcept nogil:
    """True if an end of the link's leave side is to the left (sign 1) or to the right (−1) of the ray to an interval's end."""
    cdef double dx, dy
    cdef int i
    for i in range(2):
        dx, dy = link.leave[i][0] - node.x, -link.leave[i][2] - node.y
        if sign * cross(end.dx, end.dy, dx, dy) > end_slack(graph, end, dx, dy):
            return True
    return False


cdef int32_t note_turn(PolyanyaSearch* search, const Expansion* node, const IntervalEnd* end) except -1 nogil:
    """Add a node that only tells its successors where the path turns; returns its index."""
    make_room(search, 1)
    cdef SearchNode* out = new_node(search, node, ONLY_A_TURN)
    out.turn = end.index
    search.intervals.used += 1
    return search.intervals.used - 1


cdef inline bint is_within(const PortalGraph* graph, const Expansion* node, int limits, double dx, double dy) noexcept nogil:
    return not (limits & LIMIT_RIGHT and cross(node.right.dx, node.right.dy, dx, dy) < -end_slack(graph, &node.right, dx, dy)) \
        and not (limits & LIMIT_LEFT and cross(node.left.dx, node.left.dy, dx, dy) > end_slack(graph, &node.left, dx, dy))


cdef bint clip_to_far_side(const Expansion* node, double* ax, double* ay, double* bx, double* by) noexcept nogil:
    """Keep the part of a segment beyond the land side of the link that the view leads through; false if no part does."""
    cdef double a = cross(node.land_dx, node.land_dy, ax[0] - node.land_x, ay[0] - node.land_y) * node.far_sign
    cdef double b = cross(node.land_dx, node.land_dy, bx[0] - node.land_x, by[0] - node.land_y) * node.far_sign
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


cdef int push_link(NavView nav, PolyanyaSearch* search, const Expansion* node, int limits, int32_t index) except -1 nogil:
    """Push a link with the visible part of its width. If its leave side is in line with the root, or a point, the path may turn
    there."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], bx = link.leave[1][0], by = -link.leave[1][2], px, py
    cdef double seen, slack
    if node.through_link and not clip_to_far_side(node, &ax, &ay, &bx, &by):
        return 0
    seen = cross(ax - node.x, ay - node.y, bx - node.x, by - node.y)
    slack = nav.graph.rounding * (fabs(ax - node.x) + fabs(ay - node.y) + fabs(bx - node.x) + fabs(by - node.y))
    if fabs(seen) > slack:
        if seen < 0.0:
            px, py = ax, ay
            ax, ay, bx, by = bx, by, px, py
        return push_link_width(nav, search, node, limits, index, ax, ay, bx, by)
    px, py = ax, ay                 # collinear, or a point
    if (ax - node.x) * (bx - node.x) + (ay - node.y) * (by - node.y) <= 0.0:
        px, py = node.x, node.y
    elif distance2(bx, by, node.x, node.y) < distance2(ax, ay, node.x, node.y):
        px, py = bx, by
    if is_within(nav.graph, node, limits, px - node.x, py - node.y):
        push_link_point(nav, search, node, index, px, py)
    return 0


cdef bint note_link_node(PolyanyaSearch* search, LinkNode* way) except -1 nogil:
    """Note a way across a link; false if an earlier way across the same part of the link is at most as long."""
    cdef const LinkNode* other
    cdef int32_t link = link_across(way), i
    i = way.before = last_link_node_of(search, link)
    while i >= 0:
        other = &search.intervals.link_nodes[i]
        if other.link == way.link and other.low <= way.low and other.high >= way.high \
                and other.g + distance2(other.x, other.y, way.x, way.y) <= way.g * (1.0 + SAME_COST):
            return False
        i = other.before
    search.intervals.last_link_node[link] = <int32_t>search.intervals.link_nodes.size()
    search.intervals.link_nodes.push_back(way[0])
    return True


cdef SearchNode* new_link_node(NavView nav, PolyanyaSearch* search, const Expansion* node, int32_t index,
                               int32_t turn) except NULL nogil:
    make_room(search, 1)
    cdef SearchNode* out = new_node(search, node, land_side(index))
    out.poly, out.umbrella, out.turn, out.link_count = nav.mesh.links[index].start_poly, -1, turn, node.link_count + 1
    out.g += nav.graph.link_costs[index]
    return out


cdef int push_link_point(NavView nav, PolyanyaSearch* search, const Expansion* node, int32_t index, double x,
                         double y) except -1 nogil:
    """Push a link, entered at a single place where the path may turn."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef LinkNode way
    cdef SearchNode* out
    way.x, way.y, way.link, way.low, way.high = x, y, at_one_place(index), 0.0, 1.0
    way.g = node.g + distance2(x, y, node.x, node.y)
    if not note_link_node(search, &way):
        return 0
    out = new_link_node(nav, search, node, index, AT_LINK_END)
    out.g += distance2(x, y, node.x, node.y)
    out.x = out.right_x = out.left_x = x + dx
    out.y = out.right_y = out.left_y = y + dy
    return push_node(nav.graph, search, out.x, out.y, out.x, out.y)


cdef double place_on_leave_side(const OffMeshLink* link, double x, double y) noexcept nogil:
    """Place of a point along the leave side of a link: 0 at leave[0], 1 at leave[1]."""
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], ex = link.leave[1][0] - ax, ey = -link.leave[1][2] - ay
    return ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)


cdef inline double side_of_leave_side(const OffMeshLink* link, double x, double y) noexcept nogil:
    """m²: cross product of the leave side, from leave[0] to leave[1], and the direction from leave[0] to (x, y)."""
    return cross(link.leave[1][0] - link.leave[0][0], link.leave[0][2] - link.leave[1][2],
                 x - link.leave[0][0], y + link.leave[0][2])


cdef bint was_taken(const MeshView* mesh, const PolyanyaSearch* search, int32_t index, int32_t link) noexcept nogil:
    """True if the path to a node has taken the link, or the same link in the other direction."""
    cdef int32_t other
    while index >= 0 and search.intervals.nodes[index].link_count > 0:
        other = link_of(search.intervals.nodes[index].edge)
        if other == link or (0 <= other < mesh.link_count and mesh.links[other].id == mesh.links[link].id
                             and mesh.links[other].start_poly == mesh.links[link].end_poly
                             and mesh.links[other].end_poly == mesh.links[link].start_poly):
            return True
        index = search.intervals.nodes[index].parent
    return False


cdef double crossing(const Expansion* node, const IntervalEnd* end, const OffMeshLink* link) noexcept nogil:
    """Place where the ray to an interval's end crosses the leave side of a link: 0 at leave[0], 1 at leave[1]."""
    cdef double ax = link.leave[0][0], ay = -link.leave[0][2], ex = link.leave[1][0] - ax, ey = -link.leave[1][2] - ay
    cdef double t = -cross(ax - node.x, ay - node.y, end.dx, end.dy) / cross(ex, ey, end.dx, end.dy)
    return 0.0 if not t > 0.0 else 1.0 if t > 1.0 else t


cdef int push_link_width(NavView nav, PolyanyaSearch* search, const Expansion* node, int limits, int32_t index,
                         double ax, double ay, double bx, double by) except -1 nogil:
    """Push a link whose leave side is visible from (ax, ay) on the right to (bx, by) on the left. The root is moved along the link. A
    second node has the moved root mirrored at the land side, to see the ground on the near side of the land side."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef double dx = link.land[0][0] - link.leave[0][0], dy = link.leave[0][2] - link.land[0][2]
    cdef double ex = bx - ax, ey = by - ay, t
    cdef bint right_in, left_in, mirrored
    cdef LinkNode way
    cdef SearchNode* out
    if (limits & LIMIT_LEFT and cross(node.left.dx, node.left.dy, ax - node.x, ay - node.y) > 0.0) \
            or (limits & LIMIT_RIGHT and cross(node.right.dx, node.right.dy, bx - node.x, by - node.y) < 0.0):
        return 0
    right_in = is_within(nav.graph, node, limits & LIMIT_RIGHT, ax - node.x, ay - node.y)
    left_in = is_within(nav.graph, node, limits & LIMIT_LEFT, bx - node.x, by - node.y)
    if right_in:
        push_link_point(nav, search, node, index, ax, ay)
    if left_in:
        push_link_point(nav, search, node, index, bx, by)
    way.x, way.y, way.g, way.link = node.x, node.y, node.g, index
    if side_of_leave_side(link, node.x, node.y) < 0.0:      # a root and its mirror image are equally far from every point of the width
        mirror(&way.x, &way.y, ax, ay, ex, ey)
    way.low = place_on_leave_side(link, ax, ay) if right_in else crossing(node, &node.right, link)
    way.high = place_on_leave_side(link, bx, by) if left_in else crossing(node, &node.left, link)
    if way.low > way.high:
        t = way.low
        way.low, way.high = way.high, t
    if not note_link_node(search, &way):
        return 0
    for mirrored in range(2):
        out = new_link_node(nav, search, node, index, NO_TURN)
        out.x, out.y = node.x + dx, node.y + dy
        out.right_x, out.right_y = (ax if right_in else node.right.x) + dx, (ay if right_in else node.right.y) + dy
        out.left_x, out.left_y = (bx if left_in else node.left.x) + dx, (by if left_in else node.left.y) + dy
        if mirrored:
            mirror(&out.x, &out.y, ax + dx, ay + dy, ex, ey)
            mirror(&out.right_x, &out.right_y, ax + dx, ay + dy, ex, ey)
            mirror(&out.left_x, &out.left_y, ax + dx, ay + dy, ex, ey)
            t = out.right_x
            out.right_x, out.left_x = out.left_x, t
            t = out.right_y
            out.right_y, out.left_y = out.left_y, t
            push_node(nav.graph, search, bx + dx, by + dy, ax + dx, ay + dy)
        else:
            push_node(nav.graph, search, ax + dx, ay + dy, bx + dx, by + dy)
    return 0


cdef void mirror(double* x, double* y, double ax, double ay, double ex, double ey) noexcept nogil:
    """Mirror a point by the line through (ax, ay) along (ex, ey)."""
    cdef double t = 2.0 * cross(ex, ey, x[0] - ax, y[0] - ay) / (ex * ex + ey * ey)
    x[0], y[0] = x[0] + t * ey, y[0] - t * ex


cdef int expand_link_node(NavView nav, PolyanyaSearch* search, int32_t index) except -1 nogil:
    """Push the successors in the polygon where a link lands."""
    cdef const SearchNode* linked = &search.intervals.nodes[index]
    cdef const OffMeshLink* link = &nav.mesh.links[link_of(linked.edge)]
    cdef const Face* face = &nav.graph.faces[link.end_poly]
    cdef Expansion node
    node.x, node.y, node.g, node.umbrella, node.turn = linked.x, linked.y, linked.g, -1, NO_TURN
    node.parent, node.link_count, node.poly, node.back = index, linked.link_count, link.end_poly, NO_POLY
    node.all_visible, node.collinear, node.through_link = linked.turn == AT_LINK_END, False, linked.turn != AT_LINK_END
    set_end(&node.right, &node, linked.right_x, linked.right_y)
    set_end(&node.left, &node, linked.left_x, linked.left_y)
    node.land_x, node.land_y = link.land[0][0], -link.land[0][2]
    node.land_dx, node.land_dy = link.land[1][0] - node.land_x, -link.land[1][2] - node.land_y
    node.far_sign = -1.0 if cross(node.land_dx, node.land_dy, node.x - node.land_x, node.y - node.land_y) > 0.0 else 1.0
    enter_poly(nav, search, &node)
    make_room(search, 3 * face.count)
    if node.all_visible and note_full_view(search, &node):
        push_all(nav.graph, search, &node, face.first, face.count)
    elif not node.all_visible:
        push_successors(nav.graph, search, &node, face.first, face.count)
    return push_links(nav, search, &node)
