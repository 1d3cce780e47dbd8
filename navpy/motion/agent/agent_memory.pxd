"""Requests of memory that is needed soon. Agents lie in memory by slot and are read by place, or only some of them, which the processor cannot foresee."""
from libc.stdint cimport int32_t
from navpy.mesh.half_edges cimport prefetch
from navpy.motion.agent.agent cimport Agent

cdef enum:
    PREFETCHED = 8                  # agents, between the one whose memory is requested and the one in work
    CACHE_LINE = 64                 # bytes


cdef inline void prefetch_agent(const Agent* agent) noexcept nogil:
    """All of it."""
    cdef const char* line = <const char*>agent
    cdef size_t at = 0
    while at < sizeof(Agent):
        prefetch(line + at)
        at += CACHE_LINE
