"""Makes the coarse graph of a world from the tiles in its file, some at a time."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Runner
from navpy.streaming.world_file cimport ByteSource
from navpy.streaming.world_index cimport WorldIndex

cdef cppclass GraphFault:           # why there is no graph
    int32_t tile                    # index of the tile at fault, −1: none
    const char* wrong

# After sort_tiles: fills gates and costs, and the memory of each tile. The runner's threads share the work; the graph is the same for
# any number.
cdef int make_graph(const ByteSource* source, WorldIndex* world, const Runner* runner, GraphFault* fault) except -1 nogil
