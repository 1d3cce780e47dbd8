"""Flocking: separation, alignment and cohesion (Reynolds 1987) as steering forces (Reynolds 1999)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2

cdef struct FlockParams:
    double separation_radius        # metres, how far off a neighbour may be to count
    double alignment_radius
    double cohesion_radius
    double separation_weight        # shares of the three forces in their sum, not below 0; of weight 0: not looked for
    double alignment_weight
    double cohesion_weight
    double view_angle               # radians, 0 … 2π, ahead of the agent, half of it on either side; one that stands sees all round
    double max_force                # newtons, of each of the three and of their sum
    double max_speed                # metres a second

cdef struct FlockSums:              # of the neighbours of one agent
    Vec2 away                       # 1 / metres: from each, the more the nearer
    Vec2 velocity                   # metres a second
    Vec2 offset                     # metres, to each
    int32_t aligned, gathered       # how many the last two are of
    double nearest2, farthest2      # m²: the least distance of those in ``away``, the greatest of those in ``offset``

cdef double flock_reach(const FlockParams* params) noexcept nogil       # metres, the greatest radius that counts
# 2 numbers an agent in positions, velocities and forces; near lists candidates for neighbours, the agent itself may be among them.
cdef void sum_neighbors(const double* positions, const double* velocities, int32_t agent, const vector[int32_t]* near,
                        const FlockParams* params, FlockSums* sums) noexcept nogil
cdef Vec2 flock_force(const FlockSums* sums, Vec2 velocity, const FlockParams* params) noexcept nogil
# Forces of the agents first … end − 1; the grid is of all positions.
cdef int flock_range(const NeighborGrid* grid, const double* positions, const double* velocities, int32_t first, int32_t end,
                     const FlockParams* params, double* forces) except -1 nogil
