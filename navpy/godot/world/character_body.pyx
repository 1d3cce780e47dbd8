"""Moves a CharacterBody3D by a horizontal velocity."""
from libc.math cimport M_PI, M_PI_2, isfinite, remainder
from libc.stdint cimport int64_t
from navpy.base.elementary cimport atan2
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.plane cimport is_flat
from navpy.godot.binding.ptrcall cimport find_method, get
from navpy.godot.body.stepping cimport move_and_climb
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport heading_share

cdef const void* BODY2D_MOTION_MODE = find_method(b"CharacterBody2D", b"get_motion_mode", 1160151236)
cdef double MIN_TURN_SPEED = 1e-3   # meters a second: a slower body keeps its heading


cdef void drive_body(void* body, const BodySettings* settings, double climb, const GdVector3* velocity, double delta) noexcept nogil:
    """A physics frame: the horizontal velocity is `velocity`, the vertical velocity comes from gravity."""
    cdef GdVector3 full
    cdef GdVector3 gravity
    body_velocity(body, &full)
    full.x, full.z = velocity.x, velocity.z
    if not isfinite(full.y):
        full.y = 0                                  # it was moved from a place that was not finite
    if not body_on_floor(body) and not body_floats(body):
        body_gravity(body, &gravity)
        full.y += <float>(gravity.y * delta)
    move_and_climb(body, &full, climb if settings.climb_steps else 0.0, delta)


cdef bint is_at_rest(void* body) noexcept nogil:
    return body_on_floor(body) or body_floats(body)


cdef bint floats_in_plane(void* body2d) noexcept nogil:
    cdef int64_t mode = 0
    get(BODY2D_MOTION_MODE, body2d, &mode)
    return mode == 1


cdef double turn_towards(double x, double z, double heading, double turn_rate, double delta) noexcept nogil:
    cdef double turn = remainder(atan2(-x, -z) - heading, 2.0 * M_PI), most = turn_rate * M_PI / 180.0 * delta
    return min(max(turn, -most), most)


cdef void face(void* body, const GdVector3* velocity, double turn_rate, double delta) noexcept nogil:
    cdef GdVector3 euler
    cdef GdTransform3D frame
    cdef double heading
    if turn_rate <= 0.0 or velocity.x * velocity.x + velocity.z * velocity.z < MIN_TURN_SPEED * MIN_TURN_SPEED:
        return
    if is_flat(body):                           # its front is +X
        heading = flat_rotation(body)
        set_flat_rotation(body, heading - turn_towards(velocity.x, velocity.z, -heading - M_PI_2, turn_rate, delta))
        return
    global_transform(body, &frame)              # the heading is that in world space: its parents may be turned
    get_rotation(body, &euler)
    euler.y += <float>turn_towards(velocity.x, velocity.z, atan2(frame.basis[2], frame.basis[8]), turn_rate, delta)
    set_rotation(body, &euler)


cdef void face_way(void* body, const Agent* agent, double turn_rate, double delta) noexcept nogil:
    cdef GdVector3 way
    way.x, way.y, way.z = <float>agent.smoothed_velocity[0], 0, <float>-agent.smoothed_velocity[1]
    face(body, &way, turn_rate * heading_share(agent), delta)
