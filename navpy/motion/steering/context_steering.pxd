"""Context steering: maps of interest and danger over directions, and the best direction that is not masked (Fray 2015, "Context
Steering: Behavior-Driven Steering at the Macro Scale", Game AI Pro 2, chapter 18)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2

cdef enum:
    MIN_SLOTS = 8                   # the peak within a slot is found from two neighbors on either side
    MAX_SLOTS = 64

# of all agents; slot s is the sector of directions s · width ± width / 2, counter-clockwise from east
cdef cppclass ContextMaps:
    int32_t agents, slots
    double width                    # radians, of a sector
    vector[double] interest         # 0 … 1, agent by agent
    vector[double] danger           # 0 or more, agent by agent; 1: no free way
    vector[double] memory           # interest of the last choice
    vector[int32_t] last_slot       # each agent's slot of the last choice; −1: none yet

cdef struct ContextChoice:
    double danger_limit             # slots of this danger or more are masked
    double tolerance                # slots of more danger than the least danger plus this are masked
    double memory                   # 0 … 1, share of the last choice's interest in this one's
    double hysteresis               # interest by which another peak must exceed that of the last choice

cdef int resize_maps(ContextMaps* maps, int32_t agents, int32_t slots) except -1 nogil    # clears all, the memory too
# Of one agent; threads may share the agents.
cdef void clear_maps(ContextMaps* maps, int32_t agent) noexcept nogil           # keeps the memory
cdef void write_interest(ContextMaps* maps, int32_t agent, Vec2 direction, double strength, double falloff) noexcept nogil
cdef void write_danger(ContextMaps* maps, int32_t agent, Vec2 offset, double reach, double look_ahead) noexcept nogil
# A direction with the share of the full speed, 0 … 1, as its length.
cdef Vec2 choose_direction(ContextMaps* maps, int32_t agent, const ContextChoice* choice) noexcept nogil
