"""The path along a corridor, straight across its links: taut on the surface, or through the middles of its portals."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.path_data cimport Path

cdef struct LinkCrossing:               # of a link
    int32_t link
    Py_ssize_t entry                # place in the corridor of the polygon that it leads into
    double t                        # where across its width: 0 its left side … 1 its right side
    double start[3]                 # meters, where the path leaves the surface
    double end[3]                   # meters, where the path comes back to it

cdef cppclass Legs:                 # the stretches of a path on the surface, one more than it has crossings
    vector[LinkCrossing] crossings
    vector[vector[double]] points   # by leg, 3 coordinates a point, meters
    vector[vector[PolyRef]] polys   # by leg, a polygon that each point lies on

cdef double width_of(const OffMeshLink* link) noexcept nogil            # meters of its width that can be crossed
cdef void place_on_link(const MeshView* mesh, const OffMeshLink* link, double t, double* start, double* end) noexcept nogil
# Both replace the points of a path by those of a path from start to goal along its corridor. A link adds where it is left, with
# its id in point_links, and where it lands.
cdef int pull_path(const MeshView* mesh, const double* start, const double* goal, Path* path) except -1 nogil
# Through the middles of the portals: the way as A* found it.
cdef int center_path(const MeshView* mesh, const double* start, const double* goal, Path* path) except -1 nogil
