"""Off-mesh links in Polyanya's search."""
from libc.stdint cimport int32_t
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.expansion cimport Expansion
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef int push_links(NavView nav, PolyanyaSearch* search, Expansion* node) except -1 nogil
cdef int expand_link_node(NavView nav, PolyanyaSearch* search, int32_t index) except -1 nogil
