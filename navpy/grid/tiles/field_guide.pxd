"""What units follow: a whole field, or flow tiles by a group's route. The same questions to both."""
from libc.stdint cimport int32_t

from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.flow cimport Flow
from navpy.grid.integration cimport Integration
from navpy.grid.tiles.flow_tiles cimport FlowTiles

cdef struct FieldGuide:             # all borrowed
    const CostGrid* grid            # its impassable cells are walls
    const Integration* field        # of a whole field; NULL: flow tiles
    const Flow* flow                # of the field
    FlowTiles* tiles                # NULL: a whole field
    int32_t route                   # of the group, in tiles
    double most_value               # meters · cost, that going on from a goal costs at most

# To be called again where the goals are others.
cdef FieldGuide guide_by_field(const CostGrid* grid, const Integration* field, const Flow* flow) noexcept nogil
cdef FieldGuide guide_by_tiles(FlowTiles* tiles, int32_t route) noexcept nogil
# Places are in meters. A unit vector, or less between walls; 0 at a goal, and where no way leads to one.
cdef Vec2 guided_direction(const FieldGuide* guide, Vec2 place) noexcept nogil
# Meters · cost, of the way to a goal; infinite: there is none; NaN: flow tiles do not know it yet.
cdef double guided_value(const FieldGuide* guide, Vec2 place) noexcept nogil
# Whether the way is straight to a goal, and where that is; flow tiles know of goals in the place's cell and beside it.
cdef bint guided_goal(const FieldGuide* guide, Vec2 place, Vec2* goal) noexcept nogil
# Whether a way ends at a goal in the place's own cell, and where that is, in meters.
cdef bint goal_here(const FieldGuide* guide, Vec2 place, Vec2* goal) noexcept nogil
# The first of all goals.
cdef Vec2 first_goal(const FieldGuide* guide) noexcept nogil
# The center of the nearest cell that a way leads from, for a place in a wall or outside of the grid. False: there is none.
cdef bint nearest_way(const FieldGuide* guide, Vec2 place, Vec2* out) noexcept nogil
# Of flow tiles: have the next update compute what a unit there needs. Not while other threads ask anything.
cdef int prepare_way(const FieldGuide* guide, Vec2 place) except -1 nogil
