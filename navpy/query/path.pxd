"""find_path: locate both ends, find the corridor, pull it taut, say how it went."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.query.astar cimport Search

cdef cppclass PathBuffer:           # one search's answer, reused from search to search
    int status                      # PathStatusCode
    int reason                      # ReasonCode
    double off_by                   # metres: how far the end named by the reason is off the navmesh, else 0
    double length                   # metres, along the taut path in 3D
    int32_t searched                # nodes taken from the open list
    bint one_island                 # start and goal are on one island
    Location start                  # where the search began
    Location goal                   # where the path ends (the nearest reachable point of a partial path)
    vector[PolyRef] corridor        # polygons from start to goal
    vector[int32_t] entries         # parallel: link that each is entered by, −1: by a portal
    vector[double] points           # taut path, 3 a point, metres, start and goal included
    vector[PolyRef] point_polys     # a polygon that each point lies on
    vector[int32_t] point_links     # id of the link that begins at each point, −1: none

cdef int find_path(const MeshView* mesh, Search* search, const double* start, const double* goal,
                   bint allow_partial, PathBuffer* out) except -1 nogil
