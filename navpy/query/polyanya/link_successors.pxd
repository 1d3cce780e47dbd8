"""Links in Polyanya's search."""
from libc.stdint cimport int32_t
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.successors cimport ExactSearch, View

cdef int offer_links(NavView nav, ExactSearch* search, View* view) except -1 nogil
cdef int expand_landing(NavView nav, ExactSearch* search, int32_t index) except -1 nogil
