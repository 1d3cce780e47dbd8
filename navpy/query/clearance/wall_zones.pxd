"""What lies too near to walls, as convex zones: a rectangle in front of every wall, and around every corner of a wall that sticks
out a sector with tangents to the circle in place of its arc, no more than STEP apart, so that the zones cover the circle."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport WallSearch

cdef enum:
    MOST_LINES = 10

cdef struct Line:
    double nx, ny, c                # inside: nx·x + ny·y < c; (nx, ny) is of length 1

cdef struct Zone:
    Line lines[MOST_LINES]          # tangents first: what lies beyond these is mostly free
    int32_t count
    bint one_way                    # of walls that can be crossed from their other side

cdef struct Arc:                    # around one end of a wall
    double angle                    # radians that it covers, from the wall's normal away from the wall
    double step                     # radians between two tangents
    bint one_way

cdef struct WallArcs:
    Arc start, end

cdef cppclass WallCorners:          # parallel to mesh.corners
    vector[WallArcs] arcs           # of the edges that are walls
    vector[uint8_t] wound           # not 0 at a vertex that polygons wind around by more than a full turn

cdef int measure_corners(NavView nav, WallCorners* out) except -1 nogil
# Zones of the walls that a search has collected.
cdef int make_zones(const PortalGraph* graph, const WallCorners* corners, const WallSearch* search, double radius,
                    vector[Zone]* out) except -1 nogil
