"""Reads the file of a streamed world, its tiles on any thread."""
from libc.stdint cimport int32_t, int64_t, uint8_t

from navpy.base.interrupts cimport hold_back, hold_signals, release_signals
from navpy.streaming.world_file cimport read_world_tile

from _queue import SimpleQueue
from _thread import allocate_lock, start_new_thread

cdef extern from "Python.h":
    object PyMemoryView_FromMemory(char* memory, Py_ssize_t size, int flags)
    void PyErr_SetInterrupt()
    enum: PyBUF_WRITE


cdef int read_file(void* userdata, int64_t offset, int64_t size, uint8_t* out) noexcept nogil:
    cdef bint is_interrupted = False
    cdef int failed = -1
    with gil:
        while failed < 0:
            try:
                failed = (<FileReader>userdata).read(offset, PyMemoryView_FromMemory(<char*>out, size, PyBUF_WRITE))
            except KeyboardInterrupt as error:
                is_interrupted = not hold_back(error)
            except Exception:           # closed, or the disk fails: the tile is told as one that cannot be read
                failed = 1
        if is_interrupted:
            PyErr_SetInterrupt()        # where nobody holds signals, the handler runs once more, when signals are looked for
    return failed


cdef class FileReader:
    def __cinit__(self, file):
        from threading import Lock
        self.file, self.lock = file, Lock()
        self.source.userdata, self.source.read = <void*>self, read_file

    def read(self, offset, out):
        """0: the bytes were read."""
        cdef Py_ssize_t done = 0, got
        with self.lock:
            self.file.seek(offset)
            while done < len(out):
                got = self.file.readinto(out[done:])
                if got <= 0:
                    return 1
                done += got
        return 0


def read_all(queue):
    while (read := queue.get()) is not None:
        read()
        del read                        # nothing is kept while it waits


class ReadThread:
    """One thread that makes reads in turn. A signal in a call of Python's own executors may leave their locks as they should not be; a
    call of C's queue is whole."""

    def __init__(self):
        self.queue = SimpleQueue()
        start_new_thread(read_all, (self.queue,))

    def submit(self, read):
        self.queue.put(read)

    def __del__(self):
        self.queue.put(None)


cdef class ReadTile:
    """A tile that is read, on any thread."""

    def __call__(self):
        if self.is_begun:
            return
        self.is_begun = True
        self.raw.wrong = b"there was no memory for it"      # unless the reading tells something else
        try:
            with nogil:
                read_world_tile(&self.reader.source, self.index, self.tile, &self.raw)
        finally:
            self.is_done = True
            self.done.release()

    cdef int wait(self) except -1:
        """Until it is read: here, if no thread has begun."""
        if not self.is_begun:
            hold_signals()
            try:
                self()
            finally:
                release_signals()
        elif not self.is_done:
            self.done.acquire()
            self.done.release()
        return 0


cdef ReadTile read_later(owner, FileReader reader, const WorldIndex* index, int32_t tile):
    cdef ReadTile read = ReadTile.__new__(ReadTile)
    read.owner, read.reader, read.index, read.tile, read.done = owner, reader, index, tile, allocate_lock()
    read.done.acquire()
    return read
