"""Clearance of the edges between polygons: radius of the largest disc that can have its center on an edge without touching a wall."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport WallSearch

cdef struct Interval:               # of an edge
    double low, high                # 0 … 1 of the way from its corner to the next

# The parts of an edge at least ``radius`` meters away from all walls, ascending.
cdef int free_intervals(NavView nav, WallSearch* search, int32_t edge, double radius, vector[Interval]* out) except -1 nogil
# Clearance of an edge in meters: never too large, and no more than ``most``.
cdef double clearance_of(NavView nav, WallSearch* search, int32_t edge, double most) except -1.0 nogil
# Of each edge, parallel to mesh.corners; 0 at walls and for corners of no polygon.
cdef int measure_edges(NavView nav, double most, double* out) except -1 nogil
# For FilterRules.narrow: parallel to mesh.corners, 1 where no place on an edge is ``radius`` meters away from all walls.
cdef int mark_narrow(NavView nav, double radius, vector[uint8_t]* out) except -1 nogil
