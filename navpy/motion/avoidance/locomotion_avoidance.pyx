"""Avoidance for locomotion that is planned ahead (Anguelov 2013, "Collision Avoidance for Preplanned Locomotion", Game AI Pro, chapter
22): agents keep to their paths, and the first conflict is resolved by a change of speed if possible, else by a detour."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport WalkTest, Wall, closest_on_wall, contact_tolerance, distance, wall_stops
from navpy.motion.avoidance.velocity_profile cimport (Trajectory, WalkParams, build_trajectory, first_conflict, measure_path,
                                                      nearest_free_speed, state_at)
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, subtract, unit

cdef int BEZIER_PIECES = 12             # straight pieces of each of a detour's two curves
cdef double SAFETY_MARGIN = 0.02        # of both radii: more distance for a detour, as its pieces are chords of its curves
cdef double WIDEN_FACTOR = 1.25         # factor of the lateral distance, where a detour past all bodies still has a conflict
cdef int TRIES = 6                      # extensions of a detour
cdef double[3] LENGTH_FACTORS = [1.0, 1.6, 2.6]  # of detours, relative to the tightest: a long one may need no change of speed

cdef struct DetourShape:                # a detour to one side of the path; meters
    Vec2 here, ahead                    # place of the first conflict, and the unit direction of the path there
    bint abreast                        # past the other body's place when the agent draws level with it, not at the conflict
    int side                            # 1: to the left of the path, −1: to its right
    double length_factor                # length relative to the tightest detour
    double along, lateral               # the detour point, from the conflict along the path and to the side
    double leave, join                  # arc length, from the conflict, where the detour leaves and joins the path

cdef struct BestDetour:                 # the best one so far
    int32_t met                         # the body of the conflict on the path itself
    double time                         # seconds until that conflict
    double size, change, speed          # length in meters, change of speed and speed in m/s
    Vec2 point                          # meters


# ---- detours ----

cdef int32_t place_on(const Vec2* path, int32_t count, const double* along, double s, Vec2* point, Vec2* tangent) noexcept nogil:
    """Point and unit tangent of a path at arc length s; returns the leg."""
    cdef int32_t leg = 0
    while leg + 2 < count and (along[leg + 1] <= s or along[leg + 1] <= along[leg]):
        leg += 1
    tangent[0] = unit(subtract(path[leg + 1], path[leg]))
    point[0] = add(path[leg], scale(tangent[0], min(s, along[leg + 1]) - along[leg]))
    return leg


cdef int add_bezier(Vec2 a, Vec2 leaving, Vec2 b, Vec2 arriving, vector[Vec2]* out) except -1 nogil:
    """Append a cubic Bézier curve from a to b with unit tangents there, without its first point. Its inner control points are a third
    of the distance away from its ends."""
    cdef double third = distance(a, b) / 3.0, t
    cdef Vec2 p = add(a, scale(leaving, third)), q = subtract(b, scale(arriving, third))
    cdef int i
    for i in range(1, BEZIER_PIECES + 1):
        t = i / <double>BEZIER_PIECES
        out.push_back(add(add(scale(a, (1 - t) * (1 - t) * (1 - t)), scale(p, 3 * t * (1 - t) * (1 - t))),
                          add(scale(q, 3 * t * t * (1 - t)), scale(b, t * t * t))))
    return 0


cdef bint write_detour(const Vec2* path, int32_t count, const double* along, double leave, double join, Vec2 detour_point,
                       WalkTest may_walk, const void* ground, vector[Vec2]* out) except -1 nogil:
    """The path with a part of it replaced by two cubic Bézier curves, which meet at the detour point in the direction of the whole
    detour and leave and join the path in its own direction. False where the ground does not permit it."""
    cdef Vec2 a, b, leaving, arriving, over
    cdef int32_t first = place_on(path, count, along, leave, &a, &leaving), last = place_on(path, count, along, join, &b, &arriving), i
    cdef size_t begin
    out.clear()
    for i in range(first + 1):
        out.push_back(path[i])
    begin = out.size()
    if distance(path[first], a) > contact_tolerance():
        out.push_back(a)
    else:
        begin -= 1
    over = unit(subtract(b, a))
    add_bezier(a, leaving, detour_point, over, out)
    add_bezier(detour_point, over, b, arriving, out)
    for i in range(<int32_t>begin, <int32_t>out.size() - 1):
        if not may_walk(ground, out[0][i], out[0][i + 1]):
            return False
    if distance(b, path[last + 1]) <= contact_tolerance():
        out.pop_back()
    for i in range(last + 1, count):
        out.push_back(path[i])
    return True


cdef double path_length(const vector[Vec2]* points) noexcept nogil:
    cdef double sum = 0.0
    cdef size_t i
    for i in range(1, points.size()):
        sum += distance(points[0][i - 1], points[0][i])
    return sum


cdef Vec2 conflict_place(const Trajectory* self_, const Trajectory* other, double time, Vec2 ahead, bint abreast, double horizon) noexcept nogil:
    """Where the other body will be at the conflict; or, with abreast, when the agent draws level with it, if both walked on."""
    cdef Vec2 velocity, its_velocity, at = state_at(self_, time, &velocity), other_place = state_at(other, time, &its_velocity)
    cdef double gap = dot(subtract(other_place, at), ahead), closing = dot(subtract(velocity, its_velocity), ahead)
    if abreast and gap > 0.0 and closing > 0.0:
        time = min(time + gap / closing, max(time, horizon))
    return state_at(other, time, &its_velocity)


cdef void extend_detour(DetourShape* shape, Vec2 other_place, double reach, bint first) noexcept nogil:
    """Lead a detour past a body: the detour point lies beside it, as far away as both radii. The curve to there, y = h (3 t² − 2 t³),
    x = l t, keeps clear of the circle of both radii if l² ≥ 6 h · reach. A shorter curve is bent more than the circle where it touches
    it. A detour that passes all bodies and still has a conflict, near its other end or later, becomes wider and longer."""
    cdef Vec2 off = subtract(other_place, shape.here)
    cdef double along = dot(off, shape.ahead), lateral = shape.side * det(shape.ahead, off) + reach, lead, more = 0.0
    if first or lateral > shape.lateral * (1.0 + SAFETY_MARGIN):
        shape.along, shape.lateral = along, max(lateral, SAFETY_MARGIN * reach)
    else:
        shape.lateral *= WIDEN_FACTOR
        more = 0.5 * reach
    lead = shape.length_factor * sqrt(6.0 * reach * max(shape.lateral, reach / 6.0))
    shape.leave, shape.join = min(shape.leave - more, along - lead), max(shape.join + more, along + lead)


cdef int try_side(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count, WalkTest may_walk,
                  const void* ground, double s, DetourShape* shape, ResolutionMemory* memory, BestDetour* best) except -1 nogil:
    """Lead a detour past the first body, then past the bodies that have a conflict with it, until there is no conflict."""
    cdef int32_t met = best.met, _try
    cdef double time = best.time, speed, size, change
    cdef Vec2 other_place, point
    for _try in range(TRIES):
        other_place = conflict_place(&memory.speeds.trajectory, &others[met], time, shape.ahead, shape.abreast, params.horizon)
        extend_detour(shape, other_place, (params.radius + others[met].radius) * (1.0 + SAFETY_MARGIN), _try == 0)
        point = add(shape.here, add(scale(shape.ahead, shape.along), scale(left_of(shape.ahead), shape.side * shape.lateral)))
        if not write_detour(path, count, memory.along.data(), max(0.0, s + shape.leave), min(memory.along.back(), s + shape.join), point,
                            may_walk, ground, &memory.candidate):
            return 0
        speed = nearest_free_speed(params, memory.candidate.data(), <int32_t>memory.candidate.size(), others, other_count, &memory.speeds)
        size, change = path_length(&memory.candidate), fabs(speed - params.speed)
        if speed >= 0.0 and (change < best.change or change == best.change and size < best.size):
            best.size, best.change, best.speed, best.point = size, change, speed, point
            memory.best = memory.candidate
        if speed == params.speed:
            return 0
        build_trajectory(&memory.speeds.trajectory, memory.candidate.data(), <int32_t>memory.candidate.size(), params.radius,
                         params.speed, 0.0)
        met = first_conflict(&memory.speeds.trajectory, others, other_count, params.horizon, &time)
        if met < 0:
            return 0
    return 0


cdef int resolve_by_detour(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count, WalkTest may_walk,
                           const void* ground, ResolutionMemory* memory, ConflictResolution* out) except -1 nogil:
    """Detours on both sides of the first conflict's body, the nearer side first. Of the detours without a conflict, the one with the
    least change of speed, then the shortest."""
    cdef BestDetour best
    cdef DetourShape shape
    cdef Vec2 other_place
    cdef double s
    cdef int k, n, nearer
    best.size = best.change = INFINITY
    best.speed, best.point = params.speed, path[0]         # those of no detour
    best.met, best.time = out.conflict_with, out.conflict_time
    measure_path(path, count, &memory.along)
    s = min(params.speed * out.conflict_time, memory.along.back())
    place_on(path, count, memory.along.data(), s, &shape.here, &shape.ahead)
    for k in range(2):
        build_trajectory(&memory.speeds.trajectory, path, count, params.radius, params.speed, 0.0)
        shape.abreast = k == 1
        other_place = conflict_place(&memory.speeds.trajectory, &others[best.met], best.time, shape.ahead, shape.abreast, params.horizon)
        nearer = 1 if det(shape.ahead, subtract(other_place, shape.here)) < 0.0 else -1
        for n in range(6):
            shape.side, shape.length_factor = nearer if n < 3 else -nearer, LENGTH_FACTORS[n % 3]
            shape.leave, shape.join = INFINITY, -INFINITY
            build_trajectory(&memory.speeds.trajectory, path, count, params.radius, params.speed, 0.0)
            try_side(params, path, count, others, other_count, may_walk, ground, s, &shape, memory, &best)
    if best.change < INFINITY:
        out.kind, out.speed, out.detour_point, out.points = AVOID_DETOUR, best.speed, best.point, memory.best
    return 0


# ---- resolution ----

cdef int find_clearances(const Vec2* path, int32_t count, const Wall* walls, int32_t wall_count, double clearance,
                         vector[double]* out) except -1 nogil:
    cdef Wall leg
    cdef double kept
    cdef int32_t i, k
    out.clear()
    for i in range(wall_count):
        kept = min(clearance, distance(path[0], closest_on_wall(&walls[i], path[0])))
        for k in range(1, count):
            leg.a, leg.b = path[k - 1], path[k]
            kept = min(kept, distance(path[k], closest_on_wall(&walls[i], path[k])))
            kept = min(kept, distance(walls[i].a, closest_on_wall(&leg, walls[i].a)))
            kept = min(kept, distance(walls[i].b, closest_on_wall(&leg, walls[i].b)))
        out.push_back(kept)
    return 0


cdef bint walls_allow(const void* ground, Vec2 a, Vec2 b) noexcept nogil:
    cdef const Walls* walls = <const Walls*>ground
    cdef int32_t i
    for i in range(walls.count):
        if wall_stops(&walls.walls[i], a, b, walls.clearances[i]):
            return False
    return True


cdef int resolve_conflict(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count, WalkTest may_walk,
                          const void* ground, ResolutionMemory* memory, ConflictResolution* out) except -1 nogil:
    cdef double speed
    out.points.clear()
    out.points.insert(out.points.end(), path, path + count)
    out.kind, out.speed, out.detour_point = AVOID_NONE, params.speed, path[0]
    # Is there a conflict at all?
    build_trajectory(&memory.speeds.trajectory, path, count, params.radius, params.speed, 0.0)
    out.conflict_with = first_conflict(&memory.speeds.trajectory, others, other_count, params.horizon, &out.conflict_time)
    if out.conflict_with < 0:
        return 0
    out.kind = AVOID_UNRESOLVED
    if out.conflict_time <= 0.0:
        return 0
    # By another speed, else by another path.
    speed = nearest_free_speed(params, path, count, others, other_count, &memory.speeds)
    if speed >= 0.0:
        out.kind, out.speed = AVOID_SPEED, speed
        return 0
    if memory.speeds.along.back() == 0.0:
        return 0
    return resolve_by_detour(params, path, count, others, other_count, may_walk, ground, memory, out)
