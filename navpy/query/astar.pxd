"""A* over the polygons (Hart, Nilsson, Raphael 1968). A node is a portal, that is a directed edge shared by two
polygons and named by its corner index; moving from one portal of a polygon to another costs the 3D distance between
their midpoints, so the answer equals Dijkstra's on that graph."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.heap cimport IndexedHeap
from navpy.location cimport Location
from navpy.mesh cimport MeshView

cdef struct Node:
    double cost                     # metres from the start
    int32_t parent                  # portal it was reached through, −1 at the start
    uint32_t visit                  # search that last wrote this node

cdef cppclass Search:               # working memory, one a thread, reused from search to search
    vector[Node] nodes              # one a corner of the mesh
    IndexedHeap heap                # open list, by cost + straight line to the goal
    uint32_t visit                  # current search
    int32_t searched                # nodes taken from the open list by the last search

cdef bint find_corridor(const MeshView* mesh, Search* search, const Location* start, const Location* goal,
                        vector[PolyRef]* corridor, double* cost) except -1 nogil
