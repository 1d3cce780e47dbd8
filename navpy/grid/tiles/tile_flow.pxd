"""Directions to follow by flow tiles."""
from libc.stdint cimport int32_t

from navpy.base.vec2 cimport Vec2
from navpy.grid.tiles.flow_tiles cimport FlowTiles

cdef enum Guide:                    # what a direction follows from
    NOTHING                         # no way leads to a goal from there
    AIR_LINE                        # to a goal, as the way is not known yet
    GATE                            # the way over gates, as the sector's field is not ready yet
    FIELD

# As direction_at of a whole field; asks for the fields of the unit's sector and of that ahead.
cdef Vec2 follow_tiles(FlowTiles* tiles, int32_t route, Vec2 place, Guide* guide) except *
# As value_at of a whole field; over gates where the field is not ready yet, NaN where the way is not known yet.
cdef double tile_value_at(const FlowTiles* tiles, int32_t route, Vec2 place) noexcept nogil
