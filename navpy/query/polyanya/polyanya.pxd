"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), in one go or spread over frames."""
from libc.stdint cimport int64_t, uint8_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# ``visibility``: the search uses it if it can; NULL: it uses intervals alone. ``allowed``: a byte for each polygon, not 0 where the search
# may go; NULL: anywhere. ``weight``: the path may be that many times as long as the shortest one. The last two need visibility NULL.
cdef int begin_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, const uint8_t* allowed, double weight) except -1 nogil
# Expands so many nodes at most, −1: as many as are needed. True: the search is over; false: the limit was reached.
cdef bint advance_polyanya(NavView nav, PolyanyaSearch* search, int64_t expansions) except -1 nogil
