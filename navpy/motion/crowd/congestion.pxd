"""Congestion: agents waiting at a narrow place take another way that is shorter in time."""
from navpy.motion.crowd.crowd_data cimport CrowdData

# After the searches of a step, within what they have left of the budget. dt: seconds since the last call.
cdef int avoid_congestion(CrowdData* crowd, double dt) except -1 nogil
# Counts the agents that have passed bottlenecks where others wait, since dt seconds ago. After the participants are described.
cdef int count_passed(CrowdData* crowd, double dt) except -1 nogil
