"""The state of a crowd as bytes: all that its next steps depend on, except the navmesh."""
from libcpp.vector cimport vector
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData

# The crowd takes note of changes of its mesh first.
cdef int write_state(CrowdData* crowd, vector[char]* out) except -1 nogil
# The number of slots in a state; 0 if the bytes are no state.
cdef size_t slots_of_state(const char* bytes, size_t size) noexcept nogil
# fault: NULL, or what is wrong with the bytes; then the crowd is unchanged. False: the state was written on another mesh, or there is
# a fault.
cdef bint read_state(CrowdData* crowd, const char* bytes, size_t size, const char** fault) except -1 nogil
# An agent of the crowd as plain values. True: it goes on to the bit as when it was saved. False: another build has saved it, or on
# another navmesh, and it walks on at its velocity by a path that it searches. ValueError: the values are none of an agent.
cdef dict agent_values(CrowdData* crowd, AgentId id)
cdef bint load_agent_values(CrowdData* crowd, AgentId id, dict values) except -1
