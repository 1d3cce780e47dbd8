"""The phases of a crowd's step. The work on an item reads the results of earlier phases and writes the item's agent only, so the
result of a step is the same to the bit for any number of threads."""
from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_INVALID_INPUT, REASON_NO_NAVMESH, STATUS_SUCCESS
from navpy.base.geom cimport distance2, is_point
from navpy.base.parallel cimport Runner, parallel_for
from navpy.grid.cost_grid cimport CostGrid
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.abreast cimport take_lanes
from navpy.motion.agent.agent cimport (
    FOLLOW_BAD_POSITION, FOLLOW_CONTINUES, FOLLOW_ENDED, FOLLOW_LEADS_ON, FOLLOW_MESH_CHANGED, FOLLOW_NO_WAY, FOLLOW_OFF_PATH,
    FOLLOWS_FIELD, FOLLOWS_HOME, FOLLOWS_NOTHING, OFF_MESH, ON_LINK, ON_MESH, PLACE_TAKEN, RESTS_ASIDE, WAITS_FOR_END,
    WAITS_FOR_GROUND, WAITS_FOR_GUIDE, WAITS_FOR_NOTHING, WAITS_FOR_SEARCH, Agent, diameter_time, is_active, is_aside, is_at_ring,
    is_moving, is_queued, leads_on)
from navpy.motion.agent.agent_state cimport follow, leave_link, wait_for
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_claim, prefetch_leg, prefetch_move
from navpy.motion.agent.animation_state cimport animate_range
from navpy.motion.crowd.arrival cimport arrives_among_others, is_home, should_return, touches_another, update_progress
from navpy.motion.crowd.arrival_places cimport find_places, uses_place, walk_to_place, way_to_place
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory, avoid_range, approach_preferred_velocity
from navpy.motion.crowd.participants cimport Extent, describe_range, inherit_priorities, set_standing, sort_participants
from navpy.motion.crowd.contacts cimport solve_contacts
from navpy.motion.crowd.crowd_agents cimport budget_of, fail_request, measure_base_offset, notice_changes, stop_agent
from navpy.motion.crowd.crowd_requests cimport leads_farther, replan, return_home
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.congestion cimport avoid_congestion, count_passed
from navpy.motion.crowd.crowd_detours cimport expire_blocked_ways, is_shut_off, look_for_detour
from navpy.motion.crowd.field_following cimport follow_field, lose_field, prepare_fields
from navpy.motion.crowd.flock cimport flock_range, follow_leaders
from navpy.motion.crowd.grid_walls cimport enters_wall, velocity_along_walls
from navpy.motion.agent.link_order cimport leave_links, note_link, order_links
from navpy.motion.agent.path_ends cimport ends_as_before
from navpy.motion.crowd.shared_goals cimport SharedGoal, clearance_of, find_shared_goal, forget_waiting
from navpy.motion.agent.step_schedule cimport begin_schedule, makes_step, time_of
from navpy.motion.agent.path_following cimport (
    FollowedPath, approach_link, come_back, cross_link, end_margin, finish_link, keep_to_leg, keep_to_link, pass_corners, sees_corner,
    set_ground, set_preferred_velocity, update_ground)
from navpy.motion.agent.walkable cimport WalkableArea, graph_at, graph_of
from navpy.base.vec2 cimport Vec2, add, subtract, to_plan, to_world, truncate, vec2
from navpy.mesh.half_edges cimport PortalGraph, prefetch
from navpy.motion.agent.dials cimport ARRIVE_AFTER, DETOUR_AFTER
from navpy.query.surface.raycast cimport MoveResult, move_along_surface
from navpy.query.polyanya.visibility_graph cimport scan_ahead

cdef double LEAST_STEP = 1e-6           # seconds: in a shorter step agents could part only at useless speeds, so it has no avoidance

cdef enum:
    # of the visibility graph's scan, in each crowd step until the graph is complete: a quarter of a millisecond
    LOOK_AHEAD_STEPS = 1500
    # Least number of items in a task, about a tenth of a millisecond of work: in less time no other thread wakes up.
    LEAST_AVOIDING = 128
    LEAST_OTHERS = 1024                 # in all phases but PHASE_AVOID
    AT_ONCE = 256                       # participants whose memory stays in the cache from a task of a phase to the next
    HAS_PLACE = 2                       # in Avoidance.stalled, besides True and False
    TASKS_OF_A_WORKER = 4               # items differ in their cost: a thread whose task ends early runs another


# ---- who walks ----

cdef int list_walking(CrowdData* crowd) except -1 nogil:
    """The active agents that make this step, in the order of their list. Reads a byte of each active agent."""
    cdef int32_t slot
    crowd.walking.clear()
    for slot in crowd.active:
        if makes_step(&crowd.avoidance.schedule, slot):
            crowd.walking.push_back(slot)
    return 0


# ---- follow ----

cdef int follow_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Returns FOLLOW_CONTINUES also if the link ends and the path goes on."""
    if not keep_to_link(agent, dt):
        leave_link(agent)
        return FOLLOW_ENDED if path.points.empty() else FOLLOW_OFF_PATH
    if not (finish_link(agent, path) and path.points.empty()):
        return FOLLOW_CONTINUES
    memset(agent.velocity, 0, sizeof(agent.velocity))           # it lands
    return FOLLOW_ENDED


cdef int follow_path(const CrowdData* crowd, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Sets the preferred velocity for the next dt seconds, or returns why there is none."""
    cdef int state = FOLLOW_CONTINUES
    # 1. Is there still a position and a path?
    if not is_point(agent.position):
        leave_link(agent)
    if agent.follows != FOLLOWS_FIELD and agent.mesh_version != crowd.mesh_version and (
            agent.where != ON_LINK or not path.points.empty() or agent.waits_for == WAITS_FOR_GUIDE
            or agent.waits_for == WAITS_FOR_SEARCH or agent.reason == REASON_NO_NAVMESH):
        return FOLLOW_MESH_CHANGED
    if not is_point(agent.position):
        return FOLLOW_BAD_POSITION
    if leads_on(agent) and agent.where != ON_LINK and agent.guided_version != crowd.mesh_version \
            and agent.distance_left <= agent.leads_on_at:
        return FOLLOW_LEADS_ON
    # 2. Leave the link at its end.
    if agent.where == ON_LINK:
        state = follow_link(agent, path, dt)
    if agent.waits_for == WAITS_FOR_GROUND and agent.where != ON_LINK:
        memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
        agent.stall_time = 0.0                  # without a path no progress is possible
        return FOLLOW_CONTINUES
    if agent.follows == FOLLOWS_FIELD and agent.where != ON_LINK:
        return follow_field(crowd.field_guides[agent - crowd.agents.data()], agent, crowd.agents.size(), dt)
    # 3. Come back to the mesh; or keep to the leg and pass corners. At the begin of a link the agent starts to cross it.
    if state == FOLLOW_CONTINUES and agent.where == OFF_MESH and not come_back(crowd.mesh, agent, path, dt):
        return FOLLOW_OFF_PATH
    if state == FOLLOW_CONTINUES and agent.where == ON_MESH:
        if not keep_to_leg(crowd.mesh, agent, path, dt):
            return FOLLOW_OFF_PATH
        if not pass_corners(crowd.mesh, agent, path, dt):
            return FOLLOW_OFF_PATH
    if state == FOLLOW_CONTINUES and agent.where != ON_LINK:
        approach_link(agent, path, dt)
    # 4. The preferred velocity.
    if state == FOLLOW_CONTINUES and agent.where == ON_LINK:
        cross_link(agent, path, dt)
    elif state == FOLLOW_CONTINUES and not set_preferred_velocity(crowd.mesh, agent, path, dt):
        return FOLLOW_ENDED
    if leads_on(agent) and agent.distance_left <= end_margin(agent) + agent.params.radius:
        agent.stall_time = 0.0                  # it waits for more ground
    return state


cdef void follow_range(CrowdData* crowd, int32_t first, int32_t end, double dt) noexcept nogil:
    cdef int32_t i, slot
    for i in range(first, end):
        if i + PREFETCHED < end:
            prefetch_leg(&crowd.agents[crowd.walking[i + PREFETCHED]])
            prefetch(&crowd.paths[crowd.walking[i + PREFETCHED]].points)
            prefetch(&crowd.paths[crowd.walking[i + PREFETCHED]].walkable)
        if i + PREFETCHED // 2 < end:
            slot = crowd.walking[i + PREFETCHED // 2]
            prefetch(crowd.paths[slot].points.data() + 3 * crowd.agents[slot].next_corner)
            prefetch(crowd.paths[slot].links.data() + crowd.agents[slot].next_corner)
        slot = crowd.walking[i]
        crowd.agents[slot].follow_result = <uint8_t>follow_path(crowd, &crowd.agents[slot], &crowd.paths[slot],
                                                                time_of(&crowd.avoidance.schedule, slot, dt))


# ---- replan ----

cdef int replan_and_follow(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    cdef Agent* agent = &crowd.agents[slot]
    if agent.follow_result != FOLLOW_LEADS_ON or leads_farther(crowd, slot):
        replan(crowd, slot, agent.follow_result == FOLLOW_OFF_PATH)
    if not is_active(agent):
        return 0
    if agent.waits_for == WAITS_FOR_GUIDE:
        wait_for_search(crowd, slot, dt)
        return 0
    agent.follow_result = <uint8_t>follow_path(crowd, agent, &crowd.paths[slot], dt)
    if agent.follow_result == FOLLOW_ENDED:
        stop_agent(crowd, slot)
    elif agent.follow_result != FOLLOW_CONTINUES:        # rounding may put the begin of a path beside the mesh
        memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
    return 0


cdef int update_end(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    """Another path is searched if the way leads nearer to the agent's target by now."""
    cdef Agent* agent = &crowd.agents[slot]
    wait_for(agent, WAITS_FOR_NOTHING)
    crowd.spent += 1
    if not is_active(agent) or agent.mesh_version != crowd.mesh_version \
            or ends_as_before(crowd.mesh, agent, &crowd.paths[slot], &crowd.shared_end):
        return 0
    return replan_and_follow(crowd, slot, dt)


cdef void wait_for_search(CrowdData* crowd, int32_t slot, double dt) noexcept nogil:
    """An agent in the queue walks on while its next corner is in sight and farther than a step, at most at its maximum speed; else it
    stands."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    cdef const double* corner
    cdef bint walks = not path.points.empty()
    if not walks:
        agent.stall_time = 0.0                  # without a path no progress is possible
    elif agent.where != ON_LINK:
        corner = path.points.data() + 3 * agent.next_corner
        walks = distance2(agent.position[0], agent.position[2], corner[0], corner[2]) \
            > dt * distance2(0.0, 0.0, agent.preferred_velocity[0], agent.preferred_velocity[2])
    if not walks or agent.follow_result == FOLLOW_OFF_PATH or crowd.mesh == NULL or not sees_corner(crowd.mesh, agent, path):
        memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
    to_world(truncate(to_plan(agent.preferred_velocity), agent.params.max_speed), 0.0, agent.preferred_velocity)


cdef void count_waiting(CrowdData* crowd) noexcept nogil:
    """Counts the requests in the queue to each shared goal."""
    cdef const WalkableArea* walkable
    cdef SharedGoal* goal
    cdef Agent* agent
    cdef size_t i
    if crowd.mesh == NULL or crowd.shared.goals.empty():
        return
    for i in range(crowd.search_queue.size()):
        agent = &crowd.agents[crowd.search_queue[i]]
        if agent.waits_for == WAITS_FOR_SEARCH:
            walkable = crowd.paths[crowd.search_queue[i]].walkable
            goal = find_shared_goal(&crowd.shared, agent.target, graph_of(crowd.mesh, walkable), clearance_of(walkable))
            if goal != NULL:
                goal.waiting += 1


cdef inline void prefetch_search(const CrowdData* crowd, size_t index) noexcept nogil:
    """Prefetches the memory of the searches after an index of the queue. A search takes microseconds: one ahead is enough, and two for
    the pointers."""
    cdef int32_t slot
    if index + 2 < crowd.search_queue.size():
        slot = crowd.search_queue[index + 2]
        prefetch_claim(&crowd.agents[slot])
        prefetch(&crowd.paths[slot].points)
        prefetch(&crowd.paths[slot].polys)
    if index + 1 < crowd.search_queue.size():
        slot = crowd.search_queue[index + 1]
        prefetch(&crowd.agents[slot].searched_target)
        prefetch(&crowd.agents[slot].target_slack)
        prefetch(&crowd.agents[slot].replans)
        prefetch(crowd.paths[slot].points.data())
        prefetch(crowd.paths[slot].links.data())
        prefetch(crowd.paths[slot].polys.data())
        prefetch(crowd.paths[slot].tiles.data())


cdef int replan_active(CrowdData* crowd, double dt) except -1 nogil:
    cdef Agent* agent
    cdef size_t i = 0, served = 0
    cdef int32_t slot
    cdef int64_t budget = budget_of(crowd)
    leave_links(&crowd.link_order, &crowd.agents, &crowd.avoidance.schedule)
    # 1. The results of following: stop, fail, or queue for a search.
    while i < crowd.walking.size():
        slot = crowd.walking[i]
        agent = &crowd.agents[slot]
        if agent.follow_result == FOLLOW_ENDED:
            stop_agent(crowd, slot)
        elif agent.follow_result == FOLLOW_BAD_POSITION:
            fail_request(crowd, slot, REASON_INVALID_INPUT)
        elif agent.follow_result == FOLLOW_NO_WAY:
            lose_field(crowd, slot)
        elif agent.follow_result != FOLLOW_CONTINUES:
            if not is_queued(agent):
                crowd.search_queue.push_back(slot)
            wait_for(agent, WAITS_FOR_SEARCH)
        elif agent.waits_for == WAITS_FOR_SEARCH:
            wait_for(agent, WAITS_FOR_NOTHING)
        if is_active(agent):
            i += 1
            note_link(&crowd.link_order, agent, slot)
        else:                                   # the last takes its place, as in the list of all active agents
            crowd.walking[i] = crowd.walking.back()
            crowd.walking.pop_back()
    order_links(&crowd.link_order, &crowd.agents, &crowd.paths)
    # 2. Search in the order of the queue, as many paths as the budget allows, but one at least. Floods may take half of it: while they
    # last, the first of those who wait get their paths by searches, so nobody waits in vain where targets move on before a flood is
    # over.
    crowd.spent = 0
    crowd.shared.flood_left = (budget + 1) // 2
    count_waiting(crowd)
    while served < crowd.search_queue.size() and (served == 0 or crowd.spent < budget):
        slot = crowd.search_queue[served]
        prefetch_search(crowd, served)
        served += 1
        if crowd.agents[slot].waits_for == WAITS_FOR_SEARCH:
            replan_and_follow(crowd, slot, time_of(&crowd.avoidance.schedule, slot, dt))
        elif crowd.agents[slot].waits_for == WAITS_FOR_END:
            update_end(crowd, slot, time_of(&crowd.avoidance.schedule, slot, dt))
    crowd.search_queue.erase(crowd.search_queue.begin(), crowd.search_queue.begin() + served)
    crowd.shared.flood_left = 0
    forget_waiting(&crowd.shared)
    # 3. The others wait.
    for i in range(crowd.search_queue.size()):
        if crowd.agents[crowd.search_queue[i]].waits_for == WAITS_FOR_SEARCH:
            wait_for_search(crowd, crowd.search_queue[i], time_of(&crowd.avoidance.schedule, crowd.search_queue[i], dt))
    # 4. Other ways for those who queue.
    list_walking(crowd)
    avoid_congestion(crowd, dt)
    # 5. Prepare later searches.
    if crowd.mesh != NULL:
        scan_ahead(view_of(crowd.mesh, crowd.mesh.graph), &crowd.search.visibility, LOOK_AHEAD_STEPS)
    return 0


# ---- arrival among others ----

cdef int arrive(CrowdData* crowd, int32_t index) except -1 nogil:
    """A participant stops where it is. If it has stepped aside and is not home yet, it will try again."""
    cdef int32_t slot = crowd.avoidance.roles[index].slot
    cdef Agent* agent = &crowd.agents[slot]
    cdef bint tries_again = agent.follows == FOLLOWS_HOME and not is_home(agent)
    agent.status = STATUS_SUCCESS
    stop_agent(crowd, slot)
    if tries_again:
        follow(agent, RESTS_ASIDE)
    set_standing(&crowd.avoidance, index, agent)
    return 0


cdef int go_home(CrowdData* crowd, int32_t index) except -1 nogil:
    """A participant that has stepped aside returns, unless it touches an agent at rest at the same goal: its place is as good then."""
    cdef int32_t slot = crowd.avoidance.roles[index].slot
    if touches_another(&crowd.avoidance, index, True, 0.0, &crowd.memory):
        follow(&crowd.agents[slot], FOLLOWS_NOTHING)
        return 0
    return return_home(crowd, slot)


cdef inline double way_left(const CrowdData* crowd, const Agent* agent) noexcept nogil:
    """Meters to where the agent ends its way."""
    return way_to_place(agent, &crowd.paths[agent - crowd.agents.data()]) if agent.place_state == PLACE_TAKEN else agent.distance_left


cdef void progress_range(CrowdData* crowd, int32_t first, int32_t end, double dt) noexcept nogil:
    """Measures the progress of active participants to their goals, and marks participants for update_standing. The others only wait on
    for a detour."""
    cdef Agent* agent
    cdef double time
    cdef int32_t i
    for i in range(first, min(end, crowd.avoidance.own_count)):
        agent = &crowd.agents[crowd.avoidance.roles[i].slot]
        crowd.avoidance.stalled[i] = is_aside(agent)
        if is_active(agent):
            time = time_of(&crowd.avoidance.schedule, crowd.avoidance.roles[i].slot, dt)
            update_progress(agent, way_left(crowd, agent), time)
            crowd.avoidance.stalled[i] = agent.stall_time >= min(ARRIVE_AFTER, DETOUR_AFTER) * diameter_time(agent) \
                or is_shut_off(crowd, i) \
                or uses_place(agent)
            if agent.place_state == PLACE_TAKEN:
                crowd.avoidance.stalled[i] = HAS_PLACE
            if not crowd.avoidance.stalled[i]:
                agent.detour_delay -= time


cdef int update_standing(CrowdData* crowd, double dt) except -1 nogil:
    """Agents arrive among others, look for detours, and return home. All agents that arrive are found before the first stops."""
    cdef Agent* agent
    cdef int32_t i, slot
    cdef double time
    expire_blocked_ways(crowd, dt)
    for slot in crowd.avoidance.bystanders:
        if is_active(&crowd.agents[slot]):
            update_progress(&crowd.agents[slot], crowd.agents[slot].distance_left, time_of(&crowd.avoidance.schedule, slot, dt))
    crowd.arriving.clear()
    crowd.places.placed.clear()
    for i in range(crowd.avoidance.own_count):
        if crowd.avoidance.stalled[i] == HAS_PLACE:
            crowd.places.placed.push_back(i)
    for i in range(crowd.avoidance.own_count):
        if not crowd.avoidance.stalled[i]:
            continue
        agent = &crowd.agents[crowd.avoidance.roles[i].slot]
        time = time_of(&crowd.avoidance.schedule, crowd.avoidance.roles[i].slot, dt)
        if is_active(agent) and agent.place_state != PLACE_TAKEN and uses_place(agent):
            find_places(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.paths, i, &crowd.places)
        if is_active(agent) and agent.place_state == PLACE_TAKEN:
            if walk_to_place(&crowd.avoidance, &crowd.agents, &crowd.paths, i, time, &crowd.places):
                crowd.arriving.push_back(i)
            elif not is_at_ring(agent):                 # there its way leads around those who stand
                look_for_detour(crowd, i, time)
        elif is_active(agent) and arrives_among_others(&crowd.avoidance, &crowd.agents, &crowd.paths, i, &crowd.memory):
            crowd.arriving.push_back(i)
        elif is_active(agent):
            look_for_detour(crowd, i, time)
        elif agent.follows == RESTS_ASIDE and should_return(agent, time):
            go_home(crowd, i)
    for i in crowd.arriving:
        arrive(crowd, i)
    return 0


# ---- integrate ----

cdef inline void put_on_ground(Agent* agent, const NearestPoly* at) noexcept nogil:
    agent.position[0], agent.position[1], agent.position[2] = at.point[0], at.point[1] + agent.base_offset, at.point[2]
    set_ground(agent, at)


cdef void integrate_off_mesh(CrowdData* crowd, Agent* agent, double dt) noexcept nogil:
    """Moves an agent off the mesh by its velocity, and to the height of its path's first point at its full speed."""
    cdef double rise, most = agent.params.max_speed * dt
    if isnan(agent.base_offset):
        agent.base_offset = 0.0
    rise = crowd.paths[agent - crowd.agents.data()].points[1] + agent.base_offset - agent.position[1]
    agent.position[0] += agent.velocity[0] * dt
    agent.position[1] += min(max(rise, -most), most)
    agent.position[2] += agent.velocity[2] * dt


cdef int integrate(CrowdData* crowd, Agent* agent, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Moves an agent by its velocity, along the floor and not beyond the floor's end or into a field's wall. The agent keeps its
    height over the floor."""
    cdef double end[3]
    cdef NearestPoly at
    cdef MoveResult moved
    cdef const PortalGraph* graph
    cdef const CostGrid* walls = crowd.boundaries[agent - crowd.agents.data()].grid
    cdef int i
    # 1. Avoidance has already found the place where the step ends.
    if agent.has_next_ground and agent.moved_by_crowd and agent.where != ON_LINK and agent.position[0] == agent.ground[0] \
            and agent.position[2] == agent.ground[2] and not isnan(agent.base_offset):
        at.poly = agent.next_poly
        memcpy(at.point, agent.next_ground, sizeof(at.point))
        put_on_ground(agent, &at)
        return 0
    # 2. On a link through the air.
    agent.moved_by_crowd = True
    if agent.where == ON_LINK:
        for i in range(3):
            agent.position[i] += agent.velocity[i] * dt
        return 0
    if agent.where == OFF_MESH:
        integrate_off_mesh(crowd, agent, dt)
        return 0
    # 3. Over ground that is still to come it stands; over no floor it goes straight on, until there is a floor.
    if crowd.guide.has_ground != NULL and not crowd.guide.has_ground(crowd.guide.context, agent.position):
        memset(agent.velocity, 0, sizeof(agent.velocity))
        return 0
    if isnan(agent.base_offset):
        measure_base_offset(crowd, agent)
    if walls != NULL:
        to_world(velocity_along_walls(walls, agent, to_plan(agent.velocity), dt), 0.0, agent.velocity)
    for i in range(3):
        end[i] = agent.position[i] + agent.velocity[i] * dt
    if crowd.mesh == NULL or isnan(agent.base_offset) or not update_ground(crowd.mesh, agent, &at):
        agent.position[0], agent.position[2] = end[0], end[2]
        return 0
    # 4. Along the floor.
    graph = graph_at(crowd.mesh, crowd.paths[agent - crowd.agents.data()].walkable, at.poly)
    move_along_surface(view_of(crowd.mesh, graph), &memory.flood, at.poly, at.point, end, &moved, &memory.visited)
    if walls != NULL and enters_wall(walls, at.point, moved.point):
        moved.poly, moved.arrived = at.poly, False          # the mesh's border leads into the wall
        memcpy(moved.point, at.point, sizeof(moved.point))
    if not moved.arrived and dt > 0.0:
        agent.velocity[0], agent.velocity[2] = (moved.point[0] - at.point[0]) / dt, (moved.point[2] - at.point[2]) / dt
    at.poly = moved.poly
    memcpy(at.point, moved.point, sizeof(at.point))
    put_on_ground(agent, &at)
    return 0


cdef int integrate_range(CrowdData* crowd, const int32_t* slots, int32_t first, int32_t end, double dt,
                         AvoidanceMemory* memory) except -1 nogil:
    cdef int32_t i
    for i in range(first, end):
        if i + PREFETCHED < end:
            prefetch_move(&crowd.agents[slots[i + PREFETCHED]])
        if crowd.agents[slots[i]].generation & 1 and is_moving(&crowd.agents[slots[i]]):
            integrate(crowd, &crowd.agents[slots[i]], time_of(&crowd.avoidance.schedule, slots[i], dt), memory)
    return 0


# ---- all phases ----

cdef inline void foresee_moves(Extent* extent, double dt) noexcept nogil:
    """The extent after the moves of this step."""
    cdef Vec2 move = vec2(dt * extent.speed, dt * extent.speed)
    extent.low, extent.high = subtract(extent.low, move), add(extent.high, move)


cdef enum Phase:
    PHASE_FOLLOW = 0                # preferred velocities along paths. Items: active agents that make this step
    PHASE_REPLAN = 1                # agents stop at the end of their path, or search a new path
    PHASE_NEIGHBORS = 2             # the rules of flocks, then bodies and roles, sorted by place. Items: participants in avoidance
    PHASE_AVOID = 3                 # arrival among others, detours, then new velocities. Items: participants
    PHASE_CONTACTS = 4              # removes overlaps from the new velocities
    PHASE_ANIMATE = 5               # data for the choice of animations, from the new velocities. Items: agents that make this step
    PHASE_INTEGRATE = 6             # new positions. Items: agents that no body moves


cdef int32_t begin_phase(CrowdData* crowd, int phase, double dt) except -1 nogil:
    """The part of a phase for a single thread. Returns the number of the phase's items. A step that is not longer than LEAST_STEP has
    no avoidance."""
    cdef int32_t item_count, slot
    cdef size_t i
    cdef const Extent* extent = &crowd.avoidance.extent
    if phase == PHASE_FOLLOW:
        crowd.step_count += 1
        begin_schedule(&crowd.avoidance.schedule, &crowd.agents, dt, extent.radius, extent.speed,
                       2.0 * (extent.radius + 2.0 * extent.horizon * extent.speed))
        notice_changes(crowd)
        follow_leaders(crowd)
        if crowd.mesh != NULL:
            take_lanes(crowd.mesh, crowd.mesh_version, &crowd.agents, &crowd.paths, &crowd.active, &crowd.lanes)
        list_walking(crowd)
        return <int32_t>crowd.walking.size()
    if phase == PHASE_REPLAN:
        replan_active(crowd, dt)
        prepare_fields(crowd)
    elif phase == PHASE_NEIGHBORS:
        item_count = sort_participants(&crowd.avoidance, &crowd.agents, &crowd.paths, dt)
        foresee_moves(&crowd.avoidance.extent, dt if crowd.avoidance.schedule.points.empty()
                      else crowd.avoidance.schedule.most_steps * dt)
        return item_count
    elif phase == PHASE_AVOID:
        crowd.avoidance.visitors.clear()
        inherit_priorities(&crowd.avoidance, &crowd.agents, dt)
        count_passed(crowd, dt)
        update_standing(crowd, dt)
        for i in range(crowd.avoidance.bystanders.size()):
            slot = crowd.avoidance.bystanders[i]
            approach_preferred_velocity(&crowd.agents[slot], time_of(&crowd.avoidance.schedule, slot, dt))
        if dt > LEAST_STEP:
            return crowd.avoidance.own_count
        for i in range(<size_t>crowd.avoidance.own_count):
            slot = crowd.avoidance.roles[i].slot
            approach_preferred_velocity(&crowd.agents[slot], time_of(&crowd.avoidance.schedule, slot, dt))
    elif phase == PHASE_CONTACTS:
        if dt > LEAST_STEP:
            solve_contacts(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, dt, &crowd.contacts, &crowd.memory)
    elif dt > LEAST_STEP:
        return <int32_t>crowd.avoidance.schedule.slots.size()
    return 0


cdef int run_phase(CrowdData* crowd, int phase, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Works on a range of the phase's items; several threads may run ranges at once."""
    cdef int32_t next
    if phase == PHASE_FOLLOW:
        follow_range(crowd, first, end, dt)
    elif phase == PHASE_NEIGHBORS:
        while first < end:
            next = min(first + AT_ONCE, end)
            flock_range(crowd, first, next, dt if dt > LEAST_STEP else 0.0, memory)
            describe_range(&crowd.avoidance, &crowd.agents, &crowd.paths, first, next, dt)
            progress_range(crowd, first, next, dt)
            first = next
    elif phase == PHASE_AVOID:
        avoid_range(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, first, end, dt, memory)
    elif phase == PHASE_ANIMATE:
        animate_range(&crowd.agents, crowd.avoidance.schedule.slots.data(), crowd.avoidance.schedule.times.data(), first, end)
    return 0


# ---- the step ----

cdef struct PhaseTasks:                 # the items of a phase in ranges, one for each task
    CrowdData* crowd
    int phase
    const int32_t* moved                # the items of PHASE_INTEGRATE: slots
    int32_t count                       # items
    int32_t size                        # items of a task
    double dt                           # seconds


cdef int run_task(void* userdata, int32_t index) except -1 nogil:
    cdef PhaseTasks* tasks = <PhaseTasks*>userdata
    cdef int32_t first = index * tasks.size, end = min(first + tasks.size, tasks.count)
    if tasks.phase == PHASE_INTEGRATE:
        return integrate_range(tasks.crowd, tasks.moved, first, end, tasks.dt, &tasks.crowd.memories[index])
    return run_phase(tasks.crowd, tasks.phase, first, end, tasks.dt, &tasks.crowd.memories[index])


cdef int share_items(PhaseTasks* tasks, int32_t count, const Runner* runner) except -1 nogil:
    cdef int32_t most = TASKS_OF_A_WORKER * runner.workers if runner.workers > 1 else 1
    if tasks.crowd.memories.size() < <size_t>most:
        tasks.crowd.memories.resize(most)
    tasks.count = count
    tasks.size = max(LEAST_AVOIDING if tasks.phase == PHASE_AVOID else LEAST_OTHERS, (count + most - 1) // most)
    return parallel_for(runner, run_task, tasks, (count + tasks.size - 1) // tasks.size)


cdef int crowd_steer(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil:
    cdef PhaseTasks tasks
    tasks.crowd, tasks.dt = crowd, dt
    for tasks.phase in range(PHASE_INTEGRATE):
        share_items(&tasks, begin_phase(crowd, tasks.phase, dt), runner)
    return 0


cdef int crowd_move(CrowdData* crowd, const vector[int32_t]* slots, double dt, const Runner* runner) except -1 nogil:
    cdef PhaseTasks tasks
    tasks.crowd, tasks.phase, tasks.dt = crowd, PHASE_INTEGRATE, dt
    tasks.moved = slots.data()
    notice_changes(crowd)
    return share_items(&tasks, <int32_t>slots.size(), runner) if dt > 0.0 else 0


cdef int crowd_step(CrowdData* crowd, double dt, const Runner* runner) except -1 nogil:
    crowd_steer(crowd, dt, runner)
    return crowd_move(crowd, &crowd.avoidance.by_place, dt, runner)
