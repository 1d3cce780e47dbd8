"""Outlines of a two-dimensional level. Used on the main thread only."""
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport GdArray

# (traversable outlines, obstructions), each a list of lists of points (x, y): meters, in the baker's space.
cdef tuple collect_outlines(Baker* baker)
cdef void make_outlines(void** out) noexcept nogil              # an empty Array
cdef void free_outlines(void** outlines) noexcept nogil
cdef void get_outlines(Baker* baker, GdArray* out) noexcept nogil
cdef void set_outlines(Baker* baker, const GdArray* outlines) noexcept nogil
