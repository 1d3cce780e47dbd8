"""A* over the polygons (Hart, Nilsson, Raphael 1968). A node is a portal, that is a directed edge shared by two
polygons and named by its corner index; moving from one portal of a polygon to another costs the 3D distance between
their midpoints times the cost of the polygon's area, so the answer equals Dijkstra's on that graph. No way leads through
a polygon straight back into the one before, and none into a soft area from another area."""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.heap cimport IndexedHeap
from navpy.location cimport Location
from navpy.mesh cimport MeshView

cdef struct Node:
    double cost                     # from the start: metres times the costs of the areas they run through
    int32_t parent                  # portal it was reached through, −1 at the start
    uint32_t visit                  # search that last wrote this node

cdef cppclass Search:               # working memory, one a thread, reused from search to search
    vector[Node] nodes              # one a corner of the mesh
    IndexedHeap heap                # open list, by cost + straight line to the goal at the least cost
    uint32_t visit                  # current search
    int32_t searched                # nodes taken from the open list by the last search


cdef inline double cost_at(const MeshView* mesh, PolyRef poly) noexcept nogil:
    """What a metre through the polygon costs."""
    return mesh.area_costs[mesh.polys[poly].area]


cdef inline bint may_enter(const MeshView* mesh, PolyRef poly, PolyRef next) noexcept nogil:
    """May one step from a polygon to its neighbor? Not into a soft area from another one."""
    cdef int32_t area = mesh.polys[next].area
    return not mesh.soft_areas >> area & 1 or area == mesh.polys[poly].area


cdef bint find_corridor(const MeshView* mesh, Search* search, const Location* start, const Location* goal,
                        vector[PolyRef]* corridor, double* cost) except -1 nogil
cdef int find_reachable(const MeshView* mesh, PolyRef start, vector[uint8_t]* reached) except -1 nogil
