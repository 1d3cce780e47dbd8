"""The cells of a map as the engine stores them, and which blocks of them differ from those that were read before."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.unordered_set cimport unordered_set
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GdPacked

cdef enum:
    BLOCK = 16                      # cells along a side of a block, as of the engine's own quadrants
    RECORD_BYTES = 12               # of a cell, in TileMapLayer.tile_map_data and in GridMap's `data`

cdef struct Block:                  # in blocks: cell (x, y) is in the block (x // BLOCK, y // BLOCK)
    int32_t column, row

cdef class CellRecords:
    cdef GdPacked data              # as of the last comparison; held, not copied
    cdef GdPacked fresh             # where a reader puts what it gets of the engine
    cdef bint is_fresh              # there is something
    cdef int kind                   # the Variant type of both
    cdef int64_t head               # bytes before the first record
    cdef int64_t second             # bytes before the second coordinate of a record, 16 bits as the first, which it begins with
    cdef vector[Block] blocks       # those with cells, now or earlier
    cdef unordered_set[int64_t] known       # the keys of these

    cdef list compare(self)         # takes `fresh` over, and gives the (column, row) of the blocks that differ
    cdef int note(self, Block block) except -1
    cdef const uint8_t* records(self, int64_t* count) noexcept nogil

cdef int block_of(int cell) noexcept nogil
cdef int64_t block_key(int32_t column, int32_t row) noexcept nogil
cdef Block block_at(const uint8_t* record, int64_t second) noexcept nogil
