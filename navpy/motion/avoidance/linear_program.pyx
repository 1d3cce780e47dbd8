"""Linear programs 1, 2 and 3 of ORCA, by their paper's numbers: solve_on_line, solve_plane, solve_safest."""
from libc.math cimport fabs, isfinite, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, add, det, dot, scale, square, subtract, unit, vec2

cdef double PARALLEL = 1e-5             # sine of an angle between two lines below which they have no crossing worth the name
# Metres a second: no less than rounding puts between lines that meet in one velocity. Walls leave an agent its standing still, but
# sometimes that alone, as the legs of their velocity obstacles begin there.
cdef double ROUNDING = 1e-10


cdef bint solve_on_line(const Line* lines, int32_t last, double max_speed, Vec2 wanted, bint by_direction, Vec2* out) noexcept nogil:
    """Every other line cuts off one end of the line, the disc of the speed limit both."""
    cdef Vec2 point = lines[last].point, direction = lines[last].direction, other
    cdef double along = dot(point, direction), room = along * along + max_speed * max_speed - square(point)
    cdef double low, high, across, off, t
    cdef int32_t i
    if not room >= 0.0:
        return False
    room = sqrt(room)
    low, high = -along - room, -along + room
    for i in range(last):
        other = lines[i].direction
        across = direction.x * other.y - direction.y * other.x
        off = other.x * (point.y - lines[i].point.y) - other.y * (point.x - lines[i].point.x)
        if fabs(across) <= PARALLEL:
            if off < -ROUNDING:
                return False
            continue
        t = off / across
        if across >= 0.0:
            high = min(high, t)
        else:
            low = max(low, t)
        if low > high + ROUNDING:
            return False
    if by_direction:
        t = high if dot(wanted, direction) > 0.0 else low
    else:
        t = dot(direction, subtract(wanted, point))
        t = low if t < low else high if t > high else t
    out[0] = vec2(point.x + t * direction.x, point.y + t * direction.y)
    return True


cdef int32_t solve_plane(const Line* lines, int32_t count, double max_speed, Vec2 wanted, bint by_direction, Vec2* out) noexcept nogil:
    """One line after the other: where the best so far goes against the next one, the best is on that."""
    cdef double speed = square(wanted)
    cdef Vec2 best = wanted
    cdef int32_t i
    if by_direction:
        best = scale(wanted, max_speed)
    elif speed > max_speed * max_speed:
        best = scale(wanted, max_speed / sqrt(speed))
    for i in range(count):
        if lines[i].direction.x * (lines[i].point.y - best.y) - lines[i].direction.y * (lines[i].point.x - best.x) > 0.0 \
                and not solve_on_line(lines, i, max_speed, wanted, by_direction, &best):
            out[0] = best
            return i
    out[0] = best
    return count


cdef bint middle_line(const Line* a, const Line* b, Line* out) noexcept nogil:
    """The half-plane where b is gone against no more than a; false where that is everywhere."""
    cdef double across = det(a.direction, b.direction)
    if fabs(across) > PARALLEL:
        out.point = add(a.point, scale(a.direction, det(b.direction, subtract(a.point, b.point)) / across))
    elif dot(a.direction, b.direction) > 0.0:
        return False
    else:
        out.point = scale(add(a.point, b.point), 0.5)
    out.direction = unit(subtract(b.direction, a.direction))
    return True


cdef int solve_safest(const Line* lines, int32_t count, int32_t fixed, int32_t failed, double max_speed, vector[Line]* scratch,
                      Vec2* out) except -1 nogil:
    """Where a line is gone against by more than the worst one so far: away from it as far as no line before gets worse than it."""
    cdef double worst = 0.0
    cdef Line middle
    cdef Vec2 before, inward
    cdef int32_t i, k
    for i in range(failed, count):
        if det(lines[i].direction, subtract(lines[i].point, out[0])) <= worst:
            continue
        scratch.clear()
        for k in range(fixed):
            scratch.push_back(lines[k])
        for k in range(fixed, i):
            if middle_line(&lines[i], &lines[k], &middle):
                scratch.push_back(middle)
        before, inward = out[0], vec2(-lines[i].direction.y, lines[i].direction.x)
        if solve_plane(scratch.data(), <int32_t>scratch.size(), max_speed, inward, True, out) < <int32_t>scratch.size():
            out[0] = before             # by rounding only: what was there goes against none of them by more
        worst = det(lines[i].direction, subtract(lines[i].point, out[0]))
    return 0


# ---- Python ----

def nearest_velocity(lines, wanted, double max_speed, int32_t fixed=0):
    """(velocity, feasible): the velocity (2,) nearest to ``wanted`` that no line goes against, not faster than max_speed.

    lines: (n, 4), a point on each and its direction of length 1, metres a second; allowed is what lies to the left. Where nothing is
    left, ``feasible`` is false and the velocity is that which goes least against any of the lines after the first ``fixed`` ones,
    which hold all the same. ValueError: another shape, a number that is not finite, a speed below 0."""
    import numpy as np
    array = np.ascontiguousarray(lines, dtype=np.float64).reshape(-1, 4)
    goal = np.ascontiguousarray(wanted, dtype=np.float64)
    if goal.shape != (2,) or not (np.isfinite(array).all() and np.isfinite(goal).all()):
        raise ValueError("lines, wanted: must be finite, (n, 4) and (2,)")
    if not (max_speed >= 0.0 and isfinite(max_speed)):
        raise ValueError(f"max_speed: must be finite and at least 0, is {max_speed}")
    if not 0 <= fixed <= len(array):
        raise ValueError(f"fixed: must be 0 … {len(array)}, is {fixed}")
    cdef const double[:, ::1] view = array
    cdef vector[Line] given, scratch
    cdef Line line
    cdef Vec2 best
    cdef int32_t i, done
    for i in range(<int32_t>len(array)):
        line.point, line.direction = vec2(view[i, 0], view[i, 1]), vec2(view[i, 2], view[i, 3])
        given.push_back(line)
    done = solve_plane(given.data(), <int32_t>given.size(), max_speed, vec2(goal[0], goal[1]), False, &best)
    if done < <int32_t>given.size():
        solve_safest(given.data(), <int32_t>given.size(), fixed, done, max_speed, &scratch, &best)
    return np.array([best.x, best.y]), done == <int32_t>given.size()
