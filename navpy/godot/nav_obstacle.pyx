"""NavObstacle: a circle and an outline for agents to avoid, cut out of the navmesh on request. It has the properties and methods of
NavigationObstacle3D."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport strcmp
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_AVOIDANCE, ClassSpec, GdPackedStringArray, GdPackedVector3Array
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.log cimport add_message
from navpy.godot.world.obstacle cimport (
    MOVE_THRESHOLD, REST_TIME, WorldObstacle, advance_rest, enter_world, exit_world, get_outline, set_outline_of, update_avoidance,
    update_carving, waits_for_rest)
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.navigation_map cimport NavigationMap

cdef const char* DISTANCE = b"0,100,0.01,or_greater,suffix:m"

cdef cppclass Obstacle(Instance):
    WorldObstacle shape
    uint8_t use_3d_avoidance


# ---- the node ----

cdef void on_made(Obstacle* obstacle) noexcept nogil:
    obstacle.shape.node = obstacle.owner
    obstacle.shape.height = 1
    obstacle.shape.avoidance_enabled = True
    obstacle.shape.avoidance_layers = 1
    obstacle.shape.rest_time, obstacle.shape.move_threshold = REST_TIME, MOVE_THRESHOLD


cdef void update_processing(Obstacle* obstacle) noexcept nogil:
    node_set_physics(obstacle.owner, waits_for_rest(&obstacle.shape))


cdef void leave_tree(Obstacle* obstacle) noexcept nogil:
    cdef NavigationMap* world = obstacle.shape.world
    if world != NULL:
        exit_world(&obstacle.shape)
        world_leave(world)


cdef void on_notification(Obstacle* obstacle, int32_t what) noexcept nogil:
    cdef WorldObstacle* shape = &obstacle.shape
    if what == NOTIFICATION_ENTER_TREE:
        set_notify_transform(obstacle.owner, True)
        enter_world(shape, world_enter(obstacle, 0))
        update_processing(obstacle)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(obstacle)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        update_avoidance(shape)
        if waits_for_rest(shape):
            advance_rest(shape, 0.0)            # its ground is restored at once, also for a bake in this frame
        else:
            update_carving(shape)
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and shape.world != NULL and waits_for_rest(shape):
        advance_rest(shape, physics_delta(obstacle.owner))


cdef bint concerns_rest(const char* property) noexcept nogil:
    """True if the property says when the obstacle is cut out, not what."""
    return strcmp(property, b"rest_time") == 0 or strcmp(property, b"move_threshold") == 0


cdef void on_changed(Obstacle* obstacle, const char* property) noexcept nogil:
    if obstacle.shape.world == NULL or concerns_rest(property):
        return
    update_avoidance(&obstacle.shape)
    update_carving(&obstacle.shape)
    update_processing(obstacle)
    node_update_warnings(obstacle.owner)
    if in_editor():
        update_gizmos(obstacle.owner)


cdef void configuration_warnings(Obstacle* obstacle, GdPackedStringArray* out) noexcept with gil:
    cdef const WorldObstacle* shape = &obstacle.shape
    if shape.radius == 0 and shape.vertices.size() < 2:
        add_message(out, obstacle.cls.is_plane, "Neither radius nor vertices are set, so this obstacle does nothing: set one of them.")
    if shape.radius == 0 and shape.affect_navigation_mesh and shape.vertices.size() == 2:
        add_message(out, obstacle.cls.is_plane, "Two vertices are a wall that agents avoid, and nothing is cut out of the navmesh: "
                                                "that takes three vertices or a radius.")
    if shape.carve_navigation_mesh and not shape.affect_navigation_mesh:
        add_message(out, obstacle.cls.is_plane, "carve_navigation_mesh has no effect: it needs affect_navigation_mesh, turn that on "
                                                "as well.")
    if shape.carve_when_resting and not shape.affect_navigation_mesh:
        add_message(out, obstacle.cls.is_plane, "carve_when_resting has no effect: it needs affect_navigation_mesh, turn that on as "
                                                "well.")


# ---- methods and properties ----

cdef void get_vertices(Obstacle* obstacle, GdPackedVector3Array* out) noexcept nogil:
    get_outline(&obstacle.shape.vertices, out)


cdef void set_vertices(Obstacle* obstacle, const GdPackedVector3Array* vertices) noexcept nogil:
    if set_outline_of(obstacle.owner, b"vertices", &obstacle.shape.vertices, vertices):
        on_changed(obstacle, b"vertices")


cdef GdVector3 get_velocity(Obstacle* obstacle) noexcept nogil:
    return obstacle.shape.velocity


cdef void set_velocity(Obstacle* obstacle, const GdVector3* velocity) noexcept nogil:
    obstacle.shape.velocity = velocity[0]
    update_avoidance(&obstacle.shape)


# ---- the class's declaration ----

def register():
    cdef ClassSpec[Obstacle] c
    cdef Obstacle* obstacle = NULL
    cdef WorldObstacle* o = &obstacle.shape
    c.declare(b"NavObstacle", b"Node3D", b"Agents avoid it, and it can be cut out of the navmesh.",
              b"{It has the properties and methods of [NavigationObstacle3D], whose nodes work with navpy's agents and bakers, too. "
              b"|}Agents avoid the circle with its [member radius] and the outline of its [member vertices], whether they stand or "
              b"move. With [member affect_navigation_mesh], both are cut out of the navmesh, so that paths lead around them{. When|: "
              b"when} such an obstacle is added, moved or freed while the game runs, the tiles near it are baked again{ (see [member "
              b"NavMeshBaker.tile_size])|}. With [member carve_when_resting] that happens only once it {has come to rest|rests}.")
    c.on_made(on_made)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    c.number(b"radius", &o.radius,
             b"Radius of the circle that agents avoid, and that is cut out; 0: there is no circle.").range(DISTANCE).at_least(0)
    c.number(b"height", &o.height,
             b"Height, from the node's position upwards: agents and floors above or below that are not affected.").range(
                 DISTANCE).at_least(0).spatial()
    c.property(b"vertices", get_vertices, set_vertices,
               b"Outline in the node's space, at least three corners in order{; their y is ignored|}. It may be concave, but not "
               b"cross itself. Agents stay out of an outline that is clockwise {seen from above|on the screen}, and in one that is "
               b"counter-clockwise; two vertices are a wall. What is cut out does not depend on the order.")
    c.group(b"NavigationMesh")
    c.flag(b"affect_navigation_mesh", &o.affect_navigation_mesh,
           b"Cuts the obstacle out of the navmesh; agents keep their radius from it.")
    c.flag(b"carve_navigation_mesh", &o.carve_navigation_mesh,
           b"Cuts out the obstacle alone: the navmesh doesn't keep the agents' radius from it. Needs [member affect_navigation_mesh].")
    c.flag(b"carve_when_resting", &o.carve_when_resting,
           b"For obstacles that move now and then, such as doors and crates, as Unity's NavMeshObstacle with Carve Only Stationary: "
           b"while the obstacle moves, agents avoid it, and nothing is baked. Once it has rested for [member rest_time], it is cut "
           b"out, and when it moves on, its ground is restored. An obstacle of a scene that is being loaded rests from the start. "
           b"Needs [member affect_navigation_mesh].")
    c.number(b"rest_time", &o.rest_time,
             b"With [member carve_when_resting]: seconds without a move after which the obstacle is cut out (Unity's Time To "
             b"Stationary).").range(b"0,10,0.01,or_greater,suffix:s").at_least(0)
    c.number(b"move_threshold", &o.move_threshold,
             b"With [member carve_when_resting]: the obstacle has moved when its position or one of its [member vertices] is farther "
             b"than this from where it was (Unity's Move Threshold). Smaller moves change nothing.").range(DISTANCE).at_least(0)
    c.group(b"Avoidance")
    c.flag(b"avoidance_enabled", &o.avoidance_enabled, b"If true, agents avoid the circle and the outline.").read_by(
        b"get_avoidance_enabled")                   # as NavigationObstacle3D's
    c.property(b"velocity", get_velocity, set_velocity,
               b"Velocity of the obstacle as agents expect it, for a script that moves the node. Zero: agents take it from the node's "
               b"positions.").usage(0)
    c.layers(b"avoidance_layers", &o.avoidance_layers, HINT_LAYERS_AVOIDANCE,
             b"Layers of the obstacle: an agent avoids it if one of them is in the agent's avoidance_mask.")
    c.flag(b"use_3d_avoidance", &obstacle.use_3d_avoidance,
           b"Has no effect, and is there for scripts written for [NavigationObstacle3D]: agents always avoid obstacles whose height "
           b"overlaps their own.").spatial()
    register_class(&c)
