"""Slots of formations, and which agent takes which.

As in Bjore's "Techniques for Formation Movement Using Steering Circles" (Game AI Pro, ch. 21) a slot is a place to go to, not a place to
be held at."""
from libc.math cimport INFINITY, M_PI, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_real, read_rows, read_whole
from navpy.base.splitmix cimport splitmix, to_fraction
from navpy.base.vec2 cimport Vec2, add, square, subtract, vec2

cdef enum:
    MOST_SLOTS = 4096
    TRIES = 30                          # places tried round a slot of a band before the next slot has its turn (Bridson 2007)

cdef double FARTHEST = 1e9              # metres


# ---- columns and bands ----

cdef int rank_and_file(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil:
    cdef Py_ssize_t i, rank, abreast
    slots.clear()
    for i in range(count):
        rank = i // files
        abreast = min(files, count - rank * files)
        slots.push_back(vec2(-spacing * rank, spacing * (0.5 * (abreast - 1) - (i - rank * files))))
    return 0


cdef inline double noise(uint64_t seed, uint64_t counter) noexcept nogil:
    """0 … 1, the same for the same numbers."""
    return to_fraction(splitmix(seed * <uint64_t>0xD1342543DE82EF95 + counter * <uint64_t>0x9E3779B97F4A7C15))


cdef bint is_free(const vector[Vec2]* slots, Vec2 at, double spread) noexcept nogil:
    cdef size_t i
    for i in range(slots.size()):
        if square(subtract(slots[0][i], at)) < spread * spread:
            return False
    return True


cdef int scatter(Py_ssize_t count, double spread, uint64_t seed, vector[Vec2]* slots) except -1 nogil:
    """Bridson's Poisson discs (2007), grown from the leader backwards, round the oldest slot first."""
    cdef uint64_t counter = 0
    cdef Py_ssize_t parent = 0, tries = 0
    cdef double distance, angle, rearmost = 0.0
    cdef Vec2 at
    slots.clear()
    slots.push_back(vec2(0.0, 0.0))
    while <Py_ssize_t>slots.size() < count:
        if tries == TRIES:
            parent, tries = parent + 1, 0
        if parent == <Py_ssize_t>slots.size():
            at = vec2(rearmost - 1.5 * spread, 0.0)
        else:
            distance, angle = spread * sqrt(1.0 + 3.0 * noise(seed, counter)), 2.0 * M_PI * noise(seed, counter + 1)
            at = add(slots[0][parent], vec2(distance * cos(angle), distance * sin(angle)))
            counter += 2
            tries += 1
        if at.x <= -0.5 * spread and is_free(slots, at, spread):
            slots.push_back(at)
            rearmost = min(rearmost, at.x)
            tries = 0
    return 0


# ---- who takes which ----

cdef int least_squares(const Vec2* agents, Py_ssize_t count, const Vec2* places, Py_ssize_t place_count,
                       int32_t* place_of) except -1 nogil:
    """A place for each agent, no more agents than places, by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987): each
    agent in turn takes a place, and others move on to their next best along the way of least extra cost. O(count² · place_count)."""
    cdef vector[double] agent_price, place_price, gap
    cdef vector[int32_t] taken_by, by_way_of
    cdef vector[char] reached
    cdef Py_ssize_t newcomer, agent, at, k, nearest
    cdef double least, cost
    agent_price.resize(count)
    place_price.resize(place_count)
    gap.resize(place_count)
    by_way_of.resize(place_count)
    reached.resize(place_count)
    taken_by.resize(place_count)
    for k in range(place_count):
        taken_by[k] = -1
    for newcomer in range(count):
        for k in range(place_count):
            gap[k], reached[k] = INFINITY, 0
        at, agent = -1, newcomer
        while agent >= 0:
            least, nearest = INFINITY, -1
            for k in range(place_count):
                if reached[k]:
                    continue
                cost = square(subtract(agents[agent], places[k])) - agent_price[agent] - place_price[k]
                if cost < gap[k]:
                    gap[k], by_way_of[k] = cost, <int32_t>at
                if gap[k] < least:
                    least, nearest = gap[k], k
            agent_price[newcomer] += least
            for k in range(place_count):
                if reached[k]:
                    agent_price[taken_by[k]] += least
                    place_price[k] -= least
                else:
                    gap[k] -= least
            reached[nearest] = 1
            at, agent = nearest, taken_by[nearest]
        while by_way_of[at] >= 0:
            taken_by[at] = taken_by[by_way_of[at]]
            at = by_way_of[at]
        taken_by[at] = <int32_t>newcomer
    for k in range(place_count):
        if taken_by[k] >= 0:
            place_of[taken_by[k]] = <int32_t>k
    return 0


# ---- Python ----


cdef int read_points(str name, points, vector[Vec2]* out) except -1:
    """(n, 2) finite numbers of metres, n ≥ 1."""
    cdef const double[:, ::1] rows = read_rows(name, points, -1, 2, False, FARTHEST)
    cdef Py_ssize_t i
    if not 1 <= rows.shape[0] <= MOST_SLOTS:
        raise ValueError(f"{name}: must be 1 … {MOST_SLOTS} points, are {rows.shape[0]}")
    out.clear()
    for i in range(rows.shape[0]):
        out.push_back(vec2(rows[i, 0], rows[i, 1]))
    return 0


cdef double above_zero(str name, value, double most) except -1.0:
    cdef double number = read_real(name, value)
    if not 0.0 < number <= most:
        raise ValueError(f"{name}: must be above 0, at most {most:g}, is {number}")
    return number


cdef points_array(const vector[Vec2]* points):
    import numpy as np
    cdef Py_ssize_t i
    array = np.empty((points.size(), 2))
    cdef double[:, ::1] out = array
    for i in range(<Py_ssize_t>points.size()):
        out[i, 0], out[i, 1] = points[0][i].x, points[0][i].y
    return array


def column(count, files, spacing):
    """Slots (count, 2) of a column, metres from its reference point, x forward and y left: ranks of so many files abreast, each from
    the left, ``spacing`` apart. The reference point is the middle of the first rank; a last rank that is not full stands in the
    middle. ValueError: a count or files outside 1 … 4096, a spacing that is not above 0."""
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MOST_SLOTS), abreast = read_whole("files", files, 1, MOST_SLOTS)
    rank_and_file(number, abreast, above_zero("spacing", spacing, FARTHEST), &slots)
    return points_array(&slots)


def band(count, spread, seed=0):
    """Slots (count, 2) of a loose band, metres from its reference point, x forward and y left: the leader at (0, 0), which is the
    reference point, and the others behind it by spread / 2 or more, scattered so that none are nearer to each other than spread and
    hardly any gap takes another (blue noise; Bridson 2007, "Fast Poisson disk sampling in arbitrary dimensions"). The same for the same
    seed, a whole number of 32 bits. ValueError: a count outside 1 … 4096, a spread that is not above 0, a seed out of range."""
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MOST_SLOTS)
    cdef double distance = above_zero("spread", spread, FARTHEST)
    cdef uint64_t key = <uint64_t>read_whole("seed", seed, 0, 0x7fffffff)
    with nogil:
        scatter(number, distance, key, &slots)
    return points_array(&slots)


def assign_slots(positions, slots_world):
    """Index (n,) int32 of the slot of each agent, for positions (n, 2) and slots (m, 2) in the world, m ≥ n, metres: each slot once at
    most and the sum of squared distances the least that there is (Kuhn 1955). Agents that go straight to their slots in the same time
    then do not run into one another (Turpin, Michael and Kumar 2014). Ties go the same way each time. O(n² m). ValueError: not (n, 2),
    a number that is not finite or beyond 1e9 m, more agents than slots."""
    import numpy as np
    cdef vector[Vec2] agents, places
    read_points("positions", positions, &agents)
    read_points("slots_world", slots_world, &places)
    if agents.size() > places.size():
        raise ValueError(f"slots_world: there are {places.size()} slots for {agents.size()} agents")
    found = np.empty(agents.size(), np.int32)
    cdef int32_t[::1] out = found
    with nogil:
        least_squares(agents.data(), agents.size(), places.data(), places.size(), &out[0])
    return found


def turning_radius(slots, max_speed, speed):
    """The least radius, in metres, of a turn that a formation of slots (n, 2) can walk when its reference point goes at ``speed``: the
    outermost slot goes no faster than max_speed (both m/s), and the innermost does not go backwards. Slots lie along the path, so one
    that is y to the side goes at speed · (1 ± y / radius). 0 for a single file, infinite where nothing is left to go faster with.
    At twice the greatest |y| the ranks still keep half of their spacing on the inner side. ValueError: slots that are not (n, 2) finite
    numbers, speeds that are not above 0, a speed above max_speed."""
    cdef vector[Vec2] places
    cdef double most = above_zero("max_speed", max_speed, FARTHEST), pace = above_zero("speed", speed, FARTHEST), side = 0.0
    cdef size_t i
    read_points("slots", slots, &places)
    if pace > most:
        raise ValueError(f"speed: must not be above max_speed {most}, is {pace}")
    for i in range(places.size()):
        side = max(side, fabs(places[i].y))
    if side == 0.0:
        return 0.0
    return side * max(1.0, pace / (most - pace)) if pace < most else INFINITY
