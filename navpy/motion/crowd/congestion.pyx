"""Agents that queue at a narrow place, a bottleneck, spread over the ways on, until nobody could arrive sooner by another way (Wardrop
1952: equal times). Costs by density on the navmesh do the same (van Toll, Cook & Geraerts 2012); here a passage costs the time for
which an agent has to wait at it.

A bottleneck is found where others hold an agent before a corner of its path: the shortest edge across the way at that corner. Its
queue holds all agents with paths through it in the same direction, ordered by when they could be there. As at a counter with one
clerk, an agent passes a headway after the agent before it, and not before it can be there (Lindley 1952). The headway comes from
agents that have passed lately, and before any has, from the width.

In a step one bottleneck is looked at. Of its queue, the agent that may win most searches a path with the bottleneck closed. It takes
this path if it arrives sooner by it, with the waits at all bottlenecks on it. It counts in the queues of its new path at once, so the
next agent decides with them. It never goes back to a bottleneck that it has left."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PATH_COMPLETE, PolyRef, REASON_NONE, STATUS_RUNNING
from navpy.base.geom cimport closest_on_segment, distance2
from navpy.base.neighbor_grid cimport find_within
from navpy.base.vec2 cimport Vec2, det, dot, length, scale, square, subtract, to_plan, unit, vec2
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, before_around, corner_after, next_around
from navpy.motion.agent.agent cimport FOLLOWS_PATH, LEFT_BOTTLENECKS, ON_LINK, ON_MESH, Agent, diameter_time, is_queued
from navpy.motion.agent.dials cimport (
    BLOCKED_FOR, BOTTLENECK_REACH, FIRST_PASSED, HELD_AFTER, RECONSIDER_AFTER, SAME_CORNER, UNSEEN_FLOW)
from navpy.motion.crowd.blocked_ways cimport close_edges, collect_left, reopen_edges
from navpy.motion.crowd.crowd_agents cimport budget_of
from navpy.motion.crowd.crowd_requests cimport adopt_path, search_path
from navpy.motion.crowd.crowd_data cimport BOTTLENECK_EDGES, CrowdData, Bottleneck
from navpy.motion.agent.step_schedule cimport time_of
from navpy.motion.agent.path_following cimport FollowedPath, leg_length, turn_from
from navpy.motion.agent.walkable cimport POINT_TOLERANCE

cdef double LEAST_PASSED = 0.01         # agents, so that the headway of a bottleneck without any stays finite

cdef enum:
    MOST_BOTTLENECKS = 64               # in a crowd: each with a queue costs a look at all agents in a step
    MOST_SEARCHES = 3                   # in a look for another way: the shortest way, and two more if there are queues on it
    COUNTED_A_NODE = 8                  # paths whose way to a bottleneck is measured in the time of a search's node
    # looks at bottlenecks may take one part in 32 of a step's search_budget: a twentieth of a millisecond
    LOOK_SHARE = 32


# ---- bottlenecks ----

cdef inline bint crosses(const Bottleneck* bottleneck, Vec2 start, Vec2 end, double beside, double* share) noexcept nogil:
    """True if a segment leads through a bottleneck in its direction, or within ``beside`` meters of its ends. share: 0 … 1, where."""
    cdef Vec2 line = subtract(bottleneck.right, bottleneck.left), at
    cdef double before = det(line, subtract(start, bottleneck.left)), after, size, along
    if not before < 0.0:
        return False
    after = det(line, subtract(end, bottleneck.left))
    if not after >= 0.0:
        return False
    size = length(line)
    share[0] = before / (before - after)
    at = vec2(start.x + share[0] * (end.x - start.x), start.y + share[0] * (end.y - start.y))
    along = dot(subtract(at, bottleneck.left), line) / size
    return -beside <= along <= size + beside


cdef double way_until(int32_t end, const double* start, const vector[double]* points, const vector[int32_t]* links,
                      int32_t next) noexcept nogil:
    """Meters from a place along a path, which goes on with the corner ``next``, to the corner before ``end``."""
    cdef const double* before = start
    cdef double walked = 0.0
    cdef int32_t i
    for i in range(next, end):
        walked += leg_length(before, points.data() + 3 * i, i > 0 and links.at(i - 1) >= 0)
        before = points.data() + 3 * i
    return walked


cdef double way_left(const double* start, const vector[double]* points, const vector[int32_t]* links, int32_t next) noexcept nogil:
    """Meters from a place along a path to its end."""
    return way_until(<int32_t>links.size(), start, points, links, next)


cdef double way_to(const Bottleneck* bottleneck, const double* start, const vector[double]* points, const vector[int32_t]* links,
                   int32_t next, double beside=POINT_TOLERANCE) noexcept nogil:
    """Meters from a place along a path to a bottleneck that the path leads through; −1: it does not. next: index of the path's next
    corner."""
    cdef const double* before = start
    cdef const double* corner
    cdef double share
    cdef int32_t i
    for i in range(next, <int32_t>links.size()):
        corner = points.data() + 3 * i
        if not (i > 0 and links.at(i - 1) >= 0) and crosses(bottleneck, to_plan(before), to_plan(corner), beside, &share) \
                and fabs(before[1] + share * (corner[1] - before[1]) - bottleneck.height) <= bottleneck.headroom:
            return way_until(i, start, points, links, next) + share * leg_length(before, corner, False)
        before = corner
    return -1.0


cdef inline Vec2 direction(const PortalGraph* graph, int32_t edge, PolyRef poly) noexcept nogil:
    """Along a half-edge of a polygon, meters."""
    cdef const HalfEdge* start = &graph.half_edges[edge]
    cdef const HalfEdge* end = &graph.half_edges[corner_after(&graph.faces[poly], edge)]
    return vec2(end.x - start.x, end.y - start.y)


cdef int32_t continuation(const PortalGraph* graph, PolyRef* poly, int32_t edge, Vec2 way) noexcept nogil:
    """The half-edge from the end of another that leads on most nearly along ``way``, and its polygon; −1: the end is at a wall."""
    cdef PolyRef at = poly[0]
    cdef int32_t first = corner_after(&graph.faces[at], edge), corner = first, best = -1
    cdef double ahead, most = -INFINITY
    while True:
        ahead = dot(unit(direction(graph, corner, at)), way)
        if ahead > most:
            most, best, poly[0] = ahead, corner, at
        corner = before_around(graph, &at, corner)
        if corner < 0:
            return -1
        if corner == first:
            return best


cdef bint join_walls(const PortalGraph* graph, PolyRef poly, int32_t edge, double most, Bottleneck* bottleneck,
                     double* width) noexcept nogil:
    """Goes from a corner along a half-edge, and straight on, to a wall that is at most as far away as ``most`` meters. True: the edges
    and the far end, bottleneck.left, are written to the bottleneck, and the width."""
    cdef const HalfEdge* start = &graph.half_edges[edge]
    cdef Vec2 end = vec2(start.x, start.y), step, way = unit(direction(graph, edge, poly))
    bottleneck.edge_count = 0
    while edge >= 0 and bottleneck.edge_count < BOTTLENECK_EDGES:
        step = direction(graph, edge, poly)
        end = vec2(end.x + step.x, end.y + step.y)
        width[0] = distance2(end.x, end.y, start.x, start.y)
        if width[0] > most:
            return False
        bottleneck.edges[bottleneck.edge_count] = edge
        bottleneck.edge_count += 1
        edge = continuation(graph, &poly, edge, way)
    bottleneck.left = end
    return edge < 0


cdef bint find_bottleneck(const CrowdData* crowd, const Agent* agent, const double* before, const double* corner, PolyRef poly,
                          Bottleneck* out) noexcept nogil:
    """The narrowest bottleneck at a corner of a path, which comes from ``before`` and goes on to the point after the corner. poly:
    holds the corner."""
    cdef const PortalGraph* graph = crowd.mesh.graph
    cdef Vec2 place = to_plan(corner), coming = unit(subtract(place, to_plan(before))), \
        going = unit(subtract(to_plan(corner + 3), place)), edge_way
    cdef double turn = det(coming, going), width, least = BOTTLENECK_REACH * agent.params.radius
    cdef double side = 1.0 if turn < 0.0 else -1.0          # of a right turn the way is open on the left
    cdef int32_t edge = graph.faces[poly].first, last = edge + graph.faces[poly].count, i
    cdef bint found = False
    cdef Bottleneck bottleneck
    memset(&bottleneck, 0, sizeof(bottleneck))
    # 1. The half-edges at the corner, from the farthest clockwise on.
    while edge < last and distance2(graph.half_edges[edge].x, graph.half_edges[edge].y, place.x, place.y) > POINT_TOLERANCE:
        edge += 1
    if turn == 0.0 or edge == last or graph.half_edges[edge].umbrella < 0:
        return False
    i = edge
    while i >= 0:
        edge = i
        i = before_around(graph, &poly, edge)
    # 2. Of the edges crossed by the path there, the edge that leads to the nearest wall.
    edge = next_around(graph, &poly, edge)
    while edge >= 0:
        edge_way = direction(graph, edge, poly)
        if side * det(coming, edge_way) > 0.0 and side * det(going, edge_way) > 0.0 and join_walls(graph, poly, edge, least,
                                                                                                   &bottleneck, &width):
            least, found = width, True
            out[0] = bottleneck
        edge = next_around(graph, &poly, edge)
    if not found:
        return False
    out.right = place
    if turn > 0.0:
        out.left, out.right = out.right, out.left
    out.height, out.headroom = corner[1], agent.params.height
    return True


cdef inline Vec2 middle(const Bottleneck* bottleneck) noexcept nogil:
    return vec2(0.5 * (bottleneck.left.x + bottleneck.right.x), 0.5 * (bottleneck.left.y + bottleneck.right.y))


cdef int32_t index_of_same(const CrowdData* crowd, const Bottleneck* bottleneck, double radius) noexcept nogil:
    """Index of a bottleneck at the same place in the same direction, −1: none."""
    cdef const Bottleneck* other
    cdef int32_t i
    for i in range(<int32_t>crowd.bottlenecks.size()):
        other = &crowd.bottlenecks[i]
        if length(subtract(middle(other), middle(bottleneck))) <= SAME_CORNER * radius \
                and fabs(other.height - bottleneck.height) <= bottleneck.headroom \
                and dot(subtract(other.right, other.left), subtract(bottleneck.right, bottleneck.left)) > 0.0:
            return i
    return -1


cdef double capacity(const Bottleneck* bottleneck, const Agent* agent) noexcept nogil:
    """Agents a second at most: as many files as fit side by side, each at full speed with a diameter from one to the next. The walls
    of the navmesh are a radius away from the real ones."""
    return (1.0 + length(subtract(bottleneck.right, bottleneck.left)) / (2.0 * agent.params.radius)) / diameter_time(agent)


cdef int add_bottleneck(CrowdData* crowd, Bottleneck* bottleneck, const Agent* agent, double efficiency) except -1 nogil:
    """efficiency: the part of its capacity that agents use as long as nobody was seen to pass."""
    if index_of_same(crowd, bottleneck, agent.params.radius) >= 0 or crowd.bottlenecks.size() >= MOST_BOTTLENECKS:
        return 0
    crowd.bottlenecks_made += 1
    bottleneck.id, bottleneck.used_at = crowd.bottlenecks_made, crowd.now
    bottleneck.passed, bottleneck.drained_for = FIRST_PASSED, FIRST_PASSED / (efficiency * capacity(bottleneck, agent))
    crowd.bottlenecks.push_back(bottleneck[0])
    return 0


cdef inline double headway(const Bottleneck* bottleneck) noexcept nogil:
    """Seconds from one agent to the next."""
    return bottleneck.drained_for / bottleneck.passed


# ---- queues ----

cdef void place_on_path(const Agent* agent, double* out) noexcept nogil:
    out[0], out[1], out[2] = agent.position[0], agent.position[1], agent.position[2]
    if agent.poly != NO_POLY:
        out[1] -= agent.height_over_ground


cdef int collect_arrivals(CrowdData* crowd, const Bottleneck* bottleneck, vector[pair[double, int32_t]]* out) except -1 nogil:
    """Of all agents that will pass a bottleneck: the seconds until they could be there if nobody else were there, ascending, and their
    slots."""
    cdef const Agent* agent
    cdef const FollowedPath* path
    cdef double[3] place
    cdef double way
    cdef int32_t slot
    out.clear()
    for slot in crowd.active:
        agent, path = &crowd.agents[slot], &crowd.paths[slot]
        if path.points.empty() or not agent.params.max_speed > 0.0:
            continue
        place_on_path(agent, place)
        way = way_to(bottleneck, place, &path.points, &path.links, agent.next_corner)
        if way >= 0.0:
            out.push_back(pair[double, int32_t](way / agent.params.max_speed, slot))
    sort(out.begin(), out.end())
    crowd.spent += <int64_t>crowd.active.size() // COUNTED_A_NODE
    return 0


cdef double passing_time(const vector[pair[double, int32_t]]* arrivals, double arrival, int32_t slot, double step,
                         bint is_last) noexcept nogil:
    """Seconds until an agent that could be there at ``arrival`` has passed, behind all earlier agents. step: the headway. is_last:
    behind agents waiting then or joining meanwhile, too."""
    cdef double passed = -INFINITY
    cdef size_t i
    for i in range(arrivals.size()):
        if arrivals.at(i).first > (max(arrival, passed + step) if is_last else arrival):
            break
        if arrivals.at(i).second != slot:
            passed = max(arrivals.at(i).first, passed + step)
    return max(arrival, passed + step)


cdef double travel_time(CrowdData* crowd, int32_t slot, const double* start, const vector[double]* points,
                        const vector[int32_t]* links, int32_t next, bint is_last, int32_t* worst) except -1.0 nogil:
    """Seconds along a path with the waits at its bottlenecks. is_last: as in passing_time. worst: index of the bottleneck with the
    longest wait, −1: there is no wait."""
    cdef double speed = crowd.agents[slot].params.max_speed, walked = 0.0, time = 0.0, passed, longest = 0.0, way
    cdef int32_t i
    cdef size_t k
    worst[0] = -1
    crowd.ways_to_bottlenecks.clear()
    for i in range(<int32_t>crowd.bottlenecks.size()):
        way = way_to(&crowd.bottlenecks[i], start, points, links, next)
        if way >= 0.0:
            crowd.ways_to_bottlenecks.push_back(pair[double, int32_t](way, i))
    sort(crowd.ways_to_bottlenecks.begin(), crowd.ways_to_bottlenecks.end())
    for k in range(crowd.ways_to_bottlenecks.size()):
        way, i = crowd.ways_to_bottlenecks[k].first, crowd.ways_to_bottlenecks[k].second
        time += (way - walked) / speed
        walked = way
        collect_arrivals(crowd, &crowd.bottlenecks[i], &crowd.other_arrivals)
        passed = passing_time(&crowd.other_arrivals, way / speed, slot, headway(&crowd.bottlenecks[i]), is_last)
        if passed - time > longest:
            longest, worst[0] = passed - time, i
        time = max(time, passed)
    return time + (way_left(start, points, links, next) - walked) / speed


# ---- another way ----

cdef bint may_choose(const CrowdData* crowd, int32_t slot, const Bottleneck* bottleneck, double wait) noexcept nogil:
    cdef const Agent* agent = &crowd.agents[slot]
    if not agent.params.avoids_congestion or crowd.now < agent.reconsider_at \
            or not wait > max(HELD_AFTER * diameter_time(agent), agent.patience if agent.considered == bottleneck.id else 0.0):
        return False
    if agent.status != STATUS_RUNNING or agent.reason != REASON_NONE or agent.where != ON_MESH or agent.poly == NO_POLY:
        return False
    if agent.follows != FOLLOWS_PATH or is_queued(agent):
        return False
    # clearance maps know no closed edges
    return crowd.paths[slot].walkable == NULL or not crowd.paths[slot].walkable.has_clearance_map


cdef bint waits_elsewhere(const CrowdData* crowd, int32_t slot, const Bottleneck* bottleneck) noexcept nogil:
    """True if the agent is in the queue of another bottleneck where it has looked for another way: a door may have a bottleneck on
    either side."""
    cdef const Agent* agent = &crowd.agents[slot]
    cdef double[3] start
    cdef size_t i
    if agent.considered == 0 or agent.considered == bottleneck.id:
        return False
    place_on_path(agent, start)
    for i in range(crowd.bottlenecks.size()):
        if crowd.bottlenecks[i].id == agent.considered:
            return way_to(&crowd.bottlenecks[i], start, &crowd.paths[slot].points, &crowd.paths[slot].links, agent.next_corner) >= 0.0
    return False


cdef int search_elsewhere(CrowdData* crowd, int32_t slot, const vector[int32_t]* edges) except -1 nogil:
    """Searches a path without some edges into crowd.buffer. Returns the PathStatusCode."""
    cdef int status
    close_edges(crowd, edges)
    status = search_path(crowd, &crowd.agents[slot], &crowd.unblocked_graph)
    reopen_edges(crowd)
    return status


cdef int find_bottlenecks_elsewhere(CrowdData* crowd, const Agent* agent, double efficiency) except -1 nogil:
    """Adds the bottlenecks on the path in crowd.buffer that others will pass, too."""
    cdef const vector[double]* points = &crowd.buffer.points
    cdef Bottleneck bottleneck
    cdef int32_t i
    for i in range(1, <int32_t>crowd.buffer.point_polys.size() - 1):
        if crowd.buffer.point_links[i] >= 0 or crowd.buffer.point_links[i - 1] >= 0 \
                or not find_bottleneck(crowd, agent, points.data() + 3 * (i - 1), points.data() + 3 * i, crowd.buffer.point_polys[i],
                                       &bottleneck):
            continue
        collect_arrivals(crowd, &bottleneck, &crowd.other_arrivals)
        if not crowd.other_arrivals.empty():
            add_bottleneck(crowd, &bottleneck, agent, efficiency)
    return 0


cdef int32_t count_in_lane(const CrowdData* crowd, int32_t slot) noexcept nogil:
    """The agents of the queue that stand in the first leg of the path in crowd.buffer: the agent has to get past them."""
    cdef const Agent* agent = &crowd.agents[slot]
    cdef const Agent* other
    cdef const double* a = crowd.buffer.points.data()
    cdef double x, z
    cdef size_t i
    cdef int32_t count = 0
    for i in range(crowd.arrivals.size()):
        other = &crowd.agents[crowd.arrivals[i].second]
        if crowd.arrivals[i].second != slot and closest_on_segment(other.position[0], other.position[2], a[0], a[2], a[3], a[5], &x,
                                                                   &z) \
                < agent.params.radius + other.params.radius:
            count += 1
    return count


cdef int take_other_way(CrowdData* crowd, int32_t slot, const vector[int64_t]* left) except -1 nogil:
    """The agent follows the path in crowd.buffer. left: ids of the bottlenecks that were closed for it."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef size_t i
    agent.least_left = INFINITY
    adopt_path(crowd, slot)
    memcpy(agent.searched_target, agent.target, sizeof(agent.target))
    agent.stall_time, agent.held_time, agent.considered, agent.replans = 0.0, 0.0, 0, agent.replans + 1
    memset(agent.left_bottlenecks, 0, sizeof(agent.left_bottlenecks))
    for i in range(min(left.size(), <size_t>LEFT_BOTTLENECKS)):
        agent.left_bottlenecks[i] = left.at(left.size() - 1 - i)
    return 0


cdef int look_for_other_way(CrowdData* crowd, int32_t index, int32_t slot, double wait) except -1 nogil:
    """An agent takes another way if that way is shorter in time by a diameter time, and by a headway for each agent on the way there.
    Agents of a queue make room once the queue moves. In its first look at a bottleneck it only learns from which wait on this may
    be."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef const FollowedPath* path = &crowd.paths[slot]
    cdef const Bottleneck* bottleneck = &crowd.bottlenecks[index]
    cdef double stay, elsewhere, margin, step = headway(bottleneck), efficiency = 1.0 / (step * capacity(bottleneck, agent))
    cdef double[3] start
    cdef vector[int32_t] edges
    cdef vector[int64_t] ids
    cdef int32_t worst, tries
    cdef bint has_left, is_first = agent.considered != bottleneck.id
    place_on_path(agent, start)
    stay = travel_time(crowd, slot, start, &path.points, &path.links, agent.next_corner, False, &worst)
    collect_left(crowd, agent, &edges, &ids)
    has_left = not ids.empty()
    worst = index
    agent.considered, agent.patience = bottleneck.id, 0.0
    if not is_first:
        agent.reconsider_at = crowd.now + RECONSIDER_AFTER * diameter_time(agent)
    for tries in range(MOST_SEARCHES):
        bottleneck = &crowd.bottlenecks[worst]
        edges.insert(edges.end(), bottleneck.edges, bottleneck.edges + bottleneck.edge_count)
        ids.push_back(bottleneck.id)
        # 1. Is there a way at all?
        if search_elsewhere(crowd, slot, &edges) != PATH_COMPLETE \
                or way_to(bottleneck, start, &crowd.buffer.points, &crowd.buffer.point_links, 1,
                          SAME_CORNER * agent.params.radius) >= 0.0:
            if tries == 0:
                agent.patience = INFINITY
                crowd.bottlenecks[index].is_only_way = not has_left and crowd.blocked_ways.empty() and path.walkable == NULL
            return 0
        # 2. Is it shorter in time without its queues?
        margin = diameter_time(agent) + step * count_in_lane(crowd, slot)
        elsewhere = way_left(start, &crowd.buffer.points, &crowd.buffer.point_links, 1) / agent.params.max_speed
        if tries == 0:
            agent.patience = wait + elsewhere + margin - stay
        if is_first or elsewhere + margin >= stay:
            return 0
        # 3. And with them? If not, perhaps a way around the longest one.
        find_bottlenecks_elsewhere(crowd, agent, efficiency)
        elsewhere = travel_time(crowd, slot, start, &crowd.buffer.points, &crowd.buffer.point_links, 1, True, &worst)
        if elsewhere + margin < stay:
            return take_other_way(crowd, slot, &ids)
        if worst < 0:
            break
    return 0


# ---- in each step ----

cdef int find_bottlenecks(CrowdData* crowd, double dt) except -1 nogil:
    """Adds the bottlenecks where agents are held: slower than half of what they prefer, and others have changed their velocity."""
    cdef Agent* agent
    cdef const FollowedPath* path
    cdef double[3] start
    cdef double time
    cdef Bottleneck bottleneck
    cdef int32_t slot, next
    for slot in crowd.walking:
        agent = &crowd.agents[slot]
        time = time_of(&crowd.avoidance.schedule, slot, dt)
        if not agent.is_pushed or 4.0 * square(to_plan(agent.velocity)) >= square(to_plan(agent.preferred_velocity)):
            if agent.held_time > 0.0:           # as a rule it is 0, and nothing is written
                agent.held_time = max(0.0, agent.held_time - time)
            continue
        agent.held_time += time
        if agent.held_time <= HELD_AFTER * diameter_time(agent) or not agent.params.avoids_congestion:
            continue
        agent.held_time = 0.0
        path = &crowd.paths[slot]
        if path.points.empty() or agent.where == ON_LINK or agent.mesh_version != crowd.mesh_version:      # its polygons may be gone
            continue
        next = turn_from(agent, path, agent.next_corner)
        if next + 1 >= <int32_t>path.links.size() or path.links[next] >= 0 or distance2(
                agent.position[0], agent.position[2], path.points[3 * next], path.points[3 * next + 2]) \
                > BOTTLENECK_REACH * agent.params.radius:
            continue
        place_on_path(agent, start)
        if find_bottleneck(crowd, agent, start, path.points.data() + 3 * next, path.polys[next], &bottleneck):
            add_bottleneck(crowd, &bottleneck, agent, UNSEEN_FLOW)
    return 0


cdef int count_passed(CrowdData* crowd, double dt) except -1 nogil:
    cdef const Agent* agent
    cdef Bottleneck* bottleneck
    cdef Vec2 place, before
    cdef double fade = BLOCKED_FOR / (BLOCKED_FOR + dt), share, time
    cdef int32_t index
    cdef size_t i
    for i in range(crowd.bottlenecks.size()):
        bottleneck = &crowd.bottlenecks[i]
        if not bottleneck.has_queue:
            continue
        bottleneck.passed, bottleneck.drained_for = max(fade * bottleneck.passed, LEAST_PASSED), fade * bottleneck.drained_for + dt
        place = middle(bottleneck)
        find_within(&crowd.avoidance.grid, place.x, place.y,
                    0.5 * length(subtract(bottleneck.right, bottleneck.left)) + POINT_TOLERANCE
                    + dt * crowd.avoidance.greatest_speed, &crowd.avoidance.near)
        for index in crowd.avoidance.near:
            if index >= crowd.avoidance.own_count or not crowd.avoidance.roles[index].walks:
                continue
            agent = &crowd.agents[crowd.avoidance.roles[index].slot]
            place = to_plan(agent.position)
            time = time_of(&crowd.avoidance.schedule, crowd.avoidance.roles[index].slot, dt)
            before = subtract(place, scale(to_plan(agent.velocity), time))
            if crosses(bottleneck, before, place, POINT_TOLERANCE, &share) \
                    and fabs(crowd.avoidance.roles[index].ground - bottleneck.height) <= bottleneck.headroom:
                bottleneck.passed += 1.0
    return 0


cdef int look_at_bottleneck(CrowdData* crowd, int32_t index) except -1 nogil:
    """Measures the waits at a bottleneck. The agent with the most to win by another way looks for it. It may win its wait, less the
    wait from which on the other way is shorter, or less a diameter time while this is unknown."""
    cdef double step = headway(&crowd.bottlenecks[index]), passed = -INFINITY, gain, most = 0.0
    cdef const Agent* agent
    cdef int64_t budget = budget_of(crowd)
    cdef int32_t i, best = -1
    collect_arrivals(crowd, &crowd.bottlenecks[index], &crowd.arrivals)
    crowd.waits.resize(crowd.arrivals.size())
    for i in range(<int32_t>crowd.arrivals.size()):
        passed = max(crowd.arrivals[i].first, passed + step)
        crowd.waits[i] = passed - crowd.arrivals[i].first
        if crowd.waits[i] > 0.0:
            crowd.bottlenecks[index].used_at = crowd.now
    crowd.bottlenecks[index].has_queue = crowd.arrivals.size() > 1 and crowd.arrivals[1].first < step
    if crowd.bottlenecks[index].is_only_way or crowd.spent >= budget:
        return 0
    for i in range(<int32_t>crowd.arrivals.size()):
        agent = &crowd.agents[crowd.arrivals[i].second]
        gain = crowd.waits[i] - (agent.patience if agent.considered == crowd.bottlenecks[index].id else diameter_time(agent))
        if gain > most and may_choose(crowd, crowd.arrivals[i].second, &crowd.bottlenecks[index], crowd.waits[i]) \
                and not waits_elsewhere(crowd, crowd.arrivals[i].second, &crowd.bottlenecks[index]):
            most, best = gain, i
    if best >= 0:
        look_for_other_way(crowd, index, crowd.arrivals[best].second, crowd.waits[best])
    return 0


cdef int avoid_congestion(CrowdData* crowd, double dt) except -1 nogil:
    cdef int64_t before = crowd.spent
    cdef size_t i = 0
    # 1. Bottlenecks are of this mesh, and in use.
    if crowd.bottlenecks_version != crowd.mesh_version:
        crowd.bottlenecks.clear()
        crowd.bottlenecks_version = crowd.mesh_version
    if crowd.mesh == NULL or crowd.blocked_version != crowd.mesh_version or not dt > 0.0:
        return 0
    while i < crowd.bottlenecks.size():
        if crowd.now - crowd.bottlenecks[i].used_at > BLOCKED_FOR:
            crowd.bottlenecks.erase(crowd.bottlenecks.begin() + i)
        else:
            i += 1
    find_bottlenecks(crowd, dt)
    if crowd.bottlenecks.empty():
        return 0
    # 2. A bottleneck in a step, as soon as the last look is paid.
    crowd.congestion_debt -= max(1, budget_of(crowd) // LOOK_SHARE)
    if crowd.congestion_debt > 0:
        return 0
    crowd.next_bottleneck = (crowd.next_bottleneck + 1) % <int32_t>crowd.bottlenecks.size()
    look_at_bottleneck(crowd, crowd.next_bottleneck)
    crowd.congestion_debt = crowd.spent - before
    return 0
