"""NavObstacle: what agents keep clear of without a path of its own, and what is cut out of the navmesh where it stands. It speaks
NavigationObstacle3D."""
from libc.math cimport isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.world.bake_volumes cimport Prism, put_volumes, take_volumes
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_AVOIDANCE, ClassSpec, GdPackedStringArray, GdPackedVector3Array
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.engine_crowd cimport EngineCrowd, join_crowd
from navpy.godot.binding.packed cimport resize_vectors, strings_append, vectors_of
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.world_data cimport World
from navpy.motion.crowd.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_add, crowd_agent, crowd_remove, slot_of

from array import array
from navpy.mesh.cleanup.polygon_soup import clean_polygons

cdef const char* DISTANCE = b"0,100,0.01,or_greater,suffix:m"

cdef struct Place:                  # of the obstacle in a crowd
    EngineCrowd* crowd
    uint64_t stay                   # of the crowd: another may lie where it lay, or the same come back
    AgentId id

cdef cppclass Obstacle(Instance):
    World* world                    # NULL outside the tree
    double radius
    double height
    vector[GdVector3] vertices      # meters, in the node's space; y is ignored
    uint8_t affect_navigation_mesh
    uint8_t carve_navigation_mesh
    uint8_t avoidance_enabled
    uint8_t use_3d_avoidance
    uint32_t avoidance_layers
    GdVector3 velocity
    vector[Place] places            # in the crowds of its world


# ---- in the crowds ----------------------------------------------------------------------------------------------

cdef AgentParams params_of(Obstacle* obstacle) noexcept nogil:
    cdef AgentParams params = default_params()
    cdef GdTransform3D place
    cdef const float* b = &place.basis[0]
    global_transform(obstacle.owner, &place)
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


cdef void join(Obstacle* obstacle, EngineCrowd* crowd) noexcept nogil:
    cdef AgentParams params = params_of(obstacle)
    cdef double position[3]
    cdef Place place
    cdef size_t i
    for i in range(obstacle.places.size()):
        if obstacle.places[i].crowd == crowd:
            return
    read_place(obstacle.owner, position)
    place.crowd, place.stay, place.id = crowd, crowd.stay, crowd_add(&crowd.data, position, &params)
    join_crowd(crowd, place.id, obstacle.owner, obstacle.owner)
    crowd.members[slot_of(place.id)].is_obstacle = True
    obstacle.places.push_back(place)


cdef bint is_there(World* world, const Place* place) noexcept nogil:
    """Is its crowd in this world, and has been since the obstacle joined it?"""
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == place.crowd:
            return place.crowd.stay == place.stay
    return place.crowd == &world.crowd


cdef void join_crowds(Obstacle* obstacle) noexcept nogil:
    """Every crowd of the world has the obstacle, also those that came later than it."""
    cdef size_t i = 0
    while i < obstacle.places.size():
        if is_there(obstacle.world, &obstacle.places[i]):
            i += 1
        else:
            obstacle.places.erase(obstacle.places.begin() + i)
    join(obstacle, &obstacle.world.crowd)
    for i in range(obstacle.world.crowds.size()):
        join(obstacle, obstacle.world.crowds[i])


cdef void leave_crowds(Obstacle* obstacle) noexcept nogil:
    cdef size_t i
    for i in range(obstacle.places.size()):
        if is_there(obstacle.world, &obstacle.places[i]):
            crowd_remove(&obstacle.places[i].crowd.data, obstacle.places[i].id)
    obstacle.places.clear()


cdef void renew_avoidance(Obstacle* obstacle) noexcept nogil:
    cdef size_t i
    cdef bint avoided = is_avoided(obstacle)
    if obstacle.world == NULL:
        return
    node_set_physics(obstacle.owner, avoided)
    if not avoided:
        leave_crowds(obstacle)
        return
    join_crowds(obstacle)
    for i in range(obstacle.places.size()):
        crowd_agent(&obstacle.places[i].crowd.data, obstacle.places[i].id).params = params_of(obstacle)


# ---- in the navmesh ---------------------------------------------------------------------------------------------

cdef Prism new_prism(Obstacle* obstacle, list corners, double radius, double bottom, double top):
    cdef Prism prism = Prism()
    prism.corners, prism.radius, prism.bottom, prism.top = corners, radius, bottom, top
    prism.area, prism.eroded = 0, not obstacle.carve_navigation_mesh
    return prism


cdef list prisms_of(Obstacle* obstacle):
    """What the obstacle cuts out. ValueError: its outline crosses itself."""
    cdef AgentParams params = params_of(obstacle)
    cdef GdTransform3D place
    cdef const float* b = &place.basis[0]
    cdef const GdVector3* v
    cdef size_t i
    cdef list prisms = []
    global_transform(obstacle.owner, &place)
    bottom, top = place.origin.y, place.origin.y + params.height
    if not params.height > 0:
        return prisms
    if params.radius > 0:
        prisms.append(new_prism(obstacle, [(place.origin.x, place.origin.z)], params.radius, bottom, top))
    if obstacle.vertices.size() < 3:
        return prisms
    points = array("d")
    for i in range(obstacle.vertices.size()):
        v = &obstacle.vertices[i]
        points.extend((b[0] * v.x + b[2] * v.z + place.origin.x, 0.0, b[6] * v.x + b[8] * v.z + place.origin.z))
    pieces = clean_polygons(memoryview(points).cast("B").cast("d", (len(points) // 3, 3)), [range(len(points) // 3)])
    corners, offsets = list(pieces.corners), list(pieces.offsets)
    outline = [(at[0], at[2]) for at in memoryview(pieces.vertices).tolist()]
    for begin, end in zip(offsets, offsets[1:]):
        prisms.append(new_prism(obstacle, [outline[corner] for corner in corners[begin:end]], 0.0, bottom, top))
    return prisms


cdef void renew_carving(Obstacle* obstacle) noexcept with gil:
    if obstacle.world == NULL:
        return
    prisms = []
    try:
        if obstacle.affect_navigation_mesh:
            prisms = prisms_of(obstacle)
    except ValueError as error:
        node_error(obstacle.owner, f"its vertices are no outline, and nothing is cut out: {error}")
    if prisms:
        put_volumes(obstacle.owner, obstacle.world, prisms)
    else:
        take_volumes(obstacle.owner)


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
        take_volumes(obstacle.owner)
    world_leave(obstacle.world)
    obstacle.world = NULL


cdef void on_notification(Obstacle* obstacle, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        obstacle.world = world_enter(obstacle.owner, 0)
        set_notify_transform(obstacle.owner, True)
        renew_avoidance(obstacle)
        if obstacle.affect_navigation_mesh:
            renew_carving(obstacle)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(obstacle)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        renew_avoidance(obstacle)               # its scale counts
        if obstacle.affect_navigation_mesh:
            renew_carving(obstacle)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and obstacle.world != NULL:
        join_crowds(obstacle)


cdef void on_changed(Obstacle* obstacle, const char* property) noexcept nogil:
    renew_avoidance(obstacle)
    renew_carving(obstacle)
    if obstacle.world != NULL:
        node_update_warnings(obstacle.owner)
        if in_editor():
            update_gizmos(obstacle.owner)


cdef void configuration_warnings(Obstacle* obstacle, GdPackedStringArray* out) noexcept with gil:
    if obstacle.radius == 0 and obstacle.vertices.empty():
        strings_append(out, "Neither radius nor vertices are set, so this obstacle does nothing.")
    elif obstacle.radius == 0 and not obstacle.affect_navigation_mesh:
        strings_append(out, "Agents keep clear of the radius alone. For the outline of the vertices to count, turn on "
                            "affect_navigation_mesh: it is then cut out of the navmesh.")
    if obstacle.carve_navigation_mesh and not obstacle.affect_navigation_mesh:
        strings_append(out, "carve_navigation_mesh needs affect_navigation_mesh.")


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
                node_error(obstacle.owner, f"vertices must be finite, vertex {i} is not; they stay as they were")
            return
    obstacle.vertices.clear()
    for i in range(count):
        obstacle.vertices.push_back(given[i])
    on_changed(obstacle, b"vertices")


cdef GdVector3 get_velocity(Obstacle* obstacle) noexcept nogil:
    return obstacle.velocity


cdef void set_velocity(Obstacle* obstacle, const GdVector3* velocity) noexcept nogil:
    obstacle.velocity = velocity[0]


cdef uint8_t get_affects(Obstacle* obstacle) noexcept nogil:
    return obstacle.affect_navigation_mesh


cdef uint8_t get_carves(Obstacle* obstacle) noexcept nogil:
    return obstacle.carve_navigation_mesh


cdef uint8_t get_avoidance(Obstacle* obstacle) noexcept nogil:
    return obstacle.avoidance_enabled


cdef uint8_t get_use_3d(Obstacle* obstacle) noexcept nogil:
    return obstacle.use_3d_avoidance


# ---- what it declares -------------------------------------------------------------------------------------------

def register():
    cdef ClassSpec[Obstacle] c
    cdef Obstacle* obstacle = NULL
    c.declare(b"NavObstacle", b"Node3D", b"Agents avoid it, and it can be cut out of the navmesh.",
              b"Speaks [NavigationObstacle3D]. With a [member radius] agents keep clear of it, standing or moving: how fast it moves they see "
              b"from its place. With [member affect_navigation_mesh] its circle and the outline of its [member vertices] are cut out of the "
              b"navmesh, so that paths lead round it: put in, moved or freed while the game runs, it has the tiles that it touches "
              b"baked anew (see [member NavMeshBaker.tile_size]). Agents don't avoid the outline otherwise, only the circle.")
    c.on_made(on_made)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.number(b"radius", &obstacle.radius,
             b"Radius of the circle that agents avoid, and that is cut out; 0 for none.").range(DISTANCE).at_least(0)
    c.number(b"height", &obstacle.height,
             b"Height above the node's place: who is above or below that isn't concerned.").range(DISTANCE).at_least(0)
    c.property(b"vertices", get_vertices, set_vertices,
               b"Outline in the node's space, at least three corners in order; their y is ignored. It may be concave, but not cross itself.")
    c.group(b"NavigationMesh")
    c.flag(b"affect_navigation_mesh", &obstacle.affect_navigation_mesh,
           b"Cuts the obstacle out of the navmesh; agents keep their radius from it.")
    c.flag(b"carve_navigation_mesh", &obstacle.carve_navigation_mesh,
           b"Cuts exactly the obstacle out, without the agents' radius. Needs [member affect_navigation_mesh].")
    c.group(b"Avoidance")
    c.flag(b"avoidance_enabled", &obstacle.avoidance_enabled, b"Agents avoid the circle.")
    c.property(b"velocity", get_velocity, set_velocity,
               b"Kept for scripts written for [NavigationObstacle3D]: agents see how fast the obstacle moves without being told.").usage(0)
    c.layers(b"avoidance_layers", &obstacle.avoidance_layers, HINT_LAYERS_AVOIDANCE,
             b"Layers the obstacle is in, for the avoidance_mask of agents.")
    c.flag(b"use_3d_avoidance", &obstacle.use_3d_avoidance,
           b"Kept for scripts written for [NavigationObstacle3D]: agents avoid what overlaps their own height, with or without.")
    c.method(b"get_affect_navigation_mesh", get_affects, b"[member affect_navigation_mesh].").constant()
    c.method(b"get_carve_navigation_mesh", get_carves, b"[member carve_navigation_mesh].").constant()
    c.method(b"get_avoidance_enabled", get_avoidance, b"[member avoidance_enabled].").constant()
    c.method(b"get_use_3d_avoidance", get_use_3d, b"[member use_3d_avoidance].").constant()
    register_class(&c)
