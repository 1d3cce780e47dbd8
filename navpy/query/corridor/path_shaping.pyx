"""Post-processing of paths."""
from libc.math cimport INFINITY, ceil, fabs, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport clockwise_area2, closest_on_segment, distance2, distance3
from navpy.base.tolerances cimport IN_LINE, LONGER, SAME_FLOOR
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport PolyBounds
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.path_data cimport (
    POINT_CORNER, POINT_END, POINT_LIMIT, POINT_LINK_END, POINT_LINK_START, POINT_SLOPE, POINT_START, Path, clear_points, cut_points,
    push_point, push_poly)
from navpy.query.corridor.refinement cimport path_cost
from navpy.query.surface.leg cimport SAME_T, Break, Leg, follow_leg, leg_slack, pass_polys

cdef double SAME_ENTRY = 1e-6           # meters between two entries of polygons that meet in a corner of the path
cdef double MOST_SAMPLES = 1e6          # of a leg


# ---- what the points are ----

cdef bint turns_at(const double* a, const double* b, const double* c) noexcept nogil:
    cdef double ab = distance2(a[0], a[2], b[0], b[2]), bc = distance2(b[0], b[2], c[0], c[2])
    if ab <= IN_LINE or bc <= IN_LINE:
        return False
    return fabs(clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])) > IN_LINE * max(ab, bc) \
        or (b[0] - a[0]) * (c[0] - b[0]) + (b[2] - a[2]) * (c[2] - b[2]) < 0.0


cdef int flag_points(Path* path) except -1 nogil:
    cdef Py_ssize_t i, count = path.point_polys.size()
    cdef uint8_t flags
    path.point_flags.resize(count, 0)
    for i in range(count):
        flags = path.point_flags[i] & (POINT_SLOPE | POINT_LIMIT)
        if i == 0:
            flags |= POINT_START
        if i == count - 1:
            flags |= POINT_END
        if path.point_links[i] >= 0:
            flags |= POINT_LINK_START
        if i > 0 and path.point_links[i - 1] >= 0:
            flags |= POINT_LINK_END
        if 0 < i < count - 1 and turns_at(&path.points[3 * i - 3], &path.points[3 * i], &path.points[3 * i + 3]):
            flags |= POINT_CORNER
        path.point_flags[i] = flags
    return 0


cdef double path_length(const Path* path) noexcept nogil:
    cdef double length = 0.0
    cdef Py_ssize_t i, count = path.point_polys.size()
    for i in range(1, count):
        length += distance3(&path.points[3 * i - 3], &path.points[3 * i])
    return length


cdef int copy_point(const Path* path, Py_ssize_t i, Path* out) except -1 nogil:
    cdef uint8_t flags = 0
    if i < <Py_ssize_t>path.point_flags.size():
        flags = path.point_flags[i]
    push_point(&path.points[3 * i], path.point_polys[i], path.point_links[i], out)
    out.point_flags.push_back(flags)
    return 0


cdef int add_point(const double* point, PolyRef poly, uint8_t flags, Path* path) except -1 nogil:
    push_point(point, poly, -1, path)
    path.point_flags.push_back(flags)
    return 0


cdef int take_points(Path* path, Path* from_path) except -1 nogil:
    path.points.swap(from_path.points)
    path.point_polys.swap(from_path.point_polys)
    path.point_links.swap(from_path.point_links)
    path.point_flags.swap(from_path.point_flags)
    return flag_points(path)


cdef inline int follow(NavView nav, const Path* path, Py_ssize_t i, Leg* leg) except -1 nogil:
    """The leg that begins at a point."""
    return follow_leg(nav, path.point_polys[i], &path.points[3 * i], &path.points[3 * i + 3], leg)


# ---- along the ground ----

cdef double surface_length(NavView nav, const Path* path) except -1.0 nogil:
    cdef Leg leg
    cdef double length = 0.0, flat, along, up
    cdef Py_ssize_t i, k, count = path.point_polys.size()
    for i in range(count - 1):
        if path.point_links[i] >= 0:
            length += distance3(&path.points[3 * i], &path.points[3 * i + 3])
            continue
        follow(nav, path, i, &leg)
        flat = distance2(path.points[3 * i], path.points[3 * i + 2], path.points[3 * i + 3], path.points[3 * i + 5])
        for k in range(1, <Py_ssize_t>leg.breaks.size()):
            along, up = (leg.breaks[k].t - leg.breaks[k - 1].t) * flat, leg.breaks[k].y - leg.breaks[k - 1].y
            length += sqrt(along * along + up * up)
    return length


cdef int choose_breaks(const vector[Break]* breaks, double height_error, vector[uint8_t]* chosen) except -1 nogil:
    """Choose the breaks that a line of straight pieces must go through to be nowhere more than height_error meters off the ground
    (Douglas & Peucker 1973); the first and the last are given. The ground is straight between breaks, so the line is farthest off at
    one of them."""
    cdef vector[Py_ssize_t] open_ranges
    cdef Py_ssize_t low, high, k, worst
    cdef const Break* a
    cdef const Break* b
    cdef const Break* at
    cdef double off, most
    chosen.clear()
    chosen.resize(breaks.size(), 0)
    open_ranges.push_back(0)
    open_ranges.push_back(<Py_ssize_t>breaks.size() - 1)
    while not open_ranges.empty():
        high = open_ranges.back()
        open_ranges.pop_back()
        low = open_ranges.back()
        open_ranges.pop_back()
        a = &breaks[0][low]
        b = &breaks[0][high]
        most, worst = height_error + IN_LINE, -1
        for k in range(low + 1, high):
            at = &breaks[0][k]
            if at.t <= a.t + SAME_T or at.t >= b.t - SAME_T:
                continue
            off = fabs(a.y + (at.t - a.t) / (b.t - a.t) * (b.y - a.y) - at.y)
            if off > most:
                most, worst = off, k
        if worst >= 0:
            chosen[0][worst] = 1
            open_ranges.push_back(low)
            open_ranges.push_back(worst)
            open_ranges.push_back(worst)
            open_ranges.push_back(high)
    return 0


cdef inline void place(const double* a, const double* b, double t, double y, double* out) noexcept nogil:
    out[0], out[1], out[2] = a[0] + t * (b[0] - a[0]), y, a[2] + t * (b[2] - a[2])


cdef bint is_level(NavView nav, const Path* path, Py_ssize_t i, double height_error) noexcept nogil:
    """True if the polygons of the corridor near a leg show that the leg is nowhere more than height_error meters off the ground."""
    cdef const double* a = &path.points[3 * i]
    cdef const double* b = a + 3
    cdef const PolyBounds* at
    cdef double low = min(a[1], b[1]), high = max(a[1], b[1])
    cdef double min_x = min(a[0], b[0]), max_x = max(a[0], b[0]), min_z = min(a[2], b[2]), max_z = max(a[2], b[2])
    cdef size_t k
    for k in range(path.corridor.size()):
        at = &nav.mesh.bounds[path.corridor[k]]
        if at.min_x <= max_x and at.max_x >= min_x and at.min_z <= max_z and at.max_z >= min_z \
                and (at.max_y > low + height_error or at.min_y < high - height_error):
            return False
    return True


cdef bint is_all_level(NavView nav, const Path* path, double height_error) noexcept nogil:
    """True if no leg can be more than height_error meters off the ground, as the whole corridor is level: is_level of all legs at
    once."""
    cdef const PolyBounds* at
    cdef double low = INFINITY, high = -INFINITY
    cdef size_t i
    for i in range(path.point_polys.size()):
        low, high = min(low, path.points[3 * i + 1]), max(high, path.points[3 * i + 1])
    for i in range(path.corridor.size()):
        at = &nav.mesh.bounds[path.corridor[i]]
        if at.max_y > low + height_error or at.min_y < high - height_error:
            return False
    return True


cdef Py_ssize_t add_slope_points(NavView nav, Path* path, double height_error, bint in_corridor) except -1 nogil:
    cdef Leg leg
    cdef Path out
    cdef vector[uint8_t] chosen
    cdef double point[3]
    cdef Py_ssize_t i, k, count = path.point_polys.size()
    if in_corridor and is_all_level(nav, path, height_error):
        return 0
    for i in range(count):
        copy_point(path, i, &out)
        if i == count - 1 or path.point_links[i] >= 0 or (in_corridor and is_level(nav, path, i, height_error)):
            continue
        follow(nav, path, i, &leg)
        choose_breaks(&leg.breaks, height_error, &chosen)
        for k in range(1, <Py_ssize_t>chosen.size() - 1):
            if chosen[k]:
                place(&path.points[3 * i], &path.points[3 * i + 3], leg.breaks[k].t, leg.breaks[k].y, point)
                add_point(point, leg.breaks[k].poly, POINT_SLOPE, &out)
    take_points(path, &out)
    return <Py_ssize_t>path.point_polys.size() - count


cdef int sample_leg(const Leg* leg, const double* a, const double* b, double spacing, Path* out) except -1 nogil:
    """Add points between the two ends of a leg at equal steps, no longer than spacing unless there are too many."""
    cdef double point[3]
    cdef double t, share
    cdef const Break* before
    cdef const Break* after
    cdef Py_ssize_t step, at = 1, last = <Py_ssize_t>leg.breaks.size() - 1
    cdef double steps = min(ceil(distance2(a[0], a[2], b[0], b[2]) / spacing - LONGER), MOST_SAMPLES)
    for step in range(1, <Py_ssize_t>steps):
        t = step / steps
        while at < last and leg.breaks[at].t < t:
            at += 1
        before = &leg.breaks[at - 1]
        after = &leg.breaks[at]
        share = (t - before.t) / (after.t - before.t) if after.t > before.t else 1.0
        place(a, b, t, before.y + share * (after.y - before.y), point)
        add_point(point, after.poly, POINT_SLOPE, out)
    return 0


cdef int sample_ground(NavView nav, const Path* path, double spacing, Path* out) except -1 nogil:
    cdef Leg leg
    cdef Py_ssize_t i, count = path.point_polys.size()
    clear_points(out)
    for i in range(count):
        copy_point(path, i, out)
        if spacing > 0.0 and i < count - 1 and path.point_links[i] < 0:
            follow(nav, path, i, &leg)
            sample_leg(&leg, &path.points[3 * i], &path.points[3 * i + 3], spacing, out)
    if not spacing > 0.0:
        add_slope_points(nav, out, 0.0, False)
    return flag_points(out)


# ---- the corridor of given points ----

cdef bint join_poly(const PortalGraph* graph, PolyRef next, Path* path) except -1 nogil:
    """Make a polygon the corridor's last; false unless it is the last already or shares an edge with it."""
    cdef PolyRef last = path.corridor.back()
    cdef int32_t corner
    if last == next:
        return True
    for corner in range(graph.faces[last].first, graph.faces[last].first + graph.faces[last].count):
        if graph.half_edges[corner].neighbor == next:
            push_poly(next, -1, path)
            return True
    return False


cdef bint retrace(NavView nav, Path* path) except -1 nogil:
    cdef Leg leg
    cdef Path out                           # its corridor and entries
    cdef vector[PolyRef] polys
    cdef vector[int32_t] links
    cdef Py_ssize_t i, k, taken = 0, count = path.point_polys.size()
    cdef int32_t link
    if count == 0:
        return False
    for i in range(<Py_ssize_t>path.entries.size()):
        if path.entries[i] >= 0:
            links.push_back(path.entries[i])
    push_poly(path.point_polys[0], -1, &out)
    polys.push_back(path.point_polys[0])
    for i in range(count - 1):
        if path.point_links[i] >= 0:
            if taken == <Py_ssize_t>links.size():
                return False
            link = links[taken]
            taken += 1
            if not join_poly(nav.graph, nav.mesh.links[link].start_poly, &out):
                return False
            polys[polys.size() - 1] = nav.mesh.links[link].start_poly
            push_poly(nav.mesh.links[link].end_poly, link, &out)
        else:
            pass_polys(nav, out.corridor.back(), &path.points[3 * i], &path.points[3 * i + 3],
                       leg_slack(&path.points[3 * i], &path.points[3 * i + 3]), &leg)
            if not leg.arrived:
                return False
            for k in range(1, <Py_ssize_t>leg.stretches.size()):
                push_poly(leg.stretches[k].poly, -1, &out)
        polys.push_back(out.corridor.back())
    path.corridor.swap(out.corridor)
    path.entries.swap(out.entries)
    path.point_polys.swap(polys)
    return True


# ---- more points ----

cdef int add_entry_points(NavView nav, Path* path) except -1 nogil:
    cdef Leg leg
    cdef Path out
    cdef double point[3]
    cdef double t, flat, last
    cdef const double* a
    cdef Py_ssize_t i, k, count = path.point_polys.size()
    for i in range(count):
        copy_point(path, i, &out)
        if i == count - 1 or path.point_links[i] >= 0:
            continue
        a = &path.points[3 * i]
        pass_polys(nav, path.point_polys[i], a, a + 3, leg_slack(a, a + 3), &leg)
        flat, last = distance2(a[0], a[2], a[3], a[5]), 0.0
        for k in range(1, <Py_ssize_t>leg.stretches.size()):
            t = leg.stretches[k].begin
            if (t - last) * flat > SAME_ENTRY and (1.0 - t) * flat > SAME_ENTRY:
                place(a, a + 3, t, 0.0, point)
                point[1] = height_at(nav.mesh, leg.stretches[k].poly, point[0], point[2])
                add_point(point, leg.stretches[k].poly, 0, &out)
                last = t
    return take_points(path, &out)


# ---- fewer points ----

cdef int leg_costs(NavView nav, const Path* path, vector[PolyRef]* polys, vector[double]* costs) except -1 nogil:
    """The cost of each leg, and the polygon on which it begins and the leg before it ends. Links, and legs that cannot be followed,
    cost infinitely much: they stay."""
    cdef Leg leg
    cdef Py_ssize_t i, count = path.point_polys.size()
    costs.clear()
    polys.clear()
    polys.push_back(path.point_polys[0])
    for i in range(count - 1):
        polys.push_back(path.point_polys[i + 1])
        costs.push_back(INFINITY)
        if path.point_links[i] >= 0:
            continue
        pass_polys(nav, polys.at(i), &path.points[3 * i], &path.points[3 * i + 3],
                   leg_slack(&path.points[3 * i], &path.points[3 * i + 3]), &leg)
        if leg.arrived:
            polys[0][i + 1], costs[0][i] = leg.stretches.back().poly, leg.cost
    return 0


cdef bint near_segment(const Path* path, Py_ssize_t low, Py_ssize_t high, double epsilon) noexcept nogil:
    """True if all points between two of a path are at most epsilon meters from the straight line between the two, in the plan."""
    cdef const double* a = &path.points[3 * low]
    cdef const double* b = &path.points[3 * high]
    cdef double x, z
    cdef Py_ssize_t i
    for i in range(low + 1, high):
        if closest_on_segment(path.points[3 * i], path.points[3 * i + 2], a[0], a[2], b[0], b[2], &x, &z) > epsilon + IN_LINE:
            return False
    return True


cdef bint is_shortcut(NavView nav, const Path* path, PolyRef poly, const vector[double]* costs,
                      Py_ssize_t low, Py_ssize_t high, double epsilon, Leg* leg) except -1 nogil:
    """True if the straight way from a point to a later point passes near enough to those between, stays on the surface, and costs no
    more."""
    cdef const double* end = &path.points[3 * high]
    cdef double cost = 0.0
    cdef Py_ssize_t i
    for i in range(low, high):
        cost += costs.at(i)
    if cost == INFINITY or not near_segment(path, low, high, epsilon):
        return False
    pass_polys(nav, poly, &path.points[3 * low], end, 0.0, leg)
    return leg.arrived and leg.cost <= cost * (1.0 + LONGER) + IN_LINE \
        and fabs(height_at(nav.mesh, leg.stretches.back().poly, end[0], end[2]) - end[1]) <= SAME_FLOOR


cdef bint costs_more(NavView nav, const Path* path, const Path* than) noexcept nogil:
    """True if one path costs more than another. Only its corridor tells what a leg along the edge between two polygons costs: the leg
    alone might be on either."""
    return path_cost(nav, path) > path_cost(nav, than) * (1.0 + LONGER) + IN_LINE


cdef Py_ssize_t simplify(NavView nav, Path* path, double epsilon) except -1 nogil:
    """An opening window (Keogh, Chu, Hart & Pazzani 2001): from each point that stays, the path goes straight to the farthest later
    point found by a galloping search. Its steps double until one is too far, then they halve."""
    cdef Leg leg
    cdef Path out
    cdef vector[PolyRef] polys
    cdef vector[double] costs
    cdef Py_ssize_t low = 0, high, step, count = path.point_polys.size()
    cdef bint growing
    if count < 3:
        return 0
    leg_costs(nav, path, &polys, &costs)
    copy_point(path, 0, &out)
    while low < count - 1:
        high, step, growing = low + 1, 1, True
        while step > 0:
            if high + step < count and is_shortcut(nav, path, polys[low], &costs, low, high + step, epsilon, &leg):
                high += step
            else:
                growing = False
            step = 2 * step if growing else step // 2
        copy_point(path, high, &out)
        low = high
    if <Py_ssize_t>out.point_polys.size() == count:
        return 0
    out.entries = path.entries
    if not retrace(nav, &out) or (not nav.graph.uniform and costs_more(nav, &out, path)):
        return 0
    path.corridor.swap(out.corridor)
    path.entries.swap(out.entries)
    take_points(path, &out)
    return count - <Py_ssize_t>path.point_polys.size()


# ---- an end ----

cdef double measure_from(const double* center, const double* point, bint in_plan) noexcept nogil:
    return distance2(center[0], center[2], point[0], point[2]) if in_plan else distance3(center, point)


cdef double leaves_ball(const double* a, const double* b, const double* center, double radius, bint in_plan) noexcept nogil:
    """The part, 0 … 1, of the way from a to b at which it is radius meters from the center; a is no farther than this, b is."""
    cdef double along = 0.0, off = 0.0, out = -radius * radius, step, from_center, root
    cdef int i
    for i in range(3):
        if i != 1 or not in_plan:
            step, from_center = b[i] - a[i], a[i] - center[i]
            along += step * step
            off += step * from_center
            out += from_center * from_center
    out = min(out, 0.0)
    root = sqrt(off * off - along * out)
    step = -out / (off + root) if off > 0.0 else (root - off) / along
    return min(max(step, 0.0), 1.0)


cdef bint find_exit(const Leg* leg, const double* a, const double* b, const double* center, double radius, bint in_plan,
                    double* out, PolyRef* poly) noexcept nogil:
    """Where the ground under a leg first leaves a ball, and the polygon there; false if the leg begins outside or never leaves."""
    cdef double before[3]
    cdef double after[3]
    cdef double share
    cdef Py_ssize_t k, i
    place(a, b, 0.0, leg.breaks[0].y, before)
    if measure_from(center, before, in_plan) > radius:
        return False
    for k in range(1, <Py_ssize_t>leg.breaks.size()):
        place(a, b, leg.breaks[k].t, leg.breaks[k].y, after)
        if measure_from(center, after, in_plan) > radius:
            share = leaves_ball(before, after, center, radius, in_plan)
            if leg.breaks[k].t <= leg.breaks[k - 1].t + SAME_T:     # a step from one surface to the next
                share = 0.0
            for i in range(3):
                out[i] = before[i] + share * (after[i] - before[i])
            poly[0] = leg.breaks[k].poly
            return True
        before[0], before[1], before[2] = after[0], after[1], after[2]
    return False


cdef int end_at(NavView nav, Path* path, Py_ssize_t keep, const double* point, PolyRef poly, double* remainder) except -1 nogil:
    """Keep only the first ``keep`` points of a path, and add a point behind them unless it is NULL."""
    cdef Py_ssize_t i, count = path.point_polys.size()
    remainder[0] = distance3(&path.points[3 * keep - 3], &path.points[3 * keep])
    if point != NULL:
        remainder[0] = distance3(point, &path.points[3 * keep])
    for i in range(keep, count - 1):
        remainder[0] += distance3(&path.points[3 * i], &path.points[3 * i + 3])
    cut_points(path, keep)
    path.point_flags.resize(keep, 0)
    if point != NULL and distance3(point, &path.points[3 * keep - 3]) > IN_LINE:
        add_point(point, poly, 0, path)
    path.point_links[path.point_links.size() - 1] = -1
    path.point_flags[path.point_flags.size() - 1] |= POINT_LIMIT
    flag_points(path)
    retrace(nav, path)
    return 0


cdef int cut_leg(NavView nav, Path* path, Py_ssize_t i, const double* center, double radius,
                 bint in_plan, double* remainder) except -1 nogil:
    """End a path where a leg that ends outside a ball leaves the ball; a leg along a link: where it begins."""
    cdef Leg leg
    cdef double point[3]
    cdef PolyRef poly = NO_POLY
    if path.point_links[i] < 0:
        follow(nav, path, i, &leg)
        if find_exit(&leg, &path.points[3 * i], &path.points[3 * i + 3], center, radius, in_plan, point, &poly):
            return end_at(nav, path, i + 1, point, poly, remainder)
    return end_at(nav, path, i + 1, NULL, NO_POLY, remainder)


cdef bint limit_length(NavView nav, Path* path, double max_length, double* remainder) except -1 nogil:
    """The leg that gets too long is cut where the ground is as far from the leg's start as is left of the length. So the path is
    ``max_length`` long even if the ground under that leg bends."""
    cdef double left = max_length, length
    cdef double begin[3]
    cdef Py_ssize_t i, k, count = path.point_polys.size()
    remainder[0] = 0.0
    for i in range(count - 1):
        length = distance3(&path.points[3 * i], &path.points[3 * i + 3])
        if length > left:
            for k in range(3):
                begin[k] = path.points[3 * i + k]
            cut_leg(nav, path, i, begin, left, False, remainder)
            return True
        left -= length
    return False


cdef bint limit_radius(NavView nav, Path* path, const double* center, double radius, bint in_plan, double* remainder) except -1 nogil:
    cdef double around[3]
    cdef Py_ssize_t i, count = path.point_polys.size()
    remainder[0] = 0.0
    if count == 0:
        return False
    for i in range(3):
        around[i] = path.points[i] if center == NULL else center[i]
    if count > 1 and measure_from(around, path.points.data(), in_plan) > radius:
        end_at(nav, path, 1, NULL, NO_POLY, remainder)
        return True
    for i in range(count - 1):
        if measure_from(around, &path.points[3 * i + 3], in_plan) > radius:
            cut_leg(nav, path, i, around, radius, in_plan, remainder)
            return True
    return False
