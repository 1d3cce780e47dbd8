"""Upright volumes in the scene that give the floor inside them an area or cut it out.

Nodes set their volumes here. Bakers of the same world read them here, and are called when they change."""
from libc.math cimport M_PI, sqrt
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_NONE
from navpy.base.elementary cimport sin, unit_vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.engine cimport force_update_transform
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.baking.voxels.areas import ConvexVolume, CylinderVolume

cdef enum:
    CIRCLE_CORNERS = 32             # off the circle by less than half a hundredth of the radius

cdef struct VolumeListener:
    void* instance
    uint64_t world                  # id of the NavigationMap
    void (*changed)(void* instance, list prisms) noexcept
    const bint* is_complete

cdef vector[VolumeListener] listeners
cdef GdTransform3D IDENTITY
IDENTITY.basis[:] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
IDENTITY.origin.x = IDENTITY.origin.y = IDENTITY.origin.z = 0
cdef dict volumes_by_node = {}      # address of a node → NodeVolumes, in the order in which nodes set their first volumes


cdef class NodeVolumes:
    cdef uint64_t world             # id of the NavigationMap
    cdef list prisms
    cdef bint is_pending            # only bakes of a whole level take them
    cdef bint was_taken             # by such a bake

    cdef list known_prisms(self):
        """Prisms that a navmesh may show."""
        return self.prisms if self.was_taken or not self.is_pending else []


cdef class Prism:
    cdef tuple values(self):
        return self.corners, self.radius, self.bottom, self.top, self.area, self.eroded

    cdef list placed(self, const GdTransform3D* frame):
        """The corners in the space of a frame that only turns about Y and shifts."""
        cdef const float* b = &frame.basis[0]
        cdef double x, z
        placed = []
        for corner in self.corners:
            x, z = corner
            x, z = x - frame.origin.x, z - frame.origin.z
            placed.append((b[0] * x + b[6] * z, b[2] * x + b[8] * z))
        return placed

    cdef list outline(self, const GdTransform3D* frame):
        """The corners of the outline; a circle has CIRCLE_CORNERS and keeps its area."""
        cdef double angle = 2.0 * M_PI / CIRCLE_CORNERS, radius = self.radius * sqrt(angle / sin(angle))
        cdef Vec2 way
        cdef int i
        corners = self.placed(frame)
        if self.radius == 0:
            return corners
        x, z = corners[0]
        corners = []
        for i in range(CIRCLE_CORNERS):
            way = unit_vector(i * angle)
            corners.append((x + radius * way.x, z + radius * way.y))
        return corners

    cdef object volume(self, const GdTransform3D* frame):
        """The volume as a bake takes it, in the space of such a frame."""
        placed = self.placed(frame)
        bottom, top = self.bottom - frame.origin.y, self.top - frame.origin.y
        if self.radius > 0:
            return CylinderVolume((placed[0][0], 0.5 * (bottom + top), placed[0][1]), self.radius, top - bottom, self.area,
                                  self.eroded)
        return ConvexVolume(placed, bottom, top, self.area, self.eroded)


cdef void notify_listeners(uint64_t world, list prisms) noexcept:
    cdef size_t i
    if prisms:
        for i in range(listeners.size()):
            if listeners[i].world == world:
                listeners[i].changed(listeners[i].instance, prisms)


cdef bint are_equal(list some, list others) noexcept:
    cdef Prism a, b
    if len(some) != len(others):
        return False
    for a, b in zip(some, others):
        if a.values() != b.values():
            return False
    return True


cdef void tell_fault(void* node, object fault, bint* is_told) noexcept:
    if fault is not None and not is_told[0]:
        node_error(node, f"it has no effect on the navmesh until its shape, scale or place is corrected: {fault}")
    is_told[0] = fault is not None


cdef object set_volumes(void* node, NavigationMap* world, list prisms, bint is_pending=False):
    """Listeners are called if something has changed."""
    cdef Prism prism
    cdef NodeVolumes volumes
    cdef list former
    cdef bint was_pending
    fault = None
    for prism in list(prisms):
        try:
            prism.volume(&IDENTITY)
        except ValueError as error:
            fault = error
            prisms.remove(prism)
    if not prisms:
        remove_volumes(node)
        return fault
    volumes = volumes_by_node.setdefault(<size_t>node, NodeVolumes())
    former = volumes.known_prisms() if volumes.prisms is not None else []
    was_pending = volumes.is_pending
    volumes.world, volumes.prisms, volumes.is_pending, volumes.was_taken = world.id, prisms, is_pending, False
    if was_pending or not are_equal(former, volumes.known_prisms()):
        notify_listeners(world.id, former + volumes.known_prisms())
    return fault


cdef void remove_volumes(void* node) noexcept:
    cdef NodeVolumes volumes = volumes_by_node.pop(<size_t>node, None)
    if volumes is not None:
        notify_listeners(volumes.world, volumes.known_prisms())


cdef void read_moved_volumes() noexcept:
    """The engine tells a node only at the end of a frame that it has moved."""
    for node in list(volumes_by_node):
        force_update_transform(<void*><size_t>node)


cdef list prisms_in(NavigationMap* world, bint is_whole):
    """The prisms of a world. Where some overlap, a bake takes the last: cutting ones come last."""
    cdef NodeVolumes volumes
    cdef Prism prism
    marking, cutting = [], []
    for volumes in volumes_by_node.values():
        if volumes.world == world.id:
            volumes.was_taken = volumes.was_taken or is_whole
            for prism in volumes.known_prisms():
                (cutting if prism.area == AREA_NONE else marking).append(prism)
    return marking + cutting


cdef list volumes_in(NavigationMap* world, const GdTransform3D* frame, bint is_whole):
    return [(<Prism>prism).volume(frame) for prism in prisms_in(world, is_whole)]


cdef void add_volume_listener(void* instance, NavigationMap* world, void (*changed)(void*, list) noexcept,
                              const bint* is_complete) noexcept nogil:
    cdef VolumeListener listener
    listener.instance, listener.world, listener.changed, listener.is_complete = instance, world.id, changed, is_complete
    listeners.push_back(listener)


cdef void remove_volume_listener(void* instance) noexcept nogil:
    cdef size_t i
    for i in range(listeners.size()):
        if listeners[i].instance == instance:
            listeners.erase(listeners.begin() + i)
            return


cdef bint has_complete_level(const NavigationMap* world) noexcept nogil:
    """True if the level of a baker in the world was loaded; every later node is a change of it."""
    cdef size_t i
    for i in range(listeners.size()):
        if listeners[i].world == world.id and listeners[i].is_complete[0]:
            return True
    return False
