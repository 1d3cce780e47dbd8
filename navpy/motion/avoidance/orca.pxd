"""ORCA: half-planes of velocities that keep clear of others for a while, when these do their share, too (van den Berg, Guy, Lin & Manocha,
Reciprocal n-Body Collision Avoidance, 2011)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.motion.avoidance.linear_program cimport Line
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory
from navpy.base.vec2 cimport Vec2

cdef struct Body:                   # what others see of an agent
    Vec2 position                   # metres
    Vec2 velocity                   # metres a second
    double radius                   # metres

cdef struct WallVertex:             # where a wall begins that leads to the next vertex; solid is what lies to its left
    Vec2 point                      # metres
    Vec2 direction                  # of length 1, to the next vertex
    int32_t next, previous          # a wall alone is two vertices that are each other's
    bint convex                     # the solid has a corner here; else the walls close in on who stands here

cdef struct Wishes:                 # what ORCA has to know of an agent besides its body
    Vec2 preferred                  # metres a second
    double max_speed                # metres a second
    double neighbor_distance        # metres
    double horizon                  # seconds that it keeps clear of others
    double wall_horizon             # seconds that it keeps clear of walls
    int32_t max_neighbors

cdef cppclass OrcaScene:
    vector[Body] bodies
    vector[Wishes] wishes           # parallel
    vector[WallVertex] walls
    NeighborGrid grid
    double dt                       # seconds

cdef struct NearWall:
    double square                   # m²
    int32_t index

cdef cppclass OrcaMemory:           # one a thread
    vector[Line] lines              # walls first
    vector[Line] scratch
    NeighborMemory neighbors
    vector[NearWall] walls

# What another body leaves. ``share``: of the change of velocity that is needed, 0 … 1. Per second: the
# inverse of the horizon, and of the step, by the end of which bodies that overlap want to be apart.
cdef void body_line(const Body* own, const Body* other, double share, double per_horizon, double per_step, Line* out) noexcept nogil
# What a wall leaves, within a horizon in seconds; false where that is all, or is said by the lines so far.
cdef bint wall_line(const Body* own, const WallVertex* walls, int32_t wall, double horizon, const Line* lines, int32_t count,
                    Line* out) noexcept nogil
# The velocity that the lines leave, of which the first ``fixed``, those of walls, hold whatever becomes of the others.
cdef int choose_velocity(const vector[Line]* lines, int32_t fixed, double max_speed, Vec2 preferred, vector[Line]* scratch,
                         Vec2* out) except -1 nogil
# The walls within reach of a point that is on their right side, nearest first; every step-th vertex begins one.
cdef int sort_walls(const WallVertex* walls, int32_t count, int32_t step, Vec2 point, double reach, vector[NearWall]* out) except -1 nogil
# Square of the distance in m² between a point and a wall; infinite where the point is not on its right side.
cdef double wall_square(const WallVertex* walls, int32_t wall, Vec2 point) noexcept nogil
