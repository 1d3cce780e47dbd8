"""A* over the portals of the navmesh."""
from libc.stdint cimport int32_t
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport distance3
from navpy.heap cimport heap_pop, heap_put, heap_reset
from navpy.location cimport Location
from navpy.mesh cimport MeshView, island_of
from navpy.navmesh cimport NavMesh


cdef void midpoint(const MeshView* mesh, PolyRef poly, int32_t corner, double* out) noexcept nogil:
    cdef int32_t first = mesh.polys[poly].first
    cdef int32_t next = corner + 1 if corner + 1 < first + mesh.polys[poly].count else first
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[corner]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[next]
    cdef int i
    for i in range(3):
        out[i] = 0.5 * (a[i] + b[i])


cdef int begin(const MeshView* mesh, Search* search) except -1 nogil:
    """Make the working memory fit the mesh; nodes of earlier searches are told by their stamp, not cleared."""
    if search.nodes.size() != <size_t>mesh.corner_count or search.visit == 0xffffffffU:
        search.nodes.clear()
        search.nodes.resize(mesh.corner_count)
        search.visit = 0
    heap_reset(&search.heap, mesh.corner_count)
    search.visit += 1
    search.searched = 0
    return 0


cdef int expand(const MeshView* mesh, Search* search, PolyRef poly, int32_t entered_by, const double* origin,
                double cost, const double* goal) except -1 nogil:
    """Offer every portal out of the polygon, but the one it was entered through, a way from the point ``origin``."""
    cdef int32_t corner, back = mesh.twins[entered_by] if entered_by >= 0 else -1
    cdef Node* node
    cdef double middle[3]
    cdef double through
    for corner in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
        if mesh.neighbors[corner] == NO_POLY or corner == back:
            continue
        midpoint(mesh, poly, corner, middle)
        through = cost + distance3(origin, middle)
        node = &search.nodes[corner]
        if node.visit == search.visit and node.cost <= through:
            continue
        node.visit, node.cost, node.parent = search.visit, through, entered_by
        heap_put(&search.heap, corner, through + distance3(middle, goal))
    return 0


cdef int trace(const MeshView* mesh, Search* search, PolyRef start, int32_t last,
               vector[PolyRef]* corridor) except -1 nogil:
    """The polygons entered through the portals that lead to ``last``, from the start on."""
    while last >= 0:
        corridor.push_back(mesh.neighbors[last])
        last = search.nodes[last].parent
    corridor.push_back(start)
    reverse(corridor.begin(), corridor.end())
    return 0


cdef bint find_corridor(const MeshView* mesh, Search* search, const Location* start, const Location* goal,
                        vector[PolyRef]* corridor, double* cost) except -1 nogil:
    """Polygons from start to goal and the cost of the way through the middles of their portals, metres; false where
    the goal is on another island. Of equally good portals the lower corner index goes first."""
    cdef int32_t corner
    cdef PolyRef poly
    cdef double middle[3]
    corridor.clear()
    cost[0] = 0.0
    begin(mesh, search)
    if island_of(mesh, start.poly) != island_of(mesh, goal.poly):
        return False
    if start.poly == goal.poly:
        corridor.push_back(start.poly)
        cost[0] = distance3(start.point, goal.point)
        return True
    expand(mesh, search, start.poly, -1, start.point, 0.0, goal.point)
    while search.heap.entries.size() > 0:
        corner = heap_pop(&search.heap)
        search.searched += 1
        poly = mesh.neighbors[corner]
        midpoint(mesh, mesh.neighbors[mesh.twins[corner]], corner, middle)
        if poly == goal.poly:       # the straight line left is the way left: no other portal can do better
            cost[0] = search.nodes[corner].cost + distance3(middle, goal.point)
            trace(mesh, search, start.poly, corner, corridor)
            return True
        expand(mesh, search, poly, corner, middle, search.nodes[corner].cost, goal.point)
    return False


def corridor(NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal):
    """(polygons, cost in metres, nodes taken from the open list) of the way between two points on given polygons; None
    where there is none. ValueError: a polygon that the mesh does not have."""
    cdef Search search
    cdef Location a, b
    cdef vector[PolyRef] polys
    cdef double cost
    cdef bint found
    a.poly, a.point[0], a.point[1], a.point[2] = start_poly, start[0], start[1], start[2]
    b.poly, b.point[0], b.point[1], b.point[2] = goal_poly, goal[0], goal[1], goal[2]
    for poly in (start_poly, goal_poly):
        if poly < 0 or poly >= mesh.view.poly_count:
            raise ValueError(f"corridor: there is no polygon {poly}, there are {mesh.view.poly_count}")
    with nogil:
        found = find_corridor(&mesh.view, &search, &a, &b, &polys, &cost)
    return (list(polys), cost, search.searched) if found else None
