"""Landmarks of a path index (ALT: Goldberg & Harrelson 2005): by how far a vertex and the goal are from them, the rest of a way is at
least so long."""
from libc.stdint cimport int16_t, int32_t
from navpy.mesh.path_index cimport LANDMARKS, IndexedVertex, PathIndex
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef struct GoalLengths:            # length_units of the index, for each landmark
    int16_t most[LANDMARKS]         # a vertex with a greater length than this is farther from the landmark than the goal
    int16_t least[LANDMARKS]        # a vertex with a lesser length than this is nearer

# Chooses landmarks among the vertices of an index that has its arcs, and finds the lengths to them.
cdef int find_landmarks(PathIndex* out) except -1 nogil
# The goal's lengths, by way of the vertices that see it.
cdef void find_goal_lengths(const PolyanyaSearch* search, const PathIndex* index, GoalLengths* out) noexcept nogil


cdef inline double least_rest(const PathIndex* index, const GoalLengths* goal, int32_t vertex) noexcept nogil:
    """Meters that a path from a vertex to the goal has at least. By this path a way leads from either of them to a landmark by the
    other, so the path is no shorter than the shortest ways differ. The length of each is off by up to half a unit."""
    cdef const IndexedVertex* at = &index.vertices[vertex]
    cdef int16_t rest = 0
    cdef int32_t k
    for k in range(LANDMARKS):
        rest = max(rest, max(<int16_t>(at.lengths[k] - goal.most[k]), <int16_t>(goal.least[k] - at.lengths[k])))
    return (rest - 1) * index.length_unit
