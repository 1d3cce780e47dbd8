"""Visitors: agents of other crowds, which this crowd's agents see and avoid in a step as their own kind. They are read and never
written."""
from libc.stdint cimport uint8_t
from libcpp.vector cimport vector
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef struct OtherCrowd:
    const CrowdData* crowd
    uint8_t stands                  # it makes no steps now: agents moved by its steps stand

# Before each step of a crowd that sees others: each of the others once, and not the crowd itself. They must not change until
# PHASE_NEIGHBORS ends.
cdef int see_others(CrowdData* crowd, const vector[OtherCrowd]* others) except -1 nogil
# True if agents of the other crowd may be visitors of this crowd.
cdef bint are_near(const CrowdData* crowd, const CrowdData* other) noexcept nogil
