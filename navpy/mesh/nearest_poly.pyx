"""Finds the floor under a point, and the point of the surface that is nearest to one."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.tolerances cimport SAME_FLOOR
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, clockwise_area2, closest_on_segment, closest_on_triangle, distance3, is_point
from navpy.mesh.mesh_view cimport (
    MeshView, PolyBounds, Tile, fan_pivot, surface_corners, surface_size, island_of, tile_at, tile_coordinate)
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport closest_on_poly, closest_within, height_at
from navpy.mesh.poly_grid cimport Cells, cell_of, cells_of
from navpy.mesh.half_edges cimport PortalGraph

cdef double FALL_WEIGHT = 4.0           # meters aside that weigh as much as one meter too deep
cdef double JUMP_HEIGHT = 0.75                 # meters that feet are above the floor in a jump


# ---- going through the grids ----

cdef enum Criterion:                    # by which a search chooses its polygon
    FLOOR = 0                           # the highest surface straight above or below the point
    BESIDE = 1                          # the least `floor_cost`
    NEAREST = 2                         # the nearest in space

cdef struct PolySearch:                 # for the polygon that suits a point best
    Criterion criterion
    const double* point
    const PortalGraph* graph            # NULL: all polygons
    const double* extents               # half sizes of a box around the point; NULL: no box
    int32_t island                      # of NEAREST: polygons of others do not count; −1: all do
    SearchExtents reach
    float low[3]                        # meters: polygons whose bounds lie beyond cannot win
    float high[3]
    double least_height                 # meters: surfaces below do not count
    NearestPoly best
    double aside                        # meters from the point to the best, in the ground plane
    double cost                         # meters, `floor_cost` of the best
    double highest                      # meters: height of the highest surface so far
    int32_t count                       # surfaces so far


cdef inline void set_bounds(PolySearch* search, double horizontal, double up, double down) noexcept nogil:
    """Bounds of the surfaces within these distances of the point; float32 rounding makes them no smaller."""
    cdef double more = 1.0000001
    search.low[0], search.high[0] = <float>(search.point[0] - horizontal * more), <float>(search.point[0] + horizontal * more)
    search.low[1], search.high[1] = <float>(search.point[1] - down * more), <float>(search.point[1] + up * more)
    search.low[2], search.high[2] = <float>(search.point[2] - horizontal * more), <float>(search.point[2] + horizontal * more)


cdef void start_search(PolySearch* search, const double* point, const PortalGraph* graph) noexcept nogil:
    search.point, search.graph = point, graph
    search.extents = NULL
    search.island = -1
    search.least_height, search.aside, search.cost, search.highest, search.count = -INFINITY, INFINITY, INFINITY, -INFINITY, 0
    search.best.poly, search.best.distance = NO_POLY, INFINITY
    memcpy(search.best.point, point, sizeof(search.best.point))


cdef inline void offer(const MeshView* mesh, PolySearch* search, PolyRef poly) noexcept nogil:
    """Compare a polygon with the best so far."""
    if search.criterion == FLOOR:
        offer_floor(mesh, search, poly)
    elif search.criterion == BESIDE:
        offer_beside(mesh, search, poly)
    else:
        offer_nearest(mesh, search, poly)


cdef inline bint is_within(const PolySearch* search, const PolyBounds* at) noexcept nogil:
    return at.min_x <= search.high[0] and at.max_x >= search.low[0] and at.min_z <= search.high[2] and at.max_z >= search.low[2] \
        and at.min_y <= search.high[1] and at.max_y >= search.low[1]


cdef void scan_tile(const MeshView* mesh, const Tile* tile, PolySearch* search) noexcept nogil:
    """The tile's polygons within the search's bounds, each once: in the first of its cells there."""
    cdef const PolyBounds* at
    cdef const int32_t* first
    cdef double per_meter = 1.0 / tile.grid_cell
    cdef int32_t x, z, k
    cdef PolyRef poly
    cdef Cells cells
    if tile.poly_count == 0 or tile.grid_min_x > search.high[0] or tile.grid_min_z > search.high[2] \
            or tile.grid_min_x + tile.grid_width * tile.grid_cell < search.low[0] \
            or tile.grid_min_z + tile.grid_depth * tile.grid_cell < search.low[2]:
        return
    cells = cells_of(tile, search.low[0], search.low[2], search.high[0], search.high[2])
    for z in range(cells.min_z, cells.max_z + 1):
        for x in range(cells.min_x, cells.max_x + 1):
            first = mesh.cell_first + tile.first_cell + <size_t>z * tile.grid_width + x
            for k in range(first[0], first[1]):
                poly = mesh.cell_polys[k]
                at = &mesh.bounds[poly]
                if not is_within(search, at) or (search.graph != NULL and search.graph.costs[poly] < 0.0):
                    continue
                if x > cells.min_x and x > cell_of(at.min_x, tile.grid_min_x, per_meter, tile.grid_width):
                    continue
                if z > cells.min_z and z > cell_of(at.min_z, tile.grid_min_z, per_meter, tile.grid_depth):
                    continue
                offer(mesh, search, poly)


cdef Cells tiles_of(const MeshView* mesh, const PolySearch* search) noexcept nogil:
    """The tiles that polygons within the search's bounds may be of; one may be out of its tile by a `border_tolerance`."""
    cdef double slack = 2.0 * border_tolerance(search.point[0], search.point[2])
    cdef Cells tiles
    tiles.min_x = tile_coordinate(search.low[0] - slack, mesh.origin_x, mesh.tile_size)
    tiles.max_x = tile_coordinate(search.high[0] + slack, mesh.origin_x, mesh.tile_size)
    tiles.min_z = tile_coordinate(search.low[2] - slack, mesh.origin_z, mesh.tile_size)
    tiles.max_z = tile_coordinate(search.high[2] + slack, mesh.origin_z, mesh.tile_size)
    return tiles


cdef inline bint outnumber_tiles(const MeshView* mesh, const Cells* tiles) noexcept nogil:
    """Do the cells outnumber the tiles of the mesh?"""
    return (<double>tiles.max_x - tiles.min_x + 1.0) * (<double>tiles.max_z - tiles.min_z + 1.0) > mesh.tile_count


cdef void scan(const MeshView* mesh, PolySearch* search) noexcept nogil:
    """All polygons within the search's bounds."""
    cdef Cells tiles
    cdef int32_t x, z, tile
    if mesh.tile_size == 0.0:
        scan_tile(mesh, &mesh.tiles[0], search)
        return
    tiles = tiles_of(mesh, search)
    if outnumber_tiles(mesh, &tiles):
        for tile in range(mesh.tile_count):
            if mesh.tiles[tile].live:
                scan_tile(mesh, &mesh.tiles[tile], search)
        return
    for z in range(tiles.min_z, tiles.max_z + 1):
        for x in range(tiles.min_x, tiles.max_x + 1):
            tile = tile_at(mesh, x, z)
            if tile >= 0:
                scan_tile(mesh, &mesh.tiles[tile], search)


# ---- the floor under a point ----

cdef double closest_below(const MeshView* mesh, PolyRef poly, const double* point, double horizontal, double* out) noexcept nogil:
    """The polygon's surface at the place nearest to the point in the ground plane; returns the distance there. Infinite where
    an edge shows that it is more than ``horizontal``."""
    cdef const int32_t* corner = mesh.corners + mesh.polys[poly].first
    cdef const double* last = mesh.vertices + 3 * <size_t>corner[mesh.polys[poly].count - 1]
    cdef const double* a = last
    cdef const double* b
    cdef double x, z, distance, right_turn, dx, dz, best = INFINITY
    cdef double far = max(horizontal, border_tolerance(point[0], point[2]))       # so that rounding doesn't count
    cdef bint inside = True
    cdef int32_t i
    for i in range(mesh.polys[poly].count):
        b = mesh.vertices + 3 * <size_t>corner[i]
        right_turn = clockwise_area2(a[0], a[2], b[0], b[2], point[0], point[2])
        if right_turn > 0.0:
            inside, dx, dz = False, b[0] - a[0], b[2] - a[2]
            if right_turn * right_turn > 1.001 * (far * far) * (dx * dx + dz * dz):
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
    if best <= horizontal:
        out[1] = height_at(mesh, poly, out[0], out[2])
    return best


cdef inline bint find_below(const MeshView* mesh, const PolySearch* search, PolyRef poly, double* aside, double* q) noexcept nogil:
    """The polygon's surface nearest to the point in the ground plane; false where it is beyond the reach."""
    aside[0] = closest_below(mesh, poly, search.point, search.reach.horizontal, q)
    return aside[0] <= search.reach.horizontal and q[1] <= search.point[1] + search.reach.up \
        and q[1] >= search.point[1] - search.reach.down


cdef inline bint is_better_floor(const PolySearch* search, PolyRef poly, double aside, double y) noexcept nogil:
    """Of surfaces under one point the highest; of those that meet at a border the one that the point is inside of."""
    if search.best.poly == NO_POLY:
        return True
    if aside != search.aside and fabs(y - search.best.point[1]) <= SAME_FLOOR:
        return aside < search.aside
    return y > search.best.point[1] or (y == search.best.point[1] and poly < search.best.poly)


cdef void offer_floor(const MeshView* mesh, PolySearch* search, PolyRef poly) noexcept nogil:
    cdef double q[3]
    cdef double aside
    if not find_below(mesh, search, poly, &aside, q) or q[1] < search.least_height:
        return
    search.count += 1
    if q[1] > search.highest:
        search.highest, search.low[1] = q[1], max(search.low[1], <float>(q[1] - SAME_FLOOR))
    if is_better_floor(search, poly, aside, q[1]):
        search.best.poly, search.aside = poly, aside
        memcpy(search.best.point, q, sizeof(q))


cdef inline double floor_cost(const double* point, const double* q, double aside, double down_first) noexcept nogil:
    """Meters that a floor lies aside, plus the weighted meters that it lies deeper than ``down_first`` below the point."""
    return aside + FALL_WEIGHT * max(point[1] - q[1] - down_first, 0.0)


cdef void find_floor(const MeshView* mesh, const SearchExtents* reach, PolySearch* search) noexcept nogil:
    """The highest surface straight above or below the point. Where several meet, which of two is the same floor as a third
    must not depend on the order they are seen in: then the surfaces of the highest floor are compared again."""
    search.criterion, search.reach = FLOOR, reach[0]
    search.reach.horizontal = min(reach.horizontal, border_tolerance(search.point[0], search.point[2]))
    set_bounds(search, search.reach.horizontal, reach.up, reach.down)
    scan(mesh, search)
    if search.count > 2:
        search.best.poly, search.least_height = NO_POLY, search.highest - SAME_FLOOR
        scan(mesh, search)
    if search.best.poly != NO_POLY:
        search.best.distance = distance3(search.point, search.best.point)
        search.cost = floor_cost(search.point, search.best.point, search.aside, reach.down_first)


cdef void offer_beside(const MeshView* mesh, PolySearch* search, PolyRef poly) noexcept nogil:
    """The least cost wins; of equal ones the nearest in space, then the polygon of the lower index."""
    cdef double q[3]
    cdef double aside, cost, distance
    if not find_below(mesh, search, poly, &aside, q):
        return
    cost, distance = floor_cost(search.point, q, aside, search.reach.down_first), distance3(search.point, q)
    if cost < search.cost or (cost == search.cost and (
            distance < search.best.distance or (distance == search.best.distance and poly < search.best.poly))):
        search.best.poly, search.best.distance, search.aside, search.cost = poly, distance, aside, cost
        memcpy(search.best.point, q, sizeof(q))


cdef void find_floor_beside(const MeshView* mesh, const SearchExtents* reach, double up, PolySearch* search) noexcept nogil:
    search.criterion, search.reach, search.reach.up = BESIDE, reach[0], up
    set_bounds(search, min(reach.horizontal, search.cost), up, reach.down)
    scan(mesh, search)


cdef SearchExtents default_extents(const MeshView* mesh) noexcept nogil:
    """How far an agent may be aside its floor: two radii aside, the height of a step below it, a jump above it. A point less than the
    agent's height below a floor belongs to that floor where there is none under the point."""
    cdef SearchExtents reach
    reach.horizontal = max(2.0 * mesh.agent_radius, 1.0)
    reach.up = max(mesh.climb, 0.5)
    reach.down = 4.0
    reach.up_fallback = max(mesh.agent_height, reach.up)
    reach.down_first = max(mesh.agent_height, 1.5) + JUMP_HEIGHT
    return reach


cdef bint locate(NavView nav, const double* point, const SearchExtents* reach, NearestPoly* out) noexcept nogil:
    """The floor under the feet. First: the highest surface straight above or below the point, at most ``up`` above and ``down``
    below it. Where that is further down than ``down_first``, as beside the edge of a floor, the surface of the least `floor_cost`
    within ``horizontal`` competes with it. Where there is none, the surface of the least cost up to ``up_fallback`` above. False
    (NO_POLY) where there is none at all.

    Surfaces within SAME_FLOOR of the highest are one floor, as at an edge or a vertex that polygons share. Of those, the polygon wins
    that the point is inside of, or else nearest to, in the ground plane; a border is inside of all polygons that meet there. Of
    equally near ones the highest wins, of equally high ones the lower index."""
    cdef PolySearch search
    start_search(&search, point, nav.graph)
    if nav.mesh.poly_count > 0 and is_point(point):
        find_floor(nav.mesh, reach, &search)
        if search.best.poly == NO_POLY or point[1] - search.best.point[1] > reach.down_first:
            find_floor_beside(nav.mesh, reach, reach.up, &search)
        if search.best.poly == NO_POLY and reach.up_fallback > reach.up:
            find_floor_beside(nav.mesh, reach, reach.up_fallback, &search)
    out[0] = search.best
    return out.poly != NO_POLY


# ---- the nearest point of the surface ----

cdef int clip_to_box(const double* extents, double* polygon, int count) noexcept nogil:
    """Cut a convex polygon of places, seen from the box's middle, to the box (Sutherland and Hodgman 1974); returns how many are
    left of at most 9."""
    cdef double clipped[3 * 10]
    cdef const double* a
    cdef const double* b
    cdef double inside_a, inside_b, t
    cdef int plane, i, k, axis, kept
    for plane in range(6):
        axis, kept = plane >> 1, 0
        for i in range(count):
            a, b = polygon + 3 * i, polygon + 3 * (i + 1 if i + 1 < count else 0)
            inside_a = extents[axis] - (a[axis] if plane & 1 else -a[axis])
            inside_b = extents[axis] - (b[axis] if plane & 1 else -b[axis])
            if inside_a >= 0.0:
                memcpy(clipped + 3 * kept, a, 3 * sizeof(double))
                kept += 1
            if (inside_a >= 0.0) != (inside_b >= 0.0):
                t = inside_a / (inside_a - inside_b)
                for k in range(3):
                    clipped[3 * kept + k] = a[k] + t * (b[k] - a[k])
                kept += 1
        memcpy(polygon, clipped, 3 * sizeof(double) * kept)
        count = kept
    return count


cdef double closest_in_box(const double* point, const double* extents, const double* a, const double* b, const double* c,
                           double* out) noexcept nogil:
    """Nearest point to the box's middle of the part of a triangle that lies in the box; returns its distance in meters, infinite
    where no part does."""
    cdef double polygon[3 * 10]
    cdef double middle[3]
    cdef double q[3]
    cdef double best = INFINITY, distance
    cdef int i, k, count
    for k in range(3):
        middle[k] = 0.0
        polygon[k], polygon[3 + k], polygon[6 + k] = a[k] - point[k], b[k] - point[k], c[k] - point[k]
    count = clip_to_box(extents, polygon, 3)
    for i in range(count):              # of one or two places too
        closest_on_triangle(middle, polygon, polygon + 3 * i, polygon + 3 * (i + 1 if i + 1 < count else 0), q)
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
    cdef const double* corner[3]
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    if is_in_box(point, extents, out):
        return best
    best = INFINITY
    for i in range(surface_size(mesh, poly)):
        surface_corners(mesh, poly, pivot, i, corner)
        distance = closest_in_box(point, extents, corner[0], corner[1], corner[2], q)
        if distance < best:
            best = distance
            memcpy(out, q, sizeof(q))
    return best


cdef void set_sphere_bounds(PolySearch* search, double radius) noexcept nogil:
    """Bounds of what is within a radius and the extents."""
    cdef double more = 1.0000001, within
    cdef int k
    for k in range(3):
        within = more * (radius if search.extents == NULL else min(radius, search.extents[k]))
        search.low[k], search.high[k] = <float>(search.point[k] - within), <float>(search.point[k] + within)


cdef inline bint is_beyond(const PolySearch* search, const PolyBounds* at) noexcept nogil:
    """Are a polygon's bounds farther away than the best so far? They are wider than the polygon by more than rounding."""
    cdef double dx = max(at.min_x - search.point[0], max(search.point[0] - at.max_x, 0.0))
    cdef double dy = max(at.min_y - search.point[1], max(search.point[1] - at.max_y, 0.0))
    cdef double dz = max(at.min_z - search.point[2], max(search.point[2] - at.max_z, 0.0))
    return dx * dx + dy * dy + dz * dz > search.best.distance * search.best.distance


cdef void offer_nearest(const MeshView* mesh, PolySearch* search, PolyRef poly) noexcept nogil:
    cdef double q[3]
    cdef double distance
    if poly == search.best.poly or is_beyond(search, &mesh.bounds[poly]):       # or found by a scan of smaller bounds
        return
    if search.island >= 0 and island_of(mesh, poly) != search.island:
        return
    if search.extents == NULL:
        distance = closest_within(mesh, poly, search.point, search.best.distance, q)
    else:
        distance = closest_in_extents(mesh, poly, search.point, search.extents, q)
    if distance < search.best.distance or (distance == search.best.distance and poly < search.best.poly):
        search.best.poly, search.best.distance = poly, distance
        memcpy(search.best.point, q, sizeof(q))
        set_sphere_bounds(search, distance)


cdef inline double outside(double value, double low, double length) noexcept nogil:
    return max(max(low - value, value - low - length), 0.0)


cdef double distance_to_grid(const Tile* tile, const double* point) noexcept nogil:
    """Meters in the ground plane, the greater of both axes'; infinite without polygons."""
    if tile.poly_count == 0:
        return INFINITY
    return max(outside(point[0], tile.grid_min_x, tile.grid_width * tile.grid_cell),
               outside(point[2], tile.grid_min_z, tile.grid_depth * tile.grid_cell))


cdef bint bounds_cover_mesh(const MeshView* mesh, const PolySearch* search) noexcept nogil:
    """Do the bounds hold about all of the mesh?"""
    cdef const Tile* tile = mesh.tiles
    cdef Cells tiles
    if mesh.tile_size > 0.0:
        tiles = tiles_of(mesh, search)
        return outnumber_tiles(mesh, &tiles)
    return search.low[0] <= tile.grid_min_x and search.high[0] >= tile.grid_min_x + tile.grid_width * tile.grid_cell \
        and search.low[2] <= tile.grid_min_z and search.high[2] >= tile.grid_min_z + tile.grid_depth * tile.grid_cell


cdef void scan_by_distance(const MeshView* mesh, PolySearch* search) noexcept nogil:
    """Scan all tiles, the nearest first: then the bounds exclude most of the others."""
    cdef double distance, least = INFINITY
    cdef int32_t tile, nearest = -1
    set_sphere_bounds(search, search.best.distance)
    for tile in range(mesh.tile_count):
        distance = distance_to_grid(&mesh.tiles[tile], search.point) if mesh.tiles[tile].live else INFINITY
        if distance < least:
            least, nearest = distance, tile
    if nearest >= 0:
        scan_tile(mesh, &mesh.tiles[nearest], search)
    for tile in range(mesh.tile_count):
        if mesh.tiles[tile].live and tile != nearest:
            scan_tile(mesh, &mesh.tiles[tile], search)


cdef bint locate_nearest(NavView nav, const double* point, const double* extents, NearestPoly* out) noexcept nogil:
    return locate_nearest_on(nav, point, -1, extents, out)


cdef bint locate_nearest_on(NavView nav, const double* point, int32_t island, const double* extents, NearestPoly* out) noexcept nogil:
    """Nearest point of the surface in space, within the extents if there are any; of equally near ones that of the lower index. The
    polygons straight above and below the point bound the radius of the search. Where there are none, it grows until no polygon beyond
    it can be nearer."""
    cdef PolySearch search
    cdef double radius
    start_search(&search, point, nav.graph)
    out[0] = search.best
    if nav.mesh.poly_count == 0 or not is_point(point):
        return False
    search.criterion, search.extents, search.island = NEAREST, extents, island
    radius = 0.125 * nav.mesh.tile_size if nav.mesh.tile_size > 0.0 \
        else nav.mesh.tiles[0].grid_cell + distance_to_grid(&nav.mesh.tiles[0], point)
    set_bounds(&search, 0.0, radius, radius)
    scan(nav.mesh, &search)
    radius = min(radius, search.best.distance)
    while True:
        set_sphere_bounds(&search, radius)
        if bounds_cover_mesh(nav.mesh, &search):
            scan_by_distance(nav.mesh, &search)
            break
        scan(nav.mesh, &search)
        if search.best.distance <= radius or (extents != NULL and radius >= max(extents[0], max(extents[1], extents[2]))):
            break
        radius = min(search.best.distance, 4.0 * radius)
    out[0] = search.best
    return out.poly != NO_POLY
