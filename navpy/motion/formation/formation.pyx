"""Formations that move along paths of arcs (Bjore, "Techniques for Formation Movement Using Steering Circles", Game AI Pro, chapter
21).

As in the chapter, a slot is a place to go to and not a place to be held at: agents leave it to avoid others and return. The chapter
lays the front rank across the path, and either each file follows the slot ahead (column; ranks dissolve in a turn) or each rank stays
parallel to the rank ahead (band). Here a slot lies as far back along the path, and as far to the side, as it is behind and beside the
reference point. Files follow one another, ranks stay square to the path, and in a turn only the distance to the side matters.

Before a narrow place the rows change in turn to the number of files that fit, and back after it. The agents of a row move straight
from old to new places, all in the same time, assigned by the least sum of squared distances. Then no two come nearer to each other
than 1 / √2 of the least distance between places (Turpin, Michael & Kumar 2014, "CAPT: Concurrent assignment and planning of
trajectories for multiple robots"). The row behind keeps back by the growth of the row ahead, so nobody moves backwards."""
from libc.math cimport fabs, floor, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.motion.formation.formation_slots cimport MAX_SLOTS, box_slots, least_squares
from navpy.motion.formation.dubins cimport Pose, path_pose
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2, add, dot, left_of, scale, square, subtract, vec2

cdef enum:
    HALVINGS = 40                       # of a step that would be too fast for a slot

# length of a change relative to the move backwards within it: members advance at a fifth of the speed
cdef double STRETCH = 1.25
# of the desired step: at a corner without an arc slots jump, and the formation must get round it
cdef double LEAST_STEP = 1.0 / 64.0
cdef double SAME_RANK = 1e-6            # of the spacing: slots this near along the path are one rank
cdef double ROUNDING = 1e-9             # relative, of widths and steps


# ---- places of the members ----

cdef inline double change_progress(const FormationRow* row, double front, double overrun) noexcept nogil:
    """0 … 1. overrun: meters beyond the end of the path, on which a row goes on widening."""
    if row.change_length <= 0.0:
        return 1.0
    if row.to_depth <= row.from_depth:
        front += overrun
    return min(max((front - row.change_begin) / row.change_length, 0.0), 1.0)


cdef inline double depth(const FormationRow* row, double progress) noexcept nogil:
    return row.from_depth + progress * (row.to_depth - row.from_depth)


cdef void place_members(const FormationData* formation, double front, double overrun, FormationPlace* places) noexcept nogil:
    """The places when the front of the first row is ``front`` meters along the path."""
    cdef size_t i
    cdef int32_t k
    cdef double progress
    cdef const FormationMember* member
    cdef Vec2 off
    cdef Pose pose
    cdef const FormationRow* row
    for i in range(formation.rows.size()):
        row = &formation.rows[i]
        progress = change_progress(row, front, overrun)
        for k in range(row.first, row.end):
            member = &formation.members[k]
            off = add(member.from_place, scale(subtract(member.to_place, member.from_place), progress))
            pose = path_pose(&formation.path, front + off.x)
            places[k].position = add(pose.at, scale(left_of(unit_vector(pose.heading)), off.y))
            places[k].heading, places[k].along = pose.heading, front + off.x
        front -= depth(row, progress)


# ---- rows ----

cdef struct SlotOrder:
    Vec2 place                          # meters from the reference point
    int32_t slot


cdef bint comes_before(const SlotOrder& a, const SlotOrder& b) noexcept nogil:
    """From the front to the rear, then from the left to the right, then by number."""
    if a.place.x != b.place.x:
        return a.place.x > b.place.x
    return a.place.y > b.place.y if a.place.y != b.place.y else a.slot < b.slot


cdef FormationRow empty_row(int32_t first) noexcept nogil:
    """A row in the arrangement of its slots; its depths and reach are measured when all rows are there."""
    cdef FormationRow row
    row.first = row.end = first
    row.files, row.change_begin, row.change_length = AS_SLOTS, 0.0, 0.0
    row.from_depth = row.to_depth = row.slot_depth = row.reach = 0.0
    return row


cdef int form_rows(FormationData* formation, const vector[Vec2]* slots) except -1 nogil:
    """Members row by row, each row from the left."""
    cdef vector[SlotOrder] order
    cdef SlotOrder entry
    cdef FormationMember member
    cdef double front = 0.0, side = 0.0
    cdef Vec2 at
    cdef size_t i
    for i in range(slots.size()):
        entry.place, entry.slot = slots[0][i], <int32_t>i
        order.push_back(entry)
    sort(order.begin(), order.end(), comes_before)
    for i in range(order.size()):
        at = order[i].place
        if formation.members.empty() or not formation.is_band and front - at.x > SAME_RANK * formation.spacing:
            if not formation.rows.empty():
                formation.rows.back().slot_depth = front - at.x
            front = at.x
            formation.rows.push_back(empty_row(<int32_t>formation.members.size()))
        member.slot, member.from_place = order[i].slot, vec2(at.x - front, at.y)
        member.to_place = member.from_place
        formation.members.push_back(member)
        formation.slot_places.push_back(member.from_place)
        formation.slots.push_back(member.slot)
        formation.rows.back().end = <int32_t>formation.members.size()
        side = max(side, fabs(at.y))
    formation.lead = order[0].place.x
    formation.rows.back().slot_depth = formation.spacing - formation.slot_places.back().x
    measure_rows(formation, -formation.slot_places.back().x, side)
    return 0


cdef void measure_rows(FormationData* formation, double rear, double side) noexcept nogil:
    """How far ahead rows have to change. rear: depth of the last row; side: greatest distance of a slot to the side, meters."""
    cdef FormationRow* row
    cdef double deepest
    cdef size_t i
    formation.width, formation.look_ahead = 2.0 * side + formation.spacing, 0.0
    for i in range(formation.rows.size()):
        row = &formation.rows[i]
        row.from_depth = row.to_depth = row.slot_depth
        deepest = max((row.end - row.first - 1.0) * formation.spacing, rear if i + 1 == formation.rows.size() else 0.0)
        row.reach = max(STRETCH * deepest, 2.0 * side) + 0.5 * formation.spacing
        formation.look_ahead = max(formation.look_ahead, 2.0 * row.reach)


cdef int form(FormationData* formation, const vector[Vec2]* slots) except -1 nogil:
    formation.rows.clear()
    formation.members.clear()
    formation.slot_places.clear()
    formation.slots.clear()
    form_rows(formation, slots)
    narrow_rows(formation)
    formation.places.resize(slots.size())
    formation.next_places.resize(slots.size())
    place_members(formation, formation.traveled + formation.lead, 0.0, formation.places.data())
    return 0


# ---- widths of the path ----

cdef double probe_distance(const FormationData* formation) noexcept nogil:
    return min(formation.traveled + formation.lead + formation.look_ahead, formation.path.ends.back())


cdef int note_width(FormationData* formation, double end, double clear_width) except -1 nogil:
    """Store the number of files that fit."""
    cdef WidthInterval interval
    interval.end, interval.files = end, AS_SLOTS
    if clear_width < formation.width * (1.0 - ROUNDING):
        interval.files = <int32_t>min(max(1.0, floor(clear_width / formation.spacing + ROUNDING)), <double>MAX_SLOTS)
    if formation.widths.empty() or interval.end > formation.widths.back().end and interval.files != formation.widths.back().files:
        formation.widths.push_back(interval)
    else:
        formation.widths.back().end = max(formation.widths.back().end, interval.end)
    return 0


cdef int32_t files_between(const FormationData* formation, double start, double end) noexcept nogil:
    """The number of files that fit everywhere between two distances along the path; unprobed stretches count as wide."""
    cdef int32_t least = AS_SLOTS
    cdef size_t i = formation.widths.size()
    while i > 0 and formation.widths[i - 1].end >= start:
        i -= 1
        if i == 0 or formation.widths[i - 1].end < end:
            least = min(least, formation.widths[i].files)
    return least


# ---- changes ----

cdef int begin_change(FormationData* formation, FormationRow* row, int32_t files, double front) except -1 nogil:
    """Begin to change to a number of files, or back to the slots, after the last change."""
    cdef int32_t size = row.end - row.first, k
    cdef double longest = 0.0
    cdef vector[Vec2] before, after
    cdef vector[int32_t] place_of
    cdef Vec2 way
    cdef FormationMember* member = &formation.members[row.first]
    # The places after the change, assigned to the members.
    row.from_depth = row.to_depth
    if files == AS_SLOTS:
        for k in range(row.first, row.end):
            after.push_back(formation.slot_places[k])
        row.to_depth = row.slot_depth
    else:
        box_slots(size, files, formation.spacing, &after)
        row.to_depth = formation.spacing * ((size + files - 1) // files)
    for k in range(size):
        before.push_back(member[k].to_place)
    place_of.resize(size)
    least_squares(before.data(), size, after.data(), size, place_of.data())
    # The change is as long as its longest move, so that nobody moves backwards.
    for k in range(size):
        member[k].from_place, member[k].to_place = before[k], after[place_of[k]]
        way = subtract(member[k].to_place, before[k])
        longest = max(longest, max(STRETCH * fabs(way.x), fabs(way.y)))
    row.change_length = max(longest, STRETCH * fabs(row.to_depth - row.from_depth))
    row.change_begin, row.files = front, files
    if files == AS_SLOTS:
        for k in range(size):
            member[k].slot = formation.slots[row.first + place_of[k]]
    return 0


cdef int32_t desired_files(const FormationData* formation, const FormationRow* row, double front) noexcept nogil:
    """The best number of files for a row with that front, or its present number. It looks twice as far ahead before it widens, so
    that it can narrow again in time."""
    cdef double now = depth(row, change_progress(row, front, 0.0))
    cdef int32_t far = files_between(formation, front - now, front + 2.0 * row.reach)
    if far > row.files or files_between(formation, front - now, front + row.reach) < row.files:
        return far
    return row.files


cdef int narrow_rows(FormationData* formation) except -1 nogil:
    """Narrow rows that have just been formed at once, where the path is known to be narrow beside them or ahead."""
    cdef double front = formation.traveled + formation.lead
    cdef int32_t files, k
    cdef FormationRow* row
    cdef size_t i
    for i in range(formation.rows.size()):
        row = &formation.rows[i]
        files = files_between(formation, front - row.slot_depth, front + row.reach)
        if files < AS_SLOTS:
            begin_change(formation, row, files, front)
            row.change_length, row.from_depth = 0.0, row.to_depth
            for k in range(row.first, row.end):
                formation.members[k].from_place = formation.members[k].to_place
        front -= row.to_depth
    return 0


cdef int begin_changes(FormationData* formation) except -1 nogil:
    """Narrow rows close before a narrow place, and widen rows past it with none ahead."""
    cdef double front = formation.traveled + formation.lead, now
    cdef int32_t files
    cdef FormationRow* row
    cdef size_t i
    for i in range(formation.rows.size()):
        row = &formation.rows[i]
        now = depth(row, change_progress(row, front, 0.0))
        if change_progress(row, front, 0.0) >= 1.0:
            files = desired_files(formation, row, front)
            if files != row.files:
                begin_change(formation, row, files, front)
        front -= now
    while formation.widths.size() > 1 and formation.widths[0].end < front:
        formation.widths.erase(formation.widths.begin())
    return 0


# ---- a step ----

cdef double speed_factor(const FormationData* formation, const Vec2* positions) noexcept nogil:
    """0 … 1, by the agent that is farthest behind its place, or beside it."""
    cdef double lag2 = 0.0, free_lag = 0.5 * formation.spacing
    cdef Vec2 off, ahead
    cdef const FormationPlace* place
    cdef size_t agent
    for agent in range(formation.member_of.size()):
        place = &formation.places[formation.member_of[agent]]
        off, ahead = subtract(place.position, positions[agent]), unit_vector(place.heading)
        if dot(off, ahead) < 0.0:           # ahead of its place: only the distance to the side counts
            off = scale(left_of(ahead), dot(off, left_of(ahead)))
        lag2 = max(lag2, square(off))
    return min(max((formation.max_lag - sqrt(lag2)) / (formation.max_lag - free_lag), 0.0), 1.0)


cdef bint is_feasible(FormationData* formation, double step, double max_move) noexcept nogil:
    """Fill next_places for a step along the path, meters; true if no member moves farther than max_move."""
    cdef double end = formation.path.ends.back(), goal = formation.traveled + step
    cdef size_t k
    place_members(formation, min(goal, end) + formation.lead, max(goal - end, 0.0), formation.next_places.data())
    for k in range(formation.members.size()):
        if square(subtract(formation.next_places[k].position, formation.places[k].position)) > max_move * max_move * (1.0 + ROUNDING):
            return False
    return True


cdef void advance_reference(FormationData* formation, const Vec2* positions, double dt) noexcept nogil:
    """Move the reference point as far as the speed, the lag of the agents, and the fastest slot permit."""
    cdef double step, low = 0.0, high, end = formation.path.ends.back(), max_move = formation.max_speed * dt
    cdef int _halving
    cdef size_t k
    step = high = formation.speed * dt * speed_factor(formation, positions)
    # Bisect the longest feasible step.
    if not is_feasible(formation, step, max_move):
        for _halving in range(HALVINGS):
            if is_feasible(formation, 0.5 * (low + high), max_move):
                low = 0.5 * (low + high)
            else:
                high = 0.5 * (low + high)
        step = max(low, LEAST_STEP * step)
        is_feasible(formation, step, max_move)
    # Beyond the end of the path widening rows go on.
    for k in range(formation.rows.size()):
        if formation.rows[k].to_depth <= formation.rows[k].from_depth:
            formation.rows[k].change_begin -= max(formation.traveled + step - end, 0.0)
    formation.traveled = min(formation.traveled + step, end)


cdef int32_t front_member(const FormationData* formation) noexcept nogil:
    """The member in the middle of the front of the slots."""
    cdef int32_t front = 0, k
    for k in range(1, formation.rows[0].end):
        if formation.slot_places[k].x == 0.0 and fabs(formation.slot_places[k].y) < fabs(formation.slot_places[front].y):
            front = k
    return front


cdef int assign_places(FormationData* formation, const Vec2* positions) except -1 nogil:
    """The leader takes the place in front, the others take the other places by the least sum of squared distances."""
    cdef vector[Vec2] agents, places
    cdef vector[int32_t] found
    cdef int32_t front = front_member(formation) if formation.leader >= 0 else -1, k, count = <int32_t>formation.places.size()
    for k in range(count):
        if k != formation.leader:
            agents.push_back(positions[k])
        if k != front:
            places.push_back(formation.places[k].position)
    found.resize(agents.size())
    least_squares(agents.data(), agents.size(), places.data(), places.size(), found.data())
    for k in range(<int32_t>found.size()):
        if front >= 0 and found[k] >= front:
            found[k] += 1
    if front >= 0:
        found.insert(found.begin() + formation.leader, front)
    formation.member_of.swap(found)
    return 0


cdef int advance(FormationData* formation, const Vec2* positions, double clear_width, double dt, Vec2* targets,
                 Vec2* velocities) except -1 nogil:
    cdef const FormationPlace* before
    cdef const FormationPlace* after
    cdef size_t agent
    if formation.member_of.empty():
        assign_places(formation, positions)
    note_width(formation, probe_distance(formation), clear_width)
    begin_changes(formation)
    advance_reference(formation, positions, dt)
    for agent in range(formation.member_of.size()):
        before, after = &formation.places[formation.member_of[agent]], &formation.next_places[formation.member_of[agent]]
        targets[agent] = after.position
        velocities[agent] = scale(subtract(after.position, before.position), 1.0 / dt)
    formation.places.swap(formation.next_places)
    return 0


cdef void follow_path(FormationData* formation, double along) noexcept nogil:
    """Only widths beside the formation stay."""
    cdef double shift = along - formation.traveled, front = along + formation.lead
    cdef size_t i
    for i in range(formation.rows.size()):
        formation.rows[i].change_begin += shift
    for i in range(formation.widths.size()):
        formation.widths[i].end = min(formation.widths[i].end + shift, front)
    while formation.widths.size() > 1 and formation.widths[formation.widths.size() - 2].end >= front:
        formation.widths.pop_back()
    formation.traveled = along
    place_members(formation, front, 0.0, formation.places.data())


# ---- state ----

cdef bint is_in_slots(const FormationData* formation) noexcept nogil:
    cdef double front = formation.traveled + formation.lead
    cdef size_t i
    for i in range(formation.rows.size()):
        if formation.rows[i].files != AS_SLOTS or change_progress(&formation.rows[i], front, 0.0) < 1.0:
            return False
        front -= formation.rows[i].slot_depth
    return True


cdef bint is_settled(const FormationData* formation) noexcept nogil:
    cdef double front = formation.traveled + formation.lead, progress
    cdef const FormationRow* row
    cdef size_t i
    if formation.traveled < formation.path.ends.back():
        return False
    for i in range(formation.rows.size()):
        row = &formation.rows[i]
        progress = change_progress(row, front, 0.0)
        if row.to_depth <= row.from_depth if progress < 1.0 else desired_files(formation, row, front) != row.files:
            return False
        front -= depth(row, progress)
    return True
