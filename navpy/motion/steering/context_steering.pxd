"""Context steering: how interesting and how dangerous each direction is, and the best one that is not masked (Fray 2015)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2

cdef enum:
    LEAST_SLOTS = 8                 # a slot's peak is found from two neighbours on either side
    MOST_SLOTS = 64

cdef cppclass ContextMaps:          # of all agents; slot s stands for the sector around s · width, half a width to either side
    int32_t agents, slots
    double width                    # radians, of a sector
    vector[double] interest         # 0 … 1; agent by agent, counter-clockwise from east
    vector[double] danger           # from 0 on, likewise; 1: no way at all
    vector[double] memory           # the interest that the last choice went by
    vector[int32_t] kept            # an agent's slot of the last choice, −1: none yet

cdef struct ContextChoice:          # how one is chosen
    double danger_limit             # a slot of so much danger is masked, however little there is to choose from
    double tolerance                # so much more danger than the least there is may be taken
    double memory                   # 0 … 1, share of the last choice's interest in this one's
    double hysteresis               # so much more interest makes one leave the way that one has taken for another

cdef int size_maps(ContextMaps* maps, int32_t agents, int32_t slots) except -1 nogil    # forgets all
# One agent; a range of agents is shared among threads by calling these for each:
cdef void clear_maps(ContextMaps* maps, int32_t agent) noexcept nogil           # but for what is remembered
cdef void write_interest(ContextMaps* maps, int32_t agent, Vec2 direction, double strength, double falloff) noexcept nogil
cdef void write_danger(ContextMaps* maps, int32_t agent, Vec2 offset, double reach, double look_ahead) noexcept nogil
cdef Vec2 choose_direction(ContextMaps* maps, int32_t agent, const ContextChoice* choice) noexcept nogil   # ≤ 1 long, 0: stand
