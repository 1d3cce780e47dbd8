"""The forces of NavSteering's behaviors. Vehicles have a mass of one kilogram, so a force in newtons is an acceleration in m/s². The
places and velocities of others are those of the crowd's step in this physics frame."""
from libc.math cimport INFINITY, M_PI, fabs, isfinite, isnan
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport find_within
from navpy.base.vec2 cimport Vec2, length, scale, subtract, to_plan, truncate, unit, vec2
from navpy.godot.agent.leash cimport agent_of
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.binding.engine cimport as_spatial, game_frame, global_position
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, quoted
from navpy.godot.binding.node_paths cimport is_empty_path, node_at, owner_of
from navpy.godot.binding.packed cimport text_of_path
from navpy.godot.binding.plane cimport place_text
from navpy.godot.binding.vector cimport plan_of
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.crowd.participants cimport Avoidance
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.right_of_way cimport AvoidanceRole
from navpy.motion.agent.path_following cimport update_ground
from navpy.motion.steering.wall_steering cimport Feeler, avoid_walls_force, write_wall_danger
from navpy.motion.agent.walkable cimport graph_at
from navpy.motion.steering.context_steering cimport write_danger
from navpy.motion.steering.flocking cimport FlockParams, NeighborSums, flock_force, sum_neighbors
from navpy.motion.steering.obstacle_avoidance cimport avoid_obstacles_force
from navpy.motion.steering.steering cimport (
    Circle, WanderCircle, arrive_force, braking_speed, evade_force, flee_force, follow_path_force, pursue_force, seek_force,
    velocity_of_force, wander_force)
from navpy.motion.steering.vehicle cimport Vehicle, set_velocity

cdef double WANDER_RADIUS = 1.0         # meters, of the wander circle
cdef double WANDER_DISTANCE = 2.0       # meters from the vehicle to its center: the vehicle never turns back
cdef double SIDE_FEELER = 0.6           # length of a side feeler, as a share of the feeler ahead
cdef double FEELER_ANGLE = 0.7          # radians between them


cdef bint is_finite(Vec2 a) noexcept nogil:
    return isfinite(a.x) and isfinite(a.y)


# ---- targets ----

cdef void* node_of(SteeringView* view, SteeringBehavior* behavior) noexcept nogil:
    """The Node3D that is the behavior's target; NULL: there is none. A NavAgent stands for its parent."""
    cdef void* root
    cdef void* node = NULL
    cdef NavAgent* agent
    if behavior.target_node != 0:
        node = navpy_gd.object_get_instance_from_id(behavior.target_node)
    elif view.agent != NULL and not is_empty_path(&behavior.target):
        root = owner_of(view.agent.owner)
        node = node_at(root if root != NULL else view.agent.owner, &behavior.target)
    agent = agent_of(node)
    return agent.parent if agent != NULL else as_spatial(node, behavior.cls.is_plane)


cdef void report_missing(SteeringView* view, SteeringBehavior* behavior) noexcept nogil:
    """Once: the target is not there."""
    if behavior.has_error or behavior.target_node != 0:
        return
    behavior.has_error = True
    with gil:
        root = owner_of(view.agent.owner)
        node_error(view.agent.owner, f"a NavSteeringBehavior has the target {quoted(text_of_path(&behavior.target))}, and there is "
                                     f"no Node3D at this path from {node_path(root if root != NULL else view.agent.owner)}: set its "
                                     f"target, or call "
                                     "set_target_node")


cdef void report_nowhere(SteeringView* view, SteeringBehavior* behavior, void* node, GdVector3 place) noexcept nogil:
    """Once: the target is at no place. node: the target, NULL: a point."""
    if behavior.has_error:
        return
    behavior.has_error = True
    with gil:
        target = node_path(node) + " " if node != NULL else ""
        node_error(view.agent.owner if view.agent != NULL else behavior.owner,
                   f"a NavSteeringBehavior has the target {target}{place_text(&place, behavior.cls.is_plane)}, which is no place, "
                   f"and is left out: its "
                   "coordinates must be finite")


cdef void see_target(SteeringView* view, int32_t index, uint64_t node, Vec2 place) noexcept nogil:
    """Measures the velocity of the target of a behavior from call to call."""
    cdef SeenTarget* seen = &view.state.seen[index]
    cdef int64_t frame = game_frame()
    if seen.node == node and seen.frame == frame:
        return
    seen.velocity = vec2(0.0, 0.0)
    if seen.node == node and seen.frame == frame - 1:
        seen.velocity = scale(subtract(place, seen.place), 1.0 / view.delta)
    seen.node, seen.frame, seen.place = node, frame, place


cdef bint find_target(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vehicle* target) noexcept nogil:
    """The place and the velocity of the target. Returns False if the node that should be the target is not there, or is at no
    place."""
    cdef GdVector3 place = behavior.target_position
    cdef void* node = NULL
    cdef bint has_node = behavior.target_node != 0 or (view.agent != NULL and not is_empty_path(&behavior.target))
    if index < view.place_count:
        place, has_node = view.places[index], False
    if has_node:
        node = node_of(view, behavior)
        if node == NULL:
            report_missing(view, behavior)
            return False
        global_position(node, &place)
    if not is_finite(plan_of(&place)):
        report_nowhere(view, behavior, node, place)
        return False
    if has_node:
        see_target(view, index, navpy_gd.object_get_instance_id(node), plan_of(&place))
    target.position = plan_of(&place)
    set_velocity(target, view.state.seen[index].velocity if has_node else vec2(0.0, 0.0))
    return True


# ---- the crowd and the navmesh ----

cdef int find_near(SteeringView* view, double radius) except -1 nogil:
    """Collects the agent and the participants of its crowd's last step, visitors included, within a radius and on the same floor."""
    cdef const Avoidance* avoidance
    cdef const Agent* core
    cdef const AvoidanceRole* other
    cdef double floor
    cdef size_t k
    cdef int32_t place
    view.positions.clear()
    view.velocities.clear()
    view.positions.push_back(view.vehicle.position.x)
    view.positions.push_back(view.vehicle.position.y)
    view.velocities.push_back(view.vehicle.velocity.x)
    view.velocities.push_back(view.vehicle.velocity.y)
    view.circles.clear()
    if view.agent == NULL:
        return 0
    core, avoidance = core_agent(view.agent), &view.agent.crowd.data.avoidance
    floor = core.position[1] - (0.0 if isnan(core.base_offset) else core.base_offset)
    find_within(&avoidance.grid, view.vehicle.position.x, view.vehicle.position.y, radius, &view.near)
    for k in range(view.near.size()):
        place = view.near[k]
        other = &avoidance.roles[place]
        if other.slot >= 0 and not view.agent.crowd.data.agents[other.slot].generation & 1:
            continue
        if other.slot == slot_of(view.agent.id) or fabs(other.ground - floor) >= max(core.params.height, other.height):
            continue
        add_near(view, avoidance.bodies[place].position, avoidance.bodies[place].velocity, avoidance.bodies[place].radius)
    return 0


cdef int add_near(SteeringView* view, Vec2 place, Vec2 velocity, double radius) except -1 nogil:
    cdef Circle circle
    circle.center, circle.radius = place, radius
    view.circles.push_back(circle)
    view.positions.push_back(place.x)
    view.positions.push_back(place.y)
    view.velocities.push_back(velocity.x)
    view.velocities.push_back(velocity.y)
    return 0


cdef double own_radius(const SteeringView* view) noexcept nogil:
    return view.agent.params.radius if view.agent != NULL else 0.0


cdef bint find_ground(SteeringView* view, NearestPoly* at) noexcept nogil:
    cdef CrowdData* crowd
    if view.agent == NULL:
        return False
    crowd = &view.agent.crowd.data
    return crowd.mesh != NULL and update_ground(crowd.mesh, core_agent(view.agent), at)


cdef NavView walkable_view(SteeringView* view, const NearestPoly* at) noexcept nogil:
    cdef CrowdData* crowd = &view.agent.crowd.data
    return view_of(crowd.mesh, graph_at(crowd.mesh, crowd.paths[slot_of(view.agent.id)].walkable, at.poly))


cdef double reach_of_obstacles(const SteeringView* view, const SteeringBehavior* behavior) noexcept nogil:
    cdef double greatest = view.agent.crowd.data.avoidance.greatest_radius if view.agent != NULL else 0.0
    return behavior.look_ahead * view.vehicle.max_speed + own_radius(view) + behavior.radius + greatest


# ---- behaviors with a target ----

cdef double panic_distance(const SteeringBehavior* behavior) noexcept nogil:
    return behavior.radius if behavior.radius > 0.0 else INFINITY


cdef int seek(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    force[0] = seek_force(&view.vehicle, target.position)
    return 0


cdef int flee(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    force[0] = flee_force(&view.vehicle, target.position, panic_distance(behavior))
    return 0


cdef int arrive(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    force[0] = arrive_force(&view.vehicle, target.position, view.delta)
    return 0


cdef int pursue(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    force[0] = pursue_force(&view.vehicle, target, behavior.look_ahead)
    return 0


cdef int evade(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    force[0] = evade_force(&view.vehicle, target, panic_distance(behavior), behavior.look_ahead)
    return 0


# ---- behaviors without one ----

cdef int wander(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    cdef WanderCircle circle
    circle.radius, circle.distance, circle.rate, circle.seed = WANDER_RADIUS, WANDER_DISTANCE, behavior.turn_rate, view.seed
    force[0] = wander_force(&view.vehicle, &circle, view.number, view.state.step, view.delta, &view.state.wander_angles[index])
    return 0


cdef int flock(SteeringView* view, SteeringBehavior* behavior, FlockParams* params, Vec2* force) except -1 nogil:
    """Reynolds' three rules, for the participants within the behavior's radius. params: with their weights."""
    cdef NeighborSums sums
    cdef size_t i
    find_near(view, behavior.radius)
    view.near.clear()
    for i in range(view.circles.size()):
        view.near.push_back(<int32_t>i + 1)
    params.separation_radius = params.alignment_radius = params.cohesion_radius = behavior.radius
    params.view_angle, params.mass = 2.0 * M_PI, view.vehicle.mass
    params.max_force, params.max_speed = view.vehicle.max_force, view.vehicle.max_speed
    sum_neighbors(view.positions.data(), view.velocities.data(), 0, slot_of(view.number), &view.near, params, &sums)
    force[0] = flock_force(&sums, view.vehicle.velocity, params)
    return 0


cdef int separate(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    cdef FlockParams params
    params.separation_weight, params.alignment_weight, params.cohesion_weight = 1.0, 0.0, 0.0
    return flock(view, behavior, &params, force)


cdef int align(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    cdef FlockParams params
    params.separation_weight, params.alignment_weight, params.cohesion_weight = 0.0, 1.0, 0.0
    return flock(view, behavior, &params, force)


cdef int cohere(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target, Vec2* force) except -1 nogil:
    cdef FlockParams params
    params.separation_weight, params.alignment_weight, params.cohesion_weight = 0.0, 0.0, 1.0
    return flock(view, behavior, &params, force)


cdef int avoid_obstacles(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target,
                         Vec2* force) except -1 nogil:
    find_near(view, reach_of_obstacles(view, behavior))
    force[0] = avoid_obstacles_force(&view.vehicle, view.circles.data(), <int32_t>view.circles.size(),
                                     own_radius(view) + behavior.radius, behavior.look_ahead)
    return 0


cdef int avoid_walls(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target,
                     Vec2* force) except -1 nogil:
    """One feeler ahead, as long as the way in look_ahead seconds and the radius, and one to either side."""
    cdef double reach = length(view.vehicle.velocity) * behavior.look_ahead + behavior.radius
    cdef Feeler feelers[3]
    cdef NearestPoly at
    cdef int i
    for i in range(3):
        feelers[i].length = reach * (1.0 if i == 0 else SIDE_FEELER)
        feelers[i].angle = 0.0 if i == 0 else FEELER_ANGLE if i == 1 else -FEELER_ANGLE
    if find_ground(view, &at):
        force[0] = avoid_walls_force(walkable_view(view, &at), &view.vehicle, &at, feelers, 3, behavior.radius)
    return 0


cdef int follow_path(SteeringView* view, SteeringBehavior* behavior, int32_t index, const Vehicle* target,
                     Vec2* force) except -1 nogil:
    """Along the path of the agent's request."""
    cdef const vector[double]* points
    cdef size_t i
    view.points.clear()
    if view.agent == NULL:
        return 0
    points = &view.agent.crowd.data.paths[slot_of(view.agent.id)].points
    for i in range(points.size() // 3):
        view.points.push_back(to_plan(points.data() + 3 * i))
    if view.points.size() > 1:
        force[0] = follow_path_force(&view.vehicle, view.points.data(), <int32_t>view.points.size(), max(behavior.radius, 1e-3),
                                     behavior.look_ahead, view.delta)
    return 0


# ---- danger ----

cdef double danger_distance(const SteeringView* view, const SteeringBehavior* behavior) noexcept nogil:
    return behavior.look_ahead * view.vehicle.max_speed + behavior.radius


cdef int write_obstacle_dangers(SteeringView* view, SteeringBehavior* behavior) except -1 nogil:
    cdef double ahead = danger_distance(view, behavior)
    cdef size_t i
    if not ahead > 0.0:
        return 0
    find_near(view, reach_of_obstacles(view, behavior))
    for i in range(view.circles.size()):
        write_danger(&view.state.maps, 0, subtract(view.circles[i].center, view.vehicle.position),
                     view.circles[i].radius + own_radius(view) + behavior.radius, ahead)
    return 0


cdef int write_wall_dangers(SteeringView* view, SteeringBehavior* behavior) except -1 nogil:
    cdef double ahead = danger_distance(view, behavior)
    cdef NearestPoly at
    if ahead > 0.0 and find_ground(view, &at):
        write_wall_danger(walkable_view(view, &at), &at, &view.state.maps, 0, ahead)
    return 0


# ---- the table ----

cdef int add_row(const char* name, int traits, BehaviorForce force, BehaviorDanger danger, const char* doc) except -1:
    cdef BehaviorRow row
    row.name, row.traits, row.force, row.danger, row.doc = name, traits, force, danger, doc
    BEHAVIORS.push_back(row)
    return 0


# In the order of NavSteeringBehavior.Type: scenes save its values, so a new behavior comes last.
add_row(b"SEEK", TARGET, seek, NULL, b"At full speed through the target, and back again.")
add_row(b"FLEE", TARGET, flee, NULL,
        b"At full speed away from a target within [member radius]; with a radius of 0, at any distance.")
add_row(b"ARRIVE", TARGET | BRAKES, arrive, NULL, b"To rest at the target.")
add_row(b"PURSUE", TARGET, pursue, NULL, b"To where it meets a target that moves, predicted by at most [member look_ahead].")
add_row(b"EVADE", TARGET, evade, NULL,
        b"Away from where a target within [member radius] can meet it, predicted by at most [member look_ahead]; with a radius of 0, "
        b"at any distance.")
add_row(b"WANDER", 0, wander, NULL, b"On at random, without abrupt turns.")
add_row(b"SEPARATION", 0, separate, NULL, b"Away from agents of its crowd within [member radius], the more the nearer they are.")
add_row(b"ALIGNMENT", 0, align, NULL, b"With the mean velocity of the agents of its crowd within [member radius].")
add_row(b"COHESION", 0, cohere, NULL, b"To the middle of the agents of its crowd within [member radius].")
add_row(b"AVOID_OBSTACLES", 0, avoid_obstacles, write_obstacle_dangers,
        b"Round the first agent or [NavObstacle] of its crowd that it would touch within [member look_ahead], with [member radius] of "
        b"room.")
add_row(b"AVOID_WALLS", 0, avoid_walls, write_wall_dangers,
        b"Away from edges of the navmesh that it would meet within [member look_ahead], with [member radius] of room.")
add_row(b"FOLLOW_PATH", 0, follow_path, NULL,
        b"Along the path of its agent's request, within [member radius] of it, to rest at the end. [member NavAgent.target_position] "
        b"requests a path and leaves the body to the script.")


cdef int behavior_force(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2* force) except -1 nogil:
    cdef const BehaviorRow* row = &BEHAVIORS[<size_t>behavior.type]
    cdef Vehicle target = view.vehicle
    force[0] = vec2(0.0, 0.0)
    if row.traits & TARGET and not find_target(view, behavior, index, &target):
        return 0
    row.force(view, behavior, index, &target if row.traits & TARGET else NULL, force)
    if not is_finite(force[0]):                 # a neighbor's place or velocity is not
        force[0] = vec2(0.0, 0.0)
    return 0


cdef Vec2 desired_velocity(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2 force) noexcept nogil:
    """The velocity that the force leads to; of a braking behavior, at the speed from which it can brake."""
    cdef Vehicle target = view.vehicle
    cdef Vec2 way
    cdef double speed
    if not BEHAVIORS[<size_t>behavior.type].traits & BRAKES:
        return truncate(velocity_of_force(force, view.vehicle.velocity, view.vehicle.mass), view.vehicle.max_speed)
    if not find_target(view, behavior, index, &target):
        return vec2(0.0, 0.0)
    way = subtract(target.position, view.vehicle.position)
    speed = braking_speed(length(way), view.vehicle.max_force * view.delta / view.vehicle.mass, view.delta)
    return scale(unit(way), min(speed, view.vehicle.max_speed))
