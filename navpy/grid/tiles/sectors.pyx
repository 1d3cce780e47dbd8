"""Gates are the portals of Emerson's flow field tiles: each maximal stretch of a side whose cells are free on both sides of it, cut
into pieces of about equal length where it is long. A way's costs to a gate are those of an integration field, so they are those of
walking."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.stdlib cimport abs
from libc.string cimport memcpy
from libcpp.atomic cimport atomic
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.parallel cimport Runner, parallel_for
from navpy.base.union_find cimport root_of, unite
from navpy.base.vec2 cimport vec2
from navpy.grid.cost_grid cimport CellRect, CostGrid, cell_at, column_of, make_grid, row_of, set_costs
from navpy.grid.integrate cimport integrate
from navpy.grid.integration cimport EIKONAL, Goal, times_of


# ---- gates ----

cdef int32_t border_cell(const Sectors* map, const Sector* sector, int side, int32_t along, bint beyond) noexcept nogil:
    """Index in the grid of a cell of a side, or of that beyond it."""
    cdef int32_t out = 1 if beyond else 0
    if side == LEFT:
        return cell_at(map.grid, sector.cells.row + along, sector.cells.column - out)
    if side == RIGHT:
        return cell_at(map.grid, sector.cells.row + along, sector.cells.column_end - 1 + out)
    if side == BOTTOM:
        return cell_at(map.grid, sector.cells.row - out, sector.cells.column + along)
    return cell_at(map.grid, sector.cells.row_end - 1 + out, sector.cells.column + along)


cdef int add_gates(const Sectors* map, Sector* sector, int side, int32_t begin, int32_t end) except -1 nogil:
    """Of a free stretch."""
    cdef int32_t count = (end - begin + map.longest - 1) // map.longest, k, along, cell
    cdef float cost, least
    cdef Gate gate
    for k in range(count):
        gate.begin, gate.end = begin + (end - begin) * k // count, begin + (end - begin) * (k + 1) // count
        least = <float>INFINITY
        for along in range(gate.begin, gate.end):
            cell = border_cell(map, sector, side, along, False)
            cost = map.grid.costs[cell] + map.grid.costs[border_cell(map, sector, side, along, True)]
            if cost < least or (cost == least and abs(2 * along - gate.begin - gate.end) < abs(2 * gate.at - gate.begin - gate.end)):
                gate.cell, gate.at, least = cell, along, cost
        gate.at = border_at(sector, side, gate.at)
        gate.row, gate.column = row_of(map.grid, gate.cell), column_of(map.grid, gate.cell)
        gate.part = gate.label = -1
        sector.gates.push_back(gate)
    return 0


cdef int find_gates(const Sectors* map, int32_t index, Sector* sector) except -1 nogil:
    cdef const float* costs = map.grid.costs.data()
    cdef int32_t along, begin, length
    cdef int side
    sector.gates.clear()
    for side in range(4):
        sector.first[side] = <int32_t>sector.gates.size()
        if neighbor_of(map, index, side) < 0:
            continue
        begin, length = 0, side_length(sector, side)
        for along in range(length + 1):
            if along == length or not max(costs[border_cell(map, sector, side, along, False)],
                                          costs[border_cell(map, sector, side, along, True)]) < INFINITY:
                if along > begin:
                    add_gates(map, sector, side, begin, along)
                begin = along + 1
    sector.first[4] = <int32_t>sector.gates.size()
    return 0


cdef int make_stale(Sectors* map, int32_t index) except -1 nogil:
    map.sectors[index].known = 0
    if not map.sectors[index].stale:
        map.sectors[index].stale = True
        map.stale.push_back(index)
    return 0


cdef int make_sectors(Sectors* map, CostGrid* grid, int32_t size, int32_t longest) except -1 nogil:
    cdef int32_t index
    cdef Sector* sector
    map.grid, map.size, map.longest, map.relabel = grid, size, longest, True
    map.rows, map.columns = (grid.rows + size - 1) // size, (grid.columns + size - 1) // size
    map.sectors.clear()
    map.stale.clear()
    map.sectors.resize(<size_t>map.rows * map.columns)
    for index in range(<int32_t>map.sectors.size()):
        sector = &map.sectors[index]
        sector.cells.row, sector.cells.column = index // map.columns * size, index % map.columns * size
        sector.cells.row_end, sector.cells.column_end = min(sector.cells.row + size, grid.rows), \
            min(sector.cells.column + size, grid.columns)
        find_gates(map, index, sector)
        sector.stale = False
        make_stale(map, index)
    return 0


cdef bint same_gates(const Sector* a, const Sector* b) noexcept nogil:
    cdef size_t k
    cdef const Gate* one
    cdef const Gate* other
    if a.gates.size() != b.gates.size():
        return False
    for k in range(a.gates.size()):
        one = &a.gates[k]
        other = &b.gates[k]
        if one.begin != other.begin or one.end != other.end or one.at != other.at:      # places of the border tell the side, too
            return False
    return True


cdef int change_sectors(Sectors* map, const CellRect* change) except -1 nogil:
    """Sectors that the change is in, and those beyond their sides, which know cells beyond their own sides by their gates alone."""
    cdef int32_t row, column, index
    cdef int side
    cdef Sector found
    for row in range(change.row // map.size, (change.row_end - 1) // map.size + 1):
        for column in range(change.column // map.size, (change.column_end - 1) // map.size + 1):
            make_stale(map, row * map.columns + column)
            for side in range(-1, 4):
                index = row * map.columns + column
                if side >= 0:
                    index = neighbor_of(map, index, side)
                if index < 0:
                    continue
                found.cells = map.sectors[index].cells
                find_gates(map, index, &found)
                if not same_gates(&found, &map.sectors[index]):
                    make_stale(map, index)
                    map.sectors[index].gates.swap(found.gates)
                    memcpy(map.sectors[index].first, found.first, sizeof(found.first))
                    map.relabel = True
    sort(map.stale.begin(), map.stale.end())
    return 0


# ---- windows ----

cdef int make_window(Work* work, const Sectors* map, int32_t index, const float* open) except -1 nogil:
    cdef const Sector* sector = &map.sectors[index]
    cdef int32_t rows = height(sector) + 2, columns = width(sector) + 2, row, column, along
    cdef int side
    cdef CellRect all_cells
    cdef const float* costs = map.grid.costs.data()
    work.costs.clear()
    work.costs.resize(<size_t>rows * columns, <float>INFINITY)
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            work.costs[row * columns + column] = costs[cell_at(map.grid, sector.cells.row + row - 1, sector.cells.column + column - 1)]
    if open != NULL:
        for side in range(4):
            for along in range(side_length(sector, side)):
                if open[border_at(sector, side, along)] < INFINITY:
                    if side <= RIGHT:
                        row, column = along + 1, 0 if side == LEFT else columns - 1
                    else:
                        row, column = 0 if side == BOTTOM else rows - 1, along + 1
                    work.costs[row * columns + column] = costs[border_cell(map, sector, side, along, True)]
    make_grid(&work.window, rows, columns, map.grid.cell_size, vec2(0.0, 0.0))
    all_cells.row = all_cells.column = 0
    all_cells.row_end, all_cells.column_end = rows, columns
    return set_costs(&work.window, &all_cells, work.costs.data())


cdef int32_t window_border(const Work* work, const Sector* sector, int side, int32_t along, bint beyond) noexcept nogil:
    cdef int32_t off = 0 if beyond else 1
    if side == LEFT:
        return cell_at(&work.window, along + 1, off)
    if side == RIGHT:
        return cell_at(&work.window, along + 1, width(sector) + 1 - off)
    if side == BOTTOM:
        return cell_at(&work.window, off, along + 1)
    return cell_at(&work.window, height(sector) + 1 - off, along + 1)


# ---- costs between gates ----

cdef int compute_sector(Sectors* map, int32_t index, int32_t most, Work* work) except -1 nogil:
    cdef Sector* sector = &map.sectors[index]
    cdef int32_t length = border_length(sector), k, along, part
    cdef int side
    cdef Goal goal
    cdef float* row
    cdef const float* times
    sector.costs.resize(sector.gates.size() * length)
    sector.between.resize(sector.gates.size() * sector.gates.size())
    if sector.known == 0:
        sector.parted = False
    most = min(most, <int32_t>sector.gates.size() - sector.known)
    make_window(work, map, index, NULL)
    work.field.method, work.field.order = EIKONAL, 2
    for k in range(sector.known, sector.known + most):
        side = side_of(sector, k)
        goal.cell = window_border(work, sector, side, sector.gates[k].at - border_at(sector, side, 0), False)
        goal.x = (goal.cell - 2) % work.window.stride + 0.5
        goal.y = (goal.cell - 2) // work.window.stride - 2 + 0.5
        goal.value = 0.0
        work.field.goals.clear()
        work.field.goals.push_back(goal)
        integrate(&work.field, &work.window)
        times = times_of(&work.field)
        row = sector.costs.data() + <size_t>k * length
        for side in range(4):
            for along in range(side_length(sector, side)):
                row[border_at(sector, side, along)] = times[window_border(work, sector, side, along, False)]
        for along in range(<int32_t>sector.gates.size()):
            sector.between[k * sector.gates.size() + along] = row[sector.gates[along].at]
        part = 0
        while part < k and not row[sector.gates[part].at] < INFINITY:
            part += 1
        if sector.gates[k].part != part:
            sector.gates[k].part, sector.parted = part, True
    sector.known += most
    return 0


cdef struct Costing:
    Sectors* map
    Work* works
    size_t count
    int32_t most                    # gates of the last sector
    atomic[int32_t]* next


cdef int compute_some(void* userdata, int32_t worker) except -1 nogil:
    cdef Costing* costing = <Costing*>userdata
    cdef int32_t k = costing.next.fetch_add(1)
    while <size_t>k < costing.count:
        compute_sector(costing.map, costing.map.stale[k], costing.most if <size_t>k == costing.count - 1 else 0x7fffffff,
                       &costing.works[worker])
        k = costing.next.fetch_add(1)
    return 0


cdef int compute_costs(Sectors* map, size_t count, int32_t most, Work* works, const Runner* runner) except -1 nogil:
    cdef Costing costing
    cdef atomic[int32_t] next
    cdef size_t k
    if count == 0:
        return 0
    next.store(0)
    costing.map, costing.works, costing.count, costing.most, costing.next = map, works, count, most, &next
    parallel_for(runner, compute_some, &costing, <int32_t>min(<size_t>runner.workers, count))
    if map.sectors[map.stale[count - 1]].known < <int32_t>map.sectors[map.stale[count - 1]].gates.size():
        count -= 1
    for k in range(count):
        map.sectors[map.stale[k]].stale = False
        if map.sectors[map.stale[k]].parted:
            map.relabel = True
    map.stale.erase(map.stale.begin(), map.stale.begin() + count)
    return 0


cdef int label_gates(Sectors* map) except -1 nogil:
    cdef vector[int32_t] first, parents
    cdef int32_t count = 0, index, k, beyond
    cdef int side
    cdef Sector* sector
    for index in range(<int32_t>map.sectors.size()):
        first.push_back(count)
        count += <int32_t>map.sectors[index].gates.size()
    parents.resize(count)
    for k in range(count):
        parents[k] = k
    for index in range(<int32_t>map.sectors.size()):
        sector = &map.sectors[index]
        for side in range(4):
            beyond = neighbor_of(map, index, side)
            for k in range(sector.first[side], sector.first[side + 1]):
                unite(parents.data(), first[index] + k, first[index] + sector.gates[k].part)
                if side & 1:
                    unite(parents.data(), first[index] + k, first[beyond] + twin_of(sector, &map.sectors[beyond], side, k))
    for index in range(<int32_t>map.sectors.size()):
        sector = &map.sectors[index]
        for k in range(<int32_t>sector.gates.size()):
            sector.gates[k].label = root_of(parents.data(), first[index] + k)
    map.relabel = False
    return 0
