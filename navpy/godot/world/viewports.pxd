"""Viewports that change their world at run time, by Viewport.world_2d, world_3d or own_world_3d. Callers hold the lock
(threads.pxd)."""

cdef void watch_viewport(void* node, bint plane) noexcept nogil     # the viewport of a node of ours
cdef void follow_worlds() noexcept nogil                            # at the beginning of each physics frame
