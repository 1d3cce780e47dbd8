"""Searches on the graph of a mesh's path index."""
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.search_node cimport PolyanyaSearch

# Finds the shortest path from search.start to the goal where walls are on the straight line between them, and ends the search. False:
# the mesh has no index, or it does not tell; nothing has changed.
cdef bint search_by_index(NavView nav, PolyanyaSearch* search) except -1 nogil
