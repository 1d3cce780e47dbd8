"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), all at once or spread over frames."""
from libc.stdint cimport int64_t, uint8_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.successors cimport ExactSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# ``sights``: what corners see of each other, which the search goes by on the mesh's own graph; NULL: it looks through edges only.
cdef int begin_exact(NavView nav, ExactSearch* search, VisibilityGraph* sights,
                     const NearestPoly* start, const NearestPoly* goal) except -1 nogil
# Within the polygons that are allowed (a byte a polygon, NULL: all), and for a path up to weight times as long as the shortest.
cdef int begin_exact_within(NavView nav, ExactSearch* search, const NearestPoly* start,
                            const NearestPoly* goal, const uint8_t* allowed, double weight) except -1 nogil
# Expansions: at most so many, −1: all that are needed. True: the search is over; false: the limit was reached.
cdef bint advance_exact(NavView nav, ExactSearch* search, int64_t expansions) except -1 nogil
