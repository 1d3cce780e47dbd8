"""Steering behaviors of one vehicle (Reynolds 1999, "Steering Behaviors For Autonomous Characters"). A behavior has no state and moves
nothing; the caller keeps what it has to remember.

Why arrival ends at the target: in polar coordinates about the target, a vehicle has a distance, a speed towards the target and a
lateral speed. `braking_speed` is safe: a vehicle within it can stay within it in every later step by a deceleration that its force
allows, and the last step ends on the target. A vehicle within it first reduces the lateral speed, and uses the rest of its force for
the speed towards the target. Each such step reduces the angular momentum about the target, and motion conserves it, until it is 0 and
the vehicle moves on a straight line. A vehicle beyond the braking speed brakes along its velocity, which ends in a stop. So no vehicle
orbits the target, and none passes it unless it was so fast that no force could have stopped it in time."""
from libc.math cimport INFINITY, M_PI, copysign, fabs, remainder, sqrt
from libc.stdint cimport int32_t, uint64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.elementary cimport angle_between, sin, unit_vector
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double RELAXATION = 0.5            # seconds, time constant of the velocity (Helbing & Molnár 1995)
cdef double ARRIVED_DISTANCE = 1e-9     # meters from the target; a vehicle this near has arrived, so that rounding does not decide


# ---- velocity to force ----

cdef Vec2 steering_force(Vec2 desired_velocity, Vec2 velocity, double mass, double max_force) noexcept nogil:
    """Reynolds' steering = desired velocity − velocity, as a force: the difference decays with the time constant RELAXATION."""
    return truncate(scale(subtract(desired_velocity, velocity), mass / RELAXATION), max_force)


cdef Vec2 velocity_of_force(Vec2 force, Vec2 velocity, double mass) noexcept nogil:
    return add(velocity, scale(force, RELAXATION / mass))


cdef Vec2 force_for(const Vehicle* vehicle, Vec2 desired_velocity) noexcept nogil:
    return steering_force(desired_velocity, vehicle.velocity, vehicle.mass, vehicle.max_force)


cdef Vec2 force_within(const Vehicle* vehicle, Vec2 velocity, double dt) noexcept nogil:
    return truncate(scale(subtract(velocity, vehicle.velocity), vehicle.mass / dt), vehicle.max_force)


# ---- one target ----

cdef Vec2 seek_force(const Vehicle* vehicle, Vec2 target) noexcept nogil:
    """Full speed towards the target, through it and back again."""
    return force_for(vehicle, scale(unit(subtract(target, vehicle.position)), vehicle.max_speed))


cdef Vec2 flee_force(const Vehicle* vehicle, Vec2 target, double panic_distance) noexcept nogil:
    """Full speed away from the target; 0 if it is farther away than panic_distance. A vehicle right on the target goes straight on."""
    cdef Vec2 away = subtract(vehicle.position, target)
    if length(away) > panic_distance:
        return vec2(0.0, 0.0)
    return force_for(vehicle, scale(unit(away) if square(away) > 0.0 else vehicle.heading, vehicle.max_speed))


cdef Vec2 arrival_velocity(Vec2 way, Vec2 velocity, double top_speed, double safe_speed, double step) noexcept nogil:
    """The velocity of the next step for a vehicle that is to come to rest at the end of ``way``, meters, and may change its velocity
    by ``step``. Its speed towards the end is at most top_speed; its speed is at most safe_speed, unless it already exceeds that."""
    cdef double left = length(way), speed = length(velocity), ahead, sideways, off, rest
    cdef Vec2 to
    if left <= ARRIVED_DISTANCE:
        return subtract(velocity, truncate(velocity, step))
    # Reduce the lateral speed first; the rest of the step is for the speed ahead.
    to = unit(way)
    ahead, sideways = dot(to, velocity), det(to, velocity)
    off = min(fabs(sideways), step)
    rest = sqrt(step * step - off * off)
    sideways -= copysign(off, sideways)
    ahead += max(-rest, min(min(top_speed, safe_speed) - ahead, rest))
    # Too fast: brake along the velocity.
    if speed > safe_speed and ahead * ahead + sideways * sideways > safe_speed * safe_speed * (1.0 + 1e-12):
        return scale(velocity, max(speed - step, safe_speed) / speed)
    return add(scale(to, ahead), scale(left_of(to), sideways))


cdef double turning_speed(const Vehicle* vehicle, Vec2 way, double dt) noexcept nogil:
    """The highest speed at which the end of ``way`` is not inside of the vehicle's turning circle, by the chord to the end, 2 · radius
    · sin(angle). At this speed the angle shrinks at half of the turn rate or faster, so the turn ends."""
    cdef double angle = fabs(angle_between(vehicle.heading, way))
    if angle <= vehicle.max_turn_rate * dt:
        return INFINITY
    return 0.5 * vehicle.max_turn_rate * length(way) / (sin(angle) if angle < 0.5 * M_PI else 1.0)


cdef Vec2 arrive_force(const Vehicle* vehicle, Vec2 target, double dt) noexcept nogil:
    cdef double step = vehicle.max_force * dt / vehicle.mass
    cdef Vec2 way = subtract(target, vehicle.position)
    cdef double safe_speed = min(braking_speed(length(way), step, dt), turning_speed(vehicle, way, dt))
    return force_within(vehicle, arrival_velocity(way, vehicle.velocity, vehicle.max_speed, safe_speed, step), dt)


cdef Vec2 rendezvous_force(const Vehicle* vehicle, Vec2 target, Vec2 target_velocity, double dt) noexcept nogil:
    """Arrival in the frame of a target that moves straight on, with at most max_speed in the world. On the way the bearing of the
    target is constant, which is interception."""
    cdef double step = vehicle.max_force * dt / vehicle.mass, along, top_speed
    cdef Vec2 way = subtract(target, vehicle.position), velocity = subtract(vehicle.velocity, target_velocity)
    if square(target_velocity) == 0.0:
        return arrive_force(vehicle, target, dt)
    along = dot(unit(way), target_velocity)
    top_speed = vehicle.max_speed * vehicle.max_speed - square(target_velocity) + along * along
    top_speed = max(sqrt(max(top_speed, 0.0)) - along, 0.0)
    velocity = arrival_velocity(way, velocity, top_speed, braking_speed(length(way), step, dt), step)
    return force_within(vehicle, truncate(add(target_velocity, velocity), vehicle.max_speed), dt)


# ---- others that move ----

cdef double time_to_intercept(const Vehicle* vehicle, const Vehicle* quarry) noexcept nogil:
    """The first t with |to + v · t| = max_speed · t. Where there is none: the time to the quarry's present position."""
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
    """Seek the place of interception, predicted by at most look_ahead seconds."""
    cdef double seconds = min(time_to_intercept(vehicle, quarry), look_ahead)
    return seek_force(vehicle, add(quarry.position, scale(quarry.velocity, seconds)))


cdef Vec2 evade_force(const Vehicle* vehicle, const Vehicle* pursuer, double panic_distance, double look_ahead) noexcept nogil:
    """Flee from the pursuer's position after the time in which the two can meet, at the vehicle's full speed and the pursuer's own. A
    pursuer that comes straight on is so still predicted on its own side, not beyond the vehicle."""
    cdef Vec2 away = subtract(vehicle.position, pursuer.position)
    cdef double speed = length(pursuer.velocity), seconds = 0.0
    if length(away) > panic_distance:
        return vec2(0.0, 0.0)
    if speed > 0.0:
        seconds = min(length(away) / (speed + vehicle.max_speed), look_ahead)
    return flee_force(vehicle, add(pursuer.position, scale(pursuer.velocity, seconds)), INFINITY)


cdef Vec2 wander_force(const Vehicle* vehicle, const WanderCircle* circle, uint64_t agent, uint64_t step, double dt,
                       double* angle) noexcept nogil:
    """Seek a point on a circle ahead that moves along the circle at random, so the direction changes little from step to step. The
    point's angle is a random walk of variance rate² · t for any time step."""
    cdef Vec2 to, off
    angle[0] += circle.rate * sqrt(3.0 * dt) * (2.0 * uniform(circle.seed, agent, step) - 1.0)
    angle[0] = remainder(angle[0], 2.0 * M_PI)
    off = scale(unit_vector(angle[0]), circle.radius)
    to = add(scale(vehicle.heading, circle.distance + off.x), scale(left_of(vehicle.heading), off.y))
    return force_for(vehicle, scale(unit(to), vehicle.max_speed))


cdef Vec2 interpose_force(const Vehicle* vehicle, const Vehicle* a, const Vehicle* b, double dt) noexcept nogil:
    """To the midpoint of two others, and along with it."""
    return rendezvous_force(vehicle, scale(add(a.position, b.position), 0.5), scale(add(a.velocity, b.velocity), 0.5), dt)


cdef Vec2 hide_force(const Vehicle* vehicle, const Circle* obstacles, int32_t count, Vec2 pursuer, double clearance,
                     double dt) noexcept nogil:
    """Arrive behind the nearest obstacle, on the line from the pursuer through its center; flee where there is none. An obstacle that
    the pursuer stands in hides nobody."""
    cdef double least = INFINITY, distance
    cdef Vec2 line, spot, best = vehicle.position
    cdef int32_t i
    for i in range(count):
        line = subtract(obstacles[i].center, pursuer)
        if length(line) <= obstacles[i].radius:
            continue
        spot = add(obstacles[i].center, scale(unit(line), obstacles[i].radius + clearance))
        distance = length(subtract(spot, vehicle.position))
        if distance < least:
            least, best = distance, spot
    return arrive_force(vehicle, best, dt) if least < INFINITY else flee_force(vehicle, pursuer, INFINITY)


cdef Vec2 offset_pursuit_force(const Vehicle* vehicle, const Vehicle* leader, Vec2 offset, double dt) noexcept nogil:
    """Keep to an offset from a leader: meters ahead of it, meters to its left."""
    cdef Vec2 place = add(scale(leader.heading, offset.x), scale(left_of(leader.heading), offset.y))
    return rendezvous_force(vehicle, add(leader.position, place), leader.velocity, dt)


# ---- a path ----

cdef PathProjection project_on_path(const Vec2* points, int32_t count, Vec2 place) noexcept nogil:
    """Of several nearest points the first."""
    cdef PathProjection best
    cdef Vec2 leg, at
    cdef double size, t, off, before = 0.0
    cdef int32_t i
    best.along, best.off = 0.0, length(subtract(place, points[0]))
    for i in range(count - 1):
        leg = subtract(points[i + 1], points[i])
        size = square(leg)
        t = max(0.0, min(dot(subtract(place, points[i]), leg) / size, 1.0)) if size > 0.0 else 0.0
        at = add(points[i], scale(leg, t))
        off = length(subtract(place, at))
        if off < best.off:
            best.along, best.off = before + t * sqrt(size), off
        before += sqrt(size)
    return best


cdef Vec2 point_along(const Vec2* points, int32_t count, double along, bint* is_end) noexcept nogil:
    """The point at a distance along a polyline; its last point where the polyline is shorter."""
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
    """The position in look_ahead seconds is projected on the path. While it is within the radius, and farther along the path than now,
    the vehicle keeps its heading at full speed. Else it seeks a point of the path, as far ahead as it would have gone. If that is the
    end, it arrives."""
    cdef PathProjection now = project_on_path(points, count, vehicle.position)
    cdef Vec2 ahead = scale(vehicle.velocity, look_ahead)
    cdef PathProjection then = project_on_path(points, count, add(vehicle.position, ahead))
    cdef bint is_end
    cdef Vec2 target = point_along(points, count, now.along + max(length(ahead), radius), &is_end)
    if is_end:
        return arrive_force(vehicle, target, dt)
    if then.off <= radius and then.along > now.along:
        return force_for(vehicle, scale(vehicle.heading, vehicle.max_speed))
    return seek_force(vehicle, target)
