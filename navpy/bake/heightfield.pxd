"""Solid heightfield: the level's triangles as columns of solid voxel spans (Mononen, Recast; Haumont et al. 2003)."""
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libcpp.vector cimport vector

cdef enum:
    AREA_NONE = 0                   # cannot be stood on
    AREA_WALKABLE = 63              # the default walkable area, and the highest area id
    MAX_HEIGHT_VX = 65535           # what fits into a span's heights

cdef enum SpanFlag:
    SPAN_BACK_FACE = 1              # the underside is a surface that faces up: the ceiling of the inside of a closed solid

cdef struct Span:                   # one solid interval of one column
    uint16_t bottom_vx              # lowest solid height, in cell heights above origin[1]
    uint16_t top_vx                 # height of the surface, in cell heights above origin[1]; > bottom_vx
    uint16_t area_top_vx            # height of the surface that `area` comes from, within the merge threshold of top_vx
    uint8_t area                    # of its top surface
    uint8_t flags                   # SpanFlag bits

cdef class Heightfield:
    cdef public int x0, z0                  # the window: global index of its first column
    cdef public int width, depth            # columns along x and along z
    cdef public int level_width             # columns of the whole level: its global columns are 0 … level_width−1
    cdef public int level_depth
    cdef public double cell_size            # metres, x and z
    cdef public double cell_height          # metres, y
    cdef double origin[3]                   # metres: the least corner of global column (0, 0)
    cdef double bounds_max[3]               # metres: the greatest corner of the whole level
    cdef bint filled                        # spans were put in, which is done once
    cdef vector[int32_t] first              # width*depth + 1 entries: column x + z*width holds spans first[i] … first[i+1]−1
    cdef vector[Span] spans                 # column by column, upwards
