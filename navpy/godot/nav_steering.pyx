"""NavSteering and NavSteeringBehavior: Reynolds' behaviors as a resource, combined by weights, by priority or by context maps."""
from libc.math cimport INFINITY, M_PI, isfinite
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, add, length, scale, vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.agent.leash cimport agent_of
from navpy.godot.binding.binding cimport instance_of, register_class
from navpy.godot.binding.class_spec cimport (
    HINT_ARRAY, HINT_NODE_PATH, ClassData, ClassSpec, GdArray, GdNavAgent, GdNode, GdNodePath, GdPackedVector3Array)
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport ARRAY, GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.node_paths cimport assign_path, free_path, make_path
from navpy.godot.binding.packed cimport array_element, assign, size_of, vectors_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.binding.vector cimport out_of_plan, plan_of
from navpy.godot.steering_forces cimport (
    BEHAVIORS, TARGET, BehaviorDanger, SteeringBehavior, SteeringState, SteeringView, behavior_force, desired_velocity, is_finite)
from navpy.godot.world.world cimport advance_crowd, world_mesh
from navpy.motion.steering.arbitration cimport sum_forces
from navpy.motion.steering.context_steering cimport (
    MAX_SLOTS, MIN_SLOTS, ContextChoice, choose_direction, clear_maps, resize_maps, write_interest)
from navpy.motion.steering.steering cimport force_within
from navpy.motion.steering.vehicle cimport set_velocity

cdef enum Combination:
    WEIGHTED_SUM, PRIORITY, CONTEXT
    COMBINATIONS

cdef enum:
    FEWEST_STATES = 64              # states up to which none is dropped

cdef double HYSTERESIS = 0.5        # of the context maps: where a wide wall hides the target, an agent keeps to one way round it
cdef double TRIVIAL = 1e-3          # share of max_acceleration up to which a force is trivial
cdef double PLACED = 50.0           # meters a second: an agent that seems faster was put elsewhere, and stands

cdef cppclass NavSteering(Instance):
    GdArray behaviors
    int64_t combination
    double max_acceleration         # m/s²
    double max_speed                # m/s, of calculate
    int64_t directions              # slots of the context maps
    double danger_tolerance
    int64_t random_seed
    unordered_map[uint64_t, SteeringState] states       # by the instance id of the agent; 0: calculate
    bint has_error                  # the error that the steered node is at no place was printed
    size_t states_kept              # states that were left when those of freed agents were dropped
    SteeringView view               # scratch
    vector[Vec2] forces             # scratch
    vector[double] weights          # scratch, parallel

cdef const ClassData* behavior_class = NULL


# ---- the list of behaviors ----

cdef void get_behaviors(NavSteering* steering, GdArray* out) noexcept nogil:
    """The same array, not a copy: a script may append to it."""
    assign(ARRAY, out, &steering.behaviors)


cdef void set_behaviors(NavSteering* steering, const GdArray* value) noexcept nogil:
    assign(ARRAY, &steering.behaviors, value)


cdef SteeringBehavior* behavior_at(NavSteering* steering, int64_t index) noexcept nogil:
    """NULL: the element is empty, disabled or something else, such as a behavior of the other dimension."""
    cdef GdVariant element
    cdef SteeringBehavior* behavior
    array_element(&steering.behaviors, index, &element)
    behavior = <SteeringBehavior*>instance_of(object_in(&element), behavior_class)
    navpy_gd.variant_destroy(&element)              # the array holds it
    return behavior if behavior != NULL and behavior.enabled and behavior.cls.is_plane == steering.cls.is_plane else NULL


# ---- the state of an agent ----

cdef int drop_freed(NavSteering* steering) except -1 nogil:
    """When there are twice as many states as were left the last time."""
    cdef vector[uint64_t] freed
    cdef uint64_t id
    cdef size_t i
    if steering.states.size() < 2 * max(steering.states_kept, <size_t>FEWEST_STATES):
        return 0
    for entry in steering.states:
        id = entry.first
        if id != 0 and navpy_gd.object_get_instance_from_id(id) == NULL:
            freed.push_back(id)
    for i in range(freed.size()):
        steering.states.erase(freed[i])
    steering.states_kept = steering.states.size()
    return 0


cdef SteeringState* state_of(NavSteering* steering, uint64_t id, int64_t count) except NULL nogil:
    cdef SteeringState* state
    if steering.states.count(id) == 0:
        drop_freed(steering)
        state = &steering.states[id]
        state.heading, state.frame, state.step, state.maps.slots = vec2(1.0, 0.0), -1, 0, 0
    state = &steering.states[id]
    state.wander_angles.resize(count, 0.0)
    state.seen.resize(count)
    if steering.combination == CONTEXT and state.maps.slots != steering.directions:
        resize_maps(&state.maps, 1, <int32_t>steering.directions)
    return state


cdef void place_vehicle(NavSteering* steering, Vec2 place, Vec2 velocity, double max_speed) noexcept nogil:
    cdef SteeringView* view = &steering.view
    view.vehicle.position, view.vehicle.mass, view.vehicle.max_turn_rate = place, 1.0, INFINITY
    view.vehicle.max_speed, view.vehicle.max_force = max_speed, steering.max_acceleration
    set_velocity(&view.vehicle, velocity)
    if length(view.vehicle.velocity) > 0.0:
        view.state.heading = view.vehicle.heading
    else:
        view.vehicle.heading = view.state.heading


# ---- combination ----

cdef int combine(NavSteering* steering, int64_t count, Vec2* out) except -1 nogil:
    """The weighted sum; or the first force that is not trivial: its weight counts alone, and no later behavior is asked."""
    cdef SteeringBehavior* behavior
    cdef Vec2 force
    cdef int64_t i
    steering.forces.clear()
    steering.weights.clear()
    for i in range(count):
        behavior = behavior_at(steering, i)
        if behavior == NULL or not behavior.weight > 0.0:
            continue
        behavior_force(&steering.view, behavior, <int32_t>i, &force)
        steering.forces.push_back(force)
        steering.weights.push_back(behavior.weight)
        if steering.combination == PRIORITY and length(force) > TRIVIAL * steering.max_acceleration:
            out[0] = sum_forces(&force, &behavior.weight, 1, steering.max_acceleration)
            return 0
    if steering.combination == WEIGHTED_SUM:
        out[0] = sum_forces(steering.forces.data(), steering.weights.data(), <int32_t>steering.forces.size(),
                            steering.max_acceleration)
    return 0


cdef int choose_by_context(NavSteering* steering, int64_t count, Vec2* out) except -1 nogil:
    """Each behavior is interested in the direction of its desired velocity, by its weight and this speed; avoiding behaviors write
    danger instead. The chosen direction is free of danger, so its velocity is to be reached as soon as possible."""
    cdef SteeringView* view = &steering.view
    cdef SteeringState* state = view.state
    cdef SteeringBehavior* behavior
    cdef BehaviorDanger danger
    cdef ContextChoice choice
    cdef Vec2 force, desired
    cdef int64_t i
    clear_maps(&state.maps, 0)
    for i in range(count):
        behavior = behavior_at(steering, i)
        if behavior == NULL or not behavior.weight > 0.0:
            continue
        danger = BEHAVIORS[<size_t>behavior.type].danger
        if danger != NULL:
            danger(view, behavior)
            continue
        behavior_force(view, behavior, <int32_t>i, &force)
        if force.x == 0.0 and force.y == 0.0:
            continue
        desired = desired_velocity(view, behavior, <int32_t>i, force)
        write_interest(&state.maps, 0, desired, min(1.0, behavior.weight) * length(desired) / max(view.vehicle.max_speed, 1e-9), M_PI)
    choice.danger_limit, choice.tolerance, choice.memory, choice.hysteresis = 1.0, steering.danger_tolerance, 0.0, HYSTERESIS
    desired = scale(choose_direction(&state.maps, 0, &choice), view.vehicle.max_speed)
    out[0] = force_within(&view.vehicle, desired, view.delta)
    return 0


cdef GdVector3 steer(NavSteering* steering, int64_t count) noexcept nogil:
    cdef Vec2 force = vec2(0.0, 0.0)
    if steering.combination == CONTEXT:
        choose_by_context(steering, count, &force)
    else:
        combine(steering, count, &force)
    steering.view.state.step += 1
    if not is_finite(force):                    # by weights beyond all measure
        force = vec2(0.0, 0.0)
    return out_of_plan(force)


# ---- methods ----

cdef bint has_time(NavSteering* steering, double delta, const char* method) noexcept nogil:
    if delta > 0.0 and isfinite(delta):
        return True
    with gil:
        node_error(steering.owner, f"{method.decode()}: delta must be above 0, not {delta:g}; give it the delta of _physics_process")
    return False


cdef str plan_text(Vec2 at, bint plane):
    cdef GdVector3 place = out_of_plan(at)
    return place_text(&place, plane)


cdef bint is_somewhere(NavSteering* steering, void* node, Vec2 place, Vec2 velocity) noexcept nogil:
    """False, after an error printed once: the steered node has no place, or no velocity; then there is no acceleration."""
    if is_finite(place) and is_finite(velocity):
        return True
    if not steering.has_error:
        steering.has_error = True
        with gil:
            node_error(node if node != NULL else steering.owner,
                       f"the place {plan_text(place, steering.cls.is_plane)} or the velocity "
                       f"{plan_text(velocity, steering.cls.is_plane)} of what a "
                       "NavSteering steers is not finite; its acceleration is 0 until both are")
    return False


cdef Vec2 velocity_of(SteeringView* view, Vec2 place) noexcept nogil:
    """A body's own velocity; else the node's velocity since the last frame."""
    cdef GdVector3 velocity
    cdef Vec2 moved
    if view.agent.body != NULL:
        body_velocity(view.agent.body, &velocity)
        return plan_of(&velocity)
    if view.state.frame != game_frame() - 1:
        return vec2(0.0, 0.0)
    moved = scale(add(place, scale(view.state.place, -1.0)), 1.0 / view.delta)
    return moved if length(moved) < PLACED else vec2(0.0, 0.0)


cdef GdVector3 get_steering(NavSteering* steering, GdNavAgent* node, double delta) noexcept nogil:
    cdef NavAgent* agent = agent_of(node)
    cdef GdVector3 none, origin
    cdef Vec2 place, velocity
    cdef int64_t count = size_of(ARRAY, &steering.behaviors)
    cdef uint64_t id
    none.x = none.y = none.z = 0
    if not has_time(steering, delta, b"get_steering"):
        return none
    if agent == NULL or core_agent(agent) == NULL or agent.cls.is_plane != steering.cls.is_plane:
        with gil:
            node_error(agent.owner if agent != NULL else steering.owner,
                       "get_steering: the agent is null or not in the scene tree under a Node3D; give it a NavAgent that is")
        return none
    # The crowd's step reads the places and velocities of all agents, and sorts them. It may run scripts.
    id = navpy_gd.object_get_instance_id(agent.owner)
    world_mesh(agent.world)
    advance_crowd(agent.world, agent.crowd, delta)
    if navpy_gd.object_get_instance_from_id(id) == NULL or core_agent(agent) == NULL:
        return none
    steering.view.agent, steering.view.delta, steering.view.seed = agent, delta, <uint64_t>steering.random_seed
    steering.view.number, steering.view.place_count = agent.id, 0
    steering.view.state = state_of(steering, id, count)
    global_position(agent.parent, &origin)
    place = plan_of(&origin)
    velocity = velocity_of(&steering.view, place)
    if not is_somewhere(steering, agent.owner, place, velocity):
        return none
    place_vehicle(steering, place, velocity, agent.params.max_speed)
    steering.view.state.place, steering.view.state.frame = place, game_frame()
    return steer(steering, count)


cdef GdVector3 calculate(NavSteering* steering, const GdVector3* position, const GdVector3* velocity,
                         const GdPackedVector3Array* targets, double delta) noexcept nogil:
    cdef GdVector3 none
    cdef int64_t count = size_of(ARRAY, &steering.behaviors)
    none.x = none.y = none.z = 0
    if not has_time(steering, delta, b"calculate") or not is_somewhere(steering, NULL, plan_of(position), plan_of(velocity)):
        return none
    steering.view.agent = NULL
    steering.view.delta, steering.view.seed, steering.view.number = delta, <uint64_t>steering.random_seed, 0
    steering.view.places = vectors_of(targets, &steering.view.place_count)
    steering.view.state = state_of(steering, 0, count)
    place_vehicle(steering, plan_of(position), plan_of(velocity), steering.max_speed)
    return steer(steering, count)


# ---- a behavior ----

cdef void on_behavior_made(SteeringBehavior* behavior) noexcept nogil:
    behavior.enabled, behavior.weight, behavior.radius, behavior.look_ahead, behavior.turn_rate = True, 1.0, 3.0, 1.0, 2.0
    make_path(&behavior.target)


cdef void on_behavior_freed(SteeringBehavior* behavior) noexcept nogil:
    free_path(&behavior.target)


cdef void get_target(SteeringBehavior* behavior, GdNodePath* out) noexcept nogil:
    assign_path(out, &behavior.target)


cdef void set_target(SteeringBehavior* behavior, const GdNodePath* path) noexcept nogil:
    assign_path(&behavior.target, path)
    behavior.target_node, behavior.has_error = 0, False


cdef void set_target_node(SteeringBehavior* behavior, GdNode* node) noexcept nogil:
    behavior.target_node = navpy_gd.object_get_instance_id(node) if node != NULL else 0
    behavior.has_error = False


COMBINATIONS_OF = (
    ("WEIGHTED_SUM", WEIGHTED_SUM, "The sum of all accelerations times their weights. Opposed behaviors may cancel each other."),
    ("PRIORITY", PRIORITY,
     "The first of [member behaviors] that has an acceleration above a thousandth of [member max_acceleration], alone: put avoidance "
     "first."),
    ("CONTEXT", CONTEXT,
     "Behaviors write how much they are interested in each of [member directions], and those that avoid write danger. The agent takes "
     "the direction of most interest without danger (Fray 2015)."),
)


cdef bytes choices_of(names):
    return ",".join(name.capitalize().replace("_", " ") for name in names).encode()


cdef list behavior_names(int traits):
    """Of those with these traits."""
    cdef size_t i
    return [BEHAVIORS[i].name.decode() for i in range(BEHAVIORS.size()) if BEHAVIORS[i].traits & traits == traits]


cdef int register_behavior() except -1:
    global behavior_class
    cdef ClassSpec[SteeringBehavior] c
    cdef SteeringBehavior* b = NULL
    cdef size_t i
    c.declare(b"NavSteeringBehavior", b"Resource", b"One behavior of a [NavSteering].",
              b"Its acceleration is (desired velocity \xe2\x88\x92 velocity) / 0.5 s, for all behaviors that do not come to rest: so "
              b"their weights compare.")
    c.on_made(on_behavior_made)
    c.in_plane_too()
    c.on_freed(on_behavior_freed)
    for i in range(BEHAVIORS.size()):
        c.constant(b"Type", BEHAVIORS[i].name, i, BEHAVIORS[i].doc)
    c.flag(b"enabled", &b.enabled, b"If false, the behavior is left out.")
    c.number(b"type", &b.type, b"What the behavior does.").choices(choices_of(behavior_names(0))).at_least(0).at_most(
        BEHAVIORS.size() - 1).enumeration(b"NavSteeringBehavior.Type")
    c.number(b"weight", &b.weight,
             b"Factor of its acceleration; with context maps its interest, up to 1. 0 leaves it out.").range(
                 b"0,5,0.01,or_greater").at_least(0)
    c.number(b"radius", &b.radius,
             b"Distance within which others count, or room to keep from them, as [member type] says.").range(
                 b"0,50,0.01,or_greater,suffix:m").at_least(0)
    c.number(b"look_ahead", &b.look_ahead, b"How far ahead it looks.").range(b"0,10,0.01,or_greater,suffix:s").at_least(0)
    c.number(b"turn_rate", &b.turn_rate,
             b"How fast WANDER changes its direction, in radians per root of a second.").range(b"0,10,0.01,or_greater").at_least(0)
    c.property(b"target", get_target, set_target,
               f"The path to the target of {', '.join(behavior_names(TARGET))}: a [Node3D] or [NavAgent], from the root of the scene "
               f"that the agent was saved in, as the inspector writes it; from the agent itself, if a script made it.".encode()).hint(
                   HINT_NODE_PATH, b"Node3D,NavAgent")
    c.vector3(b"target_position", &b.target_position, b"The target in world space, if there is no [member target].").hint(0,
                                                                                                                          b"suffix:m")
    c.method(b"set_target_node", set_target_node,
             b"Makes a [Node3D] or [NavAgent] the target, in the place of [member target]. Null removes it. A target that is freed "
             b"has no effect any more.", b"node")
    behavior_class = register_class(&c)
    return 0


# ---- the class's declaration ----

cdef void on_made(NavSteering* steering) noexcept nogil:
    navpy_gd.ctor0[<int>ARRAY](&steering.behaviors, NULL)
    steering.max_acceleration, steering.max_speed, steering.directions, steering.danger_tolerance = 15.0, 3.5, 16, 0.5


cdef void on_freed(NavSteering* steering) noexcept nogil:
    navpy_gd.dtor[<int>ARRAY](&steering.behaviors)


def register():
    cdef ClassSpec[NavSteering] c
    cdef NavSteering* s = NULL
    register_behavior()
    c.declare(b"NavSteering", b"Resource", b"Steering behaviors, combined to one acceleration.",
              b"For agents that do not only walk along a path: a list of behaviors (Reynolds 1999) and a way to combine them. Call "
              b"[method get_steering] once in a physics frame of each agent, and add the result times delta to the velocity of its "
              b"body. Many agents may share one resource.\n[codeblock]\nfunc _physics_process(delta):\n    velocity += "
              b"steering.get_steering($NavAgent, delta) * delta\n    velocity = velocity.limit_length($NavAgent.max_speed)\n    "
              b"move_and_slide()\n[/codeblock]")
    c.on_made(on_made)
    c.in_plane_too()
    c.on_freed(on_freed)
    for name, value, doc in COMBINATIONS_OF:
        c.constant(b"Combination", name.encode(), value, doc.encode())
    c.property(b"behaviors", get_behaviors, set_behaviors,
               b"The behaviors, the most urgent first.").hint(HINT_ARRAY, b"24/17:NavSteeringBehavior")
    c.number(b"combination", &s.combination, b"How the behaviors are combined.").choices(
        choices_of(name for name, _, _ in COMBINATIONS_OF)).at_least(0).at_most(
            COMBINATIONS - 1).enumeration(b"NavSteering.Combination")
    c.number(b"max_acceleration", &s.max_acceleration,
             b"Limit of the result, and of each behavior.").range(b"0,100,0.1,or_greater,suffix:m/s\xc2\xb2").at_least(0)
    c.number(b"max_speed", &s.max_speed,
             b"Full speed of [method calculate]; [method get_steering] takes [member NavAgent.max_speed].").range(
                 b"0,50,0.1,or_greater,suffix:m/s").at_least(0)
    c.number(b"directions", &s.directions, b"Number of directions of the context maps.").range(
        f"{MIN_SLOTS},{MAX_SLOTS},1".encode()).at_least(MIN_SLOTS).at_most(MAX_SLOTS)
    c.number(b"danger_tolerance", &s.danger_tolerance,
             b"With context maps: how much more danger than the least dangerous direction a direction may have. Danger is 1 at an "
             b"obstacle, and 0 where the way is free for the look_ahead of the behavior.").range(b"0,1,0.01").at_least(0).at_most(1)
    c.number(b"random_seed", &s.random_seed, b"Chooses the walk of WANDER. Each agent has a walk of its own.").at_least(0)
    c.method(b"get_steering", get_steering,
             b"The {level |}acceleration of an agent's body in m/s\xc2\xb2, for the next [param delta] seconds. It uses the body's "
             b"velocity, or that of the node above the agent, and the agents of its crowd.", b"agent", b"delta")
    c.method(b"calculate", calculate,
             b"The acceleration in m/s\xc2\xb2 of something that is no agent. [param targets] are the targets of the behaviors in "
             b"their order; a behavior without one takes its [member NavSteeringBehavior.target_position]. Targets count as standing, "
             b"and there are no neighbors, walls or paths.", b"position", b"velocity", b"targets", b"delta")
    register_class(&c)
