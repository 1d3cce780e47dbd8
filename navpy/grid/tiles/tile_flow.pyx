"""Between the four cells around a unit, which may be of several sectors, directions are sampled as those of whole fields are. So no
border of a sector is a step in the flow, and no direction enters a wall, also where a field is missing or older than the wall."""
from libc.math cimport INFINITY, NAN, fabs, floor, sqrt
from libc.stdint cimport int32_t, uint8_t

from navpy.base.vec2 cimport Vec2, square, subtract, unit, vec2
from navpy.grid.cost_grid cimport CostGrid, cell_at, to_cells, to_meters
from navpy.grid.flow_sampling cimport Corners, FlowGrid, corners_of, steer
from navpy.grid.integration cimport Goal, cost_to_goal
from navpy.grid.tiles.flow_tiles cimport FlowTiles, ask
from navpy.grid.tiles.routes cimport LEAVES, SETTLED, GoalSector, Route, goal_sector
from navpy.grid.tiles.sectors cimport Gate, Sector, neighbor_of, sector_at, side_of, twin_of
from navpy.grid.tiles.tile_cache cimport CachedTile

cdef double LEAST_STEP = 1e-6               # of a cell: nearer to a wall, rounding could lead into it


cdef inline const CachedTile* tile_of(const FlowTiles* tiles, const Route* route, int32_t sector) noexcept nogil:
    """The one in use; NULL: there is none."""
    cdef int32_t at = route.tile_at[sector]
    cdef const CachedTile* tile
    if at < 0 or route.tiles[at].tile < 0:
        return NULL
    tile = &tiles.cache.tiles[route.tiles[at].tile]
    if tile.serial != route.tiles[at].serial:
        return NULL
    return tile


cdef inline size_t cell_in(const Sector* sector, int32_t row, int32_t column) noexcept nogil:
    """Index in a tile's arrays of the cell of the sector that is nearest."""
    row = min(max(row, sector.cells.row), sector.cells.row_end - 1) - sector.cells.row
    column = min(max(column, sector.cells.column), sector.cells.column_end - 1) - sector.cells.column
    return <size_t>row * (sector.cells.column_end - sector.cells.column) + column


# ---- over gates ----

cdef double over_gates(const FlowTiles* tiles, const Route* route, int32_t index, Vec2 place, Vec2* aim) noexcept nogil:
    """The least cost over gates that ways leave the sector by, at the least cost up to them, and the center of the cell beyond the
    gate; infinite if there is none. Cells."""
    cdef const Sector* sector = &tiles.map.sectors[index]
    cdef const Sector* beyond
    cdef int32_t k, first = route.first[index]
    cdef const Gate* gate
    cdef int side
    cdef double best = INFINITY, cost
    cdef Vec2 at, off
    if first < 0:
        return best
    for k in range(<int32_t>sector.gates.size()):
        if not (route.state[first + k] & LEAVES and route.state[first + k] & SETTLED):
            continue
        side = side_of(sector, k)
        beyond = &tiles.map.sectors[neighbor_of(&tiles.map, index, side)]
        gate = &beyond.gates[twin_of(sector, beyond, side, k)]
        at = vec2(gate.column + 0.5, gate.row + 0.5)
        off = subtract(at, place)
        cost = route.costs[first + k] + tiles.map.grid.least * tiles.map.grid.cell_size * sqrt(off.x * off.x + off.y * off.y)
        if cost < best:
            best, aim[0] = cost, at
    return best


cdef double over_air(const FlowTiles* tiles, const Route* route, Vec2 place, int32_t begin, int32_t end, Vec2* aim) noexcept nogil:
    """The same straight to one of some goals."""
    cdef double best = INFINITY, cost
    cdef int32_t k
    cdef Vec2 off
    for k in range(begin, end):
        off = vec2(route.goals[k].x - place.x, route.goals[k].y - place.y)
        cost = route.goals[k].value + tiles.map.grid.least * tiles.map.grid.cell_size * sqrt(off.x * off.x + off.y * off.y)
        if cost < best:
            best, aim[0] = cost, vec2(route.goals[k].x, route.goals[k].y)
    return best


cdef double coarse_way(const FlowTiles* tiles, const Route* route, int32_t index, Vec2 place, Vec2* aim,
                       DirectionSource* guide) noexcept nogil:
    cdef const GoalSector* goals = goal_sector(route, index)
    cdef Vec2 other = vec2(0.0, 0.0)
    cdef double best, straight = INFINITY
    cdef bint searched = route.left == 0 and (route.required[index] or route.heap.entries.empty())
    if not route.known or (route.left != 0 and not route.required[index]):
        guide[0] = AIR_LINE
        return over_air(tiles, route, place, 0, <int32_t>route.goals.size(), aim)
    guide[0] = GATE
    best = over_gates(tiles, route, index, place, aim)
    if goals != NULL:
        straight = over_air(tiles, route, place, goals.begin, goals.end, &other)
    if straight < best:
        best, aim[0] = straight, other
    if best == INFINITY:
        guide[0] = NOTHING if searched else AIR_LINE
        if not searched:
            best = over_air(tiles, route, place, 0, <int32_t>route.goals.size(), aim)
    return best


# ---- sampling ----

cdef struct Patch:                  # the cells around a place
    FlowGrid grid
    Vec2 directions[4]
    uint8_t closed[4]
    int32_t row, column             # of the first cell


cdef void place_patch(Patch* patch, const CostGrid* grid, Vec2 at) noexcept nogil:
    patch.column = <int32_t>max(0.0, min(floor(at.x - 0.5), grid.columns - 2.0))
    patch.row = <int32_t>max(0.0, min(floor(at.y - 0.5), grid.rows - 2.0))
    patch.grid.origin, patch.grid.cell = vec2(patch.column + 0.5, patch.row + 0.5), 1.0
    patch.grid.rows, patch.grid.columns = min(2, grid.rows), min(2, grid.columns)
    patch.grid.velocities, patch.grid.closed = patch.directions, patch.closed


cdef void fill_patch(Patch* patch, const FlowTiles* tiles, const Route* route, int32_t home, const CachedTile* own,
                     Vec2 coarse) noexcept nogil:
    """A cell whose sector has no field goes on as the home sector does beside it."""
    cdef int32_t row, column, index, k = 0
    cdef size_t at
    cdef const CachedTile* tile
    for row in range(patch.row, patch.row + patch.grid.rows):
        for column in range(patch.column, patch.column + patch.grid.columns):
            patch.directions[k] = vec2(0.0, 0.0)
            patch.closed[k] = not tiles.map.grid.costs[cell_at(tiles.map.grid, row, column)] < INFINITY
            if not patch.closed[k]:
                index = sector_at(&tiles.map, row, column)
                tile = own
                if index != home:
                    tile = tile_of(tiles, route, index)
                    if tile == NULL:
                        tile, index = own, home
                if tile == NULL:
                    patch.directions[k] = coarse
                else:
                    at = cell_in(&tiles.map.sectors[index], row, column)
                    patch.directions[k] = vec2(tile.flow[2 * at], tile.flow[2 * at + 1])
                    patch.closed[k] = not tile.times[at] < INFINITY
            k += 1


cdef const Goal* cell_goal(const FlowTiles* tiles, const Route* route, int32_t sector, const CachedTile* tile, Vec2 at) noexcept nogil:
    """The goal of the cell that the nearest way is straight to; NULL: there is none."""
    cdef const GoalSector* goals = goal_sector(route, sector)
    cdef const Goal* goal
    cdef int32_t k, row, column
    cdef const Goal* found = NULL
    cdef double least = INFINITY
    if goals == NULL:
        return NULL
    row, column = min(<int32_t>at.y, tiles.map.grid.rows - 1), min(<int32_t>at.x, tiles.map.grid.columns - 1)
    for k in range(goals.begin, goals.end):
        goal = &route.goals[k]
        if min(<int32_t>goal.y, tiles.map.grid.rows - 1) == row and min(<int32_t>goal.x, tiles.map.grid.columns - 1) == column \
                and goal.value < least and goal.value * (1.0 - 1e-6) <= tile.times[cell_in(&tiles.map.sectors[sector], row, column)]:
            found, least = goal, goal.value
    return found


cdef inline Vec2 inside(const CostGrid* grid, Vec2 place) noexcept nogil:
    """In cells, within the grid."""
    cdef Vec2 at = to_cells(grid, place)
    return vec2(max(0.0, min(at.x, <double>grid.columns)), max(0.0, min(at.y, <double>grid.rows)))


cdef inline int32_t home_of(const FlowTiles* tiles, Vec2 at) noexcept nogil:
    """The sector of a place in cells."""
    cdef const CostGrid* grid = tiles.map.grid
    return sector_at(&tiles.map, min(<int32_t>at.y, grid.rows - 1), min(<int32_t>at.x, grid.columns - 1))


cdef Vec2 tile_direction_at(const FlowTiles* tiles, int32_t index, Vec2 place, DirectionSource* guide) noexcept nogil:
    cdef const CostGrid* grid = tiles.map.grid
    cdef const Route* route = &tiles.routes[index]
    cdef Vec2 at = inside(grid, place), aim = vec2(0.0, 0.0), out
    cdef int32_t home = home_of(tiles, at)
    cdef const CachedTile* tile = tile_of(tiles, route, home)
    cdef const Goal* goal
    cdef Patch patch
    cdef double speed
    guide[0] = FIELD
    if tile == NULL:
        if coarse_way(tiles, route, home, at, &aim, guide) == INFINITY:
            return vec2(0.0, 0.0)
        aim = unit(subtract(aim, at))
    elif not tile.times[cell_in(&tiles.map.sectors[home], <int32_t>at.y, <int32_t>at.x)] < INFINITY:
        guide[0] = NOTHING
        if grid.costs[cell_at(grid, min(<int32_t>at.y, grid.rows - 1), min(<int32_t>at.x, grid.columns - 1))] < INFINITY:
            return vec2(0.0, 0.0)                           # else it leads out of the wall
    else:
        goal = cell_goal(tiles, route, home, tile, at)
        if goal != NULL:
            return unit(subtract(vec2(goal.x, goal.y), to_cells(grid, place)))
    place_patch(&patch, grid, at)
    fill_patch(&patch, tiles, route, home, tile, aim)
    out = steer(&patch.grid, at, &speed)
    # Coarse ways, and fields older than a wall, lead up to walls, by halves of the room that is left.
    return vec2(out.x if fabs(out.x) > LEAST_STEP else 0.0, out.y if fabs(out.y) > LEAST_STEP else 0.0)


cdef int ask_ahead(FlowTiles* tiles, int32_t index, Vec2 place, Vec2 direction, DirectionSource guide) except -1 nogil:
    """Beside the unit's own sector those that the cells around it are in, which it comes to soon, too."""
    cdef const CostGrid* grid = tiles.map.grid
    cdef Route* route = &tiles.routes[index]
    cdef Vec2 at = inside(grid, place), ahead
    cdef int32_t home = home_of(tiles, at), row, column, sector
    cdef Patch patch
    ask(tiles, route, home)
    if guide == NOTHING:
        return 0
    place_patch(&patch, grid, at)
    for row in range(patch.row, patch.row + patch.grid.rows):
        for column in range(patch.column, patch.column + patch.grid.columns):
            sector = sector_at(&tiles.map, row, column)
            if sector != home and grid.costs[cell_at(grid, row, column)] < INFINITY:
                ask(tiles, route, sector)
    if guide >= GATE:
        ahead = vec2(at.x + 0.25 * tiles.map.size * direction.x, at.y + 0.25 * tiles.map.size * direction.y)
        ask(tiles, route, sector_at(&tiles.map, <int32_t>max(0.0, min(ahead.y, grid.rows - 1.0)),
                                    <int32_t>max(0.0, min(ahead.x, grid.columns - 1.0))))
    return 0


cdef Vec2 follow_tiles(FlowTiles* tiles, int32_t index, Vec2 place, DirectionSource* guide) except *:
    cdef Vec2 out = tile_direction_at(tiles, index, place, guide)
    ask_ahead(tiles, index, place, out, guide[0])
    return out


cdef bint tile_goal_at(const FlowTiles* tiles, int32_t index, Vec2 place, Vec2* goal) noexcept nogil:
    cdef const CostGrid* grid = tiles.map.grid
    cdef const Route* route = &tiles.routes[index]
    cdef Vec2 at = inside(grid, place), aim
    cdef int32_t row, column, sector
    cdef const CachedTile* tile
    cdef const Goal* found
    cdef double least = INFINITY
    for row in range(max(0, <int32_t>at.y - 1), min(grid.rows, <int32_t>at.y + 2)):
        for column in range(max(0, <int32_t>at.x - 1), min(grid.columns, <int32_t>at.x + 2)):
            sector = sector_at(&tiles.map, row, column)
            tile = tile_of(tiles, route, sector)
            found = cell_goal(tiles, route, sector, tile, vec2(column + 0.5, row + 0.5)) if tile != NULL else NULL
            if found == NULL:
                continue
            aim = vec2(found.x, found.y)
            if square(subtract(aim, at)) < least:
                least, goal[0] = square(subtract(aim, at)), to_meters(grid, aim)
    return least < INFINITY


cdef bint tile_goal_in(const FlowTiles* tiles, int32_t index, Vec2 place, Vec2* goal) noexcept nogil:
    cdef const CostGrid* grid = tiles.map.grid
    cdef const Route* route = &tiles.routes[index]
    cdef Vec2 at = inside(grid, place)
    cdef int32_t home = home_of(tiles, at)
    cdef const CachedTile* tile = tile_of(tiles, route, home)
    cdef const Goal* found = cell_goal(tiles, route, home, tile, at) if tile != NULL else NULL
    if found != NULL:
        goal[0] = to_meters(grid, vec2(found.x, found.y))
    return found != NULL


cdef double tile_value_at(const FlowTiles* tiles, int32_t index, Vec2 place) noexcept nogil:
    cdef const CostGrid* grid = tiles.map.grid
    cdef const Route* route = &tiles.routes[index]
    cdef Vec2 at = inside(grid, place), aim
    cdef int32_t home = home_of(tiles, at), row, column, sector
    cdef const CachedTile* tile = tile_of(tiles, route, home)
    cdef Patch patch
    cdef Corners corners
    cdef DirectionSource guide
    cdef double weight = 0.0, sum = 0.0, value
    cdef int32_t cell = cell_at(grid, min(<int32_t>at.y, grid.rows - 1), min(<int32_t>at.x, grid.columns - 1))
    cdef const Goal* goal
    cdef int k
    if not grid.costs[cell] < INFINITY:
        return INFINITY
    if tile == NULL:
        value = coarse_way(tiles, route, home, at, &aim, &guide)
        return NAN if guide == AIR_LINE else value
    goal = cell_goal(tiles, route, home, tile, at)
    if goal != NULL:
        return cost_to_goal(goal, grid, cell, at)
    place_patch(&patch, grid, at)
    fill_patch(&patch, tiles, route, home, tile, vec2(0.0, 0.0))
    corners = corners_of(&patch.grid, at)
    if not corners.open[0]:
        return INFINITY
    for k in range(4):
        if not corners.open[k]:
            continue
        row, column = patch.row + corners.nodes[k] // patch.grid.columns, patch.column + corners.nodes[k] % patch.grid.columns
        sector = sector_at(&tiles.map, row, column)
        tile = tile_of(tiles, route, sector)
        if tile == NULL:
            continue
        sum += corners.weights[k] * (route.tiles[route.tile_at[sector]].base
                                     + tile.times[cell_in(&tiles.map.sectors[sector], row, column)])
        weight += corners.weights[k]
    return sum / weight
