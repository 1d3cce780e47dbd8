"""Detours: an agent without progress goes around standing agents in its way."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_data cimport CrowdData


# True if the outline of an obstacle that stands is in the straight way to the agent's next turn, and it may look for a detour now.
cdef bint is_shut_off(const CrowdData* crowd, int32_t index) noexcept nogil
# Searches a detour for an active agent without progress, or shut off. index: of a participant in avoidance; dt: seconds since the last
# call.
cdef int look_for_detour(CrowdData* crowd, int32_t index, double dt) except -1 nogil
# After an outline is gone: the active agents that walk along a detour search their paths anew in the next step.
cdef void leave_detours(CrowdData* crowd) noexcept nogil
# Advances the crowd's clock and removes the blocked ways that have expired.
cdef int expire_blocked_ways(CrowdData* crowd, double dt) except -1 nogil
# Makes the unblocked graph anew, from the list of blocked ways.
cdef int restore_blocked_ways(CrowdData* crowd) except -1 nogil
