"""Requests of memory that is needed soon. Agents lie in memory by slot and are read by place, or only some of them, which the
processor cannot foresee."""
from libc.stdint cimport int32_t
from navpy.mesh.half_edges cimport prefetch
from navpy.motion.agent.agent cimport Agent

cdef enum:
    PREFETCHED = 8                  # agents, between the one whose memory is requested and the one in work


cdef inline void prefetch_state(const Agent* agent) noexcept nogil:
    """Where it is, and what it does."""
    prefetch(&agent.generation)


cdef inline void prefetch_velocity(const Agent* agent) noexcept nogil:
    prefetch_state(agent)
    prefetch(&agent.velocity)


cdef inline void prefetch_move(const Agent* agent) noexcept nogil:
    """Its state, velocities and ground."""
    prefetch_velocity(agent)
    prefetch(&agent.ground)


cdef inline void prefetch_leg(const Agent* agent) noexcept nogil:
    """Its state, velocities and leg."""
    prefetch_velocity(agent)
    prefetch(&agent.leg_start)


cdef inline void prefetch_claim(const Agent* agent) noexcept nogil:
    """Its state, velocities, leg, request, priority and progress."""
    prefetch_leg(agent)
    prefetch(&agent.target)
    prefetch(&agent.least_left)


cdef inline void prefetch_animation(const Agent* agent) noexcept nogil:
    prefetch_velocity(agent)
    prefetch(&agent.least_left)
