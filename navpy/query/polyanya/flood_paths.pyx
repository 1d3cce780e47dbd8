"""Writes down paths of a flood, leg by leg. The ways from many places to one start make a tree: each leg is looked for once, node by
node, and is copied to all further paths along it."""
from libc.stdint cimport int32_t, uint32_t

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, clear_path, push_point, push_poly
from navpy.query.polyanya.polyanya_path cimport drop_straight_points, trace_link
from navpy.query.polyanya.search_node cimport ONLY_A_TURN, PolyanyaSearch, SearchNode, link_of

cdef enum:
    LEAST_TABLE = 64                # entries: more than a path has legs, mostly


# ---- the known legs ----

cdef void forget_legs(FloodLegs* legs) noexcept nogil:
    legs.legs.clear()
    legs.polys.clear()
    legs.table.clear()


cdef inline size_t slot_of(const FloodLegs* legs, int32_t node) noexcept nogil:
    """Place in the table of the leg that begins by a node, or for it (linear probing; Fibonacci hashing: Knuth 1973)."""
    cdef size_t mask = legs.table.size() - 1, slot = (<uint32_t>node * <uint32_t>2654435769 >> 7) & mask
    while legs.table[slot] >= 0 and legs.legs[legs.table[slot]].node != node:
        slot = (slot + 1) & mask
    return slot


cdef int make_table(FloodLegs* legs) except -1 nogil:
    """A table of twice the size; at most half of its places are taken."""
    cdef size_t size = max(2 * legs.table.size(), <size_t>LEAST_TABLE), i
    legs.table.clear()
    legs.table.resize(size, -1)
    for i in range(legs.legs.size()):
        legs.table[slot_of(legs, legs.legs[i].node)] = <int32_t>i
    return 0


cdef inline PolyRef poly_before(NavView nav, const SearchNode* node) noexcept nogil:
    """The polygon that a node's edge or link leaves, also after the flood has expanded the node."""
    if node.poly != NO_POLY or node.edge == ONLY_A_TURN:
        return node.poly
    if node.edge < 0:
        return nav.mesh.links[link_of(node.edge)].start_poly
    return nav.mesh.neighbors[nav.graph.half_edges[node.edge].twin]


cdef int find_leg(NavView nav, const PolyanyaSearch* search, int32_t index, FloodLegs* legs, FloodLeg* out) except -1 nogil:
    cdef const SearchNode* node
    cdef const double* corner
    cdef int i
    out.node, out.next, out.first, out.turn, out.link, out.after, out.poly = index, index, <int32_t>legs.polys.size(), -1, -1, -1, \
        NO_POLY
    while out.next >= 0 and out.turn < 0 and out.link < 0:
        node = &search.intervals.nodes[out.next]
        if node.edge >= 0:
            legs.polys.push_back(nav.graph.half_edges[node.edge].neighbor)
        elif node.edge != ONLY_A_TURN:
            out.link = out.next
        if node.turn >= 0:
            out.turn, out.poly = node.turn, poly_before(nav, node)
        out.next = node.parent
    out.count = <int32_t>legs.polys.size() - out.first
    if out.turn >= 0:
        corner = nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[out.turn]
        for i in range(3):
            out.corner[i] = corner[i]
    return 0


cdef int32_t leg_by(NavView nav, const PolyanyaSearch* search, FloodLegs* legs, int32_t node) except -1 nogil:
    """Index of the leg that begins by a node."""
    cdef FloodLeg fresh
    if 2 * (legs.legs.size() + 1) > legs.table.size():
        make_table(legs)
    cdef size_t slot = slot_of(legs, node)
    if legs.table[slot] < 0:
        find_leg(nav, search, node, legs, &fresh)
        legs.legs.push_back(fresh)
        legs.table[slot] = <int32_t>legs.legs.size() - 1
    return legs.table[slot]


# ---- a path ----

cdef int add_link(NavView nav, const SearchNode* node, Vec2* place, Path* out) except -1 nogil:
    """Add a link as the flood takes it on the way from a place, which becomes the place where it enters the link."""
    cdef const OffMeshLink* link = &nav.mesh.links[link_of(node.edge)]
    cdef double land[3]
    cdef double leave[3]
    out.entries.resize(out.corridor.size(), -1)
    push_poly(link.end_poly, link_of(node.edge), out)
    trace_link(nav.mesh, node, place, land, leave)
    push_point(land, link.end_poly, -1, out)
    return push_point(leave, link.start_poly, link.id, out)


cdef int trace_flood(NavView nav, const PolyanyaSearch* search, FloodLegs* legs, int32_t node, int32_t turn, const NearestPoly* from_,
                     Path* out) except -1 nogil:
    cdef const FloodLeg* leg
    cdef Vec2 place = to_plan(from_.point)                  # the last point of the path but for turns, see `turn`
    cdef int32_t at = leg_by(nav, search, legs, node) if node >= 0 else -1, after
    cdef size_t i
    clear_path(out)
    push_point(from_.point, from_.poly, -1, out)
    if turn >= 0:
        push_point(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[turn], from_.poly, -1, out)
    while at >= 0:
        leg = &legs.legs[at]
        out.corridor.insert(out.corridor.end(), legs.polys.begin() + leg.first, legs.polys.begin() + leg.first + leg.count)
        if leg.link >= 0:
            if turn >= 0:
                place = vec2(nav.graph.half_edges[turn].x, nav.graph.half_edges[turn].y)
            add_link(nav, &search.intervals.nodes[leg.link], &place, out)
            turn = -1
        if leg.turn >= 0:
            push_point(leg.corner, leg.poly, -1, out)
            turn = leg.turn
        if leg.after < 0 and leg.next >= 0:
            after = leg_by(nav, search, legs, leg.next)     # the leg may have moved
            legs.legs[at].after = after
            at = after
        else:
            at = leg.after
    out.entries.resize(out.corridor.size(), -1)
    for i in range(1, out.point_links.size()):              # the way goes the other way: a link begins where the flood's landed
        out.point_links[i - 1] = out.point_links[i]
    return 0


cdef int end_trace(const NearestPoly* to, Path* out) except -1 nogil:
    cdef int32_t i
    push_poly(to.poly, -1, out)
    for i in range(<int>out.entries.size() - 1, 0, -1):     # likewise: a link leads into the polygon that the flood left by it
        out.entries[i] = out.entries[i - 1]
    out.entries[0] = -1
    out.point_links[out.point_links.size() - 1] = -1
    push_point(to.point, to.poly, -1, out)
    return drop_straight_points(out)
