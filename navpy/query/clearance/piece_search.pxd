"""A* over the pieces of a clearance map, with the penalties of the polygons that they are pieces of.

A node is a way into a piece: a portal, named by its half-edge, or a link, named by its index after all half-edges, as in astar. Its
point is the middle of the portal; a link has two, where it is left and where it lands. Crossing a piece costs the distance in the plan
times the piece's cost, a link its length times its cost. Entering another polygon costs its penalty, going from piece to piece of a
polygon none."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path

cdef struct Step:                   # a reached way: a node of the search
    double cost                     # from the start to behind it
    int32_t parent                  # the way before it, −1: none
    uint32_t visit                  # search that last wrote this

cdef cppclass PieceSearch:          # working memory, one a thread, reused from search to search
    vector[Step] steps              # by way
    IndexedHeap heap
    uint32_t visit                  # current search
    const vector[PolyRef]* owners   # by piece: the polygon that it is a piece of
    const PortalGraph* owner_graph  # the graph of the polygons, which has their penalties
    int32_t searched                # nodes taken from the open list

# Writes the corridor and entries of the cheapest way between two places of pieces; false if there is none. ``nav``: of the map.
cdef bint find_over_pieces(NavView nav, PieceSearch* search, const NearestPoly* start, const NearestPoly* goal,
                           Path* out) except -1 nogil
