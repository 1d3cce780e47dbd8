"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), in one go or spread over frames."""
from libc.stdint cimport int64_t, uint8_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.search_node cimport PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# ``visibility``: the search uses this graph if the navmesh supports it; NULL: it uses intervals alone. ``allowed``: a byte for each polygon,
# not 0 where the search may go; NULL: anywhere. ``weight`` ≥ 1: the path may be that many times as long as the shortest one. ``allowed`` and
# a ``weight`` above 1 need visibility NULL.
cdef int begin_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, const uint8_t* allowed, double weight) except -1 nogil
# Begins a flood (continuous Dijkstra): a search without a goal, which notes in search.windows all places that are at most ``max_length``
# meters from the start. Lengths are those of find_polyanya; the graph must be uniform.
cdef int begin_flood(NavView nav, PolyanyaSearch* search, const NearestPoly* start, double max_length) except -1 nogil
# Expands at most ``expansions`` nodes; −1: no limit. True: the search is over; false: the limit was reached.
cdef bint advance_polyanya(NavView nav, PolyanyaSearch* search, int64_t expansions) except -1 nogil
