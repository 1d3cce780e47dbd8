"""A source of cells, whose geometry is kept by blocks of them, so that a changed cell costs the main thread no more than its block."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.cell_records cimport CellRecords
from navpy.godot.binding.gd cimport GdTransform3D

cdef class CellSource:
    cdef uint64_t id                # instance id of the node
    cdef dict blocks                # (column, row) → Part of the cells there, if any have geometry
    cdef CellRecords records        # as they were last compared
    cdef list changed               # (column, row) of the blocks that were found to differ and are to be read
    cdef int64_t age                # calls of compare_some since the records were last fetched
    cdef size_t next                # of records.blocks, which compare_some reads when nothing else is to be done

    cdef object parts(self)         # a view of all of them
    cdef list all_places(self)
    # A subclass has these two. They do nothing where the node is gone.
    cdef int fetch(self) except -1                                      # puts the node's records into records.fresh
    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1
    cdef int store(self, object place, object part, list boxes) except -1
    # These read cells anew and append to boxes the (low, high) in which their geometry has changed.
    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1
    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1    # in world space
    # A step of the comparison, so that a change is found within so many calls.
    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1
