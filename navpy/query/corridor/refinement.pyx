"""The cheapest path inside a corridor whose polygons cost differently (the weighted region problem for a fixed sequence of
edges: Mitchell & Papadimitriou 1991).

The cost of a path is a convex function of where it crosses the portals: a sum of lengths, each times a factor. Moving one
crossing after the other does not find the least, as several may have to leave a vertex together. So all move at once, by a
barrier method (Boyd & Vandenberghe 2004, chapter 11): each length becomes the height of a cone with a logarithmic barrier,
whose best value is known in closed form, each portal has a barrier at either end, and as only crossings that follow each other
share a length, Newton's steps are tridiagonal systems. With a barrier of weight w the cost is at most 4 w for each gate above
the least one. What costs the same all along is then pulled taut between the crossings found, so that bends are vertices."""
from libc.math cimport fabs, log, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_point
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport area2, border_tolerance, distance2
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport height_at
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph, enter_cost
from navpy.query.corridor.crossings cimport place_on_link, points_list, pull_path, read_corridor
from navpy.query.corridor.funnel cimport find_portal, string_pull
from navpy.navmesh.packed cimport packed_graph
from navpy.navmesh.query_filter cimport QueryFilter

cdef double SNAP = 1e-6                 # metres: a crossing this near to the end of a portal is at it, a bend this slight is none
cdef double WEIGHT_DROP = 0.005         # from one weight of the barrier to the next
cdef double PRECISION = 1e-9            # of the cost
cdef double DECREMENT = 0.5             # squared Newton decrement, of the weight: near enough to the least for this weight


cdef enum:
    MAX_STEPS = 40                      # for one weight
    MAX_HALVINGS = 30                   # of one step


# ---- what a path costs ----

cdef struct Place:                      # on a path
    size_t leg                          # from point leg to the next one
    double t                            # 0 … 1 along it


cdef inline void place_at(const vector[double]* points, const Place* at, double* x, double* z) noexcept nogil:
    cdef const double* a = points.data() + 3 * at.leg
    x[0], z[0] = a[0], a[2]
    if at.t > 0.0:
        x[0] += at.t * (a[3] - a[0])
        z[0] += at.t * (a[5] - a[2])


cdef double walk(const vector[double]* points, Place* at, const Place* to) noexcept nogil:
    """Metres from one place of the path to a later one, in the plan."""
    cdef double x = 0.0, z = 0.0, to_x = 0.0, to_z = 0.0, length = 0.0
    cdef const double* p
    while at.leg < to.leg:
        place_at(points, at, &x, &z)
        p = points.data() + 3 * (at.leg + 1)
        length += distance2(x, z, p[0], p[2])
        at.leg, at.t = at.leg + 1, 0.0
    place_at(points, at, &x, &z)
    place_at(points, to, &to_x, &to_z)
    at.t = to.t
    return length + distance2(x, z, to_x, to_z)


cdef bint meets(const double* right, const double* left, double ax, double az, double bx, double bz, double slack,
                double* first, double* last) noexcept nogil:
    """Is the portal on the way from a out to b, up to slack metres, and on what part of that, 0 … 1?"""
    cdef double width = distance2(right[0], right[2], left[0], left[2])
    cdef double length = distance2(ax, az, bx, bz), off_a, off_b, x, z, along, t
    if width == 0.0:
        return False
    off_a = area2(right[0], right[2], left[0], left[2], ax, az) / width
    off_b = area2(right[0], right[2], left[0], left[2], bx, bz) / width
    if off_a > slack or off_b < -slack:
        return False
    if off_a >= -slack and off_b <= slack and length > slack:       # along it
        first[0] = ((right[0] - ax) * (bx - ax) + (right[2] - az) * (bz - az)) / (length * length)
        last[0] = ((left[0] - ax) * (bx - ax) + (left[2] - az) * (bz - az)) / (length * length)
        if first[0] > last[0]:
            first[0], last[0] = last[0], first[0]
        first[0], last[0] = max(first[0], 0.0), min(last[0], 1.0)
        if first[0] > last[0] + slack / length:
            return False
        first[0] = min(first[0], 1.0)
        last[0] = max(last[0], first[0])
        return True
    t = min(max(off_a / (off_a - off_b), 0.0), 1.0) if length > slack else 0.0
    x, z = ax + t * (bx - ax), az + t * (bz - az)
    along = ((x - right[0]) * (left[0] - right[0]) + (z - right[2]) * (left[2] - right[2])) / width
    first[0], last[0] = t, t if length > slack else 1.0
    return -slack <= along <= width + slack


cdef bint next_meeting(const vector[double]* points, const double* right, const double* left, size_t end, Place* first,
                       Place* last) noexcept nogil:
    """From ``first`` on, and before point ``end``, where the path comes to the portal and where it leaves it; false where it
    does not meet it."""
    cdef double x = 0.0, z = 0.0, enter = 0.0, leave = 0.0, length, slack = border_tolerance(right[0], right[2])
    cdef const double* p
    cdef Place at = first[0]
    cdef bint met = False
    while at.leg < end:
        place_at(points, &at, &x, &z)
        p = points.data() + 3 * (at.leg + 1)
        length = distance2(x, z, p[0], p[2])
        if meets(right, left, x, z, p[0], p[2], slack, &enter, &leave):
            if met and enter * length > slack:
                return True
            if not met:
                first.leg, first.t = at.leg, at.t + enter * (1.0 - at.t)
            last.leg, last.t = at.leg, at.t + leave * (1.0 - at.t)
            met = True
            if (1.0 - leave) * length > slack:
                return True
        elif met:
            return True
        at.leg, at.t = at.leg + 1, 0.0
    return met


cdef double path_cost(NavView nav, const vector[PolyRef]* corridor,
                      const vector[int32_t]* entries, const vector[double]* points,
                      const vector[int32_t]* point_links) noexcept nogil:
    """What a path along its corridor costs: metres in the plan times the cost of the polygon or link that they lead through,
    and the penalties of the polygons entered. Along a portal the cheaper side counts."""
    cdef size_t count = point_links.size(), end = 0, i
    cdef int32_t right = 0, left = 0
    cdef double cost = 0.0
    cdef PolyRef poly, next
    cdef Place at, first, last
    at.leg, at.t = 0, 0.0
    if count == 0:
        return 0.0
    for i in range(corridor.size()):
        poly, next = corridor.at(i), -1
        if i + 1 < corridor.size():
            next = corridor.at(i + 1)
        end = max(end, at.leg)
        while end + 1 < count and point_links.at(end) < 0:
            end += 1
        first = last = at
        if next < 0 or entries.at(i + 1) >= 0:
            last.leg, last.t = end, 0.0
        elif find_portal(nav.mesh, poly, next, &right, &left) and next_meeting(
                points, nav.mesh.vertices + 3 * <size_t>right, nav.mesh.vertices + 3 * <size_t>left, end, &first, &last):
            last = last if nav.graph.costs[next] > nav.graph.costs[poly] else first
        cost += nav.graph.costs[poly] * walk(points, &at, &last)
        if next >= 0 and entries.at(i + 1) >= 0 and end + 1 < count:
            at.leg, at.t, last.leg, last.t = end, 0.0, end + 1, 0.0
            cost += nav.graph.link_factors[entries.at(i + 1)] * walk(points, &at, &last)
            end += 1
        if next >= 0:
            cost += enter_cost(nav.graph, poly, next)
    return cost


# ---- the crossings ----

cdef int find_gates(NavView nav, const vector[PolyRef]* corridor,
                    const vector[int32_t]* entries, vector[Gate]* gates) except -1 nogil:
    """Of a corridor, all crossed in their middles; true where its polygons cost differently."""
    cdef const OffMeshLink* link
    cdef const double* a
    cdef const double* b
    cdef Gate gate
    cdef double before = nav.graph.costs[corridor.at(0)]
    cdef bint differ = False
    cdef size_t i
    for i in range(1, corridor.size()):
        gate.link, gate.entry, gate.factor, gate.t = entries.at(i), i, nav.graph.costs[corridor.at(i)], 0.5
        gate.right = gate.left = -1
        if gate.link >= 0:
            link = &nav.mesh.links[gate.link]
            gate.out_x, gate.out_z, gate.in_x, gate.in_z = link.leave[0][0], link.leave[0][2], link.land[0][0], link.land[0][2]
            gate.dx, gate.dz = link.leave[1][0] - gate.out_x, link.leave[1][2] - gate.out_z
        elif find_portal(nav.mesh, corridor.at(i - 1), corridor.at(i), &gate.right, &gate.left):
            a, b = nav.mesh.vertices + 3 * <size_t>gate.left, nav.mesh.vertices + 3 * <size_t>gate.right
            gate.out_x, gate.out_z, gate.in_x, gate.in_z, gate.dx, gate.dz = a[0], a[2], a[0], a[2], b[0] - a[0], b[2] - a[2]
        else:
            continue
        gate.anchored = gate.link >= 0 or gate.factor != before
        differ = differ or gate.factor != before
        before = gate.factor
        gates.push_back(gate)
    return differ


cdef inline void leg_between(const vector[Gate]* gates, const double* start, const double* goal, size_t i, double step,
                             const Row* rows, double* dx, double* dz) noexcept nogil:
    """The leg that ends at gate i, once the crossings have moved by so much of their steps."""
    cdef const Gate* gate
    cdef double t
    if i < gates.size():
        gate, t = &gates.at(i), gates.at(i).t + step * rows[i].step
        dx[0], dz[0] = gate.out_x + t * gate.dx, gate.out_z + t * gate.dz
    else:
        dx[0], dz[0] = goal[0], goal[2]
    if i > 0:
        gate, t = &gates.at(i - 1), gates.at(i - 1).t + step * rows[i - 1].step
        dx[0] -= gate.in_x + t * gate.dx
        dz[0] -= gate.in_z + t * gate.dz
    else:
        dx[0] -= start[0]
        dz[0] -= start[2]


cdef double barrier_cost(const vector[Gate]* gates, double factor, const double* start, const double* goal, double weight,
                         double step, const Row* rows) noexcept nogil:
    """What is to be least for one weight of the barrier. ``factor``: of the first polygon."""
    cdef double dx = 0.0, dz = 0.0, cost = 0.0, barrier = 1.0, part, height, t
    cdef size_t i
    for i in range(gates.size() + 1):
        if factor > 0.0:
            leg_between(gates, start, goal, i, step, rows, &dx, &dz)
            part = weight / factor
            height = part + sqrt(part * part + dx * dx + dz * dz)
            cost += factor * height
            barrier *= height
        if i < gates.size():
            factor = gates.at(i).factor
            t = gates.at(i).t + step * rows[i].step
            barrier *= t * (1.0 - t)
        if not 1e-100 < barrier < 1e100:            # one logarithm for many factors
            cost -= weight * log(barrier)
            barrier = 1.0
    return cost - weight * log(barrier)


cdef void fill_rows(const vector[Gate]* gates, double factor, const double* start, const double* goal, double weight,
                    Row* rows) noexcept nogil:
    """First and second derivatives of barrier_cost where the crossings are."""
    cdef double dx = 0.0, dz = 0.0, part, root, height, pull, flat, along, before, t, last_dx, last_dz
    cdef const Gate* gate
    cdef size_t i, count = gates.size()
    for i in range(count):
        t = gates.at(i).t
        rows[i].slope = weight * (1.0 / (1.0 - t) - 1.0 / t)
        rows[i].bend = weight * (1.0 / ((1.0 - t) * (1.0 - t)) + 1.0 / (t * t))
        rows[i].mixed = 0.0
    for i in range(count + 1):
        if factor > 0.0:
            leg_between(gates, start, goal, i, 0.0, rows, &dx, &dz)
            part = weight / factor
            root = sqrt(part * part + dx * dx + dz * dz)
            height = part + root
            pull, flat = factor / height, 1.0 / (height * root)
            before = last_dx = last_dz = 0.0
            if i > 0:
                last_dx, last_dz = gates.at(i - 1).dx, gates.at(i - 1).dz
                before = dx * last_dx + dz * last_dz
                rows[i - 1].slope -= pull * before
                rows[i - 1].bend += pull * (last_dx * last_dx + last_dz * last_dz - before * before * flat)
            if i < count:
                gate = &gates.at(i)
                along = dx * gate.dx + dz * gate.dz
                rows[i].slope += pull * along
                rows[i].bend += pull * (gate.dx * gate.dx + gate.dz * gate.dz - along * along * flat)
                if i > 0:
                    rows[i - 1].mixed = -pull * (gate.dx * last_dx + gate.dz * last_dz - along * before * flat)
        factor = gates.at(i).factor if i < count else 0.0


cdef double solve_rows(Row* rows, size_t count) noexcept nogil:
    """Newton's step; returns how much steeper than level the costs fall along it. Gauss's elimination without a choice of
    pivots, as the matrix is positive definite."""
    cdef double fall = 0.0, share
    cdef size_t i
    for i in range(count):
        rows[i].step = -rows[i].slope
    for i in range(1, count):
        share = rows[i - 1].mixed / rows[i - 1].bend
        rows[i].bend -= share * rows[i - 1].mixed
        rows[i].step -= share * rows[i - 1].step
    for i in range(count, 0, -1):
        if i < count:
            rows[i - 1].step -= rows[i - 1].mixed * rows[i].step
        rows[i - 1].step /= rows[i - 1].bend
    for i in range(count):
        fall -= rows[i].slope * rows[i].step
    return fall


cdef double longest_step(const vector[Gate]* gates, const Row* rows) noexcept nogil:
    """Part of the step, at most all of it, that keeps every crossing inside of its portal."""
    cdef double most = 1.0, room
    cdef size_t i
    for i in range(gates.size()):
        if rows[i].step != 0.0:
            room = -gates.at(i).t / rows[i].step if rows[i].step < 0.0 else (1.0 - gates.at(i).t) / rows[i].step
            most = min(most, 0.99 * room)
    return most


cdef bint descend(vector[Gate]* gates, double factor, const double* start, const double* goal, double weight,
                  Row* rows, double* cost) noexcept nogil:
    """One step of Newton's, down from ``cost``, the barrier_cost here; false where it is not worth another one."""
    cdef size_t i, count = gates.size()
    cdef double fall, step, there = 0.0
    cdef bint lower = False
    fill_rows(gates, factor, start, goal, weight, rows)
    fall = solve_rows(rows, count)
    if not fall > 0.0:
        return False
    step = longest_step(gates, rows)
    for _halving in range(MAX_HALVINGS):
        there = barrier_cost(gates, factor, start, goal, weight, step, rows)
        if there <= cost[0] - 0.1 * step * fall:
            lower = True
            break
        step *= 0.5
    if not lower:
        return False
    for i in range(count):
        gates[0][i].t += step * rows[i].step
    cost[0] = there
    return fall > DECREMENT * weight


cdef int place_gates(vector[Gate]* gates, double factor, const double* start, const double* goal) except -1 nogil:
    """Move the crossings to where the path costs least. ``factor``: of the first polygon."""
    cdef vector[Row] rows
    cdef double dx = 0.0, dz = 0.0, cost = 0.0, weight, least, width, here
    cdef double at = factor
    cdef size_t i
    cdef Gate* gate
    rows.resize(gates.size())
    for i in range(gates.size() + 1):
        leg_between(gates, start, goal, i, 0.0, rows.data(), &dx, &dz)
        cost += at * sqrt(dx * dx + dz * dz)
        at = gates.at(i).factor if i < gates.size() else 0.0
    weight = cost / (4.0 * gates.size())
    least = PRECISION * weight
    while weight > 0.0:
        here = barrier_cost(gates, factor, start, goal, weight, 0.0, rows.data())
        for _step in range(MAX_STEPS):
            if not descend(gates, factor, start, goal, weight, rows.data(), &here):
                break
        if weight <= least:
            break
        weight = max(weight * WEIGHT_DROP, least)
    for i in range(gates.size()):
        gate = &gates[0][i]
        width = sqrt(gate.dx * gate.dx + gate.dz * gate.dz)
        gate.t = 0.0 if gate.t * width <= SNAP else 1.0 if (1.0 - gate.t) * width <= SNAP else gate.t
    return 0


# ---- the path through them ----

cdef void gate_points(const MeshView* mesh, const vector[PolyRef]* corridor, const Gate* gate, double* out,
                      double* into) noexcept nogil:
    """Where the path leaves one polygon, and where it comes into the next."""
    cdef const double* vertex
    cdef int i
    if gate.link >= 0:
        place_on_link(mesh, &mesh.links[gate.link], gate.t, out, into)
        return
    if gate.t == 0.0 or gate.t == 1.0:
        vertex = mesh.vertices + 3 * <size_t>(gate.left if gate.t == 0.0 else gate.right)
        for i in range(3):
            out[i] = vertex[i]
    else:
        out[0], out[2] = gate.out_x + gate.t * gate.dx, gate.out_z + gate.t * gate.dz
        out[1] = height_at(mesh, corridor.at(gate.entry), out[0], out[2])
    for i in range(3):
        into[i] = out[i]


cdef int append_leg(const vector[double]* leg, const vector[PolyRef]* leg_polys, bint joined, vector[double]* points,
                    vector[PolyRef]* point_polys, vector[int32_t]* point_links, vector[uint8_t]* loose) except -1 nogil:
    """Add a taut stretch to the path; ``joined``: its first point is the last one of the path."""
    cdef size_t i, skip = 1 if joined else 0
    for i in range(skip, leg_polys.size()):
        points.push_back(leg.at(3 * i))
        points.push_back(leg.at(3 * i + 1))
        points.push_back(leg.at(3 * i + 2))
        point_polys.push_back(leg_polys.at(i))
    point_links.resize(point_polys.size(), -1)
    loose.resize(point_polys.size(), False)
    return 0


cdef int pull_between(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[Gate]* gates, const double* start,
                      const double* goal, vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links,
                      vector[uint8_t]* loose) except -1 nogil:
    """The path through the anchored crossings, taut between them. ``loose``: not 0 for crossings between the ends of portals."""
    cdef vector[double] leg
    cdef vector[PolyRef] leg_polys
    cdef double at[3]
    cdef double out[3]
    cdef double into[3]
    cdef Py_ssize_t first = 0
    cdef bint joined = False
    cdef const Gate* gate
    cdef size_t i
    at[0], at[1], at[2] = start[0], start[1], start[2]
    for i in range(gates.size()):
        gate = &gates.at(i)
        if not gate.anchored:
            continue
        gate_points(mesh, corridor, gate, out, into)
        string_pull(mesh, corridor.data() + first, gate.entry - first, at, out, &leg, &leg_polys)
        append_leg(&leg, &leg_polys, joined, points, point_polys, point_links, loose)
        joined = gate.link < 0
        if joined:
            loose[0][loose.size() - 1] = 0.0 < gate.t < 1.0
        else:
            point_links[0][point_links.size() - 1] = mesh.links[gate.link].id
        at[0], at[1], at[2], first = into[0], into[1], into[2], gate.entry
    string_pull(mesh, corridor.data() + first, corridor.size() - first, at, goal, &leg, &leg_polys)
    return append_leg(&leg, &leg_polys, joined, points, point_polys, point_links, loose)


cdef int drop_straight(vector[double]* points, vector[PolyRef]* point_polys, vector[int32_t]* point_links,
                       const vector[uint8_t]* loose) except -1 nogil:
    """Leave out crossings that the path goes straight through."""
    cdef size_t i, kept = 1, count = point_polys.size()
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double span
    cdef int k
    for i in range(1, count):
        a, b, c = points.data() + 3 * (kept - 1), points.data() + 3 * i, points.data() + 3 * i + 3
        if loose.at(i) and i + 1 < count and point_links[0][kept - 1] < 0:
            span = distance2(a[0], a[2], c[0], c[2])
            if span > 0.0 and fabs(area2(a[0], a[2], c[0], c[2], b[0], b[2])) <= SNAP * span:
                continue
        for k in range(3):
            points[0][3 * kept + k] = points[0][3 * i + k]
        point_polys[0][kept], point_links[0][kept] = point_polys[0][i], point_links[0][i]
        kept += 1
    points.resize(3 * kept)
    point_polys.resize(kept)
    point_links.resize(kept)
    return 0


cdef int refine_path(NavView nav, const vector[PolyRef]* corridor,
                     const vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                     vector[int32_t]* point_links) except -1 nogil:
    """Replace a path along its corridor by the one that costs least there, in the plan; never by one that costs more. Where the
    polygons cost the same, it is left as it is: taut, it cannot be better. Links are crossed straight ahead."""
    cdef vector[Gate] gates
    cdef vector[double] better
    cdef vector[PolyRef] better_polys
    cdef vector[int32_t] better_links
    cdef vector[uint8_t] loose
    cdef const double* goal
    if corridor.size() < 2 or point_links.empty() or not find_gates(nav, corridor, entries, &gates):
        return 0
    goal = points.data() + points.size() - 3
    place_gates(&gates, nav.graph.costs[corridor.at(0)], points.data(), goal)
    pull_between(nav.mesh, corridor, &gates, points.data(), goal, &better, &better_polys, &better_links, &loose)
    drop_straight(&better, &better_polys, &better_links, &loose)
    if path_cost(nav, corridor, entries, &better, &better_links) \
            < path_cost(nav, corridor, entries, points, point_links):
        points.swap(better)
        point_polys.swap(better_polys)
        point_links.swap(better_links)
    return 0


# ---- Python ----

def refine(NavMesh mesh not None, corridor, entries, start, goal, QueryFilter filter=None):
    """((points, polygons, link ids, cost) of the taut path from start to goal along a corridor, likewise of the refined one).
    ``entries``: for each polygon the index of the link it is entered by, −1: a portal, as for the first one. ValueError: a polygon
    that the mesh does not have, a link that does not lead from one polygon to the next, no corridor, or not as many entries as
    polygons."""
    cdef vector[PolyRef] polys, point_polys
    cdef vector[int32_t] links, point_links
    cdef vector[double] points
    cdef double a[3]
    cdef double b[3]
    cdef double cost
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    read_corridor(mesh, corridor, entries, &polys, &links)
    read_point("start", start, a)
    read_point("goal", goal, b)
    found = []
    for _round in range(2):
        with nogil:
            if _round == 0:
                pull_path(&mesh.view, &polys, &links, a, b, &points, &point_polys, &point_links)
            else:
                refine_path(view_of(&mesh.view, graph), &polys, &links, &points, &point_polys, &point_links)
            cost = path_cost(view_of(&mesh.view, graph), &polys, &links, &points, &point_links)
        found.append((points_list(&points), list(point_polys), list(point_links), cost))
    return tuple(found)


def cost_of_path(NavMesh mesh not None, corridor, entries, points, point_links, QueryFilter filter=None):
    """What a path along its corridor costs: metres in the plan times what they cost. ValueError: as refine, or not as many
    links as points."""
    cdef vector[PolyRef] polys
    cdef vector[int32_t] links, ids = point_links
    cdef vector[double] places
    cdef double place[3]
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    read_corridor(mesh, corridor, entries, &polys, &links)
    for point in points:
        read_point("points", point, place)
        for i in range(3):
            places.push_back(place[i])
    if 3 * ids.size() != places.size():
        raise ValueError(f"point_links: must be as many as points, are {ids.size()} for {places.size() // 3}")
    return path_cost(view_of(&mesh.view, graph), &polys, &links, &places, &ids)
