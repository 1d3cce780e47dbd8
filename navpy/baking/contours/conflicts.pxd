"""Conflicts: edges of the simplified contours that run into each other."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.tracing cimport RawContours

cdef enum Refinement:               # what an edge needs
    REFINE_BENT = 1                 # to follow the raw contour more closely
    REFINE_ANY = 3                  # that, or more corners if it is straight

cdef struct OutlineEdge:            # from a corner of a simplified line to the next
    int32_t from_, to               # corners
    int32_t previous                # edge that ends where this one starts
    int32_t line, region
    int32_t low_x, high_x           # box around the stretch of the raw contour that it stands for
    int32_t low_z, high_z
    uint8_t bent                    # that stretch deviates from it
    uint8_t loose                   # it or the previous edge is bent
    uint8_t fresh                   # its line has changed since conflicts were looked for

cdef struct SimplifiedLines:        # as they are lent
    const RawContours* raw
    const ContourCorner* corners    # simplified
    const int32_t* places           # one a corner: index of the raw corner it is
    const Contour* lines            # one a raw contour, into `corners`
    const uint8_t* fresh            # one a line

cdef cppclass ConflictFinder:
    SimplifiedLines given
    vector[OutlineEdge] edges       # line by line
    vector[uint8_t] needs           # one an edge: Refinement, or 0
    int columns, rows, shift        # of the lattice; its cells are 1 << shift columns of voxels wide
    vector[int32_t] first           # cell by cell, and one more: where its members begin
    vector[int32_t] members         # edges with a box that reaches into the cell

cdef bint find_conflicts(CompactHeightfield compact, ConflictFinder* finder) except -1 nogil
cdef bint spread_needs(ConflictFinder* finder) except -1 nogil
