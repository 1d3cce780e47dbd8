"""Rasterizer: the height range of each triangle in each column that it enters, a band of rows at a time."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.baking.voxels.span_merger cimport SpanMerger
from navpy.baking.voxels.triangle_soup cimport TriangleSoup

cdef struct Grid:                   # the part of the global grid to fill
    double origin[3]                # meters
    double per_meter[3]             # cells (x, z) and cell heights (y)
    double ceiling                  # of the level, cell heights above the origin
    int x_begin, x_end              # global columns x_begin … x_end−1
    int z_begin, z_end

cdef struct HeightRange:                  # of heights, in cell heights above the origin
    double low, high

cdef struct Cut:                    # of a triangle along a border between columns
    double z[2]                     # of its two ends, the lower z first
    double y[2]
    double y_per_z                  # 0 where the ends are one above the other

cdef cppclass Rasterizer:
    TriangleSoup soup
    Grid grid
    SpanMerger columns              # of the last band: x_begin … x_end−1 of each of its rows
    int band_begin, band_end        # global rows of the last band
    vector[int32_t] band_first      # of each band: the first triangle (an index as in subset) that begins in it, or NO_TRIANGLE
    vector[int32_t] next            # of each triangle: the next one that begins in the same band
    vector[int32_t] active          # triangles of the last band that reach into the next one
    vector[Cut] cuts                # of one triangle along the borders between the columns that it enters
    vector[double] corner_lows      # of one triangle in the cells of one row; infinite between rows
    vector[double] corner_highs

cdef int32_t rasterize_first_band(Rasterizer* rasterizer, const TriangleSoup* soup, const Grid* grid) except? -2 nogil
cdef bint rasterize_next_band(Rasterizer* rasterizer) except -1 nogil
