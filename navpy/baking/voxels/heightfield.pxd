"""Solid heightfield: the level's triangles as columns of solid voxel spans (Recast; Haumont et al. 2003)."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.baking.voxels.span_merger cimport MAX_HEIGHT_VX, SPAN_BACK_FACE, SPAN_CLOSED, Span, SpanMerger

cdef struct ColumnWindow:           # some columns of the global grid
    int64_t x0, z0                  # the first
    int64_t width, depth            # columns along x and along z, at least 1

cdef class Heightfield:
    cdef public int x0, z0                  # the window: global index of its first column
    cdef public int width, depth            # columns along x and along z
    cdef public int level_width             # columns of the whole level: its global columns are 0 … level_width−1
    cdef public int level_depth
    cdef public double cell_size            # meters, x and z
    cdef public double cell_height          # meters, y
    cdef double origin[3]                   # meters: the least corner of global column (0, 0)
    cdef double bounds_max[3]               # meters: the greatest corner of the whole level
    cdef bint filled                        # spans were put in, which is done once
    cdef bint fringe                        # the columns just outside the level hold spans too
    cdef vector[int32_t] first              # width*depth + 1 entries: column x + z*width holds spans first[i] … first[i+1]−1
    cdef vector[Span] spans                 # column by column, upwards

cdef ColumnWindow window_of(Heightfield field) noexcept nogil
cdef ColumnWindow read_window(window) except *
cdef ColumnWindow read_window_inside(window, ColumnWindow outer) except *
cdef int check_empty(Heightfield field, int merge_vx) except -1
cdef int append_rows(Heightfield field, SpanMerger* merger, int z, int rows, int left, int columns, int merge_vx) except -1 nogil
