"""Ways over gates: what the way from each gate to the goals of a group costs."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.heap cimport IndexedHeap
from navpy.grid.cost_grid cimport CellRect
from navpy.grid.integration cimport Goal
from navpy.grid.tiles.sectors cimport Sectors, Work

cdef enum:
    SETTLED = 1                     # the cost is the least
    LEAVES = 2                      # the way leads out of the sector at once

cdef struct GoalSector:
    int32_t sector
    int32_t begin, end              # goals in it, the end not included
    size_t costs                    # place of its border's costs in goal_costs

cdef struct TileRef:                # what a route has for a sector
    int32_t tile, coming            # the tile in use, and one that is to be made; −1: none
    int32_t serial, coming_serial   # of these tiles; another one: the tile is gone
    double base, coming_base        # meters · cost, to add to the tile's values
    int32_t plan                    # of the route, that ``coming`` follows from

cdef cppclass Route:
    int32_t users                   # groups; 0: the route is free
    vector[Goal] goals              # by sector and place; the place in cells of the grid
    vector[GoalSector] goal_sectors  # by sector
    vector[float] goal_costs        # meters · cost, of ways within the sector from border cells to the goals; by goal sector
    vector[int32_t] labels          # of gates that ways to a goal lead from
    bint known                      # what follows holds
    int32_t plan                    # counts searches from the start
    vector[int32_t] first           # by sector: index of the first gate's values; −1: the search has not come there
    vector[int32_t] sector          # by gate that the search has come to
    vector[double] costs            # meters · cost
    vector[uint8_t] state
    IndexedHeap heap
    vector[uint8_t] required        # by sector: all its costs are asked for
    vector[int32_t] requirements    # the sectors
    int64_t left                    # gates of these that ways lead from and that have no cost yet
    CellRect box                    # around these sectors
    vector[int32_t] wanted          # sectors that units are in
    vector[int32_t] asked           # by sector: the frame in which units were there last
    vector[int32_t] tile_at         # by sector: place in tiles; −1: no unit has been there
    vector[TileRef] tiles

# Sort the goals by sectors.
cdef int make_route(Route* route, const Sectors* map) except -1 nogil
# Ask for the costs that the tile of a sector follows from.
cdef int require(Route* route, const Sectors* map, int32_t sector) except -1 nogil
# Whether there is something left to search.
cdef bint is_searching(const Route* route) noexcept nogil
# Settle so many gates at most; returns about how many cells are computed in the same time.
cdef int64_t search(Route* route, const Sectors* map, Work* work, int64_t most) except -1 nogil
# After gates have other labels.
cdef int relabel(Route* route, const Sectors* map) except -1 nogil
# Forget all costs, as those of sectors have changed.
cdef void forget(Route* route) noexcept nogil
cdef const GoalSector* goal_sector(const Route* route, int32_t sector) noexcept nogil                   # NULL: there is none
# A sector's goals in the field of a window.
cdef int set_goals(const Route* route, const GoalSector* at, const Sectors* map, Work* work) except -1 nogil
# The costs that a tile begins with, by place of the border: those of ways on from the cell beyond it, less what is returned; infinite
# where no way leads out.
cdef double seed_border(const Route* route, const Sectors* map, int32_t index, float* out) noexcept nogil
