"""The outlines of a TileMapLayer, by blocks of cells, so that a changed cell costs the main thread no more than its block."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.gd cimport GdTransform3D

cdef class TileLayer:
    cdef uint64_t id                # instance id of the TileMapLayer
    cdef dict blocks                # (column, row) → OutlinePart of the cells there, if any have outlines
    cdef bint is_told               # that an outline is left out
    cdef list around                # these blocks and those beside them; None: it is to be listed again
    cdef Py_ssize_t next            # of `around`, which compare_some compares next

    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1
    cdef list all_places(self)
    cdef object parts(self)                                             # a view of all of them
    # These read cells anew and append to boxes the (low, high) in which outlines have changed.
    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1
    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1    # in world space
    # A part of all blocks in turn, so that `calls` calls compare each once.
    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1

cdef bint is_tile_layer(void* node) noexcept nogil
