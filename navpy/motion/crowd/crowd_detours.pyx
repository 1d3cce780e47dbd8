"""Detours: who gets no further goes round an island of agents that stand and do not step aside (obstacle_graph); where that reaches from
wall to wall it looks for a path elsewhere.

A detour's corners become the next corners of the path, so following it is as following any path. A blockade shuts the polygons that
the island stands on for all who are as wide, until one of its members has moved or some time has passed (Mononen 2011, "Very
Temporary Obstacle Avoidance", Digesting Duck). Where no other path leads to the goal nothing is shut, and the agent waits."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PATH_COMPLETE, PolyRef
from navpy.base.geom cimport distance2
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent, pace_of
from navpy.motion.crowd.crowd_agents cimport adopt_path, find_way, is_shut
from navpy.motion.crowd.crowd_data cimport Blockade, CrowdData
from navpy.base.neighbor_grid cimport find_within
from navpy.motion.avoidance.obstacle_graph cimport WAY_BEHIND_WALL, WAY_DETOUR, WAY_FREE, find_way_point
from navpy.motion.avoidance.obstacle_islands cimport build_islands
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.crowd.path_following cimport lead_round, look
from navpy.motion.crowd.right_of_way cimport Manners, meet
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport HalfEdge, Face, corner_after
from navpy.query.surface.surface cimport RayHit, raycast
from navpy.base.vec2 cimport Vec2, det, length, square, subtract, vec2

cdef double PATIENCE = 3.0              # paces without headway, after which an agent looks for a detour, and looks again
cdef double STANDS = 20.0               # seconds that a blockade lasts
cdef double SIGHT = 20.0                # metres within which those who stand count
cdef double CLEARANCE = 1.01            # of its radius that a detour leaves an agent
cdef double PUSH = 0.5                  # of its radius that it may overlap them where it begins
cdef double REACHED = 1e-3              # metres

cdef struct Floor:                      # that a walker stands on
    const MeshView* mesh
    double height                       # metres


cdef bint may_walk(const void* floor, Vec2 a, Vec2 b) noexcept nogil:
    cdef const Floor* own = <const Floor*>floor
    cdef double start[3]
    cdef double end[3]
    cdef NearestPoly at
    cdef RayHit hit
    start[0], start[1], start[2] = a.x, own.height, -a.y
    end[0], end[1], end[2] = b.x, own.height, -b.y
    if not look(own.mesh, start, &at) or distance2(at.point[0], at.point[2], start[0], start[2]) > REACHED:
        return False
    raycast(view_of(own.mesh, own.mesh.graph), at.poly, at.point, end, &hit)
    return distance2(hit.point[0], hit.point[2], end[0], end[2]) <= REACHED


cdef int collect_standing(CrowdData* crowd, int32_t index, double reach) except -1 nogil:
    """Those near whom it would meet and who do not step aside: their circles, and who they are."""
    cdef const Body* body = &crowd.avoidance.bodies[index]
    cdef const Manners* own = &crowd.avoidance.manners[index]
    cdef const Manners* other
    cdef size_t k
    crowd.circles.clear()
    crowd.standing.clear()
    find_within(&crowd.avoidance.grid, body.position.x, body.position.y, reach, &crowd.avoidance.near)
    for k in range(crowd.avoidance.near.size()):
        other = &crowd.avoidance.manners[crowd.avoidance.near[k]]
        if other.walks or other.yields or not own.mask & other.layers or not meet(own, other):
            continue
        body = &crowd.avoidance.bodies[crowd.avoidance.near[k]]
        crowd.circles.push_back(body.position.x)
        crowd.circles.push_back(body.position.y)
        crowd.circles.push_back(body.radius)
        crowd.standing.push_back(other.slot)
    return 0


# ---- blockades ----

cdef int shut(CrowdData* crowd, const Blockade* blockade, bint shuts) except -1 nogil:
    cdef size_t i
    cdef int32_t twin
    crowd.rules.blocked.resize(crowd.mesh.poly_count, 0)
    crowd.rules.narrow.resize(crowd.mesh.corner_count, 0)
    for i in range(blockade.polys.size()):
        crowd.rules.blocked[blockade.polys[i]] += 1 if shuts else -1
        forget_tile(&crowd.open_ways, crowd.mesh.polys[blockade.polys[i]].tile)
    for i in range(blockade.edges.size()):
        twin = crowd.mesh.graph.half_edges[blockade.edges[i]].twin
        crowd.rules.narrow[blockade.edges[i]] += 1 if shuts else -1
        crowd.rules.narrow[twin] += 1 if shuts else -1
        forget_tile(&crowd.open_ways, crowd.mesh.polys[crowd.mesh.graph.half_edges[blockade.edges[i]].neighbor].tile)
        forget_tile(&crowd.open_ways, crowd.mesh.polys[crowd.mesh.graph.half_edges[twin].neighbor].tile)
    update_portal_graph(crowd.mesh, &crowd.rules, &crowd.open_ways)
    return 0


cdef bint is_over(const CrowdData* crowd, const Blockade* blockade) noexcept nogil:
    cdef const Agent* agent
    cdef size_t i
    if crowd.now >= blockade.until:
        return True
    for i in range(blockade.members.size()):
        agent = &crowd.agents[blockade.members[i]]
        if not agent.generation & 1 or agent.active or not length(subtract(
                vec2(agent.position[0], -agent.position[2]), blockade.stood[i])) <= agent.params.radius:
            return True
    return False


cdef int restore_blockades(CrowdData* crowd) except -1 nogil:
    cdef size_t i
    start_rules(&crowd.rules)
    forget_packed(&crowd.open_ways)
    if crowd.mesh != NULL and crowd.blockade_version == crowd.mesh_version:
        for i in range(crowd.blockades.size()):
            shut(crowd, &crowd.blockades[i], True)
    return 0


cdef int lift_blockades(CrowdData* crowd, double dt) except -1 nogil:
    """Also all of another mesh, or of tiles that may have gone."""
    cdef size_t i = 0
    crowd.now += dt
    if crowd.blockade_version != crowd.mesh_version:
        crowd.blockade_version = crowd.mesh_version
        crowd.blockades.clear()
        return restore_blockades(crowd)
    while i < crowd.blockades.size():
        if is_over(crowd, &crowd.blockades[i]):
            shut(crowd, &crowd.blockades[i], False)
            crowd.blockades.erase(crowd.blockades.begin() + i)
        else:
            i += 1
    return 0


cdef int32_t way_out(const MeshView* mesh, PolyRef poly, Vec2 a, Vec2 b) noexcept nogil:
    """The edge of a polygon by which the straight way from a, on it, to b, on its outline at least, leaves it for another one; −1: none."""
    cdef const Face* ring = &mesh.graph.faces[poly]
    cdef const HalfEdge* corners = mesh.graph.half_edges.data()
    cdef const HalfEdge* c
    cdef const HalfEdge* d
    cdef Vec2 way = subtract(b, a), off, side
    cdef int32_t edge
    for edge in range(ring.first, ring.first + ring.count):
        c = &corners[edge]
        d = &corners[corner_after(ring, edge)]
        off, side = vec2(c.x - a.x, c.y - a.y), vec2(d.x - c.x, d.y - c.y)
        if c.neighbor != NO_POLY and det(way, off) <= 0.0 <= det(way, vec2(d.x - a.x, d.y - a.y)) \
                and det(side, subtract(b, vec2(c.x, c.y))) <= 1e-9 * square(side):
            return edge
    return -1


cdef bint is_noted(const CrowdData* crowd, const vector[PolyRef]* polys, PolyRef poly) noexcept nogil:
    cdef size_t i
    for i in range(polys.size()):
        if polys.at(i) == poly:
            return True
    return crowd.rules.blocked[poly] != 0


cdef int note_blockade(CrowdData* crowd, const Agent* agent, Vec2 position, Vec2 corner, const vector[int32_t]* members,
                       Blockade* out) except -1 nogil:
    """The polygons that members stand on; of the one that the agent itself stands on only the edge by which it would leave it. Nothing that
    is shut already: then it is enough to look for another way."""
    cdef int32_t edge = way_out(crowd.mesh, agent.poly, position, corner)
    cdef const Agent* member
    cdef size_t i
    cdef NearestPoly at
    out.until, out.radius = crowd.now + STANDS, agent.params.radius
    for i in range(members.size()):
        member = &crowd.agents[crowd.standing[members.at(i)]]
        out.members.push_back(crowd.standing[members.at(i)])
        out.stood.push_back(vec2(member.position[0], -member.position[2]))
        if not look(crowd.mesh, member.position, &at):
            continue
        if at.poly != agent.poly and not is_noted(crowd, &out.polys, at.poly):
            out.polys.push_back(at.poly)
        elif at.poly == agent.poly and edge >= 0 and out.edges.empty() and not crowd.rules.narrow[edge]:
            out.edges.push_back(edge)
    return 0


cdef int go_elsewhere(CrowdData* crowd, int32_t slot, Vec2 position, Vec2 corner, const vector[int32_t]* members) except -1 nogil:
    cdef Agent* agent = &crowd.agents[slot]
    cdef Blockade blockade
    crowd.rules.blocked.resize(crowd.mesh.poly_count, 0)
    crowd.rules.narrow.resize(crowd.mesh.corner_count, 0)
    note_blockade(crowd, agent, position, corner, members, &blockade)
    shut(crowd, &blockade, True)
    if (blockade.polys.size() + blockade.edges.size() > 0 or is_shut(crowd, agent)) \
            and find_way(crowd, agent, &crowd.open_ways) == PATH_COMPLETE:
        if blockade.polys.size() + blockade.edges.size() > 0:
            crowd.blockades.push_back(blockade)
        agent.nearest = INFINITY
        adopt_path(crowd, slot)
        agent.waited, agent.replans = 0.0, agent.replans + 1
    else:
        shut(crowd, &blockade, False)
    return 0


# ---- detours ----

cdef int look_for_detour(CrowdData* crowd, int32_t index, double dt) except -1 nogil:
    cdef int32_t slot = crowd.avoidance.manners[index].slot
    cdef Agent* agent = &crowd.agents[slot]
    cdef const Manners* own = &crowd.avoidance.manners[index]
    cdef double pace = pace_of(agent)
    cdef Floor floor
    cdef Vec2 way_point
    cdef int way
    agent.looks_again -= dt
    if crowd.mesh == NULL or agent.poly == NO_POLY or agent.link >= 0 or not agent.waited > PATIENCE * pace or agent.looks_again > 0.0:
        return 0
    agent.looks_again = PATIENCE * pace
    collect_standing(crowd, index, min(own.to_corner + agent.params.radius, SIGHT))
    if crowd.standing.empty():
        return 0
    build_islands(&crowd.islands, crowd.circles.data(), <int32_t>crowd.standing.size(), NULL, 0, CLEARANCE * agent.params.radius, 0.0)
    floor.mesh, floor.height = crowd.mesh, own.ground
    way = find_way_point(&crowd.islands, crowd.avoidance.bodies[index].position, own.corner, PUSH * agent.params.radius, may_walk, &floor,
                         &crowd.detour_work, &crowd.detour, &way_point)
    if way == WAY_BEHIND_WALL:                  # where it stands against one of them by a wall: then that one is what blocks the way
        way = find_way_point(&crowd.islands, crowd.avoidance.bodies[index].position, own.corner, 0.0, may_walk, &floor,
                             &crowd.detour_work, &crowd.detour, &way_point)
    if way == WAY_DETOUR:
        lead_round(crowd.mesh, agent, &crowd.paths[slot], crowd.detour.points.data(), <int32_t>crowd.detour.points.size())
    elif way != WAY_FREE:
        agent.looks_again *= 4.0
        go_elsewhere(crowd, slot, crowd.avoidance.bodies[index].position, own.corner, &crowd.detour.members)
    return 0
