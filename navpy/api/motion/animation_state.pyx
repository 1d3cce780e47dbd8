"""AnimationState: what Python sees of the state that animations are chosen by."""
cimport cython
from navpy.base.vec2 cimport vec2
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport WayAhead, braking_distance, distance_to_stop, look_ahead, turn_ahead
from navpy.motion.agent.path_following cimport FollowedPath

__all__ = ["AnimationState"]


@cython.auto_pickle(True)
cdef class AnimationState:
    """An agent, as an animation has to show it, after the last step. Angles are above 0 to the left (counterclockwise, seen from
    above).

    Attributes
    ----------
    smoothed_speed : float
        Meters a second, on links in space; smoothed over ``smoothing_time``.
    smoothed_velocity : (x, y, z)
        Meters a second in the ground plane, likewise smoothed. In a turn it is shorter than ``smoothed_speed``. While the agent stands
        it keeps its last direction, a millimeter a second long.
    turning_speed : float
        Degrees a second at which the heading of the velocity turns, likewise smoothed. Below a fifth of ``max_speed`` it fades, and
        in a queue, where the agent goes to and fro.
    shows_moving : bool
        Whether the agent walks: it begins where ``smoothed_speed`` is above a fifth of ``max_speed``, and ends below a fortieth.
    turn_ahead : float
        Degrees from the heading to the preferred velocity; 0 without a way to go. The heading of an agent that stands is that of its
        last velocity; of one that never moved there is none, and turn_ahead is 0.
    next_corner : (x, y, z)
        Meters, on the surface: where the path turns next, or its end; points where only the ground bends are left out. Without a path
        the position.
    distance_to_corner : float
        Meters along the path to ``next_corner``: in the ground plane, on a link in space.
    corner_angle : float
        Degrees by which the path turns at ``next_corner``; 0 at its end.
    distance_to_stop : float
        Meters to where the agent comes to rest: by its path, or, after its request has ended, by braking.
    braking_distance : float
        Meters in which it would come to rest if it braked from now on: v² / (2 max_deceleration).
    """

    def __repr__(self):
        return (f"<AnimationState {'moving' if self.shows_moving else 'standing'}: {self.smoothed_speed:.2f} m/s, "
                f"{self.turning_speed:.0f} degrees/s, {self.distance_to_stop:.2f} m to stop>")


cdef AnimationState animation_state_of(const Agent* agent, const FollowedPath* path):
    cdef AnimationState state = AnimationState.__new__(AnimationState)
    cdef WayAhead ahead
    look_ahead(agent, path, agent.position, &ahead)
    state.smoothed_speed, state.turning_speed, state.shows_moving = agent.smoothed_speed, agent.turning_speed, agent.shows_moving
    state.smoothed_velocity = agent.smoothed_velocity[0], 0.0, -agent.smoothed_velocity[1]
    state.turn_ahead = turn_ahead(agent, vec2(agent.smoothed_velocity[0], agent.smoothed_velocity[1]))
    state.next_corner = ahead.corner[0], ahead.corner[1], ahead.corner[2]
    state.distance_to_corner, state.corner_angle = ahead.distance, ahead.angle
    state.distance_to_stop, state.braking_distance = distance_to_stop(agent, agent.distance_left), braking_distance(agent)
    return state
