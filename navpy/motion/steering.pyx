"""Steering behaviours in the ground plane (Reynolds 1999, "Steering Behaviors For Autonomous Characters").

Each turns where an agent is and where it should go into a velocity to wish for; none remembers or moves anything."""
from libc.math cimport isnan, sqrt
from navpy.geom cimport distance2


cdef void point_at(const double* position, const double* target, double speed, double dt, double* velocity) noexcept nogil:
    """Velocity of ``speed`` towards the target, slowed down where it would go past it within dt."""
    cdef double distance = distance2(position[0], position[2], target[0], target[2])
    velocity[0] = velocity[1] = velocity[2] = 0.0
    if not (distance > 0.0 and speed > 0.0):        # written so that NaN stands still, too
        return
    if speed * dt >= distance:
        velocity[0] = (target[0] - position[0]) / dt
        velocity[2] = (target[2] - position[2]) / dt
    else:
        velocity[0] = (target[0] - position[0]) * (speed / distance)
        velocity[2] = (target[2] - position[2]) * (speed / distance)


cdef void seek(const double* position, const double* target, double max_speed, double* velocity) noexcept nogil:
    """Full speed towards the target, whatever the distance; zero at the target."""
    point_at(position, target, max_speed, 0.0, velocity)


cdef void arrive(const double* position, const double* target, double distance_left, double max_speed,
                 double max_deceleration, double dt, double* velocity) noexcept nogil:
    """Towards the target, slow enough to stop within ``distance_left``, and never past the target within dt.

    target: the next corner; distance_left: metres to the end of the way, at least the distance to the target. Only the
    end is braked for: v² = 2·a·s. The last step lands on the end exactly. dt ≤ 0: nothing is known of the step."""
    cdef double speed = max_speed, braking
    if not distance_left > 0.0:
        velocity[0] = velocity[1] = velocity[2] = 0.0
        return
    braking = sqrt(2.0 * max_deceleration * distance_left)
    if speed > braking or isnan(braking):
        speed = braking
    point_at(position, target, speed, dt, velocity)


def _seek(position, target, double max_speed):
    """Velocity (x, y, z) in m/s of ``seek`` for points (x, y, z) in metres."""
    cdef double[3] p = position, t = target, v
    seek(p, t, max_speed, v)
    return v[0], v[1], v[2]


def _arrive(position, target, double distance_left, double max_speed, double max_deceleration, double dt):
    """Velocity (x, y, z) in m/s of ``arrive`` for points (x, y, z) in metres, dt in seconds."""
    cdef double[3] p = position, t = target, v
    arrive(p, t, distance_left, max_speed, max_deceleration, dt, v)
    return v[0], v[1], v[2]
