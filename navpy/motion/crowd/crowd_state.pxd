"""A crowd as bytes: all that its next steps depend on, for going back in time."""
from libcpp.vector cimport vector
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef int write_state(const CrowdData* crowd, vector[char]* out) except -1 nogil
# Slots for agents that a state brings, 0 where it is none.
cdef size_t slots_of_state(const char* bytes, size_t size) noexcept nogil
# ``wrong``: NULL, or what is wrong with the bytes; then the crowd is as it was.
cdef int read_state(CrowdData* crowd, const char* bytes, size_t size, const char** wrong) except -1 nogil
