"""Convex zones that cover all places too near to walls: a rectangle in front of every wall, and a circular sector around every convex
corner of a wall. Tangents no more than STEP apart replace the sector's arc, so that the zone covers the sector."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport WallSearch

cdef enum:
    MOST_LINES = 10

cdef struct HalfPlane:
    double nx, ny, c                # inside: nx·x + ny·y < c; (nx, ny) is of length 1

cdef struct Zone:
    HalfPlane lines[MOST_LINES]          # tangents first, as most places beyond them are free
    int32_t count
    bint one_way                    # of walls that may be crossed from their other side

cdef struct EndArc:                    # around one end of a wall
    double angle                    # radians of the sector, from the wall's normal away from the wall
    double step                     # radians between two tangents
    bint one_way

cdef struct WallArcs:
    EndArc start, end

cdef cppclass WallCorners:          # parallel to mesh.corners
    vector[WallArcs] arcs           # of the edges that are walls
    vector[uint8_t] is_spiral           # not 0 at a vertex whose polygons cover more than a full turn

cdef int measure_corners(NavView nav, WallCorners* out) except -1 nogil
# Zones of the walls that a search has collected.
cdef int make_zones(const PortalGraph* graph, const WallCorners* corners, const WallSearch* search, double radius,
                    vector[Zone]* out) except -1 nogil
