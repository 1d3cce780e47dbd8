"""Triangles → fragments: the height range that each triangle fills in each column, a few rows of columns at a time."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector

cdef enum:
    BAND_ROWS = 8                   # rows rasterized at a time; a triangle is prepared once for them
    MAX_ROW_COLUMNS = 1 << 25       # what fits into a fragment's column

ctypedef uint64_t Fragment          # from the highest bit: column 25, bottom_vx 16, top_vx 16, area 6, back face 1

cdef struct Soup:                   # borrowed
    const float* vertices           # x, y, z of each, metres
    const int32_t* triangles        # three vertices of each
    const uint8_t* areas            # one a triangle, 0 … 63
    const int32_t* subset           # the triangles to rasterize, NULL: all
    int32_t count                   # of them

cdef struct Grid:                   # the part of the global grid to be filled
    double origin[3]                # metres
    double per_metre[3]             # cells (x, z) and cell heights (y)
    double ceiling                  # of the level, cell heights above the origin
    int x_begin, x_end              # global columns x_begin … x_end−1
    int z_begin, z_end
    int x0                          # global column that fragments count their columns from

cdef struct Range:                  # of heights, in cell heights above the origin
    double low, high

cdef cppclass FragmentRow:          # the fragments of one row of columns, in no particular order
    vector[Fragment] fragments      # the first `count` are in use
    size_t count

cdef cppclass Rasterizer:
    Soup soup
    Grid grid
    vector[int32_t] band_first      # first triangle of those that start in each band (an index as in subset), or NO_TRIANGLE
    vector[int32_t] next            # next of them
    vector[int32_t] active          # triangles of the last band that reach into the next one
    vector[Range] heights           # of one triangle in the cells of one row and at their borders
    FragmentRow rows[BAND_ROWS]     # of the band that was rasterized last

cdef inline Fragment pack(int column, int bottom_vx, int top_vx, int area, bint back_face) noexcept nogil:
    return <uint64_t>column << 39 | <uint64_t>bottom_vx << 23 | <uint64_t>top_vx << 7 | <uint64_t>area << 1 | back_face

cdef inline int column_of(Fragment fragment) noexcept nogil:
    return <int>(fragment >> 39)

cdef inline int bottom_of(Fragment fragment) noexcept nogil:
    return <int>(fragment >> 23 & 0xFFFF)

cdef inline int top_of(Fragment fragment) noexcept nogil:
    return <int>(fragment >> 7 & 0xFFFF)

cdef inline int area_of(Fragment fragment) noexcept nogil:
    return <int>(fragment >> 1 & 63)

cdef inline bint is_back_face(Fragment fragment) noexcept nogil:
    return <bint>(fragment & 1)

cdef int start_rasterizing(Rasterizer* rasterizer, const Soup* soup, const Grid* grid) except -1 nogil
cdef int rasterize_band(Rasterizer* rasterizer, int band) except -1 nogil
