"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017).

A node is a cone: what one sees from a root, where the path bent last, through an edge. Its feet are the points that limit the
view on the right and on the left; they are vertices wherever the view was not handed on by a bend, so that one and the same
point decides at every edge that a ray crosses. Heights don't count: lengths are those in the plan."""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.location cimport Location
from navpy.mesh cimport MeshView
from navpy.portals cimport PortalGraph

cdef enum:                              # Cone.bend where it isn't a corner index
    NO_BEND = -1
    AT_LINK_END = -2                    # the root is the place where a link landed

cdef enum:                              # Cone.edge where it is neither an edge nor a link
    ONLY_A_BEND = -0x7fffffff

cdef struct Cone:
    double x, y                     # metres, the root; beyond a link it is where it would be if one had come straight
    double right_x, right_y         # metres, the feet
    double left_x, left_y
    double cost                     # metres from the start to the root
    int32_t edge                    # corner index of the edge looked through; −1 − link at the land side of a link; ONLY_A_BEND
    PolyRef poly                    # polygon that the edge or link leaves
    int32_t parent                  # cone that it came from, −1 at the start
    int32_t bend                    # corner index where the path bent just before, or NO_BEND, AT_LINK_END
    int32_t fan                     # of the root, −1 where it isn't a vertex that the path bent at
    int32_t links                   # how many it came across

cdef struct Candidate:              # entry of the open list
    double estimate                 # metres from start to goal by way of the cone, at least
    int32_t cone

cdef struct Bend:                   # of this search at a fan of polygons
    double cost                     # metres from the start, the least
    double right_x, right_y         # direction of the leftmost way that bent to the right here at that cost; 0, 0: none
    double left_x, left_y           # of the rightmost one that bent to the left
    uint32_t search

cdef struct Round:                  # a polygon that all is seen of from a root on its border
    double x, y, cost
    PolyRef poly

cdef struct Landing:                # a way across a link
    double x, y, cost               # root and its cost
    double low, high                # what was seen of its width, 0 … 1
    int32_t link

cdef cppclass ExactSearch:          # working memory, one a thread, reused from search to search
    vector[Cone] cones
    vector[Candidate] open          # binary heap, least estimate first, of equal ones the latest
    vector[Bend] bends              # by corner that a fan is named after
    vector[uint32_t] leads_out      # by polygon: search whose goal it leads to out of a dead end
    vector[Round] rounds
    vector[Landing] landings
    vector[uint8_t] reached         # by polygon, once looked up: can one get there from the start?
    const uint8_t* allowed          # by polygon: 0 where the search may not go; NULL: it may go everywhere
    double weight                   # ≥ 1: the path found may be that many times as long as the shortest one
    int32_t used                    # cones in use
    uint32_t search                 # current search
    int32_t searched                # cones that the last search has looked through
    Candidate next                  # the best cone of the last expansion; −1: none
    double goal_x, goal_y           # metres
    PolyRef goal_poly
    double best                     # metres: length of the best path, infinite without
    int32_t best_cone               # that reaches the goal; −1: straight from the start
    int32_t best_bend               # corner index of a last bend before the goal, −1: none

cdef int search_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                      const Location* goal) except -1 nogil
# Likewise, but within allowed and weight as they are in the search's memory, and ending after that many cones: false, it isn't over.
cdef bint search_some_cones(const MeshView* mesh, const PortalGraph* graph, ExactSearch* search, const Location* start,
                            const Location* goal, int32_t limit) except -1 nogil
