"""Storeys: parts those that one edge of the polygons is taken for both of."""
from libc.stdint cimport int32_t, int64_t

cdef struct Step:                   # across one edge of a floor
    int32_t floor
    int direction
    int32_t x_vx, z_vx              # the far end of that edge, as seen from the corner that the way leads around
    int64_t merit                   # how well it may be taken for a wall
