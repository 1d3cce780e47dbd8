"""An obstacle in its world: a circle among the agents of its own crowd, an outline as a wall for all agents, and prisms for bakers to
cut out."""
from libc.math cimport INFINITY, fabs, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcmp
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_NONE
from navpy.base.vec2 cimport Vec2, length, scale, subtract, vec2
from navpy.godot.binding.engine cimport game_frame, global_transform, in_editor, physics_ticks, read_place
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3, PACKED_VECTOR3_ARRAY
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport fill, vectors_of
from navpy.godot.binding.plane cimport is_flat, place_text
from navpy.godot.binding.vector cimport plan_of
from navpy.godot.world.bake_volumes cimport Prism, has_complete_level, remove_volumes, set_volumes, tell_fault
from navpy.godot.world.engine_crowd cimport EngineCrowd, CrowdMember, add_member
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.agent.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport crowd_add, crowd_agent, crowd_remove, crowd_set_params, slot_of
from navpy.motion.crowd.crowd_detours cimport leave_detours
from navpy.motion.crowd.obstacle_outlines cimport ObstacleOutline, outline_of, remove_outline, set_outline

from array import array
from navpy.mesh.cleanup.polygon_soup import clean_polygons

from navpy.motion.agent.agent_params import MOST_RADIUS as MOST_METERS

cdef double REST_TIME = 0.5
cdef double MOVE_THRESHOLD = 0.1
cdef double MOST_RADIUS = MOST_METERS       # of an agent; a larger circle is cut out whole, and avoided up to this radius

cdef int64_t NO_END = 0x3fffffffffffffff       # of a velocity that is given


# ---- space ----

cdef double ground_scale(const GdTransform3D* frame) noexcept nogil:
    """Scale of a circle: the greater one of the node's x and z axes."""
    cdef const float* b = &frame.basis[0]
    return max(sqrt(b[0] * b[0] + b[3] * b[3] + b[6] * b[6]), sqrt(b[2] * b[2] + b[5] * b[5] + b[8] * b[8]))


cdef double height_scale(const GdTransform3D* frame) noexcept nogil:
    cdef const float* b = &frame.basis[0]
    return sqrt(b[1] * b[1] + b[4] * b[4] + b[7] * b[7])


cdef Vec2 plan_point(const GdTransform3D* frame, const GdVector3* v) noexcept nogil:
    cdef const float* b = &frame.basis[0]
    return vec2(b[0] * v.x + b[2] * v.z + frame.origin.x, -(b[6] * v.x + b[8] * v.z + frame.origin.z))


# ---- outlines of nodes ----

cdef void get_outline(const vector[GdVector3]* outline, void* packed_vector3_array) noexcept nogil:
    fill(PACKED_VECTOR3_ARRAY, packed_vector3_array, outline.data(), <int64_t>outline.size())


cdef bint set_outline_of(void* node, const char* name, vector[GdVector3]* outline, const void* packed_vector3_array) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const GdVector3* given = vectors_of(packed_vector3_array, &count)
    for i in range(count):
        if not isfinite(given[i].x + given[i].y + given[i].z):
            with gil:
                node_error(node, f"{name.decode()} must be finite, vertex {i} is not: they keep their former values")
            return False
    outline.clear()
    for i in range(count):
        outline.push_back(given[i])
    return True


cdef list convex_pieces(const vector[GdVector3]* outline, const GdTransform3D* frame, str name):
    cdef Vec2 at
    cdef size_t i
    points = array("d")
    for i in range(outline.size()):
        at = plan_point(frame, &outline.at(i))
        points.extend((at.x, 0.0, -at.y))
    try:
        pieces = clean_polygons(memoryview(points).cast("B").cast("d", (len(points) // 3, 3)), [range(len(points) // 3)])
    except ValueError as error:
        raise ValueError(f"{name}: this is not a valid outline: {error}") from None
    corners, offsets = list(pieces.corners), list(pieces.offsets)
    places = [(place[0], place[2]) for place in memoryview(pieces.vertices).tolist()]
    return [[places[corner] for corner in corners[begin:end]] for begin, end in zip(offsets, offsets[1:])]


# ---- the circle, in the world's own crowd ----

cdef bint is_avoided(const WorldObstacle* obstacle) noexcept nogil:
    return obstacle.world != NULL and obstacle.avoidance_enabled and not in_editor()


cdef bint has_circle(const WorldObstacle* obstacle) noexcept nogil:
    return is_avoided(obstacle) and obstacle.radius > 0 and isfinite(obstacle.radius)


cdef AgentParams params_of(const WorldObstacle* obstacle) noexcept nogil:
    cdef AgentParams params = default_params()
    cdef GdTransform3D frame
    global_transform(obstacle.node, &frame)
    params.radius, params.height = min(obstacle.radius * ground_scale(&frame), MOST_RADIUS), obstacle.height * height_scale(&frame)
    params.avoidance_enabled = True
    params.avoidance_layers = obstacle.avoidance_layers
    params.avoidance_mask = 0
    params.avoidance_priority = 1
    params.yields = False
    return params


cdef void update_circle(WorldObstacle* obstacle) noexcept nogil:
    """The circle is a participant of the world's own crowd; the other crowds see it there."""
    cdef EngineCrowd* crowd = &obstacle.world.crowd
    cdef bint given = isfinite(obstacle.velocity.x + obstacle.velocity.z)
    cdef AgentParams params = params_of(obstacle)
    cdef CrowdMember* member
    cdef double position[3]
    if crowd_agent(&crowd.data, obstacle.circle) == NULL:
        read_place(obstacle.node, position)
        obstacle.circle = crowd_add(&crowd.data, position, &params)
        add_member(crowd, obstacle.circle, obstacle.node, obstacle.node)
    crowd_set_params(&crowd.data, obstacle.circle, &params)
    member = &crowd.members[slot_of(obstacle.circle)]
    member.is_obstacle = True
    member.velocity[0], member.velocity[1] = obstacle.velocity.x if given else 0.0, obstacle.velocity.z if given else 0.0


# ---- the outline, a wall ----

cdef void measure_velocity(WorldObstacle* obstacle, const GdTransform3D* frame, ObstacleOutline* outline) noexcept nogil:
    """Of an outline moved by its node: the property's velocity, else by the places of this frame and the frame before. An obstacle
    moved farther than its width was put elsewhere."""
    cdef int64_t now = game_frame()
    if obstacle.moved_frame == 0:
        obstacle.moved_to = plan_of(&frame.origin)
    if obstacle.moved_frame != now:
        obstacle.moved_from = obstacle.moved_to
    obstacle.moved_to, obstacle.moved_frame = plan_of(&frame.origin), now
    if obstacle.velocity.x != 0.0 or obstacle.velocity.z != 0.0:
        outline.velocity, outline.moved_frame = plan_of(&obstacle.velocity), NO_END
        return
    outline.velocity = scale(subtract(obstacle.moved_to, obstacle.moved_from), physics_ticks())
    outline.moved_frame = now
    if not length(outline.velocity) <= physics_ticks() * max(outline.high.x - outline.low.x, outline.high.y - outline.low.y):
        outline.velocity = vec2(0.0, 0.0)


cdef void open_ways(NavigationMap* world) noexcept nogil:
    """An outline is gone: nobody goes around it any more."""
    cdef size_t i
    leave_detours(&world.crowd.data)
    for i in range(world.crowds.size()):
        leave_detours(&world.crowds[i].data)


cdef void update_outline(WorldObstacle* obstacle) noexcept nogil:
    """Godot's outlines have their solid on the other side than ORCA's: the points are taken in reverse. A cut out outline needs no
    other wall than the navmesh's border: paths lead along the border, nearer to the outline than an agent's radius."""
    cdef GdTransform3D frame
    cdef vector[Vec2] points
    cdef ObstacleOutline* outline
    cdef bint had_outline = outline_of(&obstacle.world.outlines, obstacle.node) != NULL
    cdef size_t i
    global_transform(obstacle.node, &frame)
    if is_avoided(obstacle):
        for i in range(obstacle.vertices.size()):
            points.push_back(plan_point(&frame, &obstacle.vertices[obstacle.vertices.size() - 1 - i]))
    set_outline(&obstacle.world.outlines, obstacle.node, points.data(), <int32_t>points.size(), frame.origin.y,
                frame.origin.y + obstacle.height * height_scale(&frame), obstacle.avoidance_layers,
                obstacle.is_cut_out and obstacle.is_resting and obstacle.vertices.size() > 2)
    outline = outline_of(&obstacle.world.outlines, obstacle.node)
    if outline != NULL:
        measure_velocity(obstacle, &frame, outline)
    elif had_outline:
        open_ways(obstacle.world)


cdef void update_avoidance(WorldObstacle* obstacle) noexcept nogil:
    if obstacle.world == NULL:
        return
    update_outline(obstacle)
    if has_circle(obstacle):
        update_circle(obstacle)
    else:
        crowd_remove(&obstacle.world.crowd.data, obstacle.circle)


# ---- in the navmesh ----

cdef Prism new_prism(WorldObstacle* obstacle, list corners, double radius, double bottom, double top):
    cdef Prism prism = Prism()
    prism.corners, prism.radius, prism.bottom, prism.top = corners, radius, bottom, top
    prism.area, prism.eroded = AREA_NONE, not obstacle.carve_navigation_mesh
    return prism


cdef list prisms_of(WorldObstacle* obstacle, const GdTransform3D* frame):
    """The prisms that the obstacle cuts out. ValueError where its outline crosses itself, its place is not finite or its scale is 0.
    Bakes of the engine cut the circle of a NavigationObstacle3D out of floors below it, down to its radius, and so does this."""
    cdef list prisms = []
    cdef double ground = ground_scale(frame), upwards = height_scale(frame)
    cdef double radius = obstacle.radius * ground, x = frame.origin.x, y = frame.origin.y, z = frame.origin.z, \
        top = y + obstacle.height * upwards
    if not (isfinite(x + y + z) and 0 < ground < INFINITY and 0 < upwards < INFINITY):
        upright = "" if is_flat(obstacle.node) else f" along the ground and {upwards:g} upwards"
        raise ValueError(f"its place must be finite, and its scale finite and above 0: it is at "
                         f"{place_text(&frame.origin, is_flat(obstacle.node))}, with a scale of {ground:g}{upright}")
    if radius > 0 and obstacle.is_engine_node:
        prisms.append(new_prism(obstacle, [(x, z)], radius, y - radius, y))
    elif radius > 0 and top > y:
        prisms.append(new_prism(obstacle, [(x, z)], radius, y, top))
    if obstacle.vertices.size() < 3 or not top > y:
        return prisms
    return prisms + [new_prism(obstacle, piece, 0.0, y, top) for piece in convex_pieces(&obstacle.vertices, frame, "vertices")]


cdef void cut_out(WorldObstacle* obstacle) noexcept with gil:
    """Gives the prisms at the anchor to the bakers of the world; if the obstacle does not rest yet, only to bakes of a whole level."""
    prisms, fault = [], None
    try:
        prisms = prisms_of(obstacle, &obstacle.anchor)
    except ValueError as error:
        fault = error
    fault = set_volumes(obstacle.node, obstacle.world, prisms, not obstacle.is_resting) or fault
    tell_fault(obstacle.node, fault, &obstacle.is_fault_told)
    obstacle.is_cut_out = len(prisms) > 0
    update_outline(obstacle)


cdef void fill_in(WorldObstacle* obstacle) noexcept with gil:
    if obstacle.is_cut_out:
        remove_volumes(obstacle.node)
        obstacle.is_cut_out = False
        update_outline(obstacle)


cdef void update_carving(WorldObstacle* obstacle) noexcept nogil:
    if obstacle.world == NULL:
        return
    if not waits_for_rest(obstacle):
        global_transform(obstacle.node, &obstacle.anchor)
        obstacle.rested, obstacle.is_resting = 0.0, obstacle.affect_navigation_mesh
    if obstacle.is_resting:
        cut_out(obstacle)
    elif obstacle.is_cut_out and not obstacle.affect_navigation_mesh:
        fill_in(obstacle)


# ---- at rest ----

cdef bint waits_for_rest(const WorldObstacle* obstacle) noexcept nogil:
    return obstacle.world != NULL and obstacle.affect_navigation_mesh and obstacle.carve_when_resting and not in_editor()


cdef double distance2_between(Vec2 a, Vec2 b) noexcept nogil:
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)


cdef bint has_moved(const WorldObstacle* obstacle, const GdTransform3D* frame) noexcept nogil:
    """True if a place of its shape is farther than move_threshold from where it was at the anchor: a door turns about its own
    position. An obstacle at no finite place rests, too, and is refused then."""
    cdef double most = obstacle.move_threshold * obstacle.move_threshold, dx, dy, dz
    cdef size_t i
    if memcmp(frame, &obstacle.anchor, sizeof(GdTransform3D)) == 0:
        return False
    dx, dy, dz = frame.origin.x - obstacle.anchor.origin.x, frame.origin.y - obstacle.anchor.origin.y, \
        frame.origin.z - obstacle.anchor.origin.z
    if not dx * dx + dy * dy + dz * dz <= most:
        return True
    if not fabs(ground_scale(frame) - ground_scale(&obstacle.anchor)) * obstacle.radius <= obstacle.move_threshold \
            or not fabs(height_scale(frame) - height_scale(&obstacle.anchor)) * obstacle.height <= obstacle.move_threshold:
        return True
    for i in range(obstacle.vertices.size()):
        if not distance2_between(plan_point(frame, &obstacle.vertices[i]),
                                 plan_point(&obstacle.anchor, &obstacle.vertices[i])) <= most:
            return True
    return False


cdef void advance_rest(WorldObstacle* obstacle, double delta) noexcept nogil:
    cdef GdTransform3D frame
    global_transform(obstacle.node, &frame)
    if has_moved(obstacle, &frame):
        obstacle.anchor, obstacle.rested, obstacle.is_resting = frame, 0.0, False
        if obstacle.is_cut_out:
            fill_in(obstacle)
        return
    if obstacle.is_resting:
        return
    obstacle.rested += delta
    if obstacle.rested >= obstacle.rest_time:
        obstacle.anchor, obstacle.is_resting = frame, True
        cut_out(obstacle)


# ---- the world ----

cdef void enter_world(WorldObstacle* obstacle, NavigationMap* world) noexcept nogil:
    """An obstacle of a scene that is being loaded rests, as its navmesh was or will be baked with it. An obstacle that comes later has
    to come to rest first; until then a bake of the whole level cuts it out, and nothing else."""
    obstacle.world, obstacle.moved_frame = world, 0
    if world == NULL:
        return
    global_transform(obstacle.node, &obstacle.anchor)
    obstacle.rested, obstacle.is_resting = 0.0, obstacle.affect_navigation_mesh \
        and not (waits_for_rest(obstacle) and has_complete_level(world))
    update_avoidance(obstacle)
    if obstacle.affect_navigation_mesh:
        cut_out(obstacle)


cdef void exit_world(WorldObstacle* obstacle) noexcept nogil:
    if obstacle.world == NULL:
        return
    crowd_remove(&obstacle.world.crowd.data, obstacle.circle)
    if obstacle.is_cut_out:
        fill_in(obstacle)
    if outline_of(&obstacle.world.outlines, obstacle.node) != NULL:
        remove_outline(&obstacle.world.outlines, obstacle.node)
        open_ways(obstacle.world)
    obstacle.world = NULL
