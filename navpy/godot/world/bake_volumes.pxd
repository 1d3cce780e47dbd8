"""Upright volumes in the scene that give the floor inside them an area or cut it out. Used on the main thread, under the GIL."""
from libc.stdint cimport uint64_t
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.world.navigation_map cimport NavigationMap

cdef class Prism:                   # in world space, meters
    cdef list corners               # (x, z) of a convex outline; of the axis alone, if it is a cylinder
    cdef double radius              # of a cylinder; 0: it is a prism over the outline
    cdef double bottom, top
    cdef int area                   # area id, AREA_NONE: the floor is cut out
    cdef bint eroded                # the navmesh keeps the agent's radius from it
    cdef object volume(self, const GdTransform3D* frame)
    cdef list outline(self, const GdTransform3D* frame)     # of a bake in the plane: corners (x, z)
    cdef list placed(self, const GdTransform3D* frame)
    cdef tuple values(self)

# They replace the node's former prisms. is_pending: for now, only bakes of a whole level take them. Prisms that no bake takes are
# taken out of the list, and a ValueError of theirs is returned; else None.
cdef object set_volumes(void* node, NavigationMap* world, list prisms, bint is_pending=*)
# Prints why a node has no effect on the navmesh, once: until there is no fault, None, any more. is_told: kept with the node.
cdef void tell_fault(void* node, object fault, bint* is_told) noexcept
cdef void remove_volumes(void* node) noexcept
cdef void read_moved_volumes() noexcept      # before a bake: of nodes that have moved in this frame
cdef list prisms_in(NavigationMap* world, bint is_whole)
cdef list volumes_in(NavigationMap* world, const GdTransform3D* frame, bint is_whole)       # is_whole: for a bake of a whole level
# `changed` is called with the former and the new prisms of a changed node. is_complete: the level was loaded, so that a change is a
# change of a present navmesh.
cdef void add_volume_listener(void* instance, NavigationMap* world, void (*changed)(void*, list) noexcept,
                              const bint* is_complete) noexcept nogil
cdef void remove_volume_listener(void* instance) noexcept nogil
cdef bint has_complete_level(const NavigationMap* world) noexcept nogil
