"""Slots of formations, and their assignment to agents."""
from libc.math cimport INFINITY, M_PI, fabs, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.elementary cimport unit_vector
from navpy.base.splitmix cimport splitmix, to_fraction
from navpy.base.vec2 cimport Vec2, add, scale, square, subtract, vec2

cdef enum:
    TRIES = 30                          # candidates round a slot of a band before those of the next slot (Bridson 2007)


# ---- shapes ----

cdef int box_slots(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil:
    cdef Py_ssize_t i, rank, abreast
    slots.clear()
    for i in range(count):
        rank = i // files
        abreast = min(files, count - rank * files)
        slots.push_back(vec2(-spacing * rank, spacing * (0.5 * (abreast - 1) - (i - rank * files))))
    return 0


cdef int column_slots(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil:
    cdef size_t i
    box_slots(count - 1, files, spacing, slots)
    for i in range(slots.size()):
        slots[0][i].x -= spacing
    slots.insert(slots.begin(), vec2(0.0, 0.0))
    return 0


cdef int wedge_slots(Py_ssize_t count, double spacing, vector[Vec2]* slots) except -1 nogil:
    cdef double back
    cdef Py_ssize_t i
    slots.clear()
    for i in range(count):
        back = sqrt(0.5) * spacing * ((i + 1) // 2)
        slots.push_back(vec2(-back, back if i % 2 == 1 else -back))
    return 0


cdef inline double pseudo_random(uint64_t seed, uint64_t counter) noexcept nogil:
    """0 ≤ x < 1, the same for the same numbers."""
    return to_fraction(splitmix(seed * <uint64_t>0xD1342543DE82EF95 + counter * <uint64_t>0x9E3779B97F4A7C15))


cdef bint is_apart(const vector[Vec2]* slots, Vec2 at, double spread) noexcept nogil:
    cdef size_t i
    for i in range(slots.size()):
        if square(subtract(slots[0][i], at)) < spread * spread:
            return False
    return True


cdef int band_slots(Py_ssize_t count, double spread, uint64_t seed, vector[Vec2]* slots) except -1 nogil:
    """Bridson's Poisson disc sampling (2007), grown from the leader backwards and round the oldest slot first."""
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
            distance, angle = spread * sqrt(1.0 + 3.0 * pseudo_random(seed, counter)), 2.0 * M_PI * pseudo_random(seed, counter + 1)
            at = add(slots[0][parent], scale(unit_vector(angle), distance))
            counter += 2
            tries += 1
        if at.x <= -0.5 * spread and is_apart(slots, at, spread):
            slots.push_back(at)
            rearmost = min(rearmost, at.x)
            tries = 0
    return 0


# ---- assignment ----

cdef int least_squares(const Vec2* agents, Py_ssize_t count, const Vec2* places, Py_ssize_t place_count,
                       int32_t* place_of) except -1 nogil:
    """The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker & Volgenant 1987): each agent in turn takes a place, and
    others move on to other places along the path of the least additional cost. O(count² · place_count)."""
    cdef vector[double] agent_potential, place_potential, reduced_cost
    cdef vector[int32_t] agent_of, predecessor
    cdef vector[char] visited
    cdef Py_ssize_t new_agent, agent, at, k, nearest
    cdef double least, cost
    agent_potential.resize(count)
    place_potential.resize(place_count)
    reduced_cost.resize(place_count)
    predecessor.resize(place_count)
    visited.resize(place_count)
    agent_of.resize(place_count)
    for k in range(place_count):
        agent_of[k] = -1
    for new_agent in range(count):
        # Dijkstra's search over places, from the new agent to the nearest free place by reduced costs.
        for k in range(place_count):
            reduced_cost[k], visited[k] = INFINITY, 0
        at, agent = -1, new_agent
        while agent >= 0:
            least, nearest = INFINITY, -1
            for k in range(place_count):
                if visited[k]:
                    continue
                cost = square(subtract(agents[agent], places[k])) - agent_potential[agent] - place_potential[k]
                if cost < reduced_cost[k]:
                    reduced_cost[k], predecessor[k] = cost, <int32_t>at
                if reduced_cost[k] < least:
                    least, nearest = reduced_cost[k], k
            agent_potential[new_agent] += least
            for k in range(place_count):
                if visited[k]:
                    agent_potential[agent_of[k]] += least
                    place_potential[k] -= least
                else:
                    reduced_cost[k] -= least
            visited[nearest] = 1
            at, agent = nearest, agent_of[nearest]
        # Along the path found, each place goes to the agent of the place before.
        while predecessor[at] >= 0:
            agent_of[at] = agent_of[predecessor[at]]
            at = predecessor[at]
        agent_of[at] = <int32_t>new_agent
    for k in range(place_count):
        if agent_of[k] >= 0:
            place_of[agent_of[k]] = <int32_t>k
    return 0


# ---- turns ----

cdef double least_turning_radius(const vector[Vec2]* slots, double max_speed, double speed) noexcept nogil:
    """Slots lie along the path, so a slot y meters to the side moves at speed · (1 ± y / radius)."""
    cdef double side = 0.0
    cdef size_t i
    for i in range(slots.size()):
        side = max(side, fabs(slots[0][i].y))
    if side == 0.0:
        return 0.0
    return side * max(1.0, speed / (max_speed - speed)) if speed < max_speed else INFINITY
