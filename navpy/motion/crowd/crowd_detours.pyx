"""An agent without progress goes around an island of standing agents that do not step aside (obstacle_graph). Around the outline of a
standing obstacle it goes as soon as this is near and in its way. Where the island reaches from wall to wall, it searches a path
elsewhere.

The corners of a detour become the next corners of the path, which the agent follows like any others. A blocked way closes the polygons
under the island for all agents of at least this width. It opens when a member has moved or some time has passed (Mononen 2011, "Very
Temporary Obstacle Avoidance", Digesting Duck). Where no other path leads to the goal, or somebody stands on it, no way is closed, and
the agent waits."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PATH_COMPLETE, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport ON_LINK, Agent, diameter_time, has_field, is_active
from navpy.motion.crowd.blocked_ways cimport count_blocked, has_blocked_way
from navpy.motion.crowd.crowd_requests cimport adopt_path, search_path
from navpy.motion.crowd.crowd_data cimport NO_SLOT, BlockedWay, CrowdData
from navpy.base.neighbor_grid cimport find_within
from navpy.motion.crowd.obstacle_outlines cimport meets_outline, sample_outlines
from navpy.motion.avoidance.obstacle_graph cimport WAY_BEHIND_WALL, WAY_DETOUR, WAY_FREE, find_way_point
from navpy.motion.avoidance.obstacle_islands cimport build_islands
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.agent.path_changes cimport insert_detour
from navpy.motion.agent.path_following cimport FollowedPath, find_floor, turn_from
from navpy.motion.crowd.right_of_way cimport VISITOR_SLOT, AvoidanceRole, overlap_in_height
from navpy.motion.agent.walkable cimport POINT_TOLERANCE
from navpy.mesh.portal_graph cimport forget_packed, start_rules
from navpy.mesh.half_edges cimport HalfEdge, Face, corner_after
from navpy.query.surface.raycast cimport RayHit, raycast
from navpy.base.vec2 cimport Vec2, add, det, length, scale, square, subtract, to_plan, to_world, vec2
from navpy.motion.agent.dials cimport BLOCKED_FOR, BLOCKED_WAIT, DETOUR_AFTER, DETOUR_REACH, GRAZED, OUTLINE_REACH

cdef double LEAST_SAMPLING = 0.1        # meters between points of an outline, for agents that are narrower
cdef double DETOUR_CLEARANCE = 1.01     # radii between a detour and standing agents: rounding must not make them touch


# ---- standing agents ----

cdef struct DetourGround:                      # floor of the agent that looks for a detour
    const MeshView* mesh
    double height                       # meters


cdef bint may_walk(const void* floor, Vec2 a, Vec2 b) noexcept nogil:
    """WalkTest of the obstacle graph."""
    cdef const DetourGround* own = <const DetourGround*>floor
    cdef double start[3]
    cdef double end[3]
    cdef NearestPoly at
    cdef RayHit hit
    to_world(a, own.height, start)
    to_world(b, own.height, end)
    if not find_floor(own.mesh, start, &at) or distance2(at.point[0], at.point[2], start[0], start[2]) > POINT_TOLERANCE:
        return False
    raycast(view_of(own.mesh, own.mesh.graph), at.poly, at.point, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= POINT_TOLERANCE


cdef int collect_standing(CrowdData* crowd, int32_t index, double reach) except -1 nogil:
    """Collects circles and slots of standing agents within reach, in meters: the agents that a participant avoids and no push moves
    aside. Then points of whole outlines within DETOUR_REACH, with gaps too narrow for it."""
    cdef const Body* body = &crowd.avoidance.bodies[index]
    cdef const AvoidanceRole* own = &crowd.avoidance.roles[index]
    cdef const AvoidanceRole* other
    cdef size_t k
    crowd.circles.clear()
    crowd.standing.clear()
    find_within(&crowd.avoidance.grid, body.position.x, body.position.y, reach, &crowd.avoidance.near)
    for k in range(crowd.avoidance.near.size()):
        other = &crowd.avoidance.roles[crowd.avoidance.near[k]]
        if other.walks or other.yields or not own.mask & other.layers or not overlap_in_height(own, other):
            continue
        body = &crowd.avoidance.bodies[crowd.avoidance.near[k]]
        crowd.circles.push_back(body.position.x)
        crowd.circles.push_back(body.position.y)
        crowd.circles.push_back(body.radius)
        crowd.standing.push_back(other.slot)
    if crowd.avoidance.outlines != NULL:
        body = &crowd.avoidance.bodies[index]
        sample_outlines(crowd.avoidance.outlines, crowd.avoidance.with_cut_out, own, body.position, DETOUR_REACH, INFINITY,
                        max(body.radius, LEAST_SAMPLING), &crowd.circles)
        crowd.standing.resize(crowd.circles.size() // 3, NO_SLOT)
    return 0


# ---- blocked ways ----

cdef bint has_standing_visitor(const CrowdData* crowd, Vec2 place, vector[int32_t]* near) except -1 nogil:
    """True if a visitor stands that is at most its radius away."""
    cdef size_t i
    find_within(&crowd.avoidance.grid, place.x, place.y, crowd.avoidance.greatest_radius, near)
    for i in range(near.size()):
        if near.at(i) >= crowd.avoidance.own_count and not crowd.avoidance.roles[near.at(i)].walks \
                and length(subtract(crowd.avoidance.bodies[near.at(i)].position, place)) <= crowd.avoidance.bodies[near.at(i)].radius:
            return True
    return False


cdef bint has_expired(const CrowdData* crowd, const BlockedWay* way, vector[int32_t]* near) except -1 nogil:
    """True if the time of a way is over, or a member was removed, walks, or has moved by more than its radius."""
    cdef const Agent* agent
    cdef size_t i
    if crowd.now >= way.until:
        return True
    for i in range(way.members.size()):
        if way.members[i] == NO_SLOT:
            continue
        if way.members[i] == VISITOR_SLOT:
            if not has_standing_visitor(crowd, way.stood[i], near):
                return True
            continue
        agent = &crowd.agents[way.members[i]]
        if not agent.generation & 1 or is_active(agent) or not length(subtract(
                to_plan(agent.position), way.stood[i])) <= agent.params.radius:
            return True
    return False


cdef int restore_blocked_ways(CrowdData* crowd) except -1 nogil:
    """A state may have been saved before the mesh changed: the ways in it expire with the next step, and their polygons may be
    gone."""
    cdef size_t i
    start_rules(&crowd.unblocked_rules)
    forget_packed(&crowd.unblocked_graph)
    if crowd.mesh != NULL and crowd.blocked_version == crowd.mesh_version and crowd.seen_version == crowd.mesh.version:
        for i in range(crowd.blocked_ways.size()):
            count_blocked(crowd, &crowd.blocked_ways[i], 1)
    return 0


cdef int expire_blocked_ways(CrowdData* crowd, double dt) except -1 nogil:
    """After a change of the mesh all blocked ways expire, as their tiles may be gone."""
    cdef size_t i = 0
    crowd.now += dt
    if crowd.blocked_version != crowd.mesh_version:
        crowd.blocked_version = crowd.mesh_version
        crowd.blocked_ways.clear()
        return restore_blocked_ways(crowd)
    while i < crowd.blocked_ways.size():
        if has_expired(crowd, &crowd.blocked_ways[i], &crowd.avoidance.near):
            count_blocked(crowd, &crowd.blocked_ways[i], -1)
            crowd.blocked_ways.erase(crowd.blocked_ways.begin() + i)
        else:
            i += 1
    return 0


cdef int32_t exit_edge(const MeshView* mesh, PolyRef poly, Vec2 a, Vec2 b) noexcept nogil:
    """The edge through which the segment from a, on a polygon, to b, on its outline or outside, leaves it for a neighbor; −1: none. A
    ray (surface/ray) does not leave where b lies on the edge itself, and leaves by walls, too, which cannot be blocked."""
    cdef const Face* face = &mesh.graph.faces[poly]
    cdef const HalfEdge* corners = mesh.graph.half_edges.data()
    cdef const HalfEdge* c
    cdef const HalfEdge* d
    cdef Vec2 way = subtract(b, a), side
    cdef int32_t edge
    for edge in range(face.first, face.first + face.count):
        c = &corners[edge]
        d = &corners[corner_after(face, edge)]
        side = vec2(d.x - c.x, d.y - c.y)
        if c.neighbor != NO_POLY and det(way, vec2(c.x - a.x, c.y - a.y)) <= 0.0 <= det(way, vec2(d.x - a.x, d.y - a.y)) \
                and det(side, subtract(b, vec2(c.x, c.y))) <= 1e-9 * square(side):
            return edge
    return -1


cdef bint is_noted(const CrowdData* crowd, const vector[PolyRef]* polys, PolyRef poly) noexcept nogil:
    """True if a polygon is in the list or blocked already."""
    cdef size_t i
    for i in range(polys.size()):
        if polys.at(i) == poly:
            return True
    return crowd.unblocked_rules.blocked[poly] != 0


cdef int describe_blocked_way(const CrowdData* crowd, const Agent* agent, Vec2 position, Vec2 corner, const vector[int32_t]* members,
                              BlockedWay* out) except -1 nogil:
    """Blocks the polygons under the members, but of the polygon under the agent itself only the edge towards its next corner. Ground
    blocked already is left out; if nothing is left, a new search is enough."""
    cdef int32_t edge = exit_edge(crowd.mesh, agent.poly, position, corner)
    cdef double[3] place
    cdef size_t i
    cdef int32_t slot, circle
    cdef NearestPoly at
    out.until, out.radius = crowd.now + BLOCKED_FOR, agent.params.radius
    for i in range(members.size()):
        slot, circle = crowd.standing[members.at(i)], 3 * members.at(i)
        place[0], place[2] = crowd.circles[circle], -crowd.circles[circle + 1]
        place[1] = agent.position[1] if slot < 0 else crowd.agents[slot].position[1]
        out.members.push_back(slot)
        out.stood.push_back(to_plan(place))
        if not find_floor(crowd.mesh, place, &at):
            continue
        if at.poly != agent.poly and not is_noted(crowd, &out.polys, at.poly):
            out.polys.push_back(at.poly)
        elif at.poly == agent.poly and edge >= 0 and out.edges.empty() and not crowd.unblocked_rules.narrow[edge]:
            out.edges.push_back(edge)
    return 0


cdef int path_elsewhere(CrowdData* crowd, int32_t slot, Vec2 position, Vec2 corner, const vector[int32_t]* members) except -1 nogil:
    """Searches a path without the way. If there is one, the agent follows it and the way stays blocked."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef BlockedWay way
    crowd.unblocked_rules.blocked.resize(crowd.mesh.poly_count, 0)
    crowd.unblocked_rules.narrow.resize(crowd.mesh.corner_count, 0)
    describe_blocked_way(crowd, agent, position, corner, members, &way)
    count_blocked(crowd, &way, 1)
    if (way.polys.size() + way.edges.size() > 0 or has_blocked_way(crowd, agent)) \
            and search_path(crowd, agent, &crowd.unblocked_graph) == PATH_COMPLETE:
        if way.polys.size() + way.edges.size() > 0:
            crowd.blocked_ways.push_back(way)
        agent.least_left = INFINITY
        adopt_path(crowd, slot)
        agent.stall_time, agent.replans = 0.0, agent.replans + 1
    else:
        count_blocked(crowd, &way, -1)
    return 0


# ---- detours ----

cdef bint has_turn_after(const Agent* agent, const FollowedPath* path, Vec2* out) noexcept nogil:
    """The turn after the next, or the path's end there; False: the path ends at the next turn, or a link begins there."""
    cdef int32_t next = turn_from(agent, path, agent.next_corner)
    if 3 * <size_t>(next + 1) >= path.points.size() or path.links[next] >= 0:
        return False
    out[0] = to_plan(path.points.data() + 3 * turn_from(agent, path, next + 1))
    return True


cdef bint keeps_from_end(const CrowdData* crowd, const Agent* agent, const FollowedPath* path,
                         const vector[int32_t]* members) noexcept nogil:
    """True if members stand so near to the end of the path that the agent could not arrive from any side."""
    cdef Vec2 end = to_plan(path.points.data() + path.points.size() - 3)
    cdef double beside = DETOUR_CLEARANCE * agent.params.radius - max(agent.params.target_desired_distance,
                                                                      agent.params.path_desired_distance)
    cdef size_t i
    cdef int32_t circle
    for i in range(members.size()):
        circle = 3 * members.at(i)
        if length(subtract(end, vec2(crowd.circles[circle], crowd.circles[circle + 1]))) < crowd.circles[circle + 2] + beside:
            return True
    return False


cdef bint is_shut_off(const CrowdData* crowd, int32_t index) noexcept nogil:
    cdef const AvoidanceRole* own = &crowd.avoidance.roles[index]
    cdef const Body* body = &crowd.avoidance.bodies[index]
    cdef Vec2 way = subtract(own.corner, body.position)
    if crowd.avoidance.outlines == NULL or crowd.agents[own.slot].detour_delay > 0.0 or not own.corner_distance > 0.0:
        return False
    way = scale(way, min(1.0, OUTLINE_REACH / own.corner_distance))
    return meets_outline(crowd.avoidance.outlines, crowd.avoidance.with_cut_out, own, body.position, add(body.position, way),
                         GRAZED * body.radius)


cdef int look_for_detour(CrowdData* crowd, int32_t index, double dt) except -1 nogil:
    cdef const AvoidanceRole* own = &crowd.avoidance.roles[index]
    cdef Vec2 position = crowd.avoidance.bodies[index].position
    cdef Agent* agent = &crowd.agents[own.slot]
    cdef double interval = DETOUR_AFTER * diameter_time(agent), reach
    cdef const FollowedPath* path = &crowd.paths[own.slot]
    cdef DetourGround floor
    cdef Vec2 way_point, corner = own.corner
    cdef int way
    cdef bint stalls = agent.stall_time > interval
    # 1. Only without progress, or before an outline, and not in every step.
    agent.detour_delay -= dt
    if not (stalls or is_shut_off(crowd, index)) or agent.detour_delay > 0.0 or crowd.mesh == NULL or agent.poly == NO_POLY \
            or agent.where == ON_LINK \
            or has_field(agent):
        return 0
    agent.detour_delay = interval
    # 2. Standing agents at most as far away as its next corner; at this corner, as far away as the following corner. Agents ahead of a
    # walking agent may be gone when it comes.
    if own.corner_distance < agent.params.radius and has_turn_after(agent, path, &corner):
        position = own.corner
    reach = min(length(subtract(corner, crowd.avoidance.bodies[index].position)) + agent.params.radius, DETOUR_REACH) if stalls \
        else 0.0
    collect_standing(crowd, index, reach)
    if crowd.standing.empty():
        return 0
    # 3. The way around their islands. A start that overlaps a standing agent is moved out of it, but not behind a wall.
    build_islands(&crowd.islands, crowd.circles.data(), <int32_t>crowd.standing.size(), NULL, 0,
                  DETOUR_CLEARANCE * agent.params.radius, 0.0)
    floor.mesh, floor.height = crowd.mesh, own.ground
    way = find_way_point(&crowd.islands, position, corner, INFINITY, may_walk, &floor,
                         &crowd.detour_work, &crowd.detour, &way_point)
    if way == WAY_BEHIND_WALL:
        way = find_way_point(&crowd.islands, position, corner, 0.0, may_walk, &floor,
                             &crowd.detour_work, &crowd.detour, &way_point)
    # 4. Insert the detour into the path, or search a path elsewhere.
    if way == WAY_DETOUR:
        insert_detour(crowd.mesh, agent, &crowd.paths[own.slot], crowd.detour.points.data(), <int32_t>crowd.detour.points.size())
    elif way != WAY_FREE:
        agent.detour_delay *= BLOCKED_WAIT
        if not keeps_from_end(crowd, agent, path, &crowd.detour.members):
            path_elsewhere(crowd, own.slot, position, corner, &crowd.detour.members)
    return 0


cdef void leave_detours(CrowdData* crowd) noexcept nogil:
    cdef Agent* agent
    cdef int32_t slot
    for slot in crowd.active:
        agent = &crowd.agents[slot]
        if agent.next_corner < agent.detour_end and not has_field(agent) and not crowd.paths[slot].points.empty() \
                and agent.mesh_version == crowd.mesh_version:
            agent.mesh_version = crowd.mesh_version - 1
