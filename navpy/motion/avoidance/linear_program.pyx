"""Linear programs 1, 2 and 3 of RVO2."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, add, det, dot, scale, square, subtract, unit, vec2

cdef double PARALLEL = 1e-5             # sine of an angle between two lines; below it they count as parallel
# Meters a second: a bound of the rounding error between lines that meet in one velocity. The legs of obstacles may meet in the
# velocity 0 and permit an agent nothing else.
cdef double ROUNDING = 1e-10


cdef bint linear_program1(const Line* lines, int32_t line_index, double max_speed, Vec2 velocity, bint optimize_direction,
                          Vec2* out) noexcept nogil:
    cdef Vec2 point = lines[line_index].point, direction = lines[line_index].direction, other
    cdef double along = dot(point, direction), room = along * along + max_speed * max_speed - square(point)
    cdef double t_left, t_right, denominator, numerator, t
    cdef int32_t i
    # The disc of the maximum speed cuts the line at t_left and t_right, or misses it.
    if not room >= 0.0:
        return False
    room = sqrt(room)
    t_left, t_right = -along - room, -along + room
    # Every line before this one cuts off an end of the interval t_left … t_right.
    for i in range(line_index):
        other = lines[i].direction
        denominator = direction.x * other.y - direction.y * other.x
        numerator = other.x * (point.y - lines[i].point.y) - other.y * (point.x - lines[i].point.x)
        if fabs(denominator) <= PARALLEL:
            # Parallel lines: the whole line is permitted, or nothing of it.
            if numerator < -ROUNDING:
                return False
            continue
        t = numerator / denominator
        if denominator >= 0.0:
            t_right = min(t_right, t)
        else:
            t_left = max(t_left, t)
        if t_left > t_right + ROUNDING:
            return False
    # The farthest end in the direction, or the point of the interval that is nearest to the velocity.
    if optimize_direction:
        t = t_right if dot(velocity, direction) > 0.0 else t_left
    else:
        t = dot(direction, subtract(velocity, point))
        t = t_left if t < t_left else t_right if t > t_right else t
    out[0] = vec2(point.x + t * direction.x, point.y + t * direction.y)
    return True


cdef int32_t linear_program2(const Line* lines, int32_t count, double max_speed, Vec2 velocity, bint optimize_direction,
                             Vec2* out) noexcept nogil:
    cdef double speed = square(velocity)
    cdef Vec2 best = velocity
    cdef int32_t i
    # Without lines: the velocity itself, or the nearest velocity on the circle of the maximum speed.
    if optimize_direction:
        best = scale(velocity, max_speed)
    elif speed > max_speed * max_speed:
        best = scale(velocity, max_speed / sqrt(speed))
    # If the best velocity so far violates a line, the new best one lies on this line.
    for i in range(count):
        if lines[i].direction.x * (lines[i].point.y - best.y) - lines[i].direction.y * (lines[i].point.x - best.x) > 0.0 \
                and not linear_program1(lines, i, max_speed, velocity, optimize_direction, &best):
            out[0] = best
            return i
    out[0] = best
    return count


cdef bint project_line(const Line* line, const Line* other, Line* out) noexcept nogil:
    """The half-plane of velocities that violate ``other`` by no more than ``line``. Its border is the bisector of both lines. Returns
    False if it holds all velocities."""
    cdef double determinant = det(line.direction, other.direction)
    if fabs(determinant) > PARALLEL:
        out.point = add(line.point, scale(line.direction, det(other.direction, subtract(line.point, other.point)) / determinant))
    elif dot(line.direction, other.direction) > 0.0:
        return False
    else:
        out.point = scale(add(line.point, other.point), 0.5)
    out.direction = unit(subtract(other.direction, line.direction))
    return True


cdef int linear_program3(const Line* lines, int32_t count, int32_t obstacle_count, int32_t failed_line, double max_speed,
                         vector[Line]* scratch, Vec2* out) except -1 nogil:
    cdef double distance = 0.0              # meters a second by which the result violates its worst line
    cdef Line projected
    cdef Vec2 before, inward
    cdef int32_t i, k
    for i in range(failed_line, count):
        # A line that is violated by no more than the worst line changes nothing.
        if det(lines[i].direction, subtract(lines[i].point, out[0])) <= distance:
            continue
        # Lines of obstacles stay; each line of an agent becomes its bisector with line i.
        scratch.clear()
        for k in range(obstacle_count):
            scratch.push_back(lines[k])
        for k in range(obstacle_count, i):
            if project_line(&lines[i], &lines[k], &projected):
                scratch.push_back(projected)
        # Within these lines, as far into half-plane i as possible.
        before, inward = out[0], vec2(-lines[i].direction.y, lines[i].direction.x)
        if linear_program2(scratch.data(), <int32_t>scratch.size(), max_speed, inward, True, out) < <int32_t>scratch.size():
            out[0] = before                 # the result so far satisfies all of them; only rounding makes program 2 fail
        distance = det(lines[i].direction, subtract(lines[i].point, out[0]))
    return 0
