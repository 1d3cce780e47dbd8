"""Motions along paths, who meets whom, and the speeds that prevent it.

A speed is a line through the origin of the plane of time and of metres along a path, and those who cross the path are forbidden regions
there (Kant & Zucker 1986, "Toward Efficient Trajectory Planning: The Path-Velocity Decomposition"). For one leg of the path and
one straight stretch of another's motion the region is convex, so the speeds whose lines meet it are one range, known in
closed form."""
from libc.math cimport INFINITY, fabs, isinf, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport distance, touch
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, unit, vec2

cdef double SLACK = 1e-9                # m/s and a part of the speed: a chosen speed stays so far off the forbidden ones
cdef int TRIES = 8                      # speeds that are tried where rounding has spoilt the nearest


# ---- motions and conflicts ----

cdef int add_stretch(Motion* motion, double begin, double end, Vec2 at, Vec2 velocity) except -1 nogil:
    cdef Stretch stretch
    stretch.begin, stretch.end, stretch.at, stretch.velocity = begin, end, at, velocity
    if end > begin:
        motion.stretches.push_back(stretch)
    return 0


cdef int build_motion(Motion* motion, const Vec2* points, int32_t count, double radius, double speed, double start) except -1 nogil:
    """A body that walks a path at an even speed from a time on, seconds; it may lie in the past."""
    cdef double now = start, size
    cdef Vec2 rest = vec2(0.0, 0.0)
    cdef int32_t i
    motion.stretches.clear()
    motion.radius = radius
    if not speed > 0.0:
        return add_stretch(motion, 0.0, INFINITY, points[0], rest)
    add_stretch(motion, min(0.0, start), start, points[0], rest)
    for i in range(count - 1):
        size = distance(points[i], points[i + 1])
        add_stretch(motion, now, now + size / speed, points[i], scale(unit(subtract(points[i + 1], points[i])), speed))
        now += size / speed
    return add_stretch(motion, now, INFINITY, points[count - 1], rest)


cdef Vec2 position_at(const Stretch* stretch, double time) noexcept nogil:
    return add(stretch.at, scale(stretch.velocity, time - stretch.begin))


cdef double first_within(Vec2 apart, Vec2 velocity, double reach, double last) noexcept nogil:
    """When two bodies in even motion are first nearer than a reach, 0 … last; infinite if they are not. The nearest they come to is
    known from their closest approach, so that a touch of rounding's making is none."""
    cdef double closing = dot(apart, velocity), size = square(velocity), at = 0.0, root
    if length(apart) < reach - touch():
        return 0.0
    if not (closing < 0.0 and size > 0.0):
        return INFINITY
    at = min(last, -closing / size)
    if not length(add(apart, scale(velocity, at))) < reach - touch():
        return INFINITY
    root = closing * closing - size * (square(apart) - reach * reach)
    return max(0.0, (-closing - sqrt(max(0.0, root))) / size)


cdef double conflict_time(const Motion* a, const Motion* b, double horizon) noexcept nogil:
    """Stretch against stretch, in the order of time."""
    cdef size_t i = 0, k = 0
    cdef double begin, end, found
    cdef const Stretch* p
    cdef const Stretch* q
    while i < a.stretches.size() and k < b.stretches.size():
        p = &a.stretches[i]
        q = &b.stretches[k]
        begin, end = max(0.0, max(p.begin, q.begin)), min(horizon, min(p.end, q.end))
        if begin <= end:
            found = first_within(subtract(position_at(p, begin), position_at(q, begin)), subtract(p.velocity, q.velocity),
                                 a.radius + b.radius, end - begin)
            if found < INFINITY:
                return begin + found
        if p.end <= q.end:
            i += 1
        else:
            k += 1
    return INFINITY


cdef int32_t first_conflict(const Motion* agent, const Motion* others, int32_t count, double horizon, double* time) noexcept nogil:
    """Who is met first, −1: nobody."""
    cdef int32_t i, found = -1
    cdef double at
    time[0] = INFINITY
    for i in range(count):
        at = conflict_time(agent, &others[i], horizon)
        if at < time[0]:
            time[0], found = at, i
    return found


cdef Vec2 place_at(const Motion* motion, double time, Vec2* velocity) noexcept nogil:
    cdef size_t i = 0
    while i + 1 < motion.stretches.size() and motion.stretches[i].end <= time:
        i += 1
    velocity[0] = motion.stretches[i].velocity
    return position_at(&motion.stretches[i], time)


cdef int measure_path(const Vec2* path, int32_t count, vector[double]* along) except -1 nogil:
    cdef int32_t i
    cdef double sum = 0.0
    along.clear()
    along.push_back(0.0)
    for i in range(count - 1):
        sum += distance(path[i], path[i + 1])
        along.push_back(sum)
    return 0


# ---- speeds ----

cdef inline void widen(double time, double along, SpeedRange* range_) noexcept nogil:
    """Takes in the speed whose line leads to a place along the path at a time."""
    cdef double speed
    if time > 0.0:
        speed = along / time
    elif along > 0.0:
        speed = INFINITY
    else:                                           # there already: at any speed
        range_.low, range_.high = 0.0, INFINITY
        return
    range_.low, range_.high = min(range_.low, speed), max(range_.high, speed)


cdef bint within_reach(Vec2 apart, Vec2 velocity, double reach, double* first, double* last) noexcept nogil:
    """Cuts an interval to where |apart + velocity · x| ≤ reach; False where nothing is left."""
    cdef double a = square(velocity), b = dot(apart, velocity), c = square(apart) - reach * reach, root
    if a == 0.0:
        return c <= 0.0
    root = b * b - a * c
    if root < 0.0:
        return False
    root = sqrt(root)
    first[0], last[0] = max(first[0], (-b - root) / a), min(last[0], (-b + root) / a)
    return first[0] <= last[0]


cdef int solve(double a, double b, double c, double* roots) noexcept nogil:
    """Real roots of a x² + 2 b x + c = 0, how many; without cancellation."""
    cdef double root = b * b - a * c, q
    if root < 0.0:
        return 0
    q = -(b + sqrt(root)) if b >= 0.0 else -(b - sqrt(root))
    roots[0], roots[1] = c / q if q != 0.0 else 0.0, q / a if a != 0.0 else INFINITY
    return 2


cdef void forbid_cell(Vec2 a, Vec2 u, double first, double last, Vec2 b, Vec2 w, double begin, double end, double reach,
                      SpeedRange* range_) noexcept nogil:
    """Takes in the speeds that lead to a conflict while the agent is at a + u · s on a leg, s in first … last metres along its path, and
    the other at b + w · t, t in begin … end seconds. What lies within reach is convex in t and s, cut by the leg and the
    stretch: its least and greatest s / t are at the ends of where the cuts run through it, or where a line through the
    origin touches it. On the line of speed m the least distance is |det(m u − w, a − b)| / |m u − w|."""
    cdef double[2] times = [begin, end], alongs = [first, last], roots
    cdef double low, high, du, dw, t
    cdef Vec2 c = subtract(a, b), n
    cdef int i
    for i in range(2):
        low, high = first, last
        if within_reach(subtract(c, scale(w, times[i])), u, reach, &low, &high):
            widen(times[i], low, range_)
            widen(times[i], high, range_)
        low, high = begin, end
        if within_reach(add(c, scale(u, alongs[i])), scale(w, -1.0), reach, &low, &high):
            widen(low, alongs[i], range_)
            widen(high, alongs[i], range_)
    du, dw = det(u, c), det(w, c)
    for i in range(solve(du * du - reach * reach, reach * reach * dot(u, w) - du * dw, dw * dw - reach * reach * square(w), roots)):
        n = subtract(scale(u, roots[i]), w)
        t = -dot(n, c) / square(n) if 0.0 <= roots[i] < INFINITY and square(n) > 0.0 else -1.0
        if begin <= t <= end and first <= roots[i] * t <= last:
            widen(t, roots[i] * t, range_)


cdef int forbid(SpeedWork* work, const SpeedRange* range_) except -1 nogil:
    cdef SpeedRange wider
    if range_.low <= range_.high and range_.low < INFINITY:
        wider.low, wider.high = range_.low - SLACK * (1.0 + range_.low), range_.high + SLACK * (1.0 + range_.high)
        work.ranges.push_back(wider)
    return 0


cdef int forbid_end(Vec2 end, double along, const Stretch* other, double begin, double last, double reach,
                    SpeedWork* work) except -1 nogil:
    """Forbids the speeds at which the agent, at the end of its path, is met there."""
    cdef SpeedRange range_
    if within_reach(subtract(subtract(other.at, scale(other.velocity, other.begin)), end), other.velocity, reach, &begin, &last):
        range_.low, range_.high = INFINITY, INFINITY
        widen(last, along, &range_)
        forbid(work, &range_)
    return 0


cdef int forbid_standing(const Pace* pace, Vec2 a, Vec2 u, double first, double last, const Stretch* other, double reach,
                         SpeedWork* work) except -1 nogil:
    """Who stands for good on the stretch of path that is ahead is in the way at any speed but those that lead past before: who walks
    slower only comes to it later."""
    cdef SpeedRange range_
    last = min(last, pace.speed * pace.horizon)
    if isinf(other.end) and first <= last and within_reach(subtract(a, other.at), u, reach, &first, &last):
        range_.low, range_.high = 0.0, 0.0
        widen(max(0.0, other.begin), last, &range_)
        forbid(work, &range_)
    return 0


cdef bint is_lower(const SpeedRange& a, const SpeedRange& b) noexcept nogil:
    return a.low < b.low if a.low != b.low else a.high < b.high


cdef int find_forbidden(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count,
                        SpeedWork* work) except -1 nogil:
    """All speeds that lead to a conflict before the horizon, as disjoint ascending ranges in work.ranges."""
    cdef int32_t i, k
    cdef size_t n, kept = 0
    cdef double begin, end, reach
    cdef Vec2 a, u
    cdef SpeedRange range_
    cdef const Stretch* other
    measure_path(path, count, &work.along)
    work.ranges.clear()
    for i in range(other_count):
        reach = pace.radius + others[i].radius - touch()
        for n in range(others[i].stretches.size()):
            other = &others[i].stretches[n]
            begin, end = max(0.0, other.begin), min(pace.horizon, other.end)
            if begin > end:
                continue
            for k in range(count - 1):
                u = unit(subtract(path[k + 1], path[k]))
                a = subtract(path[k], scale(u, work.along[k]))
                range_.low, range_.high = INFINITY, -INFINITY
                forbid_cell(a, u, work.along[k], work.along[k + 1], subtract(other.at, scale(other.velocity, other.begin)),
                            other.velocity, begin, end, reach, &range_)
                forbid(work, &range_)
                forbid_standing(pace, a, u, work.along[k], work.along[k + 1], other, reach, work)
            forbid_end(path[count - 1], work.along[count - 1], other, begin, end, reach, work)
    sort(work.ranges.begin(), work.ranges.end(), is_lower)
    for n in range(work.ranges.size()):
        if kept > 0 and work.ranges[n].low <= work.ranges[kept - 1].high:
            work.ranges[kept - 1].high = max(work.ranges[kept - 1].high, work.ranges[n].high)
        else:
            work.ranges[kept] = work.ranges[n]
            kept += 1
    work.ranges.resize(kept)
    return 0


cdef inline void offer(double speed, const Pace* pace, double floor, double* best) noexcept nogil:
    """Keeps the speed with the least change that exceeds a floor; of two the slower."""
    cdef double change = fabs(speed - pace.speed), least = fabs(best[0] - pace.speed)
    if pace.min_speed <= speed <= pace.max_speed and change > floor and (change < least or change == least and speed < best[0]):
        best[0] = speed


cdef double nearest_free_speed(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count,
                               SpeedWork* work) except -2.0 nogil:
    """The allowed speed with the least change that meets nobody, −1: none. That is the speed itself, an end of the allowed ones or of a
    forbidden range: between those nothing changes. What is chosen is tried out."""
    cdef double best, floor = -1.0, time
    cdef double[3] own = [pace.speed, pace.min_speed, pace.max_speed]
    cdef size_t n
    cdef int i, _try
    cdef bint free
    find_forbidden(pace, path, count, others, other_count, work)
    for _try in range(TRIES):
        best = INFINITY
        for i in range(3):
            free = True
            for n in range(work.ranges.size()):
                free = free and not work.ranges[n].low < own[i] < work.ranges[n].high
            if free:
                offer(own[i], pace, floor, &best)
        for n in range(work.ranges.size()):
            offer(work.ranges[n].low, pace, floor, &best)
            offer(work.ranges[n].high, pace, floor, &best)
        if isinf(best):
            return -1.0
        build_motion(&work.motion, path, count, pace.radius, best, 0.0)
        if first_conflict(&work.motion, others, other_count, pace.horizon, &time) < 0:
            return best
        floor = fabs(best - pace.speed)
    return -1.0
