"""The data of landmarks that a search reads at each vertex, header-only."""
from libc.stdint cimport int32_t
from navpy.mesh.half_edges cimport prefetch
from navpy.query.polyanya.visibility_graph cimport MOST_LANDMARKS, Landmarks

cdef inline void prefetch_lengths(const Landmarks* landmarks, int32_t vertex) noexcept nogil:
    prefetch(&landmarks.lengths[MOST_LANDMARKS * <size_t>vertex])
    prefetch(&landmarks.lengths[MOST_LANDMARKS * <size_t>vertex + MOST_LANDMARKS // 2])     # the next cache line


cdef inline double landmark_bound(const Landmarks* landmarks, int32_t vertex) noexcept nogil:
    """Meters that a way along the graph from a vertex to the goal has at least."""
    cdef const float* lengths = &landmarks.lengths[MOST_LANDMARKS * <size_t>vertex]
    cdef float bounds[4]
    cdef float beyond, before
    cdef int32_t i, k
    bounds[0] = bounds[1] = bounds[2] = bounds[3] = 0.0
    for i in range(0, MOST_LANDMARKS, 4):
        for k in range(4):
            beyond, before = lengths[i + k] - landmarks.goal_high[i + k], landmarks.goal_low[i + k] - lengths[i + k]
            beyond = beyond if beyond > before else before
            bounds[k] = beyond if beyond > bounds[k] else bounds[k]
    return max(max(bounds[0], bounds[1]), max(bounds[2], bounds[3])) - landmarks.slack
