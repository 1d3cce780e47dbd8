"""Incremental Delaunay triangulation of a convex polygon by flips (Lawson 1977), for greedy insertion (Garland & Heckbert 1995, "Fast
polygonal approximation of terrains and height fields"): each triangle holds the samples in it.
"""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memchr

from navpy.baking.contours.triangulation cimport NO_EDGE
from navpy.base.geom cimport clockwise_area2, surface_pivot, surface_start, surface_triangle

cdef double ROUNDING = 1e-12        # relative, so that no two flips undo each other


# Measuring

cdef inline double left(const Triangulation* mesh, int32_t a, int32_t b, double x, double z) noexcept nogil:
    """Twice the area of the triangle of two vertices and a place, m²; positive where the place lies left of a → b."""
    return -clockwise_area2(mesh.points[3 * a], mesh.points[3 * a + 2], mesh.points[3 * b], mesh.points[3 * b + 2], x, z)


cdef inline double left_turn(const Triangulation* mesh, int32_t a, int32_t b, int32_t c) noexcept nogil:
    """Twice the area of the triangle of three vertices, m²; above 0 where c lies to the left of a → b."""
    return left(mesh, a, b, mesh.points[3 * c], mesh.points[3 * c + 2])


cdef inline double dot(const Triangulation* mesh, int32_t o, int32_t a, int32_t b) noexcept nogil:
    return ((mesh.points[3 * a] - mesh.points[3 * o]) * (mesh.points[3 * b] - mesh.points[3 * o])
            + (mesh.points[3 * a + 2] - mesh.points[3 * o + 2]) * (mesh.points[3 * b + 2] - mesh.points[3 * o + 2]))


cdef inline bint is_solid(const Triangulation* mesh, int32_t a, int32_t b, int32_t c) noexcept nogil:
    """Whether the triangle of three vertices is thicker than rounding errors."""
    return left_turn(mesh, a, b, c) > 1e-3 * mesh.gap * mesh.gap


cdef Plane plane_of(const Triangulation* mesh, int32_t triangle) noexcept nogil:
    cdef const double* a = &mesh.points[3 * mesh.origin[3 * triangle]]
    cdef const double* b = &mesh.points[3 * mesh.origin[3 * triangle + 1]]
    cdef const double* c = &mesh.points[3 * mesh.origin[3 * triangle + 2]]
    cdef double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2], vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2]
    cdef double whole = ux * vz - uz * vx
    cdef Plane plane
    plane.at_x, plane.at_z, plane.height = a[0], a[2], a[1]
    plane.slope_x = plane.slope_z = 0.0
    if whole != 0.0:
        plane.slope_x, plane.slope_z = (uy * vz - uz * vy) / whole, (ux * vy - uy * vx) / whole
    return plane


# Half edges

cdef inline void join(Triangulation* mesh, int32_t edge, int32_t twin, int32_t side, uint8_t checked) noexcept nogil:
    mesh.twin[edge], mesh.side[edge], mesh.checked[edge] = twin, side, checked
    if twin != NO_EDGE:
        mesh.twin[twin], mesh.checked[twin] = edge, checked


cdef inline void move(Triangulation* mesh, int32_t edge, int32_t twin, int32_t side, uint8_t checked, int32_t vertex) noexcept nogil:
    """Move a half edge to another place, where it begins at a vertex."""
    mesh.origin[edge] = vertex
    join(mesh, edge, twin, side, checked)


cdef int32_t add_triangle(Triangulation* mesh, int32_t a, int32_t b, int32_t c) except -1 nogil:
    cdef int32_t first = <int32_t>mesh.origin.size(), _k
    mesh.origin.push_back(a)
    mesh.origin.push_back(b)
    mesh.origin.push_back(c)
    for _k in range(3):
        mesh.twin.push_back(NO_EDGE)
        mesh.side.push_back(-1)
        mesh.checked.push_back(True)
    mesh.first_sample.push_back(NO_SAMPLE)
    mesh.changed.push_back(False)
    mark_changed(mesh, first // 3)
    return first


cdef int32_t add_point(Triangulation* mesh, const double* point) except -1 nogil:
    cdef int k
    for k in range(3):
        mesh.points.push_back(point[k])
    return <int32_t>(mesh.points.size() // 3) - 1


cdef inline void link_sample(Triangulation* mesh, int32_t sample, int32_t triangle) noexcept nogil:
    mesh.samples[sample].next = mesh.first_sample[triangle]
    mesh.first_sample[triangle] = sample


cdef void distribute_samples(Triangulation* mesh, int32_t samples, int32_t a, int32_t b, int32_t one, int32_t other) noexcept nogil:
    """Move the samples of a list that lie left of a → b to one triangle, the others to another."""
    cdef int32_t next
    while samples != NO_SAMPLE:
        next = mesh.samples[samples].next
        link_sample(mesh, samples, one if left(mesh, a, b, mesh.samples[samples].x, mesh.samples[samples].z) >= 0.0 else other)
        samples = next


# Building and changing it

cdef int start_triangulation(Triangulation* mesh, const double* vertices, const int32_t* corners, int32_t count) except -1 nogil:
    """Begin with the polygon's own surface (geom.surface_triangle). Vertex i is corner i; side i runs from corner i to the next."""
    cdef int32_t i, k, m, start, pivot
    cdef int32_t triangle[3]
    cdef vector[int32_t] ring
    mesh.points.clear()
    mesh.origin.clear()
    mesh.twin.clear()
    mesh.side.clear()
    mesh.checked.clear()
    mesh.first_sample.clear()
    mesh.changed.clear()
    mesh.changed_ones.clear()
    mesh.flip_candidates.clear()
    mesh.samples.clear()
    start = surface_start(vertices, corners, count)
    for i in range(count):
        add_point(mesh, vertices + 3 * <size_t>corners[i])
        ring.push_back(corners[(start + i) % count])
    pivot = surface_pivot(vertices, ring.data(), count)
    for i in range(1, count - 1):
        surface_triangle(i, pivot, count, triangle)
        add_triangle(mesh, (start + triangle[0]) % count, (start + triangle[1]) % count, (start + triangle[2]) % count)
    for i in range(<int32_t>mesh.origin.size()):
        k = mesh.origin[after(i)]
        if k == (mesh.origin[i] + 1) % count:
            mesh.side[i] = mesh.origin[i]
            continue
        for m in range(<int32_t>mesh.origin.size()):
            if mesh.origin[m] == k and mesh.origin[after(m)] == mesh.origin[i]:
                mesh.twin[i], mesh.checked[i] = m, False
    return 0


cdef int split_border(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil:
    """Cut a triangle at a point of its edge on the border, before any sample is placed. → the half edge that begins at the point"""
    cdef int32_t b = mesh.origin[after(edge)], c = mesh.origin[before(edge)]
    cdef int32_t beyond = after(edge), vertex = add_point(mesh, point), added = add_triangle(mesh, vertex, b, c)
    mesh.side[added] = mesh.side[edge]
    join(mesh, added + 1, mesh.twin[beyond], mesh.side[beyond], mesh.checked[beyond])
    move(mesh, beyond, added + 2, -1, False, vertex)
    return added


cdef int32_t locate(const Triangulation* mesh, double x, double z, int32_t start) noexcept nogil:
    """The triangle at a place, by walking from a triangle (Lawson 1977); −1 outside the polygon."""
    cdef int32_t triangle = start, edge, k, _step
    cdef bint moved
    for _step in range(<int32_t>mesh.first_sample.size() + 1):
        moved = False
        for k in range(3):
            edge = 3 * triangle + k
            if left(mesh, mesh.origin[edge], mesh.origin[after(edge)], x, z) < 0.0:
                if mesh.twin[edge] == NO_EDGE:
                    return -1
                triangle = mesh.twin[edge] // 3
                moved = True
                break
        if not moved:
            return triangle
    return -1


cdef int place_sample(Triangulation* mesh, const Sample* sample, int32_t start) except -1 nogil:
    """Add a sample to its triangle, searched from triangle `start`. → that triangle; `start` if it lies outside the polygon"""
    cdef int32_t triangle = locate(mesh, sample.x, sample.z, start)
    if triangle < 0:
        return start
    mesh.samples.push_back(sample[0])
    link_sample(mesh, <int32_t>mesh.samples.size() - 1, triangle)
    mark_changed(mesh, triangle)
    return triangle


cdef inline double away_from(const Triangulation* mesh, int32_t edge, const double* point) noexcept nogil:
    """Meters that a point lies left of an edge's line."""
    cdef int32_t a = mesh.origin[edge], b = mesh.origin[after(edge)]
    return left(mesh, a, b, point[0], point[2]) / sqrt(dot(mesh, a, b, b))


cdef bint is_free(const Triangulation* mesh, int32_t vertex, const double* point) noexcept nogil:
    cdef double x = mesh.points[3 * vertex] - point[0], z = mesh.points[3 * vertex + 2] - point[2]
    return x * x + z * z >= mesh.gap * mesh.gap


cdef int insert_in_triangle(Triangulation* mesh, int32_t triangle, int32_t sample) except -1 nogil:
    """Insert a sample of a triangle as a vertex, and restore the Delaunay property. The sample leaves the triangle in any case.

    → whether it became a vertex: not if it is too near to another vertex or to the border
    """
    cdef int32_t* link = &mesh.first_sample[triangle]
    cdef int32_t edge = 3 * triangle, a = mesh.origin[edge], b = mesh.origin[edge + 1], c = mesh.origin[edge + 2]
    cdef int32_t k, vertex, second, third, rest
    cdef double point[3]
    point[0], point[1], point[2] = mesh.samples[sample].x, mesh.samples[sample].y, mesh.samples[sample].z
    while link[0] != sample:
        link = &mesh.samples[link[0]].next
    link[0] = mesh.samples[sample].next
    mark_changed(mesh, triangle)
    for k in range(edge, edge + 3):
        if not is_free(mesh, mesh.origin[k], point):
            return False
    for k in range(edge, edge + 3):
        if away_from(mesh, k, point) < mesh.gap:
            return insert_on_edge(mesh, k, point)
    vertex = add_point(mesh, point)
    second, third = add_triangle(mesh, b, c, vertex), add_triangle(mesh, c, a, vertex)
    join(mesh, second, mesh.twin[edge + 1], mesh.side[edge + 1], mesh.checked[edge + 1])
    join(mesh, third, mesh.twin[edge + 2], mesh.side[edge + 2], mesh.checked[edge + 2])
    mesh.origin[edge + 2] = vertex
    join(mesh, edge + 1, second + 2, -1, False)
    join(mesh, second + 1, third + 2, -1, False)
    join(mesh, third + 1, edge + 2, -1, False)
    mesh.side[edge + 2] = -1
    rest = mesh.first_sample[triangle]
    mesh.first_sample[triangle] = NO_SAMPLE
    while rest != NO_SAMPLE:
        k = mesh.samples[rest].next
        link_sample(mesh, rest, triangle_around(mesh, &mesh.samples[rest], vertex, a, b, c, triangle, second // 3, third // 3))
        rest = k
    mesh.flip_candidates.push_back(edge)
    mesh.flip_candidates.push_back(second)
    mesh.flip_candidates.push_back(third)
    make_delaunay(mesh)
    return True


cdef inline int32_t triangle_around(const Triangulation* mesh, const Sample* sample, int32_t vertex, int32_t a, int32_t b,
                                    int32_t c, int32_t ab, int32_t bc, int32_t ca) noexcept nogil:
    """The one of the three triangles around a vertex that a sample lies in."""
    cdef bint left_a = left(mesh, vertex, a, sample.x, sample.z) >= 0.0
    cdef bint left_b = left(mesh, vertex, b, sample.x, sample.z) >= 0.0
    cdef bint left_c = left(mesh, vertex, c, sample.x, sample.z) >= 0.0
    return ab if left_a and not left_b else bc if left_b and not left_c else ca


cdef int insert_on_edge(Triangulation* mesh, int32_t edge, const double* point) except -1 nogil:
    """Insert a point on an inner edge, or within `gap` of it, as a vertex, and restore the Delaunay property.

    → whether it became a vertex: not on the border or too near to another vertex
    """
    cdef int32_t twin = mesh.twin[edge], a = mesh.origin[edge], b = mesh.origin[after(edge)], c, d
    cdef int32_t one, other, beyond, vertex, samples
    if twin == NO_EDGE:
        return False
    c, d = mesh.origin[before(edge)], mesh.origin[before(twin)]
    if not (is_free(mesh, a, point) and is_free(mesh, b, point) and is_free(mesh, c, point) and is_free(mesh, d, point)):
        return False
    vertex = add_point(mesh, point)
    if not (is_solid(mesh, a, vertex, c) and is_solid(mesh, vertex, b, c) and is_solid(mesh, b, vertex, d)
            and is_solid(mesh, vertex, a, d)):
        mesh.points.resize(3 * vertex)
        return False
    one, other = add_triangle(mesh, vertex, b, c), add_triangle(mesh, vertex, a, d)
    beyond = after(edge)
    join(mesh, one + 1, mesh.twin[beyond], mesh.side[beyond], mesh.checked[beyond])
    move(mesh, beyond, one + 2, -1, False, vertex)
    beyond = after(twin)
    join(mesh, other + 1, mesh.twin[beyond], mesh.side[beyond], mesh.checked[beyond])
    move(mesh, beyond, other + 2, -1, False, vertex)
    join(mesh, edge, other, -1, False)
    join(mesh, twin, one, -1, False)
    samples = mesh.first_sample[edge // 3]
    mesh.first_sample[edge // 3] = NO_SAMPLE
    distribute_samples(mesh, samples, vertex, c, edge // 3, one // 3)
    samples = mesh.first_sample[twin // 3]
    mesh.first_sample[twin // 3] = NO_SAMPLE
    distribute_samples(mesh, samples, vertex, d, twin // 3, other // 3)
    mark_changed(mesh, edge // 3)
    mark_changed(mesh, twin // 3)
    mesh.flip_candidates.push_back(before(edge))
    mesh.flip_candidates.push_back(one + 1)
    mesh.flip_candidates.push_back(before(twin))
    mesh.flip_candidates.push_back(other + 1)
    make_delaunay(mesh)
    return True


cdef bint can_flip(const Triangulation* mesh, int32_t edge) noexcept nogil:
    """Whether the other diagonal lies inside the two triangles at the edge."""
    cdef int32_t twin = mesh.twin[edge], p, q
    if twin == NO_EDGE or mesh.checked[edge] == LOCKED:
        return False
    p, q = mesh.origin[before(edge)], mesh.origin[before(twin)]
    return is_solid(mesh, mesh.origin[edge], q, p) and is_solid(mesh, q, mesh.origin[twin], p)


cdef bint should_flip(const Triangulation* mesh, int32_t edge) noexcept nogil:
    """Whether the edge can be flipped and is not Delaunay: the two angles opposite to it are more than half a turn together."""
    cdef int32_t twin = mesh.twin[edge], a, b, p, q
    cdef double one, other
    if twin == NO_EDGE:
        return False
    a, b, p, q = mesh.origin[edge], mesh.origin[twin], mesh.origin[before(edge)], mesh.origin[before(twin)]
    one, other = dot(mesh, p, a, b) * left_turn(mesh, q, b, a), left_turn(mesh, p, a, b) * dot(mesh, q, b, a)
    return one + other < -ROUNDING * (fabs(one) + fabs(other)) and can_flip(mesh, edge)


cdef int flip(Triangulation* mesh, int32_t edge) except -1 nogil:
    """Replace the edge by the other diagonal of its two triangles."""
    cdef int32_t twin = mesh.twin[edge], one = edge // 3, other = twin // 3
    cdef int32_t a = mesh.origin[edge], b = mesh.origin[twin], p = mesh.origin[before(edge)], q = mesh.origin[before(twin)]
    cdef int32_t bp = after(edge), pa = before(edge), aq = after(twin), qb = before(twin)
    cdef int32_t samples = mesh.first_sample[one], others = mesh.first_sample[other]
    cdef int32_t twins[4]
    cdef int32_t sides[4]
    cdef uint8_t checked[4]
    twins[0], sides[0], checked[0] = mesh.twin[aq], mesh.side[aq], mesh.checked[aq]
    twins[1], sides[1], checked[1] = mesh.twin[pa], mesh.side[pa], mesh.checked[pa]
    twins[2], sides[2], checked[2] = mesh.twin[qb], mesh.side[qb], mesh.checked[qb]
    twins[3], sides[3], checked[3] = mesh.twin[bp], mesh.side[bp], mesh.checked[bp]
    move(mesh, 3 * one, twins[0], sides[0], checked[0], a)
    move(mesh, 3 * one + 1, 3 * other + 2, -1, False, q)
    move(mesh, 3 * one + 2, twins[1], sides[1], checked[1], p)
    move(mesh, 3 * other, twins[2], sides[2], checked[2], q)
    move(mesh, 3 * other + 1, twins[3], sides[3], checked[3], b)
    move(mesh, 3 * other + 2, 3 * one + 1, -1, False, p)
    mesh.first_sample[one] = mesh.first_sample[other] = NO_SAMPLE
    distribute_samples(mesh, samples, q, p, one, other)
    distribute_samples(mesh, others, q, p, one, other)
    mark_changed(mesh, one)
    mark_changed(mesh, other)
    return 0


cdef int lock_flipped(Triangulation* mesh, int32_t edge) except -1 nogil:
    """Flip an edge for good, for which can_flip is true."""
    cdef int32_t kept = 3 * (edge // 3) + 1
    flip(mesh, edge)
    mesh.checked[kept] = mesh.checked[mesh.twin[kept]] = LOCKED
    return 0


cdef int32_t next_unchecked(const Triangulation* mesh, int32_t start) noexcept nogil:
    """The first half edge that needs a check from `start` on, or from 0 on where there is none behind; NO_EDGE if there is none at
    all."""
    cdef const uint8_t* checked = mesh.checked.data()
    cdef const void* found = memchr(checked + start, False, mesh.checked.size() - start)
    if found == NULL:
        found = memchr(checked, False, start)
    return NO_EDGE if found == NULL else <int32_t>(<const uint8_t*>found - checked)


cdef int make_delaunay(Triangulation* mesh) except -1 nogil:
    """Flip the candidates that are not Delaunay, and test the edges around them (Lawson 1977)."""
    cdef int32_t edge, one, other
    while not mesh.flip_candidates.empty():
        edge = mesh.flip_candidates.back()
        mesh.flip_candidates.pop_back()
        if not should_flip(mesh, edge):
            continue
        one, other = edge // 3, mesh.twin[edge] // 3
        flip(mesh, edge)
        mesh.flip_candidates.push_back(3 * one)
        mesh.flip_candidates.push_back(3 * one + 2)
        mesh.flip_candidates.push_back(3 * other)
        mesh.flip_candidates.push_back(3 * other + 1)
    return 0
