"""Successors across off-mesh links: the ground visible through the visible part of a link's width.

A path crosses a link straight ahead. So after moving the root along the link, the root sees the land side as it saw the leave side."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport cross, distance2
from navpy.base.tolerances cimport SAME_COST
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, to_plan, vec2
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
    cdef Vec2 d
    cdef int i
    for i in range(2):
        d = subtract(to_plan(link.leave[i]), vec2(node.x, node.y))
        if sign * cross(end.dx, end.dy, d.x, d.y) > end_slack(graph, end, d.x, d.y):
            return True
    return False


cdef int32_t note_turn(PolyanyaSearch* search, const Expansion* node, const IntervalEnd* end) except -1 nogil:
    """Add a node that only tells its successors where the path turns; returns its index."""
    make_room(search, 1)
    cdef SearchNode* out = new_node(search, node, ONLY_A_TURN)
    out.turn = end.index
    search.intervals.used += 1
    return search.intervals.used - 1


cdef inline bint is_within(const PortalGraph* graph, const Expansion* node, int limits, Vec2 d) noexcept nogil:
    """True if a direction from the root is within the limits of the view."""
    return not (limits & LIMIT_RIGHT and cross(node.right.dx, node.right.dy, d.x, d.y) < -end_slack(graph, &node.right, d.x, d.y)) \
        and not (limits & LIMIT_LEFT and cross(node.left.dx, node.left.dy, d.x, d.y) > end_slack(graph, &node.left, d.x, d.y))


cdef bint clip_to_far_side(const Expansion* node, Vec2* a, Vec2* b) noexcept nogil:
    """Keep the part of a segment beyond the land side of the link that the view leads through; false if no part does."""
    cdef Vec2 land = vec2(node.land_x, node.land_y), along = vec2(node.land_dx, node.land_dy), met
    cdef double a_side = det(along, subtract(a[0], land)) * node.far_sign, b_side = det(along, subtract(b[0], land)) * node.far_sign
    if a_side < 0.0 and b_side < 0.0:
        return False
    if a_side < 0.0 or b_side < 0.0:
        met = add(a[0], scale(subtract(b[0], a[0]), a_side / (a_side - b_side)))
        if a_side < 0.0:
            a[0] = met
        else:
            b[0] = met
    return True


cdef int push_link(NavView nav, PolyanyaSearch* search, const Expansion* node, int limits, int32_t index) except -1 nogil:
    """Push a link with the visible part of its width. If its leave side is in line with the root, or a point, the path may turn
    there."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef Vec2 a = to_plan(link.leave[0]), b = to_plan(link.leave[1]), root = vec2(node.x, node.y), to_a, to_b, place
    cdef double seen, slack
    if node.through_link and not clip_to_far_side(node, &a, &b):
        return 0
    to_a, to_b = subtract(a, root), subtract(b, root)
    seen = det(to_a, to_b)
    slack = nav.graph.rounding * (fabs(to_a.x) + fabs(to_a.y) + fabs(to_b.x) + fabs(to_b.y))
    if fabs(seen) > slack:
        return push_link_width(nav, search, node, limits, index, a if seen > 0.0 else b, b if seen > 0.0 else a)
    place = a                       # collinear, or a point
    if dot(to_a, to_b) <= 0.0:
        place = root
    elif length(to_b) < length(to_a):
        place = b
    if is_within(nav.graph, node, limits, subtract(place, root)):
        push_link_point(nav, search, node, index, place)
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


cdef int push_link_point(NavView nav, PolyanyaSearch* search, const Expansion* node, int32_t index, Vec2 place) except -1 nogil:
    """Push a link, entered at a single place where the path may turn."""
    cdef Vec2 landed = add(place, way_along(&nav.mesh.links[index]))
    cdef LinkNode way
    cdef SearchNode* out
    way.x, way.y, way.link, way.low, way.high = place.x, place.y, at_one_place(index), 0.0, 1.0
    way.g = node.g + distance2(place.x, place.y, node.x, node.y)
    if not note_link_node(search, &way):
        return 0
    out = new_link_node(nav, search, node, index, AT_LINK_END)
    out.g += distance2(place.x, place.y, node.x, node.y)
    out.x = out.right_x = out.left_x = landed.x
    out.y = out.right_y = out.left_y = landed.y
    return push_node(nav.graph, search, out.x, out.y, out.x, out.y)


cdef inline Vec2 way_along(const OffMeshLink* link) noexcept nogil:
    """From where a link is left to where it lands."""
    return subtract(to_plan(link.land[0]), to_plan(link.leave[0]))


cdef double place_on_leave_side(const OffMeshLink* link, Vec2 place) noexcept nogil:
    """Place of a point along the leave side of a link: 0 at leave[0], 1 at leave[1]."""
    cdef Vec2 a = to_plan(link.leave[0]), along = subtract(to_plan(link.leave[1]), a)
    return dot(subtract(place, a), along) / square(along)


cdef inline double side_of_leave_side(const OffMeshLink* link, Vec2 place) noexcept nogil:
    """m²: cross product of the leave side, from leave[0] to leave[1], and the direction from leave[0] to the place."""
    cdef Vec2 a = to_plan(link.leave[0])
    return det(subtract(to_plan(link.leave[1]), a), subtract(place, a))


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
    cdef Vec2 a = to_plan(link.leave[0]), along = subtract(to_plan(link.leave[1]), a), ray = vec2(end.dx, end.dy)
    cdef double t = -det(subtract(a, vec2(node.x, node.y)), ray) / det(along, ray)
    return 0.0 if not t > 0.0 else 1.0 if t > 1.0 else t


cdef int push_link_width(NavView nav, PolyanyaSearch* search, const Expansion* node, int limits, int32_t index,
                         Vec2 a, Vec2 b) except -1 nogil:
    """Push a link whose leave side is visible from a on the right to b on the left. The root is moved along the link. A
    second node has the moved root mirrored at the land side, to see the ground on the near side of the land side."""
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef Vec2 d = way_along(link), along = subtract(b, a), root = vec2(node.x, node.y), moved_a = add(a, d), moved_b = add(b, d)
    cdef double t
    cdef bint right_in, left_in, mirrored
    cdef LinkNode way
    cdef SearchNode* out
    if (limits & LIMIT_LEFT and det(vec2(node.left.dx, node.left.dy), subtract(a, root)) > 0.0) \
            or (limits & LIMIT_RIGHT and det(vec2(node.right.dx, node.right.dy), subtract(b, root)) < 0.0):
        return 0
    right_in = is_within(nav.graph, node, limits & LIMIT_RIGHT, subtract(a, root))
    left_in = is_within(nav.graph, node, limits & LIMIT_LEFT, subtract(b, root))
    if right_in:
        push_link_point(nav, search, node, index, a)
    if left_in:
        push_link_point(nav, search, node, index, b)
    way.x, way.y, way.g, way.link = node.x, node.y, node.g, index
    if side_of_leave_side(link, root) < 0.0:                # a root and its mirror image are equally far from every point of the width
        mirror(&way.x, &way.y, a, along)
    way.low = place_on_leave_side(link, a) if right_in else crossing(node, &node.right, link)
    way.high = place_on_leave_side(link, b) if left_in else crossing(node, &node.left, link)
    if way.low > way.high:
        t = way.low
        way.low, way.high = way.high, t
    if not note_link_node(search, &way):
        return 0
    for mirrored in range(2):
        out = new_link_node(nav, search, node, index, NO_TURN)
        out.x, out.y = node.x + d.x, node.y + d.y
        out.right_x, out.right_y = (a.x if right_in else node.right.x) + d.x, (a.y if right_in else node.right.y) + d.y
        out.left_x, out.left_y = (b.x if left_in else node.left.x) + d.x, (b.y if left_in else node.left.y) + d.y
        if mirrored:
            mirror(&out.x, &out.y, moved_a, along)
            mirror(&out.right_x, &out.right_y, moved_a, along)
            mirror(&out.left_x, &out.left_y, moved_a, along)
            t = out.right_x
            out.right_x, out.left_x = out.left_x, t
            t = out.right_y
            out.right_y, out.left_y = out.left_y, t
            push_node(nav.graph, search, moved_b.x, moved_b.y, moved_a.x, moved_a.y)
        else:
            push_node(nav.graph, search, moved_a.x, moved_a.y, moved_b.x, moved_b.y)
    return 0


cdef void mirror(double* x, double* y, Vec2 a, Vec2 along) noexcept nogil:
    """Mirror a point by the line through a."""
    cdef double t = 2.0 * det(along, subtract(vec2(x[0], y[0]), a)) / square(along)
    x[0], y[0] = x[0] + t * along.y, y[0] - t * along.x


cdef int expand_link_node(NavView nav, PolyanyaSearch* search, int32_t index) except -1 nogil:
    """Push the successors in the polygon where a link lands."""
    cdef const SearchNode* linked = &search.intervals.nodes[index]
    cdef const OffMeshLink* link = &nav.mesh.links[link_of(linked.edge)]
    cdef const Face* face = &nav.graph.faces[link.end_poly]
    cdef Vec2 land = to_plan(link.land[0]), along = subtract(to_plan(link.land[1]), land)
    cdef Expansion node
    node.x, node.y, node.g, node.umbrella, node.turn = linked.x, linked.y, linked.g, -1, NO_TURN
    node.parent, node.link_count, node.poly, node.back = index, linked.link_count, link.end_poly, NO_POLY
    node.all_visible, node.collinear, node.through_link = linked.turn == AT_LINK_END, False, linked.turn != AT_LINK_END
    set_end(&node.right, &node, linked.right_x, linked.right_y)
    set_end(&node.left, &node, linked.left_x, linked.left_y)
    node.land_x, node.land_y, node.land_dx, node.land_dy = land.x, land.y, along.x, along.y
    node.far_sign = -1.0 if det(along, subtract(vec2(node.x, node.y), land)) > 0.0 else 1.0
    enter_poly(nav, search, &node)
    make_room(search, 3 * face.count)
    if node.all_visible and note_full_view(search, &node):
        push_all(nav.graph, search, &node, face.first, face.count)
    elif not node.all_visible:
        push_successors(nav.graph, search, &node, face.first, face.count)
    return push_links(nav, search, &node)
