"""Upright volumes in the scene that give the floor inside them an area or cut it out.

Nodes put theirs here, bakers of the same world take them from here and hear of changes."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.world_data cimport World
from navpy.baking.voxels.areas import ConvexVolume, CylinderVolume

cdef struct Watcher:
    void* instance
    uint64_t world                  # instance id of the World3D
    void (*changed)(void* instance, list prisms) noexcept

cdef vector[Watcher] watchers
cdef GdTransform3D ORIGIN
ORIGIN.basis[:] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
ORIGIN.origin.x = ORIGIN.origin.y = ORIGIN.origin.z = 0
cdef dict entries = {}              # address of a node → (world's id, prisms), in the order in which they came


cdef class Prism:
    cdef object volume(self, const GdTransform3D* frame):
        """As a bake takes it, in the space of a frame that only turns and shifts."""
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


cdef void tell(uint64_t world, list prisms) noexcept:
    cdef size_t i
    if prisms:
        for i in range(watchers.size()):
            if watchers[i].world == world:
                watchers[i].changed(watchers[i].instance, prisms)


cdef void put_volumes(void* node, World* world, list prisms) noexcept:
    cdef Prism prism
    _, old = entries.get(<size_t>node, (0, []))
    sound = []
    for prism in prisms:
        try:
            prism.volume(&ORIGIN)
            sound.append(prism)
        except ValueError as error:
            node_error(node, f"it marks nothing on the navmesh: {error}")
    entries[<size_t>node] = (world.id, sound)
    tell(world.id, old + sound)


cdef void take_volumes(void* node) noexcept:
    world, old = entries.pop(<size_t>node, (0, []))
    tell(world, old)


cdef list volumes_in(World* world, const GdTransform3D* frame):
    """Those of a world. Where two overlap the later wins: what is cut out comes last."""
    cdef Prism prism
    marking, cutting = [], []
    for id, prisms in entries.values():
        if id == world.id:
            for prism in prisms:
                (marking if prism.area else cutting).append(prism.volume(frame))
    return marking + cutting


cdef void watch_volumes(void* instance, World* world, void (*changed)(void*, list) noexcept) noexcept nogil:
    cdef Watcher watcher
    watcher.instance, watcher.world, watcher.changed = instance, world.id, changed
    watchers.push_back(watcher)


cdef void unwatch_volumes(void* instance) noexcept nogil:
    cdef size_t i
    for i in range(watchers.size()):
        if watchers[i].instance == instance:
            watchers.erase(watchers.begin() + i)
            return
