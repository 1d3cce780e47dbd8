"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), all at once or spread over frames."""
from libc.stdint cimport int64_t
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.portals cimport PortalGraph
from navpy.query.cone_view cimport ExactSearch

# Everywhere, and for the shortest path, unless allowed and weight are set before the search goes on.
cdef int begin_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                     const Location* goal) except -1 nogil
# Expansions: at most so many, −1: all that are needed. True: the search is over; false: the limit was reached.
cdef bint advance_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, int64_t expansions) except -1 nogil
cdef int search_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                      const Location* goal) except -1 nogil
