"""The plane of a bake from outlines: points of an integer grid, sides between them, and exact answers about them.

x to the right, y up the page in all comments: where a level has y down, left and right change places in all of them alike.
"""
from libc.stdint cimport int16_t, int32_t, int64_t
from libcpp.vector cimport vector

cdef enum:
    # of |x| and |y|: float32 holds such coordinates, and double the turns of three points, without an error
    MAX_GRID = 1 << 24

cdef struct GridPoint:
    int32_t x, y                    # units of the grid

cdef struct Side:                   # a straight line from one point to another
    int32_t begin, end              # points
    int16_t layer                   # what it belongs to: windings of different layers are counted apart
    int16_t winding                 # winding number on its left minus that on its right; never 0

cdef cppclass PlanarGraph:          # sides meet at points only
    vector[GridPoint] points        # each once, all of them ends of sides
    vector[Side] sides              # begin < end; sorted by begin, end, layer; each triple once


cdef inline int64_t left_turn(GridPoint a, GridPoint b, GridPoint c) noexcept nogil:
    """Twice the area of the triangle a, b, c: above 0 where c lies to the left of a → b, 0 where it lies on the line. Exact."""
    return (<int64_t>b.x - a.x) * (<int64_t>c.y - a.y) - (<int64_t>b.y - a.y) * (<int64_t>c.x - a.x)
