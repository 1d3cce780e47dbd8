"""Polyanya: the exact shortest path over convex polygons (Cui, Harabor & Grastien 2017), in one go or spread over frames."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.query.polyanya.search_node cimport FloodLog, PolyanyaSearch
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# ``visibility``: the search uses this graph if the navmesh supports it; NULL: it uses intervals alone. ``allowed``: a byte for each
# polygon, not 0 where the search may go; NULL: anywhere. ``allowed`` needs visibility NULL.
cdef int begin_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, const uint8_t* allowed) except -1 nogil

cdef struct FloodStart:
    NearestPoly at
    double length                   # meters that are counted before the flood leaves from there
    # half-edge of the polygon that the flood leaves straight across, all along it; −1: it leaves from the point
    int32_t edge

# Begins a flood (continuous Dijkstra): a search without a goal. It notes in search.flood.windows all places at most ``max_length``
# meters from the nearest of its starts. Lengths are those of find_polyanya; the graph must be uniform. ``first_nodes``: gets for each
# start the index of its first node, and their number at last; NULL: nobody asks. Points come before edges; window i belongs to point
# i, on its own polygon. The starts' polygons may be walked on. ``log``: is kept for `return_to`; NULL: the flood will not be taken
# back.
cdef int begin_flood(NavView nav, PolyanyaSearch* search, const FloodStart* starts, int32_t count, double max_length,
                     vector[int32_t]* first_nodes, FloodLog* log) except -1 nogil
# Expands at most ``expansions`` nodes; −1: no limit. True: the search is over; false: the limit was reached. A search by the mesh's
# path index is not divided.
cdef bint advance_polyanya(NavView nav, PolyanyaSearch* search, int64_t expansions) except -1 nogil


cdef inline FloodStart flood_start(const NearestPoly* at, double length) noexcept nogil:
    """A start at a point."""
    cdef FloodStart start
    start.at, start.length, start.edge = at[0], length, -1
    return start
