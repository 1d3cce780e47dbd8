"""What can be reached from where."""
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView

# Polygons that ways lead to from one, that one first.
cdef int find_reached(NavView nav, PolyRef start, vector[PolyRef]* reached) except -1 nogil
