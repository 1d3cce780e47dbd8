"""Moves on a grid: impassable cells are walls, and so is the grid's border. Places are in meters."""
from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport CostGrid

cdef double SAME_PLACE              # cells between two places that are one, to rounding

# Whether a place is in a cell that can be crossed.
cdef bint is_free(const CostGrid* grid, Vec2 place) noexcept nogil
# Where a straight move ends that slides along walls: ``to`` itself where none is in the way. It never ends in a wall, nor goes through
# one, if it begins in none; else it is free.
cdef Vec2 move_along_walls(const CostGrid* grid, Vec2 start, Vec2 to) noexcept nogil
# The place nearest to a free one that is so far from all walls; halfway between walls that are nearer to each other than twice that.
cdef Vec2 keep_clear(const CostGrid* grid, Vec2 place, double clearance) noexcept nogil
