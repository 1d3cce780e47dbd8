"""The node Crowd: its agents make their steps together, in one call in a physics frame. They are those of the NavAgents below it, and
agents without a node, which a MultiMesh may draw."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.algorithm cimport binary_search, sort
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.core cimport STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport (
    ClassSpec, GdDictionary, GdMultiMesh, GdNavFilter, GdNavFlowField, GdPackedInt64Array, GdPackedStringArray, GdPackedVector3Array,
    GdRef, type_spec)
from navpy.godot.crowd_arrays cimport (
    awaits_navmesh, get_agents, get_distances_to_stop, get_moving, get_positions, get_smoothed_speeds, get_statuses,
    get_turning_speeds, get_turns_ahead, get_velocities, status_of)
from navpy.godot.crowd_drawing cimport draw, enter_drawing, leave_drawing, other_with, update_multimesh_users
from navpy.godot.crowd_focus cimport apply_steps, declare_focus, free_focus, make_focus, update_focus
from navpy.godot.crowd_node_data cimport CrowdNode, OwnAgent
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.setting_properties cimport declare_rows
from navpy.godot.field.field_goals cimport guide_of
from navpy.godot.field.nav_flow_field cimport flow_field_of
from navpy.godot.field.nav_flow_field_data cimport NavFlowField
from navpy.godot.world.engine_crowd cimport NEVER, add_member, count_agents, fit_to_speed, follow_guide, release_crowd
from navpy.godot.binding.gd cimport PACKED_INT64_ARRAY, GdPacked, GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport add_message, node_error, node_path
from navpy.godot.binding.packed cimport fill_longs, longs_of, put_values, values_of, vectors_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.binding.vector cimport put_place
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.world cimport (
    advance_crowd, world_add_crowd, world_enter, world_leave, world_mesh, world_remove_crowd, world_rules)
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.motion.agent.agent cimport Agent, is_active
from navpy.motion.agent.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport (
    NO_AGENT, SEARCH_BUDGET, AgentId, crowd_add, crowd_agent, crowd_place, crowd_remove, crowd_set_filter, slot_of)
from navpy.motion.crowd.crowd_requests cimport crowd_expect, crowd_request_path, crowd_stop
from navpy.motion.crowd.crowd_state cimport agent_values, load_agent_values
from navpy.motion.crowd.flock cimport crowd_set_leader

from navpy.motion.agent.agent_params import GROUPS

cdef GdVariant* arrived_signal
cdef GdVariant* failed_signal


# ---- every physics frame ----

cdef void collect_ended(CrowdNode* node, vector[AgentId]* arrived, vector[AgentId]* failed) noexcept nogil:
    """Agents whose request has ended since the last signals."""
    cdef uint8_t status
    cdef uint8_t* emitted
    cdef size_t i
    for i in range(node.own.size()):
        status = status_of(node, node.own[i].id)
        emitted = &node.emitted[slot_of(node.own[i].id)]
        if status == STATUS_SUCCESS and emitted[0] == STATUS_RUNNING:
            arrived.push_back(node.own[i].id)
        elif status == STATUS_FAILURE and emitted[0] == STATUS_RUNNING:
            failed.push_back(node.own[i].id)
        emitted[0] = status


cdef void emit_ended(CrowdNode* node) noexcept nogil:
    """agents_arrived and agents_failed. A handler may free the node."""
    cdef vector[AgentId] arrived, failed
    cdef int64_t id = navpy_gd.object_get_instance_id(node.owner)
    cdef void* owner = node.owner
    collect_ended(node, &arrived, &failed)
    if not arrived.empty():
        emit_agents(owner, arrived_signal, &arrived)
    if not failed.empty() and navpy_gd.object_get_instance_from_id(id) != NULL:
        emit_agents(owner, failed_signal, &failed)


cdef void emit_agents(void* owner, GdVariant* signal, const vector[AgentId]* agents) noexcept nogil:
    cdef GdPacked packed
    cdef GdVariant value
    navpy_gd.ctor0[<int>PACKED_INT64_ARRAY](&packed, NULL)
    fill_longs(&packed, <const int64_t*>agents.data(), <int64_t>agents.size())
    navpy_gd.var_from[<int>PACKED_INT64_ARRAY](&value, &packed)
    emit(owner, signal, &value, 1)
    navpy_gd.variant_destroy(&value)
    navpy_gd.dtor[<int>PACKED_INT64_ARRAY](&packed)


cdef void physics_process(CrowdNode* node) noexcept nogil:
    cdef double delta = physics_delta(node.owner)
    cdef void* owner = node.owner
    cdef int64_t id
    if not node.own.empty():
        world_mesh(node.world)                  # agents that wait for it walk as soon as it is there
    if not node.crowd.data.active.empty() or node.crowd.has_pending_calls or node.crowd.data.leash_count > 0 or node.settles:
        id = navpy_gd.object_get_instance_id(owner)
        update_focus(node)
        advance_crowd(node.world, &node.crowd, delta)
        if navpy_gd.object_get_instance_from_id(id) == NULL:
            return
    # another crowd's step may have led to a step of this crowd
    if (node.has_changed or node.crowd.frame != node.drawn_frame) and not node.own.empty():
        draw(node, delta)
        emit_ended(node)


# ---- the scene tree ----

cdef void on_made(CrowdNode* node) noexcept nogil:
    node.crowd.owner = node.owner
    node.crowd.frame = node.crowd.read_frame = node.request_frame = node.drawn_frame = NEVER
    node.params = default_params()
    node.uses_threads = True
    make_focus(node)


cdef void on_freed(CrowdNode* node) noexcept nogil:
    cdef size_t i
    release_crowd(&node.crowd)
    free_focus(node)
    navpy_gd.ref_set_object(&node.filter, NULL)
    for i in range(node.own.size()):
        navpy_gd.ref_set_object(&node.own[i].filter, NULL)
    navpy_gd.ref_set_object(&node.multimesh, NULL)


cdef void apply_filter(CrowdNode* node, const OwnAgent* own) noexcept nogil:
    """The crowd's agent walks by the rules of its filter on the map of this world."""
    if node.world != NULL:
        crowd_set_filter(&node.crowd.data, own.id, world_rules(node.world, nav_filter_of(own.filter)) if own.filter != NULL else NULL)


cdef void on_notification(CrowdNode* node, int32_t what) noexcept nogil:
    cdef size_t i
    if what == NOTIFICATION_ENTER_TREE:
        node.world = world_enter(node, 0)
        if node.world != NULL:
            world_add_crowd(node.world, &node.crowd)
            for i in range(node.own.size()):
                apply_filter(node, &node.own[i])
            node_set_physics(node.owner, not in_editor())
            enter_drawing(node)
    elif what == NOTIFICATION_EXIT_TREE and node.world != NULL:
        world_remove_crowd(node.world, &node.crowd)
        world_leave(node.world)
        node.world = NULL
        leave_drawing(node)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and node.world != NULL:
        physics_process(node)


cdef void on_changed(CrowdNode* node, const char* property) noexcept nogil:
    node.crowd.is_single_threaded = not node.uses_threads
    apply_steps(node)


# ---- methods ----

cdef int64_t get_agent_count(CrowdNode* node) noexcept nogil:
    return count_agents(&node.crowd)


cdef int64_t get_walking_count(CrowdNode* node) noexcept nogil:
    cdef const Agent* agent
    cdef int64_t count = node.crowd.data.active.size()
    cdef size_t i
    for i in range(node.own.size()):
        agent = crowd_agent(&node.crowd.data, node.own[i].id)
        count += not is_active(agent) and awaits_navmesh(node, agent)
    return count


cdef int64_t get_goal_field_count(CrowdNode* node) noexcept nogil:
    return node.crowd.data.shared.fields


cdef bint are_places(CrowdNode* node, const GdVector3* points, int64_t count, const char* method) noexcept nogil:
    """False, after an error: a point is not finite."""
    cdef double place[3]
    cdef int64_t i
    for i in range(count):
        put_place(&points[i], place)
        if not is_point(place):
            with gil:
                node_error(node.owner, f"{method.decode()} needs positions that are finite and not beyond all measure, "
                                       f"positions[{i}] is {place_text(&points[i], node.cls.is_plane)}: nothing has changed")
            return False
    return True


cdef void add_agents(CrowdNode* node, const GdPackedVector3Array* positions, GdPackedInt64Array* out) noexcept nogil:
    cdef int64_t count, i
    cdef const GdVector3* places = vectors_of(positions, &count)
    cdef vector[AgentId] ids
    cdef OwnAgent own
    cdef double position[3]
    cdef AgentParams params = node.params
    if not are_places(node, places, count, b"add_agents"):
        return
    if node.cls.is_plane:
        fit_to_speed(&params)
    own.yaw, own.step, own.trail, own.filter = 0.0, 0.0, 0.0, NULL
    if node.world != NULL:
        world_mesh(node.world)
    for i in range(count):
        put_place(&places[i], position)
        own.id = crowd_add(&node.crowd.data, position, &params)
        add_member(&node.crowd, own.id, NULL, NULL)
        node.own.push_back(own)
        navpy_gd.ref_set_object(&node.own.back().filter, node.filter)
        apply_filter(node, &node.own.back())
        node.emitted.resize(node.crowd.members.size())
        node.emitted[slot_of(own.id)] = STATUS_FAILURE
        ids.push_back(own.id)
    node.has_changed = True
    fill_longs(out, <const int64_t*>ids.data(), count)


cdef void remove_agents(CrowdNode* node, const GdPackedInt64Array* agents) noexcept nogil:
    cdef int64_t count, k
    cdef const int64_t* ids = longs_of(agents, &count)
    cdef size_t i, kept = 0
    for k in range(count):
        if is_own(node, ids[k]):
            crowd_remove(&node.crowd.data, ids[k])
    for i in range(node.own.size()):
        if crowd_agent(&node.crowd.data, node.own[i].id) != NULL:
            node.own[kept] = node.own[i]
            kept += 1
        else:
            navpy_gd.ref_set_object(&node.own[i].filter, NULL)
    node.own.resize(kept)
    node.has_changed = True
    if kept == 0:
        draw(node, 0.0)                     # no instances; without agents there are no frames


cdef void set_agents_filter(CrowdNode* node, const GdPackedInt64Array* agents, GdNavFilter* filter) noexcept nogil:
    cdef int64_t count
    cdef size_t k
    cdef const int64_t* ids = longs_of(agents, &count)
    cdef vector[AgentId] chosen
    cdef void* former = NULL
    chosen.assign(&ids[0], &ids[count])
    sort(chosen.begin(), chosen.end())
    for k in range(node.own.size()):
        if binary_search(chosen.begin(), chosen.end(), node.own[k].id):
            navpy_gd.ref_set_object(&former, node.own[k].filter)
            navpy_gd.ref_set_object(&node.own[k].filter, filter)
            apply_filter(node, &node.own[k])
    navpy_gd.ref_set_object(&former, NULL)


cdef void get_filter(CrowdNode* node, GdRef[GdNavFilter]* out) noexcept nogil:
    navpy_gd.ref_set_object(out, node.filter)


cdef void set_filter(CrowdNode* node, GdNavFilter* filter) noexcept nogil:
    navpy_gd.ref_set_object(&node.filter, filter)


cdef inline bint is_own(CrowdNode* node, AgentId id) noexcept nogil:
    return crowd_agent(&node.crowd.data, id) != NULL and node.crowd.members[<uint32_t>id].node == NULL


cdef bint are_paired(CrowdNode* node, int64_t agents, int64_t points, const char* method) noexcept nogil:
    if points == agents or points == 1:
        return True
    with gil:
        node_error(node.owner, f"{method.decode()} was given {agents} agents and {points} points: give one point each, or one for all")
    return False


cdef bint request(CrowdNode* node, AgentId id, const double* target) noexcept nogil:
    """False: there is no path. A signal tells how the request ends, once for each target. The requests of a frame search at once until
    they have opened SEARCH_BUDGET nodes; later requests wait in the queue of the crowd's steps."""
    cdef const Agent* agent = crowd_agent(&node.crowd.data, id)
    cdef bint same = agent.status == STATUS_SUCCESS and agent.target[0] == target[0] and agent.target[1] == target[1] \
        and agent.target[2] == target[2]
    cdef int64_t before = node.crowd.data.spent
    cdef int status = crowd_request_path(&node.crowd.data, id, target, False, node.request_cost < SEARCH_BUDGET)
    node.request_cost += node.crowd.data.spent - before
    if status == STATUS_FAILURE and not awaits_navmesh(node, agent):
        return False
    if not same:
        node.emitted[slot_of(id)] = STATUS_RUNNING
    return True


cdef int64_t request_paths(CrowdNode* node, const GdPackedInt64Array* agents, const GdPackedVector3Array* targets) noexcept nogil:
    cdef int64_t count, place_count, i, refused = 0
    cdef const int64_t* ids = longs_of(agents, &count)
    cdef const GdVector3* places = vectors_of(targets, &place_count)
    cdef const GdVector3* to
    cdef double place[3]
    if not are_paired(node, count, place_count, b"request_paths"):
        return count
    if node.world != NULL:
        world_mesh(node.world)
    if node.request_frame != physics_frame():
        node.request_frame, node.request_cost = physics_frame(), 0
    if place_count == 1:
        crowd_expect(&node.crowd.data, ids, count)
    for i in range(count):
        to = &places[i if place_count > 1 else 0]
        put_place(to, place)
        refused += not is_own(node, ids[i]) or not request(node, ids[i], place)
    crowd_expect(&node.crowd.data, ids, 0)
    node.has_changed = True
    return refused


cdef int64_t follow_field(CrowdNode* node, const GdPackedInt64Array* agents, GdNavFlowField* given, int64_t goal_set) noexcept nogil:
    cdef int64_t count, i, refused = 0
    cdef const int64_t* ids = longs_of(agents, &count)
    cdef NavFlowField* field = flow_field_of(given)
    cdef const FieldGuide* guide = NULL
    cdef int status
    if field == NULL or field.cls.is_plane != node.cls.is_plane:
        with gil:
            node_error(node.owner, "follow_field takes a NavFlowField: nothing has changed")
    else:
        guide = guide_of(field, goal_set)
    if guide == NULL:
        return count
    if node.world != NULL:
        world_mesh(node.world)
    for i in range(count):
        status = follow_guide(&node.crowd, ids[i], guide) if is_own(node, ids[i]) else <int>STATUS_FAILURE
        refused += status == STATUS_FAILURE
        if status == STATUS_RUNNING:
            node.emitted[slot_of(ids[i])] = STATUS_RUNNING
    node.has_changed = True
    return refused


cdef void stop_agents(CrowdNode* node, const GdPackedInt64Array* agents) noexcept nogil:
    cdef int64_t count, i
    cdef const int64_t* ids = longs_of(agents, &count)
    for i in range(count):
        if is_own(node, ids[i]):
            crowd_stop(&node.crowd.data, ids[i])
            node.emitted[slot_of(ids[i])] = STATUS_FAILURE        # a stopped agent has not failed
    node.settles = True


cdef void set_leader(CrowdNode* node, const GdPackedInt64Array* agents, int64_t leader) noexcept nogil:
    cdef int64_t count, i
    cdef const int64_t* ids = longs_of(agents, &count)
    if leader != NO_AGENT and crowd_agent(&node.crowd.data, leader) == NULL:
        with gil:
            node_error(node.owner, f"set_flock_leader was given the leader {leader}, which is no agent of this crowd: give one of "
                                   f"get_agents(), the "
                                   "get_crowd_id() of a NavAgent below this Crowd, or -1 for none")
        return
    for i in range(count):
        if is_own(node, ids[i]) and ids[i] != leader:
            crowd_set_leader(&node.crowd.data, ids[i], leader)


cdef void place_agents(CrowdNode* node, const GdPackedInt64Array* agents, const GdPackedVector3Array* positions) noexcept nogil:
    cdef int64_t count, place_count, i
    cdef const int64_t* ids = longs_of(agents, &count)
    cdef const GdVector3* places = vectors_of(positions, &place_count)
    cdef const GdVector3* to
    cdef double place[3]
    if not are_paired(node, count, place_count, b"place_agents") or not are_places(node, places, place_count, b"place_agents"):
        return
    for i in range(count):
        to = &places[i if place_count > 1 else 0]
        put_place(to, place)
        if is_own(node, ids[i]):
            crowd_place(&node.crowd.data, ids[i], place)
    node.has_changed = True


cdef void save_agent(CrowdNode* node, AgentId id, GdDictionary* out) noexcept with gil:
    if not is_own(node, id):
        node_error(node.owner, f"save_agent: {id} is no agent without a node of this Crowd; a NavAgent has save_state")
        return
    try:
        put_values(out, agent_values(&node.crowd.data, id))
    except Exception as error:
        node_error(node.owner, f"save_agent: {str(error) or 'there is no memory for it'}")


cdef uint8_t load_agent(CrowdNode* node, AgentId id, const GdDictionary* state) noexcept with gil:
    cdef bint is_exact = False
    if not is_own(node, id):
        node_error(node.owner, f"load_agent: {id} is no agent without a node of this Crowd; a NavAgent has load_state")
        return False
    if node.world != NULL:
        world_mesh(node.world)
    try:
        is_exact = load_agent_values(&node.crowd.data, id, values_of(state))
        node.emitted[slot_of(id)] = status_of(node, id)
    except Exception as error:
        node_error(node.owner, f"load_agent takes what save_agent has returned; {error}")
    node.has_changed = True
    return is_exact


cdef void get_multimesh(CrowdNode* node, GdRef[GdMultiMesh]* out) noexcept nogil:
    navpy_gd.ref_set_object(out, node.multimesh)


cdef void set_multimesh(CrowdNode* node, GdMultiMesh* multimesh) noexcept nogil:
    navpy_gd.ref_set_object(&node.multimesh, multimesh)
    node.has_changed, node.has_format_error = True, False
    update_multimesh_users(node)


cdef void configuration_warnings(CrowdNode* node, GdPackedStringArray* out) noexcept with gil:
    cdef CrowdNode* other = other_with(node)
    if other != NULL and node.world != NULL:
        add_message(out, node.cls.is_plane, f"{node_path(node.owner)} and {node_path(other.owner)} have the same MultiMesh and "
                                            f"overwrite each "
                                            "other's instances: give each Crowd a MultiMesh of its own.")


# ---- what it declares ----

cdef int declare_params(ClassSpec[CrowdNode]* c) except -1:
    """Of agents without a node."""
    cdef CrowdNode* node = NULL
    for title, rows in GROUPS.items():
        c.group(b"Agent " + title.encode())
        declare_rows(c, rows, <size_t>&node.params, "agent_")
    c.member(b"agent_height").spatial()
    c.member(b"agent_path_height_error").spatial()
    c.property(b"agent_filter", get_filter, set_filter,
               b"Who may go where, at what cost: of agents that [method add_agents] makes from now on. [method set_agents_filter] "
               b"changes that of others.").resource()
    c.number(b"agent_time_horizon", &node.params.time_horizon_agents,
             b"The former name of [member agent_time_horizon_agents], for scenes that were saved with it.").at_least(0).usage(0)
    return 0


def register():
    cdef ClassSpec[CrowdNode] c
    cdef CrowdNode* node = NULL
    c.declare(b"Crowd", b"Node", b"Many agents that make their steps together.",
              b"Every [NavAgent] below this node, at any depth, belongs to its crowd. One call in a physics frame steps them all. "
              b"They avoid each other and all other agents of their world. The node is optional: agents that are below no Crowd share "
              b"one crowd of their world.\nA crowd may also have thousands of agents without nodes: [method add_agents] makes them, "
              b"[method request_paths] requests their paths, and [member multimesh] draws them.")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    c.flag(b"move_nodes", &node.crowd.moves_nodes,
           b"Moves the Node3D above each [NavAgent] along the navmesh, from [method NavAgent.requestPath] on, and turns it to its "
           b"velocity. [signal NavAgent.velocity_computed] is not emitted then. A CharacterBody3D is driven by its agent all the "
           b"same.")
    c.flag(b"use_threads", &node.uses_threads,
           b"The engine's threads share the work of a large crowd. The result is the same to the bit.")
    c.property(b"multimesh", get_multimesh, set_multimesh,
               b"Draws the agents that [method add_agents] made: one instance for each, in the order of [method get_agents], in world "
               b"space. The Crowd sets its instance count. Each Crowd needs a MultiMesh of its own.").resource()
    declare_focus(&c)
    declare_params(&c)
    c.method(b"get_agent_count", get_agent_count, b"Number of agents, with and without nodes.").constant()
    c.method(b"get_walking_count", get_walking_count, b"Number of agents that have a path to walk, or wait for one.").constant()
    c.method(b"get_goal_field_count", get_goal_field_count,
             b"Number of goal fields that were begun so far. One begins by itself where many agents share a target: when the searches "
             b"to it, with those that wait, have cost as much as one flood from it will. From then on it gives all paths to this "
             b"target.").constant()
    c.method(b"add_agents", add_agents,
             b"Makes agents without nodes at these places (world space{, the origin at or over a floor|}), with the present values of "
             b"the agent_ properties. Returns their ids, which are never used again. If a position is not finite, it prints an error "
             b"and makes none.", b"positions")
    c.method(b"remove_agents", remove_agents, b"Removes agents without nodes. Ids of removed agents are ignored.", b"agents")
    c.method(b"set_agents_filter", set_agents_filter,
             b"Gives agents without nodes a filter, or takes theirs away by null. Those on their way search their path anew.",
             b"agents", b"filter")
    c.method(b"request_paths", request_paths,
             b"Requests paths for agents without nodes: to one target for each, or to one for all. Returns how many have no path: "
             b"their target cannot be reached, or they were removed. Of many requests in one frame the first are searched at once, "
             b"for a few milliseconds; the other agents are RUNNING and get their paths in the next frames, and [signal "
             b"agents_failed] tells which of them have none.", b"agents", b"targets")
    c.method(b"follow_field", follow_field,
             b"Agents without nodes follow a field to its goals, or to those of one of its goal sets. They avoid others, never enter "
             b"cells that are walls, and need no navmesh; on one they stay on it, too. It ends as a request does: signals tell who "
             b"has arrived, and who has no way. Calling it again for the same field and goal set changes nothing for those under way. "
             b"Returns how many have no way, or were removed.",
             b"agents", b"field",
             b"goal_set").optional(0)
    c.method(b"stop_agents", stop_agents, b"Cancels their requests; they stand still.", b"agents")
    c.method(b"place_agents", place_agents,
             b"Puts agents without nodes at other places. Agents with a request go on from there. If a position is not finite, it "
             b"prints an error and moves none.", b"agents", b"positions")
    c.method(b"save_agent", save_agent,
             b"An agent without a node in a saved game, as plain values that JSON and [code]var_to_bytes[/code] carry: its place, "
             b"velocity and request, and its place on its path.", b"agent").constant()
    c.method(b"load_agent", load_agent,
             b"Puts an agent that [method add_agents] has made where another one was when [method save_agent] returned [param state], "
             b"and has it go on from there. True, if it does so exactly; false, if the navmesh differs from that one or another "
             b"version of navpy saved it: then it walks on at its velocity, by a path that it searches.", b"agent", b"state")
    c.method(b"set_flock_leader", set_leader,
             b"Gives agents without nodes a leader: the id of another agent of this Crowd, as [method add_agents] or [method "
             b"NavAgent.get_crowd_id] returns it; -1 for none. Without a request under way they follow it along the navmesh until the "
             b"path to it is [member agent_leash_length] long; on the way of a request they are drawn towards it by [member "
             b"agent_leash_weight]. A leader in the list does not follow itself.", b"agents", b"leader")
    c.method(b"get_agents", get_agents, b"Ids of all agents without nodes, in the order in which they are drawn.").constant()
    c.method(b"get_agent_positions", get_positions, b"Their places in world space, in the order of [method get_agents].").constant()
    c.method(b"get_agent_velocities", get_velocities, b"Their velocities, in the order of [method get_agents].").constant()
    c.method(b"get_agent_statuses", get_statuses, b"[enum NavAgent.Status] of their requests, in the order of [method "
                                                  b"get_agents].").constant()
    c.method(b"get_agent_moving", get_moving,
             b"[member NavAgent.shows_moving], 1 or 0, in the order of [method get_agents].").constant()
    c.method(b"get_agent_smoothed_speeds", get_smoothed_speeds,
             b"[member NavAgent.smoothed_speed], in the order of [method get_agents].").length().constant()
    c.method(b"get_agent_turning_speeds", get_turning_speeds,
             b"[member NavAgent.turning_speed], in the order of [method get_agents].").constant()
    c.method(b"get_agent_turns_ahead", get_turns_ahead,
             b"[member NavAgent.turn_ahead], from the front of the instance that is drawn, in the order of [method "
             b"get_agents].").constant()
    c.method(b"get_agent_distances_to_stop", get_distances_to_stop,
             b"[member NavAgent.distance_to_stop], in the order of [method get_agents].").length().constant()
    c.signal(b"agents_arrived", &arrived_signal,
             b"These agents without nodes have arrived.").argument(b"agents", type_spec[GdPackedInt64Array]())
    c.signal(b"agents_failed", &failed_signal,
             b"These agents without nodes have no path any more, or none was found.").argument(b"agents",
                                                                                               type_spec[GdPackedInt64Array]())
    register_class(&c)
