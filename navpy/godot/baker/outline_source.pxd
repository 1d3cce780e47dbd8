"""Outlines of the nodes of a two-dimensional level. Used on the main thread only."""
from libc.stdint cimport int64_t
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.source_nodes cimport GeometryParser
from navpy.godot.baker.source_parts cimport OutlinePart
from navpy.godot.binding.class_spec cimport GdArray
from navpy.godot.binding.gd cimport GdTransform3D, GdVector2

cdef struct Placing:                # from pixels of a node to meters of the baker's space: x′ = x_x · x + x_y · y + x
    double x_x, x_y, y_x, y_y, x, y

cdef Placing placing_of(const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil     # frame only turns and shifts
# Appends points in pixels, moved by (x, y) before they are placed. False: one is not finite, or too far away.
cdef bint append_placed(const Placing* placing, const GdVector2* points, int64_t count, double x, double y, int layer, Outlines* out) except -1
# The outlines of a node, and of those below it unless without_children; of the baker itself: its own. None: there are none.
cdef OutlinePart parse_outlines(Baker* baker, GeometryParser* parser, void* node, bint without_children, const GdTransform3D* frame)
cdef void make_outlines(void** out) noexcept nogil              # an empty Array
cdef void free_outlines(void** outlines) noexcept nogil
cdef void get_outlines(Baker* baker, GdArray* out) noexcept nogil
cdef void keep_outlines(Baker* baker, const GdArray* outlines) noexcept nogil
