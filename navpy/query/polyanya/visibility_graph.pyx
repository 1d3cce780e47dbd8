"""Looks up what the corners of a navmesh see of each other.

From a corner of a wall a shortest path goes on only where it turns round that wall: between the wall's one side and the
straight continuation of its other side. A corner in sight there is of use only if the line to it is a tangent of its own wall,
too. Looking goes through edges as Polyanya does, without a goal and without costs; as a straight line goes through a convex
polygon once, it comes to an end."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, Tile
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport WOUND, HalfEdge, Face, before_around, corner_after, corner_before, cross, next_around, prefetch
from navpy.mesh.tiles.tile_changes cimport TilePlace, find_changed_tiles

cdef enum:
    MOST_WAYS = 512             # polygons that are looked into from one place: where more are in sight, looking ends
    TILES_AROUND = 2            # a change renames the corners of the tiles beside it, and these are named by those beside them
    LOOK_STEPS = 16             # what looking from a corner costs, where passing one by is 1


# ---- keeping ----

cdef int forget_all(const PortalGraph* graph, VisibilityGraph* out) except -1 nogil:
    out.spots.clear()
    out.nodes.clear()
    out.origins.clear()
    out.edges.clear()
    out.ways.clear()
    out.noted.clear()
    out.node_of.clear()
    out.node_of.resize(graph.half_edges.size(), -1)
    out.looks, out.search, out.dropped, out.ahead = 0, 0, 0, 0
    return 0


cdef void drop_around(VisibilityGraph* out, int32_t x, int32_t z) noexcept nogil:
    """Forget the corners near a tile, and what others see there."""
    cdef NodeOrigin* origin
    cdef size_t i
    for i in range(out.nodes.size()):
        origin = &out.origins[i]
        if origin.poly == NO_POLY or not (origin.min_x - TILES_AROUND <= x <= origin.max_x + TILES_AROUND
                                          and origin.min_z - TILES_AROUND <= z <= origin.max_z + TILES_AROUND):
            continue
        out.dropped += origin.way_count
        out.nodes[i].on_left.first = out.nodes[i].on_right.first = NOT_LOOKED
        origin.way_count = 0
        if origin.x - TILES_AROUND <= x <= origin.x + TILES_AROUND and origin.z - TILES_AROUND <= z <= origin.z + TILES_AROUND:
            out.node_of[origin.corner], origin.poly = -1, NO_POLY
            out.dropped += 1
        else:
            origin.min_x = origin.max_x = origin.x
            origin.min_z = origin.max_z = origin.z


cdef int update_visibility(NavView nav, VisibilityGraph* out) except -1 nogil:
    cdef vector[TilePlace] changed
    cdef TilePlace place
    cdef bint anew = out.tiles.empty() or out.serial != nav.graph.serial or out.rules_version != nav.graph.rules_version
    anew = anew or out.search == 0xffffffffU
    out.mesh = nav.mesh
    out.search += 1
    if not anew and out.version == nav.graph.version:
        return 0
    anew = anew or nav.mesh.tile_size <= 0.0
    if anew:
        out.tiles.clear()
        forget_all(nav.graph, out)
    find_changed_tiles(nav.mesh, &out.tiles, &changed)
    if not anew:
        out.ahead = 0
        for place in changed:
            drop_around(out, place.x, place.z)
    if 2 * <size_t>out.dropped > out.ways.size() + out.nodes.size():
        forget_all(nav.graph, out)
    out.node_of.resize(nav.graph.half_edges.size(), -1)
    out.search += 1                         # again, if all was forgotten: 0 is of no search
    out.serial, out.version, out.rules_version = nav.graph.serial, nav.graph.version, nav.graph.rules_version
    return 0


# ---- the corners ----

cdef int32_t clockwise_end(const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The first corner of the fan that one of a polygon belongs to, and its polygon."""
    cdef int32_t before = corner
    while before >= 0:
        corner = before
        before = before_around(graph, poly, corner)
    return corner


cdef int32_t node_at(const PortalGraph* graph, VisibilityGraph* out, PolyRef poly, int32_t corner) except -1 nogil:
    cdef int32_t index = out.node_of[graph.half_edges[corner].umbrella], next
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef const HalfEdge* end
    cdef const Tile* tile
    cdef Spot spot
    cdef Node node
    cdef NodeOrigin origin
    if index >= 0:
        return index
    index = <int32_t>out.nodes.size()
    corner = clockwise_end(graph, &poly, corner)
    tile = &out.mesh.tiles[out.mesh.polys[poly].tile]
    origin.poly, origin.corner, origin.way_count, origin.x, origin.z = poly, corner, 0, tile.x, tile.z
    origin.min_x = origin.max_x = tile.x
    origin.min_z = origin.max_z = tile.z
    spot.x, spot.y, spot.cost, spot.search, spot.opened = at.x, at.y, 0.0, 0, -1
    node.wound = at.flags & WOUND
    node.on_left.first = node.on_right.first = TOO_WIDE if node.wound else NOT_LOOKED
    node.on_left.count = node.on_right.count = 0
    end = &graph.half_edges[corner_after(&graph.faces[poly], corner)]
    node.right_x, node.right_y = end.x - at.x, end.y - at.y
    next = corner
    while next >= 0:
        corner = next
        end = &graph.half_edges[corner_before(&graph.faces[poly], corner)]
        next = next_around(graph, &poly, corner)
    node.left_x, node.left_y = end.x - at.x, end.y - at.y
    out.spots.push_back(spot)
    out.nodes.push_back(node)
    out.origins.push_back(origin)
    out.noted.push_back(0)
    out.node_of[at.umbrella] = index
    return index


cdef int32_t turns_at(const PortalGraph* graph, const Node* node, double dx, double dy) noexcept nogil:
    """How a path that comes to a corner straight may turn: round its wall, if that is all on one side of the line."""
    cdef double right = cross(dx, dy, node.right_x, node.right_y), left = cross(dx, dy, node.left_x, node.left_y)
    cdef double right_slack = slack(graph, dx, dy, node.right_x, node.right_y)
    cdef double left_slack = slack(graph, dx, dy, node.left_x, node.left_y)
    cdef int32_t turns = 0
    if node.wound:
        return TURN_LEFT | TURN_RIGHT
    if right >= -right_slack and left >= -left_slack:
        turns |= TURN_LEFT
    if right <= right_slack and left <= left_slack:
        turns |= TURN_RIGHT
    return turns


# ---- looking ----

cdef int note(const PortalGraph* graph, VisibilityGraph* out, Look* look, int32_t corner,
              int32_t way) except -1 nogil:
    """A vertex is in sight."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef Edge edge
    cdef int32_t node, turns
    if at.umbrella < 0:
        return 0
    node = node_at(graph, out, look.ways[way].poly, corner)
    if out.noted[node] == out.looks:
        return 0
    out.noted[node] = out.looks
    turns = turns_at(graph, &out.nodes[node], at.x - look.x, at.y - look.y)
    if turns != 0:
        edge.end, edge.way = 4 * node + turns, way
        look.seen.push_back(edge)
    return 0


cdef inline bint faces(const PortalGraph* graph, double ax, double ay, double bx, double by) noexcept nogil:
    """Is there anything to be seen through an edge? Not where it is in line with the eye."""
    return cross(ax, ay, bx, by) > slack(graph, ax, ay, bx, by)


cdef bint is_between(const PortalGraph* graph, const Glimpse* limits, double x, double y) noexcept nogil:
    """Is a direction one of the two, less than a half turn apart, or between them? One opposite to either is not."""
    cdef double right = cross(limits.right_x, limits.right_y, x, y), left = cross(x, y, limits.left_x, limits.left_y)
    cdef double right_slack = slack(graph, limits.right_x, limits.right_y, x, y)
    cdef double left_slack = slack(graph, limits.left_x, limits.left_y, x, y)
    return right >= -right_slack and left >= -left_slack \
        and (right > right_slack or limits.right_x * x + limits.right_y * y > 0.0) \
        and (left > left_slack or limits.left_x * x + limits.left_y * y > 0.0)


cdef bint clip(const PortalGraph* graph, const Glimpse* limits, double ax, double ay, double bx, double by, Glimpse* out) noexcept nogil:
    """What is seen between two directions, less than a half turn apart, of an edge of a polygon that one looks from a corner of:
    its ends may be anywhere round that corner. False: nothing."""
    out.right_x, out.right_y, out.left_x, out.left_y = limits.right_x, limits.right_y, limits.left_x, limits.left_y
    if not faces(graph, ax, ay, bx, by):
        return False
    if is_between(graph, limits, ax, ay) and cross(ax, ay, limits.left_x, limits.left_y) > 0.0:
        out.right_x, out.right_y = ax, ay
    elif cross(ax, ay, limits.right_x, limits.right_y) < 0.0 or cross(limits.right_x, limits.right_y, bx, by) <= 0.0:
        return False
    if is_between(graph, limits, bx, by) and cross(limits.right_x, limits.right_y, bx, by) > 0.0:
        out.left_x, out.left_y = bx, by
    return True


cdef int look_into_own(const PortalGraph* graph, VisibilityGraph* out, Look* look, const Glimpse* limits,
                       int32_t fan, int32_t way) except -1 nogil:
    """Note the corners within the limits of a polygon that one looks from a corner of, and which edges are to be looked through."""
    cdef const Face* ring = &graph.faces[look.ways[way].poly]
    cdef const HalfEdge* at
    cdef Glimpse next
    cdef int32_t corner = corner_after(ring, corner_in(graph, ring, fan)), k, before = -1
    cdef double x = 0.0, y = 0.0, last_x, last_y
    next.way = way
    for k in range(ring.count - 1):
        at = &graph.half_edges[corner]
        last_x, last_y, x, y = x, y, at.x - look.x, at.y - look.y
        if is_between(graph, limits, x, y):
            note(graph, out, look, corner, way)
        if k > 0 and graph.half_edges[before].neighbor != NO_POLY and clip(graph, limits, last_x, last_y, x, y, &next):
            next.edge = before
            look.open.push_back(next)
        before, corner = corner, corner_after(ring, corner)
    return 0


cdef int look_into(const PortalGraph* graph, VisibilityGraph* out, Look* look, const Glimpse* limits,
                   int32_t way) except -1 nogil:
    """Likewise in the polygon behind the edge of a glimpse. That the ends of this edge are in sight was noted before."""
    cdef const Face* ring = &graph.faces[look.ways[way].poly]
    cdef int32_t corner = corner_after(ring, graph.half_edges[limits.edge].twin), after, k
    cdef const HalfEdge* a = &graph.half_edges[corner]
    cdef const HalfEdge* b
    cdef Glimpse next
    cdef double right = fabs(limits.right_x) + fabs(limits.right_y), left = fabs(limits.left_x) + fabs(limits.left_y)
    cdef double ax = a.x - look.x, ay = a.y - look.y, bx, by, size
    cdef double a_left = cross(limits.left_x, limits.left_y, ax, ay), b_left, b_right
    cdef bint a_right_of_it = cross(limits.right_x, limits.right_y, ax, ay) < -graph.rounding * (right + fabs(ax) + fabs(ay))
    cdef bint b_right_of_it, b_left_of_it
    next.way = way
    for k in range(ring.count - 1):
        after = corner_after(ring, corner)
        b = &graph.half_edges[after]
        bx, by = b.x - look.x, b.y - look.y
        size = fabs(bx) + fabs(by)
        b_right, b_left = cross(limits.right_x, limits.right_y, bx, by), cross(limits.left_x, limits.left_y, bx, by)
        b_right_of_it, b_left_of_it = b_right < -graph.rounding * (right + size), b_left > graph.rounding * (left + size)
        if not b_right_of_it and not b_left_of_it and k + 2 < ring.count:
            note(graph, out, look, after, way)
        if b_right > 0.0 and a_left < 0.0 and graph.half_edges[corner].neighbor != NO_POLY and faces(graph, ax, ay, bx, by):
            next.edge = corner
            next.right_x, next.right_y, next.left_x, next.left_y = ax, ay, bx, by
            if a_right_of_it:
                next.right_x, next.right_y = limits.right_x, limits.right_y
            if b_left_of_it:
                next.left_x, next.left_y = limits.left_x, limits.left_y
            prefetch(&graph.faces[graph.half_edges[corner].neighbor])
            prefetch(&graph.half_edges[graph.half_edges[corner].twin])
            prefetch(&graph.half_edges[graph.half_edges[corner].twin] + 2)
            look.open.push_back(next)
        if b_left_of_it:
            break                           # so is all that comes after it
        corner, ax, ay, a_left, a_right_of_it = after, bx, by, b_left, b_right_of_it
    return 0


cdef bint look_on(const PortalGraph* graph, VisibilityGraph* out, Look* look) except -1 nogil:
    """Look through all that is still open; false where that is too much."""
    cdef Glimpse glimpse
    cdef Way way
    while not look.open.empty():
        if look.ways.size() >= MOST_WAYS:
            look.open.clear()
            return False
        glimpse = look.open.back()
        look.open.pop_back()
        way.poly, way.before = graph.half_edges[glimpse.edge].neighbor, glimpse.way
        look.ways.push_back(way)
        look_into(graph, out, look, &glimpse, <int32_t>look.ways.size() - 1)
    return True


cdef bint look_from_place(const PortalGraph* graph, VisibilityGraph* out, const NearestPoly* place,
                          Look* look) except -1 nogil:
    cdef const Face* ring = &graph.faces[place.poly]
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef Glimpse glimpse
    cdef Way way
    cdef int32_t corner
    look.x, look.y = place.point[0], -place.point[2]
    look.seen.clear()
    look.ways.clear()
    way.poly, way.before = place.poly, -1
    look.ways.push_back(way)
    out.looks += 1
    glimpse.way = 0
    for corner in range(ring.first, ring.first + ring.count):
        a = &graph.half_edges[corner]
        b = &graph.half_edges[corner_after(ring, corner)]
        note(graph, out, look, corner, 0)
        if a.neighbor != NO_POLY:
            glimpse.edge = corner
            glimpse.right_x, glimpse.right_y = a.x - look.x, a.y - look.y
            glimpse.left_x, glimpse.left_y = b.x - look.x, b.y - look.y
            look.open.push_back(glimpse)
    return look_on(graph, out, look)


cdef bint look_between(const PortalGraph* graph, VisibilityGraph* out, Look* look, const Glimpse* limits,
                       int32_t fan) except -1 nogil:
    """Note all corners in sight of a corner between two directions; the ways are the polygons of its fan."""
    cdef int32_t way, fan_count = <int32_t>look.ways.size()
    out.looks += 1
    for way in range(fan_count):
        look_into_own(graph, out, look, limits, fan, way)
    return look_on(graph, out, look)


# ---- a node ----

cdef void frame(const MeshView* mesh, const Look* look, NodeOrigin* origin) noexcept nogil:
    """Note the tiles that were looked into."""
    cdef const Tile* tile
    cdef size_t k
    for k in range(look.ways.size()):
        tile = &mesh.tiles[mesh.polys[look.ways[k].poly].tile]
        origin.min_x, origin.max_x = min(origin.min_x, tile.x), max(origin.max_x, tile.x)
        origin.min_z, origin.max_z = min(origin.min_z, tile.z), max(origin.max_z, tile.z)


cdef int32_t keep_ways(const Look* look, VisibilityGraph* out) except -1 nogil:
    """Keep the ways that lead to what was seen, and the edges with their places there; how many ways that are."""
    cdef int32_t first = <int32_t>out.ways.size(), way
    cdef size_t k
    cdef Edge edge
    cdef Way kept
    out.places.clear()
    out.places.resize(look.ways.size(), -1)
    for k in range(look.seen.size()):
        way = look.seen[k].way
        while way >= 0 and out.places[way] < 0:
            out.places[way] = 0
            way = look.ways[way].before
    for k in range(look.ways.size()):
        if out.places[k] == 0:
            out.places[k] = <int32_t>out.ways.size()
            kept = look.ways[k]
            if kept.before >= 0:
                kept.before = out.places[kept.before]
            out.ways.push_back(kept)
    for k in range(look.seen.size()):
        edge = look.seen[k]
        edge.way = out.places[edge.way]
        out.edges.push_back(edge)
    return <int32_t>out.ways.size() - first


cdef int look_from_node(const PortalGraph* graph, VisibilityGraph* out, int32_t node, int32_t turn, EdgeRange* edges) except -1 nogil:
    cdef Node* eye = &out.nodes[node]
    cdef NodeOrigin* origin = &out.origins[node]
    cdef Look* look = &out.look
    cdef Glimpse limits
    cdef Way way
    cdef int32_t corner
    edges[0] = eye.on_right
    if turn == TURN_LEFT:
        edges[0] = eye.on_left
    if edges.first != NOT_LOOKED:
        return 0
    corner = origin.corner
    limits.right_x, limits.right_y, limits.left_x, limits.left_y = eye.right_x, eye.right_y, -eye.left_x, -eye.left_y
    if turn == TURN_LEFT:
        limits.right_x, limits.right_y, limits.left_x, limits.left_y = -eye.right_x, -eye.right_y, eye.left_x, eye.left_y
    look.x, look.y = out.spots[node].x, out.spots[node].y
    look.seen.clear()
    look.ways.clear()
    way.poly, way.before = origin.poly, -1
    while corner >= 0:
        look.ways.push_back(way)
        corner = next_around(graph, &way.poly, corner)
    edges.first = TOO_WIDE
    if look_between(graph, out, look, &limits, graph.half_edges[origin.corner].umbrella):
        edges.first, edges.count = <int32_t>out.edges.size(), <int32_t>look.seen.size()
        out.origins[node].way_count += keep_ways(look, out)
    frame(out.mesh, look, &out.origins[node])       # others were added: neither eye nor origin is there any more
    if turn == TURN_LEFT:
        out.nodes[node].on_left = edges[0]
    else:
        out.nodes[node].on_right = edges[0]
    return 0


# ---- ahead of searches ----

cdef bint look_ahead(NavView nav, VisibilityGraph* out, int64_t steps) except -1 nogil:
    cdef const Face* ring
    cdef EdgeRange edges
    cdef int32_t corner, node, turn
    cdef uint32_t before
    if not serves(nav):
        return True
    update_visibility(nav, out)
    while out.ahead < <PolyRef>nav.graph.faces.size():
        if steps <= 0:
            return False
        ring = &nav.graph.faces[out.ahead]
        for corner in range(ring.first, ring.first + ring.count):
            steps -= 1
            if nav.graph.half_edges[corner].umbrella < 0:
                continue
            node = node_at(nav.graph, out, out.ahead, corner)
            for turn in range(TURN_LEFT, TURN_RIGHT + 1):
                before = out.looks
                look_from_node(nav.graph, out, node, turn, &edges)
                steps -= LOOK_STEPS * <int64_t>(out.looks - before)
        out.ahead += 1
    return True


# ---- Python ----

cdef class CornerSights:
    """CornerSights(mesh): what the corners of a NavMesh see of each other, kept until the mesh changes."""
    cdef NavMesh mesh
    cdef VisibilityGraph graph

    def __cinit__(self, NavMesh mesh not None):
        self.mesh = mesh

    def seen_from(self, PolyRef poly, int32_t i):
        """([corners], [corners]) that a path which turns left, or right, at corner ``i`` of a polygon may go straight to: each as
        (x, z, turns, polygons that the way there goes through), turns 1 (left), 2 (right) or 3 (both); None where too much is in
        sight, or no path turns at the corner. ValueError: no such corner, or a mesh of which this is not kept (with links, or
        ways that lead one way only)."""
        cdef const PortalGraph* packed = self.mesh.view.graph
        cdef EdgeRange edges
        cdef int32_t k, corner, index
        if not (0 <= poly < self.mesh.view.poly_count and 0 <= i < packed.faces[poly].count):
            raise ValueError(f"corner: there is no corner {i} of polygon {poly}")
        if not packed.symmetric:
            raise ValueError("corner: the mesh has links or ways that lead one way only")
        corner = packed.faces[poly].first + i
        if packed.half_edges[corner].umbrella < 0:
            return None
        update_visibility(view_of(&self.mesh.view, packed), &self.graph)
        index = node_at(packed, &self.graph, poly, corner)
        out = []
        for turn in (TURN_LEFT, TURN_RIGHT):
            look_from_node(packed, &self.graph, index, turn, &edges)
            if edges.first == TOO_WIDE:
                return None
            out.append([self.seen_by(&self.graph.edges[edges.first + k]) for k in range(edges.count)])
        return tuple(out)

    def look_ahead(self, int64_t steps):
        """Look round from corners not looked from yet, for about so many steps of a hundred nanoseconds; are all done?"""
        return look_ahead(view_of(&self.mesh.view, self.mesh.view.graph), &self.graph, steps)

    @property
    def looks(self):
        """How often one has looked round from a corner since nothing was kept."""
        return self.graph.looks

    cdef tuple seen_by(self, const Edge* edge):
        cdef const Spot* spot = &self.graph.spots[edge.end >> 2]
        cdef int32_t way = edge.way
        polys = []
        while way >= 0:
            polys.append(self.graph.ways[way].poly)
            way = self.graph.ways[way].before
        return spot.x, -spot.y, edge.end & 3, polys[::-1]
