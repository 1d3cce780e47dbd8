"""Simplification: chooses the corners of a raw contour that are kept."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ContourCorner

cdef struct Tolerance:              # how far a simplified contour may deviate
    double max_error                # cells
    int edge_max_length_vx          # cells, 0: no limit
    const uint8_t* areas            # area id of every region

cdef struct Chain:                  # the part of a raw contour between two corners that are kept
    int32_t begin, end              # end may lie past the contour's last corner: indices wrap
    int cuts                        # how often it, and its parts, must be cut in any case

# marked: one a corner of the contour, whether it is chosen. chains: working memory, empty before and after.
cdef bint choose_corners(const ContourCorner* raw, int32_t count, int32_t region, const Tolerance* tolerance, uint8_t* marked,
                         vector[Chain]& chains) except -1 nogil
cdef int refine(const ContourCorner* raw, int32_t count, Chain chain, int32_t region, bint closed, const Tolerance* tolerance,
                uint8_t* marked, vector[Chain]& chains) except -1 nogil
