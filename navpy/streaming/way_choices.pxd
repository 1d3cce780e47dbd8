"""The choices that are kept of each way inside a tile whose ground is of several classes, so that any costs can be applied to it
later."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.streaming.lone_tile cimport LoneTile
from navpy.streaming.world_index cimport WayChoices, WorldIndex

# The classes of a tile's polygons and of the links that begin and end on it, ascending, each once.
cdef int list_tile_classes(const WorldIndex* world, const LoneTile* lone, vector[int32_t]* out) except -1 nogil
# Appends the choices of all ways between the tile's gates, in the order of its costs. classes: AREA_COUNT at most. The lone tile is
# used up.
cdef int find_choices(const WorldIndex* world, LoneTile* lone, int32_t tile, const vector[int32_t]* classes,
                      WayChoices* out) except -1 nogil
cdef int start_choices(WayChoices* out) except -1 nogil          # of no way
# Puts choices behind others.
cdef int append_choices(const WayChoices* more, WayChoices* out) except -1 nogil
