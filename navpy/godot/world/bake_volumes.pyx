"""Upright volumes in the scene that give the floor inside them an area or cut it out.

Nodes set their volumes here. Bakers of the same world read them here, and are called when they change."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_NONE
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.world_data cimport NavWorld
from navpy.baking.voxels.areas import ConvexVolume, CylinderVolume

cdef struct VolumeListener:
    void* instance
    uint64_t world                  # id of the NavWorld
    void (*changed)(void* instance, list prisms) noexcept

cdef vector[VolumeListener] listeners
cdef GdTransform3D IDENTITY
IDENTITY.basis[:] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
IDENTITY.origin.x = IDENTITY.origin.y = IDENTITY.origin.z = 0
cdef dict prisms_by_node = {}       # address of a node → (id of its NavWorld, prisms), in the order in which nodes set their first ones


cdef class Prism:
    cdef object volume(self, const GdTransform3D* frame):
        """The volume as a bake takes it, in the space of a frame that only turns about Y and shifts."""
        cdef const float* b = &frame.basis[0]
        cdef double x, z
        placed = []
        for corner in self.corners:
            x, z = corner
            x, z = x - frame.origin.x, z - frame.origin.z
            placed.append((b[0] * x + b[6] * z, b[2] * x + b[8] * z))
        bottom, top = self.bottom - frame.origin.y, self.top - frame.origin.y
        if self.radius > 0:
            return CylinderVolume((placed[0][0], 0.5 * (bottom + top), placed[0][1]), self.radius, top - bottom, self.area, self.eroded)
        return ConvexVolume(placed, bottom, top, self.area, self.eroded)


cdef void notify_listeners(uint64_t world, list prisms) noexcept:
    cdef size_t i
    if prisms:
        for i in range(listeners.size()):
            if listeners[i].world == world:
                listeners[i].changed(listeners[i].instance, prisms)


cdef void set_volumes(void* node, NavWorld* world, list prisms) noexcept:
    cdef Prism prism
    _, old = prisms_by_node.get(<size_t>node, (0, []))
    valid = []
    for prism in prisms:
        try:
            prism.volume(&IDENTITY)
            valid.append(prism)
        except ValueError as error:
            node_error(node, f"it has no effect on the navmesh, correct its size, scale or place: {error}")
    prisms_by_node[<size_t>node] = (world.id, valid)
    notify_listeners(world.id, old + valid)


cdef void remove_volumes(void* node) noexcept:
    world, old = prisms_by_node.pop(<size_t>node, (0, []))
    notify_listeners(world, old)


cdef list volumes_in(NavWorld* world, const GdTransform3D* frame):
    """The volumes of a world. Where volumes overlap, a bake takes the last one: those that cut out come last."""
    cdef Prism prism
    marking, cutting = [], []
    for id, prisms in prisms_by_node.values():
        if id == world.id:
            for prism in prisms:
                (cutting if prism.area == AREA_NONE else marking).append(prism.volume(frame))
    return marking + cutting


cdef void add_volume_listener(void* instance, NavWorld* world, void (*changed)(void*, list) noexcept) noexcept nogil:
    cdef VolumeListener listener
    listener.instance, listener.world, listener.changed = instance, world.id, changed
    listeners.push_back(listener)


cdef void remove_volume_listener(void* instance) noexcept nogil:
    cdef size_t i
    for i in range(listeners.size()):
        if listeners[i].instance == instance:
            listeners.erase(listeners.begin() + i)
            return
