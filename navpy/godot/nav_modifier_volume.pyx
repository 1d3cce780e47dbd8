"""NavModifierVolume: a box in the level that gives the floor inside it an area, or takes it out of the navmesh."""
from libc.math cimport isfinite, sqrt
from libc.stdint cimport int32_t, uint8_t
from navpy.godot.world.bake_volumes cimport Prism, put_volumes, take_volumes
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport ClassSpec
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.world.world cimport world_enter, world_leave
from navpy.godot.world.world_data cimport World

cdef enum:
    GROUND = 63                     # area of what has no other

cdef cppclass ModifierVolume(Instance):
    World* world                    # NULL outside the tree
    GdVector3 size
    uint8_t area
    uint8_t enabled


cdef Prism box_of(ModifierVolume* volume):
    """The box with the node's place, turn about Y and scale; None where it has no extent."""
    cdef GdTransform3D place
    cdef const float* b = &place.basis[0]
    cdef double[3] half
    cdef double x, z
    cdef int i
    cdef Prism prism = Prism()
    global_transform(volume.owner, &place)
    half[0] = 0.5 * volume.size.x * sqrt(b[0] * b[0] + b[3] * b[3] + b[6] * b[6])
    half[1] = 0.5 * volume.size.y * sqrt(b[1] * b[1] + b[4] * b[4] + b[7] * b[7])
    half[2] = 0.5 * volume.size.z * sqrt(b[2] * b[2] + b[5] * b[5] + b[8] * b[8])
    x, z = b[0], b[6]
    length = sqrt(x * x + z * z)
    x, z = (x / length, z / length) if length > 0 else (1.0, 0.0)
    if not (half[0] > 0 and half[1] > 0 and half[2] > 0 and isfinite(half[0] + half[1] + half[2])):
        return None
    prism.corners = []
    for i in range(4):
        u = half[0] if i == 1 or i == 2 else -half[0]
        v = half[2] if i >= 2 else -half[2]
        prism.corners.append((place.origin.x + u * x - v * z, place.origin.z + u * z + v * x))
    prism.bottom, prism.top = place.origin.y - half[1], place.origin.y + half[1]
    prism.area, prism.eroded = volume.area, volume.area == 0
    return prism


cdef void renew(ModifierVolume* volume) noexcept with gil:
    """Puts what the node marks into its world."""
    if volume.world == NULL:
        return
    if in_editor():
        update_gizmos(volume.owner)
    prism = box_of(volume) if volume.enabled else None
    if prism is None:
        take_volumes(volume.owner)
    else:
        put_volumes(volume.owner, volume.world, [prism])


cdef void on_made(ModifierVolume* volume) noexcept nogil:
    volume.size.x = volume.size.y = volume.size.z = 2
    volume.enabled = True


cdef void leave(ModifierVolume* volume) noexcept with gil:
    take_volumes(volume.owner)


cdef void on_notification(ModifierVolume* volume, int32_t what) noexcept nogil:
    if what == NOTIFICATION_ENTER_TREE:
        volume.world = world_enter(volume.owner, 0)
        set_notify_transform(volume.owner, True)
        renew(volume)
    elif what == NOTIFICATION_TRANSFORM_CHANGED:
        renew(volume)
    elif what == NOTIFICATION_EXIT_TREE and volume.world != NULL:
        leave(volume)
        world_leave(volume.world)
        volume.world = NULL


cdef void on_changed(ModifierVolume* volume, const char* property) noexcept nogil:
    renew(volume)


def register():
    cdef ClassSpec[ModifierVolume] c
    cdef ModifierVolume* volume = NULL
    c.declare(b"NavModifierVolume", b"Node3D", b"Gives the floor inside a box an area, or makes it not walkable.",
              b"A box of the level whose floor gets an area id when a [NavMeshBaker] of the same world bakes; what an area costs is in the "
              b"baker's [member NavMeshBaker.area_costs]. With area 0 the floor is left out, and agents keep their radius from it. Where "
              b"boxes overlap, the one that came last into the scene counts, and area 0 above all. Put in, moved or changed while the game "
              b"runs, it has the tiles baked anew that it touches. Its tilt is left out: it stands upright.")
    c.on_made(on_made)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.vector3(b"size", &volume.size, b"Size of the box, around the node's place.").hint(0, b"suffix:m").at_least(0)
    c.number(b"area", &volume.area,
             b"Area id of the floor inside, 0 for not walkable. 63 is ground that has no other.").range(b"0,63").at_most(GROUND)
    c.flag(b"enabled", &volume.enabled, b"Whether the box counts.")
    register_class(&c)
