"""Solid heightfield: the level's triangles as columns of solid voxel spans (Mononen, Recast; Haumont et al. 2003)."""
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libcpp.vector cimport vector

cdef enum:
    AREA_NONE = 0                   # cannot be stood on
    AREA_WALKABLE = 63              # the default walkable area
    NO_SPAN = -1
    MAX_HEIGHT_VX = 65535           # what fits into a span's heights

cdef struct Span:                   # one solid interval of one column
    int32_t next                    # next higher span of the column (index into `spans`), NO_SPAN at the top
    uint16_t bottom_vx              # lowest solid height, in cell heights above bounds_min[1]
    uint16_t top_vx                 # height of the surface, in cell heights above bounds_min[1]; > bottom_vx
    uint16_t area_top_vx            # height of the surface that `area` comes from, within the merge threshold of top_vx
    uint8_t area                    # of its top surface

cdef class Heightfield:
    cdef public int width, depth            # columns along x and along z
    cdef public double cell_size            # metres, x and z
    cdef public double cell_height          # metres, y
    cdef double bounds_min[3]               # metres
    cdef double bounds_max[3]
    cdef vector[int32_t] columns            # lowest span of column x + z * width, NO_SPAN where empty
    cdef vector[Span] spans                 # in no particular order; reached through `columns` and `next`
    cdef int32_t unused                     # first of the spans that merging left over (chained by `next`), or NO_SPAN

cdef int add_span(Heightfield field, int x, int z, int bottom_vx, int top_vx, uint8_t area, int merge_vx) except -1 nogil
