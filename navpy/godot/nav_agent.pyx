"""NavAgent: asks for paths, wishes for velocities and, if it may, drives the body above it.

The walking itself is the core's (navpy.motion.crowd); this node brings positions in, hands velocities out and speaks
Godot. Nothing here takes the GIL but error messages."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.core cimport *
from navpy.godot.body cimport BodySettings, drive_body, rest_body
from navpy.godot.binding cimport register_class, signal_name
from navpy.godot.engine cimport *
from navpy.godot.gd cimport GDExtensionConstTypePtr, GdVariant, GdVector3, navpy_gd, STRING
from navpy.godot.table import Argument, Enumeration, Method, NodeClass, Property, Signal
from navpy.godot.engine_crowd cimport EngineCrowd, Member, is_moved, join_crowd, keeps_pace
from navpy.godot.world cimport World, advance_crowd, world_add_listener, world_crowd_of, world_enter, world_leave, world_mesh, world_remove_listener
from navpy.motion.agent cimport Agent, AgentParams
from navpy.motion.crowd_agents cimport (NO_AGENT, AgentId, crowd_add, crowd_agent, crowd_path, crowd_remove, crowd_request_path,
                                        crowd_stop, default_params)
from navpy.core import Reason

cdef enum RequestKind:
    ASKED_NOTHING
    ASKED_PATH                      # requestPath: strict, drives the body
    ASKED_TARGET                    # target_position: as near as it can get, the script moves

cdef enum:
    LAST_POINT = 0x7FFFFFFF
    LAYERS_AVOIDANCE = 37           # PROPERTY_HINT_LAYERS_AVOIDANCE
    PATH_UNTOLD = -1                # path_changed has not been emitted for the present path

cdef cppclass NavAgent:
    void* owner
    AgentParams params
    int64_t max_neighbors           # these three as the engine has them, for params
    int64_t avoidance_layers
    int64_t avoidance_mask
    BodySettings body_settings
    uint8_t drive_body
    void* parent                    # the Node3D above; NULL outside the tree or under another kind of node
    void* body                      # the same if it is a CharacterBody3D, else NULL
    World* world                    # NULL outside the tree
    EngineCrowd* crowd
    AgentId id                      # NO_AGENT without a parent
    RequestKind asked
    bint waiting                    # for a navmesh that is being baked
    bint has_rested                 # since it arrived, and then
    double rested_at[2]             # metres, x and z where it came to rest: at the end of its path, or among others
    bint walking                    # had a way to go when the last velocity was handed out
    GdVector3 target
    uint8_t refused                 # ReasonCode where the crowd was not even asked, else REASON_NONE
    uint8_t announced               # StatusCode that signals have told
    int32_t replans                 # of the crowd's agent when path_changed was last emitted

cdef double SAME_TARGET = 0.01      # metres
cdef GdVariant* velocity_computed_signal
cdef GdVariant* path_changed_signal
cdef GdVariant* target_reached_signal
cdef GdVariant* navigation_finished_signal


# ---- requests ---------------------------------------------------------------------------------------------------

cdef Agent* core_agent(NavAgent* agent) noexcept nogil:
    return crowd_agent(&agent.crowd.data, agent.id) if agent.crowd != NULL else NULL


cdef int status_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.waiting:
        return STATUS_RUNNING
    if agent.asked == ASKED_NOTHING or agent.refused != REASON_NONE or core == NULL:
        return STATUS_FAILURE
    return core.status


cdef int reason_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.waiting:
        return REASON_BAKING
    if agent.refused != REASON_NONE:
        return agent.refused
    if agent.asked == ASKED_NOTHING:
        return REASON_NO_REQUEST
    return core.reason if core != NULL else REASON_NO_NAVMESH


cdef void hand_over_params(NavAgent* agent) noexcept nogil:
    """To the crowd. Who was never asked to walk, or was stopped, doesn't step aside: its body is the script's."""
    cdef Agent* core = core_agent(agent)
    cdef Member* member
    if core != NULL:
        member = &agent.crowd.members[<uint32_t>agent.id]
        member.may_be_moved = agent.asked == ASKED_PATH and agent.body == NULL and agent.refused != REASON_STOPPED
        member.turn_rate = agent.body_settings.turn_rate if agent.body_settings.face_velocity else 0.0
        core.params = agent.params
        core.params.yields = agent.params.yields and agent.asked != ASKED_NOTHING and agent.refused != REASON_STOPPED


cdef int refuse(NavAgent* agent, int reason) noexcept nogil:
    agent.waiting = False
    agent.refused = reason
    hand_over_params(agent)
    if agent.crowd != NULL:
        crowd_stop(&agent.crowd.data, agent.id)
    return STATUS_FAILURE


cdef bint has_moved_off(NavAgent* agent, Agent* core) noexcept nogil:
    """Arrived once, and since then carried away from where it came to rest."""
    cdef double dx = core.position[0] - agent.rested_at[0], dz = core.position[2] - agent.rested_at[1]
    cdef double slack = agent.params.target_desired_distance + agent.params.path_desired_distance
    return core.status == STATUS_SUCCESS and not core.active and agent.has_rested and dx * dx + dz * dz > slack * slack


cdef void note_rest(NavAgent* agent, const Agent* core) noexcept nogil:
    cdef bint rests = core.status == STATUS_SUCCESS and not core.active
    if rests and not agent.has_rested:
        agent.rested_at[0], agent.rested_at[1] = core.position[0], core.position[2]
    agent.has_rested = rests


cdef inline bint is_same(float a, float b) noexcept nogil:
    """As numbers, or neither is one."""
    return a == b or (a != a and b != b)


cdef bint is_new(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    """Not so for a target that trembles by less than a centimetre, nor for the same one that is no place."""
    cdef double dx = target.x - agent.target.x, dy = target.y - agent.target.y, dz = target.z - agent.target.z
    if kind != agent.asked or agent.refused == REASON_STOPPED:
        return True
    if is_same(target.x, agent.target.x) and is_same(target.y, agent.target.y) and is_same(target.z, agent.target.z):
        return False
    return not dx * dx + dy * dy + dz * dz < SAME_TARGET * SAME_TARGET


cdef bint may_change(NavAgent* agent, int reason) noexcept nogil:
    """Whether another baker of this world, still at work, may yet bring what was missing."""
    return agent.world.baking > 0 and (reason == REASON_START_OFF_MESH or reason == REASON_GOAL_OFF_MESH
                                       or reason == REASON_GOAL_UNREACHABLE)


cdef int wait(NavAgent* agent) noexcept nogil:
    agent.waiting = True
    agent.announced = STATUS_RUNNING
    return STATUS_RUNNING


cdef int ask(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    """Asks for a path to `target`; the present request goes on if it is the same. Returns the StatusCode."""
    cdef Agent* core
    cdef double goal[3]
    cdef bint fresh = is_new(agent, target, kind)
    if fresh:
        agent.announced = STATUS_RUNNING
        agent.replans = PATH_UNTOLD
        agent.target = target[0]
    target = &agent.target
    agent.asked = kind
    agent.refused = REASON_NONE
    hand_over_params(agent)
    if agent.parent != NULL:
        node_set_physics(agent.owner, True)     # the next frame tells what came of it, and drives the body
    if not (isfinite(target.x) and isfinite(target.y) and isfinite(target.z)):
        if fresh:
            with gil:
                node_error(agent.owner, f"the target ({target.x}, {target.y}, {target.z}) is not a place: its coordinates must be "
                                        "finite")
        return refuse(agent, REASON_INVALID_INPUT)
    if agent.parent == NULL:
        return refuse(agent, REASON_NO_NAVMESH)
    if world_mesh(agent.world) == NULL:
        return wait(agent) if agent.world.baking > 0 else refuse(agent, REASON_NO_NAVMESH)
    agent.waiting = False
    core = core_agent(agent)
    read_place(agent.parent, core.position)
    if has_moved_off(agent, core):
        crowd_stop(&agent.crowd.data, agent.id)     # so that the same target counts as a new request
        agent.announced = STATUS_RUNNING
    goal[0] = target.x
    goal[1] = target.y
    goal[2] = target.z
    crowd_request_path(&agent.crowd.data, agent.id, goal, kind == ASKED_TARGET)
    core = core_agent(agent)
    agent.replans = min(agent.replans, core.replans)    # a new request begins at 0
    if core.status == STATUS_FAILURE and may_change(agent, core.reason):
        return wait(agent)
    if core.status == STATUS_RUNNING:
        agent.announced = STATUS_RUNNING
    return core.status


cdef void announce(NavAgent* agent, Agent* core) noexcept nogil:
    """Tells by signals what has changed since the last time. The node may be gone afterwards."""
    cdef uint8_t was = agent.announced
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef void* owner = agent.owner
    agent.announced = core.status
    if core.replans != agent.replans:
        agent.replans = core.replans
        emit(owner, path_changed_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) == NULL:
            return
    if agent.announced == STATUS_SUCCESS and was != STATUS_SUCCESS:
        emit(owner, target_reached_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            emit(owner, navigation_finished_signal, NULL, 0)
    elif agent.announced == STATUS_FAILURE and was == STATUS_RUNNING:
        emit(owner, navigation_finished_signal, NULL, 0)


# ---- every physics frame ----------------------------------------------------------------------------------------

cdef bint drive_own_body(NavAgent* agent, const GdVector3* velocity, bint turns, double delta) noexcept nogil:
    """Move the body, which falls meanwhile, if it is ours to drive."""
    if agent.body == NULL or not agent.drive_body or agent.asked != ASKED_PATH:
        return False
    drive_body(agent.body, &agent.body_settings,
               agent.crowd.data.mesh.climb if agent.crowd != NULL and agent.crowd.data.mesh != NULL else 0, velocity, turns, delta)
    return True


cdef void physics_process(NavAgent* agent) noexcept nogil:
    cdef double delta = physics_delta(agent.owner)
    cdef GdVector3 still
    cdef Agent* core
    still.x = still.y = still.z = 0
    if agent.waiting:
        ask(agent, &agent.target, agent.asked)
        if agent.waiting:
            drive_own_body(agent, &still, False, delta)
            return
    core = core_agent(agent)
    if core == NULL:
        node_set_physics(agent.owner, False)
        return
    if core.active or core.is_pushed:
        advance_crowd(agent.world, agent.crowd, physics_frame(), delta)
        core = core_agent(agent)
    if core.status == STATUS_FAILURE and core.reason == REASON_NO_NAVMESH and agent.refused == REASON_NONE:
        refuse(agent, REASON_NO_NAVMESH)        # the map went while it walked: over, unless somebody asks again
    note_rest(agent, core)
    act(agent, core, delta)


cdef void act(NavAgent* agent, Agent* core, double delta) noexcept nogil:
    """Hands out the velocity: to the body if it is ours to drive, else by signal."""
    cdef GdVariant value
    cdef GdVector3 velocity
    cdef uint64_t id
    cdef bint goes = core.active or core.is_pushed, rest = not goes
    velocity.x = <float>core.velocity[0] if goes else 0
    velocity.y = 0
    velocity.z = <float>core.velocity[2] if goes else 0
    if drive_own_body(agent, &velocity, keeps_pace(core), delta):
        # Until it is stopped, an agent that has arrived or failed leaves its body neither in the air nor in a lift.
        rest = rest and agent.refused == REASON_STOPPED and rest_body(agent.body)
    elif is_moved(agent.crowd, <uint32_t>agent.id):
        agent.walking = goes                    # by its crowd, in this frame already
    elif agent.walking or goes:
        agent.walking = goes
        id = navpy_gd.object_get_instance_id(agent.owner)
        variant_from_vector3(&value, &velocity)
        emit(agent.owner, velocity_computed_signal, &value, 1)
        if navpy_gd.object_get_instance_from_id(id) == NULL or agent.crowd == NULL:
            return
        core = core_agent(agent)
        rest = rest and not core.active         # the handler may have asked for another path
    if rest:
        node_set_physics(agent.owner, False)
    announce(agent, core)


# ---- the scene tree ---------------------------------------------------------------------------------------------

cdef void enter_tree(NavAgent* agent) noexcept nogil:
    cdef double position[3]
    agent.world = world_enter(agent.owner)
    if agent.world == NULL:
        return
    world_add_listener(agent.world, agent, map_changed)
    agent.parent = as_class(node_parent(agent.owner), tag_node3d())
    agent.body = as_class(agent.parent, tag_body())
    if agent.parent == NULL:
        return
    agent.crowd = world_crowd_of(agent.world, agent.owner)
    read_place(agent.parent, position)
    agent.id = crowd_add(&agent.crowd.data, position, &agent.params)
    join_crowd(agent.crowd, agent.id, agent.owner, agent.parent)
    hand_over_params(agent)
    if agent.asked != ASKED_NOTHING and agent.refused != REASON_STOPPED and not in_editor():
        ask_in_frame(agent)


cdef void ask_in_frame(NavAgent* agent) noexcept nogil:
    """Asks again in the next physics frame, when the scene is complete."""
    agent.waiting = True
    node_set_physics(agent.owner, True)


cdef void leave_tree(NavAgent* agent) noexcept nogil:
    if agent.world == NULL:
        return
    if status_of(agent) != STATUS_RUNNING:      # what is over is over; who is on the way goes on where it is put next
        agent.asked = ASKED_NOTHING
        agent.refused = REASON_NONE
    if agent.crowd != NULL:
        crowd_remove(&agent.crowd.data, agent.id)
    world_remove_listener(agent.world, agent)
    world_leave(agent.world)
    agent.world = NULL
    agent.crowd = NULL
    agent.parent = NULL
    agent.body = NULL
    agent.id = NO_AGENT
    agent.waiting = False
    agent.walking = False
    agent.has_rested = False


cdef void map_changed(void* instance) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if in_editor():
        node_update_warnings(agent.owner)
    elif agent.asked == ASKED_TARGET and reason_of(agent) != REASON_NONE and agent.refused != REASON_STOPPED:
        if agent.crowd != NULL:
            crowd_stop(&agent.crowd.data, agent.id)         # what was only partly reached is searched anew
        ask_in_frame(agent)


cdef void* make(void* owner) noexcept nogil:
    cdef NavAgent* agent = new NavAgent()   # all zero: outside the tree, nothing asked
    agent.owner = owner
    agent.params = default_params()
    agent.max_neighbors = agent.params.max_neighbors
    agent.avoidance_layers = agent.params.avoidance_layers
    agent.avoidance_mask = agent.params.avoidance_mask
    agent.body_settings.face_velocity = True
    agent.body_settings.climb_steps = True
    agent.body_settings.turn_rate = 720
    agent.drive_body = True
    agent.id = NO_AGENT
    agent.announced = STATUS_FAILURE
    return agent


cdef void destroy(void* instance) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    leave_tree(agent)
    del agent


cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil:
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        physics_process(<NavAgent*>instance)
    elif what == NOTIFICATION_ENTER_TREE:
        enter_tree(<NavAgent*>instance)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(<NavAgent*>instance)


cdef void changed(void* instance, const char* property) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    agent.params.max_neighbors = <int32_t>agent.max_neighbors
    agent.params.avoidance_layers = <uint32_t>agent.avoidance_layers
    agent.params.avoidance_mask = <uint32_t>agent.avoidance_mask
    hand_over_params(agent)


cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.parent == NULL:
        strings_append(ret, "A NavAgent moves the Node3D it is a child of: put it under a CharacterBody3D or another Node3D.")
    if agent.world != NULL and world_mesh(agent.world) == NULL and agent.world.bakers == 0:
        strings_append(ret, "There is no navmesh to walk on: add a NavMeshBaker to the scene.")
    elif agent.world != NULL and world_mesh(agent.world) == NULL:
        strings_append(ret, "The scene's NavMeshBaker has no navmesh yet: select it and press Bake NavMesh.")


# ---- methods ----------------------------------------------------------------------------------------------------

cdef void request_path(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = ask(<NavAgent*>instance, <const GdVector3*>args[0], ASKED_PATH)


cdef void has_arrived(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = status_of(<NavAgent*>instance)


cdef void stop(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.asked != ASKED_NOTHING:
        refuse(agent, REASON_STOPPED)


cdef void get_reason(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = reason_of(<NavAgent*>instance)


cdef void get_reason_text(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef Agent* core = core_agent(agent)
    text = explain(reason_of(agent), core.off_by if core != NULL else 0.0, agent.parent != NULL)
    navpy_gd.dtor[<int>STRING](ret)
    navpy_gd.string_new_with_utf8_chars(ret, text.encode())


def explain(reason, off_by, has_parent):
    """The reason as a sentence that says what to do."""
    return {
        Reason.NONE: "",
        Reason.NO_REQUEST: "no path has been asked for: call requestPath or set target_position",
        Reason.NO_NAVMESH: "there is no navmesh here: add a NavMeshBaker to the scene and bake it" if has_parent else
                           "the NavAgent isn't in the scene tree under a Node3D",
        Reason.BAKING: "the navmesh is still being baked",
        Reason.INVALID_INPUT: "the target has a coordinate that is not finite",
        Reason.START_OFF_MESH: f"the agent is {off_by:.2f} m off the navmesh",
        Reason.GOAL_OFF_MESH: f"the target is {off_by:.2f} m off the navmesh",
        Reason.GOAL_UNREACHABLE: "no way leads to the target: it is on another island of the navmesh",
        Reason.STOPPED: "the agent was stopped",
        Reason.PATH_LOST: "the way was lost: the navmesh or the agent was moved, and no other way was found",
    }[Reason(reason)]


cdef void get_desired_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    cdef GdVector3* out = <GdVector3*>ret
    out.x = <float>core.desired_velocity[0] if core != NULL else 0
    out.y = 0
    out.z = <float>core.desired_velocity[2] if core != NULL else 0


cdef void get_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    cdef GdVector3* out = <GdVector3*>ret
    cdef bint goes = core != NULL and (core.active or core.is_pushed)
    out.x = <float>core.velocity[0] if goes else 0
    out.y = 0
    out.z = <float>core.velocity[2] if goes else 0


cdef void get_target_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = (<NavAgent*>instance).target


cdef void set_target_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.world != NULL and not in_editor():
        ask(agent, <const GdVector3*>args[0], ASKED_TARGET)
    else:
        agent.target = (<const GdVector3*>args[0])[0]
        agent.asked = ASKED_TARGET


cdef GdVector3 path_point(NavAgent* agent, int32_t index) noexcept nogil:
    """A point of the path; where there is none, the place where the agent stands."""
    cdef GdVector3 out
    cdef const vector[double]* path = crowd_path(&agent.crowd.data, agent.id) if agent.crowd != NULL else NULL
    cdef int32_t count = <int32_t>(path.size() // 3) if path != NULL else 0
    out.x = out.y = out.z = 0
    if count > 0:
        index = min(max(index, 0), count - 1)
        out.x = <float>path[0][3 * index]
        out.y = <float>path[0][3 * index + 1]
        out.z = <float>path[0][3 * index + 2]
    elif agent.parent != NULL:
        global_position(agent.parent, &out)
    return out


cdef void get_next_path_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<GdVector3*>ret)[0] = path_point(<NavAgent*>instance, core.next_corner if core != NULL else 0)


cdef void get_final_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = path_point(<NavAgent*>instance, LAST_POINT)


cdef void get_path(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef const vector[double]* path = crowd_path(&agent.crowd.data, agent.id) if agent.crowd != NULL else NULL
    cdef GdVector3* out
    cdef size_t i
    if path == NULL or path.empty():
        return
    vectors_resize(ret, path.size() // 3)
    out = vectors_data(ret)
    for i in range(path.size() // 3):
        out[i] = path_point(agent, <int32_t>i)


cdef void get_path_length(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<double*>ret)[0] = core.path_length if core != NULL else 0


cdef void get_distance_left(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<double*>ret)[0] = core.distance_left if core != NULL else 0


cdef void is_navigation_finished(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = status_of(<NavAgent*>instance) != STATUS_RUNNING


cdef void is_target_reachable(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    (<uint8_t*>ret)[0] = status_of(agent) != STATUS_FAILURE and reason_of(agent) == REASON_NONE


cdef object int_row(str name, size_t offset, int64_t default, str doc, int64_t maximum, int hint, str hint_string, group):
    return Property(name, "int", doc, default=default, offset=offset, hint=hint, hint_string=hint_string, minimum=0, maximum=maximum,
                    group=group)


cdef object float_row(str name, size_t offset, double default, str doc, double minimum, str hint, group):
    return Property(name, "float", doc, default=default, offset=offset, hint=1, hint_string=hint, minimum=minimum, group=group)


REASON_DOCS = {                         # of the reasons that an agent's request may have; limits are for searches from Python
    Reason.NONE: "Nothing to explain.", Reason.NO_REQUEST: "No path has been asked for.",
    Reason.NO_NAVMESH: "There is no navmesh in this world.", Reason.BAKING: "The navmesh is still being baked.",
    Reason.INVALID_INPUT: "The target is not finite.", Reason.START_OFF_MESH: "The agent is too far off the navmesh.",
    Reason.GOAL_OFF_MESH: "The target is too far off the navmesh.",
    Reason.GOAL_UNREACHABLE: "The target is on another island of the navmesh.",
    Reason.STOPPED: "[method stop] was called.", Reason.PATH_LOST: "The way was lost, and no other was found.",
}


def register():
    global velocity_computed_signal, path_changed_signal, target_reached_signal, navigation_finished_signal
    cdef NavAgent* a = NULL
    cdef AgentParams p = default_params()
    velocity_computed_signal = signal_name("velocity_computed")
    path_changed_signal = signal_name("path_changed")
    target_reached_signal = signal_name("target_reached")
    navigation_finished_signal = signal_name("navigation_finished")
    register_class(NodeClass(
        "NavAgent", "Node", "Finds its way on the navmesh and walks it.",
        "A child of the body that is to walk. [method requestPath] asks for a way to a target and may be called every tick, "
        "as a behaviour tree's leaf does; [method hasArrived] tells how it stands. Under a [CharacterBody3D] the agent "
        "drives the body with [code]move_and_slide[/code]; elsewhere, or with [member drive_body] off, it emits [signal "
        "velocity_computed] every physics frame. Distances to waypoints are measured in the ground plane, so the body's "
        "origin may be at any height over the floor. Setting [member target_position] instead behaves as "
        "[NavigationAgent3D] does: it never moves the body and walks as near as it can get.",
        make=<size_t>&make, destroy=<size_t>&destroy, notify=<size_t>&notify, changed=<size_t>&changed,
        virtuals={"_get_configuration_warnings": <size_t>&configuration_warnings},
        enumerations=(
            Enumeration("Status", (
                ("RUNNING", STATUS_RUNNING, "On the way. This is 0: compare by name, never test for truth."),
                ("SUCCESS", STATUS_SUCCESS, "Arrived."),
                ("FAILURE", STATUS_FAILURE, "Cannot get there; [member reason] says why."))),
            Enumeration("Reason", [(f"REASON_{r.name}", int(r), REASON_DOCS[r]) for r in REASON_DOCS]),
        ),
        properties=(
            float_row("max_speed", <size_t>&a.params.max_speed, p.max_speed, "Speed in metres a second.", 0,
                      "0,20,0.01,or_greater,suffix:m/s", None),
            float_row("max_deceleration", <size_t>&a.params.max_deceleration, p.max_deceleration,
                      "How hard the agent brakes for its goal.", 0.001, "0.1,100,0.1,or_greater,suffix:m/s\u00b2", None),
            float_row("radius", <size_t>&a.params.radius, p.radius, "Radius of the body.", 0,
                      "0,5,0.01,or_greater,suffix:m", None),
            Property("target_position", "Vector3", "Where to go, in world space. Setting it asks for a way there that may "
                     "end at the nearest reachable point, and leaves moving to the script.",
                     getter=<size_t>&get_target_position, setter=<size_t>&set_target_position, usage=0, group="Path"),
            float_row("path_desired_distance", <size_t>&a.params.path_desired_distance, p.path_desired_distance,
                      "How near a corner may count as turned, if the way beyond it is in sight. Ground plane.", 0.01,
                      "0.01,10,0.01,or_greater,suffix:m", "Path"),
            float_row("target_desired_distance", <size_t>&a.params.target_desired_distance, p.target_desired_distance,
                      "Length of path left at which the agent has arrived; it still brakes on to the path's end.", 0.01, "0.01,10,0.01,or_greater,suffix:m",
                      "Path"),
            float_row("path_max_distance", <size_t>&a.params.path_max_distance, p.path_max_distance,
                      "How far the agent may be carried off its path before it looks for another.", 0.1,
                      "0.1,20,0.1,or_greater,suffix:m", "Path"),
            Property("avoidance_enabled", "bool", "Avoids the other agents of its crowd, and is avoided by them.",
                     default=bool(p.avoidance_enabled), offset=<size_t>&a.params.avoidance_enabled, group="Avoidance"),
            float_row("height", <size_t>&a.params.height, p.height, "Height of the body over its floor. Agents avoid each other "
                      "where their bodies overlap in height: not those on another storey.", 0, "0,5,0.01,or_greater,suffix:m", "Avoidance"),
            float_row("neighbor_distance", <size_t>&a.params.neighbor_distance, p.neighbor_distance,
                      "How far the agent sees others. Ground plane.", 0, "0,100,0.1,or_greater,suffix:m", "Avoidance"),
            int_row("max_neighbors", <size_t>&a.max_neighbors, p.max_neighbors, "How many others it minds, the nearest ones.",
                    1000000, 1, "0,64,1,or_greater", "Avoidance"),
            float_row("time_horizon_agents", <size_t>&a.params.time_horizon_agents, p.time_horizon_agents,
                      "How far ahead it keeps clear of others: the more, the earlier it turns aside.", 0, "0,10,0.01,or_greater,suffix:s",
                      "Avoidance"),
            float_row("time_horizon_obstacles", <size_t>&a.params.time_horizon_obstacles, p.time_horizon_obstacles,
                      "How far ahead it keeps clear of walls and ledges where it turns aside for others. Whatever this is, nobody is "
                      "pushed off the navmesh.", 0, "0,10,0.01,or_greater,suffix:s", "Avoidance"),
            int_row("avoidance_layers", <size_t>&a.avoidance_layers, p.avoidance_layers, "Layers the agent is in, for the "
                    "[member avoidance_mask] of others.", 0xFFFFFFFF, LAYERS_AVOIDANCE, "", "Avoidance"),
            int_row("avoidance_mask", <size_t>&a.avoidance_mask, p.avoidance_mask, "Layers whose agents it avoids.", 0xFFFFFFFF,
                    LAYERS_AVOIDANCE, "", "Avoidance"),
            Property("avoidance_priority", "float", "Of two that meet, the one with the lower priority gives way.",
                     default=p.avoidance_priority, offset=<size_t>&a.params.avoidance_priority, hint=1, hint_string="0,1,0.01", minimum=0,
                     maximum=1, group="Avoidance"),
            Property("yields", "bool", "Where it stands after [method requestPath] or [member target_position], and until [method stop], "
                     "it steps aside for those who get no further.", default=bool(p.yields), offset=<size_t>&a.params.yields,
                     group="Avoidance"),
            Property("drive_body", "bool", "Drives the CharacterBody3D above from [method requestPath] on until [method stop], "
                     "also when it has arrived: sets its horizontal velocity, applies gravity and calls "
                     "[code]move_and_slide[/code] once a physics frame. Leave that to the agent meanwhile.", default=True, offset=<size_t>&a.drive_body,
                     group="Body"),
            Property("climb_steps", "bool", "Lifts the body over steps as high as the navmesh was baked for, which "
                     "[code]move_and_slide[/code] alone cannot climb.", default=True,
                     offset=<size_t>&a.body_settings.climb_steps, group="Body"),
            Property("face_velocity", "bool", "Turns the body's front (\u2212Z) to where it walks, while others let it walk at "
                     "half its speed or faster.", default=True,
                     offset=<size_t>&a.body_settings.face_velocity, group="Body"),
            float_row("turn_rate", <size_t>&a.body_settings.turn_rate, 720, "How fast it turns, in degrees a second.", 0,
                      "0,1440,1,or_greater,suffix:\u00b0/s", "Body"),
            Property("status", "NavAgent.Status", "What [method hasArrived] returns.", getter=<size_t>&has_arrived),
            Property("reason", "NavAgent.Reason", "Why the status is what it is.", getter=<size_t>&get_reason),
            Property("reason_text", "String", "The reason as a sentence.", getter=<size_t>&get_reason_text),
            Property("desired_velocity", "Vector3", "The velocity the agent wishes for, in the ground plane.",
                     getter=<size_t>&get_desired_velocity),
            Property("safe_velocity", "Vector3", "What other agents leave of that: the velocity the body is driven by.",
                     getter=<size_t>&get_velocity),
        ),
        methods=(
            Method("requestPath", <size_t>&request_path, "Asks for a way to [param target] (world space) and walks it. The "
                   "answer is there at once: RUNNING, SUCCESS if the agent is there already, or FAILURE if there is no way, "
                   "with the [member reason]. Calling it again with the same target changes nothing; a moved target is "
                   "followed.", (Argument("target", "Vector3"),), returns="NavAgent.Status", aliases=("request_path",)),
            Method("hasArrived", <size_t>&has_arrived, "RUNNING on the way, SUCCESS within [member target_desired_distance] of "
                   "the target, FAILURE if there is no way or nothing was asked for.", returns="NavAgent.Status", const=True,
                   aliases=("has_arrived",)),
            Method("stop", <size_t>&stop, "Takes the request back; the agent stands still, and the body is the script's again once it is on the floor."),
            Method("get_next_path_position", <size_t>&get_next_path_position, "The next corner of the path.",
                   returns="Vector3", const=True),
            Method("get_final_position", <size_t>&get_final_position, "The end of the path.", returns="Vector3", const=True),
            Method("get_current_navigation_path", <size_t>&get_path, "The corners of the path, from where it began.",
                   returns="PackedVector3Array", const=True),
            Method("get_path_length", <size_t>&get_path_length, "Length of the path as it was found, in metres.",
                   returns="float", const=True),
            Method("distance_to_target", <size_t>&get_distance_left, "Length of path left, in metres.", returns="float",
                   const=True),
            Method("is_navigation_finished", <size_t>&is_navigation_finished, "Whether there is nothing left to walk.",
                   returns="bool", const=True),
            Method("is_target_reachable", <size_t>&is_target_reachable, "Whether the path leads all the way to the target.",
                   returns="bool", const=True),
        ),
        signals=(
            Signal("velocity_computed", "Every physics frame on the way, and where it steps aside, if the agent doesn't drive a body "
                   "itself. The velocity is what other agents leave of [member desired_velocity].",
                   (Argument("safe_velocity", "Vector3"),)),
            Signal("path_changed", "A path was found: for a new request, or because the navmesh or the agent was moved."),
            Signal("target_reached", "The agent has arrived. Comes just before [signal navigation_finished]."),
            Signal("navigation_finished", "The agent has arrived, or lost its way."),
        )))
