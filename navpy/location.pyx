"""Finds the floor under a point by a uniform grid over the ground plane in every tile (Ericson 2005, section 7.1)."""
from libc.math cimport INFINITY, NAN, ceil, fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, border_tolerance, closest_on_segment, closest_on_triangle, distance2, distance3, is_point
from navpy.mesh cimport MeshView, Tile, fan_pivot, surface_at, surface_size, tile_at

cdef double SAME_FLOOR = 0.01           # metres between two surfaces that are one floor at a shared border
cdef double FALL_WEIGHT = 4.0           # metres aside that one metre too deep is worth
cdef double JUMP = 0.75                 # metres that feet may be off the floor
cdef double SLIVER_AREA2 = 2e-13        # m²; twice the area of a triangle whose corners are taken to be in line


# ---- the grid ----

cdef Box poly_box(const MeshView* mesh, int32_t index) noexcept nogil:
    cdef Box box
    cdef const double* v
    cdef int32_t k
    cdef double min_x = INFINITY, min_z = INFINITY, max_x = -INFINITY, max_z = -INFINITY
    for k in range(mesh.polys[index].first, mesh.polys[index].first + mesh.polys[index].count):
        v = mesh.vertices + 3 * <size_t>mesh.corners[k]
        min_x, max_x = min(min_x, v[0]), max(max_x, v[0])
        min_z, max_z = min(min_z, v[2]), max(max_z, v[2])
    box.min_x, box.min_z, box.max_x, box.max_z = min_x, min_z, max_x, max_z
    return box


cdef inline int32_t cell_of(double value, double low, double per_metre, int32_t count) noexcept nogil:
    """Column or row of a coordinate, clamped to the grid; never decreasing, so that a box covers what lies in it."""
    cdef double place = (value - low) * per_metre
    if not place > 0.0:
        return 0
    if place >= count:
        return count - 1
    return <int32_t>place


cdef inline Cells cells_of(const Tile* tile, const Box* box) noexcept nogil:
    cdef Cells cells
    cdef double per_metre = 1.0 / tile.grid_cell
    cells.min_x = cell_of(box.min_x, tile.grid_min_x, per_metre, tile.grid_width)
    cells.max_x = cell_of(box.max_x, tile.grid_min_x, per_metre, tile.grid_width)
    cells.min_z = cell_of(box.min_z, tile.grid_min_z, per_metre, tile.grid_depth)
    cells.max_z = cell_of(box.max_z, tile.grid_min_z, per_metre, tile.grid_depth)
    return cells


cdef int64_t lay_grid(Tile* tile, double width, double depth, double cell, const Box* boxes, Cells* cells) noexcept nogil:
    """The grid of that cell size, and which cells each polygon's box touches; returns how many those are together."""
    cdef int64_t entries = 0
    cdef int32_t i
    tile.grid_cell = cell
    tile.grid_width = max(1, <int32_t>ceil(width / cell))
    tile.grid_depth = max(1, <int32_t>ceil(depth / cell))
    for i in range(tile.poly_count):
        cells[i] = cells_of(tile, &boxes[i])
        entries += (<int64_t>cells[i].max_x - cells[i].min_x + 1) * (cells[i].max_z - cells[i].min_z + 1)
    return entries


cdef int64_t size_grid(const MeshView* mesh, Tile* tile, GridDraft* draft) except -1 nogil:
    """About one cell a polygon; coarser while polygons overlap so many cells that the lists would outgrow the mesh. Returns
    the length of those lists together."""
    cdef double min_x = INFINITY, min_z = INFINITY, max_x = -INFINITY, max_z = -INFINITY
    cdef double width, depth, cell
    cdef int64_t entries
    cdef int32_t i
    cdef Box* box
    tile.grid_min_x, tile.grid_min_z, tile.grid_cell, tile.grid_width, tile.grid_depth = 0.0, 0.0, 1.0, 0, 0
    if tile.poly_count == 0:
        return 0
    draft.boxes.resize(tile.poly_count)
    draft.cells.resize(tile.poly_count)
    for i in range(tile.poly_count):
        box = draft.boxes.data() + i
        box[0] = poly_box(mesh, tile.first_poly + i)
        min_x, max_x = min(min_x, box.min_x), max(max_x, box.max_x)
        min_z, max_z = min(min_z, box.min_z), max(max_z, box.max_z)
    width, depth = max_x - min_x, max_z - min_z
    cell = max(sqrt(width * depth / tile.poly_count), max(width, depth) / (tile.poly_count + 1.0))
    tile.grid_min_x, tile.grid_min_z = min_x, min_z
    while True:
        entries = lay_grid(tile, width, depth, cell, draft.boxes.data(), draft.cells.data())
        if entries <= 8 * <int64_t>tile.poly_count + 64 or tile.grid_width * tile.grid_depth == 1:
            return entries
        cell *= 2.0


cdef void fill_grid(const Tile* tile, const GridDraft* draft, int32_t entry, int32_t* first, PolyRef* polys) noexcept nogil:
    """Counting sort of the tile's polygons into the cells that their boxes touch, ascending in each; the lists begin at an
    entry of ``polys``."""
    cdef int32_t cells = tile.grid_width * tile.grid_depth, i, x, z
    cdef int32_t* row
    cdef const Cells* box
    memset(first, 0, sizeof(int32_t) * (<size_t>cells + 1))
    for i in range(tile.poly_count):
        box = draft.cells.data() + i
        for z in range(box.min_z, box.max_z + 1):
            row = first + <size_t>z * tile.grid_width
            for x in range(box.min_x, box.max_x + 1):
                row[x] += 1
    for i in range(cells):
        entry += first[i]
        first[i] = entry                # the end for now; going through the polygons backwards makes it the beginning
    first[cells] = entry
    for i in range(tile.poly_count - 1, -1, -1):
        box = draft.cells.data() + i
        for z in range(box.min_z, box.max_z + 1):
            row = first + <size_t>z * tile.grid_width
            for x in range(box.min_x, box.max_x + 1):
                row[x] -= 1
                polys[row[x]] = tile.first_poly + i


cdef bint cell_holds(const MeshView* mesh, const Tile* tile, int32_t cell, PolyRef poly) noexcept nogil:
    cdef int32_t k
    for k in range(mesh.cell_first[tile.first_cell + cell], mesh.cell_first[tile.first_cell + cell + 1]):
        if mesh.cell_polys[k] == poly:
            return True
    return False


cdef PolyRef first_unfindable(const MeshView* mesh) noexcept nogil:
    """The first polygon that is missing in a cell which its box touches, or whose tile cannot be found."""
    cdef const Tile* tile
    cdef Box box
    cdef Cells cells
    cdef double slack
    cdef int32_t i, p, x, z
    for i in range(mesh.tile_count):
        tile = &mesh.tiles[i]
        if not tile.live:
            continue
        for p in range(tile.first_poly, tile.first_poly + tile.poly_count):
            if tile_at(mesh, tile.x, tile.z) != i or mesh.polys[p].tile != i:
                return p
            box = poly_box(mesh, p)
            slack = border_tolerance(box.max_x, box.max_z) if mesh.tile_size > 0.0 else 0.0     # a shared corner may be off
            box.min_x, box.max_x, box.min_z, box.max_z = box.min_x + slack, box.max_x - slack, box.min_z + slack, box.max_z - slack
            cells = cells_of(tile, &box)
            for z in range(cells.min_z, cells.max_z + 1):
                for x in range(cells.min_x, cells.max_x + 1):
                    if not cell_holds(mesh, tile, z * tile.grid_width + x, p):
                        return p
    return NO_POLY


# ---- where a point is ----

cdef double detail_border_height(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the place on an edge of a detail triangle that is nearest to (x, z) in the ground plane."""
    cdef const double* corner[3]
    cdef double away, best = INFINITY, y = NAN, whole, qx, qz
    cdef int32_t triangle[3]
    cdef int32_t i, k
    for i in range(mesh.polys[poly].detail_count):
        surface_at(mesh, poly, 0, i, triangle)
        for k in range(3):
            corner[k] = mesh.vertices + 3 * <size_t>triangle[k]
        if area2(corner[0][0], corner[0][2], corner[1][0], corner[1][2], corner[2][0], corner[2][2]) > -SLIVER_AREA2:
            continue
        for k in range(3):
            away = closest_on_segment(x, z, corner[k][0], corner[k][2], corner[(k + 1) % 3][0], corner[(k + 1) % 3][2], &qx, &qz)
            if away < best:
                best, whole = away, distance2(corner[k][0], corner[k][2], corner[(k + 1) % 3][0], corner[(k + 1) % 3][2])
                whole = distance2(corner[k][0], corner[k][2], qx, qz) / whole if whole > 0.0 else 0.0
                y = corner[k][1] + whole * (corner[(k + 1) % 3][1] - corner[k][1])
    return y


cdef double detail_height(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the detail triangle that (x, z) is in, or else of the place on one that is nearest in the ground plane."""
    cdef const int32_t* t = mesh.detail_triangles + 3 * <size_t>mesh.polys[poly].detail_first
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double whole, to_a, to_b, to_c         # twice the area, and the shares of the corners in it
    cdef int32_t _triangle
    for _triangle in range(mesh.polys[poly].detail_count):
        a, b, c = mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1], mesh.vertices + 3 * <size_t>t[2]
        t += 3
        to_c = area2(a[0], a[2], b[0], b[2], x, z)
        if to_c > 0.0:
            continue
        to_a = area2(b[0], b[2], c[0], c[2], x, z)
        if to_a > 0.0:
            continue
        to_b = area2(c[0], c[2], a[0], a[2], x, z)
        if to_b > 0.0:
            continue
        whole = area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if whole <= -SLIVER_AREA2:
            return to_a / whole * a[1] + to_b / whole * b[1] + to_c / whole * c[1]
    return detail_border_height(mesh, poly, x, z)


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


cdef struct Candidate:                  # for the floor under a point
    Location at
    double off                          # metres aside
    double cost                         # metres, see `cost_of`


cdef double cost_of(const double* point, const double* q, double off, double body) noexcept nogil:
    """What speaks against a floor, in metres: how far aside it is, and what it lies deeper than an origin would float."""
    return off + FALL_WEIGHT * max(point[1] - q[1] - body, 0.0)


cdef void scan_tile(const MeshView* mesh, const Tile* tile, const Box* within, const double* point, const Reach* reach,
                    bint below, Candidate* best) noexcept nogil:
    """Hold the polygons of one tile, of the cells within reach, against the best so far."""
    cdef Cells cells = cells_of(tile, within)
    cdef Location* out = &best.at
    cdef double q[3]
    cdef double off, distance, off_cost
    cdef int32_t x, z, k
    cdef size_t cell
    cdef PolyRef poly
    for z in range(cells.min_z, cells.max_z + 1):
        for x in range(cells.min_x, cells.max_x + 1):
            cell = tile.first_cell + <size_t>z * tile.grid_width + x
            for k in range(mesh.cell_first[cell], mesh.cell_first[cell + 1]):
                poly = mesh.cell_polys[k]
                off = closest_below(mesh, poly, point, q)
                if off > reach.sideways or q[1] > point[1] + reach.up or q[1] < point[1] - reach.down:
                    continue
                distance, off_cost = distance3(point, q), cost_of(point, q, off, reach.body)
                if (nearer_floor(out, best.off, poly, off, q[1]) if below else
                        off_cost < best.cost or (off_cost == best.cost and (
                            distance < out.distance or (distance == out.distance and poly < out.poly)))):
                    best.off, best.cost = off, off_cost
                    out.poly, out.distance = poly, distance
                    memcpy(out.point, q, sizeof(q))


cdef inline int32_t tile_coordinate(double value, double origin, double size) noexcept nogil:
    cdef double place = floor((value - origin) / size)
    return -0x7ffffffe if place < -2147483646.0 else 0x7ffffffe if place > 2147483646.0 else <int32_t>place


cdef void scan(const MeshView* mesh, const double* point, const Reach* reach, bint below, Candidate* best) noexcept nogil:
    """Best polygon of the cells within reach: the floor under the point, or of all the one of the least cost if that is
    below ``best.cost``; of equals the nearest."""
    cdef Box box
    cdef double slack = border_tolerance(point[0], point[2])        # a polygon may be that far out of its tile
    cdef int32_t low_x, low_z, high_x, high_z, x, z, tile
    best.off = INFINITY
    box.min_x, box.max_x = point[0] - reach.sideways, point[0] + reach.sideways
    box.min_z, box.max_z = point[2] - reach.sideways, point[2] + reach.sideways
    low_x = low_z = high_x = high_z = 0
    if mesh.tile_size > 0.0:
        low_x = tile_coordinate(box.min_x - slack, mesh.origin_x, mesh.tile_size)
        high_x = tile_coordinate(box.max_x + slack, mesh.origin_x, mesh.tile_size)
        low_z = tile_coordinate(box.min_z - slack, mesh.origin_z, mesh.tile_size)
        high_z = tile_coordinate(box.max_z + slack, mesh.origin_z, mesh.tile_size)
    if (<double>high_x - low_x + 1.0) * (<double>high_z - low_z + 1.0) > mesh.tile_count:
        for tile in range(mesh.tile_count):
            if mesh.tiles[tile].live and mesh.tiles[tile].poly_count > 0 and low_x <= mesh.tiles[tile].x <= high_x \
                    and low_z <= mesh.tiles[tile].z <= high_z:
                scan_tile(mesh, &mesh.tiles[tile], &box, point, reach, below, best)
        return
    for z in range(low_z, high_z + 1):
        for x in range(low_x, high_x + 1):
            tile = tile_at(mesh, x, z)
            if tile >= 0 and mesh.tiles[tile].poly_count > 0:
                scan_tile(mesh, &mesh.tiles[tile], &box, point, reach, below, best)


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
    cdef Candidate best
    best.cost = INFINITY
    best.at.poly, best.at.distance = NO_POLY, INFINITY
    memcpy(best.at.point, point, sizeof(best.at.point))
    if mesh.poly_count > 0 and is_point(point):
        limits.sideways = min(reach.sideways, border_tolerance(point[0], point[2]))
        scan(mesh, point, &limits, True, &best)
        if best.at.poly == NO_POLY or point[1] - best.at.point[1] > reach.body:
            scan(mesh, point, reach, False, &best)
        if best.at.poly == NO_POLY and reach.sunken > reach.up:
            limits = reach[0]
            limits.up = reach.sunken
            scan(mesh, point, &limits, False, &best)
    out[0] = best.at
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
