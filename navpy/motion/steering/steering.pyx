"""Steering behaviours of one vehicle (Reynolds 1999, "Steering Behaviors For Autonomous Characters"). None remembers or moves
anything; what a behaviour has to remember is handed to it.

Arriving is the one with a proof. See the vehicle from its target: what is left of the way, the speed towards it, the speed
sideways. `braking_speed` is safe: whoever keeps to it in the next step can keep to it in every later one by losing no more speed a
step than its force may take, and the last step ends on the target. A vehicle no faster than that, in whatever direction, first
takes off the speed sideways and spends the rest of its force on the speed towards the target; each such step takes from the angular
momentum about the target, which moving does not change, until none is left and the vehicle moves on a straight line. One
that is too fast brakes straight, which ends in a stop. So no way leads round the target, and none past it unless it began so fast
that no force could have prevented it."""
from libc.math cimport INFINITY, M_PI, copysign, cos, fabs, isnan, remainder, sin, sqrt
from libc.stdint cimport int32_t, uint64_t
from navpy.base.arguments cimport read_number, read_numbers, read_rows, read_whole
from navpy.base.geom cimport distance2
from navpy.motion.steering.vehicle cimport Vehicle, Vehicles, angle_between, check_others, other, rows_of, step_length
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double RELAXATION = 0.5            # seconds in which a velocity comes to be the desired one (Helbing and Molnár 1995)
cdef double IN_PLACE = 1e-9             # metres from its target at which a vehicle has arrived: rounding does not decide


# ---- velocity to force ----

cdef Vec2 force_for(const Vehicle* vehicle, Vec2 desired_velocity) noexcept nogil:
    """Reynolds' desired − velocity, as a force: the difference fades with the time constant RELAXATION."""
    return truncate(scale(subtract(desired_velocity, vehicle.velocity), vehicle.mass / RELAXATION), vehicle.max_force)


cdef Vec2 force_within(const Vehicle* vehicle, Vec2 velocity, double dt) noexcept nogil:
    return truncate(scale(subtract(velocity, vehicle.velocity), vehicle.mass / dt), vehicle.max_force)


# ---- one target ----

cdef Vec2 seek_force(const Vehicle* vehicle, Vec2 target) noexcept nogil:
    """Towards the target at full speed, through it and back again."""
    return force_for(vehicle, scale(unit(subtract(target, vehicle.position)), vehicle.max_speed))


cdef Vec2 flee_force(const Vehicle* vehicle, Vec2 menace, double panic_distance) noexcept nogil:
    """Straight away from the menace, from right on it straight on; nothing where it is farther away than panic_distance."""
    cdef Vec2 away = subtract(vehicle.position, menace)
    if length(away) > panic_distance:
        return vec2(0.0, 0.0)
    return force_for(vehicle, scale(unit(away) if square(away) > 0.0 else vehicle.heading, vehicle.max_speed))


cdef Vec2 approach(Vec2 way, Vec2 velocity, double top_speed, double safe_speed, double step) noexcept nogil:
    """The velocity of the next step for one that is to come to rest at the end of a way (metres) and may change its velocity
    by ``step``. No faster than top_speed towards the end, no faster than safe_speed at all unless it already is."""
    cdef double left = length(way), speed = length(velocity), ahead, sideways, off, rest
    cdef Vec2 to
    if left <= IN_PLACE:
        return subtract(velocity, truncate(velocity, step))
    to = unit(way)
    ahead, sideways = dot(to, velocity), det(to, velocity)
    off = min(fabs(sideways), step)
    rest = sqrt(step * step - off * off)
    sideways -= copysign(off, sideways)
    ahead += max(-rest, min(min(top_speed, safe_speed) - ahead, rest))
    if speed > safe_speed and ahead * ahead + sideways * sideways > safe_speed * safe_speed * (1.0 + 1e-12):
        return scale(velocity, max(speed - step, safe_speed) / speed)
    return add(scale(to, ahead), scale(left_of(to), sideways))


cdef double turning_speed(const Vehicle* vehicle, Vec2 way, double dt) noexcept nogil:
    """The highest speed at which the end of a way is not inside the vehicle's turning circle: the chord that leads there is
    2·radius·sin(angle) long. At it the angle shrinks at half the turn rate or faster, so that there comes an end to turning."""
    cdef double angle = fabs(angle_between(vehicle.heading, way))
    if angle <= vehicle.max_turn_rate * dt:
        return INFINITY
    return 0.5 * vehicle.max_turn_rate * length(way) / (sin(angle) if angle < 0.5 * M_PI else 1.0)


cdef Vec2 arrive_force(const Vehicle* vehicle, Vec2 target, double dt) noexcept nogil:
    """To rest at the target, braking as late as the force allows. Exact: the last step ends there."""
    cdef double step = vehicle.max_force * dt / vehicle.mass
    cdef Vec2 way = subtract(target, vehicle.position)
    cdef double safe_speed = min(braking_speed(length(way), step, dt), turning_speed(vehicle, way, dt))
    return force_within(vehicle, approach(way, vehicle.velocity, vehicle.max_speed, safe_speed, step), dt)


cdef Vec2 join_force(const Vehicle* vehicle, Vec2 target, Vec2 target_velocity, double dt) noexcept nogil:
    """To rest beside a target that moves straight on: arriving as seen from there, no faster over the ground than max_speed. On
    the way the target is seen in one and the same direction, which is the way of interception. Nothing is known of turns."""
    cdef double step = vehicle.max_force * dt / vehicle.mass, along, top_speed
    cdef Vec2 way = subtract(target, vehicle.position), velocity = subtract(vehicle.velocity, target_velocity)
    if square(target_velocity) == 0.0:
        return arrive_force(vehicle, target, dt)
    along = dot(unit(way), target_velocity)
    top_speed = vehicle.max_speed * vehicle.max_speed - square(target_velocity) + along * along
    top_speed = max(sqrt(max(top_speed, 0.0)) - along, 0.0)
    velocity = approach(way, velocity, top_speed, braking_speed(length(way), step, dt), step)
    return force_within(vehicle, truncate(add(target_velocity, velocity), vehicle.max_speed), dt)


# ---- others that move ----

cdef double time_to_intercept(const Vehicle* vehicle, const Vehicle* quarry) noexcept nogil:
    """Seconds until one at full speed on a straight line meets a quarry that keeps its velocity: the first t with
    |to + v·t| = max_speed·t. Where there is none, those that it takes to where the quarry is now."""
    cdef Vec2 to = subtract(quarry.position, vehicle.position)
    cdef double a = square(quarry.velocity) - vehicle.max_speed * vehicle.max_speed
    cdef double b = dot(to, quarry.velocity), c = square(to), root = b * b - a * c
    if not c > 0.0:
        return 0.0
    if root >= 0.0 and b < 0.0:
        return c / (sqrt(root) - b)
    if a < 0.0:
        return (sqrt(root) + b) / -a
    return sqrt(c) / vehicle.max_speed if vehicle.max_speed > 0.0 else 0.0


cdef Vec2 pursue_force(const Vehicle* vehicle, const Vehicle* quarry, double look_ahead) noexcept nogil:
    """Seek where the quarry can be met, no farther ahead of it than look_ahead seconds."""
    cdef double seconds = min(time_to_intercept(vehicle, quarry), look_ahead)
    return seek_force(vehicle, add(quarry.position, scale(quarry.velocity, seconds)))


cdef Vec2 evade_force(const Vehicle* vehicle, const Vehicle* menace, double panic_distance, double look_ahead) noexcept nogil:
    """Flee from where the menace will be when both could have met, at the vehicle's full speed and its own: so one that comes
    straight on is seen on this side, not here, where no way leads away from it. No farther ahead than look_ahead seconds."""
    cdef Vec2 away = subtract(vehicle.position, menace.position)
    cdef double speed = length(menace.velocity), seconds = 0.0
    if length(away) > panic_distance:
        return vec2(0.0, 0.0)
    if speed > 0.0:
        seconds = min(length(away) / (speed + vehicle.max_speed), look_ahead)
    return flee_force(vehicle, add(menace.position, scale(menace.velocity, seconds)), INFINITY)


cdef Vec2 wander_force(const Vehicle* vehicle, const WanderCircle* circle, uint64_t agent, uint64_t step, double dt,
                       double* angle) noexcept nogil:
    """Seek a point on a circle ahead, which strays along it: so the direction changes little from step to step. The point's
    angle is a random walk of variance rate²·t, whatever the length of the steps."""
    cdef Vec2 to
    angle[0] += circle.rate * sqrt(3.0 * dt) * (2.0 * uniform(circle.seed, agent, step) - 1.0)
    angle[0] = remainder(angle[0], 2.0 * M_PI)
    to = add(scale(vehicle.heading, circle.distance + circle.radius * cos(angle[0])),
             scale(left_of(vehicle.heading), circle.radius * sin(angle[0])))
    return force_for(vehicle, scale(unit(to), vehicle.max_speed))


cdef Vec2 interpose_force(const Vehicle* vehicle, const Vehicle* a, const Vehicle* b, double dt) noexcept nogil:
    """To the middle between two, and along with it."""
    return join_force(vehicle, scale(add(a.position, b.position), 0.5), scale(add(a.velocity, b.velocity), 0.5), dt)


cdef Vec2 hide_force(const Vehicle* vehicle, const Circle* obstacles, int32_t count, Vec2 menace, double clearance,
                     double dt) noexcept nogil:
    """Arrive behind the nearest of the obstacles, on the line from the menace through its centre; flee where there is none. One
    that the menace stands in hides nobody."""
    cdef double least = INFINITY, distance
    cdef Vec2 line, spot, best = vehicle.position
    cdef int32_t i
    for i in range(count):
        line = subtract(obstacles[i].center, menace)
        if length(line) <= obstacles[i].radius:
            continue
        spot = add(obstacles[i].center, scale(unit(line), obstacles[i].radius + clearance))
        distance = length(subtract(spot, vehicle.position))
        if distance < least:
            least, best = distance, spot
    return arrive_force(vehicle, best, dt) if least < INFINITY else flee_force(vehicle, menace, INFINITY)


cdef Vec2 offset_pursuit_force(const Vehicle* vehicle, const Vehicle* leader, Vec2 offset, double dt) noexcept nogil:
    """Keep station at an offset (metres ahead, metres to the left) from a leader."""
    cdef Vec2 place = add(scale(leader.heading, offset.x), scale(left_of(leader.heading), offset.y))
    return join_force(vehicle, add(leader.position, place), leader.velocity, dt)


# ---- a path ----

cdef Stretch along_polyline(const Vec2* points, int32_t count, Vec2 place) noexcept nogil:
    """The nearest place of a polyline of two points or more; of equally near ones the first."""
    cdef Stretch best
    cdef Vec2 leg, at
    cdef double size, t, off, before = 0.0
    cdef int32_t i
    best.point, best.along, best.off = points[0], 0.0, length(subtract(place, points[0]))
    for i in range(count - 1):
        leg = subtract(points[i + 1], points[i])
        size = square(leg)
        t = max(0.0, min(dot(subtract(place, points[i]), leg) / size, 1.0)) if size > 0.0 else 0.0
        at = add(points[i], scale(leg, t))
        off = length(subtract(place, at))
        if off < best.off:
            best.point, best.along, best.off = at, before + t * sqrt(size), off
        before += sqrt(size)
    return best


cdef Vec2 place_along(const Vec2* points, int32_t count, double along, bint* is_end) noexcept nogil:
    """The place so many metres along a polyline, its last point where it is shorter."""
    cdef double size
    cdef int32_t i
    for i in range(count - 1):
        size = length(subtract(points[i + 1], points[i]))
        if along < size:
            is_end[0] = False
            return add(points[i], scale(subtract(points[i + 1], points[i]), along / size))
        along -= size
    is_end[0] = True
    return points[count - 1]


cdef Vec2 follow_path_force(const Vehicle* vehicle, const Vec2* points, int32_t count, double radius, double look_ahead,
                            double dt) noexcept nogil:
    """Along a polyline of two points or more, within radius of it, to rest at its end. Where the vehicle will be look_ahead
    seconds on is projected on the path. As long as that is within the radius and farther along than now, it keeps its direction
    and gathers speed; else it seeks a place on the path as far ahead as it will have gone. When that is the end it arrives."""
    cdef Stretch now = along_polyline(points, count, vehicle.position)
    cdef Vec2 ahead = scale(vehicle.velocity, look_ahead)
    cdef Stretch then = along_polyline(points, count, add(vehicle.position, ahead))
    cdef bint is_end
    cdef Vec2 target = place_along(points, count, now.along + max(length(ahead), radius), &is_end)
    if is_end:
        return arrive_force(vehicle, target, dt)
    if then.off <= radius and then.along > now.along:
        return force_for(vehicle, scale(vehicle.heading, vehicle.max_speed))
    return seek_force(vehicle, target)


# ---- the crowd's ----

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


cdef void velocity_towards(const double* position, const double* target, double max_speed, double* velocity) noexcept nogil:
    """Full speed towards the target, whatever the distance; zero at the target."""
    point_at(position, target, max_speed, 0.0, velocity)


cdef void velocity_to_arrive(const double* position, const double* target, double distance_left, double max_speed,
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


# ---- Python ----
# Each takes Vehicles and returns forces, float64 (n, 2) in newtons, none above its vehicle's max_force. Places are (n, 2) in metres, or
# (2,) for all. ValueError: another shape, or a number that is not finite or out of its range.

cdef int read_circles(str name, circles, vector[Circle]* out) except -1:
    cdef const double[:, ::1] rows = read_rows(name, circles, -1, 3)
    cdef Circle circle
    cdef Py_ssize_t i
    for i in range(rows.shape[0]):
        if rows[i, 2] < 0.0:
            raise ValueError(f"{name}: radius {i} must not be below 0, is {rows[i, 2]:g}")
        circle.center, circle.radius = vec2(rows[i, 0], rows[i, 1]), rows[i, 2]
        out.push_back(circle)
    return 0


def braking_speed_at(double distance, double step, double dt):
    """m/s from which a vehicle that loses ``step`` m/s in every step of ``dt`` seconds stops within ``distance`` metres: the discrete
    braking law of `arrive`."""
    return braking_speed(distance, step, dt)


def seek(Vehicles vehicles not None, targets):
    """Full speed towards the targets (Reynolds 1999, "Seek"): the velocity nears the desired one with a time constant of 0.5 s, as
    far as the force allows."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[:, ::1] to = read_rows("targets", targets, count, 2, True)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = seek_force(&vehicles.vehicles[i], vec2(to[i, 0], to[i, 1]))
    return forces


def flee(Vehicles vehicles not None, menaces, panic_distance=INFINITY):
    """Full speed away from places (Reynolds 1999, "Flee"); 0 for those who are farther than panic_distance metres away."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[:, ::1] at = read_rows("menaces", menaces, count, 2, True)
    cdef const double[::1] panic = read_numbers("panic_distance", panic_distance, count, 0.0, INFINITY)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = flee_force(&vehicles.vehicles[i], vec2(at[i, 0], at[i, 1]), panic[i])
    return forces


def arrive(Vehicles vehicles not None, targets, dt):
    """To rest at the targets (Reynolds 1999, "Arrival"), when moved with steps of dt seconds: as fast as one may, braking as late
    as one can, exactly there after finitely many steps, not past it and not round it, at any speed, force, mass and dt. Who
    begins so fast that nothing could stop it in time passes and comes back."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[:, ::1] to = read_rows("targets", targets, count, 2, True)
    cdef double seconds = step_length(dt)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = arrive_force(&vehicles.vehicles[i], vec2(to[i, 0], to[i, 1]), seconds)
    return forces


def pursue(Vehicles vehicles not None, Vehicles quarry, look_ahead=INFINITY):
    """Seek the place where a quarry, one for all or one for each, that keeps its velocity can be met first (Reynolds 1999,
    "Pursuit", with the exact time of interception), predicted no more than look_ahead seconds."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] limits = read_numbers("look_ahead", look_ahead, count, 0.0, INFINITY)
    check_others("quarry", quarry, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = pursue_force(&vehicles.vehicles[i], other(quarry, i), limits[i])
    return forces


def evade(Vehicles vehicles not None, Vehicles menaces, panic_distance=INFINITY, look_ahead=INFINITY):
    """Flee from where a menace, one for all or one for each, will be after the time in which both could meet (Reynolds 1999,
    "Evasion"; the time as in Buckland 2005, ch. 3: distance / sum of the speeds), predicted no more than look_ahead seconds; 0 for
    those who are farther than panic_distance metres away from it."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] panic = read_numbers("panic_distance", panic_distance, count, 0.0, INFINITY)
    cdef const double[::1] limits = read_numbers("look_ahead", look_ahead, count, 0.0, INFINITY)
    check_others("menaces", menaces, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = evade_force(&vehicles.vehicles[i], other(menaces, i), panic[i], limits[i])
    return forces


cdef class Wander:
    """What wandering vehicles remember: for each the angle in radians, from straight ahead, of its point on the circle.

    radius: metres, how strongly they wander; distance: metres ahead to the circle's centre (0 < radius ≤ distance keeps them
    going forwards); rate: radians a root of a second, how fast the direction changes; seed: a whole number."""
    cdef WanderCircle circle
    cdef uint64_t step
    cdef vector[double] strays

    def __init__(self, count, *, seed, radius=1.0, distance=2.0, rate=2.0):
        self.circle.radius = read_number("radius", radius, 0.0, 1e30)
        self.circle.distance = read_number("distance", distance, 0.0, 1e30)
        self.circle.rate = read_number("rate", rate, 0.0, 1e30)
        self.circle.seed, self.step = read_whole("seed", seed, 0, 2147483647), 0
        self.strays.clear()
        self.strays.resize(read_whole("count", count, 0, 2147483647))

    @property
    def angles(self):
        """(n,), radians, a copy."""
        import numpy as np
        return np.array(<list>self.strays, dtype=np.float64)


def wander(Vehicles vehicles not None, Wander state not None, dt):
    """Stray about (Reynolds 1999, "Wander"): seek a point on a circle ahead, which moves along it at random, dt seconds on. The
    numbers depend on the seed, the row and how often this was called, on nothing else."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = step_length(dt)
    if state.strays.size() != vehicles.vehicles.size():
        raise ValueError(f"state: is of {state.strays.size()} vehicles, not of {count}")
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = wander_force(&vehicles.vehicles[i], &state.circle, i, state.step, seconds, &state.strays[i])
    state.step += 1
    return forces


def interpose(Vehicles vehicles not None, Vehicles a, Vehicles b, dt):
    """To rest, or to keep, in the middle between two others that keep their velocities (Reynolds 1999, "Interpose"); a and b:
    one for all or one for each."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = step_length(dt)
    check_others("a", a, count)
    check_others("b", b, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = interpose_force(&vehicles.vehicles[i], other(a, i), other(b, i), seconds)
    return forces


def hide(Vehicles vehicles not None, obstacles, menaces, dt, clearance=0.5):
    """Arrive ``clearance`` metres behind the nearest obstacle, seen from a menace (Reynolds 1999, "Hide"). obstacles: (m, 3), x, y
    and radius in metres; menaces: places. Without an obstacle to hide behind one flees. What is in the way is not looked at."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[:, ::1] at = read_rows("menaces", menaces, count, 2, True)
    cdef const double[::1] clear = read_numbers("clearance", clearance, count, 0.0, 1e30)
    cdef double seconds = step_length(dt)
    cdef vector[Circle] circles
    read_circles("obstacles", obstacles, &circles)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = hide_force(&vehicles.vehicles[i], circles.data(), <int32_t>circles.size(), vec2(at[i, 0], at[i, 1]), clear[i],
                                seconds)
    return forces


def offset_pursuit(Vehicles vehicles not None, Vehicles leaders, offsets, dt):
    """Keep station beside leaders, one for all or one for each (Reynolds 1999, "Offset pursuit"). offsets: (n, 2), metres ahead of
    the leader and to its left. Exact beside one that keeps its velocity."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[:, ::1] beside = read_rows("offsets", offsets, count, 2, True)
    cdef double seconds = step_length(dt)
    check_others("leaders", leaders, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = offset_pursuit_force(&vehicles.vehicles[i], other(leaders, i), vec2(beside[i, 0], beside[i, 1]), seconds)
    return forces


def follow_path(Vehicles vehicles not None, polyline, radius, look_ahead, dt):
    """Along a polyline, (k, 2) in metres, k ≥ 2, within ``radius`` metres of it (above 0), to rest at its end (Reynolds 1999, "Path
    following"). Where a vehicle will be in look_ahead seconds is projected on the path; only where that is off by more than the
    radius, or no farther along, it is corrected: towards a place on the path as far ahead."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef double seconds = step_length(dt)
    cdef const double[::1] wide = read_numbers("radius", radius, count, 1e-9, 1e30)
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    points = read_rows("polyline", polyline, -1, 2)
    cdef int32_t corners = len(points)
    if corners < 2:
        raise ValueError(f"polyline: must be of 2 points or more, is of {corners}")
    forces = np.empty((count, 2))
    cdef const Vec2* path = rows_of(points)
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = follow_path_force(&vehicles.vehicles[i], path, corners, wide[i], ahead[i], seconds)
    return forces


def _velocity_towards(position, target, double max_speed):
    """Velocity (x, y, z) in m/s of ``velocity_towards`` for points (x, y, z) in metres."""
    cdef double[3] p = position, t = target, v
    velocity_towards(p, t, max_speed, v)
    return v[0], v[1], v[2]


def _velocity_to_arrive(position, target, double distance_left, double max_speed, double max_deceleration, double dt):
    """Velocity (x, y, z) in m/s of ``velocity_to_arrive`` for points (x, y, z) in metres, dt in seconds."""
    cdef double[3] p = position, t = target, v
    velocity_to_arrive(p, t, distance_left, max_speed, max_deceleration, dt, v)
    return v[0], v[1], v[2]
