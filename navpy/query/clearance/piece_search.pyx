"""A* (Hart, Nilsson, Raphael 1968) over the pieces of a clearance map."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport reverse

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, enter_cost
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, push_poly

cdef struct PlanPoint:                      # in the plan
    double x, z


# ---- ways ----

cdef inline PlanPoint middle_of(const double* a, const double* b) noexcept nogil:
    cdef PlanPoint out
    out.x, out.z = 0.5 * (a[0] + b[0]), 0.5 * (a[2] + b[2])
    return out


cdef inline PlanPoint middle_of_edge(const PortalGraph* graph, PolyRef poly, int32_t corner) noexcept nogil:
    cdef const HalfEdge* a = &graph.half_edges[corner]
    cdef const HalfEdge* b = &graph.half_edges[corner_after(&graph.faces[poly], corner)]
    cdef PlanPoint out
    out.x, out.z = 0.5 * (a.x + b.x), -0.5 * (a.y + b.y)
    return out


cdef inline PolyRef left_by(const MeshView* mesh, int32_t way) noexcept nogil:
    """The polygon that a way leaves."""
    return mesh.neighbors[mesh.twins[way]] if way < mesh.corner_count else mesh.links[way - mesh.corner_count].start_poly


cdef inline PolyRef entered_by(const MeshView* mesh, int32_t way) noexcept nogil:
    """The polygon that a way leads to."""
    return mesh.neighbors[way] if way < mesh.corner_count else mesh.links[way - mesh.corner_count].end_poly


cdef inline PlanPoint place_behind(NavView nav, int32_t way) noexcept nogil:
    """The point of a way on the side of the polygon that it leads to."""
    cdef const OffMeshLink* link
    if way < nav.mesh.corner_count:
        return middle_of_edge(nav.graph, left_by(nav.mesh, way), way)
    link = &nav.mesh.links[way - nav.mesh.corner_count]
    return middle_of(link.land[0], link.land[1])


cdef inline double penalty(const PieceSearch* search, PolyRef before, PolyRef piece, bint by_link) noexcept nogil:
    """Penalty of entering a piece from another, by an edge or a link."""
    if not by_link and search.owners.at(before) == search.owners.at(piece):
        return 0.0
    return enter_cost(search.owner_graph, search.owners.at(before), search.owners.at(piece))


# ---- the search ----

cdef inline int relax(PieceSearch* search, int32_t way, int32_t parent, double cost, double rest) except -1 nogil:
    """Keep the cheapest cost of a way. ``rest``: the least cost of the way on from there to the goal."""
    cdef Step* step = &search.steps[way]
    if step.visit == search.visit and step.cost <= cost:
        return 0
    step.visit, step.cost, step.parent = search.visit, cost, parent
    return heap_put(&search.heap, way, cost + rest)


cdef int expand(NavView nav, PieceSearch* search, PolyRef piece, int32_t by, PlanPoint at, double cost,
                const double* goal) except -1 nogil:
    """Relax the ways out of a piece from the point at which it was entered."""
    cdef const Face* face = &nav.graph.faces[piece]
    cdef const OffMeshLink* link
    cdef PolyRef back = left_by(nav.mesh, by) if 0 <= by < nav.mesh.corner_count else NO_POLY, next
    cdef double factor = nav.graph.costs[piece], reached
    cdef int32_t i
    cdef PlanPoint to, land
    for i in range(face.first, face.first + face.count):
        next = nav.graph.half_edges[i].neighbor
        if next == NO_POLY or next == back:
            continue
        to = middle_of_edge(nav.graph, piece, i)
        reached = cost + factor * distance2(at.x, at.z, to.x, to.z) + penalty(search, piece, next, False)
        relax(search, i, by, reached, nav.graph.least_cost * distance2(to.x, to.z, goal[0], goal[2]))
    i = nav.mesh.polys[piece].first_link
    while i >= 0:
        link = &nav.mesh.links[i]
        if nav.graph.link_factors[i] >= 0.0:
            to, land = middle_of(link.leave[0], link.leave[1]), middle_of(link.land[0], link.land[1])
            reached = cost + factor * distance2(at.x, at.z, to.x, to.z) + nav.graph.link_costs[i] * nav.graph.ground_cost \
                + penalty(search, piece, link.end_poly, True)
            relax(search, nav.mesh.corner_count + i, by, reached, nav.graph.least_cost * distance2(land.x, land.z, goal[0], goal[2]))
        i = link.next
    return 0


cdef int reset(const MeshView* mesh, PieceSearch* search) except -1 nogil:
    cdef size_t count = <size_t>mesh.corner_count + <size_t>mesh.link_count
    if search.steps.size() != count or search.visit == 0xffffffffU:
        search.steps.clear()
        search.steps.resize(count)
        search.visit = 0
    heap_reset(&search.heap, count)
    search.visit += 1
    search.searched = 0
    return 0


cdef int find_ways(NavView nav, PieceSearch* search, const NearestPoly* start, const NearestPoly* goal) except -1 nogil:
    """Find the cheapest ways from the start until the cost to the goal is known."""
    cdef PlanPoint at
    cdef PolyRef beyond
    cdef int32_t way
    cdef double best = INFINITY
    reset(nav.mesh, search)
    at.x, at.z = start.point[0], start.point[2]
    if start.poly == goal.poly:
        best = nav.graph.costs[start.poly] * distance2(at.x, at.z, goal.point[0], goal.point[2])
    expand(nav, search, start.poly, -1, at, 0.0, goal.point)
    while search.heap.entries.size() > 0 and search.heap.entries[0].key < best:
        way = heap_pop(&search.heap)
        search.searched += 1
        at, beyond = place_behind(nav, way), entered_by(nav.mesh, way)
        if beyond == goal.poly:
            best = min(best, search.steps[way].cost + nav.graph.costs[beyond] * distance2(at.x, at.z, goal.point[0], goal.point[2]))
        expand(nav, search, beyond, way, at, search.steps[way].cost, goal.point)
    return 0


# ---- the way to the goal ----

cdef inline void try_way(NavView nav, const PieceSearch* search, int32_t way, const NearestPoly* goal, double* least,
                         int32_t* best) noexcept nogil:
    cdef const Step* step = &search.steps[way]
    cdef PlanPoint at
    cdef double cost
    if step.visit != search.visit:
        return
    at = place_behind(nav, way)
    cost = step.cost + nav.graph.costs[goal.poly] * distance2(at.x, at.z, goal.point[0], goal.point[2])
    if cost < least[0]:
        least[0], best[0] = cost, way


cdef int32_t last_way(NavView nav, const PieceSearch* search, const NearestPoly* start, const NearestPoly* goal,
                      double* least) noexcept nogil:
    """The way by which the cheapest path comes to the goal, −1: it begins there; of equal ways the first half-edge's."""
    cdef const Face* face = &nav.graph.faces[goal.poly]
    cdef int32_t i, best = -1
    least[0] = INFINITY
    if goal.poly == start.poly:
        least[0] = nav.graph.costs[goal.poly] * distance2(goal.point[0], goal.point[2], start.point[0], start.point[2])
    for i in range(face.first, face.first + face.count):
        if nav.graph.half_edges[i].twin >= 0:
            try_way(nav, search, nav.graph.half_edges[i].twin, goal, least, &best)
    for i in range(nav.mesh.link_count):
        if nav.mesh.links[i].end_poly == goal.poly:
            try_way(nav, search, nav.mesh.corner_count + i, goal, least, &best)
    return best


cdef bint find_over_pieces(NavView nav, PieceSearch* search, const NearestPoly* start, const NearestPoly* goal,
                           Path* out) except -1 nogil:
    cdef double cost
    cdef int32_t way
    find_ways(nav, search, start, goal)
    way = last_way(nav, search, start, goal, &cost)
    if cost == INFINITY:
        return False
    out.corridor.clear()
    out.entries.clear()
    while way >= 0:
        push_poly(entered_by(nav.mesh, way), way - nav.mesh.corner_count if way >= nav.mesh.corner_count else -1, out)
        way = search.steps[way].parent
    push_poly(start.poly, -1, out)
    reverse(out.corridor.begin(), out.corridor.end())
    reverse(out.entries.begin(), out.entries.end())
    return True
