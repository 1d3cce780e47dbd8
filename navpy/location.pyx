"""Finds the floor under a point by a uniform grid over the ground plane (Ericson 2005, section 7.1)."""
from libc.math cimport INFINITY, NAN, ceil, fabs, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, border_tolerance, closest_on_segment, closest_on_triangle, distance2, distance3, is_point
from navpy.mesh cimport MeshView, fan_pivot, surface_at, surface_size

cdef double SAME_FLOOR = 0.01           # metres between two surfaces that are one floor at a shared border
cdef double FALL_WEIGHT = 4.0           # metres aside that one metre too deep is worth
cdef double JUMP = 0.75                 # metres that feet may be off the floor
cdef double SLIVER_AREA2 = 2e-13        # m²; twice the area of a triangle whose corners are taken to be in line


# ---- the grid ----

cdef struct Box:                        # bounds in the ground plane, metres
    double min_x, min_z, max_x, max_z


cdef Box poly_box(const MeshView* mesh, int32_t index) noexcept nogil:
    cdef Box box
    cdef const double* v
    cdef int32_t k
    box.min_x = box.min_z = INFINITY
    box.max_x = box.max_z = -INFINITY
    for k in range(mesh.polys[index].first, mesh.polys[index].first + mesh.polys[index].count):
        v = mesh.vertices + 3 * <size_t>mesh.corners[k]
        box.min_x, box.max_x = min(box.min_x, v[0]), max(box.max_x, v[0])
        box.min_z, box.max_z = min(box.min_z, v[2]), max(box.max_z, v[2])
    return box


cdef inline int32_t cell_of(double value, double low, double cell, int32_t count) noexcept nogil:
    """Column or row of a coordinate, clamped to the grid; never decreasing, so that a box covers what lies in it."""
    cdef double place = (value - low) / cell
    if not place > 0.0:
        return 0
    if place >= count:
        return count - 1
    return <int32_t>place


cdef Box cells_of(const MeshView* mesh, const Box* box) noexcept nogil:
    cdef Box cells
    cells.min_x = cell_of(box.min_x, mesh.grid_min_x, mesh.grid_cell, mesh.grid_width)
    cells.max_x = cell_of(box.max_x, mesh.grid_min_x, mesh.grid_cell, mesh.grid_width)
    cells.min_z = cell_of(box.min_z, mesh.grid_min_z, mesh.grid_cell, mesh.grid_depth)
    cells.max_z = cell_of(box.max_z, mesh.grid_min_z, mesh.grid_cell, mesh.grid_depth)
    return cells


cdef void size_grid(MeshView* mesh) noexcept nogil:
    """About one cell a polygon; coarser while polygons overlap so many cells that the lists would outgrow the mesh."""
    cdef Box box, all
    cdef double width, depth, cell
    cdef int64_t entries
    cdef int32_t i
    all.min_x = all.min_z = INFINITY
    all.max_x = all.max_z = -INFINITY
    for i in range(mesh.poly_count):
        box = poly_box(mesh, i)
        all.min_x, all.max_x = min(all.min_x, box.min_x), max(all.max_x, box.max_x)
        all.min_z, all.max_z = min(all.min_z, box.min_z), max(all.max_z, box.max_z)
    width, depth = all.max_x - all.min_x, all.max_z - all.min_z
    cell = max(sqrt(width * depth / mesh.poly_count), max(width, depth) / (mesh.poly_count + 1.0))
    mesh.grid_min_x, mesh.grid_min_z = all.min_x, all.min_z
    while True:
        mesh.grid_cell = cell
        mesh.grid_width = max(1, <int32_t>ceil(width / cell))
        mesh.grid_depth = max(1, <int32_t>ceil(depth / cell))
        entries = 0
        for i in range(mesh.poly_count):
            box = poly_box(mesh, i)
            box = cells_of(mesh, &box)
            entries += <int64_t>((box.max_x - box.min_x + 1) * (box.max_z - box.min_z + 1))
        if entries <= 8 * <int64_t>mesh.poly_count + 64 or mesh.grid_width * mesh.grid_depth == 1:
            break
        cell *= 2.0


cdef int fill_grid(const MeshView* mesh, vector[int32_t]* first, vector[PolyRef]* polys) except -1 nogil:
    """Counting sort of the polygons into the cells that their boxes touch, ascending in each."""
    cdef size_t cells = <size_t>mesh.grid_width * <size_t>mesh.grid_depth, i
    cdef vector[int32_t] place
    cdef Box box
    cdef int32_t p, x, z
    first.clear()
    first.resize(cells + 1, 0)
    for p in range(mesh.poly_count):
        box = poly_box(mesh, p)
        box = cells_of(mesh, &box)
        for z in range(<int32_t>box.min_z, <int32_t>box.max_z + 1):
            for x in range(<int32_t>box.min_x, <int32_t>box.max_x + 1):
                first[0][<size_t>z * mesh.grid_width + x + 1] += 1
    for i in range(cells):
        first[0][i + 1] += first[0][i]
    polys.resize(first.back())
    place.assign(first.begin(), first.end())
    for p in range(mesh.poly_count):
        box = poly_box(mesh, p)
        box = cells_of(mesh, &box)
        for z in range(<int32_t>box.min_z, <int32_t>box.max_z + 1):
            for x in range(<int32_t>box.min_x, <int32_t>box.max_x + 1):
                i = <size_t>z * mesh.grid_width + x
                polys[0][place[i]] = p
                place[i] += 1
    return 0


cdef int32_t first_broken_cell(const MeshView* mesh) noexcept nogil:
    """The first cell whose list ends before it begins."""
    cdef int32_t i
    for i in range(mesh.grid_width * mesh.grid_depth if mesh.poly_count else 0):
        if mesh.cell_first[i] > mesh.cell_first[i + 1]:
            return i
    return -1


# ---- where a point is ----

cdef double detail_height(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the detail triangle that (x, z) is in, or else of the place on one that is nearest in the ground plane."""
    cdef const double* corner[3]
    cdef double to[3]
    cdef double away, best = INFINITY, y = NAN, whole, qx, qz
    cdef int32_t triangle[3]
    cdef int32_t i, k
    for i in range(mesh.polys[poly].detail_count):
        surface_at(mesh, poly, 0, i, triangle)
        for k in range(3):
            corner[k] = mesh.vertices + 3 * <size_t>triangle[k]
        whole = area2(corner[0][0], corner[0][2], corner[1][0], corner[1][2], corner[2][0], corner[2][2])
        if whole > -SLIVER_AREA2:
            continue
        for k in range(3):          # share of the corner opposite to edge k, k + 1
            to[(k + 2) % 3] = area2(corner[k][0], corner[k][2], corner[(k + 1) % 3][0], corner[(k + 1) % 3][2], x, z) / whole
        if to[0] >= 0.0 and to[1] >= 0.0 and to[2] >= 0.0:
            return to[0] * corner[0][1] + to[1] * corner[1][1] + to[2] * corner[2][1]
        for k in range(3):
            away = closest_on_segment(x, z, corner[k][0], corner[k][2], corner[(k + 1) % 3][0], corner[(k + 1) % 3][2], &qx, &qz)
            if away < best:
                best, whole = away, distance2(corner[k][0], corner[k][2], corner[(k + 1) % 3][0], corner[(k + 1) % 3][2])
                whole = distance2(corner[k][0], corner[k][2], qx, qz) / whole if whole > 0.0 else 0.0
                y = corner[k][1] + whole * (corner[(k + 1) % 3][1] - corner[k][1])
    return y


cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the polygon's surface in metres over or under (x, z): of its triangle there, and outside the polygon
    no higher or lower than that triangle. NaN where there is no such polygon."""
    if poly < 0 or poly >= mesh.poly_count or mesh.polys[poly].count == 0:
        return NAN
    if mesh.polys[poly].detail_count > 0:
        return detail_height(mesh, poly, x, z)
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double whole, to_b, to_c, low, high, y = mesh.vertices[3 * <size_t>mesh.corners[mesh.polys[poly].first] + 1]
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    cdef int32_t triangle[3]
    for i in range(surface_size(mesh, poly)):
        surface_at(mesh, poly, pivot, i, triangle)
        a = mesh.vertices + 3 * <size_t>triangle[0]
        b = mesh.vertices + 3 * <size_t>triangle[1]
        c = mesh.vertices + 3 * <size_t>triangle[2]
        whole = area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if whole > -SLIVER_AREA2:       # corners in line: another triangle covers this place
            continue
        to_c = area2(a[0], a[2], b[0], b[2], x, z) / whole
        to_b = area2(a[0], a[2], x, z, c[0], c[2]) / whole
        y = a[1] + to_b * (b[1] - a[1]) + to_c * (c[1] - a[1])
        low, high = min(a[1], min(b[1], c[1])), max(a[1], max(b[1], c[1]))
        y = low if y < low else high if y > high else y
        if to_b >= 0.0:
            break
    return y


cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil:
    """Nearest point of the polygon's surface in space; returns its distance in metres, infinite for a free
    place."""
    cdef double q[3]
    cdef double distance, best = INFINITY
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    cdef int32_t triangle[3]
    for i in range(surface_size(mesh, poly)):
        surface_at(mesh, poly, pivot, i, triangle)
        closest_on_triangle(point, mesh.vertices + 3 * <size_t>triangle[0], mesh.vertices + 3 * <size_t>triangle[1],
                            mesh.vertices + 3 * <size_t>triangle[2], q)
        distance = distance3(point, q)
        if distance < best:
            best = distance
            memcpy(out, q, sizeof(q))
    return best


cdef double closest_below(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil:
    """The polygon's surface at the place nearest to the point in the ground plane; returns the distance there."""
    cdef const int32_t* corner = mesh.corners + mesh.polys[poly].first
    cdef const double* a = mesh.vertices + 3 * <size_t>corner[mesh.polys[poly].count - 1]
    cdef const double* b
    cdef double x, z, distance, best = INFINITY
    cdef bint inside = True
    cdef int32_t i
    for i in range(mesh.polys[poly].count):
        b = mesh.vertices + 3 * <size_t>corner[i]
        inside = inside and area2(a[0], a[2], b[0], b[2], point[0], point[2]) <= 0.0
        a = b
    if inside:
        best, out[0], out[2] = 0.0, point[0], point[2]
    for i in range(0 if inside else mesh.polys[poly].count):    # all: of edges in line rounding may show a wrong one
        b = mesh.vertices + 3 * <size_t>corner[i]
        distance = closest_on_segment(point[0], point[2], a[0], a[2], b[0], b[2], &x, &z)
        if distance < best:
            best, out[0], out[2] = distance, x, z
        a = b
    out[1] = height_at(mesh, poly, out[0], out[2])
    return best


cdef bint nearer_floor(const Location* best, double best_off, PolyRef poly, double off, double y) noexcept nogil:
    """Of surfaces under one point the highest; of those that meet at a border the one that the point is inside of."""
    if best.poly == NO_POLY:
        return True
    if off != best_off and fabs(y - best.point[1]) <= SAME_FLOOR:
        return off < best_off
    return y > best.point[1] or (y == best.point[1] and poly < best.poly)


cdef double cost_of(const double* point, const double* q, double off, double body) noexcept nogil:
    """What speaks against a floor, in metres: how far aside it is, and what it lies deeper than an origin would float."""
    return off + FALL_WEIGHT * max(point[1] - q[1] - body, 0.0)


cdef void scan(const MeshView* mesh, const double* point, const Reach* reach, bint below, Location* out,
               double* cost) noexcept nogil:
    """Best polygon of the cells within reach: the floor under the point, or of all the one of the least cost if that is
    below `cost`; of equals the nearest."""
    cdef Box box
    cdef double q[3]
    cdef double off, distance, off_cost, best_off = INFINITY
    cdef int32_t x, z, k
    cdef size_t cell
    cdef PolyRef poly
    box.min_x, box.max_x = point[0] - reach.sideways, point[0] + reach.sideways
    box.min_z, box.max_z = point[2] - reach.sideways, point[2] + reach.sideways
    box = cells_of(mesh, &box)
    for z in range(<int32_t>box.min_z, <int32_t>box.max_z + 1):
        for x in range(<int32_t>box.min_x, <int32_t>box.max_x + 1):
            cell = <size_t>z * mesh.grid_width + x
            for k in range(mesh.cell_first[cell], mesh.cell_first[cell + 1]):
                poly = mesh.cell_polys[k]
                off = closest_below(mesh, poly, point, q)
                if off > reach.sideways or q[1] > point[1] + reach.up or q[1] < point[1] - reach.down:
                    continue
                distance, off_cost = distance3(point, q), cost_of(point, q, off, reach.body)
                if (nearer_floor(out, best_off, poly, off, q[1]) if below else
                        off_cost < cost[0] or (off_cost == cost[0] and (
                            distance < out.distance or (distance == out.distance and poly < out.poly)))):
                    best_off, cost[0] = off, off_cost
                    out.poly, out.distance = poly, distance
                    memcpy(out.point, q, sizeof(q))


cdef Reach default_reach(const MeshView* mesh) noexcept nogil:
    """What an agent may be off its floor: two radii aside, a step's height below it, a jump above it. Sunken by less
    than its own height it cannot have meant a floor further down, so the one above is taken."""
    cdef Reach reach
    reach.sideways = max(2.0 * mesh.agent_radius, 1.0)
    reach.up = max(mesh.climb, 0.5)
    reach.down = 4.0
    reach.sunken = max(mesh.agent_height, reach.up)
    reach.body = max(mesh.agent_height, 1.5) + JUMP
    return reach


cdef bint locate(const MeshView* mesh, const double* point, const Reach* reach, Location* out) noexcept nogil:
    """The floor under the feet: the highest surface at the point's place that is at most ``up`` above and ``down``
    below it. Where that is further down than ``body``, a floor aside may be meant, as beside the edge of a storey: the
    one of the least `cost_of` within ``sideways`` wins. Where there is none, the nearest up to ``sunken`` above. False
    (NO_POLY) where there is none at all."""
    cdef Reach limits = reach[0]
    cdef double cost = INFINITY
    out.poly, out.distance = NO_POLY, INFINITY
    memcpy(out.point, point, sizeof(out.point))
    if mesh.poly_count == 0 or not is_point(point):
        return False
    limits.sideways = min(reach.sideways, border_tolerance(point[0], point[2]))
    scan(mesh, point, &limits, True, out, &cost)
    if out.poly == NO_POLY or point[1] - out.point[1] > reach.body:
        scan(mesh, point, reach, False, out, &cost)
    if out.poly == NO_POLY and reach.sunken > reach.up:
        limits = reach[0]
        limits.up = reach.sunken
        scan(mesh, point, &limits, False, out, &cost)
    return out.poly != NO_POLY


cdef bint locate_nearest(const MeshView* mesh, const double* point, Location* out) noexcept nogil:
    """Nearest point of the whole surface in space, however far; the lower polygon of equally near ones."""
    cdef double q[3]
    cdef double distance
    cdef PolyRef poly
    out.poly, out.distance = NO_POLY, INFINITY
    memcpy(out.point, point, sizeof(out.point))
    if not is_point(point):
        return False
    for poly in range(mesh.poly_count):
        distance = closest_on_poly(mesh, poly, point, q)
        if distance < out.distance:
            out.poly, out.distance = poly, distance
            memcpy(out.point, q, sizeof(q))
    return out.poly != NO_POLY
