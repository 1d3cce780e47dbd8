"""A* over the portals and links of the navmesh."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport reverse

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance3
from navpy.base.heap cimport heap_pop, heap_put
from navpy.base.vec2 cimport Vec2, add, det, dot, scale, square, subtract, to_plan, vec2
from navpy.mesh.half_edges cimport DEAD_END, HalfEdge, PortalGraph, Face, corner_after, enter_cost
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, island_of
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport push_poly

cdef enum:
    UNLIMITED = 0x7fffffffffffffff


# ---- the points of nodes ----

cdef inline void between(const double* a, const double* b, double t, double* out) noexcept nogil:
    """The place at 0 … 1 of the way from a to b."""
    cdef int i
    for i in range(3):
        out[i] = b[i] if t == 1.0 else a[i] + t * (b[i] - a[i])


cdef inline double part_along(Vec2 p, Vec2 a, Vec2 b) noexcept nogil:
    """Where on a → b, 0 … 1, the place nearest to p is."""
    cdef Vec2 way = subtract(b, a)
    cdef double t = dot(subtract(p, a), way) / square(way) if square(way) > 0.0 else 0.5
    return 0.0 if t < 0.0 else 1.0 if t > 1.0 else t


cdef inline double off_segment(Vec2 p, Vec2 a, Vec2 b) noexcept nogil:
    """m², the squared distance of p from a → b."""
    return square(subtract(add(a, scale(subtract(b, a), part_along(p, a, b))), p))


cdef double clamped_part(Vec2 a, Vec2 b, Vec2 s, Vec2 g) noexcept nogil:
    """Where on the portal a → b, 0 … 1, the place nearest to the straight line from s to g is. If the two don't cross, it is at an
    end of one of them."""
    cdef Vec2 along = subtract(b, a), way = subtract(g, s)
    cdef double start_side = det(along, subtract(s, a)), goal_side = det(along, subtract(g, a))
    cdef double a_side = det(way, subtract(a, s)), b_side = det(way, subtract(b, s))
    cdef double best, off, place
    if (start_side > 0.0) != (goal_side > 0.0) and (a_side > 0.0) != (b_side > 0.0):
        return a_side / (a_side - b_side)
    best, place = off_segment(a, s, g), 0.0
    off = off_segment(b, s, g)
    if off < best:
        best, place = off, 1.0
    off = off_segment(s, a, b)
    if off < best:
        best, place = off, part_along(s, a, b)
    off = off_segment(g, a, b)
    if off < best:
        place = part_along(g, a, b)
    return place


cdef void portal_point(NavView nav, const AStarSearch* search, PolyRef poly, int32_t corner, double* out) noexcept nogil:
    """The point of a portal that leaves ``poly``."""
    cdef PolyRef next = nav.graph.half_edges[corner].neighbor
    cdef int32_t after = corner_after(&nav.graph.faces[poly], corner)
    cdef const HalfEdge* a = &nav.graph.half_edges[corner]
    cdef const HalfEdge* b = &nav.graph.half_edges[after]
    cdef double t = 0.5
    cdef int i
    if search.points == AT_CENTERS:
        for i in range(3):
            out[i] = search.goal.point[i] if search.to_goal and next == search.goal.poly else nav.mesh.centers[3 * <size_t>next + i]
        return
    if search.points == AT_CLAMPED:
        t = clamped_part(vec2(a.x, a.y), vec2(b.x, b.y), to_plan(search.start.point), to_plan(search.goal.point))
    between(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[corner], nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[after], t, out)


# ---- nodes and the open list ----

cdef int clear(const MeshView* mesh, AStarSearch* search) except -1 nogil:
    """Make the working memory fit the mesh. Vectors of the mesh's size are cleared only if that size has changed."""
    cdef size_t items = <size_t>mesh.corner_count + <size_t>mesh.link_count
    cdef PolyRef poly
    if search.index_of.size() != items:
        search.index_of.clear()
        search.index_of.resize(items)
    if search.on_goal_way_out.size() != <size_t>mesh.poly_count:
        search.on_goal_way_out.clear()
        search.on_goal_way_out.resize(mesh.poly_count)
    else:
        for poly in search.goal_way_out:
            search.on_goal_way_out[poly] = 0
    search.goal_way_out.clear()
    search.nodes.clear()
    search.open_list.entries.clear()
    search.open_list.slots.clear()
    search.searched = 0
    return 0


cdef inline AStarNode* node_of(AStarSearch* search, int32_t item, bint* is_new) except NULL nogil:
    """The node of a portal or link; a new node has no point yet."""
    cdef AStarNode node
    cdef int32_t index = search.index_of[item]
    is_new[0] = <size_t>index >= search.nodes.size() or search.nodes[index].item != item
    if is_new[0]:
        node.g, node.item, node.parent = INFINITY, item, -1
        node.point[0] = node.point[1] = node.point[2] = 0.0
        search.index_of[item] = <int32_t>search.nodes.size()
        search.nodes.push_back(node)
        search.open_list.slots.push_back(-1)
        return &search.nodes.back()
    return &search.nodes[index]


cdef inline int relax(AStarSearch* search, AStarNode* node, bint is_new, int32_t parent, double g) except -1 nogil:
    """Push a node, or decrease its key, if this way to it is cheaper than those known. Of equally cheap ways the first stays."""
    cdef double h
    if not is_new and node.g <= g:
        return 0
    node.g, node.parent = g, parent
    h = search.least * distance3(node.point, search.goal.point) if search.least > 0.0 else 0.0
    return heap_put(&search.open_list, search.index_of[node.item], g + h)


cdef int relax_links(NavView nav, AStarSearch* search, PolyRef poly, int32_t parent, const double* origin, double g) except -1 nogil:
    """Relax the links that leave the polygon."""
    cdef int32_t i = nav.mesh.polys[poly].first_link
    cdef const OffMeshLink* link
    cdef AStarNode* node
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
            relax(search, node, is_new, parent, g + through + enter_cost(nav.graph, poly, link.end_poly))
        i = link.next
    return 0


cdef int expand(NavView nav, AStarSearch* search, PolyRef poly, int32_t parent, const double* at, double g) except -1 nogil:
    """Relax every way out of the polygon from the point ``at``, but not the portals back to the polygon before. Nor ways into a dead
    end without the goal: a way there could only come straight back."""
    cdef const Face* face = &nav.graph.faces[poly]
    cdef int32_t item = search.nodes[parent].item if parent >= 0 else nav.mesh.corner_count, corner
    cdef PolyRef back = nav.mesh.neighbors[nav.mesh.twins[item]] if item < nav.mesh.corner_count else NO_POLY, next
    cdef AStarNode* node
    cdef double origin[3]
    cdef double factor = nav.graph.costs[poly]
    cdef bint is_new
    origin[0], origin[1], origin[2] = at[0], at[1], at[2]       # the nodes may move
    for corner in range(face.first, face.first + face.count):
        next = nav.graph.half_edges[corner].neighbor
        if next == NO_POLY or next == back or (search.allowed != NULL and not search.allowed[next]) \
                or (nav.graph.half_edges[corner].flags & DEAD_END and search.to_goal and not search.on_goal_way_out[next]):
            continue
        node = node_of(search, corner, &is_new)
        if is_new:
            portal_point(nav, search, poly, corner, node.point)
        if search.points == AT_CENTERS:
            factor = 0.5 * (nav.graph.costs[poly] + nav.graph.costs[next])
        relax(search, node, is_new, parent, g + factor * distance3(origin, node.point) + enter_cost(nav.graph, poly, next))
    if nav.mesh.polys[poly].first_link >= 0:
        relax_links(nav, search, poly, parent, origin, g)
    return 0


# ---- the search ----

cdef int mark_goal_way_out(const PortalGraph* graph, AStarSearch* search) except -1 nogil:
    """Mark the polygons from the goal to the mouth of the dead end that it lies in."""
    cdef PolyRef poly = search.goal.poly
    while poly != NO_POLY and not search.on_goal_way_out[poly]:
        search.on_goal_way_out[poly] = 1
        search.goal_way_out.push_back(poly)
        poly = graph.faces[poly].out
    return 0


cdef int begin_corridor(NavView nav, AStarSearch* search, const NearestPoly* start, const NearestPoly* goal, int points,
                        const uint8_t* allowed) except -1 nogil:
    clear(nav.mesh, search)
    search.allowed = allowed
    search.start, search.to_goal, search.points = start[0], goal != NULL, points
    search.goal = goal[0] if goal != NULL else start[0]
    search.version = nav.mesh.version
    search.least = nav.graph.least_cost if goal != NULL else 0.0
    search.cost, search.last, search.state = INFINITY, -1, NO_WAY
    if nav.graph.costs[start.poly] < 0.0:
        return 0
    if goal != NULL:
        if nav.graph.costs[goal.poly] < 0.0 or island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly):
            return 0
        mark_goal_way_out(nav.graph, search)
        if start.poly == goal.poly:
            search.cost = nav.graph.costs[goal.poly] * distance3(start.point, goal.point)
    search.state = SEARCHING
    if search.cost == INFINITY or nav.graph.costs[start.poly] > search.least:
        expand(nav, search, start.poly, -1, start.point, 0.0)
    return 0


cdef int32_t pop_node(AStarSearch* search) noexcept nogil:
    """Take the node of the least f from the open list, which must not be empty; returns its index."""
    search.searched += 1
    return heap_pop(&search.open_list)


cdef int expand_node(NavView nav, AStarSearch* search, int32_t index) except -1 nogil:
    """Relax every way that goes on from a node."""
    cdef const AStarNode* node = &search.nodes[index]
    return expand(nav, search, entered(nav, node.item), index, node.point, node.g)


cdef void update_best(NavView nav, AStarSearch* search, int32_t index) noexcept nogil:
    """Keep the way straight on to the goal from a node that enters its polygon, if it is the cheapest."""
    cdef const AStarNode* node = &search.nodes[index]
    cdef double total
    if entered(nav, node.item) == search.goal.poly:
        total = node.g + nav.graph.costs[search.goal.poly] * distance3(node.point, search.goal.point)
        if total < search.cost:
            search.cost, search.last = total, index


cdef bint advance_corridor(NavView nav, AStarSearch* search, int64_t expansions) except -1 nogil:
    """Go on with a search for at most so many nodes; true when it is over. Its state tells the outcome, SEARCHING if the limit was
    reached."""
    cdef double f
    cdef int32_t index
    if search.state != SEARCHING:
        return True
    if search.version != nav.mesh.version:
        search.state = OUTDATED
        return True
    while search.open_list.entries.size() > 0:
        f = search.open_list.entries[0].key
        if f >= search.cost:
            break                       # h never overestimates: no way that is left costs less than its f
        if expansions <= 0:
            return False
        expansions -= 1
        index = pop_node(search)
        update_best(nav, search, index)
        if f >= search.cost:
            break
        expand_node(nav, search, index)
    search.state = FOUND if search.cost < INFINITY else NO_WAY
    return True


cdef int trace_nodes(NavView nav, const AStarSearch* search, int32_t last, Path* out) except -1 nogil:
    """The polygons entered by the nodes that lead to ``last``, from the start on."""
    cdef int32_t item
    out.corridor.clear()
    out.entries.clear()
    while last >= 0:
        item = search.nodes[last].item
        push_poly(entered(nav, item), item - nav.mesh.corner_count if item >= nav.mesh.corner_count else -1, out)
        last = search.nodes[last].parent
    push_poly(search.start.poly, -1, out)
    reverse(out.corridor.begin(), out.corridor.end())
    reverse(out.entries.begin(), out.entries.end())
    return 0


cdef bint trace_corridor(NavView nav, AStarSearch* search, Path* out, double* cost) except -1 nogil:
    """The corridor of a search that is over, and the cost of the way through the points of its nodes; false if none was found. A
    corridor may leave a polygon for cheaper ones and return to it."""
    out.corridor.clear()
    out.entries.clear()
    cost[0] = 0.0
    if search.version != nav.mesh.version:
        search.state = OUTDATED
    if search.state != FOUND:
        return False
    cost[0] = search.cost
    trace_nodes(nav, search, search.last, out)
    return True


cdef bint find_corridor(NavView nav, AStarSearch* search, const NearestPoly* start, const NearestPoly* goal, int points, Path* out,
                        double* cost) except -1 nogil:
    """The cheapest way from start to goal in one go."""
    begin_corridor(nav, search, start, goal, points, NULL)
    advance_corridor(nav, search, UNLIMITED)
    return trace_corridor(nav, search, out, cost)
