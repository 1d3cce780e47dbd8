"""Agents and their ids, the ground that each may walk on, the list of active agents, and the changes of the navmesh."""
from libc.math cimport NAN, isnan
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, REASON_NONE, REASON_NO_NAVMESH, REASON_NO_REQUEST, STATUS_FAILURE, STATUS_RUNNING, NAV_ASSERT
from navpy.base.geom cimport is_point
from navpy.base.huge_pages cimport reserve_in_huge_pages
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, still_there
from navpy.motion.agent.agent cimport (
    FOLLOWS_HOME, FOLLOWS_LINK, FOLLOWS_NOTHING, LANE_NONE, LANE_OVER, ON_LINK, PLACE_NONE, RESTS_ASIDE, TURN_NONE,
    WAITS_FOR_END, WAITS_FOR_NOTHING, has_field, has_leash, is_active, is_aside)
from navpy.motion.agent.agent_state cimport come_to_mesh, follow, release, requested, rest, wait_for
from navpy.motion.agent.agent_params cimport are_same, need_other_path
from navpy.motion.crowd.participants cimport cover
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.agent.path_ends cimport ends_beside_target
from navpy.motion.crowd.shared_goals cimport begin_again, forget_filtered_goals, forget_goals
from navpy.motion.agent.step_schedule cimport schedule_anew
from navpy.motion.agent.path_following cimport FollowedPath, find_floor, is_still_valid, set_ground
from navpy.motion.agent.shared_params cimport share_params
from navpy.motion.agent.walkable cimport (
    WalkableArea, drop_unused, find_walkable, invalidate, invalidate_filtered, make_walkable, update_clearance, update_flag_graph)
from navpy.mesh.half_edges cimport FilterRules


# ---- agents and their ids ----

cdef const vector[double]* crowd_path(CrowdData* crowd, AgentId id) noexcept nogil:
    if crowd_agent(crowd, id) == NULL:
        return NULL
    return &crowd.paths[slot_of(id)].points


cdef int reserve_slots(CrowdData* crowd, size_t count) except -1 nogil:
    """Removing and activating agents cannot fail: there is room for all slots."""
    reserve_in_huge_pages(&crowd.agents, count)
    reserve_in_huge_pages(&crowd.paths, count)
    reserve_in_huge_pages(&crowd.boundaries, count)
    crowd.free_slots.reserve(crowd.agents.capacity())
    crowd.active.reserve(crowd.agents.capacity())
    return 0


cdef AgentId crowd_add(CrowdData* crowd, const double* position, const AgentParams* params) except -2 nogil:
    """A new agent without a request. Pointers to agents and paths become invalid."""
    cdef Agent fresh
    cdef Agent* agent
    cdef int32_t slot = <int32_t>crowd.agents.size()
    if crowd.free_slots.empty():
        reserve_slots(crowd, slot + 1)
        crowd.paths.resize(slot + 1)
        crowd.boundaries.resize(slot + 1)
        crowd.field_guides.resize(slot + 1, NULL)
        memset(&fresh, 0, sizeof(fresh))
        crowd.agents.push_back(fresh)
    else:
        slot = crowd.free_slots.back()
        crowd.free_slots.pop_back()
    agent = &crowd.agents[slot]
    share_params(&crowd.params, params, &agent.params)
    fresh.generation, fresh.params = agent.generation + 1, agent.params
    memset(agent, 0, sizeof(agent[0]))
    memcpy(agent.position, position, sizeof(agent.position))
    agent.generation, agent.params = fresh.generation, fresh.params
    agent.status, agent.reason = STATUS_FAILURE, REASON_NO_REQUEST
    agent.active_index = -1
    agent.poly, agent.link, agent.makes_way_for, agent.leader, agent.stage = NO_POLY, -1, -1, NO_AGENT, -1
    release(agent)
    measure_base_offset(crowd, agent)
    crowd.paths[slot].filter = NULL
    choose_walkable(crowd, slot)
    cover(&crowd.avoidance.extent, agent)
    schedule_anew(&crowd.avoidance.schedule, slot)
    return make_id(slot, agent.generation)


cdef void measure_base_offset(CrowdData* crowd, Agent* agent) noexcept nogil:
    """Of an agent that was put somewhere. A floor straight above or below is its ground, if it does not know its ground already."""
    cdef NearestPoly at
    agent.base_offset = NAN
    if crowd.mesh != NULL and find_floor(crowd.mesh, agent.position, &at):
        agent.base_offset = agent.position[1] - at.point[1]
        if agent.poly == NO_POLY and at.point[0] == agent.position[0] and at.point[2] == agent.position[2]:
            set_ground(agent, &at)


cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil:
    """Returns False if the id is of no agent. A slot is retired after 2³¹ generations."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent == NULL:
        return False
    stop_agent(crowd, slot_of(id))
    clear_path(crowd, slot_of(id))
    crowd.leash_count -= agent.leader != NO_AGENT
    agent.leader = NO_AGENT
    crowd.paths[slot_of(id)].walkable = NULL
    crowd.paths[slot_of(id)].filter = NULL
    crowd.boundaries[slot_of(id)].walkable = NULL
    crowd.field_guides[slot_of(id)] = NULL
    crowd.boundaries[slot_of(id)].grid = NULL
    agent.generation += 1
    schedule_anew(&crowd.avoidance.schedule, slot_of(id))
    if agent.generation != 0:
        crowd.free_slots.push_back(slot_of(id))
    return True


cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil:
    """Puts an agent, which no body moves, somewhere else. An agent on a link stays on it."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL:
        memcpy(agent.position, position, sizeof(agent.position))
        agent.poly, agent.moved_by_crowd, agent.coasts, agent.is_pushed = NO_POLY, False, False, False
        if agent.follows == FOLLOWS_HOME:
            follow(agent, requested(agent))
        elif agent.follows == RESTS_ASIDE:
            follow(agent, FOLLOWS_NOTHING)
        if agent.where != ON_LINK:
            measure_base_offset(crowd, agent)
        cover(&crowd.avoidance.extent, agent)
        schedule_anew(&crowd.avoidance.schedule, slot_of(id))


# ---- walkable areas ----

cdef int choose_walkable(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Sets the agent's walkable area by its parameters. With another area the walls near the agent are collected anew."""
    cdef const AgentParams* params = crowd.agents[slot].params
    cdef const WalkableArea* walkable
    if not find_walkable(&crowd.walkables, params.include_flags, crowd.paths[slot].filter, params.path_radius, &walkable):
        drop_unused_walkables(crowd)
        walkable = make_walkable(&crowd.walkables, params.include_flags, crowd.paths[slot].filter, params.path_radius)
    if crowd.boundaries[slot].walkable != walkable:
        crowd.boundaries[slot].version = 0
    crowd.paths[slot].walkable = walkable
    crowd.boundaries[slot].walkable = walkable
    return update_walkable(crowd, slot)


cdef int drop_unused_walkables(CrowdData* crowd) except -1 nogil:
    cdef vector[const WalkableArea*] used
    cdef size_t i
    forget_filtered_goals(&crowd.shared, crowd.mesh)
    for i in range(crowd.paths.size()):
        used.push_back(crowd.paths[i].walkable)
    drop_unused(&crowd.walkables, &used)
    return 0


cdef int update_walkable(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Flag graphs are kept up to date for all agents. Clearance maps cost more and are kept up to date for active agents only."""
    cdef WalkableArea* walkable = <WalkableArea*>crowd.paths[slot].walkable
    if walkable == NULL or crowd.mesh == NULL or crowd.mesh.graph == NULL or crowd.mesh.version != crowd.seen_version \
            or crowd.has_new_mesh:
        return 0                                                    # notice_changes will do it
    if is_active(&crowd.agents[slot]):
        return update_clearance(crowd.mesh, walkable)
    return update_flag_graph(crowd.mesh, walkable)


cdef int update_walkables(CrowdData* crowd) except -1 nogil:
    """After a change of the mesh."""
    cdef size_t slot
    invalidate(&crowd.walkables, crowd.has_new_mesh)
    crowd.has_new_mesh = False
    for slot in range(crowd.agents.size()):
        update_walkable(crowd, <int32_t>slot)
    return 0


cdef int crowd_set_params(CrowdData* crowd, AgentId id, const AgentParams* params) except -1 nogil:
    """If the path depends on a changed parameter, an active agent searches a new path with the next step, and a request for the same
    target is a new request."""
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef bint other_path
    if agent == NULL or are_same(agent.params, params):
        return 0
    other_path = need_other_path(agent.params, params)
    share_params(&crowd.params, params, &agent.params)
    cover(&crowd.avoidance.extent, agent)
    if not other_path:
        return 0
    search_anew(crowd, agent)
    return choose_walkable(crowd, slot_of(id))


cdef void search_anew(CrowdData* crowd, Agent* agent) noexcept nogil:
    """The next step searches the path of an active agent anew, and a request for the same target is a new request."""
    agent.path_params_changed = True
    if is_active(agent) and agent.status == STATUS_RUNNING:
        agent.mesh_version = crowd.mesh_version - 1


# ---- filters ----

cdef int crowd_set_filter(CrowdData* crowd, AgentId id, const FilterRules* filter) except -1 nogil:
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef FollowedPath* path
    if agent == NULL or crowd.paths[slot_of(id)].filter == filter:
        return 0
    path = &crowd.paths[slot_of(id)]
    path.filter = filter
    if filter != NULL:
        path.filter_changes, path.filter_discoveries = filter.changes, filter.discoveries
    search_anew(crowd, agent)
    return choose_walkable(crowd, slot_of(id))


cdef int crowd_drop_filter(CrowdData* crowd, const FilterRules* filter) except -1 nogil:
    cdef size_t slot
    for slot in range(crowd.paths.size()):
        if crowd.paths[slot].filter == filter and crowd.agents[slot].generation & 1:
            crowd_set_filter(crowd, make_id(<int32_t>slot, crowd.agents[slot].generation), NULL)
    return drop_unused_walkables(crowd)


cdef int notice_filters(CrowdData* crowd) except -1 nogil:
    """After the rules of filters have changed: their agents search anew. Where polygons only became known, complete paths stay."""
    cdef FollowedPath* path
    cdef bint is_discovery
    cdef size_t slot
    if not invalidate_filtered(&crowd.walkables):
        return 0
    forget_filtered_goals(&crowd.shared, crowd.mesh)
    for slot in range(crowd.agents.size()):
        path = &crowd.paths[slot]
        if path.filter == NULL or path.filter_changes == path.filter.changes:
            continue
        is_discovery = path.filter.changes - path.filter_changes == path.filter.discoveries - path.filter_discoveries
        path.filter_changes, path.filter_discoveries = path.filter.changes, path.filter.discoveries
        crowd.boundaries[slot].version = 0
        update_walkable(crowd, <int32_t>slot)
        if not is_discovery or crowd.agents[slot].reason != REASON_NONE:
            search_anew(crowd, &crowd.agents[slot])
    return 0


# ---- active agents ----

cdef void take_walls(CrowdData* crowd, int32_t slot) noexcept nogil:
    """The walls of the field that the agent follows, or has followed."""
    cdef const FieldGuide* guide = crowd.field_guides[slot]
    crowd.boundaries[slot].grid = guide.grid if guide != NULL and has_field(&crowd.agents[slot]) else NULL


cdef void leave_walls(CrowdData* crowd, int32_t slot) noexcept nogil:
    """A path leads through the walls of a field. Without a navmesh there are no paths, and walls stay."""
    if crowd.mesh != NULL:
        crowd.boundaries[slot].grid = NULL


cdef void list_active(CrowdData* crowd, int32_t slot) noexcept nogil:
    crowd.agents[slot].active_index = <int32_t>crowd.active.size()
    crowd.active.push_back(slot)


cdef void activate(CrowdData* crowd, int32_t slot, Follows now) noexcept nogil:
    """From now on the agent follows a path, a field or a link, and takes part in steps."""
    cdef Agent* agent = &crowd.agents[slot]
    if not is_active(agent):
        agent.coasts = False
        list_active(crowd, slot)
    follow(agent, now)


cdef void stop_agent(CrowdData* crowd, int32_t slot) noexcept nogil:
    """From now on the agent stands and costs nothing. The last active agent takes its place in the list."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef int32_t last
    memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
    agent.coasts = agent.params.max_acceleration > 0.0 and agent.where != ON_LINK and is_point(agent.position) \
        and (agent.velocity[0] != 0.0 or agent.velocity[2] != 0.0)
    if not agent.coasts:
        memset(agent.velocity, 0, sizeof(agent.velocity))
        agent.is_diverted = False
    if not is_active(agent):
        return
    if has_leash(agent):                            # it follows again when it, or its leader, is elsewhere
        memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))
    NAV_ASSERT(crowd.active[agent.active_index] == slot)
    last = crowd.active.back()
    crowd.active[agent.active_index] = last
    crowd.agents[last].active_index = agent.active_index
    crowd.active.pop_back()
    agent.active_index = -1
    rest(agent)
    wait_for(agent, WAITS_FOR_NOTHING)
    agent.place_state, agent.places_lost, agent.looks_at = PLACE_NONE, 0, 0.0
    agent.link_turn = TURN_NONE


cdef void stop_on_ground(CrowdData* crowd, int32_t slot) noexcept nogil:
    """An agent on a link finishes the link first."""
    if crowd.agents[slot].where != ON_LINK:
        stop_agent(crowd, slot)
    elif is_active(&crowd.agents[slot]):
        follow(&crowd.agents[slot], FOLLOWS_LINK)


cdef void clear_path(CrowdData* crowd, int32_t slot) noexcept nogil:
    cdef Agent* agent = &crowd.agents[slot]
    crowd.paths[slot].points.clear()
    crowd.paths[slot].polys.clear()
    crowd.paths[slot].links.clear()
    crowd.paths[slot].tiles.clear()
    agent.next_corner = 0
    agent.path_length = agent.distance_left = agent.distance_after_corner = agent.target_slack = agent.off_by = 0.0
    agent.start_offset = 0.0
    come_to_mesh(agent)
    agent.lane_wait, agent.lane_corners = LANE_NONE if agent.lane_wait == LANE_NONE else LANE_OVER, 0


cdef void fail_request(CrowdData* crowd, int32_t slot, int reason) noexcept nogil:
    """The place of the failure is kept in leg_start: from elsewhere the same request may succeed (may_succeed_now)."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef double off_by = agent.off_by, start_offset = agent.start_offset
    stop_on_ground(crowd, slot)
    clear_path(crowd, slot)
    if has_leash(agent) or is_aside(agent):
        follow(agent, FOLLOWS_NOTHING)
    wait_for(agent, WAITS_FOR_NOTHING)
    agent.stage = -1
    agent.status, agent.reason, agent.off_by, agent.start_offset = STATUS_FAILURE, <uint8_t>reason, off_by, start_offset
    memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))


# ---- the navmesh ----

cdef void crowd_set_mesh(CrowdData* crowd, const MeshView* mesh) noexcept nogil:
    """Borrows a navmesh until the next call. Every call counts as a change of the mesh, also with the same address: in the next step
    all active agents search a path, and all agents without a path for lack of a navmesh."""
    cdef size_t slot
    crowd.mesh = mesh
    crowd.has_new_mesh = True
    crowd.hashed_version = 0
    forget_goals(&crowd.shared)
    crowd.mesh_version += 1
    crowd.shared_end.is_known = False
    crowd.seen_version = mesh.version if mesh != NULL else 0
    for slot in range(crowd.agents.size()):
        crowd.agents[slot].poly = NO_POLY
        crowd.boundaries[slot].version = 0
        if not crowd.agents[slot].generation & 1 or mesh == NULL:
            continue
        if isnan(crowd.agents[slot].base_offset):
            measure_base_offset(crowd, &crowd.agents[slot])
        if crowd.agents[slot].reason == REASON_NO_NAVMESH and not is_active(&crowd.agents[slot]):
            activate(crowd, <int32_t>slot, requested(&crowd.agents[slot]))


cdef int notice_changes(CrowdData* crowd) except -1 nogil:
    """After tiles, links or costs of the mesh have changed, agents forget ground polygons that are gone, and keep valid paths. The
    next step looks whether paths that end beside their target may lead nearer to it by now. It searches all other paths anew, also for
    requests that failed for lack of a navmesh."""
    cdef uint64_t seen = crowd.seen_version
    cdef uint32_t known = crowd.mesh_version
    cdef Agent* agent
    cdef size_t slot
    notice_filters(crowd)
    if crowd.mesh == NULL:
        return 0
    if crowd.mesh.version == seen:
        return update_walkables(crowd) if crowd.has_new_mesh else 0
    crowd.seen_version = crowd.mesh.version
    crowd.mesh_version += 1
    crowd.shared_end.is_known = False
    begin_again(&crowd.shared, crowd.mesh)
    update_walkables(crowd)
    for slot in range(crowd.agents.size()):
        agent = &crowd.agents[slot]
        if not agent.generation & 1:
            continue
        if agent.poly != NO_POLY and not still_there(crowd.mesh, agent.poly, seen):
            agent.poly = NO_POLY
        if is_active(agent) and agent.mesh_version == known and is_still_valid(crowd.mesh, agent, &crowd.paths[slot], seen):
            agent.mesh_version = crowd.mesh_version
            if ends_beside_target(agent) and agent.waits_for == WAITS_FOR_NOTHING:
                wait_for(agent, WAITS_FOR_END)
                crowd.search_queue.push_back(<int32_t>slot)
        elif agent.reason == REASON_NO_NAVMESH and not is_active(agent):
            activate(crowd, <int32_t>slot, requested(agent))
    return 0
