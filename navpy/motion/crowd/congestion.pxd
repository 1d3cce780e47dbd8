"""Congestion: agents that wait at a narrow place take another way where that is shorter in time."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_data cimport CrowdData

# After the searches of a step, within what they have left of the budget. dt: seconds since the last call.
cdef int avoid_congestion(CrowdData* crowd, double dt) except -1 nogil
# Closes the gates that an agent has left for another way, for a search, until reopen_edges. False: there are none, and nothing is closed.
cdef bint close_left_gates(CrowdData* crowd, int32_t slot) except -1 nogil
