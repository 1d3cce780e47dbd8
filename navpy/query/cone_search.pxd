"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), all at once or spread over frames."""
from libc.stdint cimport int64_t, uint8_t
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.portals cimport PortalGraph
from navpy.query.cone_view cimport ExactSearch

cdef int begin_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                     const Location* goal) except -1 nogil
# Likewise, but within the polygons that are allowed (a byte a polygon, NULL: all), and for a path up to weight times as long.
cdef int begin_some_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                          const Location* goal, const uint8_t* allowed, double weight) except -1 nogil
# Expansions: at most so many, −1: all that are needed. True: the search is over; false: the limit was reached.
cdef bint advance_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, int64_t expansions) except -1 nogil
cdef int search_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                      const Location* goal) except -1 nogil
