"""An update goes from the ground to the units: costs of sectors, then routes, then fields. Each phase takes its tasks in one order and
as many as the budget has room for. A task writes its own sector, route or tile alone."""
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport sort
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector

from navpy.base.heap cimport HeapEntry
from navpy.base.parallel cimport Runner, Task, parallel_for
from navpy.grid.cost_grid cimport CellRect, CostGrid
from navpy.grid.integration cimport Goal
from navpy.grid.tiles.routes cimport Route, TileRef, forget, is_searching, make_route, relabel, require, search
from navpy.grid.tiles.sectors cimport Gate, Sector, change_sectors, compute_costs, height, label_gates, make_sectors, width
from navpy.grid.tiles.tile_cache cimport CachedTile, bury_tiles, compute_tile, find_tile, free_tile, make_cache

cdef enum:
    # that a budget is divided between: few, so that their memory stays in the cache; more threads would be idle
    ROUTES_AT_ONCE = 4


cdef int32_t LEAST_SIZE = 8
cdef int32_t MOST_SIZE = 1024
cdef int64_t MOST_BYTES = 1 << 26


# ---- routes ----

cdef int begin_tiles(FlowTiles* tiles, CostGrid* grid, int32_t size) except -1 nogil:
    """A side has four gates where it is free from end to end. With two, searches take half the time, and what units walk costs up to a
    fifth more than by a whole field instead of a tenth."""
    make_sectors(&tiles.map, grid, size, (size + 3) // 4)
    make_cache(&tiles.cache, &tiles.map)
    tiles.routes.clear()
    tiles.frame, tiles.seen, tiles.least = 0, grid.forgotten + <int64_t>grid.changes.size(), grid.least
    tiles.most_bytes = MOST_BYTES
    return 0


cdef int make_tiles(FlowTiles* tiles, CostGrid* grid, int32_t size, const Runner* runner) except -1 nogil:
    begin_tiles(tiles, grid, size)
    tiles.works.resize(max(1, runner.workers))
    compute_costs(&tiles.map, tiles.map.stale.size(), 0x7fffffff, tiles.works.data(), runner)
    return label_gates(&tiles.map)


cdef bint same_goals(const vector[Goal]* a, const vector[Goal]* b) noexcept nogil:
    cdef size_t k
    if a.size() != b.size():
        return False
    for k in range(a.size()):
        if not (a.at(k).x == b.at(k).x and a.at(k).y == b.at(k).y and a.at(k).value == b.at(k).value):
            return False
    return True


cdef int32_t add_route(FlowTiles* tiles, vector[Goal]* goals) except -1 nogil:
    cdef Route made
    cdef size_t index, free = tiles.routes.size()
    made.goals.swap(goals[0])
    make_route(&made, &tiles.map)
    for index in range(tiles.routes.size()):
        if tiles.routes[index].users == 0:
            free = min(free, index)
        elif same_goals(&tiles.routes[index].goals, &made.goals):
            tiles.routes[index].users += 1
            return <int32_t>index
    made.users = 1
    if free == tiles.routes.size():
        tiles.routes.push_back(made)
    else:
        tiles.routes[free] = made
    return <int32_t>free


cdef int remove_route(FlowTiles* tiles, int32_t route) except -1 nogil:
    cdef Route none
    tiles.routes[route].users -= 1
    if tiles.routes[route].users == 0:
        none.users = 0
        tiles.routes[route] = none
    return 0


cdef int ask(FlowTiles* tiles, Route* route, int32_t sector) except -1 nogil:
    """The sectors of the last frame with questions are wanted."""
    cdef TileRef ref
    if route.asked[sector] == tiles.frame:
        return 0
    if not route.wanted.empty() and route.asked[route.wanted[0]] != tiles.frame:
        route.wanted.clear()
    if route.tile_at[sector] < 0:
        ref.tile = ref.coming = ref.serial = ref.coming_serial = ref.plan = -1
        ref.base = ref.coming_base = 0.0
        route.tile_at[sector] = <int32_t>route.tiles.size()
        route.tiles.push_back(ref)
    route.asked[sector] = tiles.frame
    route.wanted.push_back(sector)
    return 0


# ---- changes ----

cdef int forget_changed(FlowTiles* tiles) except -1 nogil:
    """Routes whose search has come to sectors that are stale; all, if ways in other sectors may be cheaper than any were."""
    cdef size_t k, s
    cdef Route* route
    for k in range(tiles.routes.size()):
        route = &tiles.routes[k]
        if route.users == 0 or not route.known:
            continue
        if tiles.map.grid.least < tiles.least:
            forget(route)
            continue
        for s in range(tiles.map.stale.size()):
            if route.first[tiles.map.stale[s]] >= 0 or route.required[tiles.map.stale[s]]:
                forget(route)
                break
    return 0


cdef bint take_changes(FlowTiles* tiles) except -1 nogil:
    cdef const CostGrid* grid = tiles.map.grid
    cdef int32_t row, column, size = tiles.map.size
    cdef CellRect change
    if tiles.seen == grid.forgotten + <int64_t>grid.changes.size():
        return False
    if tiles.seen < grid.forgotten:                         # anything may have changed
        tiles.seen = grid.forgotten - 1
    while tiles.seen < grid.forgotten + <int64_t>grid.changes.size():
        if tiles.seen < grid.forgotten:
            change.row = change.column = 0
            change.row_end, change.column_end = grid.rows, grid.columns
        else:
            change = grid.changes[tiles.seen - grid.forgotten]
        change_sectors(&tiles.map, &change)
        for row in range(max(0, change.row - 1) // size, min(grid.rows - 1, change.row_end) // size + 1):
            for column in range(max(0, change.column - 1) // size, min(grid.columns - 1, change.column_end) // size + 1):
                bury_tiles(&tiles.cache, row * tiles.map.columns + column)
        tiles.seen += 1
    forget_changed(tiles)
    tiles.least = grid.least
    return True


# ---- tasks ----

cdef struct FlowBatch:
    FlowTiles* tiles
    int32_t count
    int64_t each                    # cells, for each search
    atomic[int32_t]* next


cdef int search_some(void* userdata, int32_t worker) except -1 nogil:
    cdef FlowBatch* batch = <FlowBatch*>userdata
    cdef FlowTiles* tiles = batch.tiles
    cdef int32_t k = batch.next.fetch_add(1)
    while k < batch.count:
        tiles.done[k] = search(&tiles.routes[tiles.batch[k]], &tiles.map, &tiles.works[worker], batch.each)
        k = batch.next.fetch_add(1)
    return 0


cdef int compute_some(void* userdata, int32_t worker) except -1 nogil:
    cdef FlowBatch* batch = <FlowBatch*>userdata
    cdef FlowTiles* tiles = batch.tiles
    cdef int32_t k = batch.next.fetch_add(1)
    while k < batch.count:
        compute_tile(&tiles.cache.tiles[tiles.cache.unmade[k]], &tiles.map, &tiles.works[worker])
        k = batch.next.fetch_add(1)
    return 0


cdef int run(FlowTiles* tiles, Task task, int32_t count, int64_t each, const Runner* runner) except -1 nogil:
    """Each thread takes tasks until none is left, with memory of its own."""
    cdef FlowBatch batch
    cdef atomic[int32_t] next
    next.store(0)
    batch.tiles, batch.count, batch.each, batch.next = tiles, count, each, &next
    return parallel_for(runner, task, &batch, min(runner.workers, count))


cdef inline int64_t cells_of(const Sector* sector) noexcept nogil:
    return <int64_t>height(sector) * width(sector)


cdef int64_t update_sectors(FlowTiles* tiles, int64_t most, const Runner* runner) except -1 nogil:
    """A sector with many gates may take several updates."""
    cdef int64_t done = 0, cells, gates
    cdef size_t count = 0
    cdef const Sector* sector
    gates = 0
    while count < tiles.map.stale.size() and done < most:
        sector = &tiles.map.sectors[tiles.map.stale[count]]
        cells = cells_of(sector)
        gates = min(<int64_t>sector.gates.size() - sector.known, (most - done - 1) // cells + 1)
        done += cells * max(<int64_t>1, gates)
        count += 1
    compute_costs(&tiles.map, count, <int32_t>gates, tiles.works.data(), runner)
    return done


cdef int64_t update_routes(FlowTiles* tiles, int64_t most, const Runner* runner) except -1 nogil:
    cdef size_t k, s
    cdef int64_t done = 0
    cdef Route* route
    for k in range(tiles.routes.size()):
        route = &tiles.routes[k]
        for s in range(route.wanted.size()):
            require(route, &tiles.map, route.wanted[s])
    while done < most:
        tiles.batch.clear()
        for k in range(tiles.routes.size()):
            route = &tiles.routes[k]
            if not route.wanted.empty() and is_searching(route) and tiles.batch.size() < ROUTES_AT_ONCE:
                tiles.batch.push_back(<int32_t>k)
        if tiles.batch.empty():
            break
        tiles.done.clear()
        tiles.done.resize(tiles.batch.size(), 0)
        run(tiles, search_some, <int32_t>tiles.batch.size(), max(<int64_t>1, (most - done) // <int64_t>tiles.batch.size()), runner)
        for k in range(tiles.done.size()):
            done += tiles.done[k]
    return done


# ---- tiles of routes ----

cdef inline bint holds(const FlowTiles* tiles, int32_t tile, int32_t serial) noexcept nogil:
    return tile >= 0 and tiles.cache.tiles[tile].serial == serial


cdef int choose_tiles(FlowTiles* tiles, Route* route) except -1 nogil:
    """For the sectors that units are in. What a sector had before is used until the new tile is ready."""
    cdef size_t k
    cdef TileRef* ref
    for k in range(route.wanted.size()):
        ref = &route.tiles[route.tile_at[route.wanted[k]]]
        if not is_searching(route) and not (ref.plan == route.plan and (
                holds(tiles, ref.coming, ref.coming_serial) or (ref.coming < 0 and holds(tiles, ref.tile, ref.serial)))):
            ref.coming = find_tile(&tiles.cache, route, &tiles.map, route.wanted[k], tiles.frame, &ref.coming_base)
            ref.coming_serial, ref.plan = tiles.cache.tiles[ref.coming].serial, route.plan
        if holds(tiles, ref.coming, ref.coming_serial):
            tiles.cache.tiles[ref.coming].used = tiles.frame
            if tiles.cache.tiles[ref.coming].ready:
                ref.tile, ref.serial, ref.base, ref.coming = ref.coming, ref.coming_serial, ref.coming_base, -1
        if holds(tiles, ref.tile, ref.serial):
            tiles.cache.tiles[ref.tile].used = tiles.frame
    return 0


cdef int64_t make_fields(FlowTiles* tiles, int64_t most, const Runner* runner) except -1 nogil:
    cdef vector[int32_t]* unmade = &tiles.cache.unmade
    cdef int64_t done = 0
    cdef int32_t count = 0, k
    while count < <int32_t>unmade.size() and done < most:
        done += cells_of(&tiles.map.sectors[tiles.cache.tiles[unmade.at(count)].sector])
        count += 1
    if count == 0:
        return 0
    run(tiles, compute_some, count, 0, runner)
    for k in range(count):
        tiles.cache.tiles[unmade.at(k)].ready = True
    unmade.erase(unmade.begin(), unmade.begin() + count)
    return done


cdef int drop_unasked(FlowTiles* tiles) except -1 nogil:
    """Fields that were asked for when their units were elsewhere, or when costs were others."""
    cdef size_t k = 0
    cdef const CachedTile* tile
    while k < tiles.cache.unmade.size():
        tile = &tiles.cache.tiles[tiles.cache.unmade[k]]
        if tile.dead or tile.used != tiles.frame:
            free_tile(&tiles.cache, tiles.cache.unmade[k])
        else:
            k += 1
    return 0


cdef struct Aged:
    int32_t used, tile

cdef bint is_older(const Aged& a, const Aged& b) noexcept nogil:
    return a.used < b.used or (a.used == b.used and a.tile < b.tile)


cdef int evict(FlowTiles* tiles) except -1 nogil:
    """Tiles without units: those of other costs, and the oldest beyond the limit."""
    cdef vector[Aged] found
    cdef Aged aged
    cdef size_t k
    cdef const CachedTile* tile
    for k in range(tiles.cache.tiles.size()):
        tile = &tiles.cache.tiles[k]
        if tile.sector < 0 or tile.used == tiles.frame:
            continue
        aged.used, aged.tile = tile.used, <int32_t>k
        if tile.dead:
            free_tile(&tiles.cache, <int32_t>k)
        else:
            found.push_back(aged)
    if tiles.cache.bytes <= tiles.most_bytes:
        return 0
    sort(found.begin(), found.end(), is_older)
    for k in range(found.size()):
        if tiles.cache.bytes <= tiles.most_bytes:
            break
        free_tile(&tiles.cache, found[k].tile)
    return 0


cdef int64_t update_tiles(FlowTiles* tiles, int64_t most, const Runner* runner) except -1 nogil:
    cdef int64_t done, made
    cdef size_t k
    take_changes(tiles)
    if tiles.works.size() < <size_t>runner.workers:
        tiles.works.resize(runner.workers)
    done = update_sectors(tiles, most, runner)
    if tiles.map.stale.empty():
        if tiles.map.relabel:
            label_gates(&tiles.map)
            for k in range(tiles.routes.size()):
                relabel(&tiles.routes[k], &tiles.map)
        done += update_routes(tiles, most - done, runner)
    for k in range(tiles.routes.size()):
        choose_tiles(tiles, &tiles.routes[k])
    drop_unasked(tiles)
    made = make_fields(tiles, most - done, runner)
    if made > 0:
        for k in range(tiles.routes.size()):
            choose_tiles(tiles, &tiles.routes[k])
    evict(tiles)
    tiles.frame += 1
    return done + made


cdef int64_t memory_of(const FlowTiles* tiles) noexcept nogil:
    cdef size_t k
    cdef const Sector* sector
    cdef const Route* route
    cdef int64_t bytes = tiles.cache.bytes
    for k in range(tiles.map.sectors.size()):
        sector = &tiles.map.sectors[k]
        bytes += sizeof(Sector) + sizeof(Gate) * sector.gates.capacity() + sizeof(float) * (sector.costs.capacity()
                                                                                            + sector.between.capacity())
    for k in range(tiles.routes.size()):
        route = &tiles.routes[k]
        bytes += sizeof(Route) + sizeof(Goal) * route.goals.capacity() + sizeof(float) * route.goal_costs.capacity()
        bytes += sizeof(int32_t) * (route.first.capacity() + route.sector.capacity() + route.asked.capacity()
                                    + route.tile_at.capacity())
        bytes += (sizeof(double) + 1) * route.costs.capacity() + sizeof(TileRef) * route.tiles.capacity() + route.required.capacity()
        bytes += sizeof(HeapEntry) * route.heap.entries.capacity() + sizeof(int32_t) * route.heap.slots.capacity()
    return bytes
