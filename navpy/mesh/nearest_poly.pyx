"""Finds the floor under a point, and the point of the surface that is nearest to one."""
from libc.math cimport INFINITY, NAN, fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport (area2, border_tolerance, closest_on_segment, closest_on_triangle, distance2, distance3, dot3,
                         is_point)
from navpy.mesh.mesh_view cimport MeshView, PolyBounds, Tile, fan_pivot, surface_at, surface_size, tile_at
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_grid cimport Cells, bucket_at, cell_of, cells_of
from navpy.mesh.half_edges cimport PortalGraph

cdef double SAME_FLOOR = 0.01           # metres between two surfaces that are one floor at a shared border
cdef double FALL_WEIGHT = 4.0           # metres aside that one metre too deep is worth
cdef double JUMP = 0.75                 # metres that feet may be off the floor
cdef double SLIVER_AREA2 = 2e-13        # m²; twice the area of a triangle whose corners are taken to be in line

cdef struct Triangles:                  # some detail triangles, ascending
    const int32_t* listed               # NULL: all of the polygon
    int32_t first                       # of all
    int32_t count


# ---- heights ----

cdef inline const int32_t* corners_of(const MeshView* mesh, const Triangles* triangles, int32_t i) noexcept nogil:
    """Vertices of one of them."""
    return mesh.detail_triangles + 3 * <size_t>(triangles.first + i if triangles.listed == NULL else triangles.listed[i])


cdef inline Triangles triangles_near(const MeshView* mesh, PolyRef poly, double x, double z, bint all) noexcept nogil:
    """The polygon's detail triangles, or at least those within half a `border_tolerance` of the place."""
    cdef const PolyBounds* bounds = &mesh.bounds[poly]
    cdef const int32_t* bucket
    cdef Triangles near
    if all or bounds.columns == 0:
        near.listed = NULL
        near.first, near.count = mesh.polys[poly].detail_first, mesh.polys[poly].detail_count
    else:
        bucket = mesh.detail_index + bounds.buckets + bucket_at(bounds, x, z)
        near.listed, near.first, near.count = mesh.detail_index + bucket[0], 0, bucket[1] - bucket[0]
    return near


cdef double height_within(const MeshView* mesh, const Triangles* triangles, double x, double z) noexcept nogil:
    """Height of the first of the triangles that (x, z) is in, NaN where it is in none."""
    cdef const int32_t* t
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double whole, to_a, to_b, to_c         # twice the area, and the shares of the corners in it
    cdef int32_t i
    for i in range(triangles.count):
        t = corners_of(mesh, triangles, i)
        a, b, c = mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1], mesh.vertices + 3 * <size_t>t[2]
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
    return NAN


cdef double border_height(const MeshView* mesh, const Triangles* triangles, double x, double z, double* away) noexcept nogil:
    """Height of the place on an edge of one of the triangles that is nearest to (x, z) in the ground plane, and how far away
    that is."""
    cdef const double* corner[3]
    cdef const double* a
    cdef const double* b
    cdef const int32_t* t
    cdef double distance, y = NAN, whole, qx, qz
    cdef int32_t i, k
    away[0] = INFINITY
    for i in range(triangles.count):
        t = corners_of(mesh, triangles, i)
        for k in range(3):
            corner[k] = mesh.vertices + 3 * <size_t>t[k]
        if area2(corner[0][0], corner[0][2], corner[1][0], corner[1][2], corner[2][0], corner[2][2]) > -SLIVER_AREA2:
            continue
        for k in range(3):
            a, b = corner[k], corner[(k + 1) % 3]
            distance = closest_on_segment(x, z, a[0], a[2], b[0], b[2], &qx, &qz)
            if distance < away[0]:
                away[0], whole = distance, distance2(a[0], a[2], b[0], b[2])
                whole = distance2(a[0], a[2], qx, qz) / whole if whole > 0.0 else 0.0
                y = a[1] + whole * (b[1] - a[1])
    return y


cdef double detail_height(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the detail triangle that (x, z) is in, or else of the place on one that is nearest in the ground plane."""
    cdef Triangles near = triangles_near(mesh, poly, x, z, False)
    cdef double away, y = height_within(mesh, &near, x, z)
    if y == y:
        return y
    y = border_height(mesh, &near, x, z, &away)
    if near.listed == NULL or away <= 0.5 * border_tolerance(x, z):     # then no other is nearer
        return y
    near = triangles_near(mesh, poly, x, z, True)
    return border_height(mesh, &near, x, z, &away)


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


cdef inline double beyond(double value, double a, double b, double c) noexcept nogil:
    """How far a coordinate is out of the range of three."""
    cdef double low = min(a, min(b, c)) - value, high = value - max(a, max(b, c))
    return max(low, max(high, 0.0))


cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil:
    """Nearest point of the polygon's surface in space; returns its distance in metres, infinite for a free
    place."""
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double q[3]
    cdef double off[3]
    cdef double distance, best = INFINITY, limit = INFINITY, spare = border_tolerance(point[0], point[2])
    cdef int32_t i, k, pivot = fan_pivot(mesh, poly)
    cdef int32_t triangle[3]
    for i in range(surface_size(mesh, poly)):
        surface_at(mesh, poly, pivot, i, triangle)
        a = mesh.vertices + 3 * <size_t>triangle[0]
        b = mesh.vertices + 3 * <size_t>triangle[1]
        c = mesh.vertices + 3 * <size_t>triangle[2]
        for k in range(3):
            off[k] = beyond(point[k], a[k], b[k], c[k])
        if dot3(off, off) > limit:
            continue
        closest_on_triangle(point, a, b, c, q)
        distance = distance3(point, q)
        if distance < best:
            best, limit = distance, (distance + spare) * (distance + spare)
            memcpy(out, q, sizeof(q))
    return best


# ---- going through the grids ----

cdef enum Aim:                          # of a hunt
    FLOOR = 0                           # straight above or below the point
    BESIDE = 1                          # what least speaks against, see `cost_of`
    NEAREST = 2                         # in space

cdef struct Hunt:                       # for the polygon that suits a point best
    Aim aim
    const double* point
    const PortalGraph* graph            # NULL: all polygons
    const double* extents               # NULL: none
    SearchExtents reach
    float low[3]                        # metres: polygons with bounds beyond are of no use
    float high[3]
    double floor                        # metres: surfaces below are none
    NearestPoly best
    double off                          # metres aside, of the best
    double cost                         # metres, likewise, see `cost_of`
    double top                          # metres: the highest surface so far
    int32_t count                       # surfaces so far


cdef inline void span(Hunt* hunt, double sideways, double up, double down) noexcept nogil:
    """Bounds that surfaces so far from the point reach into, no nearer for being rounded to float32."""
    cdef double more = 1.0000001
    hunt.low[0], hunt.high[0] = <float>(hunt.point[0] - sideways * more), <float>(hunt.point[0] + sideways * more)
    hunt.low[1], hunt.high[1] = <float>(hunt.point[1] - down * more), <float>(hunt.point[1] + up * more)
    hunt.low[2], hunt.high[2] = <float>(hunt.point[2] - sideways * more), <float>(hunt.point[2] + sideways * more)


cdef void start_hunt(Hunt* hunt, const double* point, const PortalGraph* graph) noexcept nogil:
    hunt.point, hunt.graph = point, graph
    hunt.extents = NULL
    hunt.floor, hunt.off, hunt.cost, hunt.top, hunt.count = -INFINITY, INFINITY, INFINITY, -INFINITY, 0
    hunt.best.poly, hunt.best.distance = NO_POLY, INFINITY
    memcpy(hunt.best.point, point, sizeof(hunt.best.point))


cdef inline void hold(const MeshView* mesh, Hunt* hunt, PolyRef poly) noexcept nogil:
    """Hold a polygon against the best so far."""
    if hunt.aim == FLOOR:
        hold_floor(mesh, hunt, poly)
    elif hunt.aim == BESIDE:
        hold_beside(mesh, hunt, poly)
    else:
        hold_nearest(mesh, hunt, poly)


cdef inline bint is_within(const Hunt* hunt, const PolyBounds* at) noexcept nogil:
    return at.min_x <= hunt.high[0] and at.max_x >= hunt.low[0] and at.min_z <= hunt.high[2] and at.max_z >= hunt.low[2] \
        and at.min_y <= hunt.high[1] and at.max_y >= hunt.low[1]


cdef void scan_tile(const MeshView* mesh, const Tile* tile, Hunt* hunt) noexcept nogil:
    """The tile's polygons within the hunt's bounds, each once: in the first of its cells there."""
    cdef const PolyBounds* at
    cdef const int32_t* first
    cdef double per_metre = 1.0 / tile.grid_cell
    cdef int32_t x, z, k
    cdef PolyRef poly
    cdef Cells cells
    if tile.poly_count == 0 or tile.grid_min_x > hunt.high[0] or tile.grid_min_z > hunt.high[2] \
            or tile.grid_min_x + tile.grid_width * tile.grid_cell < hunt.low[0] \
            or tile.grid_min_z + tile.grid_depth * tile.grid_cell < hunt.low[2]:
        return
    cells = cells_of(tile, hunt.low[0], hunt.low[2], hunt.high[0], hunt.high[2])
    for z in range(cells.min_z, cells.max_z + 1):
        for x in range(cells.min_x, cells.max_x + 1):
            first = mesh.cell_first + tile.first_cell + <size_t>z * tile.grid_width + x
            for k in range(first[0], first[1]):
                poly = mesh.cell_polys[k]
                at = &mesh.bounds[poly]
                if not is_within(hunt, at) or (hunt.graph != NULL and hunt.graph.costs[poly] < 0.0):
                    continue
                if x > cells.min_x and x > cell_of(at.min_x, tile.grid_min_x, per_metre, tile.grid_width):
                    continue
                if z > cells.min_z and z > cell_of(at.min_z, tile.grid_min_z, per_metre, tile.grid_depth):
                    continue
                hold(mesh, hunt, poly)


cdef inline int32_t tile_coordinate(double value, double origin, double size) noexcept nogil:
    cdef double place = (value - origin) / size
    cdef int32_t whole
    if not -2147483646.0 < place < 2147483646.0:
        return -0x7ffffffe if place < 0.0 else 0x7ffffffe
    whole = <int32_t>place
    return whole - (place < whole)


cdef Cells tiles_of(const MeshView* mesh, const Hunt* hunt) noexcept nogil:
    """The tiles that polygons within the hunt's bounds may be of; one may be out of its tile by a `border_tolerance`."""
    cdef double slack = 2.0 * border_tolerance(hunt.point[0], hunt.point[2])
    cdef Cells tiles
    tiles.min_x = tile_coordinate(hunt.low[0] - slack, mesh.origin_x, mesh.tile_size)
    tiles.max_x = tile_coordinate(hunt.high[0] + slack, mesh.origin_x, mesh.tile_size)
    tiles.min_z = tile_coordinate(hunt.low[2] - slack, mesh.origin_z, mesh.tile_size)
    tiles.max_z = tile_coordinate(hunt.high[2] + slack, mesh.origin_z, mesh.tile_size)
    return tiles


cdef inline bint are_many(const MeshView* mesh, const Cells* tiles) noexcept nogil:
    """More places than there are tiles in the mesh?"""
    return (<double>tiles.max_x - tiles.min_x + 1.0) * (<double>tiles.max_z - tiles.min_z + 1.0) > mesh.tile_count


cdef void scan(const MeshView* mesh, Hunt* hunt) noexcept nogil:
    """All polygons within the hunt's bounds."""
    cdef Cells tiles
    cdef int32_t x, z, tile
    if mesh.tile_size == 0.0:
        scan_tile(mesh, &mesh.tiles[0], hunt)
        return
    tiles = tiles_of(mesh, hunt)
    if are_many(mesh, &tiles):
        for tile in range(mesh.tile_count):
            if mesh.tiles[tile].live:
                scan_tile(mesh, &mesh.tiles[tile], hunt)
        return
    for z in range(tiles.min_z, tiles.max_z + 1):
        for x in range(tiles.min_x, tiles.max_x + 1):
            tile = tile_at(mesh, x, z)
            if tile >= 0:
                scan_tile(mesh, &mesh.tiles[tile], hunt)


# ---- the floor under a point ----

cdef double closest_below(const MeshView* mesh, PolyRef poly, const double* point, double sideways, double* out) noexcept nogil:
    """The polygon's surface at the place nearest to the point in the ground plane; returns the distance there. Infinite where
    an edge shows that it is more than ``sideways``."""
    cdef const int32_t* corner = mesh.corners + mesh.polys[poly].first
    cdef const double* last = mesh.vertices + 3 * <size_t>corner[mesh.polys[poly].count - 1]
    cdef const double* a = last
    cdef const double* b
    cdef double x, z, distance, turn, dx, dz, best = INFINITY
    cdef double far = max(sideways, border_tolerance(point[0], point[2]))       # so that rounding doesn't count
    cdef bint inside = True
    cdef int32_t i
    for i in range(mesh.polys[poly].count):
        b = mesh.vertices + 3 * <size_t>corner[i]
        turn = area2(a[0], a[2], b[0], b[2], point[0], point[2])
        if turn > 0.0:
            inside, dx, dz = False, b[0] - a[0], b[2] - a[2]
            if turn * turn > 1.001 * (far * far) * (dx * dx + dz * dz):
                return INFINITY
        a = b
    if inside:
        best, out[0], out[2] = 0.0, point[0], point[2]
    for i in range(0 if inside else mesh.polys[poly].count):    # all: of edges in line rounding may show a wrong one
        b = mesh.vertices + 3 * <size_t>corner[i]
        distance = closest_on_segment(point[0], point[2], a[0], a[2], b[0], b[2], &x, &z)
        if distance < best:
            best, out[0], out[2] = distance, x, z
        a = b
    if best <= sideways:
        out[1] = height_at(mesh, poly, out[0], out[2])
    return best


cdef inline bint find_below(const MeshView* mesh, const Hunt* hunt, PolyRef poly, double* off, double* q) noexcept nogil:
    """The polygon's surface nearest to the point in the ground plane; false where it is out of reach."""
    off[0] = closest_below(mesh, poly, hunt.point, hunt.reach.sideways, q)
    return off[0] <= hunt.reach.sideways and q[1] <= hunt.point[1] + hunt.reach.up and q[1] >= hunt.point[1] - hunt.reach.down


cdef inline bint is_floor_above(const Hunt* hunt, PolyRef poly, double off, double y) noexcept nogil:
    """Of surfaces under one point the highest; of those that meet at a border the one that the point is inside of."""
    if hunt.best.poly == NO_POLY:
        return True
    if off != hunt.off and fabs(y - hunt.best.point[1]) <= SAME_FLOOR:
        return off < hunt.off
    return y > hunt.best.point[1] or (y == hunt.best.point[1] and poly < hunt.best.poly)


cdef void hold_floor(const MeshView* mesh, Hunt* hunt, PolyRef poly) noexcept nogil:
    cdef double q[3]
    cdef double off
    if not find_below(mesh, hunt, poly, &off, q) or q[1] < hunt.floor:
        return
    hunt.count += 1
    if q[1] > hunt.top:
        hunt.top, hunt.low[1] = q[1], max(hunt.low[1], <float>(q[1] - SAME_FLOOR))
    if is_floor_above(hunt, poly, off, q[1]):
        hunt.best.poly, hunt.off = poly, off
        memcpy(hunt.best.point, q, sizeof(q))


cdef inline double cost_of(const double* point, const double* q, double off, double body) noexcept nogil:
    """What speaks against a floor, in metres: how far aside it is, and what it lies deeper than an origin would float."""
    return off + FALL_WEIGHT * max(point[1] - q[1] - body, 0.0)


cdef void find_floor(const MeshView* mesh, const SearchExtents* reach, Hunt* hunt) noexcept nogil:
    """The highest surface straight above or below the point. Where several meet, which of two is the same floor as a third
    must not depend on the order they are seen in: then those of the highest floor are compared anew."""
    hunt.aim, hunt.reach = FLOOR, reach[0]
    hunt.reach.sideways = min(reach.sideways, border_tolerance(hunt.point[0], hunt.point[2]))
    span(hunt, hunt.reach.sideways, reach.up, reach.down)
    scan(mesh, hunt)
    if hunt.count > 2:
        hunt.best.poly, hunt.floor = NO_POLY, hunt.top - SAME_FLOOR
        scan(mesh, hunt)
    if hunt.best.poly != NO_POLY:
        hunt.best.distance = distance3(hunt.point, hunt.best.point)
        hunt.cost = cost_of(hunt.point, hunt.best.point, hunt.off, reach.body)


cdef void hold_beside(const MeshView* mesh, Hunt* hunt, PolyRef poly) noexcept nogil:
    """The least cost wins, of equal ones the nearest in space, of those the lower polygon."""
    cdef double q[3]
    cdef double off, cost, distance
    if not find_below(mesh, hunt, poly, &off, q):
        return
    cost, distance = cost_of(hunt.point, q, off, hunt.reach.body), distance3(hunt.point, q)
    if cost < hunt.cost or (cost == hunt.cost and (
            distance < hunt.best.distance or (distance == hunt.best.distance and poly < hunt.best.poly))):
        hunt.best.poly, hunt.best.distance, hunt.off, hunt.cost = poly, distance, off, cost
        memcpy(hunt.best.point, q, sizeof(q))


cdef void find_beside(const MeshView* mesh, const SearchExtents* reach, double up, Hunt* hunt) noexcept nogil:
    hunt.aim, hunt.reach, hunt.reach.up = BESIDE, reach[0], up
    span(hunt, min(reach.sideways, hunt.cost), up, reach.down)
    scan(mesh, hunt)


cdef SearchExtents default_extents(const MeshView* mesh) noexcept nogil:
    """What an agent may be off its floor: two radii aside, a step's height below it, a jump above it. Sunken by less
    than its own height it cannot have meant a floor further down, so the one above is taken."""
    cdef SearchExtents reach
    reach.sideways = max(2.0 * mesh.agent_radius, 1.0)
    reach.up = max(mesh.climb, 0.5)
    reach.down = 4.0
    reach.sunken = max(mesh.agent_height, reach.up)
    reach.body = max(mesh.agent_height, 1.5) + JUMP
    return reach


cdef bint locate(NavView nav, const double* point, const SearchExtents* reach,
                 NearestPoly* out) noexcept nogil:
    """The floor under the feet: the highest surface at the point's place that is at most ``up`` above and ``down``
    below it. Where that is further down than ``body``, a floor aside may be meant, as beside the edge of a storey: the
    one of the least `cost_of` within ``sideways`` wins. Where there is none, the nearest up to ``sunken`` above. False
    (NO_POLY) where there is none at all.

    Several surfaces are one floor where they are within SAME_FLOOR of the highest, as at an edge or a vertex that polygons
    share. Of those the polygon is taken that the point is inside of, or else nearest to, in the ground plane; a border is
    inside of all that meet there. Of equally near ones it is the highest, of equally high ones the lower polygon."""
    cdef Hunt hunt
    start_hunt(&hunt, point, nav.graph)
    if nav.mesh.poly_count > 0 and is_point(point):
        find_floor(nav.mesh, reach, &hunt)
        if hunt.best.poly == NO_POLY or point[1] - hunt.best.point[1] > reach.body:
            find_beside(nav.mesh, reach, reach.up, &hunt)
        if hunt.best.poly == NO_POLY and reach.sunken > reach.up:
            find_beside(nav.mesh, reach, reach.sunken, &hunt)
    out[0] = hunt.best
    return out.poly != NO_POLY


# ---- the nearest point of the surface ----

cdef int cut_to_box(const double* extents, double* ring, int count) noexcept nogil:
    """Cut a convex ring of places, seen from the box's middle, to the box (Sutherland and Hodgman 1974); returns how many are
    left of at most 9."""
    cdef double cut[3 * 10]
    cdef const double* a
    cdef const double* b
    cdef double inside_a, inside_b, t
    cdef int plane, i, k, axis, kept
    for plane in range(6):
        axis, kept = plane >> 1, 0
        for i in range(count):
            a, b = ring + 3 * i, ring + 3 * (i + 1 if i + 1 < count else 0)
            inside_a = extents[axis] - (a[axis] if plane & 1 else -a[axis])
            inside_b = extents[axis] - (b[axis] if plane & 1 else -b[axis])
            if inside_a >= 0.0:
                memcpy(cut + 3 * kept, a, 3 * sizeof(double))
                kept += 1
            if (inside_a >= 0.0) != (inside_b >= 0.0):
                t = inside_a / (inside_a - inside_b)
                for k in range(3):
                    cut[3 * kept + k] = a[k] + t * (b[k] - a[k])
                kept += 1
        memcpy(ring, cut, 3 * sizeof(double) * kept)
        count = kept
    return count


cdef double closest_in_box(const double* point, const double* extents, const double* a, const double* b, const double* c,
                           double* out) noexcept nogil:
    """Nearest point to the box's middle of the part of a triangle that lies in the box; returns its distance in metres, infinite
    where no part does."""
    cdef double ring[3 * 10]
    cdef double middle[3]
    cdef double q[3]
    cdef double best = INFINITY, distance
    cdef int i, k, count
    for k in range(3):
        middle[k] = 0.0
        ring[k], ring[3 + k], ring[6 + k] = a[k] - point[k], b[k] - point[k], c[k] - point[k]
    count = cut_to_box(extents, ring, 3)
    for i in range(count):              # of one or two places too
        closest_on_triangle(middle, ring, ring + 3 * i, ring + 3 * (i + 1 if i + 1 < count else 0), q)
        distance = distance3(middle, q)
        if distance < best:
            best = distance
            for k in range(3):
                out[k] = point[k] + min(max(q[k], -extents[k]), extents[k])
    return best


cdef inline bint is_in_box(const double* point, const double* extents, const double* q) noexcept nogil:
    return fabs(q[0] - point[0]) <= extents[0] and fabs(q[1] - point[1]) <= extents[1] and fabs(q[2] - point[2]) <= extents[2]


cdef double closest_in_extents(const MeshView* mesh, PolyRef poly, const double* point, const double* extents,
                               double* out) noexcept nogil:
    """As `closest_on_poly`, of what lies in a box around the point."""
    cdef double q[3]
    cdef double distance, best = closest_on_poly(mesh, poly, point, out)
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    cdef int32_t triangle[3]
    if is_in_box(point, extents, out):
        return best
    best = INFINITY
    for i in range(surface_size(mesh, poly)):
        surface_at(mesh, poly, pivot, i, triangle)
        distance = closest_in_box(point, extents, mesh.vertices + 3 * <size_t>triangle[0],
                                  mesh.vertices + 3 * <size_t>triangle[1], mesh.vertices + 3 * <size_t>triangle[2], q)
        if distance < best:
            best = distance
            memcpy(out, q, sizeof(q))
    return best


cdef void span_sphere(Hunt* hunt, double radius) noexcept nogil:
    """Bounds of what is within a radius and the extents."""
    cdef double more = 1.0000001, within
    cdef int k
    for k in range(3):
        within = more * (radius if hunt.extents == NULL else min(radius, hunt.extents[k]))
        hunt.low[k], hunt.high[k] = <float>(hunt.point[k] - within), <float>(hunt.point[k] + within)


cdef void hold_nearest(const MeshView* mesh, Hunt* hunt, PolyRef poly) noexcept nogil:
    cdef double q[3]
    cdef double distance
    if hunt.extents == NULL:
        distance = closest_on_poly(mesh, poly, hunt.point, q)
    else:
        distance = closest_in_extents(mesh, poly, hunt.point, hunt.extents, q)
    if distance < hunt.best.distance or (distance == hunt.best.distance and poly < hunt.best.poly):
        hunt.best.poly, hunt.best.distance = poly, distance
        memcpy(hunt.best.point, q, sizeof(q))
        span_sphere(hunt, distance)


cdef inline double outside(double value, double low, double length) noexcept nogil:
    return max(max(low - value, value - low - length), 0.0)


cdef double distance_to_grid(const Tile* tile, const double* point) noexcept nogil:
    """Metres in the ground plane, the greater of both axes'; infinite without polygons."""
    if tile.poly_count == 0:
        return INFINITY
    return max(outside(point[0], tile.grid_min_x, tile.grid_width * tile.grid_cell),
               outside(point[2], tile.grid_min_z, tile.grid_depth * tile.grid_cell))


cdef bint spans_all(const MeshView* mesh, const Hunt* hunt) noexcept nogil:
    """Is there about as much within the hunt's bounds as in all of the mesh?"""
    cdef const Tile* tile = mesh.tiles
    cdef Cells tiles
    if mesh.tile_size > 0.0:
        tiles = tiles_of(mesh, hunt)
        return are_many(mesh, &tiles)
    return hunt.low[0] <= tile.grid_min_x and hunt.high[0] >= tile.grid_min_x + tile.grid_width * tile.grid_cell \
        and hunt.low[2] <= tile.grid_min_z and hunt.high[2] >= tile.grid_min_z + tile.grid_depth * tile.grid_cell


cdef void scan_rest(const MeshView* mesh, Hunt* hunt) noexcept nogil:
    """All of the mesh, the nearest tile first: few others are then near enough to be looked into."""
    cdef double distance, least = INFINITY
    cdef int32_t tile, nearest = -1
    span_sphere(hunt, hunt.best.distance)
    for tile in range(mesh.tile_count):
        distance = distance_to_grid(&mesh.tiles[tile], hunt.point) if mesh.tiles[tile].live else INFINITY
        if distance < least:
            least, nearest = distance, tile
    if nearest >= 0:
        scan_tile(mesh, &mesh.tiles[nearest], hunt)
    for tile in range(mesh.tile_count):
        if mesh.tiles[tile].live and tile != nearest:
            scan_tile(mesh, &mesh.tiles[tile], hunt)


cdef bint locate_nearest(NavView nav, const double* point, const double* extents,
                         NearestPoly* out) noexcept nogil:
    """Nearest point of the surface in space, within the extents if there are any; the lower polygon of equally near ones. The
    cells around the point are searched ever farther, until none further out can hold a nearer one."""
    cdef Hunt hunt
    cdef double radius
    start_hunt(&hunt, point, nav.graph)
    out[0] = hunt.best
    if nav.mesh.poly_count == 0 or not is_point(point):
        return False
    hunt.aim, hunt.extents = NEAREST, extents
    radius = 0.125 * nav.mesh.tile_size if nav.mesh.tile_size > 0.0 else nav.mesh.tiles[0].grid_cell + distance_to_grid(&nav.mesh.tiles[0], point)
    while True:
        span_sphere(&hunt, radius)
        if spans_all(nav.mesh, &hunt):
            scan_rest(nav.mesh, &hunt)
            break
        scan(nav.mesh, &hunt)
        if hunt.best.distance <= radius or (extents != NULL and radius >= max(extents[0], max(extents[1], extents[2]))):
            break
        radius = min(hunt.best.distance, 4.0 * radius)
    out[0] = hunt.best
    return out.poly != NO_POLY
