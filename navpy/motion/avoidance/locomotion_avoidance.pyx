"""Avoidance for locomotion that is planned ahead (Anguelov 2013, "Collision Avoidance for Preplanned Locomotion", Game AI Pro, chapter
22): paths are kept, bodies slide along them in time, and the first conflict is resolved by speed if that can be, else by a detour."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_real, read_rows
from navpy.motion.avoidance.obstacle_islands cimport WalkTest, Wall, closest_on_wall, distance, touch, wall_stops
from navpy.motion.avoidance.velocity_profile cimport (Motion, Pace, SpeedWork, build_motion, find_forbidden, first_conflict, measure_path,
                                         nearest_free_speed, place_at)
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, subtract, unit, vec2

from enum import IntEnum

cdef int PIECES = 12                    # straight pieces of each of a detour's two curves
cdef double CLEAR = 0.02                # of the reach: a detour keeps so much more, for its pieces are chords of its curves
cdef double WIDER = 1.25                # times as far to the side, where a detour that leads past all who are met on it meets one yet
cdef int TRIES = 6                      # times that a detour is made farther
cdef double[3] EASES = [1.0, 1.6, 2.6]  # times as long as the tightest: a detour that begins early is shorter than one that begins late

cdef struct Swing:                      # a detour to one side; metres
    Vec2 here, ahead                    # where the first conflict would be, and the unit direction of the path there
    bint abreast                        # past where the other is when the agent is abreast of it, not where it is met
    int side                            # 1: to its left, −1: to its right
    double ease                         # times as long as the tightest that is possible
    double along, beside                # the detour point, from there
    double leave, join                  # where it leaves the path and comes back, along it from there

cdef struct Detour:                     # the best so far
    int32_t met                         # who is met on the path itself
    double time                         # seconds until then
    double size, change, speed          # metres, m/s, m/s
    Vec2 point                          # metres


# ---- detours ----

cdef int32_t place_on(const Vec2* path, int32_t count, const double* along, double s, Vec2* point, Vec2* tangent) noexcept nogil:
    """Where one is s metres along a path and which way it leads there; the leg that is on."""
    cdef int32_t leg = 0
    while leg + 2 < count and (along[leg + 1] <= s or along[leg + 1] <= along[leg]):
        leg += 1
    tangent[0] = unit(subtract(path[leg + 1], path[leg]))
    point[0] = add(path[leg], scale(tangent[0], min(s, along[leg + 1]) - along[leg]))
    return leg


cdef int add_bezier(Vec2 a, Vec2 leaving, Vec2 b, Vec2 arriving, vector[Vec2]* out) except -1 nogil:
    """A cubic Bézier curve from a to b with unit tangents there, without its begin; its inner control points lie a third of the way off."""
    cdef double third = distance(a, b) / 3.0, t
    cdef Vec2 p = add(a, scale(leaving, third)), q = subtract(b, scale(arriving, third))
    cdef int i
    for i in range(1, PIECES + 1):
        t = i / <double>PIECES
        out.push_back(add(add(scale(a, (1 - t) * (1 - t) * (1 - t)), scale(p, 3 * t * (1 - t) * (1 - t))),
                          add(scale(q, 3 * t * t * (1 - t)), scale(b, t * t * t))))
    return 0


cdef bint lay_detour(const Vec2* path, int32_t count, const double* along, double leave, double join, Vec2 beside, WalkTest may_walk,
                     const void* ground, vector[Vec2]* out) except -1 nogil:
    """The path with a stretch of it replaced by two cubic Béziers that meet beside it, in the direction of the whole, and leave and join
    it in its own; False where the ground does not allow that."""
    cdef Vec2 a, b, leaving, arriving, over
    cdef int32_t first = place_on(path, count, along, leave, &a, &leaving), last = place_on(path, count, along, join, &b, &arriving), i
    cdef size_t begin
    out.clear()
    for i in range(first + 1):
        out.push_back(path[i])
    begin = out.size()
    if distance(path[first], a) > touch():
        out.push_back(a)
    else:
        begin -= 1
    over = unit(subtract(b, a))
    add_bezier(a, leaving, beside, over, out)
    add_bezier(beside, over, b, arriving, out)
    for i in range(<int32_t>begin, <int32_t>out.size() - 1):
        if not may_walk(ground, out[0][i], out[0][i + 1]):
            return False
    if distance(b, path[last + 1]) <= touch():
        out.pop_back()
    for i in range(last + 1, count):
        out.push_back(path[i])
    return True


cdef double length_of(const vector[Vec2]* points) noexcept nogil:
    cdef double sum = 0.0
    cdef size_t i
    for i in range(1, points.size()):
        sum += distance(points[0][i - 1], points[0][i])
    return sum


cdef Vec2 where_met(const Motion* self_, const Motion* other, double time, Vec2 ahead, bint abreast, double horizon) noexcept nogil:
    """Where the other will be when it is met, or when the agent is abreast of it, were it let through."""
    cdef Vec2 velocity, its_velocity, at = place_at(self_, time, &velocity), its = place_at(other, time, &its_velocity)
    cdef double gap = dot(subtract(its, at), ahead), closing = dot(subtract(velocity, its_velocity), ahead)
    if abreast and gap > 0.0 and closing > 0.0:
        time = min(time + gap / closing, max(time, horizon))
    return place_at(other, time, &its_velocity)


cdef void swing_out(Swing* swing, Vec2 its, double reach, bint first) noexcept nogil:
    """Lets a swing lead past a body: its detour point beside it, as far off as both radii reach. The curve to there, which is
    y = h (3 t² − 2 t³), x = l t, keeps off the circle of that reach if l² ≥ 6 h · reach; shorter, it is bent more than the circle where it
    touches it. A swing that leads past all that are met and meets one yet, for its other end or its time, becomes wider and longer."""
    cdef Vec2 off = subtract(its, swing.here)
    cdef double along = dot(off, swing.ahead), beside = swing.side * det(swing.ahead, off) + reach, lead, more = 0.0
    if first or beside > swing.beside * (1.0 + CLEAR):
        swing.along, swing.beside = along, max(beside, CLEAR * reach)
    else:
        swing.beside *= WIDER
        more = 0.5 * reach
    lead = swing.ease * sqrt(6.0 * reach * max(swing.beside, reach / 6.0))
    swing.leave, swing.join = min(swing.leave - more, along - lead), max(swing.join + more, along + lead)


cdef int try_side(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count, WalkTest may_walk,
                  const void* ground, double s, Swing* swing, AvoidanceWork* work, Detour* best) except -1 nogil:
    """Swings out past the one who is met first, then farther for who is met on that way, until nobody is."""
    cdef int32_t met = best.met, _try
    cdef double time = best.time, speed, size, change
    cdef Vec2 its, point
    for _try in range(TRIES):
        its = where_met(&work.speeds.motion, &others[met], time, swing.ahead, swing.abreast, pace.horizon)
        swing_out(swing, its, (pace.radius + others[met].radius) * (1.0 + CLEAR), _try == 0)
        point = add(swing.here, add(scale(swing.ahead, swing.along), scale(left_of(swing.ahead), swing.side * swing.beside)))
        if not lay_detour(path, count, work.along.data(), max(0.0, s + swing.leave), min(work.along.back(), s + swing.join), point, may_walk,
                          ground, &work.candidate):
            return 0
        speed = nearest_free_speed(pace, work.candidate.data(), <int32_t>work.candidate.size(), others, other_count, &work.speeds)
        size, change = length_of(&work.candidate), fabs(speed - pace.speed)
        if speed >= 0.0 and (change < best.change or change == best.change and size < best.size):
            best.size, best.change, best.speed, best.point = size, change, speed, point
            work.best = work.candidate
        if speed == pace.speed:
            return 0
        build_motion(&work.speeds.motion, work.candidate.data(), <int32_t>work.candidate.size(), pace.radius, pace.speed, 0.0)
        met = first_conflict(&work.speeds.motion, others, other_count, pace.horizon, &time)
        if met < 0:
            return 0
    return 0


cdef int take_detour(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count, WalkTest may_walk,
                     const void* ground, AvoidanceWork* work, Avoidance* out) except -1 nogil:
    """Detours to both sides of the one who is met, where it will be then, the nearer side first: that with the least change of speed on
    which nobody is met, then the shortest."""
    cdef Detour best
    cdef Swing swing
    cdef Vec2 its
    cdef double s
    cdef int k, n, nearer
    best.size = best.change = INFINITY
    best.met, best.time, best.speed, best.point = out.conflict_with, out.conflict_time, pace.speed, path[0]
    measure_path(path, count, &work.along)
    s = min(pace.speed * out.conflict_time, work.along.back())
    place_on(path, count, work.along.data(), s, &swing.here, &swing.ahead)
    for k in range(2):
        build_motion(&work.speeds.motion, path, count, pace.radius, pace.speed, 0.0)
        swing.abreast = k == 1
        its = where_met(&work.speeds.motion, &others[best.met], best.time, swing.ahead, swing.abreast, pace.horizon)
        nearer = 1 if det(swing.ahead, subtract(its, swing.here)) < 0.0 else -1
        for n in range(6):
            swing.side, swing.ease = nearer if n < 3 else -nearer, EASES[n % 3]
            swing.leave, swing.join = INFINITY, -INFINITY
            build_motion(&work.speeds.motion, path, count, pace.radius, pace.speed, 0.0)
            try_side(pace, path, count, others, other_count, may_walk, ground, s, &swing, work, &best)
    if best.change < INFINITY:
        out.kind, out.speed, out.detour_point, out.points = AVOID_DETOUR, best.speed, best.point, work.best
    return 0


# ---- avoidance ----

cdef int find_clearances(const Vec2* path, int32_t count, const Wall* walls, int32_t wall_count, double clearance,
                         vector[double]* out) except -1 nogil:
    """What a detour keeps from each wall, metres: what is told, or what the path itself keeps where that is less."""
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
    """May one walk straight from a to b by the walls (Walls*)?"""
    cdef const Walls* walls = <const Walls*>ground
    cdef int32_t i
    for i in range(walls.count):
        if wall_stops(&walls.walls[i], a, b, walls.clearances[i]):
            return False
    return True


cdef int avoid(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count, WalkTest may_walk,
               const void* ground, AvoidanceWork* work, Avoidance* out) except -1 nogil:
    """What to do about the first conflict ahead: nothing, another speed, another path, or neither helps."""
    cdef double speed
    out.points.clear()
    out.points.insert(out.points.end(), path, path + count)
    out.kind, out.speed, out.detour_point = AVOID_NONE, pace.speed, path[0]
    build_motion(&work.speeds.motion, path, count, pace.radius, pace.speed, 0.0)
    out.conflict_with = first_conflict(&work.speeds.motion, others, other_count, pace.horizon, &out.conflict_time)
    if out.conflict_with < 0:
        return 0
    out.kind = AVOID_UNRESOLVED
    if out.conflict_time <= 0.0:
        return 0
    speed = nearest_free_speed(pace, path, count, others, other_count, &work.speeds)
    if speed >= 0.0:
        out.kind, out.speed = AVOID_SPEED, speed
        return 0
    if work.speeds.along.back() == 0.0:
        return 0
    return take_detour(pace, path, count, others, other_count, may_walk, ground, work, out)


# ---- for Python ----

class Resolution(IntEnum):
    """What to do about the first conflict."""
    NONE = AVOID_NONE
    SPEED = AVOID_SPEED
    DETOUR = AVOID_DETOUR
    UNRESOLVED = AVOID_UNRESOLVED


cdef int read_path(str name, path, vector[Vec2]* points) except -1:
    """The points of a path, none twice in a row."""
    cdef const double[:, ::1] rows = read_rows(name, path, -1, 2)
    cdef Py_ssize_t i
    if rows.shape[0] == 0:
        raise ValueError(f"{name}: has no point")
    points.clear()
    for i in range(rows.shape[0]):
        if i == 0 or rows[i, 0] != rows[i - 1, 0] or rows[i, 1] != rows[i - 1, 1]:
            points.push_back(vec2(rows[i, 0], rows[i, 1]))
    return 0


cdef double finite(str name, value, str unit_) except *:
    cdef double number = read_real(name, value)
    if not -1e30 <= number <= 1e30:
        raise ValueError(f"{name}: must be a finite number of {unit_}, is {value}")
    return number


cdef class MovingBody:
    """A circle whose motion is known: it stands at the first point of its path until ``start`` (seconds from now, below 0: it is on its
    way already), walks the path at an even speed, and stands at its end. path: (n, 2) metres; radius: metres; speed: m/s,
    0: it stands. ValueError: no point, numbers that are not finite, a radius or speed below 0."""
    cdef Motion motion

    def __init__(self, path, radius, speed=0.0, start=0.0):
        cdef vector[Vec2] points
        cdef double size = read_length("radius", radius), pace = read_length("speed", speed), begin = finite("start", start, "seconds")
        read_path("path", path, &points)
        build_motion(&self.motion, points.data(), <int32_t>points.size(), size, pace, begin)


cdef class AvoidanceResult:
    """What to do about the first conflict ahead."""
    cdef readonly object kind               #: Resolution
    cdef readonly double conflict_time      #: seconds until the first conflict if nothing were done; infinite without one
    cdef readonly int32_t conflict_with     #: index of the other, −1: nobody
    cdef readonly double speed              #: m/s to walk at
    cdef readonly object points             #: (n, 2) metres, the path to walk
    cdef readonly tuple detour_point        #: (x, y) metres beside the conflict, None without a detour

    def __repr__(self):
        return f"<AvoidanceResult {self.kind.name}, {self.speed:g} m/s, conflict at {self.conflict_time:g} s>"


cdef int read_bodies(others, vector[Motion]* motions) except -1:
    if not hasattr(others, "__iter__"):
        raise ValueError(f"others: must be MovingBody each, is {others!r}")
    for other in others:
        if not isinstance(other, MovingBody):
            raise ValueError(f"others: must be MovingBody each, one is {other!r}")
        motions.push_back((<MovingBody>other).motion)
    return 0


cdef AvoidanceResult result_of(const Avoidance* found):
    import numpy as np
    cdef AvoidanceResult result = AvoidanceResult.__new__(AvoidanceResult)
    cdef size_t i
    result.kind, result.speed = Resolution(found.kind), found.speed
    result.conflict_time, result.conflict_with = found.conflict_time, found.conflict_with
    result.points = np.array([(found.points[i].x, found.points[i].y) for i in range(found.points.size())])
    result.detour_point = (found.detour_point.x, found.detour_point.y) if found.kind == AVOID_DETOUR else None
    return result


cdef Pace read_pace(radius, speed, min_speed, max_speed, horizon) except *:
    cdef Pace pace
    pace.radius, pace.speed, pace.horizon = read_length("radius", radius), read_length("speed", speed), read_length("horizon", horizon)
    pace.min_speed = read_length("min_speed", min_speed)
    pace.max_speed = read_length("max_speed", max_speed)
    if pace.min_speed > pace.max_speed:
        raise ValueError(f"min_speed: must not exceed max_speed, {min_speed} > {max_speed}")
    return pace


cdef int read_walls(walls, vector[Wall]* out) except -1:
    cdef const double[:, ::1] rows = read_rows("walls", walls, -1, 4)
    cdef Wall wall
    cdef Py_ssize_t i
    for i in range(rows.shape[0]):
        wall.a, wall.b = vec2(rows[i, 0], rows[i, 1]), vec2(rows[i, 2], rows[i, 3])
        out.push_back(wall)
    return 0


cdef AvoidanceResult resolve(const Pace* pace, path, const vector[Motion]* others, const vector[Wall]* walls, wall_clearance):
    cdef vector[Vec2] points
    cdef AvoidanceWork work
    cdef Avoidance found
    cdef Walls ground
    ground.walls = walls.data()
    ground.count = <int32_t>walls.size()
    cdef double clearance = pace.radius if wall_clearance is None else read_length("wall_clearance", wall_clearance)
    cdef vector[double] clearances
    read_path("path", path, &points)
    with nogil:
        find_clearances(points.data(), <int32_t>points.size(), walls.data(), ground.count, clearance, &clearances)
        ground.clearances = clearances.data()
        avoid(pace, points.data(), <int32_t>points.size(), others.data(), <int32_t>others.size(), walls_allow, &ground, &work, &found)
    return result_of(&found)


def avoid_ahead(path, radius, speed, min_speed, max_speed, others, horizon, walls=(), wall_clearance=None):
    """What an agent that walks a path from now on does about those it would meet before the horizon: an AvoidanceResult.

    path: (n, 2) metres; radius: metres; speeds: m/s; others: MovingBody each; horizon: seconds; walls: (m, 4) both ends x, y, x, y in
    metres, of which the agent's centre keeps ``wall_clearance`` metres (its radius unless told) on a detour, or as much as on its path.
    NONE: nobody comes nearer than touching. SPEED: with the least change of speed within min_speed … max_speed nobody does; who stands
    for good on the way that would be walked until the horizon is not avoided by coming there later. DETOUR: nobody does on a
    path that leads round beside the first conflict by two cubic Bézier curves, with the same tangents as the path where it
    leaves and joins it; at the same speed if that can be. UNRESOLVED: none of these; stop in time or plan anew.
    Speeds change at once. ValueError: shapes, numbers that are not finite or below 0, min_speed above max_speed."""
    cdef Pace pace = read_pace(radius, speed, min_speed, max_speed, horizon)
    cdef vector[Motion] motions
    cdef vector[Wall] segments
    read_bodies(others, &motions)
    read_walls(walls, &segments)
    return resolve(&pace, path, &motions, &segments, wall_clearance)


def plan(paths, radii, speeds, min_speeds, max_speeds, horizon, others=(), walls=(), wall_clearance=None):
    """Agents plan one after the other, each against ``others`` and those before it as they have planned: a list of AvoidanceResult.

    One of each a path of (n, 2) metres, a radius in metres, a speed and its limits in m/s; the rest and ValueError as in
    ``avoid_ahead``. Agents that do not resolve their conflicts are taken to walk as they meant to."""
    cdef vector[Motion] motions
    cdef vector[Wall] segments
    cdef vector[Vec2] points
    cdef Motion motion
    cdef AvoidanceResult result
    cdef Pace one
    for name, each in (("paths", paths), ("radii", radii), ("speeds", speeds), ("min_speeds", min_speeds), ("max_speeds", max_speeds)):
        if not hasattr(each, "__len__"):
            raise ValueError(f"{name}: must be one for each path, is {each!r}")
    if not len(paths) == len(radii) == len(speeds) == len(min_speeds) == len(max_speeds):
        raise ValueError(f"paths: there are {len(paths)}, but {len(radii)} radii, {len(speeds)} speeds, {len(min_speeds)} min_speeds and "
                         f"{len(max_speeds)} max_speeds")
    read_bodies(others, &motions)
    read_walls(walls, &segments)
    results = []
    for path, radius, speed, min_speed, max_speed in zip(paths, radii, speeds, min_speeds, max_speeds):
        one = read_pace(radius, speed, min_speed, max_speed, horizon)
        result = resolve(&one, path, &motions, &segments, wall_clearance)
        read_path("paths", result.points, &points)
        build_motion(&motion, points.data(), <int32_t>points.size(), one.radius, result.speed, 0.0)
        motions.push_back(motion)
        results.append(result)
    return results


def forbidden_speeds(path, radius, speed, others, horizon):
    """The speeds in m/s at which an agent meets one of the others before the horizon, or, as in ``avoid_ahead``, one who stands for good in
    the way that it would walk at ``speed``: (k, 2), disjoint ascending ranges, rounded up by 1e-9."""
    import numpy as np
    cdef Pace one = read_pace(radius, speed, 0.0, 0.0, horizon)
    cdef vector[Motion] motions
    cdef vector[Vec2] points
    cdef SpeedWork work
    cdef size_t i
    read_bodies(others, &motions)
    read_path("path", path, &points)
    find_forbidden(&one, points.data(), <int32_t>points.size(), motions.data(), <int32_t>motions.size(), &work)
    return np.array([(work.ranges[i].low, work.ranges[i].high) for i in range(work.ranges.size())]).reshape(-1, 2)
