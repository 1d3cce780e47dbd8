"""Goal fields over several costs. The graph is A*'s (`astar`) with the middles of portals as points. From portal to portal of a
polygon a way costs the distance of their points times the polygon's cost, a link its length from middle to middle times its cost.
Entering a polygon adds its penalty."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t

from navpy.base.interrupts cimport check_signals
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2, distance3
from navpy.base.heap cimport HeapEntry, heap_pop, heap_put, heap_reset
from navpy.mesh.half_edges cimport Face, corner_after, enter_cost
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, clear_path, push_poly
from navpy.query.corridor.astar cimport entered
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.query.reversed_nav cimport reverse


# ---- portals and links ----

cdef inline int32_t at_goal(int32_t goal) noexcept nogil:
    """In place of a portal or link: the way ends in the polygon of a goal."""
    return -1 - goal


cdef inline int32_t goal_at(int32_t step) noexcept nogil:
    return -1 - step


cdef inline PolyRef left_by(NavView nav, int32_t item) noexcept nogil:
    """The polygon that a portal or link leads out of."""
    if item < nav.mesh.corner_count:
        return nav.mesh.neighbors[nav.graph.half_edges[item].twin]
    return nav.mesh.links[item - nav.mesh.corner_count].start_poly


cdef inline void middle_of(const double* a, const double* b, double* out) noexcept nogil:
    cdef int i
    for i in range(3):
        out[i] = 0.5 * (a[i] + b[i])


cdef void place_before(NavView nav, PolyRef poly, int32_t item, double* out) noexcept nogil:
    """Where a way out of a polygon crosses the portal, or begins the link."""
    cdef const OffMeshLink* link
    if item >= nav.mesh.corner_count:
        link = &nav.mesh.links[item - nav.mesh.corner_count]
        middle_of(link.leave[0], link.leave[1], out)
        return
    middle_of(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[item],
              nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[corner_after(&nav.graph.faces[poly], item)], out)


cdef void place_after(NavView nav, PolyRef poly, int32_t item, double* out) noexcept nogil:
    """Where the way goes on behind it."""
    cdef const OffMeshLink* link
    if item < nav.mesh.corner_count:
        place_before(nav, poly, item, out)
        return
    link = &nav.mesh.links[item - nav.mesh.corner_count]
    middle_of(link.land[0], link.land[1], out)


cdef double cost_across(NavView nav, PolyRef poly, int32_t item) noexcept nogil:
    """The cost of crossing a portal or link out of a polygon."""
    cdef double before[3]
    cdef double after[3]
    cdef double cost = enter_cost(nav.graph, poly, entered(nav, item))
    if item >= nav.mesh.corner_count:
        place_before(nav, poly, item, before)
        place_after(nav, poly, item, after)
        cost += nav.graph.link_factors[item - nav.mesh.corner_count] * distance3(before, after)
    return cost


# ---- the search ----

cdef inline int relax(CostGoalField* field, int32_t item, double cost, int32_t next) except -1 nogil:
    if cost >= field.steps[item].cost:
        return 0
    field.steps[item].cost, field.steps[item].next = cost, next
    return heap_put(&field.open_list, item, cost)


cdef int relax_all_into(NavView nav, NavView back, CostGoalField* field, PolyRef poly, const double* to, double rest, PolyRef ahead,
                        int32_t next) except -1 nogil:
    """Relax the portals and links into a polygon, from where the way goes on to a place in it and costs `rest` from there; but not
    portals from the polygon ahead, straight back."""
    cdef const Face* face = &nav.graph.faces[poly]
    cdef double at[3]
    cdef int32_t corner, item, link
    for corner in range(face.first, face.first + face.count):
        item = nav.graph.half_edges[corner].twin
        if item < 0 or nav.graph.half_edges[item].neighbor != poly or nav.mesh.neighbors[corner] == ahead:
            continue
        place_before(nav, poly, corner, at)
        relax(field, item, rest + nav.graph.costs[poly] * distance3(at, to), next)
    link = back.mesh.polys[poly].first_link if nav.mesh.link_count > 0 else -1
    while link >= 0:
        item = nav.mesh.corner_count + link
        if nav.graph.link_factors[link] >= 0.0:
            place_after(nav, poly, item, at)
            relax(field, item, rest + nav.graph.costs[poly] * distance3(at, to), next)
        link = back.mesh.links[link].next
    return 0


cdef int find_cost_field(NavView nav, const NearestPoly* goals, int32_t count, double max_cost, CostGoalField* field) except -1 nogil:
    cdef NavView back
    cdef CostStep none
    cdef PolyRef poly
    cdef double at[3]
    cdef int32_t i, item
    none.cost, none.next = INFINITY, 0
    field.steps.clear()
    field.steps.resize(<size_t>nav.mesh.corner_count + nav.mesh.link_count, none)
    field.goals.clear()
    field.given.clear()
    field.max_cost, field.searched = max_cost, 0
    heap_reset(&field.open_list, field.steps.size())
    reverse(nav, &field.reversed, &back)
    for i in range(count):
        if goals[i].poly == NO_POLY or nav.graph.costs[goals[i].poly] < 0.0:
            continue
        relax_all_into(nav, back, field, goals[i].poly, goals[i].point, 0.0, NO_POLY, at_goal(<int32_t>field.goals.size()))
        field.goals.push_back(goals[i])
        field.given.push_back(i)
    while not field.open_list.entries.empty() and field.open_list.entries[0].key <= max_cost:
        item = heap_pop(&field.open_list)
        field.searched += 1
        if field.searched & 255 == 0:
            check_signals()
        poly = left_by(nav, item)
        place_before(nav, poly, item, at)
        relax_all_into(nav, back, field, poly, at, field.steps[item].cost + cost_across(nav, poly, item),
                       entered(nav, item) if item < nav.mesh.corner_count else NO_POLY, item)
    return 0


cdef size_t cost_field_bytes(const CostGoalField* field) noexcept nogil:
    return field.steps.capacity() * sizeof(CostStep) + field.open_list.slots.capacity() * sizeof(int32_t) \
        + field.open_list.entries.capacity() * sizeof(HeapEntry)


# ---- a way ----

cdef inline void take_cheaper(double cost, int32_t step, double* least, int32_t* best) noexcept nogil:
    if cost < least[0]:
        least[0], best[0] = cost, step


cdef int32_t first_step(NavView nav, const CostGoalField* field, const NearestPoly* at, double* least) noexcept nogil:
    """The portal or link by which the way from a place begins, at_goal if the goal is in the same polygon. least: its cost by the
    points of portals, infinite if there is no way."""
    cdef const Face* face = &nav.graph.faces[at.poly]
    cdef double place[3]
    cdef double factor = nav.graph.costs[at.poly]
    cdef int32_t i, item, best = 0
    least[0] = INFINITY
    for i in range(<int32_t>field.goals.size()):
        if field.goals[i].poly == at.poly:
            take_cheaper(factor * distance3(at.point, field.goals[i].point), at_goal(i), least, &best)
    for i in range(face.first, face.first + face.count):
        if nav.graph.half_edges[i].neighbor != NO_POLY and field.steps[i].cost < INFINITY:
            place_before(nav, at.poly, i, place)
            take_cheaper(factor * distance3(at.point, place) + cost_across(nav, at.poly, i) + field.steps[i].cost, i, least, &best)
    i = nav.mesh.polys[at.poly].first_link
    while i >= 0:
        item = nav.mesh.corner_count + i
        if nav.graph.link_factors[i] >= 0.0 and field.steps[item].cost < INFINITY:
            place_before(nav, at.poly, item, place)
            take_cheaper(factor * distance3(at.point, place) + cost_across(nav, at.poly, item) + field.steps[item].cost, item, least,
                         &best)
        i = nav.mesh.links[i].next
    return best


cdef bint has_cost_way(NavView nav, const CostGoalField* field, PolyRef poly) noexcept nogil:
    cdef NearestPoly at
    cdef double least
    cdef int32_t i
    if nav.graph.costs[poly] < 0.0:
        return False
    at.poly = poly
    for i in range(3):
        at.point[i] = nav.mesh.centers[3 * <size_t>poly + i]
    first_step(nav, field, &at, &least)
    return least < INFINITY and least <= field.max_cost


cdef int32_t trace_cost_path(NavView nav, const CostGoalField* field, const NearestPoly* start, NearestPoly* end,
                             Path* out) except? -2 nogil:
    cdef double least
    cdef int32_t step
    clear_path(out)
    if start.poly == NO_POLY or nav.graph.costs[start.poly] < 0.0:
        return -1
    step = first_step(nav, field, start, &least)
    if least == INFINITY or least > field.max_cost:
        return -1
    push_poly(start.poly, -1, out)
    while step >= 0:
        push_poly(entered(nav, step), step - nav.mesh.corner_count if step >= nav.mesh.corner_count else -1, out)
        step = field.steps[step].next
    end[0] = field.goals[goal_at(step)]
    pull_path(nav.mesh, start.point, end.point, out)
    refine_path(nav, out)
    return field.given[goal_at(step)]


cdef int cost_way(NavView nav, const CostGoalField* field, const NearestPoly* at, Path* path, GoalWay* way) except -1 nogil:
    cdef const double* p
    cdef NearestPoly end
    cdef double distance
    cdef size_t i
    way.length, way.dx, way.dy, way.goal = INFINITY, 0.0, 0.0, trace_cost_path(nav, field, at, &end, path)
    if way.goal < 0:
        return 0
    way.length = path_cost(nav, path) / nav.graph.ground_cost
    p = path.points.data()
    for i in range(3, path.points.size(), 3):
        distance = distance2(p[0], p[2], p[i], p[i + 2])
        if distance > nav.graph.rounding:
            way.dx, way.dy = (p[i] - p[0]) / distance, (p[2] - p[i + 2]) / distance
            break
    return 0
