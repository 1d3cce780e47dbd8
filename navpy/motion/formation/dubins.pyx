"""Shortest paths of arcs and straights that nowhere turn tighter than a radius (Dubins 1957, "On curves of minimal length with a
constraint on average curvature").

A body that cannot turn on the spot leaves its pose along a steering circle to its left or right, and arrives along another at the
goal. Tangents connect the circles (Bjore, "Techniques for Formation Movement Using Steering Circles", Game AI Pro, chapter 21). The
chapter takes the circles on the sides that face each other. Here the six words of Dubins are compared: LSL, RSR, LSR, RSL, RLR, LRL.
For a goal without a heading the shortest path is a turn and a straight, or two turns (Boissonnat & Bui 1994, "Accessibility region for
a car that only moves forwards along optimal paths")."""
from libc.math cimport INFINITY, M_PI, fabs, fmod, sqrt
from libcpp.vector cimport vector

from navpy.base.elementary cimport acos, angle_between, atan2, unit_vector
from navpy.base.vec2 cimport Vec2, add, left_of, length, scale, subtract

cdef double ANGLE_TOLERANCE = 1e-10     # radians: a turn of a whole circle less this is none
cdef double TIE = 1e-12                 # of the radius: of words that differ by less, the first stays
cdef double TOUCH_TOLERANCE = 1e-12     # of the radius: circles and points this near touch

cdef struct DubinsWord:                 # a path of up to three arcs and straights
    int side[3]                         # L: 1, R: −1, S: 0
    double amount[3]                    # radians of a turn, meters of a straight
    double length                       # meters


# ---- arcs ----

cdef inline double whole_turn(double angle) noexcept nogil:
    """The same direction in 0 … 2π."""
    cdef double turn = fmod(angle, 2.0 * M_PI)
    if turn < 0.0:
        turn += 2.0 * M_PI
    return 0.0 if turn > 2.0 * M_PI - ANGLE_TOLERANCE else turn


cdef Pose arc_pose(const Arc* arc, double along) noexcept nogil:
    cdef Pose pose
    cdef double angle
    if arc.radius == 0.0:
        pose.at, pose.heading = add(arc.center, scale(unit_vector(arc.from_angle), along)), arc.from_angle
        return pose
    angle = arc.from_angle + (along if arc.sweep > 0.0 else -along) / arc.radius
    pose.at = add(arc.center, scale(unit_vector(angle), arc.radius))
    pose.heading = angle + (0.5 * M_PI if arc.sweep > 0.0 else -0.5 * M_PI)
    return pose


cdef int measure_arcs(ArcPathData* path) except -1 nogil:
    cdef double total = 0.0
    cdef size_t i
    path.ends.clear()
    for i in range(path.arcs.size()):
        total += path.arcs[i].length
        path.ends.push_back(total)
    return 0


cdef Pose path_pose(const ArcPathData* path, double along) noexcept nogil:
    cdef size_t low = 0, high, middle
    cdef Pose pose = path.start
    cdef const Arc* arc
    cdef double within = along, clamped = 0.0
    if not path.arcs.empty():
        # Bisect the arc.
        high = path.arcs.size() - 1
        while low < high:
            middle = (low + high) // 2
            if path.ends[middle] < along:
                low = middle + 1
            else:
                high = middle
        arc = &path.arcs[low]
        within = along - (path.ends[low] - arc.length)
        clamped = min(max(within, 0.0), arc.length)
        pose = arc_pose(arc, clamped)
    # Beyond the ends straight on.
    pose.at = add(pose.at, scale(unit_vector(pose.heading), within - clamped))
    return pose


cdef int append_arc(vector[Arc]* arcs, Pose* pose, int side, double amount, double radius) except -1 nogil:
    """Append a turn to a side by so many radians, or a straight by so many meters; pose becomes that of its end."""
    cdef Arc arc
    if not amount > 0.0:
        return 0
    if side == 0:
        arc.center, arc.radius, arc.from_angle, arc.sweep, arc.length = pose.at, 0.0, pose.heading, 0.0, amount
    else:
        arc.center = add(pose.at, scale(left_of(unit_vector(pose.heading)), side * radius))
        arc.radius, arc.from_angle = radius, pose.heading - side * 0.5 * M_PI
        arc.sweep, arc.length = side * amount, radius * amount
    arcs.push_back(arc)
    pose[0] = arc_pose(&arc, arc.length)
    return 0


# ---- shortest paths ----

cdef DubinsWord no_word() noexcept nogil:
    """A word longer than any other."""
    cdef DubinsWord way
    cdef int i
    for i in range(3):
        way.side[i], way.amount[i] = 0, 0.0
    way.length = INFINITY
    return way


cdef void consider(DubinsWord* best, double radius, int first, double a, int second, double b, int third, double c) noexcept nogil:
    """Keep a word if it is shorter than the best so far."""
    cdef double total = (a if first == 0 else radius * a) + (b if second == 0 else radius * b) + (c if third == 0 else radius * c)
    if total < best.length - TIE * radius:
        best.side[0], best.side[1], best.side[2] = first, second, third
        best.amount[0], best.amount[1], best.amount[2] = a, b, c
        best.length = total


cdef void consider_csc(DubinsWord* best, Vec2 between, double start, double goal, double radius, int a, int b) noexcept nogil:
    """The CSC words: a turn, a straight, a turn. between: from the circle's center at the start to the circle's center at the goal;
    start, goal: headings; a, b: sides of the turns."""
    cdef double distance = length(between), heading = start, straight = distance, reach = 2.0 * radius
    if a == b:
        if distance > TOUCH_TOLERANCE * radius:
            heading = atan2(between.y, between.x)
    else:
        if distance < reach * (1.0 - TOUCH_TOLERANCE):
            return
        straight = sqrt(max(0.0, (distance - reach) * (distance + reach)))
        heading = atan2(between.y, between.x) + a * atan2(reach, straight)
    consider(best, radius, a, whole_turn(a * (heading - start)), 0, straight, b, whole_turn(b * (goal - heading)))


cdef void consider_ccc(DubinsWord* best, Vec2 between, double start, double goal, double radius, int a) noexcept nogil:
    """The CCC words: three turns to alternating sides, if the circles at start and goal are so near that a third circle touches
    both."""
    cdef double distance = length(between), reach = 2.0 * radius, lean, base, first, second
    cdef int side
    if distance > 2.0 * reach * (1.0 + TOUCH_TOLERANCE) or distance <= TOUCH_TOLERANCE * radius:
        return
    base, lean = atan2(between.y, between.x), acos(min(1.0, 0.5 * distance / reach))
    for side in range(-1, 2, 2):
        first = base + side * lean + a * 0.5 * M_PI             # headings at the contacts of the circles
        second = base + M_PI - side * lean + a * 0.5 * M_PI
        consider(best, radius, a, whole_turn(a * (first - start)), -a, whole_turn(a * (first - second)),
                 a, whole_turn(a * (goal - second)))


cdef int write_arcs(const DubinsWord* way, Pose start, double radius, vector[Arc]* arcs) except -1 nogil:
    cdef int i
    arcs.clear()
    for i in range(3):
        append_arc(arcs, &start, way.side[i], way.amount[i], radius)
    return 0


cdef int shortest_to_pose(Pose start, Pose goal, double radius, vector[Arc]* arcs) except -1 nogil:
    cdef DubinsWord best = no_word()
    cdef Vec2 way = subtract(goal.at, start.at), from_left = left_of(unit_vector(start.heading))
    cdef Vec2 to_left = left_of(unit_vector(goal.heading)), between
    cdef int a, b, pair
    for pair in range(4):                       # LSL, RSR, LSR, RSL
        a = 1 if pair % 2 == 0 else -1
        b = a if pair < 2 else -a
        between = add(way, subtract(scale(to_left, b * radius), scale(from_left, a * radius)))
        consider_csc(&best, between, start.heading, goal.heading, radius, a, b)
        if a == b:                              # and RLR, LRL
            consider_ccc(&best, between, start.heading, goal.heading, radius, a)
    return write_arcs(&best, start, radius, arcs)


cdef void consider_cs_and_cc(DubinsWord* best, Vec2 goal, double start, double radius, int a) noexcept nogil:
    """A turn and a straight; or a turn, and a turn back on a second circle through the goal. goal: from the first circle's center."""
    cdef double distance = length(goal), base = atan2(goal.y, goal.x), reach = 2.0 * radius, straight, heading, lean, angle, last
    cdef Vec2 center
    cdef int side
    if distance >= radius * (1.0 - TOUCH_TOLERANCE):
        straight = sqrt(max(0.0, (distance - radius) * (distance + radius)))
        heading = base + a * atan2(radius, straight)
        consider(best, radius, a, whole_turn(a * (heading - start)), 0, straight, 0, 0.0)
    if not radius <= distance <= 3.0 * radius:
        return
    lean = acos(min(1.0, (distance * distance + 3.0 * radius * radius) / (2.0 * distance * reach)))
    for side in range(-1, 2, 2):
        angle = base + side * lean
        center = scale(unit_vector(angle), reach)
        heading = angle + a * 0.5 * M_PI
        last = atan2(goal.y - center.y, goal.x - center.x) - a * 0.5 * M_PI
        consider(best, radius, a, whole_turn(a * (heading - start)), -a, whole_turn(a * (heading - last)), 0, 0.0)


cdef int shortest_to_point(Pose start, Vec2 goal, double radius, vector[Arc]* arcs) except -1 nogil:
    cdef DubinsWord best = no_word()
    cdef Vec2 way = subtract(goal, start.at), to_left = scale(left_of(unit_vector(start.heading)), radius)
    if way.x == 0.0 and way.y == 0.0:
        arcs.clear()
        return 0
    consider_cs_and_cc(&best, subtract(way, to_left), start.heading, radius, 1)
    consider_cs_and_cc(&best, add(way, to_left), start.heading, radius, -1)
    return write_arcs(&best, start, radius, arcs)


# ---- corners of a path ----

cdef double desired_tangent(Vec2 before, Vec2 after, double radius, double cut) noexcept nogil:
    """The distance from a corner to its arc, by the radius, or by a smaller radius where the arc would leave the corner by more than
    ``cut``. 0 where the path turns back: no arc is tangent to both legs."""
    cdef double half = 0.5 * fabs(angle_between(before, after))
    cdef Vec2 at = unit_vector(half)
    if half > 0.5 * M_PI - ANGLE_TOLERANCE or half < ANGLE_TOLERANCE:
        return 0.0
    # By tan half = sin half / cos half, tan (half / 2) = sin half / (1 + cos half), and r (1 / cos half − 1) = r tan half · tan (half
    # / 2).
    return min(radius * at.y / at.x, cut * (1.0 + at.x) / at.y)


cdef int round_off_corners(const Vec2* points, Py_ssize_t count, double radius, double cut, vector[Arc]* arcs) except -1 nogil:
    cdef vector[double] desired
    cdef double leg, tangent, leave = 0.0, turn
    cdef Vec2 before, after, half
    cdef Pose pose
    cdef Py_ssize_t i
    desired.resize(count)                        # zeros, which the ends keep
    for i in range(1, count - 1):
        desired[i] = desired_tangent(subtract(points[i], points[i - 1]), subtract(points[i + 1], points[i]), radius, cut)
    arcs.clear()
    for i in range(1, count):
        before = subtract(points[i], points[i - 1])
        leg, pose.heading = length(before), atan2(before.y, before.x)
        # Two corners whose arcs do not both fit on the leg between them share it in proportion to their needs.
        tangent, turn = desired[i], 0.0
        if i + 1 < count:
            after = subtract(points[i + 1], points[i])
            turn = angle_between(before, after)
            tangent = min(tangent, desired[i] * leg / max(leg, desired[i - 1] + desired[i]))
            tangent = min(tangent, desired[i] * length(after) / max(length(after), desired[i] + desired[i + 1]))
        pose.at = add(points[i - 1], scale(before, leave / leg))
        append_arc(arcs, &pose, 0, leg - leave - tangent, 0.0)
        if tangent > 0.0:
            half = unit_vector(0.5 * fabs(turn))
            append_arc(arcs, &pose, 1 if turn > 0.0 else -1, fabs(turn), tangent * half.x / half.y)
        leave = tangent
    return 0
