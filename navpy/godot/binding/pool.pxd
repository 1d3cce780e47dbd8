"""Work shared by the engine's threads."""
from navpy.base.parallel cimport Runner

cdef Runner pool_runner() noexcept nogil        # the engine's threads and the calling one
cdef void close_pool() noexcept nogil           # before the engine takes its threads away
