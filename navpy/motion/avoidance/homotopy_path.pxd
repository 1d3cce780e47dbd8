"""The shortest path in the homotopy class that a chain of contours defines."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.island_hull cimport OutlineArc, IslandContour
from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, DetourQuery
from navpy.base.vec2 cimport Vec2

cdef struct PathNode:               # a place on the chain where a free segment begins or ends
    int32_t element                 # 0: the start; 1 …: an arc; after those: the goal
    double offset                   # radians from the arc's begin
    double cost                     # meters from the start
    int32_t parent                  # the node before on the shortest path
    int32_t first_edge              # a list through PathEdge.next, −1: none

cdef struct PathEdge:               # a free segment, tangent to the arcs at its ends
    int32_t end                     # node
    int32_t next
    double length                   # meters

cdef struct NodeOrder:              # of a node along the chain
    int32_t element
    double offset                   # radians
    int32_t node

cdef cppclass DetourMemory:         # kept from call to call
    IslandContour sides[2]
    IslandContour chain                   # the contours followed so far, one after the other
    vector[PathNode] nodes
    vector[PathEdge] edges
    vector[NodeOrder] order         # of the nodes along the chain
    vector[int32_t] path            # nodes of the shortest path, from the goal back to the start
    vector[PathNode] kept_nodes     # of the better path of two
    vector[int32_t] kept_path
    vector[Vec2] ends               # of each arc of the chain: unit vectors from the circle's center to its begin and its end
    vector[double] cuts             # radians
    vector[double] clearances       # meters, of walls
    vector[int32_t] near            # circles

cdef cppclass Detour:
    vector[Vec2] points             # meters: start, corners, goal; a polyline round the outside of the arcs
    vector[OutlineArc] turns               # arcs of the shortest path
    vector[int32_t] members         # circles that leave no way, ascending
    double length                   # meters of the shortest path, along its arcs

# The shortest path by arcs of the chain and free tangents between them, into memory.path. Returns meters; infinite without exits.
cdef double shortest_homotopic_path(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query,
                                    DetourMemory* memory) except -1 nogil
# Writes memory.path as arcs and as a polyline.
cdef int write_polyline(const ObstacleIslands* graph, const IslandContour* chain, const DetourQuery* query, DetourMemory* memory,
                        Detour* detour) except -1 nogil
