"""The path along a corridor that links are part of: taut on the surface, straight across the links."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.mesh cimport MeshView

cdef struct Crossing:               # of a link
    int32_t link
    Py_ssize_t entry                # place in the corridor of the polygon that it leads into
    double t                        # where across its width: 0 its left side … 1 its right side
    double start[3]                 # metres, where the path leaves the surface
    double end[3]                   # metres, where it comes to it again

cdef cppclass Legs:                 # the stretches of a path on the surface, one more than it has crossings
    vector[Crossing] crossings
    vector[vector[double]] points   # by leg, 3 coordinates a point, metres
    vector[vector[PolyRef]] polys   # by leg, a polygon that each point lies on

cdef int pull_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                   const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil
