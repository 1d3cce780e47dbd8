"""The state of a crowd as bytes: all that its next steps depend on, except the navmesh."""
from libcpp.vector cimport vector
from navpy.motion.crowd.crowd_data cimport CrowdData

cdef int write_state(const CrowdData* crowd, vector[char]* out) except -1 nogil
# The number of slots in a state; 0 if the bytes are no state.
cdef size_t slots_of_state(const char* bytes, size_t size) noexcept nogil
# fault: NULL, or what is wrong with the bytes; then the crowd is unchanged.
cdef int read_state(CrowdData* crowd, const char* bytes, size_t size, const char** fault) except -1 nogil
