"""The forces of NavSteering's behaviors. Vehicles have a mass of one kilogram, so a force in newtons is an acceleration in m/s². The places
and velocities of others are those of the crowd's step in this physics frame."""
from libc.math cimport INFINITY, M_PI, fabs, isfinite, isnan
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.neighbor_grid cimport find_within
from navpy.base.vec2 cimport Vec2, add, length, scale, subtract, truncate, unit, vec2
from navpy.godot.agent.leash cimport agent_of
from navpy.godot.agent.nav_agent_data cimport NavAgent, core_agent
from navpy.godot.binding.engine cimport as_spatial, global_position, physics_frame
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, quoted
from navpy.godot.binding.node_paths cimport is_empty_path, node_at, owner_of
from navpy.godot.binding.packed cimport text_of_path
from navpy.godot.binding.plane cimport place_text
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
from navpy.motion.steering.steering cimport (Circle, WanderCircle, arrive_force, braking_speed, evade_force, flee_force, follow_path_force, pursue_force,
                                             seek_force, wander_force)
from navpy.motion.steering.vehicle cimport Vehicle, set_velocity

cdef double RELAXATION = 0.5            # seconds, of the core's steering_force
cdef double WANDER_RADIUS = 1.0         # meters, of the wander circle
cdef double WANDER_DISTANCE = 2.0       # meters from the vehicle to its center: the vehicle never turns back
cdef double SIDE_FEELER = 0.6           # length of a side feeler, as a share of the one ahead
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
        node_error(view.agent.owner, f"a NavSteeringBehavior has the target {quoted(text_of_path(&behavior.target))}, and there is no Node3D at "
                                     f"this path from {node_path(root if root != NULL else view.agent.owner)}: set its target, or call "
                                     "set_target_node")


cdef void report_nowhere(SteeringView* view, SteeringBehavior* behavior, void* node, GdVector3 place) noexcept nogil:
    """Once: the target is at no place. node: the target, NULL: a point."""
    if behavior.has_error:
        return
    behavior.has_error = True
    with gil:
        target = node_path(node) + " " if node != NULL else ""
        node_error(view.agent.owner if view.agent != NULL else behavior.owner,
                   f"a NavSteeringBehavior has the target {target}{place_text(&place, behavior.cls.is_plane)}, which is no place, and is left out: its "
                   "coordinates must be finite")


cdef void see_target(SteeringView* view, int32_t index, uint64_t node, Vec2 place) noexcept nogil:
    """Measures the velocity of the target of a behavior from call to call."""
    cdef SeenTarget* seen = &view.state.seen[index]
    cdef int64_t frame = physics_frame()
    if seen.node == node and seen.frame == frame:
        return
    seen.velocity = vec2(0.0, 0.0)
    if seen.node == node and seen.frame == frame - 1:
        seen.velocity = scale(subtract(place, seen.place), 1.0 / view.delta)
    seen.node, seen.frame, seen.place = node, frame, place


cdef bint find_target(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vehicle* target) noexcept nogil:
    """The place and the velocity of the target. Returns False if the node that should be the target is not there, or is at no place."""
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
    if not is_finite(vec2(place.x, -place.z)):
        report_nowhere(view, behavior, node, place)
        return False
    if has_node:
        see_target(view, index, navpy_gd.object_get_instance_id(node), vec2(place.x, -place.z))
    target.position = vec2(place.x, -place.z)
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


cdef int flock(SteeringView* view, SteeringBehavior* behavior, Vec2* force) except -1 nogil:
    """One of Reynolds' three rules, for the participants within the behavior's radius."""
    cdef FlockParams params
    cdef NeighborSums sums
    cdef size_t i
    find_near(view, behavior.radius)
    view.near.clear()
    for i in range(view.circles.size()):
        view.near.push_back(<int32_t>i + 1)
    params.separation_radius = params.alignment_radius = params.cohesion_radius = behavior.radius
    params.separation_weight, params.alignment_weight = behavior.type == SEPARATION, behavior.type == ALIGNMENT
    params.cohesion_weight = behavior.type == COHESION
    params.view_angle, params.mass = 2.0 * M_PI, view.vehicle.mass
    params.max_force, params.max_speed = view.vehicle.max_force, view.vehicle.max_speed
    sum_neighbors(view.positions.data(), view.velocities.data(), 0, slot_of(view.number), &view.near, &params, &sums)
    force[0] = flock_force(&sums, view.vehicle.velocity, &params)
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


cdef void avoid_walls(SteeringView* view, SteeringBehavior* behavior, Vec2* force) noexcept nogil:
    """One feeler ahead, as long as the way in look_ahead seconds and the radius, and one to either side."""
    cdef double reach = length(view.vehicle.velocity) * behavior.look_ahead + behavior.radius
    cdef Feeler feelers[3]
    cdef NearestPoly at
    cdef int i
    for i in range(3):
        feelers[i].length, feelers[i].angle = reach * (1.0 if i == 0 else SIDE_FEELER), (0.0 if i == 0 else FEELER_ANGLE if i == 1 else -FEELER_ANGLE)
    if find_ground(view, &at):
        force[0] = avoid_walls_force(walkable_view(view, &at), &view.vehicle, &at, feelers, 3, behavior.radius)


cdef int follow_path(SteeringView* view, SteeringBehavior* behavior, Vec2* force) except -1 nogil:
    """Along the path of the agent's request."""
    cdef const vector[double]* points
    cdef size_t i
    view.points.clear()
    if view.agent == NULL:
        return 0
    points = &view.agent.crowd.data.paths[slot_of(view.agent.id)].points
    for i in range(points.size() // 3):
        view.points.push_back(vec2(points.at(3 * i), -points.at(3 * i + 2)))
    if view.points.size() > 1:
        force[0] = follow_path_force(&view.vehicle, view.points.data(), <int32_t>view.points.size(), max(behavior.radius, 1e-3),
                                     behavior.look_ahead, view.delta)
    return 0


# ---- behaviors ----

cdef void wander(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2* force) noexcept nogil:
    cdef WanderCircle circle
    circle.radius, circle.distance, circle.rate, circle.seed = WANDER_RADIUS, WANDER_DISTANCE, behavior.turn_rate, view.seed
    force[0] = wander_force(&view.vehicle, &circle, view.number, view.state.step, view.delta, &view.state.wander_angles[index])


cdef void steer_by_target(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2* force) noexcept nogil:
    cdef Vehicle target = view.vehicle
    cdef double panic = behavior.radius if behavior.radius > 0.0 else INFINITY
    if not find_target(view, behavior, index, &target):
        return
    if behavior.type == SEEK:
        force[0] = seek_force(&view.vehicle, target.position)
    elif behavior.type == FLEE:
        force[0] = flee_force(&view.vehicle, target.position, panic)
    elif behavior.type == ARRIVE:
        force[0] = arrive_force(&view.vehicle, target.position, view.delta)
    elif behavior.type == PURSUE:
        force[0] = pursue_force(&view.vehicle, &target, behavior.look_ahead)
    else:
        force[0] = evade_force(&view.vehicle, &target, panic, behavior.look_ahead)


cdef int behavior_force(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2* force) except -1 nogil:
    force[0] = vec2(0.0, 0.0)
    if behavior.type <= EVADE:
        steer_by_target(view, behavior, index, force)
    elif behavior.type == WANDER:
        wander(view, behavior, index, force)
    elif behavior.type <= COHESION:
        flock(view, behavior, force)
    elif behavior.type == AVOID_OBSTACLES:
        find_near(view, reach_of_obstacles(view, behavior))
        force[0] = avoid_obstacles_force(&view.vehicle, view.circles.data(), <int32_t>view.circles.size(), own_radius(view) + behavior.radius,
                                         behavior.look_ahead)
    elif behavior.type == AVOID_WALLS:
        avoid_walls(view, behavior, force)
    else:
        follow_path(view, behavior, force)
    if not is_finite(force[0]):                 # a neighbor's place or velocity is not
        force[0] = vec2(0.0, 0.0)
    return 0


cdef Vec2 desired_velocity(SteeringView* view, SteeringBehavior* behavior, int32_t index, Vec2 force) noexcept nogil:
    """By the inverse of the force of all behaviors that do not come to rest. ARRIVE wants the speed from which it can brake."""
    cdef Vehicle target = view.vehicle
    cdef Vec2 way
    cdef double speed
    if behavior.type != ARRIVE:
        return truncate(add(view.vehicle.velocity, scale(force, RELAXATION / view.vehicle.mass)), view.vehicle.max_speed)
    if not find_target(view, behavior, index, &target):
        return vec2(0.0, 0.0)
    way = subtract(target.position, view.vehicle.position)
    speed = braking_speed(length(way), view.vehicle.max_force * view.delta / view.vehicle.mass, view.delta)
    return scale(unit(way), min(speed, view.vehicle.max_speed))


# ---- danger ----

cdef double reach_of_obstacles(const SteeringView* view, const SteeringBehavior* behavior) noexcept nogil:
    cdef double greatest = view.agent.crowd.data.avoidance.greatest_radius if view.agent != NULL else 0.0
    return behavior.look_ahead * view.vehicle.max_speed + own_radius(view) + behavior.radius + greatest


cdef int write_dangers(SteeringView* view, SteeringBehavior* behavior) except -1 nogil:
    cdef double ahead = behavior.look_ahead * view.vehicle.max_speed + behavior.radius
    cdef NearestPoly at
    cdef size_t i
    if not ahead > 0.0:
        return 0
    if behavior.type == AVOID_WALLS:
        if find_ground(view, &at):
            write_wall_danger(walkable_view(view, &at), &at, &view.state.maps, 0, ahead)
        return 0
    find_near(view, reach_of_obstacles(view, behavior))
    for i in range(view.circles.size()):
        write_danger(&view.state.maps, 0, subtract(view.circles[i].center, view.vehicle.position),
                     view.circles[i].radius + own_radius(view) + behavior.radius, ahead)
    return 0
