"""Conflicts: edges of simplified contours that cross or touch each other."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.tracing cimport RawContours

cdef enum Refinement:               # that an edge needs
    REFINE_BENT = 1                 # to follow its raw contour more closely
    REFINE_ANY = 3                  # the same, or more corners if its raw contour is straight

cdef struct OutlineEdge:            # from a corner of a simplified line to the next
    int32_t from_, to               # corners
    int32_t previous                # the edge that ends where this one begins
    int32_t line, region
    int32_t low_x, high_x           # box around it and its chain: the part of the raw contour that it replaces
    int32_t low_z, high_z
    int32_t low_y_vx, high_y_vx     # lowest and highest floor along its chain
    uint8_t bent                    # its chain deviates from it
    uint8_t loose                   # it or the previous edge is bent
    uint8_t fresh                   # its line has changed since the last search for conflicts

cdef struct CellRange:              # cells of one row of the grid
    int32_t low, high

cdef struct SimplifiedLines:        # borrowed
    const RawContours* raw
    const ContourCorner* corners    # simplified
    const int32_t* places           # of each corner: index of the same raw corner
    const Contour* lines            # one a raw contour, into `corners`
    const uint8_t* fresh            # one a line

cdef cppclass ConflictFinder:
    SimplifiedLines given
    vector[OutlineEdge] edges       # line by line
    vector[uint8_t] needs           # one an edge: Refinement, or 0
    int columns, rows, shift        # of the grid; its cells are 1 << shift columns of voxels wide
    vector[int32_t] first           # cell by cell, and one more: where its members begin
    vector[int32_t] members         # the edges that reach into the cell: they, their chains or what lies between
    vector[CellRange] rows_of       # edge by edge: its cells, row by row
    vector[int32_t] first_row       # one an edge, and one more: where its rows begin
    vector[int32_t] met             # one an edge: the last edge that it was tested with

cdef bint find_conflicts(CompactHeightfield compact, ConflictFinder* finder) except -1 nogil
cdef bint spread_needs(ConflictFinder* finder) except -1 nogil
