"""A* from the goals over gates, towards the sectors that units are in (Hart, Nilsson & Raphael 1968). A way crosses sectors and sides
by turns. Costs do not depend on the order of the search, and where a way across the side is as cheap as one within the sector, it is
taken."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort

from navpy.base.heap cimport heap_pop, heap_put
from navpy.grid.cost_grid cimport cell_at, column_of, row_of
from navpy.grid.integrate cimport integrate
from navpy.grid.integration cimport EIKONAL, Goal, times_of
from navpy.grid.tiles.sectors cimport (
    Gate, Sector, Sectors, Work, border_at, border_length, height, make_window, neighbor_of, sector_at, side_length, side_of, twin_of,
    width, window_border)

cdef double SHORTER = 1.0 - 1e-6            # straight ways are no longer than an integration field's values, which are of float32


# ---- goals ----

cdef bint is_goal_before(const Goal& a, const Goal& b) noexcept nogil:
    return a.cell < b.cell or (a.cell == b.cell and (a.y < b.y or (a.y == b.y and (a.x < b.x or (a.x == b.x and a.value < b.value)))))


cdef int make_route(Route* route, const Sectors* map) except -1 nogil:
    """Goals of a sector follow each other: for the sort, their cell is the sector."""
    cdef size_t k
    cdef Goal* goal
    cdef GoalSector at
    cdef int32_t cell
    for k in range(route.goals.size()):
        goal = &route.goals[k]
        goal.cell = sector_at(map, row_of(map.grid, goal.cell), column_of(map.grid, goal.cell))
    sort(route.goals.begin(), route.goals.end(), is_goal_before)
    route.goal_sectors.clear()
    at.costs = 0
    for k in range(route.goals.size()):
        cell = route.goals[k].cell
        if k == 0 or cell != route.goals[k - 1].cell:
            at.sector, at.begin = cell, <int32_t>k
            route.goal_sectors.push_back(at)
            at.costs += border_length(&map.sectors[cell])
        route.goal_sectors.back().end = <int32_t>k + 1
    route.goal_costs.resize(at.costs)
    route.first.clear()
    route.first.resize(map.sectors.size(), -1)
    route.required.clear()
    route.required.resize(map.sectors.size(), <uint8_t>0)
    route.asked.clear()
    route.asked.resize(map.sectors.size(), -1)
    route.sector.clear()
    route.plan = 0
    route.requirements.clear()
    route.wanted.clear()
    route.tile_at.clear()
    route.tile_at.resize(map.sectors.size(), -1)
    route.tiles.clear()
    forget(route)
    return 0


cdef const GoalSector* goal_sector(const Route* route, int32_t sector) noexcept nogil:
    cdef size_t low = 0, high = route.goal_sectors.size(), middle
    while low < high:
        middle = (low + high) // 2
        if route.goal_sectors[middle].sector < sector:
            low = middle + 1
        else:
            high = middle
    if low < route.goal_sectors.size() and route.goal_sectors[low].sector == sector:
        return &route.goal_sectors[low]
    return NULL


cdef int set_goals(const Route* route, const GoalSector* at, const Sectors* map, Work* work) except -1 nogil:
    cdef const Sector* sector = &map.sectors[at.sector]
    cdef Goal goal
    cdef int32_t k, row, column
    work.field.method, work.field.order = EIKONAL, 2
    work.field.goals.clear()
    for k in range(at.begin, at.end):
        goal = route.goals[k]
        goal.x, goal.y = goal.x - sector.cells.column + 1, goal.y - sector.cells.row + 1
        row, column = min(<int32_t>goal.y, height(sector)), min(<int32_t>goal.x, width(sector))
        goal.cell = cell_at(&work.window, row, column)
        work.field.goals.push_back(goal)
    return 0


# ---- search ----

cdef void forget(Route* route) noexcept nogil:
    cdef size_t k
    for k in range(route.sector.size()):
        route.first[route.sector[k]] = -1
    for k in range(route.heap.entries.size()):
        route.heap.slots[route.heap.entries[k].item] = -1
    route.heap.entries.clear()
    route.sector.clear()
    route.costs.clear()
    route.state.clear()
    for k in range(route.requirements.size()):
        route.required[route.requirements[k]] = 0
    route.requirements.clear()
    route.labels.clear()
    route.left, route.known = 0, False
    route.box.row = route.box.column = 0x7fffffff
    route.box.row_end = route.box.column_end = -1


cdef inline bint has_label(const Route* route, int32_t label) noexcept nogil:
    cdef size_t k
    for k in range(route.labels.size()):
        if route.labels[k] == label:
            return True
    return False


cdef int32_t come_to(Route* route, const Sectors* map, int32_t sector) except -1 nogil:
    """Index of the first gate's values."""
    cdef size_t count
    cdef int32_t at = route.first[sector]
    if at >= 0:
        return at
    count = map.sectors[sector].gates.size()
    if count == 0:
        return 0
    at = <int32_t>route.costs.size()
    route.first[sector] = at
    route.costs.resize(at + count, INFINITY)
    route.state.resize(at + count, <uint8_t>0)
    route.sector.resize(at + count, sector)
    if route.heap.slots.size() < at + count:
        route.heap.slots.resize(at + count, -1)
    return at


cdef inline double straight_to_box(const Route* route, const Sectors* map, const Gate* gate) noexcept nogil:
    """At the least cost."""
    cdef double y = max(0, max(route.box.row - gate.row, gate.row - route.box.row_end + 1))
    cdef double x = max(0, max(route.box.column - gate.column, gate.column - route.box.column_end + 1))
    return SHORTER * map.grid.least * map.grid.cell_size * sqrt(x * x + y * y)


cdef inline int lower(Route* route, const Sectors* map, int32_t item, const Gate* gate, double cost, uint8_t leaves) except -1 nogil:
    if cost < route.costs[item] or (cost == route.costs[item] and leaves and not route.state[item] & LEAVES):
        route.costs[item], route.state[item] = cost, (route.state[item] & SETTLED) | leaves
        heap_put(&route.heap, item, cost + straight_to_box(route, map, gate))
    return 0


cdef int count_left(Route* route, const Sectors* map) except -1 nogil:
    cdef size_t k
    cdef int32_t gate, first
    cdef const Sector* sector
    route.left = 0
    for k in range(route.requirements.size()):
        sector = &map.sectors[route.requirements[k]]
        first = come_to(route, map, route.requirements[k])
        for gate in range(<int32_t>sector.gates.size()):
            if has_label(route, sector.gates[gate].label) and not route.state[first + gate] & SETTLED:
                route.left += 1
    return 0


cdef int find_labels(Route* route, const Sectors* map) except -1 nogil:
    cdef size_t k
    cdef int32_t gate
    cdef const Sector* sector
    route.labels.clear()
    for k in range(route.goal_sectors.size()):
        sector = &map.sectors[route.goal_sectors[k].sector]
        for gate in range(<int32_t>sector.gates.size()):
            if route.goal_costs[route.goal_sectors[k].costs + sector.gates[gate].at] < INFINITY \
                    and not has_label(route, sector.gates[gate].label):
                route.labels.push_back(sector.gates[gate].label)
    return 0


cdef int relabel(Route* route, const Sectors* map) except -1 nogil:
    if route.known:
        find_labels(route, map)
        count_left(route, map)
    return 0


cdef int64_t begin_search(Route* route, const Sectors* map, Work* work) except -1 nogil:
    """From the goals to the gates of their own sectors; returns the cells computed."""
    cdef size_t k
    cdef int32_t gate, first, along
    cdef int64_t cells = 0
    cdef int side
    cdef const GoalSector* at
    cdef const Sector* sector
    cdef const float* times
    cdef float* costs
    for k in range(route.goal_sectors.size()):
        at = &route.goal_sectors[k]
        sector = &map.sectors[at.sector]
        make_window(work, map, at.sector, NULL)
        set_goals(route, at, map, work)
        integrate(&work.field, &work.window)
        cells += <int64_t>work.window.rows * work.window.columns
        times, costs = times_of(&work.field), route.goal_costs.data() + at.costs
        for side in range(4):
            for along in range(side_length(sector, side)):
                costs[border_at(sector, side, along)] = times[window_border(work, sector, side, along, False)]
        first = come_to(route, map, at.sector)
        for gate in range(<int32_t>sector.gates.size()):
            if costs[sector.gates[gate].at] < INFINITY:
                lower(route, map, first + gate, &sector.gates[gate], costs[sector.gates[gate].at], 0)
    route.known = True
    route.plan += 1
    find_labels(route, map)
    return cells


cdef int require(Route* route, const Sectors* map, int32_t sector) except -1 nogil:
    """The sector and those beyond its sides."""
    cdef int32_t index
    cdef int side
    for side in range(-1, 4):
        index = sector
        if side >= 0:
            index = neighbor_of(map, sector, side)
        if index >= 0 and not route.required[index]:
            route.required[index] = 1
            route.requirements.push_back(index)
            route.left = -1                                     # to be counted
    return 0


cdef bint is_searching(const Route* route) noexcept nogil:
    return not route.known or route.left != 0


cdef int aim(Route* route, const Sectors* map) except -1 nogil:
    """The heap's order follows the box around all that is required."""
    cdef size_t k
    cdef int32_t item
    cdef const CellRect* cells
    for k in range(route.requirements.size()):
        cells = &map.sectors[route.requirements[k]].cells
        route.box.row, route.box.row_end = min(route.box.row, cells.row), max(route.box.row_end, cells.row_end)
        route.box.column, route.box.column_end = min(route.box.column, cells.column), max(route.box.column_end, cells.column_end)
    count_left(route, map)
    for k in range(route.heap.entries.size()):
        route.heap.slots[route.heap.entries[k].item] = -1
    route.heap.entries.clear()
    for item in range(<int32_t>route.costs.size()):
        if route.costs[item] < INFINITY and not route.state[item] & SETTLED:
            heap_put(&route.heap, item, route.costs[item]
                     + straight_to_box(route, map, &map.sectors[route.sector[item]].gates[item - route.first[route.sector[item]]]))
    return 0


cdef int64_t settle(Route* route, const Sectors* map, int32_t item) except -1 nogil:
    cdef int32_t index = route.sector[item], gate = item - route.first[index], beyond, first, other
    cdef const Sector* sector = &map.sectors[index]
    cdef const float* costs
    cdef double cost = route.costs[item]
    cdef int side
    if not route.state[item] & SETTLED:
        route.state[item] |= SETTLED
        route.left -= route.required[index]
    if route.state[item] & LEAVES:
        costs = sector.between.data() + gate * sector.gates.size()
        first = route.first[index]
        for other in range(<int32_t>sector.gates.size()):
            if costs[other] < INFINITY and other != gate:
                lower(route, map, first + other, &sector.gates[other], cost + costs[other], 0)
        return <int64_t>sector.gates.size()
    side = side_of(sector, gate)
    beyond = neighbor_of(map, index, side)
    first = come_to(route, map, beyond)
    other = twin_of(sector, &map.sectors[beyond], side, gate)
    cost += 0.5 * (<double>map.grid.costs[sector.gates[gate].cell] + <double>map.grid.costs[map.sectors[beyond].gates[other].cell]) \
        * map.grid.cell_size
    return 1 + lower(route, map, first + other, &map.sectors[beyond].gates[other], cost, LEAVES)


cdef int64_t search(Route* route, const Sectors* map, Work* work, int64_t most) except -1 nogil:
    """Goes on after the last gate that is asked for while others have the same key, so that ties end alike."""
    cdef int64_t done = 0
    cdef double last = -1.0
    cdef int32_t item
    if not route.known:
        done = begin_search(route, map, work)
        route.left = -1
    if route.left < 0:
        aim(route, map)
    while done < most and route.heap.entries.size() > 0 and (route.left > 0 or route.heap.entries[0].key <= last):
        last = route.heap.entries[0].key
        item = heap_pop(&route.heap)
        done += 4 + settle(route, map, item)
    if route.heap.entries.size() == 0:
        route.left = 0
    return done


# ---- tiles ----

cdef double seed_border(const Route* route, const Sectors* map, int32_t index, float* out) noexcept nogil:
    """A cell's cost is the least over the gates of its sector that ways leave by, and the goals there."""
    cdef const Sector* sector = &map.sectors[index]
    cdef const Sector* beyond
    cdef const Gate* gate
    cdef const GoalSector* goals
    cdef int side
    cdef int32_t k, m, other, along, at, first, place, length
    cdef double base = INFINITY
    cdef float cost
    for k in range(border_length(sector)):
        out[k] = <float>INFINITY
    first = route.first[index]
    if first < 0:
        return 0.0
    for k in range(<int32_t>sector.gates.size()):
        if route.state[first + k] & LEAVES and route.costs[first + k] < base:
            base = route.costs[first + k]
    if goal_sector(route, index) != NULL:
        base = 0.0
    for side in range(4):
        other = neighbor_of(map, index, side)
        if other < 0 or route.first[other] < 0:
            continue
        beyond = &map.sectors[other]
        goals = goal_sector(route, other)
        at = route.first[other]
        length = border_length(beyond)
        for k in range(sector.first[side], sector.first[side + 1]):
            if not route.state[first + k] & LEAVES:
                continue
            gate = &beyond.gates[twin_of(sector, beyond, side, k)]
            for along in range(gate.begin, gate.end):
                place = border_at(beyond, side ^ 1, along)
                cost = <float>INFINITY
                if goals != NULL:
                    cost = <float>(route.goal_costs[goals.costs + place] - base)
                for m in range(<int32_t>beyond.gates.size()):
                    if route.state[at + m] & LEAVES and beyond.gates[m].part == gate.part:
                        cost = min(cost, <float>(beyond.costs[<size_t>m * length + place] + (route.costs[at + m] - base)))
                out[border_at(sector, side, along)] = cost
    return base if base < INFINITY else 0.0
