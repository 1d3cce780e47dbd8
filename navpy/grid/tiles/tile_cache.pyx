"""A tile follows from its goals, from the costs in its sector and from its seeds, which are told from a base of the route's. So groups
whose ways lead to different goals have the same tiles up to where their ways part."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcmp
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport cell_at
from navpy.grid.flow cimport direction_of
from navpy.grid.integrate cimport integrate_from
from navpy.grid.integration cimport EIKONAL, Goal, Seed, times_of
from navpy.grid.tiles.routes cimport GoalSector, Route, goal_sector, seed_border
from navpy.grid.tiles.sectors cimport (
    Sector, Sectors, Work, border_at, border_length, height, make_window, side_length, width, window_border)


cdef int make_cache(TileCache* cache, const Sectors* map) except -1 nogil:
    cache.tiles.clear()
    cache.free.clear()
    cache.unmade.clear()
    cache.of_sector.clear()
    cache.of_sector.resize(map.sectors.size())
    cache.bytes = 0
    return 0


cdef int64_t tile_bytes(const Sector* at) noexcept nogil:
    return sizeof(CachedTile) + sizeof(float) * (3 * <int64_t>height(at) * width(at) + border_length(at))


cdef bint has_goals(const CachedTile* tile, const Route* route, const GoalSector* goals, const Sector* sector) noexcept nogil:
    """Whether they are the route's."""
    cdef int32_t k
    cdef const Goal* a
    cdef const Goal* b
    if goals == NULL:
        return tile.goals.empty()
    if <int32_t>tile.goals.size() != goals.end - goals.begin:
        return False
    for k in range(goals.end - goals.begin):
        a = &tile.goals[k]
        b = &route.goals[goals.begin + k]
        if not (a.x == b.x - sector.cells.column + 1 and a.y == b.y - sector.cells.row + 1 and a.value == b.value):
            return False
    return True


cdef int32_t find_tile(TileCache* cache, const Route* route, const Sectors* map, int32_t sector, int32_t frame,
                       double* base) except -1 nogil:
    cdef const Sector* at = &map.sectors[sector]
    cdef const GoalSector* goals = goal_sector(route, sector)
    cdef size_t length = border_length(at), k
    cdef int32_t index
    cdef CachedTile* tile
    cdef CachedTile made
    cdef Goal goal
    cache.seeds.resize(length)
    base[0] = seed_border(route, map, sector, cache.seeds.data())
    for k in range(cache.of_sector[sector].size()):
        index = cache.of_sector[sector][k]
        tile = &cache.tiles[index]
        if memcmp(tile.seeds.data(), cache.seeds.data(), length * sizeof(float)) == 0 and has_goals(tile, route, goals, at):
            tile.used = frame
            return index
    if cache.free.empty():
        made.sector, made.serial = -1, 0
        cache.tiles.push_back(made)
        cache.free.push_back(<int32_t>cache.tiles.size() - 1)
    index = cache.free.back()
    cache.of_sector[sector].push_back(index)
    cache.unmade.push_back(index)
    cache.free.pop_back()
    tile = &cache.tiles[index]
    tile.sector, tile.used, tile.ready, tile.dead = sector, frame, False, False
    tile.serial += 1
    tile.seeds.clear()
    tile.seeds.insert(tile.seeds.end(), cache.seeds.begin(), cache.seeds.end())
    tile.goals.clear()
    if goals != NULL:
        for k in range(<size_t>goals.begin, <size_t>goals.end):
            goal = route.goals[k]
            goal.x, goal.y = goal.x - at.cells.column + 1, goal.y - at.cells.row + 1
            tile.goals.push_back(goal)
    tile.bytes = tile_bytes(at)
    cache.bytes += tile.bytes
    return index


cdef int compute_tile(CachedTile* tile, const Sectors* map, Work* work) except -1 nogil:
    cdef const Sector* sector = &map.sectors[tile.sector]
    cdef int32_t row, column, along, cell, rows = height(sector), columns = width(sector)
    cdef int side
    cdef size_t k, at = 0
    cdef Seed seed
    cdef Vec2 direction
    cdef Goal goal
    make_window(work, map, tile.sector, tile.seeds.data())
    work.field.method, work.field.order = EIKONAL, 2
    work.field.goals.clear()
    for k in range(tile.goals.size()):
        goal = tile.goals[k]
        goal.cell = cell_at(&work.window, min(<int32_t>goal.y, rows), min(<int32_t>goal.x, columns))
        work.field.goals.push_back(goal)
    work.seeds.clear()
    for side in range(4):
        for along in range(side_length(sector, side)):
            if tile.seeds[border_at(sector, side, along)] < INFINITY:
                seed.time, seed.cell = tile.seeds[border_at(sector, side, along)], window_border(work, sector, side, along, True)
                work.seeds.push_back(seed)
    integrate_from(&work.field, &work.window, work.seeds.data(), work.seeds.size())
    tile.times.resize(<size_t>rows * columns)
    tile.flow.resize(2 * <size_t>rows * columns)
    for row in range(rows):
        for column in range(columns):
            cell = cell_at(&work.window, row + 1, column + 1)
            direction = direction_of(&work.field, &work.window, cell)
            tile.times[at] = times_of(&work.field)[cell]
            tile.flow[2 * at], tile.flow[2 * at + 1] = <float>direction.x, <float>direction.y
            at += 1
    return 0


cdef int bury_tiles(TileCache* cache, int32_t sector) except -1 nogil:
    cdef size_t k
    for k in range(cache.of_sector[sector].size()):
        cache.tiles[cache.of_sector[sector][k]].dead = True
    cache.of_sector[sector].clear()
    return 0


cdef int remove_from(vector[int32_t]* list_, int32_t tile) except -1 nogil:
    cdef size_t k, kept = 0
    for k in range(list_.size()):
        if list_.at(k) != tile:
            list_[0][kept] = list_.at(k)
            kept += 1
    list_.resize(kept)
    return 0


cdef int free_tile(TileCache* cache, int32_t tile) except -1 nogil:
    cdef CachedTile* freed = &cache.tiles[tile]
    cdef vector[float] times, flow          # take the memory with them
    if not freed.ready:
        remove_from(&cache.unmade, tile)
    if not freed.dead:
        remove_from(&cache.of_sector[freed.sector], tile)
    freed.sector, freed.ready = -1, False
    freed.serial += 1
    freed.times.swap(times)
    freed.flow.swap(flow)
    cache.bytes -= freed.bytes
    freed.goals.clear()
    cache.free.push_back(tile)
    return 0
