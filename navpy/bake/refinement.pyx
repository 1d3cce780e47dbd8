"""
Fits the triangles of a region to the floors under them, so that no point of the navmesh is far above or below its floor.

Where a triangle is, the worst fitting corner of the voxel grid becomes a vertex and the triangulation is made Delaunay
again (Garland & Heckbert 1995, "Fast polygonal approximation of terrains and height fields"; Lawson 1977 for the flips).
Only the inside of a region changes: what it shares with others stays as the contours have it.
"""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport rotate
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield, DIRECTIONS, NO_NEIGHBOR, offset_x, offset_z
from navpy.bake.contours cimport make_corner
from navpy.bake.corners cimport ContourCorner, dot, side
from navpy.geom cimport surface_pivot, surface_start, surface_triangle

cdef enum:
    NO_FLOOR = -1                   # of a column: covered, but no floor there can be reached
    NOT_COVERED = -2

cdef double ROUNDING = 1e-12        # relative; so that no two flips undo each other

cdef struct Span:                   # columns begin … end−1 of a row
    int32_t begin, end

cdef struct Plane:                  # y = height + slope_x · x + slope_z · z
    double height, slope_x, slope_z

cdef struct Misfit:                 # of one triangle
    double error                    # cell heights at the worst floor that can be mended, 0 if there is none
    ContourCorner corner            # the vertex that mends it


# Columns under a triangle

cdef inline int64_t floor_div(int64_t a, int64_t b) noexcept nogil:
    cdef int64_t quotient = a // b      # towards zero, as C has it
    return quotient - 1 if quotient * b != a and (a < 0) != (b < 0) else quotient


cdef void clip_row(const ContourCorner* a, const ContourCorner* b, int32_t z, Span* row) noexcept nogil:
    """Keep of the row the columns whose middles do not lie right of the line from a to b."""
    cdef int64_t dx = b.x_vx - a.x_vx, dz = b.z_vx - a.z_vx, rise
    if dz == 0:
        return
    rise = (2 * <int64_t>(z - a.z_vx) + 1) * dx - dz
    if dz > 0:
        row.begin = max(row.begin, a.x_vx - <int32_t>floor_div(-rise, 2 * dz))
    else:
        row.end = min(row.end, a.x_vx + <int32_t>floor_div(rise, 2 * dz) + 1)


cdef Span row_of(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c, int32_t z) noexcept nogil:
    """Columns of row z whose middles lie in the triangle, its border included."""
    cdef Span row
    row.begin = min(a.x_vx, min(b.x_vx, c.x_vx))
    row.end = max(a.x_vx, max(b.x_vx, c.x_vx))
    clip_row(a, b, z, &row)
    clip_row(b, c, z, &row)
    clip_row(c, a, z, &row)
    return row


cdef Plane plane_of(const ContourCorner* a, const ContourCorner* b, const ContourCorner* c) noexcept nogil:
    cdef Plane plane
    cdef double whole = <double>side(a, b, c)
    cdef double rise_b = b.y_vx - a.y_vx, rise_c = c.y_vx - a.y_vx
    plane.slope_x = ((b.z_vx - a.z_vx) * rise_c - (c.z_vx - a.z_vx) * rise_b) / whole
    plane.slope_z = ((c.x_vx - a.x_vx) * rise_b - (b.x_vx - a.x_vx) * rise_c) / whole
    plane.height = a.y_vx - plane.slope_x * a.x_vx - plane.slope_z * a.z_vx
    return plane


# Floors of a region

cdef int cover_columns(FloorMap* map, CompactHeightfield compact, int32_t region, const ContourCorner* a,
                       const ContourCorner* b, const ContourCorner* c) except -1 nogil:
    """Enter the columns under the triangle, with the region's floor where it has one there."""
    cdef Span row
    cdef int32_t x, z, column, floor
    for z in range(min(a.z_vx, min(b.z_vx, c.z_vx)), max(a.z_vx, max(b.z_vx, c.z_vx))):
        row = row_of(a, b, c, z)
        for x in range(row.begin, row.end):
            column = x + z * compact.width
            if map.floor_of[column] != NOT_COVERED:
                continue
            map.floor_of[column] = NO_FLOOR
            map.columns.push_back(column)
            for floor in range(compact.first[column], compact.first[column + 1]):
                if compact.regions[floor] == region:
                    map.floor_of[column] = floor
    return 0


cdef int reach_floors(FloorMap* map, CompactHeightfield compact) except -1 nogil:
    """
    Give the other columns the floors that are walked to from the region's. A straightened border leaves floors of the
    neighbouring regions under the triangles; they must not be taken for floors of another storey.
    """
    cdef vector[int32_t] todo           # columns
    cdef int32_t column, other, neighbor
    cdef size_t i
    cdef int direction
    for i in range(map.columns.size()):
        if map.floor_of[map.columns[i]] != NO_FLOOR:
            continue
        for direction in range(DIRECTIONS):
            other = map.columns[i] + offset_x(direction) + offset_z(direction) * compact.width
            if 0 <= other < <int32_t>map.floor_of.size() and map.floor_of[other] >= 0:
                todo.push_back(other)
    i = 0
    while i < todo.size():
        column = todo[i]
        i += 1
        for direction in range(DIRECTIONS):
            neighbor = compact.floors[map.floor_of[column]].neighbors[direction]
            if neighbor == NO_NEIGHBOR or compact.regions[neighbor] == 0:
                continue
            other = column + offset_x(direction) + offset_z(direction) * compact.width
            if map.floor_of[other] == NO_FLOOR:
                map.floor_of[other] = neighbor
                todo.push_back(other)
    return 0


cdef int map_floors(FloorMap* map, CompactHeightfield compact, int32_t region, const vector[ContourCorner]& vertices,
                    const EdgeRings* rings) except -1 nogil:
    """Find the floors that the region's triangles lie over. The map may hold those of another region before."""
    cdef int32_t y, low = 65535, high = 0
    cdef size_t i
    for i in range(map.columns.size()):
        map.floor_of[map.columns[i]] = NOT_COVERED
    map.columns.clear()
    map.floor_of.resize(<size_t>compact.width * compact.depth, NOT_COVERED)
    for i in range(0, rings.origin.size(), 3):
        cover_columns(map, compact, region, &vertices[rings.origin[i]], &vertices[rings.origin[i + 1]],
                      &vertices[rings.origin[i + 2]])
    reach_floors(map, compact)
    for i in range(rings.origin.size()):
        y = vertices[rings.origin[i]].y_vx
        low, high = min(low, y), max(high, y)
    for i in range(map.columns.size()):
        if map.floor_of[map.columns[i]] != NO_FLOOR:
            y = compact.floors[map.floor_of[map.columns[i]]].y_vx
            low, high = min(low, y), max(high, y)
    map.fits_anyhow = high - low <= map.tolerance
    return 0


# Measuring

cdef bint triangle_fits(const FloorMap* map, CompactHeightfield compact, const ContourCorner* a, const ContourCorner* b,
                        const ContourCorner* c) noexcept nogil:
    """Whether all floors under the triangle are within the tolerance of it; corners in line cover nothing."""
    cdef Plane plane
    cdef Span row
    cdef int32_t x, z, floor
    if side(a, b, c) == 0:
        return True
    plane = plane_of(a, b, c)
    for z in range(min(a.z_vx, min(b.z_vx, c.z_vx)), max(a.z_vx, max(b.z_vx, c.z_vx))):
        row = row_of(a, b, c, z)
        for x in range(row.begin, row.end):
            floor = map.floor_of[x + z * compact.width]
            if floor >= 0 and fabs(plane.height + plane.slope_x * (x + 0.5) + plane.slope_z * (z + 0.5)
                                   - compact.floors[floor].y_vx) > map.tolerance:
                return False
    return True


cdef bint fits(const FloorMap* map, CompactHeightfield compact, const vector[ContourCorner]& vertices,
               const vector[int32_t]& ring) except -1 nogil:
    """Whether a convex polygon fits, with its surface the one that the navmesh will give it."""
    cdef vector[double] points
    cdef vector[int32_t] corners
    cdef int32_t i, start, pivot, count = <int32_t>ring.size()
    cdef int32_t triangle[3]
    if map.fits_anyhow:
        return True
    for i in range(count):
        points.push_back(compact.bounds_min[0] + vertices[ring[i]].x_vx * compact.cell_size)
        points.push_back(0.0)
        points.push_back(compact.bounds_min[2] + vertices[ring[i]].z_vx * compact.cell_size)
        corners.push_back(i)
    start = surface_start(points.data(), corners.data(), count)
    rotate(corners.begin(), corners.begin() + start, corners.end())
    pivot = surface_pivot(points.data(), corners.data(), count)
    for i in range(1, count - 1):
        surface_triangle(i, pivot, count, triangle)
        if not triangle_fits(map, compact, &vertices[ring[corners[triangle[0]]]],
                             &vertices[ring[corners[triangle[1]]]], &vertices[ring[corners[triangle[2]]]]):
            return False
    return True


cdef bint can_insert(const vector[ContourCorner]& vertices, const EdgeRings* rings, int32_t triangle,
                     const ContourCorner* corner) noexcept nogil:
    """Whether the corner lies inside the triangle or on an edge that another triangle shares."""
    cdef int32_t edge
    cdef int64_t turn
    cdef int on_edges = 0
    for edge in range(3 * triangle, 3 * triangle + 3):
        turn = side(&vertices[rings.origin[edge]], &vertices[rings.origin[rings.after[edge]]], corner)
        if turn < 0 or (turn == 0 and rings.twin[edge] == NO_EDGE):
            return False
        on_edges += turn == 0
    return on_edges < 2


cdef Misfit find_misfit(const FloorMap* map, CompactHeightfield compact, const vector[ContourCorner]& vertices,
                        const EdgeRings* rings, int32_t triangle) noexcept nogil:
    """The worst floor under the triangle with a corner that would bring the surface nearer by half a cell height or more."""
    cdef const ContourCorner* a = &vertices[rings.origin[3 * triangle]]
    cdef const ContourCorner* b = &vertices[rings.origin[3 * triangle + 1]]
    cdef const ContourCorner* c = &vertices[rings.origin[3 * triangle + 2]]
    cdef ContourCorner corner
    cdef Misfit worst
    cdef Plane plane
    cdef Span row
    cdef double off, moved, most
    cdef int32_t x, z, floor
    cdef int direction
    worst.error = 0.0
    if side(a, b, c) == 0:
        return worst
    plane = plane_of(a, b, c)
    for z in range(min(a.z_vx, min(b.z_vx, c.z_vx)), max(a.z_vx, max(b.z_vx, c.z_vx))):
        row = row_of(a, b, c, z)
        for x in range(row.begin, row.end):
            floor = map.floor_of[x + z * compact.width]
            if floor < 0:
                continue
            off = compact.floors[floor].y_vx - (plane.height + plane.slope_x * (x + 0.5) + plane.slope_z * (z + 0.5))
            if not fabs(off) > max(map.tolerance, worst.error):
                continue
            most = 0.5
            for direction in range(DIRECTIONS):
                corner = make_corner(compact, floor, direction, x, z)
                moved = corner.y_vx - (plane.height + plane.slope_x * corner.x_vx + plane.slope_z * corner.z_vx)
                moved = moved if off > 0.0 else -moved
                if moved >= most and can_insert(vertices, rings, triangle, &corner):
                    most, worst.error, worst.corner = moved, fabs(off), corner
    return worst


# Changing the triangulation

cdef inline void join(EdgeRings* rings, int32_t edge, int32_t twin) noexcept nogil:
    rings.twin[edge] = twin
    if twin != NO_EDGE:
        rings.twin[twin] = edge


cdef int add_triangle(EdgeRings* rings, int32_t a, int32_t b, int32_t c) except -1 nogil:
    cdef int32_t first = <int32_t>rings.origin.size(), k
    rings.origin.push_back(a)
    rings.origin.push_back(b)
    rings.origin.push_back(c)
    for k in range(3):
        rings.before.push_back(first + (k + 2) % 3)
        rings.after.push_back(first + (k + 1) % 3)
        rings.twin.push_back(NO_EDGE)
        rings.gone.push_back(False)
    rings.poly.push_back(first // 3)
    rings.size.push_back(3)
    return 0


cdef int insert_vertex(EdgeRings* rings, int32_t triangle, int32_t vertex, vector[int32_t]& suspects) except -1 nogil:
    """Cut the triangle into three at the vertex. If that lies on an edge one of them is flat, until the edge is flipped."""
    cdef int32_t first = 3 * triangle, second = <int32_t>rings.origin.size(), third = second + 3
    cdef int32_t a = rings.origin[first], b = rings.origin[first + 1], c = rings.origin[first + 2]
    add_triangle(rings, b, c, vertex)
    add_triangle(rings, c, a, vertex)
    join(rings, second, rings.twin[first + 1])
    join(rings, third, rings.twin[first + 2])
    rings.origin[first + 2] = vertex
    join(rings, first + 1, second + 2)
    join(rings, second + 1, third + 2)
    join(rings, third + 1, first + 2)
    suspects.push_back(first)
    suspects.push_back(second)
    suspects.push_back(third)
    return 0


cdef bint should_flip(const vector[ContourCorner]& vertices, const EdgeRings* rings, int32_t edge) noexcept nogil:
    """Whether the other diagonal is free and the two angles that the edge is seen from are more than a half turn."""
    cdef int32_t twin = rings.twin[edge]
    cdef const ContourCorner* a = &vertices[rings.origin[edge]]
    cdef const ContourCorner* b
    cdef const ContourCorner* p
    cdef const ContourCorner* q
    cdef double one, other
    if twin == NO_EDGE:
        return False
    b = &vertices[rings.origin[twin]]
    p = &vertices[rings.origin[rings.before[edge]]]
    q = &vertices[rings.origin[rings.before[twin]]]
    if side(a, q, p) <= 0 or side(q, b, p) <= 0:
        return False
    one = <double>dot(p, a, b) * <double>side(q, b, a)
    other = <double>side(p, a, b) * <double>dot(q, b, a)
    return one + other < -ROUNDING * (fabs(one) + fabs(other))


cdef void flip(EdgeRings* rings, int32_t edge) noexcept nogil:
    """Replace the edge by the other diagonal of the two triangles that share it."""
    cdef int32_t twin = rings.twin[edge], first = edge - edge % 3, second = twin - twin % 3
    cdef int32_t a = rings.origin[edge], b = rings.origin[twin]
    cdef int32_t p = rings.origin[rings.before[edge]], q = rings.origin[rings.before[twin]]
    cdef int32_t beyond_bp = rings.twin[rings.after[edge]], beyond_pa = rings.twin[rings.before[edge]]
    cdef int32_t beyond_aq = rings.twin[rings.after[twin]], beyond_qb = rings.twin[rings.before[twin]]
    rings.origin[first], rings.origin[first + 1], rings.origin[first + 2] = a, q, p
    rings.origin[second], rings.origin[second + 1], rings.origin[second + 2] = q, b, p
    join(rings, first, beyond_aq)
    join(rings, first + 1, second + 2)
    join(rings, first + 2, beyond_pa)
    join(rings, second, beyond_qb)
    join(rings, second + 1, beyond_bp)


cdef int make_delaunay(const vector[ContourCorner]& vertices, EdgeRings* rings, vector[int32_t]& suspects,
                       vector[uint8_t]& changed) except -1 nogil:
    """Flip the suspected edges that need it, and what then needs it; marks the triangles that change."""
    cdef int32_t edge, first, second, k
    while not suspects.empty():
        edge = suspects.back()
        suspects.pop_back()
        if not should_flip(vertices, rings, edge):
            continue
        first, second = edge // 3, rings.twin[edge] // 3
        flip(rings, edge)
        changed[first] = changed[second] = True
        for k in range(3):
            suspects.push_back(3 * first + k)
            suspects.push_back(3 * second + k)
    return 0


cdef int fit_triangles(const FloorMap* map, CompactHeightfield compact, vector[ContourCorner]& vertices,
                       EdgeRings* rings) except -1 nogil:
    """
    Insert the worst fitting corner until every triangle fits or no corner makes it fit better. Where all fit from the
    start nothing changes.
    """
    cdef vector[Misfit] misfits
    cdef vector[uint8_t] changed
    cdef vector[int32_t] suspects
    cdef int32_t triangle, worst
    cdef bint started = False
    if map.fits_anyhow:
        return 0
    changed.resize(rings.poly.size(), True)
    misfits.resize(rings.poly.size())
    while True:
        worst = 0
        for triangle in range(<int32_t>misfits.size()):
            if changed[triangle]:
                misfits[triangle] = find_misfit(map, compact, vertices, rings, triangle)
                changed[triangle] = False
            if misfits[triangle].error > misfits[worst].error:
                worst = triangle
        if misfits.empty() or misfits[worst].error == 0.0:
            return 0
        if started:
            vertices.push_back(misfits[worst].corner)
            insert_vertex(rings, worst, <int32_t>vertices.size() - 1, suspects)
        else:
            for triangle in range(<int32_t>rings.origin.size()):
                suspects.push_back(triangle)
            started = True
        misfits.resize(rings.poly.size())
        changed.resize(rings.poly.size(), True)
        changed[worst] = True
        make_delaunay(vertices, rings, suspects, changed)
