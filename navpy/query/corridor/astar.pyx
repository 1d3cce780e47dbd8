"""A* over the portals and links of the navmesh."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport reverse
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance3
from navpy.base.heap cimport heap_pop, heap_put
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, island_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport DEAD_END, PortalGraph, Face, corner_after, cross, enter_cost
from navpy.navmesh.given_ends cimport read_ends
from navpy.navmesh.packed cimport packed_graph
from navpy.navmesh.query_filter cimport QueryFilter

cdef enum:
    UNLIMITED = 0x7fffffffffffffff


# ---- the points of nodes ----

cdef inline void between(const double* a, const double* b, double t, double* out) noexcept nogil:
    cdef int i
    for i in range(3):
        out[i] = b[i] if t == 1.0 else a[i] + t * (b[i] - a[i])


cdef inline double part_along(double px, double py, double ax, double ay, double bx, double by) noexcept nogil:
    """Where on a → b, 0 … 1, it is nearest to p."""
    cdef double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy
    cdef double t = ((px - ax) * dx + (py - ay) * dy) / length if length > 0.0 else 0.5
    return 0.0 if t < 0.0 else 1.0 if t > 1.0 else t


cdef inline double off_segment(double px, double py, double ax, double ay, double bx, double by) noexcept nogil:
    """m², the squared distance of p from a → b."""
    cdef double t = part_along(px, py, ax, ay, bx, by)
    cdef double dx = ax + t * (bx - ax) - px, dy = ay + t * (by - ay) - py
    return dx * dx + dy * dy


cdef double clamped_part(double ax, double ay, double bx, double by, double sx, double sy, double gx, double gy) noexcept nogil:
    """Where on the portal a → b, 0 … 1, it is nearest to the straight line from s to g. Where they don't cross it is at an end
    of one of them."""
    cdef double start_side = cross(bx - ax, by - ay, sx - ax, sy - ay), goal_side = cross(bx - ax, by - ay, gx - ax, gy - ay)
    cdef double a_side = cross(gx - sx, gy - sy, ax - sx, ay - sy), b_side = cross(gx - sx, gy - sy, bx - sx, by - sy)
    cdef double best, off, place
    if (start_side > 0.0) != (goal_side > 0.0) and (a_side > 0.0) != (b_side > 0.0):
        return a_side / (a_side - b_side)
    best, place = off_segment(ax, ay, sx, sy, gx, gy), 0.0
    off = off_segment(bx, by, sx, sy, gx, gy)
    if off < best:
        best, place = off, 1.0
    off = off_segment(sx, sy, ax, ay, bx, by)
    if off < best:
        best, place = off, part_along(sx, sy, ax, ay, bx, by)
    off = off_segment(gx, gy, ax, ay, bx, by)
    if off < best:
        place = part_along(gx, gy, ax, ay, bx, by)
    return place


cdef void portal_point(NavView nav, const Search* search, PolyRef poly, int32_t corner,
                       double* out) noexcept nogil:
    """The point of a portal that leaves ``poly``."""
    cdef PolyRef next = nav.graph.half_edges[corner].neighbor
    cdef int32_t after = corner_after(&nav.graph.faces[poly], corner)
    cdef double t = 0.5
    cdef int i
    if search.points == AT_CENTERS:
        for i in range(3):
            out[i] = search.goal.point[i] if search.to_goal and next == search.goal.poly else nav.mesh.centers[3 * <size_t>next + i]
        return
    if search.points == AT_CLAMPED:
        t = clamped_part(nav.graph.half_edges[corner].x, nav.graph.half_edges[corner].y, nav.graph.half_edges[after].x, nav.graph.half_edges[after].y,
                         search.start.point[0], -search.start.point[2], search.goal.point[0], -search.goal.point[2])
    between(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[corner], nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[after], t, out)


# ---- the open list ----

cdef int clear(const MeshView* mesh, Search* search) except -1 nogil:
    """Make the working memory fit the mesh; nothing of its size is cleared unless that has changed."""
    cdef size_t items = <size_t>mesh.corner_count + <size_t>mesh.link_count
    cdef PolyRef poly
    if search.places.size() != items:
        search.places.clear()
        search.places.resize(items)
    if search.leads_out.size() != <size_t>mesh.poly_count:
        search.leads_out.clear()
        search.leads_out.resize(mesh.poly_count)
    else:
        for poly in search.way_out:
            search.leads_out[poly] = 0
    search.way_out.clear()
    search.nodes.clear()
    search.heap.entries.clear()
    search.heap.slots.clear()
    search.searched = 0
    return 0


cdef inline Node* node_of(Search* search, int32_t item, bint* is_new) except NULL nogil:
    """The node of a portal or link; a new one has no point yet."""
    cdef Node node
    cdef int32_t place = search.places[item]
    is_new[0] = <size_t>place >= search.nodes.size() or search.nodes[place].item != item
    if is_new[0]:
        node.cost, node.item, node.parent = INFINITY, item, -1
        node.point[0] = node.point[1] = node.point[2] = 0.0
        search.places[item] = <int32_t>search.nodes.size()
        search.nodes.push_back(node)
        search.heap.slots.push_back(-1)
        return &search.nodes.back()
    return &search.nodes[place]


cdef inline int offer(Search* search, Node* node, bint is_new, int32_t parent, double cost) except -1 nogil:
    """A way to a node; the cheapest one is kept."""
    cdef double rest
    if not is_new and node.cost <= cost:
        return 0
    node.cost, node.parent = cost, parent
    rest = search.least * distance3(node.point, search.goal.point) if search.least > 0.0 else 0.0
    return heap_put(&search.heap, search.places[node.item], cost + rest)


cdef int expand_links(NavView nav, Search* search, PolyRef poly, int32_t parent,
                      const double* origin, double cost) except -1 nogil:
    """Offer the links that leave the polygon."""
    cdef int32_t i = nav.mesh.polys[poly].first_link
    cdef const OffMeshLink* link
    cdef Node* node
    cdef double start[3]
    cdef double through
    cdef bint is_new
    while i >= 0:
        link = &nav.mesh.links[i]
        if nav.graph.link_factors[i] >= 0.0 and (search.allowed == NULL or search.allowed[link.end_poly]):
            node = node_of(search, nav.mesh.corner_count + i, &is_new)
            between(link.leave[0], link.leave[1], 0.5, start)
            between(link.land[0], link.land[1], 0.5, node.point)
            through = nav.graph.costs[poly] * distance3(origin, start) + nav.graph.link_factors[i] * distance3(start, node.point)
            offer(search, node, is_new, parent, cost + through + enter_cost(nav.graph, poly, link.end_poly))
        i = link.next
    return 0


cdef int expand(NavView nav, Search* search, PolyRef poly, int32_t parent,
                const double* at, double cost) except -1 nogil:
    """Offer every way out of the polygon, but the portals back to where it was entered from through one, from the point
    ``at``. No way leads into a dead end that the goal is not in, as it could only come straight back."""
    cdef const Face* ring = &nav.graph.faces[poly]
    cdef int32_t item = search.nodes[parent].item if parent >= 0 else nav.mesh.corner_count, corner
    cdef PolyRef back = nav.mesh.neighbors[nav.mesh.twins[item]] if item < nav.mesh.corner_count else NO_POLY, next
    cdef Node* node
    cdef double origin[3]
    cdef double factor = nav.graph.costs[poly]
    cdef bint is_new
    origin[0], origin[1], origin[2] = at[0], at[1], at[2]       # the nodes may move
    for corner in range(ring.first, ring.first + ring.count):
        next = nav.graph.half_edges[corner].neighbor
        if next == NO_POLY or next == back or (search.allowed != NULL and not search.allowed[next]) \
                or (nav.graph.half_edges[corner].flags & DEAD_END and search.to_goal and not search.leads_out[next]):
            continue
        node = node_of(search, corner, &is_new)
        if is_new:
            portal_point(nav, search, poly, corner, node.point)
        if search.points == AT_CENTERS:
            factor = 0.5 * (nav.graph.costs[poly] + nav.graph.costs[next])
        offer(search, node, is_new, parent, cost + factor * distance3(origin, node.point) + enter_cost(nav.graph, poly, next))
    if nav.mesh.polys[poly].first_link >= 0:
        expand_links(nav, search, poly, parent, origin, cost)
    return 0


# ---- the search ----

cdef int mark_way_out(const PortalGraph* graph, Search* search) except -1 nogil:
    """Of the goal's polygon out of the dead end that it lies in."""
    cdef PolyRef poly = search.goal.poly
    while poly != NO_POLY and not search.leads_out[poly]:
        search.leads_out[poly] = 1
        search.way_out.push_back(poly)
        poly = graph.faces[poly].out
    return 0


cdef int begin_corridor(NavView nav, Search* search, const NearestPoly* start,
                        const NearestPoly* goal, int points) except -1 nogil:
    """Begin a search for the cheapest way from start to goal, whose polygons exist. Without a goal there are no clamped
    points."""
    return begin_corridor_within(nav, search, start, goal, points, NULL)


cdef int begin_corridor_within(NavView nav, Search* search, const NearestPoly* start,
                               const NearestPoly* goal, int points, const uint8_t* allowed) except -1 nogil:
    clear(nav.mesh, search)
    search.allowed = allowed
    search.start, search.to_goal, search.points = start[0], goal != NULL, points
    search.goal = goal[0] if goal != NULL else start[0]
    search.version, search.rules_version = nav.mesh.version, nav.mesh.rules_version
    search.least = nav.graph.least_cost if goal != NULL else 0.0
    search.cost, search.last, search.state = INFINITY, -1, NO_WAY
    if nav.graph.costs[start.poly] < 0.0:
        return 0
    if goal != NULL:
        if nav.graph.costs[goal.poly] < 0.0 or island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly):
            return 0
        mark_way_out(nav.graph, search)
        if start.poly == goal.poly:
            search.cost = nav.graph.costs[goal.poly] * distance3(start.point, goal.point)
    search.state = SEARCHING
    if search.cost == INFINITY or nav.graph.costs[start.poly] > search.least:
        expand(nav, search, start.poly, -1, start.point, 0.0)
    return 0


cdef int32_t take_node(Search* search) noexcept nogil:
    """Take the first node from the open list, which must not be empty; its index."""
    search.searched += 1
    return heap_pop(&search.heap)


cdef int expand_node(NavView nav, Search* search, int32_t place) except -1 nogil:
    """Offer every way that goes on from a node."""
    cdef const Node* node = &search.nodes[place]
    return expand(nav, search, entered(nav, node.item), place, node.point, node.cost)


cdef void look_for_goal(NavView nav, Search* search, int32_t place) noexcept nogil:
    """Keep the way straight on to the goal from a node that enters its polygon, if it is the cheapest."""
    cdef const Node* node = &search.nodes[place]
    cdef double whole
    if entered(nav, node.item) == search.goal.poly:
        whole = node.cost + nav.graph.costs[search.goal.poly] * distance3(node.point, search.goal.point)
        if whole < search.cost:
            search.cost, search.last = whole, place


cdef inline bint is_current(const MeshView* mesh, const Search* search) noexcept nogil:
    return search.version == mesh.version and search.rules_version == mesh.rules_version


cdef bint advance_corridor(NavView nav, Search* search, int64_t expansions) except -1 nogil:
    """Go on with a search for at most so many nodes; true where it is over. `Search.state` tells what came of it: SEARCHING
    where the limit was reached."""
    cdef double key
    cdef int32_t place
    if search.state != SEARCHING:
        return True
    if not is_current(nav.mesh, search):
        search.state = OUTDATED
        return True
    while search.heap.entries.size() > 0:
        key = search.heap.entries[0].key
        if key >= search.cost:
            break                       # what is left of any way costs no less than what it is counted for
        if expansions <= 0:
            return False
        expansions -= 1
        place = take_node(search)
        look_for_goal(nav, search, place)
        if key >= search.cost:
            break
        expand_node(nav, search, place)
    search.state = FOUND if search.cost < INFINITY else NO_WAY
    return True


cdef int trace_nodes(NavView nav, const Search* search, int32_t last,
                     vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
    """The polygons entered by the nodes that lead to ``last``, from the start on, and the link that each is entered by."""
    cdef int32_t item
    corridor.clear()
    entries.clear()
    while last >= 0:
        item = search.nodes[last].item
        corridor.push_back(entered(nav, item))
        entries.push_back(item - nav.mesh.corner_count if item >= nav.mesh.corner_count else -1)
        last = search.nodes[last].parent
    corridor.push_back(search.start.poly)
    entries.push_back(-1)
    reverse(corridor.begin(), corridor.end())
    reverse(entries.begin(), entries.end())
    return 0


cdef bint trace_corridor(NavView nav, Search* search, vector[PolyRef]* corridor,
                         vector[int32_t]* entries, double* cost) except -1 nogil:
    """Polygons from start to goal of a search that is over, on the mesh as it was then; the link that each is entered by (−1: by a
    portal); and the cost of the way through the points of its nodes. False where none was found. A corridor may leave a polygon for
    cheaper ones and return to it. Of equally good ways the one that was seen first stays."""
    corridor.clear()
    entries.clear()
    cost[0] = 0.0
    if not is_current(nav.mesh, search):
        search.state = OUTDATED
    if search.state != FOUND:
        return False
    cost[0] = search.cost
    trace_nodes(nav, search, search.last, corridor, entries)
    return True


cdef bint find_corridor(NavView nav, Search* search, const NearestPoly* start,
                        const NearestPoly* goal, int points, vector[PolyRef]* corridor, vector[int32_t]* entries,
                        double* cost) except -1 nogil:
    """The cheapest way from start to goal, as begin_corridor, advance_corridor without a limit and trace_corridor find it."""
    begin_corridor(nav, search, start, goal, points)
    advance_corridor(nav, search, UNLIMITED)
    return trace_corridor(nav, search, corridor, entries, cost)


# ---- Python ----

cdef int points_of(str name) except -1:
    if name == "centers":
        return AT_CENTERS
    if name == "midpoints":
        return AT_MIDPOINTS
    if name == "clamped":
        return AT_CLAMPED
    raise ValueError(f"points: must be 'centers', 'midpoints' or 'clamped', is {name!r}")


cdef class CorridorSearch:
    """CorridorSearch(mesh, start_poly, start, goal_poly, goal, points="clamped", filter=None): a search that is advanced bit by bit,
    under the rules of a QueryFilter as they are now.

    points: where a portal is entered for the cost of a corridor: "centers" of the polygons, "midpoints" of the portals, or the
    points of the portals nearest to the straight line from start to goal ("clamped"). ValueError: a polygon that the mesh does
    not have, a filter of another mesh."""
    cdef NavMesh mesh
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef Search search
    cdef vector[PolyRef] polys
    cdef vector[int32_t] links
    cdef double whole

    def __cinit__(self, NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal, str points="clamped",
                  QueryFilter filter=None):
        cdef NearestPoly a, b
        cdef int kind = points_of(points)
        self.mesh = mesh
        read_ends(mesh, "corridor", start_poly, start, goal_poly, goal, &a, &b)
        self.graph = packed_graph(mesh, filter, &self.held)
        begin_corridor(view_of(&mesh.view, self.graph), &self.search, &a, &b, kind)

    def advance(self, expansions=None):
        """Go on, by at most so many nodes of the open list; whether it is over."""
        cdef int64_t limit = UNLIMITED if expansions is None else expansions
        cdef bint over
        with nogil:
            over = advance_corridor(view_of(&self.mesh.view, self.graph), &self.search, limit)
            trace_corridor(view_of(&self.mesh.view, self.graph), &self.search, &self.polys, &self.links, &self.whole)
        return over

    @property
    def state(self):
        """"searching", "found", "no way", or "outdated" where the mesh has changed since."""
        return ("searching", "found", "no way", "outdated")[self.search.state]

    @property
    def corridor(self):
        """Polygons from start to goal, empty unless found."""
        return list(self.polys)

    @property
    def entries(self):
        """For each polygon of the corridor the index of the link that it is entered by, −1: a portal."""
        return list(self.links)

    @property
    def cost(self):
        """Of the way through the points of its portals and links; 0 unless found."""
        return self.whole

    @property
    def searched(self):
        """Nodes taken from the open list."""
        return self.search.searched


def corridor(NavMesh mesh not None, PolyRef start_poly, start, PolyRef goal_poly, goal, str points="clamped",
             QueryFilter filter=None):
    """(polygons, cost, nodes taken from the open list) of the cheapest way between two points on given polygons, see
    CorridorSearch; None where there is none."""
    search = CorridorSearch(mesh, start_poly, start, goal_poly, goal, points, filter)
    search.advance()
    return (search.corridor, search.cost, search.searched) if search.state == "found" else None
