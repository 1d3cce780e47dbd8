"""Context steering. Behaviours write maps instead of forces, and only when all is written a direction is chosen: what is dangerous
is left out, not outweighed."""
from libc.math cimport M_PI, asin, atan2, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_number, read_numbers, read_rows, read_whole
from navpy.base.vec2 cimport Vec2, square, vec2

cdef double HALF_SECTOR = 0.5 - 1e-7    # widths: rounding never leads from one sector to the next
cdef double FAINTEST = 1e-9             # less interest than that is none


# ---- maps ----

cdef int size_maps(ContextMaps* maps, int32_t agents, int32_t slots) except -1 nogil:
    cdef size_t size = <size_t>agents * slots
    maps.agents, maps.slots, maps.width = 0, slots, 2.0 * M_PI / slots      # nobody, until there is memory for all
    maps.interest.clear()
    maps.danger.clear()
    maps.memory.clear()
    maps.kept.clear()
    maps.interest.resize(size, 0.0)
    maps.danger.resize(size, 0.0)
    maps.memory.resize(size, 0.0)
    maps.kept.resize(agents, -1)
    maps.agents = agents
    return 0


cdef void clear_maps(ContextMaps* maps, int32_t agent) noexcept nogil:
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double* danger = maps.danger.data() + <size_t>agent * maps.slots
    cdef int32_t i
    for i in range(maps.slots):
        interest[i] = danger[i] = 0.0


cdef inline double turn_between(const ContextMaps* maps, int32_t slot, double angle) noexcept nogil:
    """Radians, 0 … π, from the middle of a slot to an angle of −π … π."""
    cdef double turn = fabs(slot * maps.width - angle)
    return fabs(2.0 * M_PI - turn) if turn > M_PI else turn


cdef void write_interest(ContextMaps* maps, int32_t agent, Vec2 direction, double strength, double falloff) noexcept nogil:
    """Of the strength in the direction, falling evenly to 0 at ``falloff`` radians from it. Of several interests in a slot the
    greatest counts. No direction is no interest."""
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double angle, share
    cdef int32_t i
    if direction.x == 0.0 and direction.y == 0.0:
        return
    angle = atan2(direction.y, direction.x)
    for i in range(maps.slots):
        share = 1.0 - turn_between(maps, i, angle) / falloff
        interest[i] = max(interest[i], strength * share)


cdef void write_danger(ContextMaps* maps, int32_t agent, Vec2 offset, double reach, double look_ahead) noexcept nogil:
    """Of a disc in the way. A slot's danger is 1 − (metres that are free in that direction of its sector in which they are
    fewest) / look_ahead, so that one without danger is free in all its directions. ``offset``: metres from the agent to the
    middle of the disc; ``reach``: metres, radii of both. Where the agent stands within reach, every sector that leads nearer has
    danger 1; in the very middle none does. Of several dangers in a slot the greatest counts."""
    cdef double* danger = maps.danger.data() + <size_t>agent * maps.slots
    cdef double distance2 = square(offset), distance = sqrt(distance2), outside2 = distance2 - reach * reach
    cdef double angle, half_angle, turn, ahead, way
    cdef int32_t i
    if distance == 0.0 or distance - reach >= look_ahead:
        return
    angle = atan2(offset.y, offset.x)
    half_angle = asin(reach / distance) if outside2 > 0.0 else 0.5 * M_PI
    for i in range(maps.slots):
        turn = max(turn_between(maps, i, angle) - 0.5 * maps.width, 0.0)
        if turn >= half_angle:
            continue
        ahead, way = distance * cos(turn), 0.0
        if outside2 > 0.0:              # the nearer end of the chord, written so that it does not cancel
            way = outside2 / (ahead + sqrt(max(ahead * ahead - outside2, 0.0)))
        danger[i] = max(danger[i], 1.0 - way / look_ahead)


# ---- choice ----

cdef void find_masks(const double* danger, int32_t slots, const ContextChoice* choice, bint* masked) noexcept nogil:
    """Slots of more danger than the least one, and those that reach the limit."""
    cdef double least = danger[0]
    cdef int32_t i
    for i in range(slots):
        least = min(least, danger[i])
    for i in range(slots):
        masked[i] = danger[i] > least + choice.tolerance or danger[i] >= choice.danger_limit


cdef double peak_within(double before2, double before, double middle, double after, double after2, double* value) noexcept nogil:
    """Where in a slot's sector, in widths from its middle, interest is greatest, and how great: where the slopes on both sides
    would meet. Next to a slot of more interest, which can only be a masked one, it is the sector's edge."""
    cdef double rise = before - before2, fall = after2 - after, x = 0.0
    value[0] = middle
    if after > middle and after > before:
        x, value[0] = HALF_SECTOR, 0.5 * (middle + after)
    elif before > middle and before > after:
        x, value[0] = -HALF_SECTOR, 0.5 * (middle + before)
    elif rise > fall and before <= middle and after <= middle:
        x = (after - before - fall - rise) / (rise - fall)
        x = max(min(x, HALF_SECTOR), -HALF_SECTOR)
        value[0] = max(middle, min(before + rise * (x + 1.0), after + fall * (x - 1.0)))
    return x


cdef int32_t peak_from(const double* interest, const bint* masked, int32_t slots, int32_t slot) noexcept nogil:
    """From a slot, or the nearest that is not masked, always to the neighbour of more interest that is not: where that ends. There
    is one that is not masked."""
    cdef int32_t step = 0, left = slot, right = slot, best
    while masked[left] and masked[right]:
        step += 1
        left, right = (slot + step) % slots, (slot - step + slots) % slots
    best = left if masked[right] or (not masked[left] and interest[left] >= interest[right]) else right
    slot = -1
    while best != slot:
        slot = best
        left, right = (slot + 1) % slots, (slot + slots - 1) % slots
        if not masked[left] and interest[left] > interest[best]:
            best = left
        if not masked[right] and interest[right] > interest[best]:
            best = right
    return best


cdef Vec2 choose_direction(ContextMaps* maps, int32_t agent, const ContextChoice* choice) noexcept nogil:
    """Fray's simplest choice: of the slots that are not masked the one of most interest, at a speed by its interest. But of two
    peaks that are as good, but for the hysteresis, the one that the last choice was on: between two ways round an obstacle one would
    else turn back again and again. The slopes around a slot count masked neighbours too, for they tell where the peak is; it is
    only sought in the slot's own sector."""
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double* memory = maps.memory.data() + <size_t>agent * maps.slots
    cdef bint masked[MOST_SLOTS]
    cdef double value, angle
    cdef int32_t n = maps.slots, i, best = -1, kept
    for i in range(n):
        memory[i] = interest[i] + choice.memory * (memory[i] - interest[i])
    find_masks(maps.danger.data() + <size_t>agent * n, n, choice, masked)
    for i in range(n):
        if not masked[i] and memory[i] >= FAINTEST and (best < 0 or memory[i] > memory[best]):
            best = i
    if best < 0:
        return vec2(0.0, 0.0)
    if maps.kept[agent] >= 0:
        kept = peak_from(memory, masked, n, maps.kept[agent])
        if memory[kept] >= FAINTEST and memory[best] <= memory[kept] + choice.hysteresis:
            best = kept
    maps.kept[agent] = best
    angle = peak_within(memory[(best + n - 2) % n], memory[(best + n - 1) % n], memory[best], memory[(best + 1) % n],
                        memory[(best + 2) % n], &value)
    angle = (best + angle) * maps.width
    value = min(value, 1.0)
    return vec2(value * cos(angle), value * sin(angle))


# ---- Python ----

cdef object read_map(str name, values, Py_ssize_t agents, Py_ssize_t slots, double high):
    rows = read_rows(name, values, agents, slots)
    read_numbers(name, rows.reshape(-1), agents * slots, 0.0, high)
    return rows


cdef class ContextSteering:
    """ContextSteering(slots=16): context maps of any number of agents (Fray, "Context Steering", Game AI Pro 2, ch. 18). ``slots``:
    8 … 64 directions, slot 0 to the east, on counter-clockwise; each stands for its sector, 2π / slots wide.

    A round: ``start`` with where the agents are, ``add_interest`` and ``add_danger`` as often as there are behaviours,
    ``choose``."""
    cdef ContextMaps maps
    cdef object positions

    def __cinit__(self, slots=16):
        size_maps(&self.maps, 0, read_whole("slots", slots, LEAST_SLOTS, MOST_SLOTS))
        self.positions = read_rows("positions", (), -1, 2)

    @property
    def interest(self):
        """(n, slots), 0 … 1, a copy."""
        return self.copied(&self.maps.interest)

    @property
    def danger(self):
        """(n, slots), a copy; 0: free, 1: no way at all."""
        return self.copied(&self.maps.danger)

    cdef object copied(self, const vector[double]* values):
        import numpy as np
        return np.array(values[0], dtype=np.float64).reshape(self.maps.agents, self.maps.slots)

    def start(self, positions):
        """Begin a round: n agents stand at ``positions``, (n, 2) metres, and no map holds anything. What the last choice went by
        is remembered while n stays the same. ValueError: another shape, a coordinate not finite or beyond 1e30."""
        cdef int32_t i
        places = read_rows("positions", positions, -1, 2)
        if len(places) != self.maps.agents:
            size_maps(&self.maps, <int32_t>len(places), self.maps.slots)
        self.positions = places
        with nogil:
            for i in range(self.maps.agents):
                clear_maps(&self.maps, i)

    def add_interest(self, directions, strength=1.0, falloff=M_PI):
        """Every agent likes its direction, (n, 2) of any length, 0: none (towards a target: target − position), with a strength
        of 0 … 1, and others the less the more they turn from it: nothing from ``falloff`` radians on, 0 … π. From 2.5 sectors on
        the exact direction is chosen where nothing is masked. Each slot keeps the greatest. ValueError: another shape, a number
        out of range."""
        cdef const double[:, ::1] rows = read_rows("directions", directions, self.maps.agents, 2)
        cdef double much = read_number("strength", strength, 0.0, 1.0), wide = read_number("falloff", falloff, 0.0, M_PI)
        cdef int32_t i
        if wide == 0.0:
            raise ValueError("falloff: must be above 0")
        with nogil:
            for i in range(self.maps.agents):
                write_interest(&self.maps, i, vec2(rows[i, 0], rows[i, 1]), much, wide)

    def add_danger(self, centers, radii, agent_radii=0.0, *, look_ahead):
        """Discs in the way: every slot whose sector touches one, made larger by the agent's radius, within ``look_ahead`` metres
        is the more dangerous the shorter the free way in it is; 1: none is. An agent's own place among the centers is no danger
        to it.

        ``centers``: (m, 2) metres; ``radii``: metres, one or (m,); ``agent_radii``: metres, one or (n,). Each slot keeps the
        greatest. ValueError: another shape, a number below 0 or not finite, no look_ahead."""
        cdef const double[:, ::1] places = read_rows("centers", centers, -1, 2)
        cdef const double[:, ::1] agents = self.positions
        cdef const double[::1] sizes = read_numbers("radii", radii, places.shape[0], 0.0, LARGEST)
        cdef const double[::1] bodies = read_numbers("agent_radii", agent_radii, self.maps.agents, 0.0, LARGEST)
        cdef double ahead = read_number("look_ahead", look_ahead, 0.0, LARGEST)
        cdef int32_t i, k, m = places.shape[0]
        if ahead == 0.0:
            raise ValueError("look_ahead: must be above 0")
        with nogil:
            for i in range(self.maps.agents):
                for k in range(m):
                    write_danger(&self.maps, i, vec2(places[k, 0] - agents[i, 0], places[k, 1] - agents[i, 1]),
                                 sizes[k] + bodies[i], ahead)

    def add_maps(self, interest, danger):
        """What behaviours of one's own write, (n, slots) each: interest 0 … 1, danger from 0 on. Each slot keeps the greatest.
        ValueError: another shape, a number out of range."""
        cdef const double[:, ::1] likes = read_map("interest", interest, self.maps.agents, self.maps.slots, 1.0)
        cdef const double[:, ::1] fears = read_map("danger", danger, self.maps.agents, self.maps.slots, LARGEST)
        cdef int32_t i, k
        cdef size_t at = 0
        with nogil:
            for i in range(self.maps.agents):
                for k in range(self.maps.slots):
                    self.maps.interest[at] = max(self.maps.interest[at], likes[i, k])
                    self.maps.danger[at] = max(self.maps.danger[at], fears[i, k])
                    at += 1

    def choose(self, *, danger_limit=1.0, tolerance=0.0, memory=0.0, hysteresis=0.1):
        """Where every agent goes: (n, 2), a direction times a share 0 … 1 of its speed; (0, 0): it stands.

        A slot is masked where its danger is greater than the least of all slots by more than ``tolerance``, or reaches
        ``danger_limit``. Of the others the one of most interest is taken; between it and its neighbours the direction where the
        slopes of interest would meet, never beyond its sector: no direction in a masked slot's sector is ever taken. Where all
        are masked, or nothing else is of interest, the agent stands. The speed goes by the interest there.

        ``memory``: 0 … 1, the share that the interest of the last choice has in this one's, for smooth turns; masks have no memory.
        ``hysteresis``: 0 … 1, by how much another way must be of more interest than the one taken last, seen as the peak that
        leads on from there, to be taken instead. Where a wide wall hides the target both ways round it change places in interest as
        one walks: 1 goes on to its end as long as any interest is left there. ValueError: a number out of range."""
        import numpy as np
        cdef ContextChoice choice
        cdef double[:, ::1] rows
        cdef Vec2 way
        cdef int32_t i
        choice.danger_limit = read_number("danger_limit", danger_limit, 0.0, LARGEST)
        choice.tolerance = read_number("tolerance", tolerance, 0.0, LARGEST)
        choice.memory = read_number("memory", memory, 0.0, 1.0)
        choice.hysteresis = read_number("hysteresis", hysteresis, 0.0, 1.0)
        out = np.empty((self.maps.agents, 2))
        rows = out
        with nogil:
            for i in range(self.maps.agents):
                way = choose_direction(&self.maps, i, &choice)
                rows[i, 0], rows[i, 1] = way.x, way.y
        return out
