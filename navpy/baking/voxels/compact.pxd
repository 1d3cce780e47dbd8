"""Compact heightfield: the walkable floors of the heightfield, and the neighbors that each can be walked to from."""
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libcpp.vector cimport vector

cdef enum:
    NO_NEIGHBOR = -1
    DIRECTIONS = 4                  # 0: −x, 1: +z, 2: +x, 3: −z

cdef struct Floor:                  # the open space above a walkable span; Recast: compact span
    int32_t neighbors[4]            # floor reached in each direction, NO_NEIGHBOR at a wall or a drop
    uint16_t y_vx                   # height of the surface, in cell heights above origin[1]
    uint16_t headroom_vx            # open cell heights above it (65535: no ceiling)

cdef class CompactHeightfield:
    cdef public int x0, z0                  # the window: global index of its first column
    cdef public int width, depth            # columns along x and along z
    cdef public double cell_size            # meters, x and z
    cdef public double cell_height          # meters, y
    cdef public int height_vx               # agent height the connections were made for
    cdef public int climb_vx                # agent climb the connections were made for
    cdef public int border_vx               # columns on each side of the window that belong to the neighboring tiles
    cdef double origin[3]                   # meters: the least corner of global column (0, 0)
    cdef double bounds_max[3]               # meters: the greatest corner of the whole level
    cdef vector[int32_t] first              # width*depth + 1 entries: column x + z*width holds floors first[i] … first[i+1]−1
    cdef vector[Floor] floors               # column by column, upwards
    cdef vector[uint8_t] areas              # one a floor; AREA_NONE: not walkable
    cdef vector[uint16_t] distances         # one a floor, made by distance_field: from the border, 2 an orthogonal step
    cdef public int max_distance            # largest of `distances`
    cdef vector[int32_t] regions            # one a floor, made by regions: 1 … region_count; 0: in no region
    cdef public int region_count
