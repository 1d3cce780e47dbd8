"""NavLink: an off-mesh link as a node, such as a ladder, a jump or a drop. It has the properties and methods of NavigationLink3D."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset
from navpy.mesh.link_kind cimport LINK_CLIMB, LINK_CUSTOM, LINK_DROP, LINK_JUMP
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_3D_NAVIGATION, ClassSpec, GdPackedStringArray
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.log cimport add_message, node_error
from navpy.godot.binding.plane cimport length_text, place_text
from navpy.godot.binding.vector cimport put_place, transform_point, vector_of
from navpy.godot.world.world cimport (
    world_add_listener, world_enter, world_leave, world_mesh, world_remove_link, world_remove_listener, world_set_link)
from navpy.godot.world.navigation_map cimport LINK_RADIUS, MapLink, NavigationMap
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.mesh_view cimport MeshView

cdef cppclass NavLink(Instance):
    GdVector3 start, end            # meters, in the node's own space
    double width, enter_cost, travel_cost
    uint32_t navigation_layers
    int32_t kind
    uint8_t enabled, bidirectional
    NavigationMap* world                 # NULL outside the tree


# ---- on the map ----

cdef bint to_local(const GdTransform3D* frame, const GdVector3* point, GdVector3* out) noexcept nogil:
    """Transforms a point from world space to the frame's space. False: the frame is singular, and `out` is left as it was."""
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


cdef GdVector3 in_world(const GdTransform3D* frame, const GdVector3* point) noexcept nogil:
    cdef double place[3]
    put_place(point, place)
    transform_point(frame, place, place)
    return vector_of(place)


cdef void global_ends(NavLink* link, GdVector3* start, GdVector3* end) noexcept nogil:
    """The ends in world space; outside the tree, in the link's own space."""
    cdef GdTransform3D frame
    start[0], end[0] = link.start, link.end
    if link.world != NULL:
        global_transform(link.owner, &frame)
        start[0], end[0] = in_world(&frame, start), in_world(&frame, end)


cdef bint is_finite(const GdVector3* point) noexcept nogil:
    return isfinite(point.x) and isfinite(point.y) and isfinite(point.z)


cdef void update_link(NavLink* link) noexcept nogil:
    """Puts the link on the map of its world, or takes it off if it is disabled or has no length. In the editor, where no agent walks,
    updates its warnings and its gizmo instead."""
    cdef MapLink map_link
    cdef GdVector3 start
    cdef GdVector3 end
    if link.world == NULL:
        return
    if in_editor():
        node_update_warnings(link.owner)
        update_gizmos(link.owner)
        return
    global_ends(link, &start, &end)
    if not link.enabled or not (is_finite(&start) and is_finite(&end)) or (start.x == end.x and start.y == end.y and start.z == end.z):
        world_remove_link(link.world, link.owner)
        return
    memset(&map_link, 0, sizeof(map_link))
    map_link.node = link.owner
    put_place(&start, map_link.start)
    put_place(&end, map_link.end)
    map_link.width, map_link.enter_cost, map_link.travel_cost = link.width, link.enter_cost, link.travel_cost
    map_link.layers, map_link.kind, map_link.two_way = link.navigation_layers, link.kind, link.bidirectional
    world_set_link(link.world, &map_link)


cdef void map_changed(void* instance) noexcept nogil:
    if in_editor():
        node_update_warnings((<NavLink*>instance).owner)


# ---- warnings ----

cdef double distance_to_navmesh(const MeshView* mesh, const GdVector3* point) noexcept nogil:
    """Meters between an end and the navmesh; 0: they are at most LINK_RADIUS apart."""
    cdef SearchExtents reach = default_extents(mesh)
    cdef NearestPoly at
    cdef double place[3]
    put_place(point, place)
    reach.horizontal = reach.up = reach.down = reach.up_fallback = reach.down_first = LINK_RADIUS
    if locate(view_of(mesh, NULL), place, &reach, &at):
        return 0
    return at.distance if locate_nearest(view_of(mesh, NULL), place, NULL, &at) else INFINITY


cdef void configuration_warnings(NavLink* link, GdPackedStringArray* out) noexcept with gil:
    cdef const MeshView* mesh = NULL
    cdef GdVector3 ends[2]
    cdef double off
    cdef int i
    global_ends(link, &ends[0], &ends[1])
    if ends[0].x == ends[1].x and ends[0].y == ends[1].y and ends[0].z == ends[1].z:
        add_message(out, link.cls.is_plane, "start_position and end_position are the same point, so the link has no effect: move its "
                                            "ends apart, by their handles in the 3D editor.")
        return
    if link.world != NULL:
        mesh = world_mesh(link.world)
    if mesh == NULL:
        return
    for i in range(2):
        off = distance_to_navmesh(mesh, &ends[i])
        if off > 0:
            how_far = f"{length_text(off, link.cls.is_plane)} off the navmesh" if off < INFINITY else "not finite"
            add_message(out, link.cls.is_plane, f"The link's {'end' if i else 'start'} is {how_far}, so no agent takes the link: "
                                                f"move it to within {length_text(LINK_RADIUS, link.cls.is_plane)} of the navmesh.")


# ---- the node ----

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
        link.world = world_enter(link, 0)
        if link.world != NULL and in_editor():
            world_add_listener(link.world, link, map_changed)
        set_notify_transform(link.owner, True)
        update_link(link)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(link)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        update_link(link)


cdef void on_changed(NavLink* link, const char* property) noexcept nogil:
    update_link(link)


# ---- methods ----

cdef GdVector3 get_global_start(NavLink* link) noexcept nogil:
    cdef GdVector3 start
    cdef GdVector3 end
    global_ends(link, &start, &end)
    return start


cdef GdVector3 get_global_end(NavLink* link) noexcept nogil:
    cdef GdVector3 start
    cdef GdVector3 end
    global_ends(link, &start, &end)
    return end


cdef void set_from_global(NavLink* link, const GdVector3* point, GdVector3* target, const char* name) noexcept nogil:
    cdef GdTransform3D frame
    if not is_finite(point):
        with gil:
            node_error(link.owner, f"{name.decode()} must be finite, not {place_text(point, link.cls.is_plane)}: it keeps its former "
                                   f"value")
        return
    target[0] = point[0]
    if link.world != NULL:
        global_transform(link.owner, &frame)
        to_local(&frame, point, target)
    update_link(link)


cdef void set_global_start(NavLink* link, const GdVector3* position) noexcept nogil:
    set_from_global(link, position, &link.start, b"start_position")


cdef void set_global_end(NavLink* link, const GdVector3* position) noexcept nogil:
    set_from_global(link, position, &link.end, b"end_position")


# ---- the class's declaration ----

def register():
    cdef ClassSpec[NavLink] c
    cdef NavLink* link = NULL
    c.declare(b"NavLink", b"Node3D", b"An off-mesh link: a ladder, a jump, a drop.",
              b"Connects two places of the navmesh that no {floor connects. It has the properties of [NavigationLink3D]|ground "
              b"connects}. The link is on the map of its world as soon as it is in the scene tree, and moves with its transform; it "
              b"is no part of the baked resource. Its ends may be up to {a meter off the navmesh. In the 3D editor both ends have "
              b"handles|16 pixels off the navmesh, or what else the project setting navpy/2d/pixels_per_meter says}.")
    c.on_made(on_made)
    c.on_freed(leave_tree)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    c.constant(b"Kind", b"KIND_CUSTOM", LINK_CUSTOM, b"A link of the game's own kind.")
    c.constant(b"Kind", b"KIND_DROP", LINK_DROP, b"A drop from a ledge.")
    c.constant(b"Kind", b"KIND_LADDER", LINK_CLIMB, b"A way up and down{ where the ground is too steep to walk|}.")
    c.constant(b"Kind", b"KIND_JUMP", LINK_JUMP, b"A jump across a gap.")
    c.flag(b"enabled", &link.enabled, b"If true, the link is on the map.")
    c.flag(b"bidirectional", &link.bidirectional, b"If true, agents may take the link from its end to its start, too.")
    c.layers(b"navigation_layers", &link.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers of the link: an agent takes it only if one of its own navigation_layers is among them.")
    c.vector3(b"start_position", &link.start, b"Start of the link, in the node's own space.")
    c.vector3(b"end_position", &link.end, b"End of the link, in the node's own space.")
    c.number(b"width", &link.width,
             b"Width of both ends, at a right angle to the link. An agent leaves one end where its path meets it, and lands straight "
             b"ahead on the other. With 0 both ends are points.").range(b"0,20,0.01,or_greater,suffix:m").at_least(0)
    c.number(b"kind", &link.kind,
             b"Kind of the link, for scripts{: how a body crosses it follows from its ends. Links that a [NavMeshBaker] finds have "
             b"these kinds, too| and for [member NavFilter.link_kinds]. A body that its agent drives crosses all kinds alike: "
             b"straight to the end}.").enumeration(b"NavLink.Kind").choices(b"Custom,Drop,Ladder,Jump")
    c.number(b"enter_cost", &link.enter_cost,
             b"Additional cost of a path that takes the link, in meters of walking.").range(
                 b"0,100,0.01,or_greater").length().at_least(0)
    c.number(b"travel_cost", &link.travel_cost,
             b"Cost of a meter along the link, in meters of walking.").range(b"0,100,0.01,or_greater").at_least(0)
    c.method(b"get_global_start_position", get_global_start, b"[member start_position] in world space.").constant()
    c.method(b"set_global_start_position", set_global_start, b"Sets [member start_position] from world space.", b"position")
    c.method(b"get_global_end_position", get_global_end, b"[member end_position] in world space.").constant()
    c.method(b"set_global_end_position", set_global_end, b"Sets [member end_position] from world space.", b"position")
    register_class(&c)
