"""Polygons that paths from a polygon lead to."""
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView

# Polygons that paths from start lead to, start first.
cdef int find_reached(NavView nav, PolyRef start, vector[PolyRef]* reached) except -1 nogil
