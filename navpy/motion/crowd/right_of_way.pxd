"""Who gives way to whom, and who is let through."""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.crowd.agent cimport Agent, Claim
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.base.vec2 cimport Vec2

cdef struct Gate:                   # a place that an agent passes
    Vec2 place                      # metres
    Vec2 course                     # of length 1: the way it goes on from there

cdef struct Manners:                # of a participant in avoidance, parallel to its body
    double ground                   # metres, height of the floor under it
    double height                   # metres
    double priority
    double max_speed                # metres a second
    uint32_t layers, mask           # bits: what it is, and what it avoids
    int32_t slot
    uint8_t walks                   # has a way to go
    uint8_t yields                  # it stands, but steps aside
    uint8_t rests                   # it stands where it was asked to go
    uint8_t is_aside                # it does so
    uint8_t insists                 # it gets no further, and wants to be let through
    uint8_t in_the_open             # no corner of its path is near
    int8_t bend                     # 1: its path turns left at the corner ahead, −1: right, 0: there is none
    double waited                   # paces without headway
    uint64_t rank                   # a hash of its id, no two alike
    Claim claim
    Vec2 goal                       # metres: where it was asked to go
    Vec2 wish                       # metres a second: how it wants to go on
    Vec2 corner                     # metres: the next of its path
    double to_corner                # metres
    int32_t gate_count
    Gate gates[2]                   # the corner just passed and the next one, where these are near; itself in the open

cdef void note_manners(const Agent* agent, int32_t slot, const FollowedPath* path, const Body* body, Manners* out) noexcept nogil
# Does it insist on being let through, dt seconds after it was asked last?
cdef bint insists(Agent* agent, double dt) noexcept nogil
# insisting: participants that do.
cdef int spread_claims(const Body* bodies, Manners* manners, const NeighborGrid* grid, const vector[int32_t]* insisting, vector[Agent]* agents,
                       vector[int32_t]* near) except -1 nogil
# reach: metres, the sum of their radii.
cdef bint go_same_way(const Manners* own, const Manners* other, double reach) noexcept nogil
cdef bint goes_first(const Manners* own, const Manners* other) noexcept nogil      # by its claim
# Of the change of velocity that keeps two apart, what is up to the first, 0 … 1; the rest is up to the other. gap: metres, from the first
# to the other, reach: metres, the sum of their radii.
cdef double share_of(const Manners* own, const Manners* other, Vec2 gap, double reach, bint same_way) noexcept nogil
# Does the first rest where the second, on the same floor, wants to go, too?
cdef bint has_its_place(const Manners* own, const Manners* other) noexcept nogil
cdef bint is_in_way(const Manners* own, const Manners* other, Vec2 gap, double reach, bint same_way) noexcept nogil
cdef Vec2 out_of_way(const Manners* other, Vec2 gap, double speed) noexcept nogil  # metres a second


cdef inline bint meet(const Manners* own, const Manners* other) noexcept nogil:
    """Do their bodies overlap in height?"""
    cdef double above = other.ground - own.ground
    return above < own.height and -above < other.height
