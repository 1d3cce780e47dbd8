"""Raw contours: the borders of the regions along the cells' edges."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner

cdef cppclass RawContours:
    vector[ContourCorner] corners   # one for each edge of a cell on a border; heights are 0, see set_heights
    vector[int32_t] edges           # of each corner: the edge that ends there, 4 × floor + direction
    vector[Contour] contours        # in order of regions, each outline before its holes
    vector[int32_t] region_cells    # of each region: number of cells that its contours enclose, which is that of its floors

cdef int trace_contours(CompactHeightfield compact, RawContours* raw) except -1 nogil
cdef void set_heights(CompactHeightfield compact, int32_t edge, ContourCorner* corner) noexcept nogil
