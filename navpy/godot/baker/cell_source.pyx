"""A source of cells, whose geometry is kept by blocks of them, so that a changed cell costs the main thread no more than its block.

Which cells are others than before is told by their records, all of which are fetched at once. What records do not show, as a tile whose shape was
edited, is found by reading one block after the other."""
from navpy.godot.baker.source_parts cimport Part, add_differences

cdef enum:
    BLOCKS_A_CALL = 8               # of those that differ: reading takes 0.1 ms for one of a TileMapLayer, so a map that differs throughout takes 0.8


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
        cdef Part former = self.blocks.get(place)
        add_differences(former, part, boxes)
        if part is not None:
            self.blocks[place] = part
        elif former is not None:
            del self.blocks[place]
        return 0

    cdef list all_places(self):
        """The blocks with cells, and those that had some."""
        cdef size_t i
        self.fetch()
        self.records.compare()
        self.changed, self.age = [], 0
        places = dict.fromkeys([(self.records.blocks[i].column, self.records.blocks[i].row) for i in range(self.records.blocks.size())])
        return list(places | dict.fromkeys(self.blocks))

    cdef int read_all(self, Baker* baker, const GdTransform3D* frame, list boxes) except -1:
        return self.read_blocks(baker, frame, self.all_places(), boxes)

    cdef int compare_some(self, Baker* baker, const GdTransform3D* frame, int64_t calls, list boxes) except -1:
        """Fetching, comparing and reading come one a call: each takes about a millisecond where a map has 100,000 cells."""
        cdef list places
        self.age += 1
        if self.records.is_fresh:
            self.changed = self.records.compare()
        elif not self.changed and self.age >= calls - 1:        # one more call compares what is fetched
            self.age = 0
            return self.fetch()
        places, self.changed = self.changed[:BLOCKS_A_CALL], self.changed[BLOCKS_A_CALL:]
        if not places and self.records.blocks.size() > 0:
            self.next = self.next + 1 if self.next + 1 < self.records.blocks.size() else 0
            places = [(self.records.blocks[self.next].column, self.records.blocks[self.next].row)]
        return self.read_blocks(baker, frame, places, boxes)
