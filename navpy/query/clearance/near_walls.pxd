"""The walls near a place, by a flood over the polygons around it.

A wall is an edge that the graph does not let cross. The flood follows the surface, so it meets no walls of other floors. It leaves a
polygon only across edges by which a straight line from the place can leave it, so on a spiral stair it turns by no more than half a
turn. Plan coordinates are those of navpy.mesh.half_edges, (x, y) = (x, −z) in meters."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView

cdef enum:
    ALL_POLYS = 0x7fffffff

cdef struct Wall:
    double ax, ay, bx, by           # meters; the walkable side is on the left of a → b
    int32_t edge                    # corner index

cdef struct WallVisit:
    PolyRef poly
    int32_t parent                  # visit that it was reached from, −1 at the place itself

cdef cppclass WallSearch:           # working memory, one a thread, reused from search to search
    vector[uint32_t] seen           # by polygon: the last flood that visited it
    uint32_t flood                  # current flood
    vector[WallVisit] visits            # in the order of the flood
    vector[Wall] walls              # found by the last flood

# Walls within reach of the bounding box of a convex place, given by its corners (x, y). It lies on the polygon, or on the edge between
# it and ``other``. backwards: flood edges against the direction in which they may be crossed. The flood ends after ``most`` polygons.
cdef int collect_walls(NavView nav, WallSearch* search, PolyRef poly, PolyRef other,
                       const double* place, int32_t count, double reach, int32_t most, bint backwards) except -1 nogil
