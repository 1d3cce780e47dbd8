"""Parameters that agents share. Most agents of a crowd have the same ones, and a step reads them of every agent: one copy of them
stays in the cache."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.unordered_map cimport unordered_multimap
from navpy.motion.agent.agent_params cimport AgentParams

cdef struct ParamsEntry:
    AgentParams params
    int64_t users                   # pointers to them

cdef cppclass SharedParams:         # of a crowd
    unordered_multimap[uint64_t, ParamsEntry] entries   # by a hash of the parameters; an entry keeps its address
    ParamsEntry* last               # the entry that was shared last; NULL: none, or it is gone

# ``place`` points to parameters like these from now on, and no more to those before; NULL: it pointed to none.
cdef int share_params(SharedParams* all, const AgentParams* params, const AgentParams** place) except -1 nogil
# All pointers to parameters are lost.
cdef void forget_params(SharedParams* all) noexcept nogil
