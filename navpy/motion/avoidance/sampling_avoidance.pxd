"""Avoidance by sampling, as DetourCrowd's dtObstacleAvoidanceQuery does it (Mononen 2010): the velocity with the least penalty of a
pattern, then of finer patterns round it."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.motion.avoidance.velocity_obstacle cimport AgentArrays
from navpy.base.vec2 cimport Vec2

cdef enum:
    QUALITY_LOW, QUALITY_MEDIUM, QUALITY_GOOD, QUALITY_HIGH  # of RecastDemo's crowd
    MAX_DIVISIONS = 32              # Detour's limits of a pattern
    MAX_RINGS = 4

cdef struct SamplingParams:
    double horizon                  # seconds; later impacts do not count
    double bias                     # 0 … 1: the part of the preferred velocity that the pattern is centered on
    double weight_desired           # of the distance to the preferred velocity, per max_speed
    double weight_current           # of the distance to the current velocity, per max_speed
    double weight_side              # of passing others on the wrong side
    double weight_toi               # of the time of impact
    int32_t grid_size               # samples along a side of the grid
    int32_t divisions               # samples of a ring of the adaptive pattern
    int32_t rings                   # of the adaptive pattern
    int32_t depth                   # adaptive patterns, each half as wide as the one before

cdef struct ObstacleCircle:         # another agent
    Vec2 offset                     # from the agent to the other one, meters
    Vec2 velocity                   # m/s
    double radius                   # sum of both, meters
    Vec2 ahead                      # unit, towards the other one
    Vec2 wrong_side                 # unit, a quarter turn from ahead

cdef struct ObstacleSegment:        # a wall; walkable ground is on the left from start to end
    Vec2 start, end                 # from the agent, meters
    bint touches                    # the agent touches it

cdef struct SampledAgent:
    Vec2 velocity, preferred_velocity  # m/s
    double max_speed                # m/s, above 0

cdef cppclass ObstacleQuery:        # the obstacles of one agent; its memory is used again for the next one
    vector[ObstacleCircle] circles
    vector[ObstacleSegment] segments

cdef void set_quality(SamplingParams* params, int quality) noexcept nogil
cdef int add_circle(ObstacleQuery* query, Vec2 offset, double radius, Vec2 velocity, Vec2 preferred_velocity,
                    Vec2 own_preferred_velocity) except -1 nogil
cdef int add_segment(ObstacleQuery* query, Vec2 position, Vec2 start, Vec2 end) except -1 nogil
cdef void set_agent(SampledAgent* agent, Vec2 velocity, Vec2 preferred_velocity, double max_speed) noexcept nogil
# Detour's processSample: the penalty of a velocity; any number not below the limit where the penalty is not below it.
cdef double process_sample(const ObstacleQuery* query, const SamplingParams* params, const SampledAgent* agent, Vec2 candidate,
                           double limit) noexcept nogil
# New velocities of the agents first … end − 1, 2 numbers each at their places in new_velocities. grid: of all positions; walls: 4
# numbers each. adaptive: rings, else the square grid.
cdef int sampled_velocities(const AgentArrays* agents, const NeighborGrid* grid, const double* walls, int32_t wall_count,
                            const SamplingParams* params, double neighbor_distance, int32_t max_neighbors, bint adaptive,
                            int32_t first, int32_t end, double* new_velocities) except -1 nogil
