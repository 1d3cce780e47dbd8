"""Crowd: agents that are stepped together, in one call a physics frame, by the node itself: those of the NavAgents below it, and agents of its
own, without a node each, that a MultiMesh may draw."""
from libc.math cimport M_PI, atan2
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.vector cimport vector

from navpy.base.core cimport REASON_NO_NAVMESH, STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS
from navpy.godot.binding.binding cimport heed_in_turn, register_class
from navpy.godot.binding.engine cimport *
from navpy.godot.world.engine_crowd cimport NEVER, EngineCrowd, count_agents, end_crowd, join_crowd, keeps_pace
from navpy.godot.binding.gd cimport (GDExtensionConstTypePtr, GdPacked, GdVariant, GdVector3, PACKED_INT64_ARRAY, navpy_gd)
from navpy.godot.binding.log cimport node_error, node_path
from navpy.godot.binding.names cimport name_variant
from navpy.godot.binding.multimesh cimport Stance, show
from navpy.godot.binding.packed cimport fill_ints, fill_longs, longs_count, longs_of, strings_append, vectors_count, vectors_data, vectors_of, vectors_resize
from navpy.godot.binding.class_spec import Argument, Method, NodeClass, Property, Signal
from navpy.godot.world.world cimport advance_crowd, world_add_crowd, world_enter, world_leave, world_mesh, world_remove_crowd
from navpy.godot.world.world_data cimport World
from navpy.motion.crowd.agent cimport Agent, AgentParams
from navpy.motion.crowd.crowd_agents cimport (SEARCH_BUDGET, AgentId, crowd_add, crowd_agent, crowd_place, crowd_remove, crowd_request_path,
                                        crowd_stop, default_params, slot_of)

cdef enum:
    LAYERS_AVOIDANCE = 37           # PROPERTY_HINT_LAYERS_AVOIDANCE

cdef struct OwnAgent:               # one without a node
    AgentId id
    double yaw                      # radians, see Stance

cdef cppclass CrowdNode:
    void* owner
    World* world                    # NULL outside the tree
    EngineCrowd crowd
    AgentParams params              # of agents that are added next
    int64_t max_neighbors           # these three as the engine has them, for params
    int64_t avoidance_layers
    int64_t avoidance_mask
    double turn_rate                # degrees a second
    uint8_t moves_nodes
    uint8_t uses_threads
    void* multimesh                 # Ref of a MultiMesh, NULL: nothing is drawn
    vector[OwnAgent] own            # in the order in which they are drawn
    vector[uint8_t] announced       # by slot: StatusCode that signals have told
    vector[Stance] stances          # scratch, parallel to own
    bint has_changed                # since the MultiMesh was set last
    bint is_flat                    # it has been said that the MultiMesh draws in two dimensions
    bint is_checked                 # for others that draw by the same MultiMesh
    int64_t asked_frame             # physics frame of the last request, NEVER: none yet
    int64_t asked_spent             # nodes of searches that requests took in that frame

cdef vector[CrowdNode*] in_worlds
cdef GdVariant* arrived_signal
cdef GdVariant* failed_signal


# ---- every physics frame ----------------------------------------------------------------------------------------

cdef void turn(OwnAgent* own, const Agent* agent, double turn_rate, double delta) noexcept nogil:
    """To where it goes."""
    cdef double off, most = turn_rate * M_PI / 180.0 * delta
    if not (agent.active or agent.is_pushed) or not keeps_pace(agent):
        return
    off = atan2(-agent.velocity[0], -agent.velocity[2]) - own.yaw
    while off > M_PI:
        off -= 2.0 * M_PI
    while off < -M_PI:
        off += 2.0 * M_PI
    own.yaw += min(max(off, -most), most)
    if own.yaw > M_PI:
        own.yaw -= 2.0 * M_PI
    elif own.yaw < -M_PI:
        own.yaw += 2.0 * M_PI


cdef CrowdNode* other_with(CrowdNode* node) noexcept nogil:
    """Another Crowd that has the same MultiMesh, NULL: none."""
    cdef size_t i
    if node.multimesh != NULL:
        for i in range(in_worlds.size()):
            if in_worlds[i] != node and in_worlds[i].multimesh == node.multimesh:
                return in_worlds[i]
    return NULL


cdef void check(CrowdNode* node) noexcept nogil:
    """Of two that draw by one MultiMesh the one that comes second says so."""
    cdef CrowdNode* other = other_with(node)
    node.is_checked = True
    if other == NULL or not other.is_checked or other.own.empty():
        return
    with gil:
        node_error(node.owner, f"its multimesh is also that of {node_path(other.owner)}, and they overwrite each other's instances: "
                               "give each Crowd a MultiMesh of its own")


cdef void draw(CrowdNode* node, double delta) noexcept nogil:
    cdef const Agent* agent
    cdef size_t i
    cdef int k
    node.stances.resize(node.own.size())
    for i in range(node.own.size()):
        agent = crowd_agent(&node.crowd.data, node.own[i].id)
        turn(&node.own[i], agent, node.turn_rate, delta)
        for k in range(3):
            node.stances[i].position[k] = agent.position[k]
        node.stances[i].yaw = node.own[i].yaw
    node.has_changed = False
    if not node.is_checked and not node.own.empty():
        check(node)
    if node.multimesh != NULL and not show(node.multimesh, node.stances.data(), <int64_t>node.own.size()) and not node.is_flat:
        node.is_flat = True
        with gil:
            node_error(node.owner, "its multimesh draws in two dimensions: set its transform_format to 3D before its instances")


cdef bint awaits_navmesh(const CrowdNode* node, const Agent* agent) noexcept nogil:
    """Was it asked before there was one, and is one being baked? Then it walks as soon as that is there."""
    return agent.reason == REASON_NO_NAVMESH and node.world != NULL and node.world.baking > 0


cdef uint8_t status_of(CrowdNode* node, AgentId id) noexcept nogil:
    cdef const Agent* agent = crowd_agent(&node.crowd.data, id)
    return <uint8_t>(STATUS_RUNNING if awaits_navmesh(node, agent) else agent.status)


cdef void collect(CrowdNode* node, vector[AgentId]* arrived, vector[AgentId]* failed) noexcept nogil:
    """Agents whose request has come to its end since that was last told."""
    cdef uint8_t status
    cdef uint8_t* announced
    cdef size_t i
    for i in range(node.own.size()):
        status = status_of(node, node.own[i].id)
        announced = &node.announced[slot_of(node.own[i].id)]
        if status == STATUS_SUCCESS and announced[0] == STATUS_RUNNING:
            arrived.push_back(node.own[i].id)
        elif status == STATUS_FAILURE and announced[0] == STATUS_RUNNING:
            failed.push_back(node.own[i].id)
        announced[0] = status


cdef void announce(CrowdNode* node) noexcept nogil:
    """The node may be gone afterwards."""
    cdef vector[AgentId] arrived, failed
    cdef int64_t id = navpy_gd.object_get_instance_id(node.owner)
    cdef void* owner = node.owner
    collect(node, &arrived, &failed)
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
        world_mesh(node.world)                  # those who wait for one walk as soon as it is there
    if not node.crowd.data.active.empty() or node.crowd.is_waited_for:
        id = navpy_gd.object_get_instance_id(owner)
        advance_crowd(node.world, &node.crowd, physics_frame(), delta)
        if navpy_gd.object_get_instance_from_id(id) == NULL:
            return
        node.has_changed = True
    if node.has_changed and not node.own.empty():
        draw(node, delta)
        announce(node)


# ---- the scene tree ---------------------------------------------------------------------------------------------

cdef void* make(void* owner) noexcept nogil:
    cdef CrowdNode* node = new CrowdNode()  # all zero
    node.owner = owner
    node.crowd.owner = owner
    node.crowd.frame = node.asked_frame = NEVER
    node.params = default_params()
    node.max_neighbors = node.params.max_neighbors
    node.avoidance_layers, node.avoidance_mask = node.params.avoidance_layers, node.params.avoidance_mask
    node.turn_rate, node.uses_threads = 720.0, True
    return node


cdef void destroy(void* instance) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    end_crowd(&node.crowd)
    navpy_gd.ref_set_object(&node.multimesh, NULL)
    del node


cdef void multimesh_changed(CrowdNode* node) noexcept nogil:
    """Or who has one."""
    cdef size_t i
    node.is_checked = False
    if in_editor():
        for i in range(in_worlds.size()):
            node_update_warnings(in_worlds[i].owner)


cdef void leave(CrowdNode* node) noexcept nogil:
    cdef size_t i
    for i in range(in_worlds.size()):
        if in_worlds[i] == node:
            in_worlds.erase(in_worlds.begin() + i)
            break
    multimesh_changed(node)


cdef void heed(void* instance, int32_t what) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    if what == NOTIFICATION_ENTER_TREE:
        node.world = world_enter(node.owner, 0)
        if node.world != NULL:
            world_add_crowd(node.world, &node.crowd)
            node_set_physics(node.owner, not in_editor())
            in_worlds.push_back(node)
            multimesh_changed(node)
    elif what == NOTIFICATION_EXIT_TREE and node.world != NULL:
        world_remove_crowd(node.world, &node.crowd)
        world_leave(node.world)
        node.world = NULL
        leave(node)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and node.world != NULL:
        physics_process(node)


cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil:
    heed_in_turn(instance, what, heed)


cdef void changed(void* instance, const char* property) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    node.crowd.moves_nodes, node.crowd.is_alone = node.moves_nodes, not node.uses_threads
    node.params.max_neighbors = <int32_t>node.max_neighbors
    node.params.avoidance_layers, node.params.avoidance_mask = <uint32_t>node.avoidance_layers, <uint32_t>node.avoidance_mask


# ---- methods ----------------------------------------------------------------------------------------------------

cdef void get_agent_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    (<int64_t*>ret)[0] = count_agents(&node.crowd)


cdef void get_walking_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const Agent* agent
    cdef int64_t count = node.crowd.data.active.size()
    cdef size_t i
    for i in range(node.own.size()):
        agent = crowd_agent(&node.crowd.data, node.own[i].id)
        count += not agent.active and awaits_navmesh(node, agent)
    (<int64_t*>ret)[0] = count


cdef void add_agents(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const GdVector3* places = vectors_of(args[0])
    cdef int64_t count = vectors_count(args[0]), i
    cdef vector[AgentId] ids
    cdef OwnAgent own
    cdef double position[3]
    own.yaw = 0.0
    if node.world != NULL:
        world_mesh(node.world)
    for i in range(count):
        position[0], position[1], position[2] = places[i].x, places[i].y, places[i].z
        own.id = crowd_add(&node.crowd.data, position, &node.params)
        join_crowd(&node.crowd, own.id, NULL, NULL)
        node.own.push_back(own)
        node.announced.resize(node.crowd.members.size())
        node.announced[slot_of(own.id)] = STATUS_FAILURE
        ids.push_back(own.id)
    node.has_changed = True
    fill_longs(ret, <const int64_t*>ids.data(), count)


cdef void remove_agents(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const int64_t* ids = longs_of(args[0])
    cdef size_t i, kept = 0
    cdef int64_t k
    for k in range(longs_count(args[0])):
        if is_own(node, ids[k]):
            crowd_remove(&node.crowd.data, ids[k])
    for i in range(node.own.size()):
        if crowd_agent(&node.crowd.data, node.own[i].id) != NULL:
            node.own[kept] = node.own[i]
            kept += 1
    node.own.resize(kept)
    node.has_changed = True
    if kept == 0:
        draw(node, 0.0)


cdef inline bint is_own(CrowdNode* node, AgentId id) noexcept nogil:
    return crowd_agent(&node.crowd.data, id) != NULL and node.crowd.members[<uint32_t>id].node == NULL


cdef bint are_paired(CrowdNode* node, int64_t agents, int64_t points, const char* method) noexcept nogil:
    if points == agents or points == 1:
        return True
    with gil:
        node_error(node.owner, f"{method.decode()} was given {agents} agents and {points} points: give one point each, or one for all")
    return False


cdef bint send(CrowdNode* node, AgentId id, const double* target) noexcept nogil:
    """False: it cannot go. Signals will tell how the request ends, even if that is at once; but only once for the same target. Once the
    requests of a frame have searched as much as a step may, the others wait for their turn in the steps to come."""
    cdef const Agent* agent = crowd_agent(&node.crowd.data, id)
    cdef bint told = agent.status == STATUS_SUCCESS and agent.target[0] == target[0] and agent.target[1] == target[1] \
        and agent.target[2] == target[2]
    cdef int64_t before = node.crowd.data.spent
    cdef int status = crowd_request_path(&node.crowd.data, id, target, False, node.asked_spent < SEARCH_BUDGET)
    node.asked_spent += node.crowd.data.spent - before
    if status == STATUS_FAILURE and not awaits_navmesh(node, agent):
        return False
    if not told:
        node.announced[slot_of(id)] = STATUS_RUNNING
    return True


cdef void request_paths(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const int64_t* ids = longs_of(args[0])
    cdef const GdVector3* targets = vectors_of(args[1])
    cdef const GdVector3* target
    cdef int64_t i, count = longs_count(args[0]), refused = 0
    cdef double place[3]
    if not are_paired(node, count, vectors_count(args[1]), b"request_paths"):
        (<int64_t*>ret)[0] = count
        return
    if node.world != NULL:
        world_mesh(node.world)
    if node.asked_frame != physics_frame():
        node.asked_frame, node.asked_spent = physics_frame(), 0
    for i in range(count):
        target = &targets[i if vectors_count(args[1]) > 1 else 0]
        place[0], place[1], place[2] = target.x, target.y, target.z
        refused += not is_own(node, ids[i]) or not send(node, ids[i], place)
    node.has_changed = True
    (<int64_t*>ret)[0] = refused


cdef void stop_agents(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const int64_t* ids = longs_of(args[0])
    cdef int64_t i
    for i in range(longs_count(args[0])):
        if is_own(node, ids[i]):
            crowd_stop(&node.crowd.data, ids[i])
            node.announced[slot_of(ids[i])] = STATUS_FAILURE        # who was stopped has not failed


cdef void place_agents(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef const int64_t* ids = longs_of(args[0])
    cdef const GdVector3* places = vectors_of(args[1])
    cdef const GdVector3* to
    cdef int64_t i, count = longs_count(args[0])
    cdef double place[3]
    if not are_paired(node, count, vectors_count(args[1]), b"place_agents"):
        return
    for i in range(count):
        to = &places[i if vectors_count(args[1]) > 1 else 0]
        place[0], place[1], place[2] = to.x, to.y, to.z
        if is_own(node, ids[i]):
            crowd_place(&node.crowd.data, ids[i], place)
    node.has_changed = True


cdef void get_agents(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef vector[AgentId] ids
    cdef size_t i
    for i in range(node.own.size()):
        ids.push_back(node.own[i].id)
    fill_longs(ret, <const int64_t*>ids.data(), <int64_t>ids.size())


cdef void write_vectors(CrowdNode* node, bint velocities, void* ret) noexcept nogil:
    cdef Agent* agent
    cdef const double* value
    cdef GdVector3* out
    cdef size_t i
    vectors_resize(ret, <int64_t>node.own.size())
    if node.own.empty():
        return
    out = vectors_data(ret)
    for i in range(node.own.size()):
        agent = crowd_agent(&node.crowd.data, node.own[i].id)
        value = agent.position
        if velocities:
            value = agent.velocity
        out[i].x, out[i].y, out[i].z = <float>value[0], <float>value[1], <float>value[2]


cdef void get_positions(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    write_vectors(<CrowdNode*>instance, False, ret)


cdef void get_velocities(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    write_vectors(<CrowdNode*>instance, True, ret)


cdef void get_statuses(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef vector[int32_t] statuses
    cdef size_t i
    for i in range(node.own.size()):
        statuses.push_back(status_of(node, node.own[i].id))
    fill_ints(ret, statuses.data(), <int64_t>statuses.size())


cdef void get_multimesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    navpy_gd.ref_set_object(ret, (<CrowdNode*>instance).multimesh)


cdef void set_multimesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    navpy_gd.ref_set_object(&node.multimesh, (<void**>args[0])[0] if args[0] != NULL else NULL)
    node.has_changed, node.is_flat = True, False
    multimesh_changed(node)


cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef CrowdNode* node = <CrowdNode*>instance
    cdef CrowdNode* other = other_with(node)
    if other != NULL and node.world != NULL:
        strings_append(ret, f"{node_path(node.owner)} and {node_path(other.owner)} have the same MultiMesh and overwrite each other's instances: "
                            "give each Crowd a MultiMesh of its own.")


# ---- registration -----------------------------------------------------------------------------------------------

def float_row(name, offset, default, doc, hint_string="0,100,0.01,or_greater,suffix:m"):
    return Property(f"agent_{name}", "float", doc, default=default, offset=offset, hint=1, hint_string=hint_string, minimum=0, group="Agents Without Nodes")


def int_row(name, offset, default, doc, maximum, hint, hint_string=""):
    return Property(f"agent_{name}", "int", doc, default=default, offset=offset, minimum=0, maximum=maximum, hint=hint, hint_string=hint_string,
                    group="Agents Without Nodes")


def agent_rows():
    cdef CrowdNode* n = NULL
    cdef AgentParams p = default_params()
    return (
        float_row("radius", <size_t>&n.params.radius, p.radius, "How wide the body is, from its middle."),
        float_row("height", <size_t>&n.params.height, p.height, "How tall it is: agents on different storeys do not avoid each other."),
        float_row("max_speed", <size_t>&n.params.max_speed, p.max_speed, "How fast it walks.", "0,100,0.01,or_greater,suffix:m/s"),
        float_row("path_desired_distance", <size_t>&n.params.path_desired_distance, p.path_desired_distance,
                  "How near it comes to a corner of its path, along the ground."),
        float_row("target_desired_distance", <size_t>&n.params.target_desired_distance, p.target_desired_distance,
                  "How near the target counts as arrived, along the path."),
        Property("agent_avoidance_enabled", "bool", "It avoids others, and they avoid it.", default=True,
                 offset=<size_t>&n.params.avoidance_enabled, group="Agents Without Nodes"),
        float_row("neighbor_distance", <size_t>&n.params.neighbor_distance, p.neighbor_distance, "How far off it sees others."),
        int_row("max_neighbors", <size_t>&n.max_neighbors, p.max_neighbors, "How many of them it heeds, the nearest ones.", 0x7FFFFFFF, 1,
                "0,100,1,or_greater"),
        float_row("time_horizon", <size_t>&n.params.time_horizon_agents, p.time_horizon_agents, "How long it keeps clear of them.",
                  "0,10,0.01,or_greater,suffix:s"),
        int_row("avoidance_layers", <size_t>&n.avoidance_layers, p.avoidance_layers, "What it is.", 0xFFFFFFFF, LAYERS_AVOIDANCE),
        int_row("avoidance_mask", <size_t>&n.avoidance_mask, p.avoidance_mask, "What it avoids.", 0xFFFFFFFF, LAYERS_AVOIDANCE),
        float_row("turn_rate", <size_t>&n.turn_rate, 720.0, "How fast the MultiMesh's instances turn to where they go, in degrees a second.",
                  "0,1440,1,or_greater,suffix:\u00b0/s"),
    )


def register():
    global arrived_signal, failed_signal
    cdef CrowdNode* n = NULL
    agents = Argument("agents", "PackedInt64Array")
    arrived_signal, failed_signal = name_variant("agents_arrived"), name_variant("agents_failed")
    register_class(NodeClass(
        "Crowd", "Node", "Steps many agents together.",
        "Every [NavAgent] below this node, at any depth, belongs to its crowd; all of them are stepped by one call a physics "
        "frame, and avoid each other but not those of another crowd. The node is optional: agents outside one share a crowd of "
        "their world.\nA crowd may also have agents without a node each, thousands of them: [method add_agents] makes them, [method request_paths] "
        "sends them off, and [member multimesh] draws them.",
        make=<size_t>&make, destroy=<size_t>&destroy, notify=<size_t>&notify, changed=<size_t>&changed,
        virtuals={"_get_configuration_warnings": <size_t>&configuration_warnings},
        properties=(
            Property("move_nodes", "bool", "Moves the Node3D above each [NavAgent] along the navmesh itself, from [method NavAgent.requestPath] on, and "
                     "turns it to where it goes, unless that is a CharacterBody3D, which the agent drives. [signal NavAgent.velocity_computed] then "
                     "does not come.", default=False, offset=<size_t>&n.moves_nodes),
            Property("use_threads", "bool", "Shares the work of a large crowd among the engine's threads. The result is the same, to the bit.",
                     default=True, offset=<size_t>&n.uses_threads),
            Property("multimesh", "MultiMesh", "Draws the agents that [method add_agents] made: an instance each, in the order of "
                     "[method get_agents], in the space of the world. Its instance count follows theirs. It is for one Crowd alone.",
                     getter=<size_t>&get_multimesh, setter=<size_t>&set_multimesh, hint=17, hint_string="MultiMesh"),
            *agent_rows(),
        ),
        methods=(
            Method("get_agent_count", <size_t>&get_agent_count, "Number of agents, those of nodes and those without.", returns="int", const=True),
            Method("get_walking_count", <size_t>&get_walking_count, "Number of them that have a path to walk, or wait for one.",
                   returns="int", const=True),
            Method("add_agents", <size_t>&add_agents, "Makes agents without a node at these places (world space, the origin at or over a floor), with "
                   "the parameters that the crowd has now, and returns their ids, which are never used again.",
                   (Argument("positions", "PackedVector3Array"),), returns="PackedInt64Array"),
            Method("remove_agents", <size_t>&remove_agents, "Takes agents without a node away. Ids that are gone already are left out.", (agents,)),
            Method("request_paths", <size_t>&request_paths, "Sends agents without a node to a target each, or all to one. Returns how many cannot go: "
                   "those for whom there is no way, and ids that are gone. Where many are sent in one frame only the first paths are searched at "
                   "once, for a few milliseconds; the other agents are RUNNING and wait for their turn in the frames to come, and of those of them "
                   "who cannot go [signal agents_failed] tells.", (agents, Argument("targets", "PackedVector3Array")), returns="int"),
            Method("stop_agents", <size_t>&stop_agents, "Takes their requests back: they stand still.", (agents,)),
            Method("place_agents", <size_t>&place_agents, "Puts agents without a node somewhere else; who is on the way goes on from there.",
                   (agents, Argument("positions", "PackedVector3Array"))),
            Method("get_agents", <size_t>&get_agents, "Ids of all agents without a node, in the order in which they are drawn.",
                   returns="PackedInt64Array", const=True),
            Method("get_agent_positions", <size_t>&get_positions, "Where they are, in the order of [method get_agents].",
                   returns="PackedVector3Array", const=True),
            Method("get_agent_velocities", <size_t>&get_velocities, "How fast they go, likewise.", returns="PackedVector3Array", const=True),
            Method("get_agent_statuses", <size_t>&get_statuses, "[enum NavAgent.Status] of each one's request, likewise.",
                   returns="PackedInt32Array", const=True),
        ),
        signals=(
            Signal("agents_arrived", "These agents without a node have arrived.", (agents,)),
            Signal("agents_failed", "These agents without a node have lost their way, or found none when it was their turn.", (agents,)),
        )))
