"""Upright volumes in the scene that give the floor inside them an area or cut it out. Main thread, under the GIL."""
from libc.stdint cimport uint64_t
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.world.world_data cimport World

cdef class Prism:                   # in world space, meters
    cdef list corners               # (x, z) of a convex outline, or of the axis of a cylinder
    cdef double radius              # of a cylinder, 0: there is an outline
    cdef double bottom, top
    cdef int area                   # id, 0: cut out
    cdef bint eroded                # the agent's radius is kept from it
    cdef object volume(self, const GdTransform3D* frame)

cdef void put_volumes(void* node, World* world, list prisms) noexcept       # in place of those that the node had
cdef void take_volumes(void* node) noexcept
cdef list volumes_in(World* world, const GdTransform3D* frame)
cdef void watch_volumes(void* instance, World* world, void (*changed)(void*, list) noexcept) noexcept nogil   # told the prisms
cdef void unwatch_volumes(void* instance) noexcept nogil
