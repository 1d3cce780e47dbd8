"""Context steering. Behaviors write maps instead of forces, and a direction is chosen when all maps are written: a dangerous direction
is excluded, not outweighed."""
from libc.math cimport M_PI, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.base.elementary cimport atan2, cos, unit_vector
from navpy.base.vec2 cimport Vec2, scale, square, vec2

cdef double HALF_SECTOR = 0.5 - 1e-7    # widths: rounding does not lead into the next sector
cdef double MIN_INTEREST = 1e-9         # less interest counts as 0


# ---- maps ----

cdef int resize_maps(ContextMaps* maps, int32_t agents, int32_t slots) except -1 nogil:
    cdef size_t size = <size_t>agents * slots
    maps.agents, maps.slots, maps.width = 0, slots, 2.0 * M_PI / slots      # 0 agents until there is memory for all
    maps.interest.clear()
    maps.danger.clear()
    maps.memory.clear()
    maps.last_slot.clear()
    maps.interest.resize(size, 0.0)
    maps.danger.resize(size, 0.0)
    maps.memory.resize(size, 0.0)
    maps.last_slot.resize(agents, -1)
    maps.agents = agents
    return 0


cdef void clear_maps(ContextMaps* maps, int32_t agent) noexcept nogil:
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double* danger = maps.danger.data() + <size_t>agent * maps.slots
    cdef int32_t i
    for i in range(maps.slots):
        interest[i] = danger[i] = 0.0


cdef inline double angle_to_slot(const ContextMaps* maps, int32_t slot, double angle) noexcept nogil:
    """Radians, 0 … π, from the center of a slot to an angle of −π … π."""
    cdef double turn = fabs(slot * maps.width - angle)
    return fabs(2.0 * M_PI - turn) if turn > M_PI else turn


cdef void write_interest(ContextMaps* maps, int32_t agent, Vec2 direction, double strength, double falloff) noexcept nogil:
    """Interest of that strength in a direction, linearly falling to 0 at ``falloff`` radians from it. A slot keeps its greatest
    interest. The direction 0 is no interest."""
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double angle, share
    cdef int32_t i
    if direction.x == 0.0 and direction.y == 0.0:
        return
    angle = atan2(direction.y, direction.x)
    for i in range(maps.slots):
        share = 1.0 - angle_to_slot(maps, i, angle) / falloff
        interest[i] = max(interest[i], strength * share)


cdef void write_danger(ContextMaps* maps, int32_t agent, Vec2 offset, double reach, double look_ahead) noexcept nogil:
    """Danger of a disc. The danger of a slot is 1 − free distance / look_ahead, with the least free distance of the directions in its
    sector; so a slot without danger is free in all its directions. offset: meters from the agent to the disc's center; reach: sum of
    both radii, meters. If the agent is within reach, all sectors that lead nearer have danger 1; exactly at the center none has. A
    slot keeps its greatest danger."""
    cdef double* danger = maps.danger.data() + <size_t>agent * maps.slots
    cdef double distance2 = square(offset), distance = sqrt(distance2), outside2 = distance2 - reach * reach
    cdef double angle, half_angle, turn, ahead, way
    cdef int32_t i
    if distance == 0.0 or distance - reach >= look_ahead:
        return
    angle = atan2(offset.y, offset.x)
    half_angle = atan2(reach, sqrt(outside2)) if outside2 > 0.0 else 0.5 * M_PI
    for i in range(maps.slots):
        turn = max(angle_to_slot(maps, i, angle) - 0.5 * maps.width, 0.0)
        if turn >= half_angle:
            continue
        ahead, way = distance * cos(turn), 0.0
        if outside2 > 0.0:              # the nearer end of the chord, without cancellation
            way = outside2 / (ahead + sqrt(max(ahead * ahead - outside2, 0.0)))
        danger[i] = max(danger[i], 1.0 - way / look_ahead)


# ---- choice ----

cdef void find_masks(const double* danger, int32_t slots, const ContextChoice* choice, bint* masked) noexcept nogil:
    """Mask the slots with more danger than the least danger plus the tolerance, and the slots at the limit."""
    cdef double least = danger[0]
    cdef int32_t i
    for i in range(slots):
        least = min(least, danger[i])
    for i in range(slots):
        masked[i] = danger[i] > least + choice.tolerance or danger[i] >= choice.danger_limit


cdef double peak_within(double before2, double before, double middle, double after, double after2, double* value) noexcept nogil:
    """The place of the greatest interest in a slot's sector, in widths from its center, and its value: where the slopes of both sides
    would meet. Beside a slot of more interest, which is masked, it is the sector's edge."""
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
    """Hill climbing over the free slots to the local maximum, from a slot or the free slot nearest to it. At
    least one slot must not be masked."""
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
    """Fray's simplest choice: the slot of most interest that is not masked, at a speed by its interest. If the peak of the last choice
    is as good, up to the hysteresis, it stays: an agent would otherwise turn back again and again between two ways round an obstacle.
    The slopes beside a slot include masked neighbors, as they show where the peak is; the result stays in the slot's own sector."""
    cdef double* interest = maps.interest.data() + <size_t>agent * maps.slots
    cdef double* memory = maps.memory.data() + <size_t>agent * maps.slots
    cdef bint masked[MAX_SLOTS]
    cdef double value, angle
    cdef int32_t n = maps.slots, i, best = -1, last_slot
    for i in range(n):
        memory[i] = interest[i] + choice.memory * (memory[i] - interest[i])
    find_masks(maps.danger.data() + <size_t>agent * n, n, choice, masked)
    for i in range(n):
        if not masked[i] and memory[i] >= MIN_INTEREST and (best < 0 or memory[i] > memory[best]):
            best = i
    if best < 0:
        return vec2(0.0, 0.0)
    if maps.last_slot[agent] >= 0:
        last_slot = peak_from(memory, masked, n, maps.last_slot[agent])
        if memory[last_slot] >= MIN_INTEREST and memory[best] <= memory[last_slot] + choice.hysteresis:
            best = last_slot
    maps.last_slot[agent] = best
    angle = peak_within(memory[(best + n - 2) % n], memory[(best + n - 1) % n], memory[best], memory[(best + 1) % n],
                        memory[(best + 2) % n], &value)
    angle = (best + angle) * maps.width
    value = min(value, 1.0)
    return scale(unit_vector(angle), value)
