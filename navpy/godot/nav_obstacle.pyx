"""NavObstacle: a circle that agents avoid, and an outline that is cut out of the navmesh. It has the properties and methods of
NavigationObstacle3D."""
from libc.math cimport isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_NONE
from navpy.godot.world.bake_volumes cimport Prism, remove_volumes, set_volumes
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_AVOIDANCE, ClassSpec, GdPackedStringArray, GdPackedVector3Array
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.engine_crowd cimport EngineCrowd, add_member
from navpy.godot.binding.packed cimport resize_vectors, strings_append, vectors_of
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.world_data cimport NavWorld
from navpy.motion.crowd.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_add, crowd_agent, crowd_remove, slot_of

from array import array
from navpy.mesh.cleanup.polygon_soup import clean_polygons

cdef const char* DISTANCE = b"0,100,0.01,or_greater,suffix:m"

cdef struct Membership:             # of the obstacle in a crowd
    EngineCrowd* crowd
    uint64_t entry_id               # of the crowd as the obstacle joined: the crowd may be freed, or leave the world and enter it again
    AgentId id

cdef cppclass Obstacle(Instance):
    NavWorld* world                 # NULL outside the tree
    double radius
    double height
    vector[GdVector3] vertices      # meters, in the node's space; y is ignored
    uint8_t affect_navigation_mesh
    uint8_t carve_navigation_mesh
    uint8_t avoidance_enabled
    uint8_t use_3d_avoidance
    uint32_t avoidance_layers
    GdVector3 velocity
    vector[Membership] memberships  # in the crowds of its world


# ---- in the crowds ----------------------------------------------------------------------------------------------

cdef AgentParams params_of(Obstacle* obstacle) noexcept nogil:
    cdef AgentParams params = default_params()
    cdef GdTransform3D frame
    cdef const float* b = &frame.basis[0]
    global_transform(obstacle.owner, &frame)
    params.radius = obstacle.radius * max(sqrt(b[0] * b[0] + b[3] * b[3] + b[6] * b[6]), sqrt(b[2] * b[2] + b[5] * b[5] + b[8] * b[8]))
    params.height = obstacle.height * sqrt(b[1] * b[1] + b[4] * b[4] + b[7] * b[7])
    params.avoidance_enabled = True
    params.avoidance_layers = obstacle.avoidance_layers
    params.avoidance_mask = 0
    params.avoidance_priority = 1
    params.yields = False
    return params


cdef bint is_avoided(Obstacle* obstacle) noexcept nogil:
    return obstacle.world != NULL and obstacle.avoidance_enabled and obstacle.radius > 0 and not in_editor()


cdef void join_crowd(Obstacle* obstacle, EngineCrowd* crowd) noexcept nogil:
    cdef AgentParams params = params_of(obstacle)
    cdef double position[3]
    cdef Membership membership
    cdef size_t i
    for i in range(obstacle.memberships.size()):
        if obstacle.memberships[i].crowd == crowd:
            return
    read_place(obstacle.owner, position)
    membership.crowd, membership.entry_id, membership.id = crowd, crowd.entry_id, crowd_add(&crowd.data, position, &params)
    add_member(crowd, membership.id, obstacle.owner, obstacle.owner)
    crowd.members[slot_of(membership.id)].is_obstacle = True
    obstacle.memberships.push_back(membership)


cdef bint is_valid_membership(NavWorld* world, const Membership* membership) noexcept nogil:
    """True if the crowd is in this world, and has been since the obstacle joined it."""
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == membership.crowd:
            return membership.crowd.entry_id == membership.entry_id
    return membership.crowd == &world.crowd


cdef void join_crowds(Obstacle* obstacle) noexcept nogil:
    """Adds the obstacle to each crowd of its world, also to crowds that have entered it later."""
    cdef size_t i = 0
    while i < obstacle.memberships.size():
        if is_valid_membership(obstacle.world, &obstacle.memberships[i]):
            i += 1
        else:
            obstacle.memberships.erase(obstacle.memberships.begin() + i)
    join_crowd(obstacle, &obstacle.world.crowd)
    for i in range(obstacle.world.crowds.size()):
        join_crowd(obstacle, obstacle.world.crowds[i])


cdef void leave_crowds(Obstacle* obstacle) noexcept nogil:
    cdef size_t i
    for i in range(obstacle.memberships.size()):
        if is_valid_membership(obstacle.world, &obstacle.memberships[i]):
            crowd_remove(&obstacle.memberships[i].crowd.data, obstacle.memberships[i].id)
    obstacle.memberships.clear()


cdef void update_avoidance(Obstacle* obstacle) noexcept nogil:
    cdef size_t i
    cdef bint avoided = is_avoided(obstacle)
    if obstacle.world == NULL:
        return
    node_set_physics(obstacle.owner, avoided)
    if not avoided:
        leave_crowds(obstacle)
        return
    join_crowds(obstacle)
    for i in range(obstacle.memberships.size()):
        crowd_agent(&obstacle.memberships[i].crowd.data, obstacle.memberships[i].id).params = params_of(obstacle)


# ---- in the navmesh ---------------------------------------------------------------------------------------------

cdef Prism new_prism(Obstacle* obstacle, list corners, double radius, double bottom, double top):
    cdef Prism prism = Prism()
    prism.corners, prism.radius, prism.bottom, prism.top = corners, radius, bottom, top
    prism.area, prism.eroded = AREA_NONE, not obstacle.carve_navigation_mesh
    return prism


cdef list prisms_of(Obstacle* obstacle):
    """The prisms that the obstacle cuts out. ValueError where its outline crosses itself."""
    cdef AgentParams params = params_of(obstacle)
    cdef GdTransform3D frame
    cdef const float* b = &frame.basis[0]
    cdef const GdVector3* v
    cdef size_t i
    cdef list prisms = []
    global_transform(obstacle.owner, &frame)
    bottom, top = frame.origin.y, frame.origin.y + params.height
    if not params.height > 0:
        return prisms
    if params.radius > 0:
        prisms.append(new_prism(obstacle, [(frame.origin.x, frame.origin.z)], params.radius, bottom, top))
    if obstacle.vertices.size() < 3:
        return prisms
    points = array("d")
    for i in range(obstacle.vertices.size()):
        v = &obstacle.vertices[i]
        points.extend((b[0] * v.x + b[2] * v.z + frame.origin.x, 0.0, b[6] * v.x + b[8] * v.z + frame.origin.z))
    pieces = clean_polygons(memoryview(points).cast("B").cast("d", (len(points) // 3, 3)), [range(len(points) // 3)])
    corners, offsets = list(pieces.corners), list(pieces.offsets)
    outline = [(at[0], at[2]) for at in memoryview(pieces.vertices).tolist()]
    for begin, end in zip(offsets, offsets[1:]):
        prisms.append(new_prism(obstacle, [outline[corner] for corner in corners[begin:end]], 0.0, bottom, top))
    return prisms


cdef void update_carving(Obstacle* obstacle) noexcept with gil:
    if obstacle.world == NULL:
        return
    prisms = []
    try:
        if obstacle.affect_navigation_mesh:
            prisms = prisms_of(obstacle)
    except ValueError as error:
        node_error(obstacle.owner, f"its vertices are not a valid outline, so nothing is cut out of the navmesh: {error}")
    if prisms:
        set_volumes(obstacle.owner, obstacle.world, prisms)
    else:
        remove_volumes(obstacle.owner)


# ---- the node ---------------------------------------------------------------------------------------------------

cdef void on_made(Obstacle* obstacle) noexcept nogil:
    obstacle.height = 1
    obstacle.avoidance_enabled = True
    obstacle.avoidance_layers = 1


cdef void leave_tree(Obstacle* obstacle) noexcept nogil:
    if obstacle.world == NULL:
        return
    leave_crowds(obstacle)
    with gil:
        remove_volumes(obstacle.owner)
    world_leave(obstacle.world)
    obstacle.world = NULL


cdef void on_notification(Obstacle* obstacle, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        obstacle.world = world_enter(obstacle.owner, 0)
        set_notify_transform(obstacle.owner, True)
        update_avoidance(obstacle)
        if obstacle.affect_navigation_mesh:
            update_carving(obstacle)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(obstacle)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        update_avoidance(obstacle)              # its scale may have changed
        if obstacle.affect_navigation_mesh:
            update_carving(obstacle)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and obstacle.world != NULL:
        join_crowds(obstacle)


cdef void on_changed(Obstacle* obstacle, const char* property) noexcept nogil:
    update_avoidance(obstacle)
    update_carving(obstacle)
    if obstacle.world != NULL:
        node_update_warnings(obstacle.owner)
        if in_editor():
            update_gizmos(obstacle.owner)


cdef void configuration_warnings(Obstacle* obstacle, GdPackedStringArray* out) noexcept with gil:
    if obstacle.radius == 0 and obstacle.vertices.empty():
        strings_append(out, "Neither radius nor vertices are set, so this obstacle does nothing: set one of them.")
    elif obstacle.radius == 0 and not obstacle.affect_navigation_mesh:
        strings_append(out, "Agents avoid the circle alone, and radius is 0: set radius, or turn on affect_navigation_mesh, which cuts the "
                            "outline of the vertices out of the navmesh.")
    if obstacle.carve_navigation_mesh and not obstacle.affect_navigation_mesh:
        strings_append(out, "carve_navigation_mesh has no effect: it needs affect_navigation_mesh, turn that on as well.")


# ---- methods and properties -------------------------------------------------------------------------------------

cdef void get_vertices(Obstacle* obstacle, GdPackedVector3Array* out) noexcept nogil:
    cdef GdVector3* points = resize_vectors(out, <int64_t>obstacle.vertices.size())
    cdef size_t i
    for i in range(obstacle.vertices.size()):
        points[i] = obstacle.vertices[i]


cdef void set_vertices(Obstacle* obstacle, const GdPackedVector3Array* vertices) noexcept nogil:
    cdef int64_t count, i
    cdef const GdVector3* given = vectors_of(vertices, &count)
    for i in range(count):
        if not isfinite(given[i].x + given[i].y + given[i].z):
            with gil:
                node_error(obstacle.owner, f"vertices must be finite, vertex {i} is not: they keep their former values")
            return
    obstacle.vertices.clear()
    for i in range(count):
        obstacle.vertices.push_back(given[i])
    on_changed(obstacle, b"vertices")


cdef GdVector3 get_velocity(Obstacle* obstacle) noexcept nogil:
    return obstacle.velocity


cdef void set_velocity(Obstacle* obstacle, const GdVector3* velocity) noexcept nogil:
    obstacle.velocity = velocity[0]


cdef uint8_t get_affect_navigation_mesh(Obstacle* obstacle) noexcept nogil:
    return obstacle.affect_navigation_mesh


cdef uint8_t get_carve_navigation_mesh(Obstacle* obstacle) noexcept nogil:
    return obstacle.carve_navigation_mesh


cdef uint8_t get_avoidance_enabled(Obstacle* obstacle) noexcept nogil:
    return obstacle.avoidance_enabled


cdef uint8_t get_use_3d_avoidance(Obstacle* obstacle) noexcept nogil:
    return obstacle.use_3d_avoidance


# ---- the class's declaration ------------------------------------------------------------------------------------

def register():
    cdef ClassSpec[Obstacle] c
    cdef Obstacle* obstacle = NULL
    c.declare(b"NavObstacle", b"Node3D", b"Agents avoid it, and it can be cut out of the navmesh.",
              b"It has the properties and methods of [NavigationObstacle3D]. Agents avoid the circle with its [member radius], whether it "
              b"stands or moves; they take its velocity from its position. With [member affect_navigation_mesh], the circle and the outline "
              b"of its [member vertices] are cut out of the navmesh, so that paths lead around them. When such an obstacle is added, moved or "
              b"freed while the game runs, the tiles near it are baked again (see [member NavMeshBaker.tile_size]). Agents do not avoid the "
              b"outline unless it is cut out.")
    c.on_made(on_made)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.number(b"radius", &obstacle.radius,
             b"Radius of the circle that agents avoid, and that is cut out; 0: there is no circle.").range(DISTANCE).at_least(0)
    c.number(b"height", &obstacle.height,
             b"Height, from the node's position upwards: agents and floors above or below that are not affected.").range(DISTANCE).at_least(0)
    c.property(b"vertices", get_vertices, set_vertices,
               b"Outline in the node's space, at least three corners in order; their y is ignored. It may be concave, but not cross itself.")
    c.group(b"NavigationMesh")
    c.flag(b"affect_navigation_mesh", &obstacle.affect_navigation_mesh,
           b"Cuts the obstacle out of the navmesh; agents keep their radius from it.")
    c.flag(b"carve_navigation_mesh", &obstacle.carve_navigation_mesh,
           b"Cuts out the obstacle alone: the navmesh doesn't keep the agents' radius from it. Needs [member affect_navigation_mesh].")
    c.group(b"Avoidance")
    c.flag(b"avoidance_enabled", &obstacle.avoidance_enabled, b"If true, agents avoid the circle.")
    c.property(b"velocity", get_velocity, set_velocity,
               b"Has no effect, and is there for scripts written for [NavigationObstacle3D]: agents take the obstacle's velocity from its "
               b"position.").usage(0)
    c.layers(b"avoidance_layers", &obstacle.avoidance_layers, HINT_LAYERS_AVOIDANCE,
             b"Layers of the obstacle: an agent avoids it if one of them is in the agent's avoidance_mask.")
    c.flag(b"use_3d_avoidance", &obstacle.use_3d_avoidance,
           b"Has no effect, and is there for scripts written for [NavigationObstacle3D]: agents always avoid obstacles whose height overlaps "
           b"their own.")
    c.method(b"get_affect_navigation_mesh", get_affect_navigation_mesh, b"Returns [member affect_navigation_mesh].").constant()
    c.method(b"get_carve_navigation_mesh", get_carve_navigation_mesh, b"Returns [member carve_navigation_mesh].").constant()
    c.method(b"get_avoidance_enabled", get_avoidance_enabled, b"Returns [member avoidance_enabled].").constant()
    c.method(b"get_use_3d_avoidance", get_use_3d_avoidance, b"Returns [member use_3d_avoidance].").constant()
    register_class(&c)
