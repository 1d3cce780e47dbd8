"""Sorts the participants of a crowd's step, arranges the order in which they are looked at, and describes each as its neighbors see
it."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport STATUS_SUCCESS
from navpy.base.geom cimport is_point
from navpy.base.huge_pages cimport reserve_in_huge_pages
from navpy.motion.agent.agent cimport ON_LINK, Agent, is_active
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_claim, prefetch_state
from navpy.base.neighbor_grid cimport build_grid, cell_for
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.crowd.right_of_way cimport (
    VISITOR_SLOT, AvoidanceRole, describe_role, looks_for_priority, spread_priorities, update_press)
from navpy.motion.agent.step_schedule cimport Square, time_of
from navpy.mesh.half_edges cimport prefetch
from navpy.base.vec2 cimport Vec2, add, scale, to_plan, vec2

# Cells: the width of a strip. An agent sees two rows to either side. Of a cell's two agents these five rows read 300 bytes each, with
# the agents' own data about 0.2 MB. This is much less than the cache of a processor, and much more than the cells beside the strip
# that are read once more.
cdef double STRIP = 32.0


cdef void cover(Extent* extent, const Agent* agent) noexcept nogil:
    cdef Vec2 place = to_plan(agent.position)
    extent.low = vec2(min(extent.low.x, place.x), min(extent.low.y, place.y))
    extent.high = vec2(max(extent.high.x, place.x), max(extent.high.y, place.y))
    extent.reach, extent.radius = max(extent.reach, agent.params.neighbor_distance), max(extent.radius, agent.params.radius)
    extent.speed, extent.horizon = max(extent.speed, agent.params.max_speed), max(extent.horizon, agent.params.time_horizon_agents)


cdef inline Vec2 visitor_place(const Visitor* visitor) noexcept nogil:
    """Where an agent that its crowd moves has gone since its last step."""
    cdef Vec2 place = to_plan(visitor.agent.position)
    if visitor.waits_for > 0.0 and visitor.agent.moved_by_crowd:
        return add(place, scale(to_plan(visitor.agent.velocity), visitor.waits_for))
    return place


cdef int see_waiting(Avoidance* avoidance, const vector[Agent]* agents, const vector[FollowedPath]* paths, double dt) except -1 nogil:
    """Agents of this crowd that wait near stepping agents are visitors."""
    cdef Visitor visitor
    cdef const Agent* agent
    visitor.body = NULL
    visitor.role = NULL
    visitor.crowd_number, visitor.stands = avoidance.crowd_number, False
    for visitor.slot in avoidance.schedule.seen:
        agent = &agents.at(visitor.slot)
        if agent.generation & 1 and agent.params.avoidance_enabled and agent.where != ON_LINK and is_point(agent.position):
            visitor.agent = agent
            visitor.path = &paths.at(visitor.slot)
            visitor.waits_for = avoidance.schedule.times[visitor.slot] - dt
            avoidance.visitors.push_back(visitor)
    return 0


cdef void begin_extent(Avoidance* avoidance) noexcept nogil:
    """Where some agents wait, their places count, and the greatest values so far."""
    cdef Extent* extent = &avoidance.extent
    cdef const Square* part
    cdef size_t i
    extent.low, extent.high = vec2(INFINITY, INFINITY), vec2(-INFINITY, -INFINITY)
    if avoidance.schedule.points.empty():
        extent.reach = extent.radius = extent.speed = extent.horizon = 0.0
        return
    for i in range(avoidance.schedule.squares.size()):
        part = &avoidance.schedule.squares[i]
        if not part.agents.empty():
            extent.low = vec2(min(extent.low.x, part.low.x), min(extent.low.y, part.low.y))
            extent.high = vec2(max(extent.high.x, part.high.x), max(extent.high.y, part.high.y))


cdef int add_visitors(Avoidance* avoidance) except -1 nogil:
    cdef const Visitor* visitor
    cdef Vec2 place
    cdef size_t i
    for i in range(avoidance.visitors.size()):
        visitor = &avoidance.visitors[i]
        avoidance.greatest_radius = max(avoidance.greatest_radius, visitor.agent.params.radius)
        avoidance.greatest_speed = max(avoidance.greatest_speed, visitor.agent.params.max_speed)
        avoidance.layers |= visitor.agent.params.avoidance_layers
        place = visitor.body.position if visitor.body != NULL else visitor_place(visitor)
        avoidance.places.push_back(place.x)
        avoidance.places.push_back(place.y)
    return 0


cdef int32_t sort_participants(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths,
                               double dt) except -1 nogil:
    """Participants that are near each other in the world are near each other in memory. Agents on links do not take part."""
    cdef const Agent* agent
    cdef Vec2 at
    cdef int32_t slot, place, count, index, own = 0
    cdef size_t i
    cdef double cell
    avoidance.slots.clear()
    avoidance.places.clear()
    avoidance.bystanders.clear()
    avoidance.greatest_reach = avoidance.greatest_radius = avoidance.greatest_speed = 0.0
    avoidance.layers, avoidance.has_flocks = 0, False
    begin_extent(avoidance)
    for i in range(avoidance.schedule.slots.size()):
        if i + PREFETCHED < avoidance.schedule.slots.size():
            prefetch_state(&agents.at(avoidance.schedule.slots[i + PREFETCHED]))
        slot = avoidance.schedule.slots[i]
        agent = &agents.at(slot)
        if not agent.generation & 1:
            continue
        if is_point(agent.position):
            cover(&avoidance.extent, agent)
        if not agent.params.avoidance_enabled or agent.where == ON_LINK or not is_point(agent.position):
            avoidance.bystanders.push_back(slot)
            continue
        avoidance.greatest_reach = max(avoidance.greatest_reach, agent.params.neighbor_distance)
        avoidance.greatest_radius = max(avoidance.greatest_radius, agent.params.radius)
        avoidance.greatest_speed = max(avoidance.greatest_speed, agent.params.max_speed)
        avoidance.layers |= agent.params.avoidance_layers
        avoidance.has_flocks |= agent.params.separation_weight > 0.0 or agent.params.alignment_weight > 0.0 \
            or agent.params.cohesion_weight > 0.0
        avoidance.slots.push_back(slot)
        at = to_plan(agent.position)
        avoidance.places.push_back(at.x)
        avoidance.places.push_back(at.y)
    avoidance.own_count = <int32_t>avoidance.slots.size()
    if not avoidance.schedule.points.empty():
        see_waiting(avoidance, agents, paths, dt)
    count = avoidance.own_count + <int32_t>avoidance.visitors.size()
    add_visitors(avoidance)
    cell = cell_for(avoidance.places.data(), count, avoidance.greatest_reach)
    if not avoidance.schedule.points.empty():       # the participants are some squares of a larger crowd
        cell *= sqrt(<double>count / (avoidance.visitors.size() + agents.size()))
    build_grid(&avoidance.grid, avoidance.places.data(), count, cell)
    reserve_in_huge_pages(&avoidance.bodies, count)
    reserve_in_huge_pages(&avoidance.roles, count)
    reserve_in_huge_pages(&avoidance.close, count)
    reserve_in_huge_pages(&avoidance.ends, count)
    avoidance.bodies.resize(count)
    avoidance.roles.resize(count)
    avoidance.close.resize(count)
    avoidance.close_counts.resize(count)
    avoidance.grid_places.resize(count)
    avoidance.ends.resize(count)
    avoidance.moves.resize(count)
    avoidance.stalled.resize(count)
    avoidance.participants.clear()
    avoidance.participants.resize(agents.size(), -1)
    for place in range(count):
        index = avoidance.grid.order[place]
        if index < avoidance.own_count:
            avoidance.roles[own].slot, avoidance.participants[avoidance.slots[index]] = avoidance.slots[index], own
            index = own
            own += 1
        avoidance.grid.order[place], avoidance.grid_places[index] = index, place
    arrange(avoidance)
    return count


cdef int arrange(Avoidance* avoidance) except -1 nogil:
    """Sets the sequence: strips of the plan, and in each strip row by row. The neighbors of an agent lie in a few rows of cells, far
    apart in the order of the grid and of the participants. The participants of a strip stay in the cache until the next rows have seen
    them."""
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY, side = avoidance.grid.cell, strips, rows
    cdef int32_t count = avoidance.own_count, i, k, part, running = 0
    cdef const double* places = avoidance.places.data()
    avoidance.sequence.resize(count)
    avoidance.by_place.resize(count)
    avoidance.parts.clear()
    avoidance.parts.resize(count, 0)
    # 1. Rows as high as a cell; higher rows where the participants are so far apart that there would be more parts than participants.
    for i in range(count):
        low_x, high_x = min(low_x, places[2 * i]), max(high_x, places[2 * i])
        low_y, high_y = min(low_y, places[2 * i + 1]), max(high_y, places[2 * i + 1])
    strips, rows = (high_x - low_x) / (STRIP * side) + 1.0, (high_y - low_y) / side + 1.0
    if strips * rows > count:
        side *= sqrt(strips * rows / count)
        strips, rows = (high_x - low_x) / (STRIP * side) + 1.0, (high_y - low_y) / side + 1.0
    # 2. Counting sort. Where the plan is too large for doubles, or nobody takes part, all are in part 0.
    if not strips * rows < 4.0 * count + 4.0:
        strips = rows = 1.0
    else:
        for i in range(count):
            k = avoidance.grid_places[i]
            avoidance.parts[i] = <int32_t>((avoidance.grid.x[k] - low_x) / (STRIP * side)) * <int32_t>rows \
                + <int32_t>((avoidance.grid.y[k] - low_y) / side)
    avoidance.first_in_part.clear()
    avoidance.first_in_part.resize(<size_t>strips * <size_t>rows + 1, 0)
    for i in range(count):
        avoidance.first_in_part[avoidance.parts[i]] += 1
    for i in range(<int32_t>avoidance.first_in_part.size()):
        part = avoidance.first_in_part[i]
        avoidance.first_in_part[i] = running
        running += part
    for i in range(count):
        k = avoidance.first_in_part[avoidance.parts[i]]
        avoidance.first_in_part[avoidance.parts[i]] = k + 1
        avoidance.sequence[k], avoidance.by_place[k] = i, avoidance.roles[i].slot
    avoidance.by_place.insert(avoidance.by_place.end(), avoidance.bystanders.begin(), avoidance.bystanders.end())
    return 0


cdef inline void prefetch_agents(const vector[Agent]* agents, const vector[FollowedPath]* paths, const Avoidance* avoidance,
                                 int32_t i) noexcept nogil:
    cdef const Agent* agent
    cdef int32_t slot, end = avoidance.own_count
    if i + PREFETCHED < end:
        slot = avoidance.roles[i + PREFETCHED].slot
        prefetch_claim(&agents.at(slot))
        prefetch(&paths.at(slot).points)
    if i + PREFETCHED // 2 < end:
        slot = avoidance.roles[i + PREFETCHED // 2].slot
        agent = &agents.at(slot)
        prefetch(paths.at(slot).points.data() + 3 * agent.next_corner)


cdef inline void describe_body(const Agent* agent, Body* body) noexcept nogil:
    body.position, body.radius = to_plan(agent.position), agent.params.radius
    body.velocity = to_plan(agent.velocity)


cdef void describe_visitor(const Visitor* visitor, Body* body, AvoidanceRole* role) noexcept nogil:
    if visitor.role != NULL:
        body[0], role[0] = visitor.body[0], visitor.role[0]
    else:
        describe_body(visitor.agent, body)
        body.position = visitor_place(visitor)
        role.slot = visitor.slot
        describe_role(visitor.agent, visitor.path, body, visitor.crowd_number, role)
        role.presses, role.priority = is_active(visitor.agent) and visitor.agent.press_time > 0.0, visitor.agent.priority
        role.makes_way_for = NULL
    if visitor.stands and role.moves:
        role.moves, role.walks, role.presses, role.priority.source, role.preferred_velocity = False, False, False, 0, vec2(0.0, 0.0)
        if visitor.agent.moved_by_crowd:
            body.velocity = vec2(0.0, 0.0)
    role.yields = role.yields and not visitor.stands
    role.slot = VISITOR_SLOT


cdef void describe_range(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end,
                         double dt) noexcept nogil:
    cdef Agent* agent
    cdef Body* body
    cdef AvoidanceRole* role
    cdef int32_t i, own_end = min(end, avoidance.own_count)
    for i in range(first, own_end):
        prefetch_agents(agents, paths, avoidance, i)
        role, body = &avoidance.roles[i], &avoidance.bodies[i]
        agent = &agents[0][role.slot]
        describe_body(agent, body)
        describe_role(agent, &paths[0][role.slot], body, avoidance.crowd_number, role)
        role.presses, role.priority = update_press(agent, time_of(&avoidance.schedule, role.slot, dt)), agent.priority
        role.makes_way_for = NULL
        if not role.walks and agent.makes_way_for >= 0 and avoidance.participants[agent.makes_way_for] >= 0:
            role.makes_way_for = &avoidance.roles[avoidance.participants[agent.makes_way_for]]
    for i in range(max(first, avoidance.own_count), end):
        describe_visitor(&avoidance.visitors[i - avoidance.own_count], &avoidance.bodies[i], &avoidance.roles[i])
        avoidance.close_counts[i] = 0


cdef int inherit_priorities(Avoidance* avoidance, vector[Agent]* agents, double dt) except -1 nogil:
    cdef int32_t i
    avoidance.inheriting.clear()
    avoidance.is_pressed = False
    for i in range(<int32_t>avoidance.roles.size()):
        if avoidance.roles[i].presses:
            avoidance.is_pressed = True
            if i < avoidance.own_count and looks_for_priority(&agents.at(avoidance.roles[i].slot), avoidance.roles[i].id_hash,
                                                              time_of(&avoidance.schedule, avoidance.roles[i].slot, dt)):
                avoidance.inheriting.push_back(i)
    if avoidance.inheriting.empty():
        return 0
    avoidance.priorities.resize(avoidance.roles.size())
    for i in range(<int32_t>avoidance.roles.size()):
        avoidance.priorities[i] = avoidance.roles[i].priority
    return spread_priorities(avoidance.bodies.data(), avoidance.roles.data(), &avoidance.grid, &avoidance.inheriting,
                             &avoidance.priorities,
                             agents, &avoidance.near)


cdef void set_standing(Avoidance* avoidance, int32_t index, const Agent* agent) noexcept nogil:
    cdef AvoidanceRole* role = &avoidance.roles[index]
    role.preferred_velocity = vec2(0.0, 0.0)
    role.walks, role.yields, role.presses, role.has_arrived = False, agent.params.yields, False, agent.status == STATUS_SUCCESS
