"""Packs a navmesh for searches."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.algorithm cimport binary_search
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport cross, distance2
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Tile, tile_at
from navpy.base.parallel cimport Runner, parallel_for, serial_runner
from navpy.mesh.half_edges cimport (
    DEAD_END, SPIRAL, HalfEdge, LinkEnds, PackedTile, PortalGraph, FilterRules, corner_after, corner_before, is_one_way, is_open)

cdef double ULPS = 16 * 2.3e-16         # rounding error of a coordinate after a few operations, as a fraction of its size
cdef double STRAIGHT = 1e-14            # sine of an angle that rounding may have made of a straight one
# sine of an angle by which an umbrella may fall short of 360°, as those around walls without a width do
cdef double FULL = 1e-9

cdef enum:
    UNKNOWN = -2                        # umbrella of a half-edge that is not visited yet
    PEELED = -1                         # in place of the count of a polygon that was peeled off

cdef uint64_t NOT_PACKED = 0            # PackedTile.version of a tile that was never packed
cdef uint64_t FORGOTTEN = 0xffffffffffffffffU   # and of a tile that forget_tile has marked

cdef enum:                              # marks of tiles
    SAME = 0
    BESIDE = 1                          # beside a changed tile, whose half-edges may have other indices: its twins are read again
    CHANGED = 2


# ---- rules and costs ----

cdef int start_rules(FilterRules* rules) except -1 nogil:
    rules.include_flags, rules.exclude_flags = 0xffff, 0
    rules.area_costs.clear()
    rules.known.clear()
    rules.blocked.clear()
    rules.penalties.clear()
    rules.narrow.clear()
    rules.link_kinds.clear()
    rules.blocked_links.clear()
    rules.knows_all, rules.takes_links = True, True
    rules.unknown_factor, rules.exit_only_areas = -1.0, 0
    return 0


cdef inline double area_cost(const MeshView* mesh, const FilterRules* rules, int32_t area) noexcept nogil:
    return mesh.area_costs[area] if rules == NULL or rules.area_costs.empty() else rules.area_costs[area]


cdef double poly_cost(const MeshView* mesh, const FilterRules* rules, PolyRef poly) noexcept nogil:
    """Cost of a meter through the polygon, −1 where it may not be walked on."""
    cdef int32_t flags = mesh.polys[poly].flags
    cdef double factor = 1.0, cost
    if mesh.polys[poly].count == 0 or flags == 0:
        return -1.0
    if rules != NULL:
        if not flags & rules.include_flags or flags & rules.exclude_flags:
            return -1.0
        if not rules.knows_all and (<size_t>poly >= rules.known.size() or not rules.known[poly]):
            if rules.unknown_factor < 0.0:
                return -1.0
            factor = rules.unknown_factor
        if <size_t>poly < rules.blocked.size() and rules.blocked[poly]:
            return -1.0
    cost = area_cost(mesh, rules, mesh.polys[poly].area)
    return factor * cost if cost >= 0.0 else -1.0


cdef inline bint contains(const vector[int32_t]* ascending, int32_t value) noexcept nogil:
    cdef int32_t* first = <int32_t*>ascending.data()        # Cython's binary_search takes no const iterators
    return binary_search(first, first + ascending.size(), value)


cdef double link_factor(const MeshView* mesh, const PortalGraph* graph, const FilterRules* rules,
                        const OffMeshLink* link) noexcept nogil:
    """Cost of a meter along the link, −1 where it may not be taken."""
    if link.start_poly == NO_POLY or link.end_poly == NO_POLY or not may_take(mesh, exit_only_areas(mesh, rules), link) \
            or graph.costs[link.start_poly] < 0.0 or graph.costs[link.end_poly] < 0.0:
        return -1.0
    if rules != NULL:
        if not rules.takes_links or contains(&rules.blocked_links, link.id):
            return -1.0
        if link.flags != 0 and not link.flags & rules.include_flags:
            return -1.0
        if not rules.link_kinds.empty() and not contains(&rules.link_kinds, link.kind):
            return -1.0
    return area_cost(mesh, rules, link.area)


# ---- which tiles have changed ----

cdef int forget_packed(PortalGraph* graph) except -1 nogil:
    graph.tiles.clear()
    return 0


cdef void forget_tile(PortalGraph* graph, int32_t tile) noexcept nogil:
    """The tile's place in the grid stays in its PackedTile, as another tile may be at its index by the next update."""
    if <size_t>tile < graph.tiles.size() and graph.tiles[tile].version != NOT_PACKED:
        graph.tiles[tile].version = FORGOTTEN


cdef void mark_around(const MeshView* mesh, int32_t x, int32_t z, uint8_t* marks) noexcept nogil:
    """Mark the tile at a place and the tiles beside it, diagonals included, as CHANGED; mark the tiles around these as BESIDE."""
    cdef int32_t dx, dz, tile
    cdef uint8_t mark
    for dz in range(-2, 3):
        for dx in range(-2, 3):
            tile = tile_at(mesh, x + dx, z + dz)
            mark = CHANGED if -1 <= dx <= 1 and -1 <= dz <= 1 else BESIDE
            if tile >= 0 and marks[tile] < mark:
                marks[tile] = mark


cdef void clear_removed(const MeshView* mesh, const PackedTile* packed, PortalGraph* graph) noexcept nogil:
    """Clear the polygons of a tile that was removed. Polygons that now have their indices are packed later."""
    cdef PolyRef poly
    for poly in range(packed.first_poly, packed.first_poly + packed.poly_count):
        if <size_t>poly < graph.faces.size() and (poly >= mesh.poly_count or mesh.polys[poly].count == 0):
            graph.faces[poly].count, graph.costs[poly] = 0, -1.0


cdef int find_changed(const MeshView* mesh, PortalGraph* graph, vector[uint8_t]* marks) except -1 nogil:
    """Mark the tiles that have changed since they were packed, and the tiles around them."""
    cdef PackedTile none
    cdef PackedTile* packed
    cdef int32_t i
    cdef bint fresh = graph.tiles.empty()
    none.version, none.x, none.z, none.size, none.least, none.most = NOT_PACKED, 0, 0, 0.0, INFINITY, -1.0
    none.penalties, none.symmetric = False, True
    none.first_poly, none.poly_count = 0, 0
    if fresh:
        none.poly_count = <int32_t>graph.faces.size()
        clear_removed(mesh, &none, graph)
        none.poly_count = 0
    marks.clear()
    marks.resize(mesh.tile_count, CHANGED if fresh else SAME)
    graph.tiles.resize(mesh.tile_count, none)
    for i in range(mesh.tile_count):
        packed = &graph.tiles[i]
        if packed.version == mesh.tiles[i].version:
            continue
        if mesh.tile_size > 0.0 and not fresh:
            if packed.version != NOT_PACKED:
                mark_around(mesh, packed.x, packed.z, marks.data())
            mark_around(mesh, mesh.tiles[i].x, mesh.tiles[i].z, marks.data())
        clear_removed(mesh, packed, graph)
        marks[0][i] = CHANGED
        packed[0] = none
        packed.version, packed.x, packed.z = mesh.tiles[i].version, mesh.tiles[i].x, mesh.tiles[i].z
        packed.first_poly, packed.poly_count = mesh.tiles[i].first_poly, mesh.tiles[i].poly_count
    return 0


# ---- half-edges ----

cdef void pack_costs(const MeshView* mesh, const FilterRules* rules, const Tile* tile, PackedTile* packed,
                     PortalGraph* graph) noexcept nogil:
    """Costs of a tile's polygons. The half-edges, which are packed afterwards, depend on the costs of neighboring tiles, too."""
    cdef double cost
    cdef PolyRef poly
    packed.least, packed.most, packed.penalties, packed.symmetric = INFINITY, -1.0, False, True
    for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
        cost = graph.costs[poly] = poly_cost(mesh, rules, poly)
        if not graph.penalties.empty():
            graph.penalties[poly] = 0.0
            if rules != NULL and <size_t>poly < rules.penalties.size():
                graph.penalties[poly] = rules.penalties[poly]
            packed.penalties = packed.penalties or (cost >= 0.0 and (graph.penalties[poly] > 0.0
                                                                     or (mesh.regions != NULL and mesh.enter_costs[poly] > 0.0)))
        if cost >= 0.0:
            packed.least, packed.most = min(packed.least, cost), max(packed.most, cost)


cdef bint is_closed(const MeshView* mesh, const PortalGraph* graph, const FilterRules* rules, PolyRef poly, int32_t edge,
                    PolyRef next) noexcept nogil:
    """May the edge to the next polygon not be crossed?"""
    cdef uint64_t exit_only = exit_only_areas(mesh, rules)
    return graph.costs[poly] < 0.0 or graph.costs[next] < 0.0 or (exit_only != 0 and not may_enter(mesh, exit_only, poly, next)) \
        or (rules != NULL and <size_t>edge < rules.narrow.size() and rules.narrow[edge])


cdef void pack_half_edges(const MeshView* mesh, const FilterRules* rules, const Tile* tile, PackedTile* packed,
                          PortalGraph* graph) noexcept nogil:
    cdef HalfEdge* edge
    cdef const double* v
    cdef Vec2 corner
    cdef int32_t i
    cdef double size = 1.0
    cdef PolyRef poly
    for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
        graph.faces[poly].first, graph.faces[poly].count = mesh.polys[poly].first, mesh.polys[poly].count
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            edge, v = &graph.half_edges[i], mesh.vertices + 3 * <size_t>mesh.corners[i]
            corner = to_plan(v)
            edge.x, edge.y, edge.twin, edge.umbrella, edge.flags = corner.x, corner.y, mesh.twins[i], UNKNOWN, 0
            edge.neighbor = mesh.neighbors[i]
            if edge.neighbor != NO_POLY and is_closed(mesh, graph, rules, poly, i, edge.neighbor):
                edge.neighbor = NO_POLY
            size = max(size, max(fabs(v[0]), fabs(v[2])))
    packed.size = size


cdef void follow_twins(const MeshView* mesh, const Tile* tile, PortalGraph* graph) noexcept nogil:
    cdef int32_t i
    cdef PolyRef poly
    for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
        for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
            graph.half_edges[i].twin = mesh.twins[i]


# ---- where paths may turn ----

cdef int32_t first_of_umbrella(PortalGraph* graph, PolyRef* poly, int32_t corner) noexcept nogil:
    """The half-edge at the clockwise end of a half-edge's umbrella, and its polygon. −1: the umbrella is closed, so no path turns
    there; then this is written to all half-edges of the umbrella."""
    cdef int32_t at = corner, twin
    while is_open(graph, at):
        graph.half_edges[at].umbrella = -1
        graph.half_edges[at].flags &= ~<uint32_t>SPIRAL
        twin = graph.half_edges[at].twin
        poly[0] = graph.half_edges[at].neighbor
        at = corner_after(&graph.faces[poly[0]], twin)
        if at == corner:
            return -1
    return at


cdef bint label_umbrella(const MeshView* mesh, PortalGraph* graph, PolyRef poly, int32_t first, bint* is_spiral) noexcept nogil:
    """Write the umbrella's id, its first half-edge, to all its half-edges, counter-clockwise. Returns true if a path may turn there: a
    shortest path turns only where the umbrella is wider than 180°, or where an edge can be crossed one way only. is_spiral becomes
    true if the umbrella is 360° or wider."""
    cdef const HalfEdge* at = &graph.half_edges[first]
    cdef const HalfEdge* wall = &graph.half_edges[corner_after(&graph.faces[poly], first)]
    cdef const HalfEdge* end
    cdef double wx = wall.x - at.x, wy = wall.y - at.y, ex, ey, turned, along, lengths
    cdef bint turns = is_one_way(graph, first), beyond = False, half = False, in_line
    cdef int32_t corner = first, edge
    is_spiral[0] = False
    while True:
        graph.half_edges[corner].umbrella = first
        graph.half_edges[corner].flags &= ~<uint32_t>SPIRAL
        edge = corner_before(&graph.faces[poly], corner)
        end = &graph.half_edges[edge]
        ex, ey = end.x - at.x, end.y - at.y
        turned, along, lengths = cross(wx, wy, ex, ey), wx * ex + wy * ey, (wx * wx + wy * wy) * (ex * ex + ey * ey)
        in_line = turned * turned <= FULL * FULL * lengths
        is_spiral[0] = is_spiral[0] or (half and (along > 0.0 if in_line else turned > 0.0))
        half = half or turned < 0.0 or (in_line and along < 0.0)
        if turned < 0.0 or (turned == 0.0 and along > 0.0):
            beyond = True
        turns = turns or beyond or (turned != 0.0 and turned * turned <= STRAIGHT * STRAIGHT * lengths)
        if not is_open(graph, edge):
            return turns or is_one_way(graph, edge)
        poly, corner = mesh.neighbors[edge], end.twin


cdef void mark_umbrella(const MeshView* mesh, PortalGraph* graph, PolyRef poly, int32_t first, bint turns,
                        bint is_spiral) noexcept nogil:
    """Write to all half-edges of an open umbrella that no path turns there (not turns), or that the umbrella is a spiral."""
    cdef int32_t corner = first, edge
    while True:
        if not turns:
            graph.half_edges[corner].umbrella = -1
        if is_spiral:
            graph.half_edges[corner].flags |= SPIRAL
        edge = corner_before(&graph.faces[poly], corner)
        if not is_open(graph, edge):
            return
        poly, corner = mesh.neighbors[edge], graph.half_edges[edge].twin


cdef void find_umbrellas(const MeshView* mesh, bint one_ways, const Tile* tile, PackedTile* packed, PortalGraph* graph) noexcept nogil:
    """Find the umbrellas of a tile's half-edges. one_ways: true if there may be edges that can be crossed one way only."""
    cdef PolyRef poly, at
    cdef int32_t i, first
    cdef bint turns, is_spiral
    for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
        for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
            if one_ways and packed.symmetric and not is_open(graph, i) and is_one_way(graph, i):
                packed.symmetric = False
            if graph.half_edges[i].umbrella != UNKNOWN:
                continue
            at = poly
            first = first_of_umbrella(graph, &at, i)
            if first < 0:
                continue
            turns = label_umbrella(mesh, graph, at, first, &is_spiral)
            if is_spiral or not turns:
                mark_umbrella(mesh, graph, at, first, turns, is_spiral)


# ---- dead ends ----

cdef int mark_link_changes(const MeshView* mesh, PortalGraph* graph, vector[uint8_t]* marks) except -1 nogil:
    """Write the polygons at the ends of links to graph.link_ends, and mark the tiles of the ends that have changed."""
    cdef LinkEnds now, before
    cdef PolyRef ends[4]
    cdef int32_t i, k, count = max(mesh.link_count, <int32_t>graph.link_ends.size())
    for i in range(count):
        now.start = now.end = before.start = before.end = NO_POLY
        if i < mesh.link_count and mesh.links[i].start_poly != NO_POLY and mesh.links[i].end_poly != NO_POLY:
            now.start, now.end = mesh.links[i].start_poly, mesh.links[i].end_poly
        if <size_t>i < graph.link_ends.size():
            before = graph.link_ends[i]
        else:
            graph.link_ends.push_back(now)
        graph.link_ends[i] = now
        if now.start == before.start and now.end == before.end:
            continue
        ends[0], ends[1], ends[2], ends[3] = now.start, now.end, before.start, before.end
        for k in range(4):
            if 0 <= ends[k] < mesh.poly_count and mesh.polys[ends[k]].count > 0:
                marks[0][mesh.polys[ends[k]].tile] = CHANGED
    graph.link_ends.resize(mesh.link_count)
    return 0


cdef void count_neighbors(const MeshView* mesh, const PortalGraph* graph, const Tile* tile, int32_t* neighbor_counts,
                          PolyRef* seen_from) noexcept nogil:
    """Count the neighbors of each polygon of a tile. A neighbor in another tile counts as tile.poly_count + 1, so that a polygon
    beside another tile is never peeled. seen_from: scratch, by polygon of the tile."""
    cdef PolyRef poly, next, first = tile.first_poly
    cdef int32_t i
    for i in range(tile.poly_count):
        neighbor_counts[i], seen_from[i] = 0, NO_POLY
    for poly in range(first, first + tile.poly_count):
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[i]
            if next == NO_POLY or not (is_open(graph, i) or is_one_way(graph, i)):
                continue
            if not first <= next < first + tile.poly_count:
                neighbor_counts[poly - first] += tile.poly_count + 1
            elif seen_from[next - first] != poly:
                seen_from[next - first] = poly
                neighbor_counts[next - first] += 1


cdef void peel_dead_ends(const MeshView* mesh, const Tile* tile, int32_t* neighbor_counts, PolyRef* leaves,
                         PortalGraph* graph) noexcept nogil:
    """Peel off polygons that have a single neighbor left, until there are none; their counts become PEELED. leaves: scratch with room
    for the tile's polygons, as each becomes a leaf at most once."""
    cdef PolyRef poly, next, first = tile.first_poly
    cdef int32_t i, count = 0
    for poly in range(first, first + tile.poly_count):
        graph.faces[poly].out = NO_POLY
        for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
            graph.half_edges[i].flags &= ~<uint32_t>DEAD_END
        if neighbor_counts[poly - first] == 1:
            leaves[count] = poly
            count += 1
    while count > 0:
        count -= 1
        poly = leaves[count]
        neighbor_counts[poly - first] = PEELED
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            next = mesh.neighbors[i]
            if next != NO_POLY and (is_open(graph, i) or is_one_way(graph, i)) and neighbor_counts[next - first] != PEELED:
                graph.faces[poly].out = next
                graph.half_edges[mesh.twins[i]].flags |= DEAD_END
        next = graph.faces[poly].out
        if next != NO_POLY:
            neighbor_counts[next - first] -= 1
            if neighbor_counts[next - first] == 1:
                leaves[count] = next
                count += 1


# ---- costs of all tiles and of links ----

cdef int sum_up(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph) except -1 nogil:
    """Sum up the costs of all tiles, and compute the costs of links."""
    cdef const OffMeshLink* link
    cdef const PackedTile* packed
    cdef double least = INFINITY, most = -1.0, factor, length
    cdef int32_t i
    cdef bint penalties = False, symmetric = True
    graph.rounding = 1.0
    for i in range(mesh.tile_count):
        packed = &graph.tiles[i]
        if mesh.tiles[i].live:
            graph.rounding = max(graph.rounding, packed.size)
            least, most, penalties = min(least, packed.least), max(most, packed.most), penalties or packed.penalties
            symmetric = symmetric and packed.symmetric
    graph.rounding *= ULPS
    graph.uniform = least == most and least > 0.0 and not penalties
    graph.ground_cost = least if 0.0 < least < INFINITY else 1.0
    graph.link_factors.resize(mesh.link_count)
    graph.link_costs.resize(mesh.link_count)
    for i in range(mesh.link_count):
        link = &mesh.links[i]
        factor = graph.link_factors[i] = link_factor(mesh, graph, rules, link)
        graph.link_costs[i] = 0.0
        if factor >= 0.0:
            symmetric = False
            length = distance2(link.leave[0][0], link.leave[0][2], link.land[0][0], link.land[0][2])
            graph.link_costs[i] = length * factor / graph.ground_cost
            least = min(least, factor)
    graph.symmetric = symmetric
    graph.least_cost = least if least < INFINITY else 0.0
    graph.least_ratio = min(1.0, graph.least_cost / graph.ground_cost)
    graph.uniform = graph.uniform and graph.least_ratio >= 1.0
    return 0


# ---- the update ----

cdef cppclass Packing:                  # shared by all tasks of an update
    const MeshView* mesh
    const FilterRules* rules
    PortalGraph* graph
    vector[uint8_t] marks               # by tile
    vector[int32_t] places              # by tile: index of its first polygon in neighbor_counts and seen_from
    vector[int32_t] neighbor_counts     # by polygon of a changed tile, see count_neighbors
    vector[PolyRef] seen_from           # by polygon of a changed tile: scratch of count_neighbors, then leaves of peel_dead_ends


cdef inline int32_t task_end(const Packing* packing, int32_t task) noexcept nogil:
    return min((task + 1) * TILES_PER_TASK, packing.mesh.tile_count)


cdef int pack_costs_task(void* userdata, int32_t task) except -1 nogil:
    cdef Packing* all = <Packing*>userdata
    cdef int32_t i
    for i in range(task * TILES_PER_TASK, task_end(all, task)):
        if all.marks[i] == CHANGED:
            pack_costs(all.mesh, all.rules, &all.mesh.tiles[i], &all.graph.tiles[i], all.graph)


cdef int pack_half_edges_task(void* userdata, int32_t task) except -1 nogil:
    cdef Packing* all = <Packing*>userdata
    cdef int32_t i
    for i in range(task * TILES_PER_TASK, task_end(all, task)):
        if all.marks[i] == CHANGED:
            pack_half_edges(all.mesh, all.rules, &all.mesh.tiles[i], &all.graph.tiles[i], all.graph)
        elif all.marks[i] == BESIDE:
            follow_twins(all.mesh, &all.mesh.tiles[i], all.graph)


cdef int count_neighbors_task(void* userdata, int32_t task) except -1 nogil:
    cdef Packing* all = <Packing*>userdata
    cdef int32_t i
    for i in range(task * TILES_PER_TASK, task_end(all, task)):
        if all.marks[i] == CHANGED:
            count_neighbors(all.mesh, all.graph, &all.mesh.tiles[i], all.neighbor_counts.data() + all.places[i],
                            all.seen_from.data() + all.places[i])


cdef int peel_dead_ends_task(void* userdata, int32_t task) except -1 nogil:
    cdef Packing* all = <Packing*>userdata
    cdef int32_t i
    for i in range(task * TILES_PER_TASK, task_end(all, task)):
        if all.marks[i] == CHANGED:
            peel_dead_ends(all.mesh, &all.mesh.tiles[i], all.neighbor_counts.data() + all.places[i],
                           all.seen_from.data() + all.places[i], all.graph)


cdef void count_links(Packing* all) noexcept nogil:
    """Add tile.poly_count + 1 neighbors for each end of a link, so that the polygon at the end is never peeled."""
    cdef const MeshView* mesh = all.mesh
    cdef int32_t i, k, tile
    cdef PolyRef poly
    for i in range(mesh.link_count):
        for k in range(2):
            poly = all.graph.link_ends[i].end if k else all.graph.link_ends[i].start
            tile = mesh.polys[poly].tile if poly != NO_POLY else -1
            if tile >= 0 and all.marks[tile] == CHANGED:
                all.neighbor_counts[all.places[tile] + poly - mesh.tiles[tile].first_poly] += mesh.tiles[tile].poly_count + 1


cdef int update_portal_graph_parallel(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph,
                                      const Runner* runner) except -1 nogil:
    """Umbrellas reach from tile to tile, so one thread finds them all. The rest of a tile's data is written by one task; other tasks
    read it only after all tasks of that step have ended."""
    cdef Packing all
    cdef int32_t i, changed = 0, tasks = (mesh.tile_count + TILES_PER_TASK - 1) // TILES_PER_TASK
    cdef bint one_ways = rules != NULL or mesh.exit_only_areas != 0
    all.mesh, all.rules, all.graph = mesh, rules, graph
    find_changed(mesh, graph, &all.marks)
    graph.half_edges.resize(mesh.corner_count)
    graph.faces.resize(mesh.poly_count)
    graph.costs.resize(mesh.poly_count)
    graph.penalties.resize(mesh.poly_count if mesh.regions != NULL or (rules != NULL and not rules.penalties.empty()) else 0)
    graph.regions.clear()
    graph.enter_costs.clear()
    if mesh.regions != NULL:
        graph.regions.insert(graph.regions.end(), mesh.regions, mesh.regions + mesh.poly_count)
        graph.enter_costs.insert(graph.enter_costs.end(), mesh.enter_costs, mesh.enter_costs + mesh.poly_count)
    parallel_for(runner, pack_costs_task, &all, tasks)
    parallel_for(runner, pack_half_edges_task, &all, tasks)
    for i in range(mesh.tile_count):
        if all.marks[i] == CHANGED:
            find_umbrellas(mesh, one_ways, &mesh.tiles[i], &graph.tiles[i], graph)
    mark_link_changes(mesh, graph, &all.marks)
    all.places.resize(mesh.tile_count)
    for i in range(mesh.tile_count):
        all.places[i] = changed
        changed += mesh.tiles[i].poly_count if all.marks[i] == CHANGED else 0
    all.neighbor_counts.resize(changed)
    all.seen_from.resize(changed)
    parallel_for(runner, count_neighbors_task, &all, tasks)
    count_links(&all)
    parallel_for(runner, peel_dead_ends_task, &all, tasks)
    sum_up(mesh, rules, graph)
    graph.version, graph.rules_version = mesh.version, mesh.rules_version
    return 0


cdef int update_portal_graph(const MeshView* mesh, const FilterRules* rules, PortalGraph* graph) except -1 nogil:
    """Pack the tiles that have changed since the last update. Since that update the rules are the same, or were told by forget_packed
    or forget_tile."""
    cdef Runner runner = serial_runner()
    return update_portal_graph_parallel(mesh, rules, graph, &runner)
