"""NavLink: a way off the surface, such as a ladder, a jump or a drop, as a node. Speaks as NavigationLink3D does."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_3D_NAVIGATION, ClassSpec, GdPackedStringArray
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport strings_append
from navpy.godot.world.world cimport (world_add_listener, world_enter, world_leave, world_mesh, world_remove_link,
                                      world_remove_listener, world_set_link)
from navpy.godot.world.world_data cimport LinkSource, World
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.mesh_view cimport MeshView

cdef enum:
    KIND_CUSTOM = 0                 # these are the kinds of baked links, too
    KIND_DROP = 1
    KIND_LADDER = 2
    KIND_JUMP = 3

cdef cppclass NavLink(Instance):
    GdVector3 start                 # in its own space, as the end
    GdVector3 end
    double width, enter_cost, travel_cost
    uint32_t navigation_layers
    int32_t kind
    uint8_t enabled, bidirectional
    World* world                    # NULL outside the tree

cdef double REACH = 1.0             # meters that an end may be off the navmesh


# ---- on the map -------------------------------------------------------------------------------------------------

cdef void to_world(const GdTransform3D* frame, const GdVector3* point, GdVector3* out) noexcept nogil:
    cdef const float* b = &frame.basis[0]
    cdef double x = point.x, y = point.y, z = point.z
    out.x = <float>(b[0] * x + b[1] * y + b[2] * z + frame.origin.x)
    out.y = <float>(b[3] * x + b[4] * y + b[5] * z + frame.origin.y)
    out.z = <float>(b[6] * x + b[7] * y + b[8] * z + frame.origin.z)


cdef bint to_local(const GdTransform3D* frame, const GdVector3* point, GdVector3* out) noexcept nogil:
    """False: the frame is flat, no place in it is that one."""
    cdef const float* b = &frame.basis[0]
    cdef double c0 = <double>b[4] * b[8] - <double>b[5] * b[7], c1 = <double>b[5] * b[6] - <double>b[3] * b[8]
    cdef double c2 = <double>b[3] * b[7] - <double>b[4] * b[6], det = b[0] * c0 + b[1] * c1 + b[2] * c2
    cdef double x = point.x - frame.origin.x, y = point.y - frame.origin.y, z = point.z - frame.origin.z
    if det == 0:
        return False
    out.x = <float>((c0 * x + (<double>b[2] * b[7] - <double>b[1] * b[8]) * y + (<double>b[1] * b[5] - <double>b[2] * b[4]) * z) / det)
    out.y = <float>((c1 * x + (<double>b[0] * b[8] - <double>b[2] * b[6]) * y + (<double>b[2] * b[3] - <double>b[0] * b[5]) * z) / det)
    out.z = <float>((c2 * x + (<double>b[1] * b[6] - <double>b[0] * b[7]) * y + (<double>b[0] * b[4] - <double>b[1] * b[3]) * z) / det)
    return True


cdef void ends_of(NavLink* link, GdVector3* start, GdVector3* end) noexcept nogil:
    """In world space; outside the tree, in its own."""
    cdef GdTransform3D frame
    start[0], end[0] = link.start, link.end
    if link.world != NULL:
        global_transform(link.owner, &frame)
        to_world(&frame, &link.start, start)
        to_world(&frame, &link.end, end)


cdef bint is_place(const GdVector3* point) noexcept nogil:
    return isfinite(point.x) and isfinite(point.y) and isfinite(point.z)


cdef void publish(NavLink* link) noexcept nogil:
    """Gives the link to the map of its world, or takes it back. In the editor nobody walks; there it only warns and is drawn."""
    cdef LinkSource source
    cdef GdVector3 start
    cdef GdVector3 end
    if link.world == NULL:
        return
    if in_editor():
        node_update_warnings(link.owner)
        update_gizmos(link.owner)
        return
    ends_of(link, &start, &end)
    if not link.enabled or not (is_place(&start) and is_place(&end)) or (start.x == end.x and start.y == end.y and start.z == end.z):
        world_remove_link(link.world, link.owner)
        return
    memset(&source, 0, sizeof(source))
    source.node = link.owner
    source.start[0], source.start[1], source.start[2] = start.x, start.y, start.z
    source.end[0], source.end[1], source.end[2] = end.x, end.y, end.z
    source.width, source.enter_cost, source.travel_cost = link.width, link.enter_cost, link.travel_cost
    source.layers, source.kind, source.two_way = link.navigation_layers, link.kind, link.bidirectional
    world_set_link(link.world, &source)


cdef void map_changed(void* instance) noexcept nogil:
    if in_editor():
        node_update_warnings((<NavLink*>instance).owner)


# ---- warnings ---------------------------------------------------------------------------------------------------

cdef double distance_off(const MeshView* mesh, const GdVector3* point) noexcept nogil:
    """Meters between an end and the navmesh, 0: it is near enough."""
    cdef SearchExtents reach = default_extents(mesh)
    cdef NearestPoly at
    cdef double place[3]
    place[0], place[1], place[2] = point.x, point.y, point.z
    reach.horizontal = reach.up = reach.down = reach.up_fallback = reach.down_first = REACH
    if locate(view_of(mesh, NULL), place, &reach, &at):
        return 0
    return at.distance if locate_nearest(view_of(mesh, NULL), place, NULL, &at) else INFINITY


cdef void configuration_warnings(NavLink* link, GdPackedStringArray* out) noexcept with gil:
    cdef const MeshView* mesh = NULL
    cdef GdVector3 ends[2]
    cdef double off
    cdef int i
    ends_of(link, &ends[0], &ends[1])
    if ends[0].x == ends[1].x and ends[0].y == ends[1].y and ends[0].z == ends[1].z:
        strings_append(out, "start_position and end_position are one place: move them apart, by their handles in the 3D editor.")
        return
    if link.world != NULL:
        mesh = world_mesh(link.world)
    if mesh == NULL:
        return
    for i in range(2):
        off = distance_off(mesh, &ends[i])
        if off > 0:
            how_far = f"{off:.2f} m off the navmesh" if off < INFINITY else "no place"
            strings_append(out, f"The link's {'end' if i else 'start'} is {how_far}, so it leads nowhere: an end may be {REACH:g} m off.")


# ---- the node ---------------------------------------------------------------------------------------------------

cdef void on_made(NavLink* link) noexcept nogil:
    link.enabled = link.bidirectional = True
    link.navigation_layers = 1
    link.travel_cost = 1


cdef void leave_tree(NavLink* link) noexcept nogil:
    if link.world == NULL:
        return
    world_remove_listener(link.world, link)
    world_remove_link(link.world, link.owner)
    world_leave(link.world)
    link.world = NULL


cdef void on_notification(NavLink* link, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        link.world = world_enter(link.owner, 0)
        if link.world != NULL and in_editor():
            world_add_listener(link.world, link, map_changed)
        set_notify_transform(link.owner, True)
        publish(link)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(link)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        publish(link)


cdef void on_changed(NavLink* link, const char* property) noexcept nogil:
    publish(link)


# ---- methods ----------------------------------------------------------------------------------------------------

cdef GdVector3 get_global_start(NavLink* link) noexcept nogil:
    cdef GdVector3 start
    cdef GdVector3 end
    ends_of(link, &start, &end)
    return start


cdef GdVector3 get_global_end(NavLink* link) noexcept nogil:
    cdef GdVector3 start
    cdef GdVector3 end
    ends_of(link, &start, &end)
    return end


cdef void put_global(NavLink* link, const GdVector3* point, GdVector3* target, const char* name) noexcept nogil:
    cdef GdTransform3D frame
    if not is_place(point):
        with gil:
            node_error(link.owner, f"{name.decode()} must be finite, not ({point.x}, {point.y}, {point.z}); it stays as it was")
        return
    target[0] = point[0]
    if link.world != NULL:
        global_transform(link.owner, &frame)
        to_local(&frame, point, target)
    publish(link)


cdef void set_global_start(NavLink* link, const GdVector3* position) noexcept nogil:
    put_global(link, position, &link.start, b"start_position")


cdef void set_global_end(NavLink* link, const GdVector3* position) noexcept nogil:
    put_global(link, position, &link.end, b"end_position")


# ---- what it declares -------------------------------------------------------------------------------------------

def register():
    cdef ClassSpec[NavLink] c
    cdef NavLink* link = NULL
    c.declare(b"NavLink", b"Node3D", b"A way off the navmesh: a ladder, a jump, a drop.",
              b"Leads from one place of the navmesh to another, through the air. It has the properties of [NavigationLink3D], is on the map of "
              b"its world at once, moves with its transform, and is no part of the baked resource. An end may be a meter off the navmesh. In "
              b"the 3D editor both ends have handles.")
    c.on_made(on_made)
    c.on_freed(leave_tree)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.constant(b"Kind", b"KIND_CUSTOM", KIND_CUSTOM, b"Whatever the game takes it for.")
    c.constant(b"Kind", b"KIND_DROP", KIND_DROP, b"Down a ledge.")
    c.constant(b"Kind", b"KIND_LADDER", KIND_LADDER, b"Up and down where it is too steep to walk.")
    c.constant(b"Kind", b"KIND_JUMP", KIND_JUMP, b"Across a gap.")
    c.flag(b"enabled", &link.enabled, b"Whether it is on the map.")
    c.flag(b"bidirectional", &link.bidirectional, b"Whether it leads back, too.")
    c.layers(b"navigation_layers", &link.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Only agents that share a layer with the link take it.")
    c.vector3(b"start_position", &link.start, b"Where it begins, in the node's own space.")
    c.vector3(b"end_position", &link.end, b"Where it ends, in the node's own space.")
    c.number(b"width", &link.width,
             b"How wide it is across the way, at both ends: agents cross it straight ahead from wherever they come. 0 is a "
             b"point.").range(b"0,20,0.01,or_greater,suffix:m").at_least(0)
    c.number(b"kind", &link.kind,
             b"What it is, for the traversal of agents. Links that a [NavMeshBaker] finds have these kinds, "
             b"too.").enumeration(b"NavLink.Kind").choices(b"Custom,Drop,Ladder,Jump")
    c.number(b"enter_cost", &link.enter_cost,
             b"Entering it costs as much as so many meters of walking.").range(b"0,100,0.01,or_greater").at_least(0)
    c.number(b"travel_cost", &link.travel_cost,
             b"A meter of it costs as much as so many meters of walking.").range(b"0,100,0.01,or_greater").at_least(0)
    c.method(b"get_global_start_position", get_global_start, b"[member start_position] in world space.").constant()
    c.method(b"set_global_start_position", set_global_start, b"Sets [member start_position] from world space.", b"position")
    c.method(b"get_global_end_position", get_global_end, b"[member end_position] in world space.").constant()
    c.method(b"set_global_end_position", set_global_end, b"Sets [member end_position] from world space.", b"position")
    register_class(&c)
