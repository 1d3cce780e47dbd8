"""What Polyanya reads of a navmesh, packed: the corners of all polygons with what lies across their edges, and where it is of
no use to go. A snapshot of one version of a mesh; searches share it.

Plan coordinates are (x, y) = (x, −z) in metres, so that counter-clockwise seen from above is counter-clockwise."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.mesh cimport MeshView

cdef enum:
    DEAD_END = 1                    # the edge leads into a part of the mesh that has no other way out
    WOUND = 2                       # the polygons around the corner cover some directions twice, as a spiral stair's do

cdef struct Corner:                 # parallel to mesh.corners
    double x, y                     # metres, in the plan
    PolyRef next                    # polygon entered across the edge to the next corner, NO_POLY where one may not
    int32_t twin                    # index of the same edge in that polygon
    int32_t fan                     # polygons around the vertex that are joined by edges here, −1: no shortest path bends here
    uint32_t flags                  # DEAD_END, WOUND

cdef struct Ring:                   # parallel to mesh.polys
    int32_t first                   # its corners are corners[first … first+count−1]
    int32_t count
    int32_t first_link              # as in Poly
    PolyRef out                     # polygon that the only way out of a dead end leads to, NO_POLY outside of dead ends

cdef cppclass PortalGraph:
    vector[Corner] corners
    vector[Ring] rings
    vector[double] link_costs       # metres by link: its length in the plan times its cost by that of the ground
    int32_t fan_count
    double rounding                 # metres that rounding may have moved a vertex by
    double least                    # 0 … 1: what a metre costs at least, a metre on the ground costs 1
    bint uniform                    # all polygons cost the same, more than nothing, and no link costs less

cdef int build_portal_graph(const MeshView* mesh, PortalGraph* graph) except -1 nogil


cdef inline double cross(double ax, double ay, double bx, double by) noexcept nogil:
    """Above 0 where b points to the left of a."""
    return ax * by - ay * bx


cdef inline int32_t corner_after(const Ring* ring, int32_t corner) noexcept nogil:
    return corner + 1 if corner + 1 < ring.first + ring.count else ring.first


cdef inline int32_t corner_before(const Ring* ring, int32_t corner) noexcept nogil:
    return corner - 1 if corner > ring.first else ring.first + ring.count - 1
