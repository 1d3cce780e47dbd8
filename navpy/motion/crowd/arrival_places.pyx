"""Agents with the same goal surround anybody who stands there. Each has a place of its own, in another direction than the others, and
the directions share the free ground around the goal evenly.

Rings are computed when an agent comes near its goal, for all agents near it by then. Agents that have arrived keep their places, and
later agents get the widest arcs between them. Of places in neighboring directions every second, third … place is in the same ring. The
number of rings brings all agents as near to the goal as can be. Then the sum of the squared distances is least (least_squares), so
those ahead go on to the far side, and no two cross. An agent walks along the circle of its ring, outside of all who stand on the
way."""
from libc.math cimport INFINITY, M_PI, fabs, floor, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_NONE
from navpy.base.elementary cimport acos, angle_between, atan2, unit_vector
from navpy.base.geom cimport distance2
from navpy.base.neighbor_grid cimport find_within
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, to_plan, to_world, unit, vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.motion.agent.agent cimport (
    BARRED, FOLLOWS_PATH, ON_LINK, PLACE_GIVEN_UP, PLACE_NONE, PLACE_TAKEN, WAITS_FOR_GUIDE, WAITS_FOR_SEARCH, Agent, PlaceState,
    diameter_time, is_active, is_at_ring, leads_on)
from navpy.motion.agent.dials cimport (
    AT_PLACE, CHANGE_PLACE_AFTER, CREEP, KEPT_AT_GOAL, MOST_RINGS, ONE_GOAL, OUTER_LATER, PLACES_AT_ONCE, PLACE_NEAR, PLACE_ROOM,
    PRESS_AFTER)
from navpy.motion.agent.locomotion cimport braking_speed
from navpy.motion.agent.path_following cimport FollowedPath, allow_longer_path, corner_at, corner_count, turn_from
from navpy.motion.agent.walkable cimport POINT_TOLERANCE, graph_of
from navpy.motion.crowd.participants cimport Avoidance
from navpy.motion.crowd.right_of_way cimport AvoidanceRole, occupies_goal, overlap_in_height
from navpy.motion.formation.formation_slots cimport least_squares
from navpy.query.surface.raycast cimport RayHit, raycast

cdef int MOST_CHANGES = 20              # of places, until an agent gives up: so a walk from place to place ends

cdef enum:
    DIRECTIONS = 72                     # looked at: 5° are as wide as a third of an agent in the inmost ring


# ---- who gets a place ----

cdef inline bint may_use_place(const Agent* agent) noexcept nogil:
    """Agents that follow somebody or something, or are told their velocity, end elsewhere. An agent that awaits another path has no
    use of its path."""
    return agent.follows == FOLLOWS_PATH and agent.reason == REASON_NONE and agent.where != ON_LINK and not leads_on(agent) \
        and agent.waits_for != WAITS_FOR_SEARCH and agent.waits_for != WAITS_FOR_GUIDE and agent.distance_left > 0.0 \
        and agent.params.radius > 0.0


cdef inline bint has_goal_moved(const Agent* agent, double radii) noexcept nogil:
    return square(subtract(agent.place_goal, to_plan(agent.target))) > radii * radii * agent.params.radius * agent.params.radius


cdef bint uses_place(const Agent* agent) noexcept nogil:
    """An agent looks when it comes near its goal, and whenever half of the way is left that was left when it looked last."""
    if agent.place_state == PLACE_TAKEN:
        return True
    if agent.distance_left > PLACE_NEAR * agent.params.radius or not may_use_place(agent):
        return False
    return agent.looks_at == 0.0 or has_goal_moved(agent, AT_PLACE) \
        or (agent.place_state == PLACE_NONE and agent.distance_left <= agent.looks_at)


cdef inline bint pursues(const Agent* agent, const Agent* other) noexcept nogil:
    """True if its target is the place of the other agent, rather than the other's target."""
    cdef Vec2 target = to_plan(agent.target)
    return 4.0 * square(subtract(target, to_plan(other.position))) < square(subtract(target, to_plan(other.target)))


cdef inline bint have_one_goal(const Agent* agent, const Agent* other) noexcept nogil:
    """Not with its quarry: the quarry goes to its own target, and the pursuer to the quarry."""
    cdef double reach = ONE_GOAL * min(agent.params.radius, other.params.radius)
    return square(subtract(to_plan(agent.target), to_plan(other.target))) <= reach * reach \
        and fabs(agent.target[1] - other.target[1]) < min(agent.params.height, other.params.height) \
        and not pursues(agent, other) and not pursues(other, agent)


cdef bint stands(const Avoidance* avoidance, int32_t index) noexcept nogil:
    cdef double creep = CREEP * avoidance.roles[index].max_speed
    return not avoidance.roles[index].walks and square(avoidance.bodies[index].velocity) <= creep * creep


cdef inline bint is_on_last_leg(const Agent* agent, const FollowedPath* path) noexcept nogil:
    """True also on a detour from there."""
    return turn_from(agent, path, max(agent.next_corner, agent.detour_end)) == corner_count(path) - 1


cdef Vec2 coming_from(const Agent* agent, FollowedPath* path) noexcept nogil:
    """Meters from the goal: where the agent is, or, if it has not come to the last leg of its path, as far away in the direction of
    that leg."""
    cdef int32_t last = corner_count(path) - 1
    cdef Vec2 goal = to_plan(corner_at(path, last))
    if is_on_last_leg(agent, path):
        return subtract(to_plan(agent.position), goal)
    return scale(unit(subtract(to_plan(corner_at(path, last - 1)), goal)), agent.distance_left)


cdef inline bint is_almost_there(const Agent* agent) noexcept nogil:
    return agent.place_state == PLACE_TAKEN and square(subtract(to_plan(agent.position),
                                                                agent.place)) < agent.params.radius * agent.params.radius


cdef inline void take_place(Agent* agent, Vec2 place, Vec2 center) noexcept nogil:
    agent.place_state, agent.place_goal, agent.place, agent.place_center = PLACE_TAKEN, to_plan(agent.target), place, center
    agent.least_left, agent.stall_time = INFINITY, 0.0


cdef inline void leave_place(Agent* agent, PlaceState state) noexcept nogil:
    """The agent goes to the goal itself: its progress is that along its path again."""
    agent.place_state = state
    allow_longer_path(agent)


cdef int collect_others(const Avoidance* avoidance, vector[Agent]* agents, int32_t own, PlaceSearch* search) except -1 nogil:
    """Sets comers, standing and the center."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef Agent* other = NULL
    cdef Vec2 goal = avoidance.roles[own].goal
    cdef double radius = agent.params.radius, stopping = agent.params.stopping_distance, least = INFINITY, distance, center_radius
    cdef int32_t near, at_goal = -1
    cdef size_t k, i
    cdef bint has_arrived = False
    cdef Disc disc
    search.comers.clear()
    search.standing.clear()
    find_within(&avoidance.grid, goal.x, goal.y, 3.0 * PLACE_NEAR * radius, &search.near)
    for k in range(search.near.size()):
        near = search.near[k]
        if near < avoidance.own_count:
            other = &agents.at(avoidance.roles[near].slot)
            if may_use_place(other) and other.place_state != PLACE_GIVEN_UP and other.distance_left <= 3.0 * PLACE_NEAR * radius \
                    and have_one_goal(agent, other):
                radius, stopping = max(radius, other.params.radius), max(stopping, other.params.stopping_distance)
                if not is_almost_there(other):
                    i = search.comers.size()
                    search.comers.push_back(near)
                    while i > 0 and comes_before(avoidance, agents, near, search.comers[i - 1]):
                        search.comers[i] = search.comers[i - 1]
                        i -= 1
                    search.comers[i] = near
                    continue
        disc.place, disc.radius, disc.has_arrived = avoidance.bodies[near].position, avoidance.bodies[near].radius, True
        if avoidance.roles[near].walks and near < avoidance.own_count and have_one_goal(agent, other) and is_almost_there(other):
            disc.place = other.place
        elif stands(avoidance, near) and overlap_in_height(&avoidance.roles[near], &avoidance.roles[own]):
            disc.has_arrived = occupies_goal(&avoidance.roles[near], &avoidance.roles[own])
        else:
            continue
        search.standing.push_back(disc)
        has_arrived = has_arrived or disc.has_arrived
        distance = length(subtract(disc.place, goal))
        if distance < min(disc.radius, least):
            least, at_goal = distance, <int32_t>search.standing.size() - 1
    search.center = goal
    center_radius = radius
    if at_goal >= 0:
        search.center, center_radius = search.standing[at_goal].place, search.standing[at_goal].radius
        search.standing.erase(search.standing.begin() + at_goal)
    elif search.comers.size() == 1 and not has_arrived:
        search.comers.clear()
    search.is_free = at_goal < 0 and stopping <= radius
    for k in range(search.standing.size()):
        search.standing[k].place = subtract(search.standing[k].place, search.center)
    search.spacing = 2.0 * radius * (1.0 + PLACE_ROOM)
    search.inmost = (center_radius + radius) * (1.0 + KEPT_AT_GOAL)
    if stopping > search.inmost:
        # Agents that stop at a distance go around only where not all have room on their side.
        if (search.comers.size() + count_arrived(search)) * search.spacing < M_PI * stopping:
            search.comers.clear()
        search.inmost = stopping
    search.outmost = search.inmost + (PLACE_NEAR - 2.0) * radius
    return 0


cdef size_t count_arrived(const PlaceSearch* search) noexcept nogil:
    cdef size_t k, count = 0
    for k in range(search.standing.size()):
        count += search.standing.at(k).has_arrived
    return count


cdef bint comes_before(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, int32_t other) noexcept nogil:
    cdef double left = agents.at(avoidance.roles[own].slot).distance_left, \
            other_left = agents.at(avoidance.roles[other].slot).distance_left
    return left < other_left or (left == other_left and avoidance.roles[own].id_hash < avoidance.roles[other].id_hash)


# ---- the directions of places ----

cdef bint is_open(const MeshView* mesh, const Agent* agent, FollowedPath* path, Vec2 place) noexcept nogil:
    """True if a straight way leads over ground from the goal to a place."""
    cdef const double* goal = corner_at(path, corner_count(path) - 1)
    cdef double[3] end
    cdef RayHit hit
    to_world(place, goal[1], end)
    raycast(view_of(mesh, graph_of(mesh, path.walkable)), path.polys.back(), goal, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= POINT_TOLERANCE


cdef double count_open(const PlaceSearch* search, Vec2 place) noexcept nogil:
    """The number of open directions, with fractions, from direction 0 to the direction of a place."""
    cdef double turn = atan2(place.y, place.x) * (0.5 * DIRECTIONS / M_PI), count = 0.0
    cdef size_t k
    if turn < 0.0:
        turn += DIRECTIONS
    for k in range(search.open.size()):
        count += max(0.0, min(1.0, turn - search.open.at(k)))
    return count


cdef double angle_at(const PlaceSearch* search, double count) noexcept nogil:
    """Radians of the place with so many open directions before it."""
    cdef double all = <double>search.open.size()
    count -= all * floor(count / all)
    return (search.open.at(min(<size_t>count, search.open.size() - 1)) + count - floor(count)) * (2.0 * M_PI / DIRECTIONS)


cdef int32_t widest_open_arc(const PlaceSearch* search) noexcept nogil:
    cdef int32_t widest = 0, run = 0, i, count = <int32_t>search.open.size()
    if count == DIRECTIONS or count == 0:
        return count
    for i in range(2 * count):                      # twice around, as an arc may go on over direction 0
        run = run + 1 if i > 0 and (search.open.at(i % count) - search.open.at((i - 1) % count) + DIRECTIONS) % DIRECTIONS == 1 else 1
        widest = max(widest, run)
    return widest


cdef double first_count(const PlaceSearch* search, size_t count) noexcept nogil:
    """The first of ``count`` evenly spread places, as a count of open directions. It lies half a space behind the widest closed arc.
    Without closed arcs the places are as near as can be to the directions from which the agents come."""
    cdef double x = 0.0, y = 0.0, all = <double>search.open.size()
    cdef int32_t gap, widest = 0
    cdef size_t k, behind = 0
    cdef Vec2 to
    if search.open.size() == DIRECTIONS:
        for k in range(search.from_.size()):
            to = unit_vector(atan2(search.from_.at(k).y, search.from_.at(k).x) * count)
            x, y = x + to.x, y + to.y
        return atan2(y, x) / count * (0.5 * DIRECTIONS / M_PI)
    for k in range(search.open.size()):
        gap = search.open.at(k) - (search.open.at(k - 1) if k > 0 else search.open.back() - DIRECTIONS)
        if gap > widest:
            widest, behind = gap, k
    return behind + 0.5 * all / count


cdef int choose_angles(PlaceSearch* search) except -1 nogil:
    """Spreads the places evenly over the open directions, or over the arcs between agents that have arrived. Each place goes to the
    arc with the widest spacing, this place included."""
    cdef size_t count = search.comers.size(), k, _k, j, widest
    cdef double all = <double>search.open.size(), start, room
    cdef vector[int32_t] shares
    search.angles.clear()
    search.taken.clear()
    for k in range(search.standing.size()):
        if search.standing[k].has_arrived and square(search.standing[k].place) < search.outmost * search.outmost:
            search.taken.push_back(count_open(search, search.standing[k].place))
    if search.taken.empty():
        start = first_count(search, count)
        for k in range(count):
            search.angles.push_back(angle_at(search, start + k * (all / count)))
        return 0
    sort(search.taken.begin(), search.taken.end())
    search.taken.push_back(search.taken[0] + all)
    shares.resize(search.taken.size() - 1, 0)
    for _k in range(count):
        widest = 0
        for j in range(1, shares.size()):
            if (search.taken[j + 1] - search.taken[j]) * (shares[widest] + 1) > (search.taken[widest + 1]
                                                                                 - search.taken[widest]) * (shares[j] + 1):
                widest = j
        shares[widest] += 1
    for j in range(shares.size()):
        room = (search.taken[j + 1] - search.taken[j]) / (shares[j] + 1)
        for k in range(1, <size_t>shares[j] + 1):
            search.angles.push_back(angle_at(search, search.taken[j] + room * k))
    return 0


# ---- their distances ----

cdef inline double beyond(double reach, Vec2 direction, Vec2 disc, double spacing) noexcept nogil:
    """Meters from the center in a direction, at least ``reach``, beyond a disc with its spacing."""
    cdef double along = dot(direction, disc), across = det(direction, disc), room = spacing * spacing - across * across
    return max(reach, along + sqrt(room)) if room > 0.0 else reach


cdef double distance_in(Vec2 direction, const PlaceSearch* search) noexcept nogil:
    """Meters from the center to the nearest place in a direction outside of all places so far and of all standing agents."""
    cdef double reach = search.inmost
    cdef size_t k
    for k in range(search.ring.size()):
        reach = beyond(reach, direction, search.ring.at(k), search.spacing)
    for k in range(search.standing.size()):
        if square(search.standing.at(k).place) < search.outmost * search.outmost:
            reach = beyond(reach, direction, search.standing.at(k).place,
                           0.5 * search.spacing + (1.0 + PLACE_ROOM) * search.standing.at(k).radius)
    return reach


cdef int choose_rings(const MeshView* mesh, const Agent* agent, FollowedPath* path, PlaceSearch* search) except -1 nogil:
    """Sets ``best``: as many places as can be, as near as can be."""
    cdef size_t rings, ring, k
    cdef double reach, total, least = INFINITY
    cdef Vec2 direction
    search.best.clear()
    for rings in range(1, MOST_RINGS + 1):
        search.ring.clear()
        total = 0.0
        for ring in range(rings):
            k = ring
            while k < search.angles.size():
                direction = unit_vector(search.angles[k])
                reach = distance_in(direction, search)
                if reach <= search.outmost and is_open(mesh, agent, path, add(search.center, scale(direction, reach))):
                    search.ring.push_back(scale(direction, reach))
                    total += reach
                k += rings
        if search.ring.size() > search.best.size() or (search.ring.size() == search.best.size() and total < least):
            search.best.swap(search.ring)
            least = total
    return 0


cdef int place_later(PlaceSearch* search) except -1 nogil:
    """Sets ``ring``: the places as least_squares sees them. Places of outer rings lie farther towards the agents where all come from
    one side. So the agents ahead get the inner places: nobody could squeeze through to them once the outer places are taken."""
    cdef Vec2 mean = vec2(0.0, 0.0)
    cdef double all = 0.0
    cdef size_t k
    for k in range(search.from_.size()):
        mean, all = add(mean, search.from_[k]), all + length(search.from_[k])
    search.ring.clear()
    for k in range(search.best.size()):
        search.ring.push_back(add(search.best[k], scale(mean, OUTER_LATER * (length(search.best[k]) - search.inmost) / all
                                                        if all > 0.0 else 0.0)))
    return 0


cdef int find_places(const MeshView* mesh, const Avoidance* avoidance, vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own,
                     PlaceSearch* search) except -1 nogil:
    cdef Agent* agent = &agents[0][avoidance.roles[own].slot]
    cdef FollowedPath* path = &paths[0][avoidance.roles[own].slot]
    cdef Vec2 goal = avoidance.roles[own].goal
    cdef int32_t direction
    cdef size_t k
    # 1. A goal that moves is not surrounded.
    if agent.looks_at == 0.0 or has_goal_moved(agent, AT_PLACE):
        agent.place_goal, agent.looks_at, agent.places_lost, agent.place_state = goal, INFINITY, 0, PLACE_NONE
        return 0
    agent.looks_at = 0.5 * agent.distance_left
    # 2. Agents that come, or stand there.
    collect_others(avoidance, agents, own, search)
    if search.comers.empty() or search.comers.size() + count_arrived(search) > PLACES_AT_ONCE:
        return 0
    # 3. The open directions.
    search.open.clear()
    for direction in range(DIRECTIONS):
        if is_open(mesh, agent, path, add(search.center, scale(unit_vector((direction + 0.5) * (2.0 * M_PI / DIRECTIONS)),
                                                               search.inmost))):
            search.open.push_back(direction)
    if 4 * widest_open_arc(search) < DIRECTIONS:
        return 0                            # nobody could pass another: they queue
    # 4. The places. Where nobody stands at the goal, the agent with the shortest way goes there.
    if search.is_free:
        take_place(&agents[0][avoidance.roles[search.comers[0]].slot], goal, goal)
        search.placed.push_back(search.comers[0])
        search.comers.erase(search.comers.begin())
        if search.comers.empty():
            return 0
    search.from_.clear()
    for k in range(search.comers.size()):
        direction = avoidance.roles[search.comers[k]].slot
        search.from_.push_back(add(coming_from(&agents[0][direction], &paths[0][direction]), subtract(goal, search.center)))
    choose_angles(search)
    choose_rings(mesh, agent, path, search)
    # 5. To each agent its place; to the nearest ones, if there are not enough.
    if search.best.size() < search.comers.size():
        search.comers.resize(search.best.size())
        search.from_.resize(search.best.size())
    search.place_of.resize(search.comers.size())
    place_later(search)
    least_squares(search.from_.data(), search.from_.size(), search.ring.data(), search.ring.size(), search.place_of.data())
    for k in range(search.comers.size()):
        take_place(&agents[0][avoidance.roles[search.comers[k]].slot], add(search.center, search.best[search.place_of[k]]),
                   search.center)
        search.placed.push_back(search.comers[k])
    return 0


# ---- the way to a place ----

cdef double way_around(Vec2 start, Vec2 end, double radius) noexcept nogil:
    """Meters from a place to another place around a disc about the origin. The disc may hold the first place."""
    cdef double turn = fabs(angle_between(start, end)), distance = length(start), free
    if distance <= radius:
        return radius - distance + radius * turn + length(end) - radius
    free = acos(radius / distance)
    if length(end) > radius:
        free += acos(radius / length(end))
    if turn <= free:
        return length(subtract(end, start))
    return sqrt(distance * distance - radius * radius) + radius * (turn - free) + sqrt(max(0.0, square(end) - radius * radius))


cdef double way_to_place(const Agent* agent, const FollowedPath* path) noexcept nogil:
    cdef Vec2 place = subtract(agent.place, agent.place_center)
    if not is_on_last_leg(agent, path):
        return agent.distance_left + M_PI * length(place)
    return way_around(subtract(to_plan(agent.position), agent.place_center), place, length(place))


cdef double side_around(const Agent* agent, Vec2 position) noexcept nogil:
    cdef Vec2 here = subtract(to_plan(agent.position), agent.place_center), there = subtract(position, agent.place_center)
    cdef double turn = angle_between(here, subtract(agent.place, agent.place_center)), between = angle_between(here, there)
    if square(there) > 0.25 * agent.params.radius * agent.params.radius and not (0.0 < between < turn or turn < between < 0.0):
        return 0.0
    return 1.0 if turn >= 0.0 else -1.0


cdef double circle_around(const Avoidance* avoidance, const Agent* agent, int32_t own, double turn,
                          vector[int32_t]* near) except -1.0 nogil:
    """Meters, radius of the circle outside of all who stand between an agent and its place. turn: radians from agent to place."""
    cdef Vec2 here = subtract(to_plan(agent.position), agent.place_center), place = subtract(agent.place, agent.place_center), there
    cdef double radius = length(place), reach = max(radius, length(here)), between, room
    cdef int32_t other
    cdef size_t k
    find_within(&avoidance.grid, agent.place_center.x, agent.place_center.y, reach + agent.params.radius, near)
    for k in range(near.size()):
        other = near.at(k)
        if other == own or not stands(avoidance, other) or not overlap_in_height(&avoidance.roles[other], &avoidance.roles[own]):
            continue
        there = subtract(avoidance.bodies[other].position, agent.place_center)
        between = angle_between(here, there) * (1.0 if turn >= 0.0 else -1.0)
        room = (avoidance.bodies[other].radius + agent.params.radius) * (1.0 + PLACE_ROOM)
        if 0.0 < between < fabs(turn):
            radius = max(radius, length(there) + room)
    return radius


cdef bint is_taken(const Avoidance* avoidance, const Agent* agent, int32_t own, vector[int32_t]* near) except -1 nogil:
    """True if somebody else stands on the agent's place."""
    cdef size_t k
    find_within(&avoidance.grid, agent.place.x, agent.place.y, agent.params.radius, near)
    for k in range(near.size()):
        if near.at(k) != own and stands(avoidance, near.at(k)) \
                and overlap_in_height(&avoidance.roles[near.at(k)], &avoidance.roles[own]):
            return True
    return False


cdef inline bint is_in_ring(const Agent* agent, const Agent* other) noexcept nogil:
    """True if the other is on its way to a place around the agent's goal."""
    return is_active(other) and other.place_state == PLACE_TAKEN and have_one_goal(agent, other)


cdef int collect_ring(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, PlaceSearch* search) except -1 nogil:
    """Sets comers: the agent and all others on their ways to places around its goal."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef double reach = 3.0 * PLACE_NEAR * agent.params.radius, x, y
    cdef int32_t other, place
    cdef size_t k
    search.comers.clear()
    for k in range(search.placed.size()):
        other = search.placed[k]
        place = avoidance.grid_places[other]
        x, y = avoidance.grid.x[place] - agent.place_center.x, avoidance.grid.y[place] - agent.place_center.y
        if x * x + y * y <= reach * reach and is_in_ring(agent, &agents.at(avoidance.roles[other].slot)):
            search.comers.push_back(other)
    return 0


cdef int sort_ring(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, PlaceSearch* search) except -1 nogil:
    """Sets comers, likewise, each once, in the order in which they lie in the grid: equal assignments of places are told apart by
    it."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef size_t k
    search.comers.clear()
    find_within(&avoidance.grid, agent.place_center.x, agent.place_center.y, 3.0 * PLACE_NEAR * agent.params.radius, &search.near)
    for k in range(search.near.size()):
        if search.near[k] < avoidance.own_count and is_in_ring(agent, &agents.at(avoidance.roles[search.near[k]].slot)):
            search.comers.push_back(search.near[k])
    return 0


cdef bint is_around_somebody(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own,
                             PlaceSearch* search) except -1 nogil:
    """True if somebody stands at the center, or goes there. An agent that keeps a distance needs nobody there."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef int32_t near
    cdef size_t k
    if agent.params.stopping_distance > agent.params.radius:
        return True
    for k in range(search.comers.size()):
        near = search.comers[k]
        if near != own and square(subtract(agents.at(avoidance.roles[near].slot).place, agent.place_center)) == 0.0:
            return True
    find_within(&avoidance.grid, agent.place_center.x, agent.place_center.y, avoidance.greatest_radius, &search.near)
    for k in range(search.near.size()):
        near = search.near[k]
        if near != own and not avoidance.roles[near].walks and overlap_in_height(&avoidance.roles[near], &avoidance.roles[own]) \
                and length(subtract(avoidance.bodies[near].position, agent.place_center)) < avoidance.bodies[near].radius:
            return True
    return False


cdef inline bint is_there(const Agent* agent, double dt) noexcept nogil:
    """An agent that does not brake is there where its next step would lead past the place."""
    cdef double reach = max(AT_PLACE * agent.params.radius, 0.0 if agent.params.auto_brake else 0.5 * agent.params.max_speed * dt)
    return square(subtract(to_plan(agent.position), agent.place)) <= reach * reach


cdef bint bars_another(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own, double dt,
                       const PlaceSearch* search) noexcept nogil:
    """True if somebody is on the way to a place behind the agent's, so near that the agent may stand in the way."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef const Agent* other
    cdef double inwards = square(subtract(agent.place, agent.place_center)), reach = BARRED * agent.params.radius
    cdef size_t k
    for k in range(search.comers.size()):
        other = &agents.at(avoidance.roles[search.comers.at(k)].slot)
        if search.comers.at(k) != own and is_at_ring(other) and not is_there(other, dt) \
                and square(subtract(other.place, agent.place_center)) < inwards \
                and square(subtract(other.place, agent.place)) < reach * reach:
            return True
    return False


cdef int change_places(const Avoidance* avoidance, vector[Agent]* agents, int32_t own, PlaceSearch* search) except -1 nogil:
    """Gives the places of all who go to this goal to the same agents anew, by where they are now."""
    cdef Agent* other
    cdef size_t k
    sort_ring(avoidance, agents, own, search)
    search.from_.clear()
    search.best.clear()
    for k in range(search.comers.size()):
        other = &agents[0][avoidance.roles[search.comers[k]].slot]
        search.from_.push_back(to_plan(other.position))
        search.best.push_back(other.place)
    search.place_of.resize(search.comers.size())
    least_squares(search.from_.data(), search.from_.size(), search.best.data(), search.best.size(), search.place_of.data())
    for k in range(search.comers.size()):
        other = &agents[0][avoidance.roles[search.comers[k]].slot]
        if search.place_of[k] != <int32_t>k:
            other.place, other.least_left, other.stall_time = search.best[search.place_of[k]], INFINITY, 0.0
    return 0


cdef bint walk_to_place(Avoidance* avoidance, vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own, double dt,
                        PlaceSearch* search) except -1 nogil:
    """Straight, or along a tangent to the circle of the way around; inside of this circle, along it and outwards."""
    cdef AvoidanceRole* role = &avoidance.roles[own]
    cdef Agent* agent = &agents[0][role.slot]
    cdef Vec2 here, place, aim, outward
    cdef double distance, turn, radius, speed
    cdef bint is_held, is_at_goal
    # 1. Is it still its place?
    if has_goal_moved(agent, ONE_GOAL) or not may_use_place(agent):
        leave_place(agent, PLACE_NONE)
        return False
    if agent.stall_time > PRESS_AFTER * diameter_time(agent):        # others press by now: it queues, and looks again nearer by
        agent.places_lost += 1
        agent.looks_at = 0.5 * agent.distance_left
        leave_place(agent, PLACE_NONE if agent.places_lost <= MOST_CHANGES else PLACE_GIVEN_UP)
        return False
    if not is_on_last_leg(agent, &paths[0][role.slot]):
        return False
    collect_ring(avoidance, agents, own, search)
    if square(subtract(agent.place, agent.place_center)) > 0.0 and not is_around_somebody(avoidance, agents, own, search):
        agent.looks_at = INFINITY
        leave_place(agent, PLACE_NONE)
        return False
    # 2. It is there. Before an agent that goes farther in it waits: the two may change places.
    is_at_goal = square(subtract(agent.place, agent.place_goal)) == 0.0
    if is_there(agent, dt) and not is_at_goal:
        if agent.places_lost > MOST_CHANGES or not bars_another(avoidance, agents, own, dt, search):
            leave_place(agent, PLACE_GIVEN_UP)      # it stops before the next step, and its place is no other's any more
            return True
        if agent.stall_time > CHANGE_PLACE_AFTER * diameter_time(agent):
            agent.places_lost += 1
            change_places(avoidance, agents, own, search)
            agent.least_left, agent.stall_time = INFINITY, 0.0
        role.preferred_velocity = vec2(0.0, 0.0)
        to_world(role.preferred_velocity, 0.0, agent.preferred_velocity)
        return False
    is_held = agent.stall_time > CHANGE_PLACE_AFTER * diameter_time(agent) and is_at_ring(agent)
    if is_held or is_taken(avoidance, agent, own, &search.near):
        agent.places_lost += 1
        if agent.places_lost > MOST_CHANGES or not is_held:
            agent.looks_at = INFINITY
            leave_place(agent, PLACE_GIVEN_UP if agent.places_lost > MOST_CHANGES else PLACE_NONE)
            return False
        change_places(avoidance, agents, own, search)
        agent.least_left, agent.stall_time = INFINITY, 0.0
    if is_at_goal:
        return False                                # its path ends there
    # 3. The direction.
    here, place = subtract(to_plan(agent.position), agent.place_center), subtract(agent.place, agent.place_center)
    distance, turn = length(here), angle_between(here, place)
    radius = circle_around(avoidance, agent, own, turn, &search.near)
    if distance > radius and fabs(turn) <= acos(radius / distance) + (acos(radius / length(place)) if length(place) > radius else 0.0):
        aim = subtract(place, here)
    else:
        outward = unit(here)
        aim = vec2(-outward.y, outward.x) if turn >= 0.0 else vec2(outward.y, -outward.x)
        # the tangent: (−cos, sin) of the angle to the line to the center, whose sine is radius / distance
        if distance > radius:
            aim = add(scale(aim, radius / distance), scale(outward, -sqrt(1.0 - radius * radius / (distance * distance))))
        else:
            aim = add(aim, scale(outward, (radius - distance) / agent.params.radius))
    # 4. The speed.
    speed = agent.params.max_speed
    if agent.params.auto_brake:
        speed = min(speed, braking_speed(way_to_place(agent, &paths[0][role.slot]), 0.0, agent.params.max_deceleration, dt))
    role.preferred_velocity = scale(unit(aim), speed)
    to_world(role.preferred_velocity, 0.0, agent.preferred_velocity)
    return False
