"""Level of detail of a crowd's step.

The ground is divided into squares. All agents of a square step together, so that they see and avoid each other as in any step. They
make one of n steps: n is the least power of two above the square's distance from the nearest focus point, in focus distances. So what
an agent moves at once looks at most about twice as long as at the focus distance. The squares of equal n take turns by a hash of their
coordinates, which spreads the work evenly over the steps. The step that an agent makes is as long as the time since its last one. A
square with an agent that makes_all_steps makes every step.

Agents that wait lie in lists, one for each square, and cost nothing until the turn of their square comes. Where a square beside theirs
steps, those near its border are seen, where their last velocity has taken them meanwhile."""
from cython.operator cimport dereference
from libc.math cimport INFINITY, NAN, fabs, floor, isnan
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libcpp.map cimport map
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.splitmix cimport scramble
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_state

cdef enum:
    EVERY_STEP = 1
    WORD = 64                       # bits


# ---- squares ----

cdef inline double line_at(double value, double side) noexcept nogil:
    """Column or row. Beyond 1e15 squares doubles do not tell them apart, and all points lie in square 0."""
    cdef double scaled = floor(value / side)
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


cdef inline bint is_turn(const StepSchedule* schedule, double column, double row, int32_t n) noexcept nogil:
    cdef uint64_t hash = scramble(scramble(<uint64_t><int64_t>column) + <uint64_t><int64_t>row)
    return (schedule.step + <uint32_t>hash) & <uint32_t>(n - 1) == 0


cdef void clear_square(Square* square) noexcept nogil:
    square.agents.clear()
    square.makes_all_steps = False
    square.low, square.high = vec2(INFINITY, INFINITY), vec2(-INFINITY, -INFINITY)


cdef int32_t find_square(StepSchedule* schedule, double column, double row) noexcept nogil:
    """Index of the square, −1: nobody waits there."""
    cdef map[pair[double, double], int32_t].iterator found = schedule.square_at.find(pair[double, double](column, row))
    return -1 if found == schedule.square_at.end() else dereference(found).second


cdef int32_t make_square(StepSchedule* schedule, double column, double row) except -1 nogil:
    cdef int32_t index
    cdef Square* square
    if schedule.free_squares.empty():
        schedule.squares.resize(schedule.squares.size() + 1)
        schedule.free_squares.push_back(<int32_t>schedule.squares.size() - 1)
    index = schedule.free_squares.back()
    schedule.free_squares.pop_back()
    square = &schedule.squares[index]
    square.column, square.row = column, row
    clear_square(square)
    schedule.square_at[pair[double, double](column, row)] = index
    return index


cdef int free_square(StepSchedule* schedule, int32_t index) except -1 nogil:
    cdef Square* square = &schedule.squares[index]
    schedule.square_at.erase(pair[double, double](square.column, square.row))
    square.column = NAN
    schedule.free_squares.push_back(index)
    return 0


# ---- who waits where ----

cdef inline Seat new_seat() noexcept nogil:
    cdef Seat seat
    seat.square, seat.place, seat.last_square = AWAKE, 0, -1
    return seat


cdef inline void cover_place(Square* square, Vec2 place) noexcept nogil:
    square.low = vec2(min(square.low.x, place.x), min(square.low.y, place.y))
    square.high = vec2(max(square.high.x, place.x), max(square.high.y, place.y))


cdef int let_wait(StepSchedule* schedule, const Waiting* waiting, bint makes_all_steps) except -1 nogil:
    """In the square of its place, as a rule the one where it waited last."""
    cdef double column = line_at(waiting.place.x, schedule.side), row = line_at(waiting.place.y, schedule.side)
    cdef Seat* seat = &schedule.seats[waiting.slot]
    cdef int32_t index = seat.last_square
    cdef Square* square
    if index < 0 or schedule.squares[index].column != column or schedule.squares[index].row != row:
        index = find_square(schedule, column, row)
        if index < 0:
            index = make_square(schedule, column, row)
    square = &schedule.squares[index]
    seat.square, seat.place, seat.last_square = index, <int32_t>square.agents.size(), index
    square.agents.push_back(waiting[0])
    square.makes_all_steps = square.makes_all_steps or makes_all_steps
    cover_place(square, waiting.place)
    schedule.states[waiting.slot] = WAITS
    return 0


cdef void schedule_anew(StepSchedule* schedule, int32_t slot) noexcept nogil:
    """`placed` has room: a slot is in it once, and begin_schedule has reserved it."""
    cdef Seat* seat
    cdef Square* square
    cdef size_t i
    if <size_t>slot >= schedule.seats.size() or schedule.seats[slot].square == AWAKE:
        return
    seat = &schedule.seats[slot]
    if seat.square >= 0:
        square = &schedule.squares[seat.square]
        schedule.seats[square.agents.back().slot].place = seat.place
        square.agents[seat.place] = square.agents.back()
        square.agents.pop_back()
        square.low, square.high = vec2(INFINITY, INFINITY), vec2(-INFINITY, -INFINITY)
        for i in range(square.agents.size()):
            cover_place(square, square.agents[i].place)
    seat.square = AWAKE
    schedule.states[slot], schedule.times[slot] = STEPS, 0.0
    schedule.placed.push_back(slot)


cdef void forget_schedule(StepSchedule* schedule) noexcept nogil:
    schedule.seats.clear()
    schedule.slots.clear()
    schedule.seen.clear()
    schedule.placed.clear()
    schedule.squares.clear()
    schedule.free_squares.clear()
    schedule.square_at.clear()


cdef int restore_schedule(StepSchedule* schedule, int32_t slots, const vector[Waiting]* waiting) except -1 nogil:
    cdef int32_t slot
    cdef size_t i
    forget_schedule(schedule)
    schedule.side = schedule.distance
    schedule.seats.resize(slots, new_seat())
    schedule.states.clear()
    schedule.states.resize(slots, STEPS)
    schedule.times.clear()
    schedule.times.resize(slots, 0.0)
    schedule.placed.reserve(slots)
    for i in range(waiting.size()):
        let_wait(schedule, &waiting.at(i), False)
    for slot in range(slots):
        if schedule.seats[slot].square == AWAKE:
            schedule.slots.push_back(slot)
    return 0


cdef int divide_anew(StepSchedule* schedule) except -1 nogil:
    """Squares of another size for those who wait."""
    cdef vector[Square] former
    cdef size_t i, k
    schedule.side = schedule.distance
    former.swap(schedule.squares)
    schedule.free_squares.clear()
    schedule.square_at.clear()
    for i in range(schedule.seats.size()):
        schedule.seats[i].last_square = -1
    for i in range(former.size()):
        for k in range(former[i].agents.size()):
            let_wait(schedule, &former[i].agents[k], former[i].makes_all_steps)
    return 0


# ---- the step ----

cdef int all_step(StepSchedule* schedule, int32_t count, double dt) except -1 nogil:
    cdef int32_t slot
    if not schedule.seats.empty():
        forget_schedule(schedule)
    for slot in range(<int32_t>schedule.slots.size(), count):
        schedule.slots.push_back(slot)
    schedule.states.clear()
    schedule.states.resize(count, STEPS)
    schedule.times.clear()
    schedule.times.resize(count, dt)
    return 0


cdef inline void mark(vector[uint64_t]* marks, int32_t slot) noexcept nogil:
    marks[0][slot // WORD] |= <uint64_t>1 << (slot % WORD)


cdef int list_marked(vector[uint64_t]* marks, vector[int32_t]* out) except -1 nogil:
    """Ascending. Clears the marks."""
    cdef uint64_t word
    cdef int32_t slot
    cdef size_t i
    out.clear()
    for i in range(marks.size()):
        word, slot = marks[0][i], <int32_t>(WORD * i)
        while word:
            if word & 1:
                out.push_back(slot)
            word >>= 1
            slot += 1
        marks[0][i] = 0
    return 0


cdef int let_all_wait(StepSchedule* schedule, const vector[Agent]* agents, double dt, double before) except -1 nogil:
    """Agents wait from then on if they have made the last step, or were added or placed since. An agent without a position makes every
    step."""
    cdef int32_t slot, known = <int32_t>schedule.seats.size(), count = <int32_t>agents.size()
    cdef const Agent* agent
    cdef Waiting waiting
    cdef size_t i
    waiting.since = before
    if known == 0:
        schedule.slots.clear()
    schedule.awake.swap(schedule.slots)
    schedule.awake.insert(schedule.awake.end(), schedule.placed.begin(), schedule.placed.end())
    for slot in range(known, count):
        schedule.awake.push_back(slot)
    schedule.placed.clear()
    schedule.placed.reserve(count)
    schedule.seats.resize(count, new_seat())
    schedule.states.resize(count)
    schedule.times.resize(count)
    schedule.marks.clear()
    schedule.marks.resize((count + WORD - 1) // WORD, 0)
    for i in range(schedule.awake.size()):
        if i + PREFETCHED < schedule.awake.size():
            prefetch_state(&agents.at(schedule.awake[i + PREFETCHED]))
        slot = schedule.awake[i]
        agent = &agents.at(slot)
        schedule.states[slot] = STEPS
        if not agent.generation & 1:
            schedule.seats[slot].square = IN_NO_LIST
        elif is_point(agent.position):
            waiting.place, waiting.slot = to_plan(agent.position), slot
            let_wait(schedule, &waiting, agent.makes_all_steps)
        else:
            schedule.times[slot] = dt
            mark(&schedule.marks, slot)
    return 0


cdef int find_due_squares(StepSchedule* schedule) except -1 nogil:
    cdef Square* square
    cdef int32_t i
    for i in range(<int32_t>schedule.squares.size()):
        square = &schedule.squares[i]
        square.is_due = False
        if isnan(square.column):
            continue
        if square.agents.empty():
            free_square(schedule, i)
            continue
        square.steps = EVERY_STEP if square.makes_all_steps else steps_between(schedule, square.column, square.row)
        square.is_due = is_turn(schedule, square.column, square.row, square.steps)
    return 0


cdef void wake(StepSchedule* schedule, Square* square, double dt, double before) noexcept nogil:
    """All agents of a square step."""
    cdef const Waiting* waiting
    cdef size_t i
    for i in range(square.agents.size()):
        waiting = &square.agents[i]
        schedule.seats[waiting.slot].square, schedule.states[waiting.slot] = AWAKE, STEPS
        schedule.times[waiting.slot] = dt if waiting.since == before else schedule.now - waiting.since
        mark(&schedule.marks, waiting.slot)
    clear_square(square)


cdef void see_beside(StepSchedule* schedule, const Square* due, double reach, double sight) noexcept nogil:
    """Marks waiting agents in the eight squares beside a square that steps: within its reach, or within its sight where it makes every
    step."""
    cdef double side = schedule.side, seen = max(reach, sight) if due.steps == EVERY_STEP else reach, x, y
    cdef const Waiting* waiting
    cdef int32_t i, k, index
    cdef size_t at
    for i in range(-1, 2):
        for k in range(-1, 2):
            index = find_square(schedule, due.column + i, due.row + k)
            if index < 0 or schedule.squares[index].is_due:
                continue
            for at in range(schedule.squares[index].agents.size()):
                waiting = &schedule.squares[index].agents[at]
                x = beyond(waiting.place.x, due.column * side, side)
                y = beyond(waiting.place.y, due.row * side, side)
                if max(x, y) <= seen:
                    schedule.times[waiting.slot] = schedule.now - waiting.since
                    mark(&schedule.marks, waiting.slot)


cdef int begin_schedule(StepSchedule* schedule, const vector[Agent]* agents, double dt, double radius, double speed,
                        double sight) except -1 nogil:
    """Within reach, two agents can touch before the one that waits longest makes its step. Nobody is seen from beyond the next
    squares."""
    cdef double before = schedule.now, reach
    cdef int32_t i
    schedule.step += 1
    if schedule.points.empty():
        return all_step(schedule, <int32_t>agents.size(), dt)
    # 1. Everybody waits, in a square.
    schedule.now += dt
    if schedule.side != schedule.distance:
        divide_anew(schedule)
    let_all_wait(schedule, agents, dt, before)
    # 2. Squares whose turn has come step.
    find_due_squares(schedule)
    for i in range(<int32_t>schedule.squares.size()):
        if schedule.squares[i].is_due:
            wake(schedule, &schedule.squares[i], dt, before)
    list_marked(&schedule.marks, &schedule.slots)
    # 3. Who waits beside them.
    reach = min(2.0 * radius + 2.0 * speed * schedule.most_steps * dt, schedule.distance)
    for i in range(<int32_t>schedule.squares.size()):
        if schedule.squares[i].is_due:
            see_beside(schedule, &schedule.squares[i], reach, min(sight, schedule.distance))
    return list_marked(&schedule.marks, &schedule.seen)
