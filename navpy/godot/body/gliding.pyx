"""A node that glides over steps. The height of a step, up or down, is taken off the node's height, and given back while the body walks
GLIDE_LENGTH, as a critically damped spring does. A move by the slope of the ground or by a lift is no step, so a node does not lag on
ramps.

The node is moved in physics frames, by differences alone: physics interpolation, and scripts moving the node too, see no other
hand."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int64_t, uint64_t
from navpy.base.elementary cimport exp2
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3, navpy_gd
from navpy.godot.body.motion_tests cimport MotionTests, begin_tests, cast_ray, end_tests
from navpy.godot.binding.ptrcall cimport find_method, get, put

cdef const void* GET_POSITION = find_method(b"Node3D", b"get_position", 3360562783)
cdef const void* SET_POSITION = find_method(b"Node3D", b"set_position", 3460891852)
cdef double GLIDE_LENGTH = 0.15     # meters, half the depth of a common tread: on a stair the picture is behind by half a step
cdef double LONGEST_GLIDE = 0.1     # seconds, of a slow body
cdef double LOG2_E = 1.4426950408889634
cdef double NO_RISE = 1e-3          # meters in a frame
cdef double NO_OFFSET = 1e-4        # meters
cdef double STEP_MARGIN = 0.05      # meters by which a body may rise more than a step is high


cdef double rise_of_ground(void* body, const GdVector3* way, double most, double feet) noexcept nogil:
    """Meters that the ground under the body rises on this way."""
    cdef MotionTests tests
    cdef GdVector3 high, low, point, normal
    cdef double rise = 0.0
    global_position(body, &high)
    low = high
    high.y += <float>(STEP_MARGIN - feet)
    low.y -= <float>(feet + most + STEP_MARGIN)
    begin_tests(&tests, body)
    if cast_ray(&tests, &high, &low, &point, &normal) and normal.y > 0.1:
        rise = -(normal.x * way.x + normal.z * way.z) / normal.y
    end_tests(&tests)
    return rise


cdef double step_since(const Glide* state, void* body, const GdVector3* place, double most, double feet, double delta) noexcept nogil:
    """Meters by which steps have lifted the body since the last update."""
    cdef GdVector3 way, platform
    cdef double rise
    body_platform_velocity(body, &platform)
    way.x, way.y, way.z = place.x - state.place.x, place.y - state.place.y, place.z - state.place.z
    rise = way.y - platform.y * delta
    if fabs(rise) <= NO_RISE or fabs(rise) > most + STEP_MARGIN:
        return 0.0
    return rise - rise_of_ground(body, &way, most, feet)


cdef void settle(Glide* state, double seconds, double delta) noexcept nogil:
    """The offset after `delta` of a critically damped spring with a lag of so many seconds."""
    cdef double rate = 2.0 / seconds, fading = exp2(-rate * delta * LOG2_E)
    cdef double change = (state.speed + rate * state.offset) * delta
    state.speed = (state.speed - rate * change) * fading
    state.offset = (state.offset + change) * fading
    if fabs(state.offset) < NO_OFFSET and fabs(state.speed) < NO_OFFSET / LONGEST_GLIDE:
        state.offset = state.speed = 0.0


cdef void shift_node(Glide* state, void* node) noexcept nogil:
    """Moves the node up by the offset, from where it is without its shift."""
    cdef GdTransform3D frame
    cdef GdVector3 at, before, shift
    cdef void* parent = as_spatial(node_parent(node), False)
    cdef double scale
    if parent == NULL:
        return
    global_transform(parent, &frame)
    scale = frame.basis[1] * frame.basis[1] + frame.basis[4] * frame.basis[4] + frame.basis[7] * frame.basis[7]
    if not scale > 0.0:
        return
    # of a body of one scale: the inverse is the transpose over its square
    shift.x = <float>(frame.basis[3] * state.offset / scale)
    shift.y = <float>(frame.basis[4] * state.offset / scale)
    shift.z = <float>(frame.basis[5] * state.offset / scale)
    if shift.x == state.shift.x and shift.y == state.shift.y and shift.z == state.shift.z:
        return
    get(GET_POSITION, node, &before)
    at.x, at.y, at.z = before.x + shift.x - state.shift.x, before.y + shift.y - state.shift.y, before.z + shift.z - state.shift.z
    put(SET_POSITION, node, &at, NULL)
    # The shift as 32 bits have it; so nothing adds up over the hours.
    state.shift.x += at.x - before.x
    state.shift.y += at.y - before.y
    state.shift.z += at.z - before.z


cdef void glide(Glide* state, void* body, void* node, double most, double feet, double delta) noexcept nogil:
    cdef uint64_t id = navpy_gd.object_get_instance_id(node)
    cdef int64_t frame = game_frame()
    cdef bint on_floor = body_on_floor(body), is_first
    cdef GdVector3 place
    cdef double x, z, speed
    if state.node != id:
        end_glide(state)
        state.node, state.frame = id, frame
        state.was_on_floor = False
        global_position(body, &state.place)
    is_first = state.frame != frame
    global_position(body, &place)
    if on_floor and state.was_on_floor and frame - state.frame <= 1:
        state.offset -= step_since(state, body, &place, most, feet, delta if is_first else 0.0)
        state.offset = max(-most, min(state.offset, most))
    x, z = place.x - state.place.x, place.z - state.place.z
    if is_first and delta > 0.0 and (state.offset != 0.0 or state.speed != 0.0):
        speed = sqrt(x * x + z * z) / delta
        settle(state, min(GLIDE_LENGTH / speed, LONGEST_GLIDE) if speed > 0.0 else LONGEST_GLIDE, delta)
    state.place, state.was_on_floor, state.frame = place, on_floor, frame
    shift_node(state, node)


cdef void end_glide(Glide* state) noexcept nogil:
    cdef void* node = navpy_gd.object_get_instance_from_id(state.node) if state.node != 0 else NULL
    state.offset = state.speed = 0.0
    if node != NULL:
        shift_node(state, node)
    state.node = 0
    state.shift.x = state.shift.y = state.shift.z = 0
