"""The cheapest path inside a corridor whose polygons cost differently (the weighted region problem for a fixed sequence of edges:
Mitchell & Papadimitriou 1991).

The cost of a path is a convex function of where it crosses the portals: a sum of lengths, each times a factor. Moving one crossing
after the other does not find the minimum, as several may have to leave a vertex together. So all of them move at once, by a barrier
method (Boyd & Vandenberghe 2004, chapter 11). Each length becomes the height of a second-order cone with a logarithmic barrier; the
best height is known in closed form. Each portal has a barrier at either end. Only crossings that follow each other share a length, so
Newton's steps are tridiagonal systems. With a barrier of weight w the cost is at most 4 w for each crossing above the minimum. Where
the cost is the same along a stretch, the path is then pulled taut between the crossings, so that it bends at vertices."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.elementary cimport log
from navpy.base.geom cimport border_tolerance, clockwise_area2, distance2
from navpy.mesh.half_edges cimport enter_cost
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.path_data cimport Path, cut_points, keep_point, push_point
from navpy.query.corridor.crossings cimport place_on_link
from navpy.query.corridor.funnel cimport find_portal, string_pull

cdef double SNAP = 1e-6                 # meters: a crossing this near to a portal's end is at that end, a bend this slight is none
cdef double WEIGHT_DROP = 0.005         # from one weight of the barrier to the next
cdef double PRECISION = 1e-9            # of the cost: where the weights end
cdef double DECREMENT = 0.5             # squared Newton decrement, of the weight: near enough to the minimum for this weight

cdef enum:
    MAX_STEPS = 40                      # Newton steps for one weight
    MAX_HALVINGS = 30                   # of one step


# ---- what a path costs ----

cdef struct PathPlace:                      # on a path
    size_t leg                          # from point leg to the next
    double t                            # 0 … 1 along it


cdef inline void place_at(const vector[double]* points, const PathPlace* at, double* x, double* z) noexcept nogil:
    cdef const double* a = points.data() + 3 * at.leg
    x[0], z[0] = a[0], a[2]
    if at.t > 0.0:
        x[0] += at.t * (a[3] - a[0])
        z[0] += at.t * (a[5] - a[2])


cdef double advance_to(const vector[double]* points, PathPlace* at, const PathPlace* to) noexcept nogil:
    """Move a place on to a later one of the path; returns the meters between them in the plan."""
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
    """True if the way from a out to b meets the portal, up to slack meters; tells the part of the way where they meet, 0 … 1."""
    cdef double width = distance2(right[0], right[2], left[0], left[2])
    cdef double length = distance2(ax, az, bx, bz), off_a, off_b, x, z, along, t
    if width == 0.0:
        return False
    off_a = clockwise_area2(right[0], right[2], left[0], left[2], ax, az) / width
    off_b = clockwise_area2(right[0], right[2], left[0], left[2], bx, bz) / width
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


cdef bint next_meeting(const vector[double]* points, const double* right, const double* left, size_t end, PathPlace* first,
                       PathPlace* last) noexcept nogil:
    """Where the path comes to a portal and where it leaves it, from ``first`` on and before point ``end``; false if the two do not
    meet."""
    cdef double x = 0.0, z = 0.0, enter = 0.0, leave = 0.0, length, slack = border_tolerance(right[0], right[2])
    cdef const double* p
    cdef PathPlace at = first[0]
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


cdef double path_cost(NavView nav, const Path* path) noexcept nogil:
    return walk_path(nav, path, NULL, NULL)


cdef double walk_path(NavView nav, const Path* path, double* on_polys, double* on_links) noexcept nogil:
    """Along a portal the cheaper side counts."""
    cdef const vector[double]* points = &path.points
    cdef const vector[PolyRef]* corridor = &path.corridor
    cdef const vector[int32_t]* entries = &path.entries
    cdef size_t count = path.point_links.size(), end = 0, i
    cdef int32_t right = 0, left = 0
    cdef double cost = 0.0, walked
    cdef PolyRef poly, next
    cdef PathPlace at, first, last
    at.leg, at.t = 0, 0.0
    if count == 0:
        return 0.0
    for i in range(corridor.size()):
        poly, next = corridor.at(i), -1
        if i + 1 < corridor.size():
            next = corridor.at(i + 1)
        end = max(end, at.leg)
        while end + 1 < count and path.point_links[end] < 0:
            end += 1
        first = last = at
        if next < 0 or entries.at(i + 1) >= 0:
            last.leg, last.t = end, 0.0
        elif find_portal(nav.mesh, poly, next, &right, &left) and next_meeting(
                points, nav.mesh.vertices + 3 * <size_t>right, nav.mesh.vertices + 3 * <size_t>left, end, &first, &last):
            last = last if nav.graph.costs[next] > nav.graph.costs[poly] else first
        walked = advance_to(points, &at, &last)
        cost += nav.graph.costs[poly] * walked
        if on_polys != NULL:
            on_polys[i] = walked
        if next >= 0 and entries.at(i + 1) >= 0 and end + 1 < count:
            at.leg, at.t, last.leg, last.t = end, 0.0, end + 1, 0.0
            walked = advance_to(points, &at, &last)
            cost += nav.graph.link_factors[entries.at(i + 1)] * walked
            if on_links != NULL:
                on_links[i + 1] = walked
            end += 1
        if next >= 0:
            cost += enter_cost(nav.graph, poly, next)
    return cost


# ---- the crossings ----

cdef int find_crossings(NavView nav, const Path* path, vector[PathCrossing]* crossings) except -1 nogil:
    """The crossings of a corridor, all crossed in their middles; true if its polygons cost differently."""
    cdef const vector[PolyRef]* corridor = &path.corridor
    cdef const OffMeshLink* link
    cdef const double* a
    cdef const double* b
    cdef PathCrossing crossing
    cdef double before = nav.graph.costs[corridor.at(0)]
    cdef bint differ = False
    cdef size_t i
    for i in range(1, corridor.size()):
        crossing.link, crossing.entry, crossing.factor, crossing.t = path.entries[i], i, nav.graph.costs[corridor.at(i)], 0.5
        crossing.right = crossing.left = -1
        if crossing.link >= 0:
            link = &nav.mesh.links[crossing.link]
            crossing.out_x, crossing.out_z, crossing.in_x, crossing.in_z = link.leave[0][0], link.leave[0][2], link.land[0][0], \
                link.land[0][2]
            crossing.dx, crossing.dz = link.leave[1][0] - crossing.out_x, link.leave[1][2] - crossing.out_z
        elif find_portal(nav.mesh, corridor.at(i - 1), corridor.at(i), &crossing.right, &crossing.left):
            a, b = nav.mesh.vertices + 3 * <size_t>crossing.left, nav.mesh.vertices + 3 * <size_t>crossing.right
            crossing.out_x, crossing.out_z, crossing.in_x, crossing.in_z, crossing.dx, crossing.dz = a[0], a[2], a[0], a[2], \
                b[0] - a[0], b[2] - a[2]
        else:
            continue
        crossing.anchored = crossing.link >= 0 or crossing.factor != before
        differ = differ or crossing.factor != before
        before = crossing.factor
        crossings.push_back(crossing)
    return differ


cdef inline void leg_between(const vector[PathCrossing]* crossings, const double* start, const double* goal, size_t i, double step,
                             const NewtonRow* rows, double* dx, double* dz) noexcept nogil:
    """The leg that ends at crossing i after the crossings have moved by this part of their steps."""
    cdef const PathCrossing* crossing
    cdef double t
    if i < crossings.size():
        crossing, t = &crossings.at(i), crossings.at(i).t + step * rows[i].step
        dx[0], dz[0] = crossing.out_x + t * crossing.dx, crossing.out_z + t * crossing.dz
    else:
        dx[0], dz[0] = goal[0], goal[2]
    if i > 0:
        crossing, t = &crossings.at(i - 1), crossings.at(i - 1).t + step * rows[i - 1].step
        dx[0] -= crossing.in_x + t * crossing.dx
        dz[0] -= crossing.in_z + t * crossing.dz
    else:
        dx[0] -= start[0]
        dz[0] -= start[2]


cdef double barrier_cost(const vector[PathCrossing]* crossings, double factor, const double* start, const double* goal, double weight,
                         double step, const NewtonRow* rows) noexcept nogil:
    """The function to be minimized for one weight of the barrier. ``factor``: of the first polygon."""
    cdef double dx = 0.0, dz = 0.0, cost = 0.0, barrier = 1.0, part, height, t
    cdef size_t i
    for i in range(crossings.size() + 1):
        if factor > 0.0:
            leg_between(crossings, start, goal, i, step, rows, &dx, &dz)
            part = weight / factor
            height = part + sqrt(part * part + dx * dx + dz * dz)
            cost += factor * height
            barrier *= height
        if i < crossings.size():
            factor = crossings.at(i).factor
            t = crossings.at(i).t + step * rows[i].step
            barrier *= t * (1.0 - t)
        if not 1e-100 < barrier < 1e100:            # one logarithm for many factors
            cost -= weight * log(barrier)
            barrier = 1.0
    return cost - weight * log(barrier)


cdef void fill_rows(const vector[PathCrossing]* crossings, double factor, const double* start, const double* goal, double weight,
                    NewtonRow* rows) noexcept nogil:
    """First and second derivatives of barrier_cost at the crossings."""
    cdef double dx = 0.0, dz = 0.0, part, root, height, pull, flat, along, before, t, last_dx, last_dz
    cdef const PathCrossing* crossing
    cdef size_t i, count = crossings.size()
    for i in range(count):
        t = crossings.at(i).t
        rows[i].slope = weight * (1.0 / (1.0 - t) - 1.0 / t)
        rows[i].curvature = weight * (1.0 / ((1.0 - t) * (1.0 - t)) + 1.0 / (t * t))
        rows[i].mixed = 0.0
    for i in range(count + 1):
        if factor > 0.0:
            leg_between(crossings, start, goal, i, 0.0, rows, &dx, &dz)
            part = weight / factor
            root = sqrt(part * part + dx * dx + dz * dz)
            height = part + root
            pull, flat = factor / height, 1.0 / (height * root)
            before = last_dx = last_dz = 0.0
            if i > 0:
                last_dx, last_dz = crossings.at(i - 1).dx, crossings.at(i - 1).dz
                before = dx * last_dx + dz * last_dz
                rows[i - 1].slope -= pull * before
                rows[i - 1].curvature += pull * (last_dx * last_dx + last_dz * last_dz - before * before * flat)
            if i < count:
                crossing = &crossings.at(i)
                along = dx * crossing.dx + dz * crossing.dz
                rows[i].slope += pull * along
                rows[i].curvature += pull * (crossing.dx * crossing.dx + crossing.dz * crossing.dz - along * along * flat)
                if i > 0:
                    rows[i - 1].mixed = -pull * (crossing.dx * last_dx + crossing.dz * last_dz - along * before * flat)
        factor = crossings.at(i).factor if i < count else 0.0


cdef double solve_tridiagonal(NewtonRow* rows, size_t count) noexcept nogil:
    """Newton's step by Gaussian elimination, without a choice of pivots as the matrix is positive definite; returns the squared Newton
    decrement: by how much a full step lowers the linear model."""
    cdef double fall = 0.0, share
    cdef size_t i
    for i in range(count):
        rows[i].step = -rows[i].slope
    for i in range(1, count):
        share = rows[i - 1].mixed / rows[i - 1].curvature
        rows[i].curvature -= share * rows[i - 1].mixed
        rows[i].step -= share * rows[i - 1].step
    for i in range(count, 0, -1):
        if i < count:
            rows[i - 1].step -= rows[i - 1].mixed * rows[i].step
        rows[i - 1].step /= rows[i - 1].curvature
    for i in range(count):
        fall -= rows[i].slope * rows[i].step
    return fall


cdef double longest_step(const vector[PathCrossing]* crossings, const NewtonRow* rows) noexcept nogil:
    """The part of the step, at most all of it, that keeps every crossing inside its portal."""
    cdef double most = 1.0, room
    cdef size_t i
    for i in range(crossings.size()):
        if rows[i].step != 0.0:
            room = -crossings.at(i).t / rows[i].step if rows[i].step < 0.0 else (1.0 - crossings.at(i).t) / rows[i].step
            most = min(most, 0.99 * room)
    return most


cdef bint newton_step(vector[PathCrossing]* crossings, double factor, const double* start, const double* goal, double weight,
                      NewtonRow* rows, double* cost) noexcept nogil:
    """One damped Newton step (Boyd & Vandenberghe 2004, backtracking line search) down from ``cost``, the barrier_cost at the
    crossings; false if another step is not worth it."""
    cdef size_t i, count = crossings.size()
    cdef double fall, step, there = 0.0
    cdef bint lower = False
    fill_rows(crossings, factor, start, goal, weight, rows)
    fall = solve_tridiagonal(rows, count)
    if not fall > 0.0:
        return False
    step = longest_step(crossings, rows)
    for _halving in range(MAX_HALVINGS):
        there = barrier_cost(crossings, factor, start, goal, weight, step, rows)
        if there <= cost[0] - 0.1 * step * fall:
            lower = True
            break
        step *= 0.5
    if not lower:
        return False
    for i in range(count):
        crossings[0][i].t += step * rows[i].step
    cost[0] = there
    return fall > DECREMENT * weight


cdef int place_crossings(vector[PathCrossing]* crossings, double factor, const double* start, const double* goal) except -1 nogil:
    """Barrier method: move the crossings to where the path costs least. ``factor``: of the first polygon."""
    cdef vector[NewtonRow] rows
    cdef double dx = 0.0, dz = 0.0, cost = 0.0, weight, least, width, here
    cdef double at = factor
    cdef size_t i
    cdef PathCrossing* crossing
    rows.resize(crossings.size())
    for i in range(crossings.size() + 1):
        leg_between(crossings, start, goal, i, 0.0, rows.data(), &dx, &dz)
        cost += at * sqrt(dx * dx + dz * dz)
        at = crossings.at(i).factor if i < crossings.size() else 0.0
    weight = cost / (4.0 * crossings.size())
    least = PRECISION * weight
    while weight > 0.0:
        here = barrier_cost(crossings, factor, start, goal, weight, 0.0, rows.data())
        for _step in range(MAX_STEPS):
            if not newton_step(crossings, factor, start, goal, weight, rows.data(), &here):
                break
        if weight <= least:
            break
        weight = max(weight * WEIGHT_DROP, least)
    for i in range(crossings.size()):
        crossing = &crossings[0][i]
        width = sqrt(crossing.dx * crossing.dx + crossing.dz * crossing.dz)
        crossing.t = 0.0 if crossing.t * width <= SNAP else 1.0 if (1.0 - crossing.t) * width <= SNAP else crossing.t
    return 0


# ---- the path through them ----

cdef void crossing_points(const MeshView* mesh, const vector[PolyRef]* corridor, const PathCrossing* crossing, double* out,
                          double* into) noexcept nogil:
    """Where the path leaves one polygon, and where it enters the next."""
    cdef const double* vertex
    cdef int i
    if crossing.link >= 0:
        place_on_link(mesh, &mesh.links[crossing.link], crossing.t, out, into)
        return
    if crossing.t == 0.0 or crossing.t == 1.0:
        vertex = mesh.vertices + 3 * <size_t>(crossing.left if crossing.t == 0.0 else crossing.right)
        for i in range(3):
            out[i] = vertex[i]
    else:
        out[0], out[2] = crossing.out_x + crossing.t * crossing.dx, crossing.out_z + crossing.t * crossing.dz
        out[1] = height_at(mesh, corridor.at(crossing.entry), out[0], out[2])
    for i in range(3):
        into[i] = out[i]


cdef int append_leg(const vector[double]* leg, const vector[PolyRef]* leg_polys, bint joined, Path* out,
                    vector[uint8_t]* loose) except -1 nogil:
    """Add a taut stretch to the path; ``joined``: its first point is the path's last."""
    cdef size_t i
    for i in range(1 if joined else 0, leg_polys.size()):
        push_point(leg.data() + 3 * i, leg_polys.at(i), -1, out)
    loose.resize(out.point_polys.size(), False)
    return 0


cdef int pull_between(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[PathCrossing]* crossings,
                      const double* start, const double* goal, Path* out, vector[uint8_t]* loose) except -1 nogil:
    """The points of the path through the anchored crossings, taut between them. ``loose``: not 0 for crossings between the ends of
    portals."""
    cdef vector[double] leg
    cdef vector[PolyRef] leg_polys
    cdef double at[3]
    cdef double leave[3]
    cdef double enter[3]
    cdef Py_ssize_t first = 0
    cdef bint joined = False
    cdef const PathCrossing* crossing
    cdef size_t i
    at[0], at[1], at[2] = start[0], start[1], start[2]
    for i in range(crossings.size()):
        crossing = &crossings.at(i)
        if not crossing.anchored:
            continue
        crossing_points(mesh, corridor, crossing, leave, enter)
        string_pull(mesh, corridor.data() + first, crossing.entry - first, at, leave, &leg, &leg_polys)
        append_leg(&leg, &leg_polys, joined, out, loose)
        joined = crossing.link < 0
        if joined:
            loose[0][loose.size() - 1] = 0.0 < crossing.t < 1.0
        else:
            out.point_links[out.point_links.size() - 1] = mesh.links[crossing.link].id
        at[0], at[1], at[2], first = enter[0], enter[1], enter[2], crossing.entry
    string_pull(mesh, corridor.data() + first, corridor.size() - first, at, goal, &leg, &leg_polys)
    return append_leg(&leg, &leg_polys, joined, out, loose)


cdef int drop_straight(Path* path, const vector[uint8_t]* loose) except -1 nogil:
    """Leave out crossings that the path goes straight through."""
    cdef size_t i, kept = 1, count = path.point_polys.size()
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double span
    for i in range(1, count):
        a, b, c = path.points.data() + 3 * (kept - 1), path.points.data() + 3 * i, path.points.data() + 3 * i + 3
        if loose.at(i) and i + 1 < count and path.point_links[kept - 1] < 0:
            span = distance2(a[0], a[2], c[0], c[2])
            if span > 0.0 and fabs(clockwise_area2(a[0], a[2], c[0], c[2], b[0], b[2])) <= SNAP * span:
                continue
        keep_point(path, kept, i)
        kept += 1
    cut_points(path, kept)
    return 0


cdef int refine_path(NavView nav, Path* path) except -1 nogil:
    cdef vector[PathCrossing] crossings
    cdef vector[uint8_t] loose
    cdef Path better
    cdef const double* start = path.points.data()
    cdef const double* goal
    if path.corridor.size() < 2 or path.point_links.empty() or not find_crossings(nav, path, &crossings):
        return 0
    goal = start + path.points.size() - 3
    better.corridor, better.entries = path.corridor, path.entries
    place_crossings(&crossings, nav.graph.costs[path.corridor[0]], start, goal)
    pull_between(nav.mesh, &path.corridor, &crossings, start, goal, &better, &loose)
    drop_straight(&better, &loose)
    if path_cost(nav, &better) < path_cost(nav, path):
        path.points.swap(better.points)
        path.point_polys.swap(better.point_polys)
        path.point_links.swap(better.point_links)
    return 0
