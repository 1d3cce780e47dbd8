"""Triangulation: one contour cut into triangles that know their neighbours."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ContourCorner

cdef enum:
    NO_EDGE = -1

cdef cppclass EdgeRings:            # polygons as rings of half edges; half edge 3t + k starts at corner k of triangle t
    vector[int32_t] origin          # index in the contour
    vector[int32_t] before
    vector[int32_t] after
    vector[int32_t] twin            # the other polygon's half edge, NO_EDGE where the contour's edge from `origin` on is
    vector[int32_t] poly            # union-find over triangles
    vector[int32_t] size            # corners of the polygon, valid at its root
    vector[uint8_t] gone            # inside of a merged polygon

cdef struct Ear:
    int64_t length2                 # of the diagonal that cuts it off
    int32_t corner, before, after   # its ring when it was found: stale if that has changed

cdef struct BridgeSide:             # a contour's edge along a bridge, its lesser end first
    ContourCorner low, high
    int32_t edge

cdef cppclass EarClipper:           # lent to each contour in turn
    vector[int32_t] before          # what is left of the contour, as a ring; one entry a corner
    vector[int32_t] after
    # half edge on the other side of the ring's edge from the corner on, NO_EDGE at the contour; −2 − i at a bridge: the
    # contour's edge i runs back along it, and has no half edge yet
    vector[int32_t] behind
    vector[Ear] ears                # a heap, the shortest diagonal on top
    vector[BridgeSide] bridges
    vector[int32_t] strip_first     # edges that enter strip s: strip_edges[strip_first[s]] … up to strip_first[s+1]
    vector[int32_t] strip_edges
    bint along_x                    # the strips lie side by side along x, else along z
    int32_t strip_start, strip_width, strip_count

cdef bint triangulate(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper,
                      EdgeRings* rings) except -1 nogil
