"""NavModifierVolume: a box in the level that gives the floor inside it an area, or cuts it out of the navmesh. NavModifierArea2D: a
polygon that does."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_NONE, AREA_WALKABLE
from navpy.godot.world.area_names cimport area_choices
from navpy.godot.world.bake_volumes cimport Prism, remove_volumes, set_volumes, tell_fault
from navpy.godot.world.obstacle cimport convex_pieces, get_outline, set_outline_of
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport ClassSpec, GdPackedStringArray, GdPackedVector3Array, PropertySpec
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.binding.log cimport add_message
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.navigation_map cimport NavigationMap

cdef cppclass ModifierVolume(Instance):
    NavigationMap* world                 # NULL outside the tree
    GdVector3 size
    vector[GdVector3] polygon       # of the plane's class, in place of a box; meters, in the node's space
    uint8_t area
    uint8_t enabled
    bint is_fault_told


cdef Prism prism_over(ModifierVolume* volume, list corners, double bottom, double top):
    cdef Prism prism = Prism()
    prism.corners, prism.bottom, prism.top = corners, bottom, top
    prism.area, prism.eroded = volume.area, volume.area == AREA_NONE
    return prism


cdef list prisms_of(ModifierVolume* volume):
    """In world space. ValueError: the shape is none."""
    cdef GdTransform3D frame
    if not volume.enabled:
        return []
    if not volume.cls.is_plane:
        return [box_of(volume)]
    global_transform(volume.owner, &frame)
    return [prism_over(volume, piece, -1.0, 1.0) for piece in convex_pieces(&volume.polygon, &frame, "polygon")] \
        if volume.polygon.size() > 2 else []


cdef Prism box_of(ModifierVolume* volume):
    """The box in world space, with the node's position, turn about Y and scale. ValueError: a side is 0."""
    cdef GdTransform3D frame
    cdef const float* b = &frame.basis[0]
    cdef double[3] half
    cdef double x, z
    cdef int i
    cdef list corners = []
    global_transform(volume.owner, &frame)
    half[0] = 0.5 * volume.size.x * sqrt(b[0] * b[0] + b[3] * b[3] + b[6] * b[6])
    half[1] = 0.5 * volume.size.y * sqrt(b[1] * b[1] + b[4] * b[4] + b[7] * b[7])
    half[2] = 0.5 * volume.size.z * sqrt(b[2] * b[2] + b[5] * b[5] + b[8] * b[8])
    x, z = b[0], b[6]
    length = sqrt(x * x + z * z)
    x, z = (x / length, z / length) if length > 0 else (1.0, 0.0)
    if half[0] == 0 or half[1] == 0 or half[2] == 0:
        raise ValueError(f"size times scale must be above 0 m, is ({2 * half[0]:g}, {2 * half[1]:g}, {2 * half[2]:g})")
    for i in range(4):
        u = half[0] if i == 1 or i == 2 else -half[0]
        v = half[2] if i >= 2 else -half[2]
        corners.append((frame.origin.x + u * x - v * z, frame.origin.z + u * z + v * x))
    return prism_over(volume, corners, frame.origin.y - half[1], frame.origin.y + half[1])


cdef void update_volume(ModifierVolume* volume) noexcept with gil:
    """Sets the node's volume in its world, or removes it if it is disabled or no bake takes it."""
    fault = None
    if volume.world == NULL:
        return
    if in_editor():
        update_gizmos(volume.owner)
    try:
        fault = set_volumes(volume.owner, volume.world, prisms_of(volume))
    except ValueError as error:
        fault = error
        remove_volumes(volume.owner)
    tell_fault(volume.owner, fault, &volume.is_fault_told)


cdef void on_made(ModifierVolume* volume) noexcept nogil:
    volume.size.x = volume.size.y = volume.size.z = 2
    volume.enabled = True


cdef void leave(ModifierVolume* volume) noexcept with gil:
    remove_volumes(volume.owner)


cdef void on_notification(ModifierVolume* volume, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        volume.world = world_enter(volume, 0)
        set_notify_transform(volume.owner, True)
        update_volume(volume)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        update_volume(volume)
    elif what == NOTIFICATION_EXIT_TREE and volume.world != NULL:
        leave(volume)
        world_leave(volume.world)
        volume.world = NULL


cdef void on_changed(ModifierVolume* volume, const char* property) noexcept nogil:
    update_volume(volume)
    node_update_warnings(volume.owner)


cdef void get_polygon(ModifierVolume* volume, GdPackedVector3Array* out) noexcept nogil:
    get_outline(&volume.polygon, out)


cdef void set_polygon(ModifierVolume* volume, const GdPackedVector3Array* polygon) noexcept nogil:
    if set_outline_of(volume.owner, b"polygon", &volume.polygon, polygon):
        on_changed(volume, b"polygon")


cdef void configuration_warnings(ModifierVolume* volume, GdPackedStringArray* out) noexcept with gil:
    if volume.cls.is_plane and volume.polygon.size() < 3:
        add_message(out, volume.cls.is_plane, "It has no polygon, so no bake takes it: set at least three corners.")


cdef int declare_area(ClassSpec[ModifierVolume]* c) except -1:
    cdef ModifierVolume* volume = NULL
    cdef bytes choices = area_choices()
    cdef PropertySpec* area = &c.number(
        b"area", &volume.area,
        f"Area id of the {{floor|ground}} inside: 0 is not walkable, {AREA_WALKABLE} is ground without another area. The inspector "
        f"shows the names that the project setting [code]navpy/areas/names[/code] gives to the ids.".encode()).at_most(AREA_WALKABLE)
    if choices:
        area.choices(choices)
    else:
        area.range(f"0,{AREA_WALKABLE}".encode())
    return 0


def register():
    cdef ClassSpec[ModifierVolume] c
    cdef ModifierVolume* volume = NULL
    c.declare(b"NavModifierVolume", b"Node3D", b"Gives the {floor|ground} inside it an area, or makes it not walkable.",
              b"When a [NavMeshBaker] of the same world bakes, the {floor inside the box gets an area id. The costs of the areas are "
              b"in|ground inside the [member polygon] gets an area id. What a way through each area costs is set by} the baker's "
              b"[member NavMeshBaker.area_costs]{. With area 0 the floor|, and for some agents by a [NavFilter]. With area 0 the "
              b"ground} is cut out, and the navmesh keeps the agents' radius from it. Where {boxes|polygons} overlap, the one that "
              b"entered the scene last counts, but area 0 has precedence. When {a box|one} is added, moved, changed or freed while "
              b"the game runs, the tiles near it are baked again.{ The box turns about the vertical with its node, but does not "
              b"tilt.|}")
    c.on_made(on_made)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    c.vector3(b"size", &volume.size, b"Size of the box, whose center is the node's position.").hint(0,
                                                                                                    b"suffix:m").at_least(0).spatial()
    c.property(b"polygon", get_polygon, set_polygon,
               b"Outline in the node's space, at least three corners in order, either way round. It may be concave, but not cross "
               b"itself.").flat()
    declare_area(&c)
    c.flag(b"enabled", &volume.enabled, b"If true, bakes use it.")
    register_class(&c)
