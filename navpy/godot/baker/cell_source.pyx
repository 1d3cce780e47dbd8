"""A source of cells. Its geometry is kept by blocks of cells: a changed cell costs the main thread no more than its block.

The engine tells of no change of a cell. But it gives the records of all cells at once, for a fortieth of the time of single questions,
and these tell the differing blocks."""
from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.unordered_map cimport unordered_map
from navpy.base.splitmix cimport splitmix
from navpy.godot.baker.source_parts cimport SourcePart, add_cell_differences
from navpy.godot.binding.gd cimport PACKED_BYTE_ARRAY, navpy_gd
from navpy.godot.binding.packed cimport elements

cdef enum:
    # differing blocks: reading takes 0.1 ms for a block of a TileMapLayer, so a map that differs throughout takes 0.8
    BLOCKS_A_CALL = 8

cdef struct BlockSum:               # of a block that two versions of the records may differ in
    CellBlock block
    # of the hashes of its new records less those of the old: 0 where both have the same, in whatever order
    uint64_t sum

cdef cppclass BlockSums:
    vector[BlockSum] sums           # in the order in which their blocks were met
    unordered_map[int64_t, size_t] numbers
    size_t last                     # number of the block that was met last


# ---- records ----

cdef int block_of(int cell, int side) noexcept nogil:
    return cell // side if cell >= 0 else -((-cell + side - 1) // side)


cdef int64_t block_key(int32_t column, int32_t row) noexcept nogil:
    return <int64_t>(<uint64_t><uint32_t>column << 32 | <uint32_t>row)


cdef CellBlock block_at(const uint8_t* record, int64_t second, int side) noexcept nogil:
    cdef int16_t x, y
    cdef CellBlock block
    memcpy(&x, record, sizeof(x))
    memcpy(&y, record + second, sizeof(y))
    block.column, block.row = block_of(x, side), block_of(y, side)
    return block


cdef inline bint are_same(const uint8_t* a, const uint8_t* b) noexcept nogil:
    cdef uint64_t first, other_first
    cdef uint32_t last, other_last
    memcpy(&first, a, 8)
    memcpy(&other_first, b, 8)
    memcpy(&last, a + 8, 4)
    memcpy(&other_last, b + 8, 4)
    return first == other_first and last == other_last


cdef inline uint64_t hash_of(const uint8_t* record) noexcept nogil:
    """Not 0 for a record of zeros, the first tile in the first cell."""
    cdef uint64_t first
    cdef uint32_t last
    memcpy(&first, record, 8)
    memcpy(&last, record + 8, 4)
    return splitmix(splitmix(first) + last)


# ---- sums ----

cdef int add_record(BlockSums* sums, const uint8_t* record, int64_t second, int side, bint is_new) except -1 nogil:
    cdef BlockSum one
    cdef int64_t key
    cdef uint64_t hash_ = hash_of(record)
    one.block, one.sum = block_at(record, second, side), 0
    if sums.sums.empty() or sums.sums[sums.last].block.column != one.block.column or sums.sums[sums.last].block.row != one.block.row:
        key = block_key(one.block.column, one.block.row)        # a cell's neighbor in the records is mostly of the same block
        if sums.numbers.count(key) == 0:
            sums.numbers[key] = sums.sums.size()
            sums.sums.push_back(one)
        sums.last = sums.numbers[key]
    if is_new:
        sums.sums[sums.last].sum += hash_
    else:
        sums.sums[sums.last].sum -= hash_
    return 0


cdef int sum_differences(const uint8_t* old, int64_t old_count, const uint8_t* new, int64_t new_count, int64_t second, int side,
                         BlockSums* out) except -1 nogil:
    """Records keep their order while cells only change: those at the beginning, at the end and at the same place need no sum."""
    cdef int64_t least = min(old_count, new_count), begin = 0, end = 0, i
    while begin < least and are_same(old + RECORD_BYTES * begin, new + RECORD_BYTES * begin):
        begin += 1
    while end < least - begin and are_same(old + RECORD_BYTES * (old_count - 1 - end), new + RECORD_BYTES * (new_count - 1 - end)):
        end += 1
    for i in range(begin, max(old_count, new_count) - end):
        if i < least - end and are_same(old + RECORD_BYTES * i, new + RECORD_BYTES * i):
            continue
        if i < old_count - end:
            add_record(out, old + RECORD_BYTES * i, second, side, False)
        if i < new_count - end:
            add_record(out, new + RECORD_BYTES * i, second, side, True)
    return 0


cdef class CellRecords:
    def __cinit__(self, int side, int kind, int64_t head, int64_t second):
        self.side, self.kind, self.head, self.second = side, kind, head, second
        navpy_gd.ctor0[self.kind](&self.data, NULL)
        navpy_gd.ctor0[self.kind](&self.fresh, NULL)

    def __dealloc__(self):
        navpy_gd.dtor[self.kind](&self.data)
        navpy_gd.dtor[self.kind](&self.fresh)

    cdef const uint8_t* records(self, int64_t* count) noexcept nogil:
        return records_in(&self.data, self.kind, self.head, count)

    cdef list compare(self):
        cdef const uint8_t* old
        cdef const uint8_t* new
        cdef int64_t old_count, new_count
        cdef BlockSums sums
        cdef GdPacked former = self.data
        cdef CellBlock block
        cdef size_t i
        cdef list found = []
        old = records_in(&self.data, self.kind, self.head, &old_count)
        new = records_in(&self.fresh, self.kind, self.head, &new_count)
        with nogil:
            sum_differences(old, old_count, new, new_count, self.second, self.side, &sums)
        for i in range(sums.sums.size()):
            block = sums.sums[i].block
            self.note(block)
            if sums.sums[i].sum != 0:
                found.append((block.column, block.row))
        self.data, self.fresh = self.fresh, former
        navpy_gd.dtor[self.kind](&self.fresh)
        navpy_gd.ctor0[self.kind](&self.fresh, NULL)
        self.is_fresh = False
        return found

    cdef int note(self, CellBlock block) except -1:
        if self.known.insert(block_key(block.column, block.row)).second:
            self.blocks.push_back(block)
        return 0


cdef const uint8_t* records_in(const GdPacked* data, int kind, int64_t head, int64_t* count) noexcept nogil:
    """NULL where there are none."""
    cdef const uint8_t* first = <const uint8_t*>elements(kind, data, count)
    count[0] = count[0] * (1 if kind == PACKED_BYTE_ARRAY else 4)
    count[0] = (count[0] - head) // RECORD_BYTES if first != NULL and count[0] > head else 0
    return first + head if count[0] > 0 else NULL


# ---- sources ----

cdef class CellSource:
    def __cinit__(self):
        self.blocks, self.changed = {}, []

    cdef object parts(self):
        return self.blocks.values()

    cdef int fetch(self) except -1:
        raise NotImplementedError

    cdef int read_blocks(self, Baker* baker, const GdTransform3D* frame, list places, list boxes) except -1:
        raise NotImplementedError

    cdef int read_near(self, Baker* baker, const GdTransform3D* frame, double x, double z, double radius, list boxes) except -1:
        raise NotImplementedError

    cdef int store(self, object place, object part, list boxes) except -1:
        """part: None where the block has no geometry any more."""
        cdef SourcePart former = self.blocks.get(place)
        add_cell_differences(former, part, boxes)
        if part is not None:
            self.blocks[place] = part
        elif former is not None:
            del self.blocks[place]
        return 0

    cdef list differing(self, Baker* baker):
        return self.records.compare()

    cdef list next_places(self):
        return []

    cdef list all_places(self):
        self.fetch()
        self.records.compare()
        self.changed, self.age = [], 0
        return self.known_places()

    cdef list known_places(self):
        cdef size_t i
        places = dict.fromkeys([(self.records.blocks[i].column,
                                 self.records.blocks[i].row) for i in range(self.records.blocks.size())])
        return list(places | dict.fromkeys(self.blocks))

    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1:
        return self.read_blocks(baker, frame, self.all_places(), boxes)

    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1:
        """Fetching, comparing and reading come one a call: each takes about a millisecond where a map has 100,000 cells."""
        cdef list places
        self.age += 1
        if self.records.is_fresh:
            self.changed = self.differing(baker)
        elif not self.changed and self.age >= calls - 1:        # another call compares the fetched records
            self.age = 0
            return self.fetch()
        places, self.changed = self.changed[:BLOCKS_A_CALL], self.changed[BLOCKS_A_CALL:]
        return self.read_blocks(baker, frame, places or self.next_places(), boxes)
