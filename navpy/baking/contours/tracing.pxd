"""Traced contours: the borders of the regions as they run along the cells' edges."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner

cdef cppclass RawContours:
    vector[ContourCorner] corners   # one a cell's edge on a border; heights are left 0: see set_heights
    vector[int32_t] edges           # the edge that ends at the corner: 4 × floor + direction
    vector[Contour] contours        # by region, each region's outline before its holes
    vector[int32_t] region_cells    # one a region: cells that its contours enclose, which are its floors

cdef int trace_contours(CompactHeightfield compact, RawContours* raw) except -1 nogil
cdef void set_heights(CompactHeightfield compact, int32_t edge, ContourCorner* corner) noexcept nogil
