"""Layer separation: cuts the connection between two layers whose polygons share an edge."""
from libc.stdint cimport int32_t, int64_t

cdef struct FloorStep:                   # from a floor across one of its edges
    int32_t floor
    int direction
    int32_t x_vx, z_vx              # the end of that edge that is not the corner which the steps lead around
    int64_t priority                # of this step among those that may become a wall
