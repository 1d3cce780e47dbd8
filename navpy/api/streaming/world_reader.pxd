"""The classes FileReader and ReadTile."""
from libc.stdint cimport int32_t
from navpy.streaming.world_file cimport ByteSource, RawTile
from navpy.streaming.world_index cimport WorldIndex

cdef class FileReader:              # a ByteSource of a Python file
    cdef object file, lock
    cdef ByteSource source

cdef class ReadTile:                # a tile that is read by the thread that comes first; the fields are the GIL's
    cdef object owner               # of the index
    cdef FileReader reader
    cdef const WorldIndex* index
    cdef int32_t tile
    cdef RawTile raw
    cdef bint is_submitted          # to an executor
    cdef bint is_begun, is_done
    cdef object done                # a lock, free when it is done
    cdef int wait(self) except -1

cdef ReadTile read_later(owner, FileReader reader, const WorldIndex* index, int32_t tile)      # whoever calls it reads
