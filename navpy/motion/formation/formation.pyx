"""Formations that move along steering circles (Bjore, "Techniques for Formation Movement Using Steering Circles", Game AI Pro, ch. 21).

As in the chapter a slot is a place to go to, not a place to be held at: agents leave it for what is in their way and come back. The
chapter lays the front rank across the path and lets either each file follow the slot ahead (column; ranks dissolve in a turn) or each
rank stay parallel to the one ahead (band). Here a slot lies so far back *along the path* as it is behind the reference point and so
far beside it: files follow one another and ranks stay square to the way, and only the distance to the side matters in a turn.

In front of a narrow place the rows change one after the other to as many files as fit, and back behind it. In a row the agents go
straight from the old places to the new ones, all in the same time, assigned by the least sum of squared distances. Then no two come
nearer to each other than 1 / √2 of the least distance between places (Turpin, Michael and Kumar 2014, "CAPT: Concurrent assignment and
planning of trajectories for multiple robots"). The row behind stays back by what the row ahead has grown, so nobody is sent backwards."""
from libc.math cimport INFINITY, cos, fabs, floor, sin, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_real
from navpy.motion.formation.formation_slots cimport above_zero, least_squares, points_array, rank_and_file, read_points
from navpy.motion.formation.dubins cimport Arc, ArcPath, Pose, path_pose
from navpy.base.vec2 cimport Vec2, add, dot, left_of, scale, square, subtract, vec2

cdef enum:
    AS_SLOTS = 1 << 30                  # in place of a number of files
    MOST_SLOTS = 4096
    HALVINGS = 40                       # of a step that would be too fast for a slot

cdef double STRETCH = 1.25              # a change stretches over so much of what it moves members back: they go on at a fifth of the pace
cdef double LEAST_STEP = 1.0 / 64.0     # of the step wished for: at a corner that is no arc slots jump, and the formation must get round
cdef double FARTHEST = 1e9              # metres


# ---- where the members stand ----

cdef inline double changed(const Row* row, double front, double push) noexcept nogil:
    """How much of its change a row has done, 0 … 1. push: metres that it goes on widening at the end of the path."""
    if row.over <= 0.0:
        return 1.0
    if row.taking_depth <= row.leaving_depth:
        front += push
    return min(max((front - row.begins) / row.over, 0.0), 1.0)


cdef inline double depth(const Row* row, double done) noexcept nogil:
    return row.leaving_depth + done * (row.taking_depth - row.leaving_depth)


cdef void place(const vector[Row]* rows, const vector[Member]* members, const vector[Arc]* arcs, const vector[double]* ends,
                double front, double push, Spot* spots) noexcept nogil:
    """Where the members stand when the front of the first row is so many metres along the path."""
    cdef size_t i
    cdef int32_t k
    cdef double done
    cdef Vec2 off
    cdef Pose pose
    cdef const Row* row
    for i in range(rows.size()):
        row = &rows[0][i]
        done = changed(row, front, push)
        for k in range(row.first, row.end):
            off = add(members[0][k].leaving, scale(subtract(members[0][k].taking, members[0][k].leaving), done))
            pose = path_pose(arcs, ends, front + off.x)
            spots[k].at = add(pose.at, scale(left_of(vec2(cos(pose.heading), sin(pose.heading))), off.y))
            spots[k].heading = pose.heading
        front -= depth(row, done)


# ---- the formation ----

cdef Row empty_row(int32_t first) noexcept nogil:
    """A row that stands as its slots say; its depths and reach are measured when all rows are there."""
    cdef Row row
    row.first = row.end = first
    row.files, row.begins, row.over = AS_SLOTS, 0.0, 0.0
    row.leaving_depth = row.taking_depth = row.own_depth = row.reach = 0.0
    return row


cdef ArcPath with_length(ArcPath path):
    if path.arcs.empty():
        raise ValueError("path: has no length")
    return path


cdef class Formation:
    """A formation whose reference point moves along a path; it says where each agent should be, and moves nobody.

    kind: "column" (slots with the same x are a rank, ranks change one after the other) or "band" (all change together). slots: (n, 2)
    metres from the reference point, x forward and y left, as column and band make them. path: an ArcPath, no tighter than the slots'
    turning_radius, or inner slots go backwards; before its start and behind its end slots lie straight on. spacing: metres between
    neighbours where the formation is narrowed, and the width that a file takes. speed: m/s of the reference point; max_speed: what an
    agent can do. patience: metres behind its slot at which the formation stands still for a straggler, three spacings unless told; up
    to half a spacing it does not care, in between it slows down.
    ValueError: an argument out of range, a path without length, a speed above max_speed, a patience of half a spacing or less."""

    def __cinit__(self, kind, slots, ArcPath path not None, spacing, speed, max_speed, patience=None):
        cdef vector[Vec2] places
        if not isinstance(kind, str) or kind not in ("column", "band"):
            raise ValueError(f'kind: must be "column" or "band", is {kind!r}')
        self.path, self.spacing = with_length(path), above_zero("spacing", spacing, FARTHEST)
        self.speed, self.max_speed = above_zero("speed", speed, FARTHEST), above_zero("max_speed", max_speed, FARTHEST)
        if self.speed > self.max_speed:
            raise ValueError(f"speed: must not be above max_speed {self.max_speed}, is {self.speed}")
        self.patience = 3.0 * self.spacing if patience is None else above_zero("patience", patience, FARTHEST)
        if self.patience <= 0.5 * self.spacing:
            raise ValueError(f"patience: must be above half a spacing, {0.5 * self.spacing} m, is {self.patience}")
        read_points("slots", slots, &places)
        self.travelled, self.together = 0.0, kind == "band"
        self.stand(&places)

    cdef int stand(self, const vector[Vec2]* places) except -1:
        """Form rows of slots, where the reference point is now."""
        cdef size_t i
        self.rows.clear()
        self.members.clear()
        self.own.clear()
        self.own_slot.clear()
        self.form_rows(places, sorted([(-places[0][i].x, -places[0][i].y, i) for i in range(places.size())]), self.together)
        self.narrow_rows()
        self.spots.resize(places.size())
        self.next_spots.resize(places.size())
        place(&self.rows, &self.members, &self.path.arcs, &self.path.ends, self.travelled + self.lead, 0.0, self.spots.data())
        return 0

    cdef int form_rows(self, const vector[Vec2]* slots, list order, bint together) except -1:
        """Members row by row. order: (−x, −y, slot) of the slots, from the front to the rear, each row from the left."""
        cdef Member member
        cdef double front = 0.0, side = 0.0
        cdef Vec2 at
        cdef int32_t slot
        for _x, _y, slot in order:
            at = slots[0][slot]
            if self.members.empty() or not together and front - at.x > 1e-6 * self.spacing:
                if not self.rows.empty():
                    self.rows.back().own_depth = front - at.x
                front = at.x
                self.rows.push_back(empty_row(<int32_t>self.members.size()))
            member.slot, member.leaving = slot, vec2(at.x - front, at.y)
            member.taking = member.leaving
            self.members.push_back(member)
            self.own.push_back(member.leaving)
            self.own_slot.push_back(slot)
            self.rows.back().end = <int32_t>self.members.size()
            side = max(side, fabs(at.y))
        self.lead = slots[0][self.own_slot[0]].x
        self.rows.back().own_depth = self.spacing - self.own.back().x
        return self.measure_rows(-self.own.back().x, side)

    cdef int measure_rows(self, double rear, double side) except -1:
        """How far ahead rows have to change. rear: how deep the last row is, side: how far to the side the formation reaches."""
        cdef Row* row
        cdef double deepest
        cdef size_t i
        self.width, self.ahead = 2.0 * side + self.spacing, 0.0
        for i in range(self.rows.size()):
            row = &self.rows[i]
            row.leaving_depth = row.taking_depth = row.own_depth
            deepest = max((row.end - row.first - 1.0) * self.spacing, rear if i + 1 == self.rows.size() else 0.0)
            row.reach = max(STRETCH * deepest, 2.0 * side) + 0.5 * self.spacing
            self.ahead = max(self.ahead, 2.0 * row.reach)
        return 0

    # ---- widths of the way ----

    cdef double probed(self) noexcept nogil:
        return min(self.travelled + self.lead + self.ahead, self.path.ends.back())

    cdef int note_width(self, double clear_width) except -1 nogil:
        """Remember how many files fit from the place probed last to that probed now."""
        cdef Run run
        run.until, run.files = self.probed(), AS_SLOTS
        if clear_width < self.width * (1.0 - 1e-9):
            run.files = <int32_t>min(max(1.0, floor(clear_width / self.spacing + 1e-9)), <double>MOST_SLOTS)
        if self.runs.empty() or run.until > self.runs.back().until and run.files != self.runs.back().files:
            self.runs.push_back(run)
        else:
            self.runs.back().until = max(self.runs.back().until, run.until)
        return 0

    cdef int32_t files_between(self, double start, double end) noexcept nogil:
        """Files that fit all along a stretch of the path; what was not probed yet is wide."""
        cdef int32_t least = AS_SLOTS
        cdef size_t i = self.runs.size()
        while i > 0 and self.runs[i - 1].until >= start:
            i -= 1
            if i == 0 or self.runs[i - 1].until < end:
                least = min(least, self.runs[i].files)
        return least

    # ---- changes ----

    cdef int change(self, Row* row, int32_t files, double front) except -1 nogil:
        """Begin to change to so many files, or back to the slots, once the last change is done."""
        cdef int32_t size = row.end - row.first, k
        cdef double far = 0.0
        cdef vector[Vec2] stood, places
        cdef vector[int32_t] place_of
        cdef Vec2 way
        cdef Member* member = &self.members[row.first]
        row.leaving_depth = row.taking_depth
        if files == AS_SLOTS:
            for k in range(row.first, row.end):
                places.push_back(self.own[k])
            row.taking_depth = row.own_depth
        else:
            rank_and_file(size, files, self.spacing, &places)
            row.taking_depth = self.spacing * ((size + files - 1) // files)
        for k in range(size):
            stood.push_back(member[k].taking)
        place_of.resize(size)
        least_squares(stood.data(), size, places.data(), size, place_of.data())
        for k in range(size):
            member[k].leaving, member[k].taking = stood[k], places[place_of[k]]
            way = subtract(member[k].taking, stood[k])
            far = max(far, max(STRETCH * fabs(way.x), fabs(way.y)))
        row.over = max(far, STRETCH * fabs(row.taking_depth - row.leaving_depth))
        row.begins, row.files = front, files
        if files == AS_SLOTS:
            for k in range(size):
                member[k].slot = self.own_slot[row.first + place_of[k]]
        return 0

    cdef int32_t files_wanted(self, const Row* row, double front) noexcept nogil:
        """Files that a row with its front there should change to; those that it has where it need not change. It looks twice as far
        ahead before it widens, so that it can narrow again in time."""
        cdef double now = depth(row, changed(row, front, 0.0))
        cdef int32_t far = self.files_between(front - now, front + 2.0 * row.reach)
        if far > row.files or self.files_between(front - now, front + row.reach) < row.files:
            return far
        return row.files

    cdef int narrow_rows(self) except -1 nogil:
        """Have rows that are just formed stand as narrow as the way is round them and ahead, where that is known."""
        cdef double front = self.travelled + self.lead
        cdef int32_t files, k
        cdef Row* row
        cdef size_t i
        for i in range(self.rows.size()):
            row = &self.rows[i]
            files = self.files_between(front - row.own_depth, front + row.reach)
            if files < AS_SLOTS:
                self.change(row, files, front)
                row.over, row.leaving_depth = 0.0, row.taking_depth
                for k in range(row.first, row.end):
                    self.members[k].leaving = self.members[k].taking
            front -= row.taking_depth
        return 0

    cdef int plan_changes(self) except -1 nogil:
        """Narrow the rows that come near to a narrow place, widen those that have it behind them and none ahead."""
        cdef double front = self.travelled + self.lead, now
        cdef int32_t files
        cdef Row* row
        cdef size_t i
        for i in range(self.rows.size()):
            row = &self.rows[i]
            now = depth(row, changed(row, front, 0.0))
            if changed(row, front, 0.0) >= 1.0:
                files = self.files_wanted(row, front)
                if files != row.files:
                    self.change(row, files, front)
            front -= now
        while self.runs.size() > 1 and self.runs[0].until < front:
            self.runs.erase(self.runs.begin())
        return 0

    # ---- a step ----

    cdef double haste(self, const Vec2* positions) noexcept nogil:
        """0 … 1: of its speed, what the formation goes at for the sake of who is farthest behind his slot, or beside it."""
        cdef double most = 0.0, slack = 0.5 * self.spacing
        cdef Vec2 off, ahead
        cdef const Spot* spot
        cdef size_t agent
        for agent in range(self.member_of.size()):
            spot = &self.spots[self.member_of[agent]]
            off, ahead = subtract(spot.at, positions[agent]), vec2(cos(spot.heading), sin(spot.heading))
            if dot(off, ahead) < 0.0:
                off = scale(left_of(ahead), dot(off, left_of(ahead)))
            most = max(most, square(off))
        return min(max((self.patience - sqrt(most)) / (self.patience - slack), 0.0), 1.0)

    cdef bint is_walkable(self, double progress, double most) noexcept nogil:
        """Lay out the places so much farther along; does no member go more than so many metres to get there?"""
        cdef double end = self.path.ends.back(), goal = self.travelled + progress
        cdef size_t k
        place(&self.rows, &self.members, &self.path.arcs, &self.path.ends, min(goal, end) + self.lead, max(goal - end, 0.0),
              self.next_spots.data())
        for k in range(self.members.size()):
            if square(subtract(self.next_spots[k].at, self.spots[k].at)) > most * most * (1.0 + 1e-9):
                return False
        return True

    cdef int go_on(self, const Vec2* positions, double dt) except -1 nogil:
        """Go as far as the speed, who is behind, and the fastest slot allow; then next_spots are where to be."""
        cdef double wish, low = 0.0, high, end = self.path.ends.back(), most = self.max_speed * dt
        cdef int _halving
        cdef size_t k
        wish = high = self.speed * dt * self.haste(positions)
        if not self.is_walkable(wish, most):
            for _halving in range(HALVINGS):
                if self.is_walkable(0.5 * (low + high), most):
                    low = 0.5 * (low + high)
                else:
                    high = 0.5 * (low + high)
            wish = max(low, LEAST_STEP * wish)
            self.is_walkable(wish, most)
        for k in range(self.rows.size()):
            if self.rows[k].taking_depth <= self.rows[k].leaving_depth:
                self.rows[k].begins -= max(self.travelled + wish - end, 0.0)
        self.travelled = min(self.travelled + wish, end)
        return 0

    cdef int take_places(self, const Vec2* positions) except -1 nogil:
        """Who takes which place, by the least sum of squared distances."""
        cdef vector[Vec2] places
        cdef size_t k
        for k in range(self.spots.size()):
            places.push_back(self.spots[k].at)
        self.member_of.resize(places.size())
        return least_squares(positions, places.size(), places.data(), places.size(), self.member_of.data())

    cdef int lead_on(self, const Vec2* positions, double clear_width, double dt, Vec2* targets, Vec2* velocities) except -1 nogil:
        """Move on by dt seconds: where each agent should be then, and the velocity of its slot. clear_width: metres, at probed()."""
        cdef const Spot* before
        cdef const Spot* after
        cdef size_t agent
        if self.member_of.empty():
            self.take_places(positions)
        self.note_width(clear_width)
        self.plan_changes()
        self.go_on(positions, dt)
        for agent in range(self.member_of.size()):
            before, after = &self.spots[self.member_of[agent]], &self.next_spots[self.member_of[agent]]
            targets[agent] = after.at
            velocities[agent] = scale(subtract(after.at, before.at), 1.0 / dt)
        self.spots.swap(self.next_spots)
        return 0

    cdef vector[Vec2] read_agents(self, positions, size_t count) except *:
        cdef vector[Vec2] agents
        read_points("positions", positions, &agents)
        if agents.size() != count:
            raise ValueError(f"positions: must be one a slot, {count}, is {agents.size()}")
        return agents

    # ---- Python ----

    def advance(self, dt, positions, clear_width=INFINITY):
        """Move on by dt seconds, with the agents at positions (n, 2): where each should be then (n, 2), in metres, and the velocity
        (n, 2) of its slot, in m/s. The first step assigns the slots.

        The formation goes at its speed, slower where a slot would exceed max_speed or an agent is left behind, and stands where one is
        behind by ``patience``. clear_width: metres between the walls at ``probe``, which is on the path ahead, where changes have to
        be known of; the way up to the first probe counts as that wide, and what is noted of a place stays. A formation wider than that
        walks in as many files as have a spacing each, one at least. Where the way is straight no two slots come nearer to each other
        than 1 / √2 of what they are apart at the least, and none goes backwards. ValueError: a dt that is not above 0, positions that
        are not one finite point a slot, a clear_width below 0."""
        cdef double seconds = above_zero("dt", dt, 1e6), clear = read_real("clear_width", clear_width)
        cdef vector[Vec2] agents = self.read_agents(positions, self.members.size()), targets, velocities
        if not clear >= 0.0:
            raise ValueError(f"clear_width: must be metres, not below 0, is {clear_width}")
        targets.resize(agents.size())
        velocities.resize(agents.size())
        with nogil:
            self.lead_on(agents.data(), clear, seconds, targets.data(), velocities.data())
        return points_array(&targets), points_array(&velocities)

    def reassign(self, positions):
        """Assign the places anew to the agents at positions (n, 2), after a fight, say. ValueError: as advance."""
        cdef vector[Vec2] agents = self.read_agents(positions, self.members.size())
        with nogil:
            self.take_places(agents.data())

    def reform(self, slots, positions):
        """Members join or leave, at any time: from now on the formation is of these slots (n, 2), as when it was made, and of the agents at
        positions (n, 2), in their new order; any other number of them than before. They are assigned anew, and the formation waits for
        those who have far to go. Rows that are in a narrow place, or near one, stand narrowed at once. A longer formation looks farther
        ahead, so the next step wants the least clear width up to ``probe``. ValueError: slots or positions that are not (n, 2) finite
        numbers, n in 1 … 4096; nothing is changed then."""
        cdef vector[Vec2] places, agents
        read_points("slots", slots, &places)
        agents = self.read_agents(positions, places.size())
        self.stand(&places)
        with nogil:
            self.take_places(agents.data())

    def follow(self, ArcPath path not None):
        """Go on along another ArcPath, whose start should be the reference point. Changes go on as they are; what was noted of the
        way ahead is forgotten, so the next step wants the least clear width up to ``probe``. ValueError: a path without length."""
        cdef size_t i
        self.path = with_length(path)
        for i in range(self.rows.size()):
            self.rows[i].begins -= self.travelled
        for i in range(self.runs.size()):
            self.runs[i].until = min(self.runs[i].until - self.travelled, self.lead)
        while self.runs.size() > 1 and self.runs[self.runs.size() - 2].until >= self.lead:
            self.runs.pop_back()
        self.travelled = 0.0
        place(&self.rows, &self.members, &path.arcs, &path.ends, self.lead, 0.0, self.spots.data())

    @property
    def slot_of(self):
        """Slot index (n,) int32 of each agent, −1 before the first step. In a row that is narrowed, the slot that it came from."""
        import numpy as np
        cdef size_t agent
        slots = np.full(self.members.size(), -1, np.int32)
        for agent in range(self.member_of.size()):
            slots[agent] = self.members[self.member_of[agent]].slot
        return slots

    @property
    def reference(self):
        """(x, y, heading) of the reference point: metres and radians."""
        return self.path.at(self.travelled)

    @property
    def probe(self):
        """(x, y, heading) where the next step wants to know the clear width: far enough ahead of the first rank for it to narrow and,
        where it has just begun to widen, to end that first; at most the end of the path."""
        return self.path.at(self.probed())

    @property
    def distance(self):
        """Metres that the reference point has gone along the path."""
        return self.travelled

    @property
    def stands(self):
        """Whether all rows are as their slots say, none narrowed or changing."""
        cdef double front = self.travelled + self.lead
        cdef size_t i
        for i in range(self.rows.size()):
            if self.rows[i].files != AS_SLOTS or changed(&self.rows[i], front, 0.0) < 1.0:
                return False
            front -= self.rows[i].own_depth
        return True

    @property
    def settled(self):
        """Whether the formation has arrived and none of its rows changes any more. Then it stands as its slots say, but where the
        path ends in a narrow place: there it stays narrowed, and a row before it as far narrowed as it has come."""
        cdef double front = self.travelled + self.lead, done
        cdef const Row* row
        cdef size_t i
        if self.travelled < self.path.ends.back():
            return False
        for i in range(self.rows.size()):
            row = &self.rows[i]
            done = changed(row, front, 0.0)
            if row.taking_depth <= row.leaving_depth if done < 1.0 else self.files_wanted(row, front) != row.files:
                return False
            front -= depth(row, done)
        return True

    @property
    def arrived(self):
        """Whether the reference point has come to the end of the path."""
        return self.travelled >= self.path.ends.back()
