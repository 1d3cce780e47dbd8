"""Polyanya by the corners that see each other: where a path turns, what its corner sees takes the place of cones."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.polyanya.successors cimport Arrival, ExactSearch

# Is a place on an edge of its polygon? Ways along the edge end there, too, and those by the polygons around a vertex.
cdef bint touches_border(const PortalGraph* graph, const NearestPoly* place) noexcept nogil
cdef bint is_still_best(const ExactSearch* search, int32_t index) noexcept nogil            # is no cheaper arrival there known?
cdef void fetch_edges(const ExactSearch* search) noexcept nogil       # of what comes next, while another arrival is gone on from
cdef int go_on_from(const PortalGraph* graph, ExactSearch* search, int32_t index) except -1 nogil
# The polygon where a corner was seen.
cdef PolyRef arrival_poly(const ExactSearch* search, const Arrival* arrival) noexcept nogil
