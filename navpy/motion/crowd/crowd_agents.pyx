"""Agents and their ids, who of them walks, what they ask for and the paths that they get.

As long as an agent keeps to its leg or sees its next corner (path_following) nothing is searched; only where neither is so, or the
navmesh has changed, a new path is."""
from libc.math cimport INFINITY, NAN, fabs, isnan
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector

from navpy.base.core cimport (NO_POLY, PATH_COMPLETE, PATH_FAILED, PolyRef, REASON_GOAL_OFF_MESH, REASON_INVALID_INPUT, REASON_NONE, REASON_NO_NAVMESH,
                         REASON_NO_REQUEST, REASON_PATH_LOST, REASON_STOPPED, STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS, NAV_ASSERT)
from navpy.base.geom cimport distance3, is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, still_there
from navpy.motion.crowd.agent cimport POST_EDGE_CENTERED, POST_FUNNEL, POST_NONE
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.path_following cimport FollowedPath, is_untouched, judge, look, move_end, remember, start_path
from navpy.motion.crowd.walkable cimport ALL_FLAGS, Walkable, drop_unused, find_walkable, fit_layer, fit_map, graph_of, make_walkable, open_ways_of, outdate
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.corridor.astar cimport AT_CENTERS, AT_MIDPOINTS
from navpy.query.path cimport (ALGORITHM_CENTERS, ALGORITHM_POLYGONS, PathBuffer, PathOptions, default_options, find_path)

cdef double RETRY_DISTANCE = 0.01       # metres an agent must have moved for a failed search to be worth repeating
cdef double REPAIR_FRACTION = 0.05      # of the path's length: how far a target may move before it is searched anew


# ---- agents and their ids ----

cdef AgentParams default_params() noexcept nogil:
    cdef AgentParams params
    params.radius, params.max_speed, params.max_deceleration = 0.5, 3.5, 15.0
    params.path_desired_distance, params.target_desired_distance, params.path_max_distance = 1.0, 1.0, 5.0
    params.height, params.neighbor_distance, params.max_neighbors = 1.0, 50.0, 10
    params.time_horizon_agents, params.time_horizon_obstacles = 1.0, 0.0
    params.avoidance_priority, params.avoidance_layers, params.avoidance_mask = 1.0, 1, 1
    params.path_radius = params.max_search_distance = params.max_length = params.max_return_radius = 0.0
    params.simplify_epsilon, params.max_searched = -1.0, 0
    params.include_flags, params.postprocessing = ALL_FLAGS, POST_FUNNEL
    params.avoidance_enabled, params.yields = True, True
    return params


cdef const char* params_fault(const AgentParams* params) noexcept nogil:
    """Name of the first parameter that is NaN, negative or not finite (a deceleration must be positive), NULL if none.
    max_deceleration and path_max_distance may be infinite, simplify_epsilon negative."""
    if not 0.0 <= params.radius < INFINITY:
        return b"radius"
    if not 0.0 <= params.max_speed < INFINITY:
        return b"max_speed"
    if not params.max_deceleration > 0.0:
        return b"max_deceleration"
    if not 0.0 <= params.path_desired_distance < INFINITY:
        return b"path_desired_distance"
    if not 0.0 <= params.target_desired_distance < INFINITY:
        return b"target_desired_distance"
    if not params.path_max_distance >= 0.0:
        return b"path_max_distance"
    if not 0.0 <= params.height < INFINITY:
        return b"height"
    if not 0.0 <= params.neighbor_distance < INFINITY:
        return b"neighbor_distance"
    if not 0.0 <= params.time_horizon_agents < INFINITY:
        return b"time_horizon_agents"
    if not 0.0 <= params.time_horizon_obstacles < INFINITY:
        return b"time_horizon_obstacles"
    if not fabs(params.avoidance_priority) < INFINITY:
        return b"avoidance_priority"
    if params.max_neighbors < 0:
        return b"max_neighbors"
    return request_fault(params)


cdef const char* request_fault(const AgentParams* params) noexcept nogil:
    """Likewise, of those that searches ask."""
    if not 0.0 <= params.path_radius < INFINITY:
        return b"path_radius"
    if not 0.0 <= params.max_search_distance < INFINITY:
        return b"max_search_distance"
    if not 0.0 <= params.max_length < INFINITY:
        return b"max_length"
    if not 0.0 <= params.max_return_radius < INFINITY:
        return b"max_return_radius"
    if not fabs(params.simplify_epsilon) < INFINITY:
        return b"simplify_epsilon"
    if params.max_searched < 0:
        return b"max_searched"
    if params.postprocessing > POST_NONE:
        return b"postprocessing"
    return NULL


cdef Agent* crowd_agent(CrowdData* crowd, AgentId id) noexcept nogil:
    """The agent, for as long as none is added; NULL where the id is stale."""
    cdef uint32_t slot = <uint32_t>id
    cdef uint32_t generation = <uint32_t>(<uint64_t>id >> 32)
    if slot >= crowd.agents.size() or not generation & 1 or crowd.agents[slot].generation != generation:
        return NULL
    return &crowd.agents[slot]


cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil:
    if crowd_agent(crowd, id) == NULL:
        return NULL
    return &crowd.paths[slot_of(id)].points


cdef inline void set_params(Agent* agent, const AgentParams* params) noexcept nogil:
    memcpy(&agent.params, params, <const char*>&params.yields + 1 - <const char*>params)    # nothing behind: states are saved as bytes


cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil:
    """A new agent without a request. Pointers to agents and paths end here."""
    cdef Agent fresh
    cdef Agent* agent
    cdef int32_t slot = <int32_t>crowd.agents.size()
    if crowd.free_slots.empty():
        crowd.paths.resize(slot + 1)
        crowd.boundaries.resize(slot + 1)
        memset(&fresh, 0, sizeof(fresh))
        crowd.agents.push_back(fresh)
        crowd.free_slots.reserve(crowd.agents.capacity())   # so that removing and activating cannot fail
        crowd.active.reserve(crowd.agents.capacity())
    else:
        slot = crowd.free_slots.back()
        crowd.free_slots.pop_back()
    agent = &crowd.agents[slot]
    fresh.generation = agent.generation + 1
    memset(agent, 0, sizeof(agent[0]))
    memcpy(agent.position, position, sizeof(agent.position))
    agent.generation = fresh.generation
    set_params(agent, params)
    agent.status, agent.reason = STATUS_FAILURE, REASON_NO_REQUEST
    agent.active_index = -1
    agent.poly, agent.link = NO_POLY, -1
    measure_height(crowd, agent)
    choose_walkable(crowd, slot)
    return make_id(slot, agent.generation)


cdef void measure_height(CrowdData* crowd, Agent* agent) noexcept nogil:
    cdef NearestPoly at
    agent.height = NAN
    if crowd.mesh != NULL and look(crowd.mesh, agent.position, &at):
        agent.height = agent.position[1] - at.point[1]


cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil:
    """False where the id is stale. A slot whose 2³¹ generations are used up is never taken again."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent == NULL:
        return False
    halt(crowd, slot_of(id))
    clear_path(crowd, slot_of(id))
    crowd.paths[slot_of(id)].walkable = NULL
    crowd.boundaries[slot_of(id)].walkable = NULL
    agent.generation += 1
    if agent.generation != 0:
        crowd.free_slots.push_back(slot_of(id))
    return True


cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil:
    """Put an agent somewhere else, for where no body does: its height over the floor is measured anew. On a link it stays
    on that, unless it is far off."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL:
        memcpy(agent.position, position, sizeof(agent.position))
        agent.poly, agent.is_moved, agent.is_aside = NO_POLY, False, False
        if agent.link < 0:
            measure_height(crowd, agent)


# ---- what they may walk on ----

cdef int choose_walkable(CrowdData* crowd, int32_t slot) except -1 nogil:
    """By the agent's params; the walls that it knows of may be others then."""
    cdef const AgentParams* params = &crowd.agents[slot].params
    cdef vector[const Walkable*] used
    cdef const Walkable* walkable
    cdef size_t i
    if not find_walkable(&crowd.walkables, params.include_flags, params.path_radius, &walkable):
        for i in range(crowd.paths.size()):
            used.push_back(crowd.paths[i].walkable)
        drop_unused(&crowd.walkables, &used)
        walkable = make_walkable(&crowd.walkables, params.include_flags, params.path_radius)
    if crowd.boundaries[slot].walkable != walkable:
        crowd.boundaries[slot].version = 0
    crowd.paths[slot].walkable = walkable
    crowd.boundaries[slot].walkable = walkable
    return fit_walkable(crowd, slot)


cdef int fit_walkable(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Layers are kept for all agents, maps for those who walk."""
    cdef Walkable* walkable = <Walkable*>crowd.paths[slot].walkable
    if walkable == NULL or crowd.mesh == NULL or crowd.mesh.graph == NULL or crowd.mesh.version != crowd.seen_version or crowd.has_new_mesh:
        return 0                                                    # the next look at the mesh makes up for it
    if crowd.agents[slot].active:
        return fit_map(crowd.mesh, walkable)
    return fit_layer(crowd.mesh, walkable)


cdef int fit_walkables(CrowdData* crowd) except -1 nogil:
    """After the mesh has changed."""
    cdef size_t slot
    outdate(&crowd.walkables, crowd.has_new_mesh)
    crowd.has_new_mesh = False
    for slot in range(crowd.agents.size()):
        fit_walkable(crowd, <int32_t>slot)
    return 0


cdef bint is_other_request(const AgentParams* a, const AgentParams* b) noexcept nogil:
    """Do they differ in what a path depends on?"""
    return a.path_radius != b.path_radius or a.include_flags != b.include_flags or a.postprocessing != b.postprocessing \
        or a.max_searched != b.max_searched or a.max_search_distance != b.max_search_distance or a.max_length != b.max_length \
        or a.max_return_radius != b.max_return_radius or a.simplify_epsilon != b.simplify_epsilon


cdef int crowd_set_params(CrowdData* crowd, AgentId id, const AgentParams* params) except -1 nogil:
    """Other params, without a fault. Where the path depends on what is another now, an agent that walks searches a new one with the next
    step, and asking for the same target again is a new request."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent == NULL:
        return 0
    if not is_other_request(&agent.params, params):
        set_params(agent, params)
        return 0
    set_params(agent, params)
    agent.asks_anew = True
    if agent.active and agent.status == STATUS_RUNNING:
        agent.mesh_version = crowd.mesh_version - 1
    return choose_walkable(crowd, slot_of(id))


# ---- who walks ----

cdef void activate(CrowdData* crowd, int32_t slot) noexcept nogil:
    cdef Agent* agent = &crowd.agents[slot]
    if not agent.active:
        agent.active, agent.active_index = True, <int32_t>crowd.active.size()
        crowd.active.push_back(slot)


cdef void halt(CrowdData* crowd, int32_t slot) noexcept nogil:
    """Stand still and cost nothing. The last of the active takes the free place in their list."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef int32_t last
    memset(agent.desired_velocity, 0, sizeof(agent.desired_velocity))
    memset(agent.velocity, 0, sizeof(agent.velocity))
    if not agent.active:
        return
    NAV_ASSERT(crowd.active[agent.active_index] == slot)
    last = crowd.active.back()
    crowd.active[agent.active_index] = last
    crowd.agents[last].active_index = agent.active_index
    crowd.active.pop_back()
    agent.active, agent.active_index, agent.is_aside, agent.waits = False, -1, False, False


cdef void come_to_rest(CrowdData* crowd, int32_t slot) noexcept nogil:
    """Stand still; who is on a link does so at its end."""
    if crowd.agents[slot].link < 0:
        halt(crowd, slot)


cdef void clear_path(CrowdData* crowd, int32_t slot) noexcept nogil:
    cdef Agent* agent = &crowd.agents[slot]
    crowd.paths[slot].points.clear()
    crowd.paths[slot].polys.clear()
    crowd.paths[slot].links.clear()
    crowd.paths[slot].tiles.clear()
    agent.next_corner = 0
    agent.path_length = agent.distance_left = agent.rest = agent.slack = agent.off_by = 0.0


cdef void give_up(CrowdData* crowd, int32_t slot, int reason) noexcept nogil:
    """The request has failed. The place is kept: from elsewhere it may be worth another try."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef double off_by = agent.off_by
    come_to_rest(crowd, slot)
    clear_path(crowd, slot)
    agent.status, agent.reason, agent.off_by = STATUS_FAILURE, <uint8_t>reason, off_by
    memcpy(agent.leg, agent.position, sizeof(agent.leg))


# ---- the path of an agent ----

cdef int note_tiles(const MeshView* mesh, const vector[PolyRef]* corridor, vector[int32_t]* tiles) except -1 nogil:
    cdef size_t i
    for i in range(corridor.size()):
        if i == 0 or mesh.polys[corridor.at(i)].tile != tiles.back():
            tiles.push_back(mesh.polys[corridor.at(i)].tile)
    sort(tiles.begin(), tiles.end())
    tiles.erase(unique(tiles.begin(), tiles.end()), tiles.end())
    return 0


cdef int take_path(Agent* agent, const PathBuffer* found, FollowedPath* path) except -1 nogil:
    """On a link the path begins with it, what was found at its end."""
    path.points, path.polys, path.links = found.points, found.point_polys, found.point_links
    agent.path_length = found.length
    if agent.link >= 0:
        path.points.insert(path.points.begin(), agent.takeoff, agent.takeoff + 3)
        path.polys.insert(path.polys.begin(), found.start.poly)
        path.links.insert(path.links.begin(), agent.link)
        agent.path_length += distance3(agent.takeoff, agent.landing)
    else:
        remember(agent, &found.start)
    start_path(agent, path)
    agent.nearest = max(agent.nearest, agent.distance_left)        # a longer way is no lack of headway
    return 0


cdef void choose_options(const AgentParams* params, const Walkable* walkable, PathOptions* options) noexcept nogil:
    """As the agent asks for them. Away from walls there are only taut paths, searched without limits."""
    options.epsilon = params.simplify_epsilon
    if params.max_length > 0.0:
        options.max_length = params.max_length
    if params.max_return_radius > 0.0:
        options.max_radius = params.max_return_radius
    if walkable != NULL and walkable.has_map:
        options.clearance, options.radius = &walkable.map, walkable.map.radius
        return
    if params.postprocessing == POST_EDGE_CENTERED:
        options.algorithm, options.portal_points = ALGORITHM_CENTERS, AT_MIDPOINTS
    elif params.postprocessing == POST_NONE:
        options.algorithm, options.portal_points = ALGORITHM_POLYGONS, AT_CENTERS
    if params.max_searched > 0:
        options.max_searched = params.max_searched
    if params.max_search_distance > 0.0:
        options.max_distance = params.max_search_distance
    options.ends_at_limit = True


cdef int find_way(CrowdData* crowd, Agent* agent, const PortalGraph* graph) except -1 nogil:
    """The way from where the agent is, or from the end of the link that it is on, to its target, or back to where it has stepped aside
    from, into crowd.buffer. PathStatusCode. graph: the mesh's own, or what is open of it; to the agent it is what that leaves of its own.
    No maps are kept of what is open."""
    cdef int32_t slot = <int32_t>(agent - crowd.agents.data())
    cdef Walkable* walkable = <Walkable*>crowd.paths[slot].walkable
    cdef PathOptions options = default_options()
    if walkable != NULL:
        fit_map(crowd.mesh, walkable)
        if graph != crowd.mesh.graph and walkable.has_map:
            return PATH_FAILED
        if graph == crowd.mesh.graph:
            graph = graph_of(crowd.mesh, walkable)
        elif graph_of(crowd.mesh, walkable) != crowd.mesh.graph:
            graph = open_ways_of(crowd.mesh, walkable, &crowd.rules)
    crowd.searches += 1
    options.allow_partial = agent.allow_partial
    choose_options(&agent.params, walkable, &options)
    find_path(view_of(crowd.mesh, graph), &options, &crowd.search, &agent.position[0] if agent.link < 0 else &agent.landing[0],
              &agent.home[0] if agent.is_aside else &agent.target[0], &crowd.buffer)
    crowd.spent += crowd.buffer.searched + 1
    return crowd.buffer.status


cdef bint is_shut(const CrowdData* crowd, const Agent* agent) noexcept nogil:
    """Is a way shut for an agent as wide as this?"""
    cdef size_t i
    for i in range(crowd.blockades.size()):
        if agent.params.radius < crowd.blockades[i].radius:
            return False
    return not crowd.blockades.empty() and crowd.blockade_version == crowd.mesh_version


cdef int adopt_path(CrowdData* crowd, int32_t slot) except -1 nogil:
    """From now on the agent follows what was found."""
    cdef Agent* agent = &crowd.agents[slot]
    NAV_ASSERT(not crowd.buffer.points.empty())
    clear_path(crowd, slot)
    memcpy(agent.leg, agent.position, sizeof(agent.leg))
    note_tiles(crowd.mesh, &crowd.buffer.corridor, &crowd.paths[slot].tiles)
    take_path(agent, &crowd.buffer, &crowd.paths[slot])
    agent.slack, agent.off_by = REPAIR_FRACTION * agent.distance_left, crowd.buffer.off_by
    return 0


cdef bint search(CrowdData* crowd, int32_t slot) except -1 nogil:
    """False: there is no way, the reason is set, the path is gone. Where others have shut ways it goes round by others if it can."""
    cdef Agent* agent = &crowd.agents[slot]
    clear_path(crowd, slot)
    memcpy(agent.leg, agent.position, sizeof(agent.leg))
    agent.mesh_version, agent.waits = crowd.mesh_version, False
    agent.reason = REASON_INVALID_INPUT
    if not (is_point(agent.position) and is_point(agent.target)):
        return False
    agent.reason = REASON_NO_NAVMESH
    if crowd.mesh == NULL or crowd.mesh.island_count == 0:
        return False
    if not is_shut(crowd, agent) or find_way(crowd, agent, &crowd.open_ways) != PATH_COMPLETE:
        find_way(crowd, agent, crowd.mesh.graph)
    agent.reason, agent.off_by = <uint8_t>crowd.buffer.reason, crowd.buffer.off_by
    if crowd.buffer.status == PATH_FAILED:
        return False
    adopt_path(crowd, slot)
    return True


cdef int search_again(CrowdData* crowd, int32_t slot, bint lost) except -1 nogil:
    """A new path for the same request, or its end. lost: the agent was moved off its path, not the navmesh changed.
    A request that has succeeded never turns into a failure: its agent stands still where its glide is disturbed."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef uint8_t reason = agent.reason
    if lost and agent.status == STATUS_SUCCESS:
        come_to_rest(crowd, slot)
        return 0
    agent.replans += 1
    agent.asks_anew = agent.asks_anew and agent.status == STATUS_SUCCESS
    if search(crowd, slot):
        if agent.status == STATUS_FAILURE:
            agent.status = STATUS_RUNNING
    elif agent.status == STATUS_SUCCESS:
        agent.reason = reason
        come_to_rest(crowd, slot)
    else:
        give_up(crowd, slot, REASON_PATH_LOST if lost else agent.reason)
    return 0


cdef int walk_back(CrowdData* crowd, int32_t slot) except -1 nogil:
    """To where it stood before it stepped aside, if it can: the request has succeeded, and stays so."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef uint8_t reason = agent.reason
    agent.waited = agent.insists = agent.nearest = 0.0
    agent.returns += 1
    if search(crowd, slot):
        activate(crowd, slot)
    else:
        agent.is_aside = False
    agent.reason = reason
    return 0


# ---- requests ----

cdef bint is_same_request(const Agent* agent, const double* target, bint allow_partial) noexcept nogil:
    """The engine's points are float32, so that is how exactly two targets are compared."""
    return agent.reason != REASON_NO_REQUEST and agent.reason != REASON_STOPPED \
        and (agent.allow_partial != 0) == allow_partial and <float>agent.target[0] == <float>target[0] \
        and <float>agent.target[1] == <float>target[1] and <float>agent.target[2] == <float>target[2]


cdef bint worth_retrying(CrowdData* crowd, const Agent* agent) noexcept nogil:
    """A failed search has another outcome only on another navmesh, or from elsewhere if the start mattered."""
    if agent.status != STATUS_FAILURE:
        return False
    if agent.mesh_version != crowd.mesh_version:
        return True
    if agent.reason == REASON_NO_NAVMESH or agent.reason == REASON_GOAL_OFF_MESH:
        return False
    return not distance3(agent.position, agent.leg) <= RETRY_DISTANCE       # a leg that began at NaN ends now


cdef void line_up(CrowdData* crowd, int32_t slot) noexcept nogil:
    """With the next step it is seen that its path has to be searched; until then it keeps the one that it has."""
    cdef Agent* agent = &crowd.agents[slot]
    agent.reason, agent.off_by = REASON_NONE, 0.0
    agent.replans -= 1                          # the search will count itself as one more than the first
    agent.mesh_version = crowd.mesh_version - 1
    activate(crowd, slot)


cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial, bint at_once=True) except -1 nogil:
    """Ask for a way to the target and return the request's StatusCode, at once: the path is searched here.

    May be called every frame. The same target (to float32) as that of the present request restarts nothing and returns
    how it stands, except that a failed search is repeated once the navmesh was set again, or the agent has moved by a
    centimetre and the reason may have gone with that. A moved target is a new request; where it moved little, or stays in
    sight on the last leg, the path is mended instead of searched. Within target_desired_distance of the target, along
    the path, a request succeeds at once; the agent still glides on to the end of its path.

    at_once off: RUNNING where a path has to be searched; the agent waits for its turn with those who have to search in a step. But who is
    in the air, on a link, searches here."""
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef int32_t slot = slot_of(id)
    cdef bint same, mended
    cdef double left
    if agent == NULL:
        return STATUS_FAILURE
    notice_changes(crowd)
    left = agent.distance_left
    same = is_same_request(agent, target, allow_partial) and not agent.asks_anew
    if same and not worth_retrying(crowd, agent):
        return agent.status
    mended = not same and not agent.asks_anew and not agent.is_aside and agent.mesh_version == crowd.mesh_version \
        and move_end(crowd.mesh, agent, &crowd.paths[slot], target, allow_partial)
    memcpy(agent.target, target, sizeof(agent.target))
    agent.allow_partial = allow_partial
    agent.replans = agent.replans + 1 if same else 0
    agent.status, agent.is_aside, agent.asks_anew = STATUS_RUNNING, False, False
    if not same and not mended:
        agent.waited = agent.insists = agent.nearest = 0.0
    if not mended and not at_once and agent.link < 0:
        line_up(crowd, slot)
    elif mended or search(crowd, slot):
        activate(crowd, slot)
        judge(agent, &crowd.paths[slot])
        if mended:
            agent.nearest += agent.distance_left - left         # what the target moved is no headway, nor a lack of it
    else:
        give_up(crowd, slot, agent.reason)
    return agent.status


cdef void crowd_stop(CrowdData* crowd, AgentId id) noexcept nogil:
    """Take the request back: FAILURE, STOPPED. Asking for the same target again starts anew."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL and agent.reason != REASON_NO_REQUEST:
        give_up(crowd, slot_of(id), REASON_STOPPED)


cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil:
    """Borrow another navmesh (NULL: none), alive until the next call. Every call counts as a change, so that one made at
    the same address is seen: with the next step all who walk, and those who failed for lack of a navmesh, search anew."""
    cdef size_t slot
    crowd.mesh = mesh
    crowd.has_new_mesh = True
    crowd.mesh_version += 1
    crowd.seen_version = mesh.version if mesh != NULL else 0
    for slot in range(crowd.agents.size()):
        crowd.agents[slot].poly = NO_POLY
        crowd.boundaries[slot].version = 0
        if not crowd.agents[slot].generation & 1 or mesh == NULL:
            continue
        if isnan(crowd.agents[slot].height):
            measure_height(crowd, &crowd.agents[slot])
        if crowd.agents[slot].reason == REASON_NO_NAVMESH:
            activate(crowd, <int32_t>slot)


cdef int notice_changes(CrowdData* crowd) except -1 nogil:
    """Where tiles, links or costs of the mesh have changed: forget polygons that are gone, let those search anew whose way
    was touched, and those who failed for lack of a navmesh."""
    cdef uint64_t seen = crowd.seen_version
    cdef uint32_t known = crowd.mesh_version
    cdef Agent* agent
    cdef size_t slot
    if crowd.mesh == NULL:
        return 0
    if crowd.mesh.version == seen:
        return fit_walkables(crowd) if crowd.has_new_mesh else 0
    crowd.seen_version = crowd.mesh.version
    crowd.mesh_version += 1
    fit_walkables(crowd)
    for slot in range(crowd.agents.size()):
        agent = &crowd.agents[slot]
        if not agent.generation & 1:
            continue
        if agent.poly != NO_POLY and not still_there(crowd.mesh, agent.poly, seen):
            agent.poly = NO_POLY
        if agent.active and agent.mesh_version == known and is_untouched(crowd.mesh, agent, &crowd.paths[slot], seen):
            agent.mesh_version = crowd.mesh_version
        elif agent.reason == REASON_NO_NAVMESH:
            activate(crowd, <int32_t>slot)
    return 0
