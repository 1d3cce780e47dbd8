"""Trajectories along paths, their conflicts, and the speeds that prevent these.

A speed is a line through the origin of the plane of time and arc length along a path. Bodies that cross the path are forbidden regions
of this plane (Kant & Zucker 1986, "Toward Efficient Trajectory Planning: The Path-Velocity Decomposition"). For one leg of the path
and one segment of another body's trajectory the region is convex, so the speeds whose lines meet it are one range, known in closed
form."""
from libc.math cimport INFINITY, fabs, isinf, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport distance, contact_tolerance
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, unit, vec2

cdef double MARGIN = 1e-9               # m/s, and relative to the speed: distance of a chosen speed from the forbidden ones
cdef int TRIES = 8                      # candidate speeds that are checked


# ---- motions and conflicts ----

cdef int add_segment(Trajectory* trajectory, double begin, double end, Vec2 at, Vec2 velocity) except -1 nogil:
    cdef TrajectorySegment segment
    segment.begin, segment.end, segment.at, segment.velocity = begin, end, at, velocity
    if end > begin:
        trajectory.segments.push_back(segment)
    return 0


cdef int build_trajectory(Trajectory* trajectory, const Vec2* points, int32_t count, double radius, double speed, double start) except -1 nogil:
    cdef double now = start, size
    cdef Vec2 rest = vec2(0.0, 0.0)
    cdef int32_t i
    trajectory.segments.clear()
    trajectory.radius = radius
    if not speed > 0.0:
        return add_segment(trajectory, 0.0, INFINITY, points[0], rest)
    add_segment(trajectory, min(0.0, start), start, points[0], rest)
    for i in range(count - 1):
        size = distance(points[i], points[i + 1])
        add_segment(trajectory, now, now + size / speed, points[i], scale(unit(subtract(points[i + 1], points[i])), speed))
        now += size / speed
    return add_segment(trajectory, now, INFINITY, points[count - 1], rest)


cdef Vec2 position_at(const TrajectorySegment* segment, double time) noexcept nogil:
    return add(segment.at, scale(segment.velocity, time - segment.begin))


cdef double time_within(Vec2 apart, Vec2 velocity, double reach, double last) noexcept nogil:
    """Seconds, 0 … last, until two bodies of constant relative velocity are nearer than a distance; infinite if they are not. Whether
    they are is decided at their closest approach, so a contact that rounding makes does not count."""
    cdef double closing = dot(apart, velocity), size = square(velocity), at = 0.0, root
    if length(apart) < reach - contact_tolerance():
        return 0.0
    if not (closing < 0.0 and size > 0.0):
        return INFINITY
    at = min(last, -closing / size)
    if not length(add(apart, scale(velocity, at))) < reach - contact_tolerance():
        return INFINITY
    root = closing * closing - size * (square(apart) - reach * reach)
    return max(0.0, (-closing - sqrt(max(0.0, root))) / size)


cdef double conflict_time(const Trajectory* a, const Trajectory* b, double horizon) noexcept nogil:
    cdef size_t i = 0, k = 0
    cdef double begin, end, found
    cdef const TrajectorySegment* p
    cdef const TrajectorySegment* q
    while i < a.segments.size() and k < b.segments.size():
        p = &a.segments[i]
        q = &b.segments[k]
        begin, end = max(0.0, max(p.begin, q.begin)), min(horizon, min(p.end, q.end))
        if begin <= end:
            found = time_within(subtract(position_at(p, begin), position_at(q, begin)), subtract(p.velocity, q.velocity),
                                a.radius + b.radius, end - begin)
            if found < INFINITY:
                return begin + found
        if p.end <= q.end:
            i += 1
        else:
            k += 1
    return INFINITY


cdef int32_t first_conflict(const Trajectory* agent, const Trajectory* others, int32_t count, double horizon, double* time) noexcept nogil:
    cdef int32_t i, found = -1
    cdef double at
    time[0] = INFINITY
    for i in range(count):
        at = conflict_time(agent, &others[i], horizon)
        if at < time[0]:
            time[0], found = at, i
    return found


cdef Vec2 state_at(const Trajectory* trajectory, double time, Vec2* velocity) noexcept nogil:
    cdef size_t i = 0
    while i + 1 < trajectory.segments.size() and trajectory.segments[i].end <= time:
        i += 1
    velocity[0] = trajectory.segments[i].velocity
    return position_at(&trajectory.segments[i], time)


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

cdef inline void include_speed(double time, double along, SpeedRange* range_) noexcept nogil:
    """Include the speed that leads to a place along the path at a time."""
    cdef double speed
    if time > 0.0:
        speed = along / time
    elif along > 0.0:
        speed = INFINITY
    else:                                           # the agent is there already, at any speed
        range_.low, range_.high = 0.0, INFINITY
        return
    range_.low, range_.high = min(range_.low, speed), max(range_.high, speed)


cdef bint clip_within(Vec2 apart, Vec2 velocity, double reach, double* first, double* last) noexcept nogil:
    """Clip an interval of x to |apart + velocity · x| ≤ reach. False where nothing is left."""
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
    """Real roots of a x² + 2 b x + c = 0 without cancellation; returns how many."""
    cdef double root = b * b - a * c, q
    if root < 0.0:
        return 0
    q = -(b + sqrt(root)) if b >= 0.0 else -(b - sqrt(root))
    roots[0], roots[1] = c / q if q != 0.0 else 0.0, q / a if a != 0.0 else INFINITY
    return 2


cdef void forbid_leg(Vec2 a, Vec2 u, double first, double last, Vec2 b, Vec2 w, double begin, double end, double reach,
                     SpeedRange* range_) noexcept nogil:
    """Include the speeds that lead to a conflict of a leg with a segment: the agent is at a + u · s, s in first … last meters along
    its path, the other body at b + w · t, t in begin … end seconds. The forbidden region of the (t, s) plane, |a + u s − b − w t| ≤
    reach, is convex, and the leg and the segment clip it to a rectangle. The extremes of the speed s / t lie where the rectangle's
    sides cross the region, or where a line through the origin is tangent to it. On the line of speed m the least distance of the
    bodies is |det(m u − w, a − b)| / |m u − w|."""
    cdef double[2] times = [begin, end], alongs = [first, last], roots
    cdef double low, high, du, dw, t
    cdef Vec2 c = subtract(a, b), n
    cdef int i
    # Crossings of the region with the sides of the rectangle.
    for i in range(2):
        low, high = first, last
        if clip_within(subtract(c, scale(w, times[i])), u, reach, &low, &high):
            include_speed(times[i], low, range_)
            include_speed(times[i], high, range_)
        low, high = begin, end
        if clip_within(add(c, scale(u, alongs[i])), scale(w, -1.0), reach, &low, &high):
            include_speed(low, alongs[i], range_)
            include_speed(high, alongs[i], range_)
    # Lines through the origin that touch the region: their slopes are the roots of a quadratic equation.
    du, dw = det(u, c), det(w, c)
    for i in range(solve(du * du - reach * reach, reach * reach * dot(u, w) - du * dw, dw * dw - reach * reach * square(w), roots)):
        n = subtract(scale(u, roots[i]), w)
        t = -dot(n, c) / square(n) if 0.0 <= roots[i] < INFINITY and square(n) > 0.0 else -1.0
        if begin <= t <= end and first <= roots[i] * t <= last:
            include_speed(t, roots[i] * t, range_)


cdef int forbid_range(SpeedMemory* memory, const SpeedRange* range_) except -1 nogil:
    cdef SpeedRange wider
    if range_.low <= range_.high and range_.low < INFINITY:
        wider.low, wider.high = range_.low - MARGIN * (1.0 + range_.low), range_.high + MARGIN * (1.0 + range_.high)
        memory.ranges.push_back(wider)
    return 0


cdef int forbid_end(Vec2 end, double along, const TrajectorySegment* other, double begin, double last, double reach,
                    SpeedMemory* memory) except -1 nogil:
    """Forbid the speeds at which the other body meets the agent after that has reached the end of its path."""
    cdef SpeedRange range_
    if clip_within(subtract(subtract(other.at, scale(other.velocity, other.begin)), end), other.velocity, reach, &begin, &last):
        range_.low, range_.high = INFINITY, INFINITY
        include_speed(last, along, &range_)
        forbid_range(memory, &range_)
    return 0


cdef int forbid_standing(const WalkParams* params, Vec2 a, Vec2 u, double first, double last, const TrajectorySegment* other, double reach,
                         SpeedMemory* memory) except -1 nogil:
    """A body that stands for good on the path ahead is avoided only by passing before it arrives. A slower agent would only meet it
    later, so lower speeds are forbidden, too."""
    cdef SpeedRange range_
    last = min(last, params.speed * params.horizon)
    if isinf(other.end) and first <= last and clip_within(subtract(a, other.at), u, reach, &first, &last):
        range_.low, range_.high = 0.0, 0.0
        include_speed(max(0.0, other.begin), last, &range_)
        forbid_range(memory, &range_)
    return 0


cdef bint is_lower(const SpeedRange& a, const SpeedRange& b) noexcept nogil:
    return a.low < b.low if a.low != b.low else a.high < b.high


cdef int find_forbidden_speeds(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count,
                               SpeedMemory* memory) except -1 nogil:
    cdef int32_t i, k
    cdef size_t n, kept = 0
    cdef double begin, end, reach
    cdef Vec2 a, u
    cdef SpeedRange range_
    cdef const TrajectorySegment* other
    measure_path(path, count, &memory.along)
    memory.ranges.clear()
    for i in range(other_count):
        reach = params.radius + others[i].radius - contact_tolerance()
        for n in range(others[i].segments.size()):
            other = &others[i].segments[n]
            begin, end = max(0.0, other.begin), min(params.horizon, other.end)
            if begin > end:
                continue
            for k in range(count - 1):
                u = unit(subtract(path[k + 1], path[k]))
                a = subtract(path[k], scale(u, memory.along[k]))
                range_.low, range_.high = INFINITY, -INFINITY
                forbid_leg(a, u, memory.along[k], memory.along[k + 1], subtract(other.at, scale(other.velocity, other.begin)),
                           other.velocity, begin, end, reach, &range_)
                forbid_range(memory, &range_)
                forbid_standing(params, a, u, memory.along[k], memory.along[k + 1], other, reach, memory)
            forbid_end(path[count - 1], memory.along[count - 1], other, begin, end, reach, memory)
    # Merge ranges that overlap.
    sort(memory.ranges.begin(), memory.ranges.end(), is_lower)
    for n in range(memory.ranges.size()):
        if kept > 0 and memory.ranges[n].low <= memory.ranges[kept - 1].high:
            memory.ranges[kept - 1].high = max(memory.ranges[kept - 1].high, memory.ranges[n].high)
        else:
            memory.ranges[kept] = memory.ranges[n]
            kept += 1
    memory.ranges.resize(kept)
    return 0


cdef inline void keep_nearest(double speed, const WalkParams* params, double floor, double* best) noexcept nogil:
    """Keep the speed with the least change above a floor; of two with the same change the slower one."""
    cdef double change = fabs(speed - params.speed), least = fabs(best[0] - params.speed)
    if params.min_speed <= speed <= params.max_speed and change > floor and (change < least or change == least and speed < best[0]):
        best[0] = speed


cdef double nearest_free_speed(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count,
                               SpeedMemory* memory) except -2.0 nogil:
    """The nearest free speed is the speed itself, a limit, or an end of a forbidden range. A candidate is checked against the
    trajectories, as rounding may have spoilt it; if so, the next nearest one is tried."""
    cdef double best, floor = -1.0, time
    cdef double[3] own = [params.speed, params.min_speed, params.max_speed]
    cdef size_t n
    cdef int i, _try
    cdef bint free
    find_forbidden_speeds(params, path, count, others, other_count, memory)
    for _try in range(TRIES):
        best = INFINITY
        for i in range(3):
            free = True
            for n in range(memory.ranges.size()):
                free = free and not memory.ranges[n].low < own[i] < memory.ranges[n].high
            if free:
                keep_nearest(own[i], params, floor, &best)
        for n in range(memory.ranges.size()):
            keep_nearest(memory.ranges[n].low, params, floor, &best)
            keep_nearest(memory.ranges[n].high, params, floor, &best)
        if isinf(best):
            return -1.0
        build_trajectory(&memory.trajectory, path, count, params.radius, best, 0.0)
        if first_conflict(&memory.trajectory, others, other_count, params.horizon, &time) < 0:
            return best
        floor = fabs(best - params.speed)
    return -1.0
