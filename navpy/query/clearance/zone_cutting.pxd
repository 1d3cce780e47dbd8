"""Cuts zones out of a convex polygon; the rest is convex pieces."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.query.clearance.wall_zones cimport Zone

cdef double THIN                    # meters: thinner parts count as nothing
cdef double SAME                    # meters: places this near to each other are one

cdef struct PieceCorner:
    double x, y                     # meters, in the plan
    int32_t edge                    # the polygon's edge on which the edge from this corner lies, −1: a cut

cdef cppclass Piece:
    vector[PieceCorner] corners     # counter-clockwise
    bint way_out                    # may be left, but entered from other ways out only

cdef cppclass Cutter:               # working memory
    vector[Piece] pieces            # the pieces left
    vector[Piece] made              # by the zone that is being cut out
    vector[Piece] parts             # of the piece that is being cut
    int32_t part_count
    Piece rest, inside

# The pieces of cutter.pieces outside of all zones; inside of one-way zones alone they are ways out.
cdef int cut_zones(Cutter* cutter, const vector[Zone]* zones) except -1 nogil
