"""Solid heightfield: the level's triangles as columns of solid voxel spans (Mononen, Recast; Haumont et al. 2003)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.baking.voxels.span_merger cimport AREA_NONE, AREA_WALKABLE, MAX_HEIGHT_VX, SPAN_BACK_FACE, Span

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
    cdef bint fringe                        # the columns just outside the level hold spans too
    cdef vector[int32_t] first              # width*depth + 1 entries: column x + z*width holds spans first[i] … first[i+1]−1
    cdef vector[Span] spans                 # column by column, upwards
