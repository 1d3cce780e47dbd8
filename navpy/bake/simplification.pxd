"""Simplification: which corners of a traced contour are enough."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.bake.corners cimport ContourCorner

cdef enum SimplificationLevel:      # of a region; its neighbours' borders with it follow the finer of the two
    LEVEL_FREE = 0                  # borders between two regions of one area run straight
    LEVEL_BOUND = 1                 # they too keep within max_error
    LEVEL_HALVED = 2                # all borders keep within half of it
    LEVEL_EXACT = 3                 # every corner is kept

cdef struct Tolerance:              # what simplifying may do
    double max_error                # cells
    int edge_max_length_vx          # cells, 0: no limit
    const uint8_t* areas            # area id of every region
    const uint8_t* levels           # SimplificationLevel of every region

cdef struct Chain:                  # a stretch of a raw contour between two corners that are kept
    int32_t begin, end              # end may lie past the contour's last corner: indices wrap
    int cuts                        # times that it and its parts must be cut for the line to enclose anything

cdef cppclass ChosenCorners:        # of one contour
    vector[uint8_t] marked          # one a raw corner: whether it is chosen
    vector[Chain] chains            # still to be looked at

cdef int choose_corners(const ContourCorner* raw, int32_t count, int32_t region, const Tolerance* tolerance,
                        ChosenCorners* chosen) except -1 nogil
