"""Agents that walk the paths they asked for. One ``crowd_steer`` a frame handles all that have one.

As long as an agent keeps to its leg or sees its next corner (path_following) nothing is searched; only where neither is
so, or the navmesh has changed, a new path is."""
from libc.math cimport INFINITY, NAN, fabs, isfinite, isnan
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector
from navpy.arguments cimport read_point, whole
from navpy.core cimport (NO_POLY, PATH_FAILED, PolyRef, REASON_GOAL_OFF_MESH, REASON_INVALID_INPUT, REASON_NO_NAVMESH,
                         REASON_NO_REQUEST, REASON_PATH_LOST, REASON_STOPPED, STATUS_FAILURE,
                         STATUS_RUNNING, STATUS_SUCCESS, NAV_ASSERT)
from navpy.geom cimport distance3, is_point
from navpy.location cimport Location
from navpy.mesh cimport MeshView, still_there
from navpy.motion.arrival cimport has_settled, note_headway
from navpy.motion.avoidance cimport AvoidanceMemory, avoid_range, gather_bodies, separate, stop_body
from navpy.motion.crowd_data cimport CrowdData
from navpy.motion.crowd_state cimport read_state, write_state
from navpy.motion.path_following cimport (FollowedPath, choose_velocity, cross_link, is_untouched, judge, keep_to_leg,
                                          keep_to_link, land, look, move_end, remember, stand, start_path, turn_corners)
from navpy.navmesh cimport NavMesh
from navpy.query.path cimport PathBuffer, PathOptions, default_options, find_path
from navpy.query.surface cimport MoveResult, move_along_surface
from navpy.query.visibility_graph cimport look_ahead

from navpy.core import Reason, Status

cdef double RETRY_DISTANCE = 0.01       # metres an agent must have moved for a failed search to be worth repeating
cdef double REPAIR_FRACTION = 0.05      # of the path's length: how far a target may move before it is searched anew

cdef enum:
    CHUNK = 256                         # agents that an executor is given at once
    STEPS_AHEAD = 1500                  # of `look_ahead` a step: a quarter of a millisecond, until it has been everywhere on the mesh


# ---- agents and their ids ----

cdef AgentParams default_params() noexcept nogil:
    cdef AgentParams params
    params.radius, params.max_speed, params.max_deceleration = 0.5, 3.5, 15.0
    params.path_desired_distance, params.target_desired_distance, params.path_max_distance = 1.0, 1.0, 5.0
    params.height, params.neighbor_distance, params.max_neighbors = 1.0, 50.0, 10
    params.time_horizon_agents, params.time_horizon_obstacles = 1.0, 0.5
    params.avoidance_priority, params.avoidance_layers, params.avoidance_mask = 1.0, 1, 1
    params.avoidance_enabled, params.yields = True, True
    return params


cdef const char* params_fault(const AgentParams* params) noexcept nogil:
    """Name of the first parameter that is NaN, negative or not finite (a deceleration must be positive), NULL if none.
    max_deceleration and path_max_distance may be infinite."""
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
    return NULL


cdef inline AgentId make_id(int32_t slot, uint32_t generation) noexcept nogil:
    return <AgentId>((<uint64_t>generation << 32) | <uint32_t>slot)


cdef inline int32_t slot_of(AgentId id) noexcept nogil:
    return <int32_t><uint32_t>id


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
    agent.params = params[0]
    agent.status, agent.reason = STATUS_FAILURE, REASON_NO_REQUEST
    agent.active_index, agent.girth = -1, 1.0
    agent.poly, agent.link = NO_POLY, -1
    measure_height(crowd, agent)
    return make_id(slot, agent.generation)


cdef bint crowd_remove(CrowdData* crowd, AgentId id) noexcept nogil:
    """False where the id is stale. A slot whose 2³¹ generations are used up is never taken again."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent == NULL:
        return False
    halt(crowd, slot_of(id))
    clear_path(crowd, slot_of(id))
    agent.generation += 1
    if agent.generation != 0:
        crowd.free_slots.push_back(slot_of(id))
    return True


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
    agent.active, agent.active_index = False, -1


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


cdef bint search(CrowdData* crowd, int32_t slot) except -1 nogil:
    """Find the way from where the agent is, or from the end of the link that it is on, to its target. False: there is none,
    the reason is set, the path is gone."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef PathBuffer* found = &crowd.buffer
    cdef PathOptions options = default_options()
    clear_path(crowd, slot)
    memcpy(agent.leg, agent.position, sizeof(agent.leg))
    agent.mesh_version = crowd.mesh_version
    agent.reason = REASON_INVALID_INPUT
    if not (is_point(agent.position) and is_point(agent.target)):
        return False
    agent.reason = REASON_NO_NAVMESH
    if crowd.mesh == NULL or crowd.mesh.island_count == 0:
        return False
    crowd.searches += 1
    options.allow_partial = agent.allow_partial
    find_path(crowd.mesh, crowd.mesh.graph, &options, &crowd.search,
              &agent.position[0] if agent.link < 0 else &agent.landing[0], agent.target, found)
    agent.reason, agent.off_by = <uint8_t>found.reason, found.off_by
    if found.status == PATH_FAILED:
        return False
    NAV_ASSERT(not found.points.empty())
    note_tiles(crowd.mesh, &found.corridor, &crowd.paths[slot].tiles)
    take_path(agent, found, &crowd.paths[slot])
    agent.slack = REPAIR_FRACTION * agent.distance_left
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
    if search(crowd, slot):
        if agent.status == STATUS_FAILURE:
            agent.status = STATUS_RUNNING
    elif agent.status == STATUS_SUCCESS:
        agent.reason = reason
        come_to_rest(crowd, slot)
    else:
        give_up(crowd, slot, REASON_PATH_LOST if lost else agent.reason)
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


cdef int crowd_request_path(CrowdData* crowd, AgentId id, const double* target, bint allow_partial) except -1 nogil:
    """Ask for a way to the target and return the request's StatusCode, at once: the path is searched here.

    May be called every frame. The same target (to float32) as that of the present request restarts nothing and returns
    how it stands, except that a failed search is repeated once the navmesh was set again, or the agent has moved by a
    centimetre and the reason may have gone with that. A moved target is a new request; where it moved little, or stays in
    sight on the last leg, the path is mended instead of searched. Within target_desired_distance of the target, along
    the path, a request succeeds at once; the agent still glides on to the end of its path."""
    cdef Agent* agent = crowd_agent(crowd, id)
    cdef int32_t slot = slot_of(id)
    cdef bint same, mended
    cdef double left
    if agent == NULL:
        return STATUS_FAILURE
    notice_changes(crowd)
    left = agent.distance_left
    same = is_same_request(agent, target, allow_partial)
    if same and not worth_retrying(crowd, agent):
        return agent.status
    mended = not same and agent.mesh_version == crowd.mesh_version \
        and move_end(crowd.mesh, agent, &crowd.paths[slot], target, allow_partial)
    memcpy(agent.target, target, sizeof(agent.target))
    agent.allow_partial = allow_partial
    agent.replans = agent.replans + 1 if same else 0
    agent.status = STATUS_RUNNING
    if not same and not mended:
        agent.waited = agent.insists = agent.nearest = 0.0
    if mended or search(crowd, slot):
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
    crowd.mesh_version += 1
    crowd.seen_version = mesh.version if mesh != NULL else 0
    for slot in range(crowd.agents.size()):
        crowd.agents[slot].poly = NO_POLY
        crowd.boundaries[slot].version = 0
        if crowd.agents[slot].generation & 1 and crowd.agents[slot].reason == REASON_NO_NAVMESH and mesh != NULL:
            activate(crowd, <int32_t>slot)


cdef void notice_changes(CrowdData* crowd) noexcept nogil:
    """Where tiles, links or costs of the mesh have changed: forget polygons that are gone, let those search anew whose way
    was touched, and those who failed for lack of a navmesh."""
    cdef uint64_t seen = crowd.seen_version
    cdef uint32_t known = crowd.mesh_version
    cdef Agent* agent
    cdef size_t slot
    if crowd.mesh == NULL or crowd.mesh.version == seen:
        return
    crowd.seen_version = crowd.mesh.version
    crowd.mesh_version += 1
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


# ---- a step ----

cdef int steer_on_link(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    """Until it lands, or its way is lost."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    if not keep_to_link(agent, dt):
        agent.link = -1
        if path.points.empty():
            halt(crowd, slot)
        else:
            search_again(crowd, slot, True)
    elif land(agent, path) and path.points.empty():
        halt(crowd, slot)
    return 0


cdef int steer_agent(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    if not is_point(agent.position):
        agent.link = -1
    if agent.mesh_version != crowd.mesh_version and (
            agent.link < 0 or not path.points.empty() or agent.reason == REASON_NO_NAVMESH):
        search_again(crowd, slot, False)
    elif not is_point(agent.position):
        give_up(crowd, slot, REASON_INVALID_INPUT)
    if agent.active and agent.link >= 0:
        steer_on_link(crowd, slot, dt)
    if agent.active and agent.link < 0 and not keep_to_leg(crowd.mesh, agent, path):
        search_again(crowd, slot, True)
    if agent.active and agent.link < 0:
        turn_corners(crowd.mesh, agent, path)
    if agent.active and agent.link >= 0:
        cross_link(agent, path, dt)
    elif agent.active and not choose_velocity(agent, path, dt):
        halt(crowd, slot)
    return 0


cdef int crowd_steer(CrowdData* crowd, double dt) except -1 nogil:
    """Desired velocities of all active agents for the next dt seconds, from where they are now. dt ≤ 0: the velocities
    are not held back for the length of the step."""
    cdef size_t i = 0
    cdef int32_t slot
    notice_changes(crowd)
    while i < crowd.active.size():
        slot = crowd.active[i]
        steer_agent(crowd, slot, dt)
        if crowd.agents[slot].active:       # else another one has taken its place in the list
            i += 1
    if crowd.mesh != NULL:
        look_ahead(crowd.mesh, crowd.mesh.graph, &crowd.search.sights, STEPS_AHEAD)
    return 0


cdef int crowd_look_around(CrowdData* crowd, double dt) except -1 nogil:
    """Note who takes part in avoidance, with the velocities that they moved by in the last step."""
    return gather_bodies(&crowd.avoidance, &crowd.agents, dt)


cdef int crowd_settle(CrowdData* crowd, double dt) except -1 nogil:
    """SUCCESS for those who get no nearer as others stand there already."""
    cdef Agent* agent
    cdef int32_t i, slot
    for i in range(<int32_t>crowd.active.size()):
        note_headway(&crowd.agents[crowd.active[i]], dt)
    for i in range(<int32_t>crowd.avoidance.bodies.size()):
        slot = crowd.avoidance.manners[i].slot
        agent = &crowd.agents[slot]
        if agent.active and has_settled(&crowd.avoidance, &crowd.agents, i, &crowd.memory):
            agent.status = STATUS_SUCCESS
            halt(crowd, slot)
            stop_body(&crowd.avoidance, i, agent)
    return 0


cdef void wish_on(CrowdData* crowd) noexcept nogil:
    """All move as they wish, for the time being."""
    cdef Agent* agent
    cdef size_t i
    for i in range(crowd.agents.size()):
        agent = &crowd.agents[i]
        memcpy(agent.velocity, agent.desired_velocity, sizeof(agent.velocity))
        agent.is_pushed = agent.is_close = False


cdef int crowd_avoid(CrowdData* crowd, double dt) except -1 nogil:
    """Velocities as others leave them, of those who avoid; of all others as they wish. dt ≤ 0: as all wish."""
    wish_on(crowd)
    if not dt > 0.0:
        return 0
    avoid_range(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, 0, <int32_t>crowd.avoidance.bodies.size(), dt,
                &crowd.memory)
    return separate(crowd.mesh, &crowd.avoidance, &crowd.agents, dt, &crowd.memory)


cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil:
    """All phases of a step but the last."""
    crowd_steer(crowd, dt)
    crowd_look_around(crowd, dt)
    crowd_settle(crowd, dt)
    return crowd_avoid(crowd, dt)


cdef void measure_height(CrowdData* crowd, Agent* agent) noexcept nogil:
    cdef Location at
    agent.height = NAN
    if crowd.mesh != NULL and look(crowd.mesh, agent.position, &at):
        agent.height = agent.position[1] - at.point[1]


cdef void crowd_place(CrowdData* crowd, AgentId id, const double* position) noexcept nogil:
    """Put an agent somewhere else, for where no body does: its height over the floor is measured anew. On a link it stays
    on that, unless it is far off."""
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL:
        memcpy(agent.position, position, sizeof(agent.position))
        agent.poly, agent.is_moved = NO_POLY, False
        if agent.link < 0:
            measure_height(crowd, agent)


cdef int move_agent(CrowdData* crowd, Agent* agent, double dt) except -1 nogil:
    """Along the floor, however steep, and where that ends no farther. Links lead through the air; who is not over a floor goes
    straight on until there is one."""
    cdef double end[3]
    cdef Location at
    cdef MoveResult moved
    cdef int i
    agent.is_moved = True
    if agent.link >= 0:
        for i in range(3):
            agent.position[i] += agent.velocity[i] * dt
        return 0
    if isnan(agent.height):
        measure_height(crowd, agent)
    for i in range(3):
        end[i] = agent.position[i] + agent.velocity[i] * dt
    if crowd.mesh == NULL or isnan(agent.height) or not stand(crowd.mesh, agent, &at):
        agent.position[0], agent.position[2] = end[0], end[2]
        return 0
    move_along_surface(crowd.mesh, crowd.mesh.graph, &crowd.memory.flood, at.poly, at.point, end, &moved, &crowd.memory.visited)
    at.poly = moved.poly
    memcpy(at.point, moved.point, sizeof(at.point))
    agent.position[0], agent.position[1], agent.position[2] = at.point[0], at.point[1] + agent.height, at.point[2]
    remember(agent, &at)
    return 0


cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil:
    """Move agents by their velocities, for where no body does. An agent rises and falls with the floor beneath it, or along its link,
    and so keeps the height of its origin over that. Nothing for dt ≤ 0 or NaN."""
    cdef Agent* agent
    cdef size_t slot
    notice_changes(crowd)
    if not dt > 0.0:
        return 0
    for slot in range(crowd.agents.size()):
        agent = &crowd.agents[slot]
        if agent.generation & 1 and (agent.active or agent.is_pushed):
            move_agent(crowd, agent, dt)
    return 0


# ---- Python ----

cdef int read_place(str name, point, double* out) except -1:
    read_point(name, point, out)
    if not is_point(out):
        raise ValueError(f"{name}: must be finite and within 1e30 m, is ({out[0]}, {out[1]}, {out[2]})")
    return 0


cdef int read_params(dict given, AgentParams* params) except -1:
    cdef dict values = params[0]
    cdef const char* fault
    for name, value in given.items():
        if name not in values:
            raise ValueError(f"{name}: no such parameter of an agent, there are {', '.join(values)}")
        if name in ("avoidance_enabled", "yields"):
            values[name] = bool(value)
        elif name in ("avoidance_layers", "avoidance_mask", "max_neighbors"):
            values[name] = whole(name, value, 0, 0x7fffffff)
        else:
            try:
                values[name] = float(value)
            except (TypeError, ValueError):
                raise ValueError(f"{name}: must be a number, is {value!r}") from None
    params[0] = values
    fault = params_fault(params)
    if fault != NULL:
        name = fault.decode()
        raise ValueError(f"{name}: must be {'positive' if name == 'max_deceleration' else 'at least 0 and finite'}, "
                         f"is {values[name]}")
    return 0


cdef class StepMemory:
    """Working memory of a thread."""
    cdef AvoidanceMemory memory


def avoid_chunk(Crowd crowd not None, int32_t first, int32_t end, double dt):
    """Velocities of some of those who take part, without the GIL."""
    cdef StepMemory mine = crowd.memories.pop() if crowd.memories else StepMemory.__new__(StepMemory)
    with nogil:
        avoid_range(crowd.data.mesh, &crowd.data.avoidance, &crowd.data.agents, &crowd.data.boundaries, first, end, dt, &mine.memory)
    crowd.memories.append(mine)


cdef class AgentHolder:
    """Keeps alive what arrays look at: the crowd, or its agents as they lay there once."""


class AgentColumn:
    """What numpy has to know of a field of all agents (its array interface)."""

    def __init__(self, holder, size_t first, str kind, tuple shape, tuple strides):
        self.holder = holder
        self.__array_interface__ = {"version": 3, "data": (first, True), "typestr": kind, "shape": shape, "strides": strides}


cdef class Crowd:
    """Crowd(mesh=None): agents that walk a NavMesh.

    An agent is named by an int that is never used twice. One that was removed, or never was, is a ValueError where
    something is asked of it; ``remove`` and ``stop`` take it for done. Points are (x, y, z) in metres, speeds are metres
    a second. ``positions``, ``velocities``, ``desired_velocities`` and ``statuses`` are views of the crowd's own memory, not copies:
    they follow its steps until agents are added or a state is loaded; row ``agent & 0xffffffff`` is that agent's, and a removed one
    leaves its row as it was until another takes it.
    """

    def __init__(self, NavMesh mesh=None):
        self.mesh, self.memories = mesh, []

    cdef Agent* find(self, AgentId agent) except NULL:
        cdef Agent* found = crowd_agent(&self.data, agent)
        if found == NULL:
            raise ValueError(f"agent: {agent} was removed or never was one of this crowd")
        return found

    @property
    def mesh(self):
        """The NavMesh, or None. Setting it, even to the same one, makes all who walk search their path anew. Where it changes
        by itself, those do whose way crosses a tile that has changed, and all where links or costs have."""
        return self.navmesh

    @mesh.setter
    def mesh(self, NavMesh mesh):
        cdef const MeshView* view = NULL
        if mesh is not None:
            view = &mesh.view
        crowd_set_mesh(&self.data, view)
        self.navmesh = mesh

    def add_agent(self, position, **params):
        """Add an agent, its origin at or over a floor, and return its id. Keywords, in metres and seconds: radius 0.5,
        max_speed 3.5, max_deceleration 15, path_desired_distance 1, target_desired_distance 1, path_max_distance 5.
        ValueError: an unknown, negative or NaN one; a position that is not finite."""
        cdef AgentParams p = default_params()
        cdef double at[3]
        read_place("position", position, at)
        read_params(params, &p)
        self.make_room(self.data.agents.size() + 1)
        return crowd_add(&self.data, at, &p)

    def remove(self, AgentId agent):
        """True if there was such an agent."""
        return crowd_remove(&self.data, agent)

    def request_path(self, AgentId agent, target, bint allow_partial=False):
        """Ask for a way to the target; Status at once. FAILURE tells its reason by ``reason``, INVALID_INPUT for a target
        that is not finite. May be called every step: the same target restarts nothing. allow_partial: where the target
        cannot be reached, walk to the reachable point nearest to it; that is a SUCCESS with a reason."""
        cdef double end[3]
        cdef int status
        self.find(agent)
        read_point("target", target, end)
        with nogil:
            status = crowd_request_path(&self.data, agent, end, allow_partial)
        return Status(status)

    def stop(self, AgentId agent):
        """Take the request back; the agent stands still, its status is FAILURE, its reason STOPPED."""
        crowd_stop(&self.data, agent)

    def step(self, double dt, executor=None):
        """Steer all agents and move them, dt ≥ 0 seconds. Each keeps the height of its origin over the floor. executor: a
        concurrent.futures.Executor of threads, which shares the work of avoiding; the same bits come out."""
        self.decide(dt, executor)
        with nogil:
            crowd_integrate(&self.data, dt)

    def steer(self, double dt, executor=None):
        """As ``step``, but nobody is moved: ``velocities`` are for bodies that move themselves."""
        self.decide(dt, executor)

    cdef int decide(self, double dt, executor) except -1:
        cdef int32_t count, first
        if not (dt >= 0.0 and isfinite(dt)):
            raise ValueError(f"dt: must be at least 0 and finite, is {dt}")
        if executor is None or dt == 0.0:
            with nogil:
                crowd_decide(&self.data, dt)
            return 0
        with nogil:
            crowd_steer(&self.data, dt)
            crowd_look_around(&self.data, dt)
            crowd_settle(&self.data, dt)
            wish_on(&self.data)
        count = <int32_t>self.data.avoidance.bodies.size()
        for done in [executor.submit(avoid_chunk, self, first, min(first + CHUNK, count), dt) for first in range(0, count, CHUNK)]:
            done.result()
        with nogil:
            separate(self.data.mesh, &self.data.avoidance, &self.data.agents, dt, &self.data.memory)
        return 0

    def save_state(self):
        """bytes: all that the crowd's next steps depend on, but the navmesh. With `load_state` one goes back to this moment, and from
        there the same calls lead to the same bits."""
        cdef vector[char] out
        with nogil:
            write_state(&self.data, &out)
        return out.data()[:out.size()]

    def load_state(self, const unsigned char[::1] state not None):
        """Go back to a saved moment of this crowd, or take over that of another one on the same navmesh. ValueError: no such bytes,
        damaged ones, those of another version or of another navmesh; then all stays as it is."""
        cdef const char* wrong
        self.make_room(self.data.agents.capacity() + 1)         # as many as it may come to have
        with nogil:
            read_state(&self.data, <const char*>&state[0] if state.shape[0] > 0 else NULL, state.shape[0], &wrong)
        if wrong != NULL:
            raise ValueError(f"state: {wrong.decode()}")

    def set_position(self, AgentId agent, position):
        """Put the agent somewhere else. On its way it goes on from there, by a new path where it has to."""
        cdef double at[3]
        self.find(agent)
        read_place("position", position, at)
        crowd_place(&self.data, agent, at)

    def __len__(self):
        cdef size_t slot, count = 0
        for slot in range(self.data.agents.size()):
            count += self.data.agents[slot].generation & 1
        return count

    def __contains__(self, AgentId agent):
        return crowd_agent(&self.data, agent) != NULL

    @property
    def agents(self):
        """Ids of all agents, by slot: a removed agent's place in this order is the next one's that is added."""
        cdef size_t slot
        return [make_id(<int32_t>slot, self.data.agents[slot].generation) for slot in range(self.data.agents.size())
                if self.data.agents[slot].generation & 1]

    @property
    def positions(self):
        """float64 (n, 3), metres."""
        return self.column(<char*>&self.data.agents.data().position[0], True)

    @property
    def desired_velocities(self):
        """float64 (n, 3), metres a second, y = 0 but on a link."""
        return self.column(<char*>&self.data.agents.data().desired_velocity[0], True)

    @property
    def velocities(self):
        """float64 (n, 3), metres a second: the desired velocities as others leave them; what ``step`` moves by."""
        return self.column(<char*>&self.data.agents.data().velocity[0], True)

    @property
    def statuses(self):
        """uint8 (n,), Status of each request."""
        return self.column(<char*>&self.data.agents.data().status, False)

    cdef object column(self, char* first, bint vectors):
        """A read-only view of one field of all agents; ``first``: where the first one has it."""
        import numpy as np
        cdef size_t slots = self.data.agents.size()
        if slots == 0:
            return np.zeros((0, 3)) if vectors else np.zeros(0, np.uint8)
        if self.holder is None:
            self.holder = AgentHolder.__new__(AgentHolder)
            self.holder.crowd = self
        if vectors:
            return np.asarray(AgentColumn(self.holder, <size_t>first, "<f8", (slots, 3), (sizeof(Agent), sizeof(double))))
        return np.asarray(AgentColumn(self.holder, <size_t>first, "|u1", (slots,), (sizeof(Agent),)))

    cdef int make_room(self, size_t slots) except -1:
        """Before agents are laid elsewhere: arrays that somebody still holds keep the place that they look at."""
        if slots > self.data.agents.capacity() and self.holder is not None:
            self.holder.agents.swap(self.data.agents)
            self.data.agents.reserve(2 * slots)
            self.data.agents = self.holder.agents
            self.holder.crowd = self.holder = None
        return 0

    def position(self, AgentId agent):
        cdef Agent* found = self.find(agent)
        return found.position[0], found.position[1], found.position[2]

    def desired_velocity(self, AgentId agent):
        cdef Agent* found = self.find(agent)
        return found.desired_velocity[0], found.desired_velocity[1], found.desired_velocity[2]

    def velocity(self, AgentId agent):
        """Metres a second: the desired velocity as others leave it."""
        cdef Agent* found = self.find(agent)
        return found.velocity[0], found.velocity[1], found.velocity[2]

    def status(self, AgentId agent):
        """Status of the request: FAILURE before the first. RUNNING until at most target_desired_distance is left."""
        return Status(self.find(agent).status)

    def reason(self, AgentId agent):
        """Why the status is what it is."""
        return Reason(self.find(agent).reason)

    def link(self, AgentId agent):
        """Id of the off-mesh link that the agent is crossing, −1 for none. It goes right up to a link and then straight
        through the air to its end, even if its request is taken back meanwhile or fails. A body that comes no nearer to
        that for a second looks for another way."""
        return self.find(agent).link

    def is_active(self, AgentId agent):
        """Whether the agent has a path to walk; after SUCCESS it glides on until it rests at the end of its path. Without
        a path it is active until the end of the link that it is crossing."""
        return self.find(agent).active != 0

    def path(self, AgentId agent):
        """float32 (n, 3): the taut path that is or was walked, start and end included; empty after a failure."""
        import numpy as np
        cdef size_t i
        self.find(agent)
        cdef const vector[double]* path = crowd_path(&self.data, agent)
        return np.array([path.at(i) for i in range(path.size())], dtype=np.float32).reshape(-1, 3)

    def distance_left(self, AgentId agent):
        """Metres along the path to its end, in the ground plane, on links in space, as of the last step or request."""
        return self.find(agent).distance_left

    def replans(self, AgentId agent):
        """Paths searched for the present request after its first."""
        return self.find(agent).replans

    @property
    def searches(self):
        """Paths searched since there is this crowd."""
        return self.data.searches
