"""Polygons and edges that are closed to searches."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_data cimport BlockedWay, CrowdData

# True: blocked ways are to be avoided by this agent
cdef bint has_blocked_way(const CrowdData* crowd, const Agent* agent) noexcept nogil
# Adds ``change``, 1 or −1, to the number of blocked ways at each polygon and edge of a way.
cdef int count_blocked(CrowdData* crowd, const BlockedWay* way, int change) except -1 nogil
# Closes edges of the mesh, as a blocked way that nobody stands in, for the searches until reopen_edges.
cdef int close_edges(CrowdData* crowd, const vector[int32_t]* edges) except -1 nogil
cdef int reopen_edges(CrowdData* crowd) except -1 nogil
# Adds the edges of the bottlenecks that an agent has left for another way, and their ids.
cdef int collect_left(const CrowdData* crowd, const Agent* agent, vector[int32_t]* edges, vector[int64_t]* ids) except -1 nogil
cdef bint close_left_bottlenecks(CrowdData* crowd, const Agent* agent) except -1 nogil  # True: edges were closed, as by close_edges
