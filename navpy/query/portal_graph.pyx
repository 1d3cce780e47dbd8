"""Packs a navmesh for Polyanya."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport distance2
from navpy.mesh cimport MeshView, OffMeshLink
from navpy.query.astar cimport cost_at, may_enter, may_take

cdef double ULPS = 16 * 2.3e-16         # rounding of a coordinate that a few operations made, of its size
cdef double STRAIGHT = 1e-14            # sine of an angle that may be a straight one but for rounding

cdef enum:
    UNKNOWN = -2                        # fan of a corner that was not looked at yet


cdef int pack_corners(const MeshView* mesh, PortalGraph* graph) except -1 nogil:
    cdef Corner* corner
    cdef const double* v
    cdef int32_t i
    cdef double size = 1.0
    cdef PolyRef poly
    graph.corners.resize(mesh.corner_count)
    graph.rings.resize(mesh.poly_count)
    for poly in range(mesh.poly_count):
        graph.rings[poly].first, graph.rings[poly].count = mesh.polys[poly].first, mesh.polys[poly].count
        graph.rings[poly].first_link, graph.rings[poly].out = mesh.polys[poly].first_link, NO_POLY
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            corner, v = &graph.corners[i], mesh.vertices + 3 * <size_t>mesh.corners[i]
            corner.x, corner.y, corner.twin, corner.fan, corner.flags = v[0], -v[2], mesh.twins[i], UNKNOWN, 0
            corner.next = mesh.neighbors[i]
            if corner.next != NO_POLY and not may_enter(mesh, poly, corner.next):
                corner.next = NO_POLY
            size = max(size, max(fabs(v[0]), fabs(v[2])))
    graph.rounding = ULPS * size
    return 0


# ---- where paths may bend ----

cdef inline bint is_open(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """May one cross the edge both ways?"""
    return graph.corners[edge].next != NO_POLY and graph.corners[graph.corners[edge].twin].next != NO_POLY


cdef int32_t first_around(const MeshView* mesh, const PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The corner, and its polygon, that begins the fan of polygons around a vertex, clockwise from this one; −1 where the
    fan is closed."""
    cdef int32_t at = corner, twin
    while is_open(graph, at):
        twin = graph.corners[at].twin
        poly[0] = graph.corners[at].next
        at = corner_after(&graph.rings[poly[0]], twin)
        if at == corner:
            return -1
    return at


cdef bint may_bend(const MeshView* mesh, PortalGraph* graph, PolyRef poly, int32_t first, int32_t fan,
                   bint* wound) noexcept nogil:
    """Number the corners of a fan, counter-clockwise from its first one. A shortest path bends only where it is wider than
    180°; where an edge can be crossed one way only, it may anywhere."""
    cdef const Corner* at = &graph.corners[first]
    cdef const Corner* wall = &graph.corners[corner_after(&graph.rings[poly], first)]
    cdef const Corner* end
    cdef double wx = wall.x - at.x, wy = wall.y - at.y, ex, ey, turned
    cdef bint bends = graph.corners[first].twin >= 0, beyond = False
    cdef int32_t corner = first, edge
    wound[0] = False
    while True:
        graph.corners[corner].fan = fan
        edge = corner_before(&graph.rings[poly], corner)
        end = &graph.corners[edge]
        ex, ey = end.x - at.x, end.y - at.y
        turned = cross(wx, wy, ex, ey)
        wound[0] = wound[0] or (beyond and turned >= 0.0)
        if turned < 0.0 or (turned == 0.0 and wx * ex + wy * ey > 0.0):
            beyond = True
        bends = bends or beyond or (
            turned != 0.0 and turned * turned <= STRAIGHT * STRAIGHT * (wx * wx + wy * wy) * (ex * ex + ey * ey))
        if not is_open(graph, edge):
            return bends or end.twin >= 0
        poly, corner = mesh.neighbors[edge], end.twin


cdef void settle_fan(const MeshView* mesh, PortalGraph* graph, PolyRef poly, int32_t first, bint closed, bint bends,
                     bint wound) noexcept nogil:
    """Write down what is known of all corners of a fan."""
    cdef int32_t corner = first, edge
    while True:
        if closed or not bends:
            graph.corners[corner].fan = -1
        if wound:
            graph.corners[corner].flags |= WOUND
        edge = corner_before(&graph.rings[poly], corner)
        if not is_open(graph, edge):
            return
        poly, corner = mesh.neighbors[edge], graph.corners[edge].twin
        if corner == first:
            return


cdef void number_fans(const MeshView* mesh, PortalGraph* graph) noexcept nogil:
    cdef PolyRef poly, at
    cdef int32_t i, first
    cdef bint bends, wound
    graph.fan_count = 0
    for poly in range(mesh.poly_count):
        for i in range(graph.rings[poly].first, graph.rings[poly].first + graph.rings[poly].count):
            if graph.corners[i].fan != UNKNOWN:
                continue
            at, bends, wound = poly, False, False
            first = first_around(mesh, graph, &at, i)
            if first >= 0:
                bends = may_bend(mesh, graph, at, first, graph.fan_count, &wound)
                graph.fan_count += bends
            settle_fan(mesh, graph, at if first >= 0 else poly, first if first >= 0 else i, first < 0, bends, wound)


# ---- dead ends ----

cdef int count_neighbors(const MeshView* mesh, vector[int32_t]* ways) except -1 nogil:
    """By polygon, how many others it is next to; the ends of links count as if they were next to many."""
    cdef vector[PolyRef] seen_from
    cdef PolyRef poly, next
    cdef int32_t i
    seen_from.assign(mesh.poly_count, NO_POLY)
    ways.assign(mesh.poly_count, 0)
    for poly in range(mesh.poly_count):
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[i]
            if next != NO_POLY and seen_from[next] != poly:
                seen_from[next] = poly
                ways[0][poly] += 1
    for i in range(mesh.link_count):
        if mesh.links[i].start_poly != NO_POLY and mesh.links[i].end_poly != NO_POLY:
            ways[0][mesh.links[i].start_poly] += mesh.poly_count
            ways[0][mesh.links[i].end_poly] += mesh.poly_count
    return 0


cdef int find_dead_ends(const MeshView* mesh, PortalGraph* graph) except -1 nogil:
    """Peel off polygons next to a single one that is left, as long as there are any."""
    cdef vector[int32_t] ways
    cdef vector[PolyRef] leaves
    cdef vector[bint] peeled
    cdef PolyRef poly, next
    cdef int32_t i
    count_neighbors(mesh, &ways)
    peeled.assign(mesh.poly_count, False)
    for poly in range(mesh.poly_count):
        if ways[poly] == 1:
            leaves.push_back(poly)
    while leaves.size() > 0:
        poly = leaves.back()
        leaves.pop_back()
        peeled[poly] = True
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[i]
            if next != NO_POLY and not peeled[next]:
                graph.rings[poly].out = next
                graph.corners[mesh.twins[i]].flags |= DEAD_END
        next = graph.rings[poly].out
        if next != NO_POLY:
            ways[next] -= 1
            if ways[next] == 1:
                leaves.push_back(next)
    return 0


# ---- what it costs ----

cdef int weigh(const MeshView* mesh, PortalGraph* graph) except -1 nogil:
    cdef const OffMeshLink* link
    cdef double ground = 0.0, least = 1.0, length
    cdef PolyRef poly
    cdef int32_t i
    graph.uniform = True
    for poly in range(mesh.poly_count):
        if mesh.polys[poly].count > 0:
            ground = ground if ground > 0.0 else cost_at(mesh, poly)
            graph.uniform = graph.uniform and cost_at(mesh, poly) == ground and ground > 0.0
    ground = ground if ground > 0.0 else 1.0
    graph.link_costs.assign(mesh.link_count, 0.0)
    for i in range(mesh.link_count):
        link = &mesh.links[i]
        if link.start_poly == NO_POLY or link.end_poly == NO_POLY or not may_take(mesh, link):
            continue
        length = distance2(link.leave[0][0], link.leave[0][2], link.land[0][0], link.land[0][2])
        graph.link_costs[i] = length * mesh.area_costs[link.area] / ground
        least = min(least, mesh.area_costs[link.area] / ground)
    graph.least = least
    graph.uniform = graph.uniform and least >= 1.0
    return 0


cdef int build_portal_graph(const MeshView* mesh, PortalGraph* graph) except -1 nogil:
    """Pack the mesh as it is now; takes time and memory in proportion to its corners."""
    pack_corners(mesh, graph)
    number_fans(mesh, graph)
    find_dead_ends(mesh, graph)
    return weigh(mesh, graph)
