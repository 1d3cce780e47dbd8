"""Who walks abreast. An agent's lane follows from its neighbors with the same goal, seen along its own way: from its distance to the
leftmost and to the rightmost neighbor. Those before and behind it share its lane, so a file stays one.

All lanes of a step follow from where the agents are at its begin, so neither their order nor that of their requests matters. A crowd
of more takes its lanes in several steps, first come first served, and walks meanwhile."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_within
from navpy.base.vec2 cimport Vec2, add, det, dot, length, scale, square, subtract, to_plan, unit
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport FOLLOWS_PATH, FOLLOWS_SCRIPT, LANE_AWAITED, LANE_NONE, LANE_OVER, Agent
from navpy.motion.agent.dials cimport ABREAST_REACH, ABREAST_SLOPE, SAME_GOAL
from navpy.motion.agent.lanes cimport move_to_lane
from navpy.motion.agent.path_following cimport FollowedPath, corner_count, update_ground
from navpy.motion.agent.walkable cimport has_line_of_sight


cdef enum:
    LANES_A_STEP = 64                   # paths that are moved: a millisecond


cdef bint may_have_lane(const Agent* agent) noexcept nogil:
    return (agent.follows == FOLLOWS_PATH or agent.follows == FOLLOWS_SCRIPT) and agent.params.avoidance_enabled \
            and is_point(agent.position)


cdef Vec2 way_of(const Agent* agent, const FollowedPath* path) noexcept nogil:
    """From the agent straight to where its path is after ABREAST_REACH: the way of all beside it, though each has another first leg.
    Unit vector; 0 without a path."""
    cdef double left = ABREAST_REACH * agent.params.radius, leg
    cdef Vec2 place = to_plan(agent.position), at = place, next
    cdef int32_t i
    for i in range(agent.next_corner, corner_count(path)):
        next = to_plan(path.points.data() + 3 * i)
        leg = length(subtract(next, at))
        if leg >= left > 0.0:
            return unit(subtract(add(at, scale(subtract(next, at), left / leg)), place))
        left -= leg
        at = next
    return unit(subtract(at, place))


cdef inline bint go_together(const Agent* agent, const Agent* other) noexcept nogil:
    return may_have_lane(other) and agent.params.avoidance_mask & other.params.avoidance_layers \
        and square(subtract(to_plan(agent.target), to_plan(other.target))) <= SAME_GOAL * SAME_GOAL \
        and fabs(agent.target[1] - other.target[1]) <= agent.params.height \
        and fabs(agent.position[1] - other.position[1]) <= agent.params.height


cdef bint sees(const MeshView* mesh, Agent* agent, const Agent* other) noexcept nogil:
    cdef NearestPoly at
    cdef double end[3]
    end[0], end[1], end[2] = other.position[0], other.position[1] - other.height_over_ground, other.position[2]
    return update_ground(mesh, agent, &at) and has_line_of_sight(mesh, NULL, at.poly, at.point, end)


cdef int find_lane(const MeshView* mesh, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t slot,
                   Lanes* lanes) except -1 nogil:
    cdef Agent* agent = &agents[0][slot]
    cdef const Agent* other
    cdef Vec2 place = to_plan(agent.position), way = way_of(agent, &paths.at(slot)), gap
    cdef double beside
    cdef int32_t i
    agent.has_lane, agent.lane_left, agent.lane_right = True, 0.0, 0.0
    find_within(&lanes.grid, place.x, place.y, ABREAST_REACH * agent.params.radius, &lanes.near)
    for i in lanes.near:
        other = &agents[0][lanes.slots[i]]
        if other == agent or not go_together(agent, other):
            continue
        gap = subtract(to_plan(other.position), place)
        beside = det(way, gap)
        if fabs(dot(way, gap)) > ABREAST_SLOPE * fabs(beside) or -agent.lane_right <= beside <= agent.lane_left \
                or dot(way, way_of(other, &paths.at(lanes.slots[i]))) < 0.0 or not sees(mesh, agent, other):
            continue
        if beside > 0.0:
            agent.lane_left = beside
        else:
            agent.lane_right = -beside
    return 0


cdef int place_walkers(const vector[Agent]* agents, const vector[int32_t]* active, Lanes* lanes) except -1 nogil:
    """All that walk, by their places; the reach of the first one in the queue makes the cells."""
    cdef const Agent* agent
    cdef Vec2 place
    cdef double reach = ABREAST_REACH * agents.at(lanes.queue[0]).params.radius
    cdef size_t i
    lanes.places.clear()
    lanes.slots.clear()
    for i in range(active.size()):
        agent = &agents.at(active.at(i))
        if may_have_lane(agent):
            lanes.slots.push_back(active.at(i))
            place = to_plan(agent.position)
            lanes.places.push_back(place.x)
            lanes.places.push_back(place.y)
    return build_grid(&lanes.grid, lanes.places.data(), <int32_t>lanes.slots.size(),
                      cell_for(lanes.places.data(), <int32_t>lanes.slots.size(), reach))


cdef int take_lanes(const MeshView* mesh, uint32_t mesh_version, vector[Agent]* agents, vector[FollowedPath]* paths,
                    const vector[int32_t]* active, Lanes* lanes) except -1 nogil:
    cdef Agent* agent
    cdef size_t i, served = 0
    cdef int32_t moved = 0
    if lanes.queue.empty():
        return 0
    place_walkers(agents, active, lanes)
    while served < lanes.queue.size() and moved < LANES_A_STEP:
        agent = &agents[0][lanes.queue[served]]
        if agent.mesh_version != mesh_version:
            agent.lane_wait = LANE_OVER             # its next path awaits its lane
        if agent.lane_wait == LANE_AWAITED and not agent.has_lane and may_have_lane(agent):
            find_lane(mesh, agents, paths, lanes.queue[served], lanes)
        if agent.lane_wait == LANE_AWAITED and agent.lane_left + agent.lane_right > 0.0:
            moved += 1
        served += 1
    for i in range(served):
        agent = &agents[0][lanes.queue[i]]
        if agent.lane_wait == LANE_AWAITED:
            move_to_lane(mesh, agent, &paths[0][lanes.queue[i]], &lanes.work)
        agent.lane_wait = LANE_NONE
    lanes.queue.erase(lanes.queue.begin(), lanes.queue.begin() + served)
    return 0
