"""What the animations of an agent are chosen by: its speed and its turning without jitter, whether it moves, and the way ahead."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.motion.agent.agent cimport Agent, is_moving
from navpy.motion.agent.path_following cimport FollowedPath

cdef struct WayAhead:
    # meters, on the surface: where the path turns next, or its end; without a path the agent's position
    double corner[3]
    double distance                 # meters along the path to the corner: in the ground plane, on links in space
    double angle                    # degrees, of the path at the corner, above 0 to the left; 0 at the end

# Sets smoothed_speed, turning_speed and shows_moving of a range of the agents in `slots`, by the velocities of a step. times: by slot,
# seconds of it.
cdef void animate_range(vector[Agent]* agents, const int32_t* slots, const double* times, int32_t first, int32_t end) noexcept nogil
# Which part of its turn_rate a body turns to the smoothed velocity with, 0 … 1: none until it shows moving, less where it does not get
# on, as in a queue: the heading of its velocity is noise there.
cdef double heading_share(const Agent* agent) noexcept nogil
# position: meters, the agent's, which its body may have left since the step.
cdef void look_ahead(const Agent* agent, const FollowedPath* path, const double* position, WayAhead* ahead) noexcept nogil
# Degrees from a heading in the plan to the preferred velocity, above 0 to the left; 0 without one of the two.
cdef double turn_ahead(const Agent* agent, Vec2 heading) noexcept nogil
# Meters in which the agent would come to rest if it braked from now on.
cdef double braking_distance(const Agent* agent) noexcept nogil
# Meters to the place where it will come to rest by its path, of which ``left`` meters are left.
cdef double distance_to_stop(const Agent* agent, double left) noexcept nogil


cdef inline bint is_settled(const Agent* agent) noexcept nogil:
    """The agent stands, and so do its animations: a step changes nothing of them."""
    return not is_moving(agent) and agent.smoothed_speed == 0.0 and agent.turning_speed == 0.0
