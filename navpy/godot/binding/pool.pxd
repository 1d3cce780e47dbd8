"""Work shared by the engine's threads."""
from navpy.base.parallel cimport Runner

cdef enum:
    POINTS_PER_TASK = 1024          # of an array that a script gives: enough to outweigh the hand-over to another thread

cdef Runner pool_runner() noexcept nogil        # the engine's threads and the calling one
cdef void close_pool() noexcept nogil           # before the engine takes its threads away
