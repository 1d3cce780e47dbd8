"""A* over the portals and links of the navmesh."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport distance3
from navpy.heap cimport heap_pop, heap_put, heap_reset
from navpy.location cimport Location
from navpy.mesh cimport AREA_COUNT, MeshView, OffMeshLink, island_of, still_there
from navpy.navmesh cimport NavMesh
from navpy.portal_graph cimport may_enter, may_take


cdef void middle_of(const double* a, const double* b, double* out) noexcept nogil:
    cdef int i
    for i in range(3):
        out[i] = 0.5 * (a[i] + b[i])


cdef void midpoint(const MeshView* mesh, PolyRef poly, int32_t corner, double* out) noexcept nogil:
    cdef int32_t first = mesh.polys[poly].first
    cdef int32_t next = corner + 1 if corner + 1 < first + mesh.polys[poly].count else first
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[corner]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[next]
    middle_of(a, b, out)


cdef int begin(const MeshView* mesh, Search* search) except -1 nogil:
    """Make the working memory fit the mesh; nodes of earlier searches are told by their stamp, not cleared."""
    cdef size_t count = <size_t>mesh.corner_count + <size_t>mesh.link_count
    if search.nodes.size() != count or search.visit == 0xffffffffU:
        search.nodes.clear()
        search.nodes.resize(count)
        search.visit = 0
    heap_reset(&search.heap, count)
    search.visit += 1
    search.searched = 0
    return 0


cdef double least_cost(const MeshView* mesh) noexcept nogil:
    """What a metre costs at least, whichever areas it runs through."""
    cdef double least = mesh.area_costs[0]
    cdef int32_t area
    for area in range(1, AREA_COUNT):
        least = min(least, mesh.area_costs[area])
    return least


cdef PolyRef entered(const MeshView* mesh, int32_t item, double* place) noexcept nogil:
    """The polygon that a node leads into, and where."""
    cdef const OffMeshLink* link
    if item < mesh.corner_count:
        midpoint(mesh, mesh.neighbors[mesh.twins[item]], item, place)
        return mesh.neighbors[item]
    link = &mesh.links[item - mesh.corner_count]
    middle_of(link.land[0], link.land[1], place)
    return link.end_poly


cdef inline int offer(Search* search, int32_t item, int32_t parent, double cost, double rest) except -1 nogil:
    """A way to a node; the cheapest one is kept."""
    cdef Node* node = &search.nodes[item]
    if node.visit == search.visit and node.cost <= cost:
        return 0
    node.visit, node.cost, node.parent = search.visit, cost, parent
    return heap_put(&search.heap, item, cost + rest)


cdef int expand_links(const MeshView* mesh, Search* search, PolyRef poly, int32_t entered_by, const double* origin,
                      double cost, const double* goal, double least) except -1 nogil:
    """Offer the links that leave the polygon."""
    cdef int32_t i = mesh.polys[poly].first_link
    cdef const OffMeshLink* link
    cdef double start[3]
    cdef double end[3]
    cdef double through
    while i >= 0:
        link = &mesh.links[i]
        if may_take(mesh, link):
            middle_of(link.leave[0], link.leave[1], start)
            middle_of(link.land[0], link.land[1], end)
            through = cost + cost_at(mesh, poly) * distance3(origin, start) + mesh.area_costs[link.area] * distance3(start, end)
            offer(search, mesh.corner_count + i, entered_by, through, least * distance3(end, goal))
        i = link.next
    return 0


cdef int expand(const MeshView* mesh, Search* search, PolyRef poly, int32_t entered_by, const double* origin,
                double cost, const double* goal, double least) except -1 nogil:
    """Offer every way out of the polygon, but the portals back to where it was entered from through one, from the point
    ``origin``."""
    cdef PolyRef back = mesh.neighbors[mesh.twins[entered_by]] if 0 <= entered_by < mesh.corner_count else NO_POLY
    cdef PolyRef next
    cdef int32_t corner
    cdef double middle[3]
    cdef double factor = cost_at(mesh, poly)
    for corner in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
        next = mesh.neighbors[corner]
        if next == NO_POLY or next == back or not may_enter(mesh, poly, next):
            continue
        midpoint(mesh, poly, corner, middle)
        offer(search, corner, entered_by, cost + factor * distance3(origin, middle), least * distance3(middle, goal))
    if mesh.polys[poly].first_link >= 0:
        expand_links(mesh, search, poly, entered_by, origin, cost, goal, least)
    return 0


cdef int trace(const MeshView* mesh, Search* search, PolyRef start, int32_t last, vector[PolyRef]* corridor,
               vector[int32_t]* entries) except -1 nogil:
    """The polygons entered through the nodes that lead to ``last``, from the start on."""
    cdef bint by_link
    while last >= 0:
        by_link = last >= mesh.corner_count
        corridor.push_back(mesh.links[last - mesh.corner_count].end_poly if by_link else mesh.neighbors[last])
        entries.push_back(last - mesh.corner_count if by_link else -1)
        last = search.nodes[last].parent
    corridor.push_back(start)
    entries.push_back(-1)
    reverse(corridor.begin(), corridor.end())
    reverse(entries.begin(), entries.end())
    return 0


cdef bint find_corridor(const MeshView* mesh, Search* search, const Location* start, const Location* goal,
                        vector[PolyRef]* corridor, vector[int32_t]* entries, double* cost) except -1 nogil:
    """Polygons from start to goal, the link that each is entered by (−1: by a portal), and the cost of the way through the
    middles of their portals and links; false where there is no way. A corridor may leave a polygon for cheaper ones and
    return to it. Of equally good portals the lower corner index goes first, then the lower link."""
    cdef double least = least_cost(mesh), factor = cost_at(mesh, goal.poly), key, whole
    cdef double middle[3]
    cdef int32_t item, last = -1
    cdef PolyRef poly
    cdef bint found = False
    corridor.clear()
    entries.clear()
    cost[0] = 0.0
    begin(mesh, search)
    if island_of(mesh, start.poly) != island_of(mesh, goal.poly):
        return False
    if start.poly == goal.poly:
        found, cost[0] = True, factor * distance3(start.point, goal.point)
    if not found or factor > least:
        expand(mesh, search, start.poly, -1, start.point, 0.0, goal.point, least)
    while search.heap.entries.size() > 0:
        key = search.heap.entries[0].key
        if found and key >= cost[0]:
            break                   # what is left of the way costs no less than what it is counted for
        item = heap_pop(&search.heap)
        search.searched += 1
        poly = entered(mesh, item, middle)
        if poly == goal.poly:
            whole = search.nodes[item].cost + factor * distance3(middle, goal.point)
            if not found or whole < cost[0]:
                found, cost[0], last = True, whole, item
            if cost[0] <= key:
                break
        expand(mesh, search, poly, item, middle, search.nodes[item].cost, goal.point, least)
    if found:
        trace(mesh, search, start.poly, last, corridor, entries)
    return found


cdef int find_reachable(const MeshView* mesh, PolyRef start, vector[uint8_t]* reached) except -1 nogil:
    """Mark the polygons that ways from ``start`` lead to, one entry a polygon of the mesh."""
    cdef vector[PolyRef] open
    cdef PolyRef poly, next
    cdef int32_t corner, link
    reached.clear()
    reached.resize(mesh.poly_count)
    reached[0][start] = 1
    open.push_back(start)
    while open.size() > 0:
        poly = open.back()
        open.pop_back()
        for corner in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[corner]
            if next != NO_POLY and not reached[0][next] and may_enter(mesh, poly, next):
                reached[0][next] = 1
                open.push_back(next)
        link = mesh.polys[poly].first_link
        while link >= 0:
            next = mesh.links[link].end_poly
            if not reached[0][next] and may_take(mesh, &mesh.links[link]):
                reached[0][next] = 1
                open.push_back(next)
            link = mesh.links[link].next
    return 0


def corridor(NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal):
    """(polygons, cost, nodes taken from the open list) of the cheapest way between two points on given polygons; None
    where there is none. ValueError: a polygon that the mesh does not have."""
    cdef Search search
    cdef Location a, b
    cdef vector[PolyRef] polys
    cdef vector[int32_t] entries
    cdef double cost
    cdef bint found
    a.poly, a.point[0], a.point[1], a.point[2] = start_poly, start[0], start[1], start[2]
    b.poly, b.point[0], b.point[1], b.point[2] = goal_poly, goal[0], goal[1], goal[2]
    for poly in (start_poly, goal_poly):
        if not still_there(&mesh.view, poly, mesh.view.version):
            raise ValueError(f"corridor: there is no polygon {poly}, there are {mesh.view.poly_count}")
    with nogil:
        found = find_corridor(&mesh.view, &search, &a, &b, &polys, &entries, &cost)
    return (list(polys), cost, search.searched) if found else None
