"""Moves a CharacterBody3D by a horizontal velocity."""
from libc.math cimport M_PI, M_PI_2, isfinite, remainder, sqrt
from libc.stdint cimport int64_t
from navpy.base.elementary cimport atan2, cos
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.plane cimport is_flat
from navpy.godot.binding.ptrcall cimport find_method, get
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport heading_share

cdef const void* BODY2D_MOTION_MODE = find_method(b"CharacterBody2D", b"get_motion_mode", 1160151236)
cdef double MIN_TURN_SPEED = 1e-3   # meters a second: a slower body keeps its heading
cdef double ANGLE_TOLERANCE = 1e-3  # of a cosine
cdef double STEP_MARGIN = 0.01      # meters that the body is lifted higher than a step
cdef double[3] TREAD_DEPTHS = [0.3, 0.2, 0.1]   # meters behind the edge of a step where floor is looked for, in this order


cdef void drive_body(void* body, const BodySettings* settings, double climb, const GdVector3* velocity, double delta) noexcept nogil:
    """One physics frame: the horizontal velocity is `velocity`, the vertical one comes from gravity."""
    cdef GdVector3 before
    cdef GdVector3 full
    cdef GdVector3 gravity
    body_velocity(body, &full)
    full.x, full.z = velocity.x, velocity.z
    if not isfinite(full.y):
        full.y = 0                                  # it was moved from a place that was not finite
    if not body_on_floor(body) and not body_floats(body):
        body_gravity(body, &gravity)
        full.y += <float>(gravity.y * delta)
    global_position(body, &before)
    body_set_velocity(body, &full)
    body_move_and_slide(body)
    if settings.climb_steps and climb > 0 and body_on_wall(body) and body_on_floor(body):
        climb_step(body, &before, velocity, climb, delta)


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


cdef void climb_step(void* body, const GdVector3* before, const GdVector3* velocity, double climb,
                     double delta) noexcept nogil:
    """If a step of at most `climb` meters stopped the body, lifts it over the edge, by its own collisions. If there is no floor behind
    the edge, the body stays where the slide has left it."""
    cdef GdVector3 after
    cdef GdVector3 normal
    cdef double speed = sqrt(velocity.x * velocity.x + velocity.z * velocity.z)
    cdef double wanted = speed * delta, moved, lift
    cdef int i
    if wanted == 0:
        return
    global_position(body, &after)
    moved = ((after.x - before.x) * velocity.x + (after.z - before.z) * velocity.z) / speed
    if moved > 0.5 * wanted:
        return
    for i in range(3):                          # behind a narrow tread the first of these places is on the next step
        lift = lift_onto(body, &after, velocity.x / speed * TREAD_DEPTHS[i], velocity.z / speed * TREAD_DEPTHS[i], climb)
        if lift > STEP_MARGIN:
            push(body, 0, lift + STEP_MARGIN, 0, &normal)
            push(body, velocity.x / speed * wanted, 0, velocity.z / speed * wanted, &normal)
            return


cdef double lift_onto(void* body, const GdVector3* place, double x, double z, double climb) noexcept nogil:
    """Meters that the body would stand higher at x, z from here, 0: it would not stand on floor. Moves the body up, on and down, and then
    puts it back."""
    cdef GdVector3 landed
    cdef GdVector3 normal
    cdef bint hit
    push(body, 0, climb + STEP_MARGIN, 0, &normal)
    push(body, x, 0, z, &normal)
    normal.y = 0
    hit = push(body, 0, -climb - 2 * STEP_MARGIN, 0, &normal)
    global_position(body, &landed)
    set_global_position(body, place)
    return landed.y - place.y if hit and normal.y >= cos(body_floor_angle(body)) - ANGLE_TOLERANCE else 0


cdef bint push(void* body, double x, double y, double z, GdVector3* normal) noexcept nogil:
    cdef GdVector3 motion
    motion.x = <float>x
    motion.y = <float>y
    motion.z = <float>z
    return body_push(body, &motion, normal)
