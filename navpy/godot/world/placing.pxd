"""Where outlines that nodes of the plane have in pixels lie in meters of another space."""
from libc.stdint cimport int64_t
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.binding.gd cimport GdTransform3D, GdVector2

cdef struct Placing:                # from pixels of a node to meters of the other space: x′ = x_x · x + x_y · y + x
    double x_x, x_y, y_x, y_y, x, y

cdef GdTransform3D WORLD            # the identity
# frame: of the other space, it only turns and shifts.
cdef Placing placing_of(const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil
# Appends points in pixels, moved by (x, y) before they are placed. False: one is not finite, or too far away.
cdef bint append_placed(const Placing* placing, const GdVector2* points, int64_t count, double x, double y, int layer, Outlines* out) except -1
