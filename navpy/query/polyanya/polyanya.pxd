"""Polyanya: the exact shortest path over a navmesh in the ground plane (Cui, Harabor & Grastien 2017)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.query.polyanya.successors cimport ExactSearch
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

cdef bint trace_exact(NavView nav, const ExactSearch* search, const NearestPoly* start,
                      const NearestPoly* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                      vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
# ``sights``: as begin_exact has them.
cdef bint find_exact(NavView nav, ExactSearch* search, VisibilityGraph* sights,
                     const NearestPoly* start, const NearestPoly* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                     vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
