"""A source of cells. Its geometry is kept by blocks of cells: a changed cell costs the main thread no more than its block."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.unordered_set cimport unordered_set
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.gd cimport GdPacked, GdTransform3D

cdef enum:
    RECORD_BYTES = 12               # of a cell, in TileMapLayer.tile_map_data and in GridMap's `data`

cdef struct CellBlock:                  # in blocks: cell (x, y) is in the block (x // side, y // side)
    int32_t column, row

cdef class CellRecords:             # the cells of a map as the engine stores them
    cdef GdPacked data              # as of the last comparison; held, not copied
    cdef GdPacked fresh             # where a reader puts what it gets of the engine
    cdef bint is_fresh              # there is something
    cdef int side                   # cells along a side of a block
    cdef int kind                   # the Variant type of both
    cdef int64_t head               # bytes before the first record
    cdef int64_t second             # bytes before the second coordinate of a record, 16 bits as the first, which it begins with
    cdef vector[CellBlock] blocks       # blocks with cells, now or earlier
    cdef unordered_set[int64_t] known       # the keys of these

    cdef list compare(self)         # takes `fresh` over, and gives the (column, row) of the blocks that differ
    cdef int note(self, CellBlock block) except -1
    cdef const uint8_t* records(self, int64_t* count) noexcept nogil

cdef int block_of(int cell, int side) noexcept nogil
cdef int64_t block_key(int32_t column, int32_t row) noexcept nogil
cdef CellBlock block_at(const uint8_t* record, int64_t second, int side) noexcept nogil

cdef class CellSource:
    cdef uint64_t id                # instance id of the node
    cdef dict blocks                # (column, row) → Part of the cells there, if any have geometry
    cdef CellRecords records        # as they were last compared
    cdef list changed               # (column, row) of the blocks that were found to differ and are to be read
    cdef int64_t age                # calls of compare_some since the records were last fetched

    cdef object parts(self)         # a view of all of them
    cdef list all_places(self)      # the blocks with cells now, or earlier
    cdef list known_places(self)    # likewise, as of the last comparison
    cdef list next_places(self)     # for compare_some to read when nothing else is to be done
    cdef list differing(self, Baker* baker)         # after fetch: the blocks that are to be read
    # A subclass has these two. They do nothing where the node is gone.
    cdef int fetch(self) except -1                                      # puts the node's records into records.fresh
    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1
    cdef int store(self, object place, object part, list boxes) except -1
    # These read cells anew and append to boxes the (low, high) in which their geometry has changed.
    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1
    # in world space
    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1
    # A step of the comparison, so that a change is found within so many calls.
    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1
