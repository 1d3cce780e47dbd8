"""Polyanya: the exact shortest path over a navmesh in the ground plane (Cui, Harabor & Grastien 2017)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.query.cone_view cimport ExactSearch
from navpy.portals cimport PortalGraph
from navpy.query.visibility_graph cimport VisibilityGraph

cdef bint trace_exact(const MeshView* mesh, const PortalGraph* graph, const ExactSearch* search, const Location* start,
                      const Location* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                      vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
# ``sights``: as begin_exact has them.
cdef bint find_exact(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, VisibilityGraph* sights,
                     const Location* start, const Location* goal, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                     vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil
