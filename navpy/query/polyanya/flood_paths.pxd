"""Paths of a flood: the ways from places back to where it started."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef struct FloodLeg:               # of all ways by a node: from there to where they turn next, take a link or end
    double corner[3]                # meters, the vertex where they turn
    PolyRef poly                    # a polygon that holds the corner
    int32_t turn                    # half-edge at the corner; below 0: they do not turn
    int32_t link                    # node of the link that they take before they turn, −1: none
    int32_t node                    # by which the leg begins
    int32_t next                    # node by which the next leg begins, −1: the ways end with this leg
    int32_t after                   # index of the next leg, −1: there is none, or it is not known yet
    int32_t first, count            # polygons that the leg enters: polys[first … first+count−1]

# working memory: the legs of a flood that paths have led along. Ways to one start have their last legs in common
cdef cppclass FloodLegs:
    vector[FloodLeg] legs
    vector[PolyRef] polys
    vector[int32_t] table           # indices in `legs`, −1: none; hashed by node, its size a power of two

cdef void forget_legs(FloodLegs* legs) noexcept nogil           # before another flood, and after a change of the flood
# Writes the way from a place back to the start of a flood that has reached it. `node`: its view shows the place after a turn at the
# half-edge `turn`, NO_TURN: straight; −1: the way leads through no node. Then `end_trace` adds the start. The links of a flood over
# `reverse` are the way's links.
cdef int trace_flood(NavView nav, const PolyanyaSearch* search, FloodLegs* legs, int32_t node, int32_t turn, const NearestPoly* from_,
                     Path* out) except -1 nogil
cdef int end_trace(const NearestPoly* to, Path* out) except -1 nogil
