"""What can be reached from where."""
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph

# Polygons that ways lead to from one, that one first.
cdef int find_reached(const MeshView* mesh, const PortalGraph* graph, PolyRef start, vector[PolyRef]* reached) except -1 nogil
