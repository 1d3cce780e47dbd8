"""Detours of agents without progress around those that stand in their way."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_data cimport CrowdData

# Of an active agent. index: among the participants in avoidance; dt: seconds since the last call.
cdef int look_for_detour(CrowdData* crowd, int32_t index, double dt) except -1 nogil
# Advances the crowd's clock and opens the ways that are blocked no longer.
cdef int expire_blocked_ways(CrowdData* crowd, double dt) except -1 nogil
# The unblocked graph, from the list of blocked ways alone.
cdef int restore_blocked_ways(CrowdData* crowd) except -1 nogil
