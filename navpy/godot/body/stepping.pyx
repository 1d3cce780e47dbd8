"""Steps. A body stopped by move_and_slide is tried again: up by its climb, on by its whole motion, and down. It stays there if it
stands: on a floor, or with a round bottom on the edge of a step. A body that has lost its floor is put down in the same way. So it
goes up and down stairs at its horizontal velocity, its bottom rolls over the edges, and it never rises by more than one step in a
frame.

An edge is that of a step if there is ground before it, at most `climb` meters lower, and a floor behind it."""
from libc.math cimport sqrt
from navpy.base.elementary cimport cos
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.body.motion_tests cimport MotionTests, begin_tests, cast_ray, contact, contact_count, end_tests, sweep
from navpy.godot.binding.ptrcall cimport find_method, get, get_double, put

cdef const void* UP_DIRECTION = find_method(b"CharacterBody3D", b"get_up_direction", 3360562783)
cdef const void* FLOOR_NORMAL = find_method(b"CharacterBody3D", b"get_floor_normal", 3360562783)
cdef const void* GET_SNAP = find_method(b"CharacterBody3D", b"get_floor_snap_length", 191475506)
cdef const void* SET_SNAP = find_method(b"CharacterBody3D", b"set_floor_snap_length", 373806689)
cdef const void* SET_FLOOR_ANGLE = find_method(b"CharacterBody3D", b"set_floor_max_angle", 373806689)
cdef const void* APPLY_SNAP = find_method(b"CharacterBody3D", b"apply_floor_snap", 3218959716)
cdef double MARGIN = 0.01           # meters by which a body is lifted higher than a step, and a step may seem higher than it is
cdef double LOST = 0.1              # of its motion: a body that lacks less is on its way
cdef double GAINED = 0.02           # of its motion: the least gain of a step
cdef double ANGLE_TOLERANCE = 1e-3  # of a cosine
cdef double LEAST_RISE = 0.3         # cosine of a slope: on a steeper slope the body is put down as on this
cdef double FLAT = 0.999            # cosine of a slope that is flat
cdef double SAME_SLOPE = 0.985      # cosine of the angle between a contact's normal and the ground's: the contact is no edge
cdef double ANY_SLOPE = 1.57        # radians, less than a right angle
cdef double[3] DEPTHS = [0.03, 0.1, 0.2]        # meters before and behind an edge where ground is looked for: rounded edges are wider
cdef int MOST_SLIDES = 4            # along walls, as max_slides of a body is by default

cdef struct BodyWalk:                   # of one frame
    MotionTests tests
    GdVector3 up
    GdVector3 way                   # of its level motion; 0: it has none
    double climb                    # meters
    double floor_cosine             # of the steepest floor


# ---- vectors ----

cdef inline double dot(const GdVector3* a, const GdVector3* b) noexcept nogil:
    return <double>a.x * b.x + <double>a.y * b.y + <double>a.z * b.z


cdef inline GdVector3 moved(const GdVector3* place, const GdVector3* way, double length) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(place.x + way.x * length), <float>(place.y + way.y * length), <float>(place.z + way.z * length)
    return out


cdef inline GdVector3 scaled(const GdVector3* a, double factor) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(a.x * factor), <float>(a.y * factor), <float>(a.z * factor)
    return out


cdef inline GdVector3 level(const GdVector3* a, const GdVector3* up) noexcept nogil:
    """Without its part along `up`."""
    return moved(a, up, -dot(a, up))


cdef inline double length_of(const GdVector3* a) noexcept nogil:
    return sqrt(dot(a, a))


# ---- standing ----

cdef bint is_floor(const BodyWalk* walk, const GdVector3* normal) noexcept nogil:
    return dot(normal, &walk.up) >= walk.floor_cosine - ANGLE_TOLERANCE


cdef bint floor_between(BodyWalk* walk, const GdVector3* point, const GdVector3* way, double depth, double above, double below,
                        GdVector3* ground) noexcept nogil:
    """The floor that lies `depth` meters from the point, from `above` meters higher to `below` meters lower."""
    cdef GdVector3 there = moved(point, way, depth), normal
    cdef GdVector3 high = moved(&there, &walk.up, above), low = moved(&there, &walk.up, -below)
    return cast_ray(&walk.tests, &high, &low, ground, &normal) and is_floor(walk, &normal)


cdef bint is_on_step(BodyWalk* walk, const GdVector3* point, const GdVector3* normal) noexcept nogil:
    """True if a body stands where it touches something: on a floor, or an edge, not too high over the ground before it."""
    cdef GdVector3 out = level(normal, &walk.up), ground
    cdef double length = length_of(&out)
    cdef int i
    if dot(normal, &walk.up) > FLAT:
        return True
    if length < ANGLE_TOLERANCE:
        return False                            # a ceiling
    out = scaled(&out, 1.0 / length)
    for i in range(3):
        if floor_between(walk, point, &out, DEPTHS[i], 0.05, walk.climb + MARGIN, &ground):
            break
    else:
        return False
    if is_floor(walk, normal):
        return True
    ground = moved(point, &ground, -1.0)        # from the ground up to the edge
    length = walk.climb + MARGIN - dot(&ground, &walk.up)
    for i in range(3):
        if floor_between(walk, point, &out, -DEPTHS[i], max(length, MARGIN), 2.0 * MARGIN, &ground):
            return True
    return False


cdef bint put_down(BodyWalk* walk, GdVector3* place, double most) noexcept nogil:
    """Moves the place down, by at most that many meters, to where the body stands."""
    cdef GdVector3 travel, point, normal, best_point, best
    cdef GdVector3 down = scaled(&walk.up, -most)
    cdef int i
    if not sweep(&walk.tests, place, &down, &travel):
        # It may be exactly beside an edge: there a sweep finds neither that nor the floor below.
        place[0] = moved(place, &walk.way, walk.tests.margin)
        if not sweep(&walk.tests, place, &down, &travel):
            return False
    for i in range(contact_count(&walk.tests)):
        contact(&walk.tests, i, &point, &normal)
        if i == 0 or dot(&normal, &walk.up) > dot(&best, &walk.up):
            best_point, best = point, normal
    if contact_count(&walk.tests) == 0 or not is_on_step(walk, &best_point, &best):
        return False
    # The next motion would be pushed off the edge if it began within the margin.
    place[0] = moved(place, &walk.up, dot(&travel, &walk.up) + walk.tests.margin / max(LEAST_RISE, dot(&best, &walk.up)))
    return True


cdef bint is_on_edge(BodyWalk* walk, const GdVector3* place) noexcept nogil:
    """True if a body on a floor touches the floor's edge, not a slope."""
    cdef GdVector3 travel, point, normal, out, high, low, ground, slope
    cdef GdVector3 down = scaled(&walk.up, -5.0 * MARGIN)
    cdef double length
    if not sweep(&walk.tests, place, &down, &travel) or contact_count(&walk.tests) == 0:
        return False
    contact(&walk.tests, 0, &point, &normal)
    out = level(&normal, &walk.up)
    length = length_of(&out)
    if length < ANGLE_TOLERANCE:
        return False
    out = moved(&point, &out, -DEPTHS[0] / length)
    high, low = moved(&out, &walk.up, 6.0 * MARGIN), moved(&out, &walk.up, -2.0 * MARGIN)
    return cast_ray(&walk.tests, &high, &low, &ground, &slope) and dot(&slope, &normal) < SAME_SLOPE


# ---- climbing ----

cdef void slide_along(BodyWalk* walk, GdVector3* place, const GdVector3* motion) noexcept nogil:
    """Moves the place by a level motion, and along walls."""
    cdef GdVector3 left = motion[0], travel, point, normal
    cdef double into, length
    cdef bint hit
    cdef int k
    for _ in range(MOST_SLIDES):
        hit = sweep(&walk.tests, place, &left, &travel)
        travel = level(&travel, &walk.up)
        place[0] = moved(place, &travel, 1.0)
        if not hit:
            return
        left = moved(&left, &travel, -1.0)
        for k in range(contact_count(&walk.tests)):
            contact(&walk.tests, k, &point, &normal)
            normal = level(&normal, &walk.up)
            length = length_of(&normal)
            if length > ANGLE_TOLERANCE:
                into = dot(&left, &normal) / (length * length)
                if into < 0.0:
                    left = moved(&left, &normal, -into)
        if dot(&left, motion) <= 0.0:
            return


cdef double missing(const BodyWalk* walk, const GdVector3* start, const GdVector3* place, const GdVector3* motion) noexcept nogil:
    """Meters between the place and where the level motion leads."""
    cdef GdVector3 way = moved(place, start, -1.0)
    way = moved(&way, motion, -1.0)
    way = level(&way, &walk.up)
    return length_of(&way)


cdef bint climb_step(BodyWalk* walk, const GdVector3* start, const GdVector3* motion, GdVector3* place) noexcept nogil:
    """Where the body stands after this level motion, over a step on its way. False: it does not stand there."""
    cdef GdVector3 travel
    cdef GdVector3 lift = scaled(&walk.up, walk.climb + MARGIN)
    cdef double rise
    sweep(&walk.tests, start, &lift, &travel)
    rise = dot(&travel, &walk.up)
    place[0] = moved(start, &walk.up, rise)
    slide_along(walk, place, motion)
    return put_down(walk, place, rise + walk.climb)


cdef void stand(BodyWalk* walk, const GdVector3* place, const GdVector3* velocity) noexcept nogil:
    """Puts the body there and has it know that it is on a floor; the engine itself takes a steep edge for a wall."""
    cdef void* body = walk.tests.body
    cdef double angle = body_floor_angle(body), snap = get_double(GET_SNAP, body), any_slope = ANY_SLOPE, lift, reach
    cdef GdVector3 above
    cdef int i
    body_set_velocity(body, velocity)
    set_global_position(body, place)
    if body_on_floor(body):
        return
    put(SET_FLOOR_ANGLE, body, &any_slope, NULL)
    for i in range(2):                          # from near by, a test of the engine's misses an edge now and then
        lift = (i + 1) * MARGIN
        reach = lift + 2.0 * MARGIN
        above = moved(place, &walk.up, lift)
        put(SET_SNAP, body, &reach, NULL)
        set_global_position(body, &above)
        get(APPLY_SNAP, body, NULL)
        if body_on_floor(body):
            break
    put(SET_FLOOR_ANGLE, body, &angle, NULL)
    put(SET_SNAP, body, &snap, NULL)
    set_global_position(body, place)


cdef void lift_off(BodyWalk* walk, const GdVector3* place) noexcept nogil:
    """Raises the body by its margin. Where one lies within the margin of a floor and of an edge at once, Godot's own physics may let
    none of its motions begin, upward neither, and tells of the floor alone."""
    cdef GdVector3 above = moved(place, &walk.up, walk.tests.margin)
    set_global_position(walk.tests.body, &above)


cdef void begin_walk(BodyWalk* walk, void* body, double climb, const GdVector3* motion) noexcept nogil:
    cdef double length = length_of(motion)
    walk.climb, walk.floor_cosine = climb, cos(body_floor_angle(body))
    walk.way = scaled(motion, 1.0 / length if length > 0.0 else 0.0)
    get(UP_DIRECTION, body, &walk.up)
    begin_tests(&walk.tests, body)


cdef void slide_with_snap(void* body, const GdVector3* velocity, double length) noexcept nogil:
    """move_and_slide that holds the body on floors up to so many meters lower."""
    cdef double snap = get_double(GET_SNAP, body)
    cdef double longer = max(snap, length)
    body_set_velocity(body, velocity)
    put(SET_SNAP, body, &longer, NULL)
    body_move_and_slide(body)
    put(SET_SNAP, body, &snap, NULL)


cdef void follow_steps(BodyWalk* walk, const GdVector3* before, const GdVector3* start, const GdVector3* flat, double delta,
                       bint was_on_floor) noexcept nogil:
    """After move_and_slide. start: where the floor has carried the body from `before`. flat: its level velocity."""
    cdef void* body = walk.tests.body
    cdef bint on_floor = body_on_floor(body), is_held
    cdef GdVector3 motion = scaled(flat, delta), after, place, over, normal, velocity
    cdef double wanted = length_of(&motion), lost
    global_position(body, &after)
    if not (was_on_floor or on_floor):
        place = moved(before, &walk.up, MARGIN)
        if not put_down(walk, &place, 3.0 * MARGIN):
            return                              # it is in the air
    lost = missing(walk, start, &after, &motion)
    is_held = lost > LOST * wanted
    if is_held and not body_on_wall(body):
        if on_floor and lost > (1.0 - LOST) * wanted:
            lift_off(walk, &after)
        get(FLOOR_NORMAL, body, &normal)
        is_held = not on_floor or (dot(&normal, flat) < -0.05 * length_of(flat) and is_on_edge(walk, &after))
    if is_held and climb_step(walk, start, &motion, &place) and missing(walk, start, &place, &motion) < lost - GAINED * wanted:
        velocity = moved(&place, start, -1.0)
        velocity = level(&velocity, &walk.up)
        velocity = scaled(&velocity, 1.0 / delta)
        stand(walk, &place, &velocity)
    elif not on_floor:
        place = after
        if put_down(walk, &place, walk.climb + MARGIN):
            # Where the engine has moved it into an edge, that pushes it up, but not out: it would be held there in the next frame.
            if dot(&place, &walk.up) - dot(&after, &walk.up) <= walk.tests.margin / LEAST_RISE \
                    or not climb_step(walk, start, &motion, &over):
                over = place
            stand(walk, &over, flat)


cdef void move_and_climb(void* body, const GdVector3* velocity, double climb, double delta) noexcept nogil:
    cdef BodyWalk walk
    cdef GdVector3 before, after, start, platform, flat, motion
    cdef bint was_on_floor = body_on_floor(body)
    if not climb > 0.0 or not delta > 0.0 or body_floats(body):
        body_set_velocity(body, velocity)
        body_move_and_slide(body)
        return
    get(UP_DIRECTION, body, &walk.up)
    platform.x = platform.y = platform.z = 0
    if was_on_floor:
        body_platform_velocity(body, &platform)
    global_position(body, &before)
    start = moved(&before, &platform, delta)
    slide_with_snap(body, velocity, climb + MARGIN)
    if dot(velocity, &walk.up) > 0.0:
        return
    global_position(body, &after)
    flat = level(velocity, &walk.up)
    motion = scaled(&flat, delta)
    if body_on_floor(body) and missing(&walk, &start, &after, &motion) <= LOST * length_of(&motion):
        return
    begin_walk(&walk, body, climb, &motion)
    follow_steps(&walk, &before, &start, &flat, delta, was_on_floor)
    end_tests(&walk.tests)


cdef bint is_before_step(void* body, const GdVector3* direction, double climb) noexcept nogil:
    cdef BodyWalk walk
    cdef GdVector3 start, place, motion
    cdef double length
    cdef bint found = False
    if not climb > 0.0 or body_floats(body):
        return False
    get(UP_DIRECTION, body, &walk.up)
    motion = level(direction, &walk.up)
    begin_walk(&walk, body, climb, &motion)
    global_position(body, &start)
    length = length_of(&motion)
    if length > 0.0:
        motion = scaled(&motion, DEPTHS[1] / length)
        found = climb_step(&walk, &start, &motion, &place) and missing(&walk, &start, &place, &motion) < 0.5 * DEPTHS[1] \
            and dot(&place, &walk.up) > dot(&start, &walk.up) + MARGIN
    end_tests(&walk.tests)
    return found
