"""WorldReader: reads the file of a streamed world on a worker thread."""
from libc.stdint cimport int32_t
from libcpp.deque cimport deque
from libcpp.memory cimport shared_ptr
from libcpp.mutex cimport mutex
from navpy.godot.baker.bake_job cimport WorkerJob
from navpy.streaming.crowd_guide cimport CrowdGuide
from navpy.streaming.world_file cimport ByteSource, RawTile
from navpy.streaming.world_index cimport WorldIndex

cdef cppclass TileRead:             # a tile that is asked for, or was read
    int32_t tile                    # index in the world's
    shared_ptr[CrowdGuide] guide    # whose target is on the tile; NULL: it is to be loaded
    int32_t asker                   # of the guide
    RawTile raw                     # once it was read

ctypedef shared_ptr[TileRead] TileReadRef

cdef cppclass ReadQueue:            # shared by the owner's thread and the worker; `guard` is held for each look at the other fields
    mutex guard
    deque[TileReadRef] asked        # in the order in which they are to be read
    deque[TileReadRef] ready        # in the order in which they were read

cdef class WorldReader(WorkerJob):  # its work: to open the file, once, and to read the tiles that are asked for
    cdef str path
    cdef str error                  # why the file could not be opened; None: it was, or will be
    cdef bint is_open
    cdef void* file                 # Ref of a FileAccess, the worker's
    cdef ByteSource source
    cdef WorldIndex index           # constant since the file was opened
    cdef ReadQueue queue
    cdef int open_file(self) except -1

cdef WorldReader new_reader(str path)
cdef void ask(ReadQueue* queue, const TileReadRef* wanted) noexcept nogil
# a tile asked for that nobody has begun to read; false: none
cdef bint take_back(ReadQueue* queue, TileReadRef* out) noexcept nogil
cdef bint take_ready(ReadQueue* queue, TileReadRef* out) noexcept nogil
cdef bint has_asked(ReadQueue* queue) noexcept nogil
cdef bint has_ready(ReadQueue* queue) noexcept nogil
