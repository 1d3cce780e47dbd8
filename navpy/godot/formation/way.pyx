"""The way of a formation.

A path on the navmesh is taut: it touches the inner corners of walls. A formation needs room on both sides. So the path is divided into
points about half a meter apart. Each is moved square to the path until the outermost files fit on both sides, or to the middle of a
passage that is too narrow for them. In between the line is smoothed, so that outer files have a wide turn. Every move is a move along
the surface, and no point crosses a wall."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport PATH_COMPLETE, REASON_GOAL_UNREACHABLE, REASON_NONE
from navpy.base.elementary cimport atan2, unit_vector
from navpy.base.geom cimport distance2
from navpy.base.vec2 cimport Vec2, add, dot, left_of, length, scale, subtract, to_plan, to_world, unit, vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.binding.vector cimport put_place
from navpy.godot.formation.nav_formation_data cimport MARCH_TO_TARGET, FormationAgent, NavFormation, WayPoint
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.agent.walkable cimport WalkableArea, graph_at, graph_of
from navpy.motion.formation.dubins cimport Arc, Pose, measure_arcs, path_pose, round_off_corners
from navpy.motion.formation.formation cimport FormationPlace, follow_path, is_in_slots, note_width
from navpy.query.path cimport PathBuffer, PathOptions, default_options, find_path
from navpy.query.surface.raycast cimport MoveResult, RayHit, move_along_surface, raycast

cdef double STEP = 0.5              # meters between two points of the way; more on long ways
cdef double LEAST_STEP = 0.05       # meters: nearer points are one
cdef double MOST_CUT = 0.25         # meters from a corner of the way to its arc at most
# of the spacing: room that a single file counts as; files may stand a little closer than their spacing
cdef double SQUEEZE = 1.25
cdef double OPEN_WEIGHT = 0.3       # of a point with enough room, against 2 of its neighbors
cdef double NO_LENGTH = 0.01        # meters, the length of a way whose points fall together
# cosine of the angle between the formation's direction and a path that it turns back for: about 107°
cdef double TURNED_BACK = -0.3
cdef double AHEAD = 0.7             # cosine of the angle up to which a path leads ahead: 45°
cdef double BEND = 4.0              # spacings over which the way of narrowed ranks is bent
cdef double FAR_FROM_TRAIL = 2.0    # meters from its trail to a leader that was put elsewhere, or went where no member can go
cdef double ANOTHER_FLOOR = 2.5     # meters from the trail up or down to such a leader; its origin may be at any height over the floor

cdef enum:
    MOST_POINTS = 400               # of a way
    ROUNDS = 6                      # of moves to the middle
    RELAXATIONS = 20                # in a round
    MOST_SMOOTHING = 32             # passes in the first round, half as many in each further one


# ---- on the surface ----

cdef const WalkableArea* walkable_of(NavFormation* formation) noexcept nogil:
    """The area of the first member: the ground of its navigation layers."""
    cdef NavAgent* agent
    if formation.present.empty():
        return NULL
    agent = formation.members[formation.present[0]].agent
    return agent.crowd.data.paths[slot_of(agent.id)].walkable if core_agent(agent) != NULL else NULL


cdef inline NavView view_at(NavFormation* formation, const WayPoint* point) noexcept nogil:
    cdef const MeshView* mesh = formation.world.crowd.data.mesh
    return view_of(mesh, graph_at(mesh, walkable_of(formation), point.poly))


cdef WayPoint point_at(const double* place, int32_t poly) noexcept nogil:
    cdef WayPoint out
    memcpy(out.point, place, sizeof(out.point))
    out.poly, out.along, out.clear_width, out.is_fixed = poly, 0.0, INFINITY, False
    return out


cdef int move_point(NavFormation* formation, WayPoint* point, Vec2 to) except -1 nogil:
    """Move a point along the surface, as far as it can."""
    cdef double end[3]
    cdef MoveResult moved
    to_world(to, point.point[1], end)
    move_along_surface(view_at(formation, point), &formation.flood, point.poly, point.point, end, &moved, &formation.visited)
    memcpy(point.point, moved.point, sizeof(point.point))
    point.poly = moved.poly
    return 0


cdef double clearance(NavFormation* formation, const WayPoint* point, Vec2 direction, double reach) noexcept nogil:
    """Meters to the wall in a direction (a unit vector), at most reach."""
    cdef double end[3]
    cdef RayHit hit
    end[0], end[1], end[2] = point.point[0] + reach * direction.x, point.point[1], point.point[2] - reach * direction.y
    raycast(view_at(formation, point), point.poly, point.point, end, &hit)
    return hit.t * reach


cdef inline Vec2 direction_at(const vector[Vec2]* plan, size_t i) noexcept nogil:
    cdef size_t before = i - 1 if i > 0 else 0, after = min(i + 1, plan.size() - 1)
    return unit(subtract(plan[0][after], plan[0][before]))


# ---- to the middle ----

cdef struct Room:                   # at a point of the way, for its move to a side
    double shift                    # meters to the left after which there is enough room on both sides, or the same room
    double weight                   # of this shift against those of its neighbors: the narrower the passage, the higher


cdef Room room_at(NavFormation* formation, const WayPoint* point, Vec2 normal) noexcept nogil:
    cdef double side = formation.half_width, left = clearance(formation, point, normal, 2.0 * side)
    cdef double right = clearance(formation, point, scale(normal, -1.0), 2.0 * side), \
        narrow = 2.0 * side / max(left + right, LEAST_STEP)
    cdef Room room
    if side - right <= left - side:
        room.shift = min(max(0.0, side - right), left - side)
    else:
        room.shift = 0.5 * (left - right)
    room.weight = OPEN_WEIGHT * max(narrow * narrow * narrow * narrow, 1.0)
    return room


cdef void relax(vector[Room]* rooms, const vector[WayPoint]* way) noexcept nogil:
    """Make the shifts of neighbors alike. Narrow passages keep theirs: before and behind them the way turns slowly."""
    cdef vector[double] wanted
    cdef int32_t _pass
    cdef size_t i, last = rooms.size() - 1
    for i in range(rooms.size()):
        wanted.push_back(rooms[0][i].shift)
    for _pass in range(RELAXATIONS):
        for i in range(rooms.size()):
            if not way.at(i).is_fixed:
                rooms[0][i].shift = (rooms[0][i].weight * wanted[i] + rooms[0][i - 1 if i > 0 else 0].shift
                                     + rooms[0][min(i + 1, last)].shift) \
                    / (rooms[0][i].weight + 2.0)


cdef int smooth(vector[Vec2]* plan, const vector[WayPoint]* way, int32_t passes) except -1 nogil:
    """Move each point towards the middle between its neighbors."""
    cdef vector[Vec2] before
    cdef int32_t _pass
    cdef size_t i
    for _pass in range(passes):
        before = plan[0]
        for i in range(1, before.size() - 1):
            if not way.at(i).is_fixed:
                plan[0][i] = add(scale(before[i], 0.5), scale(add(before[i - 1], before[i + 1]), 0.25))
    return 0


cdef int move_to_the_middle(NavFormation* formation) except -1 nogil:
    """Rounds of moves to the side and of smoothing, which becomes less: it draws the way towards inner corners."""
    cdef double side = formation.half_width
    cdef int32_t most = <int32_t>min(max(2.0 * side * side / (STEP * STEP), 2.0), <double>MOST_SMOOTHING), k
    cdef vector[Room] rooms
    cdef Room room
    cdef size_t i
    for k in range(ROUNDS if side > 0.0 else 1):
        formation.plan.clear()
        for i in range(formation.way.size()):
            formation.plan.push_back(to_plan(formation.way[i].point))
        rooms.clear()
        for i in range(formation.way.size()):
            room.shift, room.weight = 0.0, 1.0
            if side > 0.0 and not formation.way[i].is_fixed:
                room = room_at(formation, &formation.way[i], left_of(direction_at(&formation.plan, i)))
            rooms.push_back(room)
        relax(&rooms, &formation.way)
        formation.targets.clear()
        for i in range(formation.way.size()):
            formation.targets.push_back(add(formation.plan[i], scale(left_of(direction_at(&formation.plan, i)), rooms[i].shift)))
        smooth(&formation.targets, &formation.way, most >> k)
        for i in range(formation.way.size()):
            if not formation.way[i].is_fixed:
                move_point(formation, &formation.way[i], formation.targets[i])
    return 0


cdef int measure_widths(NavFormation* formation) except -1 nogil:
    """Measure the room beside each point of the way, for the files on either side of it."""
    cdef double side = formation.half_width, room
    cdef Vec2 normal
    cdef size_t i
    formation.plan.clear()
    for i in range(formation.way.size()):
        formation.plan.push_back(to_plan(formation.way[i].point))
    for i in range(formation.way.size()):
        normal = left_of(direction_at(&formation.plan, i))
        room = 0.0
        if side > 0.0:
            room = min(clearance(formation, &formation.way[i], normal, side),
                       clearance(formation, &formation.way[i], scale(normal, -1.0), side))
        formation.way[i].clear_width = INFINITY if room >= 0.95 * side else 2.0 * room + SQUEEZE * formation.core.spacing
    return 0


# ---- the line of the way ----

cdef int store_widths(NavFormation* formation) except -1 nogil:
    """A stretch is as narrow as the narrower one of its ends."""
    cdef size_t i
    formation.core.widths.clear()
    for i in range(formation.way.size()):
        note_width(&formation.core, formation.way[i].along, min(formation.way[i].clear_width,
                                                                formation.way[i - 1 if i > 0 else 0].clear_width))
    return 0


cdef int draw_line(NavFormation* formation, double heading) except -1 nogil:
    """Make the line of arcs through the points, and measure where they are along it. heading: radians, of a way without length."""
    cdef vector[Vec2] corners
    cdef double along = 0.0
    cdef Vec2 at, last
    cdef Pose pose
    cdef Arc none
    cdef size_t i
    cdef int _step
    # 1. The line.
    for i in range(formation.way.size()):
        at = to_plan(formation.way[i].point)
        if corners.empty() or length(subtract(at, corners.back())) >= LEAST_STEP:
            corners.push_back(at)
    formation.core.path.arcs.clear()
    if corners.size() > 1:
        round_off_corners(corners.data(), corners.size(), max(2.0 * formation.half_width, 1.0), MOST_CUT, &formation.core.path.arcs)
    if formation.core.path.arcs.empty():
        none.center, none.radius, none.from_angle, none.sweep, none.length = corners[0], 0.0, heading, 0.0, NO_LENGTH
        formation.core.path.arcs.push_back(none)
    measure_arcs(&formation.core.path)
    formation.core.path.start = path_pose(&formation.core.path, 0.0)
    # 2. The points along it.
    last = corners[0]
    for i in range(formation.way.size()):
        at = to_plan(formation.way[i].point)
        along += length(subtract(at, last))
        for _step in range(2):
            pose = path_pose(&formation.core.path, along)
            along += dot(subtract(at, pose.at), unit_vector(pose.heading))
        if i > 0:
            along = max(along, formation.way[i - 1].along)
        along = min(max(along, 0.0), formation.core.path.ends.back())
        formation.way[i].along = along
        last = at
    return 0


cdef int divide_path(NavFormation* formation, const PathBuffer* path) except -1 nogil:
    """Append points along a path. Across a link there are none but its ends."""
    cdef size_t count = path.points.size() // 3, i
    cdef double step = max(STEP, path.length / MOST_POINTS), size
    cdef const double* begin
    cdef const double* end
    cdef WayPoint point = point_at(path.points.data(), path.point_polys[0])
    cdef Vec2 from_, to
    cdef int32_t k, pieces
    formation.way.push_back(point)
    for i in range(1, count):
        begin = path.points.data() + 3 * (i - 1)
        end = begin + 3
        if path.point_links[i - 1] >= 0:
            formation.way.back().is_fixed = True
            point = point_at(end, path.point_polys[i])
            point.is_fixed = True
            formation.way.push_back(point)
            continue
        size = distance2(begin[0], begin[2], end[0], end[2])
        pieces = max(1, <int32_t>(size / step + 0.5))
        from_, to = to_plan(begin), to_plan(end)
        for k in range(1, pieces):
            point.is_fixed = False
            move_point(formation, &point, add(from_, scale(subtract(to, from_), <double>k / pieces)))
            formation.way.push_back(point)
        point = point_at(end, path.point_polys[i])
        formation.way.push_back(point)
    return 0


cdef double kept_length(const NavFormation* formation) noexcept nogil:
    """Meters behind the reference point that the formation still stands on, or widens on."""
    return formation.depth + formation.core.look_ahead + 4.0 * formation.core.spacing


cdef double forget_trail(NavFormation* formation) except -1 nogil:
    """Forget points far behind the reference point. Returns the meters by which the way begins later."""
    cdef double begin = formation.core.traveled - kept_length(formation), cut
    cdef size_t first = 0
    while first + 2 < formation.way.size() and formation.way[first + 1].along < begin:
        first += 1
    cut = formation.way[first].along
    formation.way.erase(formation.way.begin(), formation.way.begin() + first)
    return cut


# ---- the way to a target ----

cdef int keep_passed(NavFormation* formation) except -1 nogil:
    """Keep only the points that the reference point has passed, where they are."""
    cdef size_t i
    forget_trail(formation)
    while not formation.way.empty() and formation.way.back().along >= formation.core.traveled - LEAST_STEP:
        formation.way.pop_back()
    for i in range(formation.way.size()):
        formation.way[i].is_fixed = True
    return 0


cdef bint turns_back(NavFormation* formation, const PathBuffer* path) noexcept nogil:
    """True if a path begins against the direction of the formation."""
    cdef Pose pose = path_pose(&formation.core.path, formation.core.traveled)
    cdef Vec2 ahead = vec2(0.0, 0.0), start = to_plan(path.points.data())
    cdef size_t i
    for i in range(1, path.points.size() // 3):
        ahead = subtract(to_plan(path.points.data() + 3 * i), start)
        if length(ahead) > formation.core.spacing:
            break
    return dot(ahead, unit_vector(pose.heading)) < TURNED_BACK * length(ahead)


cdef int search_way(NavFormation* formation, const double* start, const double* goal) except -1 nogil:
    """Search a path for lay_way. Returns the ReasonCode."""
    cdef EngineCrowd* crowd = &formation.world.crowd
    cdef PathBuffer* path = &crowd.data.buffer
    cdef PathOptions options = default_options()
    find_path(view_of(crowd.data.mesh, graph_of(crowd.data.mesh, walkable_of(formation))), &options, &crowd.data.search, start, goal,
              path)
    formation.off_by = path.off_by
    if path.status != PATH_COMPLETE:
        return path.reason if path.reason != REASON_NONE else REASON_GOAL_UNREACHABLE
    return REASON_NONE


cdef bint is_beside(NavFormation* formation, const PathBuffer* path) noexcept nogil:
    """True if a path leads straight to a place beside or behind the formation, nearer than the spacing, or, if it is in its slots,
    than half of its width or depth. To turn there would take members farther than the place is."""
    cdef double reach = formation.core.spacing
    cdef Vec2 way = subtract(to_plan(path.points.data() + path.points.size() - 3), to_plan(path.points.data()))
    if is_in_slots(&formation.core):
        reach = max(reach, max(formation.half_width, 0.5 * formation.depth))
    return path.points.size() == 6 and path.point_links[0] < 0 and length(way) < reach \
        and dot(way, unit_vector(path_pose(&formation.core.path, formation.core.traveled).heading)) < AHEAD * length(way)


cdef bint shift_way(NavFormation* formation, const PathBuffer* path, double heading) except -1 nogil:
    """Shift the way that the formation stands on to the end of a path: it keeps its direction. Narrowed ranks may stand in a passage,
    so only the front of their way is bent. heading: radians, of the formation. False: the way has only begun."""
    cdef const double* end = path.points.data() + 3
    cdef Vec2 by = subtract(to_plan(end), to_plan(path.points.data()))
    cdef double bend = 0.0 if is_in_slots(&formation.core) else 1.0 / (BEND * formation.core.spacing), part
    cdef WayPoint* point
    cdef size_t i
    if formation.way[0].along > formation.core.traveled - STEP:
        return False
    keep_passed(formation)
    while formation.way.back().along > formation.core.traveled - STEP:
        formation.way.pop_back()                # the last stretch tells the direction
    for i in range(formation.way.size()):
        point = &formation.way[i]
        part = max(0.0, 1.0 - bend * (formation.core.traveled - point.along))
        move_point(formation, point, add(to_plan(point.point), scale(by, part)))
    formation.way.push_back(point_at(end, path.point_polys[1]))
    formation.way.back().is_fixed = True
    draw_line(formation, heading)
    measure_widths(formation)
    follow_path(&formation.core, formation.core.path.ends.back())
    store_widths(formation)
    return True


cdef int lay_way(NavFormation* formation, bint* continues) except -1 nogil:
    """Make the way along the path of search_way."""
    cdef const PathBuffer* path = &formation.world.crowd.data.buffer
    cdef double heading = 0.0, along = 0.0
    cdef size_t junction = 0
    if not formation.core.path.arcs.empty():
        heading = path_pose(&formation.core.path, formation.core.traveled).heading
    if continues[0] and formation.march == MARCH_TO_TARGET and is_beside(formation, path) and shift_way(formation, path, heading):
        return 0
    # 1. Behind the way so far, or anew.
    continues[0] = continues[0] and not formation.way.empty() and not turns_back(formation, path)
    if continues[0]:
        keep_passed(formation)
        junction = formation.way.size()
    else:
        forget_way(formation)
    divide_path(formation, path)
    formation.way[junction].is_fixed = formation.way[junction].is_fixed or continues[0]
    # 2. The line.
    move_to_the_middle(formation)
    draw_line(formation, heading)
    measure_widths(formation)
    along = formation.way[junction].along if continues[0] else min(0.5 * formation.depth, formation.core.path.ends.back())
    follow_path(&formation.core, along)
    store_widths(formation)
    return 0


cdef int plan_way(NavFormation* formation, const double* start, bint* continues) except -1 nogil:
    cdef double goal[3]
    cdef int reason
    put_place(&formation.target, goal)
    reason = search_way(formation, start, goal)
    if reason == REASON_NONE:
        lay_way(formation, continues)
    return reason


cdef void forget_way(NavFormation* formation) noexcept nogil:
    formation.way.clear()
    formation.core.path.arcs.clear()
    formation.core.path.ends.clear()
    formation.core.widths.clear()
    formation.core.rows.clear()
    formation.core.members.clear()
    formation.core.places.clear()
    formation.core.traveled = 0.0
    formation.leader_at[0] = INFINITY
    formation.searched_ahead = 0.0


# ---- the trail of a leader ----

cdef int begin_trail(NavFormation* formation, WayPoint here, Vec2 heading) except -1 nogil:
    """Two points: behind the leader, and at its place."""
    cdef WayPoint behind = here
    forget_way(formation)
    move_point(formation, &behind, subtract(to_plan(here.point), scale(heading, STEP)))
    formation.way.push_back(behind)
    formation.way.push_back(here)
    return 0


cdef inline bint is_elsewhere(const double* leader, const double* end) noexcept nogil:
    """True if the leader was put elsewhere than to the end of its trail, or has gone where no member can go."""
    return length(subtract(to_plan(leader), to_plan(end))) >= FAR_FROM_TRAIL or fabs(leader[1] - end[1]) >= ANOTHER_FLOOR


cdef bint find_end(NavFormation* formation, const double* leader, WayPoint* end, bint* begins) except -1 nogil:
    """The place of the leader on the surface: along it from the end of the trail, or where the leader begins a new trail. False: it is
    off the navmesh."""
    cdef const MeshView* mesh = formation.world.crowd.data.mesh
    cdef SearchExtents extents = default_extents(mesh)
    cdef NearestPoly at
    if not formation.way.empty() and not is_elsewhere(leader, formation.way.back().point):
        end[0] = formation.way.back()
        move_point(formation, end, to_plan(leader))
        if not is_elsewhere(leader, end.point):
            return True
    if not locate(view_of(mesh, graph_of(mesh, walkable_of(formation))), leader, &extents, &at):
        return False
    if not formation.way.empty():
        end[0] = formation.way.back()
        move_point(formation, end, to_plan(at.point))
    if formation.way.empty() or is_elsewhere(at.point, end.point):
        begins[0], end[0] = True, point_at(at.point, at.poly)
    return True


cdef bint is_step_back(const NavFormation* formation, Vec2 step) noexcept nogil:
    """True if the leader steps back by less than to the first rank. Its members stand until it turns back, or goes on."""
    cdef size_t last = formation.way.size() - 1
    cdef Vec2 ahead
    if last == 0:                       # a way from a place to itself
        return False
    ahead = subtract(to_plan(formation.way[last].point), to_plan(formation.way[last - 1].point))
    return length(step) < formation.core.spacing and dot(step, ahead) < TURNED_BACK * length(step) * length(ahead)


cdef bint meets_ranks(NavFormation* formation, const WayPoint* leader, Vec2 ahead) noexcept nogil:
    """True if the leader goes against its own ranks. A slot is near, with no wall in between, and leads the other way. ahead: a unit
    vector."""
    cdef const FormationPlace* place
    cdef const FormationAgent* member
    cdef RayHit hit
    cdef size_t i
    if formation.core.member_of.size() != formation.present.size():
        return False
    for i in range(formation.present.size()):
        member, place = &formation.members[formation.present[i]], &formation.core.places[formation.core.member_of[i]]
        if length(subtract(to_plan(member.slot), to_plan(leader.point))) <= formation.core.spacing \
                and dot(ahead, unit_vector(place.heading)) < TURNED_BACK \
                and not raycast(view_at(formation, leader), leader.poly, leader.point, member.slot, &hit):
            return True
    return False


cdef bint cut_short(NavFormation* formation, const WayPoint* leader, bint* begins) except -1 nogil:
    """Leave the trail for the shortest way to a leader that has run on, where this saves more than the ranks are long. It is searched
    each time that the leader is farther ahead by so much."""
    cdef double ahead = formation.way.back().along - formation.core.traveled, ranks = kept_length(formation)
    cdef PathBuffer* path = &formation.world.crowd.data.buffer
    cdef double start[3]
    cdef bint continues = True
    cdef Vec2 at = path_pose(&formation.core.path, formation.core.traveled).at
    formation.searched_ahead = min(formation.searched_ahead, ahead)
    if ahead - length(subtract(to_plan(leader.point), at)) <= ranks or ahead < formation.searched_ahead + ranks:
        return False
    formation.searched_ahead = ahead
    place_beside_way(formation, formation.core.traveled, at, start)
    if search_way(formation, start, leader.point) != REASON_NONE or path.length > ahead - ranks:
        return False
    lay_way(formation, &continues)
    begins[0] = not continues
    return True


cdef int extend_trail(NavFormation* formation, const double* leader, Vec2 heading, bint* begins) except -1 nogil:
    cdef double along
    cdef WayPoint end
    cdef Vec2 step
    if not find_end(formation, leader, &end, begins):
        return 0
    # 1. A new trail: the leader was put elsewhere, or has turned back.
    if not begins[0]:
        step = subtract(to_plan(end.point), to_plan(formation.way.back().point))
        if length(step) < LEAST_STEP or is_step_back(formation, step):
            return 0
        if meets_ranks(formation, &end, unit(step)):
            heading, begins[0] = unit(step), True
    if begins[0]:
        begin_trail(formation, end, heading)
    # 2. The same trail, or a shorter way.
    elif cut_short(formation, &end, begins):
        return 0
    else:
        formation.way.push_back(end)
    # 3. The line.
    along = formation.core.traveled - forget_trail(formation)
    draw_line(formation, atan2(heading.y, heading.x))
    measure_widths(formation)
    if begins[0]:
        along = formation.core.path.ends.back()
    follow_path(&formation.core, min(along, formation.core.path.ends.back()))
    store_widths(formation)
    return 0


cdef bint follow_leader(NavFormation* formation, const double* leader, Vec2 heading, bint* begins) except -1 nogil:
    """A leader on the navmesh or off it costs a look at each point of the trail, not in each frame."""
    cdef double x = leader[0] - formation.leader_at[0], y = leader[1] - formation.leader_at[1], z = leader[2] - formation.leader_at[2]
    cdef bint walks = formation.leader_at[0] < INFINITY
    begins[0] = False
    if x * x + y * y + z * z >= STEP * STEP:
        extend_trail(formation, leader, heading, begins)
        memcpy(formation.leader_at, leader, sizeof(formation.leader_at))
        formation.leader_time = 0.0 if walks else INFINITY
    return not formation.way.empty()


# ---- places ----

cdef void place_beside_way(NavFormation* formation, double along, Vec2 at, double* out) noexcept nogil:
    cdef size_t low = 0, high = formation.way.size() - 1, middle
    cdef WayPoint point
    # Bisect the first point not before the place; the point before it may be nearer.
    while low < high:
        middle = (low + high) // 2
        if formation.way[middle].along < along:
            low = middle + 1
        else:
            high = middle
    if low > 0 and along - formation.way[low - 1].along < formation.way[low].along - along:
        low -= 1
    point = formation.way[low]
    move_point(formation, &point, at)
    memcpy(out, point.point, sizeof(point.point))
