"""NavObstacle: what agents keep clear of without a path of its own, and what is cut out of the navmesh where it stands. It speaks
NavigationObstacle3D."""
from libc.math cimport isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.world.bake_volumes cimport Prism, put_volumes, take_volumes
from navpy.godot.binding.binding cimport heed_in_turn, register_class
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr, GdTransform3D, GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.class_spec import Argument, Method, NodeClass, Property
from navpy.godot.world.engine_crowd cimport EngineCrowd, join_crowd
from navpy.godot.binding.packed cimport strings_append, vectors_count, vectors_data, vectors_resize
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.world_data cimport World
from navpy.motion.crowd.agent cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_add, crowd_agent, crowd_remove, default_params, slot_of

from array import array
from navpy.mesh.cleanup.polygon_soup import clean_polygons

cdef struct Place:                  # of the obstacle in a crowd
    EngineCrowd* crowd
    uint64_t stay                   # of the crowd: another may lie where it lay, or the same come back
    AgentId id

cdef cppclass Obstacle:
    void* owner
    World* world                    # NULL outside the tree
    double radius
    double height
    vector[GdVector3] vertices      # metres, in the node's space; y is ignored
    uint8_t affect_navigation_mesh
    uint8_t carve_navigation_mesh
    uint8_t avoidance_enabled
    uint8_t use_3d_avoidance
    int64_t avoidance_layers
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
    params.avoidance_layers = <uint32_t>obstacle.avoidance_layers
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

cdef void* make(void* owner) noexcept nogil:
    cdef Obstacle* obstacle = new Obstacle()        # all zero
    obstacle.owner = owner
    obstacle.height = 1
    obstacle.avoidance_enabled = True
    obstacle.avoidance_layers = 1
    return obstacle


cdef void destroy(void* instance) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    del obstacle


cdef void leave_tree(Obstacle* obstacle) noexcept nogil:
    if obstacle.world == NULL:
        return
    leave_crowds(obstacle)
    with gil:
        take_volumes(obstacle.owner)
    world_leave(obstacle.world)
    obstacle.world = NULL


cdef void heed(void* instance, int32_t what) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
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


cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil:
    heed_in_turn(instance, what, heed)


cdef void changed(void* instance, const char* property) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    renew_avoidance(obstacle)
    renew_carving(obstacle)
    if obstacle.world != NULL:
        node_update_warnings(obstacle.owner)
        if in_editor():
            update_gizmos(obstacle.owner)


cdef void configuration_warnings(void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    if obstacle.radius == 0 and obstacle.vertices.empty():
        strings_append(ret, "Neither radius nor vertices are set, so this obstacle does nothing.")
    elif obstacle.radius == 0 and not obstacle.affect_navigation_mesh:
        strings_append(ret, "Agents keep clear of the radius alone. For the outline of the vertices to count, turn on "
                            "affect_navigation_mesh: it is then cut out of the navmesh.")
    if obstacle.carve_navigation_mesh and not obstacle.affect_navigation_mesh:
        strings_append(ret, "carve_navigation_mesh needs affect_navigation_mesh.")


cdef void get_vertices(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    cdef GdVector3* out
    cdef size_t i
    if obstacle.vertices.empty():
        return
    vectors_resize(ret, obstacle.vertices.size())
    out = vectors_data(ret)
    for i in range(obstacle.vertices.size()):
        out[i] = obstacle.vertices[i]


cdef void set_vertices_property(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    cdef int64_t count = vectors_count(args[0]), i
    cdef const GdVector3* given = vectors_data(<void*>args[0]) if count else NULL
    for i in range(count):
        if not isfinite(given[i].x + given[i].y + given[i].z):
            with gil:
                node_error(obstacle.owner, f"vertices must be finite, vertex {i} is not; they stay as they were")
            return
    obstacle.vertices.clear()
    for i in range(count):
        obstacle.vertices.push_back(given[i])
    changed(obstacle, b"set_vertices")


cdef void get_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = (<Obstacle*>instance).velocity


cdef void set_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<Obstacle*>instance).velocity = (<const GdVector3*>args[0])[0]


cdef void get_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef int64_t number = (<const int64_t*>args[0])[0]
    (<uint8_t*>ret)[0] = 1 <= number <= 32 and (<Obstacle*>instance).avoidance_layers >> (number - 1) & 1


cdef void set_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Obstacle* obstacle = <Obstacle*>instance
    cdef int64_t number = (<const int64_t*>args[0])[0]
    if not 1 <= number <= 32:
        with gil:
            node_error(obstacle.owner, f"a layer is a number from 1 to 32, not {number}")
        return
    obstacle.avoidance_layers = obstacle.avoidance_layers & ~(<int64_t>1 << (number - 1))
    if (<const uint8_t*>args[1])[0]:
        obstacle.avoidance_layers = obstacle.avoidance_layers | <int64_t>1 << (number - 1)
    renew_avoidance(obstacle)


cdef void get_affects(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Obstacle*>instance).affect_navigation_mesh


cdef void get_carves(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Obstacle*>instance).carve_navigation_mesh


cdef void get_avoidance(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Obstacle*>instance).avoidance_enabled


cdef void get_use_3d(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<Obstacle*>instance).use_3d_avoidance


def register():
    cdef Obstacle* o = NULL
    register_class(NodeClass(
        "NavObstacle", "Node3D", "Agents avoid it, and it can be cut out of the navmesh.",
        "Speaks [NavigationObstacle3D]. With a [member radius] agents keep clear of it, standing or moving: how fast it moves they see "
        "from its place. With [member affect_navigation_mesh] its circle and the outline of its [member vertices] are cut out of the "
        "navmesh, so that paths lead round it: put in, moved or freed while the game runs, it has the tiles that it touches "
        "baked anew (see [member NavMeshBaker.tile_size]). Agents don't avoid the outline otherwise, only the circle.",
        make=<size_t>&make, destroy=<size_t>&destroy, notify=<size_t>&notify, changed=<size_t>&changed,
        virtuals={"_get_configuration_warnings": <size_t>&configuration_warnings},
        properties=(
            Property("radius", "float", "Radius of the circle that agents avoid, and that is cut out; 0 for none.", default=0.0,
                     offset=<size_t>&o.radius, hint=1, hint_string="0,100,0.01,or_greater,suffix:m", minimum=0),
            Property("height", "float", "Height above the node's place: who is above or below that isn't concerned.", default=1.0,
                     offset=<size_t>&o.height, hint=1, hint_string="0,100,0.01,or_greater,suffix:m", minimum=0),
            Property("vertices", "PackedVector3Array", "Outline in the node's space, at least three corners in order; their y is ignored. "
                     "It may be concave, but not cross itself.", getter=<size_t>&get_vertices, setter=<size_t>&set_vertices_property),
            Property("affect_navigation_mesh", "bool", "Cuts the obstacle out of the navmesh; agents keep their radius from it.",
                     default=False, offset=<size_t>&o.affect_navigation_mesh, group="NavigationMesh"),
            Property("carve_navigation_mesh", "bool", "Cuts exactly the obstacle out, without the agents' radius. Needs [member "
                     "affect_navigation_mesh].", default=False, offset=<size_t>&o.carve_navigation_mesh, group="NavigationMesh"),
            Property("avoidance_enabled", "bool", "Agents avoid the circle.", default=True, offset=<size_t>&o.avoidance_enabled,
                     group="Avoidance"),
            Property("velocity", "Vector3", "Kept for scripts written for [NavigationObstacle3D]: agents see how fast the obstacle "
                     "moves without being told.", getter=<size_t>&get_velocity, setter=<size_t>&set_velocity, usage=0, group="Avoidance"),
            Property("avoidance_layers", "int", "Layers the obstacle is in, for the avoidance_mask of agents.", default=1,
                     offset=<size_t>&o.avoidance_layers, hint=37, minimum=0, maximum=0xFFFFFFFF, group="Avoidance"),
            Property("use_3d_avoidance", "bool", "Kept for scripts written for [NavigationObstacle3D]: agents avoid what overlaps "
                     "their own height, with or without.", default=False, offset=<size_t>&o.use_3d_avoidance, group="Avoidance"),
        ),
        methods=(
            Method("get_affect_navigation_mesh", <size_t>&get_affects, "[member affect_navigation_mesh].", returns="bool", const=True),
            Method("get_carve_navigation_mesh", <size_t>&get_carves, "[member carve_navigation_mesh].", returns="bool", const=True),
            Method("get_avoidance_enabled", <size_t>&get_avoidance, "[member avoidance_enabled].", returns="bool", const=True),
            Method("get_use_3d_avoidance", <size_t>&get_use_3d, "[member use_3d_avoidance].", returns="bool", const=True),
            Method("get_avoidance_layer_value", <size_t>&get_layer_value, "One of [member avoidance_layers], 1 to 32.",
                   (Argument("layer_number", "int"),), returns="bool", const=True),
            Method("set_avoidance_layer_value", <size_t>&set_layer_value, "Sets one of [member avoidance_layers], 1 to 32.",
                   (Argument("layer_number", "int"), Argument("value", "bool"))),
        )))
