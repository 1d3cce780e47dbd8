"""Level of detail of a crowd's step.

The ground is divided into squares. All agents of a square step together, so that they see and avoid each other as in any step; how often depends on
the square's distance from the nearest focus point: in one of n steps, n the least power of two above the distance in focus distances. So what an
agent moves at once looks at most about twice as long as at the focus distance. The squares of equal n take turns by a hash of their coordinates,
which spreads the work evenly over the steps. The step that an agent makes is as long as the time since its last one.

Agents that wait are seen by those that step near them, where their last velocity has taken them meanwhile."""
from libc.math cimport INFINITY, NAN, fabs, floor
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.splitmix cimport scramble
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.motion.agent.agent cimport Agent

cdef enum:
    EVERY_STEP = 1


cdef inline double square_of(const StepSchedule* schedule, double value) noexcept nogil:
    """Column or row. Beyond 1e15 squares doubles do not tell them apart, and all points lie in square 0."""
    cdef double scaled = floor(value / schedule.distance)
    return scaled if fabs(scaled) < 1e15 else 0.0


cdef inline double beyond(double value, double low, double side) noexcept nogil:
    """Meters from a coordinate to the interval."""
    return max(low - value, value - low - side, 0.0)


cdef int32_t steps_between(const StepSchedule* schedule, double column, double row) noexcept nogil:
    """n of a square, by the distance of its nearest point."""
    cdef double side = schedule.distance, nearest = INFINITY, x, y
    cdef int32_t n = 1
    cdef size_t i
    for i in range(schedule.points.size()):
        x = beyond(schedule.points[i].x, column * side, side)
        y = beyond(schedule.points[i].y, row * side, side)
        nearest = min(nearest, x * x + y * y)
    while n < schedule.most_steps and nearest > (n * side) * (n * side):
        n *= 2
    return n


cdef inline bint is_due(const StepSchedule* schedule, double column, double row, int32_t n) noexcept nogil:
    cdef uint64_t hash = scramble(scramble(<uint64_t><int64_t>column) + <uint64_t><int64_t>row)
    return (schedule.step + <uint32_t>hash) & <uint32_t>(n - 1) == 0


cdef bint touches_due(const StepSchedule* schedule, Vec2 place, double column, double row, double reach, double sight) noexcept nogil:
    """True if a point within reach of a place is in a square that steps now, or one within sight in a square that makes every step."""
    cdef double side = schedule.distance, x, y, far
    cdef double low_x = square_of(schedule, place.x - sight), high_x = square_of(schedule, place.x + sight)
    cdef double low_y = square_of(schedule, place.y - sight), high_y = square_of(schedule, place.y + sight)
    cdef int32_t n
    x = low_x
    while x <= high_x:
        y = low_y
        while y <= high_y:
            far = max(beyond(place.x, x * side, side), beyond(place.y, y * side, side))
            if x != column or y != row:
                n = steps_between(schedule, x, y)
                if n == EVERY_STEP or (far <= reach and is_due(schedule, x, y, n)):
                    return True
            y += 1.0
        x += 1.0
    return False


cdef inline Vec2 place_of(const Agent* agent) noexcept nogil:
    if not agent.generation & 1:
        return vec2(NAN, NAN)
    return to_plan(agent.position) if is_point(agent.position) else vec2(INFINITY, INFINITY)


cdef uint8_t state_at(const StepSchedule* schedule, Vec2 place, double reach, double sight) noexcept nogil:
    cdef double column = square_of(schedule, place.x), row = square_of(schedule, place.y), seen = reach
    cdef double low_x = column * schedule.distance + reach, low_y = row * schedule.distance + reach, side = schedule.distance - 2.0 * reach
    cdef int32_t n
    if place.x == INFINITY:
        return STEPS
    n = steps_between(schedule, column, row)
    if is_due(schedule, column, row, n):
        return STEPS
    # A square that makes every step is within a side of a focus point. Seen over a diagonal and a side at most, that is less than four sides.
    if n <= 4:
        seen = max(reach, sight)
    elif beyond(place.x, low_x, side) == 0.0 and beyond(place.y, low_y, side) == 0.0:
        return WAITS                            # all within reach lies in its own square
    return WAITS_IN_SIGHT if touches_due(schedule, place, column, row, reach, seen) else WAITS


cdef int begin_schedule(StepSchedule* schedule, const vector[Agent]* agents, double dt, double radius, double speed, double sight) except -1 nogil:
    """Within reach, two agents can touch before the one that waits longest makes its step. Nobody is seen from beyond the next squares."""
    cdef int32_t slot, count = <int32_t>agents.size()
    cdef double reach
    schedule.step += 1
    schedule.slots.clear()
    schedule.slots.reserve(count)
    schedule.times.resize(count)
    schedule.states.resize(count)
    if schedule.points.empty():
        for slot in range(count):
            schedule.times[slot], schedule.states[slot] = dt, STEPS
            schedule.slots.push_back(slot)
        return 0
    reach = min(2.0 * radius + 2.0 * speed * schedule.most_steps * dt, schedule.distance)
    schedule.places.resize(count)
    for slot in range(count):
        if schedule.states[slot] == STEPS:
            schedule.times[slot], schedule.places[slot] = dt, place_of(&agents.at(slot))
        else:
            schedule.times[slot] += dt
        if schedule.places[slot].x != schedule.places[slot].x:      # no agent
            schedule.states[slot] = STEPS
            continue
        schedule.states[slot] = state_at(schedule, schedule.places[slot], reach, min(sight, schedule.distance))
        if schedule.states[slot] == STEPS:
            schedule.slots.push_back(slot)
    return 0
