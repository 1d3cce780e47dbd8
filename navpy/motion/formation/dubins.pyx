"""Ways made of arcs and straights that never turn tighter than a radius.

A body that cannot turn on the spot leaves its place along one of two *steering circles*, to its left and to its right, and comes
in along one of two at the goal; tangents join them (Bjore, "Techniques for Formation Movement Using Steering Circles", Game AI
Pro, ch. 21, after Company of Heroes). The chapter takes the circles on the sides that face each other. Here every pair is tried,
and the third circle between two that are near each other, which gives the shortest way (Dubins 1957, "On curves of minimal length
with a constraint on average curvature"). Where any heading at the goal will do, the shortest is an arc and a straight or two arcs
(Boissonnat and Bui 1994, "Accessibility region for a car that only moves forwards along optimal paths")."""
from libc.math cimport INFINITY, M_PI, acos, asin, atan2, ceil, cos, fabs, fmod, isfinite, sin, sqrt, tan
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_real
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, subtract, vec2

cdef double TURN_SLACK = 1e-10          # radians: a turn that is so little short of a whole one is none
cdef double TIE = 1e-12                 # of the radius: of ways that differ by less, the one tried first
cdef double TOUCH = 1e-12               # of the radius: circles and points so near to touching do touch
cdef double FARTHEST = 1e9              # metres: beyond, doubles are no longer exact to a fraction of a millimetre

cdef struct Way:                        # up to three arcs: +1 left, −1 right, 0 straight
    int side[3]
    double amount[3]                    # radians of a turn, metres of a straight
    double length                       # metres


# ---- arcs ----

cdef inline Vec2 along_heading(double heading) noexcept nogil:
    return vec2(cos(heading), sin(heading))


cdef inline double whole_turn(double angle) noexcept nogil:
    """The same direction in 0 … 2π."""
    cdef double turn = fmod(angle, 2.0 * M_PI)
    if turn < 0.0:
        turn += 2.0 * M_PI
    return 0.0 if turn > 2.0 * M_PI - TURN_SLACK else turn


cdef Pose arc_pose(const Arc* arc, double along) noexcept nogil:
    cdef Pose pose
    cdef double angle
    if arc.radius == 0.0:
        pose.at, pose.heading = add(arc.centre, scale(along_heading(arc.from_angle), along)), arc.from_angle
        return pose
    angle = arc.from_angle + (along if arc.sweep > 0.0 else -along) / arc.radius
    pose.at = add(arc.centre, scale(along_heading(angle), arc.radius))
    pose.heading = angle + (0.5 * M_PI if arc.sweep > 0.0 else -0.5 * M_PI)
    return pose


cdef Pose path_pose(const vector[Arc]* arcs, const vector[double]* ends, double along) noexcept nogil:
    """Where one is so many metres along a path; before its start and behind its end it goes straight on. Of a path that has arcs."""
    cdef size_t low = 0, high = arcs.size() - 1, middle
    cdef Pose pose
    while low < high:
        middle = (low + high) // 2
        if ends[0][middle] < along:
            low = middle + 1
        else:
            high = middle
    cdef const Arc* arc = &arcs[0][low]
    cdef double within = along - (ends[0][low] - arc.length)
    cdef double clamped = min(max(within, 0.0), arc.length)
    pose = arc_pose(arc, clamped)
    pose.at = add(pose.at, scale(along_heading(pose.heading), within - clamped))
    return pose


cdef int go_on(vector[Arc]* arcs, Pose* pose, int side, double amount, double radius) except -1 nogil:
    """Turn to a side by so many radians, or go straight ahead by so many metres; the pose is then that at the end."""
    cdef Arc arc
    if not amount > 0.0:
        return 0
    if side == 0:
        arc.centre, arc.radius, arc.from_angle, arc.sweep, arc.length = pose.at, 0.0, pose.heading, 0.0, amount
    else:
        arc.centre = add(pose.at, scale(left_of(along_heading(pose.heading)), side * radius))
        arc.radius, arc.from_angle = radius, pose.heading - side * 0.5 * M_PI
        arc.sweep, arc.length = side * amount, radius * amount
    arcs.push_back(arc)
    pose[0] = arc_pose(&arc, arc.length)
    return 0


# ---- shortest ways ----

cdef Way endless_way() noexcept nogil:
    """Longer than any other."""
    cdef Way way
    cdef int i
    for i in range(3):
        way.side[i], way.amount[i] = 0, 0.0
    way.length = INFINITY
    return way


cdef void consider(Way* best, double radius, int first, double a, int second, double b, int third, double c) noexcept nogil:
    """Keep a way if it is shorter than the best so far."""
    cdef double total = (a if first == 0 else radius * a) + (b if second == 0 else radius * b) + (c if third == 0 else radius * c)
    if total < best.length - TIE * radius:
        best.side[0], best.side[1], best.side[2] = first, second, third
        best.amount[0], best.amount[1], best.amount[2] = a, b, c
        best.length = total


cdef void consider_tangents(Way* best, Vec2 between, double start, double goal, double radius, int a, int b) noexcept nogil:
    """Turn, straight, turn. between: from the circle's centre at the start to that at the goal; start, goal: headings."""
    cdef double distance = length(between), heading = start, straight = distance, reach = 2.0 * radius
    if a == b:
        if distance > TOUCH * radius:
            heading = atan2(between.y, between.x)
    else:
        if distance < reach * (1.0 - TOUCH):
            return
        straight = sqrt(max(0.0, (distance - reach) * (distance + reach)))
        heading = atan2(between.y, between.x) + a * atan2(reach, straight)
    consider(best, radius, a, whole_turn(a * (heading - start)), 0, straight, b, whole_turn(b * (goal - heading)))


cdef void consider_third_circle(Way* best, Vec2 between, double start, double goal, double radius, int a) noexcept nogil:
    """Three turns to alternating sides, where the circles at start and goal are so near that a third touches both."""
    cdef double distance = length(between), reach = 2.0 * radius, lean, base, first, second
    cdef int side
    if distance > 2.0 * reach * (1.0 + TOUCH) or distance <= TOUCH * radius:
        return
    base, lean = atan2(between.y, between.x), acos(min(1.0, 0.5 * distance / reach))
    for side in range(-1, 2, 2):
        first = base + side * lean + a * 0.5 * M_PI             # headings where the circles touch
        second = base + M_PI - side * lean + a * 0.5 * M_PI
        consider(best, radius, a, whole_turn(a * (first - start)), -a, whole_turn(a * (first - second)),
                 a, whole_turn(a * (goal - second)))


cdef int lay_out(const Way* way, Pose start, double radius, vector[Arc]* arcs) except -1 nogil:
    cdef int i
    arcs.clear()
    for i in range(3):
        go_on(arcs, &start, way.side[i], way.amount[i], radius)
    return 0


cdef int dubins_way(Pose start, Pose goal, double radius, vector[Arc]* arcs) except -1 nogil:
    """The shortest way from one pose to another, turning no tighter than the radius, which is above 0."""
    cdef Way best = endless_way()
    cdef Vec2 way = subtract(goal.at, start.at), from_left = left_of(along_heading(start.heading))
    cdef Vec2 to_left = left_of(along_heading(goal.heading)), between
    cdef int a, b, pair
    for pair in range(4):                       # LSL, RSR, LSR, RSL
        a = 1 if pair % 2 == 0 else -1
        b = a if pair < 2 else -a
        between = add(way, subtract(scale(to_left, b * radius), scale(from_left, a * radius)))
        consider_tangents(&best, between, start.heading, goal.heading, radius, a, b)
        if a == b:                              # and RLR, LRL
            consider_third_circle(&best, between, start.heading, goal.heading, radius, a)
    return lay_out(&best, start, radius, arcs)


cdef void consider_point(Way* best, Vec2 goal, double start, double radius, int a) noexcept nogil:
    """Turn and go straight; or turn and turn back on a second circle that passes through the goal. goal: from the circle's
    centre."""
    cdef double distance = length(goal), base = atan2(goal.y, goal.x), reach = 2.0 * radius, straight, heading, lean, angle, last
    cdef Vec2 centre
    cdef int side
    if distance >= radius * (1.0 - TOUCH):
        straight = sqrt(max(0.0, (distance - radius) * (distance + radius)))
        heading = base + a * atan2(radius, straight)
        consider(best, radius, a, whole_turn(a * (heading - start)), 0, straight, 0, 0.0)
    if not radius <= distance <= 3.0 * radius:
        return
    lean = acos(min(1.0, (distance * distance + 3.0 * radius * radius) / (2.0 * distance * reach)))
    for side in range(-1, 2, 2):
        angle = base + side * lean
        centre = scale(along_heading(angle), reach)
        heading = angle + a * 0.5 * M_PI
        last = atan2(goal.y - centre.y, goal.x - centre.x) - a * 0.5 * M_PI
        consider(best, radius, a, whole_turn(a * (heading - start)), -a, whole_turn(a * (heading - last)), 0, 0.0)


cdef int shortest_way(Pose start, Vec2 goal, double radius, vector[Arc]* arcs) except -1 nogil:
    """The shortest way from a pose to a point, turning no tighter than the radius, which is above 0."""
    cdef Way best = endless_way()
    cdef Vec2 way = subtract(goal, start.at), to_left = scale(left_of(along_heading(start.heading)), radius)
    if way.x == 0.0 and way.y == 0.0:
        arcs.clear()
        return 0
    consider_point(&best, subtract(way, to_left), start.heading, radius, 1)
    consider_point(&best, add(way, to_left), start.heading, radius, -1)
    return lay_out(&best, start, radius, arcs)


# ---- corners of a path ----

cdef double wanted_tangent(Vec2 before, Vec2 after, double radius, double cut) noexcept nogil:
    """How far from a corner its arc should begin: that of the radius, or of a smaller one where that would leave the corner by more
    than ``cut``. 0 where the legs turn back: no arc is tangent to both."""
    cdef double half = 0.5 * fabs(atan2(det(before, after), dot(before, after)))
    if half > 0.5 * M_PI - TURN_SLACK or half < TURN_SLACK:
        return 0.0
    return min(radius * tan(half), cut / tan(0.5 * half))           # r (1 / cos half − 1) = r tan half · tan (half / 2)


cdef int round_corners(const Vec2* points, Py_ssize_t count, double radius, double cut, vector[Arc]* arcs) except -1 nogil:
    """Arcs in place of the corners of a polyline without repeated points. Two corners whose arcs do not both fit on the leg between
    them share it in proportion to what each wants."""
    cdef vector[double] wanted
    cdef double leg, given, leave = 0.0, turn, half
    cdef Vec2 before, after
    cdef Pose pose
    cdef Py_ssize_t i
    wanted.resize(count)                        # of zeros; the ends stay so
    for i in range(1, count - 1):
        wanted[i] = wanted_tangent(subtract(points[i], points[i - 1]), subtract(points[i + 1], points[i]), radius, cut)
    arcs.clear()
    for i in range(1, count):
        before = subtract(points[i], points[i - 1])
        leg, pose.heading = length(before), atan2(before.y, before.x)
        given, turn = wanted[i], 0.0
        if i + 1 < count:
            after = subtract(points[i + 1], points[i])
            turn = atan2(det(before, after), dot(before, after))
            given = min(given, wanted[i] * leg / max(leg, wanted[i - 1] + wanted[i]))
            given = min(given, wanted[i] * length(after) / max(length(after), wanted[i] + wanted[i + 1]))
        pose.at = add(points[i - 1], scale(before, leave / leg))
        go_on(arcs, &pose, 0, leg - leave - given, 0.0)
        if given > 0.0:
            half = 0.5 * fabs(turn)
            go_on(arcs, &pose, 1 if turn > 0.0 else -1, fabs(turn), given / tan(half))
        leave = given
    return 0


# ---- Python ----

cdef class PathArc:
    """An arc of an ArcPath: centre (x, y) and radius in metres, from_angle where it begins, seen from the centre, and sweep in
    radians, above 0 counter-clockwise, length in metres. Of a straight, radius and sweep are 0, centre is where it begins and
    from_angle its heading."""

    def __repr__(self):
        return (f"PathArc(centre={self.centre}, radius={self.radius}, from_angle={self.from_angle}, sweep={self.sweep}, "
                f"length={self.length})")


cdef PathArc path_arc(const Arc* arc):
    cdef PathArc out = PathArc.__new__(PathArc)
    out.centre, out.radius, out.from_angle = (arc.centre.x, arc.centre.y), arc.radius, arc.from_angle
    out.sweep, out.length = arc.sweep, arc.length
    return out


cdef class ArcPath:
    """A path of arcs and straights in the plan, made by steering_circle_path and steering_circles.

    Its points are metres (x, y), headings radians counter-clockwise from x. Where it has no length it is its start."""

    cdef int measure(self) except -1:
        cdef double total = 0.0
        cdef size_t i
        self.ends.clear()
        for i in range(self.arcs.size()):
            total += self.arcs[i].length
            self.ends.push_back(total)
        return 0

    @property
    def arcs(self):
        """List of PathArc, from the start to the end."""
        cdef size_t i
        return [path_arc(&self.arcs[i]) for i in range(self.arcs.size())]

    @property
    def length(self):
        """Metres."""
        cdef double total = 0.0
        if not self.ends.empty():
            total = self.ends.back()
        return total

    @property
    def least_radius(self):
        """Metres: that of the tightest arc; 0 where the path has a corner that is no arc, infinite where it is straight."""
        cdef double least = INFINITY
        cdef Pose end, begin
        cdef size_t i
        for i in range(self.arcs.size()):
            if self.arcs[i].radius > 0.0:
                least = min(least, self.arcs[i].radius)
            if i > 0:
                end, begin = arc_pose(&self.arcs[i - 1], self.arcs[i - 1].length), arc_pose(&self.arcs[i], 0.0)
                if cos(end.heading - begin.heading) < 1.0 - 1e-12:
                    return 0.0
        return least

    def at(self, along):
        """(x, y, heading) so many metres along the path; before its start and behind its end it goes straight on."""
        cdef Pose pose = self.start
        cdef double metres = read_real("along", along)
        if not isfinite(metres):
            raise ValueError(f"along: must be a finite number of metres, is {along}")
        if not self.arcs.empty():
            pose = path_pose(&self.arcs, &self.ends, metres)
        else:
            pose.at = add(pose.at, scale(along_heading(pose.heading), metres))
        return pose.at.x, pose.at.y, pose.heading

    def sample(self, chord_error=0.05):
        """Points (n, 2) of a polyline that leaves the path by no more than chord_error metres, from its start to its end.
        ValueError: a chord_error that is not above 0, or so small that it takes more than a million points."""
        import numpy as np
        cdef double error = read_real("chord_error", chord_error)
        if not (isfinite(error) and error > 0.0):
            raise ValueError(f"chord_error: must be a finite number of metres above 0, is {chord_error}")
        cdef vector[int] pieces
        cdef double most, step
        cdef Py_ssize_t row = 1
        cdef size_t i
        cdef int k
        cdef Pose pose = self.start if self.arcs.empty() else arc_pose(&self.arcs[0], 0.0)
        for i in range(self.arcs.size()):
            most = 1.0
            if self.arcs[i].radius > 0.0:
                step = 4.0 * asin(sqrt(min(0.5, 0.5 * error / self.arcs[i].radius)))      # e = r (1 − cos(step / 2))
                most = max(1.0, ceil(fabs(self.arcs[i].sweep) / step)) if step > 0.0 else INFINITY
            if most > 1e6:
                raise ValueError(f"chord_error: {chord_error} m is too small for arcs of radius {self.arcs[i].radius}")
            pieces.push_back(<int>most)
        points = np.empty((1 + sum(pieces), 2))
        cdef double[:, ::1] out = points
        out[0, 0], out[0, 1] = pose.at.x, pose.at.y
        for i in range(self.arcs.size()):
            for k in range(1, pieces[i] + 1):
                pose = arc_pose(&self.arcs[i], self.arcs[i].length * k / pieces[i])
                out[row, 0], out[row, 1] = pose.at.x, pose.at.y
                row += 1
        return points


cdef int read_plan_point(str name, point, Vec2* out) except -1:
    try:
        x, y = point
        out.x, out.y = x, y
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be two numbers, is {point!r}") from None
    if not (fabs(out.x) <= FARTHEST and fabs(out.y) <= FARTHEST):
        raise ValueError(f"{name}: must be finite and within {FARTHEST:g} m, is {point!r}")
    return 0


cdef double read_radius(value) except -1.0:
    cdef double radius = read_real("radius", value)
    if not (1e-6 <= radius <= FARTHEST):
        raise ValueError(f"radius: must be 1e-06 … {FARTHEST:g} m, is {radius}")
    return radius


cdef double read_heading(str name, value) except? -1.0:
    cdef double heading = read_real(name, value)
    if not isfinite(heading):
        raise ValueError(f"{name}: must be a finite number of radians, is {heading}")
    return fmod(heading, 2.0 * M_PI)


def steering_circle_path(start, heading, goal, goal_heading, radius):
    """The shortest way that leaves start (x, y) along heading, comes to goal (x, y) and never turns tighter than radius: an ArcPath.

    With a goal_heading it arrives in that direction and is the shortest of Dubins' six words (LSL, RSR, LSR, RSL, LRL, RLR; Dubins
    1957). With None any direction will do: a turn and the tangent to the goal, or two turns where the goal lies inside of a steering
    circle (Boissonnat and Bui 1994). Metres and radians. Of ways of one length the one that turns left first. ValueError: a number
    that is not finite, a point farther than 1e9 m out, a radius that is not 1e-6 … 1e9 m."""
    cdef ArcPath path = ArcPath.__new__(ArcPath)
    cdef Pose end
    cdef double least
    read_plan_point("start", start, &path.start.at)
    read_plan_point("goal", goal, &end.at)
    path.start.heading, least = read_heading("heading", heading), read_radius(radius)
    if goal_heading is None:
        with nogil:
            shortest_way(path.start, end.at, least, &path.arcs)
    else:
        end.heading = read_heading("goal_heading", goal_heading)
        with nogil:
            dubins_way(path.start, end, least, &path.arcs)
    path.measure()
    return path


def steering_circles(polyline, radius, cut=INFINITY):
    """The path along a polyline (n, 2), n ≥ 2, whose corners are arcs of steering circles tangent to both legs: an ArcPath.

    Every arc has the radius, in metres, or the greatest smaller one that the legs leave room for (ArcPath.least_radius tells): two
    corners that want more than the leg between them share it in proportion. An arc lies on the inner side of its corner, where the
    corner of a taut path has its obstacle; ``cut`` (metres) bounds how far it may leave the corner. Where the path turns back on
    itself no arc fits and the corner stays. Repeated points count once. ValueError: fewer than two different points, a number that is
    not finite, a point farther than 1e9 m out, a radius that is not 1e-6 … 1e9 m, a cut below 0."""
    import numpy as np
    cdef ArcPath path = ArcPath.__new__(ArcPath)
    cdef vector[Vec2] points
    cdef double least = read_radius(radius), furthest = read_real("cut", cut)
    cdef Vec2 point
    if not furthest >= 0.0:
        raise ValueError(f"cut: must be metres, not below 0, is {cut}")
    try:
        given = np.ascontiguousarray(polyline, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("polyline: must be (n, 2) numbers") from None
    if given.ndim != 2 or given.shape[1] != 2:
        raise ValueError(f"polyline: must be (n, 2), is {given.shape}")
    for x, y in given:
        read_plan_point("polyline", (x, y), &point)
        if points.empty() or point.x != points.back().x or point.y != points.back().y:
            points.push_back(point)
    if points.size() < 2:
        raise ValueError("polyline: must have at least two different points")
    with nogil:
        round_corners(points.data(), points.size(), least, furthest, &path.arcs)
    path.start = arc_pose(&path.arcs[0], 0.0)
    path.measure()
    return path
