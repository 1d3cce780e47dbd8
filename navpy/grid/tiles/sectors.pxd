"""The world's grid in square sectors, gates where one can pass between two of them, and what the ways between gates cost."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.parallel cimport Runner
from navpy.grid.cost_grid cimport CellRect, CostGrid
from navpy.grid.integration cimport Integration, Seed

cdef enum SectorSide:                     # of a sector; the opposite one is side ^ 1
    LEFT                            # the least column
    RIGHT
    BOTTOM                          # the least row
    TOP

cdef struct Gate:                   # a free stretch of a sector's side; the sector beyond has a twin of it, number for number
    int32_t begin, end              # cells along the side, the end not included
    int32_t cell                    # index in the grid: the cheapest to pass, of these that nearest to the middle
    int32_t row, column             # of this cell
    int32_t at                      # its place in the sector's border
    int32_t part                    # the first gate of the sector that a way within the sector leads to
    int32_t label                   # equal for gates that ways lead between

cdef cppclass Sector:
    CellRect cells
    int32_t first[5]                # gates by side: the first one's index, and the number of all
    vector[Gate] gates
    vector[float] costs             # meters · cost, of ways within the sector from each border cell to a gate, gate by gate
    vector[float] between           # of these costs those from gates, row by row: to gate · gates + from gate
    bint stale                      # costs are to be computed anew
    int32_t known                   # gates whose costs are computed by now
    bint parted                     # when they were computed last, ways between gates came or went

cdef cppclass Sectors:
    CostGrid* grid                  # borrowed
    int32_t size                    # cells: a sector's side; sectors at the end may have less
    int32_t longest                 # cells: a free stretch that is longer has several gates
    int32_t rows, columns           # of sectors
    vector[Sector] sectors
    vector[int32_t] stale           # in order of their index
    bint relabel                    # ways between gates have come or gone

cdef cppclass Work:                 # one thread's memory: a sector with a ring of cells around it, and a field on it
    CostGrid window
    vector[float] costs
    Integration field
    vector[Seed] seeds


cdef inline int32_t height(const Sector* sector) noexcept nogil:
    return sector.cells.row_end - sector.cells.row


cdef inline int32_t width(const Sector* sector) noexcept nogil:
    return sector.cells.column_end - sector.cells.column


cdef inline int32_t side_length(const Sector* sector, int side) noexcept nogil:
    return height(sector) if side <= RIGHT else width(sector)


cdef inline int32_t border_at(const Sector* sector, int side, int32_t along) noexcept nogil:
    """Place of a cell in the sector's border: cells of the left side, the right, the bottom, the top."""
    if side <= RIGHT:
        return side * height(sector) + along
    return 2 * height(sector) + (side - BOTTOM) * width(sector) + along


cdef inline int32_t border_length(const Sector* sector) noexcept nogil:
    return 2 * (height(sector) + width(sector))


cdef inline int32_t neighbor_of(const Sectors* map, int32_t index, int side) noexcept nogil:
    """The sector beyond a side; −1 at the grid's border."""
    cdef int32_t row = index // map.columns, column = index % map.columns
    if side == LEFT:
        return index - 1 if column > 0 else -1
    if side == RIGHT:
        return index + 1 if column + 1 < map.columns else -1
    if side == BOTTOM:
        return index - map.columns if row > 0 else -1
    return index + map.columns if row + 1 < map.rows else -1


cdef inline int32_t sector_at(const Sectors* map, int32_t row, int32_t column) noexcept nogil:
    """Of a cell."""
    return (row // map.size) * map.columns + column // map.size


cdef inline int side_of(const Sector* sector, int32_t gate) noexcept nogil:
    cdef int side = LEFT
    while gate >= sector.first[side + 1]:
        side += 1
    return side


cdef inline int32_t twin_of(const Sector* sector, const Sector* beyond, int side, int32_t gate) noexcept nogil:
    return beyond.first[side ^ 1] + gate - sector.first[side]

# All sectors, stale, with their gates.
cdef int make_sectors(Sectors* map, CostGrid* grid, int32_t size, int32_t longest) except -1 nogil
# Costs have changed in a rectangle: find the gates again. Sectors whose costs follow from them are stale, also those beyond a side
# where gates have changed; new_gates tells which are stale.
cdef int change_sectors(Sectors* map, const CellRect* change) except -1 nogil
# Compute the costs of the first stale sectors, in the last of these of so many gates more.
cdef int compute_costs(Sectors* map, size_t count, int32_t most, Work* works, const Runner* runner) except -1 nogil
# Tell which gates ways lead between, when no sector is stale.
cdef int label_gates(Sectors* map) except -1 nogil
# Make the window of a sector, whose cell (0, 0) is that before the sector's first in row and column. Ring cells are impassable but
# those at places of the border where ``open`` is finite; NULL: all are.
cdef int make_window(Work* work, const Sectors* map, int32_t index, const float* open) except -1 nogil
# Index of a place of the border in the window, and of the ring cell beyond it.
cdef int32_t window_border(const Work* work, const Sector* sector, int side, int32_t along, bint beyond) noexcept nogil
