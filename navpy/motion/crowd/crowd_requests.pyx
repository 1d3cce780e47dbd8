"""Requests of agents, and the searches for them.

A path is searched for a new request, where the navmesh has changed, and where an agent is off its leg and does not see its next corner
(path_following)."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector

from navpy.base.core cimport (
    NO_POLY, PATH_COMPLETE, PATH_FAILED, PolyRef, REASON_GOAL_OFF_MESH, REASON_INVALID_INPUT, REASON_NONE, REASON_NO_NAVMESH,
    REASON_NO_REQUEST, REASON_PATH_LOST, REASON_START_OFF_MESH, REASON_STOPPED, STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS,
    NAV_ASSERT)
from navpy.base.geom cimport distance2, distance3, is_point
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, default_extents
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport (
    FOLLOWS_HOME, LANE_AWAITED, LANE_NONE, ON_LINK, WAITS_FOR_GROUND, WAITS_FOR_GUIDE, WAITS_FOR_NOTHING, forget_progress, has_field,
    has_leash, is_active, is_aside, leads_on)
from navpy.motion.agent.agent_state cimport leave_link, leave_mesh, requested, wait_for
from navpy.motion.agent.agent_params cimport POST_EDGE_CENTERED, POST_NONE, AgentParams
from navpy.motion.crowd.blocked_ways cimport close_left_bottlenecks, has_blocked_way, reopen_edges
from navpy.motion.crowd.crowd_agents cimport (
    AgentId, activate, budget_of, clear_path, crowd_agent, fail_request, leave_walls, notice_changes, search_anew, slot_of, stop_agent,
    stop_on_ground)
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.agent.lanes cimport move_to_lane
from navpy.motion.agent.path_ends cimport ends_as_before, ends_beside_target, move_end, stays_at_end
from navpy.motion.crowd.shared_goals cimport can_share, count_searched, find_shared_path, note_search
from navpy.motion.agent.path_changes cimport REPAIR_FRACTION
from navpy.motion.agent.path_following cimport (
    FollowedPath, allow_longer_path, check_arrival, is_beside_floor, is_over_its_ground, set_ground, start_path, update_ground)
from navpy.motion.agent.walkable cimport (
    POINT_TOLERANCE, WalkableArea, graph_of, unblocked_graph_of, update_clearance, update_flag_graph)
from navpy.mesh.half_edges cimport FilterRules, PortalGraph
from navpy.motion.agent.dials cimport LEADS_ON_AT
from navpy.query.corridor.astar cimport AT_MIDPOINTS
from navpy.query.guide cimport GUIDE_LATER, GUIDE_NO_GROUND, GUIDE_NO_WAY, GUIDE_SEARCH, Aim
from navpy.query.path cimport ALGORITHM_CENTERS, ALGORITHM_EXACT, PathBuffer, PathOptions, default_options, find_path
from navpy.query.polyanya.search_node cimport uses_vertices

cdef enum:
    # of its path: searches with landmarks open 1.5 to 2 nodes a polygon, on open ground and in mazes
    NODES_A_POLYGON = 2

cdef double RETRY_DISTANCE = 0.01       # meters that an agent must have moved before a failed search is repeated: more than jitter


# ---- the path of an agent ----

cdef int collect_tiles(const MeshView* mesh, const vector[PolyRef]* corridor, vector[int32_t]* tiles) except -1 nogil:
    cdef size_t i
    for i in range(corridor.size()):
        if i == 0 or mesh.polys[corridor.at(i)].tile != tiles.back():
            tiles.push_back(mesh.polys[corridor.at(i)].tile)
    sort(tiles.begin(), tiles.end())
    tiles.erase(unique(tiles.begin(), tiles.end()), tiles.end())
    return 0


cdef void choose_options(const AgentParams* params, const WalkableArea* walkable, PathOptions* options) noexcept nogil:
    """Sets the options of a search by the agent's parameters. Paths through a clearance map are taut, and their searches have no
    limits."""
    if params.simplify_path:
        options.epsilon = params.simplify_epsilon
    if params.path_height_error > 0.0:
        options.height_error = params.path_height_error
    if params.path_return_max_length > 0.0:
        options.max_length = params.path_return_max_length
    if params.path_return_max_radius > 0.0:
        options.max_radius = params.path_return_max_radius
    if walkable != NULL and walkable.has_clearance_map:
        options.clearance, options.radius = &walkable.clearance_map, walkable.clearance_map.radius
        return
    if params.path_postprocessing == POST_EDGE_CENTERED:
        options.algorithm, options.portal_points = ALGORITHM_CENTERS, AT_MIDPOINTS
    elif params.path_postprocessing == POST_NONE:
        options.with_entries = True
    if params.path_search_max_polygons > 0:
        options.max_searched = params.path_search_max_polygons
    if params.path_search_max_distance > 0.0:
        options.max_distance = params.path_search_max_distance
    options.ends_at_limit = True


cdef const double* search_start(const CrowdData* crowd, Agent* agent) noexcept nogil:
    """Where the search of a path begins: at the agent, but beside its floor on the floor, and on a link at its end."""
    cdef NearestPoly at
    cdef double aside = distance2(agent.ground[0], agent.ground[2], agent.position[0], agent.position[2])
    if agent.where == ON_LINK:
        return agent.link_end
    if agent.poly != NO_POLY and POINT_TOLERANCE < aside <= default_extents(crowd.mesh).horizontal \
            and update_ground(crowd.mesh, agent, &at) \
            and is_beside_floor(crowd.mesh, agent, agent.ground):
        return agent.ground
    return agent.position


cdef int64_t cost_of(CrowdData* crowd, NavView nav, const PathOptions* options, const PathBuffer* found) noexcept nogil:
    """Nodes that a search counts for. The count of an exact search depends on the knowledge of earlier searches, and on a clearance
    map on the order of its tiles; no state holds either. Its path does not depend on them."""
    cdef int64_t own = crowd.search.exact.searched
    if options.clearance != NULL:
        own = crowd.search.wide.searched
    if found.algorithm != ALGORITHM_EXACT or (options.clearance == NULL and not uses_vertices(&crowd.search.exact)):
        return found.searched + 1
    if options.clearance != NULL:                       # nobody learns anything of a map
        own -= count_searched(&crowd.shared, nav, found)
    return found.searched - own + NODES_A_POLYGON * <int64_t>found.corridor.size() + 1


cdef int search_path(CrowdData* crowd, Agent* agent, const PortalGraph* graph) except -1 nogil:
    """Searches a path into crowd.buffer, in the agent's walkable area. It leads from the agent, or from the end of its link, to its
    target or its aim, or home if the agent has stepped aside. graph: the mesh's graph or crowd.unblocked_graph. Returns the
    PathStatusCode. In the unblocked graph it is PATH_FAILED for areas with a clearance map, because clearance maps do not know blocked
    ways."""
    cdef int32_t slot = <int32_t>(agent - crowd.agents.data())
    cdef WalkableArea* walkable = <WalkableArea*>crowd.paths[slot].walkable
    cdef PathOptions options = default_options()
    cdef const double* start
    cdef const double* target = &agent.home[0] if agent.follows == FOLLOWS_HOME else &agent.aim[0] if leads_on(agent) \
        else &agent.target[0]
    cdef bint shares = graph == crowd.mesh.graph
    cdef int64_t cost
    cdef NearestPoly floor
    cdef NavView nav
    if walkable != NULL:
        update_clearance(crowd.mesh, walkable)
        if graph != crowd.mesh.graph and walkable.has_clearance_map:
            return PATH_FAILED
        if graph == crowd.mesh.graph:
            graph = graph_of(crowd.mesh, walkable)
        elif graph_of(crowd.mesh, walkable) != crowd.mesh.graph:
            graph = unblocked_graph_of(crowd.mesh, walkable, &crowd.unblocked_rules)
    crowd.searches += 1
    options.allow_partial, options.start_anywhere = agent.allow_partial, agent.where != ON_LINK
    choose_options(agent.params, walkable, &options)
    nav, start = view_of(crowd.mesh, graph), search_start(crowd, agent)
    if start == &agent.position[0] and is_over_its_ground(agent) and nav.graph.costs[agent.poly] >= 0.0:
        floor.poly, floor.distance = agent.poly, distance3(agent.position, agent.ground)
        memcpy(floor.point, agent.ground, sizeof(floor.point))
        options.floor = &floor
    shares = shares and can_share(nav, &options)
    if shares and find_shared_path(&crowd.shared, nav, &options, &crowd.search.wide, start, target, slot, &crowd.spent, &crowd.buffer):
        return crowd.buffer.status
    find_path(nav, &options, &crowd.search, start, target, &crowd.buffer)
    cost = cost_of(crowd, nav, &options, &crowd.buffer)
    crowd.spent += cost
    if shares:
        note_search(&crowd.shared, nav, &options, target, slot, &crowd.buffer, cost)
    return crowd.buffer.status


cdef int adopt_path(CrowdData* crowd, int32_t slot) except -1 nogil:
    """The agent follows the path in crowd.buffer from now on. For an agent on a link this path begins at the link's end, and the link
    is put before it."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    cdef const PathBuffer* found = &crowd.buffer
    NAV_ASSERT(not found.points.empty())
    clear_path(crowd, slot)
    memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))
    collect_tiles(crowd.mesh, &found.corridor, &path.tiles)
    path.points, path.polys, path.links = found.points, found.point_polys, found.point_links
    agent.path_length = found.length
    if agent.where == ON_LINK:
        path.points.insert(path.points.begin(), agent.link_start, agent.link_start + 3)
        path.polys.insert(path.polys.begin(), found.start.poly)
        path.links.insert(path.links.begin(), agent.link)
        agent.path_length += distance3(agent.link_start, agent.link_end)
    elif found.start_off_by == 0.0:
        set_ground(agent, &found.start)
    agent.start_offset, agent.off_mesh_time = found.start_off_by, 0.0
    if found.start_off_by > 0.0:
        leave_mesh(agent)
        agent.poly = NO_POLY
    start_path(agent, path)
    allow_longer_path(agent)
    agent.target_slack, agent.off_by = REPAIR_FRACTION * agent.distance_left, found.off_by
    agent.leads_on_at = LEADS_ON_AT * agent.distance_left
    return 0


cdef int enter_lane(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Of an agent with a new path. On other paths of its request it stays in its lane; its first path waits until the next step, when
    all who set out together have asked."""
    cdef Agent* agent = &crowd.agents[slot]
    if agent.has_lane:
        return move_to_lane(crowd.mesh, agent, &crowd.paths[slot], &crowd.lanes.work)
    if agent.lane_wait == LANE_NONE:
        crowd.lanes.queue.push_back(slot)
    agent.lane_wait = LANE_AWAITED
    return 0


# ---- the guide ----

cdef const FilterRules* rules_of(CrowdData* crowd, int32_t slot) except? NULL nogil:
    """The rules of the agent's flags and filter; NULL: none."""
    cdef WalkableArea* walkable = <WalkableArea*>crowd.paths[slot].walkable
    if walkable == NULL or walkable.flag_graph.get() == NULL:
        return NULL
    update_flag_graph(crowd.mesh, walkable)
    return &walkable.flag_graph.get().rules


cdef int ask_guide(CrowdData* crowd, int32_t slot, Aim* aim) except -1 nogil:
    """Where the path of the agent's request leads for now. Returns the Guidance."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef int64_t budget = max(budget_of(crowd) - crowd.spent, <int64_t>1), left = budget
    cdef int guidance = GUIDE_SEARCH
    aim.stage = -1
    memcpy(aim.point, agent.target, sizeof(agent.target))
    if crowd.guide.find_aim != NULL and agent.follows != FOLLOWS_HOME:
        guidance = crowd.guide.find_aim(crowd.guide.context, slot, rules_of(crowd, slot), search_start(crowd, agent), agent.target,
                                        &left, aim)
    crowd.spent += budget - left
    agent.guided_version = crowd.mesh_version - (guidance == GUIDE_LATER)
    return guidance


cdef bint leads_farther(CrowdData* crowd, int32_t slot) except -1 nogil:
    """True if the ground leads farther than the agent's path by now. If the Guide is still searching, the agent asks again in the next
    step."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef Aim aim
    cdef int guidance = ask_guide(crowd, slot, &aim)
    wait_for(agent, WAITS_FOR_GUIDE if guidance == GUIDE_LATER else WAITS_FOR_NOTHING)
    return guidance == GUIDE_NO_WAY or (guidance == GUIDE_SEARCH and aim.stage != agent.stage)


cdef int wait_for_guide(CrowdData* crowd, int32_t slot, int guidance) except -1 nogil:
    """The agent's request goes on when the way is known, or the ground is there."""
    cdef Agent* agent = &crowd.agents[slot]
    if guidance == GUIDE_LATER:
        wait_for(agent, WAITS_FOR_GUIDE)
        agent.reason, agent.mesh_version = REASON_NONE, crowd.mesh_version - 1
        return 0
    wait_for(agent, WAITS_FOR_GROUND)
    agent.reason = REASON_NO_NAVMESH
    clear_path(crowd, slot)
    memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
    return 0


cdef bint find_and_adopt(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Searches a path, around blocked ways and the bottlenecks that the agent has left if possible, and adopts it. Returns False if
    there is no path: then the reason is set, and the path is empty. Returns True if the agent waits for the guide, too."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef Aim aim
    cdef int guidance = GUIDE_SEARCH
    cdef bint is_around, has_closed, is_valid = is_point(agent.position) and is_point(agent.target)
    agent.mesh_version = crowd.mesh_version
    wait_for(agent, WAITS_FOR_NOTHING)
    aim.stage = -1
    if is_valid and crowd.mesh != NULL:
        guidance = ask_guide(crowd, slot, &aim)
    if guidance == GUIDE_LATER or guidance == GUIDE_NO_GROUND:
        wait_for_guide(crowd, slot, guidance)
        return True
    clear_path(crowd, slot)
    memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))
    agent.reason = REASON_INVALID_INPUT
    if not is_valid:
        return False
    agent.reason = <uint8_t>aim.reason if guidance == GUIDE_NO_WAY else REASON_NO_NAVMESH
    if guidance == GUIDE_NO_WAY and not agent.allow_partial:
        return False
    agent.stage = aim.stage
    if leads_on(agent):
        memcpy(agent.aim, aim.point, sizeof(agent.aim))
    if crowd.mesh == NULL or crowd.mesh.island_count == 0:
        return False
    has_closed = close_left_bottlenecks(crowd, agent)
    is_around = has_blocked_way(crowd, agent) and search_path(crowd, agent, &crowd.unblocked_graph) == PATH_COMPLETE
    if not is_around:
        search_path(crowd, agent, crowd.mesh.graph)
    # the ground has left the link's end: the agent leaves the link
    if agent.where == ON_LINK and crowd.buffer.reason == REASON_START_OFF_MESH:
        leave_link(agent)
        search_path(crowd, agent, crowd.mesh.graph)
    if has_closed:
        reopen_edges(crowd)
    agent.reason, agent.off_by, agent.start_offset = <uint8_t>crowd.buffer.reason, crowd.buffer.off_by, crowd.buffer.start_off_by
    if crowd.buffer.status == PATH_FAILED:
        return False
    adopt_path(crowd, slot)
    memcpy(agent.searched_target, agent.target, sizeof(agent.target))
    if not is_around and not has_closed and agent.follows != FOLLOWS_HOME and not has_leash(agent):
        enter_lane(crowd, slot)
    return True


cdef inline bint awaits_guide(const Agent* agent) noexcept nogil:
    """True if no path was searched, as the guide has told none yet."""
    return agent.waits_for == WAITS_FOR_GUIDE or agent.waits_for == WAITS_FOR_GROUND


cdef int replan(CrowdData* crowd, int32_t slot, bint is_lost) except -1 nogil:
    """Searches a new path for the same request, which fails if there is none. is_lost: the agent was moved off its path; else the
    navmesh has changed. A request that has succeeded never fails: its agent stops instead, and a follower where it finds no path. A
    request that has succeeded as near as possible to its target is RUNNING again where the new path does not end here."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef uint8_t reason = agent.reason
    cdef bint was_beside = agent.status == STATUS_SUCCESS and ends_beside_target(agent)
    if is_lost and agent.status == STATUS_SUCCESS and not has_leash(agent):
        stop_on_ground(crowd, slot)
        search_anew(crowd, agent)               # it was taken away from where it had arrived
        return 0
    agent.replans += 1
    agent.path_params_changed = agent.path_params_changed and agent.status == STATUS_SUCCESS
    if find_and_adopt(crowd, slot):
        agent.replans -= awaits_guide(agent)
        if agent.status == STATUS_FAILURE or was_beside:
            agent.status = STATUS_RUNNING
        if was_beside and not awaits_guide(agent):
            check_arrival(agent, &crowd.paths[slot], 0.0)
    elif agent.status == STATUS_SUCCESS:
        agent.reason = reason
        stop_on_ground(crowd, slot)
    else:
        fail_request(crowd, slot, REASON_PATH_LOST if is_lost else agent.reason)
    return 0


cdef int return_home(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Sends an agent that has stepped aside home, if there is a path. Its request has succeeded, and stays so."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef uint8_t reason = agent.reason
    forget_progress(agent)
    agent.return_count += 1
    activate(crowd, slot, FOLLOWS_HOME)
    if not find_and_adopt(crowd, slot):
        stop_agent(crowd, slot)
    agent.reason = reason
    return 0


# ---- requests ----

cdef bint is_same_request(const Agent* agent, const double* target, bint allow_partial) noexcept nogil:
    """True if the agent has a request with this target and this allow_partial. Targets are compared as float32, the engine's
    precision."""
    return agent.reason != REASON_NO_REQUEST and agent.reason != REASON_STOPPED and not has_leash(agent) \
        and not has_field(agent) and (agent.allow_partial != 0) == allow_partial and <float>agent.target[0] == <float>target[0] \
        and <float>agent.target[1] == <float>target[1] and <float>agent.target[2] == <float>target[2]


cdef bint may_succeed_now(CrowdData* crowd, const Agent* agent) noexcept nogil:
    """True if another search may help a failed request: the navmesh has changed; or the agent has moved, and its target is on the
    navmesh."""
    if agent.status != STATUS_FAILURE:
        return False
    if agent.mesh_version != crowd.mesh_version:
        return True
    if agent.reason == REASON_NO_NAVMESH or agent.reason == REASON_GOAL_OFF_MESH:
        return False
    return not distance3(agent.position, agent.leg_start) <= RETRY_DISTANCE     # also where the position was NaN


cdef bint may_end_nearer(CrowdData* crowd, int32_t slot) noexcept nogil:
    """True if an agent has arrived as near as possible to its target, and after a change of the navmesh another path may end
    elsewhere."""
    cdef Agent* agent = &crowd.agents[slot]
    if is_active(agent) or agent.status != STATUS_SUCCESS or not ends_beside_target(agent) \
            or agent.mesh_version == crowd.mesh_version or crowd.mesh == NULL:
        return False
    agent.mesh_version = crowd.mesh_version
    return not ends_as_before(crowd.mesh, agent, &crowd.paths[slot], &crowd.shared_end)


cdef void queue_search(CrowdData* crowd, int32_t slot) noexcept nogil:
    """Marks the path as of another mesh version. The next step finds this, and puts the agent in the queue of searches."""
    cdef Agent* agent = &crowd.agents[slot]
    leave_walls(crowd, slot)
    agent.reason, agent.off_by = REASON_NONE, 0.0
    agent.replans -= 1                          # replan counts the first search of the request, too
    agent.mesh_version = crowd.mesh_version - 1


cdef bint keeps_path(const Agent* agent, const double* target, bint allow_partial) noexcept nogil:
    """True if the target has moved within target_margin, or little against the straight way to it where the path leads on: the path
    need not lead to its very place. An agent that has arrived stays."""
    cdef double margin = agent.params.target_margin
    if leads_on(agent):
        margin = max(margin, REPAIR_FRACTION * distance3(agent.position, target))
    return agent.status != STATUS_FAILURE and (agent.allow_partial != 0) == allow_partial \
        and distance3(agent.searched_target, target) <= margin


cdef bint find_at_once(CrowdData* crowd, int32_t slot) except -1 nogil:
    """As find_and_adopt, outside of a step: a flood may open as many nodes as the searches of a step."""
    cdef int64_t before = crowd.spent
    cdef bint found
    crowd.shared.flood_left, crowd.spent = budget_of(crowd), 0
    found = find_and_adopt(crowd, slot)
    crowd.shared.flood_left = 0
    crowd.spent += before
    return found


cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial, bint at_once=True) except -1 nogil:
    """Requests a path to a target, which is searched at once. Returns the request's StatusCode.

    It may be called every frame. The same target (in float32) as before starts nothing anew. But a failed search is repeated when the
    navmesh has changed, or when the agent has moved by a centimeter and that may help. A moved target is a new request. If it has
    moved little, or is in sight on the last leg, the end of the path moves instead of a search. Else, if the target has moved within
    target_margin, the path stays as it is. Within target_desired_distance of the target, along the path, the request succeeds at once,
    and the agent still walks to the end of its path.

    Without at_once a path that has to be searched waits in the queue, and the request is RUNNING. An agent on a link searches at
    once."""
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef int32_t slot = slot_of(id)
    cdef bint same, end_moved, kept
    cdef double left
    if agent == NULL:
        return STATUS_FAILURE
    if not is_active(agent) and crowd.shared.expected > 0:
        crowd.shared.expected -= 1
    # 1. The same request goes on.
    notice_changes(crowd)
    left = agent.distance_left
    same = is_same_request(agent, target, allow_partial) and not agent.path_params_changed
    if same and not may_succeed_now(crowd, agent) and not may_end_nearer(crowd, slot):
        return agent.status
    # 2. Move the end of the path, if that is enough.
    kept = not same and not has_field(agent) and not agent.path_params_changed and not is_aside(agent) \
        and agent.mesh_version == crowd.mesh_version
    end_moved = kept and move_end(crowd.mesh, agent, &crowd.paths[slot], target, allow_partial, &crowd.shared_end)
    if kept and not end_moved and (keeps_path(agent, target, allow_partial) or (allow_partial and stays_at_end(
            crowd.mesh, agent, &crowd.paths[slot], target, &crowd.shared_end))):
        memcpy(agent.target, target, sizeof(agent.target))
        return agent.status
    # 3. The new request.
    leave_walls(crowd, slot)
    # A moving target takes nobody back to a queue. A target moved by more than the way to it is another way.
    if agent.status != STATUS_RUNNING or distance3(agent.target, target) >= left:
        agent.considered = agent.left_bottlenecks[0] = 0
    memcpy(agent.target, target, sizeof(agent.target))
    agent.allow_partial = allow_partial
    agent.replans = agent.replans + 1 if same else 0
    agent.status, agent.path_params_changed = STATUS_RUNNING, False
    activate(crowd, slot, requested(agent))
    if not same and not end_moved:
        forget_progress(agent)
        agent.has_lane = False
    # 4. Its path: queued, moved or searched.
    if not end_moved and not at_once and agent.where != ON_LINK:
        queue_search(crowd, slot)
    elif end_moved or find_at_once(crowd, slot):
        if awaits_guide(agent):
            agent.replans -= 1              # replan counts the first search, too
            return agent.status
        check_arrival(agent, &crowd.paths[slot], 0.0)
    else:
        fail_request(crowd, slot, agent.reason)
    return agent.status


cdef void crowd_expect(CrowdData* crowd, const AgentId* ids, int64_t count) noexcept nogil:
    cdef const Agent* agent
    cdef int64_t i
    crowd.shared.expected = 0
    for i in range(count):
        agent = crowd_agent(crowd, ids[i])
        crowd.shared.expected += agent != NULL and not is_active(agent)


cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil:
    """Ends the request: FAILURE with the reason STOPPED. After that a request for the same target is a new request."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL and agent.reason != REASON_NO_REQUEST:
        fail_request(crowd, slot_of(id), REASON_STOPPED)
