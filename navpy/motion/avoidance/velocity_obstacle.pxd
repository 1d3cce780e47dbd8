"""Velocity obstacles of discs: the velocities that lead an agent into a collision with another, and the choice of one outside of them.

Three kinds, which differ in what the other agent is expected to do, and so in the apex of the cone:
VO, the other keeps its velocity (Fiorini & Shiller 1998, "Motion Planning in Dynamic Environments Using Velocity Obstacles");
RVO, the other does half of the avoidance (van den Berg, Lin & Manocha 2008, "Reciprocal Velocity Obstacles for Real-Time Multi-Agent
Navigation"); HRVO, the RVO with the VO's leg on the side on which the agents should not pass, so that both agree on a side (Snape,
van den Berg, Guy & Manocha 2011, "The Hybrid Reciprocal Velocity Obstacle")."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.base.vec2 cimport Vec2

cdef enum:
    KIND_VO, KIND_RVO, KIND_HRVO

cdef struct VelocityObstacle:
    Vec2 apex                       # m/s
    Vec2 left, right                # unit directions of its legs; where the discs overlap opposite ones, the border of a half-plane
    Vec2 offset                     # from the agent to the other, meters
    double radius                   # sum of both, meters, above 0
    double share                    # the agent's part of the avoidance: 1 or ½
    double horizon                  # seconds; later collisions do not count
    bint overlap                    # the discs overlap or touch; horizon is then the time in which they are to part

cdef struct BoundaryLine:           # along a leg
    Vec2 point, direction           # m/s; unit
    double distance                 # to the preferred velocity, m/s

cdef struct BoundaryCircle:         # the cut-off of an obstacle with a horizon, or the speed disc
    Vec2 center                     # m/s
    double radius                   # m/s
    double distance                 # to the preferred velocity, m/s

cdef cppclass VelocitySpace:        # of one agent; its memory is used again for the next one
    vector[VelocityObstacle] obstacles
    vector[BoundaryLine] lines
    vector[BoundaryCircle] circles

cdef struct AgentArrays:            # of all agents, borrowed
    const double* positions         # 2 an agent, meters
    const double* velocities        # 2 an agent, m/s
    const double* preferred_velocities  # 2 an agent, m/s
    const double* radii             # meters
    const double* max_speeds        # m/s
    int32_t count

cdef struct AvoidanceOptions:
    int kind
    int32_t max_neighbors           # the nearest of those within neighbor_distance
    double neighbor_distance        # between centers, meters
    double time_horizon             # seconds, may be infinite
    double dt                       # seconds in which discs that overlap are to part
    double safety_factor            # meters: weight of 1 / time to collision against m/s of deviation, where no velocity is free

cdef double time_to_collision(Vec2 offset, Vec2 relative_velocity, double radius) noexcept nogil
cdef bint make_velocity_obstacle(int kind, Vec2 offset, double radius, Vec2 velocity, Vec2 other_velocity, double horizon,
                                 double dt, VelocityObstacle* out) noexcept nogil
cdef bint contains(const VelocityObstacle* obstacle, Vec2 velocity) noexcept nogil
cdef double penalty(const vector[VelocityObstacle]* obstacles, Vec2 velocity, Vec2 preferred, double safety_factor) noexcept nogil
cdef int clearpath_velocity(VelocitySpace* space, Vec2 preferred, double max_speed, double safety_factor,
                            Vec2* new_velocity) except -1 nogil
cdef int clearpath_velocities(const AgentArrays* agents, const NeighborGrid* grid, const AvoidanceOptions* options, int32_t first,
                              int32_t end, double* new_velocities) except -1 nogil
cdef Vec2 offset_between(const AgentArrays* agents, int32_t agent, int32_t other) noexcept nogil
