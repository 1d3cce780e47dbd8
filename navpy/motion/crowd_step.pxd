"""The phases of a crowd's step, in their order."""
from navpy.motion.crowd_data cimport CrowdData

cdef double LEAST_STEP              # seconds: what is shorter is no time to part in

cdef int crowd_steer(CrowdData* crowd, double dt) except -1 nogil               # desired velocities from positions
cdef int crowd_look_around(CrowdData* crowd, double dt) except -1 nogil         # who is near whom
cdef int crowd_settle(CrowdData* crowd, double dt) except -1 nogil              # who has arrived among others
cdef void wish_on(CrowdData* crowd) noexcept nogil                              # velocities as all wish, the first part of the next phase
cdef int crowd_avoid(CrowdData* crowd, double dt) except -1 nogil               # velocities as others leave them
cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil              # all of these
cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil           # and where no body does that, positions
