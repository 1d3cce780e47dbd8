"""Lanes of agents that walk abreast.

A shortest path touches the walls at all of its turns, so agents with one goal would walk in one file. In a lane an agent takes each
turn by its distance from the inner edge of its unit. At a left turn the leftmost agent walks along the wall and the rightmost agent
farthest out; at a right turn it is the other way round. So lanes do not cross. All lanes come together in proportion where the unit
does not fit beside the wall, or where its outermost way would be too long. At a door nothing is left of them, and behind the door they
open again."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, unique

from navpy.base.geom cimport distance2, distance3
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, subtract, to_plan, unit
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport LANE_CORNERS, ON_LINK, ON_MESH, Agent, leads_on
from navpy.motion.agent.agent_params cimport POST_FUNNEL
from navpy.motion.agent.dials cimport LANE_APPROACH, LANE_LENGTH, LANE_OPENING, LANE_WIDTH
from navpy.motion.agent.path_following cimport (
    FollowedPath, allow_longer_path, corner_at, corner_count, leg_length, start_leg, update_walkable_ground)
from navpy.motion.agent.walkable cimport POINT_TOLERANCE, WalkableArea, farthest_in_sight, graph_of, has_line_of_sight
from navpy.query.surface.raycast cimport RayHit, trace_ray

cdef double LEAST_SHIFT = 0.05          # meters: off its leg by less, an agent does not look where it is

cdef enum:
    HALVINGS = 10                       # of an interval of shares: to a thousandth
    HALVES = 4                          # of a shift, before the corner stays: a sixteenth of the room
    ROUNDS = 10                         # until no more corners are moved: more only where a dozen legs hinder each other


# ---- the corners ----

cdef inline bint is_fixed(const FollowedPath* path, int32_t corner) noexcept nogil:
    """Ends of links stay where they are, and so do the corners that a word has no bits for."""
    return path.links[corner] >= 0 or (corner > 0 and path.links[corner - 1] >= 0) or corner >= LANE_CORNERS


cdef bint collect(const MeshView* mesh, Agent* agent, FollowedPath* path, int32_t* first, LaneWork* work) except -1 nogil:
    """The points from the agent on, the end of its path included. first: index in the path of the second one. False: the agent is over
    no floor."""
    cdef LaneCorner corner
    cdef int32_t i
    first[0] = agent.next_corner
    if agent.where != ON_MESH or agent.next_corner == 0 or is_fixed(path, agent.next_corner):
        corner.at.poly = path.polys[agent.next_corner]
        memcpy(corner.at.point, corner_at(path, agent.next_corner), sizeof(corner.at.point))
        first[0] += 1
    elif not update_walkable_ground(mesh, agent, path, &corner.at):
        return False
    corner.at.distance = corner.share = corner.room = corner.shift = 0.0
    corner.turns_left, corner.outward = False, to_plan(corner.at.point)
    corner.moved = corner.beside = corner.at
    work.corners.clear()
    work.corners.push_back(corner)
    for i in range(first[0], corner_count(path)):
        corner.at.poly = path.polys[i]
        memcpy(corner.at.point, corner_at(path, i), sizeof(corner.at.point))
        corner.moved = corner.beside = corner.at
        work.corners.push_back(corner)
    return True


cdef inline Vec2 leg_to(const LaneCorner* corner) noexcept nogil:
    """From the corner before."""
    return subtract(to_plan(corner.at.point), to_plan((corner - 1).at.point))


cdef bint find_turns(Agent* agent, const FollowedPath* path, int32_t first, LaneWork* work) noexcept nogil:
    """Sets to which side each corner turns, and the lane's share there. False: the path has no turns."""
    cdef LaneCorner* corners = work.corners.data()
    cdef double width = agent.lane_left + agent.lane_right
    cdef int32_t i
    cdef bint any = False
    for i in range(1, <int32_t>work.corners.size() - 1):
        if is_fixed(path, first + i - 1):
            continue
        corners[i].outward = unit(subtract(unit(leg_to(&corners[i])), unit(leg_to(&corners[i + 1]))))
        corners[i].turns_left = det(leg_to(&corners[i]), leg_to(&corners[i + 1])) > 0.0
        corners[i].share = (agent.lane_left if corners[i].turns_left else agent.lane_right) / width
        corners[i].room = width if length(corners[i].outward) > 0.0 else 0.0
        any = any or corners[i].room > 0.0
    return any


cdef double distance_to_other_turn(const LaneWork* work, int32_t corner, int step) noexcept nogil:
    """Meters along the shortest path from a turn to the next point that is no turn to the same side."""
    cdef const LaneCorner* corners = work.corners.data()
    cdef double way = 0.0
    cdef int32_t i = corner, last = <int32_t>work.corners.size() - 1
    while True:
        way += distance2(corners[i].at.point[0], corners[i].at.point[2], corners[i + step].at.point[0], corners[i + step].at.point[2])
        i += step
        if i == 0 or i == last or corners[i].room == 0.0 or corners[i].turns_left != corners[corner].turns_left:
            return way


cdef double free_beside(const MeshView* mesh, const FollowedPath* path, const LaneCorner* corner, double most) noexcept nogil:
    """Meters to the wall on the other side, at most so many: the least of three rays, straight outward and at 45° before and behind
    that. At the end of a door the ray straight outward may miss the other jamb."""
    cdef double end[3]
    cdef NearestPoly at
    cdef Vec2 ahead = left_of(corner.outward), way
    cdef double free = most
    cdef int side
    for side in range(-1, 2):
        way = add(corner.outward, scale(ahead, side))
        end[0], end[1], end[2] = corner.at.point[0] + most * way.x, corner.at.point[1], corner.at.point[2] - most * way.y
        if not farthest_in_sight(mesh, path.walkable, corner.at.poly, corner.at.point, end, &at):
            return 0.0
        free = min(free, dot(corner.outward, subtract(to_plan(at.point), to_plan(corner.at.point))))
    return free


cdef bint find_room(const MeshView* mesh, const Agent* agent, const FollowedPath* path, LaneWork* work) noexcept nogil:
    """How far each turn can be moved outward. False: none can."""
    cdef LaneCorner* corners = work.corners.data()
    cdef LaneCorner* corner
    cdef double near
    cdef int32_t i
    cdef bint any = False
    for i in range(1, <int32_t>work.corners.size() - 1):
        corner = &corners[i]
        if corner.room == 0.0:
            continue
        near = min(distance_to_other_turn(work, i, -1), distance_to_other_turn(work, i, 1))
        corner.shift = max(0.0, free_beside(mesh, path, corner,
                                            min(corner.room, LANE_APPROACH * near) + LANE_WIDTH * agent.params.radius)
                           - LANE_WIDTH * agent.params.radius)
        any = any or corner.shift > LEAST_SHIFT
    for i in range(1, <int32_t>work.corners.size() - 1):
        corners[i].room = corners[i].shift
    return any


cdef inline void point_beside(const LaneCorner* corner, double shift, double* out) noexcept nogil:
    out[0], out[1], out[2] = corner.at.point[0] + shift * corner.outward.x, corner.at.point[1], \
            corner.at.point[2] - shift * corner.outward.y


# ---- the shifts ----

cdef double length_with(const LaneWork* work, double left, double right) noexcept nogil:
    """Meters in the plan, with left turns moved by that share of their room, and right turns by the other one."""
    cdef const LaneCorner* corner
    cdef Vec2 at, before = to_plan(work.corners[0].at.point)
    cdef double sum = 0.0
    cdef size_t i
    for i in range(1, work.corners.size()):
        corner = &work.corners[i]
        at = add(to_plan(corner.at.point), scale(corner.outward, corner.room * (left if corner.turns_left else right)))
        sum += length(subtract(at, before))
        before = at
    return sum


cdef double greatest_share(const LaneWork* work, double most, bint is_left) noexcept nogil:
    """Of the room at turns to one side, so that the outermost way is no longer than `most` meters in the plan. The length grows with
    the share, as the sum of distances of points that move straight is convex, and least on the shortest path."""
    cdef double low = 0.0, high = 1.0, share = 1.0
    cdef int _halving
    for _halving in range(HALVINGS):
        if length_with(work, share if is_left else 0.0, 0.0 if is_left else share) <= most:
            low = share
        else:
            high = share
        if low == 1.0:
            return 1.0
        share = 0.5 * (low + high)
    return low


cdef double width_in(const Agent* agent, double room) noexcept nogil:
    """Meters from the innermost lane to the outermost one. A wide unit walks in a file where fewer than two bodies have room beside
    each other: in narrower lanes they would only push. From there on the lanes open to all of the room."""
    cdef double file = min(LANE_WIDTH * agent.params.radius, (agent.lane_left + agent.lane_right)
                           * (LANE_OPENING - 1.0) / LANE_OPENING)
    return max(0.0, min(room, LANE_OPENING * (room - file)))


cdef void choose_shifts(const Agent* agent, LaneWork* work) noexcept nogil:
    cdef double shortest = length_with(work, 0.0, 0.0), most = LANE_LENGTH * shortest
    cdef double left = greatest_share(work, most, True), right = greatest_share(work, most, False), sum, share = 1.0
    cdef LaneCorner* corner
    cdef size_t i
    for i in range(1, work.corners.size() - 1):
        corner = &work.corners[i]
        corner.room = corner.share * width_in(agent, corner.room * (left if corner.turns_left else right))
    sum = length_with(work, 1.0, 1.0)
    if sum > most:
        share = (most - shortest) / (sum - shortest)
    for i in range(1, work.corners.size() - 1):
        work.corners[i].shift = share * work.corners[i].room


cdef bint place_beside(const MeshView* mesh, const FollowedPath* path, const LaneCorner* corner, double shift,
                       NearestPoly* out) noexcept nogil:
    """The point of the surface outside of a turn. False: it is not in sight of that."""
    cdef double end[3]
    point_beside(corner, shift, end)
    return farthest_in_sight(mesh, path.walkable, corner.at.poly, corner.at.point, end, out) \
        and distance2(end[0], end[2], out.point[0], out.point[2]) <= POINT_TOLERANCE


cdef void place(const MeshView* mesh, const FollowedPath* path, double radius, LaneCorner* corner) noexcept nogil:
    """Finds the points of the lane on the surface, or the corner stays."""
    if corner.shift > LEAST_SHIFT and place_beside(mesh, path, corner, corner.shift, &corner.moved) \
            and place_beside(mesh, path, corner, corner.shift + radius, &corner.beside):
        return
    corner.shift = 0.0
    corner.moved = corner.beside = corner.at


cdef bint is_clear(const MeshView* mesh, const FollowedPath* path, const LaneCorner* to, LaneWork* work) except -1 nogil:
    """Is the leg to a corner as good as that of the shortest path: nowhere a wall, with the body's room outside, and nowhere dearer
    ground?"""
    cdef const PortalGraph* graph = graph_of(mesh, path.walkable)
    cdef const LaneCorner* start = to - 1
    cdef RayHit hit
    cdef double least = INFINITY
    cdef size_t i
    if not has_line_of_sight(mesh, path.walkable, start.moved.poly, start.moved.point, to.moved.point) \
            or not has_line_of_sight(mesh, path.walkable, start.beside.poly, start.beside.point, to.beside.point):
        return False
    if graph.uniform:
        return True
    trace_ray(view_of(mesh, graph), start.at.poly, start.at.point, to.at.point, &hit, &work.visited)
    for i in range(work.visited.size()):
        least = min(least, graph.costs[work.visited[i]])
    trace_ray(view_of(mesh, graph), start.moved.poly, start.moved.point, to.moved.point, &hit, &work.visited)
    for i in range(work.visited.size()):
        if graph.costs[work.visited[i]] > least:
            return False
    return True


cdef double length_in_lane(const LaneWork* work, bint is_moved) noexcept nogil:
    """Meters in space."""
    cdef double sum = 0.0
    cdef size_t i
    for i in range(1, work.corners.size()):
        if is_moved:
            sum += distance3(work.corners[i - 1].moved.point, work.corners[i].moved.point)
        else:
            sum += distance3(work.corners[i - 1].at.point, work.corners[i].at.point)
    return sum


cdef bint fit(const MeshView* mesh, const FollowedPath* path, double radius, LaneWork* work) except -1 nogil:
    """Halves the shifts at the ends of legs that are not clear, and at last leaves these where they were. False: in vain."""
    cdef LaneCorner* corners = work.corners.data()
    cdef double shortest = length_in_lane(work, False), moved
    cdef int32_t i, count = <int32_t>work.corners.size(), round
    cdef bint fits
    for round in range(ROUNDS):
        fits = True
        for i in range(1, count):
            place(mesh, path, radius, &corners[i])
        for i in range(1, count):
            if (corners[i - 1].shift > 0.0 or corners[i].shift > 0.0) and not is_clear(mesh, path, &corners[i], work):
                corners[i - 1].room = corners[i].room = -1.0        # marked
                fits = False
        if fits:
            moved = length_in_lane(work, True)
            if moved <= LANE_LENGTH * shortest:
                return True
            for i in range(1, count):
                corners[i].shift *= (LANE_LENGTH - 1.0) * shortest / (moved - shortest)
        for i in range(1, count):
            if corners[i].room < 0.0:
                corners[i].shift, corners[i].room = 0.5 * corners[i].shift if round < HALVES else 0.0, 0.0
    return False


# ---- the path ----

cdef int add_tiles(const MeshView* mesh, FollowedPath* path, LaneWork* work) except -1 nogil:
    """The tiles that legs of the lane cross, as a change of these ends the path, too."""
    cdef const LaneCorner* corners = work.corners.data()
    cdef RayHit hit
    cdef size_t i, k
    if path.tiles.empty() or (path.walkable != NULL and path.walkable.has_clearance_map):
        return 0                                        # any change ends it
    for i in range(1, work.corners.size()):
        if corners[i - 1].shift > 0.0 or corners[i].shift > 0.0:
            trace_ray(view_of(mesh, graph_of(mesh, path.walkable)), corners[i - 1].moved.poly, corners[i - 1].moved.point,
                      corners[i].moved.point,
                      &hit, &work.visited)
            for k in range(work.visited.size()):
                path.tiles.push_back(mesh.polys[work.visited[k]].tile)
    sort(path.tiles.begin(), path.tiles.end())
    path.tiles.erase(unique(path.tiles.begin(), path.tiles.end()), path.tiles.end())
    return 0


cdef void walk_in_lane(Agent* agent, FollowedPath* path, int32_t first, LaneWork* work) noexcept nogil:
    cdef const LaneCorner* corners = work.corners.data()
    cdef const double* corner
    cdef int32_t i, next = agent.next_corner
    agent.path_length += length_in_lane(work, True) - length_in_lane(work, False)
    for i in range(1, <int32_t>work.corners.size()):
        if corners[i].shift > 0.0:
            memcpy(corner_at(path, first + i - 1), corners[i].moved.point, sizeof(corners[i].moved.point))
            path.polys[first + i - 1] = corners[i].moved.poly
            agent.lane_corners |= <uint64_t>1 << (first + i - 1)
    if first == next:
        agent.next_corner = -1
        start_leg(agent, path, next)
    else:
        agent.distance_after_corner = 0.0
        for i in range(next, corner_count(path) - 1):
            agent.distance_after_corner += leg_length(corner_at(path, i), corner_at(path, i + 1), path.links[i] >= 0)
    corner = corner_at(path, next)
    if agent.where != ON_LINK:
        agent.distance_left = distance2(agent.position[0], agent.position[2], corner[0], corner[2]) + agent.distance_after_corner
    allow_longer_path(agent)


cdef int move_to_lane(const MeshView* mesh, Agent* agent, FollowedPath* path, LaneWork* work) except -1 nogil:
    """A path stays as it is if it leads on, follows the ground, or is not the shortest path. So does the path of a wide agent between
    areas of different costs, as the pieces of its clearance map have no costs of their own."""
    cdef const WalkableArea* walkable = path.walkable
    cdef int32_t first = 0
    if not (agent.has_lane and agent.lane_left + agent.lane_right > LEAST_SHIFT) or corner_count(path) < 3 or agent.next_corner < 0 \
            or agent.params.path_postprocessing != POST_FUNNEL or agent.params.path_height_error > 0.0 or leads_on(agent) \
            or (walkable != NULL and walkable.has_clearance_map and not graph_of(mesh, walkable).uniform):
        return 0
    if collect(mesh, agent, path, &first, work) and find_turns(agent, path, first, work) and find_room(mesh, agent, path, work):
        choose_shifts(agent, work)
        if fit(mesh, path, agent.params.radius, work):
            add_tiles(mesh, path, work)
            walk_in_lane(agent, path, first, work)
    return 0
