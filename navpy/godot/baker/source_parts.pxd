"""The geometry of a source, as it is kept. Parts are never changed, so a bake on another thread may read them."""
from libc.stdint cimport int64_t
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.binding.gd cimport GdTransform3D

cdef class SourcePart:                    # geometry of one source with floors alike, in the baker's space
    cdef bytearray vertices         # float32 triples
    cdef bytes triangles            # int32 triples
    cdef int64_t area               # area id, −1: the node has none
    cdef int64_t layers             # navigation layers, −1: the node has none, its floor has those of the baker
    cdef tuple low, high            # meters, the bounding box

cdef class OutlinePart(SourcePart):       # of a two-dimensional level, in place of triangles
    cdef Outlines outlines          # meters
    cdef bint has_floor             # some are traversable

cdef bint is_singular(const GdTransform3D* transform) noexcept nogil
# Of triangles in `space`, which are taken over and transformed to `frame`; it only turns about Y and shifts.
cdef SourcePart triangles_part(bytearray vertices, bytes triangles, const GdTransform3D* space, const GdTransform3D* frame,
                               int64_t area, int64_t layers)
cdef OutlinePart part_of(Outlines* outlines)                    # of outlines that are swapped out; None: there are none
# Appends the (low, high) of boxes in which the geometry differs; parts may be None.
cdef int add_differences(SourcePart old, SourcePart new, list boxes) except -1
# the same, and of triangles only the first to the last that differ
cdef int add_cell_differences(SourcePart old, SourcePart new, list boxes) except -1
# Appends the outlines that touch a box, (least x, least y, greatest x, greatest y), NULL: all.
cdef int append_near(const Outlines* outlines, const double* box, Outlines* out) except -1 nogil
