"""Paths along a corridor that links are part of, straight across the links: taut on the surface, or through the middles of the
portals."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.navmesh.navmesh cimport NavMesh

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

cdef double width_of(const OffMeshLink* link) noexcept nogil            # metres of its width that can be crossed
cdef void place_on_link(const MeshView* mesh, const OffMeshLink* link, double t, double* start, double* end) noexcept nogil
cdef int pull_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                   const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                   vector[int32_t]* point_links) except -1 nogil
cdef int center_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                     const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                     vector[int32_t]* point_links) except -1 nogil
# Likewise through the centers of its polygons, and the middle of a portal that the straight way from one to the next does not lead through.
cdef int polygon_path(const MeshView* mesh, const vector[PolyRef]* corridor, const vector[int32_t]* entries, const double* start,
                      const double* goal, vector[double]* points, vector[PolyRef]* point_polys,
                      vector[int32_t]* point_links) except -1 nogil
cdef int read_corridor(NavMesh mesh, corridor, entries, vector[PolyRef]* polys, vector[int32_t]* links) except -1
cdef list points_list(const vector[double]* points)
