"""Dijkstra's search (1959) and A* (Hart, Nilsson, Raphael 1968) within chosen polygons."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, enter_cost
from navpy.mesh.nav_view cimport NavView

cdef struct PlanPoint:                      # in the plan
    double x, z


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


cdef inline double penalty(const PortalGraph* graph, const LocalSearch* search, PolyRef before, PolyRef poly, bint by_link) noexcept nogil:
    """Penalty of entering a polygon from another one, by an edge or a link."""
    if search.owners == NULL:
        return enter_cost(graph, before, poly)
    if not by_link and search.owners.at(before) == search.owners.at(poly):
        return 0.0
    return enter_cost(search.owner_graph, search.owners.at(before), search.owners.at(poly))


cdef inline bint is_allowed(const LocalSearch* search, PolyRef poly) noexcept nogil:
    return search.allowed == NULL or search.allowed[poly]


cdef inline int relax(const MeshView* mesh, LocalSearch* search, int32_t way, int32_t parent, PolyRef poly, double cost,
                      double rest) except -1 nogil:
    """Keep the cheapest cost of a way; poly is the polygon on its side away from the source."""
    cdef Step* step = &search.steps[way]
    if step.visit == search.visit and step.cost <= cost:
        return 0
    step.visit, step.cost, step.parent = search.visit, cost, parent
    if search.tile_marks != NULL:
        step.marks = search.tile_marks.at(mesh.polys[poly].tile)
        step.marks |= search.steps[parent].marks if parent >= 0 else search.tile_marks.at(mesh.polys[search.poly].tile)
    return heap_put(&search.heap, way, cost + rest)


cdef int expand_forwards(NavView nav, LocalSearch* search, PolyRef poly, int32_t by, PlanPoint at,
                         double cost, const double* goal) except -1 nogil:
    """Relax the ways out of a polygon from the point at which it was entered."""
    cdef const Face* face = &nav.graph.faces[poly]
    cdef const OffMeshLink* link
    cdef PolyRef back = left_by(nav.mesh, by) if 0 <= by < nav.mesh.corner_count else NO_POLY, next
    cdef double factor = nav.graph.costs[poly], reached
    cdef int32_t i
    cdef PlanPoint to, land
    for i in range(face.first, face.first + face.count):
        next = nav.graph.half_edges[i].neighbor
        if next == NO_POLY or next == back or not is_allowed(search, next):
            continue
        to = middle_of_edge(nav.graph, poly, i)
        reached = cost + factor * distance2(at.x, at.z, to.x, to.z) + penalty(nav.graph, search, poly, next, False)
        relax(nav.mesh, search, i, by, next, reached, nav.graph.least_cost * distance2(to.x, to.z, goal[0], goal[2]) if goal != NULL else 0.0)
    i = nav.mesh.polys[poly].first_link
    while i >= 0:
        link = &nav.mesh.links[i]
        if nav.graph.link_factors[i] >= 0.0 and is_allowed(search, link.end_poly):
            to, land = middle_of(link.leave[0], link.leave[1]), middle_of(link.land[0], link.land[1])
            reached = cost + factor * distance2(at.x, at.z, to.x, to.z) + nav.graph.link_costs[i] * nav.graph.ground_cost \
                + penalty(nav.graph, search, poly, link.end_poly, True)
            relax(nav.mesh, search, nav.mesh.corner_count + i, by, link.end_poly, reached,
                  nav.graph.least_cost * distance2(land.x, land.z, goal[0], goal[2]) if goal != NULL else 0.0)
        i = link.next
    return 0


cdef int expand_backwards(NavView nav, LocalSearch* search, PolyRef poly, int32_t by, PlanPoint at,
                          double cost) except -1 nogil:
    """Relax the ways into a polygon to a point of it."""
    cdef const Face* face = &nav.graph.faces[poly]
    cdef const OffMeshLink* link
    cdef PolyRef back = entered_by(nav.mesh, by) if 0 <= by < nav.mesh.corner_count else NO_POLY, before
    cdef double factor = nav.graph.costs[poly]
    cdef int32_t i
    cdef size_t k
    cdef PlanPoint to
    for i in range(face.first, face.first + face.count):
        before = nav.mesh.neighbors[i]
        if before == NO_POLY or before == back or nav.graph.half_edges[nav.graph.half_edges[i].twin].neighbor != poly or not is_allowed(search, before):
            continue
        to = middle_of_edge(nav.graph, poly, i)
        relax(nav.mesh, search, nav.graph.half_edges[i].twin, by, before, cost + factor * distance2(at.x, at.z, to.x, to.z)
              + penalty(nav.graph, search, before, poly, False), 0.0)
    for k in range(search.links.size()):
        i = search.links.at(k)
        link = &nav.mesh.links[i]
        if link.end_poly == poly and nav.graph.link_factors[i] >= 0.0 and is_allowed(search, link.start_poly):
            to = middle_of(link.land[0], link.land[1])
            relax(nav.mesh, search, nav.mesh.corner_count + i, by, link.start_poly, cost + factor * distance2(at.x, at.z, to.x, to.z)
                  + nav.graph.link_costs[i] * nav.graph.ground_cost + penalty(nav.graph, search, link.start_poly, poly, True), 0.0)
    return 0


cdef inline PlanPoint far_side(NavView nav, const LocalSearch* search, int32_t way) noexcept nogil:
    """The way's point on the side away from the source."""
    cdef const OffMeshLink* link
    if way < nav.mesh.corner_count:
        return middle_of_edge(nav.graph, left_by(nav.mesh, way), way)
    link = &nav.mesh.links[way - nav.mesh.corner_count]
    return middle_of(link.leave[0], link.leave[1]) if search.backwards else middle_of(link.land[0], link.land[1])


cdef int start_search(const MeshView* mesh, LocalSearch* search, PolyRef poly, const double* point, bint backwards) except -1 nogil:
    cdef size_t count = <size_t>mesh.corner_count + <size_t>mesh.link_count
    cdef int i
    if search.steps.size() != count or search.visit == 0xffffffffU:
        search.steps.clear()
        search.steps.resize(count)
        search.visit = 0
    heap_reset(&search.heap, count)
    search.visit += 1
    search.searched, search.poly, search.backwards = 0, poly, backwards
    for i in range(3):
        search.point[i] = point[i]
    return 0


cdef int search_locally(NavView nav, LocalSearch* search, PolyRef poly, const double* point,
                        bint backwards, PolyRef goal_poly, const double* goal) except -1 nogil:
    cdef PlanPoint at
    cdef PolyRef beyond
    cdef int32_t way
    cdef double best = INFINITY
    start_search(nav.mesh, search, poly, point, backwards)
    at.x, at.z = point[0], point[2]
    if goal != NULL and poly == goal_poly:
        best = nav.graph.costs[poly] * distance2(at.x, at.z, goal[0], goal[2])
    if backwards:
        expand_backwards(nav, search, poly, -1, at, 0.0)
    else:
        expand_forwards(nav, search, poly, -1, at, 0.0, goal)
    while search.heap.entries.size() > 0 and search.heap.entries[0].key < best:
        way = heap_pop(&search.heap)
        search.searched += 1
        at = far_side(nav, search, way)
        if backwards:
            expand_backwards(nav, search, left_by(nav.mesh, way), way, at, search.steps[way].cost)
            continue
        beyond = entered_by(nav.mesh, way)
        if goal != NULL and beyond == goal_poly:
            best = min(best, search.steps[way].cost + nav.graph.costs[beyond] * distance2(at.x, at.z, goal[0], goal[2]))
        expand_forwards(nav, search, beyond, way, at, search.steps[way].cost, goal)
    return 0


cdef inline void try_way(NavView nav, const LocalSearch* search, PolyRef poly, int32_t way,
                         const double* point, Arrival* out) noexcept nogil:
    cdef const Step* step = &search.steps[way]
    cdef PlanPoint at
    cdef double cost
    if step.visit != search.visit:
        return
    at = far_side(nav, search, way)
    cost = step.cost + nav.graph.costs[poly] * distance2(at.x, at.z, point[0], point[2])
    if cost < out.cost:
        out.cost, out.way, out.marks = cost, way, step.marks


cdef void arrive_at(NavView nav, const LocalSearch* search, PolyRef poly, const double* point,
                    Arrival* out) noexcept nogil:
    """The cheapest path between the source and a point of a polygon; of equal ones by the first half-edge."""
    cdef const Face* face = &nav.graph.faces[poly]
    cdef int32_t i
    cdef size_t k
    out.cost, out.way, out.marks = INFINITY, -1, 0
    if poly == search.poly:
        out.cost = nav.graph.costs[poly] * distance2(point[0], point[2], search.point[0], search.point[2])
        if search.tile_marks != NULL:
            out.marks = search.tile_marks.at(nav.mesh.polys[poly].tile)
    for i in range(face.first, face.first + face.count):
        if search.backwards:
            try_way(nav, search, poly, i, point, out)
        elif nav.graph.half_edges[i].twin >= 0:
            try_way(nav, search, poly, nav.graph.half_edges[i].twin, point, out)
    if search.backwards:
        i = nav.mesh.polys[poly].first_link
        while i >= 0:
            try_way(nav, search, poly, nav.mesh.corner_count + i, point, out)
            i = nav.mesh.links[i].next
        return
    for k in range(search.links.size()):
        if nav.mesh.links[search.links.at(k)].end_poly == poly:
            try_way(nav, search, poly, nav.mesh.corner_count + search.links.at(k), point, out)


cdef int trace_ways(NavView nav, const LocalSearch* search, PolyRef poly, const Arrival* arrival,
                    vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
    cdef int32_t way = arrival.way
    corridor.clear()
    entries.clear()
    if search.backwards:
        corridor.push_back(poly)
        entries.push_back(-1)
    while way >= 0:
        corridor.push_back(entered_by(nav.mesh, way))
        entries.push_back(way - nav.mesh.corner_count if way >= nav.mesh.corner_count else -1)
        way = search.steps[way].parent
    if not search.backwards:
        corridor.push_back(search.poly)
        entries.push_back(-1)
        reverse(corridor.begin(), corridor.end())
        reverse(entries.begin(), entries.end())
    return 0
