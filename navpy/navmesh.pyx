"""NavMesh: convex polygons, who neighbours whom, and which polygon a point stands on."""
from libc.math cimport INFINITY, NAN, ceil, fabs, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport reverse, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, border_tolerance, closest_on_segment, closest_on_triangle, distance3, is_point

from array import array

cdef enum:
    AREA_WALKABLE = 63

cdef double MAX_COORDINATE = 1e9        # metres; beyond it squares and areas lose their meaning
cdef double MIN_AREA2 = 2e-10           # m²; a polygon below half of it has no inside worth standing on
cdef double SAME_FLOOR = 0.01           # metres between two surfaces that are one floor at a shared border

cdef enum FaultKind:
    FAULT_NONE
    FAULT_NOT_FINITE
    FAULT_TOO_FAR
    FAULT_TOO_FEW
    FAULT_INDEX
    FAULT_COINCIDENT
    FAULT_DEGENERATE
    FAULT_CLOCKWISE
    FAULT_CONCAVE
    FAULT_EDGE_SHARED
    FAULT_EDGE_SAME_WAY
    FAULT_TWIN
    FAULT_ISLAND
    FAULT_GRID

cdef struct Fault:                      # the first thing wrong with a mesh
    FaultKind kind
    int32_t poly                        # polygon (or vertex) at fault
    int32_t other                       # second polygon, where there is one
    int32_t a, b                        # vertices concerned


# ---- checking what came in ----

cdef bint fail(Fault* fault, FaultKind kind, int32_t poly, int32_t other, int32_t a, int32_t b) noexcept nogil:
    fault.kind, fault.poly, fault.other, fault.a, fault.b = kind, poly, other, a, b
    return False


cdef bint check_vertices(const MeshView* mesh, Fault* fault) noexcept nogil:
    cdef int32_t i, k
    cdef double value
    for i in range(mesh.vertex_count):
        for k in range(3):
            value = mesh.vertices[3 * i + k]
            if not isfinite(value):
                return fail(fault, FAULT_NOT_FINITE, i, 0, 0, 0)
            if fabs(value) > MAX_COORDINATE:
                return fail(fault, FAULT_TOO_FAR, i, 0, 0, 0)
    return True


cdef bint check_indices(const MeshView* mesh, Fault* fault) noexcept nogil:
    cdef int32_t i, k, v
    for i in range(mesh.poly_count):
        if mesh.polys[i].count < 3:
            return fail(fault, FAULT_TOO_FEW, i, 0, mesh.polys[i].count, 0)
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            v = mesh.corners[k]
            if v < 0 or v >= mesh.vertex_count:
                return fail(fault, FAULT_INDEX, i, 0, v, mesh.vertex_count)
    return True


cdef double poly_area2(const MeshView* mesh, const Poly* poly) noexcept nogil:
    """Twice the signed area in the ground plane, m²; measured from the first corner, to lose nothing far from the origin."""
    cdef const int32_t* corner = mesh.corners + poly.first
    cdef const double* a = mesh.vertices + 3 * <size_t>corner[0]
    cdef const double* b
    cdef const double* c
    cdef double sum = 0.0
    cdef int32_t i
    for i in range(1, poly.count - 1):
        b = mesh.vertices + 3 * <size_t>corner[i]
        c = mesh.vertices + 3 * <size_t>corner[i + 1]
        sum += area2(a[0], a[2], b[0], b[2], c[0], c[2])
    return sum


cdef bint check_shape(const MeshView* mesh, int32_t index, Fault* fault) noexcept nogil:
    """Convex: never turns right, and goes round once, that is its edges change between rightward and leftward twice."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef const int32_t* corner = mesh.corners + poly.first
    cdef const double* a
    cdef const double* b = mesh.vertices + 3 * <size_t>corner[poly.count - 1]
    cdef const double* c = mesh.vertices + 3 * <size_t>corner[0]
    cdef double turn, chord, dx, dz, area = poly_area2(mesh, poly)
    cdef int32_t i, changes = 0
    cdef bint forward, was_forward = c[0] > b[0] or (c[0] == b[0] and c[2] > b[2])
    if fabs(area) < MIN_AREA2:
        return fail(fault, FAULT_DEGENERATE, index, 0, 0, 0)
    if area > 0.0:
        return fail(fault, FAULT_CLOCKWISE, index, 0, 0, 0)
    for i in range(poly.count):
        a, b = b, c
        c = mesh.vertices + 3 * <size_t>corner[i + 1 if i + 1 < poly.count else 0]
        dx, dz = c[0] - b[0], c[2] - b[2]
        if dx == 0.0 and dz == 0.0:
            return fail(fault, FAULT_COINCIDENT, index, 0, corner[i], corner[i + 1 if i + 1 < poly.count else 0])
        forward = dx > 0.0 or (dx == 0.0 and dz > 0.0)
        changes += forward != was_forward
        was_forward = forward
        turn = area2(a[0], a[2], b[0], b[2], c[0], c[2])
        chord = sqrt((c[0] - a[0]) * (c[0] - a[0]) + (c[2] - a[2]) * (c[2] - a[2]))
        if turn > border_tolerance(b[0], b[2]) * chord:
            return fail(fault, FAULT_CONCAVE, index, 0, corner[i], 0)
    if changes != 2:
        return fail(fault, FAULT_CONCAVE, index, 0, corner[0], 0)
    return True


# ---- what is derived from the polygons ----

cdef int32_t poly_of_corner(const MeshView* mesh, int32_t corner) noexcept nogil:
    cdef int32_t low = 0, high = mesh.poly_count - 1, middle
    while low < high:
        middle = low + (high - low + 1) // 2
        if mesh.polys[middle].first <= corner:
            low = middle
        else:
            high = middle - 1
    return low


cdef bint link(const MeshView* mesh, PolyRef* neighbors, int32_t* twins, Fault* fault) except -1 nogil:
    """Join polygons along shared edges: sort all edges by their pair of vertices, then equal ones lie side by side."""
    cdef vector[pair[uint64_t, int32_t]] edges
    cdef pair[uint64_t, int32_t] edge
    cdef const Poly* poly
    cdef int32_t i, k, a, b, c, d
    cdef size_t e, run
    edges.reserve(mesh.corner_count)
    for i in range(mesh.poly_count):
        poly = &mesh.polys[i]
        for k in range(poly.count):
            a = mesh.corners[poly.first + k]
            b = mesh.corners[poly.first + (k + 1 if k + 1 < poly.count else 0)]
            edge.first = (<uint64_t>(a if a < b else b) << 32) | <uint64_t>(b if a < b else a)
            edge.second = poly.first + k
            edges.push_back(edge)
            neighbors[poly.first + k] = NO_POLY
            twins[poly.first + k] = -1
    sort(edges.begin(), edges.end())
    e = 0
    while e < edges.size():
        run = e + 1
        while run < edges.size() and edges[run].first == edges[e].first:
            run += 1
        if run - e > 1:
            c, d = edges[e].second, edges[e + 1].second
            a, b = mesh.corners[c], <int32_t>(edges[e].first >> 32)
            if a == b:
                b = <int32_t>(edges[e].first & <uint64_t>0x7fffffff)
            if run - e > 2:
                return fail(fault, FAULT_EDGE_SHARED, poly_of_corner(mesh, c), poly_of_corner(mesh, d), a, b)
            if mesh.corners[d] == a:
                return fail(fault, FAULT_EDGE_SAME_WAY, poly_of_corner(mesh, c), poly_of_corner(mesh, d), a, b)
            neighbors[c], neighbors[d] = poly_of_corner(mesh, d), poly_of_corner(mesh, c)
            twins[c], twins[d] = d, c
        e = run
    return True


cdef int32_t label_islands(const MeshView* mesh, int32_t* label) except -1 nogil:
    """Connected components, numbered in the order of their lowest polygon; returns how many."""
    cdef vector[int32_t] stack
    cdef int32_t seed, poly, k, other, count = 0
    for seed in range(mesh.poly_count):
        label[seed] = -1
    for seed in range(mesh.poly_count):
        if label[seed] >= 0:
            continue
        label[seed] = count
        stack.push_back(seed)
        while stack.size() > 0:
            poly = stack.back()
            stack.pop_back()
            for k in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
                other = mesh.neighbors[k]
                if other != NO_POLY and label[other] < 0:
                    label[other] = count
                    stack.push_back(other)
        count += 1
    return count


cdef void find_centers(const MeshView* mesh, double* centers) noexcept nogil:
    cdef const Poly* poly
    cdef int32_t i, k, axis
    cdef double sum
    for i in range(mesh.poly_count):
        poly = &mesh.polys[i]
        for axis in range(3):
            sum = 0.0
            for k in range(poly.first, poly.first + poly.count):
                sum += mesh.vertices[3 * <size_t>mesh.corners[k] + axis]
            centers[3 * <size_t>i + axis] = sum / poly.count


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
    first.assign(cells + 1, 0)
    for p in range(mesh.poly_count):
        box = poly_box(mesh, p)
        box = cells_of(mesh, &box)
        for z in range(<int32_t>box.min_z, <int32_t>box.max_z + 1):
            for x in range(<int32_t>box.min_x, <int32_t>box.max_x + 1):
                first[0][<size_t>z * mesh.grid_width + x + 1] += 1
    for i in range(cells):
        first[0][i + 1] += first[0][i]
    polys.resize(first.back())
    place = first[0]
    for p in range(mesh.poly_count):
        box = poly_box(mesh, p)
        box = cells_of(mesh, &box)
        for z in range(<int32_t>box.min_z, <int32_t>box.max_z + 1):
            for x in range(<int32_t>box.min_x, <int32_t>box.max_x + 1):
                i = <size_t>z * mesh.grid_width + x
                polys[0][place[i]] = p
                place[i] += 1
    return 0


# ---- where a point is ----

cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the polygon's surface in metres over or under (x, z): of its fan triangle there, and outside the
    polygon no higher or lower than that triangle. NaN where there is no such polygon."""
    if poly < 0 or poly >= mesh.poly_count:
        return NAN
    cdef const int32_t* corner = mesh.corners + mesh.polys[poly].first
    cdef const double* a = mesh.vertices + 3 * <size_t>corner[0]
    cdef const double* b
    cdef const double* c
    cdef double whole, to_b, to_c, y = a[1], low, high
    cdef int32_t i
    for i in range(1, mesh.polys[poly].count - 1):
        b = mesh.vertices + 3 * <size_t>corner[i]
        c = mesh.vertices + 3 * <size_t>corner[i + 1]
        whole = area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if whole > -1e-3 * MIN_AREA2:       # corners in line: another triangle covers this place
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
    """Nearest point of the polygon's surface in space; returns its distance in metres."""
    cdef const int32_t* corner = mesh.corners + mesh.polys[poly].first
    cdef double q[3]
    cdef double distance, best = INFINITY
    cdef int32_t i
    for i in range(1, mesh.polys[poly].count - 1):
        closest_on_triangle(point, mesh.vertices + 3 * <size_t>corner[0], mesh.vertices + 3 * <size_t>corner[i],
                            mesh.vertices + 3 * <size_t>corner[i + 1], q)
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


cdef void scan(const MeshView* mesh, const double* point, const Reach* reach, bint below, Location* out) noexcept nogil:
    """Best polygon of the cells within reach: the floor under the point, or the nearest of those aside."""
    cdef Box box
    cdef double q[3]
    cdef double off, distance, best_off = INFINITY
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
                distance = distance3(point, q)
                if (nearer_floor(out, best_off, poly, off, q[1]) if below else
                        distance < out.distance or (distance == out.distance and poly < out.poly)):
                    best_off = off
                    out.poly, out.distance = poly, distance
                    memcpy(out.point, q, sizeof(q))


cdef Reach default_reach(const MeshView* mesh) noexcept nogil:
    """What an agent may be off its floor: two radii aside, a step's height below it, a jump above it."""
    cdef Reach reach
    reach.sideways = max(2.0 * mesh.agent_radius, 1.0)
    reach.up = max(mesh.climb, 0.5)
    reach.down = 4.0
    return reach


cdef bint locate(const MeshView* mesh, const double* point, const Reach* reach, Location* out) noexcept nogil:
    """The floor under the feet: the highest surface at the point's place that is at most ``up`` above and ``down``
    below it; where there is none, the nearest one at most ``sideways`` off. False (NO_POLY) where there is neither."""
    cdef Reach under = reach[0]
    out.poly, out.distance = NO_POLY, INFINITY
    memcpy(out.point, point, sizeof(out.point))
    if mesh.poly_count == 0 or not is_point(point):
        return False
    under.sideways = min(reach.sideways, border_tolerance(point[0], point[2]))
    scan(mesh, point, &under, True, out)
    if out.poly == NO_POLY:
        scan(mesh, point, reach, False, out)
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


# ---- checking what was derived ----

cdef bint check_links(const MeshView* mesh, Fault* fault) noexcept nogil:
    """Twins name each other, hold the same two vertices in opposite order, and neighbours share an island."""
    cdef int32_t i, k, next, twin, other, twin_next
    for i in range(mesh.poly_count):
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            other, twin = mesh.neighbors[k], mesh.twins[k]
            if other == NO_POLY and twin < 0:
                continue
            if other < 0 or other >= mesh.poly_count or twin < mesh.polys[other].first \
                    or twin >= mesh.polys[other].first + mesh.polys[other].count:
                return fail(fault, FAULT_TWIN, i, other, mesh.corners[k], 0)
            next = k + 1 if k + 1 < mesh.polys[i].first + mesh.polys[i].count else mesh.polys[i].first
            twin_next = twin + 1 if twin + 1 < mesh.polys[other].first + mesh.polys[other].count else mesh.polys[other].first
            if mesh.twins[twin] != k or mesh.neighbors[twin] != i or mesh.corners[k] != mesh.corners[twin_next] \
                    or mesh.corners[next] != mesh.corners[twin]:
                return fail(fault, FAULT_TWIN, i, other, mesh.corners[k], mesh.corners[next])
            if mesh.polys[i].island != mesh.polys[other].island:
                return fail(fault, FAULT_ISLAND, i, other, 0, 0)
    return True


cdef bint check_mesh(const MeshView* mesh, Fault* fault) except -1 nogil:
    cdef vector[int32_t] labels
    cdef int32_t i, count
    if not (check_vertices(mesh, fault) and check_indices(mesh, fault)):
        return False
    for i in range(mesh.poly_count):
        if not check_shape(mesh, i, fault):
            return False
    if not check_links(mesh, fault):
        return False
    labels.resize(mesh.poly_count)
    count = label_islands(mesh, labels.data())
    for i in range(mesh.poly_count):
        if labels[i] != mesh.polys[i].island or count != mesh.island_count:
            return fail(fault, FAULT_ISLAND, i, i, 0, 0)
    for i in range(mesh.grid_width * mesh.grid_depth if mesh.poly_count else 0):
        if mesh.cell_first[i] > mesh.cell_first[i + 1]:
            return fail(fault, FAULT_GRID, i, 0, 0, 0)
    return True


cdef str fault_message(const Fault* fault):
    cdef int32_t poly = fault.poly, other = fault.other, a = fault.a, b = fault.b
    if fault.kind == FAULT_NOT_FINITE:
        return f"vertices: vertex {poly} is not finite"
    if fault.kind == FAULT_TOO_FAR:
        return f"vertices: vertex {poly} is more than {MAX_COORDINATE:g} m from the origin"
    if fault.kind == FAULT_TOO_FEW:
        return f"polygons: polygon {poly} has {a} corners, it needs at least 3"
    if fault.kind == FAULT_INDEX:
        return f"polygons: polygon {poly} names vertex {a}, there are {b} vertices"
    if fault.kind == FAULT_COINCIDENT:
        return f"polygons: polygon {poly} has two corners in a row, {a} and {b}, at the same x and z"
    if fault.kind == FAULT_DEGENERATE:
        return f"polygons: polygon {poly} has no area in the ground plane"
    if fault.kind == FAULT_CLOCKWISE:
        return f"polygons: polygon {poly} is clockwise seen from above, its normal must point up"
    if fault.kind == FAULT_CONCAVE:
        return f"polygons: polygon {poly} is not convex in the ground plane at its corner {a}"
    if fault.kind == FAULT_EDGE_SHARED:
        return f"polygons: more than two polygons share the edge {a}-{b}, among them {poly} and {other}"
    if fault.kind == FAULT_EDGE_SAME_WAY:
        return f"polygons: polygons {poly} and {other} both lie on the same side of the edge {a}-{b}"
    if fault.kind == FAULT_TWIN:
        return f"mesh: polygons {poly} and {other} do not agree on the edge {a}-{b} between them"
    if fault.kind == FAULT_ISLAND:
        return f"mesh: the island labels of polygons {poly} and {other} are wrong"
    return f"mesh: cell {poly} of the location grid is broken"


# ---- bytes ----

cdef struct Header:                     # as written, little-endian; no padding
    uint8_t magic[8]
    uint64_t checksum                   # of all that follows
    int32_t version
    int32_t vertex_count
    int32_t poly_count
    int32_t corner_count
    double agent_radius
    double agent_height
    double climb

cdef enum:
    FORMAT_VERSION = 1
    CHECKED_FROM = 16                   # bytes before the checksum's range

cdef bytes MAGIC = b"NAVPYMSH"


cdef uint64_t fnv1a(const uint8_t* data, size_t size) noexcept nogil:
    """FNV-1a, 64 bits (Fowler, Noll, Vo): each step is one-to-one, so no single changed byte goes unseen."""
    cdef uint64_t value = 14695981039346656037ULL
    cdef size_t i
    for i in range(size):
        value = (value ^ data[i]) * 1099511628211ULL
    return value


cdef int64_t body_size(const Header* head) noexcept nogil:
    return 24 * <int64_t>head.vertex_count + 8 * <int64_t>head.poly_count + 4 * <int64_t>head.corner_count


# ---- Python ----

cdef object query_find_path = None
cdef object query_find_paths = None


def register_query(find_path, find_paths):
    """Give NavMesh its methods ``find_path`` and ``find_paths``; navpy.query calls this when it is imported."""
    global query_find_path, query_find_paths
    query_find_path, query_find_paths = find_path, find_paths


cdef double measure(str name, value) except -1.0:
    cdef double number = value
    if not (isfinite(number) and number >= 0.0):
        raise ValueError(f"{name}: must be a finite number of metres, not below 0, is {value}")
    return number


cdef int read_point(str name, point, double* out) except -1:
    if len(point) != 3:
        raise ValueError(f"{name}: must have 3 coordinates, has {len(point)}")
    out[0], out[1], out[2] = point[0], point[1], point[2]
    return 0


cdef class NavMesh:
    """NavMesh(vertices=None, offsets=None, corners=None, areas=None, *, agent_radius=0, agent_height=0, climb=0)

    Convex polygons in space that agents walk on. It never changes once made; without polygons it is empty but valid.

    vertices: float64 (n, 3), metres, Y up. offsets: int32 (polygons + 1,), polygon i has the corners
    offsets[i] … offsets[i+1]−1. corners: int32, vertex indices, counter-clockwise seen from above. areas: int32, an area
    id a polygon, 63 (walkable ground) when left out. All are buffers of exactly that type and are copied; no numpy is
    needed. agent_radius, agent_height, climb: metres, what the mesh was baked for, 0 where unknown.

    Polygons are neighbours where they share both vertices of an edge; equal positions under different indices are not
    joined. ValueError, naming the polygon: a vertex that is not finite, an index out of range, fewer than 3 corners, a
    polygon that is degenerate, clockwise or not convex in the ground plane (corners in line are fine), an edge of more
    than two polygons or of two on the same side.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None,
                  const int32_t[::1] corners=None, const int32_t[::1] areas=None, *,
                  agent_radius=0.0, agent_height=0.0, climb=0.0, bint _flip=False):
        cdef Poly poly
        cdef Py_ssize_t i
        self.view.agent_radius = measure("agent_radius", agent_radius)
        self.view.agent_height = measure("agent_height", agent_height)
        self.view.climb = measure("climb", climb)
        if vertices is not None and vertices.shape[0]:
            if vertices.shape[1] != 3:
                raise ValueError(f"vertices: must have 3 coordinates a vertex, have {vertices.shape[1]}")
            if vertices.shape[0] > 0x7fffffff:
                raise ValueError(f"vertices: at most {0x7fffffff}, are {vertices.shape[0]}")
            self.vertex_data.assign(&vertices[0, 0], &vertices[0, 0] + 3 * vertices.shape[0])
        if corners is not None and corners.shape[0]:
            if corners.shape[0] > 0x7ffffffe:
                raise ValueError(f"corners: at most {0x7ffffffe}, are {corners.shape[0]}")
            self.corner_data.assign(&corners[0], &corners[0] + corners.shape[0])
        if offsets is not None and offsets.shape[0]:
            if offsets[0] != 0 or offsets[offsets.shape[0] - 1] != <Py_ssize_t>self.corner_data.size():
                raise ValueError(f"offsets: must run from 0 to the {self.corner_data.size()} corners, run from "
                                 f"{offsets[0]} to {offsets[offsets.shape[0] - 1]}")
            for i in range(offsets.shape[0] - 1):
                poly.first, poly.count = offsets[i], offsets[i + 1] - offsets[i]
                poly.island, poly.area = 0, AREA_WALKABLE
                if not (0 <= offsets[i] <= offsets[i + 1]):
                    raise ValueError(f"offsets: must not decrease, do at polygon {i}")
                self.poly_data.push_back(poly)
        elif self.corner_data.size():
            raise ValueError(f"offsets: missing for {self.corner_data.size()} corners")
        if areas is not None:
            if areas.shape[0] != <Py_ssize_t>self.poly_data.size():
                raise ValueError(f"areas: must be one a polygon, are {areas.shape[0]} for {self.poly_data.size()} polygons")
            for i in range(areas.shape[0]):
                self.poly_data[i].area = areas[i]
        self.assemble(_flip)

    cdef int assemble(self, bint flip) except -1:
        """Check the polygons and derive everything else from them; flip: turn clockwise ones first."""
        cdef MeshView* view = &self.view
        cdef Fault fault
        cdef vector[int32_t] labels
        cdef int32_t i
        cdef bint good
        view.vertices, view.vertex_count = self.vertex_data.data(), <int32_t>(self.vertex_data.size() // 3)
        view.polys, view.poly_count = self.poly_data.data(), <int32_t>self.poly_data.size()
        view.corners, view.corner_count = self.corner_data.data(), <int32_t>self.corner_data.size()
        with nogil:
            good = check_vertices(view, &fault) and check_indices(view, &fault)
            for i in range(view.poly_count if good else 0):
                if flip and poly_area2(view, &self.poly_data[i]) > 0.0:
                    reverse(self.corner_data.begin() + self.poly_data[i].first,
                            self.corner_data.begin() + self.poly_data[i].first + self.poly_data[i].count)
                good = good and check_shape(view, i, &fault)
            if good:
                self.neighbor_data.resize(view.corner_count)
                self.twin_data.resize(view.corner_count)
                view.neighbors, view.twins = self.neighbor_data.data(), self.twin_data.data()
                good = link(view, self.neighbor_data.data(), self.twin_data.data(), &fault)
            if good and view.poly_count > 0:
                labels.resize(view.poly_count)
                view.island_count = label_islands(view, labels.data())
                for i in range(view.poly_count):
                    self.poly_data[i].island = labels[i]
                self.center_data.resize(3 * <size_t>view.poly_count)
                view.centers = self.center_data.data()
                find_centers(view, self.center_data.data())
                size_grid(view)
                fill_grid(view, &self.cell_first_data, &self.cell_poly_data)
                view.cell_first, view.cell_polys = self.cell_first_data.data(), self.cell_poly_data.data()
        if not good:
            raise ValueError(fault_message(&fault))
        return 0

    @staticmethod
    def from_polygons(vertices, polygons, areas=None, *, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh from whatever numpy takes for (n, 3) vertices and an iterable of index sequences. Polygons that are
        clockwise seen from above are turned round; everything else is checked as by the constructor."""
        import numpy as np
        from operator import index
        points = np.ascontiguousarray(vertices, dtype=np.float64)
        if points.size == 0:
            points = points.reshape(0, 3)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"vertices: must have the shape (n, 3), have {points.shape}")
        offsets, corners = array("i", [0]), array("i")
        for i, polygon in enumerate(polygons):
            try:
                for corner in polygon:
                    corners.append(index(corner))
            except (TypeError, OverflowError):
                raise ValueError(f"polygons: polygon {i} is not a sequence of vertex indices: {polygon!r}") from None
            offsets.append(len(corners))
        if areas is not None:
            areas = np.ascontiguousarray(areas, dtype=np.int32)
        return NavMesh(points, offsets, corners, areas, agent_radius=agent_radius, agent_height=agent_height,
                       climb=climb, _flip=True)

    def validate(self):
        """ValueError with the first fault of what the mesh holds: vertices, shapes, links, islands, grid."""
        cdef Fault fault
        cdef bint good
        with nogil:
            good = check_mesh(&self.view, &fault)
        if not good:
            raise ValueError(fault_message(&fault))

    def locate(self, point, reach=None):
        """(polygon, (x, y, z) on it, distance in metres) of the floor under the point's feet, or None.

        reach: (sideways, up, down) in metres that the floor may be away; by default twice the agent's radius or 1, the
        climb or 0.5, and 4. The highest surface within it straight above or below wins, never the storey above; only
        where there is none, the nearest one sideways. A border belongs to the polygons on both sides."""
        cdef double at[3]
        cdef Reach limits = default_reach(&self.view)
        cdef Location found
        read_point("point", point, at)
        if reach is not None:
            if len(reach) != 3:
                raise ValueError(f"reach: must be (sideways, up, down), is {reach!r}")
            limits.sideways, limits.up = measure("reach sideways", reach[0]), measure("reach up", reach[1])
            limits.down = measure("reach down", reach[2])
        if not is_point(at):
            raise ValueError(f"point: must be finite and within 1e30 m, is ({at[0]}, {at[1]}, {at[2]})")
        if not locate(&self.view, at, &limits, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def nearest(self, point):
        """(polygon, (x, y, z) on it, distance in metres) of the surface's point nearest in space; None when empty."""
        cdef double at[3]
        cdef Location found
        read_point("point", point, at)
        if not is_point(at):
            raise ValueError(f"point: must be finite and within 1e30 m, is ({at[0]}, {at[1]}, {at[2]})")
        if not locate_nearest(&self.view, at, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def find_path(self, start, goal, allow_partial=False):
        """The shortest way from start to goal; see navpy.query.find_path."""
        if query_find_path is None:
            raise RuntimeError("NavMesh.find_path needs navpy.query, which is not imported")
        return query_find_path(self, start, goal, allow_partial)

    def find_paths(self, starts, goals, executor=None):
        """Many paths at once; see navpy.query.find_paths."""
        if query_find_paths is None:
            raise RuntimeError("NavMesh.find_paths needs navpy.query, which is not imported")
        return query_find_paths(self, starts, goals, executor)

    def to_bytes(self):
        """The mesh as bytes, little-endian, with a version and a checksum; see from_bytes."""
        cdef Header head
        memcpy(head.magic, <const char*>MAGIC, 8)
        head.version, head.vertex_count = FORMAT_VERSION, self.view.vertex_count
        head.poly_count, head.corner_count = self.view.poly_count, self.view.corner_count
        head.agent_radius, head.agent_height, head.climb = self.view.agent_radius, self.view.agent_height, self.view.climb
        cdef vector[int32_t] table = self.corner_data
        cdef int32_t i
        for i in range(self.view.poly_count):
            table.push_back(self.poly_data[i].count)
        for i in range(self.view.poly_count):
            table.push_back(self.poly_data[i].area)
        cdef vector[uint8_t] data
        data.resize(sizeof(Header) + body_size(&head))
        memcpy(data.data() + sizeof(Header), self.vertex_data.data(), self.vertex_data.size() * 8)
        memcpy(data.data() + sizeof(Header) + self.vertex_data.size() * 8, table.data(), table.size() * 4)
        memcpy(data.data(), &head, sizeof(Header))
        head.checksum = fnv1a(data.data() + CHECKED_FROM, data.size() - CHECKED_FROM)
        memcpy(data.data(), &head, sizeof(Header))
        return (<const char*>data.data())[:data.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None):
        """A NavMesh from what to_bytes gave. ValueError, saying what is wrong, for anything else: nothing in the bytes
        is believed before it is checked."""
        cdef NavMesh mesh = NavMesh.__new__(NavMesh)
        cdef Header head
        cdef size_t size = data.shape[0]
        cdef int64_t first = 0
        cdef Poly poly
        cdef const uint8_t* body
        cdef vector[int32_t] table
        cdef int32_t i
        if size < sizeof(Header):
            raise ValueError(f"navmesh data: {size} bytes are too few for its header of {sizeof(Header)}")
        memcpy(&head, &data[0], sizeof(Header))
        if bytes(data[:8]) != MAGIC:
            raise ValueError("navmesh data: does not begin as a navmesh does")
        if head.version != FORMAT_VERSION:
            raise ValueError(f"navmesh data: has format {head.version}, this program reads {FORMAT_VERSION}")
        if head.vertex_count < 0 or head.poly_count < 0 or head.corner_count < 0:
            raise ValueError("navmesh data: has a negative count")
        if <int64_t>(size - sizeof(Header)) != body_size(&head):
            raise ValueError(f"navmesh data: {size} bytes, its counts ask for {sizeof(Header) + body_size(&head)}")
        if head.checksum != fnv1a(&data[0] + CHECKED_FROM, size - CHECKED_FROM):
            raise ValueError("navmesh data: the checksum is wrong, it is damaged")
        mesh.view.agent_radius = measure("navmesh data: agent_radius", head.agent_radius)
        mesh.view.agent_height = measure("navmesh data: agent_height", head.agent_height)
        mesh.view.climb = measure("navmesh data: climb", head.climb)
        body = &data[0] + sizeof(Header)
        mesh.vertex_data.resize(3 * <size_t>head.vertex_count)
        memcpy(mesh.vertex_data.data(), body, mesh.vertex_data.size() * 8)
        table.resize(<size_t>head.corner_count + 2 * <size_t>head.poly_count)
        memcpy(table.data(), body + mesh.vertex_data.size() * 8, table.size() * 4)
        for i in range(head.poly_count):
            poly.first, poly.count, poly.island = <int32_t>first, table[<size_t>head.corner_count + i], 0
            poly.area = table[<size_t>head.corner_count + head.poly_count + i]
            first += poly.count
            if poly.count < 3 or first > head.corner_count:
                raise ValueError(f"navmesh data: polygon {i} has {poly.count} corners, {head.corner_count} in all")
            mesh.poly_data.push_back(poly)
        if first != head.corner_count:
            raise ValueError(f"navmesh data: its polygons have {first} corners, its header says {head.corner_count}")
        table.resize(head.corner_count)
        mesh.corner_data = table
        mesh.assemble(False)
        return mesh

    def save(self, path):
        """Write the mesh to a file; whoever reads it meanwhile sees the old file or the new one, never a part."""
        import os
        path = os.fspath(path)
        part = f"{path}.{os.getpid()}.part"
        try:
            with open(part, "wb") as file:
                file.write(self.to_bytes())
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise

    @staticmethod
    def load(path):
        """A NavMesh from a file that save wrote. OSError where it cannot be read, ValueError where it is no navmesh."""
        with open(path, "rb") as file:
            return NavMesh.from_bytes(file.read())

    def __reduce__(self):
        return NavMesh.from_bytes, (self.to_bytes(),)

    def __repr__(self):
        return f"<NavMesh of {self.view.poly_count} polygons, {self.area:.1f} m², {self.view.island_count} islands>"

    def polygon(self, Py_ssize_t index):
        """Vertex indices of a polygon, counter-clockwise seen from above."""
        if index < 0 or index >= self.view.poly_count:
            raise IndexError(f"polygon {index}: there are {self.view.poly_count}")
        cdef const Poly* poly = &self.view.polys[index]
        return tuple([self.view.corners[poly.first + i] for i in range(poly.count)])

    @property
    def vertices(self):
        """float64 (n, 3), metres; a copy."""
        import numpy as np
        if self.view.vertex_count == 0:
            return np.zeros((0, 3))
        return np.array(<double[:self.view.vertex_count, :3]>self.vertex_data.data())

    @property
    def polygons(self):
        """Vertex indices, a tuple a polygon."""
        return [self.polygon(i) for i in range(self.view.poly_count)]

    @property
    def areas(self):
        """int32 (n,), area id a polygon."""
        import numpy as np
        return np.array([self.view.polys[i].area for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def islands(self):
        """int32 (n,), a label a polygon: those that reach each other carry the same, 0 … island_count−1."""
        import numpy as np
        return np.array([self.view.polys[i].island for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def neighbors(self):
        """Polygon across each edge, −1 at a wall, a tuple a polygon; edge i runs from corner i to corner i+1."""
        cdef const Poly* poly
        rows = []
        for i in range(self.view.poly_count):
            poly = &self.view.polys[i]
            rows.append(tuple([self.view.neighbors[poly.first + k] for k in range(poly.count)]))
        return rows

    @property
    def triangles(self):
        """Vertex indices of the polygons cut into fans, array("i"), three a triangle; heights are those of its planes."""
        cdef const Poly* poly
        out = array("i")
        for i in range(self.view.poly_count):
            poly = &self.view.polys[i]
            for k in range(1, poly.count - 1):
                out.extend((self.view.corners[poly.first], self.view.corners[poly.first + k],
                            self.view.corners[poly.first + k + 1]))
        return out

    @property
    def area(self):
        """m² in the ground plane: a slope counts as its shadow at noon, storeys over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            sum -= 0.5 * poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z) least, (x, y, z) greatest) of the vertices, metres; None without vertices."""
        if self.view.vertex_count == 0:
            return None
        cdef double low[3]
        cdef double high[3]
        cdef int32_t k
        cdef size_t i
        for k in range(3):
            low[k] = high[k] = self.vertex_data[k]
        for i in range(3 * <size_t>self.view.vertex_count):
            low[i % 3] = min(low[i % 3], self.vertex_data[i])
            high[i % 3] = max(high[i % 3], self.vertex_data[i])
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    @property
    def polygon_count(self):
        return self.view.poly_count

    @property
    def vertex_count(self):
        return self.view.vertex_count

    @property
    def island_count(self):
        return self.view.island_count

    @property
    def agent_radius(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_radius

    @property
    def agent_height(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_height

    @property
    def climb(self):
        """Metres: a floor this far above the feet is still the floor one stands on."""
        return self.view.climb
