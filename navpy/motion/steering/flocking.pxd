"""Flocking: separation, alignment and cohesion (Reynolds 1987) as steering forces (Reynolds 1999)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2

cdef struct FlockParams:
    double separation_radius        # meters, of the neighborhood of each behavior
    double alignment_radius
    double cohesion_radius
    double separation_weight        # weights of the three forces in their sum, 0 or more; neighbors of weight 0 are not searched
    double alignment_weight
    double cohesion_weight
    double view_angle               # radians, 0 … 2π, centered on the velocity; an agent at rest sees all round
    double mass                     # kilograms
    double max_force                # newtons, of each of the three and of their sum
    double max_speed                # meters a second

cdef struct NeighborSums:              # over the neighbors of one agent
    Vec2 away                       # 1 / meters, directions away from them over their distances
    Vec2 velocity                   # meters a second
    Vec2 offset                     # meters, to them
    int32_t aligned, gathered       # number of terms of the last two
    double nearest2, farthest2      # m², squared distances: the least of those in ``away``, the greatest of those in ``offset``

cdef double flock_reach(const FlockParams* params) noexcept nogil       # meters, the greatest radius with a weight
# positions, velocities and forces: 2 numbers an agent; near: candidates for neighbors, the agent itself may be one. number: of the
# agent among all that may be in one place with it.
cdef void sum_neighbors(const double* positions, const double* velocities, int32_t agent, int32_t number, const vector[int32_t]* near,
                        const FlockParams* params, NeighborSums* sums) noexcept nogil
cdef Vec2 flock_force(const NeighborSums* sums, Vec2 velocity, const FlockParams* params) noexcept nogil
# Forces of the agents first … end − 1; the grid is of all positions.
cdef int flock_range(const NeighborGrid* grid, const double* positions, const double* velocities, int32_t first, int32_t end,
                     const FlockParams* params, double* forces) except -1 nogil
