"""Avoidance by sampling: of a pattern of velocities the one with the least penalty, then a finer pattern around it, and so on, as
DetourCrowd's obstacle avoidance does (Mononen 2010)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays
from navpy.base.vec2 cimport Vec2

cdef enum:
    QUALITY_LOW, QUALITY_MEDIUM, QUALITY_GOOD, QUALITY_HIGH
    MAX_DIVISIONS = 32
    MAX_RINGS = 4

cdef struct SamplingParams:
    double horizon                  # seconds; later impacts do not count
    double bias                     # 0 … 1: the pattern is centred on this part of the preferred velocity
    double weight_desired           # of being off the preferred velocity, per max_speed
    double weight_current           # of being off the velocity that it has, per max_speed
    double weight_side              # of passing others on the wrong side
    double weight_toi               # of the time of impact
    int32_t grid_size               # samples along a side of the grid
    int32_t divisions               # adaptive: directions of a ring
    int32_t rings
    int32_t depth                   # patterns, each half as wide as the one before

cdef struct SampledDisc:
    Vec2 offset                     # from the agent to the disc, metres
    Vec2 velocity                   # m/s
    double radius                   # of both together, metres
    Vec2 ahead                      # unit, towards it
    Vec2 wrong_side                 # unit, a quarter turn from ahead

cdef struct SampledWall:            # walkable ground is on the left from start to end
    Vec2 start, end                 # from the agent, metres
    bint touches

cdef struct Sampler:                # what the penalty of a velocity depends on, but for the obstacles
    Vec2 velocity, preferred        # m/s
    double max_speed                # m/s, above 0

cdef cppclass SampledScene:         # the obstacles of one agent; the memory is used again by the next
    vector[SampledDisc] discs
    vector[SampledWall] walls

cdef void set_quality(SamplingParams* params, int quality) noexcept nogil
cdef int add_disc(SampledScene* scene, Vec2 offset, double radius, Vec2 velocity, Vec2 preferred, Vec2 own_preferred) except -1 nogil
cdef int add_wall(SampledScene* scene, Vec2 position, Vec2 start, Vec2 end) except -1 nogil
cdef double sample_penalty(const SampledScene* scene, const SamplingParams* params, const Sampler* agent, Vec2 candidate,
                           double limit) noexcept nogil
cdef Vec2 sample(const SampledScene* scene, const SamplingParams* params, Vec2 velocity, Vec2 preferred, double max_speed) noexcept nogil
cdef Vec2 sample_grid(const SampledScene* scene, const SamplingParams* params, Vec2 velocity, Vec2 preferred,
                      double max_speed) noexcept nogil
cdef int sample_range(const AgentArrays* agents, const NeighborGrid* grid, const double* walls, int32_t wall_count,
                      const SamplingParams* params, double neighbor_distance, int32_t max_neighbors, bint adaptive,
                      int32_t first, int32_t end, double* new_velocities) except -1 nogil
