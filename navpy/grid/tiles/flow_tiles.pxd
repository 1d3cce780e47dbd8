"""Flow tiles: routes over gates, fields of the sectors that units are in, and the work on both within a budget."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.parallel cimport Runner
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.integration cimport Goal
from navpy.grid.tiles.routes cimport Route
from navpy.grid.tiles.sectors cimport Sectors, Work
from navpy.grid.tiles.tile_cache cimport TileCache

cdef cppclass FlowTiles:
    Sectors map
    TileCache cache
    vector[Route] routes            # shared by groups with the same goals
    vector[Work] works              # by thread
    int32_t frame                   # counts updates
    int64_t most_bytes              # of tiles that no unit is in
    int64_t seen                    # changes of the grid
    float least                     # the grid's when these were taken in
    vector[int32_t] batch           # working memory
    vector[int64_t] done

cdef int32_t LEAST_SIZE, MOST_SIZE  # cells: of a sector's side

# Find the gates of a grid; updates compute the costs of its sectors. There are no routes then.
cdef int begin_tiles(FlowTiles* tiles, CostGrid* grid, int32_t size) except -1 nogil
# The same, with the costs of all sectors.
cdef int make_tiles(FlowTiles* tiles, CostGrid* grid, int32_t size, const Runner* runner) except -1 nogil
# A route to goals, whose places are in cells of the grid; its index.
cdef int32_t add_route(FlowTiles* tiles, vector[Goal]* goals) except -1 nogil
cdef int remove_route(FlowTiles* tiles, int32_t route) except -1 nogil
# Take in what has changed in the grid since; false if that was nothing.
cdef bint take_changes(FlowTiles* tiles) except -1 nogil
# Compute what units ask for, until about so many cells are done; returns how many, 0 if there was nothing to do. The result depends on
# the numbers alone, not on threads.
cdef int64_t update_tiles(FlowTiles* tiles, int64_t most, const Runner* runner) except -1 nogil
# Bytes of everything but the grid.
cdef int64_t memory_of(const FlowTiles* tiles) noexcept nogil
# Units are in a sector, or will be soon.
cdef int ask(FlowTiles* tiles, Route* route, int32_t sector) except -1 nogil
