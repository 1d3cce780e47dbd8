"""A* over the polygons (Hart, Nilsson, Raphael 1968). A node is a way into a polygon: a portal, that is a directed edge
shared by two polygons and named by its corner index, or an off-mesh link, named by its index after all corners. Moving to
a portal costs the 3D distance to its midpoint times the cost of the polygon's area; taking a link costs the distance to
the middle of where it leaves, and from there to the middle of where it lands times the cost of the link's area. So the
answer equals Dijkstra's on that graph. No way leads through a polygon straight back across the portal to the one before,
and none into a soft area, or along a link of one, from another area."""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.heap cimport IndexedHeap
from navpy.location cimport Location
from navpy.mesh cimport MeshView

cdef struct Node:
    double cost                     # from the start: metres times the costs of the areas they run through
    int32_t parent                  # node it was reached from, −1 at the start
    uint32_t visit                  # search that last wrote this node

cdef cppclass Search:               # working memory, one a thread, reused from search to search
    vector[Node] nodes              # one a corner of the mesh, then one a link
    IndexedHeap heap                # open list, by cost + straight line to the goal at the least cost
    uint32_t visit                  # current search
    int32_t searched                # nodes taken from the open list by the last search


cdef inline double cost_at(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """What a metre through the polygon costs."""
    return mesh.area_costs[mesh.polys[poly].area]


cdef bint find_corridor(const MeshView* mesh, Search* search, const Location* start, const Location* goal,
                        vector[PolyRef]* corridor, vector[int32_t]* entries, double* cost) except -1 nogil
cdef int find_reachable(const MeshView* mesh, PolyRef start, vector[uint8_t]* reached) except -1 nogil
