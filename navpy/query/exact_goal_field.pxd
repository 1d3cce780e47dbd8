"""A goal field: the shortest ways from everywhere to the nearest of some goals, found once by a flood from the goals. The textbook's
name is shortest path map (continuous Dijkstra: Mitchell, Mount & Papadimitriou 1987)."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.query.flooded_ground cimport FloodedGround
from navpy.query.polyanya.flood_paths cimport FloodLegs
from navpy.query.polyanya.polyanya cimport FloodStart
from navpy.query.polyanya.search_node cimport FloodLog, PolyanyaSearch
from navpy.query.reversed_nav cimport ReversedNav

cdef cppclass ExactGoalField:
    PolyanyaSearch search           # a flood from the goals, against the ways; its nodes and windows are the field
    FloodLog log                    # of the flood, so that it can be taken back
    FloodedGround ground            # the ground that the flood has read
    int64_t kept                    # expansions that the last change has left
    ReversedNav reversed
    NavView back                    # the ground of the flood; it borrows from the navmesh and `reversed`
    double max_length               # meters along the way, beyond which nothing is known
    vector[FloodStart] goals        # the goals that may be walked on; of polygons: their outer corners, then their outer edges
    vector[int32_t] given           # parallel: index among the goals that were given
    # by polygon: index among the goals that were given, −1: it is none of them; empty: the goals are points
    vector[int32_t] inside
    vector[int32_t] first_nodes     # parallel, and one more: its first node in the flood
    vector[int32_t] goal_of         # by node of the flood that is known to stay: index in `goals`

cdef struct GoalWay:                # the way from a place to its nearest goal
    double length                   # meters in the plan, links counted by their costs; infinite: there is no way
    double dx, dy                   # its direction in the plan, a unit vector; 0, 0 at the goal and where there is no way
    int32_t goal                    # index among the goals that were given, −1: there is no way

# Begins a field; the graph must be uniform. Goals without a polygon do not count, nor goals on a polygon that may not be walked on;
# without any other, field.goals is empty, and there is no field. The field is of this version of the graph, and ends ``max_length``
# meters from the goals. A field of the same goals as before is taken back to where its flood first entered changed ground; it is, bit
# for bit, a field begun anew.
cdef int begin_exact_field(NavView nav, const FloodStart* goals, int32_t count, double max_length,
                           ExactGoalField* field) except -1 nogil
# Likewise of goals that are polygons, or NO_POLY: the ways lead to the nearest point of any of them.
cdef int begin_exact_areas(NavView nav, const PolyRef* polys, int32_t count, double max_length, ExactGoalField* field) except -1 nogil
# Expands at most ``expansions`` nodes; −1: no limit. True: the field is complete.
cdef bint advance_exact_field(ExactGoalField* field, int64_t expansions) except -1 nogil
# The way from a place. Any number of threads may ask at once.
cdef GoalWay exact_way(const ExactGoalField* field, const NearestPoly* at) noexcept nogil
# Writes the path from a place to its nearest goal, as find_path finds it, and its end; returns the goal's index among the given goals,
# −1 if there is no way. ``legs``: of this field's paths, for one thread at a time.
cdef int32_t trace_exact_path(NavView nav, const ExactGoalField* field, FloodLegs* legs, const NearestPoly* start, NearestPoly* end,
                              Path* out) except? -2 nogil
cdef size_t exact_field_bytes(const ExactGoalField* field) noexcept nogil
