"""Links in Polyanya's search."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.successors cimport ExactSearch, View

cdef int offer_links(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, View* view) except -1 nogil
cdef int expand_landing(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, int32_t index) except -1 nogil
