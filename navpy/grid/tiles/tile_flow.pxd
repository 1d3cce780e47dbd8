"""Directions to follow by flow tiles."""
from libc.stdint cimport int32_t

from navpy.base.vec2 cimport Vec2
from navpy.grid.tiles.flow_tiles cimport FlowTiles

cdef enum DirectionSource:                    # what a direction follows from
    NOTHING                         # no way leads to a goal from there
    AIR_LINE                        # to a goal, as the way is not known yet
    GATE                            # the way over gates, as the sector's field is not ready yet
    FIELD

# As direction_at of a whole field.
cdef Vec2 tile_direction_at(const FlowTiles* tiles, int32_t route, Vec2 place, DirectionSource* guide) noexcept nogil
# Ask for the fields of the sectors around a unit that goes in this direction, and of the one ahead.
cdef int ask_ahead(FlowTiles* tiles, int32_t route, Vec2 place, Vec2 direction, DirectionSource guide) except -1 nogil
# The direction, and the fields are asked for.
cdef Vec2 follow_tiles(FlowTiles* tiles, int32_t route, Vec2 place, DirectionSource* guide) except *
# Whether there is a goal in the place's cell or beside it that ways end at; the nearest one, in meters.
cdef bint tile_goal_at(const FlowTiles* tiles, int32_t route, Vec2 place, Vec2* goal) noexcept nogil
# Whether it is in the place's own cell; where, in meters.
cdef bint tile_goal_in(const FlowTiles* tiles, int32_t route, Vec2 place, Vec2* goal) noexcept nogil
# As value_at of a whole field; over gates where the field is not ready yet, NaN where the way is not known yet.
cdef double tile_value_at(const FlowTiles* tiles, int32_t route, Vec2 place) noexcept nogil
