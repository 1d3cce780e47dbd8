"""Triangulation: a contour cut into triangles, as half edges."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ContourCorner

cdef enum:
    NO_EDGE = -1

cdef cppclass HalfEdges:            # polygons as rings of half edges; half edge 3t + k begins at corner k of triangle t
    vector[int32_t] origin          # the corner of the contour where it begins
    vector[int32_t] prev
    vector[int32_t] next
    vector[int32_t] twin            # the half edge of the polygon beyond, NO_EDGE on the contour
    vector[int32_t] poly            # union-find over triangles: those of one polygon
    vector[int32_t] size            # number of corners of the polygon, valid at its root
    vector[uint8_t] removed         # whether it lies inside a merged polygon

cdef struct Ear:
    int64_t length2                 # squared length of its diagonal
    int32_t corner, before, after   # corners of the ring when it was found: it is stale if these have changed

cdef struct BridgeSide:             # an edge of the contour along a bridge, its lower end first
    ContourCorner low, high
    int32_t edge

cdef cppclass EarClipper:           # working memory, for one contour after the other
    vector[int32_t] prev            # the ring of corners that are left, one entry a corner
    vector[int32_t] next
    # half edge beyond the ring's edge that begins at the corner; NO_EDGE on the contour; −2 − i at a bridge, where edge i of the
    # contour runs back along it and has no half edge yet
    vector[int32_t] ring_twin
    vector[Ear] ears                # a heap with the shortest diagonal on top
    vector[BridgeSide] bridges
    vector[int32_t] strip_first     # edges that enter strip s: strip_edges[strip_first[s]] … up to strip_first[s+1]
    vector[int32_t] strip_edges
    bint along_x                    # the strips follow each other along x, else along z
    int32_t strip_start, strip_width, strip_count

cdef bint triangulate(const ContourCorner* corners, int32_t count, int32_t region, EarClipper* clipper,
                      HalfEdges* edges) except -1 nogil
