"""Checks convex polygons, links them along shared edges and labels connected components."""
from libc.math cimport INFINITY, fabs, isfinite
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.tolerances cimport MAX_COORDINATE
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, clockwise_area2, distance2, is_point
from navpy.mesh.mesh_view cimport NO_TILE, MeshView, OffMeshLink, Poly, island_of
from navpy.base.union_find cimport root_of, unite

cdef double DETAIL_SLACK = 1e-3         # meters that a surface may be off its polygon's outline, which joining may have moved
cdef double MIN_AREA2 = 2e-10           # m²; a polygon below half of it has no inside worth standing on


# ---- checks of the input ----

cdef bint fail(Fault* fault, FaultKind kind, int32_t poly, int32_t other, int32_t a, int32_t b) noexcept nogil:
    fault.kind, fault.poly, fault.other, fault.a, fault.b = kind, poly, other, a, b
    return False


cdef bint check_vertices(const MeshView* mesh, Fault* fault) noexcept nogil:
    cdef const double* v = mesh.vertices
    cdef int32_t i
    for i in range(mesh.vertex_count):
        if not (fabs(v[0]) <= MAX_COORDINATE and fabs(v[1]) <= MAX_COORDINATE and fabs(v[2]) <= MAX_COORDINATE):
            return fail(fault, FAULT_TOO_FAR if isfinite(v[0]) and isfinite(v[1]) and isfinite(v[2]) else FAULT_NOT_FINITE,
                        i, 0, 0, 0)
        v += 3
    return True


cdef bint check_indices(const MeshView* mesh, Fault* fault) noexcept nogil:
    cdef int32_t i, k, v
    for i in range(mesh.poly_count):
        if mesh.polys[i].count == 0 and mesh.polys[i].tile == NO_TILE:
            continue
        if mesh.polys[i].count < 3:
            return fail(fault, FAULT_TOO_FEW, i, 0, mesh.polys[i].count, 0)
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            v = mesh.corners[k]
            if <uint32_t>v >= <uint32_t>mesh.vertex_count:
                return fail(fault, FAULT_INDEX, i, 0, v, mesh.vertex_count)
    return True


cdef double clockwise_poly_area2(const MeshView* mesh, const Poly* poly) noexcept nogil:
    """Twice the area in the ground plane, m², above 0 if clockwise; measured from the first corner, to lose nothing far from the
    origin."""
    cdef const int32_t* corner = mesh.corners + poly.first
    cdef const double* a = mesh.vertices + 3 * <size_t>corner[0]
    cdef const double* b
    cdef const double* c
    cdef double sum = 0.0
    cdef int32_t i
    for i in range(1, poly.count - 1):
        b = mesh.vertices + 3 * <size_t>corner[i]
        c = mesh.vertices + 3 * <size_t>corner[i + 1]
        sum += clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])
    return sum


cdef bint measure_shape(const MeshView* mesh, int32_t index, double slack, PolyShape* shape, Fault* fault) noexcept nogil:
    """Is the polygon convex, up to slack times the border tolerance? It is where it never turns right and goes round once: its edges
    change between rightward and leftward at most twice. Edges that go neither way by more than rounding do not count."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef const int32_t* corner = mesh.corners + poly.first
    cdef const double* vertices = mesh.vertices
    cdef const double* a
    cdef const double* b = vertices + 3 * <size_t>corner[poly.count - 1]
    cdef const double* c = vertices + 3 * <size_t>corner[0]
    cdef const double* least = c
    cdef double tolerance, right_turn, chord, dx, dz, area = clockwise_poly_area2(mesh, poly)
    cdef int32_t i, next, way, first_way = 0, last_way = 0, changes = 0
    shape.clockwise_area2, shape.in_line, shape.least = area, False, 0
    if not area <= -MIN_AREA2:
        return fail(fault, FAULT_CLOCKWISE if area >= MIN_AREA2 else FAULT_DEGENERATE, index, 0, 0, 0)
    for i in range(poly.count):
        next = i + 1 if i + 1 < poly.count else 0
        a, b = b, c
        c = vertices + 3 * <size_t>corner[next]
        dx, dz = c[0] - b[0], c[2] - b[2]
        if dx == 0.0 and dz == 0.0:
            return fail(fault, FAULT_COINCIDENT, index, 0, corner[i], corner[next])
        tolerance = border_tolerance(b[0], b[2])
        if fabs(dx) > tolerance:
            way = 1 if dx > 0.0 else -1
            if way != last_way:
                if last_way == 0:
                    first_way = way
                else:
                    changes += 1
                last_way = way
        right_turn, chord = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2]), distance2(a[0], a[2], c[0], c[2])
        if right_turn >= -tolerance * chord:
            shape.in_line = True
            if right_turn > slack * tolerance * chord:
                return fail(fault, FAULT_CONCAVE, index, 0, corner[i], 0)
        if b[0] < least[0] or (b[0] == least[0] and b[2] < least[2]):
            least, shape.least = b, i
    if changes + (first_way != last_way) > 2:
        return fail(fault, FAULT_CONCAVE, index, 0, corner[0], 0)
    return True


cdef bint check_shape(const MeshView* mesh, int32_t index, double slack, Fault* fault) noexcept nogil:
    cdef PolyShape shape
    return measure_shape(mesh, index, slack, &shape, fault)


cdef bint check_detail(const MeshView* mesh, int32_t index, double outline_area2, Fault* fault) noexcept nogil:
    """Do the detail triangles lie within the polygon's bounds, none turned over, with the polygon's area in sum?"""
    cdef const Poly* poly = &mesh.polys[index]
    cdef const double* vertices = mesh.vertices
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef const int32_t* t = mesh.detail_triangles + 3 * <size_t>poly.detail_first
    cdef uint32_t count = <uint32_t>mesh.vertex_count
    cdef double low_x = INFINITY, low_z = INFINITY, high_x = -INFINITY, high_z = -INFINITY
    cdef double sum = 0.0, area, slack, most
    cdef int32_t i, k
    if poly.detail_count == 0:
        return True
    for k in range(poly.first, poly.first + poly.count):
        a = vertices + 3 * <size_t>mesh.corners[k]
        low_x, high_x = min(low_x, a[0]), max(high_x, a[0])
        low_z, high_z = min(low_z, a[2]), max(high_z, a[2])
    slack = DETAIL_SLACK + 2.0 * border_tolerance(max(-low_x, high_x), max(-low_z, high_z))
    most = slack * 2.0 * (high_x - low_x + high_z - low_z)
    low_x, high_x, low_z, high_z = low_x - slack, high_x + slack, low_z - slack, high_z + slack
    for i in range(poly.detail_count):
        if <uint32_t>t[0] >= count or <uint32_t>t[1] >= count or <uint32_t>t[2] >= count:
            k = 0 if <uint32_t>t[0] >= count else 1 if <uint32_t>t[1] >= count else 2
            return fail(fault, FAULT_DETAIL_INDEX, index, 0, t[k], mesh.vertex_count)
        a, b, c = vertices + 3 * <size_t>t[0], vertices + 3 * <size_t>t[1], vertices + 3 * <size_t>t[2]
        area = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if area > most or min(min(a[0], b[0]), c[0]) < low_x or max(max(a[0], b[0]), c[0]) > high_x \
                or min(min(a[2], b[2]), c[2]) < low_z or max(max(a[2], b[2]), c[2]) > high_z:
            return fail(fault, FAULT_DETAIL, index, 0, i, 0)
        sum += area
        t += 3
    if fabs(sum - outline_area2) > 2.0 * most:
        return fail(fault, FAULT_DETAIL, index, 0, -1, 0)
    return True


# ---- twins, components and centers ----

cdef int32_t poly_of_corner(const MeshView* mesh, int32_t corner) noexcept nogil:
    cdef int32_t low = 0, high = mesh.poly_count - 1, middle
    while low < high:
        middle = low + (high - low + 1) // 2
        if mesh.polys[middle].first <= corner:
            low = middle
        else:
            high = middle - 1
    return low


cdef bint link_polys(const MeshView* mesh, PolyRef* neighbors, int32_t* twins, Fault* fault) except -1 nogil:
    """Link polygons along shared edges: after sorting edges by their pair of vertices, shared ones are next to each other."""
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


cdef int32_t label_components(const MeshView* mesh, int32_t* label) except -1 nogil:
    """Label the components that edges connect, in the order of their lowest polygon, −1 for a free place; returns their number. Links
    do not connect components."""
    cdef vector[int32_t] stack
    cdef int32_t seed, poly, k, other, count = 0
    for seed in range(mesh.poly_count):
        label[seed] = -1
    for seed in range(mesh.poly_count):
        if label[seed] >= 0 or mesh.polys[seed].count == 0:
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


cdef void find_center(const MeshView* mesh, PolyRef poly, double* center) noexcept nogil:
    cdef const Poly* p = &mesh.polys[poly]
    cdef const double* v
    cdef double x = 0.0, y = 0.0, z = 0.0, count = p.count
    cdef int32_t k
    for k in range(p.first, p.first + p.count):
        v = mesh.vertices + 3 * <size_t>mesh.corners[k]
        x, y, z = x + v[0], y + v[1], z + v[2]
    center[0], center[1], center[2] = x / count, y / count, z / count


# ---- checks of derived arrays ----

cdef bint check_twins(const MeshView* mesh, Fault* fault) noexcept nogil:
    """Do twins name each other, with the same two vertices in opposite order?"""
    cdef int32_t i, k, next, twin, other, twin_next
    for i in range(mesh.poly_count):
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            other, twin = mesh.neighbors[k], mesh.twins[k]
            if other == NO_POLY and twin < 0:
                continue
            if other < 0 or other >= mesh.poly_count or other == i or twin < mesh.polys[other].first \
                    or twin >= mesh.polys[other].first + mesh.polys[other].count:
                return fail(fault, FAULT_TWIN, i, other, mesh.corners[k], 0)
            next = k + 1 if k + 1 < mesh.polys[i].first + mesh.polys[i].count else mesh.polys[i].first
            twin_next = twin + 1 if twin + 1 < mesh.polys[other].first + mesh.polys[other].count else mesh.polys[other].first
            if mesh.twins[twin] != k or mesh.neighbors[twin] != i or mesh.corners[k] != mesh.corners[twin_next] \
                    or mesh.corners[next] != mesh.corners[twin]:
                return fail(fault, FAULT_TWIN, i, other, mesh.corners[k], mesh.corners[next])
    return True


cdef bint is_over(const MeshView* mesh, PolyRef index, const double* point) noexcept nogil:
    """Is a point finite and within a polygon's outline in the ground plane? Edges shorter than rounding have no direction."""
    cdef const Poly* poly = &mesh.polys[index]
    cdef const double* a
    cdef const double* b
    cdef double slack = 2.0 * border_tolerance(point[0], point[2])      # one of the line, one of the point on it
    cdef double length
    cdef int32_t i
    for i in range(poly.count):
        a = mesh.vertices + 3 * <size_t>mesh.corners[poly.first + i]
        b = mesh.vertices + 3 * <size_t>mesh.corners[poly.first + (i + 1 if i + 1 < poly.count else 0)]
        length = distance2(a[0], a[2], b[0], b[2])
        if length > slack and clockwise_area2(a[0], a[2], b[0], b[2], point[0], point[2]) > slack * length:
            return False
    return is_point(point)


cdef bint check_links(const MeshView* mesh, Fault* fault) noexcept nogil:
    """Does each link end on polygons, and is it in the chain of the polygon that it leaves, once?"""
    cdef const OffMeshLink* at
    cdef int32_t i, k, chained = 0, attached = 0
    for i in range(mesh.link_count):
        at = &mesh.links[i]
        if at.start_poly < NO_POLY or at.start_poly >= mesh.poly_count or at.end_poly < NO_POLY or at.end_poly >= mesh.poly_count:
            return fail(fault, FAULT_LINK, i, 0, 0, 0)
        if (at.start_poly != NO_POLY and mesh.polys[at.start_poly].count == 0) or (
                at.end_poly != NO_POLY and mesh.polys[at.end_poly].count == 0):
            return fail(fault, FAULT_LINK, i, 0, 0, 0)
        if at.start_poly == NO_POLY or at.end_poly == NO_POLY:
            continue
        attached += 1
        for k in range(2):
            if not (is_over(mesh, at.start_poly, at.leave[k]) and is_over(mesh, at.end_poly, at.land[k])):
                return fail(fault, FAULT_LINK, i, 0, 0, 0)
    for i in range(mesh.poly_count):
        k = mesh.polys[i].first_link if mesh.polys[i].count > 0 else -1
        while k >= 0:
            if k >= mesh.link_count or mesh.links[k].start_poly != i or mesh.links[k].end_poly == NO_POLY \
                    or chained >= mesh.link_count:
                return fail(fault, FAULT_LINK, min(k, mesh.link_count - 1), 0, 0, 0)
            chained += 1
            k = mesh.links[k].next
    return fail(fault, FAULT_LINK, 0, 0, 0, 0) if chained != attached else True


cdef bint check_islands(const MeshView* mesh, Fault* fault) except -1 nogil:
    """Do two polygons carry one island label exactly where neighbors and links connect them?"""
    cdef vector[int32_t] label
    cdef vector[int32_t] parent
    cdef vector[int32_t] root
    cdef int32_t i, part, parts, island, islands = 0
    label.resize(mesh.poly_count)
    parts = label_components(mesh, label.data())
    parent.resize(parts)
    for i in range(parts):
        parent[i] = i
    for i in range(mesh.link_count):
        if mesh.links[i].start_poly != NO_POLY and mesh.links[i].end_poly != NO_POLY:
            unite(parent.data(), label[mesh.links[i].start_poly], label[mesh.links[i].end_poly])
    for i in range(parts):
        islands += parent[i] == i
    root.resize(mesh.island_count, -1)
    for i in range(mesh.poly_count):
        if mesh.polys[i].count == 0:
            continue
        part, island = root_of(parent.data(), label[i]), island_of(mesh, i)
        if island < 0 or island >= mesh.island_count or islands != mesh.island_count:
            return fail(fault, FAULT_ISLAND, i, 0, 0, 0)
        if root[island] < 0:
            root[island] = part
        if root[island] != part:
            return fail(fault, FAULT_ISLAND, i, 0, 0, 0)
    return True


cdef bint check_topology(const MeshView* mesh, Fault* fault) except -1 nogil:
    cdef PolyShape shape
    cdef int32_t i
    if not (check_vertices(mesh, fault) and check_indices(mesh, fault)):
        return False
    for i in range(mesh.poly_count):
        if mesh.polys[i].count > 0 and not (measure_shape(mesh, i, 2.0, &shape, fault)
                                            and check_detail(mesh, i, shape.clockwise_area2, fault)):
            return False
    return check_twins(mesh, fault) and check_links(mesh, fault) and check_islands(mesh, fault)


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
    if fault.kind == FAULT_DETAIL_INDEX:
        return f"detail triangles: one of polygon {poly} names vertex {a}, there are {b} vertices"
    if fault.kind == FAULT_DETAIL:
        if a < 0:
            return f"detail triangles: those of polygon {poly} don't cover it"
        return f"detail triangles: triangle {a} of polygon {poly} is turned over or outside of it"
    if fault.kind == FAULT_PLACE:
        return f"mesh: polygon {poly} is not one of its tile's"
    if fault.kind == FAULT_LINK:
        return f"links: link {poly} is not where its polygon looks for it"
    if fault.kind == FAULT_GRID:
        return f"mesh: polygon {poly} is missing in the location grid"
    return f"mesh: the island label of polygon {poly} is wrong"
