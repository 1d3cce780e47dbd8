"""Checks convex polygons, joins them along shared edges and labels what hangs together."""
from libc.math cimport fabs, isfinite, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, border_tolerance
from navpy.mesh cimport MeshView, Poly, island_of

cdef double MAX_COORDINATE = 1e9        # metres; beyond it squares and areas lose their meaning
cdef double MIN_AREA2 = 2e-10           # m²; a polygon below half of it has no inside worth standing on


# ---- checking what came in ----

cdef bint fail(Fault* fault, FaultKind kind, int32_t poly, int32_t other, int32_t a, int32_t b) noexcept nogil:
    fault.kind, fault.poly, fault.other, fault.a, fault.b = kind, poly, other, a, b
    return False


cdef bint check_vertices(const MeshView* mesh, Fault* fault) noexcept nogil:
    cdef int32_t i, k
    cdef double value
    for i in range(mesh.vertex_count):
        for k in range(3):
            value = mesh.vertices[3 * <size_t>i + k]
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
    """Convex: never turns right, and goes round once, that is its edges change between rightward and leftward no more than
    twice; edges that go neither way by more than rounding don't count."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef const int32_t* corner = mesh.corners + poly.first
    cdef const double* a
    cdef const double* b = mesh.vertices + 3 * <size_t>corner[poly.count - 1]
    cdef const double* c = mesh.vertices + 3 * <size_t>corner[0]
    cdef double turn, chord, dx, dz, area = poly_area2(mesh, poly)
    cdef int32_t i, way, first_way = 0, last_way = 0, changes = 0
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
        if fabs(dx) > border_tolerance(b[0], b[2]):
            way = 1 if dx > 0.0 else -1
            if last_way == 0:
                first_way = way
            changes += last_way != 0 and way != last_way
            last_way = way
        turn = area2(a[0], a[2], b[0], b[2], c[0], c[2])
        chord = sqrt((c[0] - a[0]) * (c[0] - a[0]) + (c[2] - a[2]) * (c[2] - a[2]))
        if turn > border_tolerance(b[0], b[2]) * chord:
            return fail(fault, FAULT_CONCAVE, index, 0, corner[i], 0)
    if changes + (first_way != last_way) > 2:
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
            if island_of(mesh, i) != island_of(mesh, other):
                return fail(fault, FAULT_ISLAND, i, other, 0, 0)
    return True


cdef bint check_topology(const MeshView* mesh, Fault* fault) except -1 nogil:
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
        if labels[i] != island_of(mesh, i) or count != mesh.island_count:
            return fail(fault, FAULT_ISLAND, i, i, 0, 0)
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
    return f"mesh: the island labels of polygons {poly} and {other} are wrong"
