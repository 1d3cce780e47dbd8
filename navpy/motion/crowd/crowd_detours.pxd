"""Ways round those who stand: what an agent does that gets no further because of them."""
from libc.stdint cimport int32_t
from navpy.motion.crowd.crowd_data cimport CrowdData

# Of an agent that walks, dt seconds after it was asked last; index: among those who avoid.
cdef int look_for_detour(CrowdData* crowd, int32_t index, double dt) except -1 nogil
# Those that are over, dt seconds later.
cdef int lift_blockades(CrowdData* crowd, double dt) except -1 nogil
# Shut what they say is shut, and nothing else.
cdef int restore_blockades(CrowdData* crowd) except -1 nogil
