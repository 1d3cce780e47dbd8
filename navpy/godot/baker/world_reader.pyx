"""Reads the file of a streamed world on a worker thread: its index first, then tile after tile on its baker's request.

Reader and baker each have a reference to the WorldReader, as to any job. A leaving baker forgets it; the file is closed at once, or
after the tile in reading."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.deque cimport deque
from navpy.godot.streaming.files cimport close_file, open_to_read, read_file
from navpy.streaming.world_file cimport open_world, read_world_tile


cdef int read_source(void* userdata, int64_t offset, int64_t size, uint8_t* out) noexcept nogil:
    return read_file(userdata, offset, size, out)


cdef class WorldReader(WorkerJob):
    def __dealloc__(self):
        close_file(&self.file)

    cdef void give_back(self) noexcept:
        close_file(&self.file)

    cdef int open_file(self) except -1:
        cdef const char* wrong = NULL
        self.file = open_to_read(self.path)
        self.source.userdata, self.source.read = self.file, read_source
        with nogil:
            open_world(&self.source, &self.index, &wrong)
        if wrong != NULL:
            raise ValueError(wrong.decode())
        self.is_open = True
        return 0

    cdef void work(self) noexcept:
        try:
            if not self.is_open:
                self.open_file()
            read_asked(self)
        except Exception as error:              # the user reads the message, and the game goes on
            self.error = str(error) or type(error).__name__


cdef int read_asked(WorldReader reader) except -1:
    cdef TileReadRef one
    cdef RawTile* raw
    while take_first(&reader.queue, &reader.queue.asked, &one):
        raw = &one.get().raw
        try:
            with nogil:
                read_world_tile(&reader.source, &reader.index, one.get().tile, raw)
        except MemoryError:
            raw.wrong, raw.is_unreadable = b"there is no memory to read it", False
        put_last(&reader.queue, &reader.queue.ready, &one)
    return 0


cdef WorldReader new_reader(str path):
    cdef WorldReader reader = WorldReader()
    reader.path, reader.error = path, None
    return reader


# ---- the queues ----

cdef bint take_first(ReadQueue* queue, deque[TileReadRef]* tiles, TileReadRef* out) noexcept nogil:
    cdef bint found
    queue.guard.lock()
    found = not tiles.empty()
    if found:
        out[0] = tiles.front()
        tiles.pop_front()
    queue.guard.unlock()
    return found


cdef void put_last(ReadQueue* queue, deque[TileReadRef]* tiles, const TileReadRef* one) noexcept nogil:
    queue.guard.lock()
    tiles.push_back(one[0])
    queue.guard.unlock()


cdef bint has_any(ReadQueue* queue, const deque[TileReadRef]* tiles) noexcept nogil:
    cdef bint found
    queue.guard.lock()
    found = not tiles.empty()
    queue.guard.unlock()
    return found


cdef void ask(ReadQueue* queue, const TileReadRef* wanted) noexcept nogil:
    put_last(queue, &queue.asked, wanted)


cdef bint take_back(ReadQueue* queue, TileReadRef* out) noexcept nogil:
    return take_first(queue, &queue.asked, out)


cdef bint take_ready(ReadQueue* queue, TileReadRef* out) noexcept nogil:
    return take_first(queue, &queue.ready, out)


cdef bint has_asked(ReadQueue* queue) noexcept nogil:
    return has_any(queue, &queue.asked)


cdef bint has_ready(ReadQueue* queue) noexcept nogil:
    return has_any(queue, &queue.ready)
