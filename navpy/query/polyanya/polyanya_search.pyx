"""Polyanya over the portals and links of the navmesh.

Why it ends: from one root a view goes through a polygon once, as a straight line does, and never straight back. Where the root
is in line with an edge the view goes on only along edges that lie farther away, and all of a polygon is seen from a root on its
border only once (`Round`) or in the one sense of turning that a wall stops. A path bends at a vertex only if it comes there for
less than before, or for as much from a direction that was not covered yet (`Bend`); the costs are those of paths that bend at
no vertex twice, of which there are finitely many. No way takes a link twice unless links cost less than the ground, and then at
most as many as there are.

Why it is fast: what is known of the costs to the vertices (`Reached`) leaves out cones that no shortest path runs through, and
what is the best of an expansion never goes through the open list. Where the goal is in sight, nothing is searched. Where what
corners see of each other is kept (`corner_search`), only what the start sees is looked for by cones; a corner is gone on from once
for the least cost that it is come to for, and again for the same cost only to turn where it was not turned to yet."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, island_of
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, cross
from navpy.query.polyanya.visibility_search cimport fetch_edges, go_on_from, is_still_best, touches_border
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph, serves, update_visibility
from navpy.query.polyanya.link_successors cimport expand_landing, offer_links
from navpy.query.polyanya.successors cimport (MAY_NOT, NO_BEND, NOTHING, Candidate, Cone, ExactSearch, View, enter_round, exchange, is_beaten,
                                    look_around, look_through, make_room, pop, reach_end, reach_goal, set_side, slack_of)

cdef double SAME_COST = 1e-12           # of a cost: two sums of the same lengths differ by less
cdef double IN_LINE = 1e-9              # metres: a way this near to a vertex may touch it
cdef double HARDLY_WORSE = 1.001        # by what an estimate may exceed the least one to be followed without asking the open list

cdef enum:
    MANY_LANDINGS = 100
    MANY_CONES = 1000
    CONES_A_CORNER = 8                  # that going on from a corner takes the place of, about


# ---- cones ----

cdef void face_edge_on(View* view) noexcept nogil:
    """In line with the edge: the path may bend at its near end only."""
    cdef double right = view.right.dx * view.right.dx + view.right.dy * view.right.dy
    cdef double left = view.left.dx * view.left.dx + view.left.dy * view.left.dy
    view.far_end = max(right, left)
    if right < left:
        view.left.corner = NULL
        view.left.state = MAY_NOT
    else:
        view.right.corner = NULL
        view.right.state = MAY_NOT


cdef int expand(NavView nav, ExactSearch* search, int32_t index) except -1 nogil:
    """Look through a cone's edge into the polygon behind it."""
    cdef const Cone* cone = &search.cones[index]
    cdef const HalfEdge* edge = &nav.graph.half_edges[cone.edge]
    cdef const Face* ring = &nav.graph.faces[edge.neighbor]
    cdef int32_t right = corner_after(ring, edge.twin)
    cdef double by_right, by_left
    cdef View view
    view.x, view.y, view.cost, view.fan, view.bend = cone.x, cone.y, cone.cost, cone.fan, NO_BEND
    view.parent, view.links, view.poly, view.back, view.through_link = index, cone.links, edge.neighbor, cone.poly, False
    set_side(&view.right, &view, cone.right_x, cone.right_y)
    set_side(&view.left, &view, cone.left_x, cone.left_y)
    view.whole = view.edge_on = False
    if cross(view.right.dx, view.right.dy, view.left.dx, view.left.dy) <= slack_of(nav.graph, &view.right, view.left.dx, view.left.dy):
        view.edge_on = view.right.dx * view.left.dx + view.right.dy * view.left.dy > 0.0
        view.whole = not view.edge_on
    if not view.whole:
        by_right = reach_end(search, &view, &view.right, &nav.graph.half_edges[right], right)
        by_left = reach_end(search, &view, &view.left, &nav.graph.half_edges[edge.twin], edge.twin)
        if is_beaten(nav.graph, &view, &nav.graph.half_edges[right], &nav.graph.half_edges[edge.twin], by_right, by_left):
            return 0
    if view.edge_on:
        face_edge_on(&view)
    if view.poly == search.goal_poly:
        reach_goal(nav.graph, search, &view)
        if nav.graph.least_ratio >= 1.0:
            return 0
    make_room(search, 3 * ring.count)
    if view.whole:
        if view.fan >= 0 or enter_round(search, &view):
            look_around(nav.graph, search, &view, right, ring.count - 1)
    else:
        look_through(nav.graph, search, &view, right, ring.count - 1)
    if nav.mesh.link_count > 0:
        offer_links(nav, search, &view)
    return 0


# ---- can one get there? ----

cdef int visit(ExactSearch* search, PolyRef poly) except -1 nogil:
    if not search.visited[poly]:
        search.visited[poly] = True
        search.visits.push_back(poly)
    return 0


cdef bint is_reachable(NavView nav, ExactSearch* search) except -1 nogil:
    """Is there any way from the start to the goal?"""
    cdef size_t i = 0
    cdef int32_t k, link
    cdef PolyRef poly
    search.visits.clear()
    search.visited.clear()
    search.visited.resize(nav.graph.faces.size(), False)
    visit(search, search.start.poly)
    while i < search.visits.size():
        poly = search.visits[i]
        i += 1
        if poly == search.goal_poly:
            return True
        for k in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if nav.graph.half_edges[k].neighbor != NO_POLY:
                visit(search, nav.graph.half_edges[k].neighbor)
        link = nav.mesh.polys[poly].first_link
        while link >= 0:
            if nav.graph.link_factors[link] >= 0.0:
                visit(search, nav.mesh.links[link].end_poly)
            link = nav.mesh.links[link].next
    return False


cdef inline bint has_tried_a_lot(const PortalGraph* graph, const ExactSearch* search) noexcept nogil:
    """So much that asking whether there is a way costs little by that. Without a goal to end at, links are taken in all
    orders."""
    cdef int64_t cones = CONES_A_CORNER * search.searched if search.sights != NULL else search.searched
    return search.landings.size() > MANY_LANDINGS or cones > MANY_CONES + <int64_t>graph.faces.size()


# ---- straight ahead ----

cdef inline int32_t way_out(const PortalGraph* graph, const ExactSearch* search, const Face* ring, int32_t corner, int32_t edges,
                            double x, double y) noexcept nogil:
    """The edge, of those counter-clockwise from a corner on, by which the way from (x, y) to the goal leaves a polygon before it
    is there, clear of the vertices; −1 for none."""
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef const HalfEdge* a = corners + corner
    cdef const HalfEdge* b
    cdef double dx = search.goal_x - x, dy = search.goal_y - y, touch = IN_LINE * sqrt(dx * dx + dy * dy)
    cdef double before = cross(dx, dy, a.x - x, a.y - y), side
    for _edge in range(edges):
        b = corners + corner_after(ring, corner)
        side = cross(dx, dy, b.x - x, b.y - y)
        if fabs(side) <= touch:
            return -1
        if before < -touch and side > touch:
            return corner if cross(b.x - a.x, b.y - a.y, search.goal_x - a.x, search.goal_y - a.y) < 0.0 else -1
        corner, a, before = corner_after(ring, corner), b, side
    return -1


cdef int64_t walk_straight(NavView nav, ExactSearch* search,
                           int64_t expansions) except -2 nogil:
    """Is the goal in sight of the start, without a vertex near the way? Then that is the path, and cones say what it crosses.
    Where it is not, the wall or vertex in the way is mostly met at once, and cones are looked out for. An edge counts as an
    expansion; returns how many are left, −1: however many."""
    cdef const Face* ring
    cdef const HalfEdge* corner
    cdef double x = search.start.point[0], y = -search.start.point[2]
    cdef PolyRef poly = search.start.poly
    cdef int32_t edge
    cdef Cone* cone
    while expansions != 0:
        if search.used == 0:
            ring = &nav.graph.faces[poly]
            edge = way_out(nav.graph, search, ring, ring.first, ring.count, x, y)
        else:
            corner = &nav.graph.half_edges[search.cones[search.used - 1].edge]
            poly = corner.neighbor
            ring = &nav.graph.faces[poly]
            edge = way_out(nav.graph, search, ring, corner_after(ring, corner.twin), ring.count - 1, x, y)
        if edge < 0 or nav.graph.half_edges[edge].neighbor == NO_POLY \
                or (search.allowed != NULL and not search.allowed[nav.graph.half_edges[edge].neighbor]):
            search.straight, search.used = False, 0
            look_from_start(nav, search)
            break
        make_room(search, 1)
        cone = &search.cones[search.used]
        cone.edge, cone.poly, cone.parent, cone.bend, cone.links = edge, poly, search.used - 1, NO_BEND, 0
        search.used += 1
        search.searched += 1
        expansions -= expansions > 0
        if nav.graph.half_edges[edge].neighbor == search.goal_poly:
            search.best, search.best_cone = distance2(x, y, search.goal_x, search.goal_y), search.used - 1
            search.over = True
            break
    return expansions


# ---- a search ----

cdef int begin_exact(NavView nav, ExactSearch* search, VisibilityGraph* sights,
                     const NearestPoly* start, const NearestPoly* goal) except -1 nogil:
    set_up(nav, search, start, goal)
    if sights != NULL and serves(nav) and not touches_border(nav.graph, goal):
        update_visibility(nav, sights)
        search.sights = sights
    return set_out(nav, search)


cdef int begin_exact_within(NavView nav, ExactSearch* search, const NearestPoly* start,
                            const NearestPoly* goal, const uint8_t* allowed, double weight) except -1 nogil:
    set_up(nav, search, start, goal)
    search.allowed, search.weight = allowed, weight
    return set_out(nav, search)


cdef int set_up(NavView nav, ExactSearch* search, const NearestPoly* start,
                const NearestPoly* goal) except -1 nogil:
    """Make the working memory fit the mesh. What earlier searches left is told by their number, not cleared."""
    cdef PolyRef poly = goal.poly
    if search.reached.size() != nav.graph.half_edges.size() or search.leads_out.size() != nav.graph.faces.size() \
            or search.search == 0xffffffffU:
        search.reached.clear()
        search.reached.resize(nav.graph.half_edges.size())
        search.bends.resize(nav.graph.half_edges.size())
        search.leads_out.clear()
        search.leads_out.resize(nav.graph.faces.size())
        search.goal_sights.clear()
        search.search = 0
    search.search += 1
    search.allowed = NULL
    search.sights = NULL
    search.weight = 1.0
    search.version, search.rules_version = nav.graph.version, nav.graph.rules_version
    search.used, search.searched, search.walks, search.next.cone = 0, 0, 0, NOTHING
    search.arrivals.clear()
    search.hardly_worse = 0.0
    search.open.clear()
    search.rounds.clear()
    search.landings.clear()
    search.goal_x, search.goal_y, search.goal_poly, search.start = goal.point[0], -goal.point[2], goal.poly, start[0]
    search.best, search.best_cone, search.best_bend = INFINITY, -1, NO_BEND
    search.asked, search.over = False, island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly)
    while poly != NO_POLY:
        search.leads_out[poly] = search.search
        poly = nav.graph.faces[poly].out
    return 0


cdef int set_out(NavView nav, ExactSearch* search) except -1 nogil:
    search.straight = nav.graph.least_ratio >= 1.0 and search.start.poly != search.goal_poly
    return 0 if search.over or search.straight else look_from_start(nav, search)


cdef int look_from_start(NavView nav, ExactSearch* search) except -1 nogil:
    cdef const NearestPoly* start = &search.start
    cdef const Face* ring = &nav.graph.faces[start.poly]
    cdef View view
    view.x, view.y, view.cost, view.fan, view.bend = start.point[0], -start.point[2], 0.0, -1, NO_BEND
    view.parent, view.links, view.poly, view.back = -1, 0, start.poly, NO_POLY
    view.whole, view.edge_on, view.through_link = True, False, False
    set_side(&view.right, &view, view.x, view.y)
    set_side(&view.left, &view, view.x, view.y)
    if start.poly == search.goal_poly:
        reach_goal(nav.graph, search, &view)
        if nav.graph.least_ratio >= 1.0:
            return 0
    make_room(search, ring.count)
    enter_round(search, &view)
    look_around(nav.graph, search, &view, ring.first, ring.count)
    return offer_links(nav, search, &view)


cdef inline bint take(ExactSearch* search, Candidate* out) noexcept nogil:
    """The next cone to look through: the best of the last expansion, as long as it is hardly worse than the best of the open
    list was, else the best that is left; false where none can lead to a shorter path."""
    out[0] = search.next
    search.next.cone = NOTHING
    if out.cone != NOTHING and out.estimate <= search.hardly_worse and out.estimate < search.best:
        return True
    if search.open.size() > 0:
        if out.cone == NOTHING:
            out[0] = pop(search)
        elif search.open[0].estimate < out.estimate:
            out[0] = exchange(search, out[0])
    search.hardly_worse = out.estimate * HARDLY_WORSE
    return out.cone != NOTHING and out.estimate < search.best


cdef inline bint is_of_use(const ExactSearch* search, int32_t index) noexcept nogil:
    """Is no cheaper way to the corner, or to the root of a cone, known by now?"""
    cdef const Cone* cone
    if index < NOTHING:
        return is_still_best(search, -2 - index)
    cone = &search.cones[index]
    return cone.fan < 0 or cone.cost <= search.reached[cone.fan].cost * (1.0 + SAME_COST)


cdef bint advance_exact(NavView nav, ExactSearch* search, int64_t expansions) except -1 nogil:
    """Expand cones, least estimate first, until none can lead to a shorter path or so many were, −1: however many; true where
    the search is over, else the limit was reached. One whose graph has changed since it began is over, without a path."""
    cdef Candidate entry
    if not search.over and (search.version != nav.graph.version or search.rules_version != nav.graph.rules_version):
        search.over, search.best = True, INFINITY
    if not search.over and search.straight:
        expansions = walk_straight(nav, search, expansions)
    while not search.over and expansions != 0:
        if not take(search, &entry):
            search.over = True
            break
        if not is_of_use(search, entry.cone):
            continue                        # one has come to its root for less since
        search.searched += 1
        expansions -= 1
        if not search.asked and has_tried_a_lot(nav.graph, search):
            search.asked = True
            search.over = not is_reachable(nav, search)
            if search.over:
                break
        if entry.cone < NOTHING:
            fetch_edges(search)
            go_on_from(nav.graph, search, -2 - entry.cone)
        elif search.cones[entry.cone].edge >= 0:
            expand(nav, search, entry.cone)
        else:
            expand_landing(nav, search, entry.cone)
    return search.over
