"""AnimationState: what Python sees of the state that animations are chosen by."""
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_following cimport FollowedPath

cdef class AnimationState:
    cdef readonly double smoothed_speed         # meters a second
    cdef readonly tuple smoothed_velocity       # meters a second
    cdef readonly double turning_speed          # degrees a second, above 0 to the left, as all angles
    cdef readonly bint shows_moving
    cdef readonly double turn_ahead             # degrees
    cdef readonly tuple next_corner             # meters
    cdef readonly double distance_to_corner     # meters
    cdef readonly double corner_angle           # degrees
    cdef readonly double distance_to_stop       # meters
    cdef readonly double braking_distance       # meters

cdef AnimationState animation_state_of(const Agent* agent, const FollowedPath* path)
